"""The keeper's key: who has it signs every seal of the games opened since, and nobody else can have made these seals.

    HOME/signing-key      the seed of an Ed25519 key (RFC 8032): 32 bytes in hex, the keeper's alone

What is signed of a seal says `referee.seals.signed_text`. The public key stands in the opening
of each game and in its invitations, the signature in the record after the seal, and in the proof that goes with a
letter. A game that was opened without a key is never signed. This needs the package cryptography (the extra `sign`).
"""

import re
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee import files
from referee.closing import Sign
from referee.game import Faulty
from referee.home import Home
from referee.seals import signed_text

NAME = "signing-key"
PACKAGE = "cryptography"
SEED = re.compile(r"[0-9a-f]{64}")
PUBLIC = SEED
SIGNATURE = re.compile(r"[0-9a-f]{128}")


@dataclass(frozen=True, slots=True)
class Signer:
    """The keeper's key: the public one in hex, and what signs. Its seed is in no text of it."""

    public: str
    _key: Any = field(repr=False)

    @classmethod
    def of_seed(cls, seed: bytes) -> "Signer":
        """The key of a seed of 32 bytes. Raises ModuleNotFoundError without the package."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

        key = Ed25519PrivateKey.from_private_bytes(seed)
        return cls(key.public_key().public_bytes_raw().hex(), key)

    def signature(self, text: bytes) -> bytes:
        """The signature of these bytes; 64 bytes."""
        return bytes(self._key.sign(text))


def is_signed(public: str, game: str, seal: str, signature: str) -> bool:
    """Whether this is the signature of a seal by that key, all in hex; what is malformed is none.

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


def path_of(home: Home) -> Path:
    """Where the key lies, if there is one."""
    return home.path / NAME


def signer_of(home: Home) -> Signer | None:
    """The key of this home; None if its keeper does not sign.

    Raises `Faulty` for a file that is no key, or that others can read; ModuleNotFoundError without the package.
    """
    path = path_of(home)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text("ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    if mode & 0o077:
        raise Faulty("signing-key-open", where=str(path), mode=f"{mode:03o}")
    if not SEED.fullmatch(text):
        raise Faulty("signing-key-damaged", where=str(path))
    return Signer.of_seed(bytes.fromhex(text))


def made_signer(home: Home) -> Signer:
    """The key of this home, made now if there is none. Raises as `signer_of` does; OSError."""
    Signer.of_seed(bytes(32))  # the package is there, or nothing is made
    home.key()
    if (known := signer_of(home)) is not None:
        return known
    files.write_new(path_of(home), f"{secrets.token_hex(32)}\n".encode())
    return made_signer(home)


def signs(home: Home) -> Sign:
    """What signs the seals of the games of a home. The key is read when it is used; no other than the one asked for signs."""

    def sign(public: str, text: bytes) -> bytes:
        try:
            known = signer_of(home)
        except ModuleNotFoundError as error:
            raise Faulty("signing-cannot", name=PACKAGE) from error
        if known is None or known.public != public:
            raise Faulty("signing-key-other", where=str(path_of(home)), public=public)
        return known.signature(text)

    return sign


def public_of(home: Home) -> str:
    """The public key of a keeper who signs; "" for one who does not. Raises as `signer_of` does."""
    signer = signer_of(home)
    return signer.public if signer else ""
