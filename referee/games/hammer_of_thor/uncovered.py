"""What lay hidden, told to all when the game is over."""

from typing import Any

from referee.engine.events import face
from referee.games.hammer_of_thor.table import State


def uncovered(s: State) -> Any:
    """The hands, concealed items and runes, and the piles in their order."""
    carried = {
        name: {
            "items": tuple(item for item in one.items if item not in one.revealed),
            "runes": tuple(map(face, one.runes)),
        }
        for name, one in s.figures.items()
    }
    return {
        "hands": tuple((seat, tuple(map(face, cards))) for seat, cards in s.hands.items() if cards),
        "carried": tuple(
            (name, one["items"], one["runes"]) for name, one in carried.items() if any(one.values())
        ),
        "piles": tuple((pile, tuple(map(face_or_name, cards))) for pile, cards in s.stacks.items()),
    }


def face_or_name(card: str) -> str:
    """A card as it is shown: the face of a physical card, else the name."""
    return face(card) if card.count(".") > 1 else card
