"""`arena docs`: the documents in a browser, where there is one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena import documents
from arena.cli.app import app


def open_documents(site: Path, browser: str) -> str:
    """Return what the command says that has its documents there, and a browser if it is named."""
    code = (
        "import arena.documents; from pathlib import Path; from arena.cli import main;"
        f"arena.documents.SITE = Path({str(site)!r}); main(['docs'])"
    )
    kept = {name: os.environ[name] for name in ("PATH",)} if browser else {"PATH": "/nowhere"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=kept | {"BROWSER": browser},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.usefixtures("processes")
def test_the_documents_are_opened_or_it_says_where_they_are(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.touch()
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    assert open_documents(tmp_path, f"{browser} %s") == f"{page} is open.\n"
    assert (tmp_path / "opened").read_text() == f"{page.as_uri()}\n"
    said = open_documents(tmp_path, "")
    assert said == f"There is no browser here. Open this file in one: {page}\n"


def test_documents_that_were_not_made_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(documents, "SITE", tmp_path)
    done = CliRunner().invoke(app, ["docs"])
    assert done.exit_code == 2
    assert done.stderr == (
        f"There is no {tmp_path}/index.html. In a checkout make docs writes it.\n"
    )
