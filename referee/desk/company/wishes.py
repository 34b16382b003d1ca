"""What becomes of wishes by mail of people who have no seat: in the ledger, and what their writers are told.

A wish is one to join a game (H29), to watch one (H31), to wait for a seat that falls free (H33), or to end one of
these; an offer of a seat (H35) stands for one too. All are treated alike. The answer to a letter that asks bears a
code, which goes to its address and to no other. A wish is confirmed or refused once, by an answer to its code; one that
was granted is ended by a word. Any other answer brings nothing about. `KINDS` holds what is particular to each kind.

Nothing here writes a file. Each function gives the ledger as it is afterwards. A game that may not be watched, or
waited for, and one that is not there are told apart to nobody.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from referee.desk.company.ledger import (
    ASKED,
    DAY,
    JOIN,
    LEAVE,
    OFFER,
    OVER,
    SITS,
    TAKES,
    UNWAIT,
    UNWATCH,
    WAIT,
    WAITS,
    WATCH,
    WATCHES,
    Answer,
    Ledger,
    Vacancy,
    Wish,
    expired,
    sits,
)
from referee.desk.company.letters import WATCHES_OVER, title
from referee.desk.company.words import CONFIRM, GAMES, NUMBERED, REFUSE, Wanted
from referee.desk.people import People, misnamed, named_in, same_mailbox, seats_of
from referee.engine.rules import why
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.house.company import (
    DAYS_TO_FILL,
    Asking,
    OpenGame,
    why_no_seat,
    why_not_wait,
    why_not_watch,
)
from referee.house.docket import ARBITER
from referee.house.players import Player
from referee.post.reading.robots import plain
from referee.table.redacted import load
from referee.table.table import Table
from referee.util.errors import Faulty, Why
from referee.util.times import moment, stamp
from referee.util.values import Value, replace


class Reply(Value):
    """How somebody is answered.

    Attributes:
        to: The address.
        language: The one to write in.
        at: When.
        letter: The name, in the spool, of the letter that is answered; "" for none.
        id: Its Message-ID, in the strict form, or "".
    """

    to: str
    language: str
    at: datetime
    letter: str = ""
    id: str = ""


def reply_to(wish: Wish, at: datetime) -> Reply:
    """A letter to whoever made a wish that answers none of theirs."""
    return Reply(wish.address, wish.language, at)


Opens = Callable[[str], tuple[str, OpenGame] | None]
"""Opens a game of these rules for players who come by mail: its id, and its seats; None if it is not allowed."""
There = tuple[Table, roster.Roster]
"""A game of the home that is on, or over, and who plays there."""


class Lobby(Value):
    """What wishes are held to beside the ledger: the games of a home, its configuration, and how a game is opened."""

    home: Home
    config: Config
    opens: Opens

    def watched(self, game: str) -> There | None:
        """A game that may be watched; None too for one that cannot be read. Raises OSError."""
        there = self._there(game)
        return (
            there
            if there and there[0].terms.delay and (there[0].index.dealt is not None or _on(there))
            else None
        )

    def sought(self, game: str) -> There | None:
        """A game that is on and in which a seat may fall free; None too for one that cannot be read. Raises OSError."""
        there = self._there(game)
        begun = there and there[0].terms.replaces and there[0].index.dealt is not None
        return there if begun and there and _on(there) else None

    def _there(self, game: str) -> There | None:
        try:
            return load(self.home.record_path(game)), roster.read(self.home.roster_path(game))
        except Faulty:
            return None


def _on(there: There) -> bool:
    return there[0].outcome is None


def parts(known: roster.Roster) -> frozenset[str]:
    """The mailboxes that have a part in a game, or had a seat there that another player has taken over."""
    return frozenset(map(plain, (*(one.address for one in known.everybody.values()), *known.former)))


# In the ledger


def told(ledger: Ledger, to: Reply, says: str, wish: Wish | None = None, **values: Any) -> Ledger:
    """The ledger with a letter out; it may be about a wish."""
    return ledger.with_answer(
        Answer(
            number=ledger.last + 1,
            letter=to.letter,
            at=stamp(to.at),
            to=to.to,
            language=to.language,
            says=says,
            wish=wish.number if wish else 0,
            values=values,
            reply=to.id,
        )
    )


def _refused(ledger: Ledger, to: Reply, says: str, reason: Why) -> Ledger:
    return told(ledger, to, says, why=reason.key, params=dict(reason.params))


def over(ledger: Ledger, wishes: Iterable[Wish]) -> Ledger:
    """The ledger in which these wishes are over."""
    for one in wishes:
        ledger = ledger.with_wish(replace(one, state=OVER))
    return ledger


def gone(ledger: Ledger, games: frozenset[str]) -> Ledger:
    """The ledger without those who watch games, or wait for seats in them, that are not there any more."""
    lasting = (*ledger.watching(), *ledger.waiting())
    return over(ledger, [one for one in lasting if one.game and one.game not in games])


def closed(ledger: Ledger, game: str, now: datetime) -> Ledger:
    """A game that waits for players will not be played: those who came by mail are told."""
    for wish in ledger.wishes:
        if (wish.game, wish.state) == (game, SITS):
            ledger = told(ledger, reply_to(wish, now), "closed", wish)
    return ledger.without_game(game)


def lapsed(ledger: Ledger, now: datetime) -> list[str]:
    """The games that strangers opened and that have waited for too long."""
    limit = now - DAYS_TO_FILL * DAY
    return [name for name, one in ledger.games.items() if one.theirs and moment(one.since) < limit]


def _alike(ledger: Ledger, wish: Wish) -> list[Wish]:
    """The wishes that were granted for the same game, or for any in which the same is played."""
    state = KINDS[wish.kind].stands
    there = (one for one in ledger.wishes if (one.state, one.game) == (state, wish.game))
    return [one for one in there if wish.game or one.rules == wish.rules]


def _own(ledger: Ledger, wish: Wish) -> list[Wish]:
    """Those of them that are of the same mailbox."""
    return [one for one in _alike(ledger, wish) if same_mailbox(one.address, wish.address)]


# Seats in games that wait for players (H29)


def _places(ledger: Ledger, wish: Wish) -> Iterator[tuple[str, OpenGame]]:
    """The open games of that id, or in which that game is to be played."""
    for name, one in ledger.games.items():
        if name == wish.game or (wish.rules and one.rules == wish.rules):
            yield name, one


def _place(ledger: Ledger, wish: Wish, how: Config) -> tuple[str, Why | None]:
    """The first open game in which there is a seat for this mailbox; or "", and why.

    Where none is open, but may be opened, there is no reason against it.
    """
    first: Why | None = None
    count, most = len(ledger.sits_in(wish.address)), how.company.seats
    for name, one in _places(ledger, wish):
        part, people = sits(one, wish.address), one.players | ({ARBITER: one.arbiter} if one.arbiter else {})
        asking = Asking(free=one.free, seat=wish.seat, part=part, count=count, most=most)
        reason = why_no_seat(asking) or _misnamed(
            wish, wish.seat or one.free[0], people, tuple(one.seats), how
        )
        if reason is None:
            return name, None
        first = first or reason
    may = wish.rules in how.company.open
    may = may and sum(one.theirs for one in ledger.games.values()) < how.company.games
    seats = seats_of(wish.rules) if may else ()
    reason = why_no_seat(Asking(free=seats, seat=wish.seat, count=count, most=most))
    return "", first or reason or _misnamed(wish, wish.seat or seats[0], {}, seats, how)


def _misnamed(wish: Wish, seat: str, people: People, seats: tuple[str, ...], how: Config) -> Why | None:
    """Why nobody may come into a game by that name."""
    return misnamed(Player(wish.address, wish.name), seat, people, seats, how.name)


def _no_seat(ledger: Ledger, wish: Wish, lobby: Lobby) -> Why | None:
    return _place(ledger, wish, lobby.config)[1]


def _joined(ledger: Ledger, wish: Wish, to: Reply, lobby: Lobby) -> Ledger:
    """The seat is taken, in a game that waits or in one that is opened for it."""
    name, _ = _place(ledger, wish, lobby.config)
    name, game = (name, ledger.games[name]) if name else lobby.opens(wish.rules) or ("", None)
    asking = Asking(free=game.free if game else (), seat=wish.seat, most=lobby.config.company.seats)
    reason = why_no_seat(asking)  # a game that was opened just now may have other seats
    if game is None or reason:
        return _refused(ledger, to, "refused", reason or why("join-none"))
    seat = wish.seat or game.free[0]
    game = game.seated(seat, Player(wish.address, wish.name, language=wish.language))
    now = replace(wish, state=SITS, game=name, seat=seat)
    ledger = ledger.with_game(name, game).with_wish(now)
    return told(ledger, to, "seated", now) if game.free else ledger  # else the invitation is the answer


def _seat(game: OpenGame, wish: Wish) -> str:
    """The seat of the mailbox in an open game; "" for none, as where it is that of the judge."""
    return next((seat for seat, one in game.players.items() if same_mailbox(one.address, wish.address)), "")


def _seats(ledger: Ledger, wish: Wish) -> list[str]:
    """The open games that are meant and in which the mailbox has a seat."""
    return [name for name, one in _places(ledger, wish) if _seat(one, wish)]


def _no_seat_to_leave(ledger: Ledger, wish: Wish, _lobby: Lobby) -> Why | None:
    return None if len(_seats(ledger, wish)) == 1 else why("leave-none")


def _freed(ledger: Ledger, wish: Wish) -> Ledger:
    """The seat is free again; a game that a stranger opened is gone with its last player."""
    game = ledger.games[wish.game]
    emptier = game.seated(_seat(game, wish), None)
    empty = emptier.theirs and not emptier.players
    return ledger.without_game(wish.game) if empty else ledger.with_game(wish.game, emptier)


# Games to watch (H31)


def _not_watching(ledger: Ledger, wish: Wish, lobby: Lobby) -> Why | None:
    there = lobby.watched(wish.game)
    people = list(there[1].everybody.values()) if there and _on(there) else []
    return why_not_watch(
        Asking(
            wanted=wish.game,
            able=there is not None,
            part=any(same_mailbox(one.address, wish.address) for one in people),
            twice=bool(_own(ledger, wish)),
            count=len(_alike(ledger, wish)),
            most=lobby.config.company.onlookers,
            everybody=len(ledger.watching()),
            most_in_all=lobby.config.company.onlookers_in_all,
        )
    )


def _watches(ledger: Ledger, wish: Wish, to: Reply, lobby: Lobby) -> Ledger:
    now, there = replace(wish, state=WATCHES), lobby.watched(wish.game)
    ledger = ledger.with_wish(now)
    if there is None or not _on(there):
        return told(ledger, to, WATCHES_OVER, now)
    table, _ = there
    return told(ledger, to, WATCHES, now, turns=table.terms.delay, begun=table.index.dealt is not None)


def _not_watched(ledger: Ledger, wish: Wish, _lobby: Lobby) -> Why | None:
    return None if _own(ledger, wish) else why("unwatch-none", game=wish.game)


# Seats that fall free (H33)


def _not_waiting(ledger: Ledger, wish: Wish, lobby: Lobby) -> Why | None:
    """A game of which more is known has more names that are others'."""
    how, there = lobby.config, lobby.sought(wish.game) if wish.game else None
    own = [one for one in ledger.waiting() if same_mailbox(one.address, wish.address)]
    reason = why_not_wait(
        Asking(
            wanted=_wanted(wish),
            able=there is not None if wish.game else how.terms.replaces or wish.rules in how.company.wait,
            part=there is not None and plain(wish.address) in parts(there[1]),
            twice=bool(_own(ledger, wish)),
            count=len(own),
            most=how.company.waits,
            everybody=len(ledger.waiting()),
            most_in_all=how.company.waits_in_all,
        )
    )
    if there:
        return reason or _misnamed(wish, "", named_in(*there), there[0].seats, how)
    return reason or _misnamed(wish, "", {}, seats_of(wish.rules), how)


