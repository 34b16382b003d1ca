"""Records compressed for the mail (gzip) and unpacked again; what unpacks to more than may be is refused."""

import gzip
import zlib

PACKED = b"\x1f\x8b"
ENDING = ".gz"
MOST_UNPACKED = 256 << 20
"""The most bytes that are unpacked."""
_GZIP = 31


def packed(data: bytes) -> bytes:
    """The same, compressed. Equal bytes give equal results, because no time is stored."""
    return gzip.compress(data, mtime=0)


def as_it_was(data: bytes, with_: bytes) -> bytes:
    """A file before it was packed; one that does not begin `with_` this, or cannot be unpacked, stays as it is."""
    try:
        return unpacked(data) if begins(data, with_) else data
    except ValueError:
        return data


def begins(data: bytes, with_: bytes) -> bool:
    """Whether a file, packed or not, begins with these bytes; no more of it is unpacked."""
    if not data.startswith(PACKED):
        return data.startswith(with_)
    try:
        return zlib.decompressobj(_GZIP).decompress(data, len(with_)) == with_
    except zlib.error:
        return False


def unpacked(data: bytes, most: int = MOST_UNPACKED) -> bytes:
    """Packed bytes unpacked, and any others as they are.

    Raises ValueError for what is cut off, damaged, or more than `most` bytes.
    """
    if not data.startswith(PACKED):
        return data
    reader = zlib.decompressobj(_GZIP)
    try:
        whole = reader.decompress(data, max(most, 1))
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("cut off, or too large")
    return whole
