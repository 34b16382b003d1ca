"""The verb that tells how a home stands: as tables for people, as a document for programs."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

import click
from msgspec import to_builtins

from referee.cli.common import home_to_look_at, json_option, tell_json
from referee.cli.terminal import Row, print_table, say, tell, trouble
from referee.desk.company.ledger import Wish
from referee.desk.letters.onlookers import seat_of
from referee.desk.status import status as look
from referee.home import config
from referee.home.home import Home
from referee.telling.catalog import catalog
from referee.telling.sentences import outcome_params
from referee.util.errors import Faulty
from referee.util.times import whole_span

MOST = 20
"""How many letters of a kind are listed one by one; `--json` lists all."""
LATE, WAITS, OVER = "red", "yellow", "dim"


class Clock:
    """Times as the keeper reads them: in the zone of the configuration's terms, or else in that of this machine."""

    def __init__(self, home: Home) -> None:
        """Read the zone of a home; a configuration that cannot be read names none."""
        self._zone, self.name = _zone(home)
        self.now = datetime.now(UTC)

    def time(self, stamp: str, *, seconds: bool = False) -> str:
        """A time (RFC 3339) such as `Sat 21 Nov 18:30`, with the year if it is not this one; "" for ""."""
        if not stamp:
            return ""
        at = datetime.fromisoformat(stamp).astimezone(self._zone)
        year = "" if at.year == self.now.astimezone(self._zone).year else f" {at.year}"
        hour = f"{at:%H:%M:%S}" if seconds else f"{at:%H:%M}"
        return f"{at:%a} {at.day} {at:%b}{year} {hour}"

    def past(self, stamp: str) -> bool:
        """Whether a time has passed."""
        return bool(stamp) and datetime.fromisoformat(stamp) < self.now


def _zone(home: Home) -> tuple[tzinfo | None, str]:
    with suppress(Faulty, OSError):
        terms: Any = config.read(home).terms
        if terms.zone != "UTC":
            return ZoneInfo(terms.zone), terms.zone
    here = datetime.now(UTC).astimezone()
    return None, here.tzname() or "UTC"


@click.command("status")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@json_option
def status(games: Sequence[str], as_json: bool) -> None:
    """Tell how the games stand.

    Who owes what, and since when; which games wait for players; which letters wait to be read, which are on
    hold, from whom and why, which are due to go out, were refused, or came back; which mail servers are out of
    reach. Times are those of the time zone under `terms` in the configuration, or of this machine; with --json
    they are UTC.

    \b
    Examples:
      referee status
      referee status g1 --json
    """  # noqa: D301  \b is click's mark
    home = home_to_look_at()
    found = look(home, tuple(games))
    if as_json:
        tell_json(**_document(found))
        return
    clock = Clock(home)
    if rows := [
        *(row for one in found.games for row in _of_game(one, clock)),
        *_watched(found, clock),
        *_vacant(found),
        *_listed(found, clock),
        *_open(found.open, clock),
    ]:
        print_table(say("status-headings"), rows)
    else:
        tell(say("no-games", home=str(home.path)), err=True)
    if letters := list(_letters(found, clock)):
        print_table(say("status-letters"), letters)
    for line in _lines(found, clock):
        tell(line)
    if rows or letters:
        tell(say("status-zone", zone=clock.name))


# As a document


