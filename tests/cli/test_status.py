"""How the games of a home stand: who owes what since when, what waits, what is on hold and why."""

import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import PLAYERS, World, begin, copy, simple
from support import command
from support.command import Command

from referee.cli.terminal import sentences
from referee.desk import keeper
from referee.desk.status import HeldLetter, OwedSince, status
from referee.home.home import Home
from referee.post.spool import MailTold
from referee.util.errors import Faulty
from referee.util.times import moment

home, referee = command.home, command.referee


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress."""
    return begin(tmp_path_factory.mktemp("status") / "home")


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(begun, tmp_path / "home")


def owed(world: World, game: str = "g1") -> tuple[OwedSince, ...]:
    """What is owed in a game."""
    return next(one.owed for one in status(world.home).games if one.game == game)


def stamp(world: World) -> str:
    """The time now, as the record has it."""
    return world.desk.clock.stamp()


@pytest.mark.slow
def test_an_invitation(world: World) -> None:
    """Each seat owes an answer since it was asked; one that has answered owes none; the other's time stays."""
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g2")
    asked = stamp(world)
    assert owed(world, "g2") == (
        OwedSince("thor", "answer-invitation", "H4", asked),
        OwedSince("loki", "answer-invitation", "H4", asked),
    )
    world.time += timedelta(days=3)
    world.send()
    letter = simple(world, "thor", "accept").replace(
        world.reply_to("thor").encode(), world.reply_to("thor", "g2").encode()
    )
    world.post(letter)
    (left,) = owed(world, "g2")
    assert (left.seat, left.since) == ("loki", asked)


@pytest.mark.slow
def test_since_when_an_answer_is_owed(world: World) -> None:
    """From the entry that brought the duty about; words, questions and refused lines do not begin it again."""
    (first,) = owed(world)
    assert first.seat == "loki"
    for number, body in enumerate(("say hello", "lay thor Z9", "moves", "note x")):
        world.post(simple(world, "loki", body, number), minutes=60)
        assert owed(world) == (first,)
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "thor", "anna@new.example")
    assert owed(world) == (first,)


@pytest.mark.slow
def test_the_duty_passes_on(world: World) -> None:
    """A turn ends, and the other owes from then on: the time is that of the letter's arrival."""
    world.post(simple(world, "loki", "draw\ndraw\ndraw"), minutes=90)
    (now,) = owed(world)
    assert (now.seat, now.since) == ("thor", world.time.strftime("%Y-%m-%dT%H:%M:%SZ"))


@pytest.mark.slow
def test_the_states_of_games(world: World) -> None:
    """Invited, on, over with its outcome, unreadable with its fault: each beside the others."""
    with world.desk.held():
        for number in (2, 3, 4):
            keeper.invite(world.desk, "thunder", PLAYERS, id=f"g{number}")
        keeper.abandon(world.desk, "g3", "x")
    path = world.home.record_path("g4")
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Anne"))
    found = {one.game: one for one in status(world.home).games}
    assert {game: one.state for game, one in found.items()} == {
        "g1": "on",
        "g2": "invited",
        "g3": "over",
        "g4": "unreadable",
    }
    assert found["g1"].position == "3.0"
    assert (found["g3"].outcome.rule, found["g3"].outcome.reason, found["g3"].owed) == ("H6", "abandoned", ())
    assert isinstance(found["g4"].fault, Faulty)
    assert [one.game for one in status(world.home, ("g2",)).games] == ["g2"]
    with pytest.raises(Faulty, match="no-such-game"):
        status(world.home, ("g9",))


@pytest.mark.slow
def test_letters_that_wait_are_held_or_due(world: World) -> None:
    """Letters in `new` and `work` wait; those on hold have a reason; letters out are due until they are posted."""
    waiting = [world.desk.spool.put(simple(world, "loki", "draw", n), at=world.time) for n in range(2)]
    world.desk.spool.take(waiting[0])
    assert sorted(status(world.home).waiting) == sorted(waiting)
    held = world.desk.spool.put(
        b"From: x@y.example\r\nTo: referee@games.example\r\n\r\nhi\r\n", at=world.time
    )
    with world.desk.held():
        world.desk.run()
    found = status(world.home)
    assert found.waiting == ()
    told = MailTold("x@y.example")
    assert found.held == (HeldLetter(held, f"{world.time:%Y-%m-%dT%H:%M:%SZ}", "no-seat", told),)
    assert found.due == ("g1.loki.7", "g1.loki.8", "g1.thor.9")
    world.send()
    assert status(world.home).due == ()


