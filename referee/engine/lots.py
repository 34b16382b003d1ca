"""Lots: shuffles and random picks. Drawn once, written down, never drawn again, and provable afterwards.

Two classes draw real lots, for the two times of a game. `DealLots` lays the game out. Its lots come from the
referee's secret and the players' own words, and from nothing else, so each deck is fixed before the first
move and a Merkle root can commit to it (`referee.engine.lots`). `DrawLots` draws everything later. Each lot
is bound to its number, to the words of the players, and to every move made before it, so the secret alone
does not tell it beforehand. Lines that cost nothing and that nobody else sees change no lot, so that nobody
can try such lines until a lot falls well (see `done`). When the game is over the secret is told, and anybody
can draw all lots again.

`RecordedLots` draws again what a record holds. Lots for tests are in `referee.testing.chance`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count, pairwise
from typing import Any, Literal, Protocol, TypeVar

from referee.util.errors import WrongUsage
from referee.util.regexes import regex
from referee.util.values import Value

# HMAC-SHA-256 of short texts, in half the time that the standard library takes.
#
# `hmac.digest` asks OpenSSL for its algorithm at each call, which takes longer than the hashing of a short
# text. What is worked out here is RFC 2104, as `hmac.HMAC` does it.


_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def keyed(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA-256 of a text; 32 bytes. Raises ValueError for a key of more than 64 bytes."""
    if len(key) > _BLOCK:
        raise ValueError(f"{len(key)} bytes of key")
    block = key.ljust(_BLOCK, b"\0")
    return sha256(block.translate(_OUTER) + sha256(block.translate(_INNER) + text).digest()).digest()


T = TypeVar("T")

SEED = regex(r"(?:[0-9a-fA-F]{2}){1,64}")

START = bytes(32)
"""What the moves amount to before the first one, if nobody gave words (see `begun`)."""

APART = frozenset({"standing", "order", "offer", "accept", "decline", "claim", "resign", "pass"})
"""The first words of lines, in canonical notation, that make no move: standing orders, offers, claims.

So do orders for cards that have fallen, and passes, which nobody else sees.
"""
BEHIND = (" order ", " to ")
"""What follows one of these in a move counts as little as a standing order."""
WORD = 4
"""A stream is cut into words of 4 bytes, big-endian."""
ROLL = regex(r"roll (\d+)d(\d+) .+", re.DOTALL)
"""The beginning of the label of a roll of dice, and of no other: how many dice, and with how many sides."""


class Lot(Value):
    """One lot as drawn: its label, how many outcomes there were, and the outcomes in order.

    A shuffle of n things is one lot whose outcome is a permutation of range(n): at each place of the new
    order stands the place that the thing had before. A roll of dice is also one lot: `["roll 2d6 hammer", 6,
    [3, 5]]` shows what each die shows, from
    1. `heard` counts the lines of its entry that had been played when it was drawn, as far as they count (see
       `done`). The lot
    is bound to these, and to all of the entries before.
    """

    label: str
    outcomes: int
    drawn: tuple[int, ...]
    heard: int = 0

    def as_list(self) -> list[Any]:
        """The lot as JSON-compatible data: `["ravens loki", 5, [3], 2]`; `heard` is left out if it is 0."""
        return [self.label, self.outcomes, list(self.drawn), *([self.heard] if self.heard else ())]

    @staticmethod
    def from_list(data: Any) -> "Lot":
        """The lot that `as_list` wrote. Raises ValueError for anything that is not a lot."""
        match data:
            case [str(label), outcomes, [*drawn], *heard] if len(heard) <= 1 and all(
                type(one) is int for one in (outcomes, *drawn, *heard)
            ):
                lot = Lot(label, outcomes, tuple(drawn), *heard)
                if (lot.is_shuffle() or lot.is_number() or lot.is_roll()) and lot.heard >= 0:
                    return lot
        raise ValueError(f"not a lot: {data!r}")

    def is_shuffle(self) -> bool:
        """Whether the outcomes are an order of this many things."""
        return (
            not ROLL.fullmatch(self.label)
            and len(self.drawn) == self.outcomes
            and set(self.drawn) == set(range(self.outcomes))
        )

    def is_number(self) -> bool:
        """Whether there is one outcome, and it is below the number of outcomes."""
        return not ROLL.fullmatch(self.label) and len(self.drawn) == 1 and 0 <= self.drawn[0] < self.outcomes

    def is_roll(self) -> bool:
        """Whether the label says that dice were rolled, and the outcomes are possible for that many dice."""
        said = ROLL.fullmatch(self.label)
        fits = said and (said[1], said[2]) == (str(len(self.drawn)), str(self.outcomes))
        return bool(fits) and all(0 < one <= self.outcomes for one in self.drawn)


