"""`ladder vacuum`: gives back the space that a ladder does not need any more."""

from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder.cli.output import print_json, working
from ladder.store.opening import open_store
from ladder.store.space import vacuum


def give_space_back(place: str, *, as_json: bool) -> None:
    """Do it and say how much it was. UserError while a season runs, which would wait meanwhile."""
    with open_store(place) as store, store.alone(), working("copying"):
        before, after = vacuum(store.connections.url)
    if as_json:
        print_json({"before": before, "after": after})
        return
    say(f"The ladder took {before / 1e6:.1f} MB, and takes {after / 1e6:.1f} MB now.")
    say(advise("doctor", program="ladder"))
