"""The verbs by which players annotate their game: `annotate 7.2: TEXT`, `line 7.2: TEXT`, `publish yes as NAME`."""

import re
from collections.abc import Mapping

from referee.notation.folding import parts

TEXTS = frozenset({"annotate", "variation"})
"""Verbs with a place, a colon, and then words."""
ALONE = frozenset({"open notes", "notes", "replay"})
"""Verbs that stand alone."""
PUBLISH = "publish"
EVERY = TEXTS | ALONE | {PUBLISH}
GAME = "game"
"""The place of a note on the game as a whole; any other is a position."""
LONGEST_NAME = 60
"""Characters of the name under which somebody is published."""
_PLACE = re.compile(r"(?P<at>@? ?(?P<turn>[0-9]{1,4})\.(?P<action>[0-9]{1,4})|[^:]{1,40}?)\s*:", re.ASCII)


def place(behind: str, meanings: Mapping[str, str]) -> tuple[str, int] | None:
    """The place that the folded text after a verb names, and where the words after its colon begin; None for none.

    `meanings` are the words of the seat's languages that may stand there, by their keys.
    """
    found = _PLACE.match(behind.lstrip())
    if found is None:
        return None
    end = found.end() + len(behind) - len(behind.lstrip())
    if found["turn"]:
        return f"{int(found['turn'])}.{int(found['action'])}", end
    return (GAME, end) if meanings.get("".join(parts(found["at"]))) == GAME else None


def published(words: str, meanings: Mapping[str, str]) -> str | None:
    """What was said after `publish`: `yes NAME`, `no`, "" for a question how to say it; None for prose."""
    first, _, rest = words.partition(" ")
    answer = meanings.get("".join(parts(first)), "") if first else ""
    if answer not in {"yes", "no"}:
        return None if words else ""
    if answer == "no" or not rest:
        return None if rest else answer.replace("yes", "")
    joins, _, name = rest.partition(" ")
    return f"yes {name}" if name and meanings.get("".join(parts(joins))) == "as" else None
