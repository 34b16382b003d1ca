"""1.0, 14.1A, M2-M6, M13, M27: a game is set up: piles, dice, characters and where they start, the seven."""

import pytest
from whole_table import begun, opened, turns

from referee.engine.events import seen
from referee.games.hammer_of_thor import GAME
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.cards import physical
from referee.games.hammer_of_thor.figures import counters_of, group_of
from referee.games.hammer_of_thor.table import RACES

SEVEN = {
    "heimdall": 8,
    "mimir": 29,
    "modgud": 41,
    "urd": 50,
    "nidhogg": 64,
    "garm": 42,
    "vithofnir": 43,
}


def test_1_0a_every_roll_is_a_ten_sided_die() -> None:
    """0 to 9, and 0 is zero: as a birth it is nobody, as a search for the first player the lowest."""
    table = begun(("thrym", 30), ("thor", 5), ("hod", 7), first=(0, 9, 1), births=(0,))
    assert table.dice.asked[:3] == [("first red", 10), ("first blue", 10), ("first green", 10)]
    table.does("blue", m.Step("thrym", (29,)), m.Halt())
    assert {n for _, n in table.dice.asked} == {10}
    assert {label.split()[0] for label, _ in table.dice.asked} == {"first", "births", "encounter"}
    assert [one.value for one in table.of("Rolled") if one.what == "births"] == [0]
    assert table.of("Born") == []
    assert table.state.first == "blue"


def test_1_0b_the_offspring_lie_apart() -> None:
    """All of them, shuffled, and none in a race deck."""
    s = opened().state
    young = [name for name, one in s.cards.characters.items() if one.offspring]
    assert list(s.stacks["offspring"]) == young[::-1]
    assert not {name for pile in RACES for name in s.stacks[pile]} & set(young)


def test_1_0c_the_highest_roll_is_first_and_the_others_follow_clockwise() -> None:
    """The seats in their order, from the first player on; each rolls once."""
    table = opened(first=(2, 7, 5))
    assert (table.state.first, table.state.order) == ("blue", ("blue", "green", "red"))
    assert [(one.by, one.value) for one in table.of("Rolled")] == [("red", 2), ("blue", 7), ("green", 5)]
    assert table.owes == ["blue choose"]


def test_m2_only_the_highest_roll_again() -> None:
    """Those tied, until one is highest; every roll is public."""
    table = opened(first=(8, 3, 8, 4, 4, 1, 2))
    rolled = [(one.by, one.value, one.rule) for one in table.of("Rolled")]
    assert rolled[3:] == [("red", 4, "M2"), ("green", 4, "M2"), ("red", 1, "M2"), ("green", 2, "M2")]
    assert table.state.order == ("green", "red", "blue")
    assert all(seen(one, None) for one in table.of("Rolled"))


def test_1_0d_who_can_be_chosen() -> None:
    """No Norn, no Offspring, no character twice; in the first player's order."""
    table = opened()
    assert table.why("red", m.Choose("skuld")) == "M5 not-choosable"
    assert table.why("red", m.Choose("magni")) == "M5 not-choosable"
    assert table.why("red", m.Choose("nobody")) == "1.0d no-character"
    assert table.why("blue", m.Choose("thrym")) == "1.0d not-choosing"
    table.does("red", m.Choose("thor"), m.Start(5))
    assert table.why("blue", m.Choose("thor")) == "1.0d taken"


@pytest.mark.parametrize(
    ("seats", "taken", "then", "why"),
    [
        (3, ("thor",), "odin", "1.0d out-of-balance"),
        (3, ("thor",), "hod", ""),
        (3, ("hod",), "forseti", "1.0d out-of-balance"),
        (3, ("hod", "thor"), "thrym", ""),
        (4, (), "hod", "1.0d out-of-balance"),
        (4, ("thor",), "odin", ""),
        (4, ("thor", "odin"), "tyr", "1.0d out-of-balance"),
        (5, ("thor", "odin"), "hod", ""),
        (2, ("thor",), "hod", "1.0d out-of-balance"),
        (2, ("thor",), "thrym", ""),
    ],
)
def test_1_0d_as_many_good_as_evil(seats: int, taken: tuple[str, ...], then: str, why: str) -> None:
    """And one neutral where the number of players is odd, none where it is even."""
    table = opened(seats)
    for name in taken:
        seat = table.owes[0].split()[0]
        first = table.state.board.ranges[table.state.cards.characters[name].race][0]
        table.does(seat, m.Choose(name), m.Start(first))
    assert table.why(table.owes[0].split()[0], m.Choose(then)) == why


