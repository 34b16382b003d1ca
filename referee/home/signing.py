"""The keeper's signing key, in the folder of the home.

    HOME/signing-key      the seed of an Ed25519 key (RFC 8032): 32 bytes in hex, readable by the keeper alone

What is signed, and how it is checked: `referee.record.signing`. This needs the package cryptography (the
extra `sign`).
"""

import secrets
import stat
from pathlib import Path

from referee.home.home import Home
from referee.record.signing import PACKAGE, SEED, Sign, Signer
from referee.util import files
from referee.util.errors import NotInstalled, WrongConfig

NAME = "signing-key"


def path_of(home: Home) -> Path:
    """The path of the key, whether it exists or not."""
    return home.path / NAME


def signer_of(home: Home) -> Signer | None:
    """The key of this home; None if its keeper does not sign.

    Raises `Faulty` for a malformed file, or one that others can read; ModuleNotFoundError without the
    package.
    """
    path = path_of(home)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text("ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    if mode & 0o077:
        raise WrongConfig("signing-key-open", where=str(path), mode=f"{mode:03o}")
    if not SEED.fullmatch(text):
        raise WrongConfig("signing-key-damaged", where=str(path))
    return Signer.of_seed(bytes.fromhex(text))


def made_signer(home: Home) -> Signer:
    """The key of this home, made if there is none. Raises as `signer_of` does; OSError."""
    Signer.of_seed(bytes(32))  # fails without the package, before anything is made
    home.key()
    if (known := signer_of(home)) is not None:
        return known
    files.write_new(path_of(home), f"{secrets.token_hex(32)}\n".encode())
    return made_signer(home)


def signs(home: Home) -> Sign:
    """What signs the seals of a home's games. The key is read at each use; only the one asked for signs."""

    def sign(public: str, text: bytes) -> bytes:
        try:
            known = signer_of(home)
        except ModuleNotFoundError as error:
            raise NotInstalled("signing-cannot", name=PACKAGE) from error
        if known is None or known.public != public:
            raise WrongConfig("signing-key-other", where=str(path_of(home)), public=public)
        return known.signature(text)

    return sign


def public_of(home: Home) -> str:
    """The public key of a keeper who signs; "" if the keeper does not. Raises as `signer_of` does."""
    signer = signer_of(home)
    return signer.public if signer else ""
