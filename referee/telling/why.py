"""Why, told: what happened at a position or in a letter, by which rules, to a seat and in its language.

It is worked out from what the seat knows (`referee.table.past`), so it is the same in every world the seat
cannot tell apart. A question about others' letters is always answered by the same sentence, whether or not
they wrote any.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.engine.events import Seen, everything
from referee.engine.kit.foreseen import foreseen_of
from referee.house.chapters import EVENTS
from referee.house.rulebook import rulebook
from referee.notation.asked import LAST
from referee.notation.reader import Line as WrittenLine
from referee.notation.reader import Misread
from referee.notation.readings import Table as Question
from referee.record.entries import Entry, Letter, Line
from referee.record.private import is_shut
from referee.table.holding import house_for
from referee.table.legality import Sitting
from referee.table.legality import rule_line as ruled
from referee.table.past import Known, OwnLine, Past, entered
from referee.table.points import Told
from referee.table.redacted import Redacted
from referee.table.replay import Held, held_lines, own_lines
from referee.table.table import Table
from referee.table.undo import Undoing
from referee.table.verdicts import ANSWERED, NOT_PLAYED, PLAYED, REFUSED, Tried, Verdict
from referee.telling.answers.wishes import wants_back
from referee.telling.catalog import telling
from referee.telling.handbook import HOUSE_RULE, rule_line, rules_told
from referee.telling.laid import recorded_rows
from referee.telling.paging import shortened
from referee.telling.sentences import Reader, reader_of, rules_of
from referee.util.errors import NotFound, Why
from referee.util.text import block, clean
from referee.util.values import Value, replace

SILENT = frozenset({"said", "noted"})
"""Verdicts of lines whose effects tell everything about them."""


class Decided(Value):
    """The verdict with the rule that decided, in one sentence, and the number of the rule; both "" if nothing did."""

    rule: str = ""
    text: str = ""

    def __bool__(self) -> bool:
        """Whether something decided."""
        return bool(self.text)


NOTHING = Decided()


def looked_up(
    table: Table, seat: str, verdicts: Sequence[Verdict], until: int, language: str
) -> tuple[Verdict, ...]:
    """The verdicts of a letter of this seat, with its questions about the past answered.

    They are answered from what the seat knows before entry `until`.
    """
    verdicts = undo_answered(table, seat, verdicts, until, language)
    if not any(map(_of_the_past, verdicts)):
        return verdicts
    teller = Teller.of(Past(table, seat, until), language)
    answers: dict[str, str] = {}
    for argument in (one.line.reading.argument for one in verdicts if _of_the_past(one)):  # type: ignore[union-attr]
        if argument not in answers:
            answers[argument] = teller.answer(argument)
    return tuple(
        replace(one, told=answers[one.line.reading.argument]) if _of_the_past(one) else one  # type: ignore[union-attr]
        for one in verdicts
    )


def _of_the_past(verdict: Verdict) -> bool:
    reading = verdict.line.reading
    return isinstance(reading, Question) and reading.verb == "why" and reading.move is None


class Teller(Value):
    """Answers one reader's questions about the past."""

    past: Past
    reader: Reader

    @classmethod
    def of(cls, past: Past, language: str) -> "Teller":
        """The teller for the seat with this past; it sees the table as it stood after it."""
        table = past.table
        last = table.points[past.until - 1]
        view = table.game.view(last.state, past.seat)
        return cls(past, reader_of(table.game, last.content, view, language))

    def answer(self, argument: str) -> str:
        """Why: for a position (`7.2`), a letter (`g1.thor.9`), a line of one (`g1.thor.9 2`), what happened `last`."""
        if argument == LAST.argument:
            return self.position(self.newest)
        named, _, row = argument.partition(" ")
        if named.count(".") == 1:
            return self.position(named)
        known = self.past.asked(named)
        if known is None:
            last = len(self.past.entries)
            numbers = {"first": self.past.number(0), "last": self.past.number(last - 1)}
            return self.laid_out(self.reader.text("past-no-letter", number=named, **numbers))
        return self.line(known, int(row)) if row else self.entry(known)

    @property
    def newest(self) -> str:
        """The last position at which a card fell; the last of all once the game is over, or if none fell."""
        deeds = foreseen_of(self.reader.game).deeds.values()
        falls = {shown.event for one in deeds if one.befalls for shown in one.events}
        places = [*dict.fromkeys(one.position for one in reversed(self.past.told))]
        fallen = (one.position for one in reversed(self.past.told) if one.seen.kind in falls)
        over = self.reader.view.outcome is not None
        return next(iter(places) if over else fallen, "") or next(iter(places), "")

    def position(self, position: str) -> str:
        """What happened at a position, and what became of the orders there."""
        if position not in self.past.reached:
            return self.laid_out(self.reader.text("past-nowhere", position=position))
        shown, own = self.past.shown_at(position), tuple(self.past.lines_at(position))
        decided = self.decided(shown) or self.refused(own)
        lines = tuple(self.line_told(one, decided, alone=True) for one in own)
        events = self.sentences(shown)
        heading = self.reader.text("past-position", position=position, nothing=not events)
        return self.laid_out(heading, decided, shown, events=events, lines=lines)

    def line(self, known: Known, row: int) -> str:
        """What became of one line of a letter of the seat's own."""
        if not known.own:
            return self.laid_out(self.reader.text("past-no-lines", number=known.letter))
        if here := [one for one in known.lines if _fills(one.held.line, row)]:
            shown = [told for one in here for told in one.told]
            decided = self.refused(here) or self.decided(shown)
            lines = tuple(self.line_told(one, decided, alone=True) for one in here)
            return self.laid_out("", decided, shown, lines=lines)
        there = [*dict.fromkeys(one.held.line.number for one in known.lines)]
        text = self.reader.text("past-no-line", number=known.letter, line=row, lines=there)
        return self.laid_out(text)

    def entry(self, known: Known) -> str:
        """A whole letter of the seat line by line; of anything else, what the seat was shown of it."""
        whose = {"own": known.own, "entered": known.entered}
        heading = self.reader.text("past-letter", number=known.letter, position=known.position, **whose)
        decided = self.refused(known.lines) or self.decided(known.told)
        if not known.own:
            return self.laid_out(heading, decided, known.told, events=self.sentences(known.told))
        lines = tuple(self.line_told(one, decided) for one in known.lines)
        return self.laid_out(heading, decided, known.told, lines=lines, rest=self.sentences(known.rest))

    def decided(self, shown: Sequence[Told]) -> Decided:
        """The last thing shown that changed the table, with its rule; words and what the clocks do decide nothing.

        What only follows from another thing decides nothing where there is one.
        """
        after = telling(self.reader.game).AFTERMATH
        newest = tuple(reversed(shown))
        for one in sorted(newest, key=lambda one: one.seen.kind in after):
            told = self.reader.event(one.seen)
            rule = rule_told(self.reader, one.seen.rule)
            if told and rule and "\n" not in told and one.seen.kind not in EVENTS:
                values = {"told": told.removesuffix("."), "number": one.seen.rule, "text": rule}
                return Decided(one.seen.rule, self.reader.text("past-decided", **values))
        return NOTHING

    def refused(self, lines: Sequence[OwnLine]) -> Decided:
        """The first of some lines that was refused, with the rule that it broke."""
        for line in (one.held.line for one in lines if one.held.line.verdict == REFUSED):
            written = self.reader.order(line.move) if line.move else clean(line.raw.split("\n")[0])
            values = {"written": written, "number": line.rule, "text": rule_told(self.reader, line.rule)}
            reason = self.reader.reason(Why(line.why, line.params)) if line.why else ""
            return Decided(line.rule, self.reader.text("past-refused", reason=reason, **values))
        return NOTHING

    def laid_out(
        self, heading: str, decided: Decided = NOTHING, shown: Sequence[Told] = (), **parts: Any
    ) -> str:
        """An answer as text, its lines kept to their width: what decided, a heading, `parts`, the rules in words.

        Parts are `events` that were shown, `lines` of letters, and the `rest` of what happened.
        """
        told = {"events": (), "lines": (), "rest": (), **parts, "heading": heading, "first": decided.text}
        told["rules"] = self.rules(shown, decided)
        text = self.reader.says.render("past.txt", self.reader.voice, past=told).rstrip("\n")
        return "\n".join(shortened(text.split("\n"), block(self.reader.text("past-cut"), "")))

    def sentences(self, told: Sequence[Told]) -> tuple[str, ...]:
        """What was shown, each with the number of its rule."""
        return self.reader.sentences(one.seen for one in told)

    def rules(self, told: Sequence[Told], decided: Decided) -> tuple[str, ...]:
        """The rules that were carried out, each once, in words; without the one told already."""
        shown = [one.seen for one in told if self.reader.event(one.seen)]
        numbers = dict.fromkeys(rules_of(self.reader, shown))
        numbers.pop(decided.rule, None)
        return tuple(rule_lines(self.reader, numbers))

    def line_told(self, own: OwnLine, decided: Decided, *, alone: bool = False) -> dict[str, Any]:
        """A line: its rows, what became of it and by which rules, its effects; a heading if it stands `alone`."""
        place = {"letter": own.letter, "position": own.held.position, "entered": own.entered}
        return {
            "heading": self.reader.text("past-line", line=own.held.line.number, **place) if alone else "",
            "raw": recorded_rows(own.held.line, own.held.reading),
            "below": tuple(self.became(own, decided)),
            "events": self.sentences(own.told),
        }

    def became(self, own: OwnLine, decided: Decided) -> Iterator[str]:
        """The verdict, the broken rule in words, each rule that was asked, and whether it is the same today."""
        held = own.held
        if verdict := self.verdict(held.line, held.reading):
            yield verdict
        if held.line.verdict == "ambiguous":
            yield from map(self.reader.order, held.readings)
        if held.tried:
            broken = held.tried.broken
            told = rule_told(self.reader, broken.rule) if broken and broken.rule != decided.rule else ""
            if broken and told and not HOUSE_RULE.fullmatch(broken.rule):
                yield self.reader.text("rule-line", number=broken.rule, text=told)
            yield from rules_told(self.reader, held.tried.rules)
        yield from otherwise_told(self.reader, held)

    def verdict(self, line: Line, reading: Any) -> str:
        """What became of a line then."""
        if line.verdict in SILENT:
            return ""
        if line.verdict == "answered":
            return self.reader.text("past-answered")
        reason = self.reader.reason(Why(line.why, line.params)) if line.why else ""
        if line.verdict == "misread":
            reason = self.reader.text("past-readable")
            if isinstance(reading, Misread):
                reason = self.reader.misread(reading)
        written = self.reader.order(line.move) if line.move else ""
        same = " ".join(line.raw.lower().split()) in {line.move.lower(), written.lower()}
        values = {
            "written": "" if same else written,
            "rule": line.rule,
            "reason": reason,
            "lines": [line.number],
        }
        return self.reader.says.say("verdicts", line.verdict, self.reader.voice, values)


