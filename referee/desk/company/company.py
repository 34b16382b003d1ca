"""Games that wait for players, and people who ask for seats by mail (H29): what their letters bring about.

1. A letter without a secret that asks for a seat is answered with a code, which goes to its address and to no
   other. Nothing else has changed: whoever forges a sender gets a stranger one letter, and nobody a seat.
2. An answer to the code that says `confirm` seats its writer, if a seat is still free. The same code gives the
   seat up again (`leave`), until the game is opened.
3. When all seats of a game are taken it is opened as any other: each player is invited, and nothing is dealt
   before all have accepted (H4).
4. In the same way somebody asks to watch a game whose terms allow it (H31). The letters of that game are then
   written to them too (`referee.desk.letters.onlookers`).

The ledger is written first, with the answer; then comes the letter out, then the game. A process that ends in
between leaves what `settle` goes on with.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from referee.desk.answering import logged
from referee.desk.company import ledger, letters, wishes, words
from referee.desk.company.ledger import DAY, Answer, Ledger, Wish
from referee.desk.company.wishes import Lobby, Reply
from referee.desk.intake.letter import PUT_AWAY, Arrived, Fate, held
from referee.desk.letters.strangers import STRICT_ID, Strangers
from referee.desk.opening import Opening
from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import tokens
from referee.house.company import OpenGame
from referee.house.players import Player
from referee.post.outbox import Outbox
from referee.post.reading.robots import plain
from referee.util.errors import Faulty, OurMistake
from referee.util.times import moment, stamp
from referee.util.values import replace

NOBODY = "open.invalid"
"""The domain of addresses that stand for players to come while it is tried whether a game can be opened."""
TOO_MANY = "company-too-many"
"""Why a letter that asks for a seat is on hold: its writer, or all together, have asked too often today."""


class Company:
    """The games of a home that wait for players. One process at a time: the caller holds the desk."""

    def __init__(
        self,
        home: Home,
        config: Config,
        outbox: Outbox,
        opening: Opening,
        strangers: Strangers,
        now: Callable[[], datetime],
    ) -> None:
        """`opening` opens games that are full; `strangers` knows who may have written."""
        self._home, self._config, self._outbox = home, config, outbox
        self._opening, self._strangers, self._now = opening, strangers, now
        self._lobby = Lobby(home, config, self._announced_for_all)
        self.troubles = dict[str, Faulty]()
        """By id, the full games that could not be opened when that was last tried, and why; by number, the answers that
        could not be written."""

    def waiting(self) -> Mapping[str, OpenGame]:
        """The games that wait for players, by id. Raises `Faulty`."""
        return ledger.read(self._home).games

    # Letters

    def to_code(self, letter: Arrived) -> Fate | None:
        """An answer to the code of a wish counts, whoever it says it is from: the code went to one address alone.

        One that brings nothing about may ask for a game or a seat, as any letter may.
        """
        kept = ledger.read(self._home) if not letter.seats else Ledger()
        wish = self._wish(kept, letter) if kept.wishes else None
        if wish is None:
            return None
        if not kept.answered(letter.taken.name):
            said = words.said([line for _, line in letter.mail.lines], wish.language)
            changed = wishes.answered(
                kept, wish, said, self._reply(letter, wish.address, wish.language), self._lobby
            )
            if changed == kept:
                return self.from_outside(letter) or PUT_AWAY
            ledger.write(self._home, changed, self._now())
        letter.written += self.settle()
        return PUT_AWAY

    def from_outside(self, letter: Arrived) -> Fate | None:
        """A letter without a secret that asks for games or for a seat is answered, within limits.

        It is left to other checks if it asks for nothing, or its sender may not have written it.
        """
        limits, mail = self._config.company, letter.mail
        if letter.seats or not limits.letters_in_all or not self._config.limits.strangers_a_day:
            return None
        kept = ledger.read(self._home)
        asks = words.wanted(mail, tuple(kept.games))
        if asks is None or not wishes.meant(kept, asks, self._lobby):
            return None
        if not self._strangers.may_have_written(mail, letter.taken):
            return None
        if not kept.answered(letter.taken.name):
            if not self._room(kept, mail.sender):
                return held(TOO_MANY)
            to = self._reply(letter, mail.sender, asks.language)
            ledger.write(self._home, wishes.asked(kept, asks, to, self._lobby), self._now())
        letter.written += self.settle()
        return PUT_AWAY

    def _reply(self, letter: Arrived, to: str, language: str) -> Reply:
        """An answer to a letter; that to the answer to a code goes where the code went, and nowhere else."""
        strict = STRICT_ID.fullmatch(letter.mail.message_id)
        return Reply(to, language, self._now(), letter.taken.name, strict[0] if strict else "")

    def _wish(self, kept: Ledger, letter: Arrived) -> Wish | None:
        """The wish whose code a letter bears, in an address it went to or in its subject."""
        found = tokens((*letter.mail.recipients, letter.mail.subject))
        return (
            next((one for one in kept.wishes if ledger.code(self._home, one) in found), None)
            if found
            else None
        )

    def _room(self, kept: Ledger, sender: str) -> bool:
        """Whether one more letter may go to this address today, and to all together."""
        day = self._now() - DAY
        today = [plain(one.to) for one in kept.answers if one.letter and moment(one.at) > day]
        limits = self._config.company
        return today.count(plain(sender)) < limits.letters_a_day and len(today) < limits.letters_in_all

    # Games

    def announce(self, game: OpenGame, id: str = "") -> tuple[str, OpenGame]:
        """Try whether such a game can be opened, and set its id apart; returns both. Raises `Faulty`; OSError."""
        game = replace(game, since=stamp(self._now()))
        full = {seat: player or Player(f"{seat}@{NOBODY}") for seat, player in game.seats.items()}
        self._opening.agreed(replace(game, seats=full))
        return self._home.reserve(id, game.seed), game

    def wait_for_players(self, name: str, game: OpenGame) -> None:
        """Enter a game that waits for players from now on. Raises OSError."""
        ledger.write(self._home, ledger.read(self._home).with_game(name, game), self._now())

    def _announced_for_all(self, rules: str) -> tuple[str, OpenGame] | None:
        """A game that a stranger opens, with a place for everybody; None if it cannot be opened."""
        try:
            seats = dict.fromkeys(self._opening.seats_of(rules, {}))
            return self.announce(OpenGame(rules, seats, "", theirs=True))
        except Faulty:
            return None

    def close(self, name: str) -> list[str]:
        """Give up a game that waits for players: those who came by mail are told. Raises OSError."""
        ledger.write(self._home, wishes.closed(ledger.read(self._home), name, self._now()), self._now())
        return self.settle()

    def settle(self) -> list[str]:
        """Write the answers that are due, open the games that are full, and give up those that waited too long.

        Returns the numbers of the letters. Whatever a process that ended too early left undone is done.
        A game that cannot be opened stands in `troubles`, as does an answer that cannot be written, and stops nothing
        else. Raises `Faulty` for a ledger that cannot be read; OSError.
        """
        kept = ledger.read(self._home)
        for name in wishes.lapsed(kept, self._now()):
            kept = ledger.write(self._home, wishes.closed(kept, name, self._now()), self._now())
        if kept.watching() or any(one.game for one in kept.waiting()):
            there = frozenset(self._home.games())
            if (left := wishes.gone(kept, there)) != kept:
                kept = ledger.write(self._home, left, self._now())
        self.troubles.clear()
        written = self._write(kept)
        for name, game in kept.games.items():
            if not game.free:
                try:
                    self._open(name, game)
                except Faulty as fault:
                    self.troubles[name] = fault
        return written

    def _write(self, kept: Ledger) -> list[str]:
        """Put the answers into the outbox that are not there yet.

        One that cannot be made is tried again each time: up to it, all count as written.
        """
        due = [one for one in kept.answers if one.number > kept.written]
        written, left = list[str](), list[int]()
        for one in due:
            number = letters.number_of(one)
            if self._outbox.find(number) is None:
                mail = self._mail(kept, one)
                if mail is None:
                    left.append(one.number - 1)
                    continue
                self._outbox.put(number, mail)
                written.append(number)
            wish = kept.wish(one.wish)
            if wish and one.says in {letters.WATCHES, letters.WATCHES_OVER}:
                self._outbox.look_again(wish.game)  # for the first letter of the game itself
        if due and (last := min(left or [max(one.number for one in due)])) > kept.written:
            ledger.write(self._home, replace(kept, written=last), self._now())
        return written

    def _mail(self, kept: Ledger, one: Answer) -> bytes | None:
        """An answer as bytes; None if it cannot be made, which is told in `troubles`. Raises OSError."""
        number = letters.number_of(one)
        try:
            return letters.mail(self._home, self._config, kept, one)
        except OSError:
            raise
        except Faulty as fault:
            self.troubles[number] = fault
        except Exception as error:  # noqa: BLE001  our own mistake, whatever it is
            kind = logged(f"letter {number}", error)
            self.troubles[number] = OurMistake("answer-crashed", where=number, error=kind)
        return None

    def _open(self, name: str, game: OpenGame) -> None:
        """Open a game that is full, unless that was done before; then it waits no more."""
        if name not in self._home.games():
            self._opening.open(game, id=name, reserved=True)
        ledger.write(self._home, ledger.read(self._home).without_game(name), self._now())
