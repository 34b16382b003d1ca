"""The waiting list (H33): who may wait for a seat that falls free, who comes first, and what is told of it to whom."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import ADDRESS, ANNA, PLAYERS, Out, World, copy
from test_company import CLEO, DORA, EMIL, KEEPER, ask, flat, kept, stranger, tapped, to

from referee.desk import keeper
from referee.desk.company import ledger, words
from referee.home import config
from referee.home.config import Company, Config, Limits
from referee.home.home import Home
from referee.house.terms import Terms
from referee.util import files
from referee.util.values import replace

HOW = Company(wait=("thunder",), waits=2, waits_in_all=4, letters_a_day=20, letters_in_all=60)


def home_at(path: Path, how: Company = HOW, **settings: object) -> World:
    """A home in which people may wait for seats where Thunder & Lightning is played."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    given = Config(ADDRESS, keeper=KEEPER, company=how, limits=Limits())
    config.write(Home(path), replace(given, **settings))
    return World(path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> World:
    """That home, made once."""
    return home_at(tmp_path_factory.mktemp("waiting") / "home")


@pytest.fixture
def world(made: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(made, tmp_path / "home")


def wait(world: World, address: str = CLEO, line: str = "wait thunder", yes: str = "confirm") -> list[Out]:
    """Somebody asks to wait and confirms it; gives the letters out."""
    return list(world.post(to(ask(world, line, address), yes, address), minutes=1).out)


def waiting(world: World) -> list[str]:
    """Who waits, the first one first."""
    return [one.address for one in kept(world).waiting()]


def test_h33_a_stranger_confirms_and_waits(world: World) -> None:
    """The code goes to the address that asked; the letter that says so tells how many came first, and has an end."""
    asked = ask(world, "wait thunder")
    assert "asked when a seat falls free in Thunder & Lightning" in flat(asked)
    assert not waiting(world)
    (told,) = world.post(tapped(asked, "confirm")).out
    assert told.mail["To"] == CLEO
    assert "You wait for a seat in Thunder & Lightning. Nobody waits before you." in flat(told)
    (other,) = wait(world, DORA)
    assert "Before you waits one other." in flat(other)
    assert CLEO not in other.text
    assert waiting(world) == [CLEO, DORA]


def test_the_order_is_that_of_the_confirmations(world: World) -> None:
    """Who asks first and confirms last waits behind."""
    first, second = ask(world, "wait thunder", CLEO), ask(world, "wait thunder", DORA)
    world.post(to(second, "confirm", DORA), minutes=1)
    world.post(to(first, "confirm", CLEO), minutes=1)
    assert waiting(world) == [DORA, CLEO]


def test_nobody_waits_without_confirming(world: World) -> None:
    """An answer without the code, or one that says something else, brings nothing about."""
    letter = ask(world, "wait thunder", DORA)
    world.post(stranger("confirm", DORA), to(letter, "Gladly, one day", DORA), to(letter, "refuse", DORA))
    world.post(to(letter, "confirm", DORA))
    assert not waiting(world)


def test_a_code_counts_for_a_week(world: World) -> None:
    """Later it is told, and nobody waits."""
    letter = ask(world, "wait thunder")
    world.time += timedelta(days=8)
    (late,) = world.post(to(letter, "confirm")).out
    assert "Your answer came too late" in str(late.mail["Subject"])
    assert not waiting(world)


@pytest.mark.parametrize("how", ["answer", "letter", "tap"])
def test_who_waits_ends_it(world: World, how: str) -> None:
    """By an answer to the letter that said so, by its link, or by a letter that asks for it and is confirmed."""
    (told,) = wait(world)
    if how == "letter":
        ended = world.post(to(ask(world, "unwait thunder"), "confirm")).out
    else:
        ended = world.post(to(told, "Unwait.") if how == "answer" else tapped(told, "unwait")).out
    assert "You do not wait for a seat in Thunder & Lightning any more" in flat(ended[-1])
    assert not waiting(world)
    assert not world.post().out


def test_limits_of_the_list(world: World) -> None:
    """Once for the same, for so many, and so many in all; mailboxes count, whatever stands after a plus."""
    wait(world, CLEO)
    assert "already" in flat(ask(world, "wait thunder", "Cleo+list@elsewhere.example"))
    assert waiting(world) == [CLEO]
    for n in range(3):
        wait(world, f"p{n}@elsewhere.example")
    assert "As many people wait as may" in flat(ask(world, "wait thunder", DORA))
    assert len(waiting(world)) == 4


def test_where_nobody_may_wait(world: World) -> None:
    """Games that are not open for it, and games that are not there or whose seats do not fall free, are told alike."""
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g7", seed="07", terms={"deadline": "3 days"})
    world.post()
    told = [flat(ask(world, f"wait {name}")).replace(name, "G") for name in ("g7", "g9")]
    assert told[0].replace("0.company.1", "") == told[1].replace("0.company.2", "")
    assert "There is no list on which one could wait for a seat in Odin's Table" in flat(
        ask(world, "wait odin's table")
    )
    assert not kept(world).wishes


def test_the_terms_of_the_home_open_the_list_for_all(tmp_path: Path) -> None:
    """Where new games let silent players be replaced, people may wait for a seat in any."""
    world = home_at(tmp_path / "home", Company(), terms=Terms(deadline="3 days", replace="7 days"))
    wait(world, line="wait odins_table as Cleo")
    (one,) = kept(world).waiting()
    assert (one.rules, one.name) == ("odins_table", "Cleo")
    none = home_at(
        tmp_path / "none", Company(), terms=Terms(replace="7 days")
    )  # without deadlines nobody is late
    assert "There is no list" in flat(ask(none, "wait odins_table"))


def test_games_tells_how_many_wait(world: World) -> None:
    """By kind of game, and how it is done; no address but ours."""
    assert "Nobody waits for seats that fall free" in flat(ask(world, "games", EMIL))
    wait(world, CLEO)
    wait(world, DORA)
    said = flat(ask(world, "games", EMIL))
    assert "there wait: Thunder & Lightning: 2. To be asked when one does, write: wait thunder. [H33]" in said
    assert set(re.findall(r"[\w.+]+@[\w.]+\w", said)) == {ADDRESS, KEEPER}


def test_the_list_in_german(world: World) -> None:
    """Whoever writes in German words is answered so."""
    letter = ask(world, "warten thunder")
    assert letter.mail["Content-Language"] == "de"
    (told,) = world.post(to(letter, "bestätigen")).out
    assert "Vor dir wartet niemand" in flat(told)
    assert "austragen" in told.text


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("wait thunder", ("wait", "thunder", "")),
        ("Wait G1", ("wait", "", "g1")),
        ("unwait g1", ("unwait", "", "g1")),
        ("wait for me", None),
        ("wait", None),
        ("wait g1 loki", None),
    ],
)
def test_what_a_line_asks_for(line: str, means: tuple[str, str, str] | None) -> None:
    """A line counts if it is wholly a wish; a seat cannot be chosen."""
    found = words.read(line)
    assert (found and (found.what, found.rules, found.game)) == means


def test_those_who_wait_for_a_game_that_is_gone_wait_no_more(world: World) -> None:
    """What the keeper has deleted has no list."""
    wish = ledger.Wish(1, ledger.WAIT, "", "g7", "", CLEO, "", "en", "2026-11-20T09:00:00Z", ledger.WAITS)
    ledger.write(world.home, ledger.Ledger(1, 1, wishes=(wish,)), world.time)
    world.post()
    assert not waiting(world)


def test_no_quoted_or_foreign_line_counts(world: World) -> None:
    """A quoted wish, one in prose, and one by a machine ask for nothing."""
    world.post(stranger("> wait thunder"), stranger("Please wait thunder"), minutes=1)
    world.post(stranger("wait thunder", Precedence="bulk"), minutes=1)
    assert not kept(world).wishes
    assert ANNA not in str(kept(world))
