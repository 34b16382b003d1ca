"""The parts of a mail, read one after another, with limits on their number and depth."""

from collections.abc import Iterable, Iterator
from email.message import Message
from email.policy import compat32
from itertools import takewhile

from referee.post.reading.charsets import transferred
from referee.post.reading.fields import Fields, Unreadable, lines_of_mail, read_fields
from referee.util.values import Value

# The content of a message that is signed as a whole (S/MIME, RFC 8551 3.5.2) instead of beside its signature.
#
# It is read whether its lengths are given before (DER) or not (BER), as programs write it that sign while they
# send. Nothing is checked: who may play is not decided by a signature of this kind.


OCTETS, END, OID = 0x04, 0x00, 0x06
CONSTRUCTED, LONG = 0x20, 0x1F
UNKNOWN = 0x80
"""A length that is not given: the end is marked."""
MOST_BYTES_OF_LENGTH = 4
DATA = (OID, bytes.fromhex("2a864886f70d010701"))
SIGNED_DATA = (OID, bytes.fromhex("2a864886f70d010702"))


def signed_content(data: bytes) -> bytes:
    """What stands in a signed message (RFC 5652 5.1, 5.2); b"" if it is something else, such as an encrypted one."""
    values = _values(data)
    if next(values, None) != SIGNED_DATA or DATA not in values:
        return b""
    # The content comes in one piece or in many, which may be nested; the certificates and signers begin with a number.
    return b"".join(value for _, value in takewhile(lambda one: one[0] in {OCTETS, END}, values))


