"""Every folder of an attack is whole: it says what it tries, and its program finds its imports."""

import ast
import tomllib
from collections.abc import Iterator

import pytest

from arena.attacks.attack import BOTS, HOSTILE
from arena.attacks.catalogue import ATTACKS
from arena.games import find_game, game_names
from arena.games.options import read_options
from arena.match.verdict import Verdict

FOLDERS = sorted({attack.folder for attack in ATTACKS.values()})
PROGRAMS = {folder.name: ast.parse((folder / "bot.py").read_text()) for folder in FOLDERS}
SHARED = {path.stem: ast.parse(path.read_text()) for path in HOSTILE.glob("*.py")}
VERDICTS = {str(verdict) for verdict in Verdict}


def test_every_attack_says_what_it_tries_and_what_has_to_come_of_it() -> None:
    assert ATTACKS
    for name, attack in ATTACKS.items():
        assert attack.what, name
        assert attack.what[-1] != ".", name
        assert attack.verdicts, name
        # A text alone would be a collection too, of letters.
        for listed in (attack.verdicts, attack.under_gvisor, attack.games, attack.arguments):
            assert not isinstance(listed, str), name
        assert {*attack.verdicts, *attack.under_gvisor} <= VERDICTS, name
        for game in map(find_game, attack.games or game_names()):
            assert attack.seats(game.name) in game.seats, name
        for game in map(find_game, attack.games):
            read_options(game, attack.options)


def test_every_program_says_first_what_it_tries_and_finds_what_it_imports() -> None:
    assert PROGRAMS
    for folder, program in PROGRAMS.items():
        said = ast.get_docstring(program) or ""
        assert said.startswith("A bot that "), folder
        assert said.endswith("."), folder
        for module, name in shared_imports(program):
            assert name in {*defined(SHARED[module])}, f"{folder}: {module} has no {name}"


def test_nothing_lies_among_the_attacks_that_is_none() -> None:
    known = {folder / name for folder in FOLDERS for name in ("bot.py", "attack.toml")}
    known.add(BOTS / "README.md")
    found = {path for path in BOTS.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert found == known


def test_no_attack_hides_another_of_its_name() -> None:
    told = [tomllib.loads((folder / "attack.toml").read_text()) for folder in FOLDERS]
    assert sum(len(fields.get("variants", [fields])) for fields in told) == len(ATTACKS)


def test_all_that_is_shared_is_used() -> None:
    trees = [*PROGRAMS.values(), *SHARED.values()]
    needed = {name for tree in trees for _, name in shared_imports(tree)}
    needed |= {name for tree in SHARED.values() for name in read(tree)}
    made = {name for tree in SHARED.values() for name in functions(tree)}
    assert made <= needed
    assert {module for tree in trees for module, _ in shared_imports(tree)} == {*SHARED}


@pytest.mark.usefixtures("processes")
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
