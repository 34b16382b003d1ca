"""H34 One mail a turn against a program: what came of Anna's orders, what it did, and that it is her turn.

Whatever is killed, fails or takes too long, all that she may know is told once, and each letter of hers is answered.
"""

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from support.faults import Crash, deaths, disk, points
from support.home34 import ANNA, Home34

from referee.api import Table
from referee.desk.company import ledger
from referee.desk.company.ledger import WATCH, WATCHES, Ledger, Wish
from referee.desk.letters.awaited import Awaited
from referee.desk.letters.due import answered, due_up_to
from referee.desk.letters.gathering import Together
from referee.desk.letters.joining import goes_on, joins
from referee.desk.report import Done
from referee.desk.serving import Serving
from referee.engine.kit.imagining import RandomDealer
from referee.engine.plain import plain
from referee.home import config, ways
from referee.house.players import program
from referee.partner import mailing
from referee.partner.mailing import answer_all, passes, plain_order
from referee.table.clocks.course import Course
from referee.util.bell import Bell
from referee.util.errors import Faulty
from referee.util.layout import write_document
from referee.util.settings import plain_settings
from referee.util.values import replace

GAMES = {"thunder": ("thor", "loki"), "odins_table": ("odin", "thor")}


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


class Played(Home34):
    """A game of Anna's, who has her letters as data too, and reads all that is posted."""

    def __init__(self, folder: Path, game: str, pace: str = "", terms: dict[str, str] | None = None) -> None:
        self.seat, self.other = GAMES[game]
        played = program("partner")
        assert played is not None
        super().__init__(folder, game, {self.seat: ANNA, self.other: played}, terms)
        self.run()
        self.write(self.seat, "accept")
        self.write(self.seat, "json yes" + (f"\nletters {pace}" if pace else ""))
        self.posted()
        self.before = len(self.table.told(self.seat))
        self.entries = len(self.table.entries)

    def copy(self, folder: Path) -> "Played":
        """The same, in another folder."""
        shutil.copytree(self.folder, folder)
        other = object.__new__(Played)
        vars(other).update(vars(self))
        other.folder, other.home = folder, type(self.home)(folder / "home")
        return other

    def order(self, chance: Random) -> str:
        """What Anna may well write now."""
        table = self.table
        return plain_order(table.game, table.view(self.seat), chance) or "resign"

    def until_it_goes_on(self, chance: Random) -> str:
        """Play up to the order with which a turn of Anna's ends; that order."""
        for _ in range(20):
            order = self.order(chance)
            tried = self.copy(self.folder.with_name("tried"))
            tried.mail(self.seat, order)
            tried.one()
            waits = {one.seat for one in tried.table.owed()} == {self.other}
            shutil.rmtree(tried.folder)
            if waits:
                self.before, self.entries = len(self.table.told(self.seat)), len(self.table.entries)
                return order
            self.write(self.seat, order)
            self.posted()
        raise AssertionError(order)

    def mails(self) -> list[EmailMessage]:
        """The mails to Anna that were posted last."""
        names = [name for name, _ in self.posted()]
        return [self.read(name) for name in names]

    def read(self, name: str) -> EmailMessage:
        """A mail that was posted."""
        mail = BytesParser(policy=default).parsebytes((self.folder / "out" / name).read_bytes())
        assert isinstance(mail, EmailMessage)
        return mail


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Played]:
    """Opens a game of Anna's against a plain program, accepted by both."""
    return lambda game="odins_table", pace="", **more: Played(tmp_path / "h", game, pace, **more)


