"""What is known of The Hammer of Thor beside its name: every card over all the places in which one can lie."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from referee.engine.events import CARD, face
from referee.engine.game import Game
from referee.games.hammer_of_thor import GAME as HAMMER_GAME
from referee.games.hammer_of_thor.cards import CardSet, physical
from referee.testing.suite import Suite, derived

HAMMER: Game = HAMMER_GAME  # type: ignore[assignment]


def lying(s: Any) -> Iterator[str]:
    """Every card on the table as often as it lies there; a shape card only while it is worn."""
    for names in (*s.stacks.values(), *s.hands.values(), s.forged, s.aside, s.helheim, s.out, s.unused):
        yield from names
    for one in s.figures.values():
        yield from (one.name, *one.items, *one.runes, *((one.shape,) if one.shape else ()))


@cache
def shown(card: str) -> str:
    """What lies there of a card: of one that was played only the face."""
    return face(card) if CARD.fullmatch(card) else card


def counted(names: Iterator[str]) -> Counter[str]:
    """How often each card lies there."""
    return Counter(map(shown, names))


def cards(s: Any) -> list[str]:
    """All cards on the table, copies numbered as they come; shapes that nobody wears are beside it."""
    count = counted(lying(s))
    worn = {one.shape for one in s.figures.values()}
    count.update(counted(one for one in s.cards.physical_shapes if one not in worn))
    return sorted(f"{name} {n}" for name, number in count.items() for n in range(number))


def in_the_box(given: CardSet) -> list[str]:
    """All cards of a card set, in the same form."""
    kinds: Mapping[str, Any] = {"fate": given.fate, "prediction": given.predictions, "rune": given.runes}
    names = [*given.characters, *given.items, *given.physical_shapes]
    for kind, those in kinds.items():
        names += physical(kind, those)
    return sorted(f"{name} {n}" for name, number in counted(iter(names)).items() for n in range(number))


def suite() -> Suite:
    """All of it."""
    return Suite(**{**derived(HAMMER), "cards": cards})
