"""The keeper rules (H20, H21) and looks at the packet of a dispute: by verbs of the command line, not by mail."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.desk import judging
from referee.desk.desk import Desk
from referee.desk.keeper import checked_reason
from referee.desk.letters.heads import Heads
from referee.house.disputes import PACKET, ArbiterShown
from referee.house.docket import KEEPER, Case
from referee.table import verdicts
from referee.table.rulings.orders import Packet as PacketAsked
from referee.table.rulings.orders import read_letter
from referee.table.table import Table
from referee.telling.laid import Section
from referee.telling.packet import Packet, packet_text
from referee.telling.rulings import answer_told, lines_told, order_of
from referee.telling.sentences import Reader, reader_of
from referee.util.errors import NotAllowed
from referee.util.translations import ENGLISH


@dataclass(frozen=True, slots=True)
class Ruled:
    """What came of the keeper's lines: the text, whether it was a ruling or an answer, and the letters written."""

    text: str
    done: bool
    written: tuple[str, ...] = ()


def rule(desk: Desk, game: str, lines: Sequence[str]) -> Ruled:
    """Rule, or answer questions of the keeper. Raises `Faulty` for bytes that are no text, and whatever writing raises.

    A ruling that is not possible leaves no trace.
    """
    table = desk.games.table(game)
    given = list(enumerate((checked_reason(desk.seats, game, line) for line in lines), 1))
    written = list(read_letter(table.seats, given, players=table.readers.reader()))
    judged = judging.judge(table, KEEPER, written)
    if judged.replaced:
        judged = desk.seating.seat_all(table, judged, written)
        table = desk.games.table(game)
    reader, case = _reader(table), table.index.house.docket.case
    told = [*_dispute(table, case), *lines_told(reader, judged.lines)]
    asked = [order_of(reader, line) for line in judged.lines if line.verdict == verdicts.ANSWERED]
    if judged.refused or not (judged.effects or asked):
        return Ruled("\n".join(told), done=False)
    told += _answers(desk.games.sending(game).heads, table, case, asked)
    judging.enter(table, KEEPER, judged, at=desk.clock.stamp())
    return Ruled("\n".join(told), True, tuple(desk.games.sending(game).all_due(act=True)))


def _dispute(table: Table, case: Case | None) -> Iterator[str]:
    """The dispute that the keeper's lines are about, in the words in which it was raised; nothing without one."""
    if case is not None:
        yield from (_laid_out(_reader(table), (Packet(table, case, case.entry + 1).words(),)), "")


def _laid_out(reader: Reader, sections: Sequence[Section]) -> str:
    return reader.says.render("packet.txt", reader.voice, sections=sections).rstrip()


def _reader(table: Table) -> Reader:
    return reader_of(table.game, table.content, table.view(None), ENGLISH)


def _answers(heads: Heads, table: Table, case: Case | None, asked: Sequence[Any]) -> list[str]:
    reader, found = _reader(table), []
    for order in asked:
        if case and isinstance(order, PacketAsked):
            found += ["", packet_text(_packet(heads, table, case)).rstrip()]
        elif sections := tuple(answer_told(table, reader, case, order, judging.what_if)):
            found += ["", _laid_out(reader, sections)]
    return found


def _packet(heads: Heads, table: Table, case: Case) -> Packet:
    return Packet(table, case, len(table.points), headers=heads)


def packet_of(desk: Desk, game: str) -> tuple[str, list[str]]:
    """The packet of the dispute that is on, and the letters that say that the keeper was shown it. Raises `Faulty`."""
    table = desk.games.table(game)
    case = table.index.house.docket.case
    if case is None:
        raise NotAllowed("no-dispute-on", game=game)
    shown = ArbiterShown(KEEPER, case.position, tuple(table.seats))
    if not any(shown in point.entry.events for point in table.points[case.entry :]):
        table.write_down(PACKET, events=[shown])
    sending = desk.games.sending(game)
    return packet_text(_packet(sending.heads, table, case)), sending.all_due(act=True)
