"""A game by mail is opened: every seat is invited, and nothing is dealt before all have accepted."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
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
from referee.house.docket import ARBITER
from referee.house.invitation import Accepted
from referee.house.players import Player
from referee.house.rematch import REMATCH
from referee.house.terms import Terms, terms_of
from referee.notation.languages import checked
from referee.post.dkim import refuse_unproved
from referee.record.signing import Sign
from referee.table.clocks.deadlines import clocks_of
from referee.table.folded import Salts
from referee.table.loading import load
from referee.telling.authored import playable
from referee.util import files
from referee.util.errors import Faulty, WrongUsage

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
    """The games of whoever has this address, the last one first: how many answers they gave, and how many in time."""
    for game in reversed(list(home.games())):
        with suppress(Faulty, OSError):
            for seat in _seats(home, game, address):
                table = load(home.record_path(game))
                given, in_time = clocks_of(table).answers(seat) if table.terms.deadline else (0, 0)
                if given:
                    yield given, in_time


def _seats(home: Home, game: str, address: str) -> list[str]:
    """The seat of whoever has this address in a game; no seat for an address that has several."""
    seats = roster.read(home.roster_path(game)).seats.items()
    found = [seat for seat, player in seats if player.address.lower() == address.lower()]
    return found if len(found) == 1 else []


DECK = "deck"
"""The option that names a deck list, in every game that has one."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a game is opened with: its options, its players and its terms."""

    options: dict[str, str]
    players: dict[str, Player]
    terms: Terms


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

    def agreed(
        self,
        game: str,
        seats: Mapping[str, Player],
        *,
        options: Mapping[str, str] | None = None,
        terms: Mapping[str, str] | None = None,
        shared: bool = False,
        arbiter: Player | None = None,
    ) -> Agreed:
        """What such a game would be opened with. Raises `Faulty` if it cannot be."""
        played = playable(game)
        chosen = agreed_options(played, options or {}, seats)
        refuse_addresses(
            {**seats, **({ARBITER: arbiter} if arbiter else {})}, self._config.address, shared=shared
        )
        content = played.options(chosen)
        wanted = names(played.seating(content))
        refuse_names(content, wanted, self._config.name, seats.values())
        if arbiter:
            refuse_name(arbiter, ARBITER, seats, wanted, self._config.name)
        players = with_languages({seat: seats[seat] for seat in wanted}, self._config.language)
        agreed = terms_of(terms or {}, self._config.terms)
        refuse_unproved(agreed.sender, self._config)
        return Agreed(chosen, players, agreed)

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

    def open(
        self,
        game: str,
        seats: Mapping[str, Player],
        *,
        id: str = "",
        seed: str = "",
        reserved: bool = False,
        arbiter: Player | None = None,
        **given: Any,
    ) -> str:
        """Open a game, and write its invitations; returns its id. `given` are the other values of `agreed`.

        `reserved`: the id was set apart for it. Raises `Faulty`; OSError.
        """
        agreed = self.agreed(game, seats, arbiter=arbiter, **given)
        more: dict[str, Any] = {"id": id, "seed": seed, "reserved": reserved, "arbiter": arbiter}
        name = self.written(game, agreed, **more, options=agreed.options)
        self._games.sending(name).all_due()
        return name

    def written(
        self,
        game: str,
        agreed: Agreed,
        *,
        id: str = "",
        seed: str = "",
        reserved: bool = False,
        arbiter: Player | None = None,
        rematch_of: str = "",
        accepts: str = "",
        **chosen: Any,
    ) -> str:
        """Open a game as agreed, and leave its invitations to the next pass; returns its id.

        `chosen` are its `options`, or the `content` that they amount to; `rematch_of` names the game that it is a
        rematch of (H30), and `accepts` the seat of who has asked for it. Raises `Faulty`; OSError.
        """
        self._home.make()
        how: dict[str, Any] = {"sign": self._sign, "signer": public_of(self._home)}
        how["answered"] = punctual(self._home, agreed.players) if agreed.terms.deadline else {}
        name, path = self._home.new_game(id, seed, reserved=reserved)
        rules = with_languages({ARBITER: arbiter}, self._config.language)[ARBITER] if arbiter else None
        new = roster.read(self._home.roster_path(name))
        known = replace(new, seats=agreed.players, arbiter=rules, rematch_of=rematch_of)
        roster.write(self._home.roster_path(name), known)
        for seat, player in known.everybody.items():
            self._seats.add(name, seat, player.key)
        languages = {seat: player.language for seat, player in agreed.players.items()}
        secret = self._home.secret(name)
        how |= {"clock": self._clock.stamp, "salts": self._salts, "secret": secret, "invite": True}
        how["arbiter"] = (arbiter.name or ARBITER.title()) if arbiter else ""
        how |= {"terms": agreed.terms, "languages": languages, **chosen}
        table = Table.open(game, id=name, **how)
        if accepts:
            table.write_down(REMATCH, accepts, events=[Accepted(accepts, "")])
        files.replace(path, table.record.encode())  # whole or not at all
        return name


def agreed_options(game: Game, options: Mapping[str, str], seats: Mapping[str, Player]) -> dict[str, str]:
    """The options, completed with the number of players and their names.

    Raises `Faulty` for seats that are not those of the game.
    """
    many = as_many(game, options, seats)
    wanted = names(game.seating(game.options(many)))
    if set(seats) != set(wanted):
        raise WrongUsage("wrong-seats", given=tuple(sorted(seats)), seats=tuple(wanted))
    return with_names(many, seats)


def as_many(game: Game, options: Mapping[str, str], seats: Mapping[str, Player]) -> Mapping[str, str]:
    """The options with the number of players invited, where the game leaves it open and the options do not say it."""
    if "seats" in options or not getattr(game, "fewest", 0):
        return options
    return {**options, "seats": str(len(players_among(seats)))}


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
