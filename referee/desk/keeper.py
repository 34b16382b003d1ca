"""What the keeper of a home does with its games: open, invite, correct, replace, end, delete, rule.

Each act on a game is an entry of its record. A record holds no addresses, so it says only that one was
changed. Each act is followed by the letters that it calls for.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.api import Table
from referee.desk import judging
from referee.desk.desk import Desk
from referee.desk.letters.sending import Sending
from referee.desk.people import refuse_names
from referee.engine.seating import names
from referee.home import abandonment, roster
from referee.home.abandonment import Abandonment
from referee.home.commitments import refuse_other_key
from referee.home.home import Home
from referee.home.seats import Seats, without_secrets
from referee.home.signing import public_of, signs
from referee.house.company import OpenGame
from referee.house.disputes import PACKET, ArbiterShown
from referee.house.docket import ARBITER, KEEPER, Case
from referee.house.players import AddressCorrected, Player, SecretRenewed
from referee.house.time import SilenceCalled
from referee.post.outbox import Outbox
from referee.record.stores import File
from referee.table import verdicts
from referee.table.clocks.counted import NEVER
from referee.table.clocks.deadlines import clocks_of
from referee.table.index import Index
from referee.table.rulings.orders import Packet as PacketAsked
from referee.table.rulings.orders import read_letter
from referee.telling.authored import playable
from referee.telling.laid import Section
from referee.telling.packet import Packet, packet_text
from referee.telling.rulings import answer_told, lines_told, order_of
from referee.telling.sentences import Reader, reader_of
from referee.util import files
from referee.util.errors import Faulty, NotAllowed, NotFound, WrongUsage
from referee.util.times import moment, stamp
from referee.util.translations import ENGLISH
from referee.util.values import Value, replace


def open_game(
    home: Home,
    game: str,
    *,
    id: str = "",
    seed: str = "",
    options: Mapping[str, str] | None = None,
) -> Table:
    """Open a game in a home, and deal it. Raises `Faulty`; then no file of the game is left."""
    played = playable(game)
    content = played.options(dict(options or {}))
    refuse_names(content, names(played.seating(content)))
    how: dict[str, Any] = {"sign": signs(home), "signer": public_of(home)}
    if (home.path / "key").exists():
        refuse_other_key(home)
    name, path = home.new_game(id, seed)
    table = Table.open(game, id=name, options=options, secret=home.secret(name), **how)
    files.replace(path, table.record.encode())  # whole or not at all
    return load_game(home, name)


def load_game(home: Home, id: str) -> Table:
    """A game of a home, to be played on."""
    refuse_other_key(home)
    return Table(File(home.record_path(id)), home.secret(id), sign=signs(home))


def invite(
    desk: Desk,
    game: str,
    seats: Mapping[str, Player],
    *,
    id: str = "",
    seed: str = "",
    options: Mapping[str, str] | None = None,
    terms: Mapping[str, str] | None = None,
    shared: bool = False,
    arbiter: Player | None = None,
) -> str:
    """Open a game by mail: every seat is invited, and nothing is dealt before all have accepted; returns its id.

    A player for whom no language is given gets letters in that of the configuration; its terms hold where no
    others are given. The judge in disputes is the `arbiter`, or the keeper if there is none. Raises `Faulty`
    for seats that the game does not have, one address for several unless `shared`, or what is wrong otherwise.
    """
    one = OpenGame(game, seats, "", options or {}, terms or {}, arbiter, seed)
    return desk.opening.open(one, id=id, shared=shared)


def wait_for_players(
    desk: Desk,
    game: str,
    seats: Mapping[str, Player | None],
    *,
    others_open: bool = False,
    id: str = "",
    seed: str = "",
    options: Mapping[str, str] | None = None,
    terms: Mapping[str, str] | None = None,
    arbiter: Player | None = None,
) -> str:
    """H29 Let a game wait for players who come by mail; returns its id. It is opened when all seats are taken.

    None stands for whoever comes; with `others_open` it stands for every seat that is not named, too. Raises
    `Faulty` for what is wrong with a game that is opened at once.
    """
    kept = desk.opening.kept(game, options or {})
    wanted = dict.fromkeys(desk.opening.seats_of(game, kept)) if others_open else {}
    one = OpenGame(game, {**wanted, **seats}, "", kept, dict(terms or {}), arbiter, seed)
    name, waiting = desk.company.announce(one, id)
    desk.company.wait_for_players(name, waiting)
    return name


def _entered(desk: Desk, game: str) -> list[str]:
    """Write the letters that an act calls for; returns their numbers."""
    with suppress(Faulty):  # what is wrong with a notebook is told by the next pass, and by the doctor
        desk.notebooks.keep(desk.games.table(game))
    return desk.games.sending(game).all_due(act=True)


def correct_address(desk: Desk, game: str, seat: str, address: str, *, shared: bool = False) -> list[str]:
    """H8 Send the letters of a seat to another address from now on; the letter that says so goes there too.

    Raises `Faulty`.
    """
    player = replace(desk.seating.player_of(game, seat), address=roster.checked_address(address))
    desk.games.sending(game).all_due()  # of an act that broke off
    if desk.games.sending(game).last_went_to(seat) == player.address:
        raise NotAllowed("same-address", address=player.address)
    desk.seating.refuse_shared(game, seat, player.address, shared=shared)
    desk.seating.seat_player(game, seat, player)
    desk.games.table(game).write_down("address", seat, events=[AddressCorrected(seat)])
    return [*_entered(desk, game), *_readdressed(desk.games.sending(game), desk.outbox, seat)]


def _readdressed(sending: Sending, outbox: Outbox, seat: str) -> list[str]:
    """H8 Send the letters that have not gone out, or that nobody took, to the new address; returns their numbers."""
    first = _first_letter(sending.table.index, seat)
    there = [one for one in outbox.unsent(sending.table.id, seat) if one >= first]
    return [sending.again(seat, one) for one in there if sending.went_elsewhere(seat, one)]


def _first_letter(index: Index, seat: str) -> int:
    """H3 The number of the first letter that went to the player who sits there now."""
    return index.number(seat, index.taken.get(seat, 0)) + 1


def new_secret(desk: Desk, game: str, seat: str) -> list[str]:
    """H8 Give a seat another secret; letters with the old one are those of a stranger from now on. Raises `Faulty`."""
    player = desk.seating.player_of(game, seat)
    desk.seating.seat_player(game, seat, replace(player, key=player.key + 1))
    desk.games.table(game).write_down("new-secret", seat, events=[SecretRenewed(seat)])
    return _entered(desk, game)


def replace_player(desk: Desk, game: str, seat: str, player: Player, *, shared: bool = False) -> list[str]:
    """H7 Another player takes over a seat, with a secret of their own; all are told. Raises `Faulty`.

    Letters go on in the language of the seat, unless the player comes with another.
    """
    desk.seating.player_of(game, seat)
    if seat == ARBITER:
        raise NotFound("no-such-seat", seat=seat, seats=desk.games.table(game).seats)
    refuse_ended(desk.games.table(game))
    desk.seating.take_over(game, seat, player, shared=shared)
    desk.seating.tell_of(game, seat)
    return _entered(desk, game)


def checked_reason(seats: Seats, game: str, reason: str) -> str:
    """A reason as it may stand in a record and in letters: any text, without secrets.

    Raises `Faulty` for bytes that are no text.
    """
    try:
        reason.encode()
    except UnicodeEncodeError:
        raise WrongUsage("bad-reason") from None
    return without_secrets(reason, seats, game)


def abandon(desk: Desk, game: str, reason: str) -> list[str]:
    """H6 End a game without a result; everything that was hidden is shown. Raises `Faulty` if it is over."""
    reason = checked_reason(desk.seats, game, reason)
    table = desk.games.table(game)
    refuse_ended(table)
    abandonment.carry_out(desk.home, table, reason)
    return _entered(desk, game)


def abandon_later(desk: Desk, game: str, reason: str) -> Abandonment:
    """H6 Have a game end so in an hour; it goes on till then, and nobody is told. Raises `Faulty` if it is over."""
    reason = checked_reason(desk.seats, game, reason)
    refuse_ended(desk.games.table(game))
    now = desk.clock.now()
    desk.agenda.note(game, desk.games.size(game), now)  # first, so that no pass overlooks the request
    return abandonment.request(desk.home, game, reason, now)


def take_back(desk: Desk, game: str) -> None:
    """H6 Let a game go on that was to end without a result. Raises `Faulty` if that was not asked for, or is done."""
    if abandonment.pending(desk.home, game) is None:
        raise NotAllowed("not-abandoned", game=game)
    abandonment.withdraw(desk.home, game)


def silence(desk: Desk, game: str, seat: str, reason: str, *, early: bool = False) -> list[str]:
    """H9 Apply the rule for silence to a seat; all are told that the keeper did so, and why.

    Raises `Faulty` if the seat owes nothing. Raises it too, unless the act is to be `early`, while the seat
    still has time: before its deadline and grace are over, or while its clock stands still.
    """
    table = desk.games.table(game)
    if seat in table.index.house.waiting:
        raise NotAllowed("invited-still", seat=seat)
    if table.index.house.rests:
        raise NotAllowed("silence-rests", game=game)
    now = moment(desk.clock.stamp())
    ends = [one.last for one in clocks_of(table).running() if one.owed.seat == seat and now <= one.last]
    if ends and not early:
        key = "silence-early" if ends[0] < NEVER else "silence-still"
        raise NotAllowed(key, seat=seat, until=stamp(ends[0]))
    reason = checked_reason(desk.seats, game, reason)
    table.silence(seat, reason, says=SilenceCalled(seat, reason, bool(ends)))
    return _entered(desk, game)


def resend(desk: Desk, game: str, seat: str, number: int = 0) -> str:
    """Send a letter once more, the last one if none is named; returns its number. Raises `Faulty`."""
    desk.seating.player_of(game, seat)
    # H3 Letters to an earlier player of this seat may hold notes that are nobody else's.
    first = _first_letter(desk.games.table(game).index, seat)
    there = [one for one in desk.outbox.numbers(game, seat) if one >= first]
    if not there or (number and number not in there):
        raise NotFound("no-such-letter", number=number, numbers=tuple(there[-10:]))
    return desk.games.sending(game).again(seat, number or there[-1])


def delete(desk: Desk, game: str, *, force: bool = False) -> None:
    """Delete a game with its record, its letters out and its secrets. Raises `Faulty` for one that is still on."""
    refuse_on(desk, game, force=force)
    if game in desk.company.waiting():
        desk.company.close(game)
        return
    desk.seats.forget(game)
    desk.outbox.forget(game)
    desk.agenda.forget(game)
    desk.bounces.forget(game)
    desk.doubts.forget(game)
    desk.games.drop(game)
    desk.home.delete(game)


def refuse_on(desk: Desk, game: str, *, force: bool = False) -> None:
    """Raise `Faulty` for a game that is not there; and, without `force`, for one still on or with letters to go out."""
    if game in desk.company.waiting():
        return
    desk.home.record_path(game)
    if force:
        return
    if desk.games.table(game).outcome is None:
        raise NotAllowed("still-on", game=game)
    if due := [path.stem for path in desk.outbox.due() if path.name.startswith(f"{game}.")]:
        raise NotAllowed("letters-due", game=game, numbers=tuple(due))


def refuse_ended(table: Table) -> None:
    """Raise `Faulty` for a game that is over."""
    if table.outcome is not None:
        raise NotAllowed("over-already", game=table.id)


# The keeper rules in a dispute or without one (H20, H21), and looks at its packet: not by mail.


class Ruled(Value):
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
    judged = desk.seating.judge(game, KEEPER, written)
    table = desk.games.table(game)
    reader, case = (
        reader_of(table.game, table.content, table.view(None), ENGLISH),
        table.index.house.docket.case,
    )
    told = list(lines_told(reader, judged.lines))
    if case:  # in the words in which it was raised
        told = [_laid_out(reader, (Packet(table, case, case.entry + 1).words(),)), "", *told]
    asked = [order_of(reader, line) for line in judged.lines if line.verdict == verdicts.ANSWERED]
    if judged.refused or not (judged.effects or asked):
        return Ruled("\n".join(told), done=False)
    for order in asked:
        if case and isinstance(order, PacketAsked):
            told += ["", _packet(desk, table, case).rstrip()]
        elif sections := tuple(answer_told(table, reader, case, order, judging.what_if)):
            told += ["", _laid_out(reader, sections)]
    judging.enter(table, KEEPER, judged, at=desk.clock.stamp())
    return Ruled("\n".join(told), True, tuple(desk.games.sending(game).all_due(act=True)))


def _laid_out(reader: Reader, sections: Sequence[Section]) -> str:
    return reader.says.render("packet.txt", reader.voice, sections=sections).rstrip()


def _packet(desk: Desk, table: Table, case: Case) -> str:
    """The packet of a dispute as it stands now."""
    return packet_text(Packet(table, case, len(table.points), headers=desk.games.sending(table.id).heads))


def packet_of(desk: Desk, game: str) -> tuple[str, list[str]]:
    """The packet of the dispute that is on, and the letters that say that the keeper was shown it. Raises `Faulty`."""
    table = desk.games.table(game)
    case = table.index.house.docket.case
    if case is None:
        raise NotAllowed("no-dispute-on", game=game)
    shown = ArbiterShown(KEEPER, case.position, tuple(table.seats))
    if not any(shown in point.entry.events for point in table.points[case.entry :]):
        table.write_down(PACKET, events=[shown])
    return _packet(desk, table, case), desk.games.sending(game).all_due(act=True)
