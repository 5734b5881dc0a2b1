"""All that has changed since 1.0: tables of one row are settings, and requests tell their time."""

import json
from base64 import b64encode
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0021"

_NAME = sa.String(16).with_variant(sa.String(16, collation="C"), "postgresql")


def upgrade() -> None:
    """Move what there is, and drop the tables that had it; what was played has taken no time."""
    for name in ("begun", "seconds"):
        op.add_column("requests", sa.Column(name, sa.Double, nullable=False, server_default="0"))
    found = dict[str, str | None]()
    for row in _rows("about"):
        found |= {"about": row["content"], "scheme": row["scheme"], "webhook": row["webhook"]}
        if row["logo"]:
            found["logo"] = json.dumps({"content": b64encode(row["logo"]).decode()})
    if acts := [[json.loads(row["content"]), bool(row["done"])] for row in _rows("dates")]:
        found["dates"] = json.dumps({"acts": acts})
    for row in _rows("pulse"):
        told = {"over": bool(row["over"]), "machine": json.loads(row["machine"])}
        found["pulse"] = json.dumps({**row, **told})
    for row in _rows("derived"):
        found["derived"] = json.dumps(row)
    columns = (
        sa.Column("name", _NAME, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    settings = op.create_table("settings", *columns)
    op.bulk_insert(settings, [{"name": one, "value": said} for one, said in found.items() if said])
    for name in ("about", "dates", "pulse", "derived"):
        op.drop_table(name)


def _rows(table: str) -> list[dict[str, Any]]:
    asked = sa.select(sa.text("*")).select_from(sa.table(table))
    found = op.get_bind().execute(asked).mappings()
    return [{name: row[name] for name in row if name != "id"} for row in found]
