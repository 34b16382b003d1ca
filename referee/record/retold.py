"""The mark of a record that was made from a text: it was not sealed while the game was played.

Such a record has seals of its own, so nobody's kept letters fit them. The salt of its opening shows it: its
second half is worked out from the first, which is random. It cannot be taken away without all seals being made
again.
"""

import hashlib
import os
from collections.abc import Sequence

from referee.record.seals import SALT_LENGTH
from referee.util.layout import Document

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
