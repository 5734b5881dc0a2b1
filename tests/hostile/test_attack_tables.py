"""Every attack is whole: its table says what must come of it, and its program finds its imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.attacks.attack import ATTACKS, BOTS, HOSTILE, Attack
from arena.games import find_game, game_names
from arena.match.verdict import Verdict
from tests.hostile.more import EVERY, MORE, MORE_BOTS

PROGRAMS = {attack.program: ast.parse(attack.program.read_text()) for attack in EVERY.values()}
SHARED = {
    path.stem: ast.parse(path.read_text())
    for folder in (HOSTILE, MORE_BOTS / HOSTILE.name)
    for path in folder.glob("*.py")
}
VERDICTS = {str(verdict) for verdict in Verdict}
BOXES = Path(__file__).parents[2] / "docs/boxes.md"


@pytest.mark.parametrize("name", EVERY)
def test_every_attack_says_what_it_tries_and_what_has_to_come_of_it(name: str) -> None:
    attack = EVERY[name]
    assert attack.what
    assert attack.what[-1] != "."
    assert attack.verdicts
    # A text alone would be a collection too, of letters.
    for listed in (attack.verdicts, attack.under_gvisor, attack.arguments):
        assert not isinstance(listed, str)
    assert {*attack.verdicts, *attack.under_gvisor} <= VERDICTS
    for game in [attack.game] if attack.game else game_names():
        assert attack.seats(game) in find_game(game).seats


def test_every_wall_is_in_the_documents_with_its_attacks() -> None:
    table = BOXES.read_text().partition("| wall | tried by |")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    walls: dict[str, list[str]] = {}
    for name, attack in ATTACKS.items():
        walls.setdefault(attack.wall, []).append(f"`{name}`")
    assert {row[0]: sorted(row[1].split(", ")) for row in rows} == {
        wall: sorted(names) for wall, names in walls.items()
    }


def test_every_program_says_first_what_it_tries_and_finds_what_it_imports() -> None:
    for path, program in PROGRAMS.items():
        said = ast.get_docstring(program) or ""
        assert said.startswith("A bot that "), path
        assert said.endswith("."), path
        for module, name in shared_imports(program):
            assert name in {*defined(SHARED[module])}, f"{path}: {module} has no {name}"


@pytest.mark.parametrize(("folder", "attacks"), [(BOTS, ATTACKS), (MORE_BOTS, MORE)])
def test_nothing_lies_among_the_attacks_that_is_none(
    folder: Path, attacks: dict[str, Attack]
) -> None:
    assert {*folder.glob("*.py")} == {attack.program for attack in attacks.values()}


def test_all_that_is_shared_is_used() -> None:
    trees = [*PROGRAMS.values(), *SHARED.values()]
    needed = {name for tree in trees for _, name in shared_imports(tree)}
    needed |= {name for tree in SHARED.values() for name in read(tree)}
    made = {name for tree in SHARED.values() for name in functions(tree)}
    assert made <= needed
    assert {module for tree in trees for module, _ in shared_imports(tree)} == {*SHARED} - {
        "__main__"
    }


def shared_imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield module and name of what is imported of the package that hostile programs share."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            package, _, module = node.module.partition(".")
            if package == HOSTILE.name:
                yield from ((module or "__init__", alias.name) for alias in node.names)


def defined(tree: ast.Module) -> Iterator[str]:
    yield from functions(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def functions(tree: ast.Module) -> Iterator[str]:
    return (node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def read(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
