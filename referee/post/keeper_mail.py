"""What the keeper is mailed: letters cannot be delivered (once a day per address), one is stuck, somebody is awaited.

Each mail has a name of its own in the outbox (`keeper.g1-thor-0a1b2c3d.20261121`; `keeper.g1-dispute-12-open...` for
the packet of the dispute that began with entry 12), so none is written twice. These mails quote nothing from
letters, except what a packet shows after a mark, and no server's words, which may quote a letter.

A notice comes from our plain address, and its id has the form of our own mails: if it is returned in any way,
it is put away unanswered.
"""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from referee.home.config import Config
from referee.post.outbox import Outbox
from referee.post.writing import mail_of
from referee.telling.letter import Bodies
from referee.util import data as share
from referee.util import plainyaml
from referee.util.regexes import regex
from referee.util.text import wrapped

FILE = "keeper.en.yaml"
CODE = regex(r"(?:[0-9]{1,3}[ -])?[245]\.[0-9]{1,3}\.[0-9]{1,3}\b|[0-9]{1,3}\b", re.ASCII)
"""The codes with which a server's answer begins; its words are not passed on."""
MOST_TOLD = 20


class KeeperMail:
    """The mails to the keeper of a home."""

    def __init__(self, config: Config, outbox: Outbox) -> None:
        """Take the configuration and the outbox. If the configuration names no keeper, nothing is written."""
        self._config, self._outbox = config, outbox

    def refused(self, numbers: Sequence[str], address: str, now: datetime, reply: str) -> None:
        """Letters to a seat, at that address, were refused for good. Raises OSError."""
        self._tell("refused", numbers, address, now, reply)

    def came_back(self, numbers: Sequence[str], address: str, now: datetime, status: str) -> None:
        """Letters to a seat, at that address, came back. Raises OSError."""
        self._tell("came-back", numbers, address, now, status)

    def stuck(self, number: str, now: datetime, since: str, reply: str) -> None:
        """At this letter the way out has seemed closed `since` then, and no other shows whether it is. Raises OSError.

        The keeper is told once.
        """
        at = now.astimezone(UTC)
        begins = f"keeper.{number.replace('.', '-')}-stuck."
        if self._outbox.keeper_was_told(begins):
            return
        said = dict(zip(("game", "seat"), number.split("."), strict=False))
        said |= {"number": number, "since": since, "code": _code(reply)}
        self._put("stuck", f"{begins}{at:%Y%m%d}", at, said)

    def doubt(self, number: str, now: datetime) -> None:
        """Somebody has answered a letter with one of our numbers that was never sent (H24). Raises OSError."""
        at = now.astimezone(UTC)
        game, seat, _ = number.split(".")
        said = {"game": game, "seat": seat, "number": number}
        self._put("doubt", f"keeper.{game}-{seat}-doubt.{at:%Y%m%d}", at, said)

    def dispute(self, case: str, game: str, at: datetime, packet: str) -> None:
        """The keeper is to rule on a dispute, named `case`, and gets the packet (H20). Raises OSError."""
        self._put("dispute", f"keeper.{case}.{at:%Y%m%d}", at, {"game": game, "packet": packet})

    def silent(self, game: str, seat: str, entry: int, at: datetime) -> None:
        """This seat has not answered in time, as that entry of the record says. Raises OSError."""
        at = at.astimezone(UTC)
        self._put(
            "silent", f"keeper.{game}-{seat}-silent-{entry}.{at:%Y%m%d}", at, {"game": game, "seat": seat}
        )

    def _tell(self, what: str, numbers: Sequence[str], address: str, now: datetime, reply: str) -> None:
        at = now.astimezone(UTC)
        game, seat, _ = numbers[-1].split(".")
        listed = ", ".join(numbers[-MOST_TOLD:])
        said = {"game": game, "seat": seat, "numbers": listed, "address": address, "code": _code(reply)}
        where = hashlib.sha256(address.encode()).hexdigest()[:8]  # one that was corrected may be wrong again
        self._put(what, f"keeper.{game}-{seat}-{where}.{at:%Y%m%d}", at, said)

    def _put(self, what: str, name: str, at: datetime, said: dict[str, str]) -> None:
        """Queue a mail, unless one of that name was queued before or there is no keeper."""
        if not self._config.keeper or self._outbox.keeper_was_told(f"{name}.eml"):
            return
        texts = _texts()[what]
        mail = mail_of(
            self._config,
            number=name,
            title=texts["subject"].format_map(said),
            to=self._config.keeper,
            date=at,
            bodies=Bodies(_set(texts["text"], said), ""),
        )
        self._outbox.put_for_keeper(name, mail)


def _set(text: str, said: dict[str, str]) -> str:
    """A text at the width of a letter: each paragraph, but commands, which are indented, and what is set already."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        one.format_map(said)
        if one.startswith((" ", "{"))
        else "\n".join(wrapped(" ".join(one.split()).format_map(said)))
        for one in paragraphs
    )


def _code(reply: str) -> str:
    found = CODE.match(reply)
    return found[0] if found else "none"


@cache
def _texts() -> dict[str, dict[str, str]]:
    return plainyaml.read_text(share.text("templates", FILE), FILE).value  # type: ignore[no-any-return]
