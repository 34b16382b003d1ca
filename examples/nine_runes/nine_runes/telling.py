"""How Nine Runes is told: each rune with its worth."""

from referee.engine.kit.defaults import Named

from nine_runes.table import WORTH, View


def voice(v: View) -> Named:
    """The voice for the reader of a view."""
    return Named(v.seat, WORTH)
