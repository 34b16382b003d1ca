"""The heads of mails that were ruled on, for the packet of a dispute (H20): without addresses and secrets.

A mail is found in the spool by its time of arrival and its digest, which the record has. Its fields are a
stranger's text, so each is shown on one line, cut to a length, after a mark. An address of a seat is replaced
by the seat, `<LOKI>`; any other by its domain, `<?@elsewhere.example>`: so one can see that a letter came
from somewhere else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.home import roster
from referee.home.seats import STARS, SUSPECT, Seats, without_secrets
from referee.post.reading import Unreadable, read_mail
from referee.post.reading.fields import one_line, read_fields
from referee.post.reading.headers import words_of
from referee.post.spool import Spool
from referee.record.entries import Letter
from referee.util.regexes import regex
from referee.util.text import clean
from referee.util.times import moment

SHOWN = ("date", "from", "to", "subject", "message-id", "in-reply-to", "received")
MOST_FIELDS, MOST_LETTERS = 24, 200
MAILBOX = regex(r"[^\s<>()\[\],;:\"]*@[^\s<>()\[\],;:\"]*")


class Heads:
    """The heads of the mails of one game."""

    def __init__(self, spool: Spool, seats: Seats, game: str) -> None:
        """Look in this spool; the secrets to hide are those of the home, and all that seats of this game ever had."""
        self._spool, self._seats, self._game = spool, seats, game

    def __call__(self, letter: Letter) -> Sequence[str]:
        """The head of a letter's mail; () if it is not in the spool any more."""
        return tuple(self._lines(letter))

    def _lines(self, letter: Letter) -> Iterator[str]:
        raw = self._raw(letter)
        if raw is None:
            return
        fields, _ = read_fields(raw.replace(b"\r\n", b"\n"))
        shown = [(name, value) for name, value in fields.pairs if name in SHOWN]
        for name, value in shown[:MOST_FIELDS]:
            yield f"{name}: {self._harmless(value)}"

    def _harmless(self, value: str) -> str:
        text = one_line(words_of(value))[:1000]
        text = SUSPECT.sub(STARS, without_secrets(text, self._seats, self._game))
        return clean(MAILBOX.sub(self._named, text))[:MOST_LETTERS]

    def _named(self, found: re.Match[str]) -> str:
        """What stands for an address."""
        address = found[0].lower()
        if seat := self._known().get(address):
            return seat.upper()
        return f"?@{address.rpartition('@')[2]}"

    def _known(self) -> Mapping[str, str]:
        """The seats by the addresses that their letters go to."""
        people = roster.read(self._seats.home.roster_path(self._game)).everybody
        return {player.address.lower(): seat for seat, player in people.items()}

    def _raw(self, letter: Letter) -> bytes | None:
        """The mail as it came; None if it is not at hand."""
        if not letter.digest:
            return None
        at = moment(letter.at)
        for path in sorted(self._spool.folder.glob(f"*/**/{at:%Y%m%dT%H%M%S}*")):
            try:
                raw = path.read_bytes()
                if read_mail(raw).digest == letter.digest:
                    return raw
            except (OSError, Unreadable):
                continue
        return None
