"""Letters checked without a record: seals, words, signatures, proofs, and whether one contradicts another.

If two letters have one number and two seals, the keeper told two different stories, no matter who got them.

The mailbox in which they were kept may hold anything. A letter of ours is known by its Message-ID,
`<game.seat.number@host>`. A mail that holds the letters of several games (H10) has that of the first, and the
boundaries of their parts have the numbers of all. A letter that is quoted or forwarded in another mail does not count.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

from referee.house.docket import ARBITER
from referee.post.reading.fields import Unreadable, lines_of_mail, read_fields
from referee.post.reading.mime import Part, leaves, pieces
from referee.post.ways.mailboxes import Kept, mails
from referee.record.file import BEGINNING
from referee.record.seals import ONLOOKER, in_words
from referee.record.signing import is_signed
from referee.util.packing import ENDING, PACKED, begins, unpacked
from referee.util.regexes import regex
from referee.util.values import Struct, Value, field
from referee.verify.check import LookedAt, note, right, summed, wrong

NUMBER = regex(r"([a-z][a-z0-9-]{0,31})\.([a-z][a-z0-9-]{0,31})\.([1-9][0-9]{0,8})")
OURS = regex(
    rb"^message-id[ \t]*:\s*<[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]{0,31}\.[1-9]", re.MULTILINE | re.IGNORECASE
)
ID = regex(rf"<{NUMBER.pattern}@(r-[a-z2-7]{{8}}\.)?([A-Za-z0-9.-]{{1,255}})>")
TOGETHER, BOUNDARY = "=_d.", regex(rf"=_[a-z]\.{NUMBER.pattern}")
"""How the boundary begins of a mail that holds several letters, and those of the letters in it."""
ONE_OF_THEM = regex(rf"{ONLOOKER}-[1-9][0-9]{{0,8}}")
WORD, WORDS = r"[^\W\d_]{1,30}", r"[^\W\d_][^:\n<]{0,39}: ((?:[a-z]{5} ){7}[a-z]{5})"
SEAL = regex(rf"^{WORD} ([0-9a-f]{{64}})\n{WORDS}$", re.MULTILINE)
"""The two lines of the seal, which begin where lines begin. What players write is always marked or indented."""
LIKE_A_SEAL = regex(rf"^{WORD}(?:[^\w\n]|_)*(?:[0-9a-f][^\S\n]*){{64}}", re.MULTILINE | re.IGNORECASE)
"""What a person takes for the first of them, however it is written."""
PAGE = regex(rf'<p class="quiet" style="[^"<>]*">{WORD} ([0-9a-f]{{64}})<br>{WORDS}</p>')
"""The same in HTML, as a paragraph of its own; a player's text never puts a line break into one."""
SHOWN = regex(r"^ *\[([0-9a-f]{64})\]$", re.MULTILINE)
PROOF = ".proof.json"
HEAD = 64 * 1024
TEXT_LIMIT = 4 * 1024 * 1024
PROOF_LIMIT = 1024 * 1024
RECORDS_LIMIT = 8 * 1024 * 1024
"""The most bytes that records which came with letters are unpacked to, all together."""
NO_RECORD, NO_ROOM = "record-none", "record-room"


