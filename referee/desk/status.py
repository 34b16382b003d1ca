"""How the games of a home stand: who owes what since when, what waits, what is on hold and why."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from referee.desk import pruning
from referee.desk.agenda import Agenda
from referee.desk.backup import last_made
from referee.desk.bounces import ENOUGH, Account, Bounces, heard_since
from referee.desk.company import ledger
from referee.desk.company.ledger import Ledger, Wish
from referee.desk.company.vacancies import came_later
from referee.desk.company.wishes import fits
from referee.desk.leaps import Leap, Leaps
from referee.desk.letters.sending import cut_short
from referee.desk.report import read_waits
from referee.engine.seating import still_in
from referee.home import config, roster
from referee.home.abandonment import Abandonment, pending
from referee.home.home import Home
from referee.home.ways import name_of, name_of_target
from referee.house.invitation import owed_at
from referee.house.letters import MY_TURN, LettersChosen
from referee.post.outbox import Outbox
from referee.post.spool import MailTold, Spool, mail_told
from referee.post.ways import tries
from referee.post.ways.reach import IN, OUT, Reach, Unreached
from referee.post.ways.tries import Tries
from referee.record.file import Damaged
from referee.table.clocks.counted import NEVER
from referee.table.clocks.deadlines import clocks_of
from referee.table.redacted import load
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.times import moment, seconds, stamp
from referee.util.values import Value, field


class OwedSince(Value):
    """What a seat owes, by which rule, since when, and until when ("" if there is no deadline): RFC 3339, UTC."""

    seat: str
    duty: str
    rule: str
    since: str
    due: str = ""


class Disputing(Value):
    """A dispute that is on.

    It holds who raised it, about which position, its stage, the judge, since when, and when the clock ends
    the stage (or "").
    """

    by: str
    position: str
    stage: str
    judge: str
    since: str
    due: str = ""


class Bank(Value):
    """H28 How many seconds of its time bank a seat has used, and how many are left."""

    seat: str
    used: int
    left: int


class GameStatus(Value):
    """How one game stands: `invited`, `on`, `over`, or `unreadable` with what is wrong in `fault`."""

    game: str
    state: str
    rules: str = ""
    position: str = ""
    owed: tuple[OwedSince, ...] = ()
    outcome: Any = None
    dispute: Disputing | None = None
    fault: Faulty | OSError | None = None
    banks: tuple[Bank, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    abandon: Abandonment | None = None


class WaitingGame(Value):
    """H29 A game that waits for players.

    It holds what is played, who sits where by name ("" for nobody, the seat for one without a name), since
    when, and how many have asked for a seat in it and not confirmed that yet.
    """

    game: str
    rules: str
    seats: tuple[tuple[str, str], ...]
    free: tuple[str, ...]
    since: str
    asked: int


class OpenSeat(Value):
    """H35 A seat that stands open.

    Attributes:
        game, seat, rules: Where it is, and which game is played there.
        asked: The address that is asked to take it; "" for none.
        later: The addresses that came to wait when the seat was silent: the keeper may seat them.
    """

    game: str
    seat: str
    rules: str
    asked: str
    later: tuple[str, ...] = ()


class HeldLetter(Value):
    """A letter on hold: its name, when it came (RFC 3339, UTC), why it is held, and what may be told of the mail."""

    name: str
    at: str
    reason: str
    mail: MailTold


class HomeStatus(Value):
    """How a home stands: its games, letters in that wait or are on hold, letters out that are due.

    Attributes:
        later: those of the due letters that were refused for now, each with what became of it.
        failed: those of the due letters that nobody takes, likewise.
        came_back: the seats at whose address a letter came back for good, unless they wrote since.
        unreached: the servers out of reach: that for letters out, if any are due, and sources of letters in.
        rare: how rarely passes are made, if that is more rarely than `downtime`; else "".
        waits: why letters wait, as of the last pass.
        sizes: the bytes of the home and of its parts.
        leapt: a clock that is not believed, so that no pass is made.
        open: the games that wait for players, or what is wrong with the file that lists them.
        onlookers: who watches which game (H31), as the wish by which they came to; nobody if the file cannot be read.
        listed: who waits for a seat that falls free, the first of each game first (H33), likewise.
        vacant: the seats of silent players that stand open (H35).
        backup: when the last copy of the home was made by `referee backup` (RFC 3339, UTC); "" if that is not known.
    """

    games: tuple[GameStatus, ...]
    waiting: tuple[str, ...]
    held: tuple[HeldLetter, ...]
    due: tuple[str, ...]
    later: tuple[tuple[str, Tries], ...] = ()
    failed: tuple[tuple[str, Tries], ...] = ()
    came_back: tuple[tuple[str, str, Account], ...] = ()
    unreached: tuple[Unreached, ...] = ()
    rare: str = ""
    waits: tuple[tuple[str, str], ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    leapt: Leap | None = None
    open: tuple[WaitingGame, ...] | Faulty = ()
    onlookers: tuple[Wish, ...] = ()
    listed: tuple[Wish, ...] = ()
    vacant: tuple[OpenSeat, ...] = ()
    backup: str = ""


def status(home: Home, games: Iterator[str] | tuple[str, ...] = ()) -> HomeStatus:
    """How a home stands; only these games, if any are named. Raises `Faulty` for a game that is not there."""
    post = home.path / "post"
    games = tuple(games)
    spool, chosen = Spool(post), games or tuple(home.games())
    outbox = Outbox(post)
    due, waiting = outbox.due(), tuple(spool.waiting())
    tried = ((path.stem, tries.read(path)) for path in due)
    kept, fault = Ledger(), None
    try:
        kept = ledger.read(home)
    except Faulty as error:
        fault = error
    return HomeStatus(
        games=tuple(game_status(home, game, usual_pace(home)) for game in chosen),
        waiting=waiting,
        held=tuple(
            HeldLetter(one.name, stamp(one.at), one.reason, of_mail(spool, one.name)) for one in spool.held()
        ),
        due=tuple(path.stem for path in due),
        later=tuple(one for one in tried if one[1].tries),
        failed=tuple(outbox.all_failed()),
        came_back=tuple(came_back(home, chosen)),
        unreached=tuple(out_of_reach(home, bool(due))),
        rare=rare(home),
        sizes=sizes(home),
        leapt=Leaps(home).leapt(),
        open=() if games else fault or waiting_games(kept),
        onlookers=tuple(one for one in kept.watching() if one.game in chosen),
        listed=tuple(one for one in kept.waiting() if not games or one.game in games),
        vacant=tuple(vacant(kept, chosen)),
        backup=last_made(home),
        waits=tuple((name, why) for name, why in read_waits(post).items() if name in waiting),
    )


def came_back(home: Home, games: tuple[str, ...]) -> Iterator[tuple[str, str, Account]]:
    """The seats of these games that still have the address from which letters came back for good: game, seat, account.

    Those of which fewer than `ENOUGH` came back, and from which a letter came since, are left out; so are onlookers,
    whose letters have ended, and games that are over.
    """
    for game, seat, account in Bounces(home.path / "post").all():
        if game not in games:
            continue
        with suppress(Faulty, OSError):
            player = roster.read(home.roster_path(game)).everybody.get(seat)
            if player is None or player.address != account.address:
                continue
            table = load(home.record_path(game))
            few = len(account.letters) < ENOUGH
            if table.outcome or (few and heard_since(table, seat, account.letters[-1].at)):
                continue
        yield game, seat, account


def waiting_games(kept: Ledger) -> tuple[WaitingGame, ...]:
    """H29 The games that wait for players."""
    asked = [one for one in kept.wishes if one.state == ledger.ASKED and one.kind == ledger.JOIN]
    return tuple(
        WaitingGame(
            game,
            one.rules,
            tuple((seat, (player.name or seat) if player else "") for seat, player in one.seats.items()),
            one.free,
            one.since,
            sum(wish.game == game or wish.rules == one.rules for wish in asked),
        )
        for game, one in kept.games.items()
    )


def vacant(kept: Ledger, games: tuple[str, ...]) -> Iterator[OpenSeat]:
    """H35 The seats of these games that stand open."""
    for one in kept.seats:
        if one.game in games:
            asked = (wish.address for wish in kept.offers(one) if wish.state != ledger.OVER)
            later = (wish for wish in kept.waiting() if fits(wish, one) and came_later(wish, one))
            addresses = tuple(wish.address for wish in later)
            yield OpenSeat(one.game, one.seat, one.rules, next(asked, ""), addresses)


def usual_pace(home: Home) -> str:
    """H10 When letters come to seats that have not chosen."""
    with suppress(Faulty, OSError):
        return config.read(home).letters
    return MY_TURN


def rare(home: Home) -> str:
    """How rarely passes are made, if that is more rarely than `downtime` (H16); else ""."""
    with suppress(Faulty, OSError):
        return Agenda(home.path / "post").rare(timedelta(seconds=seconds(config.read(home).downtime)))
    return ""


def sizes(home: Home) -> dict[str, int]:
    """The bytes that the home takes, and in it letters in, letters out, and games."""
    post = home.path / "post"
    came = sum(pruning.size_of(post / state) for state in ("new", "work", "done", "hold"))
    out = sum(pruning.size_of(post / state) for state in ("out", "sent", "failed"))
    games = pruning.size_of(home.path / "games")
    return {"home": pruning.size_of(home.path), "letters_in": came, "letters_out": out, "games": games}


def of_mail(spool: Spool, name: str) -> MailTold:
    """What may be told of a letter in the spool; nothing of one that has just gone or cannot be read."""
    try:
        return mail_told(spool.head(name))
    except OSError:
        return MailTold()


def out_of_reach(home: Home, due: bool) -> list[Unreached]:
    """The servers out of reach that the configuration names; that for letters out only if any are `due`."""
    with suppress(Faulty, OSError):  # if the configuration cannot be read, the keeper is told so elsewhere
        known, reach = config.read(home), Reach(home.path / "post")
        out = [name_of_target(known.post)] if due else []
        return [*reach.all(OUT, out), *reach.all(IN, [name_of(source) for source in known.fetch])]
    return []


def game_status(home: Home, game: str, usual: str = MY_TURN) -> GameStatus:
    """How one game stands; `usual` is how letters come to seats that have not chosen."""
    path = home.record_path(game)
    try:
        table = load(path)
        if cut_short(table, Outbox(home.path / "post")):
            raise Damaged(len(table.points), "record-cut", where=str(path))
        abandon = None if table.outcome else pending(home, game)
    except (Faulty, OSError) as fault:
        return GameStatus(game, "unreadable", fault=fault)
    ended = table.outcome
    state = "over" if ended else "invited" if table.index.house.waiting else "on"
    owed = tuple(owed_since(table))
    banks = tuple(banks_of(table)) if state == "on" else ()
    letters = tuple((seat, table.index.chosen.value(LettersChosen, seat) or usual) for seat in table.seats)
    dispute = dispute_of(table)
    stands = game, state, table.game.name, table.position
    return GameStatus(*stands, owed, ended, dispute, banks=banks, letters=letters, abandon=abandon)


def banks_of(table: Table) -> Iterator[Bank]:
    """H28 The time banks of the seats that are still in the game, if it has any."""
    clocks = clocks_of(table)
    for seat in still_in(table.state) if clocks.banked else ():
        yield Bank(seat, *clocks.account(seat))


def dispute_of(table: Table) -> Disputing | None:
    """The dispute that is on (H20); None if none is."""
    case = table.index.house.docket.case
    if case is None:
        return None
    act = clocks_of(table).dispute_act()
    due = stamp(act[0]) if act else ""
    return Disputing(case.by, case.position, case.stage, case.judge, case.since, due)


def owed_since(table: Table) -> Iterator[OwedSince]:
    """What is owed, each with its deadline and the time of the entry since which it has been owed without a break."""
    now = moment(table.points[-1].entry.at)
    due = {one.owed: one.until(now) if one.due > now else one.due for one in clocks_of(table).running()}
    for one in table.owed():
        since = table.points[-1].entry.at
        for point in reversed(table.points):
            if one not in owed_at(table.game, point.state, point.house):
                break
            since = point.entry.at
        until = due.get(one, NEVER)
        yield OwedSince(one.seat, one.duty, one.rule, since, stamp(until) if until < NEVER else "")
