"""The card set as data: what is printed on each card.

A card is named by its title, folded: `utgard-loki`, `skadis-bow`. Characters and items are one card each, and
the name is the card. Of Fate, Prediction, Rune and shape cards there are copies: `fate.fair-wind.1` is a card,
`fate.fair-wind` its face.
"""

import re
from collections.abc import Mapping
from typing import Any

from referee.engine.rules import cites
from referee.games.hammer_of_thor.kept import once
from referee.util.values import Value

CHARACTERISTICS = (
    "speed",
    "reputation",
    "accuracy",
    "strength",
    "agility",
    "wisdom",
    "intelligence",
    "senses",
    "reaction",
    "temper",
    "charisma",
    "stamina",
)
"""2.1G What every character has."""
DECK_OF: Mapping[str, str] = {
    "Aesir": "Aesir",
    "Vanir": "Vanir",
    "Alfar": "Alfar",
    "Jotun": "Jotun",
    "Muspellson": "Muspellson",
    "Guardian": "Guardian",
    "Dwarf": "Dwarf",
    "Norn": "Norn/Valkyrie",
    "Valkyrie": "Norn/Valkyrie",
    "Elf": "Elf/Human",
    "Human": "Elf/Human",
    "Animal": "Animal",
}
"""M13 The twelve races, and the ten decks they are in, as the files write them."""
ALIGNMENTS = ("good", "evil", "neutral")
LETTERS = ("W", "S", "A", "H", "P", "C", "G", "SH")
"""2.2A1 A character bears one item of each."""
FORGED = frozenset({"forged", "flaming", "bronze"})
"""2.2A6 The kinds of items that lie in the face-up Forged deck."""


def folded(title: str) -> str:
    """A title as orders name it: `Skadi's Bow` is `skadis-bow`, `Norn/Valkyrie` is `norn-valkyrie`."""
    return re.sub(r"[^a-z]+", "-", re.sub(r"['.]", "", title.lower())).strip("-")


RACES = tuple(map(folded, DECK_OF))
RACE_DECKS = tuple(dict.fromkeys(map(folded, DECK_OF.values())))
"""M13 The ten race decks."""
_PILES = {folded(race): folded(deck) for race, deck in DECK_OF.items()}


def pile_of(race: str) -> str:
    """M13 The race deck that a race is in: `norn` is in `norn-valkyrie`."""
    return _PILES[race]


def name_of(card: str) -> str:
    """The name of a card or face: `fate.fair-wind.1`, `fate.fair-wind` and `fair-wind` are `fair-wind`."""
    return card.split(".")[1] if "." in card else card


@cites("2.1D", "2.1E")
class Character(Value):
    """A character card. `values` has every characteristic but STAMINA; `stamina` 0 is without limit (2.1H).

    `relatives`, `friends`, `items`, `animals` and `shapes` are names; abilities, weaknesses and instincts are
    folded like them (`far-sight`). `changes` is how often it may change shape in a game (M24).
    """

    id: int
    name: str
    title: str
    race: str
    alignment: str
    sex: str
    offspring: bool
    ragnarok: bool
    star: bool
    values: Mapping[str, int]
    stamina: int
    relatives: tuple[str, ...]
    friends: tuple[str, ...]
    abilities: tuple[str, ...]
    weaknesses: tuple[str, ...]
    instincts: tuple[str, ...]
    speaks: bool
    crosses_water: bool
    items: tuple[str, ...]
    animals: tuple[str, ...]
    shapes: tuple[str, ...]
    changes: int

    @property
    def pile(self) -> str:
        """M13 The race deck it is in."""
        return pile_of(self.race)

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Character":
        """A row as a card file has it."""
        return cls(
            id=row["id"],
            name=folded(row["name"]),
            title=row["name"],
            race=folded(row["race"]),
            alignment=row.get("alignment", ""),
            sex=row["sex"],
            offspring=row.get("offspring", False),
            ragnarok=row.get("ragnarok", False),
            star=row.get("star", False),
            values={one: row[one] for one in CHARACTERISTICS[:-1]},
            stamina=0 if row["stamina"] == "unlimited" else row["stamina"],
            relatives=_names(row, "relatives"),
            friends=_names(row, "friends"),
            abilities=_names(row, "abilities"),
            weaknesses=_names(row, "weaknesses"),
            instincts=_names(row, "instincts"),
            speaks=row.get("speaks", True),
            crosses_water=row.get("crosses_water", False),
            items=_names(row, "items"),
            animals=_names(row, "animals"),
            shapes=_names(row.get("shapes", {}), "kinds"),
            changes=row.get("shapes", {}).get("times", 0),
        )


