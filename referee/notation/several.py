"""Several orders in one line: `draw, draw, lay archer B2`, `draw twice`, `1. draw 2. draw`.

A line is parted only where it is no order as a whole, each of its parts is one, and there is one way to part it. So the
commas of a list keep their meaning: `place frigg, baldr` is one order, and `place frigg, a5-a4` is two. The end of an
order stays with it even if it would be an order by itself: `challenge B, order hel, frigg` is one. Orders of the same
verb may have it once: `lay dragon A2 and frost giant B2`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

from referee.engine.moves import (
    Accept,
    AcceptDraw,
    ClaimDraw,
    ClaimWin,
    Decline,
    DeclineDraw,
    OfferDraw,
    Resign,
)
from referee.notation.folding import Folded, fold, key
from referee.notation.readings import Misread, Opening, Order, Prose, Reading, Table, Text
from referee.notation.words import Vocabulary
from referee.util.regexes import regex
from referee.util.values import Value

MOST = 12
"""How many orders one line may hold. This bounds the work: each stretch of parts is read once."""
JOINING = frozenset({"and", "then"})
"""Kinds of words that may stand between two orders."""
COUNTS = {"twice": 2, "thrice": 3, "four-times": 4, "five-times": 5}
"""Kinds of words that say how often an order is meant."""
WORDS = frozenset({"then", *COUNTS})
"""Kinds of words that no game's grammar has: they stand between orders, or count them."""
LONGEST = 500
GREAT = (Accept, Decline, Resign, OfferDraw, AcceptDraw, DeclineDraw, ClaimDraw, ClaimWin)
"""Moves that count for a whole game: they are never read out of a sentence, nor with the verb of another."""
PLAIN = 3
"""An order of so many words in canonical notation says what and where: `lay hel A2`."""
TOLD = frozenset({"say", "note"})
"""Verbs that may stand behind the last order: words follow, to the end of the line."""