def test_m4_a_seat_is_ready_before_the_next_one_chooses() -> None:
    """It has chosen and started; with an odd number one half is good, one half evil, the one left over neutral."""
    table = opened(5, first=(1, 2, 9, 3, 4))
    for name, place in (("thor", 5), ("thrym", 30), ("hod", 6), ("odin", 1), ("hymir", 21)):
        seat = table.state.order[len(table.state.chosen)]
        assert table.owes == [f"{seat} choose"]
        table.does(seat, m.Choose(name))
        assert table.owes == [f"{seat} start"]
        table.does(seat, m.Start(place))
    assert table.state.chosen == ("green", "yellow", "white", "red", "blue")
    assert table.state.on_turn == "green"


def test_m5_animals_cannot_be_chosen() -> None:
    """Neither one with a star nor one of the deck: they have no range."""
    table = opened()
    for name in ("fenrir", "sleipnir", "brown-bear"):
        assert table.why("red", m.Choose(name)) == "M5 not-choosable"
        assert m.Choose(name) not in GAME.choices(table.view("red")).forward()
    assert "animal" not in table.state.board.ranges


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("thor", 1, 7),
        ("njord", 8, 14),
        ("skirnir", 15, 19),
        ("thrym", 20, 38),
        ("surt", 39, 40),
        ("hel", 41, 43),
        ("alviss", 45, 47),
        ("brynhild", 48, 53),
        ("vindalf", 54, 56),
        ("sigurd", 54, 56),
    ],
)
def test_1_0e_a_counter_starts_in_the_range_of_its_race(name: str, first: int, last: int) -> None:
    """At any number of it, and at no other."""
    table = opened().does("red", m.Choose(name))
    able = [n for n in range(1, 80) if table.why("red", m.Start(n)) == ""]
    assert able == [*range(first, last + 1)]
    assert table.why("red", m.Start(first - 1)) == "1.0e out-of-range"
    assert table.why("blue", m.Start(first)) == "1.0e not-starting"
    table.does("red", m.Start(last))
    assert [(one.at, one.leader) for one in counters_of(table.state, "red")] == [(last, name)]


def test_m6_the_player_picks_the_place_and_several_may_share_one() -> None:
    """The second counter starts where the first stands."""
    table = begun(("thor", 5), ("loki", 5), ("hod", 5))
    assert [one.at for seat in ("red", "blue", "green") for one in counters_of(table.state, seat)] == [
        5,
        5,
        5,
    ]


def test_1_0f_items_and_animals_of_the_card_come_with_it() -> None:
    """The items concealed; neither lies aside any more."""
    s = begun(("odin", 5), ("thrym", 30), ("hod", 7)).state
    assert group_of(s, "odin").members == ("odin", "sleipnir", "hugin", "munin")
    assert (s.figures["odin"].items, s.figures["odin"].revealed) == (("gungnir", "draupnir"), frozenset())
    assert not {"sleipnir", "hugin", "munin", "gungnir", "draupnir"} & set(s.aside)


def test_1_0g_the_seven_start_on_the_map() -> None:
    """As nobody's, without their items; everything else that has a star lies aside."""
    s = begun().state
    assert {one.leader: one.at for one in s.counters if not one.seat} == SEVEN
    assert all(len(one.members) == 1 for one in s.counters if not one.seat)
    assert all(not s.figures[name].items for name in SEVEN)
    starred = {name for name, one in s.cards.items.items() if one.star}
    starred |= {name for name, one in s.cards.characters.items() if one.star}
    with_thor = {"mjollnir", "megingjord", "jarngreip", "tanngnjost", "tanngrisnir"}
    assert set(s.aside) == starred - with_thor
    assert not {name for pile in s.stacks.values() for name in pile} & (set(SEVEN) | starred)


def test_1_0g_a_character_that_was_chosen_is_not_laid_a_second_time() -> None:
    """Heimdall is where his player has put him, with his things."""
    s = begun(("heimdall", 2), ("thrym", 30), ("mimir", 20)).state
    assert {one.leader: one.at for one in s.counters if not one.seat} == {
        name: at for name, at in SEVEN.items() if name not in {"heimdall", "mimir"}
    }
    assert (group_of(s, "heimdall").at, group_of(s, "mimir").at) == (2, 20)
    assert s.figures["mimir"].items == ("drinking-horn",)


def test_1_0h_every_deck_is_shuffled_and_lies_as_it_should() -> None:
    """Face down each pile is only counted; the Forged deck lies face up, and RAGNAROK in none but one."""
    table = opened()
    piles = {*RACES, "offspring", "magic", "rune", "fate", "prediction"}
    assert set(table.dice.shuffled) == piles | {"below"}
    s = table.state
    assert s.stacks["aesir"] == tuple(
        name
        for name, one in reversed([*s.cards.characters.items()])
        if one.pile == "aesir" and not one.offspring and name != "heimdall"
    )
    assert dict(table.view("red").piles)["magic"] == len(s.stacks["magic"])
    assert {s.cards.items[one].kind for one in s.forged} == {"forged", "flaming", "bronze"}
    assert table.view(None).forged == s.forged
    assert all(seen(one, "red").fields.get("cards") is None for one in table.of("Shuffled"))  # type: ignore[union-attr]


