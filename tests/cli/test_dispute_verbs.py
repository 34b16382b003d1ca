"""`referee dispute` and `referee rule`, and the arbiter of `referee open`: what they print, write, and exit with."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from awkward.world import World
from support.command import Ran
from support.disputed import DISPUTE, disputed, events, rested, table, write

from referee.api import Table
from referee.cli import run
from referee.table.audit import audit
from referee.verify import check

Verb = Callable[..., Ran]


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture
def alone(tmp_path: Path) -> World:
    """A game without an arbiter, in which Loki has raised a dispute and Thor has spoken."""
    world = disputed(tmp_path / "home", arbiter=None)
    write(world, "loki", DISPUTE)
    write(world, "thor", "statement: it was not so")
    return world


@pytest.fixture
def verb(capsys: pytest.CaptureFixture[str]) -> Verb:
    """A verb on a home, in this process."""

    def ran(home: World | Path, *words: str) -> Ran:
        capsys.readouterr()
        path = home.path if isinstance(home, World) else home
        code = run(("--home", str(path), *words))
        return Ran(code, *capsys.readouterr())

    return ran


@pytest.mark.slow
def test_h20_dispute_prints_the_packet_and_all_are_told_once(verb: Verb, alone: World) -> None:
    """The packet on stdout; that the keeper was shown it is an entry already, so nothing more is written."""
    before = len(alone.entries())
    ran = verb(alone, "dispute", "g1")
    assert ran.code == 0
    assert "WHAT IS DISPUTED" in ran.out
    assert "| it was not so" in ran.out
    assert "from: LOKI" in ran.out
    assert not any(one in ran.out for one in ("anna@", "bert@", "referee+"))
    assert len(alone.entries()) == before


@pytest.mark.slow
def test_h20_dispute_of_an_arbiters_shows_the_keeper_and_says_so(verb: Verb, tmp_path: Path) -> None:
    """Where the arbiter rules, the keeper may look, and all are told; it does not make the keeper the judge."""
    world = disputed(tmp_path / "home")
    write(world, "loki", DISPUTE)
    for _ in range(2):
        assert verb(world, "dispute", "g1").code == 0
    assert events(world) == ["Disputed", "ArbiterShown", "ArbiterShown"]
    ran = verb(world, "rule", "g1", "uphold", "because: I say so")
    assert ran.code == 1
    assert "the arbiter is to rule." in ran.out
    assert "RulingMade" not in events(world)


@pytest.mark.slow
def test_h20_no_dispute_no_packet(verb: Verb, tmp_path: Path) -> None:
    """Exit code 1, and a sentence."""
    world = disputed(tmp_path / "home")
    ran = verb(world, "dispute", "g1")
    assert (ran.code, ran.err) == (1, "referee: no dispute is on in g1.\n")


@pytest.mark.slow
def test_h21_rule_rules(verb: Verb, alone: World) -> None:
    """The dispute is named; all effects in one entry; both players are told; the ruling can be appealed."""
    ran = verb(alone, "rule", "g1", "roll back to 2.0", "because: it was a slip")
    assert ran.code == 0
    assert ran.out == (
        "WHAT IS DISPUTED\n  Loki disputes what was ruled, or what happened, at 2.0: [H20]\n"
        "  | the third card was drawn too many\n\n"
        "1> roll back to 2.0\n   Ruled.\n2> because: it was a slip\n   Ruled.\n"
    )
    assert ran.err.startswith("Letters to go out: 2 (g1.thor.")
    assert table(alone).position == "2.0"
    assert rested(alone)
    path = alone.home.record_path("g1")
    assert not check.check(path).fault
    assert audit(Table.load(path)).clean


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("uphold",), "1> uphold\n   REFUSED [H21]: a ruling needs its reason."),
        (("roll bakc to 2.0", "because: a"), "1> roll bakc to 2.0\n        ^\n   NOT UNDERSTOOD"),
        (("adjudge thor", "roll back to 2.0", "because: a"), "2> roll back to 2.0\n   REFUSED [H21]"),
        (("hello",), "Not an order, ignored: line 1."),
    ],
)
def test_h21_what_cannot_be_ruled_is_told_and_leaves_no_trace(
    verb: Verb, alone: World, lines: tuple[str, ...], says: str
) -> None:
    """Exit code 1; the line with its caret or its reason; the record is the same to the byte."""
    before = alone.record()
    ran = verb(alone, "rule", "g1", *lines)
    assert ran.code == 1
    assert says in ran.out
    assert alone.record() == before


@pytest.mark.slow
def test_h21_questions_of_the_keeper_are_answered(verb: Verb, alone: World) -> None:
    """What if, show and packet: the answer on stdout, and an entry that says what the keeper was shown."""
    ran = verb(alone, "rule", "g1", "what if roll back to 2.0", "show 2.0 loki")
    assert ran.code == 0
    assert "Thor was shown since: Hirdman 4, Odin's Ring 0, Valkyries" in ran.out
    assert "THE TABLE at 2.0, as seen by Loki" in ran.out
    assert events(alone)[-2:] == ["ArbiterShown", "ArbiterShown"]


@pytest.mark.slow
def test_h21_the_keeper_may_rule_without_a_dispute(verb: Verb, tmp_path: Path) -> None:
    """A clock is moved for a reason that everybody is told; play goes on."""
    world = disputed(tmp_path / "home", terms={"deadline": "72 hours"})
    ran = verb(world, "rule", "g1", "clock loki +1 day", "because: the mail server was down")
    assert ran.code == 0
    assert not rested(world)
    assert "ClockAdjusted" in events(world)


@pytest.mark.slow
def test_h7_a_player_is_replaced_by_a_ruling(verb: Verb, alone: World) -> None:
    """Roster, secret and record change together; no address stands in the record."""
    old = alone.reply_to("loki")
    ran = verb(alone, "rule", "g1", "replace loki: Cleo <cleo@example.org>", "because: gone")
    assert ran.code == 0
    assert alone.reply_to("loki") != old
    assert b"cleo@example.org" not in alone.record()


@pytest.mark.slow
def test_no_such_game(verb: Verb, tmp_path: Path) -> None:
    """Exit code 66."""
    world = disputed(tmp_path / "home")
    assert verb(world, "rule", "g9", "uphold").code == 66
    assert verb(world, "dispute", "g9").code == 66


@pytest.mark.slow
def test_h20_open_names_an_arbiter(verb: Verb, tmp_path: Path) -> None:
    """The arbiter gets a letter too; address, secret and letters of that seat are the keeper's to mend."""
    home = tmp_path / "home"
    seats = ("--seat", "thor=anna@example.org", "--seat", "loki=bert@example.org")
    assert verb(home, "init", "--address", "referee@games.example").code == 0
    ran = verb(home, "open", "thunder", *seats, "--arbiter", "Olaf <olaf@example.org>,lang=de")
    assert ran.err == "Letters to go out: 3 (g1.thor.1, g1.loki.1, g1.arbiter.1).\n"
    ran = verb(home, "address", "g1", "--seat", "arbiter", "olaf@else.example")
    assert "g1.arbiter.2" in ran.err
    assert "g1.arbiter.3" in verb(home, "newkey", "g1", "--seat", "arbiter").err
    assert "g1.arbiter.3" in verb(home, "resend", "g1", "--seat", "arbiter").err
    assert verb(home, "replace", "g1", "--seat", "arbiter", "cleo@example.org").code == 66
    assert verb(home, "open", "thunder", *seats, "--arbiter", "anna@example.org").code == 2


