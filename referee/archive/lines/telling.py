"""A variation told to its reader, in a language: move by move as data, and as rows of text."""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.archive.lines.moves import KNOWN, OPEN, POSSIBLE, WORLDS, Line, Move, share
from referee.archive.lines.play import DRAWN, FELL, NAMED
from referee.archive.lines.text import commented
from referee.notation.reader import Misread
from referee.table.points import Told
from referee.table.table import Table
from referee.table.verdicts import MISREAD, PLAYED
from referee.telling.handbook import rule_line
from referee.telling.sentences import Reader, reader_of
from referee.util.text import clean
from referee.util.values import Value

INDENT = "    "
_HEADS = {OPEN: "line-open", KNOWN: "line-known", WORLDS: "line-worlds"}
_LOTS = {FELL: "line-lots-fell", NAMED: "line-lots-named", DRAWN: "line-lots-drawn"}


class MoveTold(Value):
    """A move of a variation, told.

    Attributes:
        number: the order's place in its sequence, from 1; `depth` is 0 in the variation itself, 1 in its branches.
        move: the move.
        order: the order in the reader's language; as it was written, where it was not read.
        ruling: the verdict as a sentence, "" where it is simply played.
        rule: the number and the text of the rule it breaks, "" for none.
        happened: what the reader is shown of it, a sentence each.
        outcomes: what may happen, each with its share of the worlds in per cent.
        figures: of how many worlds this is told, and where its lots came from; each a sentence.
        branches: the variations in its place.
    """

    number: int
    depth: int
    move: Move
    order: str
    ruling: str
    rule: str
    happened: tuple[str, ...]
    outcomes: tuple[tuple[int, str], ...]
    figures: tuple[str, ...]
    branches: tuple[tuple["MoveTold", ...], ...]

    @property
    def rows(self) -> tuple[str, ...]:
        """All that is told of it, a row each."""
        shares = (f"{per_cent} %: {text}" for per_cent, text in self.outcomes)
        told = (self.ruling, self.rule, *self.happened, *self.figures, *shares)
        return tuple(text for text in told if text)


def moves_told(table: Table, line: Line, language: str = "en") -> tuple[MoveTold, ...]:
    """The moves of a variation, told to its reader."""
    return _Telling(reader_of(table.game, table.content, line.view, language), line).moves(line.moves, 0)


def rows_told(table: Table, line: Line, language: str = "en") -> tuple[str, ...]:
    """A variation as rows of text: how it is looked at, its moves with what came of them, what was not read."""
    reader = reader_of(table.game, table.content, line.view, language)
    head = reader.text(_HEADS[line.look], position=line.position, seat=line.seat or "")
    faults = (
        reader.text("line-fault", column=fault.column, reason=reader.reason(fault.why))
        for fault in line.faults
    )
    return (head, *_rows(_Telling(reader, line).moves(line.moves, 0)), *faults)


def _rows(moves: Sequence[MoveTold]) -> Iterator[str]:
    for one in moves:
        before, move, written = INDENT * one.depth, one.move, one.move.written
        lots = "".join(f"[{said}]" for said in written.lots)
        remark = commented(written.comment) if written.comment else ""
        whose = f"{move.seat}:" * bool(move.seat)
        head = (f"{one.number}.", whose, one.order, lots, written.glyph, remark)
        yield before + " ".join(filter(None, head))
        yield from (f"{before}{INDENT}{row}" for text in one.rows for row in text.split("\n"))
        for branch in one.branches:
            yield f"{before}{INDENT}("
            yield from _rows(branch)
            yield f"{before}{INDENT})"


