"""What becomes of wishes for seats: what they bring about in the ledger, and what their writers are told.

Nothing here reads or writes a file. Each function gives the ledger as it is afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from referee.desk.company.ledger import (
    DAY,
    JOIN,
    LEAVE,
    OVER,
    SITS,
    Answer,
    Ledger,
    Wish,
    moment,
    sits,
)
from referee.desk.company.words import GAMES, Wanted
from referee.desk.people import misnamed, seats_of
from referee.home.config import Config
from referee.house.company import DAYS_TO_FILL, Asking, OpenGame, why_not
from referee.house.docket import ARBITER
from referee.house.players import Player
from referee.post.reading.robots import plain
from referee.util.errors import Why
from referee.util.times import stamp


@dataclass(frozen=True, slots=True)
class Letter:
    """What counts of the letter of somebody who asks.

    Attributes:
        name: Its name in the spool.
        sender: Its address.
        id: Its Message-ID, in the strict form, or "".
        at: When it is answered.
    """

    name: str
    sender: str
    id: str
    at: datetime


Opens = Callable[[str], tuple[str, OpenGame] | None]
"""Opens a game of these rules for players who come by mail: its id, and its seats; None if it is not allowed."""


class Place(NamedTuple):
    """An open game."""

    id: str
    game: OpenGame


def asked(ledger: Ledger, wanted: Wanted, letter: Letter, how: Config) -> Ledger:
    """A letter that asks for the list of games, or for a seat.

    The answer to a wish bears a code, which goes to the address of the letter and to no other.
    """
    if wanted.what == GAMES:
        return told(ledger, letter, wanted.language, "games")
    wish = wish_of(ledger, wanted, letter)
    place, reason = _found(ledger, wish, how)
    if reason:
        return told(ledger, letter, wanted.language, "refused", values=said_of(reason))
    rules = wanted.rules if wanted.what == JOIN else ""
    game = wanted.game or (place.id if place and wanted.what == LEAVE else "")
    return coded(ledger, replace(wish, rules=rules, game=game), letter)


def wish_of(ledger: Ledger, wanted: Wanted, letter: Letter, **more: str) -> Wish:
    """What a letter asks for, as the next wish of the ledger; `more` is what its words tell otherwise, or not."""
    said = {"rules": wanted.rules, "game": wanted.game, "seat": wanted.seat, "name": wanted.name}
    return Wish(
        number=ledger.last + 1,
        kind=wanted.what,
        address=letter.sender,
        language=wanted.language,
        at=stamp(letter.at),
        **(said | more),
    )


def coded(ledger: Ledger, wish: Wish, letter: Letter, **values: Any) -> Ledger:
    """A wish stands, and the answer to it bears a code."""
    says = f"confirm-{wish.kind}"
    return told(ledger.with_wish(wish), letter, wish.language, says, wish=wish, values=values)


def over(ledger: Ledger, wishes: Iterable[Wish]) -> Ledger:
    """The ledger in which these wishes are over."""
    for one in wishes:
        ledger = ledger.with_wish(replace(one, state=OVER))
    return ledger


def _found(ledger: Ledger, wish: Wish, how: Config) -> tuple[Place | None, Why | None]:
    """The open game that is meant; and why the wish cannot be granted."""
    if wish.kind == LEAVE:
        there = [one for one in _places(ledger, wish.rules, wish.game) if sits(one.game, wish.address)]
        return (there[0], None) if len(there) == 1 else (None, Why("leave-none", {}))
    return _place(ledger, wish, how)


def _place(ledger: Ledger, wish: Wish, how: Config) -> tuple[Place | None, Why | None]:
    """The first open game in which there is a seat for this mailbox; or none, and why.

    Where none is open, but may be opened, there is no reason against it.
    """
    reason: Why | None = None
    waiting, most = len(ledger.sits_in(wish.address)), how.company.seats
    for one in _places(ledger, wish.rules, wish.game):
        asking = Asking(one.game.free, wish.seat, sits(one.game, wish.address), waiting, most)
        if (found := why_not(asking) or _misnamed(one.game, wish, how)) is None:
            return one, None
        reason = reason or found
    return None, reason or _cannot_open(ledger, wish, waiting, how)


def _misnamed(game: OpenGame, wish: Wish, how: Config) -> Why | None:
    """Why nobody may come into an open game by that name."""
    people = game.players | ({ARBITER: game.arbiter} if game.arbiter else {})
    return misnamed(_player(wish), wish.seat or game.free[0], people, tuple(game.seats), how.name)


def _player(wish: Wish) -> Player:
    return Player(wish.address, wish.name, language=wish.language)


def _cannot_open(ledger: Ledger, wish: Wish, waiting: int, how: Config) -> Why | None:
    """Why a game of these rules cannot be opened by whoever asks for one."""
    may = wish.rules in how.company.open
    may = may and sum(one.theirs for one in ledger.games.values()) < how.company.games
    seats = seats_of(wish.rules) if may else ()
    return why_not(Asking(seats, "", False, waiting, how.company.seats)) or misnamed(
        _player(wish), wish.seat or next(iter(seats), ""), {}, seats, how.name
    )


def _places(ledger: Ledger, rules: str, game: str) -> Iterator[Place]:
    """The open games of that id, or in which that game is to be played."""
    for name, one in ledger.games.items():
        if name == game or (rules and one.rules == rules):
            yield Place(name, one)


def joined(ledger: Ledger, wish: Wish, letter: Letter, how: Config, opens: Opens) -> Ledger:
    """A wish is confirmed: the seat is taken, if it still can be; all may have changed since it was asked for."""
    place, reason = _place(ledger, wish, how)
    if place is None and reason is None and (opened := opens(wish.rules)):
        place = Place(*opened)
        reason = why_not(Asking(place.game.free, wish.seat, False, 0, how.company.seats))
    if place is None or reason:
        return told(ledger, letter, wish.language, "refused", values=said_of(reason or Why("join-none", {})))
    seat = wish.seat or place.game.free[0]
    game = place.game.seated(seat, _player(wish))
    now = replace(wish, state=SITS, game=place.id, seat=seat)
    ledger = ledger.with_game(place.id, game).with_wish(now)
    if not game.free:
        return ledger  # the invitation is the answer
    return told(ledger, letter, wish.language, "seated", wish=now, values={"game": place.id})


def left(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
    """The seat is free again; a game that a stranger opened is gone with its last player."""
    letter = replace(letter, sender=wish.address)
    ledger = over(ledger, [wish])
    game = ledger.games.get(wish.game)
    mine = plain(wish.address)
    seats = [seat for seat, one in game.players.items() if plain(one.address) == mine] if game else []
    if game is None or not seats:
        return ledger
    emptier = game.seated(seats[0], None)
    here = (wish.game, mine, SITS)
    ledger = over(ledger, [one for one in ledger.wishes if (one.game, plain(one.address), one.state) == here])
    empty = emptier.theirs and not emptier.players
    ledger = ledger.without_game(wish.game) if empty else ledger.with_game(wish.game, emptier)
    return told(ledger, letter, wish.language, "left", values={"game": wish.game})


def told(
    ledger: Ledger,
    letter: Letter,
    language: str,
    says: str,
    *,
    wish: Wish | None = None,
    values: Mapping[str, Any] | None = None,
) -> Ledger:
    """The ledger with a letter out to whoever wrote."""
    return ledger.with_answer(
        Answer(
            number=ledger.last + 1,
            letter=letter.name,
            at=stamp(letter.at),
            to=letter.sender,
            language=language,
            says=says,
            wish=wish.number if wish else 0,
            values=dict(values or {}),
            reply=letter.id,
        )
    )


def said_of(reason: Why) -> dict[str, Any]:
    """A reason as it is kept."""
    params = {name: list(one) if isinstance(one, tuple) else one for name, one in reason.params.items()}
    return {"why": reason.key, "params": params}


def closed(ledger: Ledger, game: str, now: datetime) -> Ledger:
    """A game that waits for players will not be played: those who came by mail are told."""
    for wish in ledger.wishes:
        if (wish.game, wish.state) == (game, SITS):
            to = Letter("", wish.address, "", now)
            ledger = told(ledger, to, wish.language, "closed", values={"game": game})
    return ledger.without_game(game)


def lapsed(ledger: Ledger, now: datetime) -> list[str]:
    """The games that strangers opened and that have waited for too long."""
    limit = now - DAYS_TO_FILL * DAY
    return [name for name, one in ledger.games.items() if one.theirs and moment(one.since) < limit]
