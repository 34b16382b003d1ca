"""Every form of tests/support/quoting.py as a way to answer our letters: its language, and where the answer stands."""

from collections.abc import Mapping
from itertools import cycle

from support.quoting import BLOCKS, HEADS, TONGUES, wraps

from awkward.case import plain
from awkward.styles import Lines, Old, Style, between, marked, text_of
from awkward.world import World
from referee.util.values import Value

PLACES = ("above", "below", "between")


class Way(Value, dict=True):
    """One way of answering: the program's language, the lines it puts before the letter, where the answer stands.

    `bare`: the lines of the letter have no marks, so an answer below them cannot be told from them.
    """

    tongue: str
    head: tuple[str, ...]
    place: str
    bare: bool = False

    def body(self, own: Lines, old: Lines) -> str:
        """The text of the mail."""
        quoted = list(old) if self.bare else marked(old)
        match self.place:
            case "above":
                return text_of(own, "", self.head, "", quoted)
            case "below":
                return text_of(self.head, quoted, "", own)
        return text_of(self.head, between(own, old))

    @property
    def style(self) -> Style:
        """The same as a mail of Loki."""

        def style(w: World, own: Lines, old: Old) -> bytes:
            return plain(w, self.body(own, old.text))

        return style


def _marked() -> dict[str, Way]:
    """Each heading at each place, broken in another way each time."""
    found = {}
    for name, head in HEADS.items():
        ways = list(wraps(head))
        for at, place in enumerate(PLACES):
            found[f"{name}-{place}"] = Way(name.partition("-")[0], ways[at % len(ways)], place)
    return found


def _bare() -> dict[str, Way]:
    """Each heading, block and separator above a letter without marks, and below it."""
    found = {}
    heads = {name: next(iter(wraps(head))) for name, head in HEADS.items()}
    for name, head in {**heads, **{f"{name}-block": block for name, block in BLOCKS.items()}}.items():
        found[f"{name}-bare"] = Way(name.partition("-")[0], head, "above", bare=True)
    for tongue, one in TONGUES.items():
        blocks = cycle(block for name, block in BLOCKS.items() if name.startswith(tongue))
        for at, text in enumerate((*one.originals, *one.forwards)):
            found[f"{tongue}-separator-{at}"] = Way(tongue, (text, *next(blocks)), "above", bare=True)
    for name, block in BLOCKS.items():
        found[f"{name}-bottom"] = Way(name.partition("-")[0], block, "below", bare=True)
    return found


MARKED: Mapping[str, Way] = _marked()
BARE: Mapping[str, Way] = _bare()
WAYS: Mapping[str, Way] = {**MARKED, **BARE}
