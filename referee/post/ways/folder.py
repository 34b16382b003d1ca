"""Letters out written to a folder: as files, or as a Maildir for each address that a mail program can open."""

from collections.abc import Callable, Iterator, Mapping
from email.parser import BytesHeaderParser
from pathlib import Path
from types import TracebackType
from typing import Self

from referee.post.outbox import Outbox
from referee.post.ways.tries import ACCEPTED, UNREACHED, Outcome, Parcel, told
from referee.util import files

Put = Callable[[Path, str, bytes], Path]
"""Puts a mail with that name into a folder, and gives its path."""


def as_file(folder: Path, name: str, mail: bytes) -> Path:
    """Write a file `g1.thor.9.eml`; the same letter replaces it later."""
    files.private_folder(folder)
    path = folder / f"{name}.eml"
    files.replace(path, mail)
    return path


def into_maildir(folder: Path, name: str, mail: bytes) -> Path:
    """Put a new file into the Maildir of its recipient; the same letter is not put there twice."""
    box = folder / recipient(mail).replace("/", "_")
    for part in ("tmp", "new", "cur"):
        files.private_folder(box / part)
    known = [path for part in ("new", "cur") for path in (box / part).glob(f"{name}.referee*")]
    if known:
        return known[0]
    files.replace(box / "tmp" / f"{name}.referee", mail)
    files.move(box / "tmp" / f"{name}.referee", box / "new" / f"{name}.referee")
    return box / "new" / f"{name}.referee"


FORMS: Mapping[str, Put] = {"eml": as_file, "maildir": into_maildir}
"""The forms in which letters can be written to a folder."""


def recipient(mail: bytes) -> str:
    """The address in the field `To` of one of our mails."""
    return str(BytesHeaderParser().parsebytes(mail.partition(b"\r\n\r\n")[0] + b"\r\n\r\n")["To"])


def post(outbox: Outbox, folder: Path, form: str) -> Iterator[Path]:
    """Write all letters that are due to a folder; each then counts as sent. Raises OSError.

    A damaged letter waits for the next pass, which makes it again.
    """
    outbox.settle_together()
    for path in outbox.due():
        number, data = path.name.removesuffix(".eml"), path.read_bytes()
        if outbox.sums.fits(number, data):
            yield FORMS[form](folder, number, data)
            outbox.sent(path)
        else:
            outbox.spoiled(path)


class FolderWay:
    """The way into a folder, in one of the forms."""

    def __init__(self, folder: Path, form: str) -> None:
        """Take a folder; it is made with the first letter."""
        self._folder, self._form = folder, form

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close nothing: nothing is open."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Write one letter there. A folder that is full, missing or read-only counts as a way out of reach."""
        try:
            return Outcome(ACCEPTED, str(FORMS[self._form](self._folder, parcel.name, parcel.data)))
        except OSError as error:
            return Outcome(UNREACHED, told(error))