@pytest.mark.slow
def test_h20_a_game_that_is_not_played_by_mail(verb: Verb, tmp_path: Path) -> None:
    """A dispute at the keyboard: the lines are the same, and the keeper rules."""
    home = tmp_path / "home"
    verb(home, "open", "thunder", "--seed", "07")
    verb(home, "play", "g1", "--seat", "loki", "deploy dragon, female-archer, ravens")
    verb(home, "play", "g1", "--seat", "thor", "deploy huscarl, ravens, mjolnir")
    assert verb(home, "play", "g1", "--seat", "loki", "draw", "dispute 1.0: a slip").code == 0
    assert verb(home, "play", "g1", "--seat", "loki", "draw").code == 1
    assert verb(home, "play", "g1", "--seat", "thor", "statement: well").code == 0
    assert verb(home, "rule", "g1", "roll back to 1.0", "because: a slip").code == 0
    for seat in ("thor", "loki"):
        assert verb(home, "play", "g1", "--seat", seat, "accept ruling").code == 0
    assert verb(home, "run").code == 0
    assert verb(home, "play", "g1", "--seat", "loki", "draw").code == 0


@pytest.mark.slow
def test_h20_status_tells_of_a_dispute(verb: Verb, alone: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who rules, since when, and when the clock ends the stage; after the ruling, when it is final."""
    monkeypatch.setenv("COLUMNS", "160")
    told = verb(alone, "status", "g1").out.replace(" 2026", "")
    assert "Loki disputes what was at 2.0; the keeper is to rule [H20]" in told
    assert "Fri 20 Nov 09:35" in told
    doc = verb(alone, "status", "g1", "--json").doc["games"][0]["dispute"]
    assert (doc["by"], doc["stage"], doc["judge"]) == ("loki", "open", "keeper")
    verb(alone, "rule", "g1", "uphold", "because: it is so")
    assert "there is a ruling on the dispute of Loki, not final yet [H23]" in verb(alone, "status").out
