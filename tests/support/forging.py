"""Ways to forge records and letters, and to run the verifier that shares nothing with the referee."""

import contextlib
import email
import hashlib
import hmac
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
VERIFY = ROOT / "examples" / "verify" / "verify.py"
DOCUMENT = re.compile(rb"---\n(?:(?!\.\.\. # ).*\n)+\.\.\. # [0-9a-f]{64}\n")
TAIL = re.compile(
    rb"(---\n[\s\S]*?\n)(salt: \"(\w+)\"\nleaves:\n((?:  .*\n)+)seal: \"(\w+)\"\n)(?:private:\n(?:  .*\n)+)?"
)


def as_process(*paths: object) -> tuple[int, str]:
    """The verifier run as a player runs it: its exit code and output. It must print nothing on stderr."""
    command = [sys.executable, "-I", "-X", "utf8", str(VERIFY), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)  # noqa: S603  ourselves
    assert done.stderr == b"", done.stderr.decode()
    return done.returncode, done.stdout.decode()


@cache
def compiled() -> CodeType:
    """The verifier, ready to run many times."""
    return compile(VERIFY.read_text("utf-8"), str(VERIFY), "exec")


def verify(*paths: object) -> tuple[int, str]:
    """The same within this process, for the many runs; it may raise nothing but its exit."""
    said = io.StringIO()
    before, sys.argv = sys.argv, [str(VERIFY), *map(str, paths)]
    try:
        with contextlib.redirect_stdout(said), pytest.raises(SystemExit) as ended:
            exec(compiled(), {"__name__": "__main__"})  # noqa: S102  ours
    finally:
        sys.argv = before
    assert ended.value.code in (0, 1, 2)
    return int(ended.value.code), said.getvalue()


# The keeper's side: marks and seals as the page on formats describes them, to forge with.


def sha(*parts: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, text, hashlib.sha256).digest()


def lp(*items: bytes) -> bytes:
    """Each item after its length."""
    return b"".join(len(item).to_bytes(4, "big") + item for item in items)


def documents(record: bytes) -> list[bytes]:
    """The documents of a record, without their marks."""
    return [document[:-71] for document in DOCUMENT.findall(record)]


def marked(found: list[bytes]) -> bytes:
    """A record of these documents, with every mark correct."""
    out, mark = b"", bytes(32)
    for document in found:
        mark = sha(mark, document)
        out += document + b"... # " + mark.hex().encode() + b"\n"
    return out


def sealed(found: list[bytes]) -> bytes:
    """A record of these documents, with every seal and mark correct, as a cheating keeper would make it."""
    seal, out = bytes(32), []
    for document in found:
        parts = TAIL.fullmatch(document)
        assert parts
        salt = bytes.fromhex(parts[3].decode())
        leaves = {
            name: bytes.fromhex(one.decode()) for name, one in re.findall(rb"  (\w+): \"(\w+)\"", parts[4])
        }
        leaves[b"record"] = sha(mac(salt, b"record"), parts[1])
        flat = [item for name in sorted(leaves) for item in (name, leaves[name])]
        seal = sha(lp(b"pbem/seal/v2", mac(salt, lp(b"pbem/link/v2", seal)), *flat))
        out.append(document.replace(parts[5], seal.hex().encode()))
    return marked(out)


def other(line: str) -> str:
    """A line that says something else: its last letter or digit is replaced (a digit by one of its kind)."""
    at = max(n for n, char in enumerate(line) if char.isalnum())
    char = line[at]
    changed = str((int(char) + 1) % 10) if char.isdigit() else "e" if char == "f" else "f"
    return line[:at] + changed + line[at + 1 :]


def wrong(said: str, *where: str) -> bool:
    """Whether something is reported as wrong at one of these places."""
    return any(re.search(rf"^WRONG {one}\b", said, re.MULTILINE) for one in where)


def bare(data: bytes) -> bytes:
    """A letter without its attached record and picture, and without its page."""
    mail = email.message_from_bytes(data)
    for part in mail.walk():
        if (part.get_filename() or "").endswith(
            (".record.yaml", ".png")
        ) or part.get_content_subtype() == "html":
            part.set_payload("")
    return mail.as_bytes()


def with_proof(data: bytes, change: Callable[[Any], Any]) -> bytes:
    """A letter with its proof changed."""
    mail = email.message_from_bytes(data)
    for part in mail.walk():
        if (part.get_filename() or "").endswith(".proof.json"):
            proof = change(json.loads(part.get_payload(decode=True)))  # type: ignore[arg-type]
            part.set_payload(json.dumps(proof).encode())
            del part["Content-Transfer-Encoding"]
            part["Content-Transfer-Encoding"] = "8bit"
    return mail.as_bytes()


def proof_of(data: bytes) -> Any:
    """The proof attached to a letter; None without one."""
    for part in email.message_from_bytes(data).walk():
        if (part.get_filename() or "").endswith(".proof.json"):
            return json.loads(part.get_payload(decode=True))  # type: ignore[arg-type]
    return {}
