"""Whatever an exported ladder says, with digests that fit, it is a ladder or one sentence."""

import io
import json
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from arena.match.record import digest_of, pack_record, unpack_record
from arena.v1 import record_pb2 as rec
from ladder.archive.exchange import write_export
from ladder.cli.table import rate
from ladder.cli.transfer import import_
from ladder.log.entries import BEGINNING, Announced, Joined, Limited, Limits
from tests.fuzz.fuzzing import accept, assert_sentence, fuzz, mutations
from tests.ladder.ladders import make_ladder, play_on

Files = dict[str, bytes]
ODD: list[Any] = [
    *(None, True, 0, 1, -1, 2, 99, 2**31, 10**30, 1.5, "", "x", "one@1", "two@1", "ONE@1", "one@2"),
    *("six_nimmt", "tonton", "0" * 64, "2026-11-21T12:30:00Z", "\x1b[2J", "[/b]", "'; DROP TABLE"),
    *([], [0], [1, 1], ["one@1", "one@1"], {}, {"timeout": -1}, {"": 10**30}, "opened", "played"),
]


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("export")
    with make_ladder(folder / "whole.db", "one", "two", "three") as store:
        play_on(store, 3, erring=["two"])
        # Words are free, so a change of them is accepted, and hardly any other one.
        store.append(*(Announced(f"at {hour}") for hour in range(6)))
        store.append(Limited(Limits(bots=2)), Joined("ann"))
        write_export(store, folder / "whole.zip", submissions=True)
    with zipfile.ZipFile(folder / "whole.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read(files: Files) -> None:
    """Import it and rate its log: each says what is wrong in a sentence, and leaves nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file, place = Path(folder) / "x.zip", Path(folder) / "x.db"
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        import_into(place, file)
        says_why_not(rate, file)


def import_into(place: Path, file: Path) -> None:
    refused = says_why_not(import_, file, f"--ladder={place}")
    assert place.exists() is not refused
    if not refused:
        accept()


def says_why_not(command: click.Command, *words: object) -> bool:
    try:
        command.main([*map(str, words), "--json"], standalone_mode=False)
    except UserError as mistake:
        assert_sentence(mistake)
        return True
    return False


def sealed(entries: list[dict[str, Any]]) -> bytes:
    """Return a log of these entries with digests that fit."""
    lines, before = [], BEGINNING
    for entry in entries:
        said = [before, entry.get("number"), entry.get("time"), entry.get("body")]
        text = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
        before = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        line = {**entry, "digest": before}
        lines.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")


def changed(value: Any, data: st.DataObject) -> Any:
    """Return it with one thing in it changed: another value, one more, or one less."""
    deed = data.draw(st.sampled_from(["other", "less", "more", "deeper", "deeper", "deeper"]))
    if not value or deed == "other" or not isinstance(value, dict | list):
        alike = [one for one in ODD if type(one) is type(value)]
        return data.draw(st.sampled_from(alike or ODD) | st.sampled_from(ODD))
    if isinstance(value, list):
        at = data.draw(st.integers(0, len(value) - 1))
        kept = {"less": [], "more": [value[at]] * 2}.get(deed)
        return [
            *value[:at],
            *([changed(value[at], data)] if kept is None else kept),
            *value[at + 1 :],
        ]
    key = data.draw(st.sampled_from(sorted(value)))
    # Without a key it is no entry at all, which is soon seen.
    return value | {key: changed(value[key], data)}


@fuzz(30)
@given(data=st.data())
def test_a_log_of_changed_entries_is_a_ladder_or_one_sentence(
    export: Files, data: st.DataObject
) -> None:
    entries = [json.loads(line) for line in export["log.jsonl"].splitlines()]
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(entries) - 1))
        entries[at] = entries[at] | {"body": changed(entries[at]["body"], data)}
    read(export | {"log.jsonl": sealed(entries)})


@fuzz(15)
@given(data=st.data())
def test_a_log_of_changed_bytes_is_a_ladder_or_one_sentence(
    export: Files, data: st.DataObject
) -> None:
    read(export | {"log.jsonl": data.draw(mutations(export["log.jsonl"]))})


@fuzz(20)
@given(data=st.data())
def test_an_export_of_a_changed_record_is_a_ladder_or_one_sentence(
    export: Files, data: st.DataObject
) -> None:
    """With the digest of the record in the log, too."""
    whole = unpack_record(export["records/1.arena"], "").SerializeToString(deterministic=True)
    try:
        record = rec.Record.FromString(data.draw(mutations(whole)))
    except DecodeError:
        return
    if record.plan.games > 1000:
        return
    content = pack_record(record)
    entries = [json.loads(line) for line in export["log.jsonl"].splitlines()]
    for entry in entries:
        if entry["body"].get("match") == 1 and "record" in entry["body"]:
            entry["body"]["record"] = digest_of(content)
    read(export | {"log.jsonl": sealed(entries), "records/1.arena": content})


@fuzz(20)
@given(data=st.data())
def test_a_changed_export_is_a_ladder_or_one_sentence(export: Files, data: st.DataObject) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in export.items():
            archive.writestr(name, content)
    with tempfile.TemporaryDirectory() as folder:
        file, place = Path(folder) / "x.zip", Path(folder) / "x.db"
        file.write_bytes(data.draw(mutations(packed.getvalue())))
        import_into(place, file)
