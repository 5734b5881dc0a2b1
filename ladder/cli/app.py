"""The command `ladder`: its commands by who needs them, and the module in which each stands.

A command is declared beside what it does, and its module is loaded when it is called. A command
that speaks to a server loads no database.

Exit code 1 also says that a bot was refused, or that something is wrong with the ladder.
"""

import ast
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from arena.extras import install_line
from arena.terminal.program import Program, end

# By role, as the help shows them.
ROLES: Final = {
    "For everybody": "table matrix grades show bots bot matches match log rate verify",
    "For authors": "login logout submit uploads choose withdraw return request review requests",
    "For the organiser": (
        "init course author set season exclude admit bench cancel suspects publish export import"
    ),
    "For the operator": "run serve scheduler worker workers doctor backup restore vacuum",
}
# A command stands in the module of its name, or else in one of these.
_SHARED: Final = {
    "acts": "choose withdraw return set exclude admit bench cancel",
    "backup": "restore",
    "bots": "bot",
    "cluster": "scheduler worker",
    "hand_in": "uploads",
    "login": "logout",
    "matches": "match",
    "requests": "request review",
    "serve": "publish",
    "table": "rate",
    "transfer": "export import",
}
_MODULES: Final = {name: name for role in ROLES.values() for name in role.split()} | {
    name: module for module, names in _SHARED.items() for name in names.split()
}
# A missing one of these is a bug; anything else was not installed.
_OURS: Final = frozenset({"arena", "arena_sdk", "ladder"})
# By extra, what has it; all else is in `ladder`.
_EXTRAS: Final = {
    "web": {"fastapi", "jinja2", "markdown_it", "markupsafe", "starlette", "uvicorn"},
    "workers": {"dask", "distributed"},
}


class Commands(Program):
    """The commands of a table, each loaded when it is called.

    Help and completion list them by the docstrings in their sources, and load none.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_MODULES})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _MODULES and cmd_name not in self.commands:
            module = vars(import_module(f"ladder.cli.{_MODULES[cmd_name]}"))
            named = (one for one in module.values() if isinstance(one, click.Command))
            self.add_command(next(one for one in named if one.name == cmd_name))
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
        for role, names in ROLES.items():
            with formatter.section(role):
                formatter.write_dl([(name, _summarise(name, width)) for name in names.split()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        begun = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        named = [CompletionItem(name, help=_summarise(name)) for name in begun]
        return named + click.Command.shell_complete(self, ctx, incomplete)


def _summarise(name: str, width: int = 45) -> str:
    """Return the short help of a command, as click makes it of its docstring."""
    told = _read_docstrings(_MODULES[name])[name]
    return click.Command(name, help=told).get_short_help_str(width)


@cache
def _read_docstrings(module: str) -> Mapping[str, str | None]:
    """Return the docstrings of a module's functions from its source, by the names of commands.

    A function whose name would be a keyword, or a type, has a `_` behind it.
    """
    tree = ast.parse(Path(__file__).with_name(f"{module}.py").read_text("utf-8"))
    functions = (one for one in tree.body if isinstance(one, ast.FunctionDef))
    return {one.name.rstrip("_"): ast.get_docstring(one) for one in functions}


@click.group(cls=Commands, context_settings={"show_default": True})
@click.version_option(package_name="card-arena")
def app() -> None:
    """Rank bots: who plays whom, and who is best."""


def main() -> None:
    """Run the command line, or say what was not installed with it."""
    try:
        app()
    except ModuleNotFoundError as lack:
        if (lack.name or "").partition(".")[0] in _OURS:
            raise
        extras = (extra for extra, names in _EXTRAS.items() if lack.name in names)
        end(f"This needs {lack.name}; type: {install_line(next(extras, 'ladder'))}", 1)
