"""The content of a message that is signed as a whole (S/MIME, RFC 8551 3.5.2) instead of beside its signature.

It is read whether its lengths are given before (DER) or not (BER), as programs write it that sign while they send.
Nothing is checked: who may play is not decided by a signature of this kind.
"""

from collections.abc import Iterator
from itertools import takewhile

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
