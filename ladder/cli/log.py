"""`ladder log`: what has happened on a ladder, an entry a line, the newest first."""

from textwrap import wrap

from rich.text import Text

from arena.foreign_text import show
from arena.terminal.advice import advise
from ladder.cli.output import make_console, make_table, print_json
from ladder.queries.lookup import find_kinds
from ladder.queries.overview import list_log
from ladder.queries.wording import describe_time
from ladder.store.opening import open_store

# Of one line: a reason may be a stranger's.
_MOST_LETTERS = 500
# What is left of 80 columns beside the number and the time.
_WIDTH = 55


def show_log(place: str, kinds: tuple[str, ...], last: int, *, as_json: bool) -> None:
    wanted = find_kinds(*kinds)
    with open_store(place) as store:
        found = list(list_log(store, kinds=wanted, newest=last))
    if as_json:
        print_json(found)
        return
    console = make_console()
    table = make_table("entry", "time (UTC)", "what", left=["what"])
    for one in found:
        # Made safe here, since it has lines of ours.
        by = f" (by {one.by})" if one.by else ""
        said = Text("\n".join(wrap(show(one.text, _MOST_LETTERS) + show(by), _WIDTH)))
        table.add_row(f"{one.number}", describe_time(one.time)[:16], said)
    console.print(table)
    console.print(advise("export", "ladder.zip", program="ladder"))
