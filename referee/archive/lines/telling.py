"""A variation told to its reader, in a language: move by move as data, and as rows of text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.archive.lines.judged import share
from referee.archive.lines.line import DRAWN, FELL, KNOWN, NAMED, OPEN, POSSIBLE, WORLDS, Line, Move
from referee.archive.lines.text import commented
from referee.notation.reader import Misread
from referee.table.points import Told
from referee.table.table import Table
from referee.table.verdicts import MISREAD, PLAYED
from referee.telling.handbook import rule_line
from referee.telling.sentences import Reader, cited, reader_of
from referee.util.text import clean

INDENT = "    "
_HEADS = {OPEN: "line-open", KNOWN: "line-known", WORLDS: "line-worlds"}
_LOTS = {FELL: "line-lots-fell", NAMED: "line-lots-named", DRAWN: "line-lots-drawn"}


@dataclass(frozen=True, slots=True)
class MoveTold:
    """A move of a variation, told.

    Attributes:
        number: the order's place in its sequence, from 1; `depth` is 0 in the variation itself, 1 in its branches.
        seat: whose order it is, "" where that is not known.
        order: the order in the reader's language; as it was written, where it was not read.
        glyph, comment: what its writer said of it; `named` is how its lots were to fall.
        verdict: the kind of the verdict; `ruling` is the verdict as a sentence, "" where it is simply played.
        rule: the number and the text of the rule it breaks, "" for none.
        happened: what the reader is shown of it, a sentence each.
        outcomes: what may happen, each with its share of the worlds in per cent.
        figures: of how many worlds this is told, and where its lots came from; each a sentence.
        position: the public position after it; "" where that is not known.
        branches: the variations in its place.
    """

    number: int
    depth: int
    seat: str
    order: str
    glyph: str
    comment: str
    named: tuple[str, ...]
    verdict: str
    ruling: str
    rule: str
    happened: tuple[str, ...]
    outcomes: tuple[tuple[int, str], ...]
    figures: tuple[str, ...]
    position: str
    branches: tuple[tuple["MoveTold", ...], ...]


def moves_told(table: Table, line: Line, language: str = "en") -> tuple[MoveTold, ...]:
    """The moves of a variation, told to its reader."""
    return _Telling(reader_of(table.game, table.content, line.view, language), line).moves(line.moves, 0)


def rows_told(table: Table, line: Line, language: str = "en") -> tuple[str, ...]:
    """A variation as rows of text: how it is looked at, its moves with what came of them, what was not read."""
    reader = reader_of(table.game, table.content, line.view, language)
    moves = _Telling(reader, line).moves(line.moves, 0)
    head = reader.text(_HEADS[line.look], position=line.position, seat=line.seat or "")
    faults = (
        reader.text("line-fault", column=fault.column, reason=reader.reason(fault.why))
        for fault in line.faults
    )
    return (head, *_rows(moves), *faults)


def _rows(moves: Sequence[MoveTold]) -> Iterator[str]:
    for one in moves:
        before = INDENT * one.depth
        lots = "".join(f"[{said}]" for said in one.named)
        remark = commented(one.comment) if one.comment else ""
        head = " ".join(filter(None, (f"{one.number}.", f"{one.seat}:" * bool(one.seat), one.order)))
        yield before + " ".join(filter(None, (head, lots, one.glyph, remark)))
        told = filter(None, (one.ruling, one.rule))
        shares = (f"{per_cent} %: {text}" for per_cent, text in one.outcomes)
        for text in (*told, *one.happened, *one.figures, *shares):
            yield from (f"{before}{INDENT}{row}" for row in text.split("\n"))
        for branch in one.branches:
            yield f"{before}{INDENT}("
            yield from _rows(branch)
            yield f"{before}{INDENT})"


@dataclass(frozen=True, slots=True)
class _Telling:
    reader: Reader
    line: Line

    def moves(self, moves: Sequence[Move], depth: int) -> tuple[MoveTold, ...]:
        return tuple(self.move(one, n, depth) for n, one in enumerate(moves, 1))

    def move(self, one: Move, number: int, depth: int) -> MoveTold:
        told, figures = self._sentences(one.told), one.figures
        shares = ((outcome.told, outcome.worlds) for outcome in one.outcomes)
        return MoveTold(
            number,
            depth,
            one.seat,
            self.reader.order(one.order) if one.order else clean(one.written.text),
            one.written.glyph,
            clean(one.written.comment),
            tuple(map(clean, one.written.lots)),
            one.verdict,
            self._ruling(one),
            self._rule(one),
            told,
            tuple(
                (share(worlds, figures.so), text)
                for shown, worlds in shares
                if figures
                for text in self._sentences((shown,))
            ),
            tuple(self._figures(one)),
            one.position,
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
        reason = self.reader.says.say("misread", found.key, self.reader.voice, {"found": found.found})
        near = (self.reader.text("suggested"), self.reader.order(found.hint)) if found.hint else ()
        return " ".join((reason, *near))

    def _rule(self, one: Move) -> str:
        """The rule that is broken, in words."""
        text = rule_line(self.reader.game, one.rule, self.reader.says.language) if one.rule else ""
        return self.reader.text("rule-line", number=one.rule, text=text) if text else ""

    def _sentences(self, told: Sequence[Told]) -> tuple[str, ...]:
        return tuple(text for one in told if (text := cited(self.reader.event(one.seen), one.seen.rule)))

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
        counted = bool(self.line and _counted(self.line))
        values = {"percent": share(part, whole), "part": part, "worlds": whole, "counted": counted}
        return self.reader.text(key, **values)


def _counted(line: Line) -> bool:
    return all(move.figures.counted for move in line.all_moves() if move.figures)


def document(table: Table, line: Line, language: str = "en") -> dict[str, Any]:
    """A variation as data for JSON: what its reader is told, and nothing else."""
    return {
        "look": line.look,
        "seat": line.seat,
        "entry": line.entry,
        "position": line.position,
        "sound": line.sound,
        "moves": [
            _document(move, told)
            for move, told in zip(line.moves, moves_told(table, line, language), strict=True)
        ],
        "faults": [{"column": one.column, "why": one.why.key} for one in line.faults],
    }


def _document(move: Move, told: MoveTold) -> dict[str, Any]:
    figures = move.figures
    branches = zip(move.branches, told.branches, strict=True)
    return {
        "text": move.written.text,
        "seat": move.seat,
        "order": move.order,
        "named": list(move.written.lots),
        "glyph": move.written.glyph,
        "comment": move.written.comment,
        "verdict": move.verdict,
        "rule": move.rule,
        "why": move.why.key if move.why else "",
        "told": [text for text in (told.ruling, told.rule) if text],
        "position": move.position,
        "happened": list(told.happened),
        "outcomes": [{"percent": percent, "text": text} for percent, text in told.outcomes],
        "lots": move.lots,
        "worlds": figures
        and {
            "reached": figures.worlds,
            "legal": figures.legal,
            "so": figures.so,
            "counted": figures.counted,
        },
        "branches": [[_document(*one) for one in zip(*pair, strict=True)] for pair in branches],
    }
