"""Letters of fixed text that belong to no entry of a record.

They warn a player's address about who may write for a seat.

    HOME/post/out/g1.thor.note-unsigned-20261121.eml      due; when sent, it lies with the other letters of its game

The name of a notice says what it is about and tells it from every other, so that it is written once, however
often a pass is cut short. The only text of a received mail in a notice is an address that was asked for, in
its strict form.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from referee.home.config import Config
from referee.post.outbox import Outbox
from referee.post.writing import mail_of
from referee.table.table import Table
from referee.telling.catalog import catalog
from referee.telling.fence import fence_of
from referee.telling.letter import Bodies
from referee.util.values import Value, field

KINDS: Mapping[str, tuple[str, str]] = {
    "plain": ("notice-plain", "notice-plain-title"),
    "unsigned": ("notice-unsigned", "notice-unsigned-title"),
    "old": ("notice-address-old", "notice-address-title"),
    "new": ("notice-address-new", "notice-address-title"),
}
"""The texts of each kind: the paragraphs, and the title."""
NUMBERS = 1_000_000_000


class Notice(Value, kw_only=True, unshown=("secret",)):
    """One notice: its name, one of `KINDS`, the address, the secret that its answer bears, the values of its text."""

    name: str
    kind: str
    to: str
    secret: str
    values: Mapping[str, Any] = field(default_factory=dict)


class PlayerNotices:
    """The notices of a home."""

    def __init__(self, config: Config, outbox: Outbox, now: Callable[[], datetime]) -> None:
        """They are dated when they are written."""
        self._config, self._outbox, self._now = config, outbox, now

    def put(self, table: Table, seat: str, notice: Notice) -> None:
        """Queue a notice in the language of the seat, unless it is due or sent already. Raises OSError."""
        number = f"{table.id}.{seat}.note-{notice.name}"
        if self._outbox.find(number) is None:
            self._outbox.put(number, self._mail(table, table.index.language(seat), notice))

    def _mail(self, table: Table, language: str, notice: Notice) -> bytes:
        """The mail. No field of it names a game or a seat, because the address may be a stranger's."""
        says, (text, title) = catalog("house", language), KINDS[notice.kind]
        heading = says.say("texts", title)
        reply_to = self._config.reply_address(notice.secret)
        values = {"referee": self._config.name, "plain": self._config.address, "reply_to": reply_to}
        values |= notice.values
        paragraphs = [" ".join(one.split()) for one in says.say("texts", text, params=values).split("\n\n")]
        fence = fence_of(table.game, table.content, language)
        shown: dict[str, Any] = {
            "heading": heading,
            "paragraphs": paragraphs,
            "fence": fence.line,
            "language": language,
        }
        bodies = Bodies(fence.text(says.render("notice.txt", **shown)), says.render("notice.html", **shown))
        return mail_of(
            self._config,
            number=_number(notice),
            title=heading,
            marks=notice.secret if self._config.in_subject(table.terms.sender) else "",
            to=notice.to,
            secret=notice.secret,
            date=self._now(),
            bodies=bodies,
            language=language,
        )


def _number(notice: Notice) -> str:
    """`note.new.123456789`: it has the form of our other numbers, so that we know it again, and tells nothing."""
    digest = hashlib.sha256(f"{notice.name} {notice.secret}".encode()).digest()
    return f"note.{notice.kind}.{int.from_bytes(digest[:8]) % NUMBERS}"
