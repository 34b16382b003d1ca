"""What a character, item, card, shape, place, realm, race or insanity is: what is printed, for all to know."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.kit.defaults import About, Note, note
from referee.engine.rules import cites
from referee.games.hammer_of_thor import scene
from referee.games.hammer_of_thor.board import Board, board
from referee.games.hammer_of_thor.cards import ALIGNMENTS, RACE_DECKS, CardSet, card_set, folded
from referee.games.hammer_of_thor.figures import INSANITIES
from referee.games.hammer_of_thor.options import HOUSE, SUPPLEMENT, choosable
from referee.games.hammer_of_thor.smithing import SMITH
from referee.games.hammer_of_thor.terms import term
from referee.games.hammer_of_thor.voice import WORDS

CHARACTER, ITEM, DRAWN, RUNE = (
    ("2.1A", "2.1C", "2.1H"),
    ("2.2A1", "2.2A2", "2.2A3"),
    ("4.1b", "4.1c", "M25"),
    ("2.2B1",),
)
SHAPE, PLACE, CHOICE = ("2.2C", "M24"), ("4.2A", "M16", "9.0"), ("1.0d",)
"""The rules that each kind rests on."""
KINDS_OF_POWERS = {"abilities": "2.1C", "weaknesses": "2.1D", "instincts": "2.1E"}
"""What stands on cards as a word alone, and the rule of each."""


def about(content: Mapping[str, Any], name: str) -> About | None:
    """What is printed of a name, or of the place of that number or name; None where nothing is called so."""
    cards, places, house = card_set(content["cards"]), board(content["map"]), content[SUPPLEMENT] == HOUSE
    return (
        _character(cards, name, house) or _thing(cards, name) or _card(cards, name, house) or _shape(cards, name)
        or _many(cards, name) or _place(places, name) or _realm(places, name) or _insanity(name, house)
        or _word(cards, places, name, house)
    )  # fmt: skip


@cites("S1", "S15")
def _character(cards: CardSet, name: str, house: bool) -> About | None:
    """What is printed; with the supplement no mission, and that what the character is able to does nothing."""
    if (one := cards.characters.get(name)) is None:
        return None
    missions = [note("about-mission", text=text) for whose, text in cards.missions if whose == name]
    idle = [note("about-idle")] if {*one.abilities, *one.weaknesses, *one.instincts} - {SMITH} else []
    seven = [note("about-seven", place=at) for whose, at in cards.counters if whose == name]
    figures = _figures({**one.values, "stamina": one.stamina or 0})
    more = (*(idle if house else missions), *seven)
    return About(one.title, (note("about-character", one=one), *figures, *more), CHARACTER)


def _figures(values: Mapping[str, int | None]) -> tuple[Note, ...]:
    return (note("about-figures", each=dict(values)),)


def _thing(cards: CardSet, name: str) -> About | None:
    if (one := cards.items.get(name)) is None:
        return None
    bearers = tuple(who.name for who in cards.characters.values() if name in who.items)
    return About(
        one.title, (note("about-item", one=one, bearers=bearers), note("about-revealed", item=name)), ITEM
    )


@cites("S15")
def _card(cards: CardSet, name: str, house: bool) -> About | None:
    """What it does; with the supplement nothing happens where the master would be asked."""
    piles = {"fate": cards.fate, "prediction": cards.predictions, "rune": cards.runes}
    for kind, pile in piles.items():
        if one := pile.get(name):
            values = {"one": scene.told(kind, one), "kind": kind, "copies": one.copies, "ends": one.ragnarok}
            values["house"] = house
            return About(one.title, (note("about-card", **values),), RUNE if kind == "rune" else DRAWN)
    return None


def _shape(cards: CardSet, name: str) -> About | None:
    if (one := cards.shapes.get(name)) is None:
        return None
    return About(one.title, (note("about-shape", one=one), *_figures(one.values)), SHAPE)


def _renowned(one: Any) -> int:
    return int(one.values["reputation"] or 0)


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
    return About(
        WORDS[name],
        (note("about-many", what=name, all=tuple(sorted(able, key=_renowned, reverse=True))),),
        CHOICE,
    )


def _word(cards: CardSet, places: Board, name: str, house: bool) -> About | None:
    """A word of the rules, and whose ability is called so: `wisdom` is both."""
    found = [one for one in (term(cards, places, name, house), _able(cards, name, house)) if one]
    if not found:
        return None
    rules = dict.fromkeys(number for one in found for number in one.rules or ())
    return About(name, tuple(told for one in found for told in one.notes), tuple(rules))


@cites("2.1C", "2.1D", "2.1E", "S15")
def _able(cards: CardSet, name: str, house: bool) -> About | None:
    """Whose an ability, a weakness or an instinct is; what it does stands on a chart that is not documented."""
    notes, numbers = [], []
    for kind, number in KINDS_OF_POWERS.items():
        those = [(one.name, word) for one in cards.characters.values() for word in getattr(one, kind)]
        if who := tuple(one for one, word in those if folded(word) == folded(name)):
            values = {"word": name, "kind": kind, "who": who, "house": house, "forges": name == SMITH}
            notes.append(note("about-power", **values))
            numbers.append(number)
    more = ("S14" if name == SMITH else "S15",) if house else ()
    return About(name, tuple(notes), (*numbers, *more)) if notes else None


def number_of(places: Board, name: str) -> int:
    """The number of the place of that number or name; 0 where there is none."""
    known = (one.number for one in places.places.values() if folded(one.name) == folded(name))
    return int(name) if name.isdigit() else next(known, 0)


def _place(places: Board, name: str) -> About | None:
    number = number_of(places, name)
    if (place := places.places.get(number)) is None:
        return None
    return About(place.name, (note("about-place", place=place, to=places.neighbours[number]),), PLACE)


def in_realm(places: Board, name: str) -> frozenset[int]:
    """The numbers of the places of a realm; none for anything else."""
    return frozenset(number for number, one in places.places.items() if folded(one.realm) == folded(name))


def _realm(places: Board, name: str) -> About | None:
    """The places of a realm, a line each, and where it leads: with it a way is found without the picture."""
    found = tuple(one for one in places.places.values() if folded(one.realm) == folded(name))
    if not found:
        return None
    realm, realms = found[0].realm, {number: one.realm for number, one in places.places.items()}
    head = note("about-realm-head", realm=realm, count=len(found))
    lines = (note("about-realm", place=one, to=places.neighbours[one.number], realms=realms) for one in found)
    return About(realm, (head, *lines), ("4.2A", "M16", "S17"))


@cites("2.2A8", "M23", "S18")
def _insanity(name: str, house: bool) -> About | None:
    """What an insanity does, in few words, and where it ends."""
    if name not in INSANITIES:
        return None
    values = {"insanity": name, "house": house}
    return About(
        WORDS[name], (note("about-insanity", **values),), ("2.2A8", "M23", *(("S18",) if house else ()))
    )