def _wanted(wish: Wish) -> str:
    """What somebody waits for, as it is told: the id of a game, or the title of those that are played."""
    return wish.game or title(wish.rules, wish.language)


def _waits(ledger: Ledger, wish: Wish, to: Reply, _lobby: Lobby) -> Ledger:
    now, before = replace(wish, state=WAITS), len(_alike(ledger, wish))
    return told(ledger.with_wish(now), to, WAITS, now, before=before)


def _not_listed(ledger: Ledger, wish: Wish, _lobby: Lobby) -> Why | None:
    return None if _own(ledger, wish) else why("unwait-none", wanted=_wanted(wish))


# Seats that are offered (H35)


def _takes(ledger: Ledger, wish: Wish, to: Reply, _lobby: Lobby) -> Ledger:
    """The seat is theirs at the end of the pass, and the first letter of the game is the answer; or it is gone."""
    if not stands_open(ledger, wish):
        return told(ledger, to, "offer-gone", wish)
    return ledger.with_wish(replace(wish, state=TAKES))


def stands_open(ledger: Ledger, wish: Wish) -> bool:
    """Whether the seat that somebody was asked to take still stands open."""
    return any((one.game, one.seat) == (wish.game, wish.seat) for one in ledger.seats)


def fits(waits: Wish, seat: Vacancy | Wish) -> bool:
    """Whether somebody waits for such a seat: in that game, or in any in which the same is played."""
    return waits.game == seat.game or (not waits.game and waits.rules == seat.rules)


