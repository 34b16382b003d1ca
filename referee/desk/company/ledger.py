"""What is kept of games that wait for players and of those who ask for seats: `HOME/company.yaml`.

    last       the number of the last wish or answer
    written    the number up to which every answer has been put into the outbox
    games      by id, each game that waits for players (`referee.house.company.OpenGame`)
    wishes     what was asked for from an address, and whether it was confirmed from there; those who watch too
    seats      the seats of silent players that stand open, each by game (H35)
    answers    the letters out to those who ask, of the last days

The file is like a roster: it holds addresses, and no record does. It is replaced as a whole, so that what a
letter brings about and the answer to it are there together or not at all. Wishes and answers are forgotten
some time after they are done with.
"""

import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from referee.engine.lots import lp
from referee.home.home import Home
from referee.home.roster import Wish as AddressWish
from referee.home.seats import as_token
from referee.house.company import OpenGame
from referee.house.players import DAYS_TO_CONFIRM
from referee.post.reading.robots import plain
from referee.util import files, plainyaml
from referee.util.errors import WrongConfig
from referee.util.layout import write_document
from referee.util.times import moment
from referee.util.values import Value, field, replace

NAME = "company.yaml"
JOIN, LEAVE, WATCH, UNWATCH, WAIT, UNWAIT = "join", "leave", "watch", "unwatch", "wait", "unwait"
OFFER = "offer"
"""What stands for a wish where the referee asks: whether somebody who waits wants a seat that stands open."""
ASKED, SITS, WATCHES, WAITS, TAKES, OVER = "asked", "sits", "watches", "waits", "takes", "over"
"""The states of a wish: not confirmed yet; confirmed, and its writer has the seat, watches the game, waits for a
seat, or takes one over; done with."""
LASTING = frozenset({SITS, WATCHES, WAITS, TAKES})
"""The states in which a wish is kept for as long as it takes."""
DAY = timedelta(days=1)
KEPT = 4 * DAYS_TO_CONFIRM * DAY
"""How long a wish that is over is kept, so that a late answer to its code is known."""
MOST_WISHES = 2000
"""How many wishes are kept that have led to no seat, the last ones."""
LARGEST = 8_000_000


class Wish(Value):
    """What was asked for from an address; it counts when it has been confirmed from there.

    Attributes:
        number: Its own.
        kind: `join`, `leave`, `watch`, `unwatch`, `wait`, `unwait` or `offer`.
        rules: The game to be played, where any open game of it will do; else "".
        game: The id of the game; "" where none is named, and none was found yet.
        seat: The seat; "" for any.
        address: From where it was asked.
        name: By which the writer wants to be known; "" for none.
        language: The one that was written in.
        at: When the letter came (RFC 3339, UTC).
        state: `asked`, `sits`, `watches`, `waits`, `takes` or `over`.
    """

    number: int
    kind: str
    rules: str
    game: str
    seat: str
    address: str
    name: str
    language: str
    at: str
    state: str = ASKED


class Answer(Value):
    """A letter out to somebody who asked.

    Attributes:
        number: It goes out as `0.company.N`.
        letter: The name, in the spool, of the letter that it answers; "" if it answers none.
        at: When it was written (RFC 3339, UTC).
        to: The address.
        language: The one it is written in.
        says: What it says, one of `referee.desk.company.letters.PARTS`.
        wish: The number of the wish that it is about; 0 for none.
        values: Values of its text that the wish does not have.
        reply: The Message-ID that it answers, or "".
    """

    number: int
    letter: str
    at: str
    to: str
    language: str
    says: str
    wish: int
    values: dict[str, Any]
    reply: str


class Vacancy(Value):
    """A seat that stands open.

    Attributes:
        game, seat: Where it is.
        rules: Which game is played there.
        since: When the rule for silence was applied to it (RFC 3339, UTC); whoever came to wait later is not asked.
    """

    game: str
    seat: str
    rules: str
    since: str = ""


