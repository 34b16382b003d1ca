"""The verb that tries every part of a home, and says what to do."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from referee.cli.common import json_option, tell_json
from referee.cli.doctor import games, mail, place
from referee.cli.doctor.finding import WRONG, Finding, fine, note
from referee.cli.terminal import NO, filled, sentences, tell, trouble
from referee.home.config import NAME, read
from referee.home.home import Home
from referee.util.errors import Faulty
from referee.util.times import utc_now

FILE = "doctor.en.yaml"
MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}


@click.command("doctor")
@json_option
def doctor(as_json: bool) -> None:
    """Try each part, and say what to do about what does not work.

    The home and its key, the disk, the configuration, the clock; each way by which letters come and go, as
    far as possible without a mail; letters that are on hold or have waited long; records. Nothing is changed,
    sent or taken. Exit code 1 if something is wrong.

    \b
    Examples:
      referee doctor
      referee doctor --json
    """  # noqa: D301  \b is click's mark
    path: Path = click.get_current_context().find_root().params["home"]
    found = []
    for one in examine(path):
        found.append(one)
        if not as_json:
            tell(_line(one))
    if as_json:
        tell_json(home=str(path), findings=[_document(one) for one in found])
    if any(one.state == WRONG for one in found):
        raise Exit(NO)


def _line(one: Any) -> str:
    return f"{MARKS[one.state]} {one.part}: {_says(one)} {_advice(one)}".rstrip()


def _document(one: Any) -> dict[str, Any]:
    doc = {"part": one.part, "state": one.state, "key": one.key, "says": _says(one), "do": _advice(one)}
    return doc | ({"error": trouble(one.fault).document()} if one.fault else {})


def _says(one: Any) -> str:

    if one.fault:
        found = trouble(one.fault)
        says = f"{found.where}: {found.message}" if found.where else found.message
    else:
        says = filled(sentences(FILE)["says"][one.key], one.params)
    return says if says.endswith((".", "!", "?")) else f"{says}."  # it may end in what a server said


def _advice(one: Any) -> str:

    return filled(sentences(FILE)["do"].get(one.key, ""), one.params)


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
    yield from mail.readable_secrets(config)
    if config.store:
        yield from place.store_examined(home, config)
        return
    yield from games.letters(home, config, now)
    yield games.passes(home, config)
    yield from games.company(home)
