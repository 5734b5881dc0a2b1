"""What a database says of itself when something is wrong, as a sentence that is true."""

import sqlite3

import pytest

from ladder.store.database import StoreFailure, saying_what_fails


def test_an_error_of_sqlite_that_has_no_name_is_not_told_as_a_server_that_is_away() -> None:
    connection = sqlite3.connect(":memory:")
    connection.close()
    with (
        pytest.raises(StoreFailure, match=r"database failed: Cannot operate on a closed database"),
        saying_what_fails(),
    ):
        connection.execute("SELECT 1")