class Witness(Value, kw_only=True, unshown=("proof_bytes", "record")):
    """One letter of ours: where it was kept, its number in parts, and what it says.

    Attributes:
        marked: whether its Message-ID has the mark that no other program gives.
        seals: the seals in its text, each with its words.
        page: the seals in its HTML, each with its words.
        shown: what stands in its text in brackets (commitment, public key, secret).
        proof: the object of the attachment; None if there is none that can be read.
        proof_bytes: the bytes of that attachment.
        record: the bytes of the record that came with it; b"" for none.
        faults: keys of what is wrong with its form.
        unseen: keys of what was not looked at.
    """

    place: str
    game: str
    seat: str
    count: int
    host: str
    marked: bool = False
    seals: tuple[tuple[str, str], ...] = ()
    page: tuple[tuple[str, str], ...] = ()
    shown: tuple[str, ...] = ()
    proof: Mapping[str, Any] | None = None
    proof_bytes: bytes = b""
    record: bytes = b""
    faults: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The number of the letter, as `g1.thor.9`."""
        return f"{self.game}.{self.seat}.{self.count}"

    @property
    def audience(self) -> str:
        """Whom it was written for, as records call them: its seat; for each of the onlookers (H31) the same."""
        return ONLOOKER if ONE_OF_THEM.fullmatch(self.seat) else self.seat

    @property
    def seal(self) -> str:
        """The seal that it tells: the last one, if it tells several; "" for none."""
        return self.seals[-1][0] if self.seals else ""

    @property
    def tells(self) -> bool:
        """Whether it has anything that only letters of ours have."""
        attached = self.proof_bytes or self.record or {*self.faults, *self.unseen} & {NO_RECORD, NO_ROOM}
        return bool(self.marked or self.seals or self.page or attached)


class Box(Struct):
    """What was found in a mailbox: letters of ours, the number of mails, and mails that cannot be read.

    Attributes:
        others: mails whose Message-ID has the form of ours, and nothing else.
        unreadable: only mails that may be ours.
        room: how many bytes may still be unpacked.
    """

    letters: list[Witness] = field(default_factory=list)
    others: list[Witness] = field(default_factory=list)
    mails: int = 0
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    room: int = RECORDS_LIMIT

    def unpacked(self, data: bytes) -> bytes:
        """A record that came with a letter, as it was. Raises ValueError where there is no room for it."""
        if not data.startswith(PACKED):
            return data
        try:
            made = unpacked(data, self.room)
        except ValueError:
            self.room = 0
            raise
        self.room -= len(made)
        return made


def read_box(path: Path, room: int = RECORDS_LIMIT) -> Box:
    """The letters of ours in a mailbox. Raises `Faulty` if it is not a mailbox; OSError."""
    box = Box(room=room)
    for kept in mails(path):
        box.mails += 1
        try:
            for one in witnesses(kept, box):
                (box.letters if one.tells else box.others).append(one)
        except Unreadable as fault:
            box.unreadable.append((kept.place, fault.why.key))
    return box


def witnesses(kept: Kept, box: Box) -> Iterator[Witness]:
    """The letters of ours in these bytes; none in any other mail. Raises `Unreadable` if it is over a limit."""
    if not OURS.search(kept.raw, 0, HEAD):
        return
    data = lines_of_mail(kept.raw)
    fields, body = read_fields(data)
    given = fields.every("message-id")
    found = ID.fullmatch(given[0]) if len(given) == 1 else None
    if found is None:
        return
    *number, mark, host = found.groups()
    named = {"place": kept.place, "host": host.lower(), "marked": bool(mark)}
    whole = Part(data, fields, "", body, len(data))
    if not whole.param("boundary").startswith(TOGETHER):
        yield _witness(data, whole, number, named, box)
        return
    for part in pieces(data, fields, body):
        if of := BOUNDARY.fullmatch(part.param("boundary")):
            yield _witness(data[: part.end], part, of.groups(), named, box)


def _witness(data: bytes, part: Part, number: Sequence[str], named: Mapping[str, Any], box: Box) -> Witness:
    """What one letter says, which stands in this part of a mail."""
    parts = leaves(data, part.fields, part.start)
    texts = [one for one in parts if one.kind.startswith("text/") and not one.attached]
    text = "\n".join(_text(one) for one in texts if one.kind != "text/html")
    page = "\n".join(_text(one) for one in texts if one.kind == "text/html")
    seals, pages = SEAL.findall(text), PAGE.findall(page)
    faults, unseen = list[str](), list[str]()
    if len(LIKE_A_SEAL.findall(unicodedata.normalize("NFKC", text))) > len(seals):
        faults.append("letter-seal-form")
    if page.strip() and not pages:
        unseen.append("letter-page")
    attached = _attached(parts, number[0])
    proof = _proof(attached.get("proof"), faults)
    return Witness(
        game=number[0],
        seat=number[1],
        count=int(number[2]),
        seals=tuple(seals),
        page=tuple((seal, unescape(words)) for seal, words in pages),
        shown=tuple(SHOWN.findall(text)),
        proof=proof,
        proof_bytes=attached.get("proof", b""),
        record=_record(attached.get("record", b""), box, faults, unseen),
        faults=tuple(faults),
        unseen=tuple(unseen),
        **named,
    )


def _text(part: Part) -> str:
    """A text as its ASCII shows, which in UTF-16 stands between zeros; all that we look for is ASCII."""
    raw = part.decoded(TEXT_LIMIT).replace(b"\0", b"").replace(b"\r", b"")
    return raw.decode("utf-8", "replace")


def _attached(parts: list[Part], game: str) -> dict[str, bytes]:
    """What is attached to a letter, known by file names: a proof (maybe another letter's), the record of its game."""
    found = dict[str, bytes]()
    for part in parts:
        name = part.param("filename", "content-disposition") or part.param("name")
        if name.endswith(PROOF):
            found["proof"] = part.decoded()
        elif name.removesuffix(ENDING) == f"{game}.record.yaml":
            found["record"] = part.decoded()
    return found


def _record(data: bytes, box: Box, faults: list[str], unseen: list[str]) -> bytes:
    """The record that came with a letter; b"" if it is none, or too large."""
    if not data:
        return b""
    if not begins(data, BEGINNING):
        faults.append(NO_RECORD)
        return b""
    try:
        return box.unpacked(data)
    except ValueError:
        unseen.append(NO_ROOM)
        return b""


def _proof(data: bytes | None, faults: list[str]) -> Mapping[str, Any] | None:
    """The object in a proof; what is wrong with it is told among the faults."""
    if data is None:
        return None
    try:
        proof = (
            json.loads(data, object_pairs_hook=_once, parse_constant=_refused)
            if len(data) <= PROOF_LIMIT
            else None
        )
    except (ValueError, RecursionError):
        proof = None
    if isinstance(proof, dict):
        return proof
    faults.append("proof-unreadable")
    return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, unless a key stands in it twice: two readers would then read two different things."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key twice")
    return made