def _values(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The values that hold no others, with their tags, in order; up to the first that cannot be read (X.690 8.1)."""
    at = 0
    while at + 2 <= len(data):
        tag, size = data[at], data[at + 1]
        at += 2
        if tag & CONSTRUCTED:
            at += size - UNKNOWN if size > UNKNOWN else 0
            continue
        if size >= UNKNOWN:
            count = size - UNKNOWN
            size = int.from_bytes(data[at : at + count])
            at += count
            if not 0 < count <= MOST_BYTES_OF_LENGTH:
                return
        if tag & LONG == LONG or at + size > len(data):
            return
        yield tag, data[at : at + size]
        at += size


PARTS_LIMIT = 100
DEPTH_LIMIT = 10
BOUNDARY_LIMIT = 200
PARAMS_LIMIT = 1024
"""A field is not read beyond this: the time for its parameters grows with the square of its length."""
CMS = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
CMS_FILE = ".p7m"
"""How a file ends that holds such a message, where its kind was lost on the way (RFC 8551 3.2.1)."""
SEALED = CMS | {"multipart/encrypted", "application/pgp-encrypted"}


class Part(Value, unshown=("data",)):
    """One part that does not consist of others: its fields, its kind, and where its body stands in which bytes.

    `choices` names the alternatives it stands in, outermost first: which one (a number), and which of its
    children.
    """

    data: bytes
    fields: Fields
    kind: str
    start: int
    end: int
    depth: int = 0
    choices: tuple[tuple[int, int], ...] = ()

    def param(self, name: str, field: str = "content-type") -> str:
        """A parameter of `Content-Type`, or of another field; "" if there is none (RFC 2045 5.1, RFC 2231)."""
        return param(self.fields.first(field), name)

    def decoded(self, limit: int | None = None) -> bytes:
        """Its body as it was before it was coded for its way; of the coded one at most `limit` bytes are read."""
        end = self.end if limit is None else min(self.end, self.start + limit)
        return transferred(self.data[self.start : end], self.fields.first("content-transfer-encoding"))

    @property
    def name(self) -> str:
        """Its file name; "" if it has none."""
        return self.param("filename", "content-disposition") or self.param("name")

    @property
    def attached(self) -> bool:
        """Whether it is a file beside the letter: an attachment, or a part with a file name."""
        disposition = self.fields.first("content-disposition").partition(";")[0].strip().lower()
        return disposition == "attachment" or bool(self.name)

    @property
    def is_cms(self) -> bool:
        """Whether it is a message that is signed or encrypted as a whole (S/MIME)."""
        return self.kind in CMS or (
            self.kind == "application/octet-stream" and self.name.lower().endswith(CMS_FILE)
        )

    @property
    def sealed(self) -> bool:
        """Whether nothing in it can be read without a key."""
        return self.is_cms or self.kind in SEALED


def param(value: str, name: str) -> str:
    """A parameter of a field's value; "" if there is none or it cannot be read."""
    value = value[:PARAMS_LIMIT]
    if name not in value.lower():
        return ""
    message: Message = Message(policy=compat32)
    message.add_header("X", value.encode("ascii", "surrogateescape").decode("latin-1"))
    try:
        found = message.get_param(name, "", header="x")
    except (ValueError, LookupError):
        return ""
    text = found[2] if isinstance(found, tuple) else found
    return "".join(char for char in text if char >= " ").strip()


def kind_of(fields: Fields, default: str = "text/plain") -> str:
    """The content type in lower case, such as `text/plain`; anything malformed is text (RFC 2045 5.2)."""
    value = fields.first("content-type").partition(";")[0].strip().lower()
    if not value:
        return default
    return value if value.count("/") == 1 and value.isascii() and value.isprintable() else "text/plain"


def leaves(data: bytes, fields: Fields, body: int) -> list[Part]:
    """Every part that does not consist of others, in order.

    Attached mails are not opened; of a signed part only what is signed is read. Raises `Unreadable` for more than
    `PARTS_LIMIT` parts, or multiparts nested deeper than `DEPTH_LIMIT`.
    """
    found: list[Part] = []
    todo = [Part(data, fields, kind_of(fields), body, len(data))]
    seen = 0
    while todo:
        part = todo.pop()
        seen += 1
        boundary = part.param("boundary") if part.kind.startswith("multipart/") else ""
        signed = signed_content(part.decoded()) if part.is_cms else b""
        if not signed and (not boundary or part.sealed):
            found.append(part)
            continue
        if part.depth >= DEPTH_LIMIT:
            raise Unreadable("mail-too-deep", limit=DEPTH_LIMIT)
        if signed:
            data = lines_of_mail(signed)
            fields, body = read_fields(data)
            todo.append(Part(data, fields, kind_of(fields), body, len(data), part.depth + 1, part.choices))
        else:
            todo.extend(reversed(list(_children(part, boundary, seen, PARTS_LIMIT - seen - len(todo)))))
    return found


def pieces(data: bytes, fields: Fields, body: int) -> list[Part]:
    """The parts of which a mail consists directly, unopened; none if it is no multipart. Raises `Unreadable`."""
    whole = Part(data, fields, kind_of(fields), body, len(data))
    boundary = whole.param("boundary") if whole.kind.startswith("multipart/") else ""
    return [*_children(whole, boundary, 0, PARTS_LIMIT)] if boundary else []


def _children(part: Part, boundary: str, number: int, room: int) -> Iterator[Part]:
    default = "message/rfc822" if part.kind == "multipart/digest" else "text/plain"
    spans = _spans(part, boundary[:BOUNDARY_LIMIT].encode("latin-1", "replace"))
    for at, (start, end) in enumerate(spans):
        if at >= room:
            raise Unreadable("mail-too-many-parts", limit=PARTS_LIMIT)
        fields, body = read_fields(part.data, start, end)
        choices = (*part.choices, (number, at)) if part.kind == "multipart/alternative" else part.choices
        yield Part(part.data, fields, kind_of(fields, default), body, end, part.depth + 1, choices)
        if part.kind == "multipart/signed":
            return


def _spans(part: Part, boundary: bytes) -> Iterator[tuple[int, int]]:
    """Where the pieces between the boundaries begin and end (RFC 2046 5.1.1); the last may lack its end."""
    data, mark = part.data, b"--" + boundary
    begun = -1
    at = data.find(mark, part.start, part.end)
    while at >= 0:
        stop = data.find(b"\n", at, part.end)
        stop = part.end if stop < 0 else stop
        rest = data[at + len(mark) : min(stop, at + len(mark) + 80)].rstrip(b" \t")
        if (at == part.start or data[at - 1] == ord("\n")) and rest in {b"", b"--"}:
            if begun >= 0:
                yield begun, max(begun, at - 1)
            if rest:
                return
            begun = min(stop + 1, part.end)
        at = data.find(mark, at + 1, part.end)
    if begun >= 0:
        yield begun, part.end


def wanted(parts: Iterable[Part], kind: str) -> list[Part]:
    """The parts of a kind that are the letter itself: no attachments, and only one of several alternatives.

    For texts that is the first alternative that has one, for HTML the last (RFC 2046 5.1.4: later ones are
    richer).
    """
    fit = [part for part in parts if part.kind == kind]
    mine = [part for part in fit if not part.attached] or [part for part in fit[:1] if _inline(part)]
    chosen: dict[int, int] = {}
    for part in mine if kind == "text/html" else reversed(mine):
        chosen.update(part.choices)
    return [part for part in mine if all(chosen[which] == child for which, child in part.choices)]


def _inline(part: Part) -> bool:
    return part.fields.first("content-disposition").lower().startswith("inline")
