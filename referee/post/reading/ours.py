"""Which lines of an answer are ours: the comparison with the letters that were sent to its seat.

A passage of ours is a quote, whatever stands above it and whatever a mail program did to it, if it has `WORDS` words or
`LINES` lines and is more than orders that we listed. Listed orders alone are what a player may well copy: they are the
player's own, unless such a passage goes on above or below them. Lines of ours in a quote are left alone without a word.
Where a quote bears no marks, everything else below its first line may be quoted too: it does not count, and is told.

Texts are compared by their ASCII letters and digits alone, so that marks, blanks, new line breaks, another charset
and smart quotes make no difference.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import unquote

from referee.post.reading.fields import Unreadable, read_fields
from referee.post.reading.flowed import Line, lines_of
from referee.post.reading.mail import Cut, Mail, decoded, kept
from referee.post.reading.markup import lines_of_html
from referee.post.reading.mime import leaves, wanted
from referee.util.regexes import regex
from referee.util.values import Struct, replace

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

WORD = regex(r"[a-z0-9]+")
LINK = regex(
    r"<(?:mailto|https?):[^<>\s]*+(?:\n(?=[^<>\s%=&?@/]*+[%=&?@/])[^<>\s]*+)*+(?:\n[^<>\s]*+)?>",
    re.IGNORECASE,
)
"""A link, which may be broken into several lines: each of these but the last has a sign that only links have."""
BODY = regex(r"mailto:[^\"'<>\s]*?(?:[?&]|&amp;)body=([^\"'<>\s&]*)", re.IGNORECASE)
GUARD = regex(r"@\S+\s+")
LISTED = regex(r"\s*\||\d+> |\u2063")
"""How lines of ours begin that hold orders, or what players wrote."""
NAMED = regex(
    r"\s*\|[^|]*[\].:]: ([^|]*\S)|\s*\|   ([^\W\d_A-Z][^\W\d_A-Z]*(?: (?!/|[A-Z]{3})[^|\s\[;,.:]+){0,9})"
)
"""An order in the list of what may be done: behind what it does, or on a line of its own."""

LINES, WORDS = 3, 20
OTHER_WORDS = 3
"""So many words of a passage are no listed orders, or a player copied it."""
SURE_WORDS = 5
"""A whole line of ours with so many of them belongs to a quote that goes on below it."""
GAP = 40
"""The most characters between two pieces of one passage: a word that was damaged, a line that was written."""
QUOTED, ORIGINAL = "quoted", "original"
HEADED = frozenset({"original", "attribution", "forwarded"})
"""Why lines are cut that need have no marks."""
BAR = regex(r"\s*\|\s*(?![\s>|])")
"""Before a line of ours that would be an order without it; some programs quote with it as well."""
MOST_BARRED = 4
"""Over how many lines a listed order goes at most."""


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


# Which lines of an answer are ours.


class Compared(Struct):
    """A line of an answer, and what of it is ours.

    Attributes:
        why: Why it is cut, or "".
        letters: How many letters and digits it has, and `shared`, how many of them are ours.
        words: How many words of it are ours, and `others`, how many of these belong to no listed order.
        first: The place of its first character in ours, and `behind` the one after its last; -1 if that is not ours.
        passage: Which passage of ours it belongs to, or 0.
        silent: Whether it is a line of ours as it was, and no listed order at an end of its passage.
    """

    line: Line
    why: str
    letters: int = 0
    shared: int = 0
    words: int = 0
    others: int = 0
    first: int = -1
    behind: int = -1
    passage: int = 0
    silent: bool = False

    @property
    def ours(self) -> bool:
        """Whether most of it is ours."""
        return self.shared * 2 > self.letters

    @property
    def whole(self) -> bool:
        """Whether all of it is ours."""
        return 0 < self.letters == self.shared

    @property
    def barred(self) -> bool:
        """Whether it stands behind a bar, with which we mark orders."""
        return self.why == QUOTED and BAR.match(self.line.text) is not None


def may_hold_ours(mail: Mail) -> bool:
    """Whether anything in a mail could be decided by the letters that it answers."""
    said = [(number, text) for number, text in mail.lines if text.strip()]
    below = {one.number + 1 for one in mail.cut if one.why == QUOTED}
    return (
        len(said) >= LINES
        or any(number in below for number, _ in said)
        or any(one.why in HEADED or BAR.match(one.text) for one in mail.cut)
        or sum(len(text.split()) for _, text in said) >= WORDS
    )


def without_ours(mail: Mail, sent: SentText) -> Mail:
    """The mail as it is read beside letters that were sent to its writer: what is quoted from them does not count."""
    numbers = {one.number for one in mail.cut}
    rows = [Compared(Line(number, text), "") for number, text in mail.lines if number not in numbers]
    rows += [Compared(Line(one.number, one.text), one.why) for one in mail.cut]
    rows.sort(key=lambda row: row.line.number)
    _find(rows, sent)
    said = [row for row in rows if row.letters]
    tails = _tails(said, sent)
    unmarked = [row for row in said if row.line.number not in tails and (not row.why or row.why in HEADED)]
    _mark_silent(said, sent)
    quotes = _quotes(unmarked)
    first = _first(said, sent, tails, [row for row in unmarked if row.passage in quotes and row.ours])
    _copied(rows, sent, _quotes(said), first)
    above = ""
    for row in (row for row in rows if row.line.text.strip()):
        below = first is not None and row.line.number >= first
        if row.line.number in tails or (row.why in HEADED and row.passage in quotes and row.silent):
            row.why = QUOTED
        elif not row.why and not row.letters and (below or above == QUOTED):
            row.why = QUOTED  # signs alone, or the rest of a link that was broken
        elif not row.why and below:
            row.why = QUOTED if row.silent else ORIGINAL
        above = row.why
    return replace(
        mail,
        lines=tuple(kept((row.line, row.why) for row in rows)),
        cut=tuple(Cut(row.line.number, row.line.text, row.why) for row in rows if row.why),
    )


def _find(rows: Sequence[Compared], sent: SentText) -> None:
    """Find what is ours in each line."""
    answer = PlainText([row.line.text for row in rows])
    for row, begins, ends in zip(rows, answer.lines, answer.lines[1:], strict=False):
        row.letters = ends - begins
    passage, last = 0, SharedText(-GAP, -2 * GAP, 0)
    for piece in sent.pieces(answer):
        here, there = piece.here - last.here - last.size, piece.there - last.there - last.size
        passage += not (0 <= here <= GAP and 0 <= there <= GAP)
        last = piece
        at, end = bisect_right(answer.lines, piece.here) - 1, piece.here + piece.size
        while at < len(rows) and answer.lines[at] < end:
            _share(rows[at], answer, at, piece, sent)
            rows[at].passage = passage
            at += 1


def _share(row: Compared, answer: PlainText, at: int, piece: SharedText, sent: SentText) -> None:
    """Note which part of a line is ours."""
    begins, ends, moved = answer.lines[at], answer.lines[at + 1], piece.there - piece.here
    start, stop = max(begins, piece.here), min(ends, piece.here + piece.size)
    if start >= stop:
        return
    row.shared += stop - start
    row.first = start + moved if start == begins else row.first
    row.behind = stop + moved if stop == ends else row.behind
    words = answer.words[bisect_left(answer.words, start) : bisect_left(answer.words, stop)]
    row.words += len(words)
    row.others += sum(not sent.is_listed(word + moved) for word in words)


def _tails(said: Sequence[Compared], sent: SentText) -> Collection[int]:
    """The lines without marks that a program broke off a quoted line: they go on amid a line of ours."""
    found = set[int]()
    for before, row in pairwise(said):
        quoted = before.why == QUOTED or before.line.number in found
        if (
            not row.why
            and quoted
            and row.whole
            and row.first == before.behind
            and not sent.is_edge(row.first)
        ):
            found.add(row.line.number)
    return found


def _quotes(rows: Iterable[Compared]) -> Collection[int]:
    """The passages that are quotes: long enough, and more than listed orders."""
    sums = dict[int, tuple[int, int, int]]()
    for row in rows:
        if row.passage:
            lines, words, others = sums.get(row.passage, (0, 0, 0))
            sums[row.passage] = lines + row.whole, words + row.words, others + row.others
    return {
        passage
        for passage, (lines, words, others) in sums.items()
        if (lines >= LINES or words >= WORDS) and others >= OTHER_WORDS
    }


def _first(
    said: Sequence[Compared], sent: SentText, tails: Collection[int], quoted: Sequence[Compared]
) -> int | None:
    """The number of the first line of a quote without marks, of which these lines are known; None if there is none.

    It begins with the first whole line of ours that is no listed order, or with those right above it in ours.
    """
    if not quoted:
        return None
    above = [row for row in said if row.line.number not in tails and (not row.why or row.barred)]
    sure = (row for row in above if row.silent and row.others >= SURE_WORDS and not row.why)
    first = min(next(sure, quoted[0]), quoted[0], key=lambda row: row.line.number)
    there = first.first
    for row in reversed(said[: said.index(first)]):
        if row.why in HEADED:
            break
        found = sent.before(there, row.line.text, GAP) if row in above else -1
        first, there = (row, found) if found >= 0 else (first, there)
    return first.line.number


def _mark_silent(said: Sequence[Compared], sent: SentText) -> None:
    """Mark the lines that are ours as they were, with no listed order at either end of a passage."""
    none = Compared(Line(0, ""), "")
    for before, row, after in zip([none, *said], said, [*said[1:], none], strict=False):
        begins = sent.is_edge(row.first) or before.behind == row.first
        ends = sent.is_edge(row.behind) or after.first == row.behind
        row.silent = row.whole and begins and ends
    for run in (said, said[::-1]):
        passage, amid = 0, False
        for row in run:
            if not row.passage:
                continue  # somebody wrote it between lines of ours
            amid = bool(row.others) or (amid and row.passage == passage)
            passage = row.passage
            row.silent = row.silent and amid


def _copied(rows: Sequence[Compared], sent: SentText, quotes: Collection[int], first: int | None) -> None:
    """Let lines behind a bar count which are listed orders, and stand above all that is quoted so."""
    barred = [row for row in rows if row.barred]
    ends = [row.line.number for row in barred if row.passage in quotes]
    behind = min(ends if first is None else [*ends, first], default=rows[-1].line.number + 1 if rows else 0)
    headed = _below_headings(rows)
    left = [row for row in barred if row.line.number < behind and row.line.number not in headed]
    while left:
        run = left[:MOST_BARRED]
        bare = [BAR.sub("", row.line.text, count=1) for row in run]
        several = (size for size in range(2, len(run) + 1) if sent.order(" ".join(bare[:size])))
        order = sent.order(run[0].line.text)
        size = 1 if order else next(several, 0)
        if run[size - 1].line.number - run[0].line.number == size - 1:
            for row, text in zip(run[:size], bare, strict=False):
                row.why, row.line = "", replace(row.line, text=order or text)
        left = left[max(size, 1) :]
    for row in barred:
        above = row.line.number < behind and row.line.number not in headed
        if row.why and not row.silent and not (row.whole and above):
            row.why, row.line = ORIGINAL, replace(row.line, text=BAR.sub("", row.line.text, count=1))


def _below_headings(rows: Iterable[Compared]) -> Collection[int]:
    """The lines behind a bar right below a heading, or below what was cut with one."""
    found, headed = set[int](), False
    for row in rows:
        if row.barred and headed:
            found.add(row.line.number)
        elif row.letters and not row.barred:
            headed = row.why in HEADED
    return found
