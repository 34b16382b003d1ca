"""Seals: what a mailed hash binds the house to, without telling anything.

A document of a record ends with these keys:

    salt        32 random bytes of this document alone, in hex
    leaves      a digest for each audience: the seats, and `onlooker`
    seal        the seal, in hex
    signature   of the keeper, in hex, if the keeper signs (Ed25519 over `signed_text`)

Its body is its bytes before `salt:`. The part of an audience is what it may know of the entry
(`referee.table.parts`).

    key(a)        HMAC-SHA-256(salt, a)           a: the name of an audience, or "record"
    leaf(record)  SHA-256(key("record") + body)
    leaf(a)       SHA-256(key(a) + the part of a as a document)
    link          HMAC-SHA-256(salt, lp("pbem/link/v2", the seal before; 32 zero bytes before the first))
    seal          SHA-256(lp("pbem/seal/v2", link, name, leaf, name, leaf, ...)), by name, "record" among them

A redacted document has the part of one audience as its body, and after it `key`, `link`, and the leaves of
all others. So its seal can be worked out without anything that this audience may not know. The link does not
tell how many entries lie between two such documents. A document that is withheld has no part, only `link` and
all leaves.

Sealed are facts: what an audience was shown, and its own lines. How the table looked to it afterwards follows
from them; it stands after the seal as `view`, so that it can be shown, and nothing is proved by it. Private
texts are sealed as digests; they too stand after the seal (`referee.record.private`).

The keeper draws the salts, and they bind nobody; the same holds for times and words. If two people compare
seals and find them equal, they were told the same history: to deceive them somebody would have to find two
histories with the same seal (2**128 tries), or with the same words (`referee.record.seals`). Salts do
not come from the secret of the lots: that is told at the end of the game, and what is private stays private
after the end.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat

from referee.engine.lots import keyed, lp
from referee.util.layout import Document, write_document
from referee.util.regexes import regex

FORMAT = 3
"""The format of the records whose seals are made in this way. No release ever had another."""

START = bytes(32)
"""The seal before the first document; also the mark before it."""

SALT_LENGTH = 32
SALT_LINE = b"\nsalt: "
"""A body ends after this line feed: no text in our layout contains these bytes."""
RECORD = "record"
"""The name under which the whole document is bound."""
ONLOOKER = "onlooker"
"""The name of the audience that sits at no seat."""
WITHHELD = "withheld"
"""The kind of a redacted document that tells nothing but its number."""
FULL, REDACTED, HELD = (
    ("salt", "leaves", "seal"),
    ("key", "link", "leaves", "seal"),
    ("link", "leaves", "seal"),
)
"""The last keys of a document. `signature` may follow them, and after that a `view`, which no seal binds."""
VIEW, PRIVATE = "view", "private"

_SIGNATURE = regex(r"[0-9a-f]{128}")


def key_of(salt: bytes, name: str) -> bytes:
    """The key of an audience to one document; 32 bytes."""
    return keyed(salt, name.encode())


def leaf_of(key: bytes, body: bytes) -> bytes:
    """What binds a part, or the whole body; 32 bytes."""
    return hashlib.sha256(key + body).digest()


def link_of(salt: bytes, previous: bytes) -> bytes:
    """What binds the document before, by its seal; 32 bytes."""
    return keyed(salt, _LINK + previous)


def seal_of(link: bytes, leaves: Mapping[str, bytes]) -> bytes:
    """The seal of a document with these leaves, `record` among them; 32 bytes."""
    named = [_before(name) + leaves[name] for name in sorted(leaves)]
    return hashlib.sha256(b"".join((_SEAL, link, *named))).digest()


@lru_cache(256)
def _before(name: str) -> bytes:
    """What stands before the leaf of an audience in the text that is sealed: its name, and how long the leaf is."""
    return lp(name) + _DIGEST


_DIGEST = lp(bytes(32))[:-32]
"""What stands before 32 bytes in a text of `lp`."""
_SEAL, _LINK = lp("pbem/seal/v2") + _DIGEST, lp("pbem/link/v2") + _DIGEST


def signed_text(game: str, seal: bytes) -> bytes:
    """What the keeper signs: the id of the game, and a seal (32 bytes)."""
    return lp("pbem/sign/v1", game, seal)


def close(
    doc: Document,
    previous: bytes,
    parts: Mapping[str, Document],
    salt: bytes,
    sign: Callable[[bytes], bytes] | None = None,
) -> Document:
    """The document with its last keys, as `record.append` takes it. `sign` makes 64 bytes of the seal.

    Raises ValueError for a salt that is not 32 bytes, a part with the name of the record, or a document
    already closed.
    """
    if len(salt) != SALT_LENGTH or RECORD in parts or {*FULL, *REDACTED} & doc.keys():
        raise ValueError("a document is closed once, with 32 bytes of salt")
    leaves = {name: leaf_of(key_of(salt, name), write_document(part)) for name, part in sorted(parts.items())}
    whole = leaf_of(key_of(salt, RECORD), write_document(doc))
    due = seal_of(link_of(salt, previous), {**leaves, RECORD: whole})
    told = {name: leaf.hex() for name, leaf in leaves.items()}
    closed = {**doc, "salt": salt.hex(), "leaves": told, "seal": due.hex()}
    return closed | ({"signature": sign(due).hex()} if sign else {})


def redacted(doc: Document, previous: bytes, name: str, part: Document, view: Document) -> Document:
    """A closed document as an audience may have it; `previous` is the seal before it, `view` is not sealed.

    A part is withheld if it is not the one that was sealed, because it must not be told or is no longer
    known. Then the document tells only its `entry`.
    """
    salt = bytes.fromhex(doc["salt"])
    key, link = key_of(salt, name), link_of(salt, previous)
    body = {one: value for one, value in without(doc).items() if one not in {*FULL, "signature"}}
    leaves = {**doc["leaves"], RECORD: leaf_of(key_of(salt, RECORD), write_document(body)).hex()}
    if told := leaf_of(key, write_document(part)).hex() == leaves.get(name):
        del leaves[name]
    head = {**part, "key": key.hex()} if told else {"entry": part["entry"], "kind": WITHHELD}
    signature = {"signature": doc["signature"]} if "signature" in doc else {}
    return {
        **head,
        "link": link.hex(),
        "leaves": {one: leaves[one] for one in sorted(leaves)},
        "seal": doc["seal"],
        **signature,
        **({VIEW: view} if told else {}),
    }


def without(doc: Document) -> Document:
    """A closed document without its private texts, for readers other than their writer."""
    return {key: value for key, value in doc.items() if key != PRIVATE}


def wrong_leaves(doc: Document, parts: Mapping[str, Document]) -> tuple[str, ...]:
    """The audiences whose leaves in a closed document differ from these parts, or that only one of both has."""
    salt = bytes.fromhex(doc["salt"])
    made = {name: leaf_of(key_of(salt, name), write_document(part)).hex() for name, part in parts.items()}
    return tuple(
        sorted(name for name in made.keys() | doc["leaves"] if made.get(name) != doc["leaves"].get(name))
    )


# Verifying


def broken_seal(
    documents: Iterable[Document], previous: bytes = START, written: Iterable[bytes] = ()
) -> int | None:
    """The first of the documents whose seal is not right, counted from 0; None if all are right.

    They are the documents of one record: all of them, or all from some place on. In a redacted record each
    stands for itself. `written` are their bytes in our own layout, where the caller has them (else b"").
    """
    due: Scheme | None = None
    for number, (doc, data) in enumerate(zip(documents, chain(written, repeat(b"")), strict=False)):
        try:
            due = due or _scheme(doc)
            found = due(previous, doc, data)
        except (AttributeError, KeyError, TypeError, ValueError):
            return number
        if doc.get("seal") != found.hex():
            return number
        previous = found
    return None


def other_format(documents: Sequence[Document]) -> str:
    """The format that a record names in its opening, if its seals are made in another way; else ""."""
    found = documents[0].get("format", FORMAT) if documents else FORMAT
    return "" if type(found) is int and found == FORMAT else str(found)[:40]


def is_redacted(documents: Iterable[Document]) -> bool:
    """Whether a record is redacted: its opening then says for whom."""
    return any("audience" in doc for doc in list(documents)[:1])


Scheme = Callable[[bytes, Document, bytes], bytes]
"""Works out the seal of a document from the seal before it, the document, and its bytes in our layout (or b"")."""


def _scheme(doc: Document) -> Scheme:
    """How the seals of a record are worked out. `doc` is its first document, or any if the record is not redacted."""
    if "audience" in doc:
        audience, names = doc["audience"], frozenset((*doc["seats"], ONLOOKER, RECORD))
        return lambda _before, one, _data: _seal_of_part(one, audience, names)
    return _seal


def _seal(previous: bytes, doc: Document, data: bytes) -> bytes:
    body = _body((*doc,), FULL, PRIVATE)
    _signed(doc)
    salt, leaves = _bytes(doc["salt"]), _leaves(doc)
    if RECORD in leaves:
        raise ValueError("the leaf of the record is worked out")
    whole = data[: data.rindex(SALT_LINE) + 1] if data else write_document(_only(doc, body))
    leaves[RECORD] = leaf_of(key_of(salt, RECORD), whole)
    return seal_of(link_of(salt, previous), leaves)


def _seal_of_part(doc: Document, audience: str, names: frozenset[str]) -> bytes:
    held = "key" not in doc
    keys = _body((*doc,), HELD) if held else _body((*doc,), REDACTED, PRIVATE, VIEW)
    _signed(doc)
    body, leaves = _only(doc, keys), _leaves(doc)
    if held:
        if body.keys() != {"entry", "kind"} or body["kind"] != WITHHELD:
            raise ValueError("what is withheld tells nothing")
    elif audience in leaves:
        raise ValueError("the leaf of the part is worked out")
    else:
        leaves[audience] = leaf_of(_bytes(doc["key"]), write_document(body))
    if leaves.keys() != names:
        raise ValueError("one leaf for each audience")
    return seal_of(_bytes(doc["link"]), leaves)


@lru_cache(256)
def _body(keys: tuple[str, ...], last: tuple[str, ...], *behind: str) -> tuple[str, ...]:
    """Of the keys of a document those before the last ones, which close it; `behind` may stand after these.

    Raises ValueError if it is not closed so.
    """
    for name in behind:
        keys = keys[:-1] if keys[-1:] == (name,) else keys
    due = (*last, "signature") if "signature" in keys else last
    if keys[-len(due) :] != due:
        raise ValueError(f"not closed by {due}")
    return keys[: -len(due)]


def _signed(doc: Document) -> None:
    if "signature" in doc and _SIGNATURE.fullmatch(doc["signature"]) is None:
        raise ValueError("no signature")


def _only(doc: Document, keys: Sequence[str]) -> Document:
    return {key: doc[key] for key in keys}


def _leaves(doc: Document) -> dict[str, bytes]:
    leaves = doc["leaves"]
    if (names := [*leaves]) != sorted(names):
        raise ValueError("leaves stand by name")
    return {name: _bytes(leaf) for name, leaf in leaves.items()}


def _bytes(text: str) -> bytes:
    """32 bytes in hex, lower case. Raises ValueError, TypeError."""
    made = bytes.fromhex(text)
    if len(made) != len(START) or made.hex() != text:
        raise ValueError("not 32 bytes in hex")
    return made


# The mark of a record that was made from a text: it was not sealed while the game was played.
#
# Such a record has seals of its own, so nobody's kept letters fit them. The salt of its opening shows it: its
# second half is worked out from the first, which is random. It cannot be taken away without all seals being
# made again.


HALF = SALT_LENGTH // 2
_NAME = b"pbem/retold/v1"


def marking_salt() -> bytes:
    """32 bytes for the opening of a record that is made from a text."""
    first = os.urandom(HALF)
    return first + _second(first)


def is_retold(documents: Sequence[Document]) -> bool:
    """Whether a whole record was made from a text."""
    salt = bytes.fromhex(documents[0].get("salt", "")) if documents else b""
    return len(salt) == SALT_LENGTH and _second(salt[:HALF]) == salt[HALF:]


def _second(first: bytes) -> bytes:
    return hashlib.sha256(_NAME + first).digest()[:HALF]


# Seals in words: eight words of five letters, 128 bits, which two people can compare by eye or on the
# telephone.
#
# Each word stands for two bytes: consonant, vowel, consonant, vowel, consonant. So all words have the same
# length and belong to no language, and nobody needs a list to check one. To find two histories with the same
# eight words somebody must try some 2**64 of them, because both histories can be varied; for the whole seal,
# which stands above the words, it takes 2**128.


CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeio"
WORDS = 8
"""How many words are told of a seal: its first sixteen bytes."""


def in_words(seal: str) -> str:
    """The first half of a seal (hex) as eight words with blanks between; "" for no seal.

    Raises ValueError if it is not a hexadecimal number.
    """
    data = bytes.fromhex(seal)[: 2 * WORDS]
    return " ".join(_word(int.from_bytes(data[at : at + 2])) for at in range(0, len(data), 2))


def _word(number: int) -> str:
    """The word for a number of 16 bits, its highest bits first."""
    letters = ((CONSONANTS, 12), (VOWELS, 10), (CONSONANTS, 6), (VOWELS, 4), (CONSONANTS, 0))
    return "".join(some[number >> bits & len(some) - 1] for some, bits in letters)