def _fills(line: Line, row: int) -> bool:
    """Whether a line of a letter stands in that row of it: several orders may stand in one."""
    return 0 <= row - line.number <= line.raw.count("\n")


def rule_told(reader: Reader, number: str) -> str:
    """The text of a rule; "" if there is none.

    A part of a rule (`13.2a`) gives the whole rule, a ruling (`R11`) its own text.
    """
    game, language = reader.game, reader.says.language
    if text := rule_line(game, number, language) or rule_line(game, number.rstrip("abc"), language):
        return text
    rulings = rulebook(game.name, language).rulings
    return next((" ".join(one.text.split()) for one in rulings if one.number == number), "")


def rule_lines(reader: Reader, numbers: Iterable[str]) -> Iterator[str]:
    """The text of each of some rules, once, with its number; nothing for one without a text."""
    for number in dict.fromkeys(numbers):
        if text := rule_told(reader, number):
            yield reader.text("rule-line", number=number, text=text)


def otherwise_told(reader: Reader, held: Held) -> tuple[str, ...]:
    """That today's rules would rule otherwise, where they would."""
    return () if held.same else (reader.text("past-otherwise"),)


def explained(table: Table, at: int, seat: str, language: str) -> str:
    """The entry `at` (from 0) of those that concern a seat, as that seat knows it. Raises `Faulty` if there is none."""
    past = Past(table, seat)
    if not 0 <= at < len(past.entries):
        raise NotFound("no-such-entry", entry=at, last=len(past.entries) - 1)
    teller = Teller.of(past, language)
    return teller.entry(past.known(at)) + "\n"