def _refused(_constant: str) -> Any:
    raise ValueError("no number")


Letters = Sequence[Witness]
FORM_OF_PROOF: Mapping[str, type] = {
    "format": int,
    "game": str,
    "letter": str,
    "commit": str,
    "seal": str,
    "words": str,
    "signer": str,
    "signature": str,
    "roots": dict,
    "openings": list,
}
"""The keys of a proof, each with the type of its value."""


def place_of(letter: Witness) -> str:
    """Where a letter is: its number, and where it was kept."""
    return f"{letter.number} ({letter.place})"


def letters_checked(game: str, letters: Letters, signer: str = "", commit: str = "") -> Iterator[LookedAt]:
    """Check the letters of one game; each check is named, with everything that is wrong in it.

    `signer` and `commit` are the keeper's public key and the commitment, where they are known without the letters.
    """
    signer, commit = signer or _first(letters, "signer"), commit or _first(letters, "commit")
    count = len(letters)
    yield from summed(list(_read(letters)), None)
    yield from summed(list(_one_seal(letters)), right("seals-told", game, count=count))
    yield from summed(list(_words(letters)), right("words-right", game, count=count))
    yield from summed(list(_said_twice(letters)), right("seals-once", game, count=count))
    proofs = [one for one in letters if one.proof is not None]
    if proofs:
        yield from summed(list(_proofs(proofs)), right("proofs-agree", game, count=len(proofs)))
    yield from _signatures(game, letters, signer)
    yield from summed(list(_invitations(letters, signer, commit)), None)


