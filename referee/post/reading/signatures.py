"""What a DKIM signature covers, read from its field alone: no key, no network (RFC 6376).

A signature says something about a letter only if it covers what the letter is judged by: its one From, and a field
that says it is meant for the seat's secret (see `bearing`), each as often as it stands in the mail, so that none can be
added; and the whole body, so no `l=` (RFC 6376, 8.2). SHA-1 does not count (RFC 8301). Of all else in the letter nothing
but what it covers is read: see `as_signed`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.post.reading import guessed
from referee.post.reading.fields import Fields, one_line
from referee.post.reading.senders import recipients_of, subject_of
from referee.post.reading.whole import Whole, covered, has_doubles, relaxed_body

ALGORITHMS = frozenset({"rsa-sha256", "ed25519-sha256"})
MOST_SIGNATURES = 8
"""How many signatures of one mail are looked at."""
LONGEST = 8192
TAG = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=(.*)", re.DOTALL)
DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}")
SELECTOR = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_])?")
WAY = re.compile(r"(simple|relaxed)(?:/(simple|relaxed))?", re.IGNORECASE)
BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")
NUMBER = re.compile(r"[0-9]{1,12}")
NAME = "dkim-signature"
FORWARDED = re.compile(
    r"(?:\s*(?:\[[^\]]*\]|[^\W\d_]{1,8}\s?(?:\[\d+\])?\s?[:：]))*?"  # noqa: RUF001  as mail programs write it
    r"\s*(?:fwd?|wg|wtr|tr|rv|i|enc|res?env|vb|doorst|pd|vl|fs|ilt|továbbítás|отправлено|转发|轉寄|転送)\s?[:：]",  # noqa: RUF001
    re.IGNORECASE,
)
"""How a subject begins that was forwarded, after whatever other marks."""
LEAST_LABELS = 2


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature: its place among those of the mail, the domain and selector of its key, the beginning of its value.

    `identity` is the domain it says it signs for (`i=`), `signed` are the names of the fields it covers, in its order, `relaxed`
    says whether blanks in the body make no difference to it. `made` and `expires` are in seconds since 1970 (UTC); None: not said.
    """

    place: int
    domain: str
    selector: str
    begins: str
    identity: str
    signed: tuple[str, ...]
    relaxed: bool
    made: int | None
    expires: int | None

    def holds_at(self, at: float, slack: float) -> bool:
        """Whether it says of itself that it is good at that time, for clocks that are wrong by so much."""
        if self.expires is not None and (self.expires < at or self.expires < (self.made or 0)):
            return False
        return self.made is None or self.made <= at + slack


def signatures_of(letter: Whole, secret: str, address: str, own: str) -> Iterator[Signature]:
    """The signatures of a letter that cover its whole body, its From, and a field by which it is meant for this secret.

    `address` is whose letter it has to be, `own` that of the referee without a secret.
    """
    fields = letter.fields
    if has_doubles(fields) or len(fields.every("from")) != 1:
        return
    for place, value in enumerate(fields.every(NAME)[:MOST_SIGNATURES]):
        one = _signature(place, tags_of(value), address)
        if one and _whole("from", one, fields) and bearing(one, fields, secret, own):
            yield one


def _signature(place: int, tags: Mapping[str, str], address: str) -> Signature | None:
    """A signature as its tags have it; None for one that says too little, or in a form that not everybody reads alike."""
    domain = tags.get("d", "").lower()
    way = WAY.fullmatch(tags.get("c", "simple/simple"))
    user, _, identity = tags.get("i", f"@{domain}").lower().rpartition("@")
    if (
        way is None
        or tags.get("v") != "1"
        or tags.get("a", "").lower() not in ALGORITHMS
        or "l" in tags
        or tags.get("q", "dns/txt").lower() != "dns/txt"
        or not all(BASE64.fullmatch("".join(tags.get(name, "").split())) for name in ("b", "bh"))
        or not all(NUMBER.fullmatch(tags.get(name, "0")) for name in ("t", "x"))
        or not DOMAIN.fullmatch(domain)
        or not SELECTOR.fullmatch(tags.get("s", ""))
        or not (identity == domain or identity.endswith(f".{domain}"))
        or (user and _plain(user) != _plain(address.rpartition("@")[0]))
    ):
        return None
    return Signature(
        place,
        domain,
        tags["s"],
        "".join(tags["b"].split()),
        identity,
        tuple(name.strip().lower() for name in tags.get("h", "").split(":")),
        (way[2] or "simple").lower() == "relaxed",
        int(tags["t"]) if "t" in tags else None,
        int(tags["x"]) if "x" in tags else None,
    )


def _plain(user: str) -> str:
    return user.lower().partition("+")[0]


def _whole(name: str, one: Signature, fields: Fields) -> bool:
    """Whether a signature covers every field of that name, and there is one."""
    return 0 < len(fields.every(name)) <= one.signed.count(name)


def bearing(one: Signature, fields: Fields, secret: str, own: str) -> bool:
    """Whether what is signed says that the letter is meant for this secret, so that no letter to others can be brought here.

    The secret stands in the signed To or Cc. Or it stands in the signed Subject: then To and Cc, as far as they are signed, have
    the address of the referee, and where To is not (Outlook signs none) the subject is not one that was forwarded.
    """
    boxes = {name: _boxes(fields, name) for name in ("to", "cc") if _whole(name, one, fields)}
    if any(secret in address for addresses in boxes.values() for address in addresses):
        return True
    subject = subject_of(fields)
    if not _whole("subject", one, fields) or secret not in subject.lower():
        return False
    if "to" not in one.signed:
        return FORWARDED.match(subject) is None
    return any(_same_box(address, own) for addresses in boxes.values() for address in addresses)


def _boxes(fields: Fields, name: str) -> tuple[str, ...]:
    """The addresses in a field, in lower case; what stands in names and comments is none."""
    return recipients_of(Fields(((name, fields.first(name)),)))


def _same_box(address: str, own: str) -> bool:
    local, _, domain = address.rpartition("@")
    return f"{_plain(local)}@{domain}" == own.lower()


def tags_of(value: str) -> dict[str, str]:
    """A list of tags (RFC 6376, 3.2); {} if it is none, or if a tag stands in it twice."""
    found: dict[str, str] = {}
    if len(value) > LONGEST or not value.isascii():
        return {}
    for one in value.rstrip().removesuffix(";").split(";"):
        tag = TAG.fullmatch(one)
        if tag is None or tag[1] in found:
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


def as_signed(letter: Whole, one: Signature) -> tuple[bytes, ...]:
    """The letter as a signature has it: the fields that it covers and the body, and nothing that anybody else could have written.

    How the body is to be read is told from the body, where Content-Type or Content-Transfer-Encoding are not covered. There are as
    many letters as it may be meant in ways that nobody can tell apart, and none if that is beyond us.
    """
    body = relaxed_body(letter.body) if one.relaxed else letter.body
    pairs = [letter.fields.pairs[place] for place in covered(letter.fields, one.signed)]
    contents = guessed.contents(Fields(tuple(pairs)), one.signed, body)
    heads = ("".join(f"{name}: {one_line(value)}\n" for name, value in (*pairs, *more)) for more in contents)
    return tuple(head.encode("ascii", "surrogateescape") + b"\n" + body for head in heads)
