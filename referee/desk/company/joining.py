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
from referee.engine.seating import RESERVED
from referee.home.config import Company
from referee.house.company import DAYS_TO_FILL, Asking, OpenGame, why_not
from referee.house.players import Player
from referee.notation.folding import fold, key, untwinned
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


def asked(ledger: Ledger, wanted: Wanted, letter: Letter, how: Company) -> Ledger:
    """A letter that asks for the list of games, or for a seat.

    The answer to a wish bears a code, which goes to the address of the letter and to no other.
    """
    if wanted.what == GAMES:
        return told(ledger, letter, wanted.language, "games")
    place, reason = _found(ledger, wanted, letter.sender, how)
    if reason:
        return told(ledger, letter, wanted.language, "refused", values=said_of(reason))
    rules = wanted.rules if wanted.what == JOIN else ""
    game = wanted.game or (place.id if place and wanted.what == LEAVE else "")
    return coded(ledger, wish_of(ledger, wanted, letter, rules=rules, game=game), letter)


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


def coded(ledger: Ledger, wish: Wish, letter: Letter) -> Ledger:
    """A wish stands, and the answer to it bears a code."""
    return told(ledger.with_wish(wish), letter, wish.language, f"confirm-{wish.kind}", wish=wish)


def over(ledger: Ledger, wishes: Iterable[Wish]) -> Ledger:
    """The ledger in which these wishes are over."""
    for one in wishes:
        ledger = ledger.with_wish(replace(one, state=OVER))
    return ledger


def _found(ledger: Ledger, wanted: Wanted, sender: str, how: Company) -> tuple[Place | None, Why | None]:
    """The open game that is meant; and why the wish cannot be granted."""
    if wanted.what == LEAVE:
        there = [one for one in _places(ledger, wanted.rules, wanted.game) if sits(one.game, sender)]
        return (there[0], None) if len(there) == 1 else (None, Why("leave-none", {}))
    return _place(ledger, wanted.rules, wanted.game, wanted.seat, sender, how)


def _place(
    ledger: Ledger, rules: str, game: str, seat: str, sender: str, how: Company
) -> tuple[Place | None, Why | None]:
    """The first open game in which there is a seat for this mailbox; or none, and why.

    Where none is open, but may be opened, there is no reason against it.
    """
    reason: Why | None = None
    waiting = len(ledger.sits_in(sender))
    for one in _places(ledger, rules, game):
        asking = Asking(one.game.free, seat, sits(one.game, sender), waiting, how.seats)
        if (found := why_not(asking)) is None:
            return one, None
        reason = reason or found
    return None, reason or _cannot_open(ledger, rules, waiting, how)


def _cannot_open(ledger: Ledger, rules: str, waiting: int, how: Company) -> Why | None:
    """Why a game of these rules cannot be opened by whoever asks for one."""
    may = rules in how.open and sum(one.theirs for one in ledger.games.values()) < how.games
    return why_not(Asking(("any",) if may else (), "", False, waiting, how.seats))


def _places(ledger: Ledger, rules: str, game: str) -> Iterator[Place]:
    """The open games of that id, or in which that game is to be played."""
    for name, one in ledger.games.items():
        if name == game or (rules and one.rules == rules):
            yield Place(name, one)


def joined(ledger: Ledger, wish: Wish, letter: Letter, how: Company, opens: Opens) -> Ledger:
    """A wish is confirmed: the seat is taken, if it still can be; all may have changed since it was asked for."""
    place, reason = _place(ledger, wish.rules, wish.game, wish.seat, wish.address, how)
    if place is None and reason is None and (opened := opens(wish.rules)):
        place = Place(*opened)
        reason = why_not(Asking(place.game.free, wish.seat, False, 0, how.seats))
    if place is None or reason:
        return told(ledger, letter, wish.language, "refused", values=said_of(reason or Why("join-none", {})))
    seat = wish.seat or place.game.free[0]
    name = "" if seems(wish.name) in _called(place.game) else wish.name
    game = place.game.seated(seat, Player(wish.address, name, language=wish.language))
    now = replace(wish, state=SITS, game=place.id, seat=seat)
    ledger = ledger.with_game(place.id, game).with_wish(now)
    if not game.free:
        return ledger  # the invitation is the answer
    return told(ledger, letter, wish.language, "seated", wish=now, values={"game": place.id})


def _called(game: OpenGame) -> set[str]:
    """What nobody else can be called at this table: players, seats, and the people of the house."""
    return {
        seems(one) for one in (*(player.name for player in game.players.values()), *game.seats, *RESERVED)
    }


def seems(name: str) -> str:
    """A name as it looks at a glance: without capitals, accents and letters that look like others."""
    return key(fold(untwinned(name.lower())).text)


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
