"""The lines of a player's own letters, by a redacted record: held to the rules again.

A line is held to the view that its writer had. Between the lines of one letter that is known as long as nothing was shown
that changes a table; and not where a standing order of the writer may have gone before the order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import LeavesTheTable, Seen
from referee.engine.game import Ambiguous, refused
from referee.engine.rules import why
from referee.house.chapters import event_named
from referee.house.invitation import Accepted
from referee.house.letters import Noted, Said
from referee.notation.reader import Line as Read
from referee.notation.reader import Misread, Order, Prose
from referee.record.entries import ORDERS, Letter, Line
from referee.table import ruling
from referee.table.again import as_it_came, is_left
from referee.table.audited import Audit, Difference
from referee.table.redacted import Redacted

STANDING = "standing "
"""With this begins every standing order, in canonical notation."""
AUDITED = frozenset({*ORDERS, "misread", "prose"}) - {"not-played"}
"""Verdicts that rest on how a line is read, and on the rules of the game."""
OF_THE_HOUSE = "H"
"""With this begin the numbers of the rules of the house, which look at more than a view."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A line of an own letter: as recorded, as read today, what was shown of it, and the view it was held to (None: not known)."""

    line: Line
    read: Read | None
    shown: tuple[Seen, ...]
    view: Any


def own_lines(table: Redacted, n: int) -> Iterator[OwnLine]:
    """The lines of entry n; none if it is no letter of the audience's own."""
    letter, told = table.known[n].letter, [one.seen for one in table.known[n].told]
    if letter is None:
        return
    read = {line.numbers[0]: line for line in _read(table, n, letter)}
    view, standing = table.view_after(n - 1), _has_standing(table, n)
    for line in letter.lines:
        shown, told = told[: line.events], told[line.events :]
        reading = read.get(line.number)
        known = not (standing and reading is not None and _after_standing(table, reading))
        yield OwnLine(line, reading, tuple(shown), view if known else None)
        if not all(_leaves(table, one) for one in shown):
            view = None


def _read(table: Redacted, n: int, letter: Letter) -> list[Read]:
    left = [(line.number, line.raw, line.why) for line in letter.lines if is_left(line)]
    waiting = n > 0 and table.known[n - 1].house.waiting
    language = table.index.language(letter.seat, n)
    return table.read(list(as_it_came(letter)), left, invited=bool(waiting), language=language)


def _has_standing(table: Redacted, n: int) -> bool:
    """Whether the audience had given a standing order before the end of entry n."""
    letters = (one.letter for one in table.known[: n + 1] if one.letter)
    played = (line.move for letter in letters for line in letter.lines if line.verdict == "played")
    return any(move.startswith(STANDING) for move in played)


def _after_standing(table: Redacted, read: Read) -> bool:
    return isinstance(read.reading, Order) and ruling.after_standing_orders(table.game, read.reading.move)


def _leaves(table: Redacted, seen: Seen) -> bool:
    """Whether the view is the same after this."""
    cls = event_named(table.game, seen.kind)
    return cls is not None and issubclass(cls, Said | Noted | Accepted | LeavesTheTable)


# Audit


def audit(table: Redacted) -> Audit:
    """Where today's rules would rule otherwise on the audience's own lines, as far as they are known."""
    pairs = [(n, own) for n in range(len(table.known)) for own in own_lines(table, n)]
    held = [(n, own.line, now) for n, own in pairs if (now := _ruled_today(table, own))]
    found = tuple(one for n, line, now in held for one in _otherwise(n, line, *now))
    return Audit(len(table.known), found, len(held))


def _ruled_today(table: Redacted, own: OwnLine) -> tuple[str, str] | None:
    """What today's rules say to a line that was ruled on by the view alone; None where they cannot be asked."""
    line = own.line
    asked = line.verdict in AUDITED and not line.rule.startswith(OF_THE_HOUSE)
    return _ruled(table, own) if asked else None


def _otherwise(n: int, line: Line, now: str, written: str) -> Iterator[Difference]:
    recorded = f"{line.verdict} {line.rule}".strip()
    if recorded != now:
        yield Difference(n, line.number, why("audit-verdict", recorded=recorded, now=now))
    elif written and line.move != written:
        yield Difference(n, line.number, why("audit-move", recorded=line.move, now=written))


def _ruled(table: Redacted, own: OwnLine) -> tuple[str, str] | None:
    """What today's rules say to a line, and the move in canonical notation; None where that is not known."""
    match own.read.reading if own.read else None:
        case Misread():
            return "misread", ""
        case Prose():
            return "prose", ""
        case Order(bare=True):
            return None  # H22 which offer was meant rests on the offers that stood
        case Order(move=move) if type(move) in table.game.MOVES and own.view is not None:
            return _ruled_order(table, move, own.view)
    return None


def _ruled_order(table: Redacted, move: Move, view: Any) -> tuple[str, str]:
    game = table.game
    exact = game.resolve(move, view)
    if isinstance(exact, Ambiguous):
        if any(refused(game, view, one) is None for one in exact.moves):
            return "ambiguous", ""
        exact = exact.moves[0]
    broken = refused(game, view, exact)
    if broken is None:
        return "played", game.write(exact)
    return f"{'refused' if broken.stops else 'passed-over'} {broken.rule}", game.write(exact)
