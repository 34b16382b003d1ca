"""HTML as lines: hidden parts left out, quotes marked, blocks on lines of their own."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from referee.post.reading.flowed import HTML_LIMIT, LINES_LIMIT, Line
from referee.post.reading.patterns import pattern
from referee.util.regexes import regex
from referee.util.values import Value

# HTML split into texts, tags and their attributes as a browser does it (HTML Living Standard, 13.2.5).
#
# No tree is built, and nothing is read twice. What a browser drops is dropped: a tag that is never closed ends
# everything.


BLANK = "[\t\n\f\r ]"
NAME = regex("</?([a-zA-Z][^\t\n\f\r />]*+)")
SKIPPED = regex("[\t\n\f\r /]*+")
ATTRIBUTE = regex("=?[^\t\n\f\r />=]*+")
EQUALS = regex(f"{BLANK}*+={BLANK}*+")
BARE = regex("[^\t\n\f\r >]*+")
COMMENT_ENDS = regex("--!?>")
_KEPT = "id class style hidden name type title tabindex data-marker"
KEPT = frozenset(_KEPT.split())
_RAW = "style xmp iframe noembed noframes title textarea"
RAW = {name: regex(f"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in _RAW.split()}
"""Elements whose content is not HTML, and where that content ends."""
SCRIPT = regex("<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)
VALUE_LIMIT = 2_000
LONGEST_NAME = 40


class Start(NamedTuple):
    """A tag that opens an element: its name in lower case, and those attributes that decide what is shown."""

    name: str
    attributes: dict[str, str]
    closed: bool = False


class End(NamedTuple):
    """A tag that closes an element."""

    name: str


Token = str | Start | End


def tokens(html: str, in_a_drawing: Callable[[], bool] = lambda: False) -> Iterator[Token]:
    """The tokens of a document; texts with their references decoded. The time is linear in its length.

    `in_a_drawing` is asked after each tag has been used: in a drawing or a formula, the content of every
    element is markup.
    """
    at, size = 0, len(html)
    while at < size:
        sign = html.find("<", at)
        if sign != at:
            yield unescape(html[at : sign if sign >= 0 else size])
        if sign < 0:
            return
        name = NAME.match(html, sign)
        if name is None:
            text, at = _no_tag(html, sign)
            if text:
                yield text
            continue
        tag = name[1][:LONGEST_NAME].lower()
        attributes, at = _attributes(html, name.end())
        if at < 0:
            return
        if html[sign + 1] == "/":
            yield End(tag)
            continue
        yield Start(tag, attributes, html[at - 2] == "/")
        if in_a_drawing():
            continue
        if tag == "plaintext":
            yield html[at:]
            return
        if tag == "script" or tag in RAW:
            ends = None if tag == "script" else RAW[tag].search(html, at)
            stop = _behind_script(html, at) if tag == "script" else ends.start() if ends else size
            yield unescape(html[at:stop]) if tag in {"title", "textarea"} else html[at:stop]
            at = stop


def _no_tag(html: str, sign: int) -> tuple[str, int]:
    """What a `<` that begins no tag is: text, or a comment, which gives no text; and where it ends."""
    if html.startswith("<!--", sign):
        if html.startswith((">", "->"), sign + 4):
            return "", html.index(">", sign) + 1
        ends = COMMENT_ENDS.search(html, sign + 4)
        return "", ends.end() if ends else len(html)
    if html.startswith(("<!", "<?"), sign) or (html.startswith("</", sign) and sign + 2 < len(html)):
        found = html.find(">", sign + 2)
        return "", found + 1 if found >= 0 else len(html)
    return "<", sign + 1


def _attributes(html: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes of a tag, the first of each name, and where the tag ends; -1 if it does not."""
    found: dict[str, str] = {}
    size = len(html)
    while True:
        at = _past(SKIPPED, html, at)
        if at >= size:
            return found, -1
        if html[at] == ">":
            return found, at + 1
        begins, at = at, _past(ATTRIBUTE, html, at)
        name, value = html[begins:at], ""
        equals = EQUALS.match(html, at)
        if equals:
            at = equals.end()
            sign = html[at : at + 1]
            if sign and sign in "\"'":
                begins, at = at + 1, html.find(sign, at + 1) + 1
                if not at:
                    return found, -1
                value = html[begins : min(at - 1, begins + VALUE_LIMIT)]
            else:
                begins, at = at, _past(BARE, html, at)
                value = html[begins : min(at, begins + VALUE_LIMIT)]
        if (name := name[:LONGEST_NAME].lower()) in KEPT:
            found.setdefault(name, unescape(value))


