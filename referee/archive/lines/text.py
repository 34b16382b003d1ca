r"""The text of a variation, as people write it after a place: its orders, what is said of them, its branches.

    lay frigg A2 {to hide it}; loki: draw [draws tyr] !? (challenge A; lay hel B1); challenge A

Orders are separated by semicolons or line ends. In front of an order may stand whose it is, `loki:`. After it may
stand in brackets how its lots fall, in braces a comment, and a glyph. A variation in parentheses begins where the
order before it began, as in PGN. In a comment `\}` is a brace, and `\\` a backslash. Nothing here looks at a game, and
no text is an error: what does not fit is told with its column, and read as if it were not there.
"""

import re

from referee.archive.notes import STANDING, glyph_of
from referee.engine.rules import why
from referee.util.errors import Why
from referee.util.regexes import regex
from referee.util.text import clean
from referee.util.values import Struct, Value, field, replace

MOST_ORDERS, DEEPEST, LONGEST = 200, 8, 8_000
"""At most how many orders a text has, how deep its variations nest, and how many characters are read."""
_WHOSE = regex(r"\s*([A-Za-z]{2,20})\s*:\s*")
_PLACE = regex(
    r"\s*([0-9]{1,6}\.[0-9]{1,6}(?: line [0-9]{1,6})?|entry [0-9]{1,9}(?: line [0-9]{1,6})?)\s*:\s*"
)
_GLYPH = regex(rf"(?:^|(?<=[\s\w]))\s*([!?]{{1,2}}|=|\$[0-9]{{1,3}}|{STANDING})$")
_TOKEN = regex(
    r"\{(?P<comment>(?:\\[\\}]|[^}])*+)\}?|\[(?P<lots>[^\]]*)\]?|(?P<sign>[;\n()\]}])|[^;\n()\[\]{}]+"
)
_ESCAPED = regex(r"\\([\\}])")


class Written(Value):
    """An order of a variation as it was written.

    Attributes:
        column: where it begins in the text, from 1.
        text: the order alone.
        whose: the word in front of it that may name a seat, or "".
        lots: what stands in brackets after it, each.
        glyph, comment: what is said of it.
        branches: the variations that may be played in its place.
    """

    column: int
    text: str
    whose: str = ""
    lots: tuple[str, ...] = ()
    glyph: str = ""
    comment: str = ""
    branches: tuple[tuple["Written", ...], ...] = ()


def commented(comment: str) -> str:
    """A comment between braces, so that it is read as the same."""
    return "{" + re.sub(r"[\\}]", r"\\\g<0>", comment) + "}"


class Fault(Value):
    """What of a text was not read: where it stands, from 1, and why."""

    column: int
    why: Why


class Text(Value):
    """A text as read: its orders, and what did not fit."""

    orders: tuple[Written, ...]
    faults: tuple[Fault, ...]


def parted(text: str) -> tuple[str, str]:
    """The place that stands in front of a text, "" for none, and the text behind it.

    >>> parted("7.2: lay frigg A2; challenge A")
    ('7.2', 'lay frigg A2; challenge A')
    """
    found = _PLACE.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def read(text: str) -> Text:
    """The orders of a text.

    >>> one = read("lay frigg A2 (draw) !?; loki: draw [draws tyr]")
    >>> [(order.whose, order.text, order.lots, order.glyph) for order in one.orders]
    [('', 'lay frigg A2', (), '!?'), ('loki', 'draw', ('draws tyr',), '')]
    >>> one.orders[0].branches[0][0].text
    'draw'
    """
    reader = _Reader(text[:LONGEST])
    if len(text) > LONGEST:
        reader.fault(LONGEST, "line-text-long", most=LONGEST)
    orders = reader.sequence(0)
    return Text(orders, tuple(reader.faults))


class _Draft(Struct):
    """An order while its text is read: the pieces of its own text, and what stood between them."""

    at: int
    pieces: list[str] = field(default_factory=list)
    lots: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    branches: list[tuple[Written, ...]] = field(default_factory=list)

    def order(self) -> Written | None:
        """The order; None if nothing was written."""
        text = " ".join(" ".join(self.pieces).split())
        whose = _WHOSE.match(text)
        text = text[whose.end() :] if whose else text
        glyph = found[1] if (found := _GLYPH.search(text)) and glyph_of(found[1]) else ""
        text = text[: -len(glyph)].rstrip() if glyph else text
        comment = " ".join(filter(None, self.comments))
        if not (text or self.lots or comment or self.branches):
            return None
        name = whose[1].lower() if whose else ""
        rest = (glyph_of(glyph), comment, tuple(self.branches))
        return Written(self.at + 1, text, name, tuple(self.lots), *rest)


class _Reader:
    """Reads one text from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.tokens, self.end, self.count = _TOKEN.finditer(text), len(text), 0
        self.faults: list[Fault] = []

    def fault(self, at: int, key: str, **params: object) -> None:
        """Note what does not fit."""
        self.faults.append(Fault(at + 1, why(key, **params)))

    def sequence(self, depth: int, at: int = 0) -> tuple[Written, ...]:
        """The orders up to the end of the text, or of the variation."""
        orders, draft = list[Written](), _Draft(at)
        for token in self.tokens:
            sign = token["sign"]
            if sign == "(":
                self._branch(orders, draft, depth, token.start())
            elif sign is None:
                self._piece(draft, token)
            else:
                if sign not in "]}":
                    self._close(orders, draft)
                    draft = _Draft(token.end())
                if sign == ")" and depth:
                    return tuple(orders)
                if sign in ")]}":
                    self.fault(token.start(), "line-not-open", sign=sign)
        self._close(orders, draft)
        if depth:
            self.fault(self.end, "line-not-closed", sign=")")
        return tuple(orders)

    def _piece(self, draft: _Draft, token: re.Match[str]) -> None:
        """Take a piece of an order, or what stands in brackets or braces."""
        if token.lastgroup is None:
            if not any(draft.pieces) and token[0].strip():
                draft.at = token.start() + len(token[0]) - len(token[0].lstrip())
            draft.pieces.append(token[0].strip())
            return
        if token.end() == token.end(token.lastgroup):
            self.fault(token.start(), "line-not-closed", sign="]" if token.lastgroup == "lots" else "}")
        said = " ".join(token[token.lastgroup].split())
        if token.lastgroup == "lots":
            draft.lots.append(clean(said))
        else:
            draft.comments.append(clean(_ESCAPED.sub(r"\1", said)))

    def _close(self, orders: list[Written], draft: _Draft) -> None:
        order = draft.order()
        if order is None:
            return
        self.count += 1
        if not order.text:
            self.fault(draft.at, "line-no-order")
        elif self.count <= MOST_ORDERS:
            orders.append(order)
        elif self.count == MOST_ORDERS + 1:
            self.fault(draft.at, "line-orders", most=MOST_ORDERS)

    def _branch(self, orders: list[Written], draft: _Draft, depth: int, at: int) -> None:
        """A variation: it belongs to the order that is being read, or else to the one before it."""
        if depth >= DEEPEST:
            self.fault(at, "line-deep", most=DEEPEST)
            left = 1
            while left and (token := next(self.tokens, None)):
                left += {"(": 1, ")": -1}.get(token[0], 0)
            return
        branch = self.sequence(depth + 1, at + 1)
        if any(draft.pieces):
            draft.branches.append(branch)
        elif orders:
            orders[-1] = replace(orders[-1], branches=(*orders[-1].branches, branch))
        else:
            self.fault(at, "line-branch")
