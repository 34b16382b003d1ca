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
from typing import Any, get_args

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import fields

from referee.house.docket import ARBITER
from referee.house.players import Count, Player, program
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
RANDOM = regex(r"([0-9a-f]{64})?")
ALWAYS = ("lots", "secrets", "seed", "seats")
KEYS = (*ALWAYS, "restored", "rematch", "rematch_of", ARBITER, "renewed", "asked", "former")
"""The keys of the file in their order; the first stand in each."""
MAILBOX = regex(r'\s*(?:"?(?P<name>[^"<>]*?)"?\s*<(?P<inside>[^<>]*)>|(?P<bare>[^<>]*))\s*')


class Wish(Value, forbid_unknown_fields=True):
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
    renewed: Mapping[str, Count] = field(default_factory=dict)
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
    if not isinstance(marked.value, dict) or not marked.value.keys() <= {*KEYS}:
        raise WrongConfig("roster-form", where=marked.place(()))
    kinds = {one.name: one.type for one in fields(Roster)}
    made = {name: _made(value, kinds[name], (name,), marked) for name, value in marked.value.items()}
    for name in ("lots", "secrets"):
        if not RANDOM.fullmatch(made.get(name, "")):
            raise WrongConfig("roster-form", where=marked.place((name,)))
    for seat, wish in made.get("asked", {}).items():
        if wish.address:
            checked_address(wish.address, marked.place(("asked", seat, "address")))
    return Roster(**made)


def _made(value: Any, kind: Any, path: tuple[str | int, ...], marked: Marked) -> Any:
    """A value of this kind, as the file has it there; of several, each by itself. Raises `Faulty`, with its place."""
    if isinstance(value, dict) and (of := get_args(kind)) and of[0] is str:
        return {key: _made(one, of[1], (*path, key), marked) for key, one in value.items()}
    try:
        made = convert(value, kind)
    except ValidationError as error:
        raise WrongConfig("roster-form", where=marked.place(path)) from error
    if isinstance(made, Player):
        return replace(made, address=checked_address(made.address, marked.place((*path, "address"))))
    if isinstance(made, tuple):
        return tuple(checked_address(one, marked.place((*path, n))) for n, one in enumerate(made))
    return made


def write(path: Path, roster: Roster) -> None:
    """Write the roster; the old one stays until the new one is on the disk."""
    files.sweep(path.parent, path.name.__eq__)
    doc = {**to_builtins(roster), "former": list(roster.former)}
    told = {name: doc[name] for name in KEYS if name in ALWAYS or doc[name]}
    files.replace(path, write_document(told))
