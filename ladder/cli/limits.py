"""`ladder limits`: what each author may have, shown and changed."""

from dataclasses import dataclass

import msgspec

from arena.cli.advice import advise
from arena.cli.terminal import say
from arena.errors import UserError
from ladder.cli.output import print_json
from ladder.log import Limited, Limits
from ladder.store.opening import open_store


@dataclass(frozen=True, slots=True)
class AskedLimits:
    """Limits that somebody has named; None for one that stays as it is."""

    bots_per_author: int | None = None
    submissions_a_day: int | None = None
    unsettled: int | None = None
    requests_a_day: int | None = None

    def changed(self, limits: Limits) -> Limits:
        """Return the limits with these in their places."""
        named = {
            "bots": self.bots_per_author,
            "submissions_a_day": self.submissions_a_day,
            "unsettled": self.unsettled,
            "requests_a_day": self.requests_a_day,
        }
        given = {name: number for name, number in named.items() if number is not None}
        return msgspec.structs.replace(limits, **given)


def change_limits(place: str, asked: AskedLimits, *, as_json: bool) -> None:
    """Show the limits, after changing those that are named. UserError if that changes nothing."""
    with open_store(place) as store:
        before = store.roster().limits
        limits = asked.changed(before)
        if asked != AskedLimits() and limits == before:
            raise UserError(f"The limits are so already: {limits}.")
        entries = store.append(Limited(limits)) if limits != before else []
    if as_json:
        entry = entries[0].number if entries else None
        print_json(limits, entry=entry)
        return
    noted = f" This is entry {entries[0].number} of the log." if entries else ""
    say(f"Each author may have {limits}.{noted}")
    say(advise("author", "list", program="ladder"))
