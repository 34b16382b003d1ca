"""What a DKIM signature covers, read from its field alone: no key, no network (RFC 6376).

A signature says something about a letter only if it covers what the letter is judged by: its one From, and a field
that bears the secret of the seat, each as often as it stands in the mail, so that none can be added; and the whole
body, so no `l=` (RFC 6376, 8.2). SHA-1 does not count (RFC 8301).
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from referee.letters.fields import Fields

ALGORITHMS = frozenset({"rsa-sha256", "ed25519-sha256"})
MOST_SIGNATURES = 8
"""So many signatures of one mail are looked at."""
TAG = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=(.*)", re.DOTALL)
DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}")
LEAST_LABELS = 2


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature: its place among those of the mail, the domain and selector of its key, the beginning of its value.

    `expires` is in seconds since 1970 (UTC), 0 for never.
    """

    place: int
    domain: str
    selector: str
    begins: str
    expires: int


def covering(fields: Fields, bearing: Collection[str]) -> Iterator[Signature]:
    """The signatures of a mail that cover its From, its whole body, and one of the fields `bearing` (lower-case names)."""
    for place, value in enumerate(fields.every("dkim-signature")[:MOST_SIGNATURES]):
        tags = tags_of(value)
        if tags and _covers(tags, fields, bearing):
            begins = "".join(tags["b"].split())
            expires = int(tags.get("x", "0"))
            yield Signature(place, tags["d"].lower(), tags["s"], begins, expires)


def _covers(tags: Mapping[str, str], fields: Fields, bearing: Collection[str]) -> bool:
    signed = [name.strip().lower() for name in tags.get("h", "").split(":")]
    there = [name for name, _ in fields.pairs]

    def whole(name: str) -> bool:
        return 0 < there.count(name) <= signed.count(name)

    return (
        tags.get("a", "").lower() in ALGORITHMS
        and "l" not in tags
        and {"b", "bh", "d", "s"} <= tags.keys()
        and re.fullmatch(r"[0-9]{1,12}", tags.get("x", "0")) is not None
        and DOMAIN.fullmatch(tags["d"].lower()) is not None
        and there.count("from") == 1
        and whole("from")
        and any(map(whole, bearing))
    )


def tags_of(value: str) -> dict[str, str]:
    """A list of tags (RFC 6376, 3.2); {} if it is none, or if a tag stands in it twice."""
    found: dict[str, str] = {}
    for one in value.rstrip().removesuffix(";").split(";"):
        tag = TAG.fullmatch(one)
        if tag is None or tag[1] in found or not value.isascii():
            return {}
        found[tag[1]] = tag[2].strip()
    return found


def aligned(domain: str, address: str) -> bool:
    """Whether a domain may speak for an address: it is the address' own, or one above it of two labels at least.

    Who holds the domain above can give away the one below (DNS), so it is believed; who holds one below is not (RFC 7489,
    3.1.1, is laxer). There is no list of public suffixes: nobody signs for `co.uk`.
    """
    own, signs = address.rpartition("@")[2].lower(), domain.lower()
    return own == signs or (own.endswith(f".{signs}") and signs.count(".") + 1 >= LEAST_LABELS)