def test_m13_ten_race_decks() -> None:
    """Norn and Valkyrie share one, Elf and Human another."""
    s = opened().state
    found = {
        pile: {s.cards.characters[one].race for one in s.stacks[pile]} for pile in s.stacks if pile in RACES
    }
    assert len(found) == 10
    assert found.pop("norn-valkyrie") == {"norn", "valkyrie"}
    assert found.pop("elf-human") == {"elf", "human"}
    assert all(races == {pile} for pile, races in found.items())


@pytest.mark.parametrize(
    ("seats", "fate", "predictions"), [(2, 15, 15), (3, 15, 15), (4, 25, 15), (5, 35, 15), (6, 35, 25)]
)
def test_1_0i_how_many_cards_are_in_the_game(seats: int, fate: int, predictions: int) -> None:
    """And under the Predictions RAGNAROK with two more; the others are out of the game, unseen."""
    s = opened(seats).state
    assert len(s.stacks["fate"]) == fate
    assert len(s.stacks["prediction"]) == predictions + 3
    assert "prediction.ragnarok.1" in s.stacks["prediction"][-3:]
    every = {*physical("fate", s.cards.fate), *physical("prediction", s.cards.predictions)}
    assert len(s.unused) == len(every) - fate - predictions - 3
    assert {*s.unused, *s.stacks["fate"], *s.stacks["prediction"]} == every


def test_14_1a_two_are_dealt_for_as_three_are() -> None:
    """And play with a master: one good, one evil."""
    two, three = opened(2).state, opened(3).state
    assert len(two.stacks["fate"]) == len(three.stacks["fate"])
    assert len(two.stacks["prediction"]) == len(three.stacks["prediction"])
    table = begun(("thor", 5), ("thrym", 30))
    assert table.state.seats == ("red", "blue", "master")
    turns(table, 2)
    assert (table.state.game_turn, table.state.season) == (2, "summer")


def test_1_0j_who_has_a_track_and_when_the_game_begins() -> None:
    """The starting characters, from the start, and whoever comes to lead a group; it is spring."""
    table = begun(("thor", 5), ("loki", 5), ("hod", 7))
    s = table.state
    assert (s.season, s.game_turn) == ("spring", 1)
    assert {name for name, one in s.figures.items() if one.tracked} == {"thor", "loki", "hod"}
    table.state = s.figure("thor", gained=-18).figure("tanngnjost", gained=4)
    table.does("red", m.Halt())
    assert not table.state.figures["tanngnjost"].tracked


def test_1_0j_a_new_leader_gets_a_track() -> None:
    """M15 As soon as it leads."""
    table = begun(("sif", 5), ("loki", 3), ("hod", 7))
    s = table.state
    joined = s.moved(group_of(s, "hod").id, seat="red", at=5, members=("hod", "loki"), leader="hod")
    joined = joined.moved(group_of(s, "loki").id, members=())
    table.state = joined.figure("loki", tracked=False)
    table.does("red", m.Halt())
    assert group_of(table.state, "loki").leader == "loki"
    assert table.state.figures["loki"].tracked


def test_1_0j_who_has_an_item_has_a_track() -> None:
    """As soon as it has one, whether it leads or not; and keeps the track when the item is gone."""
    table = begun(("thor", 5), ("loki", 5), ("hod", 7))
    item = table.state.aside[-1] if table.state.aside else "iron-sword"
    table.state = table.state.figure("tanngnjost", items=(item,))
    table.does("red", m.Halt())
    assert table.state.figures["tanngnjost"].tracked
    assert not table.state.figures["tanngrisnir"].tracked


def test_1_0k_a_mission_is_told_to_the_master() -> None:
    """The player says so, in the own player-turn; the game stops till the master has decided."""
    table = begun()
    assert table.why("blue", m.Mission("done")) == "4.0 not-your-turn"
    table.does("red", m.Mission("Thor has fished"))
    stop = table.state.stops[-1]
    assert (stop.section, stop.seat, stop.text) == ("1.0k", "red", "Thor has fished")
    assert table.owes == ["master ruling"]


def test_m27_a_thing_on_two_cards_is_whose_who_chose_first() -> None:
    """The second comes without it; what the seven list is set aside with them."""
    table = opened()
    cards = table.state.cards.characters
    s = table.state
    assert set(cards["heimdall"].items) | set(cards["heimdall"].animals) <= set(s.aside)
    assert set(cards["mimir"].items) <= set(s.aside)
    table.does("red", m.Choose("thor"), m.Start(5))
    table.state = table.state.figure("thor", items=(*table.state.figures["thor"].items, "winged-shoes"))
    table.does("blue", m.Choose("loki"), m.Start(5))
    assert table.state.figures["loki"].items == ()
    assert "winged-shoes" in table.state.figures["thor"].items
