"""How the games of a home stand: who owes what since when, what waits, what is on hold and why."""

from datetime import timedelta
from pathlib import Path

import command
import pytest
from awkward.world import PLAYERS, World, begin, copy, simple
from command import Command

from referee import keeper
from referee.cli.says import sentences
from referee.game import Faulty
from referee.home import Home
from referee.status import OwedSince, status

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
    return world.desk.clock()


def test_an_invitation(world: World) -> None:
    """Each seat owes an answer since it was asked; who has answered owes none; the other's time stays."""
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


def test_since_when_an_answer_is_owed(world: World) -> None:
    """From the entry that brought the duty about; words, questions and refused lines do not begin it anew."""
    (first,) = owed(world)
    assert first.seat == "loki"
    for number, body in enumerate(("say hello", "lay thor Z9", "moves", "note x")):
        world.post(simple(world, "loki", body, number), minutes=60)
        assert owed(world) == (first,)
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "thor", "anna@new.example")
    assert owed(world) == (first,)


def test_the_duty_passes_on(world: World) -> None:
    """A turn ends, and the other owes from then on: the time is that of the letter's arrival."""
    world.post(simple(world, "loki", "draw\ndraw\ndraw"), minutes=90)
    (now,) = owed(world)
    assert (now.seat, now.since) == ("thor", world.time.strftime("%Y-%m-%dT%H:%M:%SZ"))


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
    assert found.held == ((held, f"{world.time:%Y-%m-%dT%H:%M:%SZ}", "no-seat"),)
    assert found.due == ("g1.loki.7", "g1.loki.8", "g1.thor.9")
    world.send()
    assert status(world.home).due == ()


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


def test_as_text(referee: Command, home: Path) -> None:
    """A line for each duty, each letter that waits or is held, and one for the letters due."""
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
    lines = referee("status").out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("g1: Thor owes ")
    assert lines[0].endswith("[H4]")
    assert lines[2] == "Letters due to go out: 2 (g1.loki.1, g1.thor.1)."
    world = World(home)
    world.desk.spool.put(b"From: x@y.example\r\n\r\nhi\r\n")
    referee("run")
    held = world.desk.spool.held()[0].name
    waits = world.desk.spool.put(b"From: x@y.example\r\n\r\nhi\r\n")
    told = referee("status").out.splitlines()
    assert f"Letter {waits} waits to be read." in told
    assert f"Letter {held} (in post/hold) is on hold: it bears no secret of a seat." in told
    referee("abandon", "g1", "--reason", "x")
    assert referee("status").out.splitlines()[0].endswith("[H6]")
    for word in ("example.org", world.secret("thor"), world.secret("loki")):
        assert word not in referee("status").out + referee("status", "--json").out


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
    World(home).desk.spool.put(b"From: x@y.example\r\n\r\nhi\r\n")
    referee("run")
    doc = referee("status", "--json").doc
    (game,) = doc["games"]
    assert (game["game"], game["state"]) == ("g1", "invited")
    assert [(one["seat"], one["duty"], one["rule"]) for one in game["owed"]] == [
        ("thor", "answer-invitation", "H4"),
        ("loki", "answer-invitation", "H4"),
    ]
    assert [one["reason"] for one in doc["held"]] == ["no-seat"]
    assert doc["due"] == ["g1.loki.1", "g1.thor.1"]
    record = home / "games" / "g1" / "record.yaml"
    record.write_bytes(record.read_bytes().replace(b"Thor", b"Thur"))
    (game,) = referee("status", "--json").doc["games"]
    assert (game["state"], game["error"]["code"]) == ("unreadable", "record-mark")
    assert referee("status").code == 0
    assert referee("status", "g9").code == 66


def test_every_reason_has_its_sentence() -> None:
    """Whatever a letter is held for, the keeper is told it in words."""
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
