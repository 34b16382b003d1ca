"""Guarded reading of the YAML files that people edit by hand.

Text is read event by event, and the value is built from the events. The library composes and constructs
nothing, so nothing is nested deeper than we allow, nothing refers to anything else, and every value keeps its
line and column. Scalars are read by the core schema of YAML 1.2 (section 10.3.2), in which `no`, `on`,
`1:30`, `1_000` and `2026-11-20` are text.
"""

import errno
from collections.abc import Sequence
from pathlib import Path

from referee.util import files
from referee.util.errors import Faulty, NotFound, WrongConfig
from referee.util.marked import NO_KEYS, NO_PARTS, Marked, Spots
from referee.util.regexes import regex

_NEVER = regex(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]",
)
_BREAK = regex("\r\n|\r|\n")


class ManyFaulty(Faulty):
    """Several mistakes reported at once: each of them in `faults`, in the order they were found."""

    def __init__(self, faults: Sequence[Faulty]) -> None:
        super().__init__("several-faults", count=len(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


def faults_of(fault: Faulty) -> tuple[Faulty, ...]:
    """The single mistakes that a `Faulty` stands for: itself, or those it contains."""
    return fault.faults if isinstance(fault, ManyFaulty) else (fault,)


def raise_all(faults: Sequence[Faulty]) -> None:
    """Raise what has been found: nothing, the one mistake, or all of them as one `ManyFaulty`."""
    if faults:
        raise faults[0] if len(faults) == 1 else ManyFaulty(faults)


def read_text(text: str | bytes, name: str, *, limit: int = 1_000_000) -> Marked:
    """Read one document; `limit` bounds its characters (its bytes, if bytes are given).

    A text without any document gives None. Raises `Faulty`, or `ManyFaulty` for several mistakes.
    """
    documents = read_all(text, name, limit=limit)
    if len(documents) > 1:
        raise Faulty("yaml-several-documents", where=documents[1].place(()), count=len(documents))
    return documents[0] if documents else Marked(None, name, Spots(1, 1, NO_KEYS, NO_PARTS))


def read_all(text: str | bytes, name: str, *, limit: int = 1_000_000) -> list[Marked]:
    """Read a stream of documents. Limits and mistakes as for `read_text`."""
    if len(text) > limit:
        raise Faulty("yaml-too-long", where=name, limit=limit)
    decoded = _decoded(text, name).removeprefix("\ufeff")
    if found := _NEVER.search(decoded):
        where = _place(name, decoded[: found.start()])
        raise Faulty("yaml-character", where=where, code=f"U+{ord(found[0]):04X}")
    # Most commands read no YAML but our own, which is read in another way or was read before.
    from referee.util.yaml_documents import documents  # noqa: PLC0415

    found_documents, faults = documents(decoded, name)
    raise_all(faults)
    return found_documents


def read_file(path: str | Path, *, limit: int = 1_000_000, of_home: bool = False) -> Marked:
    """Read a file with one document. Raises `Faulty`, also if the file is missing or cannot be read.

    `of_home` says that it is one by which a home is set up.
    """
    name = str(path)
    try:
        text = files.read(path, limit + 1)
    except (FileNotFoundError, ValueError):  # ValueError: a NUL in the name
        raise NotFound("file-missing", where=name, name=name) from None
    except OSError as error:
        code = errno.errorcode.get(error.errno or 0, "")
        raise NotFound("file-unreadable", where=name, name=name, error=code) from None
    try:
        return read_text(text, name, limit=limit)
    except Faulty as fault:
        for one in faults_of(fault):
            if of_home:
                one.exit_code = WrongConfig.exit_code
        raise


def _decoded(text: str | bytes, name: str) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        before = text[: error.start].decode("utf-8").removeprefix("\ufeff")
        byte = f"0x{text[error.start]:02X}"
        raise Faulty("yaml-not-utf8", where=_place(name, before), byte=byte) from None


def _place(name: str, before: str) -> str:
    """The place right after a text."""
    lines = _BREAK.split(before)
    return f"{name}:{len(lines)}:{len(lines[-1]) + 1}"
