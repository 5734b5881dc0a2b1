"""One attack: a bot that does one wrong thing, and what has to come of it.

Until its attack, and after one that has failed, a bot plays the first legal move. That is what the
referee plays for a seat that is lost, so the game is the same in any case, move for move.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.games import find_game
from arena.match.clock import TimeControl

# A bot on the SDK. `attack(turn)` runs when the second question is asked, before its answer; a
# truthy result is answered instead of the first legal move. `escaped(what)` says that a wall did
# not hold, in a way that nobody overlooks. `lines_of(path)` has a file's lines, if it can be read.
BOT: Final = """\
import os, sys, time
from arena_sdk import Bot, run

def escaped(what):
    print("ESCAPED:", what, flush=True)
    os._exit(66)

# Of what is closed to a bot there is nothing to be seen.
def lines_of(path):
    try:
        with open(path) as file:
            return file.read().splitlines()
    except OSError:
        return []

def attack(turn):
    return None

{body}

class Attacker(Bot):
    asked = 0
    def choose(self, turn):
        self.asked += 1
        answer = attack(turn) if self.asked == 2 else None
        return answer or turn.legal[0]

run(Attacker)
"""

# A client without the SDK: `say` sends a message or bytes, `hear` waits for one, `wait_turn` for a
# question, `answer` gives the first legal move, `play_on` does so to the end of the match.
CLIENT: Final = """\
import os, queue, socket, sys, time
import grpc
from arena.v1 import arena_pb2 as pb

ADDRESS = os.environ["ARENA_SOCKET"]
PATH = ADDRESS.removeprefix("unix:")
METHOD = "/arena.v1.Referee/Play"
out = queue.SimpleQueue()

def escaped(what):
    print("ESCAPED:", what, flush=True)
    os._exit(66)

def connect(options=()):
    global heard, channel
    channel = grpc.insecure_channel(ADDRESS, options=options)
    heard = channel.stream_stream(METHOD)(iter(out.get, None))

def say(message):
    out.put(message if isinstance(message, bytes) else message.SerializeToString())

def hear():
    return pb.RefereeMessage.FromString(next(heard))

def join():
    say(pb.BotMessage(join=pb.Join(revision=1)))

def wait_turn():
    while (message := hear()).WhichOneof("message") != "turn":
        if message.WhichOneof("message") == "goodbye":
            sys.exit(0)
    return message.turn

def answer(turn):
    say(pb.BotMessage(choice=pb.Choice(turn=turn.number, move=turn.legal[0])))

def play_on():
    while True:
        answer(wait_turn())

{body}
"""


# Verdicts that are right under gVisor, too, for a bot that goes to its limits: calls and forks cost
# more there, and whoever goes over its memory is ended with all of its box, and not alone.
DEAR: Final = ("out_of_memory", "timeout")

SUPERVISOR_ENDS: Final = (
    "the bot can end its supervisor there, which is the end of its own box and its own forfeit"
)


@dataclass(frozen=True)
class Attack:
    """A bot's program, and what its seat must get for it."""

    what: str
    """What it tries, as the end of "A bot that ..."."""
    source: str
    """Its bot.py."""
    verdicts: Collection[str] = ("ok",)
    """The verdicts that are right; `ok` if the attack comes to nothing and the bot plays on."""
    evidence: str = ""
    """What the forfeit's sentence or log must say."""
    games: Collection[str] = ()
    """The games in which it makes sense; empty for all."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant of its game, as `arena play --option` is told it."""
    twins: bool = False
    """It sits at two seats, which try to meet."""
    crowd: int = 0
    """It sits at so many seats, and all attack at once."""
    sleeps: bool = False
    """It lets nearly all its time go by, so it gets little."""
    under_gvisor: Collection[str] = ()
    """What else is right under gVisor, where no evidence is asked for then."""
    not_by_gvisor: str = ""
    """Why gVisor's box does not stop it, and what bounds it there; empty if it does."""
    not_by_container: str = ""
    """The same of a container."""

    @property
    def attackers(self) -> int:
        """At how many seats it sits."""
        return self.crowd or 1 + self.twins

    def seats(self, game: str) -> int:
        """Return how many play: it and one who is innocent, or as many as the game needs."""
        return max(self.attackers + 1, find_game(game).seats[0])

    def bank(self, box: str) -> float:
        """Return its seconds: few if its time may run out there, else plenty on any machine."""
        return 0.5 if self.sleeps or "timeout" in self.right(box) else 10.0

    def control(self, box: str) -> TimeControl:
        """Return the clock of its game.

        Who is to join late is not waited for as long as others may need on a busy machine.
        """
        late = "no_start" in self.verdicts and box != "gvisor"
        return TimeControl(bank=self.bank(box), increment=0.1, start=5.0 if late else 10.0)

    def right(self, box: str) -> Collection[str]:
        """Return the verdicts that are right in such a box."""
        return (*self.verdicts, *(self.under_gvisor if box == "gvisor" else ()))

    def known_open(self, box: str) -> str:
        """Return why such a box does not stop it; empty if it does."""
        return {"gvisor": self.not_by_gvisor, "container": self.not_by_container}.get(box, "")

    def must(self, box: str) -> str:
        """Say what has to come of it in such a box."""
        ends = ["it plays on" if right == "ok" else right for right in self.right(box)]
        said = f", and the evidence says {self.evidence!r}" if self.evidence else ""
        return " or ".join(ends) + said

    def write(self, folder: Path) -> Path:
        """Make the bot's folder."""
        folder.mkdir(parents=True)
        (folder / "bot.toml").write_text('name = "attacker"\n')
        (folder / "bot.py").write_text(self.source)
        return folder


def bot(body: str) -> str:
    """Return a bot on the SDK, with this before it: most define `attack(turn)`."""
    return BOT.replace("{body}", body)


def client(body: str) -> str:
    """Return a client without the SDK that does this."""
    return CLIENT.replace("{body}", body)
