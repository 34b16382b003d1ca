"""What the keeper of a home does with its games: open, invite, correct, replace, end, delete.

Each act on a game is an entry of its record. A record holds no addresses, so it says only that one was
changed. Each act is followed by the letters that it calls for.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.api import Table
from referee.desk.desk import Desk
from referee.desk.letters.sending import Sending
from referee.desk.seating import refuse_one_for_two
from referee.engine.game import Game
from referee.engine.seating import names
from referee.engine.seating import players as players_among
from referee.home import roster
from referee.home.home import Home
from referee.home.seats import Seats, without_secrets
from referee.home.signing import public_of, signs
from referee.house.docket import ARBITER
from referee.house.keeper import Abandoned
from referee.house.letters import LanguageChosen
from referee.house.players import AddressCorrected, Player, SeatTaken, SecretRenewed
from referee.house.terms import terms_of
from referee.house.time import SilenceCalled
from referee.notation.languages import checked
from referee.post.dkim import refuse_unproved
from referee.post.outbox import Outbox
from referee.record.stores import File
from referee.table.clocks.counted import NEVER
from referee.table.clocks.deadlines import clocks_of
from referee.table.index import Index
from referee.table.rulings import entry
from referee.table.rulings.effect import Effect
from referee.table.rulings.effects import replaced
from referee.telling.authored import playable
from referee.util import files
from referee.util.errors import Faulty
from referee.util.times import moment, stamp


def open_game(
    home: Home,
    game: str,
    *,
    id: str = "",
    seed: str = "",
    options: Mapping[str, str] | None = None,
) -> Table:
    """Open a game in a home, and deal it. Raises `Faulty`; then no file of the game is left."""
    playable(game).options(dict(options or {}))
    how: dict[str, Any] = {"sign": signs(home), "signer": public_of(home)}
    name, path = home.new_game(id, seed)
    table = Table.open(game, id=name, options=options, secret=home.secret(name), **how)
    files.replace(path, table.record.encode())  # whole or not at all
    return load_game(home, name)


def load_game(home: Home, id: str) -> Table:
    """A game of a home, to be played on."""
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
    for seats that the game does not have, one address for several of them unless it is to be `shared`, a
    wrong option, an id that is taken, or an unknown language.
    """
    played = playable(game)
    chosen = agreed_options(played, options or {}, seats, shared=shared, arbiter=arbiter)
    wanted = names(played.seating(played.options(chosen)))
    players = with_languages({seat: seats[seat] for seat in wanted}, desk.config.language)
    agreed = terms_of(terms or {}, desk.config.terms)
    refuse_unproved(agreed.sender, desk.config)
    desk.home.key()
    how: dict[str, Any] = {"sign": desk.sign, "signer": public_of(desk.home)}
    name, path = desk.home.new_game(id, seed)
    rules = with_languages({ARBITER: arbiter}, desk.config.language)[ARBITER] if arbiter else None
    known = replace(roster.read(desk.home.roster_path(name)), seats=players, arbiter=rules)
    roster.write(desk.home.roster_path(name), known)
    for seat, player in known.everybody.items():
        desk.seats.add(name, seat, player.key)
    languages = {seat: player.language for seat, player in players.items()}
    how |= {"clock": desk.clock.stamp, "salts": desk.salts, "secret": desk.home.secret(name), "invite": True}
    how["arbiter"] = (arbiter.name or ARBITER.title()) if arbiter else ""
    table = Table.open(game, id=name, options=chosen, languages=languages, terms=agreed, **how)
    files.replace(path, table.record.encode())  # whole or not at all
    desk.games.sending(name).all_due()
    return name


def agreed_options(
    game: Game,
    options: Mapping[str, str],
    seats: Mapping[str, Player],
    *,
    shared: bool,
    arbiter: Player | None,
) -> dict[str, str]:
    """The options, completed with the number of players and their names.

    Raises `Faulty` for seats that are not those of the game.
    """
    many = as_many(game, options, seats)
    refuse_seats(names(game.seating(game.options(many))), seats, shared=shared, arbiter=arbiter)
    return with_names(many, seats)


def as_many(game: Game, options: Mapping[str, str], seats: Mapping[str, Player]) -> Mapping[str, str]:
    """The options with the number of players invited, where the game leaves it open and the options do not say it."""
    if "seats" in options or not getattr(game, "fewest", 0):
        return options
    return {**options, "seats": str(len(players_among(seats)))}


def refuse_seats(
    wanted: Sequence[str], seats: Mapping[str, Player], *, shared: bool, arbiter: Player | None = None
) -> None:
    """Raise `Faulty` for seats that are not those of a game, and for an address given twice."""
    if set(seats) != set(wanted):
        raise Faulty("wrong-seats", given=tuple(sorted(seats)), seats=tuple(wanted))
    everybody = [*seats.values(), *([arbiter] if arbiter else [])]
    addresses = {player.address.lower() for player in everybody}
    if len(addresses) < len(everybody) and not shared:
        raise Faulty("address-shared", address=min(addresses), seat=min(seats))


