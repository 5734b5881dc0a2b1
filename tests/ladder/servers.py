"""What programs that run on, as servers do, say at their start and later."""

import re
import subprocess

import pytest


def wait_for_address(process: "subprocess.Popen[str]") -> str:
    """Return the address that a server says it has."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"https?://\S+/", line)
    assert found is not None, line + process.stdout.read()
    return found[0]


def wait_for_line(process: "subprocess.Popen[str]", word: str) -> str:
    """Return the first line with a word of what a program says."""
    assert process.stdout is not None
    before = []
    for line in process.stdout:
        before.append(line)
        if word in line:
            return line
    pytest.fail("".join(before))
