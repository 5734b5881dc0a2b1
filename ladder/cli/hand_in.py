"""`ladder submit` to a server, and `ladder uploads`: bots are handed in where one has logged in."""

import time
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click
from rich.console import RenderableType

from arena.bots.finding import find_bot
from arena.bots.intake import take_in
from arena.check.printing import tell_step
from arena.errors import HostFailure, UserError
from arena.terminal.console import PlainConsole
from arena.terminal.options import FROM_ONE
from ladder.cli.login import check_head, require_login
from ladder.cli.output import Shown, make_table, print_json, printing
from ladder.client import Client, Login
from ladder.submissions.files import pack_folder
from ladder.wire import UploadDetails, UploadList, UploadState

# How often it is asked how a check does, in seconds.
_PAUSE: Final = 1.0


def hand_in(bots: Sequence[str], login: Login, *, as_json: bool) -> int:
    """Hand in bots and show how they are checked; 1 if one is refused, 130 after Ctrl-C."""
    console = PlainConsole(soft_wrap=True, quiet=as_json)
    client = Client(login)
    # All before any is sent: whatever is wrong with one is said first.
    packed = [_pack(bot) for bot in bots]
    if other := check_head(client, login):
        PlainConsole(stderr=True, soft_wrap=True).print(other)
    console.print(f"Handing in at {login.url} ...")
    sent = [client.hand_in(*one) for one in packed]
    stories: list[UploadDetails] = []
    for upload in sent:
        try:
            stories.append(watch(client.upload, upload.number, console))
        except KeyboardInterrupt:
            numbers = ", ".join(str(one.number) for one in sent[len(stories) :])
            PlainConsole(stderr=True, soft_wrap=True).print(
                f"Handed in all the same: upload {numbers}. ladder uploads {upload.number} says"
                " what comes of it."
            )
            return 130
    if as_json:
        print_json(stories)
    return int(any(story.upload.state is not UploadState.ACCEPTED for story in stories))


@click.command(epilog="Example: ladder uploads 3")
@click.argument("number", type=FROM_ONE, required=False)
@printing()
def uploads(*, number: int | None) -> Shown:
    """Show what you have handed in at the server, or one check."""
    client = Client(require_login())
    if number is None:
        found = client.uploads()
        return Shown(found, _tell_list(found))
    story = client.upload(number)
    return Shown(story, _tell_story(story))


def _tell_story(story: UploadDetails) -> Iterator[RenderableType]:
    for step in story.steps:
        yield from tell_step(step)
    yield from _describe(story)


def _pack(text: str) -> tuple[str, str | None, bytes]:
    """Return a bot's files as an archive, with what they are called. UserError if it is none."""
    source = find_bot(text)
    with TemporaryDirectory(prefix="ladder-") as place:
        bot = take_in(source, Path(place))
        return f"{bot.folder.name}.tar.gz", source.name, pack_folder(bot.folder)


def watch(ask: Callable[[int], UploadDetails], number: int, console: PlainConsole) -> UploadDetails:
    """Print the steps of a check as they happen, and then what came of it."""
    shown, told = 0, [""]
    while True:
        story = _look(ask, number)
        # A check that is made again begins its steps again.
        shown = min(shown, len(story.steps))
        for step in story.steps[shown:]:
            console.print_lines(tell_step(step))
        shown, said = len(story.steps), _describe(story)
        console.print_lines(said if said != told else [])
        told = said
        if story.upload.state.is_over:
            return story
        time.sleep(_PAUSE)


def _look(ask: Callable[[int], UploadDetails], number: int) -> UploadDetails:
    stays = f"Upload {number} was handed in; ladder uploads {number} says what comes of it"
    try:
        return ask(number)
    except UserError as mistake:
        raise UserError(f"{mistake} {stays}.") from mistake
    except HostFailure as failure:
        raise HostFailure(f"{failure}. {stays}") from failure


def _describe(story: UploadDetails) -> list[str]:
    """Return in a line or two how far an upload has come."""
    upload = story.upload
    place = f", place {upload.place} in the queue" if upload.place else ""
    line = f"Upload {upload.number} ({upload.name}): {upload.state}{place}. {upload.outcome}"
    again = f"The same random seed: arena check BOT {story.repeat}" if story.seed else ""
    return [one for one in (line.rstrip(), story.note, again) if one]


def _tell_list(found: UploadList) -> Iterator[RenderableType]:
    if found.note:
        yield found.note
    rows = map(attrgetter("number", "time", "author", "name", "state"), found.uploads)
    yield make_table(["#upload", "time (UTC)", "author", "file", "state"], rows)
