"""What things are called when they are told: characters, items, cards, places, decks, characteristics."""

from collections.abc import Mapping
from typing import Any

from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.cards import CardSet, name_of
from referee.util.values import Value

WORDS: Mapping[str, str] = {
    "aesir": "Aesir",
    "vanir": "Vanir",
    "alfar": "Alfar",
    "jotun": "Jotun",
    "muspellson": "Muspellson",
    "guardian": "Guardian",
    "dwarf": "Dwarf",
    "norn": "Norn",
    "valkyrie": "Valkyrie",
    "elf": "Elf",
    "human": "Human",
    "norn-valkyrie": "Norn/Valkyrie",
    "elf-human": "Elf/Human",
    "animal": "Animal",
    "offspring": "Offspring",
    "magic": "Magic Item",
    "fate": "Fate",
    "prediction": "Prediction",
    "rune": "Rune",
    "speed": "SPEED",
    "reputation": "REPUTATION",
    "accuracy": "ACCURACY",
    "strength": "STRENGTH",
    "agility": "AGILITY",
    "wisdom": "WISDOM",
    "intelligence": "INTELLIGENCE",
    "senses": "SENSES",
    "reaction": "REACTION",
    "temper": "TEMPER",
    "charisma": "CHARISMA",
    "stamina": "STAMINA",
    "attack": "ATTACK",
    "subdue": "SUBDUE",
    "con": "CON",
    "follower": "FOLLOWER",
    "seduce": "SEDUCE",
    "evade": "EVADE",
    "challenge": "CHALLENGE",
    "negotiate": "NEGOTIATE",
    "friendship": "FRIENDSHIP",
    "catatonia": "Catatonia",
    "kleptomania": "Kleptomania",
    "lunacy": "Lunacy",
    "megalomania": "Megalomania",
    "monomania": "Monomania",
    "pathological-liar": "Pathological Liar",
    "paranoia": "Paranoia",
    "schizophrenia": "Schizophrenia",
    "suicidal-mania": "Suicidal Mania",
    "spring": "spring",
    "summer": "summer",
    "autumn": "autumn",
    "winter": "winter",
    "good": "good",
    "evil": "evil",
    "neutral": "neutral",
    "male": "male",
    "female": "female",
    "neuter": "neuter",
    "forged": "forged",
    "flaming": "flaming",
    "bronze": "bronze",
}
"""What orders and cards name without a card or a place of that name, as it is told in English.

No name of a card is a word of orders, so these are never mistaken for one. They are translated; names are not.
"""


class Voice(Value):
    """The reader of a view, the names in the card set and on the map of that game, and whether it has no master."""

    reader: str | None
    cards: CardSet
    board: Board
    house: bool = False

    def named(self, card: str, holder: str) -> tuple[str, str]:  # noqa: ARG002  as the protocol has it
        """The title of a character, item, card or face; of a place its number and name; or one of `WORDS`."""
        text = str(card)
        if text.isdigit():
            place = self.board.places.get(int(text))
            return "", f"{place.number:02} {place.name}" if place else text
        if text in WORDS:
            return "", WORDS[text]
        found: Any = next((cards[name] for cards in self._lists if (name := name_of(text)) in cards), None)
        return "", found.title if found else text

    def strength(self, card: str) -> int | None:  # noqa: ARG002  as the protocol has it
        """No strength is told with a name."""
        return None

    @property
    def _lists(self) -> tuple[Mapping[str, Any], ...]:
        it = self.cards
        return it.characters, it.items, it.fate, it.predictions, it.runes, it.shapes
