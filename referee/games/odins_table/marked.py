"""Which squares of the board changed last, for the picture: from the events alone, as their reader was shown them."""

from collections.abc import Iterable

from referee.engine.events import Seen

FIELDS = {
    "Moved": ("origin", "target"),
    "Attacked": ("origin", "target"),
    "Swapped": ("origin", "target"),
    "Returned": ("square",),
}
"""The squares of each kind of event that moves a piece: from where, and whereto."""


def marked(seen: Iterable[Seen]) -> frozenset[str]:
    """The squares that the last piece to move left and came to, or attacked; none before the first move."""
    last = frozenset[str]()
    for one in seen:
        if one.kind in FIELDS:
            last = frozenset(one[name] for name in FIELDS[one.kind])
    return last