def with_names(options: Mapping[str, str], seats: Mapping[str, Player]) -> dict[str, str]:
    """The options with the players' names by seat. Raises `Faulty` if they are also named in another way."""
    if not any(player.name for player in seats.values()):
        if "players" in options and ":" not in options["players"]:
            raise Faulty("sides-agreed", players=options["players"])
        return dict(options)
    if "players" in options:
        raise Faulty("named-twice", players=options["players"])
    names = ",".join(f"{seat}:{player.name or seat.title()}" for seat, player in seats.items())
    return {**options, "players": names}


def with_languages(seats: Mapping[str, Player], usual: str) -> dict[str, Player]:
    """The players, each with a language: the default where none is given. Raises `Faulty` for an unknown one."""
    return {
        seat: replace(player, language=checked(player.language or usual)) for seat, player in seats.items()
    }


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
        raise Faulty("same-address", address=player.address)
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
    language = desk.games.table(game).index.language(seat)
    if seat == ARBITER:
        raise Faulty("no-such-seat", seat=seat, seats=desk.games.table(game).seats)
    refuse_ended(desk.games.table(game))
    wanted = desk.seating.take_over(game, seat, player, shared=shared)
    chosen = [LanguageChosen(seat, wanted)] if wanted != language else []
    desk.games.table(game).write_down("replace", seat, events=[SeatTaken(seat, player.name), *chosen])
    return _entered(desk, game)


def rule(
    desk: Desk,
    game: str,
    wanted: Sequence[Effect],
    *,
    reason: str,
    by: str = "keeper",
    shared: bool = False,
    **mail: Any,
) -> list[str]:
    """H21 Rule on a game, and write the letters that tell of it; returns their numbers.

    New players get secrets of their own. `mail` is passed on to `referee.table.rulings.entry.rule`: the mail
    that the ruling came by. Raises `Faulty` for an effect that is not possible; neither the record nor the
    roster has changed then.
    """
    reason = checked_reason(desk.seats, game, reason)
    entry.preview(desk.games.table(game), wanted, by=by)
    taken = replaced(wanted)
    for seat, player in taken.items():
        desk.seating.player_of(game, seat)
        desk.seating.refuse_shared(game, seat, player.address, shared=shared)
        if not shared:
            refuse_one_for_two(seat, taken)
    for seat, player in taken.items():
        desk.seating.take_over(game, seat, player, shared=shared)
    entry.rule(desk.games.table(game), wanted, by=by, reason=reason, **mail)
    return _entered(desk, game)


def checked_reason(seats: Seats, game: str, reason: str) -> str:
    """A reason as it may stand in a record and in letters: any text, without secrets.

    Raises `Faulty` for bytes that are no text.
    """
    try:
        reason.encode()
    except UnicodeEncodeError:
        raise Faulty("bad-reason") from None
    return without_secrets(reason, seats, game)


def abandon(desk: Desk, game: str, reason: str) -> list[str]:
    """H6 End a game without a result; everything that was hidden is shown. Raises `Faulty` if it is over."""
    reason = checked_reason(desk.seats, game, reason)
    table = desk.games.table(game)
    refuse_ended(table)
    table.write_down("abandon", reason=reason, events=[Abandoned(reason)])
    return _entered(desk, game)


def silence(desk: Desk, game: str, seat: str, reason: str, *, early: bool = False) -> list[str]:
    """H9 Apply the rule for silence to a seat; all are told that the keeper did so, and why.

    Raises `Faulty` if the seat owes nothing. Raises it too, unless the act is to be `early`, while the seat
    still has time: before its deadline and grace are over, or while its clock stands still.
    """
    table = desk.games.table(game)
    if seat in table.index.house.waiting:
        raise Faulty("invited-still", seat=seat)
    if table.index.house.rests:
        raise Faulty("silence-rests", game=game)
    now = moment(desk.clock.stamp())
    ends = [one.last for one in clocks_of(table).running() if one.owed.seat == seat and now <= one.last]
    if ends and not early:
        key = "silence-early" if ends[0] < NEVER else "silence-still"
        raise Faulty(key, seat=seat, until=stamp(ends[0]))
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
        raise Faulty("no-such-letter", number=number, numbers=tuple(there[-10:]))
    return desk.games.sending(game).again(seat, number or there[-1])


def delete(desk: Desk, game: str, *, force: bool = False) -> None:
    """Delete a game with its record, its letters out and its secrets. Raises `Faulty` for one that is still on."""
    refuse_on(desk, game, force=force)
    desk.seats.forget(game)
    desk.outbox.forget(game)
    desk.agenda.forget(game)
    desk.bounces.forget(game)
    desk.doubts.forget(game)
    desk.games.drop(game)
    desk.home.delete(game)


def refuse_on(desk: Desk, game: str, *, force: bool = False) -> None:
    """Raise `Faulty` for a game that is not there; and, without `force`, for one still on or with letters to go out."""
    desk.home.record_path(game)
    if force:
        return
    if desk.games.table(game).outcome is None:
        raise Faulty("still-on", game=game)
    if due := [path.stem for path in desk.outbox.due() if path.name.startswith(f"{game}.")]:
        raise Faulty("letters-due", game=game, numbers=tuple(due))


def refuse_ended(table: Table) -> None:
    """Raise `Faulty` for a game that is over."""
    if table.outcome is not None:
        raise Faulty("over-already", game=table.id)
