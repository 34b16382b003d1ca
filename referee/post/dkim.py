"""Whether the domain of a player's address vouches for a letter: the policy `sender: dkim` of a game.

Such a game accepts the secret of a seat only in a letter that meets three conditions:

    From        is the seat's address on the roster
    signature   the domain of that address (see `aligned`) has signed the letter with DKIM: we check that
                ourselves, or our own mail server says so
    content     the letter says the same when only what was signed is read (see `as_signed`), so nothing
                that others have added to it matters

A signature (RFC 6376) counts only if it covers everything by which the letter is judged: its one From, a field that
says the letter is meant for the seat's secret (see `bearing`), and the whole body, so no `l=` (RFC 6376, 8.2). Each of
these fields must be covered as often as it stands in the mail, so that none can be added. SHA-1 does not count (RFC
8301).

The key of a signature is looked up in the DNS when the letter is first read. If the DNS does not answer,
there is no verdict yet.
"""

import binascii
import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib.util import find_spec
from typing import Literal, NamedTuple

from referee.engine.lots import lp
from referee.home.config import Config
from referee.post.reading import Mail, Unreadable, charsets, read_mail
from referee.post.reading.fields import Fields, one_line, read_fields
from referee.post.reading.headers import Passed, message_id_of, passed, recipients_of, subject_of
from referee.post.reading.patterns import pattern
from referee.post.reading.robots import plain
from referee.table.index import Index
from referee.util.errors import NotInstalled
from referee.util.regexes import regex
from referee.util.values import Value

# A letter that every program reads alike, and the part of it that a signature covers.
#
# A mail server, the package that checks signatures and this house each parse the header of a letter. Where it
# is odd (a line that is not a field, a blank before the colon, a lone CR) they differ, and what one takes as
# signed is not what another reads. So a letter counts as whole only if its header, up to the first blank line,
# is nothing but fields and their continuations. What is checked, and what is read, is taken from the fields
# found here.


STANDING = regex(rb"([!-9;-~]{1,200}):([^\n]*+(?:\n[ \t](?=[^\n]*\S)[^\n]*+)*+)(?:\n|\Z)")
"""A field as it stands, with its continuations."""
MBOX = regex(rb"\AFrom [^\n]*+\n")
"""The line before a letter from an mbox: only a program that stores mails writes it."""
BLANKS = regex(rb"[ \t]+")
SINGLE = frozenset(
    (
        *("from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to"),
        *("references", "auto-submitted", "mime-version"),
    )
)
"""Fields that a letter has only once (RFC 5322 3.6); so has it every field that begins with `content-`."""


class Whole(Value):
    """A letter with LF line ends.

    Attributes:
        fields: Its fields as read.
        stands: The same as they stand: the name, and everything after the colon.
        body: Its body.
    """

    fields: Fields
    stands: tuple[tuple[bytes, bytes], ...]
    body: bytes


def whole(raw: bytes) -> Whole | None:
    """The letter in these bytes; None if programs could disagree on its header, or on where its lines end.

    Raises `Unreadable` as `read_fields` does.
    """
    data = raw.replace(b"\r\n", b"\n")
    end = data.find(b"\n\n")
    if end < 0 or b"\r" in data or b"\0" in data:
        return None
    head = MBOX.sub(b"", data[:end])
    found = STANDING.findall(head)
    if sum(len(name) + len(value) + len(":\n") for name, value in found) != len(head) + 1:
        return None
    fields, body = read_fields(data)
    if body != end + 2:
        return None
    return Whole(fields, tuple(found), data[body:])


def has_doubles(fields: Fields) -> bool:
    """Whether a field that a letter has only once stands there twice: programs take the first or the last."""
    counted = Counter(name for name, _ in fields.pairs)
    return any(
        times > 1 and (name in SINGLE or name.startswith("content-")) for name, times in counted.items()
    )


def covered(fields: Fields, signed: Collection[str]) -> list[int]:
    """The places of the fields that a list of signed names covers: for each name the last first (RFC 6376 5.4.2)."""
    left = Counter(signed)
    places = []
    for place in range(len(fields.pairs) - 1, -1, -1):
        name = fields.pairs[place][0]
        if left[name] > 0:
            left[name] -= 1
            places.append(place)
    return places[::-1]


def relaxed_body(body: bytes) -> bytes:
    """What a `relaxed` signature covers of a body (RFC 6376 3.4.4), in LF."""
    return BLANKS.sub(b" ", body).replace(b" \n", b"\n").rstrip(b"\n") + b"\n"


