"""HTML as lines: what is hidden left out, what is quoted marked, blocks on lines of their own."""

import re

from lxml import etree  # type: ignore[import-untyped]
from lxml.html import (  # type: ignore[import-untyped]
    HtmlElement,
    HTMLParser,
    document_fromstring,
)

from referee.letters.flowed import HTML_LIMIT, LINES_LIMIT, Line
from referee.letters.tidying import UNSEEN, tidied

_BLOCKS = """
    address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3
    h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul
    """
BLOCKS = frozenset(_BLOCKS.split())
_GAPS = "p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre"
GAPS = frozenset(_GAPS.split())
"""Blocks with room before and behind them. A paragraph without margins, as Outlook writes each line, has none."""
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0+(?:\.0+)?\s*(?:[a-z%]+\s*)?(?:;|!|$)|mso-hide\s*:\s*all"
    r"|opacity\s*:\s*0+(?:\.0+)?\s*(?:;|!|$)"
    r"|(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*0+(?:px|pt|em|%)?\s*(?:;|!|$)"
    r"|(?:left|right|top|text-indent)\s*:\s*-\d{3}|text-decoration[a-z-]*\s*:\s*line-through",
    re.IGNORECASE,
)
TIGHT = re.compile(r"margin(?:-top|-bottom)?\s*:\s*0", re.IGNORECASE)
_QUOTES = """
    gmail_quote gmail_quote_container gmail_extra gmail_attr moz-cite-prefix moz-forward-container yahoo_quoted
    protonmail_quote tutanota_quote zmail_extra outlookmessageheader ms-outlook-mobile-reference-message
    mail-quote-header quoted-message front-blockquote
    """
QUOTES = frozenset(_QUOTES.split())
"""Classes of boxes in which the mail that is answered stands. Who answers within one cannot be told from it, and is told so."""
QUOTE_IDS = (
    "yahoo_quoted",
    "mail-editor-reference-message-container",
    "olk_src_body_section",
    "ymail_android_quote",
)
_SIGNATURES = "gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block ms-outlook-mobile-signature k9mail-signature"
SIGNATURES = frozenset(_SIGNATURES.split())
FROM_HERE = frozenset({"divrplyfwdmsg", "appendonsend", "reply-intro"})
"""Ids of what Outlook puts before the mail that is answered: everything after them is that mail."""
SPACES = re.compile(r"[ \t\n\r\f]+")


def lines_of_html(html: str) -> tuple[list[Line], bool]:
    """The lines of what an HTML part shows, counted from 1, and whether something had to be left off its end.

    Lines of quotes bear `quoted`, those of an original `original`, those of a signature `signature`; nothing hidden is in them. No more than one line over
    `LINES_LIMIT` is given.
    """
    short = tidied(html[:HTML_LIMIT])
    if not short.strip():
        return [], False
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        root = document_fromstring(short.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError):
        return [], False
    deep = any("depth" in error.message.lower() for error in parser.error_log)
    return _Walk().over(root), deep or len(html) > HTML_LIMIT


def _names(element: HtmlElement) -> tuple[frozenset[str], str]:
    """Classes and id in lower case, without the `x_` that Outlook on the web puts before those of others."""
    classes = (element.get("class") or "").lower().split()
    return frozenset(name.removeprefix("x_") for name in classes), (
        element.get("id") or ""
    ).lower().removeprefix("x_")


def _unseen(element: HtmlElement) -> bool:
    style = element.get("style") or ""
    return element.tag in UNSEEN or element.get("hidden") is not None or bool(style and HIDING.search(style))


def _why(element: HtmlElement) -> str:
    """Why an element is not its sender's own text, or ""."""
    if not element.attrib:
        return "quoted" if element.tag == "blockquote" else ""
    classes, name = _names(element)
    kind, label = (element.get("type") or "").lower(), (element.get("name") or "").lower()
    if element.tag == "blockquote" or kind == "cite":
        return "quoted"
    boxed = (element.tag == "div" and label == "quote") or label == "messagereplysection"
    if boxed or classes & QUOTES or name.startswith(QUOTE_IDS):
        return "original"
    signed = name in {"signature", "composer_signature", *SIGNATURES} or label == "messagesignaturesection"
    return "signature" if signed or classes & SIGNATURES else ""


class _Walk:
    """A walk over a tree that gathers its lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.pieces: list[str] = []
        self.whys: list[str] = []
        self.rest = False
        self.plain = 0

    def over(self, root: HtmlElement) -> list[Line]:
        """The lines of the tree. No element is entered twice, none is entered by recursion."""
        walk = etree.iterwalk(root, events=("start", "end"))
        skipped: HtmlElement | None = None
        for event, element in walk:
            if len(self.lines) > LINES_LIMIT:
                break
            if event == "start":
                if _unseen(element):
                    walk.skip_subtree()
                    skipped = element
                else:
                    self.enter(element)
            else:
                if element is skipped:
                    skipped = None
                else:
                    self.leave(element)
                self.say(element.tail)
        self.end_line()
        return self.lines[: LINES_LIMIT + 1]

    def enter(self, element: HtmlElement) -> None:
        """What the beginning of an element does."""
        tag = str(element.tag)
        why = _why(element)
        if tag == "br":
            self.end_line(always=True)
        elif tag in {"td", "th"} and self.pieces:
            self.pieces.append(" ")
        elif tag in BLOCKS or why:
            self.end_line()
        if _gap(element):
            self.gap()
        if element.attrib and _names(element)[1] in FROM_HERE:
            self.end_line()
            self.rest = True
        if why:
            self.whys.append(why)
        self.plain += tag == "pre"
        self.say(element.text)

    def leave(self, element: HtmlElement) -> None:
        """What the end of an element does."""
        why = _why(element)
        if why or str(element.tag) in BLOCKS:
            self.end_line()
        if why:
            self.whys.pop()
        if _gap(element):
            self.gap()
        self.plain -= element.tag == "pre"

    def say(self, text: str | None) -> None:
        """Text at this place: blanks are made one, except in `pre`."""
        if not text:
            return
        if not self.plain:
            self.pieces.append(SPACES.sub(" ", text))
            return
        first, *others = text.split("\n", LINES_LIMIT + 1)
        self.pieces.append(first)
        for line in others:
            if len(self.lines) > LINES_LIMIT:
                return
            self.end_line(always=True)
            self.pieces.append(line)

    def gap(self) -> None:
        """Room between blocks: one blank line, never two."""
        if self.lines and self.lines[-1].text:
            self.add("")

    def end_line(self, *, always: bool = False) -> None:
        """End the line. One without text counts only if it was asked for, or if a blank that does not break stands in it."""
        text = "".join(self.pieces)
        text = text.rstrip() if self.plain else SPACES.sub(" ", text).strip(" ")
        self.pieces.clear()
        if text or always:
            self.add(text if text.strip() else "")

    def add(self, text: str) -> None:
        """One more line, with the reason of the outermost element that has one; what is quoted is so wherever it stands."""
        why = "quoted" if "quoted" in self.whys else "original" if self.rest else next(iter(self.whys), "")
        self.lines.append(Line(len(self.lines) + 1, text, why if text else ""))


def _gap(element: HtmlElement) -> bool:
    if element.tag not in GAPS or not element.attrib:
        return element.tag in GAPS
    classes = _names(element)[0]
    style = element.get("style") or ""
    return not (classes & {"msonormal", "msoplaintext"} or TIGHT.search(style))
