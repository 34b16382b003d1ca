"""Who sits at a table: addresses and names, kept beside the record and never in it.

The file `HOME/games/ID/roster.yaml` holds `seed` (given by hand, or "") and under `seats`, for each seat, `address`,
`name` (or ""), `key`: how often this seat has been given a new secret, and `language`: the one its player was entered
with. The language of its letters now stands in the record, for a player may choose another by mail (H10).
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee import files, plainyaml
from referee.game import Faulty
from referee.languages import checked
from referee.layout import write_document

LONGEST_ADDRESS = 254
LONGEST_NAME = 60
LANGUAGE = re.compile(r"(?P<player>.*?)(?:\s*,\s*lang\s*=(?P<language>.*))?", re.DOTALL | re.IGNORECASE)
LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]*(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
ADDRESS = re.compile(f"{LOCAL}@{DOMAIN}")
MAILBOX = re.compile(r'\s*(?:"?(?P<name>[^"<>]*?)"?\s*<(?P<inside>[^<>]*)>|(?P<bare>[^<>]*))\s*')


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays in a seat: address, name, how often the seat was given a new secret, language; "" for what was not given."""

    address: str
    name: str = ""
    key: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a game by seat, and the seed that was given by hand ("" for none)."""

    seed: str = ""
    seats: Mapping[str, Player] = field(default_factory=dict)

    def with_player(self, seat: str, player: Player) -> "Roster":
        """The same with another player in a seat."""
        return Roster(self.seed, {**self.seats, seat: player})


def checked_address(address: str, where: str = "") -> str:
    """A mail address (RFC 5321, in ASCII, no quotes, no address literals), its domain in lower case. Raises `Faulty`."""
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Faulty("bad-address", where=where, address=address[:LONGEST_ADDRESS])
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def mailbox(text: str) -> Player:
    """A player as written behind `--seat`: `anna@example.org` or `Anna <anna@example.org>`, and `,lang=de` behind it.

    Raises `Faulty`.
    """
    whole = LANGUAGE.fullmatch(text)
    found = MAILBOX.fullmatch(whole["player"]) if whole else None
    if whole is None or found is None:
        raise Faulty("bad-address", address=text[:LONGEST_ADDRESS])
    name = checked_name((found["name"] or "").strip())
    address = checked_address((found["inside"] or found["bare"] or "").strip())
    return Player(address, name, language="" if whole["language"] is None else checked(whole["language"]))


def checked_name(name: str) -> str:
    """A player's name: printable, not too long, and nothing that parts names in an option. Raises `Faulty`."""
    if len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set(",:"):
        raise Faulty("bad-name", name=name[:LONGEST_NAME])
    return name


def read(path: Path) -> Roster:
    """The roster in a file; an empty one if there is none. Raises `Faulty` naming the place of what is wrong."""
    try:
        now = path.stat()
    except FileNotFoundError:
        return Roster()
    return _read(path, (now.st_ino, now.st_mtime_ns, now.st_size))


@lru_cache(4096)
def _read(path: Path, _version: tuple[int, int, int]) -> Roster:
    """The roster in a file as it is in this version: every letter asks for it several times."""
    marked = plainyaml.read_file(path)
    given = marked.value
    if not isinstance(given, dict) or not set(given) <= {"seed", "seats"}:
        raise Faulty("roster-form", where=marked.place(()))
    seats = given.get("seats", {})
    if not isinstance(seats, dict):
        raise Faulty("roster-form", where=marked.place(("seats",)))
    return Roster(_seed(given, marked), {seat: _player(seats, seat, marked) for seat in seats})


def _seed(given: Mapping[str, Any], marked: plainyaml.Marked) -> str:
    seed = given.get("seed", "")
    if not isinstance(seed, str):
        raise Faulty("roster-form", where=marked.place(("seed",)))
    return seed


def _player(seats: Mapping[str, Any], seat: str, marked: plainyaml.Marked) -> Player:
    match seats[seat]:
        case {"address": str(address), **rest} if set(rest) <= {"name", "key", "language"}:
            name, key, language = rest.get("name", ""), rest.get("key", 0), rest.get("language", "")
            if isinstance(name, str) and type(key) is int and key >= 0 and isinstance(language, str):
                address = checked_address(address, marked.place(("seats", seat, "address")))
                return Player(address, name, key, language)
    raise Faulty("roster-form", where=marked.place(("seats", seat)))


def write(path: Path, roster: Roster) -> None:
    """Write the roster; the old one stands until the new one is on the disk."""
    files.sweep(path.parent, path.name.__eq__)
    doc = {"seed": roster.seed, "seats": {seat: asdict(player) for seat, player in roster.seats.items()}}
    files.replace(path, write_document(doc))