ALGORITHMS = frozenset({"rsa-sha256", "ed25519-sha256"})
MOST_SIGNATURES = 8
"""How many signatures of one mail are examined."""
LONGEST = 8192
TAG = regex(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=(.*)", re.DOTALL)
DOMAIN = regex(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}")
SELECTOR = regex(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_])?")
WAY = regex(r"(simple|relaxed)(?:/(simple|relaxed))?", re.IGNORECASE)
BASE64 = regex(r"[A-Za-z0-9+/]+={0,2}")
NUMBER = regex(r"[0-9]{1,12}")
NAME = "dkim-signature"
FORWARDED = pattern(
    r"(?:\s*(?:\[[^\]]*\]|[^\W\d_]{1,8}\s?(?:\[\d+\])?\s?[:：]))*?\s*{forward_marks}\s?[:：]"  # noqa: RUF001  as mail programs write it
)
"""How the subject of a forwarded mail begins, after any other marks."""
LEAST_LABELS = 2


class Signature(Value):
    """One signature of a mail.

    Attributes:
        place: Its place among the signatures of the mail.
        domain: The domain of its key.
        selector: The selector of its key.
        begins: The beginning of its value.
        identity: The domain it says it signs for (`i=`).
        signed: The names of the fields it covers, in its order.
        relaxed: Whether blanks in the body make no difference to it.
        made: Seconds since 1970 (UTC); None if it does not say.
        expires: The same.
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
        """Whether the signature says that it is valid at that time, for clocks up to `slack` seconds wrong."""
        if self.expires is not None and (self.expires < at or self.expires < (self.made or 0)):
            return False
        return self.made is None or self.made <= at + slack


def signatures_of(letter: Whole, secret: str, address: str, own: str) -> Iterator[Signature]:
    """The signatures of a letter that cover its whole body, its From, and a field that bears this secret.

    `address` is whose letter it has to be, `own` the address of the referee without a secret.
    """
    fields = letter.fields
    if has_doubles(fields) or len(fields.every("from")) != 1:
        return
    for place, value in enumerate(fields.every(NAME)[:MOST_SIGNATURES]):
        one = _signature(place, tags_of(value), address)
        if one and _whole("from", one, fields) and bearing(one, fields, secret, own):
            yield one


def _signature(place: int, tags: Mapping[str, str], address: str) -> Signature | None:
    """A signature as its tags describe it; None if it says too little, or in a form that programs read differently."""
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
    """Whether a signature covers every field with that name, and there is one."""
    return 0 < len(fields.every(name)) <= one.signed.count(name)


def bearing(one: Signature, fields: Fields, secret: str, own: str) -> bool:
    """Whether the signed fields say that the letter is meant for this secret, so that no other letter can be used.

    The secret stands in the signed To or Cc. Or it stands in the signed Subject: then To and Cc, as far as
    they are signed, have the referee's address, and where To is not signed (Outlook) the subject is not that
    of a forwarded mail.
    """
    boxes = Fields(tuple((name, fields.first(name)) for name in ("to", "cc") if _whole(name, one, fields)))
    addresses = recipients_of(boxes)
    if any(secret in address for address in addresses):
        return True
    subject = subject_of(fields)
    if not _whole("subject", one, fields) or secret not in subject.lower():
        return False
    if "to" not in one.signed:
        return FORWARDED.match(subject) is None
    return any(plain(address) == own.lower() for address in addresses)


def tags_of(value: str) -> dict[str, str]:
    """A list of tags (RFC 6376, 3.2); {} if it is malformed, or has a tag twice."""
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
    """Whether a domain may sign for an address: it is the address's domain, or one above it with two labels or more.

    The holder of a domain controls the ones below it in the DNS, so it is believed. The holder of a domain
    below is not (RFC 7489, 3.1.1, is laxer). There is no list of public suffixes: nobody signs for `co.uk`.
    """
    own, signs = address.rpartition("@")[2].lower(), domain.lower()
    return own == signs or (own.endswith(f".{signs}") and signs.count(".") + 1 >= LEAST_LABELS)


def as_signed(letter: Whole, one: Signature) -> tuple[bytes, ...]:
    """The letter as a signature covers it: its signed fields and the body, and nothing that others could have written.

    If Content-Type or Content-Transfer-Encoding are not covered, the body itself shows how it is to be read.
    If it may be meant in several ways, each is given; none if we cannot tell.
    """
    body = relaxed_body(letter.body) if one.relaxed else letter.body
    pairs = [letter.fields.pairs[place] for place in covered(letter.fields, one.signed)]
    kinds = contents(Fields(tuple(pairs)), one.signed, body)
    heads = ("".join(f"{name}: {one_line(value)}\n" for name, value in (*pairs, *more)) for more in kinds)
    return tuple(head.encode("ascii", "surrogateescape") + b"\n" + body for head in heads)


# What kind of text a body is, judged by the body alone: for a letter whose Content-Type is not signed.
#
# Many providers sign the body but not the fields that say how to read it: Gmail not Content-Type, Yahoo and
# Proton not Content-Transfer-Encoding either. A carrier of such a letter could change how it is read, and
# declare a line of a quote to be the boundary, or plain words to be base64. So what is declared does not matter
# here. Where a body may have been meant in two ways, both are given, and a letter that does not say the same in
# both is not believed.


BOUNDARY = regex(rb"--([0-9A-Za-z'()+_,./:=?-][0-9A-Za-z'()+_,./:=? -]{0,199})--")
ALL_BASE64 = regex(rb"[A-Za-z0-9+/]+={0,2}")
NOT_QUOTED = regex(rb"=(?![0-9A-Fa-f]{2}|[ \t]*(?:\n|\Z))")
HTML = regex(
    r"<(?:!doctype|html|head|meta|style|title|body|div|p|span|br|table|font|b|i|u|ul|ol|blockquote|a|pre|h[1-6])\b",
    re.IGNORECASE,
)
SHIFTS = ("\x1b", "~{")
"""What switches ASCII to other letters, in Asian charsets (RFC 1468, 1843)."""
TEXTS = ("text/plain", "text/plain; format=flowed")
FOUR = 4
Content = tuple[tuple[str, str], ...]


def contents(kept: Fields, signed: Collection[str], body: bytes) -> Iterator[Content]:
    """The missing fields that say how to read the body, once for each way in which it may be meant."""
    says_kind, says_code = "content-type" in signed, "content-transfer-encoding" in signed
    code = kept.first("content-transfer-encoding").lower()
    kind = kept.first("content-type").lower()
    boundary = "" if says_kind or code in {"base64", "quoted-printable"} else boundary_of(body)
    if boundary:
        yield (("content-type", f'multipart/mixed; boundary="{boundary}"'),)
        return
    coded: Content = ()
    if not says_code and not kind.startswith(("multipart/", "message/")):
        code = encoding_of(body)
        coded = (("content-transfer-encoding", code),)
    if says_kind:
        yield coded
    else:
        yield from (
            (*coded, ("content-type", one)) for one in kinds_of_text(charsets.transferred(body, code))
        )


def boundary_of(body: bytes) -> str:
    """The boundary of a body of parts: its last line closes them, and the same line opens one with a field; else ""."""
    closing = BOUNDARY.fullmatch(body.rstrip().rpartition(b"\n")[2])
    if closing is None or closing[1].endswith(b" "):
        return ""
    opens = re.compile(
        rb"^--" + re.escape(closing[1]) + rb"[ \t]*\n(content-)?", re.MULTILINE | re.IGNORECASE
    )
    first = opens.search(body)
    return closing[1].decode("ascii") if first and first[1] else ""


def encoding_of(body: bytes) -> str:
    """The transfer encoding in which a body makes sense: base64, quoted-printable, or "" for none."""
    letters = b"".join(body.split())
    if len(letters) % FOUR == 0 and ALL_BASE64.fullmatch(letters) and _is_text(binascii.a2b_base64(letters)):
        return "base64"
    return "quoted-printable" if b"=" in body and body.isascii() and not NOT_QUOTED.search(body) else ""


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(char.isprintable() or char in "\r\n\t" for char in text)


def kinds_of_text(data: bytes) -> tuple[str, ...]:
    """The types that a text may have been sent as: HTML by how it begins; else plain, or plain and flowed.

    None if its charset cannot be told.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ()
    if any(shift in text for shift in SHIFTS):
        return ()
    return ("text/html",) if HTML.match(text.lstrip("\ufeff \t\r\n")) else TEXTS


# Who vouches for a letter.


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
DNS_NAME = regex(r"(?=.{1,254}\Z)(?:[a-z0-9_-]{1,63}\.)+", re.ASCII | re.IGNORECASE)
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


def refuse_unproved(sender: str, config: Config) -> None:
    """Refuse a game that wants signed letters where nobody can check signatures. Raises `Faulty`."""
    if sender == "dkim" and not config.authserv and find_spec("dkim") is None:
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
    for place, value in enumerate(fields.every(NAME)):
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
    key = txt(name) if DNS_NAME.fullmatch(name) else None
    if key is None or not _speaks(key, one):
        return False
    try:
        # It gets the fields that we found, because it would find its own; and the body as signed, because it
        # is slow with many blanks.
        check = dkim.DKIM(minkey=LEAST_BITS)
        check.headers = [_standing(*letter.stands[place]) for place in covered(letter.fields, one.signed)]
        body = relaxed_body(letter.body) if one.relaxed else letter.body
        check.body = body.replace(b"\n", b"\r\n")
        field = [part for part in letter.stands if part[0].lower() == NAME.encode()][one.place]
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
