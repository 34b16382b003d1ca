"""Which elements of HTML are open at a place, as in a browser (HTML Living Standard, 13.2.6): which tags close which.

Only what decides where a text stands is modelled. Formatting elements (`b`, `font`, `s`) end where they are
closed, whatever was closed before, because browsers open them again (13.2.4.3); those opened in a table cell
end with it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.post.reading.patterns import pattern

# What mail programs write into classes, ids and styles of HTML, from which quotes are recognized: tables.


class Box(StrEnum):
    """What an element says about the text in it."""

    OWN = ""
    QUOTED = "quoted"
    ORIGINAL = "original"
    SIGNATURE = "signature"
    ANNOUNCES = "announces"
    LINE = "line"


ANNOUNCES = pattern("{announcing}")
"""Classes and ids of elements that stand above a quote."""
LINES = pattern("{dividing}")
"""Classes, ids, names and titles of elements, often empty, placed where the answered mail begins."""
BOXES = pattern("{boxing}")
"""Classes, ids and names of boxes that hold the answered mail; any name with "quot" in it means the same."""
SIGNATURES = pattern("{signing}")
WORD = re.compile(
    r"border-top\s*:\s*solid\s+#[0-9a-f]{6}\s+1(?:\.0)?pt\s*;\s*padding\s*:\s*3(?:\.0)?pt\s"
    r"|border-top-color\s*:\s*rgb\(229, ?229, ?229\)|border-top\s*:\s*(?:1px\s+solid|solid\s+1px)\s+rgb\(229, ?229, ?229\)",
    re.IGNORECASE,
)
"""The thin line that Outlook, Foxmail and Windows Mail draw above From, Sent, To and Subject, in any language."""


def names_of(attributes: Mapping[str, str]) -> str:
    """All names that an element bears, in lower case: classes, id, name, and the mark that Zimbra gives it."""
    given = (attributes.get(key, "") for key in ("class", "id", "name", "data-marker"))
    return " ".join(given).lower()


def box_of(tag: str, attributes: Mapping[str, str]) -> Box:
    """What an element says about the text in it; `Box.OWN` if nothing."""
    if not attributes:
        return Box.QUOTED if tag == "blockquote" else Box.OWN
    names = names_of(attributes)
    if (tag == "hr" and attributes.get("tabindex") == "-1") or LINES.search(
        f"{names} {attributes.get('title', '')}"
    ):
        return Box.LINE
    if tag == "blockquote" or attributes.get("type", "").lower() == "cite":
        return Box.QUOTED
    if ANNOUNCES.search(names) or (tag in {"div", "p"} and WORD.search(attributes.get("style", ""))):
        return Box.ANNOUNCES
    if SIGNATURES.search(names):
        return Box.SIGNATURE
    return Box.ORIGINAL if BOXES.search(names) else Box.OWN


_VOID = (
    "area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr"
)
VOID = frozenset(_VOID.split())
_FORMATTING = "a b big code em font i nobr s small strike strong tt u"
FORMATTING = frozenset(_FORMATTING.split())
_BLOCKS = """
    address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header hgroup
    hr listing main menu nav ol p plaintext pre search section summary ul xmp h1 h2 h3 h4 h5 h6 li dd dt
    """
CLOSE_P = frozenset(_BLOCKS.split())
"""Elements that a paragraph cannot hold: it ends before them."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CELLS = frozenset({"td", "th", "caption"})
GROUPS = frozenset({"tbody", "thead", "tfoot"})
IN_TABLES = CELLS | GROUPS | {"tr", "colgroup"}
WALLS = CELLS | {"table", "applet", "marquee", "object", "template"}
"""Elements that no end tag of an outer element closes."""
MARKED = CELLS | {"applet", "marquee", "object"}
"""Elements that end the formatting begun within them."""
SPECIAL = (
    CLOSE_P
    | IN_TABLES
    | WALLS
    | {"button", "select", "iframe", "noscript", "script", "style", "textarea", "title"}
)
STOPS_ITEMS = SPECIAL - {"address", "div", "p", "li", "dd", "dt"}
_BREAKING_OUT = """
    b big blockquote br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 hr i img li listing menu meta nobr ol p pre ruby
    s small span strong strike sub sup table tt u ul var
    """
BREAKING_OUT = frozenset(_BREAKING_OUT.split())
"""Elements that end the drawing or formula in which they are found."""
FOREIGN = ("svg", "math")


@dataclass(frozen=True, slots=True)
class Element:
    """An open element, and its effect on the text in it."""

    name: str
    box: Box = Box.OWN
    unseen: bool = False
    block: bool = False
    gap: bool = False
    plain: bool | None = None


