"""The orders at issue in a dispute (H20): which they are, and the rules that they were held to, each told once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from referee.table.replay import Held
from referee.table.verdicts import AMBIGUOUS, MISREAD, PASSED_OVER, REFUSED
from referee.telling.explaining.why import rule_told
from referee.telling.handbook import rule_said
from referee.telling.sentences import Reader
from referee.util.errors import Why

FAILED = frozenset({REFUSED, PASSED_OVER, AMBIGUOUS, MISREAD})
"""Verdicts of lines that were meant as orders, and came to nothing."""
Asked = tuple[str, str, Why | None]
"""A rule that a line was held to: its number, its text in English, why it was broken."""


def at_issue(held: Sequence[Held], led_to: Sequence[str], position: str) -> frozenset[int]:
    """The lines of a letter that words about a position in its middle mean, as places in it.

    They are those of which an event is told at it (`led_to`: of each event of the letter, "" for one that only begins a
    turn), and those that were not carried out there: refused, not clear, not understood.
    """
    found, at = set[int](), 0
    for place, one in enumerate(held):
        told = led_to[at : at + len(one.events)]
        at += len(one.events)
        if position in told or (not told and one.line.verdict in FAILED and one.position == position):
            found.add(place)
    return frozenset(found)


@dataclass(slots=True)
class RulesNamed:
    """The rules that the lines of a packet were held to: each is told once, with its number.

    Where several have the same number they are told apart, as 5.1 and 5.1 (2).
    """

    reader: Reader
    texts: dict[str, list[str]] = field(default_factory=dict)

    def kept(self, rules: Iterable[Asked]) -> Iterator[str]:
        """The numbers of the rules that a line was held to and kept, in one sentence; nothing if there are none."""
        found = [self.number(number, text) for number, text, broken in rules if not broken]
        if numbers := tuple(dict.fromkeys(found)):
            yield self.reader.text("kept", numbers=numbers)

    def number(self, number: str, text: str) -> str:
        """The number by which a rule is told, which is noted."""
        said = rule_said(self.reader, number, text)
        texts = self.texts.setdefault(number, [])
        if said not in texts:
            texts.append(said)
        return number if (at := texts.index(said)) == 0 else f"{number} ({at + 1})"

    def told(self) -> tuple[str, ...]:
        """Each rule that was noted, with its number and its text."""
        return tuple(
            f"[{number}{f' ({at})' if at > 1 else ''}] {text}"
            for number, texts in self.texts.items()
            for at, text in enumerate(texts, 1)
        )


def broken(reader: Reader, rules: Iterable[Asked]) -> Iterator[str]:
    """The rules that a line broke, in words."""
    for number, text, why in rules:
        if why:
            yield reader.text("broken", number=number, text=rule_said(reader, number, text))


def decided_by(reader: Reader, numbers: Iterable[str]) -> Iterator[str]:
    """The text of each of some rules, once, with its number; nothing for one without a text."""
    for number in dict.fromkeys(numbers):
        if text := rule_told(reader, number):
            yield reader.text("rule-line", number=number, text=text)
