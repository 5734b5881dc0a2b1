"""Who is on a ladder, and what counts: what follows from the entries that are no results."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ladder.log import Admitted, Benched, Entered, Entry, Excluded, Returned
from ladder.result import Player, Result, name_of


@dataclass(slots=True)
class Roster:
    """The bots with their versions, who is benched, who and what is excluded."""

    versions: dict[Player, Entered] = field(default_factory=dict)
    """All that ever came in, in that order."""
    current: dict[str, Player] = field(default_factory=dict)
    """The newest version of every bot, by the bot's name."""
    benched: dict[Player, Benched] = field(default_factory=dict)
    came_in: dict[Player, int] = field(default_factory=dict)
    """The entry with which a player last came in, for the first time or back."""
    excluded_players: dict[Player, str] = field(default_factory=dict)
    """With the reasons."""
    excluded_matches: dict[int, str] = field(default_factory=dict)
    number: int = 0
    """The last entry that it has taken note of."""

    def add(self, entry: Entry) -> None:
        """Take note of an entry; results change nothing."""
        self.number = entry.number
        match entry.body:
            case Entered() as entered:
                self.versions[entered.player] = entered
                self.current[name_of(entered.player)] = entered.player
                self.came_in[entered.player] = entry.number
            case Benched() as benched:
                self.benched[benched.player] = benched
            case Returned(player=player):
                self.benched.pop(player, None)
                self.came_in[player] = entry.number
            case Excluded(reason=reason, player=player, match=match):
                if player is not None:
                    self.excluded_players[player] = reason
                if match is not None:
                    self.excluded_matches[match] = reason
            case Admitted(player=player, match=match):
                if player is not None:
                    self.excluded_players.pop(player, None)
                if match is not None:
                    self.excluded_matches.pop(match, None)

    def listed(self, *, versions: bool = False) -> list[Player]:
        """Return who stands on the board: the newest versions, or all, but for the excluded."""
        players = self.versions if versions else self.current.values()
        return [one for one in players if one not in self.excluded_players]

    def active(self) -> list[Player]:
        """Return who plays: who is listed and not benched."""
        return [player for player in self.listed() if player not in self.benched]

    def why_not_playing(self, player: Player) -> str:
        """Say why somebody who came in does not play, as a clause; empty if it does."""
        newest = self.current[name_of(player)]
        if player in self.excluded_players:
            return f"{player} is excluded: {self.excluded_players[player]}"
        if newest != player:
            return f"{player} does not play any more; {newest} has taken its place"
        if player in self.benched:
            reason = self.benched[player].reason
            return f"{player} is benched: {reason}; ladder return {player} sends it back in"
        return ""

    def counted(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the results that count."""
        gone = self.excluded_players.keys()
        for result in results:
            if int(result.match) in self.excluded_matches:
                continue
            if not gone or all(gone.isdisjoint(team) for team in result.teams):
                yield result

    def find(self, text: str) -> Player | None:
        """Return the player that somebody means: a bot's name, its newest version, or name@N."""
        by_name = {name.casefold(): player for name, player in self.current.items()}
        by_version = {player.casefold(): player for player in self.versions}
        return by_version.get(text.casefold()) or by_name.get(text.casefold())


def version_of(player: Player) -> int:
    return int(player.rpartition("@")[2])


def read_roster(entries: Iterable[Entry]) -> Roster:
    roster = Roster()
    for entry in entries:
        roster.add(entry)
    return roster