def off_the_list(ledger: Ledger, offer: Wish) -> Ledger:
    """Whoever has a seat, or does not answer, is off the list by which they were asked; the offer is over."""
    fit = (one for one in ledger.waiting() if same_mailbox(one.address, offer.address) and fits(one, offer))
    return over(ledger, [offer, *islice(fit, 1)])


# All kinds


class Kind(Value, kw_only=True):
    """What is particular to the wishes of a kind.

    Attributes:
        stands: The state of a wish that was granted.
        granted: What follows from a wish that is confirmed, and is over if this does not say otherwise.
        reason: Why it cannot be granted; a reason is told by the letter `unable`, when it is asked for and when it is
            confirmed.
        ends: Words by which one that was granted is ended; the letter `ended` says so.
        refuses: Words by which one that was not is refused; the letter `refused` says so, if there is one.
        late: The letter to whoever confirms too late.
    """

    stands: str
    granted: Callable[[Ledger, Wish, Reply, Lobby], Ledger]
    reason: Callable[[Ledger, Wish, Lobby], Why | None] = lambda *_: None
    unable: str = ""
    ends: frozenset[str] = frozenset()
    ended: str = ""
    refuses: frozenset[str] = frozenset({REFUSE})
    refused: str = ""
    late: str = "late"


def _ended(ledger: Ledger, wish: Wish, to: Reply, _lobby: Lobby) -> Ledger:
    """What was granted to the mailbox is over, by a word or by a wish that asks for it and is confirmed."""
    kind = KINDS[wish.kind]
    ledger = over(ledger, [wish, *_own(ledger, wish)])
    ledger = _freed(ledger, wish) if kind.stands == SITS else ledger
    return told(ledger, to, kind.ended, wish)


