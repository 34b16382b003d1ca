"""Whether the domain of a player's address vouches for a letter: the policy `sender: dkim` of a game.

Such a game believes the secret of a seat only in a letter whose From is the seat's address on the roster, and for which
that domain (see `aligned`) has signed: a DKIM signature that holds, or that our own mail server says holds. Both rest on the bytes as they
came. The key of a signature is looked up in the DNS when the letter is first read; trouble with that is no verdict.
"""

import re
from collections.abc import Callable, Collection
from importlib.util import find_spec
from typing import Literal

from referee.config import Config
from referee.game import Faulty
from referee.letters.fields import Fields, read_fields
from referee.letters.results import Passed, passed
from referee.letters.senders import subject_of
from referee.letters.signatures import Signature, aligned, covering, tags_of

Txt = Callable[[str], bytes | None]
"""Gives the TXT record of a name in the DNS, None if there is none. Raises `Trouble` if that is not known now."""
By = Literal["", "server", "signature"]

LEAST_BITS = 1024
MOST_LOOKUPS = 3
PATIENCE = 5.0
"""Seconds for one look-up."""
NAME = re.compile(r"(?=.{1,254}\Z)(?:[a-z0-9_-]{1,63}\.)+", re.ASCII | re.IGNORECASE)
"""A name of the DNS: what is none is never looked up, so that no letter waits for it."""
BEARING = ("to", "cc", "subject")


class Trouble(Exception):
    """The DNS does not answer now: whether a signature holds is not known."""


def can_vouch(config: Config) -> bool:
    """Whether anything here can find out who signed: a configured server, or the package that checks signatures."""
    return bool(config.authserv) or find_spec("dkim") is not None


def refuse_unproved(sender: str, config: Config) -> None:
    """Raises `Faulty` for a game that wants signed letters, where nobody can tell whether they are."""
    if sender == "dkim" and not can_vouch(config):
        raise Faulty("sender-unproved", name="dkimpy")


def vouched(raw: bytes, secret: str, address: str, config: Config, txt: Txt, at: float) -> By:
    """Who found that the domain of an address has signed a letter that bears this secret; "" if nobody did.

    `raw` is the letter as it came, at the time `at` (seconds since 1970). Raises `Trouble`.
    """
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    if b"\0" in head or b"\r" in head:
        return ""  # what two programs could read differently
    fields, _ = read_fields(raw.replace(b"\r\n", b"\n"))
    signed = [
        one
        for one in covering(fields, _bearing(fields, secret))
        if aligned(one.domain, address) and not 0 < one.expires < at
    ]
    if config.authserv and any(_found_good(one, signed, fields) for one in passed(fields, config.authserv)):
        return "server"
    if find_spec("dkim") is None:
        return ""
    return "signature" if any(_holds(raw, one, txt) for one in signed[:MOST_LOOKUPS]) else ""


def _bearing(fields: Fields, secret: str) -> Collection[str]:
    """The names of the fields in which the secret stands."""
    values = {name: " ".join(fields.every(name)) for name in BEARING}
    values["subject"] = subject_of(fields)
    return [name for name, value in values.items() if secret in value.lower()]


def _found_good(found: Passed, signed: Collection[Signature], fields: Fields) -> bool:
    """Whether what our server found good is a signature that covers what it must: every one that may be meant does."""
    meant = [
        place
        for place, value in enumerate(fields.every("dkim-signature"))
        if (tags := tags_of(value))
        and tags.get("d", "").lower() == found.domain
        and (not found.selector or tags.get("s", "") == found.selector)
        and "".join(tags.get("b", "").split()).startswith(found.begins)
    ]
    return bool(meant) and set(meant) <= {one.place for one in signed}


def _holds(raw: bytes, one: Signature, txt: Txt) -> bool:
    """Whether a signature holds. Raises `Trouble`."""
    import dkim  # noqa: PLC0415  only where letters must be signed

    name = f"{one.selector}._domainkey.{one.domain}."
    key = txt(name) if NAME.fullmatch(name) else None
    if key is None or "y" in _flags(key):
        return False  # RFC 6376, 3.6.1: a key that is only tried out speaks for nobody
    try:
        return bool(dkim.DKIM(raw, minkey=LEAST_BITS).verify(one.place, dnsfunc=lambda *_, **__: key))
    except Exception:  # noqa: BLE001  whatever a stranger's bytes do to it, the signature does not hold
        return False


def _flags(key: bytes) -> Collection[str]:
    tags = tags_of(key.decode("ascii", "replace"))
    return [flag.strip() for flag in tags.get("t", "").split(":")]


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
