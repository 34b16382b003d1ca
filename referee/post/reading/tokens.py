"""HTML split into texts, tags and their attributes as a browser does it (HTML Living Standard, 13.2.5).

No tree is built, and nothing is read twice. What a browser drops is dropped: a tag that is never closed ends
everything.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import NamedTuple

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
