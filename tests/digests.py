"""What a seat got, with every digest in it numbered by first appearance: the rest is to be the same to the byte.

A digest is 64 or 128 hexadecimal digits: seals, leaves, links, roots, nonces, signatures. With salts from a fixed source they
rest on what is hidden, so of two worlds only the pattern can be the same: where the first, the second digest stands again.
A digest that no salt went into would tell what is hidden to whoever guesses it. It is found by playing one world
with other salts: what stays the same there is to be the same in every world.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

BREAK = rb"(?:=\r\n)?"
DIGEST = re.compile(
    rb"(?<![0-9a-f])(?:[0-9a-f]"
    + BREAK
    + rb"){63}[0-9a-f](?:"
    + BREAK
    + rb"(?:[0-9a-f]"
    + BREAK
    + rb"){63}[0-9a-f])?(?![0-9a-f])"
)
ENCODED = re.compile(
    rb"(Content-Type: (?:application|text)/[^\r\n]*\r\n(?:[A-Z][^\r\n]*\r\n)*Content-Transfer-Encoding: base64\r\n\r\n)([A-Za-z0-9+/=\r\n]+?)(?=\r\n--)"
)


def unpacked(raw: bytes) -> bytes:
    """A mail with its attached texts as they are, the length of what stood there before each."""

    def shown(match: re.Match[bytes]) -> bytes:
        data = base64.b64decode(match[2].replace(b"\r\n", b""))
        return match[1] + b"%d\r\n" % len(match[2]) + data

    return ENCODED.sub(shown, raw)


@dataclass
class Digests:
    """The digests that a seat has seen so far, in order; each has the number of its first appearance."""

    seen: list[bytes] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def numbered(self, raw: bytes) -> bytes:
        """The bytes with each digest as its number, broken over lines where it was."""
        return DIGEST.sub(self._number, unpacked(raw))

    def _number(self, match: re.Match[bytes]) -> bytes:
        digest = match[0].replace(b"=\r\n", b"")
        self.seen.append(digest)
        name = iter(b"#%0*d" % (len(digest) - 1, self.numbers.setdefault(digest, len(self.numbers))))
        pieces = match[0].split(b"=\r\n")
        return b"=\r\n".join(bytes(next(name) for _ in piece) for piece in pieces)


def unsalted(here: Sequence[bytes], resalted: Sequence[bytes]) -> dict[int, bytes]:
    """The digests, by their places, that are the same in one world under two salts."""
    pairs = enumerate(zip(here, resalted, strict=True))
    return {n: one for n, (one, other) in pairs if one == other}


def apart(known: dict[int, bytes], there: Sequence[bytes]) -> list[int]:
    """The places of unsalted digests that are others in another world."""
    return [n for n, digest in known.items() if n < len(there) and there[n] != digest]
