"""What the keeper is mailed: that letters cannot be delivered, once for a seat in a day; that one is stuck; that a dispute waits.

    HOME/post/notices/out/keeper.g1-thor.20261121.eml     due
    HOME/post/notices/out/keeper.g1-dispute-12-open...    the packet of the dispute that began with entry 12
    HOME/post/notices/done/...                            sent, or refused; kept so that it is not written again

Nothing of a letter stands in these mails, but what a packet shows after a mark, and no words of a server, which may quote one. A notice comes from our plain
address, and its id has the form of our own mails: if it comes back, in whatever way, it is put away unanswered.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from functools import cache
from pathlib import Path

from referee.home.config import Config
from referee.home.roster import checked_address
from referee.post.ways import tries
from referee.post.ways.way import Parcel
from referee.post.writing import Outgoing, quoted_name, written_plain
from referee.telling.letter import Bodies
from referee.util import data as share
from referee.util import files, plainyaml

FILE = "keeper.en.yaml"
CODE = re.compile(r"(?:[0-9]{1,3}[ -])?[245]\.[0-9]{1,3}\.[0-9]{1,3}\b|[0-9]{1,3}\b", re.ASCII)
"""The codes with which an answer begins; its words are not told."""
MOST_TOLD = 20
NAME = re.compile(r"keeper\.[a-z0-9-]{1,70}\.[0-9]{8}\.eml")


class Notices:
    """The mails to the keeper of a home."""

    def __init__(self, post: Path) -> None:
        """Take up those below this folder; it is made when the first is written."""
        self._out, self._done = post / "notices" / "out", post / "notices" / "done"

    def refused(
        self, config: Config, game: str, seat: str, now: datetime, numbers: Sequence[str], reply: str
    ) -> None:
        """Letters to a seat were refused for good. Raises OSError."""
        self._tell(config, "refused", (game, seat), now, numbers, reply)

    def came_back(
        self, config: Config, game: str, seat: str, now: datetime, numbers: Sequence[str], status: str
    ) -> None:
        """Letters to a seat came back. Raises OSError."""
        self._tell(config, "came-back", (game, seat), now, numbers, status)

    def stuck(self, config: Config, number: str, now: datetime, since: str, reply: str) -> None:
        """At a letter the way seems closed, `since` then, and no other shows whether it is: told once. Raises OSError."""
        at, code = now.astimezone(UTC), CODE.match(reply)
        begins = f"keeper.{number.replace('.', '-')}-stuck."
        folders = (self._out, self._done)
        if any(path.name.startswith(begins) for one in folders if one.is_dir() for path in one.iterdir()):
            return
        said = dict(zip(("game", "seat"), number.split("."), strict=False))
        said |= {"number": number, "since": since, "code": code[0] if code else "none"}
        self._put(config, "stuck", f"{begins}{at:%Y%m%d}", at, said)

    def doubt(self, config: Config, game: str, seat: str, now: datetime, number: str) -> None:
        """A letter answers one of ours that was never sent (H24). Raises OSError."""
        at = now.astimezone(UTC)
        said = {"game": game, "seat": seat, "number": number}
        self._put(config, "doubt", f"keeper.{game}-{seat}-doubt.{at:%Y%m%d}", at, said)

    def dispute(self, config: Config, case: str, game: str, at: datetime, packet: str) -> None:
        """The keeper is to rule on a `case` (its name), and gets the packet (H20). Raises OSError."""
        self._put(config, "dispute", f"keeper.{case}.{at:%Y%m%d}", at, {"game": game, "packet": packet})

    def due(self) -> list[Path]:
        """The mails to be sent."""
        there = self._out.iterdir() if self._out.is_dir() else ()
        return sorted(path for path in there if NAME.fullmatch(path.name))

    def parcel(self, config: Config, path: Path) -> Parcel:
        """A mail in its envelope: it goes to the address in its header."""
        data = path.read_bytes()
        to = BytesHeaderParser().parsebytes(data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")["To"]
        return Parcel(path.stem, config.address, checked_address(str(to)), data)

    def done(self, path: Path) -> None:
        """A mail was sent, or will never be."""
        files.private_folder(self._done)
        files.move(path, self._done / path.name)
        tries.forget(path)

    def _tell(
        self,
        config: Config,
        what: str,
        seat: tuple[str, str],
        now: datetime,
        numbers: Sequence[str],
        reply: str,
    ) -> None:
        at = now.astimezone(UTC)
        code = CODE.match(reply)
        listed = ", ".join(numbers[-MOST_TOLD:])
        said = {"game": seat[0], "seat": seat[1], "numbers": listed, "code": code[0] if code else "none"}
        self._put(config, what, f"keeper.{seat[0]}-{seat[1]}.{at:%Y%m%d}", at, said)

    def _put(self, config: Config, what: str, name: str, at: datetime, said: dict[str, str]) -> None:
        """Have a mail due, unless one of that name is or was, or there is nobody to be told."""
        path = self._out / f"{name}.eml"
        if not config.keeper or path.exists() or (self._done / path.name).exists():
            return
        files.private_folder(self._out)
        files.replace(path, _mail(config, what, name, at, said))


def _mail(config: Config, what: str, name: str, at: datetime, said: dict[str, str]) -> bytes:
    texts = _texts()[what]
    return written_plain(
        Outgoing(
            number=name,
            subject=texts["subject"].format_map(said),
            sender=f"{quoted_name(config.name)} <{config.address}>",
            to=config.keeper,
            reply_to=config.address,
            id=f"<{name}@{config.host}>",
            date=at,
            bodies=Bodies(texts["text"].format_map(said), ""),
        )
    )


@cache
def _texts() -> dict[str, dict[str, str]]:
    return plainyaml.read_text(share.text("templates", FILE), FILE).value  # type: ignore[no-any-return]
