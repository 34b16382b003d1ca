"""Records made small for the mail (gzip), and whole again; what unpacks to more than any record is refused."""

import gzip
import zlib

PACKED = b"\x1f\x8b"
ENDING = ".gz"
MOST_UNPACKED = 256 << 20
"""How many bytes are unpacked at most."""
_GZIP = 31


def packed(data: bytes) -> bytes:
    """The same, compressed; the same bytes give the same, for no time stands in it."""
    return gzip.compress(data, mtime=0)


def as_it_was(data: bytes) -> bytes:
    """A file as it was before it was packed; what cannot be unpacked stays as it is, and is no record."""
    try:
        return unpacked(data)
    except ValueError:
        return data


def unpacked(data: bytes) -> bytes:
    """What was packed, whole again; anything else as it is. Raises ValueError for what is cut off, damaged or too large."""
    if not data.startswith(PACKED):
        return data
    reader = zlib.decompressobj(_GZIP)
    try:
        whole = reader.decompress(data, MOST_UNPACKED)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("cut off, or too large")
    return whole
