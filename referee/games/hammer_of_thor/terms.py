"""Words of the rules that letters are full of, each in two lines: `card stamina`, `card search`, `friendship?`."""

from collections.abc import Mapping

from referee.engine.kit.defaults import About, note
from referee.engine.rules import cites
from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.cards import CardSet
from referee.games.hammer_of_thor.moves import ENCOUNTER_CARDS, WhenCard

TERMS: Mapping[str, tuple[str, ...]] = {
    "stamina": ("2.1A", "S6", "S12"),
    "reputation": ("M15", "1.0j"),
    "speed": ("4.2a", "M18", "M20"),
    "accuracy": ("2.1G", "S4", "S6", "S13"),
    "strength": ("2.1G", "S6", "S13"),
    "agility": ("2.1G", "S4", "S6"),
    "wisdom": ("2.1G", "2.2A3", "S5", "S10", "S18"),
    "intelligence": ("2.1G", "2.2B1", "S5"),
    "senses": ("2.1G", "4.2c", "S5"),
    "reaction": ("2.1G", "4.2c", "S3", "S6"),
    "temper": ("2.1G", "S2", "S5"),
    "charisma": ("2.1G", "S5"),
    "might": ("S13",),
    "encounter": ("4.5", "M16", "S1"),
    "search": ("4.2b", "M11", "S16"),
    "reconnoitre": ("4.2c", "M11"),
    "caution": ("4.2b", "M16", "M17"),
    "halt": ("4.0", "M16"),
    "horizon": ("2.2A8",),
    "leader": ("M15", "1.0j", "M19", "S7", "S11"),
    "counter": ("1.0g", "4.2a", "4.4"),
    **dict.fromkeys(ENCOUNTER_CARDS, ("4.3A", "4.4", "S5", "S6", "S7")),
}
"""Each word, with the rules that say it in full; those of the supplement (S) hold in a game with it alone."""
OF_THE_SUPPLEMENT = frozenset({"might"})


@cites("S1")
def term(cards: CardSet, places: Board, name: str, house: bool) -> About | None:
    """What a word of the rules means; None for any other, and for what is the supplement's where it is not played."""
    if name not in TERMS or (name in OF_THE_SUPPLEMENT and not house):
        return None
    rules = tuple(one for one in TERMS[name] if house or not one.startswith("S"))
    realms = tuple(dict.fromkeys(one.realm for one in places.places.values() if one.below))
    values = {"realms": realms, "seven": tuple(sorted(cards.counters, key=lambda one: one[1]))}
    return About(
        name,
        (note("about-term", word=name, house=house, rounds=name in ENCOUNTER_CARDS, **values),),
        rules,
    )


@cites("M25")
def standing(written: str) -> str:
    """The standing answer of an Encounter card, `card subdue`; "" for another order."""
    card = asked(written)
    return WhenCard("", card).written if card else ""


def asked(written: str) -> str:
    """The Encounter card in an order, `card friendship`: whoever asks about it is told what it does; else ""."""
    verb, _, card = written.partition(" ")
    return card if verb == "card" and card in ENCOUNTER_CARDS else ""