def text(mail: EmailMessage) -> str:
    """What a mail says."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def told(mails: list[EmailMessage]) -> list[Any]:
    """What mails tell that happened, as data."""
    parts = [
        one
        for mail in mails
        for one in mail.iter_attachments()
        if str(one.get_filename()).endswith(".data.json")
    ]
    return [one for part in parts for one in json.loads(part.get_content())["told"]]


def wrong_in(home: Played, mails: list[EmailMessage]) -> list[str]:
    """What these mails tell twice or not at all of what was shown to Anna, and of what came of her letters."""
    table = home.table
    shown = [{"position": one.position, **plain(one.seen)} for one in table.told(home.seat)[home.before :]]
    mine = [one for one in table.entries[home.entries :] if getattr(one, "seat", "") == home.seat]
    receipts = sum(text(one).count("YOUR LETTER") for one in mails)
    numbers = [str(one["Message-ID"]).split("@")[0] for one in mails]
    wrong = [] if told(mails) == json.loads(json.dumps(shown)) else [f"told {told(mails)}, shown {shown}"]
    wrong += [] if receipts == len(mine) else [f"{receipts} receipts of {len(mine)} letters"]
    return wrong + ([] if len({*numbers}) == len(numbers) else [f"twice: {numbers}"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("pace", ["my-turn", "every-order", "digest 18:00"])
def test_one_mail_tells_a_turn(
    opened: Callable[..., Played], game: str, pace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers Anna's letter, tells what the program did, and says that it is her turn.

    An answer, it is put into no mail with letters of other games.
    """
    home, chance, apart = opened(game, pace), Random(3), list[Together]()
    monkeypatch.setattr(
        "referee.desk.answering.gather", lambda _home, _outbox, letters: apart.extend(letters)
    )
    for _ in range(2):
        order = home.until_it_goes_on(chance)
        id_ = home.mail(home.seat, order)
        home.run()
        mails = home.mails()
        assert len(mails) == 1
        [mail] = mails
        assert mail["In-Reply-To"] == id_
        assert mail["Auto-Submitted"] == "auto-replied"
        assert mail["Subject"].startswith("Your turn")
        said = text(mail)
        assert f"1> {order}" in said
        assert said.index("YOUR LETTER") < said.index("WHAT HAPPENED") < said.index("THE TABLE")
        assert "WHAT YOU MAY DO" in said
        receipt, happened = said[: said.index("THE TABLE")].split("WHAT HAPPENED")
        assert home.other.title() in happened
        did = [line.strip() for line in receipt.splitlines() if re.match(" {3}[A-Z]", line)]
        assert did
        assert not [line for line in did if line in happened]
        assert not wrong_in(home, mails)
    assert not apart


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_has_one_mail_for_each_letter(opened: Callable[..., Played], game: str) -> None:
    """Each of Anna's orders is answered by one mail, and no other comes; all that she was shown is told once."""
    home, chance, mails = opened(game), Random(5), list[EmailMessage]()
    for _ in range(400):
        if home.table.outcome is not None:
            break
        home.write(home.seat, home.order(chance))
        came = home.mails()
        assert len(came) == 1, [one["Subject"] for one in came]
        mails += came
    assert home.table.outcome is not None
    assert not wrong_in(home, mails)


@pytest.mark.parametrize("line", ["moves", "x1-x9", "say Hello!", "a5-a4"])
def test_what_needs_an_answer_is_answered_at_once(opened: Callable[..., Played], line: str) -> None:
    """A question, and what was not played, before the program is asked: another mail tells what it did."""
    home = opened()
    order = home.until_it_goes_on(Random(3))
    home.mail(home.seat, f"{order}\n{line}")
    home.one(Awaited())
    first = home.mails()
    assert len(first) == (0 if line.startswith("say") else 1)
    home.run()
    assert not wrong_in(home, [*first, *home.mails()])


@pytest.mark.share(2)
@pytest.mark.parametrize("together", [True, False])
def test_who_watches_is_told_as_ever(opened: Callable[..., Played], together: bool) -> None:
    """An onlooker's letters come when a turn has gone by, and tell the same, however Anna's come (H31)."""
    home = opened(terms={"watch": "1"})
    wish = Wish(1, WATCH, "", "g1", "", "cleo@example.net", "", "en", "2026-01-01T08:00:00Z", WATCHES)
    ledger.write(home.home, Ledger().with_wish(wish), home.time)
    chance, came = Random(3), list[str]()
    for _ in range(3):
        home.mail(home.seat, home.until_it_goes_on(chance))
        if together:
            home.run()
        while not together and (home.one(), answer_all(home.home, now=lambda: home.time))[1]:
            pass
        came += [name for name, to in home.posted() if to == "cleo@example.net"]
    assert len(came) > 1
    ours = [text(home.read(name)) for name in came]
    assert not [one for one in ours if "YOUR LETTER" in one]
    heard = [re.findall(r"^  (\d+\.\d+)  ", one, re.MULTILINE) for one in ours]
    places = [place for one in heard for place in one]
    assert places == sorted({*places}, key=lambda one: tuple(map(int, one.split("."))))


def fails(*_: object, **__: object) -> str:
    """A program that fails."""
    raise RuntimeError


