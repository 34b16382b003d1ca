"""The receipt of a letter: for each of its lines, what became of it and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, cast

from referee.engine.choices import Choices
from referee.engine.events import seen
from referee.engine.game import Game
from referee.house.confirming import FIRST
from referee.house.undo import UNDO
from referee.notation import archive_verbs, dispute_verbs, foreseen, languages, requests
from referee.notation.readings import Prose, Table
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.about import BRIEF, about_text, early, for_another, stands_told
from referee.telling.fence import fence_of
from referee.telling.handbook import numbers_of, rule_line, rule_text, rules_told
from referee.telling.laid import Row, as_written, misread_row, rows_of, with_caret
from referee.telling.links import Link, links
from referee.telling.moves import begins_with, moves_text, nearest
from referee.telling.paging import ANSWERS, history_page
from referee.telling.sentences import Reader, reader_of, told_together
from referee.telling.spoken import word_of
from referee.util.text import MARK, quoted, shown_size

WISHES = requests.VERBS | UNDO | dispute_verbs.TEXTS | archive_verbs.TEXTS | foreseen.VERBS
"""Verbs by which the house does something, or says why not."""
SHORT = frozenset({"answered", "refused", "passed-over", "ambiguous"})
"""Verdicts of lines about which little need be told; what happened, and what was said, is told in full."""
HELD = frozenset({"not-played", "refused", "misread", "ambiguous"})
"""Verdicts of lines for which another order is offered that is held to the position (H1)."""
OVER, REMATCH = "game-over", requests.REMATCH
"""The reason, in every game, why no order is played any more; and what can be ordered then."""


@dataclass(frozen=True, slots=True)
class LineTold:
    """A line of a letter, told.

    Attributes:
        kind: that of its verdict.
        rows: its rows, as they were written.
        raw: the rows as they stand in a text, with a caret below them where the line was misread.
        verdict: what became of it.
        below: more texts about that.
        verbatim: texts that are laid out already.
        meant: orders that may have been meant; a page has a link for each.
        taps: those links.
    """

    kind: str
    rows: tuple[Row, ...]
    raw: tuple[str, ...]
    verdict: str
    below: tuple[str, ...] = ()
    verbatim: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    taps: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ReceiptTold:
    """A receipt as data: notes on the letter as a whole, its lines, what was left alone, where the table stands now.

    `heading` is the key of the heading: a letter of the reader's, an order beforehand, or what the keeper entered.
    """

    notes: tuple[str, ...]
    lines: tuple[LineTold, ...]
    prose: str
    stands: str
    heading: str = "your-letter"


def receipt(
    game: Game,
    content: Mapping[str, Any],
    view: Any,
    verdicts: Sequence[Verdict],
    choices: Choices,
    *,
    language: str = "en",
    history: Sequence[Told] = (),
) -> str:
    """The receipt as text: for each line, played and with what result, refused and why, misread and where, not played.

    `choices` are the writer's after the letter; `history` is what the seat was ever shown, if a line asks for
    it.
    """
    return receipt_of(reader_of(game, content, view, language), verdicts, choices, history)


def receipt_of(
    reader: Reader, verdicts: Sequence[Verdict], choices: Choices, history: Sequence[Told] = ()
) -> str:
    """The receipt as text, for a given reader."""
    told = receipt_told(reader, verdicts, choices, history)
    text = reader.says.render("receipt.txt", reader.voice, receipt=told)
    return fence_of(reader.game, reader.content, reader.says.language).text(text)


def receipt_told(
    reader: Reader,
    verdicts: Sequence[Verdict],
    choices: Choices,
    history: Sequence[Told] = (),
    notes: Sequence[tuple[str, Mapping[str, Any]]] = (),
    stands: str | None = None,
    *,
    rematch: bool = False,
) -> ReceiptTold:
    """The receipt as data. `notes` are keys of the section `letter-notes` with their values.

    `rematch`: an order after the end is answered with a link by which one is asked for (H30).
    `stands` says where the table stands now; left out, it is worked out if anything was played.
    """
    telling = _Telling(reader, choices, history, rematch, looked_at(verdicts))
    heading = "entered-for-you" if any(key == "entered" for key, _ in notes) else "your-letter"
    heading = "played-beforehand" if any(map(_fired, verdicts)) else heading
    mere = [one for one in verdicts if one.kind == "prose" and not [*telling.inside(one)]]
    prose = [number for verdict in mere for number in verdict.line.numbers]
    if stands is None:
        stands = stands_told(reader) if any(verdict.kind == "played" for verdict in verdicts) else ""
    return ReceiptTold(
        tuple(reader.says.say("letter-notes", key, reader.voice, values) for key, values in notes),
        tuple(telling.lines(verdicts)),
        reader.says.say("verdicts", "prose", reader.voice, {"lines": prose}) if prose else "",
        stands,
        heading,
    )


def tapped(told: ReceiptTold, address: str, subject: str, position: str) -> ReceiptTold:
    """The receipt with a link for each order that may have been meant, played at that position and at no other (H1)."""
    lines = (
        replace(line, taps=links(address, subject, line.meant, position if line.kind in HELD else ""))
        if line.meant
        else line
        for line in told.lines
    )
    return replace(told, lines=tuple(lines))


def looked_at(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """H32 The orders of a letter that count once they are confirmed: those before a line at which it would stop."""
    orders = [one for one in verdicts if one.kind in HELD]
    return tuple(takewhile(lambda one: one.reason == FIRST and bool(one.written), orders))


def _end(verdict: Verdict) -> bool:
    """Whether this is the line `end`, about which there is nothing to tell."""
    return verdict.kind == "answered" and getattr(verdict.line.reading, "verb", "") == "end"


def _fired(verdict: Verdict) -> bool:
    """H27 Whether this is the line by which the referee plays an order beforehand: nobody wrote it."""
    return verdict.kind == "answered" and getattr(verdict.line.reading, "verb", "") == foreseen.HOLDS


def _asked(verdict: Verdict) -> tuple[object, ...]:
    """What a question asks, and what is answered: the same twice needs no second answer."""
    return verdict.line.reading, verdict.tried, verdict.readings, verdict.reason, verdict.told


@dataclass(frozen=True, slots=True)
class _Telling:
    """One receipt in the making."""

    reader: Reader
    choices: Choices
    history: Sequence[Told]
    rematch: bool
    looked_at: tuple[Verdict, ...] = ()

    def lines(self, verdicts: Sequence[Verdict]) -> Iterator[LineTold]:
        """Each line but prose.

        The same question is answered once; when much has been answered, the rest is told in short.
        """
        room, asked = ANSWERS, list[object]()
        for verdict in verdicts:
            if verdict.kind == "prose":
                yield from self.inside(verdict)
            if verdict.kind == "prose" or _end(verdict):
                continue
            if verdict.kind not in SHORT:
                told = self.line(verdict)
            elif verdict.kind == "answered" and _asked(verdict) in asked:
                told = self.told(verdict, (self.reader.text("answered-above"),))
            elif room <= 0:
                told = self.told(verdict, (self.reader.text("answer-apart"),))
            else:
                told = self.line(verdict)
                asked += [] if verdict.events else [_asked(verdict)]
            room -= sum(shown_size(text) for text in (*told.below, *told.verbatim))
            yield told

    def line(self, verdict: Verdict) -> LineTold:
        """A line, told by what became of it."""
        match verdict.kind:
            case "misread":
                return self.misread(verdict)
            case "said" | "noted":
                return self.words(verdict)
            case "played":
                below = self.brought_about(verdict)
            case "refused":
                below = iter((*self.brought_about(verdict), *self.put_right(verdict)))
            case "ambiguous":
                readings = map(self.reader.order, verdict.readings)
                below = iter((*self.brought_about(verdict), *readings))
            case "answered" if getattr(verdict.line.reading, "verb", "") == "language":
                below = self.language(verdict, cast("Table", verdict.line.reading).argument)
            case "answered" if _fired(verdict):
                return LineTold(verdict.kind, (), (), "", tuple(self.wish(verdict)))
            case "answered" if getattr(verdict.line.reading, "verb", "") in WISHES:
                return self.told(verdict, tuple(self.wish(verdict)), tuple(verdict.told.splitlines()))
            case "answered" if getattr(verdict.line.reading, "verb", "") in BRIEF:
                return self.in_brief(verdict)
            case "answered" if not (verdict.tried or verdict.readings):
                return self.told(verdict, verbatim=tuple(self.answer(verdict)))
            case "answered":
                below = self.tried(verdict) if verdict.tried else map(self.reader.order, verdict.readings)
            case "not-played" if verdict in self.looked_at:
                return self.look(verdict)
            case _:  # what a standing order did before the line
                below = self.brought_about(verdict)
        return replace(self.told(verdict, tuple(below)), meant=self.meant(verdict))

    def look(self, verdict: Verdict) -> LineTold:
        """H32 What the rules say to an order that waits for its writer's word; below the last the link for all."""
        told = self.told(verdict, tuple(self.tried(verdict)) if verdict.tried else ())
        if verdict is not self.looked_at[-1]:
            return told
        orders = [self.reader.order(one.written) for one in self.looked_at]
        below = (*told.below, self.reader.text("confirm-now"), ", ".join(orders))
        whole = "\n".join((*orders, self.reader.order(requests.CONFIRM)))
        return replace(told, below=below, meant=(whole,))

    def meant(self, verdict: Verdict) -> tuple[str, ...]:
        """The orders that may have been meant by a line that was refused, or is not clear."""
        if verdict.broken and verdict.broken.why.key == OVER:
            return (self.reader.order(REMATCH),) if self.rematch else ()
        if beforehand := early(self.reader, verdict):
            return beforehand
        refused = verdict.written if verdict.kind == "refused" else ""
        near = nearest(self.reader.game, self.choices, refused) if refused else ()
        return tuple(map(self.reader.order, verdict.readings if verdict.kind == "ambiguous" else near))

    def told(self, verdict: Verdict, below: tuple[str, ...] = (), verbatim: tuple[str, ...] = ()) -> LineTold:
        """A line as it was written, with what became of it."""
        rows = rows_of(verdict.line)
        return LineTold(verdict.kind, rows, as_written(rows), self.verdict(verdict), below, verbatim)

    def words(self, verdict: Verdict) -> LineTold:
        """What is said or noted: the writer's own words, as data."""
        reading: Any = verdict.line.reading
        reader = self.reader
        verb = word_of(reader.game, reader.content, reader.says.language, reading.verb)
        rows = (Row(verdict.line.numbers[0], verb),)
        ended = reader.reason(verdict.reason) if verdict.reason else ""
        told = " ".join(text for text in (ended, self.verdict(verdict)) if text)
        return LineTold(verdict.kind, rows, as_written(rows), told, tuple(quoted(reading.text)))

    def meant_inside(self, verdict: Verdict) -> tuple[str, ...]:
        """The orders in the midst of a line of prose, the first of which its writer could play now."""
        reader, reading = self.reader, verdict.line.reading
        moves = reading.inside if isinstance(reading, Prose) else ()
        if not moves or not (moves[0] in self.choices or begins_with(self.choices, moves[0].written)):
            return ()
        return tuple(reader.order(move.written) for move in moves)

    def in_brief(self, verdict: Verdict) -> LineTold:
        """The answer to a word sent alone: `status`, `hint`."""
        text, orders = BRIEF[cast("Table", verdict.line.reading).verb](self.reader, self.choices)
        if self.rematch:
            orders = (self.reader.order(REMATCH),)
        return replace(self.told(verdict, (text, *orders)), meant=orders)

    def inside(self, verdict: Verdict) -> Iterator[LineTold]:
        """A line of prose with orders in it, which were not played."""
        if meant := "; ".join(self.meant_inside(verdict)):
            rows, text = rows_of(verdict.line), self.reader.text("meant-inside")
            yield LineTold("not-played", rows, as_written(rows), text, (meant,), meant=(meant,))
        elif words := for_another(self.reader, verdict.line.text):
            rows, said = rows_of(verdict.line), self.reader.order("say")
            text = self.reader.text("meant-for-another")
            yield LineTold("prose", rows, as_written(rows), text, meant=(f"{said} {words}",))

    def verdict(self, verdict: Verdict) -> str:
        reason = verdict.broken.why if verdict.broken else verdict.reason
        written = self.reader.order(verdict.written)
        same = " ".join(verdict.line.text.lower().split()) in {verdict.written.lower(), written.lower()}
        values = {
            "written": "" if same else written,
            "rule": verdict.broken.rule if verdict.broken else "",
            "reason": self.reader.reason(reason) if reason else "",
        }
        return self.reader.says.say("verdicts", verdict.kind, self.reader.voice, values)

    def brought_about(self, verdict: Verdict) -> Iterator[str]:
        """What the writer was shown of what a line did."""
        found = (seen(event, self.reader.view.seat) for event in verdict.events)
        yield from told_together(self.reader, [one for one in found if one])

    def put_right(self, verdict: Verdict) -> Iterator[str]:
        """The rule in words, and the legal moves most like the refused one; nothing where nothing can be put right."""
        if verdict.broken and verdict.broken.why.key == OVER:
            return
        if verdict.broken:
            yield from self.rule(verdict.broken.rule)
        if beforehand := early(self.reader, verdict):
            yield from (self.reader.text("meant-early"), *beforehand)
        elif verdict.written and (near := nearest(self.reader.game, self.choices, verdict.written)):
            yield self.reader.text("nearest", moves=" / ".join(map(self.reader.order, near)))

    def rule(self, number: str) -> Iterator[str]:
        if text := rule_line(self.reader.game, number, self.reader.says.language):
            yield self.reader.text("rule-line", number=number, text=text)

    def misread(self, verdict: Verdict) -> LineTold:
        """The caret under the column, what is wrong there, what was expected, the nearest order."""
        reading: Any = verdict.line.reading
        reason = self.reader.says.say("misread", reading.key, self.reader.voice, {"found": reading.found})
        told = self.reader.says.say("verdicts", "misread", self.reader.voice, {"reason": reason})
        rows = (misread_row(verdict.line),)
        hint = reading.hint if reading.hint and not reading.hint.startswith("@") else ""
        meant = (self.reader.order(hint),) if hint else ()
        expected = tuple(self.expected(reading))
        return LineTold(verdict.kind, rows, with_caret(verdict.line), told, expected, meant=meant)

    def expected(self, reading: Any) -> Iterator[str]:
        says = self.reader.says
        words = [says.say("expected", one) if says.has("expected", one) else one for one in reading.expected]
        words = [f'"{one}"' if one in {",", ":", ";"} else one for one in words]
        if words:
            yield self.reader.text("expected", expected=words)
        if reading.hint:
            yield self.reader.text("suggested", suggestion=self.reader.order(reading.hint))

    def answer(self, verdict: Verdict) -> Iterator[str]:
        """The answer to a question: moves, history, rules, card, why, help."""
        reader, reading = self.reader, cast("Table", verdict.line.reading)
        game, content, view, language = reader.game, reader.content, reader.view, reader.says.language
        match reading.verb:
            case "moves":
                text = moves_text(game, content, view, self.choices, language=language, mark=MARK)
            case "history":
                text = history_page(reader, self.history, int(reading.argument or 1))
            case "rules":
                number = reading.argument
                text = rule_text(game, number, language) or reader.text("no-rule", number=number)
            case "about":
                text = about_text(reader, reading.argument)
            case "why":
                text = verdict.told or reader.text("past-nowhere", position=reading.argument)
            case _:
                text = reader.says.say("help", "all", reader.voice, numbers_of(game))
        yield from text.splitlines()

    def language(self, verdict: Verdict, wanted: str) -> Iterator[str]:
        """H10 The language that was chosen; or that the name is unknown or ambiguous, and which languages there are."""
        yield from self.brought_about(verdict)
        if not verdict.events:
            key = "language-unknown" if wanted else "language-now"
            there = [(code, languages.name_of(code, code)) for code in languages.known()]
            known = [self.reader.text("language-named", code=code, name=name) for code, name in there]
            yield self.reader.text(key, wanted=wanted, now=self.reader.says.language, known=known)

    def wish(self, verdict: Verdict) -> Iterator[str]:
        """H14 to H17 What followed from a word to the house, or why nothing did."""
        yield from self.brought_about(verdict)
        if verdict.reason:
            yield self.reader.reason(verdict.reason)

    def tried(self, verdict: Verdict) -> Iterator[str]:
        """What the rules say to a move; for `why`, each rule that was asked."""
        tried, asked_why = verdict.tried, getattr(verdict.line.reading, "verb", "") == "why"
        assert tried is not None  # noqa: S101  asked before
        written = self.reader.order(tried.written)
        if broken := tried.broken:
            reason = self.reader.reason(broken.why)
            yield self.reader.text("not-allowed", written=written, rule=broken.rule, reason=reason)
            told = [*self.put_right(replace(verdict, written=tried.written, broken=broken))]
            rule = 1 if asked_why and [*self.rule(broken.rule)] else 0
            yield from told[:rule]
            yield from rules_told(self.reader, tried.rules) if asked_why else ()
            yield from told[rule:]
        elif asked_why and tried.rules:
            yield self.reader.text("why-allowed", written=written, count=len(tried.rules))
            yield from rules_told(self.reader, tried.rules)
        else:
            yield self.reader.text("allowed", written=written)
