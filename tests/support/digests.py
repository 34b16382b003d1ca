"""What a seat got, with every digest in it numbered by first appearance, so that the rest can be compared to the byte.

A digest is 64 or 128 hexadecimal digits: seals, leaves, links, roots, nonces, signatures; a seal also stands
in words of five letters each. Even with salts from a fixed source, digests depend on what is hidden. So in
two worlds only their pattern can be the same: where the first digest stands again, and where the second does. The same
holds for the mark in the id of a letter of ours, which contains the salt of an entry
(`referee.post.writing`).

A digest without a salt would tell what is hidden to anybody who guesses it. To find one, a world is played
again with other salts: a digest that stays the same there must be the same in every world.
"""

import base64
import re
from collections.abc import Iterable, Sequence

from referee.post import writing
from referee.record import seals
from referee.util.values import Struct, field

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

CONSONANT, VOWEL = (f"[{some}]".encode() for some in (seals.CONSONANTS, seals.VOWELS))
WORD = BREAK.join((CONSONANT, VOWEL, CONSONANT, VOWEL, CONSONANT))
TOLD = re.compile((BREAK + b" " + BREAK).join([WORD] * seals.WORDS))
MARKED = re.compile(
    rb"([a-z][a-z0-9-]*\.[a-z]+\.[1-9][0-9]*|\?)@((?:=\r\n)?r(?:=\r\n)?-(?:(?:=\r\n)?[a-z2-7]){%d})(?=(?:=\r\n)?\.)"
    % writing.MARK
)
"""The id of a letter of ours: its number ("?" in the head of a mail that answers it), and its mark."""


def unpacked(raw: bytes) -> bytes:
    """A mail with its attached texts decoded, each after the length of its encoded form."""

    def shown(match: re.Match[bytes]) -> bytes:
        data = base64.b64decode(match[2].replace(b"\r\n", b""))
        return match[1] + b"%d\r\n" % len(match[2]) + data

    return ENCODED.sub(shown, raw)


class Digests(Struct):
    """The digests that a seat has seen so far, in order; each has the number of its first appearance."""

    seen: list[bytes] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)
    words: dict[bytes, int] = field(default_factory=dict)
    marks: dict[bytes, int] = field(default_factory=dict)

    def numbered(self, raw: bytes) -> bytes:
        """The bytes with each digest replaced by its number, broken over lines where the digest was."""
        return self.marked(TOLD.sub(self._word, DIGEST.sub(self._number, unpacked(raw))))

    def marked(self, raw: bytes) -> bytes:
        """The bytes with each mark of our ids as its number."""
        return MARKED.sub(self._mark, raw)

    def _mark(self, match: re.Match[bytes]) -> bytes:
        mark = match[2].replace(b"=\r\n", b"")[len("r-") :]
        self.seen.append(mark)
        number = self.marks.setdefault(mark, len(self.marks))
        return match[1] + b"@" + _broken_alike(b"r-#%0*d" % (len(mark) - 1, number), match[2])

    def _word(self, match: re.Match[bytes]) -> bytes:
        words = match[0].replace(b"=\r\n", b"")
        number = self.words.setdefault(words, len(self.words))
        return _broken_alike(b"words of a seal, %d" % number, match[0])

    def _number(self, match: re.Match[bytes]) -> bytes:
        digest = match[0].replace(b"=\r\n", b"")
        self.seen.append(digest)
        number = self.numbers.setdefault(digest, len(self.numbers))
        return _broken_alike(b"#%0*d" % (len(digest) - 1, number), match[0])


def _broken_alike(name: bytes, told: bytes) -> bytes:
    """A name in place of a text, broken over lines where the text was."""
    broken, at = [], 0
    for piece in told.split(b"=\r\n"):
        broken.append(name[at : at + len(piece)])
        at += len(piece)
    return b"=\r\n".join((*broken[:-1], name[at - len(piece) :]))


def remarked(raw: bytes, letters: Iterable[bytes]) -> bytes:
    """A mail that answers letters of another world, turned into an answer to these letters.

    The letters are found by their numbers, and get the marks of this world.
    """
    heads = (letter.partition(b"\r\n\r\n")[0] for letter in letters)
    ours = {found[1]: found[0] for head in heads for found in MARKED.finditer(head)}
    return MARKED.sub(lambda found: ours.get(found[1], found[0]), raw)


def unsalted(here: Sequence[bytes], resalted: Sequence[bytes]) -> dict[int, bytes]:
    """The digests, by place, that are the same in one world under two salts."""
    pairs = enumerate(zip(here, resalted, strict=True))
    return {n: one for n, (one, other) in pairs if one == other}


def apart(known: dict[int, bytes], there: Sequence[bytes]) -> list[int]:
    """The places of unsalted digests that differ in another world."""
    return [n for n, digest in known.items() if n < len(there) and there[n] != digest]