_JOIN = Kind(
    stands=SITS,
    granted=_joined,
    reason=_no_seat,
    unable="refused",
    ends=frozenset({LEAVE, REFUSE}),
    ended="left",
)
_WATCH = Kind(
    stands=WATCHES,
    granted=_watches,
    reason=_not_watching,
    unable="unwatchable",
    ends=frozenset({UNWATCH, LEAVE, REFUSE}),
    ended="unwatched",
)
_WAIT = Kind(
    stands=WAITS,
    granted=_waits,
    reason=_not_waiting,
    unable="unwaitable",
    ends=frozenset({UNWAIT, LEAVE, REFUSE}),
    ended="unwaited",
)
KINDS = {
    JOIN: _JOIN,
    LEAVE: replace(_JOIN, granted=_ended, reason=_no_seat_to_leave),
    WATCH: _WATCH,
    UNWATCH: replace(_WATCH, granted=_ended, reason=_not_watched),
    WAIT: _WAIT,
    UNWAIT: replace(_WAIT, granted=_ended, reason=_not_listed),
    OFFER: Kind(
        stands=TAKES,
        granted=_takes,
        refuses=frozenset({REFUSE, LEAVE, UNWAIT}),
        refused="declined",
        late="offer-late",
    ),
}


def meant(ledger: Ledger, wanted: Wanted, lobby: Lobby) -> bool:
    """Whether a line such as `watch tv` is a wish: it names a game to be played, one there is, or could be an id."""
    if wanted.rules or not wanted.game or NUMBERED.fullmatch(wanted.game) or wanted.game in ledger.games:
        return True
    stands = KINDS[wanted.what].stands
    there = {WATCHES: lobby.watched, WAITS: lobby.sought}.get(stands)
    known = any((one.state, one.game) == (stands, wanted.game) for one in ledger.wishes)
    return known or bool(there and there(wanted.game))