class Lots(Protocol):
    """The source of chance. Every lot drawn is kept in `drawn`, in order."""

    drawn: list[Lot]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order, all orders equally likely."""

    def heard(self, seat: str, line: str) -> None:
        """Take in an accepted line, in canonical notation, before it is carried out; later lots may depend on it."""

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What `count` dice show, each from 1 to `sides`, all equally likely."""


def label_of_roll(label: str, sides: int, count: int) -> str:
    """The label of the lot: `roll 2d6 hammer`."""
    return f"roll {count}d{sides} {label}"


def lp(*items: str | bytes) -> bytes:
    """The items one after another, each preceded by its length in 4 bytes, big-endian: never ambiguous.

    Text is UTF-8. Numbers are given as bytes: places of a deck by `place_bytes`, counters by `count_bytes`.
    """
    parts = list[bytes]()
    for item in items:
        coded = item.encode() if isinstance(item, str) else item
        length = len(coded)
        parts += (_LENGTHS[length] if length < len(_LENGTHS) else length.to_bytes(4, "big"), coded)
    return b"".join(parts)


_LENGTHS = tuple(length.to_bytes(4, "big") for length in range(256))
"""The usual lengths, as they are written."""


def place_bytes(place: int) -> bytes:
    """A place of a deck, from 0: 4 bytes, big-endian."""
    return place.to_bytes(4, "big")


def count_bytes(number: int) -> bytes:
    """A counter, or the number of a later lot: 8 bytes, big-endian."""
    return number.to_bytes(8, "big")


def commitment(secret: bytes, game: str) -> bytes:
    """C: what fixes the secret of a game before anybody has sent words of their own."""
    return sha256(lp("pbem/commit/v1", game, secret)).digest()


def seed_of(secret: bytes, game: str, entropy: Mapping[str, bytes | str], beacon: bytes | str = b"") -> bytes:
    """K: the seed of the deal, from the secret and the words of each seat ("" where a seat sent none).

    Seats go in order of their names. `beacon` is a public random value, if the game names one.
    """
    words = [item for seat in sorted(entropy) for item in (seat, entropy[seat])]
    return keyed(secret, lp("pbem/seed/v1", game, *words, beacon))


@lru_cache(4096)
def done(line: str) -> str:
    """The part of a played line, in canonical notation, that counts for later lots: the move; "" if it makes none.

    An order that goes with a move, and a column that is named beforehand, are left out with all that follows.
    They are private to the writer and cost nothing.
    """
    for behind in BEHIND:
        line = line.partition(behind)[0]
    return "" if line.partition(" ")[0] in APART else line


def begun(words: Mapping[str, str]) -> bytes:
    """H_0: what the words of the seats amount to when the cards are dealt; 32 zero bytes if nobody gave any."""
    given = [item for seat in sorted(words) for item in (seat, words[seat])]
    return sha256(lp("pbem/words/v1", *given)).digest() if any(words.values()) else START


def heard(words: bytes, seat: str, move: str) -> bytes:
    """H_n: what the moves amount to after one more, of this seat."""
    return sha256(_DIGEST + words + _said(seat, move)).digest()


_DIGEST = lp(START)[: -len(START)]
"""What stands before 32 bytes in a text of `lp`."""


@lru_cache(4096)
def _said(seat: str, move: str) -> bytes:
    return lp(seat, move)


