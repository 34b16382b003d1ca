"""Letters out on this machine: to a program with sendmail's interface, or written to a folder.

A folder takes them as files, or as a Maildir for each address that a mail program can open.
"""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from referee.home.ways import Sendmail
from referee.post.envelope import head_of
from referee.post.outbox import Outbox
from referee.post.ways.tries import ACCEPTED, NEVER, UNCLEAR, UNREACHED, Outcome, Parcel, Way, told
from referee.util import files
from referee.util.times import seconds

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
    box = folder / str(head_of(mail)["To"]).replace("/", "_")
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


class FolderWay(Way):
    """The way into a folder, in one of the forms."""

    def __init__(self, folder: Path, form: str) -> None:
        """Take a folder; it is made with the first letter."""
        self._folder, self._form = folder, form

    def carry(self, parcel: Parcel) -> Outcome:
        """Write one letter there. A folder that is full, missing or read-only counts as a way out of reach."""
        try:
            return Outcome(ACCEPTED, str(FORMS[self._form](self._folder, parcel.name, parcel.data)))
        except OSError as error:
            return Outcome(UNREACHED, told(error))


FOR_GOOD = frozenset({65, 67})
"""The mail cannot be taken; the user does not exist."""
NULL = "<>"


class SendmailWay(Way):
    """The way by a program with sendmail's interface: a list of arguments, never a shell; the mail on its stdin.

    Its exit code tells the result (sysexits.h): 0 accepted; 65, 67 refused for good. Any other code may concern
    the letter or the program: postfix gives 75 if it cannot write to its queue, msmtp if a recipient is to be
    tried later; 68 means that the name of its server is unknown.
    """

    def __init__(self, settings: Sendmail) -> None:
        """Take the settings."""
        self._settings = settings

    def carry(self, parcel: Parcel) -> Outcome:
        """Hand one letter over; its line ends become LF, as programs expect."""
        command = [self._settings.sendmail, "-i", "-f", parcel.sender or NULL, "--", parcel.to]
        try:
            done = subprocess.run(  # noqa: S603  a list of arguments; the address is after `--`
                command,
                input=parcel.data.replace(b"\r\n", b"\n"),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=seconds(self._settings.timeout),
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            return Outcome(UNCLEAR, told(f"{error.timeout:.0f} s"))
        except OSError as error:
            return Outcome(UNREACHED, told(error))
        if done.returncode == 0:
            return Outcome(ACCEPTED)
        kind = NEVER if done.returncode in FOR_GOOD else UNCLEAR
        return Outcome(kind, told(b"%d %s" % (done.returncode, done.stdout)))
