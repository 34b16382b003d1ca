"""HTML as lines: hidden parts left out, quotes marked, blocks on lines of their own."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from referee.post.reading.elements import FOREIGN, FORMATTING, VOID, Box, Element, Open, box_of
from referee.post.reading.flowed import HTML_LIMIT, LINES_LIMIT, Line

# HTML split into texts, tags and their attributes as a browser does it (HTML Living Standard, 13.2.5).
#
# No tree is built, and nothing is read twice. What a browser drops is dropped: a tag that is never closed ends
# everything.


BLANK = "[\t\n\f\r ]"
NAME = re.compile("</?([a-zA-Z][^\t\n\f\r />]*+)")
SKIPPED = re.compile("[\t\n\f\r /]*+")
ATTRIBUTE = re.compile("=?[^\t\n\f\r />=]*+")
EQUALS = re.compile(f"{BLANK}*+={BLANK}*+")
BARE = re.compile("[^\t\n\f\r >]*+")
COMMENT_ENDS = re.compile("--!?>")
_KEPT = "id class style hidden name type title tabindex data-marker"
KEPT = frozenset(_KEPT.split())
_RAW = "style xmp iframe noembed noframes title textarea"
RAW = {name: re.compile(f"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in _RAW.split()}
"""Elements whose content is not HTML, and where that content ends."""
SCRIPT = re.compile("<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)
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
            stop = _behind_script(html, at) if tag == "script" else _behind_raw(html, at, tag)
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


def _behind_raw(html: str, at: int, name: str) -> int:
    """Where the end tag of an element whose content is not HTML begins; the end of the text if it is missing."""
    found = RAW[name].search(html, at)
    return found.start() if found else len(html)


def _behind_script(html: str, at: int) -> int:
    """The same for a script, in which a comment may hold another script (13.2.5.20 to 13.2.5.31)."""
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


_BLOCKS = """
    address article aside blockquote center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3
    h4 h5 h6 header hr legend li listing main menu nav ol p plaintext pre section summary table tbody tfoot thead tr ul xmp
    """
BLOCKS = frozenset(_BLOCKS.split())
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
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0+(?:\.0+)?\s*(?:[a-z%]+\s*)?(?:;|!|$)|mso-hide\s*:\s*all"
    r"|opacity\s*:\s*0+(?:\.0+)?\s*(?:;|!|$)"
    r"|(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*0+(?:px|pt|em|%)?\s*(?:;|!|$)"
    r"|(?:left|right|top|text-indent)\s*:\s*-\d{3}|text-decoration[a-z-]*\s*:\s*line-through",
    re.IGNORECASE,
)
TIGHT = re.compile(r"margin(?:-top|-bottom)?\s*:\s*0", re.IGNORECASE)
AS_A_BLOCK = re.compile(r"(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item|table)\b", re.IGNORECASE)
SPACED = re.compile(r"white-space\s*:\s*(pre|break-spaces|normal|nowrap)", re.IGNORECASE)
SPACES = re.compile(r"[ \t\n\r\f]+")


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