# Who asks for the last letter back is told which one, what it played, or why it cannot be had (H22): from what the
# writer knows alone, as the answer to `offer undo` is.


def undo_answered(
    table: Table, seat: str, verdicts: Sequence[Verdict], until: int, language: str
) -> tuple[Verdict, ...]:
    """The verdicts of a letter of this seat, with each wish for the last letter back answered, as before entry `until`.

    Such a verdict has a `reason` where the offer would be refused.
    """
    over = table.game.ended(table.points[until - 1].state) is not None
    if over or not any(map(_asks, verdicts)):
        return tuple(verdicts)
    last = table.points[until - 1]
    reader = reader_of(table.game, last.content, table.game.view(last.state, seat), language)
    house = house_for(table, seat, "", until, last.entry.at)
    offer = WrittenLine((1,), "offer undo", Question("offer", "undo"))
    broken = ruled(offer, Sitting(table.game, seat, reader.view, house)).broken
    reason = broken.why if broken else None
    told = _told(table, Past(table, seat, until), reader, reason)
    return tuple(replace(one, told=told, reason=reason) if _asks(one) else one for one in verdicts)


def _asks(verdict: Verdict) -> bool:
    reading = verdict.line.reading
    asks = isinstance(reading, Question) and reading.verb == "undo"
    return asks or (verdict.kind == "prose" and wants_back(verdict.line.text))


