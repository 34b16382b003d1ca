"""The text of letters of ours, and where an answer holds it: what was quoted is known because we sent it.

Texts are compared by their ASCII letters and digits alone, so that marks, blanks, new line breaks, another charset
and smart quotes make no difference.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import unquote

from referee.post.reading.fields import Unreadable, read_fields
from referee.post.reading.flowed import lines_of
from referee.post.reading.mail import decoded
from referee.post.reading.markup import lines_of_html
from referee.post.reading.mime import leaves, wanted

MOST = 100_000
"""How many characters of our letters are compared at most."""
SEED = 12
"""The shortest text that is looked for."""
PLACES = 16
"""In how many places of ours it is looked for."""
NEAR = 80
STEP = 4096
PARTS = "\0"
"""Stands between two texts of ours."""

WORD = re.compile(r"[a-z0-9]+")
LINK = re.compile(
    r"<(?:mailto|https?):[^<>\s]*+(?:\n(?=[^<>\s%=&?@/]*+[%=&?@/])[^<>\s]*+)*+(?:\n[^<>\s]*+)?>",
    re.IGNORECASE,
)
"""A link, which may be broken into several lines: each of these but the last has a sign that only links have."""
BODY = re.compile(r"mailto:[^\"'<>\s]*?(?:[?&]|&amp;)body=([^\"'<>\s&]*)", re.IGNORECASE)
GUARD = re.compile(r"@\S+\s+")
LISTED = re.compile(r"\s*\||\d+> |\u2063")
"""How lines of ours begin that hold orders, or what players wrote."""
NAMED = re.compile(
    r"\s*\|[^|]*[\].:]: ([^|]*\S)|\s*\|   ([^\W\d_A-Z][^\W\d_A-Z]*(?: (?!/|[A-Z]{3})[^|\s\[;,.:]+){0,9})"
)
"""An order in the list of what may be done: behind what it does, or on a line of its own."""


class SharedText(NamedTuple):
    """So many letters and digits, from one place of an answer and from one place of ours on, are the same."""

    here: int
    there: int
    size: int


class PlainText:
    """A text as its letters and digits, with the places where its lines and its words begin."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Leave out all links."""
        self.lines, self.words, at = list[int](), list[int](), 0
        found = list[str]()
        text = LINK.sub(lambda link: "\n" * link[0].count("\n"), "\n".join(lines))
        for line in text.split("\n"):
            self.lines.append(at)
            plain = line if line.isascii() else normalize("NFC", line)
            for word in WORD.findall(plain.lower()) if line != PARTS else [PARTS]:
                self.words.append(at)
                found.append(word)
                at += len(word)
        self.text = "".join(found)
        self.lines.append(at)


class SentText:
    """Letters of ours, the newest first: their text, and the orders that they list."""

    def __init__(self, letters: Iterable[bytes]) -> None:
        """Read letters until there are `MOST` characters."""
        lines, orders, size = list[str](), set[str](), 0
        for more in (texts for raw in letters for texts in _texts(raw, orders)):
            size += sum(map(len, more))
            if size > MOST:
                break
            lines += [*more, PARTS]
        self._ours = PlainText(lines)
        self._orders = {letters_of(order): order for order in orders}
        self._starts = frozenset(self._ours.lines)
        self._listed = bytearray(len(self._ours.text))
        for line, (at, end) in zip(lines, pairwise(self._ours.lines), strict=False):
            if LISTED.match(line):
                self._listed[at:end] = b"\1" * (end - at)
        for order in filter(None, self._orders):
            for at in _places(self._ours.text, order, 0):
                self._listed[at : at + len(order)] = b"\1" * len(order)

    def order(self, line: str) -> str:
        """The listed order that a line of a list is, as it was listed; "" if it is none."""
        named = NAMED.fullmatch(line)
        return self._orders.get(letters_of((named[1] or named[2]) if named else line), "")

    def is_listed(self, there: int) -> bool:
        """Whether a character of ours belongs to an order that was listed, or to what a player wrote."""
        return bool(self._listed[there])

    def is_edge(self, there: int) -> bool:
        """Whether a line of ours begins at this place, or ends before it."""
        return there in self._starts

    def before(self, there: int, line: str, near: int) -> int:
        """The place where a line stands in ours at most `near` characters before a place; -1 if it does not."""
        letters = letters_of(line)
        return (
            self._ours.text.rfind(letters, max(0, there - near - len(letters)), max(there, 0))
            if letters
            else -1
        )

    def pieces(self, answer: PlainText) -> Iterator[SharedText]:
        """The text of ours in an answer, from its beginning to its end: the longest that begins at each word."""
        here = there = 0
        for at in answer.words:
            seed = answer.text[at : at + SEED]
            if at < here or len(seed) < SEED:
                continue
            found = [
                SharedText(at, place, _alike(answer.text, at, self._ours.text, place))
                for place, _ in zip(_places(self._ours.text, seed, 0), range(PLACES), strict=False)
            ]
            best = max(found, key=lambda one: (one.size, one.there >= there), default=None)
            # Ours does not go back a little: then somebody wrote what stands in ours below it.
            if best and not (at == here and 0 < there - best.there <= NEAR):
                yield best
                here, there = at + best.size, best.there + best.size


def letters_of(text: str) -> str:
    """The letters and digits by which a text is compared."""
    return PlainText([text.replace("\n", " ")]).text


def _texts(raw: bytes, orders: set[str]) -> Iterator[list[str]]:
    """The lines of a letter of ours as text, and as HTML; the orders that it lists are added."""
    data = raw.replace(b"\r\n", b"\n")
    try:
        fields, body = read_fields(data)
        parts = leaves(data, fields, body)
    except Unreadable:
        return
    for part in (*wanted(parts, "text/plain"), *wanted(parts, "text/html")):
        text, _ = decoded(part)
        found = lines_of_html(text)[0] if part.kind == "text/html" else lines_of(text)
        for link in BODY.finditer(text):
            each = GUARD.sub("", unquote(link[1]), count=1).replace("\r\n", "\n").split("\n")
            orders.update(each, [", ".join(each)])
        lines = [f"| | {line.text}" if line.why == "quoted" else line.text for line in found]
        orders.update(named[1] or named[2] for line in lines if (named := NAMED.fullmatch(line)))
        yield lines


def _places(text: str, seed: str, at: int) -> Iterator[int]:
    """Where a text stands in another."""
    while (at := text.find(seed, at)) >= 0:
        yield at
        at += 1


def _alike(one: str, at: int, other: str, there: int) -> int:
    """How many characters two texts have in common from these places on."""
    size, step = 0, STEP
    while step:
        begin, end = at + size, there + size
        if (
            one[begin : begin + step] == other[end : end + step]
            and end + step <= len(other)
            and begin + step <= len(one)
        ):
            size += step
        else:
            step //= 2
    return size


def line_at(stream: PlainText, at: int) -> int:
    """The line in which a character stands."""
    return bisect_right(stream.lines, at) - 1
