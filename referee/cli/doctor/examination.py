"""Every part of a home tried in turn: what works, what does not, what to do about it. No mail is sent or taken.

    for finding in examine(Path("my-club")):
        print(finding.part, finding.state, finding.key)

What is said about a finding stands in `templates/doctor.en.yaml`, by its key.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from referee.cli.doctor import games, mail, place, secrecy
from referee.cli.doctor.finding import NOTE, OK, WRONG, Finding, fine, note
from referee.home.config import NAME, read
from referee.home.home import Home
from referee.util.errors import Faulty
from referee.util.times import utc_now

__all__ = ["NOTE", "OK", "WRONG", "Finding", "examine"]


def examine(path: Path) -> Iterator[Finding]:
    """Try every part of the home in this folder, the basic ones first.

    Nothing is left there: the only file that is made is removed. Where the home cannot be used, or its
    configuration cannot be read, the parts that need them are left out.
    """
    now = utc_now()
    folder = place.folder(path)
    yield folder
    yield place.zones()
    yield place.compiled()
    if folder.state == WRONG:
        return
    home = Home(path)
    owners, lock = place.owners(home), place.lock(home)
    yield from (owners, lock)
    yield place.key(home)
    yield place.signing(home)
    yield from place.disk(home)
    yield from _by_mail(home, now)
    yield place.clock(home, now)
    if _stored(home):
        return
    yield place.backup(home, now)
    if WRONG not in {owners.state, lock.state}:
        yield from games.records(home)
        yield from games.kept(home)


def _stored(home: Home) -> bool:
    """Whether a home is kept in a store, so that there are no records in the folder."""
    with suppress(Faulty, OSError):
        return bool(read(home).store)
    return False


def _by_mail(home: Home, now: datetime) -> Iterator[Finding]:
    """The configuration, and what depends on it."""
    if not place.configured(home):
        yield note("configuration", "config-none")
        return
    try:
        config = read(home)
    except (Faulty, OSError) as fault:
        yield from place.unread(fault)
        return
    yield fine("configuration", "config-fine", where=str(home.path / NAME))
    yield from mail.examined(home, config)
    yield from secrecy.examined(config)
    if config.store:
        yield from place.store_examined(home, config)
        return
    yield from games.letters(home, config, now)
    yield games.passes(home, config)
    yield from games.company(home)
