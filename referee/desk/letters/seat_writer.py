"""What all letters to a seat have in common, a player's or the arbiter's: whom they are for and what they answer."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from referee.desk.letters.due import Due, answered
from referee.desk.letters.quotas import Withheld
from referee.home.config import Config
from referee.house.players import Player
from referee.post.writing import Attachment, mail_of
from referee.table.invitation import first_letter
from referee.table.table import Table
from referee.telling.letter import Bodies
from referee.telling.packet import Headers, no_headers
from referee.util.values import Value


def _goes_on(_entry: int) -> str:
    return ""


def _none_joined(_entry: int) -> bool:
    return True


class SeatWriter(Value, kw_only=True, unshown=("secret",)):
    """What a letter to a seat needs beside the record: who reads it, where to answer, when it is written.

    Attributes:
        answers: the Message-IDs of the mails that are answered, by entry.
        ids: gives the Message-ID of a letter by seat and number.
        resumes: for an entry, until when there are no more answers; "" if there are.
        withheld: whether the letter of an entry, before the last that is told of, has no answer.
        headers: gives the heads of mails, without addresses and secrets.
    """

    config: Config
    player: Player
    secret: str
    date: datetime
    answers: Mapping[int, str]
    ids: Callable[[str, int], str]
    resumes: Callable[[int], str] = _goes_on
    withheld: Withheld = _none_joined
    headers: Headers = no_headers

    def mail_of(
        self, table: Table, one: Due, bodies: Bodies, language: str, attachments: Sequence[Attachment] = ()
    ) -> bytes:
        """The whole mail of a letter that is due, with these bodies."""
        number = number_of(table, one)
        own = answered(table, one, self.withheld)
        first = first_letter(table, one.seat)
        before = table.index.number(one.seat, one.since + 1)
        return mail_of(
            self.config,
            number=number,
            title=bodies.subject,
            marks=self.marks(table, number) if self.config.in_subject(table.terms.sender) else "",
            to=self.player.address,
            secret=self.secret,
            id=self.ids(one.seat, one.number),
            date=self.date,
            bodies=bodies,
            answers="" if own is None else self.answers.get(own, ""),
            thread=[self.ids(one.seat, k) for k in dict.fromkeys((first, before)) if k and k < one.number],
            automatic="auto-generated" if own is None else "auto-replied",
            language=language,
            attachments=attachments,
        )

    def marks(self, table: Table, number: str) -> str:
        """What the subject of an answer must hold: the number, and the secret if it travels there."""
        return f"{number} {self.secret}" if self.config.in_subject(table.terms.sender) else number


def number_of(table: Table, one: Due) -> str:
    """The number of a letter in full: `g1.thor.9`."""
    return f"{table.id}.{one.seat}.{one.number}"
