"""Orders beforehand (H27): `if B1 is ravens: use seer; else draw; until turn 9`.

A line is one if it begins with a word for `if` and has a colon, and either its condition or its orders can be read; any
other such line is prose. The words stand in `grammar/foreseen.<language>.yaml`, the conditions in
`grammar/foreseen.lark`. Nothing here looks at a table.
"""

import re
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from referee.engine.game import Game
from referee.engine.kit.foreseen import facts_of, foreseen_of
from referee.notation.folding import Folded, behind_words, fold, parts
from referee.notation.readings import Foresight, Misread, Reading, Table
from referee.notation.several import OneReader, parts_of
from referee.notation.words import Meaning, Vocabulary, Words
from referee.util import data
from referee.util.regexes import regex
from referee.util.values import Value, replace

IF, WITHOUT, WHICH, HOLDS = "if", "withdraw if", "ifs", "holds"
"""The verbs: an order beforehand, taking one back, which there are; and the line by which the referee plays one."""
VERBS = frozenset({IF, WITHOUT, WHICH, HOLDS})
THEN, ELSE = "then", "else"
"""Which orders of an order beforehand are played."""
MOST = 6
"""How many orders may stand after one condition."""
LONGEST = 400
NUMBER = regex(r" ?(?:nr\.? ?|no\.? ?|# ?)?(\d{1,3}) ?[.!]?")
NUMBERS = regex(r" ?\d{1,3}(?: ?(?:,|&|\+| and | und |, and |, und )? ?\d{1,3})+ ?[.!]?")
"""Several of them: `1, 2 and 3`."""
PLAYED = regex(r"if ([1-9]\d{0,2}): (then|else)")
"""The first line of a letter that carries out an order beforehand."""
DEEDS = ("befalls", "does")


class Forms(Value):
    """The words of orders beforehand in one language, as keys; and those of conditions, with what they mean."""

    begins: tuple[tuple[str, ...], ...]
    otherwise: tuple[tuple[str, ...], ...]
    until: tuple[tuple[str, ...], ...]
    without: tuple[tuple[str, ...], ...]
    which: tuple[tuple[str, ...], ...]
    words: tuple[Meaning, ...]


NO_FORMS = Forms((), (), (), (), (), ())


@cache
def forms_of(language: str) -> Forms:
    """The words of a language; none if there is no file of them."""
    file = f"foreseen.{language}.yaml"
    try:
        listed = data.values("grammar", file)
    except FileNotFoundError:
        return NO_FORMS
    plain = [Meaning(parts(form), kind, kind) for kind, forms in listed["words"].items() for form in forms]
    deeds = [
        Meaning(parts(form), section, deed)
        for section in DEEDS
        for deed, forms in listed[section].items()
        for form in forms
    ]
    begins, otherwise, until, without, which = (
        tuple(map(parts, listed[section])) for section in ("if", "else", "until", "without", "which")
    )
    return Forms(begins, otherwise, until, without, which, (*plain, *deeds))


@cache
def printed(game: str, language: str, written: str) -> str:
    """What is told in a language: `withdraw if 2`, `ifs`, `else`; `example`: a few conditions; `whole`: an order."""
    file = f"foreseen.{language}.yaml"
    listed = data.values("grammar", file)
    if examples := {"example": "examples", "whole": "whole"}.get(written):
        return str(listed[examples].get(game) or listed[examples]["any"])
    if forms := listed["words"].get(written) or listed.get(written):
        return str(forms[0])
    verb, _, name = written.rpartition(" ") if written != WHICH else (WHICH, "", "")
    return f"{listed[SECTION[verb]][0]} {name}".strip()


SECTION = {WHICH: "which", WITHOUT: "without"}
"""Where the words of a verb stand."""


OURS = regex(r"\s*\d+>")
"""How a row of a receipt of ours begins, which may be quoted without a mark: it is no order."""


class Given(NamedTuple):
    """A text within a line, from character to character of its folded form."""

    start: int
    end: int