def _document(found: Any) -> dict[str, Any]:
    held = [
        {"name": one.name, "arrived": one.at, "reason": one.reason}
        | {"from": one.mail.sender, "message_id": one.mail.message}
        for one in found.held
    ]
    back = [
        {
            "game": game,
            "seat": seat,
            "address": one.address,
            "numbers": [letter.number for letter in one.letters],
        }
        for game, seat, one in found.came_back
    ]
    opened = (
        [to_builtins(one) | {"seats": dict(one.seats)} for one in found.open]
        if isinstance(found.open, tuple)
        else {"error": trouble(found.open).document()}
    )
    return {
        "games": [_game_document(one) for one in found.games],
        "sizes": dict(found.sizes),
        "waiting": found.waiting,
        "waits": [{"name": name, "reason": reason} for name, reason in found.waits],
        "held": held,
        "due": found.due,
        "open": opened,
        "onlookers": [_who(one) | {"seat": seat_of(one)} for one in found.onlookers],
        "open_seats": [to_builtins(one) for one in found.vacant],
        "waiting_list": [_who(one) | {"rules": one.rules, "name": one.name} for one in found.listed],
        "later": [{"number": n, "next": one.next, "reply": one.reply} for n, one in found.later],
        "failed": [{"number": n, "at": one.last, "reply": one.reply} for n, one in found.failed],
        "came_back": back,
        "unreached": [to_builtins(one) for one in found.unreached],
        "rare": found.rare,
        "leapt": to_builtins(found.leapt) if found.leapt else None,
        "backup": found.backup,
    }


def _who(wish: Wish) -> dict[str, Any]:
    return {"game": wish.game, "address": wish.address, "since": wish.at}


def _game_document(one: Any) -> dict[str, Any]:
    doc = {"game": one.game, "state": one.state, "position": one.position}
    doc["owed"] = [to_builtins(owed) for owed in one.owed]
    told = {"outcome": one.outcome, "dispute": one.dispute, "abandon": one.abandon}
    doc |= {name: to_builtins(value) for name, value in told.items() if value}
    if one.letters and not one.outcome:
        doc["letters"] = dict(one.letters)
    if one.banks:
        doc["banks"] = [to_builtins(bank) for bank in one.banks]
    return doc | ({"error": trouble(one.fault).document()} if one.fault else {})


# For people


def _of_game(one: Any, clock: Clock) -> Iterator[Row]:
    """Game, position, how it stands, since when, until when."""
    if one.fault:
        yield (one.game, "", trouble(one.fault).message, "", ""), LATE
        return
    says = catalog(one.rules)
    if one.outcome:
        how = says.say("outcomes", one.outcome.reason, params=outcome_params(one.outcome))
        yield (one.game, one.position, say("status-over", how=how, rule=one.outcome.rule), "", ""), OVER
    elif not one.owed and not one.dispute:
        yield (one.game, one.position, say("status-on"), "", ""), ""
    if one.dispute:
        case = one.dispute
        key = "status-appealable" if case.stage == "ruled" else "status-disputed"
        said = {"seat": says.say("seats", case.by), "judge": says.say("rulers", case.judge)}
        stands = say(key, position=case.position, **said)
        times = clock.time(case.since), clock.time(case.due)
        yield (one.game, one.position, stands, *times), LATE if clock.past(case.due) else WAITS
    for owed in one.owed:
        said = {"seat": says.say("seats", owed.seat), "duty": says.say("duties", owed.duty)}
        stands = say("status-owed", rule=owed.rule, **said)
        times = clock.time(owed.since), clock.time(owed.due)
        yield (one.game, one.position, stands, *times), LATE if clock.past(owed.due) else ""
    if one.abandon:
        yield (one.game, "", say("status-abandon", game=one.game), "", clock.time(one.abandon.at)), WAITS
    if not one.outcome and len({"my-turn", *dict(one.letters).values()}) > 1:
        chosen = ", ".join(f"{says.say('seats', seat)} {pace}" for seat, pace in one.letters)
        yield (one.game, "", say("status-pace", chosen=chosen), "", ""), ""
    for bank in one.banks:
        spans = {"used": whole_span(bank.used) or "0 minutes", "left": whole_span(bank.left) or "0 minutes"}
        stands = say("status-bank", seat=says.say("seats", bank.seat), **spans)
        yield (one.game, "", stands, "", ""), ""


def _open(found: Any, clock: Clock) -> Iterator[Row]:
    """H29 The games that wait for players."""
    if not isinstance(found, tuple):
        yield ("-", "", trouble(found).message, "", ""), LATE
        return
    for one in found:
        says = catalog(one.rules)
        free = [says.say("seats", seat) for seat in one.free]
        stands = say("status-free", seats=free, asked=one.asked)
        yield (one.game, "", stands, clock.time(one.since), ""), ""


