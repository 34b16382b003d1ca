"""What the keeper is mailed: that letters cannot be delivered, once for a seat in a day; that one is stuck; that a dispute waits.

Each lies in the outbox under a name of its own (`keeper.g1-thor.20261121`, `keeper.g1-dispute-12-open...` for the packet of
the dispute that began with entry 12), so that none is written twice. Nothing of a letter stands in these mails, but what a packet
shows after a mark, and no words of a server, which may quote one. A notice comes from our plain address, and its id has the
form of our own mails: if it comes back, in whatever way, it is put away unanswered.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from referee.home.config import Config
from referee.post.mailing import Draft, mail_of
from referee.post.outbox import Outbox
from referee.telling.letter import Bodies
from referee.util import data as share
from referee.util import plainyaml

FILE = "keeper.en.yaml"
CODE = re.compile(r"(?:[0-9]{1,3}[ -])?[245]\.[0-9]{1,3}\.[0-9]{1,3}\b|[0-9]{1,3}\b", re.ASCII)
"""The codes with which an answer begins; its words are not told."""
MOST_TOLD = 20


class KeeperMail:
    """The mails to the keeper of a home."""

    def __init__(self, config: Config, outbox: Outbox) -> None:
        """Whom they go to stands in the configuration; to nobody if it names no keeper."""
        self._config, self._outbox = config, outbox

    def refused(self, game: str, seat: str, now: datetime, numbers: Sequence[str], reply: str) -> None:
        """Letters to a seat were refused for good. Raises OSError."""
        self._tell("refused", (game, seat), now, numbers, reply)

    def came_back(self, game: str, seat: str, now: datetime, numbers: Sequence[str], status: str) -> None:
        """Letters to a seat came back. Raises OSError."""
        self._tell("came-back", (game, seat), now, numbers, status)

    def stuck(self, number: str, now: datetime, since: str, reply: str) -> None:
        """At a letter the way seems closed, `since` then, and no other shows whether it is: told once. Raises OSError."""
        at = now.astimezone(UTC)
        begins = f"keeper.{number.replace('.', '-')}-stuck."
        if self._outbox.keeper_was_told(begins):
            return
        said = dict(zip(("game", "seat"), number.split("."), strict=False))
        said |= {"number": number, "since": since, "code": _code(reply)}
        self._put("stuck", f"{begins}{at:%Y%m%d}", at, said)

    def doubt(self, number: str, now: datetime) -> None:
        """A letter answers one of ours, of that number, that was never sent (H24). Raises OSError."""
        at = now.astimezone(UTC)
        game, seat, _ = number.split(".")
        said = {"game": game, "seat": seat, "number": number}
        self._put("doubt", f"keeper.{game}-{seat}-doubt.{at:%Y%m%d}", at, said)

    def dispute(self, case: str, game: str, at: datetime, packet: str) -> None:
        """The keeper is to rule on a `case` (its name), and gets the packet (H20). Raises OSError."""
        self._put("dispute", f"keeper.{case}.{at:%Y%m%d}", at, {"game": game, "packet": packet})

    def _tell(
        self, what: str, seat: tuple[str, str], now: datetime, numbers: Sequence[str], reply: str
    ) -> None:
        at = now.astimezone(UTC)
        listed = ", ".join(numbers[-MOST_TOLD:])
        said = {"game": seat[0], "seat": seat[1], "numbers": listed, "code": _code(reply)}
        self._put(what, f"keeper.{seat[0]}-{seat[1]}.{at:%Y%m%d}", at, said)

    def _put(self, what: str, name: str, at: datetime, said: dict[str, str]) -> None:
        """Have a mail due, unless one of that name is or was, or there is nobody to be told."""
        if not self._config.keeper or self._outbox.keeper_was_told(f"{name}.eml"):
            return
        texts = _texts()[what]
        draft = Draft(
            number=name,
            title=texts["subject"].format_map(said),
            to=self._config.keeper,
            date=at,
            bodies=Bodies(texts["text"].format_map(said), ""),
        )
        self._outbox.put_for_keeper(name, mail_of(self._config, draft))


def _code(reply: str) -> str:
    found = CODE.match(reply)
    return found[0] if found else "none"


@cache
def _texts() -> dict[str, dict[str, str]]:
    return plainyaml.read_text(share.text("templates", FILE), FILE).value  # type: ignore[no-any-return]