class Beforehand:
    """Reads orders beforehand, in the languages of a reader."""

    def __init__(
        self, game: Game, reader: OneReader, languages: Sequence[str], known: Sequence[Words]
    ) -> None:
        """For this game; `known` are the words of the reader's languages."""
        self.game, self.reader, self._known = game, reader, known
        self._forms = [forms_of(one) for one in dict.fromkeys((*languages, "en"))]

    def read(self, line: str) -> Reading | None:
        """What a line says about orders beforehand; None for any other line."""
        if played := PLAYED.fullmatch(line.strip()):
            return Table(HOLDS, f"{played[1]} {played[2]}")
        if len(line) > LONGEST or OURS.match(line):
            return None
        folded = fold(line.rstrip())
        keys = parts(folded.text[:80])
        if not keys or keys[0] not in self._first:
            return None
        if keys in self.forms("which"):
            return Table(WHICH)
        if said := self._without(folded.text, keys):
            return said
        start = self._behind(folded.text, keys, "begins")
        colon = folded.text.find(":", start)
        return _Line(self, line, folded).read(start, colon) if start and colon > 0 else None

    def begins(self, line: str) -> bool:
        """Whether a line begins as an order beforehand, with a condition that can be read: it may go on in the next."""
        folded = fold(line.rstrip()) if len(line) <= LONGEST and not OURS.match(line) else fold("")
        keys = parts(folded.text[:80])
        if not keys or keys[0] not in self._first:
            return False
        start, colon = self._behind(folded.text, keys, "begins"), folded.text.find(":")
        head = self.until.sub("", folded.text[start:colon]) if start and colon > start else ""
        return bool(head) and isinstance(self.condition(head), str)

    def goes_on(self, line: str) -> bool:
        """Whether a line after an order beforehand belongs to it: what is played otherwise, or until when it holds."""
        text = fold(line[:LONGEST]).text
        keys = parts(text[:80])
        return any(self._behind(text, keys, one) for one in ("otherwise", "until"))

    @cached_property
    def _first(self) -> frozenset[str]:
        """The first words of all forms that begin a line."""
        found = (form[0] for one in ("begins", "without", "which") for form in self.forms(one))
        return frozenset(found)

    def forms(self, section: str) -> list[tuple[str, ...]]:
        """The forms of a section in all languages of the reader."""
        return [form for one in self._forms for form in getattr(one, section)]

    def words(self, section: str) -> str:
        """The first form of a section in the reader's own language."""
        return " ".join(self.forms(section)[0])

    def supposes(self, line: str) -> bool:
        """Whether a line begins with a word for `if`."""
        text = fold(line[:80]).text
        return self._behind(text, parts(text), "begins") > 0

    def _behind(self, text: str, keys: tuple[str, ...], section: str) -> int:
        """The character after a form of a section with which the text begins; 0 if it begins with none."""
        fits = [form for form in self.forms(section) if keys[: len(form)] == form]
        return behind_words(text, 0, max(map(len, fits))) if fits else 0

    def _without(self, text: str, keys: tuple[str, ...]) -> Table | None:
        """`withdraw if 2`; without a number the last one is meant."""
        behind = self._behind(text, keys, "without")
        rest = text[behind:].strip(" .!")
        if not behind or (rest and not NUMBER.fullmatch(rest)):
            return None
        found = NUMBER.fullmatch(rest)
        return Table(WITHOUT, str(int(found[1])) if found else "")

    def taken_back(self, line: str) -> tuple[str, ...]:
        """A line for each of several that one line takes back: `withdraw if 1, 2`; () for any other line."""
        text = fold(line[:LONGEST]).text.strip()
        behind = self._behind(text, parts(text[:80]), "without")
        if not behind or not text[:1].isalpha() or not NUMBERS.fullmatch(text[behind:]):
            return ()
        numbers = re.findall(r"\d+", text[behind:])
        return tuple(f"{text[:behind].strip()} {int(one)}" for one in dict.fromkeys(numbers))

    def expression(self, section: str) -> str:
        """The forms of a section as an expression for folded text, the longest first."""
        forms = sorted(self.forms(section), key=lambda form: -len("".join(form)))
        return "|".join(r"[ -]+".join(map(re.escape, form)) for form in forms)

    @cached_property
    def otherwise(self) -> re.Pattern[str]:
        """What stands before the orders for the other case."""
        return re.compile(rf"[;,.]? *(?<!\w)(?:{self.expression('otherwise')})(?!\w) *[:,]? *")

    @cached_property
    def until(self) -> re.Pattern[str]:
        """The last turn, at the end of a text."""
        return re.compile(rf"[;,(]? *(?<!\w)(?:{self.expression('until')}) *(\d{{1,4}})[) .]*$")

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of conditions: those of the languages, of the cards, and the names of the seats."""
        deeds = foreseen_of(self.game).deeds
        words = [one for forms in self._forms for one in forms.words]
        fit = [one for one in words if one.kind not in DEEDS or one.value in deeds]
        seats = tuple(Meaning(parts(seat), "card", seat, card=True) for seat in self.game.seats)
        first = replace(self._known[0], verbs=(), words=tuple(fit), cards=(*self._known[0].cards, *seats))
        rest = [replace(one, verbs=(), words=()) for one in self._known[1:]]
        strengths = getattr(self.reader.vocabulary, "strengths", {})
        cards = [(one.value, " ".join(one.parts)) for one in self.reader.vocabulary.inner if one.card]
        return Vocabulary([first, *rest], cards, {}, strengths)

    def condition(self, text: str) -> str | int:
        """The canonical words of a condition; for one that cannot be read the character at which that is clear."""
        from referee.notation import parser  # noqa: PLC0415 - Lark is slow to import

        return parser.condition(self.game, self.vocabulary, text)


class _Line(Value):
    """A line that begins with a word for `if` and has a colon."""

    own: Beforehand
    line: str
    folded: Folded

    def read(self, start: int, colon: int) -> Reading | None:
        head, until = self._limited(Given(start, colon))
        tail, later = self._limited(Given(colon + 1, len(self.folded.text)))
        condition = self.own.condition(self.folded.text[head.start : head.end])
        first, second = self._branches(tail)
        orders, otherwise = self._orders(first), self._orders(second) if second else ()
        if isinstance(condition, int):
            return self._misread(head.start + condition, "condition") if orders else None
        if orders is None or otherwise is None:
            return self._misread((tail if orders is None else second or tail).start, "branch")
        turns = (int(one.about) for one in facts_of(condition) if one.kind == "turn")
        last = until or later or max(turns, default=0)
        return Foresight(IF, "", None, condition=condition, orders=orders, otherwise=otherwise, until=last)

    def _limited(self, given: Given) -> tuple[Given, int]:
        """A text without the turn until which it holds, and that turn; 0 for none."""
        found = self.own.until.search(self.folded.text[given.start : given.end])
        return (Given(given.start, given.start + found.start()), int(found[1])) if found else (given, 0)

    def _branches(self, tail: Given) -> tuple[Given, Given | None]:
        """The orders for the case that the condition holds, and those for the other case."""
        found = self.own.otherwise.search(self.folded.text[tail.start : tail.end])
        if found is None:
            return tail, None
        return Given(tail.start, tail.start + found.start()), Given(tail.start + found.end(), tail.end)

    def _orders(self, given: Given) -> tuple[str, ...] | None:
        """The orders that stand there, in canonical notation; None if something else does."""
        columns = self.folded.columns
        text = self.line[columns[given.start] : columns[given.end]].strip(" .;,")
        reading = self.own.reader.read(text) if text else None
        if reading is None:
            return None
        found = (
            [reading]
            if _plain(reading)
            else [one.reading for one in parts_of(self.own.reader, text, reading)]
        )
        if not found or len(found) > MOST or not all(map(_plain, found)):
            return None
        return tuple(one.move.written for one in found)  # type: ignore[union-attr]

    def _misread(self, at: int, key: str) -> Misread:
        return Misread(self.folded.columns[min(at, len(self.folded.text))] + 1, key=key)


def _plain(reading: Any) -> bool:
    """Whether a reading is an order and nothing beside it: no place at which it holds, no remark, no doubt."""
    from referee.notation.readings import Order  # noqa: PLC0415

    return (
        isinstance(reading, Order)
        and reading.guard is None
        and not (reading.remark or reading.mark or reading.bare)
    )
