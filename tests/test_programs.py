"""The process that programs are forked off."""

import socket
from pathlib import Path

import pytest

from tests.programs import Forked, fork_server

pytestmark = pytest.mark.usefixtures("programs")


def test_a_client_that_dies_while_it_asks_ends_no_program(tmp_path: Path) -> None:
    first = fork_server.pid
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(fork_server.address)
    program = Forked("arena", "games", "--json", folder=tmp_path)
    assert '"six_nimmt"' in program.communicate()[0]
    assert (program.returncode, fork_server.pid) == (0, first)