def _read(letters: Letters) -> Iterator[LookedAt]:
    """What is wrong with the form of a letter, and what in it was not looked at."""
    yield from (wrong(fault, place_of(one)) for one in letters for fault in one.faults)
    yield from (note(key, place_of(one)) for one in letters for key in one.unseen)


def _one_seal(letters: Letters) -> Iterator[LookedAt]:
    """Every letter tells one seal, the same in its text and in its HTML."""
    for one in letters:
        told = dict.fromkeys(seal for seal, _ in (*one.seals, *one.page))
        if not one.seals:
            yield wrong("letter-no-seal", place_of(one))
        elif len(told) > 1:
            yield wrong("letter-two-seals", place_of(one), seals=tuple(told))


def _words(letters: Letters) -> Iterator[LookedAt]:
    """The words below a seal are those of its first half."""
    for one in letters:
        for seal, words in dict.fromkeys((*one.seals, *one.page)):
            if words != (due := in_words(seal)):
                yield wrong("letter-words", place_of(one), words=words, due=due)


def _said_twice(letters: Letters) -> Iterator[LookedAt]:
    """Letters that have the same number as an earlier one, but another seal."""
    first = dict[tuple[str, str], Witness]()
    for one in letters:
        if one.seal and (before := first.setdefault((one.host, one.number), one)).seal != one.seal:
            yield wrong(
                "seals-twice", place_of(one), other=before.place, seal=one.seal, other_seal=before.seal
            )


def _invitations(letters: Letters, signer: str, commit: str) -> Iterator[LookedAt]:
    """An invitation tells the commitment, and the key of a keeper who signs. Not everybody is asked to play."""
    for one in letters:
        if one.count == 1 and one.seals and one.audience not in {ARBITER, ONLOOKER}:
            for key, due in (("letter-commit", commit), ("letter-key", signer)):
                if due and due not in one.shown:
                    yield wrong(key, place_of(one), due=due)


def _first(letters: Letters, key: str) -> str:
    """The value of a key in the first proof that has it."""
    return next((str(one.proof[key]) for one in letters if one.proof and one.proof.get(key)), "")


# Proofs


def _proofs(letters: Letters) -> Iterator[LookedAt]:
    """A proof has the seal of its letter. What it says of the lots is checked elsewhere."""
    for one in letters:
        proof = one.proof or {}
        if out := [key for key, value in proof.items() if type(value) is not FORM_OF_PROOF.get(key)]:
            yield wrong("proof-form", place_of(one), keys=tuple(out[:5]))
            continue
        yield from _unlike(one, "proof-letter", proof.get("letter"), one.number)
        yield from _unlike(one, "proof-seal", proof.get("seal"), one.seal)
        if "words" in proof:
            yield from _unlike(one, "proof-words", proof["words"], in_words(one.seal))


def _unlike(letter: Witness, key: str, found: Any, due: str) -> Iterator[LookedAt]:
    if found != due:
        yield wrong(key, place_of(letter), found=str(found or "-")[:80], due=due)


# Signatures


def _signatures(game: str, letters: Letters, key: str) -> Iterator[LookedAt]:
    """In a game whose keeper signs, every letter is signed, and all by one key."""
    if not key:
        yield note("letters-unsigned", game)
        return
    faults = [fault for one in letters if (fault := _signature(one, key)) is not None]
    yield from summed(faults, right("letters-signed", game, count=len(letters), key=key))


def _signature(letter: Witness, key: str) -> LookedAt | None:
    signature, signer = (str((letter.proof or {}).get(name, "")) for name in ("signature", "signer"))
    if not signature:
        return wrong("letter-unsigned", place_of(letter))
    if signer != key:
        return wrong("letter-signer", place_of(letter), found=signer or "-", due=key)
    if not is_signed(key, letter.game, letter.seal, signature):
        return wrong("letter-signature", place_of(letter), key=key)
    return None
