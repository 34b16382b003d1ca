"""Letters that bear no seat's secret: of machines, of mailboxes that have a code, of strangers."""

from pathlib import Path

from referee.desk.addresses import Addresses
from referee.desk.games import Games
from referee.desk.intake.letter import PUT_AWAY, Arrived, Fate, held
from referee.desk.intake.policy import Policy
from referee.desk.intake.unsent import Unsent, named_in
from referee.desk.letters.notices import Notice, PlayerNotices
from referee.desk.letters.strangers import Strangers
from referee.home import roster
from referee.home.home import Home
from referee.home.seats import Seats, tokens
from referee.post import envelope
from referee.post.outbox import Outbox
from referee.post.writing import OURS

MOST_TOLD = 5
"""So often a day a player is told where answers go: whoever has many letters of ours could ask for it once for each."""
UNSENT_TO_STRANGER = "unsent-stranger"
"""Why a letter without a secret is on hold: it answers one of ours that we do not know."""


class Unknown:
    """Letters without the secret of a seat."""

    def __init__(
        self,
        home: Home,
        seats: Seats,
        games: Games,
        outbox: Outbox,
        addresses: Addresses,
        policy: Policy,
        notices: PlayerNotices,
        strangers: Strangers,
        unsent: Unsent,
    ) -> None:
        """The parts of the desk.

        `addresses` carries out the answers to codes, `notices` tells players, `strangers` answers those who do not
        play, where they are answered, and `unsent` knows which letters were never sent.
        """
        self._home, self._seats, self._games, self._outbox = home, seats, games, outbox
        self._addresses, self._policy, self._notices = addresses, policy, notices
        self._strangers, self._unsent = strangers, unsent

    def from_a_machine(self, letter: Arrived) -> Fate | None:
        """A letter of a machine is put away, and never answered."""
        return PUT_AWAY if letter.mail.robot and not letter.seats else None

    def code(self, letter: Arrived) -> Fate | None:
        """The answer to a wish for another address counts if it comes from the mailbox that has the code.

        It is never answered.
        """
        mail = letter.mail
        codes = () if letter.seats else self._seats.codes_in((*mail.recipients, mail.subject))
        if not codes:
            return None
        found, *others = codes
        table = self._games.table(found.game)
        address = self._addresses.expected(found, letter.taken.at)
        if others or not address:
            return PUT_AWAY
        if refused := self._policy.refuses(letter, table, found.token, address):
            return refused
        if self._addresses.answer(table, found, [line for _, line in mail.lines]):
            self._games.drop(table.id)  # its letters still use the old roster
            self._games.sending(table.id).all_due(act=True)
        return PUT_AWAY

    def astray(self, letter: Arrived) -> Fate | None:
        """A letter without a secret counts for nothing, even if it answers ours; its player is told where answers go.

        The id that it names shows that it answers ours, but may stand in any letter that was sent on, and From is only
        a hint. So nothing in it is read, and where it is not from the address to which our letter went, it is a
        stranger's. The player is told once a day for each letter of ours, and `MOST_TOLD` times in all.
        """
        ours = None if letter.seats else next(filter(None, map(self._answered, letter.mail.answers)), None)
        if ours is None:
            return None
        number, path = ours
        game, seat, count = number.split(".")
        table = self._games.table(game)
        player = self._games.sending(game).roster.everybody.get(seat)
        if player is None or player.address != envelope.went_to(path):
            return None
        if player.address.lower() != letter.mail.sender.lower():
            return None
        today = f"plain-{letter.taken.at:%Y%m%d}"
        if self._outbox.noticed(f"{game}.{seat}.note-{today}-") >= MOST_TOLD:
            return PUT_AWAY
        notice = Notice(
            name=f"{today}-{count}",
            kind="plain",
            to=player.address,
            secret=self._seats.secret(game, seat),
            values={"letter": number},
        )
        self._notices.put(table, seat, notice)
        return PUT_AWAY

    def _answered(self, answers: str) -> tuple[str, Path] | None:
        """The number of the letter of ours that has this id, and where it lies; None if none has."""
        named = OURS.fullmatch(answers)
        path = self._outbox.find(named[1]) if named else None
        return (
            (named[1], path) if named and path and envelope.field_of(path, "Message-ID") == answers else None
        )

    def before_a_restore(self, letter: Arrived) -> Fate | None:
        """H24 A letter is held if its secret is one that a seat had before an old copy of the home was put back."""
        if letter.seats:
            return None
        mail = letter.mail
        seats = (self._seats.at(token) for token in tokens((*mail.recipients, mail.subject)))
        games = {seat.game for seat in seats if seat}
        restored = any(roster.read(self._home.roster_path(game)).restored for game in games)
        return held("before-restore") if restored else None

    def stranger(self, letter: Arrived) -> Fate | None:
        """A letter without a seat's secret waits for the keeper.

        The keeper is told if it answers a letter that we do not know.
        """
        if letter.seats:
            return None
        letter.written += self._strangers.answer(letter.mail, letter.taken)
        number = self._unsent.of_any(named_in(letter.mail))
        if number:
            self._unsent.tell(number)
        return held(f"{UNSENT_TO_STRANGER} {number}" if number else "no-seat")