def _past(pattern: re.Pattern[str], html: str, at: int) -> int:
    """Where a possibly empty run ends."""
    found = pattern.match(html, at)
    return found.end() if found else at


def _behind_script(html: str, at: int) -> int:
    """Where a script ends; within it a comment may hold another script (13.2.5.20 to 13.2.5.31)."""
    escaped = doubly = False
    for found in SCRIPT.finditer(html, at):
        if found[0] == "<!--":
            escaped = True
        elif found[0] == "-->":
            escaped = doubly = False
        elif not found[1]:
            doubly = escaped
        elif doubly:
            doubly = False
        else:
            return found.start()
    return len(html)


# Which elements are open at a place, as in a browser (13.2.6): which tags close which.
#
# Only what decides where a text stands is modelled. Formatting elements (`b`, `font`, `s`) end where they are
# closed, whatever was closed before, because browsers open them again (13.2.4.3); those opened in a table cell
# end with it.


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
WORD = regex(
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


class Element(Value):
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


# What is shown, as lines.


BLOCKS = CLOSE_P | GROUPS | {"legend", "table", "tr"}
"""Elements that stand on lines of their own."""
_GAPS = "p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre listing xmp"
GAPS = frozenset(_GAPS.split())
"""Blocks with space before and after them. A paragraph without margins, as Outlook writes each line, has none."""
_UNSEEN = (
    "script style template noscript title svg math iframe object audio video canvas select textarea button"
    " noembed noframes applet s strike del"
)
UNSEEN = frozenset(_UNSEEN.split())
"""Elements whose content the sender did not write, or has struck out."""
PLAIN = frozenset({"pre", "listing", "xmp", "plaintext"})
IGNORED = frozenset({"html", "body", "head"})
"""There is one of each, wherever their tags stand."""
HIDING = regex(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0+(?:\.0+)?\s*(?:[a-z%]+\s*)?(?:;|!|$)|mso-hide\s*:\s*all"
    r"|opacity\s*:\s*0+(?:\.0+)?\s*(?:;|!|$)"
    r"|(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*0+(?:px|pt|em|%)?\s*(?:;|!|$)"
    r"|(?:left|right|top|text-indent)\s*:\s*-\d{3}|text-decoration[a-z-]*\s*:\s*line-through",
    re.IGNORECASE,
)
TIGHT = regex(r"margin(?:-top|-bottom)?\s*:\s*0", re.IGNORECASE)
AS_A_BLOCK = regex(r"(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item|table)\b", re.IGNORECASE)
SPACED = regex(r"white-space\s*:\s*(pre|break-spaces|normal|nowrap)", re.IGNORECASE)
SPACES = regex(r"[ \t\n\r\f]+")


def lines_of_html(html: str) -> tuple[list[Line], bool]:
    """The lines that an HTML part shows, counted from 1, and whether its end had to be left off.

    Lines of quotes are marked `quoted`, those of an original `original`, those of a signature `signature`.
    Hidden text is left out. At most one line more than `LINES_LIMIT` is given.
    """
    return _Walk().over(html[:HTML_LIMIT]), len(html) > HTML_LIMIT


@lru_cache(maxsize=256)
def _plain_element(name: str) -> Element:
    """An element without attributes."""
    return Element(
        name, box_of(name, {}), name in UNSEEN, name in BLOCKS, name in GAPS, name in PLAIN or None
    )


def _element(name: str, attributes: Mapping[str, str]) -> Element:
    """An element, and its effect on the text in it."""
    if not attributes:
        return _plain_element(name)
    style = attributes.get("style", "")
    spaced = SPACED.search(style)
    tight = {"msonormal", "msoplaintext"} & set(attributes.get("class", "").lower().replace("x_", "").split())
    return Element(
        name,
        box_of(name, attributes),
        unseen=name in UNSEEN or "hidden" in attributes or bool(style and HIDING.search(style)),
        block=name in BLOCKS or bool(style and AS_A_BLOCK.search(style)),
        gap=name in GAPS and not (tight or TIGHT.search(style)),
        plain=spaced[1].lower() in {"pre", "break-spaces"} if spaced else name in PLAIN or None,
    )


class _Walk:
    """A walk over a document that gathers its lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.pieces: list[str] = []
        self.open = Open()
        self.boxes: Counter[Box] = Counter()
        self.plain: list[bool] = []
        self.unseen = 0
        self.rest = False
        self.fresh = False

    def over(self, html: str) -> list[Line]:
        """The lines of the document."""
        for token in tokens(html, self.open.drawing):
            if len(self.lines) > LINES_LIMIT:
                break
            match token:
                case str():
                    self.say(token)
                case Start():
                    self.start(token)
                case End(name):
                    self.end(name)
        self.end_line()
        return self.lines[: LINES_LIMIT + 1]

    def start(self, tag: Start) -> None:
        """Open an element."""
        name = "img" if tag.name == "image" else tag.name
        element = _element(name, tag.attributes)
        if name in IGNORED:
            if element.unseen and name != "head":
                self.unseen += 1
                self.lines.clear()
            return
        self.leave(self.open.before(name))
        if not self.open.fits(name):
            return
        self.enter(element)
        if name in VOID or (tag.closed and (name in FOREIGN or self.open.drawing())):
            self.leave([element])
        elif name in FORMATTING:
            self.leave(self.open.format(element))
        else:
            self.open.push(element)
        self.fresh = name in {"pre", "listing"}

    def end(self, name: str) -> None:
        """Close an element, and all that is open within it."""
        if name == "br":
            self.start(Start("br", {}))
        elif name == "p" and self.open.in_reach("p") < 0:
            self.start(Start("p", {}))
            self.leave(self.open.closed_by("p"))
        elif name not in VOID:
            self.leave(self.open.closed_by(name))

    def enter(self, element: Element) -> None:
        """Apply the beginning of an element."""
        if element.name == "br" and not (self.unseen or element.unseen):
            self.end_line(always=True)
        elif element.name in {"td", "th"} and self.pieces:
            self.pieces.append(" ")
        elif element.block or element.box:
            self.end_line()
        if element.gap and not self.unseen:
            self.gap()
        self.unseen += element.unseen
        if element.box is Box.LINE and not self.unseen and not self.quoted():
            self.rest = True
        self.boxes[element.box] += 1
        if element.plain is not None:
            self.plain.append(element.plain)

    def leave(self, gone: Iterable[Element]) -> None:
        """Apply the ends of elements."""
        for element in gone:
            if element.block or element.box:
                self.end_line()
            self.unseen -= element.unseen
            self.boxes[element.box] -= 1
            if element.gap and not self.unseen:
                self.gap()
            if element.plain is not None:
                self.plain.pop()

    def quoted(self) -> bool:
        """Whether text here counts as quoted up to the end of its box."""
        return bool(self.boxes[Box.QUOTED] or self.boxes[Box.ORIGINAL])

    def say(self, text: str) -> None:
        """Add text here: runs of blanks become one, except where they are shown as they are."""
        fresh, self.fresh = self.fresh, False
        if self.unseen:
            return
        if not (self.plain and self.plain[-1]):
            self.pieces.append(SPACES.sub(" ", text))
            return
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        first, *others = (text.removeprefix("\n") if fresh else text).split("\n", LINES_LIMIT + 1)
        self.pieces.append(first)
        for line in others:
            if len(self.lines) > LINES_LIMIT:
                return
            self.end_line(always=True)
            self.pieces.append(line)

    def gap(self) -> None:
        """Put one blank line between blocks, never two."""
        if self.lines and self.lines[-1].text:
            self.add("")

    def end_line(self, *, always: bool = False) -> None:
        """End the line. An empty one counts only with `always`, or if it holds a no-break space."""
        text = "".join(self.pieces)
        text = text.rstrip() if self.plain and self.plain[-1] else SPACES.sub(" ", text).strip(" ")
        self.pieces.clear()
        if text or always:
            self.add(text if text.strip() else "")

    def add(self, text: str) -> None:
        """Add a line with the reason of its box; what is quoted anywhere is quoted."""
        why, heads = "", False
        if self.boxes[Box.QUOTED]:
            why = "quoted"
        elif self.rest or self.boxes[Box.ORIGINAL] or self.boxes[Box.ANNOUNCES] or self.boxes[Box.LINE]:
            why, heads = "original", bool(self.boxes[Box.ANNOUNCES])
        elif self.boxes[Box.SIGNATURE]:
            why = "signature"
        number = len(self.lines) + 1
        self.lines.append(Line(number, text, why, heads) if text else Line(number, text))