class Item(Value):
    """An item card. `wisdom`: it needs the roll of 2.2A3; `crosses_water`: "", `bearer` or `group`."""

    id: int
    name: str
    title: str
    kind: str
    letters: tuple[str, ...]
    boat: bool
    star: bool
    reputation: int
    wisdom: bool
    crosses_water: str
    bonus: Mapping[str, int]
    insanity: bool
    astral: bool
    text: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Item":
        """A row as a card file has it."""
        return cls(
            id=row["id"],
            name=folded(row["name"]),
            title=row["name"],
            kind=row["kind"],
            letters=tuple(row.get("letters", ())),
            boat=row.get("boat", False),
            star=row.get("star", False),
            reputation=row.get("reputation", 0),
            wisdom=row.get("wisdom", False),
            crosses_water=row.get("crosses_water", ""),
            bonus=dict(row.get("bonus", {})),
            insanity=row.get("insanity", False),
            astral=row.get("astral", False),
            text=row.get("text", ""),
        )


class Card(Value):
    """A Fate, Prediction or Rune card. `effects` None: it stops for the master (M26)."""

    id: int
    name: str
    title: str
    copies: int
    target: str
    effects: tuple[str, ...] | None
    text: str
    cancels_runes: bool
    ragnarok: bool

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Card":
        """A row as a card file has it."""
        return cls(
            id=row["id"],
            name=folded(row["name"]),
            title=row["name"],
            copies=row.get("copies", 1),
            target=row.get("target", "none"),
            effects=tuple(row["effects"]) if "effects" in row else None,
            text=row.get("text", ""),
            cancels_runes=row.get("cancels_runes", False),
            ragnarok=row.get("ragnarok", False),
        )


class Shape(Value):
    """A shape card. In `values`, all twelve characteristics, None is what one keeps of one's own (2.2C)."""

    id: int
    name: str
    title: str
    copies: int
    values: Mapping[str, int | None]
    abilities: tuple[str, ...]
    weaknesses: tuple[str, ...]
    crosses_water: bool

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Shape":
        """A row as a card file has it."""
        return cls(
            id=row["id"],
            name=folded(row["name"]),
            title=row["name"],
            copies=row.get("copies", 1),
            values={one: None if row[one] == "C" else row[one] for one in CHARACTERISTICS},
            abilities=_names(row, "abilities"),
            weaknesses=_names(row, "weaknesses"),
            crosses_water=row.get("crosses_water", False),
        )


class CardSet(Value):
    """All cards of a game, each list by name; `counters` are the seven of 1.0g and where they start."""

    title: str
    edition: str
    not_published: bool
    characters: Mapping[str, Character]
    items: Mapping[str, Item]
    fate: Mapping[str, Card]
    predictions: Mapping[str, Card]
    runes: Mapping[str, Card]
    shapes: Mapping[str, Shape]
    counters: tuple[tuple[str, int], ...]
    missions: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> "CardSet":
        """The card set in the content of a card file."""
        return cls(
            title=content["title"],
            edition=content["edition"],
            not_published=content["not_published"],
            characters=_by_name(map(Character.of, content["characters"])),
            items=_by_name(map(Item.of, content["items"])),
            fate=_by_name(map(Card.of, content["fate"])),
            predictions=_by_name(map(Card.of, content["predictions"])),
            runes=_by_name(map(Card.of, content["runes"])),
            shapes=_by_name(map(Shape.of, content["shapes"])),
            counters=tuple((folded(one["character"]), one["at"]) for one in content["counters"]),
            missions=tuple((folded(one["character"]), one["text"]) for one in content["missions"]),
        )

    @property
    def physical_shapes(self) -> tuple[str, ...]:
        """The shape cards: `shape.falcon.1`, `shape.falcon.2`."""
        return physical("shape", self.shapes)


card_set = once(CardSet.of)
"""The card set in the content of a card file, which is not changed afterwards: the same one each time."""


def physical(kind: str, cards: Mapping[str, Card] | Mapping[str, Shape]) -> tuple[str, ...]:
    """The physical cards of a list, `fate`, `prediction`, `rune` or `shape`: `fate.fair-wind.1`."""
    return tuple(f"{kind}.{name}.{n}" for name, card in cards.items() for n in range(1, card.copies + 1))


def _names(row: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(map(folded, row.get(key, ())))


def _by_name(cards: Any) -> Mapping[str, Any]:
    return {card.name: card for card in cards}
