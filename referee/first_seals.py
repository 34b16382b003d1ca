"""The seals of records of format 1, which are read, verified and added to as they were.

The seal of a document is SHA-256 over the seal before it (32 zero bytes before the first) and the
document without its last three keys, with every value that is not open to all replaced by a digest,
`{sealed: <hex>}`: SHA-256(HMAC-SHA-256(salt, pointer) + the value as JSON, keys sorted, no spaces, UTF-8).

    salt     32 random bytes of this document alone, in hex
    hidden   where the values stand that are not open to all: JSON pointers (RFC 6901)
    seal     the seal, in hex

A redacted document has the digests in place of the values, and neither `salt` nor `hidden`; its seal is
worked out by the same function. What is hashed then is the document's own bytes down to the line `seal:`.
Which values are hidden is written down, so that a later change of mind about it does not break the seals of
old games, and so that a record can be verified without its game.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable
from typing import Any

from referee.layout import Document, write_document

SALT_LENGTH = 32
SEALED = "sealed"
_canonical_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
_DIGEST = re.compile(r"[0-9a-f]{64}")


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) to a value: `pointer("lines", 0, "raw")` is `/lines/0/raw`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def is_sealed(value: Any) -> bool:
    """Whether a value is the digest of one."""
    return (
        isinstance(value, dict)
        and value.keys() == {SEALED}
        and isinstance(value[SEALED], str)
        and _DIGEST.fullmatch(value[SEALED]) is not None
    )


def redact(doc: Document, hidden: Iterable[str], salt: bytes) -> Document:
    """The document with a digest for every hidden value, without `salt` and `hidden`.

    What is redacted already, or lies within what is, stays as it is. Raises ValueError for a pointer to
    nothing.
    """
    out: Any = {key: value for key, value in doc.items() if key not in {"salt", "hidden"}}
    paths: _Paths = {}
    for path in sorted(set(hidden)):
        within = paths
        for part in path.split("/")[1:]:
            within = within.setdefault(part.replace("~1", "/").replace("~0", "~"), {})
        within[None] = path
    return _with_digests(out, paths, salt)  # type: ignore[no-any-return]


_Paths = dict[str | None, Any]
"""Pointers by their parts, one in the other; behind None the whole pointer that ends there."""


def _with_digests(value: Any, paths: _Paths, salt: bytes) -> Any:
    if is_sealed(value):
        return value
    if None in paths:
        return {SEALED: _digest(value, paths[None], salt)}
    out: Any = value.copy() if isinstance(value, dict | list) else {}
    for part, within in paths.items():
        at: Any = part
        if isinstance(out, list) and at.isdecimal():
            at = int(at)
        if at not in (range(len(out)) if isinstance(out, list) else out):
            raise ValueError(f"nothing to hide at {at!r}")
        out[at] = _with_digests(out[at], within, salt)
    return out


def _digest(value: Any, path: str, salt: bytes) -> str:
    key = hmac.digest(salt, path.encode(), "sha256")
    return hashlib.sha256(key + _canonical_json(value).encode()).hexdigest()


def seal(previous: bytes, doc: Document, hidden: Iterable[str], salt: bytes) -> bytes:
    """The seal of a document, redacted or not; 32 bytes."""
    bare = redact(doc, hidden, salt)
    bare.pop("seal", None)
    return hashlib.sha256(previous + write_document(bare)).digest()


def close(doc: Document, previous: bytes, hidden: Iterable[str], salt: bytes) -> Document:
    """The document with its last three keys: what `record.append` takes.

    Raises ValueError for a salt that is not 32 bytes, a pointer to nothing, nothing hidden at all (the seal
    would then be a plain hash of what can be guessed), or a value that would pass for a digest.
    """
    paths = sorted(set(hidden))
    if len(salt) != SALT_LENGTH or not paths:
        raise ValueError("a document is sealed with 32 bytes of salt, and hides something")
    body = {key: value for key, value in doc.items() if key not in {"salt", "hidden", "seal"}}
    if _holds_digest(body):
        raise ValueError("a value would pass for a digest")
    due = seal(previous, body, paths, salt).hex()
    return {**body, "salt": salt.hex(), "hidden": paths, "seal": due}


def _holds_digest(value: Any) -> bool:
    if isinstance(value, dict):
        return is_sealed(value) or any(map(_holds_digest, value.values()))
    return isinstance(value, list) and any(map(_holds_digest, value))
