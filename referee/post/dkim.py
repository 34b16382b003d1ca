"""Whether the domain of a player's address vouches for a letter: the policy `sender: dkim` of a game.

Such a game accepts the secret of a seat only in a letter that meets three conditions:

    From        is the seat's address on the roster
    signature   the domain of that address (see `aligned`) has signed the letter with DKIM: we check that
                ourselves, or our own mail server says so
    content     the letter says the same when only what was signed is read (see `as_signed`), so nothing
                that others have added to it matters

The key of a signature is looked up in the DNS when the letter is first read. If the DNS does not answer,
there is no verdict yet.
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
from referee.post.reading.received import Passed, passed
from referee.post.reading.senders import message_id_of
from referee.post.reading.signatures import (
    BASE64,
    Signature,
    Whole,
    aligned,
    as_signed,
    covered,
    relaxed_body,
    signatures_of,
    tags_of,
    whole,
)
from referee.post.reading.signatures import NAME as SIGNATURE
from referee.table.index import Index
from referee.util.errors import NotInstalled

Txt = Callable[[str], bytes | None]
"""Gives the TXT record of a name in the DNS, None if there is none. Raises `Trouble` if the DNS does not answer."""
Says = Callable[[Mail], object]
"""Gives everything in a letter that makes a difference: two letters for which it gives the same count as the same."""
By = Literal["server", "signature"]

LEAST_BITS = 1024
MOST_LOOKUPS = 3
PATIENCE = 5.0
"""Seconds for one look-up in the DNS."""
SLACK = 36_000
"""Seconds by which the signer's clock may be fast."""
NAME = re.compile(r"(?=.{1,254}\Z)(?:[a-z0-9_-]{1,63}\.)+", re.ASCII | re.IGNORECASE)
"""A name that the DNS can hold. Nothing else is looked up, so that no letter waits for it."""


class Vouched(NamedTuple):
    """Who found that a letter was signed; and digests (hex) of its Message-ID, "" if not signed, and of its body.

    The two digests identify the letter, whatever fields were added to it. The body's digest leaves out
    blanks, because some signatures cover them and others do not.
    """

    by: By
    message: str
    body: str


class Trouble(Exception):
    """The DNS does not answer now, so nobody knows whether a signature holds."""


def can_vouch(config: Config) -> bool:
    """Whether anything here can check signatures: a configured mail server, or the package for it."""
    return bool(config.authserv) or find_spec("dkim") is not None


def refuse_unproved(sender: str, config: Config) -> None:
    """Refuse a game that wants signed letters where nobody can check signatures. Raises `Faulty`."""
    if sender == "dkim" and not can_vouch(config):
        raise NotInstalled("sender-unproved", name="dkimpy")


def vouched(
    raw: bytes, mail: Mail, secret: str, address: str, config: Config, txt: Txt, at: float, says: Says
) -> Vouched | None:
    """Who found that the domain of `address` has signed a letter meant for this secret; None if nobody did.

    `raw` is the letter as it came, at the time `at` (seconds since 1970), and `mail` what was read from it. A
    signature counts only if the letter `says` the same when only its signed parts are read. Raises `Trouble`.
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
    """What the signed parts of a letter say: once for each way in which they may be meant."""
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
    """A Message-ID as a record holds it: SHA-256 in hex; "" if there is none."""
    return hashlib.sha256(message_id.encode()).hexdigest() if message_id else ""


def keyed(found: Vouched, key: bytes, game: str) -> Vouched:
    """The same, with the body's digest keyed by the home's key.

    Others see the record; without a key they could check guesses at the body.
    """
    body = hmac.digest(key, lp("referee/body/v1", game, found.body), "sha256").hex()
    return found._replace(body=body)


def known_by(mail: Mail, found: Vouched | None) -> Mapping[str, str]:
    """How a record recognizes a letter: by its digest and, where it must be signed, by what was signed."""
    if found is None:
        return {"digest": mail.digest, "message": digested(mail.message_id)}
    return {"digest": mail.digest, "message": found.message, "body": found.body}


def counted(found: Vouched, index: Index, seat: str) -> bool:
    """Whether this seat's letter has been ruled on before, as far as what was signed in either can tell."""
    bodies = index.bodies.get((seat, found.body)) or []
    return bool(bodies) if not found.message else "" in bodies or (seat, found.message) in index.messages


def _found_good(found: Passed, signed: Collection[Signature], fields: Fields) -> list[Signature]:
    """The signatures that our server may mean by what it found good; [] if any of them does not cover what it must."""
    good = {one.place: one for one in signed}
    meant = []
    for place, value in enumerate(fields.every(SIGNATURE)):
        tags = tags_of(value)
        begins = "".join(tags.get("b", "").split())
        domain = tags.get("d", "").lower()
        identity = tags.get("i", domain).rpartition("@")[2].lower()
        # A signature that we cannot read may be the one that our server has read.
        if not (tags and domain and BASE64.fullmatch(begins)) or (
            found.domain in {"", domain}
            and found.identity in {"", identity}
            and found.selector.lower() in {"", tags.get("s", "").lower()}
            and begins.startswith(found.begins)
        ):
            meant.append(good.get(place))
    return [one for one in meant if one] if None not in meant else []


def _holds(letter: Whole, one: Signature, txt: Txt) -> bool:
    """Whether a signature holds for the letter as it is read here. Raises `Trouble`."""
    import dkim  # noqa: PLC0415  only where letters must be signed
    from dkim.util import parse_tag_value  # noqa: PLC0415

    name = f"{one.selector}._domainkey.{one.domain}."
    key = txt(name) if NAME.fullmatch(name) else None
    if key is None or not _speaks(key, one):
        return False
    try:
        # It gets the fields that we found, because it would find its own; and the body as signed, because it
        # is slow with many blanks.
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
    """Whether the DNS record of a key allows it to sign this (RFC 6376, 3.6.1).

    A key with the flag `y` is only being tried out; one with `s` signs for its own domain alone; `h` lists
    the digests it may be used with.
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
    """The TXT record of a name, its strings joined. Raises `Trouble`."""
    import dns.exception  # noqa: PLC0415  only where letters must be signed
    import dns.resolver  # noqa: PLC0415

    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=PATIENCE, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    except dns.exception.DNSException as error:
        raise Trouble(name) from error
    return next((b"".join(one.strings) for one in answer), None)
