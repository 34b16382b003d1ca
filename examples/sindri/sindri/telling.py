"""How Sindri's Forge is told: each treasure with its fame; names of cards are translated."""

from referee.engine.kit.defaults import Named

from sindri.rules import CUSTOMS
from sindri.table import FAME, SHAPES, View


def table(v: View, _word: object = None) -> object:
    """What the table says of offers and deadlines."""
    return {"notes": tuple(CUSTOMS.notes(v))}


def voice(v: View) -> Named:
    """The voice for the reader of a view."""
    return Named(v.seat, FAME)


def card_texts(_game: object) -> object:
    """The names of treasures and shapes, to be translated."""
    return (("card", name.title()) for name in (*FAME, *SHAPES, "praise"))
