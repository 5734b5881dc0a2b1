"""A dealer written from `docs/dealing.md` alone: it imports nothing of ours.

Cards are the words that a record's JSON has for them.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import shake_256


def derive(key: bytes, label: str) -> bytes:
    return hmac.digest(key, label.encode("ascii"), "sha256")[:16]


# --- shuffles ---


def numbers_of(deal: bytes, shuffle: int) -> Iterator[int]:
    stream = shake_256(deal + shuffle.to_bytes(4, "big")).digest(1 << 14)
    return (stream[place] * 256 + stream[place + 1] for place in range(0, len(stream), 2))


def shuffled(deal: bytes, shuffle: int, cards: Sequence[str], drawn: int) -> list[str]:
    numbers, order = numbers_of(deal, shuffle), [*cards]
    for place in range(drawn):
        left = len(order) - place
        number = next(numbers)
        while number >= 65536 - 65536 % left:
            number = next(numbers)
        other = place + number % left
        order[place], order[other] = order[other], order[place]
    return order[:drawn]


# --- the games ---

SIX_NIMMT, BIG_FISH, TONTON, GOATS = "six_nimmt", "big_fish", "tonton", "goat_n_goat"
HANDS_OF_GOATS = (3, 4, 4, 5, 5)
COPIES_OF_GOATS = (10, 8, 5, 3, 2)


def deck_of(  # noqa: PLR0911 - one for each shuffle
    game: str, options: dict[str, str], seats: int, shuffle: int
) -> tuple[list[str], int] | None:
    """Return the cards of a shuffle in their order and how many places are drawn."""
    if game == SIX_NIMMT and options["variant"] != "logic":
        last = 10 * seats + 4 if options["variant"] == "tactics" else 104
        return [str(number) for number in range(1, last + 1)], 10 * seats + 4
    if game == BIG_FISH and shuffle == 0:
        copies = [int(word) for word in options["copies"].split(",")]
        fish = [f"{c}{v}" for c in "RYGBP" for v in range(1, 7) for _ in range(copies[v - 1])]
        return fish, 12 * seats + 3 + 3 * (seats - 1)
    if game == BIG_FISH and shuffle == 1 and options["licences"] == "true":
        return [*"ABC"], 3
    if game == TONTON and shuffle == 0:
        missions = ["9", "12", "5", "10", "11"][: 3 if options["missions"] == "basic" else 5]
        return missions, len(missions)
    if game == TONTON and shuffle <= 3:
        played = options["colours"][:seats]
        return [f"{c}{v}" for v in range(1, 9) for c in "RPYGB" if c in played], 8 * seats
    if game == GOATS and shuffle == 0:
        goats = [
            f"{c}{v}" for c in "RGB" for v in range(1, 6) for _ in range(COPIES_OF_GOATS[v - 1])
        ]
        return goats, len(goats)
    return None


def first_hands(game: str, seats: int, order: Sequence[str]) -> list[list[str]]:
    """Return the hand that each seat is dealt of a shuffle that deals hands."""
    if game == GOATS:
        ends = [sum(HANDS_OF_GOATS[: seat + 1]) for seat in range(seats)]
        return [[*order[end - HANDS_OF_GOATS[seat] : end]] for seat, end in enumerate(ends)]
    step, size = {SIX_NIMMT: (10, 10), BIG_FISH: (12, 4), TONTON: (8, 8)}[game]
    return [[*order[step * seat : step * seat + size]] for seat in range(seats)]


def deal_of(seed: bytes, number: int, attempt: int) -> bytes:
    key = derive(seed, f"attempt {attempt}") if attempt else seed
    return derive(key, f"deal {number}")


# --- the Mersenne Twister, MT19937, as its authors published it ---


class Twister:
    def __init__(self, key: Sequence[int]) -> None:
        state = [19650218]
        for place in range(1, 624):
            last = state[-1]
            state.append((1812433253 * (last ^ last >> 30) + place) & 0xFFFFFFFF)
        place, word = 1, 0
        for _ in range(624):
            last = state[place - 1]
            state[place] ^= (last ^ last >> 30) * 1664525 & 0xFFFFFFFF
            state[place] = (state[place] + key[word] + word) & 0xFFFFFFFF
            place, word = place + 1, (word + 1) % len(key)
            if place == 624:
                state[0], place = state[623], 1
        for _ in range(623):
            last = state[place - 1]
            state[place] ^= (last ^ last >> 30) * 1566083941 & 0xFFFFFFFF
            state[place] = (state[place] - place) & 0xFFFFFFFF
            place += 1
            if place == 624:
                state[0], place = state[623], 1
        state[0] = 0x80000000
        self._state, self._place = state, 624

    def _next(self) -> int:
        state = self._state
        if self._place == 624:
            for place in range(624):
                both = (state[place] & 0x80000000) | (state[(place + 1) % 624] & 0x7FFFFFFF)
                odd = 0x9908B0DF if both & 1 else 0
                state[place] = state[(place + 397) % 624] ^ both >> 1 ^ odd
            self._place = 0
        word = state[self._place]
        self._place += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9D2C5680
        word ^= word << 15 & 0xEFC60000
        return word ^ word >> 18

    def real(self) -> float:
        high, low = self._next() >> 5, self._next() >> 6
        return (high * 67108864 + low) / 9007199254740992


# --- seatings ---


class Seatings:
    def __init__(self, seed: bytes, seats: int, games: int) -> None:
        number = int.from_bytes(derive(seed, "seatings"), "big")
        key = []
        while number:
            key.append(number & 0xFFFFFFFF)
            number >>= 32
        self._twister, self._seats = Twister(key or [0]), seats
        often, more = divmod(games, seats)
        drawn = self._draw(often, often * seats) + self._draw(1, more)
        self.drawn = [drawn[place] for place in self._order(games)]

    def _order(self, size: int) -> list[int]:
        reals = [self._twister.real() for _ in range(size)]
        return sorted(range(size), key=lambda place: reals[place])

    def _draw(self, quota: int, games: int) -> list[tuple[int, ...]]:
        quotas = [[quota] * self._seats for _ in range(self._seats)]
        drawn = []
        for _ in range(games):
            seating = [-1] * self._seats
            for bot in self._order(self._seats):
                self._sit(bot, seating, quotas, set())
            for seat, bot in enumerate(seating):
                quotas[bot][seat] -= 1
            drawn.append(tuple(seating))
        return drawn

    def _sit(self, bot: int, seating: list[int], quotas: list[list[int]], tried: set[int]) -> bool:
        left = [*quotas[bot]]
        while sum(left):
            ticket = int(self._twister.real() * sum(left))
            seat = 0
            while ticket >= left[seat]:
                ticket -= left[seat]
                seat += 1
            left[seat] = 0
            if seat in tried:
                continue
            tried.add(seat)
            if seating[seat] < 0 or self._sit(seating[seat], seating, quotas, tried):
                seating[seat] = bot
                return True
        return False
