"""`ladder submit` on this machine: bots go through the ladder's queue, as those of authors do.

Their checks are told as they go. This command makes them itself if no season does.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace

from arena.bots.finding import BotSource, find_bot
from arena.bots.intake import take_in
from arena.boxes.host.leftovers import runtime_folder
from arena.check.report import Report, games_of
from arena.errors import UserError
from arena.runner.host import Host
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say
from ladder.cli.hand_in import watch
from ladder.cli.output import print_json
from ladder.cli.trusting import require_trust
from ladder.log.admission import find_author
from ladder.machine.pulse import count_cpus
from ladder.queries.uploads import read_upload
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from ladder.submissions.intake import Intake
from ladder.submissions.submit import Submitted, enter_samples, enter_unchecked, require_box
from ladder.wire import UploadDetails


class UploadsHere:
    """An author's uploads on a ladder of this machine, as long as a stack holds what that takes.

    Without a running season this program checks them, and no other author's uploads.
    """

    def __init__(
        self, store: Store, place: str, boxes: Host, *, author: str, held: ExitStack
    ) -> None:
        self._store = store
        self._place = place
        self._boxes = boxes
        self._author = author
        self._held = held
        self._own: set[int] = set()
        self._intake: Intake | None = None

    def hand_in(self, source: BotSource) -> Submitted | int:
        """Take a bot in that needs no check; have another one wait for it, and return its number.

        UserError if it is none. Unavailable if it cannot be checked here, and no season runs.
        """
        with runtime_folder() as folder:
            bot = take_in(source, folder)
            content = pack_folder(bot.folder)
            done = enter_unchecked(self._store, bot, content, self._author, self._boxes.box)
            if done is not None:
                return done
            self._check()
            archive = f"{bot.folder.name}.tar.gz"
            uploads = self._store.uploads
            number = uploads.add(self._author, archive, source.name, content)
        self._own.add(number)
        return number

    def upload(self, number: int) -> UploadDetails:
        """Return an upload as it is, once all is begun that can be."""
        self._check()
        # Whether a season runs does not matter where none is needed.
        story = read_upload(self._store, number)
        return replace(story, note="") if self._intake else story

    def _check(self) -> None:
        if self._intake is None:
            with suppress(UserError):
                self._held.enter_context(self._store.season_lock())
                require_box(self._boxes)
                intake = Intake(self._place, self._store, self._boxes, only=self._own)
                self._intake = self._held.enter_context(intake)
        if self._intake is not None and self._own:
            for check in self._intake.ended():
                self._intake.finish(check)
            while len(self._intake.running) < count_cpus() and self._intake.begin():
                pass


def submit_bots(
    bots: Sequence[str], place: str, boxes: Host, *, author: str, trust: bool, as_json: bool
) -> int:
    """Check the bots and take in those that pass; 1 if a check refuses one.

    UserError if one cannot come in whatever it does. The others have come in all the same.
    """
    console = PlainConsole(soft_wrap=True, quiet=as_json)
    with open_store(place) as store:
        find_author(store.roster(), author)
        if trust:
            require_trust(frozenset({author}))
        with ExitStack() as held:
            here = UploadsHere(store, place, boxes, author=author, held=held)
            found = [*_submit(bots, here, boxes.box, console)]
    outcomes = [one for one in found if isinstance(one, Submitted)]
    if as_json:
        print_json(outcomes)
    _raise_mistakes(found)
    refused = any(one.player is None for one in outcomes)
    if not refused:
        missing = [f"--allow-missing={name}" for name in boxes.allow_missing]
        again = ["--trust"] if trust else missing
        console.print(advise("run", "--matches", 10, *again, program="ladder"))
    return int(refused)


def _submit(
    bots: Sequence[str], here: UploadsHere, box: str, console: PlainConsole
) -> Iterator[Submitted | UserError]:
    """Have all wait that need a check, before any is waited for; yield what came of each."""
    waiting: dict[int, str] = {}
    for bot in bots:
        try:
            found = here.hand_in(find_bot(bot))
        except UserError as mistake:
            yield UserError(f"{bot} does not come in. {mistake}")
            continue
        if isinstance(found, Submitted):
            console.print(
                f"{found.report.steps[0].finding.sentence} {found.player} is on the ladder."
            )
            yield found
        else:
            waiting[found] = bot
    for number, bot in waiting.items():
        story = watch(here.upload, number, console)
        report = Report(bot, tuple(games_of(story.steps)), box, story.steps, story.seed)
        yield Submitted(bot, story.upload.player, report)


def _raise_mistakes(found: Iterable[object]) -> None:
    mistakes = [one for one in found if isinstance(one, UserError)]
    for mistake in mistakes[:-1]:
        say(str(mistake), sys.stderr)
    if mistakes:
        raise mistakes[-1]


def submit_samples(place: str, *, as_json: bool) -> None:
    """Take in the graded field, and say who came in; UserError if one did not."""
    with open_store(place) as store:
        found = [*enter_samples(store)]
    entered = [one for one in found if not isinstance(one, UserError)]
    if as_json:
        print_json(entered)
    elif entered:
        say(f"On the ladder: {', '.join(entered)}.")
    _raise_mistakes(found)
    if not as_json:
        say(advise("run", "--matches", 10, program="ladder"))