def test_a_program_that_fails_keeps_no_answer(
    opened: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna has her receipt in the same run, the keeper is told, and when it is mended one mail tells what it did."""
    home = opened()
    home.mail(home.seat, home.until_it_goes_on(Random(3)))
    rounds = count(1)

    def one(awaited: Awaited) -> Done:
        assert next(rounds) <= 2
        return home.one(awaited)

    with monkeypatch.context() as patch:
        patch.setattr(mailing, "answer", fails)
        done = passes(home.home, one, now=lambda: home.time)
    assert [(where, str(error)) for where, error in done.troubles] == [("g1", str(done.troubles[0][1]))]
    assert "RuntimeError" in str(done.troubles[0][1])
    first = home.mails()
    assert len(first) == 1
    assert "1>" in text(first[0])
    home.run()
    assert len(later := home.mails()) == 1
    assert not wrong_in(home, [*first, *later])


def test_a_program_that_fails_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games after that of one that fails are looked at, and the first error is raised in the end."""
    home = Played(tmp_path / "h", "odins_table")
    looked = list[str]()

    def letters(_home: object, game: str, _now: object) -> Iterator[bytes]:
        looked.append(game)
        raise OSError(game)

    monkeypatch.setattr(mailing, "_letters", letters)
    for game in ("a1", "g1", "z1"):
        home.desk().programs.wake(game)
    with pytest.raises(OSError, match="a1"):
        answer_all(home.home)
    assert looked == ["a1", "g1", "z1"]


def test_a_program_that_takes_long_is_not_waited_for(
    opened: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some time one mail tells what came of Anna's orders, and what there is by then; the rest comes later."""
    home = opened("thunder")
    chance = Random(3)
    for _ in range(8):
        order = home.until_it_goes_on(chance)
        tried = home.copy(home.folder.with_name("tried"))
        tried.write(home.seat, order)
        its = [one for one in tried.table.entries[home.entries :] if getattr(one, "seat", "") == home.other]
        shutil.rmtree(tried.folder)
        if len(its) > 1:
            break
        home.write(home.seat, order)
        home.posted()
    clock = SimpleNamespace(now=0.0)
    whole = mailing.answer

    def slowly(*args: Any) -> str:
        clock.now += 150.0
        return whole(*args)

    monkeypatch.setattr(mailing, "answer", slowly)
    monkeypatch.setattr(mailing, "Awaited", partial(Awaited, clock=lambda: clock.now))
    home.write(home.seat, order)
    mails = home.mails()
    assert len(mails) == 2
    assert "YOUR LETTER" in text(mails[0])
    assert mails[0]["Subject"].startswith(f"{home.other.title()} has moved")
    assert "YOUR LETTER" not in text(mails[1])
    assert not wrong_in(home, mails)


def test_serve_tells_a_turn_in_one_mail(opened: Callable[..., Played]) -> None:
    """It waits for programs from one pass to the next."""
    home, bell, asked = opened(), Bell(), list[bool]()
    soon = replace(config.read(home.home), serve=ways.Serve(every="1 seconds"))
    (home.home.path / config.NAME).write_bytes(write_document(dict(plain_settings(soon))))

    def programs(**how: Any) -> list[str]:
        asked.append(bool(how["awaited"]))
        names = answer_all(home.home, **how)
        if not names:
            bell.stop()
        return names

    home.mail(home.seat, home.until_it_goes_on(Random(3)))
    with contextlib.redirect_stderr(io.StringIO()):
        Serving(home.home, bell=bell, programs=programs).run()
    assert asked == [True, False]
    mails = home.mails()
    assert len(mails) == 1
    assert not wrong_in(home, mails)


@pytest.mark.slow
@pytest.mark.parametrize("ends", [True, False])
def test_serve_tells_what_it_waited_for_when_it_ends(opened: Callable[..., Played], ends: bool) -> None:
    """Whether it is asked to stop while a program thinks, or the program fails: Anna has her receipt."""
    home, bell, asked = opened(), Bell(), list[bool]()
    soon = replace(config.read(home.home), serve=ways.Serve(every="1 seconds"))
    (home.home.path / config.NAME).write_bytes(write_document(dict(plain_settings(soon))))

    def programs(*, awaited: Awaited, **_: Any) -> list[str]:
        asked.append(bool(awaited))
        if ends or len(asked) > 1:
            bell.stop()
            return []
        awaited.only(())
        raise OSError

    home.mail(home.seat, home.until_it_goes_on(Random(3)))
    with contextlib.redirect_stderr(io.StringIO()):
        Serving(home.home, bell=bell, programs=programs).run()
    assert asked == ([True] if ends else [True, False])
    first = home.mails()
    assert len(first) == 1
    home.run()
    assert not wrong_in(home, [*first, *home.mails()])


def test_a_letter_waits_for_so_long_and_no_longer() -> None:
    """As long as is told, from when it was ruled on first."""
    clock = SimpleNamespace(now=0.0)
    awaited = Awaited(10.0, clock=lambda: clock.now)
    awaited.begin("g1", 7, "<a@b>")
    clock.now = 9.0
    awaited.begin("g1", 7, "<a@b>")
    assert (awaited.holds("g1", 7), awaited.holds("g1", 8), awaited.late()) == (True, False, False)
    clock.now = 10.0
    assert (awaited.holds("g1", 7), awaited.late(), bool(awaited)) == (False, True, True)


def test_a_pass_of_another_process_waits_for_nothing(opened: Callable[..., Played]) -> None:
    """What one process awaits is nothing to another: its pass writes what is due, and all is told once."""
    home = opened()
    home.mail(home.seat, home.until_it_goes_on(Random(3)))
    home.one(awaited := Awaited())
    assert awaited
    assert home.posted() == []
    home.one(Awaited())
    first = home.mails()
    assert len(first) == 1
    answer_all(home.home, now=lambda: home.time, awaited=awaited)
    home.one(awaited)
    assert not wrong_in(home, [*first, *home.mails()])


def test_no_letter_waits_where_no_program_is_to_go_on(opened: Callable[..., Played]) -> None:
    """In the middle of Anna's turn her letter is answered before a program is asked."""
    home = opened("thunder")
    home.write("thor", home.until_it_goes_on(Random(3)))
    home.posted()
    home.mail("thor", "draw")
    home.one(awaited := Awaited())
    assert len(home.posted()) == 1
    assert not awaited


def died(home: Played, how: tuple[int, str, int]) -> None:
    """A run of passes in which a call fails or is the last; then another process makes a run, and posts."""
    number, kind, error = how
    with disk(number, kind, error, root=home.folder), contextlib.suppress(OSError, Faulty, Crash):
        passes(home.home, home.one, now=lambda: home.time)
    for _ in range(3):  # a letter that could not be handled waits for the next pass
        passes(home.home, home.one, now=lambda: home.time)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "share"), [("odins_table", 6), ("thunder", 24)])