def _told(table: Table, past: Past, reader: Reader, reason: Why | None) -> str:
    """Which letter it is and what it played, as far as it is the reader's own; why not, or how the others are asked."""
    said = {"number": "", "turn": "", "orders": (), "reason": reader.reason(reason) if reason else ""}
    at = Undoing(table, past.seat, past.until).letter()
    if at is not None and at in past.entries:
        known, entry = past.known(past.entries.index(at)), table.points[at].entry
        lines = entry.lines if known.own and isinstance(entry, Letter) else ()
        orders = tuple(reader.order(one.move) for one in lines if one.verdict == PLAYED)
        said |= {"number": known.letter, "turn": known.position.partition(".")[0], "orders": orders}
    return reader.text("asked-undo-letter", **said)


# Explain an entry: how each line was read, the rules it was held to, what happened.
#
# Of a whole record it is for the keeper: it shows every card, and is never mailed. Of a redacted record it is what its
# audience was shown, and by which rules its own lines were judged. The answer is what the record says; the rules are
# asked again, by the writer's view as it was at that line.


def explain(table: Table, n: int, *, language: str = "en") -> str:
    """What entry n was, to the keeper; of a redacted record, to its audience. Raises `Faulty` if there is none."""
    then, audience = table.at(n), table.audience if isinstance(table, Redacted) else None
    reader = reader_of(table.game, then.content, then.view(audience), language)
    entry: Entry | None
    if isinstance(table, Redacted):
        one = table.known[n]
        entry, kind, shown = one.letter or one.opening, one.kind, [told.seen for told in one.told]
        lines = tuple(_own_lines(table, reader, n))
    else:
        entry = whole = table.points[n].entry
        kind, shown = whole.kind, [everything(event) for event in whole.events]
        lines = tuple(_lines(table, reader, n)) if isinstance(entry, Letter) else ()
    total = sum(line.events for line in entry.lines) if isinstance(entry, Letter) else 0
    return reader.says.render(
        "explain.txt",
        reader.voice,
        entry={"entry": n, "kind": kind, "at": entry.at if entry else ""},
        entered=bool(entry and entered(entry, table.opening)),
        seat=getattr(entry, "seat", ""),
        act=getattr(entry, "act", ""),
        position=getattr(entry, "position", ""),
        lines=lines,
        rest=reader.sentences(shown[total:]),
    )


def _lines(table: Table, reader: Reader, n: int) -> Iterator[dict[str, Any]]:
    for held in held_lines(table, n):
        line = _line(reader, held.line, held.tried, [everything(event) for event in held.events])
        yield {**line, "rules": (*line["rules"], *otherwise_told(reader, held))}


def _own_lines(table: Redacted, reader: Reader, n: int) -> Iterator[dict[str, Any]]:
    for own in own_lines(table, n):
        verdict = own.ruled(table) if own.line.verdict not in {NOT_PLAYED, ANSWERED} else None
        yield _line(reader, own.line, verdict.tried if verdict else None, own.shown)


def _line(reader: Reader, line: Line, tried: Tried | None, shown: Sequence[Seen]) -> dict[str, Any]:
    """A line: as written, how it was read, each rule it was held to, what came of it."""
    return {
        "number": line.number,
        "raw": reader.text("line-private") if is_shut(line.raw) else line.raw,
        "read": tried.written if tried else line.move,
        "rules": tuple(rules_told(reader, tried.rules)) if tried else (),
        "verdict": line.verdict,
        "events": reader.sentences(shown),
    }