class Ledger(Value):
    """All that is kept; see the module."""

    last: int = 0
    written: int = 0
    games: Mapping[str, OpenGame] = field(default_factory=dict)
    wishes: tuple[Wish, ...] = ()
    answers: tuple[Answer, ...] = ()
    seats: tuple[Vacancy, ...] = ()

    def wish(self, number: int) -> Wish | None:
        """A wish by its number."""
        return next((one for one in self.wishes if one.number == number), None)

    def with_wish(self, wish: Wish) -> "Ledger":
        """The same with this wish, which takes the place of one with the same number."""
        others = tuple(one for one in self.wishes if one.number != wish.number)
        return replace(self, wishes=(*others, wish), last=max(self.last, wish.number))

    def with_answer(self, answer: Answer) -> "Ledger":
        """The same with one more letter out."""
        return replace(self, answers=(*self.answers, answer), last=max(self.last, answer.number))

    def with_game(self, game: str, one: OpenGame) -> "Ledger":
        """The same with this open game."""
        return replace(self, games={**self.games, game: one})

    def without_game(self, game: str) -> "Ledger":
        """The same without that open game; the wishes that had led there are over."""
        games = {name: one for name, one in self.games.items() if name != game}
        wishes = tuple(
            replace(one, state=OVER) if one.game == game and one.state == SITS else one for one in self.wishes
        )
        return replace(self, games=games, wishes=wishes)

    def sits_in(self, address: str) -> list[str]:
        """The open games in which a mailbox sits."""
        return [game for game, one in self.games.items() if sits(one, address)]

    def watching(self, game: str = "") -> list[Wish]:
        """H31 The onlookers of a game, or of all games, each as the wish by which they came to watch."""
        return [one for one in self.wishes if one.state == WATCHES and game in {"", one.game}]

    def waiting(self) -> list[Wish]:
        """H33 Who waits for a seat that falls free, each as the wish by which they came to; the first comes first."""
        return [one for one in self.wishes if one.state == WAITS]

    def offers(self, one: Vacancy) -> list[Wish]:
        """H35 Who has been asked to take a seat that stands open."""
        return [
            wish
            for wish in self.wishes
            if wish.kind == OFFER and (wish.game, wish.seat) == (one.game, one.seat)
        ]

    def with_vacancy(self, one: Vacancy) -> "Ledger":
        """The same with a seat that stands open."""
        others = self.without_vacancy(one.game, one.seat).seats
        return self if one in self.seats else replace(self, seats=(*others, one))

    def without_vacancy(self, game: str, seat: str) -> "Ledger":
        """The same without that seat."""
        return replace(self, seats=tuple(one for one in self.seats if (one.game, one.seat) != (game, seat)))

    def answered(self, letter: str) -> bool:
        """Whether a letter, by its name in the spool, has brought about its answer already."""
        return any(one.letter == letter for one in self.answers)

    def pruned(self, now: datetime) -> "Ledger":
        """The same without what is of no use any more."""
        loose = [one for one in self.wishes if one.state not in LASTING and moment(one.at) > now - KEPT]
        needed = {one.number for one in loose[-MOST_WISHES:]}
        needed |= {one.wish for one in self.answers if one.number > self.written}
        wishes = tuple(one for one in self.wishes if one.state in LASTING or one.number in needed)
        since = now - 3 * DAY
        answers = tuple(one for one in self.answers if moment(one.at) > since or one.number > self.written)
        return replace(self, wishes=wishes, answers=answers)


def sits(game: OpenGame, address: str) -> bool:
    """Whether a mailbox has a part in an open game, whatever stands after a plus in its address."""
    return plain(address) in map(plain, game.addresses)


def expired(wish: Wish | AddressWish, at: datetime) -> bool:
    """Whether the time to confirm a wish is over."""
    return at > moment(wish.at) + DAYS_TO_CONFIRM * DAY


def code(home: Home, wish: Wish) -> str:
    """The code by which the mailbox that asked confirms its wish, in the form of a secret."""
    stands = (str(wish.number), wish.kind, wish.address, wish.at)
    digest = hmac.digest(home.key(), lp("referee/company/v1", *stands), "sha256")
    return as_token(digest)


def read(home: Home) -> Ledger:
    """What is kept in a home. Raises `Faulty` for a file that cannot be read."""
    path = path_of(home)
    try:
        now = path.stat()
    except FileNotFoundError:
        return Ledger()
    return _read(path, (now.st_ino, now.st_mtime_ns, now.st_size))


@lru_cache(64)
def _read(path: Path, _version: tuple[int, int, int]) -> Ledger:
    """What this version of the file holds, remembered because every letter of a stranger asks for it."""
    marked = plainyaml.read_file(path, limit=LARGEST, of_home=True)
    try:
        given = dict(marked.value)
        games = {name: _with_nobody(one) for name, one in given["games"].items()}
        return msgspec.convert({**given, "games": games}, Ledger)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise WrongConfig("company-form", where=marked.place(())) from None


def _with_nobody(game: dict[str, Any]) -> dict[str, Any]:
    """An open game in which nobody stands where an older release wrote an empty text."""
    seats = {seat: player or None for seat, player in game["seats"].items()}
    return {**game, "seats": seats, "arbiter": game["arbiter"] or None}


def write(home: Home, ledger: Ledger, now: datetime) -> Ledger:
    """Put this in place of what was kept; returns what is kept. Raises OSError."""
    kept = ledger.pruned(now)
    files.replace(path_of(home), write_document(msgspec.json.decode(msgspec.json.encode(kept))))
    return kept


def path_of(home: Home) -> Path:
    """Where it is kept."""
    return home.path / NAME
