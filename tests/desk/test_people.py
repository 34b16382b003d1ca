"""Names and addresses by every way into a game (H7): of the keeper, of the judge, of those who come by mail."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from awkward.world import ADDRESS, ANNA, BERT, PLAYERS, World, begin, copy, simple
from support.ruled import rule_on
from test_company import CLEO, ask, flat
from test_keeper import refused
from test_waiting_list import home_at

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config
from referee.house.players import Player
from referee.table.rulings.effects import Replace
from referee.util.errors import Faulty
from referee.util.values import replace

MISLEADING = {
    "The referee": "name-word",
    "Schiedsrichter": "name-word",
    "partner": "name-word",
    "Th0r": "name-seat",
    "Lord Thor": "name-seat",
    "The Thor 2": "name-seat",
    "\u0422hor": "name-form",
    "anna@example.org": "name-form",
    "Anna": "name-taken",
    "Ragnarok": "name-taken",
}
"""Names that nobody has in Loki's seat, where Anna sits as Thor and the referee is called Ragnarok."""
ADDRESSES = {
    ADDRESS: "address-ours",
    "REFEREE+x@Games.Example": "address-ours",
    ANNA: "address-shared",
    "anna+two@example.org": "address-shared",
}
Act = Callable[[Desk, Player], Any]
WAYS: dict[str, Act] = {
    "open": lambda desk, one: keeper.invite(desk, "thunder", PLAYERS | {"loki": one}, id="g7"),
    "wait": lambda desk, one: keeper.wait_for_players(desk, "thunder", PLAYERS | {"loki": one}, id="g7"),
    "arbiter": lambda desk, one: keeper.invite(desk, "thunder", PLAYERS, id="g7", arbiter=one),
    "replace": lambda desk, one: keeper.replace_player(desk, "g1", "loki", one),
}
"""The ways by which a keeper brings somebody into a game."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress, at a referee that is called Ragnarok."""
    world = begin(tmp_path_factory.mktemp("people") / "home")
    config.write(world.home, replace(world.desk.config, name="Ragnarok"))
    return world


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of it."""
    made = copy(played, tmp_path / "home")
    made.fresh()
    return made


@pytest.mark.parametrize("way", WAYS)
def test_h7_no_misleading_name_comes_in_by_the_keeper(world: World, way: str) -> None:
    """Opened, announced, as the judge, in another's seat: each name is refused, each for its reason."""
    found = {}
    for name in MISLEADING:
        try:
            with world.desk.held():
                WAYS[way](world.desk, Player(CLEO, name))
        except Faulty as fault:
            found[name] = fault.why.key
    assert found == MISLEADING
    with world.desk.held():
        WAYS[way](world.desk, Player(CLEO, "Cleo"))


@pytest.mark.parametrize("way", WAYS)
def test_h7_no_address_of_the_house_or_of_another_seat_comes_in_by_the_keeper(world: World, way: str) -> None:
    """Whatever stands after a plus, and whatever the case."""
    for address, key in ADDRESSES.items():
        with world.desk.held(), pytest.raises(Faulty) as fault:
            WAYS[way](world.desk, Player(address, "Cleo"))
        assert fault.value.why.key == key


def test_h7_two_seats_of_one_mailbox_are_the_keepers_to_allow(world: World) -> None:
    """With `shared`, also under another address of the mailbox, and by one name; the house's address never."""
    other = Player("anna+two@example.org", "Anna")
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", other, shared=True)
        keeper.correct_address(world.desk, "g1", "loki", ANNA, shared=True)
        with pytest.raises(Faulty) as fault:
            keeper.correct_address(world.desk, "g1", "loki", ADDRESS, shared=True)
    assert fault.value.why.key == "address-ours"


@pytest.mark.parametrize(
    "players", ["thor:The referee,loki:Bert", "thor:Loki,loki:Bert", "Anna,thor", "Anna,Ann\u00e0"]
)
def test_h7_names_in_the_options_are_held_to_the_same(world: World, players: str) -> None:
    """Of a game that is not played by mail too, with sides or without."""
    fault = refused(world, lambda desk: keeper.open_game(desk.home, "thunder", options={"players": players}))
    assert fault.why.key.startswith("name-")


def test_h7_one_ruling_gives_two_seats_no_name_and_no_mailbox_that_are_one(world: World) -> None:
    """Those who come in together are held to each other."""
    for other, key in (
        (Player("c2@example.org", "Cle0"), "name-taken"),
        (Player("cleo+2@elsewhere.example"), "address-shared"),
    ):
        both = [Replace("thor", Player(CLEO, "Cleo")), Replace("loki", other)]
        assert refused(world, partial(rule_on, game="g1", wanted=both, reason="x")).why.key == key


@pytest.mark.parametrize("address", [ADDRESS, "referee+x@games.example", ANNA, "anna+two@example.org"])
def test_h8_no_seat_moves_to_a_mailbox_that_is_taken(world: World, address: str) -> None:
    """The house's, or another seat's: no notice goes there, and the own mailbox alone moves nothing."""
    came = world.post(simple(world, "loki", f"address {address}"))
    assert {one.mail["To"] for one in came.out} == {BERT}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("wait thunder as The referee", "everybody would read something else"),
        ("wait thunder as L0ki", "it reads like loki"),
        ("wait g1 as Anna", "somebody else here is called so"),
    ],
)
def test_h7_nobody_waits_by_a_misleading_name(tmp_path: Path, line: str, why: str) -> None:
    """For any seat of a game by the seats that it has; for one that is on, by the names there too."""
    world = home_at(tmp_path / "home")
    with world.desk.held():
        keeper.invite(
            world.desk, "thunder", PLAYERS, id="g1", terms={"replace": "7 days", "deadline": "3 days"}
        )
    for seat in PLAYERS:
        world.post(simple(world, seat, "accept"))
    assert why in flat(ask(world, line))