ATOM = regex(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|\S")
SIGNS = frozenset(",;+&/")
STOP = regex(r"\.(?=\s)")
NUMBERED = regex(r"(?:^|(?<=[\s,;]))\(?(\d{1,2})[.)](?!\d) *")
OFTEN = regex("[1-9]")


class Part(NamedTuple):
    """One of several orders: the row of the line it begins in (from 0), its text as written, and what it reads as."""

    row: int
    text: str
    reading: Order | Table | Text

    @property
    def said(self) -> str:
        """The order in canonical notation; of what is said the verb."""
        return self.reading.move.written if isinstance(self.reading, Order) else self.reading.verb


class OneReader(Protocol):
    """What is needed of a reader: its words, to read one line, and to know how one begins."""

    vocabulary: Vocabulary
    invited: bool
    card_first: tuple[str, ...]

    def read(self, line: str) -> Reading:
        """One order, or one line of prose."""

    def folded(self, line: str) -> Folded:
        """A line in the form in which it is compared."""

    def opening(self, text: str) -> Opening | None:
        """How an order begins in a folded text; None for a line that is not an order."""

    def knows(self, name: str) -> bool:
        """Whether something of the game is called so."""

    def without_verb(self, text: str, at: int) -> bool:
        """Whether an order of this game begins at a character without a verb."""

    def waits(self, line: str) -> bool:
        """H27 Whether a line begins as an order beforehand."""

    def supposes(self, line: str) -> bool:
        """H27 Whether a line begins with a word for `if`."""

    def waits_on(self, line: str) -> bool:
        """H27 Whether a line after an order beforehand belongs to it."""

    def taken_back(self, line: str) -> tuple[str, ...]:
        """H27 A line for each of several orders beforehand that one line takes back; () for any other line."""


def parts_of(reader: OneReader, line: str, reading: Reading) -> tuple[Part, ...]:
    """The orders of a line that as a whole is no order, in their order; () for a line that has a meaning already.

    Nothing is parted while an invitation waits: the words after `accept` are the player's own (H4).
    """
    if reader.invited or len(line) > LONGEST or not _may_hold_several(reader, line, reading):
        return ()
    found = _Line(reader, line.rstrip())
    return found.numbered() or found.joined() or found.shared() or found.spoken()


def _may_hold_several(reader: OneReader, line: str, reading: Reading) -> bool:
    """Whether a line that is no order begins as one, or with how often an order is meant."""
    if isinstance(reading, Misread):
        return True
    return isinstance(reading, Prose) and _Atoms(reader.vocabulary, fold(line).text).counted_first is not None


class _Count(Value):
    """How often an order is meant, and where in the text the order stands."""

    times: int
    start: int
    end: int


class _Atoms:
    """The words, numbers and signs of a folded text."""

    def __init__(self, vocabulary: Vocabulary, text: str) -> None:
        self.text, self.vocabulary = text, vocabulary
        self.found = list(ATOM.finditer(text))
        self.keys = [key(one[0]) if one[0][0].isalpha() else one[0] for one in self.found]

    def kind(self, at: int, kinds: frozenset[str]) -> tuple[str, int]:
        """The word of one of these kinds that begins at an atom, and the atom after it; ("", `at`) for none."""
        for meaning in self.vocabulary.beginning_with(self.keys[at] if at < len(self.keys) else ""):
            end = at + len(meaning.parts)
            if meaning.kind in kinds and tuple(self.keys[at:end]) == meaning.parts:
                return meaning.kind, end
        return "", at

    def _times_at(self, at: int, *, behind: bool) -> tuple[int, int]:
        """How often, as the atoms from here on say, and the atom after that; (0, `at`) if they say nothing.

        `x2` stands only after an order; `2x`, `2 times` and `twice` also before one.
        """
        kind, end = self.kind(at, frozenset(COUNTS))
        if kind:
            return COUNTS[kind], end
        if OFTEN.fullmatch(self.keys[at]):
            kind, end = self.kind(at + 1, frozenset({"times"}))
            return (int(self.keys[at]), end) if kind else (0, at)
        kind, end = self.kind(at, frozenset({"times"}))
        if behind and kind and end < len(self.keys) and OFTEN.fullmatch(self.keys[end]):
            return int(self.keys[end]), end + 1
        return 0, at

    @property
    def counted_first(self) -> _Count | None:
        """How often the order is meant before which that stands: `2x draw`."""
        times, end = self._times_at(0, behind=False) if self.found else (0, 0)
        if not times or end >= len(self.found):
            return None
        return _Count(times, self.found[end].start(), len(self.text))

    @property
    def counted_last(self) -> _Count | None:
        """How often the order is meant after which that stands: `draw twice`."""
        size = len(self.found)
        while size and self.keys[size - 1] in self.vocabulary.fillers | {","}:
            size -= 1
        for at in range(max(1, size - 3), size):
            times, end = self._times_at(at, behind=True)
            if times and end == size:
                return _Count(times, 0, self.found[at - 1].end())
        return None

    def joints(self) -> Iterator[tuple[int, int]]:
        """Where one order may end and another begin: the signs and words between them, from character to character."""
        at, last = 0, (-1, -1)
        while at < len(self.found):
            start, (_, end) = self.found[at].start(), self.kind(at, JOINING)
            if end == at and (self.keys[at] in SIGNS or STOP.match(self.text, start)):
                end = at + 1
            if end == at:
                at += 1
                continue
            joint = (start, self.found[end - 1].end())
            if last[0] >= 0 and not self.text[last[1] : joint[0]].strip():
                joint = (last[0], joint[1])
            elif last[0] >= 0:
                yield last
            last, at = joint, end
        if last[0] >= 0:
            yield last


class _Line:
    """A line that may hold several orders."""

    def __init__(self, reader: OneReader, written: str) -> None:
        self.reader, self.written = reader, rejoined(reader, written)
        self.folded: Folded = fold(self.written)
        self.whole = self.written != written

    @cached_property
    def text(self) -> str:
        """The line in the form in which it is compared."""
        return self.folded.text

    def numbered(self) -> tuple[Part, ...]:
        """`1. draw 2. draw`: the orders of a line that counts them from 1 on."""
        places: list[re.Match[str]] = []
        for found in NUMBERED.finditer(self.text):
            if int(found[1]) == len(places) + 1 and (places or not self.text[: found.start()].strip()):
                places.append(found)
        if len(places) < 2 or len(places) > MOST:  # noqa: PLR2004  several
            return ()
        ends = [*(one.start() for one in places[1:]), len(self.text)]
        parts = [self.part(one.end(), end) for one, end in zip(places, ends, strict=True)]
        return _together(parts) if all(parts) else ()

    def joined(self) -> tuple[Part, ...]:
        """`draw, draw then lay archer B2`: the orders of a line with signs or words between them; or one, counted."""
        ways = self.ways(*self.stretches())
        once = self.whole or (
            bool(ways) and _Atoms(self.reader.vocabulary, self.text).counted_last is not None
        )
        return ways[0] if len(ways) == 1 and (once or len(ways[0]) > 1) else ()

    def shared(self) -> tuple[Part, ...]:
        """`lay dragon A2 and frost giant B2`: orders of one kind, of which the first alone has its verb."""
        opening = self.reader.opening(self.text)
        if opening is None or not opening.verb or opening.behind <= opening.at:
            return ()
        verb = self.written[self.folded.columns[opening.at] : self.folded.columns[opening.behind]].strip()

        def part(start: int, end: int) -> tuple[Part, ...]:
            return self.part(start, end) or (self.with_verb(verb, start, end) if start else ())

        ways = self.ways(*self.stretches(), part)
        return ways[0] if len(ways) == 1 and len(ways[0]) > 1 and _of_one_kind(ways[0]) else ()

    def with_verb(self, verb: str, start: int, end: int) -> tuple[Part, ...]:
        """The order that what stands there is with the verb before it; () if that is none, or has a verb."""
        begun = self.reader.opening(self.text[start:end].strip())
        one = self.order(start, end, verb) if begun is None else None
        return (one,) if one and isinstance(one.reading, Order) else ()

    def spoken(self) -> tuple[Part, ...]:
        """`draw, say Well played`: orders, and behind them words for the others up to the end of the line."""
        columns = self.folded.columns
        for start, end in _Atoms(self.reader.vocabulary, self.text).joints():
            opening = self.reader.opening(self.text[end:].lstrip())
            if opening is None or opening.verb not in TOLD:
                continue
            before, words = self.written[: columns[start]].rstrip(), self.written[columns[end] :].strip()
            said, reading = self.reader.read(words), self.reader.read(before)
            orders = (
                (Part(0, before, reading),)
                if isinstance(reading, Order)
                else _Line(self.reader, before).joined()
            )
            if not orders or not isinstance(said, Text):
                return ()
            return (*orders, Part(self.written.count("\n", 0, columns[end]), words, said))
        return ()

    def stretches(self) -> tuple[Sequence[int], Sequence[int]]:
        """Where the parts of the line begin and end, from character to character; none of a line of too many."""
        joints = [*_Atoms(self.reader.vocabulary, self.text).joints()]
        if joints and not self.text[joints[-1][1] :].strip():
            joints.pop()  # it ends the line
        if len(joints) >= MOST:
            return (), ()
        return [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(self.text)]

    def ways(
        self,
        starts: Sequence[int],
        ends: Sequence[int],
        part: Callable[[int, int], tuple[Part, ...]] | None = None,
    ) -> list[tuple[Part, ...]]:
        """The ways in which stretches of parts are orders, from the first part to the last: two at most."""
        part = part or self.part
        known: list[list[tuple[Part, ...]]] = [[] for _ in starts] + [[()]]
        for first in reversed(range(len(starts))):
            found: dict[tuple[str, ...], tuple[Part, ...]] = {}
            for last in range(first, len(starts)):
                if known[last + 1] and (parts := part(starts[first], ends[last])):
                    for rest in known[last + 1]:
                        way = (*parts, *rest)
                        found.setdefault(tuple(one.said for one in way), way)
            known[first] = list(found.values())[:2]
        return known[0]

    def part(self, start: int, end: int) -> tuple[Part, ...]:
        """The order that stands there, as often as it is meant; () if that is no order."""
        text = self.text[start:end].rstrip(" ,;")
        start += len(text) - len(text.lstrip())
        end = start + len(text.strip())
        if one := self.order(start, end):
            return (one,)
        atoms = _Atoms(self.reader.vocabulary, self.text[start:end])
        for count in (atoms.counted_last, atoms.counted_first):
            if count and (one := self.order(start + count.start, start + count.end)):
                return (one,) * count.times
        return ()

    def order(self, start: int, end: int, verb: str = "") -> Part | None:
        """The one order that stands there, read after `verb` if that is given; None if that is no order."""
        columns = self.folded.columns
        text = self.written[columns[start] : columns[end]].strip()
        text = f"{verb} {text}" if verb and text else text
        reading = self.reader.read(text) if text else None
        row = self.written.count("\n", 0, columns[start])
        return Part(row, text, reading) if isinstance(reading, Order) else None


def rejoined(reader: OneReader, line: str) -> str:
    """A line with blanks for the signs before what ends an order and would be one by itself: `challenge B, order hel`.

    What may end an order ends it; two are meant by two lines.
    """
    folded = fold(line)
    joints = list(_Atoms(reader.vocabulary, folded.text).joints())
    if len(joints) >= MOST:
        return line
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(folded.text)]
    for at, (start, end) in enumerate(joints):
        head, tail = (line[folded.columns[starts[n]] : folded.columns[ends[n]]].strip() for n in (at, at + 1))
        said = [_said(reader, one) for one in (head, tail, f"{head} {tail}")]
        if all(said) and said[2] == f"{said[0]} {said[1]}":
            first, last = folded.columns[start], folded.columns[end]
            line = f"{line[:first]}{' ' * (last - first)}{line[last:]}"
    return line