def _watched(found: Any, clock: Clock) -> Iterator[Row]:
    """H31 Who watches which game."""
    for one in islice(found.onlookers, MOST):
        yield (one.game, "", say("status-watched", address=one.address), clock.time(one.at), ""), ""


def _vacant(found: Any) -> Iterator[Row]:
    """H35 Which seats stand open, and who is asked to take them."""
    for one in found.vacant:
        seat = catalog(one.rules).say("seats", one.seat)
        stands = say("status-vacant-asked" if one.asked else "status-vacant", seat=seat, asked=one.asked)
        if one.later:
            stands += " " + say("status-vacant-later", game=one.game, seat=one.seat, later=one.later)
        yield (one.game, "", stands, "", ""), WAITS


def _listed(found: Any, clock: Clock) -> Iterator[Row]:
    """H33 Who waits for a seat that falls free in which game."""
    for one in islice(found.listed, MOST):
        named = one.game or one.rules
        yield (named, "", say("status-listed", address=one.address), clock.time(one.at), ""), ""


def _letters(found: Any, clock: Clock) -> Iterator[Row]:
    """Letter, sender, time, how it stands; for letters that need a person."""
    for one in islice(found.held, MOST):
        key, _, error = one.reason.partition(" ")
        reason = say(f"held-{key}", error=error) if one.reason else "-"
        yield (one.name, one.mail.sender, clock.time(one.at), say("status-held", reason=reason)), WAITS
    for number, one in islice(found.failed, MOST):
        yield (number, "", clock.time(one.last), say("status-failed", reply=one.reply)), LATE
    for number, one in islice(found.later, MOST):
        said = say("status-later", tries=one.tries, next=clock.time(one.next), reply=one.reply)
        yield (number, "", clock.time(one.last), said), WAITS


def _lines(found: Any, clock: Clock) -> Iterator[str]:  # noqa: C901  a branch a sentence
    """What is told in single lines: how many letters wait or are due, what came back, servers out of reach."""
    if one := found.leapt:
        times = {name: clock.time(at) for name, at in to_builtins(one).items()}
        yield say("status-leapt", **times)
    if found.rare:
        yield say("status-rare", every=found.rare)
    for one in found.unreached:
        key = "status-unreached" if one.next else "status-unseen"
        said = {"since": clock.time(one.since), "next": clock.time(one.next, seconds=True)}
        yield say(key, way=one.way, reply=one.reply, **said)
        if one.unclear:
            yield say("status-unclear", numbers=_some(one.unclear))
    for key, names in (("waiting", found.waiting), ("due", found.due)):
        if names:
            yield say(f"status-{key}", count=len(names), numbers=_some(names))
    for reason, names in _by_reason(found.waits).items():
        yield say(f"waits-{reason}", count=len(names), numbers=_some(names))
    for game, seat, one in found.came_back:
        numbers = _some([f"{game}.{seat}.{letter.number}" for letter in one.letters])
        last = one.letters[-1].status or "-"
        yield say("status-came-back", address=one.address, numbers=numbers, status=last, game=game, seat=seat)
    for key, names in (("held", found.held), ("failed", found.failed), ("later", found.later)):
        if len(names) > MOST:
            yield say(f"status-more-{key}", count=len(names) - MOST)
    if found.backup:
        yield say("status-backup", at=clock.time(found.backup))
    if any(found.sizes.values()):
        yield say("status-size", **{name: f"{size / 1_000_000:.1f}" for name, size in found.sizes.items()})


def _by_reason(waits: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """The letters that wait, by reason."""
    found = dict[str, list[str]]()
    for name, reason in waits:
        found.setdefault(reason, []).append(name)
    return found


def _some(names: Sequence[str]) -> list[str]:
    """The first names, if there are many."""
    return [*names[: MOST // 2], "..."] if len(names) > MOST // 2 else list(names)
