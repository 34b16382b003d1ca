"""Who sits at a table: addresses and names, kept beside the record and never in it.

The file `HOME/games/ID/roster.yaml` holds:

    lots       32 random bytes in hex, from which comes what must not change during a game: its lots, the ids of
               its letters
    secrets    32 random bytes in hex, from which comes what is renewed after a backup was restored: secrets of
               seats, codes, return addresses
    restored   the id of the last restoration (see `referee.desk.restore`)
    seed       a seed given by hand, or ""
    seats      for each seat: `address`; `name`, or ""; `key`, how often the seat has been given a new secret;
               `language`, the one its player was entered with
    arbiter    the same for the judge of disputes (H20), if that is not the keeper
    renewed    for each seat, the entry of its last letter whose `newkey` has been carried out
    rematch    the game that is the rematch of this one (H30), once it is opened
    rematch_of the game that this one is the rematch of
    former     the addresses of players whose seats others have taken over by vote (H35)
    asked      for each seat, its last wish for another address (see `referee.desk.addresses`)

The language that a seat's letters are now written in stands in the record, because a player may change it by
mail (H10).
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import fields

from referee.house.docket import ARBITER
from referee.house.players import Player, program
from referee.notation.languages import checked
from referee.util import files, plainyaml
from referee.util.errors import WrongConfig, WrongUsage
from referee.util.layout import write_document
from referee.util.marked import Marked
from referee.util.regexes import regex
from referee.util.values import Value, field, replace

LONGEST_ADDRESS = 254
LONGEST_NAME = 60
LANGUAGE = regex(r"(?P<player>.*?)(?:\s*,\s*lang\s*=(?P<language>.*))?", re.DOTALL | re.IGNORECASE)
LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]*(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
ADDRESS = regex(f"{LOCAL}@{DOMAIN}")
RANDOM = regex(r"[0-9a-f]{64}")
REMATCHES = ("rematch", "rematch_of")
KEYS = frozenset(
    {"lots", "secrets", "restored", "seed", "seats", "renewed", "asked", "former", ARBITER, *REMATCHES}
)
MAILBOX = regex(r'\s*(?:"?(?P<name>[^"<>]*?)"?\s*<(?P<inside>[^<>]*)>|(?P<bare>[^<>]*))\s*')


class Wish(Value):
    """A seat's last wish for another address; see `referee.desk.addresses`.

    Attributes:
        entry: The letter that asked.
        address: The new address; "" once the wish is over.
        at: When the letter came (RFC 3339, UTC).
        old: Whether the old mailbox has confirmed.
        new: Whether the new mailbox has confirmed.
        today: How many wishes the seat made on that day.
        written: How many entries there were when the address was changed; 0 before.
    """

    entry: int
    address: str = ""
    at: str = ""
    old: bool = False
    new: bool = False
    today: int = 0
    written: int = 0


class Roster(Value, unshown=("seed", "lots", "secrets")):
    """The players of a game by seat, its random bytes, a seed given by hand (or ""), and requests made by mail."""

    seed: str = ""
    seats: Mapping[str, Player] = field(default_factory=dict)
    renewed: Mapping[str, int] = field(default_factory=dict)
    asked: Mapping[str, Wish] = field(default_factory=dict)
    arbiter: Player | None = None
    lots: str = ""
    secrets: str = ""
    restored: str = ""
    rematch: str = ""
    rematch_of: str = ""
    former: tuple[str, ...] = ()

    @property
    def everybody(self) -> Mapping[str, Player]:
        """Everybody who writes and is written to, by seat: the players and the arbiter."""
        return {**self.seats, ARBITER: self.arbiter} if self.arbiter else self.seats

    def with_player(self, seat: str, player: Player) -> "Roster":
        """The same with another player in a seat; the previous player's wish for another address is over."""
        if seat == ARBITER:
            return replace(self, arbiter=player)
        known = self.seats.get(seat)
        same = known and (known.address, known.key) == (player.address, player.key)
        wish = self.asked.get(seat)
        asked = self.asked if same or wish is None else {**self.asked, seat: replace(wish, address="")}
        return replace(self, seats={**self.seats, seat: player}, asked=asked)


def replaced(known: Roster, former: tuple[str, ...]) -> Roster:
    """The same with these addresses of players whose seats others have taken over (H35), each once."""
    return replace(known, former=tuple(dict.fromkeys(former)))


def checked_address(address: str, where: str = "") -> str:
    """A mail address (RFC 5321; ASCII, no quotes, no address literals), its domain in lower case. Raises `Faulty`."""
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise WrongUsage("bad-address", where=where, address=address[:LONGEST_ADDRESS])
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def mailbox(text: str) -> Player:
    """A player as written after `--seat`: `anna@example.org` or `Anna <anna@example.org>`, or with `,lang=de` added.

    Or `partner`, a program of the house (H34). Raises `Faulty`.
    """
    if played_by := program(text):
        return played_by
    whole = LANGUAGE.fullmatch(text)
    found = MAILBOX.fullmatch(whole["player"]) if whole else None
    if whole is None or found is None:
        raise WrongUsage("bad-address", address=text[:LONGEST_ADDRESS])
    name = checked_name((found["name"] or "").strip())
    address = checked_address((found["inside"] or found["bare"] or "").strip())
    return Player(address, name, language="" if whole["language"] is None else checked(whole["language"]))


