"""`ladder login` and `ladder logout`: with which token bots are handed in to which server.

The token is kept in the user's configuration folder, in a file that nobody else may read.
"""

import json
import sys
from dataclasses import asdict, replace
from getpass import getpass
from pathlib import Path

import click
from click.core import ParameterSource
from platformdirs import user_config_path

from arena.errors import HostFailure, UserError
from ladder.cli.output import Shown, printing
from ladder.client import Client, Login, check_fingerprint, check_url
from ladder.machine.private import write_private
from ladder.queries.wording import plural
from ladder.wire import LogHead


@click.command(epilog="Example: ladder login https://ladder.example")
@click.argument("url")
@click.option("--token-stdin", "from_stdin", is_flag=True, help="Read the token from stdin.")
@click.option("--fingerprint", default="", help="SHA-256 of the server's own certificate.")
@printing()
def login(*, url: str, from_stdin: bool, fingerprint: str) -> Shown:
    """Have submit and request speak to a server from now on.

    It asks for your token. The organiser makes one by ladder author token.
    """
    address = check_url(url)
    known = fingerprint and check_fingerprint(fingerprint, address)
    there = Login(address, _read_token(from_stdin=from_stdin), known)
    handed_in = len(Client(there).uploads().uploads)
    path = _keep(there)
    lines = [
        f"Logged in at {there.url}, where you see {plural(handed_in, 'upload')}.",
        f"The token is in {path}, for you alone.",
        "ladder submit and ladder request speak to that server from now on.",
    ]
    return Shown({"url": there.url, "file": path}, lines)


@click.command(epilog="Example: ladder logout")
@printing()
def logout() -> Shown:
    """Forget the server of the login, with its token. The organiser revokes the token."""
    path = _file()
    was = path.exists()
    path.unlink(missing_ok=True)
    said = "Logged out; the token is gone from here." if was else "You were not logged in."
    return Shown({"logged_out": was}, [said])


def find_server(*here: str) -> Login | None:
    """Return the server that is meant; None if it is a ladder of this machine.

    The options `here` are for such a ladder only.
    """
    context = click.get_current_context()

    def is_given(name: str) -> bool:
        return context.get_parameter_source(name) is not ParameterSource.DEFAULT

    found = None if is_given("place") else _find_login()
    for name in filter(is_given, here if found else ()):
        option = f"--{name.replace('_', '-')}"
        raise click.UsageError(
            f"{option} is for a ladder of this machine, which --ladder names; without it"
            f" {context.info_name} speaks to {found and found.url}."
        )
    return found


def _find_login() -> Login | None:
    """Return the server of the login; None without one. UserError if its file cannot be read."""
    path = _file()
    try:
        said = json.loads(path.read_text("utf-8"))
        url, head = check_url(said["url"]), said.get("head")
        return Login(
            url, str(said["token"]), str(said.get("fingerprint", "")), head and LogHead(**head)
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path} cannot be read; ladder login URL writes it again.") from error


def require_login() -> Login:
    """Return the server of the login. UserError without one."""
    found = _find_login()
    if found is None:
        raise UserError("You are not logged in; ladder login URL does that.")
    return found


def check_head(client: Client, login: Login) -> str:
    """Keep the last entry of the server's log; say in a sentence if it is not the log seen before.

    A course may hide its log from authors, and then nothing is kept.
    """
    seen = login.head
    try:
        known = seen and client.read_head(seen.number)
        newest = client.read_head()
    except (UserError, HostFailure):
        return ""
    if seen and known != seen:
        return (
            f"The log at {login.url} is not the one seen here before: its entry {seen.number} had"
            f" the digest {seen.digest}. Ask the organiser why; ladder login {login.url} begins"
            " again with the log of now."
        )
    _keep(replace(login, head=newest))
    return ""


def _file() -> Path:
    return user_config_path("card-arena", appauthor=False) / "login.json"


def _read_token(*, from_stdin: bool) -> str:
    if not from_stdin and not sys.stdin.isatty():
        raise UserError("There is nobody to be asked for a token; --token-stdin reads it.")
    try:
        token = (sys.stdin.readline() if from_stdin else getpass("Token: ")).strip()
    except (EOFError, UnicodeError) as error:
        raise UserError("No token was typed; the organiser gives one.") from error
    # It becomes a header.
    if not token or not token.isascii() or not token.isprintable():
        raise UserError("That is no token; the organiser gives one, by ladder author token NAME.")
    return token


def _keep(there: Login) -> Path:
    path = _file()
    write_private(path, json.dumps(asdict(there)).encode())
    return path
