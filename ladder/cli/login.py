"""`ladder login` and `ladder logout`: with which token bots are handed in to which server.

The token is kept in the user's configuration folder, in a file that nobody else may read.
"""

import json
import os
import sys
from getpass import getpass
from pathlib import Path

from platformdirs import user_config_path

from arena.errors import HostFailure, UserError
from arena.terminal.output import say, say_json
from ladder.client import Client, Login, check_url
from ladder.queries.wording import plural


def log_in(url: str, *, from_stdin: bool, as_json: bool) -> None:
    """Check a token and keep it. UserError if the server does not know it."""
    login = Login(check_url(url), _read_token(from_stdin=from_stdin))
    handed_in = len(Client(login).uploads().uploads)
    path = _keep(login)
    if as_json:
        say_json({"url": login.url, "file": str(path)})
        return
    say(f"Logged in at {login.url}, where you see {plural(handed_in, 'upload')}.")
    said = f"The token is in {path}, for you alone."
    say(f"{said} ladder submit and ladder request speak to that server from now on.")


def log_out(*, as_json: bool) -> None:
    """Forget the token. It stays valid: the organiser revokes it."""
    path = _file()
    was = path.exists()
    path.unlink(missing_ok=True)
    if as_json:
        say_json({"logged_out": was})
    else:
        say("Logged out; the token is gone from here." if was else "You were not logged in.")


def find_login() -> Login | None:
    """Return the server of the login; None without one. UserError if its file cannot be read."""
    path = _file()
    try:
        said = json.loads(path.read_text("utf-8"))
        return Login(check_url(said["url"]), str(said["token"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UserError(f"{path} cannot be read; ladder login URL writes it again.") from error


def require_login() -> Login:
    """Return the server of the login. UserError without one."""
    login = find_login()
    if login is None:
        raise UserError("You are not logged in; ladder login URL does that.")
    return login


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


def _keep(login: Login) -> Path:
    path = _file()
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as kept:
            json.dump({"url": login.url, "token": login.token}, kept)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise HostFailure(f"{path} cannot be written: {error.strerror}") from error
    return path