class Open:
    """The open elements. No question takes a walk over them, however many there are."""

    def __init__(self) -> None:
        self.stack: list[Element] = []
        self.places: defaultdict[str, list[int]] = defaultdict(list)
        self.walls: list[int] = []
        self.special: list[int] = []
        self.item_stops: list[int] = []
        self.formatting: list[dict[str, list[Element]]] = [{}]

    def push(self, element: Element) -> None:
        """Open one more."""
        name, at = element.name, len(self.stack)
        self.stack.append(element)
        self.places[name].append(at)
        for names, places in self._sorts():
            if name in names:
                places.append(at)
        if name in MARKED:
            self.formatting.append({})

    def pop_to(self, at: int) -> list[Element]:
        """Close the element at this place and all within it; gives them, the innermost first."""
        gone: list[Element] = []
        while len(self.stack) > at:
            element = self.stack.pop()
            last = len(self.stack)
            self.places[element.name].pop()
            for _, places in self._sorts():
                if places and places[-1] == last:
                    places.pop()
            if element.name in MARKED:
                gone.extend(one for run in self.formatting.pop().values() for one in run)
            gone.append(element)
        return gone

    def _sorts(self) -> Iterable[tuple[frozenset[str], list[int]]]:
        return (WALLS, self.walls), (SPECIAL, self.special), (STOPS_ITEMS, self.item_stops)

    def last(self, *names: str) -> int:
        """The place of the innermost of these; -1 if none is open."""
        found = -1
        for name in names:
            places = self.places.get(name)
            if places and places[-1] > found:
                found = places[-1]
        return found

    def drawing(self) -> bool:
        """Whether a drawing or a formula is open."""
        return self.last(*FOREIGN) >= 0

    def in_reach(self, name: str) -> int:
        """The place of the element that such an end tag would close; -1 if none is in scope."""
        at = self.last(name)
        return at if at >= (self.walls[-1] if self.walls else -1) else -1

    def before(self, name: str) -> list[Element]:
        """Close what ends where such an element begins (13.2.6.4.7 to 13.2.6.4.15); gives it."""
        gone: list[Element] = []
        if self.drawing() and name in BREAKING_OUT:
            gone += self.pop_to(min(self.places[one][0] for one in FOREIGN if self.places.get(one)))
        if name in CLOSE_P and (at := self.in_reach("p")) >= 0:
            gone += self.pop_to(at)
        if name in HEADINGS and self.stack and self.stack[-1].name in HEADINGS:
            gone += self.pop_to(len(self.stack) - 1)
        if name == "li":
            gone += self._item("li")
        elif name in {"dd", "dt"}:
            gone += self._item("dd", "dt")
        elif name == "table" and self.last("table") > self.last(*CELLS):
            gone += self.pop_to(self.last("table"))
        elif name in IN_TABLES:
            gone += self._in_table(name)
        return gone

    def _item(self, *names: str) -> list[Element]:
        at = self.last(*names)
        return self.pop_to(at) if at > (self.item_stops[-1] if self.item_stops else -1) else []

    def _in_table(self, name: str) -> list[Element]:
        """Close what ends before a part of a table: a cell before a cell, a row before a row."""
        table = self.last("table")
        if table < 0:
            return []
        if name in {"td", "th"}:
            holds = self.last("tr", *GROUPS, "table")
        elif name == "tr":
            holds = max(self.last(*GROUPS), table)
        else:
            holds = table
        return self.pop_to(max(holds, table) + 1)

    def fits(self, name: str) -> bool:
        """Whether such an element may begin here: parts of a table only within one."""
        return name not in IN_TABLES or self.last("table") >= 0

    def closed_by(self, name: str) -> list[Element]:
        """Close what an end tag closes, which may be nothing; gives it."""
        if name in FORMATTING:
            run = self.formatting[-1].get(name)
            return [run.pop()] if run else []
        if name in IN_TABLES or name == "table":
            at = self.last(name)
            return self.pop_to(at) if at >= self.last("table") and at >= 0 else []
        if self.drawing() and name not in BREAKING_OUT:
            at = self.last(name)
        elif name in HEADINGS:
            at = max(self.in_reach(one) for one in HEADINGS)
        elif name in SPECIAL:
            at = self.in_reach(name)
        else:
            at = self.last(name)
            at = at if at > (self.special[-1] if self.special else -1) else -1
        return self.pop_to(at) if at >= 0 else []

    def format(self, element: Element) -> list[Element]:
        """Begin a formatting element; gives what ends there: a link within a link, a `nobr` within a `nobr`."""
        run = self.formatting[-1].setdefault(element.name, [])
        gone = [run.pop()] if run and element.name in {"a", "nobr"} else []
        run.append(element)
        return gone
