"""A game with an arbiter, played by mail up to position 3.0 or 3.1, with something in dispute.

Also the arbiter's letters.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from awkward.world import ADDRESS, OPENING, PLAYERS, QUIET, Came, Out, World, hash_of

from referee.desk import keeper
from referee.home import config
from referee.home.home import Home
from referee.house.players import Player
from referee.util import files

OLAF = Player("olaf@example.org", "Olaf")
KEEPER = "keeper@games.example"
DISPUTE = "dispute 2.0: the third card was drawn too many"
TERMS = {"statement": "3 days", "ruling": "14 days", "appeal": "3 days"}
IN_CONFIDENCE = "he looked at my cards"
"""A phrase of a statement, which only the judge reads."""


def disputed(
    path: Path,
    *,
    arbiter: Player | None = OLAF,
    terms: Mapping[str, str] | None = None,
    letters: Sequence[tuple[str, str]] = OPENING,
) -> World:
    """A game in play, with an arbiter (None: the keeper rules), under these terms."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    config.write(Home(path), config.Config(ADDRESS, limits=QUIET, keeper=KEEPER))
    world = World(path)
    with world.desk.held():
        agreed = {**TERMS, **(terms or {})}
        keeper.invite(
            world.desk, "thunder", PLAYERS, id="g1", seed="07", options={}, terms=agreed, arbiter=arbiter
        )
    world.send()
    for number, (seat, body) in enumerate(letters):
        came = world.post(letter(world, seat, body, number))
        assert all(line.startswith(("played", "said")) for line in came.lines), came.lines
    return world


def letter(world: World, seat: str, body: str, number: int = 0, sender: str = "", answers: str = "") -> bytes:
    """A plain letter of a seat, or of the arbiter; `answers` is the number of the letter that it answers, if any."""
    address = OLAF.address if seat == "arbiter" else world.roster[seat].address
    return (
        f"From: {sender or address}\r\nTo: {world.reply_to(seat)}\r\nSubject: {answers or 'orders'}\r\n"
        f"Message-ID: <{hash_of(body)}.{number}.{seat}@example.org>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n" + body.replace("\n", "\r\n") + "\r\n"
    ).encode()


def write(world: World, seat: str, body: str, number: int = 0, answers: str = "") -> Came:
    """A letter comes in, and a pass is made."""
    return world.post(letter(world, seat, body, number, answers=answers))


def wait(world: World, **span: int) -> list[Out]:
    """Let this much time pass, with passes in between; the letters that went out."""
    until, found = world.time + timedelta(**span), list[Out]()
    while world.time < until:
        world.time = min(until, world.time + timedelta(hours=1))
        assert not world.run().troubles
        found += world.send()
    return found


def events(world: World) -> list[str]:
    """The names of the events of a dispute, in order."""
    own = {"H20", "H21", "H23"}
    return [type(one).__name__ for entry in world.entries() for one in entry.events if one.number in own]


def rested(world: World) -> bool:
    """Whether play rests."""
    with world.desk.held():
        return world.desk.games.table("g1").index.house.rests


def table(world: World) -> Any:
    """The game as it is on the disk."""
    with world.desk.held():
        return world.desk.games.table("g1")


def mails_to_the_keeper(world: World) -> list[str]:
    """The mails to the keeper, decoded enough to search in them."""
    folder = world.path / "post" / "notices" / "out"
    return [one.read_text("latin-1").replace("=\n", "") for one in sorted(folder.glob("*.eml"))]


def taps(out: Out) -> list[str]:
    """The orders of the links of a letter."""
    found = re.findall(r"<mailto:[^>]*?[?]([^>]*)>", out.text)
    return [parse_qs(one)["body"][0].replace("\r\n", "\n") for one in found]
