"""Fetching letters from where mail servers leave them: a Maildir, an mbox, an IMAP folder (the setting `fetch`)."""

import errno
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from referee.home import ways
from referee.home.config import Config
from referee.home.home import Home
from referee.home.ways import name_of
from referee.post.spool import Spool, Taking
from referee.post.ways.mailboxes import fetch_maildir, fetch_mbox
from referee.post.ways.reach import IN, Reach
from referee.post.ways.tries import told
from referee.util import files
from referee.util.errors import Faulty, TryAgain
from referee.util.times import utc_now
from referee.util.values import Value

PATIENCE = 5.0
"""Seconds to wait for another process that fetches from the same source."""


class Fetched(Value):
    """The result of one look at a source: the names of its letters in the spool, and what went wrong, if anything."""

    source: str
    names: tuple[str, ...]
    trouble: Exception | None = None
    more: bool = False


class Fetching(Value):
    """The sources of a home. `most` is how many letters are taken at one look, 0 for all."""

    home: Home
    config: Config
    now: Callable[[], datetime] = utc_now
    most: int = 0

    def taking(self) -> Taking:
        """The spool of the home, for one look."""
        return Taking(Spool(self.home.path / "post"), self.config.authserv, self.now, self.most)

    def look(self, source: ways.Source) -> Fetched:
        """Take the letters of one source. Nothing is raised: the result tells of any trouble."""
        taking = self.taking()
        trouble: Exception | None = None
        try:
            with only_one(self.home, self.config, source):
                self._fetch(source, taking)
        except files.BusyFile:
            trouble = TryAgain("source-busy", where=name_of(source))
        except (Faulty, OSError, ModuleNotFoundError) as error:
            trouble = error
        return Fetched(name_of(source), tuple(taking.names), trouble, taking.full)

    def _fetch(self, source: ways.Source, taking: Taking) -> None:
        match source:
            case ways.Maildir():
                fetch_maildir(self.home.path / source.maildir, taking)
            case ways.Mbox():
                fetch_mbox(self.home.path / source.mbox, taking)
            case ways.Imap():
                from referee.post.ways import imap  # noqa: PLC0415  of an optional package

                with imap.connected(self.home.path, source) as box:
                    imap.fetch(box, source, taking)


def note_reach(home: Home, look: Fetched) -> None:
    """Note whether a source could be reached, for `status` and others who ask."""
    reach = Reach(home.path / "post")
    with suppress(OSError):  # where nothing can be written, the letters themselves will show it
        if look.trouble:
            reach.tried(IN, look.source, _why(look.trouble), utc_now())
        else:
            reach.found(IN, look.source)


def _why(trouble: Exception) -> str:
    """What went wrong, in a few words of the server or the system."""
    match trouble:
        case Faulty():
            return told(trouble.why.params.get("error") or trouble.why.key)
        case OSError() if trouble.errno:
            return errno.errorcode.get(trouble.errno, str(trouble.errno))
    return type(trouble).__name__


def only_one(home: Home, config: Config, source: ways.Source) -> files.locked:
    """The lock under which a source is looked at. Raises `BusyFile`, an OSError, if another process holds it."""
    return files.locked(home.path / f"fetch.{config.fetch.index(source)}.lock", PATIENCE)
