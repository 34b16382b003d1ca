"""Letters out by a program with sendmail's interface: a list of arguments, never a shell; the mail on its stdin.

Its exit code tells the result (sysexits.h): 0 accepted; 65, 67 refused for good. Any other code may concern
the letter or the program: postfix gives 75 if it cannot write to its queue, msmtp if a recipient is to be
tried later; 68 means that the name of its server is unknown.
"""

import subprocess
from types import TracebackType
from typing import Self

from referee.home.ways import Sendmail
from referee.post.ways.tries import ACCEPTED, NEVER, UNCLEAR, UNREACHED, Outcome, Parcel, told
from referee.util.times import seconds

FOR_GOOD = frozenset({65, 67})
"""The mail cannot be taken; the user does not exist."""
NULL = "<>"


class SendmailWay:
    """The way by such a program."""

    def __init__(self, settings: Sendmail) -> None:
        """Take the settings."""
        self._settings = settings

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close nothing: nothing is open."""

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
