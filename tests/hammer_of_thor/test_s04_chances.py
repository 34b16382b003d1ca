"""S4 What a letter says of how likely things are is what the dice then make of them."""

from functools import partial
from typing import Any

import pytest
from house_table import encounter, of, rolls, thrown

from referee.games.hammer_of_thor import GAME, fighting
from referee.games.hammer_of_thor.barring import CARDS
from referee.games.hammer_of_thor.contests import TESTS
from referee.games.hammer_of_thor.measured import D10, weighed
from referee.games.hammer_of_thor.scene import meeting
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace


def armed(s: State, name: str, *items: str) -> State:
    """The same table, with items that lie face up before a character."""
    return s.figure(name, items=items, revealed=items)


def told(s: State, seat: str = "red") -> Any:
    """What the seat is told of its side of the encounter."""
    found = meeting(view(s, seat))
    assert found
    return found.sides[0]


TABLES = (
    encounter("thor", "thrym"),
    encounter("thor", "sif"),
    armed(encounter("thor", "hymir"), "thor", "iron-sword"),
    encounter("freyja", "loki", whose="blue"),
)


@pytest.mark.parametrize("s", TABLES)
@pytest.mark.parametrize("shown", range(D10))
def test_s4_a_card_works_on_as_many_faces_as_are_told(s: State, shown: int) -> None:
    """Whatever the die shows: the card works exactly if it shows less than the number that was told."""
    by, at = s.counter(1).leader, s.counter(2).leader
    for card, of_ten in told(s).chances:
        x, y = TESTS[card]
        _, events = thrown(s, partial(weighed, s, card, (by, x), (at, y)), shown)
        assert [value <= need for _, _, value, need, _ in rolls(events)] == [shown < of_ten]


def test_s5_a_card_that_needs_no_die_works_on_all_faces() -> None:
    """2.2A8 A monomaniac accepts every negotiation."""
    mad = encounter("loki", "thrym").figure("thrym", insanity="monomania")
    assert dict(told(mad).chances)["negotiate"] == D10


@pytest.mark.parametrize("s", TABLES)
def test_s5_each_card_that_is_tested_is_told_or_fails(s: State) -> None:
    """No card is left out but those that cannot be chosen, and those that cannot work."""
    side = told(s)
    never = {card for _, cards in side.barred for card in cards}
    assert {*(one.card for one in side.chances), *side.vain, *(never & {*TESTS})} == {*TESTS}
    assert not {one.card for one in side.chances} & {*side.vain, *never}


@pytest.mark.parametrize("s", TABLES)
@pytest.mark.parametrize("shown", range(D10))
def test_s6_a_blow_hits_and_costs_what_is_told(s: State, shown: int) -> None:
    """Both ways, with what lies face up."""
    for by, hits, loss in told(s).blows:
        at = next(one.leader for one in s.counters if one.leader != by)
        fight = fighting.Fight((fighting.Band((by,), True), fighting.Band((at,), True)))
        _, events = thrown(s, partial(fighting.struck, s, fight, by, at), shown)
        (blow,) = of(events, "Blow")
        assert (blow.hits, blow.loss) == (shown < hits, loss if shown < hits else 0)


def test_s4_an_item_counts_once_it_lies_face_up() -> None:
    """The Iron Sword adds to a blow only while it is revealed."""
    bare, armed_ = told(TABLES[2]), told(armed(encounter("thor", "hymir"), "thor"))
    assert bare.blows[0].loss > armed_.blows[0].loss


def test_s4_nothing_is_told_to_others_nor_with_a_master() -> None:
    """Who is not asked for a card is told no chances, and with a master it is the master who knows."""
    s = TABLES[0]
    assert told(s, "green").chances == told(replace(s, supplement="none")).blows == ()


def test_s6_a_father_is_not_struck() -> None:
    """2.1A: of Thor against Odin only Odin's blows are told."""
    assert [one.by for one in told(encounter("thor", "odin")).blows] == ["odin"]


def test_s5_cards_that_cannot_work_stand_apart() -> None:
    """They can be chosen, but no link and no suggestion names them; with a master none is set apart."""

    def cards(s: State) -> dict[str, list[str]]:
        families = GAME.choices(view(s, "red")).families
        return {
            one.key: [getattr(m, "card", "") for m in one.moves()]
            for one in families
            if one.key[:4] == "card"
        }

    apart = cards(TABLES[0])
    assert apart["card in vain"] == ["follower", "seduce", "friendship"]
    assert sorted([*apart["card"], *apart["card in vain"]]) == sorted({*CARDS} - {"con"})
    assert "card in vain" not in cards(replace(TABLES[0], supplement="none"))
