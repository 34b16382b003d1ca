"""How Nine Runes is told: each rune with its worth, and what is told of a rune that somebody asks about."""

from collections.abc import Mapping
from typing import Any

from referee.engine.kit.defaults import About, Named, note

from nine_runes.table import WORTH, View


def voice(v: View) -> Named:
    """The voice for the reader of a view."""
    return Named(v.seat, WORTH)


def about(_content: Mapping[str, Any], name: str) -> About | None:
    """`card fehu`: what a rune is worth, and which runes it takes; the rules say so to everybody."""
    if name not in WORTH:
        return None
    return About(
        name.capitalize(),
        (note("about-rune", rune=name, worth=WORTH[name], runes=len(WORTH)),),
        ("1.1", "3.2"),
    )
