"""The command `ladder`: its commands by who needs them, and the module in which each stands.

A command is declared beside what it does. Its module is loaded when it is called, listed or
completed, and loads a database, statistics and tables only as it runs. So help stays quick.

Exit code 1 also says that a bot was refused, or that something is wrong with the ladder.
"""

from importlib import import_module
from typing import Final

import click

from arena.terminal.program import Program, end

# By role, as the help shows them: the commands, and by module where they stand.
ROLES: Final = {
    "For everybody": {
        "table": "table",
        "matrix": "matrix",
        "grades": "grades",
        "show": "show",
        "bots": "bots",
        "bot": "bots",
        "matches": "matches",
        "match": "matches",
        "log": "log",
        "rate": "table",
        "verify": "verify",
    },
    "For authors": {
        "login": "login",
        "logout": "login",
        "submit": "submit",
        "uploads": "hand_in",
        "choose": "acts",
        "withdraw": "acts",
        "return": "acts",
        "request": "requests",
        "review": "requests",
        "requests": "requests",
    },
    "For the organiser": {
        "init": "init",
        "course": "course",
        "author": "author",
        "set": "acts",
        "season": "season",
        "exclude": "acts",
        "admit": "acts",
        "bench": "acts",
        "cancel": "acts",
        "suspects": "suspects",
        "publish": "serve",
        "export": "transfer",
        "import": "transfer",
    },
    "For the operator": {
        "run": "run",
        "serve": "serve",
        "scheduler": "cluster",
        "worker": "cluster",
        "workers": "cluster",
        "doctor": "doctor",
        "backup": "backup",
        "restore": "backup",
        "vacuum": "vacuum",
    },
}
_MODULES: Final = {name: module for role in ROLES.values() for name, module in role.items()}
# A missing one of these is a bug; anything else was not installed.
_OURS: Final = frozenset({"arena", "arena_sdk", "ladder"})
# By extra, what has it; all else is in `ladder`.
_EXTRAS: Final = {
    "web": {"fastapi", "jinja2", "markdown_it", "markupsafe", "starlette", "uvicorn"},
    "workers": {"dask", "distributed"},
}


class Commands(Program):
    """The commands of a table, each loaded when somebody asks for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all, without loading any."""
        return sorted({*super().list_commands(ctx), *_MODULES})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _MODULES and cmd_name not in self.commands:
            module = vars(import_module(f"ladder.cli.{_MODULES[cmd_name]}"))
            named = (one for one in module.values() if isinstance(one, click.Command))
            self.add_command(next(one for one in named if one.name == cmd_name))
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = formatter.width - 6 - max(map(len, _MODULES))
        for role, names in ROLES.items():
            found = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name, one.get_short_help_str(width)) for name, one in found if one]
            with formatter.section(role):
                formatter.write_dl(rows)


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
        from arena.extras import install_line

        extras = (extra for extra, names in _EXTRAS.items() if lack.name in names)
        end(f"This needs {lack.name}; type: {install_line(next(extras, 'ladder'))}", 1)