class Stream:
    """An endless stream of random words: HMAC-SHA256 under a key, over a fixed beginning and a counter from 0."""

    def __init__(self, key: bytes, *beginning: str | bytes) -> None:
        begins = lp(*beginning)
        blocks = (keyed(key, begins + lp(count_bytes(number))) for number in count())
        self._words = (block[at : at + WORD] for block in blocks for at in range(0, len(block), WORD))

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 (n from 1 to 2**32), all equally likely: words past the last full n are skipped."""
        size = 1 << (8 * WORD)
        if not 1 <= n <= size:
            raise ValueError(f"no number below {n}")
        full = size - size % n
        return next(number for word in self._words if (number := int.from_bytes(word, "big")) < full) % n

    def dice(self, sides: int, count: int) -> tuple[int, ...]:
        """What `count` dice show, one after another."""
        return tuple(self.below(sides) + 1 for _ in range(count))

    def permutation(self, n: int) -> tuple[int, ...]:
        """An order of range(n), all equally likely: Fisher and Yates, from the last place to the second."""
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


def deal_stream(seed: bytes, label: str) -> Stream:
    """The stream of a lot of the deal."""
    return Stream(seed, "pbem/stream/v1", label)


def draw_stream(secret: bytes, game: str, number: int, words: bytes, label: str) -> Stream:
    """The stream of a later lot: number n after the deal, n from 1, after the lines that amount to `words`."""
    return Stream(secret, "pbem/draw/v1", game, count_bytes(number), words, label)


class _Streamed:
    """Draws each lot from a stream of its own, and keeps it with the number of lines heard before it."""

    def __init__(self) -> None:
        self.drawn: list[Lot] = []
        self.lines = 0

    def _stream(self, label: str) -> Stream:
        raise NotImplementedError

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order, all orders equally likely."""
        order = self._stream(label).permutation(len(items))
        self.drawn.append(Lot(label, len(items), order, self.lines))
        return tuple(items[place] for place in order)

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1, all equally likely. Raises ValueError if n is 0."""
        number = self._stream(label).below(n)
        self.drawn.append(Lot(label, n, (number,), self.lines))
        return number

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What `count` dice show, each from 1 to `sides`, all equally likely."""
        label = label_of_roll(label, sides, count)
        dice = self._stream(label).dice(sides, count)
        self.drawn.append(Lot(label, sides, dice, self.lines))
        return dice