def _said(reader: OneReader, text: str) -> str:
    """The order that a text is, in canonical notation; "" for none."""
    reading = reader.read(text)
    return reading.move.written if isinstance(reading, Order) else ""


def _of_one_kind(parts: Sequence[Part]) -> bool:
    """Whether orders begin with two or more of one kind that say what and where, and others follow them, if any.

    `keep hel and frigg` may be one wish that no order expresses; `lay hel A2 and frigg B2` can only be two orders.
    """
    kinds = [type(one.reading.move) if isinstance(one.reading, Order) else None for one in parts]
    first, alike = kinds[0], kinds.count(kinds[0])
    clear = all(len(one.said.split()) >= PLAIN for one in parts[:alike])
    return alike > 1 and clear and first is not None and first not in GREAT and first not in kinds[alike:]


def _together(parts: Sequence[tuple[Part, ...]]) -> tuple[Part, ...]:
    return tuple(one for some in parts for one in some)


class Segments:
    """The parts of a line between its signs and words that may stand between orders, of which some are no orders."""

    def __init__(self, reader: OneReader, line: str) -> None:
        self.reader, self.text = reader, line
        self._line = _Line(reader, line)
        self.starts, self.ends = self._line.stretches()

    def part(self, first: int, last: int) -> tuple[Part, ...]:
        """The order that stands there, as often as it is meant; () if that is no order."""
        return self._line.part(self.starts[first], self.ends[last])

    def between(self, first: int, last: int) -> str:
        """From one part to another, as written."""
        columns = self._line.folded.columns
        return self.text[columns[self.starts[first]] : columns[self.ends[last]]].strip()

    def written(self, at: int) -> tuple[int, str]:
        """Where a part begins in the line as written, and the part."""
        columns = self._line.folded.columns
        start, end = columns[self.starts[at]], columns[self.ends[at]]
        text = self.text[start:end]
        return start + len(text) - len(text.lstrip()), text.strip()
