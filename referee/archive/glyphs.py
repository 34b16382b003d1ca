"""Glyphs: the signs by which players judge a move or a position, with their numbers in PGN.

The first six may stand after an order in a letter as well (`referee.notation.tails`).
"""

from collections.abc import Mapping

from referee.notation.tails import MARKS

GLYPHS: Mapping[str, int] = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
    "forced": 7,
    "=": 10,
    "unclear": 13,
    "\u2a72": 14,
    "\u2a71": 15,
    "\u00b1": 16,
    "\u2213": 17,
    "+-": 18,
    "-+": 19,
}
"""Each glyph as it is written, and its number.

Good, bad, brilliant, blunder, interesting, dubious, the only move, even, unclear; then by how much the first seat
stands better, or the second: slightly, clearly, won.
"""
STANDING = r"[\u2a72\u2a71\u00b1\u2213]|\+-|-\+"
"""The pattern of the last six, which no order ends in."""

assert set(MARKS) <= GLYPHS.keys()  # noqa: S101  a mark of a letter is a glyph


def glyph_of(text: str) -> str:
    """The glyph that is written so, or as PGN's `$5`; "" if there is none."""
    if text.startswith("$"):
        return next((glyph for glyph, number in GLYPHS.items() if text[1:] == str(number)), "")
    return text if text in GLYPHS else ""
