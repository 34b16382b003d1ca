"""The keeper's key: if there is one, it signs every seal of the games opened since. Nobody else can have made these.

`referee.record.seals.signed_text` says what is signed. The public key stands in the opening of each game and
in its invitations; the signature stands in the record after the seal, and in the proof that goes with a
letter. A game that was opened without a key is never signed. This needs the package cryptography (the extra
`sign`).
"""

from collections.abc import Callable
from typing import Any

from referee.record.seals import signed_text
from referee.util.regexes import regex
from referee.util.values import Value

PACKAGE = "cryptography"
SEED = regex(r"[0-9a-f]{64}")
PUBLIC = SEED
SIGNATURE = regex(r"[0-9a-f]{128}")
Sign = Callable[[str, bytes], bytes]
"""Makes the signature (Ed25519, 64 bytes) of some bytes, by the key whose public half is given in hex.

Raises `Faulty` without that key.
"""


class Signer(Value, unshown=("_key",)):
    """The keeper's key: the public half in hex, and the function that signs. No text shows its seed."""

    public: str
    _key: Any

    @classmethod
    def of_seed(cls, seed: bytes) -> "Signer":
        """The key made from a seed of 32 bytes. Raises ModuleNotFoundError without the package."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

        key = Ed25519PrivateKey.from_private_bytes(seed)
        return cls(key.public_key().public_bytes_raw().hex(), key)

    def signature(self, text: bytes) -> bytes:
        """The signature of these bytes; 64 bytes."""
        return bytes(self._key.sign(text))


def is_signed(public: str, game: str, seal: str, signature: str) -> bool:
    """Whether this is the signature of a seal by that key, all in hex; False for a malformed one.

    Raises ModuleNotFoundError without the package.
    """
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  slow to load, and need not be there
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    if not (PUBLIC.fullmatch(public) and SEED.fullmatch(seal) and SIGNATURE.fullmatch(signature)):
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), signed_text(game, bytes.fromhex(seal)))
    except (InvalidSignature, ValueError):
        return False
    return True
