"""What we answer to strangers: one short fixed text, seldom, and only to an address that may have written to us.

A letter without a seat's secret is always kept for the keeper. Its sender may be forged, so hardly anything
goes back (RFC 3834): the same text to all, with nothing of their letter in it, once in a while to one
address, and a limited number per day in total. The answers are noted in a file, so that no crash makes us
answer twice:

    HOME/post/strangers          `last 17`, and below for each answer: HMAC of the address, time, number, letter

These letters go out like all others, as `0.stranger.17`: no game is called 0. They should go out with the
null sender (RFC 5321, 4.5.5), since nobody needs to know that they did not arrive.
"""

import hmac
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from referee.engine.lots import lp
from referee.home.config import Config
from referee.home.home import Home
from referee.home.roster import checked_address
from referee.notation import languages
from referee.post.outbox import NOBODYS_GAME, Outbox
from referee.post.reading import Mail
from referee.post.reading.fields import Fields, Unreadable, lines_of_mail, read_fields
from referee.post.reading.robots import plain
from referee.post.writing import mail_of, marked
from referee.telling.catalog import catalog
from referee.telling.letter import Bodies
from referee.util import files
from referee.util.errors import Faulty
from referee.util.regexes import regex
from referee.util.times import seconds, stamp
from referee.util.values import Value

if TYPE_CHECKING:
    from referee.post.spool import Taken

NAME = "strangers"
SEAT = "stranger"
DAY = timedelta(days=1)
MOST_KEPT = 10_000
ROW = regex(r"([0-9a-f]{32}) ([0-9TZ:-]{20}) ([1-9][0-9]{0,8}) (\S{1,80})", re.ASCII)
LAST = regex(r"last ([1-9][0-9]{0,8})", re.ASCII)
STRICT_ID = regex(r"<[A-Za-z0-9._=+-]{1,120}@[A-Za-z0-9.-]{1,120}>")
SYSTEM = regex(
    r"owner-.*|.*-(?:owner|request|bounces?|errors|confirm|help|subscribe|unsubscribe|admin)|bounces?(?:[+._=-].*)?"
    r"|(?:list)?serv(?:er)?|majordomo|mailman|root|daemon|nobody|uucp|abuse|notifications?|newsletter|robot",
    re.IGNORECASE,
)
"""Names before the @ that belong to programs (RFC 3834, 2; RFC 2142)."""


class Answered(Value):
    """One answer: to whom (a hash), when, its number, the letter in the spool that it answers."""

    who: str
    at: datetime
    number: int
    letter: str

    def row(self) -> str:
        """The answer as a line of the file."""
        return f"{self.who} {stamp(self.at)} {self.number} {self.letter}\n"


class Strangers:
    """The answers to strangers in a home. One process at a time: the caller holds the desk."""

    def __init__(self, home: Home, config: Config, outbox: Outbox, now: Callable[[], datetime]) -> None:
        """The file of a home; it is made with the first answer."""
        self._home, self._config, self._outbox, self._now = home, config, outbox, now
        self.path = home.path / "post" / NAME
        self.limits = config.limits
        self.every = timedelta(seconds=seconds(self.limits.stranger_every))

    def answer(self, mail: Mail, taken: "Taken") -> list[str]:
        """Answer a stranger's letter, if it is to be answered; returns the number of the answer. Raises OSError.

        A letter that was answered before a crash is not answered again; one that was not yet gets its answer.
        """
        if not self.limits.strangers_a_day or not self.may_have_written(mail, taken):
            return []
        now, who = self._now(), self._hash(mail.sender)
        last, known = self._read()
        one = next((one for one in known if one.letter == taken.name), None)
        if one is None:
            if not self._room(known, who, now):
                return []
            one = Answered(who, now, last + 1, taken.name)
            self._write(one.number, [*known, one], now)
        number = f"{NOBODYS_GAME}.{SEAT}.{one.number}"
        if self._outbox.find(number) is not None:
            return []
        self._outbox.put(number, self._mail(mail, one, number))
        return [number]

    def may_have_written(self, mail: Mail, taken: "Taken") -> bool:
        """Whether the sender is a single mailbox, seems to be a person, wrote to us and can take answers."""
        own = self._config.address.lower()
        try:
            checked_address(mail.sender)
        except Faulty:
            return False
        if mail.robot or mail.sender_fault or SYSTEM.fullmatch(mail.sender.partition("@")[0]):
            return False
        if plain(mail.sender) == own or not any(plain(one) == own for one in mail.recipients):
            return False
        # Answers belong to the envelope's sender (RFC 3834, 4); if that is not the writer, somebody passed
        # the letter on.
        paths = _head(taken.raw()).every("return-path")
        return all(path.strip("<> ").lower() == mail.sender.lower() for path in paths)

    def _room(self, known: list[Answered], who: str, now: datetime) -> bool:
        today = sum(one.at > now - DAY for one in known)
        again = any(one.who == who and one.at > now - self.every for one in known)
        return today < self.limits.strangers_a_day and not again

    def _hash(self, address: str) -> str:
        """An address as it is kept: from the file alone nobody can tell whose it is."""
        return self._of_key("referee/stranger/v1", plain(address)).hex()[:32]

    def _of_key(self, *what: str) -> bytes:
        return hmac.digest(self._home.key(), lp(*what), "sha256")

    def _read(self) -> tuple[int, list[Answered]]:
        """The last number given, and the answers that still count."""
        try:
            lines = self.path.read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return 0, []
        rows = [found for line in lines if (found := ROW.fullmatch(line))]
        known = [Answered(row[1], datetime.fromisoformat(row[2]), int(row[3]), row[4]) for row in rows]
        numbers = [int(found[1]) for line in lines if (found := LAST.fullmatch(line))]
        return max((*numbers, *(one.number for one in known)), default=0), known

    def _write(self, last: int, known: list[Answered], now: datetime) -> None:
        """Note an answer before it is written; expired ones are dropped, and their letters too."""
        since = now - max(self.every, DAY)
        kept = [one for one in known if one.at > since][-MOST_KEPT:]
        text = f"last {last}\n" + "".join(one.row() for one in kept)
        files.private_folder(self.path.parent)
        files.replace(self.path, text.encode("ascii"))
        for one in known:
            if one not in kept:
                self._outbox.drop(f"{NOBODYS_GAME}.{SEAT}.{one.number}")

    def _mail(self, mail: Mail, one: Answered, number: str) -> bytes:
        """The answer: only the address and the strict form of the Message-ID come from the stranger."""
        config = self._config
        known = [catalog("house", language) for language in languages.known()]
        text = "\n".join(
            says.render("stranger.txt", keeper=config.keeper, company=config.company.letters_in_all > 0)
            for says in known
        )
        return mail_of(
            config,
            number=number,
            title=" / ".join(says.say("texts", "stranger-subject") for says in known),
            to=mail.sender,
            id=marked(self._of_key("referee/stranger-letter/v1", number, stamp(one.at)), number, config.host),
            date=one.at,
            bodies=Bodies(text, ""),
            answers=mail.message_id if STRICT_ID.fullmatch(mail.message_id) else "",
            automatic="auto-replied",
            language=", ".join(languages.known()),
        )


def _head(raw: bytes) -> Fields:
    data = lines_of_mail(raw)
    try:
        return read_fields(data)[0]
    except Unreadable:
        return Fields((("return-path", "<>"),))
