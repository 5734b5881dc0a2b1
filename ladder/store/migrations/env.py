"""Alembic's entry: the migrations, on the connection that it is given."""

from alembic import context

from ladder.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
# In the transaction of anyone who gave the connection.
context.run_migrations()
