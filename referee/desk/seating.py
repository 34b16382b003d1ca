"""Players whom a ruling puts into a seat (H7, H21).

The roster is changed first, since the record holds no addresses; then comes the entry.
"""

from collections.abc import Sequence

from referee.desk import judging, people
from referee.desk.games import Games
from referee.engine.rules import why
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import Seats
from referee.house.letters import LanguageChosen
from referee.house.players import Player, SeatTaken, is_program
from referee.notation.languages import checked
from referee.notation.reader import Line, Order
from referee.table.rulings.effects import Replace
from referee.util.errors import Faulty, NotFound, Why
from referee.util.values import replace


class Seating:
    """Who sits where in the games of a home: rosters, and the secrets of seats."""

    def __init__(self, home: Home, config: Config, seats: Seats, games: Games) -> None:
        """Games that are open are read again when a roster has changed."""
        self._home, self._config, self._seats, self._games = home, config, seats, games

    def player_of(self, game: str, seat: str) -> Player:
        """The player of a seat. Raises `Faulty` if there is no such seat, or the game is not played by mail."""
        table = self._games.table(game)
        seats = roster.read(self._home.roster_path(game)).everybody
        if seat not in {*table.seats, *seats}:
            raise NotFound("no-such-seat", seat=seat, seats=table.seats)
        if seat not in seats:
            raise NotFound("not-by-mail", game=game)
        return seats[seat]

    def seat_player(self, game: str, seat: str, player: Player) -> None:
        """Enter a player in the roster, and the secret of the seat in the index; an older secret becomes invalid.

        Ask for the table of the game again afterwards. Raises `Faulty` where the entry that is to tell of it could not
        be written: its player would have a secret that nobody was told.
        """
        self._games.table(game).refuse_unsigned()
        path = self._home.roster_path(game)
        known = roster.read(path)
        self._seats.add(game, seat, player.key)
        roster.write(path, known.with_player(seat, player))
        self._games.drop(game)  # its letters still use the old roster
        if player.key != known.everybody[seat].key:
            self._seats.remove(game, seat, known.everybody[seat].key)

    def forget_former(self, game: str, seat: str) -> None:
        """Remove the secret of the player before, if a process ended after the roster was written and before that."""
        self._seats.remove(game, seat, self.player_of(game, seat).key - 1)

    def refuse_shared(self, game: str, seat: str, address: str, *, shared: bool) -> None:
        """Raise `Faulty` for an address at which nobody may get the letters of a seat (`referee.desk.people`)."""
        seats = roster.read(self._home.roster_path(game)).everybody
        people.refuse_address(address, seat, seats, self._config.address, shared=shared)

    def refuse_player(
        self, game: str, seat: str, player: Player, *, shared: bool, beside: people.People | None = None
    ) -> None:
        """The same for a player who is to take the seat, and for the name.

        `beside` are those who are to take seats at the same time.
        """
        beside, address = beside or {}, self._config.address
        if not is_program(player):
            self.refuse_shared(game, seat, player.address, shared=shared)
            people.refuse_address(player.address, seat, beside, address, shared=shared)
        table = self._games.table(game)
        there = people.named_in(table, roster.read(self._home.roster_path(game)))
        people.refuse_name(player, seat, {**there, **beside}, table.seats, self._config.name)

    def take_over(
        self, game: str, seat: str, player: Player, *, shared: bool, beside: people.People | None = None
    ) -> None:
        """H7 Enter another player in the roster, with a secret of their own, and the language of the seat if none.

        Raises `Faulty`.
        """
        before, language = self.player_of(game, seat), self._games.table(game).index.language(seat)
        wanted = checked(player.language or language)
        self.refuse_player(game, seat, player, shared=shared, beside=beside)
        self.seat_player(game, seat, replace(player, key=before.key + 1, language=wanted))

    def tell_of(self, game: str, seat: str) -> None:
        """H7 Enter in the record that the player who stands in the roster has taken the seat over."""
        table, player = self._games.table(game), self.player_of(game, seat)
        other = player.language != table.index.language(seat)
        chosen = [LanguageChosen(seat, player.language)] if other else []
        table.write_down("replace", seat, events=[SeatTaken(seat, player.name), *chosen])

    def judge(self, game: str, by: str, written: Sequence[Line], told: int | None = None) -> judging.Judged:
        """Look at a letter of the judge (`judging.judge`), and enter the new players of its ruling in the roster.

        A refused ruling changes nothing. Ask for the table again afterwards. If the process ends before the
        entry is written, the seat has a secret that nobody was told until the letter is read again.
        """
        judged = judging.judge(self._games.table(game), by, written, told)
        for seat, player in judged.replaced.items():
            try:
                self.player_of(game, seat)
                self.refuse_player(game, seat, player, shared=False, beside=judged.replaced)
            except Faulty as fault:
                line = next(one for one in written if _seat_of(one) == seat)
                return judging.failed(written, line, _told(fault))
        for seat, player in judged.replaced.items():
            self.take_over(game, seat, player, shared=False, beside=judged.replaced)
        return judged


def _told(fault: Faulty) -> Why:
    """Why a player cannot take a seat, as a judge is told, who cannot allow what the keeper can (`--shared`)."""
    shared = fault.why.key == "address-shared"
    return why("mailbox-shared", seat=fault.why.params["seat"]) if shared else fault.why


def _seat_of(line: Line) -> str:
    order = line.reading.move if isinstance(line.reading, Order) else None
    return order.seat if isinstance(order, Replace) else ""
