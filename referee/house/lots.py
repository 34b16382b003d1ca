"""Fair lots: rule H19 of the house. What is told of them, and when.

Before the first move each deck is fixed by the root of a tree over its cards (`DeckFixed`), and all are told
which players gave words of their own for the shuffle (`WordsCounted`). When the game is over, the secret from
which every lot came is told (`SecretTold`), so that the record proves itself. `referee.engine.lots` makes the
lots, `referee.verify.lots` checks them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from referee.engine.decks import Lies
from referee.engine.events import Event, Happening, LeavesTheTable, Open, event, face
from referee.engine.game import Game
from referee.engine.lots import DealLots, Lots, Tree, leaves
from referee.util.values import replace


@event("H19")
class DeckFixed(LeavesTheTable):
    """A deck lies as it was dealt: the name of its lot, how many cards, and the root over them in hex."""

    about_mail = True
    deck: Open[str]
    count: Open[int]
    root: Open[str]


@event("H19")
class WordsCounted(LeavesTheTable):
    """The seats whose players gave words of their own for the shuffle, and those whose players gave none."""

    seats: Open[tuple[str, ...]]
    without: Open[tuple[str, ...]]


@event("H19")
class SecretTold(LeavesTheTable):
    """The game is over: the secret of the lots, in hex."""

    secret: Open[str]


Closed = TypeVar("Closed", bound=Any)
"""An entry of a record, of any kind."""
FAIR_EVENTS = (DeckFixed, WordsCounted, SecretTold)
"""What is told of the lots. It follows from no rule of a game, so a replay leaves it out."""


def tree_of(seed: bytes, game: str, deck: str, cards: Sequence[str]) -> Tree:
    """The tree over a deck, its cards given top first; a leaf holds the face of its card."""
    return Tree(leaves(seed, game, deck, [face(card) for card in cards]))


def decks_fixed(game: Game, lots: Lots, events: Sequence[Event]) -> Happening:
    """H19 Fix each deck that was shuffled in these events of the deal; recorded or scripted lots fix none."""
    if not isinstance(lots, DealLots):
        return
    shuffled = list(_named(lots.shuffled))
    for one in events:
        on = game.DECKS.get(type(one))
        if isinstance(on, Lies):
            cards = on.of(one)
            name = next(name for name, order in shuffled if order == cards)
            yield DeckFixed(name, len(cards), tree_of(lots.seed, lots.game, name, cards).root.hex())


def words_counted(seats: Sequence[str], words: Mapping[str, str]) -> WordsCounted:
    """H19 Who gave words of their own, in the order of the seats."""
    given = tuple(seat for seat in seats if words.get(seat))
    return WordsCounted(given, tuple(seat for seat in seats if seat not in given))


def words_told(lots: Lots, seats: Sequence[str], words: Mapping[str, str]) -> Happening:
    """H19 Tell that when the cards are dealt; not for recorded or scripted lots, which do not use words."""
    if isinstance(lots, DealLots):
        yield words_counted(seats, words)


def _named(shuffled: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each shuffle of the deal by its name: the label, with a number from the second of the same label on."""
    times = Counter[str]()
    for label, order in shuffled:
        times[label] += 1
        yield f"{label} {times[label]}" if times[label] > 1 else label, order


def with_last_words(game: Game, state: Any, entry: Closed, secret: bytes) -> Closed:
    """H19 An entry with the secret after its events, if they end the game at this table; b"" is no secret."""
    if not secret or not game.ended(state):
        return entry
    return replace(entry, events=(*entry.events, SecretTold(secret.hex())))


def of_the_rules(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events without those of fair lots, which follow from no rule of the game."""
    return tuple(one for one in events if not isinstance(one, FAIR_EVENTS))