@pytest.mark.slow
def test_looking_changes_nothing(world: World) -> None:
    """Not even a torn record is mended, and nothing is locked or made."""
    path = world.home.record_path("g1")
    path.write_bytes(path.read_bytes() + b"---\nentry: 9\n")
    before = {one: one.read_bytes() for one in world.path.rglob("*") if one.is_file()}
    assert status(world.home).games[0].state == "on"
    assert {one: one.read_bytes() for one in world.path.rglob("*") if one.is_file()} == before


def test_an_empty_home(tmp_path: Path) -> None:
    """Nothing is there, and nothing is said."""
    found = status(Home(tmp_path / "home"))
    assert (found.games, found.waiting, found.held, found.due) == ((), (), (), ())


OPEN = (
    "open",
    "thunder",
    "--seed",
    "07",
    "--seat",
    "thor=anna@example.org",
    "--seat",
    "loki=bert@example.org",
)
ASKED = b'From: "Some One" <x@y.example>\r\nMessage-ID: <m@y.example>\r\n\r\nhi\r\n'


@pytest.fixture
def wide(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal on which nothing is folded."""
    assert not home.exists()
    monkeypatch.setenv("COLUMNS", "160")


def rows(text: str) -> list[list[str]]:
    """The cells of all rows of the tables in a text."""
    lines = re.sub(r" 2026(?= \d\d:)", "", text).splitlines()  # the year is told where it is another one
    return [re.split(r"  +", line.strip()) for line in lines if line.startswith("  ") and line.strip()]


@pytest.mark.slow
@pytest.mark.usefixtures("wide")
def test_as_text(referee: Command, home: Path) -> None:
    """Tables: a row for each duty, and each letter on hold with its sender.

    A line for the letters that wait or are due.
    """
    referee("init", "--address", "referee@games.example")
    referee(*OPEN)
    told = referee("status").out
    assert [row[0] for row in rows(told)] == ["Game", "g1", "g1"]
    assert [row[2] for row in rows(told)[1:]] == [
        f"{seat} owes an answer to the invitation [H4]" for seat in ("Thor", "Loki")
    ]
    assert "Letters due to go out: 2 (g1.loki.1, g1.thor.1)." in told
    world = World(home)
    world.desk.spool.put(ASKED)
    referee("run")
    held = world.desk.spool.held()[0].name
    waits = world.desk.spool.put(b"From: x@y.example\r\n\r\nhi\r\n")
    told = referee("status").out
    assert f"Letters that wait to be read: 1 ({waits})." in told
    (row,) = (row for row in rows(told) if row[0] == held)
    assert (row[1], row[3]) == (
        '"Some One" <x@y.example>',
        "on hold (post/hold): it bears no secret of a seat.",
    )
    referee("abandon", "g1", "--now", "--yes", "--reason", "x")
    (row,) = (row for row in rows(referee("status").out) if row[0] == "g1")
    assert (row[2].startswith("over: "), row[2].endswith("[H6]")) == (True, True)
    for word in ("example.org", world.secret("thor"), world.secret("loki")):
        assert word not in referee("status").out + referee("status", "--json").out


@pytest.mark.slow
@pytest.mark.usefixtures("wide")
def test_times_are_those_of_the_keeper(referee: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a clock on the wall shows them: in the zone under `terms`, or else in that of the machine.

    `--json` has UTC.
    """
    referee("init", "--address", "referee@games.example")
    world = World(home, moment("2026-11-21T18:30:00Z"))
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", terms={"deadline": "72 hours"})
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    (asked, until) = rows(referee("status").out)[1][3:]
    assert (asked.removesuffix(" 03:30"), until.removesuffix(" 03:30")) == ("Sun 22 Nov", "Wed 25 Nov")
    assert "Times are those of JST." in referee("status").out
    with (home / "config.yaml").open("a") as file:
        file.write("terms: {zone: Europe/Berlin}\n")
    assert rows(referee("status").out)[1][3:] == ["Sat 21 Nov 19:30", "Tue 24 Nov 19:30"]
    assert "Times are those of Europe/Berlin." in referee("status").out
    assert referee("status", "--json").doc["games"][0]["owed"][0]["since"] == "2026-11-21T18:30:00Z"
    monkeypatch.undo()
    time.tzset()


@pytest.mark.slow
@pytest.mark.usefixtures("wide")
def test_a_letter_of_many_is_counted(referee: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five hundred letters are not five hundred lines; a name that is told is told whole, in the narrowest terminal."""
    referee("init", "--address", "referee@games.example")
    spool = World(home).desk.spool
    names = [spool.put(ASKED) for _ in range(25)]
    for name in names:
        spool.hold(spool.take(name), "no-seat")
    told = referee("status").out
    assert ("5 more are on hold" in told, names[0] in told, names[-1] in told) == (True, True, False)
    assert len(referee("status", "--json").doc["held"]) == 25
    for _ in range(25):
        spool.put(ASKED)
    assert referee("status").out.count("Letters that wait to be read: 25 (") == 1
    monkeypatch.setenv("COLUMNS", "60")
    assert names[0] in referee("status").out


def test_a_letter_on_hold_can_be_read_at_80_columns(
    referee: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its long name stands above the reason, so that the sender, the time and the reason have room beside it."""
    monkeypatch.setenv("COLUMNS", "80")
    referee("init", "--address", "referee@games.example")
    spool = World(home).desk.spool
    name = spool.put(b"From: Some One <some.one@mail.example.org>\r\n\r\nhi\r\n")
    spool.hold(spool.take(name), "no-seat")
    told = referee("status").out
    lines = [line for line in told.partition("Letter, Stands")[2].splitlines() if line.strip(" ─")]
    assert lines[0].split()[-1] == name
    assert re.search(r"  \w{3} \d+ \w{3} \d\d:\d\d  ", lines[0])  # the time is whole
    assert "on hold (post/hold): it bears no" in lines[1]
    assert len([line for line in lines if line.startswith("  ")]) <= 4
    assert max(map(len, told.splitlines())) <= 80


def test_nothing_is_there(referee: Command) -> None:
    """An empty home: a sentence, and what to do next; not an empty screen. Where no home is: `test_no_home.py`."""
    referee("init", "--address", "referee@games.example")
    for verb in ("status", "list"):
        assert "Next: referee open thunder" in referee(verb).err
    assert referee("status", "--json").doc["games"] == []


def test_the_sender_is_told_and_no_secret(referee: Command, home: Path) -> None:
    """Any From is one line of text: encoded words read, controls shown, long ones cut, secrets starred."""
    referee("init", "--address", "referee@games.example")
    referee(*OPEN)
    world = World(home)
    secret = world.secret("thor")
    for sender in (
        f"<referee+{secret}@games.example>",
        "=?utf-8?q?J=C3=B6rd?= <j@x.example>",
        "a\x1b[2J" + "8" * 500,
    ):
        mail = f"From: {sender}\r\nSubject: {secret}\r\n\r\nhi\r\n".encode()
        world.desk.spool.hold(world.desk.spool.take(world.desk.spool.put(mail)), "robot")
    told = referee("status", "--json")
    assert secret not in told.out + referee("status").out
    senders = [one["from"] for one in told.doc["held"]]
    assert (senders[0], senders[1]) == (f"<referee+{'*' * 26}@games.example>", "Jörd <j@x.example>")
    assert (senders[2][:9], len(senders[2])) == ("a<U+001B>", 83)


@pytest.mark.slow
def test_as_a_document(referee: Command, home: Path) -> None:
    """The same for a program: the games with what is owed, letters waiting, held with time and reason, due."""
    referee("init", "--address", "referee@games.example")
    referee(
        "open",
        "thunder",
        "--seed",
        "07",
        "--seat",
        "thor=anna@example.org",
        "--seat",
        "loki=bert@example.org",
    )
    World(home).desk.spool.put(ASKED)
    referee("run")
    doc = referee("status", "--json").doc
    (game,) = doc["games"]
    assert (game["game"], game["state"]) == ("g1", "invited")
    assert [(one["seat"], one["duty"], one["rule"]) for one in game["owed"]] == [
        ("thor", "answer-invitation", "H4"),
        ("loki", "answer-invitation", "H4"),
    ]
    assert [(one["reason"], one["from"], one["message_id"]) for one in doc["held"]] == [
        ("no-seat", '"Some One" <x@y.example>', "<m@y.example>")
    ]
    assert doc["due"] == ["g1.loki.1", "g1.thor.1"]
    record = home / "games" / "g1" / "record.yaml"
    record.write_bytes(record.read_bytes().replace(b"Thor", b"Thur"))
    (game,) = referee("status", "--json").doc["games"]
    assert (game["state"], game["error"]["code"]) == ("unreadable", "record-mark")
    assert referee("status").code == 0
    assert referee("status", "g9").code == 66


def test_every_reason_has_its_sentence() -> None:
    """The keeper is told in words why a letter is held, for every reason."""
    texts = sentences()["texts"]
    for reason in (
        "tries",
        "crashed",
        "no-seat",
        "several-seats",
        "robot",
        "to-returns",
        "from-missing",
        "from-twice",
        "from-several",
        "from-group",
        "from-malformed",
        "mail-too-large",
        "mail-header-too-large",
        "mail-too-many-fields",
        "mail-too-many-parts",
        "mail-too-deep",
    ):
        assert texts[f"held-{reason}"]
