"""The verbs by which players annotate their game: `annotate 7.2: TEXT`, `line 7.2: TEXT`, `publish yes as NAME`.

A place is the game, a position, or there a line of the writer's letter, an event, a card:

    game
    7.2
    7.2 line 3
    7.2 event turnedup 2
    7.2 card tyr
"""

import re
from collections.abc import Callable, Mapping

from referee.notation.folding import fold, parts
from referee.util.regexes import regex

TEXTS = frozenset({"annotate", "variation"})
"""Verbs with a place, a colon, and then words."""
ALONE = frozenset({"open notes", "notes", "replay"})
"""Verbs that stand alone."""
PUBLISH = "publish"
WITHDRAW = "withdraw note"
"""The verb that takes a note back: the last one on the place that follows, or the last of all."""
EVERY = TEXTS | ALONE | {PUBLISH, WITHDRAW}
GAME = "game"
"""The place of a note on the game as a whole; any other begins with a position."""
LINE, EVENT, CARD = "line", "event", "card"
"""What a place may name at a position."""
LONGEST_NAME = 60
"""Characters of the name under which somebody is published."""
LONGEST_PLACE = 80
"""Characters of a place, as written."""
_POSITION = regex(
    r"@? ?(?P<turn>[0-9]{1,4})\.(?P<action>[0-9]{1,4})(?: (?P<kind>\S+) (?P<name>.+))?", re.ASCII
)
_NAMES = {
    LINE: regex("[0-9]{1,4}", re.ASCII),
    EVENT: regex("[a-z]{1,60}(?: [1-9][0-9]{0,2})?", re.ASCII),
    CARD: regex("[a-z]+\\.[a-z][a-z-]*", re.ASCII),
}
"""What a line, an event and a card are called in a folded text."""
Cards = Callable[[str], str]
"""Gives the name of a card that is written so in the seat's languages; "" for no card."""


def place(behind: str, meanings: Mapping[str, str], cards: Cards) -> tuple[str, int] | None:
    """The place that the folded text after a verb names, and where the words after its colon begin; None for none.

    `meanings` are the words of the seat's languages that may stand there, by their keys.
    """
    head, colon, _ = behind[: LONGEST_PLACE + 1].partition(":")
    found = placed(head, meanings, cards) if colon else None
    return None if found is None else (found, len(head) + 1)


def placed(words: str, meanings: Mapping[str, str], cards: Cards) -> str | None:
    """The place that is written so in a folded text, in canonical words; None for none."""
    words = " ".join(words.split())
    found = _POSITION.fullmatch(words)
    if found is None:
        return GAME if meanings.get("".join(parts(words))) == GAME else None
    position = f"{int(found['turn'])}.{int(found['action'])}"
    if not found["kind"]:
        return position
    kind, name = meanings.get("".join(parts(found["kind"])), "").removeprefix("its "), found["name"]
    if kind not in _NAMES:
        return None
    if not _NAMES[kind].fullmatch(name):
        name = cards(name) if kind == CARD else ""
    return f"{position} {kind} {int(name) if kind == LINE else name}" if name else None


def withdrawn(words: str, meanings: Mapping[str, str], cards: Cards) -> str | None:
    """The place of the note that is taken back, "" for the last note; None for prose."""
    return placed(fold(words).text, meanings, cards) if words else ""


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
