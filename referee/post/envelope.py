"""The envelope of a letter out: to whom it goes, and where it is returned if it cannot be delivered (RFC 5321, 4.5.5).

Where a mail server has plus addresses, each letter has a return address of its own (VERP):

    referee+b.g1.thor.9.c6q4m2zwnh3ka7xe@games.example

The letters before the @ are an HMAC with the home's key and random bytes of the game. Nobody else can make
one, so nobody can have a letter counted as returned that they never received. The seat's secret is not part
of the address.
"""

import base64
import hmac
from collections.abc import Iterable
from email.message import Message
from email.parser import BytesHeaderParser
from pathlib import Path

from referee.home.config import Config
from referee.home.home import Home
from referee.home.roster import checked_address
from referee.post.outbox import NOBODYS_GAME, NOTICE
from referee.post.ways.tries import Parcel
from referee.util.errors import Faulty
from referee.util.regexes import regex

MAC = 16
LONGEST_LOCAL = 64
"""Characters before the @ (RFC 5321, 4.5.3.1.1)."""
RETURNED = regex(
    rf"b\.(?P<number>[a-z][a-z0-9-]{{0,31}}\.[a-z][a-z0-9-]*\.[1-9][0-9]{{0,8}})\.(?P<mac>[a-z2-7]{{{MAC}}})"
)


class Unfit(ValueError):
    """A letter is not what its name says: our own mistake, or somebody changed a file in the outbox."""


def parcel(config: Config, home: Home, number: str, data: bytes) -> Parcel:
    """A letter in its envelope: it goes to the address in its own header, and only if it is the letter `number`.

    Address and content come from one file, so a file under a wrong name goes to nobody. Raises `Unfit`;
    `Faulty` for a malformed address.
    """
    head = head_of(data)
    to, ids = head.get_all("To", []), head.get_all("Message-ID", [])
    # A notice of fixed text has an id that names no game: it may go to somebody who does not play.
    notice = NOTICE.fullmatch(f"{number}.eml") is not None
    if len(to) != 1 or len(ids) != 1 or not str(ids[0]).startswith("<note." if notice else f"<{number}@"):
        raise Unfit(number)
    # If a stranger cannot be reached nobody needs to know, for they may never have written: the null sender
    # (RFC 5321, 4.5.5).
    stranger = number.partition(".")[0] == NOBODYS_GAME
    sender = "" if stranger or notice else return_address(config, home, number)
    return Parcel(number, sender, checked_address(str(to[0])), data)


def parcel_for_keeper(config: Config, path: Path) -> Parcel:
    """A mail to the keeper in its envelope: it goes to the address in its header and returns to our plain one."""
    return Parcel(path.stem, config.address, checked_address(went_to(path)), path.read_bytes())


def head_of(mail: bytes) -> Message:
    """The header of one of our mails."""
    return BytesHeaderParser().parsebytes(mail.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")


def went_to(letter: Path) -> str:
    """The recipient's address in the header of one of our letters."""
    return field_of(letter, "To")


def field_of(letter: Path, name: str) -> str:
    """A field in the header of one of our letters."""
    return str(head_of(letter.read_bytes())[name])


def return_address(config: Config, home: Home, number: str) -> str:
    """Where a letter is returned: our plain address if there are no plus addresses, or the result would be too long.

    A letter to a stranger is returned to nobody: it has the null sender, which no program answers (RFC 3834,
    3.3).
    """
    if number.startswith(f"{NOBODYS_GAME}."):
        return ""
    local, _, host = config.address.rpartition("@")
    try:
        made = f"{local}+b.{number}.{_mac(home, number)}"
    except Faulty:  # a roster that cannot be read does not keep a letter from going out
        return config.address
    return f"{made}@{host}" if config.secrets == "address" and len(made) <= LONGEST_LOCAL else config.address


def returned(config: Config, home: Home, recipients: Iterable[str]) -> tuple[str, bool]:
    """The number of the letter that a mail returns, judged by the addresses it went to, and whether it is really ours.

    The number is "" if no address is a return address. `recipients` are in lower case, as
    `referee.post.reading` gives them.
    """
    local, _, host = config.address.lower().rpartition("@")
    found = ""
    for address in recipients:
        detail, _, domain = address.removeprefix(f"{local}+").rpartition("@")
        match = RETURNED.fullmatch(detail) if domain == host and address.startswith(f"{local}+") else None
        if match and _is_ours(home, match["number"], match["mac"]):
            return match["number"], True
        found = match["number"] if match else found
    return found, False


def _is_ours(home: Home, number: str, mac: str) -> bool:
    """Whether `mac` belongs to the return address of that letter; false for a game that is not here."""
    try:
        return hmac.compare_digest(mac, _mac(home, number))
    except Faulty:
        return False


def _mac(home: Home, number: str) -> str:
    game = number.partition(".")[0]
    digest = home.derived(game, "secrets", "referee/return/v2", number)
    return base64.b32encode(digest).decode().lower()[:MAC]
