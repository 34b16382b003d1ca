"""The letters of the judge (H20, H21): which lines rule, which ask, and the entry that is made of them.

A letter carries out all its rulings or none: if one of them is not possible, nothing happens, and each line
is told what became of it. Questions stand in letters without rulings.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from referee.engine.rules import why
from referee.home import roster
from referee.house import disputes
from referee.house.disputes import ArbiterShown
from referee.house.docket import ARBITER
from referee.house.letters import OF_ANOTHER, of_another
from referee.house.players import TAKEN_OUT, Player
from referee.notation.reader import Line as Written
from referee.notation.reader import Misread, Order
from referee.record.entries import Letter, Line, Ruling
from referee.table.clocks.clock import Clocks
from referee.table.clocks.deadlines import settle
from referee.table.rulings import entry, orders
from referee.table.rulings.effects import AdjustClock, Effect, Remove, Replace, RollBack, replaced
from referee.table.table import Table
from referee.table.verdicts import ANSWERED, MISREAD, NOT_PLAYED, PLAYED, PROSE, REFUSED
from referee.telling.packet import concerned, entry_at
from referee.util.errors import Faulty, Why
from referee.util.regexes import regex
from referee.util.values import Value

H20, H21 = "H20", "H21"
OF_RULE = {
    **dict.fromkeys(
        ("nothing-to-rule", "ruled-already", "other-rules", "statements-first", "shown-enough"), H20
    ),
    **dict.fromkeys(OF_ANOTHER, "H1"),
    "ruled-finally": "H23",
}
"""The number of the rule that a reason comes from, where it is not that of rulings."""
BESIDE_THE_TABLE = (AdjustClock, Remove, Replace)
"""Effects by which a clock is moved, or a seat changes hands: no ruling on what happened."""
MOST_SHOWN = 40
"""How many things the judge is shown in one dispute; each of them is a letter to every player."""
ADDRESS = regex(r"[^\s<>,;:\"()@]+@[A-Za-z0-9.-]*[A-Za-z0-9]")
"""What may be an address."""


class Judged(Value):
    """A letter of the judge, looked at.

    Attributes:
        lines: its lines as the record keeps them.
        effects: what it rules; without any, nothing is ruled.
        reason: why.
        events: what the judge is shown in answer to questions.
    """

    lines: tuple[Line, ...]
    effects: tuple[Effect, ...] = ()
    reason: str = ""
    events: tuple[ArbiterShown, ...] = ()

    @property
    def replaced(self) -> Mapping[str, Player]:
        """The players who take over a seat, by seat."""
        return replaced(self.effects)

    @property
    def refused(self) -> Line | None:
        """The first line at which the ruling failed; None if there is none."""
        return next((line for line in self.lines if line.verdict in {REFUSED, MISREAD}), None)


def clocks_say(table: Table) -> datetime | None:
    """Until when the judge has to wait for statements; None if a ruling may be made now."""
    case = table.index.house.docket.case
    if case is None or disputes.may_rule(case, table.still_in, table.terms):
        return None
    act = Clocks(table.game, table.terms, table.points).dispute_act()
    return act[0] if act else None


def judge(table: Table, by: str, written: Sequence[Written], told: int | None = None) -> Judged:
    """Look at the lines of the judge; nothing is written. `by` is "arbiter" or "keeper".

    `told` is the entry up to which the letter of ours told that an arbiter answers; None if none is answered.
    """
    ruling = [line for line in written if isinstance(_order(line), Effect)]
    if not ruling and not any(isinstance(_order(line), orders.Because) for line in written):
        return _asked(table, by, written, told)
    first = _cannot(table, by, written, ruling, told)
    return failed(written, *first) if first else _ruled(table, by, written, ruling)


def failed(written: Sequence[Written], line: Written, reason: Why) -> Judged:
    """A ruling that fails because of this line."""
    return Judged(tuple(_unplayed(one, line, reason) for one in written))


def _order(line: Written) -> Any:
    return line.reading.move if isinstance(line.reading, Order) else None


def _cannot(
    table: Table, by: str, written: Sequence[Written], ruling: Sequence[Written], told: int | None
) -> tuple[Written, Why] | None:
    """The line at which a ruling fails before its effects are looked at, and why; None if it does not fail."""
    first = (*ruling, *(line for line in written if _order(line)))[0]
    if misread := next((line for line in written if isinstance(line.reading, Misread)), None):
        return misread, why("stopped", line=misread.numbers[0])
    if not ruling:
        return first, why("ruling-without-effect")
    if reason := _not_now(table, by, told) or _settled(table, ruling):
        return first, reason
    reasons = [line for line in written if isinstance(_order(line), orders.Because)]
    if len(reasons) != 1:
        return (reasons[1], why("because-twice")) if reasons else (first, why("because-missing"))
    if asked := next((line for line in written if isinstance(_order(line), orders.QUESTIONS)), None):
        return asked, why("ask-apart")
    return None


def _not_now(table: Table, by: str, told: int | None) -> Why | None:
    """Why the arbiter or the keeper may not rule now; None if they may."""
    case = table.index.house.docket.case
    if case is None:
        return why("nothing-to-rule") if by == ARBITER else None
    if not case.judging:
        return why("ruled-already")
    if case.judge != by:
        return why("other-rules", judge=case.judge)
    if by == ARBITER and (reason := of_another(table.index.house.docket, told, rules=True)):
        return reason
    if until := clocks_say(table):
        return why("statements-first", until=until.isoformat())
    return None


def _settled(table: Table, ruling: Sequence[Written]) -> Why | None:
    """H23 Why nothing more is ruled, without a dispute, on the table that a final ruling left; None if it may be.

    It may once a player has moved. What is no matter of the table may be ruled at any time.
    """
    docket = table.index.house.docket
    moved = max(table.index.last_played.values(), default=0) > docket.final
    beside = all(isinstance(_order(line), BESIDE_THE_TABLE) for line in ruling)
    return None if docket.case or not docket.final or moved or beside else why("ruled-finally")


def _ruled(table: Table, by: str, written: Sequence[Written], ruling: Sequence[Written]) -> Judged:
    """A ruling, if its lines are all possible one after another; else one that fails."""
    made = list[Effect]()
    for line in ruling:
        try:
            made.append(_order(line).found(At(table)))
        except Faulty as fault:
            return failed(written, line, fault.why)
    try:
        entry.preview(table, made, by=by)
    except Faulty as fault:
        return failed(written, _first_that_fails(table, by, made, ruling), fault.why)
    reason = next(_order(line).text for line in written if isinstance(_order(line), orders.Because))
    lines = tuple(_kept(line, PLAYED if _order(line) else PROSE) for line in written)
    return Judged(lines, tuple(made), without_addresses(reason))


def _first_that_fails(table: Table, by: str, made: Sequence[Any], ruling: Sequence[Written]) -> Written:
    """The line of the first effect that is not possible after those before it."""
    for count in range(1, len(made)):
        try:
            entry.preview(table, made[:count], by=by)
        except Faulty:
            return ruling[count - 1]
    return ruling[-1]


class At(Value):
    """Where the effects of a ruling find what their lines name: see `referee.table.rulings.effects.Places`."""

    table: Table

    def letter(self, position: str, line: int) -> int:
        """The last letter that has such a line. Raises `Faulty`."""
        return letter_at(self.table, position, line)

    def position(self, position: str) -> int:
        """The entry to go back to. Raises `Faulty` where the table stands there already."""
        if position == self.table.position:
            raise Faulty("ruling-stands-there", position=position)
        return entry_at(self.table, position)

    def player(self, text: str) -> Player:
        """The player whom a text names, with an address. Raises `Faulty`."""
        return roster.mailbox(text)


def letter_at(table: Table, position: str, number: int) -> int:
    """The last letter that was ruled on at a position and has a line of this number. Raises `Faulty`."""
    letters = concerned(table, position, len(table.points))
    entries = [(n, table.points[n].entry) for n in letters]
    fit = [
        (
            entry.position == position,
            any(line.verdict == PLAYED for line in entry.lines if line.number == number),
            n,
        )
        for n, entry in entries
        if isinstance(entry, Letter) and any(line.number == number for line in entry.lines)
    ]
    if not fit:
        raise Faulty("ruling-no-line", position=position, line=number)
    return max(fit)[-1]


# Questions


def _asked(table: Table, by: str, written: Sequence[Written], told: int | None) -> Judged:
    """A letter without rulings: its questions are answered only to the one who is to rule."""
    lines: list[Line] = []
    events: list[ArbiterShown] = []
    case = table.index.house.docket.case
    told_since = (one for point in (table.points[case.entry :] if case else ()) for one in point.entry.events)
    shown = {
        one for one in told_since if isinstance(one, ArbiterShown)
    }  # once, however often it is asked for
    for line in written:
        order = _order(line)
        if order is None:
            lines.append(_kept(line, MISREAD if isinstance(line.reading, Misread) else PROSE))
        elif reason := _unanswered(table, by, order, told):
            lines.append(_kept(line, REFUSED, reason))
        else:
            new = [one for one in _shown_by(table, by, order) if one not in {*shown, *events}]
            if new and len(shown) + len(events) >= MOST_SHOWN:
                lines.append(_kept(line, REFUSED, why("shown-enough", most=MOST_SHOWN)))
            else:
                lines.append(_kept(line, ANSWERED))
                events += new
    return Judged(tuple(lines), events=tuple(events))


def _unanswered(table: Table, by: str, order: Any, told: int | None) -> Why | None:
    """Why a question is not answered; what all may look up is answered at any time."""
    if isinstance(order, orders.Look) and order.verb != orders.WHY:
        return None
    docket = table.index.house.docket
    if docket.case is None or not docket.case.judging:
        return why("nothing-to-rule")
    if docket.case.judge != by:
        return why("other-rules", judge=docket.case.judge)
    shows = by == ARBITER and any(_shown_by(table, by, order))
    return (of_another(docket, told, rules=False) if shows else None) or _unanswerable(table, order)


def _unanswerable(table: Table, order: Any) -> Why | None:
    try:
        match order:
            case orders.Look(verb=orders.WHY, argument=position) if position and not concerned(
                table, position, len(table.points)
            ):
                entry_at(table, position)
            case orders.Show(position=position):
                entry_at(table, position)
            case orders.WhatIf():
                what_if(table, order)
    except Faulty as fault:
        return fault.why
    return None


def _shown_by(table: Table, by: str, order: Any) -> Iterator[ArbiterShown]:
    """What the answer to an order shows the judge.

    Asking for the packet again, or `what if`, shows the table as it stands.
    """
    disputed = table.index.house.docket.case
    match order:
        case orders.Show(position=position, seat=seat):
            yield ArbiterShown(by, position, (seat,))
        case orders.Look(verb=orders.WHY, argument=position) if position and not (
            disputed and position == disputed.position
        ):
            yield ArbiterShown(by, position, tuple(table.seats))
        case orders.WhatIf():
            yield ArbiterShown(by, table.position, tuple(table.seats))


def what_if(table: Table, order: orders.WhatIf) -> entry.Preview[Table]:
    """What would happen by an order: see `referee.table.rulings.entry.Preview`. Raises `Faulty`."""
    made = [order.effect.found(At(table))]
    if order.position not in {"", table.position}:
        made.insert(0, RollBack(entry_at(table, order.position)))
    return entry.preview(table, made)


# Lines, as the record keeps them


def _unplayed(line: Written, failed: Written, reason: Why) -> Line:
    if line is failed and not isinstance(line.reading, Misread):
        return _kept(line, REFUSED, reason)
    if isinstance(line.reading, Misread):
        return _kept(line, MISREAD)
    return (
        _kept(line, NOT_PLAYED, why("stopped", line=failed.numbers[0]))
        if _order(line)
        else _kept(line, PROSE)
    )


def _kept(line: Written, verdict: str, reason: Why | None = None) -> Line:
    order = _order(line)
    rule = OF_RULE.get(reason.key, H21) if verdict == REFUSED and reason else ""
    return Line(
        number=line.numbers[0],
        raw=without_addresses(line.text),
        verdict=verdict,
        move=without_addresses(order.written) if order else "",
        rule=rule,
        why=reason.key if reason else "",
        params={name: without_addresses(value) for name, value in reason.params.items()} if reason else {},
    )


def without_addresses(value: Any) -> Any:
    """A text of the arbiter's as a record may hold it; any other value unchanged."""
    return ADDRESS.sub(TAKEN_OUT, value) if isinstance(value, str) else value


def enter(table: Table, by: str, judged: Judged, **mail: Any) -> None:
    """Enter a letter of the judge in the record, with all its effects or without any.

    `mail` are the time, digest, message and body of the letter, as a `Ruling` has them. Raises what writing raises, and
    `Faulty`.
    """
    if judged.effects:
        entry.rule(table, judged.effects, by=by, reason=judged.reason, lines=judged.lines, **mail)
    else:
        table.enter(Ruling(by=by, lines=judged.lines, events=judged.events, **mail))
    settle(table)
