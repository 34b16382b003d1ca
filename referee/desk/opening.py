"""A game by mail is opened: every seat is invited, and nothing is dealt before all have accepted."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from referee.api import Table
from referee.desk.games import Games
from referee.desk.hours import DeskClock
from referee.desk.people import refuse_addresses, refuse_name, refuse_names
from referee.engine.game import Game
from referee.engine.seating import names
from referee.engine.seating import players as players_among
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import Seats
from referee.home.signing import public_of
from referee.house.company import OpenGame
from referee.house.docket import ARBITER
from referee.house.invitation import Accepted
from referee.house.players import Player, like
from referee.house.rematch import REMATCH, RematchAsked, passed_on
from referee.house.terms import Terms, terms_of
from referee.notation.languages import checked
from referee.post.dkim import refuse_unproved
from referee.record.signing import Sign
from referee.table.clocks.deadlines import clocks_of
from referee.table.folded import Salts
from referee.table.redacted import load
from referee.telling.authored import playable
from referee.util import files
from referee.util.errors import Faulty, WrongUsage
from referee.util.values import Value, replace

# Who answers in time: counted from the records of a home, for the invitation to another game.
#
# What counts is what all saw: the answers that a seat owed alone, and whether they came by their deadlines. A
# game without deadlines says nothing, nor does one that cannot be read.


LAST = 10
"""So many games of a player count, the last ones."""


def punctual(home: Home, players: Mapping[str, Player]) -> dict[str, dict[str, int]]:
    """By seat, how its player answered in the last games of a home; only those who have answered anything."""
    found = {seat: list(islice(_games(home, player.address), LAST)) for seat, player in players.items()}
    return {
        seat: {
            "games": len(games),
            "answers": sum(given for given, _ in games),
            "in-time": sum(in_time for _, in_time in games),
        }
        for seat, games in found.items()
        if games
    }


def _games(home: Home, address: str) -> Iterator[tuple[int, int]]:
    """The games of whoever has this address, the last one first: how many answers they gave, and how many in time.

    Those in which an address has several seats tell nothing.
    """
    for game in reversed(list(home.games())):
        with suppress(Faulty, OSError):
            sits = roster.read(home.roster_path(game)).seats.items()
            seats = [seat for seat, player in sits if player.address.lower() == address.lower()]
            table = load(home.record_path(game)) if len(seats) == 1 else None
            given, in_time = clocks_of(table).answers(seats[0]) if table and table.terms.deadline else (0, 0)
            if given:
                yield given, in_time


DECK = "deck"
"""The option that names a deck list, in every game that has one."""


class Agreed(Value):
    """What a game is opened with.

    Attributes:
        players: Its players, by seat, each with a language.
        terms: Its terms.
        chosen: Its `options` as they were given, or the `content` that they amount to.
        arbiter: The judge in disputes, if that is not the keeper.
    """

    players: dict[str, Player]
    terms: Terms
    chosen: Mapping[str, Mapping[str, Any]]
    arbiter: Player | None


class Opening:
    """Opens games by mail in a home."""

    def __init__(
        self,
        home: Home,
        config: Config,
        seats: Seats,
        games: Games,
        clock: DeskClock,
        salts: Salts,
        sign: Sign,
    ) -> None:
        """How games are opened: the configuration has the terms where no others are given."""
        self._home, self._config, self._seats, self._games = home, config, seats, games
        self._clock, self._salts, self._sign = clock, salts, sign

    def agreed(self, one: OpenGame, *, shared: bool = False) -> Agreed:
        """What such a game would be opened with. Raises `Faulty` if it cannot be, as where a seat has no player.

        It raises it too for one address for several seats, unless it is to be `shared`.
        """
        played, seats, arbiter = playable(one.rules), one.players, one.arbiter
        options = agreed_options(played, one.options, seats)
        everybody = {**seats, ARBITER: arbiter} if arbiter else seats
        refuse_addresses(everybody, self._config.address, shared=shared)
        content = played.options(options)
        wanted = names(played.seating(content))
        refuse_names(content, wanted, self._config.name, seats.values())
        if arbiter:
            refuse_name(arbiter, ARBITER, seats, wanted, self._config.name)
        players = with_languages({seat: seats[seat] for seat in wanted}, self._config.language)
        terms = terms_of(one.terms, self._config.terms)
        refuse_unproved(terms.sender, self._config)
        return Agreed(players, terms, {"options": options}, arbiter)

    def seats_of(self, game: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """The seats of such a game. Raises `Faulty`."""
        played = playable(game)
        return names(played.seating(played.options(dict(options))))

    def kept(self, game: str, options: Mapping[str, str]) -> dict[str, str]:
        """Options as they may be kept for a later opening: files are named from the root."""
        theirs = {DECK, *playable(game).FILES}
        return {
            key: str(Path(value).absolute()) if key in theirs else value for key, value in options.items()
        }

    def open(self, one: OpenGame, *, id: str = "", reserved: bool = False, shared: bool = False) -> str:
        """Open a game, and write its invitations; returns its id.

        `reserved`: the id was set apart for it. Raises `Faulty`; OSError.
        """
        agreed = self.agreed(one, shared=shared)
        name = self._written(one.rules, agreed, id=id, seed=one.seed, reserved=reserved)
        self._games.sending(name).all_due()
        return name

    def _written(
        self,
        game: str,
        agreed: Agreed,
        *,
        id: str = "",
        seed: str = "",
        reserved: bool = False,
        rematch_of: str = "",
        accepts: str = "",
    ) -> str:
        """Open a game as agreed, and leave its invitations to the next pass; returns its id.

        `rematch_of` names the game that it is a rematch of (H30), and `accepts` the seat of who has asked for it.
        Raises `Faulty`; OSError.
        """
        self._home.make()
        name, path = self._home.new_game(id, seed, reserved=reserved)
        arbiter = agreed.arbiter
        rules = with_languages({ARBITER: arbiter}, self._config.language)[ARBITER] if arbiter else None
        new = roster.read(self._home.roster_path(name))
        known = replace(new, seats=agreed.players, arbiter=rules, rematch_of=rematch_of)
        roster.write(self._home.roster_path(name), known)
        for seat, player in known.everybody.items():
            self._seats.add(name, seat, player.key)
        table = Table.open(
            game,
            id=name,
            sign=self._sign,
            signer=public_of(self._home),
            answered=punctual(self._home, agreed.players) if agreed.terms.deadline else {},
            clock=self._clock.stamp,
            salts=self._salts,
            secret=self._home.secret(name),
            invite=True,
            arbiter=(arbiter.name or ARBITER.title()) if arbiter else "",
            terms=agreed.terms,
            languages={seat: player.language for seat, player in agreed.players.items()},
            **agreed.chosen,
        )
        if accepts:
            table.write_down(REMATCH, accepts, events=[Accepted(accepts, "")])
        files.replace(path, table.record.encode())  # whole or not at all
        return name

    # A rematch (H30)

    def rematch(self, table: Table) -> str:
        """Open the rematch that a player of a finished game has asked for, once, and invite all.

        Who has asked has accepted by that, as the record of the new game says from its beginning. The wish stands in
        the record of the old game. Whether it has been carried out stands in the two rosters: that of the new game
        names the old one (`rematch_of`), and is written before its record; that of the old game names the new one
        (`rematch`), and is written last. So a process that ends in between opens one game, not two; and a game that
        its keeper has deleted is not opened again.

        Returns its id; "" if there is nothing to do. Raises `Faulty`, OSError.
        """
        if table.outcome is None:
            return ""
        events = (event for point in table.points for event in point.entry.events)
        asked = next((event.by for event in events if isinstance(event, RematchAsked)), "")
        path = self._home.roster_path(table.id)
        known = roster.read(path)
        if not asked or known.rematch or not known.seats:
            return ""
        new = self._opened_before(table.id) or self._opened_again(table, known, asked)
        roster.write(path, replace(roster.read(path), rematch=new))
        return new

    def _opened_before(self, game: str) -> str:
        """The rematch of a game, opened by a process that ended before it could note that; "" if there is none."""
        rosters = ((one, roster.read(self._home.roster_path(one))) for one in self._home.games())
        return next((one for one, known in rosters if known.rematch_of == game), "")

    def _opened_again(self, table: Table, known: roster.Roster, asked: str) -> str:
        passed = passed_on(table.seats)
        seats = {
            seat: replace(known.seats[before], key=0, language=table.index.language(before))
            for seat, before in passed.items()
        }
        content = content_of(table, passed)
        table.game.fits(content)
        agreed = Agreed(with_languages(seats, ""), table.terms, {"content": content}, known.arbiter)
        accepts = next(seat for seat, before in passed.items() if before == asked)
        return self._written(table.opening.game, agreed, rematch_of=table.id, accepts=accepts)


def content_of(table: Table, passed: Mapping[str, str]) -> Mapping[str, Any]:
    """The options of the old game in full, with the names by which its players were called last in their new seats.

    Who was called by a seat had no name, and is called by the new one.
    """
    options, told = table.opening.options, dict(table.view(None).names)
    named = {seat: name for seat, name in told.items() if not any(like(name, one) for one in table.seats)}
    sat = [named.get(passed[seat]) or seat.title() for seat in table.seats]
    if any(named.values()):
        return {**options, "players": sat, "sides": "agreed"}
    return {**options, "players": [], "sides": "agreed"} if options.get("players") else options


def agreed_options(game: Game, options: Mapping[str, str], seats: Mapping[str, Player]) -> dict[str, str]:
    """The options, completed with the number of players and their names.

    Raises `Faulty` for seats that are not those of the game.
    """
    fewest: int = getattr(game, "fewest", 0)
    if fewest and "seats" not in options:
        options = {**options, "seats": str(len(players_among(seats)))}
    wanted = names(game.seating(game.options(dict(options))))
    if set(seats) != set(wanted):
        raise WrongUsage("wrong-seats", given=tuple(sorted(seats)), seats=tuple(wanted))
    return with_names(options, seats)


def with_names(options: Mapping[str, str], seats: Mapping[str, Player]) -> dict[str, str]:
    """The options with the players' names by seat. Raises `Faulty` if they are also named in another way."""
    if not any(player.name for player in seats.values()):
        if "players" in options and ":" not in options["players"]:
            raise WrongUsage("sides-agreed", players=options["players"])
        return dict(options)
    if "players" in options:
        raise WrongUsage("named-twice", players=options["players"])
    names = ",".join(f"{seat}:{player.name or seat.title()}" for seat, player in seats.items())
    return {**options, "players": names}


def with_languages(seats: Mapping[str, Player], usual: str) -> dict[str, Player]:
    """The players, each with a language: the default where none is given. Raises `Faulty` for an unknown one."""
    return {
        seat: replace(player, language=checked(player.language or usual)) for seat, player in seats.items()
    }