class _Telling(Value):
    reader: Reader
    line: Line

    def moves(self, moves: Sequence[Move], depth: int) -> tuple[MoveTold, ...]:
        return tuple(self.move(one, n, depth) for n, one in enumerate(moves, 1))

    def move(self, one: Move, number: int, depth: int) -> MoveTold:
        so = one.figures.so if one.figures else 0
        shares = ((share(some.worlds, so), self._sentences((some.told,))) for some in one.outcomes if so)
        return MoveTold(
            number,
            depth,
            one,
            self.reader.order(one.order) if one.order else clean(one.written.text),
            self._ruling(one),
            self._rule(one),
            self._sentences(one.told),
            tuple((percent, text) for percent, texts in shares for text in texts),
            tuple(self._figures(one)),
            tuple(self.moves(branch, depth + 1) for branch in one.branches),
        )

    def _ruling(self, one: Move) -> str:
        if one.verdict == PLAYED:
            return ""
        reason = self.reader.reason(one.why) if one.why else ""
        if one.verdict == POSSIBLE:
            return self.reader.text("line-possible")
        if one.verdict == MISREAD and one.misread:
            reason = self._misread(one.misread)
        values = {"written": "", "rule": one.rule, "reason": reason}
        said = self.reader.says.say("verdicts", one.verdict, self.reader.voice, values)
        return " / ".join((said, *map(self.reader.order, one.readings)))

    def _misread(self, found: Misread) -> str:
        """Why an order was not understood, and the nearest one that would be."""
        reason = self.reader.misread(found)
        near = (self.reader.text("suggested"), self.reader.order(found.hint)) if found.hint else ()
        return " ".join((reason, *near))

    def _rule(self, one: Move) -> str:
        """The rule that is broken, in words."""
        text = rule_line(self.reader.game, one.rule, self.reader.says.language) if one.rule else ""
        return self.reader.text("rule-line", number=one.rule, text=text) if text else ""

    def _sentences(self, told: Sequence[Told]) -> tuple[str, ...]:
        return self.reader.sentences(one.seen for one in told)

    def _figures(self, one: Move) -> Iterator[str]:
        if one.lots in _LOTS and self.line.look == OPEN:
            yield self.reader.text(_LOTS[one.lots])
        theirs = one.seat not in {"", self.line.seat}
        if (of := one.figures) is None or not (of.legal or (theirs and of.worlds)):
            return
        if of.legal < of.worlds:
            yield self._share("line-legal", of.legal, of.worlds)
        if of.so < of.legal:
            yield self._share("line-so", of.so, of.legal)
        elif one.outcomes and self.line.look in {KNOWN, WORLDS} and of.legal == of.worlds:
            yield self._share("line-over", of.so, of.worlds)

    def _share(self, key: str, part: int, whole: int) -> str:
        return self.reader.text(key, percent=share(part, whole), part=part, worlds=whole)


def document(table: Table, line: Line, language: str = "en") -> dict[str, Any]:
    """A variation as data for JSON: what its reader is told, and nothing else."""
    return {
        "look": line.look,
        "seat": line.seat,
        "entry": line.entry,
        "position": line.position,
        "sound": line.sound,
        "moves": [_document(one) for one in moves_told(table, line, language)],
        "faults": [{"column": one.column, "why": one.why.key} for one in line.faults],
    }


def _document(told: MoveTold) -> dict[str, Any]:
    move, written, figures = told.move, told.move.written, told.move.figures
    worlds = figures and {"reached": figures.worlds, "legal": figures.legal, "so": figures.so}
    return {
        "text": written.text,
        "seat": move.seat,
        "order": move.order,
        "named": list(written.lots),
        "glyph": written.glyph,
        "comment": written.comment,
        "verdict": move.verdict,
        "rule": move.rule,
        "why": move.why.key if move.why else "",
        "told": [text for text in (told.ruling, told.rule) if text],
        "position": move.position,
        "happened": list(told.happened),
        "outcomes": [{"percent": percent, "text": text} for percent, text in told.outcomes],
        "lots": move.lots,
        "worlds": worlds,
        "branches": [[_document(one) for one in branch] for branch in told.branches],
    }