class DealLots(_Streamed):
    """The lots by which a game is laid out, each from the seed by its label.

    A label that comes again goes on in its stream, so that no two lots are the same by construction.
    `shuffled` has the label of each shuffle with its result.
    """

    def __init__(
        self, secret: bytes, game: str, entropy: Mapping[str, bytes | str], beacon: bytes | str = b""
    ) -> None:
        super().__init__()
        self.seed, self.game = seed_of(secret, game, entropy, beacon), game
        self.shuffled: list[tuple[str, tuple[Any, ...]]] = []
        self._streams: dict[str, Stream] = {}

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order, all orders equally likely."""
        order = super().shuffle(label, items)
        self.shuffled.append((label, order))
        return order

    def heard(self, seat: str, line: str) -> None:
        """Nothing is played before the deal is done."""

    def _stream(self, label: str) -> Stream:
        return self._streams.setdefault(label, deal_stream(self.seed, label))


class DrawLots(_Streamed):
    """The lots after the deal, each from the secret, its number, the words of the players and the moves made before it.

    `drawn_before` counts the later lots (not those of the deal) already in the record; `words` is what the
    played lines in the record amount to. Each further line must be given to `heard` before it is carried out.
    """

    def __init__(self, secret: bytes, game: str, drawn_before: int = 0, words: bytes = START) -> None:
        super().__init__()
        self.words = words
        self._secret, self._game, self._before = secret, game, drawn_before

    def heard(self, seat: str, line: str) -> None:
        """Take in a played line, in canonical notation: every later lot is bound to the part of it that counts."""
        if move := done(line):
            self.words, self.lines = heard(self.words, seat, move), self.lines + 1

    def _stream(self, label: str) -> Stream:
        number = self._before + len(self.drawn) + 1
        return draw_stream(self._secret, self._game, number, self.words, label)


class LotsDiffer(Exception):
    """A lot is drawn that is not the one recorded: its number from 1, the recorded one, what was asked for.

    `recorded` is None if the record holds no further lot.
    """

    def __init__(self, number: int, recorded: Lot | None, label: str, outcomes: int) -> None:
        super().__init__(f"lot {number} is {label!r} of {outcomes}, recorded is {recorded}")
        self.number = number
        self.recorded = recorded
        self.label = label
        self.outcomes = outcomes


class RecordedLots:
    """Recorded lots drawn again, in order. Raises `LotsDiffer` if another lot is asked for."""

    def __init__(self, lots: Iterable[Lot]) -> None:
        self.drawn: list[Lot] = []
        self._recorded = tuple(lots)

    @property
    def left(self) -> tuple[Lot, ...]:
        """The recorded lots that were not asked for yet."""
        return self._recorded[len(self.drawn) :]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the recorded order."""
        return tuple(items[place] for place in self._next(label, len(items), Lot.is_shuffle).drawn)

    def heard(self, seat: str, line: str) -> None:
        """What was played makes no difference here."""

    def below(self, label: str, n: int) -> int:
        """The recorded number."""
        return self._next(label, n, Lot.is_number).drawn[0]

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the recorded dice show."""
        return self._next(label_of_roll(label, sides, count), sides, Lot.is_roll).drawn

    def _next(self, label: str, outcomes: int, fits: Callable[[Lot], bool]) -> Lot:
        lot = self.left[0] if self.left else None
        if lot is None or (lot.label, lot.outcomes) != (label, outcomes) or not fits(lot):
            raise LotsDiffer(len(self.drawn) + 1, lot, label, outcomes)
        self.drawn.append(lot)
        return lot


def secret_of_seed(seed: str) -> bytes:
    """32 bytes for a seed given as pairs of hexadecimal digits. Raises `Faulty` if it is not one."""
    if not SEED.fullmatch(seed):
        raise WrongUsage("bad-seed", seed=seed)
    return sha256(b"referee seed" + bytes.fromhex(seed)).digest()


# Merkle trees over decks (RFC 6962, 2.1): a root fixes every card, and one card can be opened without the
# others.
#
# The root of a deck is mailed before the first move. An opening is the card, its place, the nonce that hid it,
# and the path from its leaf to the root.


Path = tuple[tuple[Literal["L", "R"], bytes], ...]
"""An audit path, leaf to root: on which side each neighbour stands, and its hash."""


def nonce(seed: bytes, deck: str, place: int) -> bytes:
    """r_k: what hides the card at a place of a deck (from 0) in its leaf."""
    return keyed(seed, lp("pbem/nonce/v1", deck, place_bytes(place)))


def leaf(game: str, deck: str, place: int, card: str, hidden_by: bytes) -> bytes:
    """L_k: the leaf of a card in the tree of its deck. It tells nothing to those who lack the nonce."""
    told = lp("pbem/card/v1", game, deck, place_bytes(place), card, hidden_by)
    return sha256(b"\x00" + told).digest()


def leaves(seed: bytes, game: str, deck: str, cards: Sequence[str]) -> tuple[bytes, ...]:
    """The leaves of a deck, top card first."""
    return tuple(leaf(game, deck, k, card, nonce(seed, deck, k)) for k, card in enumerate(cards))


class Tree:
    """The tree over some leaves, each node worked out once.

    Neighbours are joined from the left; a node without one goes up as it is. That is the tree of the RFC, which cuts
    from the top at the largest power of two.
    """

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """Build it up to its root."""
        self._levels = [tuple(leaves)]
        while len(below := self._levels[-1]) > 1:
            pairs = [_node(*pair) for at, pair in enumerate(pairwise(below)) if at % 2 == 0]
            self._levels.append((*pairs, *below[len(pairs) * 2 :]))

    @property
    def root(self) -> bytes:
        """The Merkle root: mailed before the first move, it fixes the deck."""
        return self._levels[-1][0] if self._levels[0] else sha256().digest()

    def path(self, place: int) -> Path:
        """The path of one leaf (RFC 6962, 2.1.1), leaf to root. Raises IndexError if there is no such leaf."""
        if not 0 <= place < len(self._levels[0]):
            raise IndexError(place)
        path: list[tuple[Literal["L", "R"], bytes]] = []
        for level in self._levels[:-1]:
            if place % 2:
                path.append(("L", level[place - 1]))
            elif place + 1 < len(level):
                path.append(("R", level[place + 1]))
            place //= 2
        return tuple(path)


def root_by(start: bytes, path: Path) -> bytes:
    """The root that a leaf and its path lead to: the one that was mailed, if the card was there."""
    for side, neighbour in path:
        start = _node(neighbour, start) if side == "L" else _node(start, neighbour)
    return start


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
