"""What a character, an item, a card, a shape, a place, a race or an alignment is: what is printed, for all to know."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.kit.defaults import About, Note, note
from referee.games.hammer_of_thor import scene
from referee.games.hammer_of_thor.board import Board, board
from referee.games.hammer_of_thor.cards import ALIGNMENTS, RACE_DECKS, CardSet, card_set, folded
from referee.games.hammer_of_thor.options import choosable
from referee.games.hammer_of_thor.voice import WORDS

CHARACTER, ITEM, DRAWN, RUNE = (
    ("2.1A", "2.1C", "2.1H"),
    ("2.2A1", "2.2A2", "2.2A3"),
    ("4.1b", "4.1c", "M25"),
    ("2.2B1",),
)
SHAPE, PLACE, CHOICE = ("2.2C", "M24"), ("4.2A", "M16", "9.0"), ("1.0d",)
"""The rules that each kind rests on."""


def about(content: Mapping[str, Any], name: str) -> About | None:
    """What is printed of a name, or of the place of that number or name; None where nothing is called so."""
    cards, places = card_set(content["cards"]), board(content["map"])
    return (
        _character(cards, name) or _thing(cards, name) or _card(cards, name) or _shape(cards, name)
        or _many(cards, name) or _place(places, name)
    )  # fmt: skip


def _character(cards: CardSet, name: str) -> About | None:
    if (one := cards.characters.get(name)) is None:
        return None
    missions = [note("about-mission", text=text) for whose, text in cards.missions if whose == name]
    seven = [note("about-seven", place=at) for whose, at in cards.counters if whose == name]
    figures = _figures({**one.values, "stamina": one.stamina or 0})
    return About(one.title, (note("about-character", one=one), *figures, *missions, *seven), CHARACTER)


def _figures(values: Mapping[str, int | None]) -> tuple[Note, ...]:
    return (note("about-figures", each=dict(values)),)


def _thing(cards: CardSet, name: str) -> About | None:
    if (one := cards.items.get(name)) is None:
        return None
    bearers = tuple(who.name for who in cards.characters.values() if name in who.items)
    return About(one.title, (note("about-item", one=one, bearers=bearers),), ITEM)


def _card(cards: CardSet, name: str) -> About | None:
    piles = {"fate": cards.fate, "prediction": cards.predictions, "rune": cards.runes}
    for kind, pile in piles.items():
        if one := pile.get(name):
            values = {"one": scene.told(kind, one), "kind": kind, "copies": one.copies, "ends": one.ragnarok}
            return About(one.title, (note("about-card", **values),), RUNE if kind == "rune" else DRAWN)
    return None


def _shape(cards: CardSet, name: str) -> About | None:
    if (one := cards.shapes.get(name)) is None:
        return None
    return About(one.title, (note("about-shape", one=one), *_figures(one.values)), SHAPE)


def _many(cards: CardSet, name: str) -> About | None:
    """Those who can be chosen of an alignment, or all of a race deck."""
    if name in ALIGNMENTS:
        able: Iterable[Any] = (
            one for one in cards.characters.values() if choosable(one) and one.alignment == name
        )
    elif name in RACE_DECKS:
        able = (one for one in cards.characters.values() if one.pile == name)
    else:
        return None
    return About(WORDS[name], (note("about-many", what=name, all=tuple(able)),), CHOICE)


def _place(places: Board, name: str) -> About | None:
    number = int(name) if name.isdigit() else next(
        (one.number for one in places.places.values() if folded(one.name) == folded(name)), 0
    )  # fmt: skip
    if (place := places.places.get(number)) is None:
        return None
    return About(place.name, (note("about-place", place=place, to=places.neighbours[number]),), PLACE)