def test_any_call_may_fail_or_be_the_last(
    opened: Callable[..., Played], game: str, share: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that is killed at any write, or in which one fails, loses no letter, answer or move, nor doubles one."""
    home = opened(game)
    home.mail(home.seat, home.until_it_goes_on(Random(3)))
    whole = home.copy(tmp_path / "whole")
    with disk(root=whole.folder) as double:
        passes(whole.home, whole.one, now=lambda: home.time)
    assert len(whole.mails()) == 1
    its = [
        one.events for one in whole.table.entries[home.entries :] if getattr(one, "seat", "") == home.other
    ]
    counts, found = dict[int, int](), [*points(double.made, share=share)]
    for how in found:
        other = home.copy(tmp_path / "other")
        died(other, how)
        mails = other.mails()
        assert not wrong_in(other, mails), how
        played = [
            one.events
            for one in other.table.entries[home.entries :]
            if getattr(one, "seat", "") == home.other
        ]
        assert played == its, how
        assert not other.desk().programs.games(), how
        assert not other.desk().spool.waiting(), how
        counts[len(mails)] = counts.get(len(mails), 0) + 1
        shutil.rmtree(other.folder)
    assert {*counts} <= {1, 2}
    assert len([*deaths(double.made)]) > 20
    with capsys.disabled():
        print(f"[{game}: {len(found)} points, mails {counts}]", end=" ")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_one_mail_is_the_same_in_other_worlds(
    opened: Callable[..., Played], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a letter waits, and every byte of the mail, hang on what Anna sees and was shown, and on nothing else."""
    home, chance = opened(game), Random(3)
    for _ in range(3):
        home.mail(home.seat, home.until_it_goes_on(chance))
        home.run()
    seat, other, number = home.seat, frozenset({home.other}), home.mails()[-1]["Message-ID"].split("@")[0][1:]
    with home.desk().held() as desk:
        table, sending = desk.games.table("g1"), desk.games.sending("g1")
        *_, before, last = desk.outbox.numbers("g1", seat)
        one = due_up_to(table, seat, before, last)
        own = answered(table, one, sending.quotas.withheld)
        assert own is not None
        assert (f"g1.{seat}.{last}", one.until) == (number, len(table.points) - 1)
        assert own < one.until

        def made() -> tuple[bool, bool, bytes]:
            waits = joins(table, own, seat, other), goes_on(table, one.until, seat, other)
            return *waits, sending._writer(seat).mail(table, one)

        whole, real, worlds = made(), Course.__getitem__, 0
        assert whole[:2] == (True, False)
        for k in range(40):
            states = {n: world(table, n, seat, k) for n in (own, one.until)}
            if None in states.values():
                continue
            worlds += any(states[n] != table.points[n].state for n in states)
            with monkeypatch.context() as patch:

                def elsewhere(course: Course, n: Any, states: dict[int, Any] = states) -> Any:
                    found = real(course, n)
                    at = n % len(course) if isinstance(n, int) else -1
                    return replace(found, state=states[at]) if at in states else found

                patch.setattr(Course, "__getitem__", elsewhere)
                assert made() == whole
    assert worlds > 5


def world(table: Table, n: int, seat: str, k: int) -> Any:
    """A state after entry n that a seat could be in, for all it knows; None if none was found."""
    view, shown = table.game.view(table.points[n].state, seat), table.told(seat, until=n + 1)
    return table.game.imagined(view, tuple(one.seen for one in shown), RandomDealer(f"{k} {n}"))
