"""What has come to rest: letters on hold, letters that wait too long or that nobody takes, records that are damaged."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.archive import NAME
from referee.archive.fitting import verify_notes
from referee.cli.doctor.finding import WRONG, Finding, fine, wrong
from referee.desk.agenda import Agenda
from referee.desk.company import ledger
from referee.desk.games import snapshot_key
from referee.desk.status import came_back, game_status, out_of_reach
from referee.home.config import Config
from referee.home.home import Home
from referee.post.outbox import Outbox
from referee.post.spool import Spool, arrival
from referee.post.ways import tries
from referee.table import snapshots
from referee.util.errors import Faulty, Why
from referee.util.times import seconds
from referee.verify import check

LONG = timedelta(minutes=15)
"""How long a letter may wait; or twice the time between passes, if that is longer."""


def letters(home: Home, config: Config, now: datetime) -> Iterator[Finding]:
    """The letters that somebody should look at."""
    post = home.path / "post"
    spool, outbox = Spool(post), Outbox(post)
    patience = max(LONG, 2 * timedelta(seconds=seconds(config.serve.every)))
    held = [one.name for one in spool.held()]
    late = [name for name in spool.waiting() if arrival(name) < now - patience]
    due = [path.stem for path in outbox.due() if not tries.read(path).tries and _since(path, now) > patience]
    tried = [path.stem for path in outbox.due() if tries.read(path).tries]
    failed = [number for number, _ in outbox.all_failed()]
    if away := out_of_reach(home, bool(outbox.due())):
        # Letters that wait for a server out of reach are not letters that nobody has sent.
        due = due if all(one.next == "" for one in away) else []
        for one in away:
            yield wrong("letters", "letters-unreached", way=one.way, since=one.since, reply=one.reply)
            if one.unclear:
                yield wrong("letters", "letters-unclear", count=len(one.unclear), first=one.unclear[0])
    found = {"hold": held, "late": late, "due": due, "tried": tried, "failed": failed}
    for key, names in found.items():
        if names:
            yield wrong("letters", f"letters-{key}", count=len(names), first=names[0])
    back = list(came_back(home, tuple(home.games())))
    if back:
        game, seat, account = back[0]
        yield wrong(
            "letters", "letters-came-back", count=len(back), address=account.address, game=game, seat=seat
        )
    if not any(found.values()) and not away and not back:
        yield fine("letters", "letters-fine", waiting=len(spool.waiting()))


def _since(path: Path, now: datetime) -> timedelta:
    try:
        return now - datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:  # it has just gone out
        return timedelta()


def passes(home: Home, config: Config) -> Finding:
    """Whether passes are made as often as deadlines need (H16)."""
    every = Agenda(home.path / "post").rare(timedelta(seconds=seconds(config.downtime)))
    if every:
        return wrong("passes", "passes-rare", every=every, downtime=config.downtime)
    return fine("passes", "passes-fine")


def company(home: Home) -> Iterator[Finding]:
    """Games that wait for players (H29) and onlookers (H31), if any: whether the file that lists them can be read."""
    try:
        kept = ledger.read(home)
    except (Faulty, OSError) as fault:
        yield wrong("company", "company-bad", fault)
        return
    if kept.games:
        yield fine("company", "company-fine", count=len(kept.games))
    if watching := kept.watching():
        yield fine(
            "company", "company-watched", count=len(watching), games=len({one.game for one in watching})
        )
    if listed := kept.waiting():
        yield fine("company", "company-listed", count=len(listed))


def records(home: Home) -> Iterator[Finding]:
    """Each record: whether it is whole and can be played on; and whether the notes on it are those of their writers."""
    whole = 0
    for game in home.games():
        try:
            found = check.check(home.record_path(game))
            fault = found.why if found.fault else game_status(home, game).fault
        except (Faulty, OSError) as error:
            fault = error
        if fault is None:
            whole += 1
        else:
            yield wrong("records", "record-bad", fault, game=game)
        yield from _notes(home.folder(game), game)
    yield fine("records", "record-fine", count=whole)


def kept(home: Home) -> Iterator[Finding]:
    """Snapshots beside records, if there are any: how many count. One that does not is as good as none."""
    there = [game for game in home.games() if snapshots.beside(home.record_path(game)).exists()]
    if there:
        counting = sum(_counts(home, game) for game in there)
        yield fine("snapshots", "snapshots-fine", count=counting, stale=len(there) - counting)


def _counts(home: Home, game: str) -> bool:
    with suppress(Faulty, OSError):
        return snapshots.kept(home.record_path(game), snapshot_key(home, game)) is not None
    return False


def _notes(folder: Path, game: str) -> Iterator[Finding]:
    """What is wrong with the notebook of a game, if there is one: the first finding."""
    path = folder / NAME
    if not path.is_file():
        return

    found = (one.params["why"] for one in verify_notes(folder / "record.yaml", path) if one.state == WRONG)
    if why := next(found, None):
        fault = Faulty(why.key, **why.params) if isinstance(why, Why) else why
        yield wrong("records", "notes-bad", fault, game=game)
