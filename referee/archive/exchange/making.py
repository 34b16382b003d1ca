"""A record and its notes made from one game of an exchange text, held to the rules.

    made = make(game)
    made.table, made.notes, made.problems

What a letter says is ruled on as if it came now, with the lots that the text names as facts; an entry that is
told as it was recorded must follow from the table before it. The first thing that cannot be ends the game
there: it is told with its place, and nothing is made up. The record has seals of its own
(`referee.record.seals`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.archive.exchange.beginning import begun
from referee.archive.exchange.facts import NotSo, event_documents, lines_of, of_entry, tag_named, word_of
from referee.archive.exchange.kept import result_of
from referee.archive.exchange.letters import letter_of
from referee.archive.exchange.lots import LOTS, recorded
from referee.archive.exchange.model import Entry, Game, Problem, wrong_at
from referee.archive.exchange.placing import notes_in
from referee.archive.notes import Note
from referee.record import entries as record
from referee.record.reading import from_document
from referee.table import fold
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.times import now

ACT, RULING = "act", "ruling"
_ACTS = 2


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one game of a text.

    Attributes:
        game: the game as it was read.
        table: the table after its last entry that could be; None if not even its opening could.
        entries: how many of the text's entries that are.
        notes: those that are about these entries, in their order.
        problems: what is wrong with the game, each with its place; () if all of it could be made.
        unnoted: what is wrong with notes; the others are there.
    """

    game: Game
    table: Table | None
    entries: int = 0
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    unnoted: tuple[Problem, ...] = ()


def make(game: Game, *, by: str = "", clock: Callable[[], str] = now) -> Made:
    """The record of a game and its notes. `by` is who wrote a note that does not say so; `clock` tells when."""
    if game.problems:
        return Made(game, None, problems=game.problems)
    try:
        table, rest = begun(game, clock)
    except NotSo as no:
        return Made(game, None, problems=(no.problem,))
    return made_of(game, table, rest, by=by, clock=clock)


def made_of(
    game: Game, table: Table, rest: Sequence[Entry], *, by: str = "", clock: Callable[[], str] = now
) -> Made:
    """The same, from the table after the opening, and the entries that follow it."""
    problems, count = list[Problem](), len(game.entries) - len(rest)
    for entry in rest:
        before = len(table.points)
        try:
            table.enter(entry_of(table, entry, clock))
        except NotSo as no:
            problems.append(no.problem)
        except Faulty as fault:
            problems.append(Problem(entry.at, fault.why))
        except (fold.NotFolded, *fold.MISFITS):
            problems.append(wrong_at(entry.at, "text-fold"))
        if problems:
            table = table if len(table.documents) == before else table.at(before - 1)
            break
        count += 1
    due, at = tag_named(game, "result")
    if due and not problems and due != (found := result_of(table.outcome)):
        problems.append(wrong_at(at, "text-result", told=due, found=found))
    notes, wrong = notes_in(game, table, count, by=by, clock=clock)
    return Made(game, table, count, notes, tuple(problems), wrong)


def entry_of(table: Table, entry: Entry, clock: Callable[[], str] = now) -> record.Entry:
    """The entry of the record that follows. Raises `NotSo`, and what reading a document raises."""
    if (
        entry.position.count(".") == 1
        and not entry.position.endswith(".")
        and entry.position != table.position
    ):
        raise NotSo(entry.at, "text-position", told=entry.position, found=table.position)
    at = entry.time or clock()
    match entry.what:
        case (seat,) if seat in table.seats and not of_entry(entry, "recorded"):
            return letter_of(table, entry, at)
        case (seat,) if seat in table.seats:
            own = {"kind": "letter", "seat": seat, "position": entry.position or table.position}
            told = {name: word for name in ("reply", "ruled") if (word := word_of(entry, name))}
            return _recorded(table, entry, {**own, **told}, at)
        case ("act", act, *seats) if len(seats) < _ACTS:
            own = {"kind": "act", "act": act, "reason": word_of(entry, "reason")}
            return _recorded(table, entry, own | ({"seat": seats[0]} if seats else {}), at)
        case ("ruling", by):
            own = {"kind": "ruling", "by": by, "reason": word_of(entry, "reason")}
            return _recorded(table, entry, own, at)
    raise NotSo(entry.at, "text-head", given=" ".join(entry.what), seats=table.seats)


def _recorded(table: Table, entry: Entry, own: Document, at: str) -> record.Entry:
    """An entry that is told as it was recorded."""
    try:
        lots = [recorded(one).as_list() for one in of_entry(entry, *LOTS)]
    except ValueError as error:
        raise NotSo(entry.at, "text-lot", label="", of=0) from error
    lines = [one.document() for one in lines_of(entry)]
    doc = {"entry": len(table.points), "at": at, **own, "lots": lots, "events": event_documents(entry)}
    return from_document(doc | ({"lines": lines} if lines else {}), table.game)
