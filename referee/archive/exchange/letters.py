"""A letter of an exchange text ruled on again, and held to what the text says became of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.archive.exchange.facts import GivenLine, NotSo, fair_events, lines_of, of_entry, word_of
from referee.archive.exchange.lots import LOTS, ToldLots, Untold
from referee.archive.exchange.model import UNKNOWN, Entry
from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.record.entries import Letter, Line
from referee.record.private import is_shut
from referee.table.beforehand import plays
from referee.table.foreseeing import known_as
from referee.table.replay import read_again
from referee.table.ruling import as_seated, rule_on
from referee.table.table import Table
from referee.table.verdicts import ANSWERED, NOTED, PLAYED, PROSE, SAID, Ruled, Verdict
from referee.telling.sentences import refusal

FINE = frozenset({PLAYED, SAID, NOTED, ANSWERED})
"""What becomes of a line about which a text says nothing; one in quotes may be prose too."""


def letter_of(table: Table, entry: Entry, at: str) -> Letter:
    """The letter with what the rules make of it. Raises `NotSo` where the text says otherwise."""
    lines, seat, reply = lines_of(entry), entry.what[0], word_of(entry, "reply")
    bare = Letter(
        at=at,
        seat=seat,
        reply=reply,
        ruled=word_of(entry, "ruled"),
        position=table.position,
        lines=tuple(one.line for one in lines),
    )
    lots = ToldLots(of_entry(entry, *LOTS))
    try:
        ruled = ruled_by(table, bare, lots)
    except Untold as lot:
        raise lot.problem(entry.at) from lot
    hold(table, lines, ruled, entry)
    if lots.facts:
        raise NotSo(lots.facts[0].at, "text-lot-left")
    verdicts = tuple(_entered(*both) for both in zip(lines, ruled.verdicts, strict=True))
    return Letter(
        at=at,
        seat=seat,
        reply=reply,
        ruled=bare.ruled,
        position=bare.position,
        lines=verdicts,
        events=(*ruled.events, *fair_events(entry, table.game)),
        lots=ruled.lots,
    )


def _entered(given: GivenLine, verdict: Verdict) -> Line:
    """A line as the record keeps it; of a private one that is not told here, its digest stays."""
    return replace(verdict.entered, raw=given.raw) if is_shut(given.raw) else verdict.entered


def ruled_by(table: Table, letter: Letter, lots: ToldLots) -> Ruled:
    """What the rules say to a letter at this table, with these lots. Raises `Untold`."""

    def deal(state: Any, _words: Mapping[str, str]) -> tuple[Lots, Happening]:
        dealt = lots.deal()
        return dealt, table.game.setup(state, as_seated(table.content, state), dealt)

    letter = known_as(table, letter)
    house = replace(table.house_for(letter.seat, letter.reply, at=letter.at), playing=plays(letter))
    read = read_again(table, len(table.points), house, letter)
    return rule_on(table.game, table.state, letter.seat, read, lots, house=house, deal=deal)


def hold(table: Table, lines: tuple[GivenLine, ...], ruled: Ruled, entry: Entry) -> None:
    """Hold what became of each line to what the text says. Raises `NotSo`."""
    if len(lines) != len(ruled.verdicts):
        raise NotSo(entry.at, "text-lines", told=len(lines), found=len(ruled.verdicts))
    for given, verdict in zip(lines, ruled.verdicts, strict=True):
        _hold_line(table, given, verdict, entry.what[0])


def _hold_line(table: Table, given: GivenLine, verdict: Verdict, seat: str) -> None:
    line, quoted = verdict.entered, not given.move
    fine = verdict.kind in FINE or (quoted and verdict.kind == PROSE)
    told = {name: given.told[name] for name in ("rule", "why") if name in given.told}
    same = verdict.kind == given.verdict and all(getattr(line, name) == value for name, value in told.items())
    if not (same if given.verdict else fine):
        raise _otherwise(table, given, verdict, seat)
    if given.move and line.move and given.move not in {line.move, given.raw}:
        raise NotSo(given.at, "text-move", told=given.move, found=line.move)


def _otherwise(table: Table, given: GivenLine, verdict: Verdict, seat: str) -> NotSo:
    """What the rules say to a line about which the text says something else."""
    due = given.verdict or PLAYED
    if due == PLAYED and UNKNOWN in given.move.replace(",", " ").split():
        return NotSo(given.at, "text-unknown-card")
    if verdict.broken and due == PLAYED:
        why = refusal(table.game, table.content, verdict.broken, table.view(seat))
        return NotSo(given.at, "text-refused", line=given.raw or given.move, why=why)
    return NotSo(given.at, "text-ruled", line=given.raw or given.move, told=due, found=verdict.ruling)
