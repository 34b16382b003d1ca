"""Whether the domain of a player's address vouches for a letter: the policy `sender: dkim` of a game.

Such a game believes the secret of a seat only in a letter whose From is the seat's address on the roster, and for which
that domain (see `aligned`) has signed: a DKIM signature that holds, or that our own mail server says holds. Either way the
letter must say the same if nothing is read of it but what was signed (see `as_signed`), so nothing that others have written on
it matters. The key of a signature is looked up in the DNS when the letter is first read; trouble with that is no verdict.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Mapping
from importlib.util import find_spec
from typing import Literal, NamedTuple

from referee.engine.lots import lp
from referee.home.config import Config
from referee.post.reading import Mail, Unreadable, read_mail
from referee.post.reading.fields import Fields
from referee.post.reading.results import Passed, passed
from referee.post.reading.senders import message_id_of
from referee.post.reading.signatures import BASE64, Signature, aligned, as_signed, signatures_of, tags_of
from referee.post.reading.signatures import NAME as SIGNATURE
from referee.post.reading.whole import Whole, covered, relaxed_body, whole
from referee.table.index import Index
from referee.util.errors import Faulty

Txt = Callable[[str], bytes | None]
"""Gives the TXT record of a name in the DNS, None if there is none. Raises `Trouble` if that is not known now."""
Says = Callable[[Mail], object]
"""Gives all in a letter that makes a difference; two letters that give the same are the same letter."""
By = Literal["server", "signature"]

LEAST_BITS = 1024
MOST_LOOKUPS = 3
PATIENCE = 5.0
"""Seconds for one look-up."""
SLACK = 36_000
"""Seconds by which the clock of whoever signed may be ahead."""
NAME = re.compile(r"(?=.{1,254}\Z)(?:[a-z0-9_-]{1,63}\.)+", re.ASCII | re.IGNORECASE)
"""A name of the DNS: what is none is never looked up, so that no letter waits for it."""


class Vouched(NamedTuple):
    """Who found that a letter was signed; digests (hex) of its Message-ID, "" if that was not signed, and of its body.

    By the two it is known again, whatever else is written on it. Blanks in the body are left out of the digest, for one
    signature covers them and another does not.
    """

    by: By
    message: str
    body: str


class Trouble(Exception):
    """The DNS does not answer now: whether a signature holds is not known."""


def can_vouch(config: Config) -> bool:
    """Whether anything here can find out who signed: a configured server, or the package that checks signatures."""
    return bool(config.authserv) or find_spec("dkim") is not None


def refuse_unproved(sender: str, config: Config) -> None:
    """Raises `Faulty` for a game that wants signed letters, where nobody can tell whether they are."""
    if sender == "dkim" and not can_vouch(config):
        raise Faulty("sender-unproved", name="dkimpy")


def vouched(
    raw: bytes, mail: Mail, secret: str, address: str, config: Config, txt: Txt, at: float, says: Says
) -> Vouched | None:
    """Who found that the domain of an address has signed a letter that is meant for this secret; None if nobody did.

    `raw` is the letter as it came, at the time `at` (seconds since 1970), and `mail` what was read of it. Only signatures
    count by which it `says` the same. Raises `Trouble`.
    """
    letter = whole(raw) if mail.sender.lower() == address.lower() else None
    if letter is None:
        return None
    signed = [
        one
        for one in signatures_of(letter, secret, address, config.address)
        if aligned(one.domain, address) and one.holds_at(at, SLACK)
        if _says(letter, one, config, says) == {says(mail)}
    ]
    for found in passed(letter.fields, config.authserv) if config.authserv else ():
        if meant := _found_good(found, signed, letter.fields):
            return _vouched("server", letter, meant)
    if find_spec("dkim") is None:
        return None
    good = next((one for one in signed[:MOST_LOOKUPS] if _holds(letter, one, txt)), None)
    return _vouched("signature", letter, [good]) if good else None


def _says(letter: Whole, one: Signature, config: Config, says: Says) -> Collection[object]:
    """What a letter says in each way in which it may be meant, by what of it was signed."""
    own = (config.address.lower(),)
    try:
        return {says(read_mail(way, own=own, relaxed=one.relaxed)) for way in as_signed(letter, one)}
    except Unreadable:
        return set()


def _vouched(by: By, letter: Whole, signed: Collection[Signature]) -> Vouched:
    has_id = all("message-id" in one.signed for one in signed)
    message = digested(message_id_of(letter.fields) if has_id else "")
    return Vouched(by, message, hashlib.sha256(b"".join(letter.body.split())).hexdigest())


def digested(message_id: str) -> str:
    """A Message-ID as a record has it: SHA-256 in hex; "" if there is none."""
    return hashlib.sha256(message_id.encode()).hexdigest() if message_id else ""


def keyed(found: Vouched, key: bytes, game: str) -> Vouched:
    """What was found, the digest of the body made with the key of the home: a record is shown to others, who could guess a body."""
    body = hmac.digest(key, lp("referee/body/v1", game, found.body), "sha256").hex()
    return found._replace(body=body)


def known_by(mail: Mail, found: Vouched | None) -> Mapping[str, str]:
    """By what a record knows a letter again: as it came, and where it had to be signed, as it was signed."""
    if found is None:
        return {"digest": mail.digest, "message": digested(mail.message_id)}
    return {"digest": mail.digest, "message": found.message, "body": found.body}


def counted(found: Vouched, index: Index, seat: str) -> bool:
    """Whether a letter of this seat was ruled on that is this one, by what of either was signed."""
    bodies = index.bodies.get((seat, found.body), [])
    return bool(bodies) if not found.message else "" in bodies or (seat, found.message) in index.messages


def _found_good(found: Passed, signed: Collection[Signature], fields: Fields) -> list[Signature]:
    """The signatures that our server may mean by what it found good, if every one of them covers what it must; else []."""
    good = {one.place: one for one in signed}
    meant = []
    for place, value in enumerate(fields.every(SIGNATURE)):
        tags = tags_of(value)
        begins = "".join(tags.get("b", "").split())
        domain = tags.get("d", "").lower()
        identity = tags.get("i", domain).rpartition("@")[2].lower()
        # One that we cannot read may well be the one that our server has read.
        if not (tags and domain and BASE64.fullmatch(begins)) or (
            found.domain in {"", domain}
            and found.identity in {"", identity}
            and found.selector.lower() in {"", tags.get("s", "").lower()}
            and begins.startswith(found.begins)
        ):
            meant.append(good.get(place))
    return [one for one in meant if one] if None not in meant else []


def _holds(letter: Whole, one: Signature, txt: Txt) -> bool:
    """Whether a signature holds of what is read of the letter. Raises `Trouble`."""
    import dkim  # noqa: PLC0415  only where letters must be signed
    from dkim.util import parse_tag_value  # noqa: PLC0415

    name = f"{one.selector}._domainkey.{one.domain}."
    key = txt(name) if NAME.fullmatch(name) else None
    if key is None or not _speaks(key, one):
        return False
    try:
        # It gets our fields, for it would find its own; and the body as signed, for it is slow with many blanks.
        check = dkim.DKIM(minkey=LEAST_BITS)
        check.headers = [_standing(*letter.stands[place]) for place in covered(letter.fields, one.signed)]
        body = relaxed_body(letter.body) if one.relaxed else letter.body
        check.body = body.replace(b"\n", b"\r\n")
        field = [part for part in letter.stands if part[0].lower() == SIGNATURE.encode()][one.place]
        named = [part.encode() for part in one.signed]
        return bool(
            check.verify_sig(parse_tag_value(field[1]), named, _standing(*field), lambda *_, **__: key)
        )
    except Exception:  # noqa: BLE001  whatever a stranger's bytes do to it, the signature does not hold
        return False


def _standing(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    return name, value.replace(b"\n", b"\r\n") + b"\r\n"


def _speaks(key: bytes, one: Signature) -> bool:
    """Whether the record of a key lets it speak for this signature (RFC 6376, 3.6.1).

    With the flag `y` it is only tried out, with `s` it speaks for its own domain alone; `h` are the digests that it is for.
    """
    tags = tags_of(key.decode("latin-1").encode("ascii", "replace").decode())
    flags, digests = ([part.strip() for part in tags.get(name, "").split(":")] for name in "th")
    return (
        bool(tags)
        and "y" not in flags
        and ("s" not in flags or one.identity == one.domain)
        and ("h" not in tags or "sha256" in digests)
    )


def from_dns(name: str) -> bytes | None:
    """The TXT record of a name, its strings in one. Raises `Trouble`."""
    import dns.exception  # noqa: PLC0415  only where letters must be signed
    import dns.resolver  # noqa: PLC0415

    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=PATIENCE, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    except dns.exception.DNSException as error:
        raise Trouble(name) from error
    return next((b"".join(one.strings) for one in answer), None)
