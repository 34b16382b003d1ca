"""Who sits at a table: addresses and names, kept beside the record and never in it.

The file `HOME/games/ID/roster.yaml` holds `lots` and `secrets`, each 32 random bytes in hex: on the first rests what must
stay for as long as the game is played (its lots, the ids of its letters), on the second what is given again after a backup was
put back (secrets of seats, codes, return addresses); `restored` is the id of the last time that was (see `referee.desk.restoring`). It holds `seed` (given by hand, or "") and under `seats`, for each seat, `address`,
`name` (or ""), `key`: how often this seat has been given a new secret, and `language`: the one its player was entered
with. Under `arbiter` stands the same of who rules in disputes (H20), if that is not the keeper. The language of its letters now stands in the record, for a player may choose another by mail (H10). What was asked
for by mail stands beside: `renewed`, by seat the entry of the last letter whose `newkey` is carried out, and `asked`, by
seat the last wish for another address (see `referee.desk.addresses`).
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.house.docket import ARBITER
from referee.house.players import Player
from referee.notation.languages import checked
from referee.util import files, plainyaml
from referee.util.errors import Faulty
from referee.util.layout import write_document

LONGEST_ADDRESS = 254
LONGEST_NAME = 60
LANGUAGE = re.compile(r"(?P<player>.*?)(?:\s*,\s*lang\s*=(?P<language>.*))?", re.DOTALL | re.IGNORECASE)
LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]*(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
ADDRESS = re.compile(f"{LOCAL}@{DOMAIN}")
RANDOM = re.compile(r"[0-9a-f]{64}")
KEYS = frozenset({"lots", "secrets", "restored", "seed", "seats", "renewed", "asked", ARBITER})
MAILBOX = re.compile(r'\s*(?:"?(?P<name>[^"<>]*?)"?\s*<(?P<inside>[^<>]*)>|(?P<bare>[^<>]*))\s*')


@dataclass(frozen=True, slots=True)
class Wish:
    """The last wish of a seat for another address; see `referee.desk.addresses`.

    `entry` is the letter that asked, `address` the new one ("" once the wish is over), `at` when the letter came (RFC 3339,
    UTC), `old` and `new` which mailbox has confirmed, `today` how many wishes there were on that day. `written` is the
    number of entries there were when the address was changed, 0 before.
    """

    entry: int
    address: str = ""
    at: str = ""
    old: bool = False
    new: bool = False
    today: int = 0
    written: int = 0


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a game by seat, its random bytes, the seed that was given by hand ("" for none), and what was asked for by mail."""

    seed: str = ""
    seats: Mapping[str, Player] = field(default_factory=dict)
    renewed: Mapping[str, int] = field(default_factory=dict)
    asked: Mapping[str, Wish] = field(default_factory=dict)
    arbiter: Player | None = None
    lots: str = ""
    secrets: str = ""
    restored: str = ""

    @property
    def everybody(self) -> Mapping[str, Player]:
        """Who writes and is written to, by seat: the players, and the arbiter."""
        return {**self.seats, ARBITER: self.arbiter} if self.arbiter else self.seats

    def with_player(self, seat: str, player: Player) -> "Roster":
        """The same with another player in a seat; a wish for another address, made by the one before, is over."""
        if seat == ARBITER:
            return replace(self, arbiter=player)
        known = self.seats.get(seat)
        same = known and (known.address, known.key) == (player.address, player.key)
        wish = self.asked.get(seat)
        asked = self.asked if same or wish is None else {**self.asked, seat: replace(wish, address="")}
        return replace(self, seats={**self.seats, seat: player}, asked=asked)


def checked_address(address: str, where: str = "") -> str:
    """A mail address (RFC 5321, in ASCII, no quotes, no address literals), its domain in lower case. Raises `Faulty`."""
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Faulty("bad-address", where=where, address=address[:LONGEST_ADDRESS])
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def mailbox(text: str) -> Player:
    """A player as written after `--seat`: `anna@example.org` or `Anna <anna@example.org>`, and `,lang=de` after it.

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
    if not isinstance(given, dict) or not set(given) <= KEYS:
        raise Faulty("roster-form", where=marked.place(()))
    seats, renewed, asked = (_section(given, name, marked) for name in ("seats", "renewed", "asked"))
    for seat, entry in renewed.items():
        if type(entry) is not int or entry < 0:
            raise Faulty("roster-form", where=marked.place(("renewed", seat)))
    return Roster(
        _text(given, "seed", marked),
        {seat: _player(seats[seat], ("seats", seat), marked) for seat in seats},
        renewed,
        {seat: _wish(asked, seat, marked) for seat in asked},
        _player(given[ARBITER], (ARBITER,), marked) if ARBITER in given else None,
        _random(given, "lots", marked),
        _random(given, "secrets", marked),
        _text(given, "restored", marked),
    )


def _section(given: Mapping[str, Any], name: str, marked: plainyaml.Marked) -> dict[str, Any]:
    section = given.get(name, {})
    if not isinstance(section, dict):
        raise Faulty("roster-form", where=marked.place((name,)))
    return section


def _wish(asked: Mapping[str, Any], seat: str, marked: plainyaml.Marked) -> Wish:
    """A wish as it was written: every field is there, and of its kind."""
    given, kinds = asked[seat], {one.name: one.type for one in fields(Wish)}
    if not isinstance(given, dict) or {name: type(value) for name, value in given.items()} != kinds:
        raise Faulty("roster-form", where=marked.place(("asked", seat)))
    if given["address"]:
        checked_address(given["address"], marked.place(("asked", seat, "address")))
    return Wish(**given)


def _text(given: Mapping[str, Any], name: str, marked: plainyaml.Marked) -> str:
    text = given.get(name, "")
    if not isinstance(text, str):
        raise Faulty("roster-form", where=marked.place((name,)))
    return text


def _random(given: Mapping[str, Any], name: str, marked: plainyaml.Marked) -> str:
    """Random bytes in hex, all of them; "" if there are none."""
    text = _text(given, name, marked)
    if text and not RANDOM.fullmatch(text):
        raise Faulty("roster-form", where=marked.place((name,)))
    return text


def _player(given: Any, place: tuple[str, ...], marked: plainyaml.Marked) -> Player:
    match given:
        case {"address": str(address), **rest} if set(rest) <= {"name", "key", "language"}:
            name, key, language = rest.get("name", ""), rest.get("key", 0), rest.get("language", "")
            if isinstance(name, str) and type(key) is int and key >= 0 and isinstance(language, str):
                address = checked_address(address, marked.place((*place, "address")))
                return Player(address, name, key, language)
    raise Faulty("roster-form", where=marked.place(place))


def write(path: Path, roster: Roster) -> None:
    """Write the roster; the old one stands until the new one is on the disk."""
    files.sweep(path.parent, path.name.__eq__)
    doc: dict[str, Any] = {
        "lots": roster.lots,
        "secrets": roster.secrets,
        "seed": roster.seed,
        "seats": {seat: asdict(player) for seat, player in roster.seats.items()},
    }
    if roster.restored:
        doc["restored"] = roster.restored
    if roster.arbiter:
        doc[ARBITER] = asdict(roster.arbiter)
    if roster.renewed:
        doc["renewed"] = dict(roster.renewed)
    if roster.asked:
        doc["asked"] = {seat: asdict(wish) for seat, wish in roster.asked.items()}
    files.replace(path, write_document(doc))
