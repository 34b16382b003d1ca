"""Games that wait for players (H29), at the command line: opened, listed, shown, given up; what the doctor says."""

from datetime import datetime
from pathlib import Path

import pytest
from support import command
from support.command import Command

from referee.desk.company import ledger
from referee.desk.company.ledger import WAITS, WATCHES, Ledger, Wish
from referee.home.home import Home

home, referee = command.home, command.referee


@pytest.fixture
def opened(referee: Command) -> Command:
    """A home with one game that waits for Loki."""
    assert referee("init", "--address", "referee@games.example").code == 0
    ran = referee("open", "thunder", "--seat", "thor=Anna <anna@example.org>", "--seat", "loki=open")
    assert (ran.code, ran.out) == (0, "g1\n")
    assert "waits for players: loki" in " ".join(ran.err.split())
    return referee


def test_open_with_open_seats(opened: Command) -> None:
    """`--open-seats` stands for every seat that is not named; the id of a game that waits is taken."""
    ran = opened("open", "odins_table", "--open-seats", "--json")
    assert ran.doc["game"] == "g2"
    assert set(ran.doc["free"]) == set(ran.doc["seats"])
    assert opened("open", "odins_table", "--id", "g1", "--open-seats").code != 0
    assert opened("open", "thunder").out == "g3\n"


@pytest.mark.parametrize(
    "wrong",
    [
        ("--seat", "thor=open", "--seat", "odin=open"),
        ("--seat", "thor=open", "--open-seats", "--shared"),
        ("--open-seats", "--term", "deadline=soon"),
        ("--open-seats", "--option", "flank=sideways"),
        ("--seat", "thor=anna@example.org", "--open-seats", "--arbiter", "anna@example.org"),
    ],
)
def test_what_cannot_be_opened_does_not_wait(opened: Command, wrong: tuple[str, ...]) -> None:
    """It is refused at once, with the reason that an opened game would have."""
    assert opened("open", "thunder", *wrong).code != 0
    assert [row["game"] for row in opened("list", "--json").doc["games"]] == ["g1"]


def test_list_and_status_show_what_waits(opened: Command) -> None:
    """By name, never by address; for people and as a document."""
    (row,) = opened("list", "--json").doc["games"]
    assert (row["state"], row["players"], row["free"]) == ("waiting", {"thor": "Anna", "loki": ""}, ["loki"])
    for verb in ("list", "status"):
        told = " ".join(opened(verb).out.split())
        assert "g1" in told
        assert "waits for players" in told
        assert "@" not in told
    (one,) = opened("status", "--json").doc["open"]
    assert (one["game"], one["seats"], one["asked"]) == ("g1", {"thor": "Anna", "loki": ""}, 0)


def test_a_game_that_waits_is_given_up(opened: Command) -> None:
    """`referee delete`; its id is not given again."""
    assert opened("delete", "g1", "--yes").code == 0
    assert opened("list", "--json").doc["games"] == []
    assert opened("open", "thunder", "--open-seats").out == "g2\n"


@pytest.mark.slow
def test_the_doctor_looks_at_the_ledger(opened: Command, home: Path) -> None:
    """It says how many wait; a file that is damaged is told by the doctor, by list and by status, and stops neither."""
    assert "1 game waits for players" in " ".join(opened("doctor").out.split())
    (home / "company.yaml").write_text("last: x\n")
    assert "company.yaml" in opened("doctor").out
    for verb in ("list", "status"):
        ran = opened(verb)
        assert ran.code == 0
        assert "damaged" in ran.out


@pytest.mark.slow
def test_the_keeper_sees_who_watches(referee: Command, home: Path) -> None:
    """H31 `status` names them by address, of all games or of one; the doctor counts them."""
    assert referee("init", "--address", "referee@games.example").code == 0
    players = ("--seat", "thor=anna@example.org", "--seat", "loki=bert@example.org")
    assert referee("open", "thunder", *players, "--term", "watch=2").out == "g1\n"
    at = "2026-11-20T09:00:00Z"
    watches = Wish(1, "watch", "thunder", "g1", "", "cleo@example.org", "", "en", at, WATCHES)
    ledger.write(Home(home), Ledger(1, 1, wishes=(watches,)), datetime.fromisoformat(at))
    assert "watched by cleo@example.org" in " ".join(referee("status").out.split())
    assert referee("status", "g1", "--json").doc["onlookers"] == [
        {"game": "g1", "seat": "onlooker-1", "address": "cleo@example.org", "since": at}
    ]
    assert "1 onlooker of 1 game" in " ".join(referee("doctor").out.split())


@pytest.mark.slow
def test_the_keeper_sees_who_waits(referee: Command, home: Path) -> None:
    """H33 `status` names them by address, the first one first; the doctor counts them."""
    assert referee("init", "--address", "referee@games.example").code == 0
    at = "2026-11-20T09:00:00Z"
    waits = Wish(1, "wait", "thunder", "", "", "cleo@example.org", "Cleo", "en", at, WAITS)
    ledger.write(Home(home), Ledger(1, 1, wishes=(waits,)), datetime.fromisoformat(at))
    assert "cleo@example.org" in " ".join(referee("status").out.split())
    assert referee("status", "--json").doc["waiting_list"] == [
        {"game": "", "rules": "thunder", "address": "cleo@example.org", "name": "Cleo", "since": at}
    ]
    assert "1 person waits for seats that fall free" in " ".join(referee("doctor").out.split())


@pytest.mark.parametrize("wrong", ["0", "100", "soon", "2 turns"])
def test_a_term_that_names_no_number_of_turns_is_refused(referee: Command, wrong: str) -> None:
    """H31 From 1 to 99, or no."""
    assert referee("init", "--address", "referee@games.example").code == 0
    ran = referee("open", "thunder", "--seat", "thor=open", "--seat", "loki=open", "--term", f"watch={wrong}")
    assert ran.code != 0
    assert "from 1 to 99" in " ".join(ran.err.split())