def asked(ledger: Ledger, wanted: Wanted, to: Reply, lobby: Lobby) -> Ledger:
    """A letter asks for the list of games, or for something that it may get once it has confirmed it."""
    if wanted.what == GAMES:
        return told(ledger, to, "games")
    wish = Wish(
        number=ledger.last + 1,
        kind=wanted.what,
        rules=wanted.rules,
        game=wanted.game,
        seat=wanted.seat,
        address=to.to,
        name=wanted.name,
        language=to.language,
        at=stamp(to.at),
    )
    kind, ended = KINDS[wish.kind], False
    if reason := kind.reason(ledger, wish, lobby):
        return _refused(ledger, to, kind.unable, reason)
    if wish.kind == LEAVE:
        wish = replace(wish, rules="", game=_seats(ledger, wish)[0])
    if kind.stands == WATCHES and (there := lobby.watched(wish.game)):
        wish, ended = replace(wish, rules=there[0].game.name), not _on(there)
    return told(ledger.with_wish(wish), to, f"confirm-{wish.kind}", wish, over=ended)


def answered(ledger: Ledger, wish: Wish, said: Iterator[str], to: Reply, lobby: Lobby) -> Ledger:
    """The ledger after an answer to the code of a wish that says these words."""
    words, kind = set(said), KINDS[wish.kind]
    if wish.state == kind.stands and words & kind.ends:
        return _ended(ledger, wish, to, lobby)
    if wish.state != ASKED or not words & {CONFIRM, *kind.refuses}:
        return ledger
    done = over(ledger, [wish])
    if words & kind.refuses:
        return told(done, to, kind.refused, wish) if kind.refused else done
    if expired(wish, to.at):
        return late(ledger, wish, to)
    if reason := kind.reason(ledger, wish, lobby):
        return _refused(done, to, kind.unable, reason)
    return kind.granted(done, wish, to, lobby)


def late(ledger: Ledger, wish: Wish, to: Reply) -> Ledger:
    """A wish was not confirmed in time; who has not answered an offer in time waits no more."""
    done = off_the_list(ledger, wish) if wish.kind == OFFER else over(ledger, [wish])
    return told(done, to, KINDS[wish.kind].late, wish)
