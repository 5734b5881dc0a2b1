"""What is said of a bot's limits is what holds."""

from pathlib import Path

from arena_sdk import Bot

from arena.boxes.kinds.container import host_settings
from arena.check.limits import say_limits
from arena.check.refusal import say_right
from arena.containers.runtime import GVISOR, USUAL, Runtime
from arena.languages import find_language, language_names
from arena.match.clock import TimeControl
from arena.match.verdict import Verdict
from ladder.store.files import KEPT_MATCHES, MAX_LOG_CHARS
from tests.documents.limits import IN_BOXES, write_build_table, write_tables

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "limits.md").read_text()


def test_the_page_has_the_tables_of_the_program() -> None:
    assert write_tables() in PAGE
    kept = f"keeps {MAX_LOG_CHARS // 1024} KiB of each for the last {KEPT_MATCHES}"
    assert kept in " ".join(PAGE.split())


def test_the_page_of_languages_has_the_limits_commands_and_files_of_the_program() -> None:
    page = (DOCS / "languages.md").read_text()
    assert write_build_table() in page
    for language in map(find_language, language_names()):
        assert f"| `{language.name}` | `{language.source or 'bot.py'}` |" in page
        if language.build:
            assert f"| `{language.name}` | `{' '.join(language.build)}` |" in page


def test_the_sdk_says_the_same() -> None:
    said = say_limits("container").removeprefix("A bot has ").removesuffix(".")
    assert said in " ".join((Bot.__doc__ or "").split())


def held_to(runtime: Runtime) -> set[str]:
    """Return the numbers that the engine is given, as they are told."""
    settings = host_settings(Path("/seat"), Path("/files"), runtime)
    mounted = dict(part.partition("=")[::2] for part in settings["tmpfs"]["/tmp"].split(","))
    limits = {limit["name"]: limit["hard"] for limit in settings["ulimits"]}
    return {
        f"{settings['mem_limit'] // 1024**2} MB",
        str(settings["nano_cpus"] // 10**9),
        str(settings["pids_limit"]),
        str(limits["nofile"]),
        f"`/tmp`: {int(mounted['size']) // 1024**2} MB, {int(mounted['nr_inodes']):,} files",
        f"{limits['fsize'] // 1024**2} MB",
    }


def test_a_container_is_held_to_what_the_table_says() -> None:
    assert held_to(USUAL) <= {limit.container for limit in IN_BOXES}
    assert held_to(GVISOR) <= {limit.gvisor.partition(", with")[0] for limit in IN_BOXES}


def test_what_would_have_been_right_is_so_in_the_box_of_the_check() -> None:
    def right(verdict: Verdict, box: str) -> str:
        return say_right(verdict, TimeControl(start=7), box)

    alive = "A bot runs until its referee says Goodbye."
    begun = (
        "A program that opens the socket in ARENA_SOCKET and sends a Join within 7 s of its start."
    )
    for verdict, sentence in ((Verdict.CRASHED, alive), (Verdict.NO_START, begun)):
        assert right(verdict, "process") == sentence
        for box in ("container", "gvisor"):
            assert right(verdict, box) == f"{sentence} {say_limits(box)}"


def test_a_check_says_the_limits_of_its_box() -> None:
    assert "256 MB of memory, 1 CPU, 32 processes" in say_limits("container")
    assert "320 MB" in say_limits("gvisor")
    assert say_limits("process") == ""


def test_an_error_that_follows_from_the_verdict_is_not_told_as_its_cause() -> None:
    log = (
        'Traceback (most recent call last):\n  File "bot.py", line 1\nConnectionError: it is gone\n'
    )

    def right(verdict: Verdict, log: str) -> str:
        return say_right(verdict, TimeControl(), "process", log)

    assert right(Verdict.PROTOCOL, log) == right(Verdict.PROTOCOL, "")
    assert right(Verdict.CRASHED, log) != right(Verdict.CRASHED, "")
