"""The key with which a keeper signs, in the folder of the home.

    HOME/signing-key      the seed of an Ed25519 key (RFC 8032): 32 bytes in hex, the keeper's alone

What is signed, and how it is checked: `referee.record.signing`. This needs the package cryptography (the extra `sign`).
"""

import secrets
import stat
from pathlib import Path

from referee.home.home import Home
from referee.record.signing import PACKAGE, SEED, Sign, Signer
from referee.util import files
from referee.util.errors import Faulty

NAME = "signing-key"


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