def checked_name(name: str) -> str:
    """A player's name: printable, not too long, and without the signs that separate names. Raises `Faulty`."""
    if len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set(",:"):
        raise WrongUsage("bad-name", name=name[:LONGEST_NAME])
    return name


def read(path: Path) -> Roster:
    """The roster in a file; an empty one if there is none. Raises `Faulty`, with the place of each mistake."""
    try:
        now = path.stat()
    except FileNotFoundError:
        return Roster()
    return _read(path, (now.st_ino, now.st_mtime_ns, now.st_size))


@lru_cache(4096)
def _read(path: Path, _version: tuple[int, int, int]) -> Roster:
    """The roster in this version of the file, remembered because every letter asks for it several times."""
    marked = plainyaml.read_file(path, of_home=True)
    given = marked.value
    if not isinstance(given, dict) or not set(given) <= KEYS:
        raise WrongConfig("roster-form", where=marked.place(()))
    seats, renewed, asked = (_section(given, name, marked) for name in ("seats", "renewed", "asked"))
    for seat, entry in renewed.items():
        if type(entry) is not int or entry < 0:
            raise WrongConfig("roster-form", where=marked.place(("renewed", seat)))
    return Roster(
        _text(given, "seed", marked),
        {seat: _player(seats[seat], ("seats", seat), marked) for seat in seats},
        renewed,
        {seat: _wish(asked, seat, marked) for seat in asked},
        _player(given[ARBITER], (ARBITER,), marked) if ARBITER in given else None,
        _random(given, "lots", marked),
        _random(given, "secrets", marked),
        _text(given, "restored", marked),
        _text(given, "rematch", marked),
        _text(given, "rematch_of", marked),
        _former(given, marked),
    )


def _section(given: Mapping[str, Any], name: str, marked: Marked) -> dict[str, Any]:
    section = given.get(name, {})
    if not isinstance(section, dict):
        raise WrongConfig("roster-form", where=marked.place((name,)))
    return section


def _wish(asked: Mapping[str, Any], seat: str, marked: Marked) -> Wish:
    """A wish as written; every field must be there, and of its type."""
    given, kinds = asked[seat], {one.name: one.type for one in fields(Wish)}
    if not isinstance(given, dict) or {name: type(value) for name, value in given.items()} != kinds:
        raise WrongConfig("roster-form", where=marked.place(("asked", seat)))
    if given["address"]:
        checked_address(given["address"], marked.place(("asked", seat, "address")))
    return Wish(**given)


def _text(given: Mapping[str, Any], name: str, marked: Marked) -> str:
    text = given.get(name, "")
    if not isinstance(text, str):
        raise WrongConfig("roster-form", where=marked.place((name,)))
    return text


def _random(given: Mapping[str, Any], name: str, marked: Marked) -> str:
    """Random bytes in hex, of full length; "" if there are none."""
    text = _text(given, name, marked)
    if text and not RANDOM.fullmatch(text):
        raise WrongConfig("roster-form", where=marked.place((name,)))
    return text


def _former(given: Mapping[str, Any], marked: Marked) -> tuple[str, ...]:
    listed = given.get("former", [])
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise WrongConfig("roster-form", where=marked.place(("former",)))
    return tuple(checked_address(one, marked.place(("former", n))) for n, one in enumerate(listed))


def _player(given: Any, place: tuple[str, ...], marked: Marked) -> Player:
    match given:
        case {"address": str(address), **rest} if set(rest) <= {"name", "key", "language"}:
            name, key, language = rest.get("name", ""), rest.get("key", 0), rest.get("language", "")
            if isinstance(name, str) and type(key) is int and key >= 0 and isinstance(language, str):
                address = checked_address(address, marked.place((*place, "address")))
                return Player(address, name, key, language)
    raise WrongConfig("roster-form", where=marked.place(place))


def write(path: Path, roster: Roster) -> None:
    """Write the roster; the old one stays until the new one is on the disk."""
    files.sweep(path.parent, path.name.__eq__)
    doc: dict[str, Any] = {
        "lots": roster.lots,
        "secrets": roster.secrets,
        "seed": roster.seed,
        "seats": {seat: to_builtins(player) for seat, player in roster.seats.items()},
    }
    doc |= {name: value for name in ("restored", *REMATCHES) if (value := getattr(roster, name))}
    if roster.arbiter:
        doc[ARBITER] = to_builtins(roster.arbiter)
    if roster.renewed:
        doc["renewed"] = dict(roster.renewed)
    if roster.asked:
        doc["asked"] = {seat: to_builtins(wish) for seat, wish in roster.asked.items()}
    if roster.former:
        doc["former"] = list(roster.former)
    files.replace(path, write_document(doc))
