"""Company by mail (H29): letters that are written once, limits, the sixty days, and secret addresses."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import PLAYERS, World, begin, copy
from test_company import CLEO, DORA, EMIL, ask, kept, made, open_three, seats, stranger, to, world  # noqa: F401  fixtures

from referee.desk import keeper
from referee.desk.company import ledger
from referee.desk.company.company import TOO_MANY
from referee.home import config
from referee.home.config import Limits
from referee.house.company import DAYS_TO_FILL
from referee.house.rulebook import rulebook
from referee.util.translations import HOUSE
from referee.util.values import replace


def rewound(at: World) -> None:
    """The process was killed after its answers came into the outbox, and before it noted that they are written."""
    ledger.write(at.home, replace(kept(at), written=0), at.time)


@pytest.mark.parametrize("sent", [False, True])
def test_an_answer_that_is_in_the_outbox_is_not_written_again(world: World, sent: bool) -> None:  # noqa: F811
    """Whether it still waits there or has gone out: nobody is written to twice."""
    world.desk.spool.put(stranger("join g1"), at=world.time)
    world.run()
    if sent:
        assert [one.name for one in world.send()] == ["0.company.2.eml"]
    rewound(world)
    assert world.run().written == []
    assert [one.name for one in world.send()] == ([] if sent else ["0.company.2.eml"])
    assert kept(world).written == kept(world).last


def test_a_letter_that_answers_nobody_is_not_counted(world: World) -> None:  # noqa: F811
    """That a game is given up is told beyond the day's letters, and leaves as many answers as before."""
    games = [open_three(world) for _ in range(2)]
    for game in games:
        world.post(to(ask(world, f"join {game}"), "confirm"), minutes=1)
    world.time += timedelta(days=1)
    with world.desk.held():
        for game in games:
            keeper.delete(world.desk, game)
    assert [one.mail["To"] for one in world.send()] == [CLEO, CLEO]
    for _ in range(world.desk.config.company.letters_a_day):
        ask(world, "games")
    assert not world.post(stranger("games")).out
    assert world.held() == [TOO_MANY]


@pytest.mark.parametrize(("language", "word"), [("en", "not full"), ("de", "noch nicht voll")])
def test_the_sixty_days_are_those_of_the_rule(language: str, word: str) -> None:
    """H29 says the number that counts, and what is counted: from when the game was asked for until it is full."""
    text = rulebook(HOUSE, language).rules["H29"].text
    assert re.search(rf"\b{DAYS_TO_FILL} (?:days|Tage)", text)
    assert word in text


def test_a_game_lapses_sixty_days_after_it_was_asked_for_though_another_has_joined(world: World) -> None:  # noqa: F811
    """A seat that is taken later does not begin the time again; all who had one are told."""
    config.write(
        world.home,
        replace(world.desk.config, company=replace(world.desk.config.company, open=("hammer_of_thor",))),
    )
    world.fresh()
    world.post(to(ask(world, "join hammer_of_thor"), "confirm"))
    world.time += timedelta(days=DAYS_TO_FILL - 1)
    world.post(to(ask(world, "join g2", DORA), "confirm", DORA))
    assert set(seats(world, "g2").values()) == {CLEO, DORA, ""}
    world.time += timedelta(days=1, hours=1)
    assert {one.mail["To"] for one in world.post().out} == {CLEO, DORA}


@pytest.mark.parametrize("body", ["games", "join g1", "join thunder", "leave g1", "join odins_table as Cleo"])
def test_company_words_to_a_secret_address_tell_their_writer_nothing(body: str, played: World) -> None:
    """Whoever has found the address of a seat learns by no answer that it is one, which game it is of or whose seat.

    The letter counts as the seat's own: the receipt goes to the player's mailbox and to no other.
    """
    to_seat = stranger(body, EMIL, To=played.reply_to("loki"))
    came = played.post(to_seat)
    assert {str(one.mail["To"]) for one in came.out} <= {PLAYERS["loki"].address}
    assert kept(played) == ledger.Ledger()


@pytest.mark.parametrize("body", ["games", "join thunder", "confirm"])
def test_company_words_from_a_secret_address_bring_nothing_about(body: str, played: World) -> None:
    """The sender is our own address with a secret after the plus: nothing goes there, and nothing is kept of it."""
    came = played.post(stranger(body, played.reply_to("loki")))
    assert not came.out
    assert kept(played) == ledger.Ledger()


@pytest.mark.parametrize("secrets", ["address", "subject"])
def test_the_list_is_the_same_for_a_player_and_for_anybody(tmp_path: Path, secrets: str) -> None:
    """Who plays in a game asks from the mailbox of that seat, without the secret: no byte says that it has one."""
    at = begin(tmp_path / "home", secrets=secrets, limits=Limits())
    said = [ask(at, "games", address) for address in (EMIL, PLAYERS["loki"].address)]
    assert said[0].text == said[1].text
    for one in said:
        assert "loki" not in one.all.lower()
        assert at.secret("loki") not in one.all


@pytest.fixture(scope="module")
def on(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress, in a home that answers strangers; made once."""
    return begin(tmp_path_factory.mktemp("company") / "home", limits=Limits())


@pytest.fixture
def played(on: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(on, tmp_path / "home")
