"""M1, M3, 2.1D, 2.1E, 2.2A7, 2.2A9, 2.2A10: what cards are good for, and where items come from."""

import pytest
from orders import ordered, possible, refused
from thor_table import carrying, kinds, table
from whole_table import Table

from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.figures import (
    Done,
    Encounter,
    abilities,
    group_of,
    item_works,
    reputation,
)
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace

GROUPS = (("red", 5, "odin bragi"), ("blue", 5, "loki"), ("green", 24, "hod"))


def meeting(*groups: tuple[str, int, str]) -> State:
    """Red's group and blue's have met."""
    return table(*(groups or GROUPS), encounter=Encounter(1, 2, "4.6", 1, asks=True, combat=True))


@pytest.mark.parametrize("phase", ["encounter", "after"])
def test_m1_in_idas_plain_bronze_items_alone_are_taken(phase: str) -> None:
    """The board's label, not all that the rulebook calls the Forged deck."""
    s = table(*GROUPS, done=Done(phase=phase))
    offered = {one.split()[1] for one in possible(s, "red") if one.startswith("take")}
    bronze = {one for one in s.forged if s.cards.items[one].kind == "bronze"}
    assert offered == bronze
    assert bronze
    for item in {*s.forged} - bronze:
        assert refused(s, "red", m.Take(item, "odin")) == "2.2A6 not-bronze"


def test_m3_a_character_rolls_for_an_item_once_in_the_game() -> None:
    """Thor has WISDOM 4: with an 8 the item never works for him, but it adds its REPUTATION, face up."""
    s = carrying(meeting(("red", 5, "thor sif"), ("blue", 5, "loki")), "thor", "mjollnir", face_up=False)
    before = reputation(s, "thor")
    s, events = ordered(s, "red", m.Reveal("mjollnir"), 8)
    assert kinds(events) == ["Revealed", "Rolled", "Tried"]
    assert (item_works(s, "thor", "mjollnir"), reputation(s, "thor")) == (False, before + 6)
    s, _ = ordered(s, "red", m.Conceal("mjollnir"))
    later = replace(s, game_turn=9, tried=())
    again, events = ordered(later, "red", m.Reveal("mjollnir"))
    assert kinds(events) == ["Revealed"]
    assert not item_works(again, "thor", "mjollnir")


def test_2_1d_weaknesses_are_not_declared_in_use() -> None:
    """They always work: `use` is for abilities, of which they are none, and all can read them."""
    s = meeting()
    weak = {name: s.cards.characters[name].weaknesses for name in ("odin", "bragi")}
    assert weak == {"odin": ("oath",), "bragi": ("timid",)}
    for name, (one,) in weak.items():
        assert one not in abilities(s, name)
        assert refused(s, "red", m.Use(name, one)) == "2.1C no-such-ability"
    assert {one for one in possible(s, "red") if one.startswith("use")} == {
        "use odin foresight",
        "use bragi song",
    }


def test_2_1e_instincts_are_not_declared_in_use() -> None:
    """They always work as well, for the good of the character."""
    s = meeting()
    (instinct,) = s.cards.characters["odin"].instincts
    assert instinct not in abilities(s, "odin")
    assert refused(s, "red", m.Use("odin", instinct)) == "2.1C no-such-ability"
    assert not any(instinct in one for one in possible(s, "red"))


def test_2_2a7_players_take_no_magic_items_of_the_deck() -> None:
    """Neither at Ida's Plain nor of a smith: the master gives them, the top one, by what was met or for a mission."""
    s = table(*GROUPS, done=Done(phase="encounter"))
    assert {s.cards.items[one].kind for one in s.forged} == {"forged", "flaming", "bronze"}
    for item in (s.stacks["magic"][0], "gjallarhorn"):
        assert refused(s, "red", m.Take(item, "odin")) == "2.2A6 not-in-the-deck"
    top, *rest = s.stacks["magic"]
    found = Table(s).does("red", m.Mission("done")).does("master", e.Deal("magic", "odin"), e.GoOn())
    assert found.state.figures["odin"].items == (top,)
    assert found.state.stacks["magic"] == tuple(rest)
    assert found.owes == ["red encounter"]


def test_2_2a9_astral_movement_is_the_masters() -> None:
    """Who has revealed the staff asks for it; the master moves the counter, for no SPEED."""
    s = table(*GROUPS, done=Done(phase="encounter"))
    s = carrying(s, "odin", "spirit-staff")
    assert s.cards.items["spirit-staff"].astral
    table_ = Table(s).does("red", m.Ask("astral movement to 20"))
    table_.does("master", e.Stop("2.2A9"), e.Put("odin", 20), e.GoOn(), e.GoOn())
    assert [one.section for one in table_.of("Stopped")] == ["8.0", "2.2A9"]
    assert (group_of(table_.state, "odin").at, group_of(table_.state, "odin").spent) == (20, 0)
    assert table_.owes == ["red encounter"]


def test_4_2b_projection_is_the_masters() -> None:
    """A player asks for it; the master rules under its number, and a refusal leaves the counter where it was."""
    s = table(*GROUPS, done=Done(phase="encounter"))
    before = group_of(s, "odin").at
    asks = m.Ask("may Odin go by projection to 30?")
    allowed = Table(s).does("red", asks).does("master", e.Stop("4.2B"), e.Put("odin", 30), e.GoOn(), e.GoOn())
    assert [one.section for one in allowed.of("Stopped")] == ["8.0", "4.2B"]
    assert (group_of(allowed.state, "odin").at, group_of(allowed.state, "odin").spent) == (30, 0)
    refused_ = Table(s).does("red", asks).does("master", e.Stop("4.2B"), e.GoOn(), e.GoOn())
    assert group_of(refused_.state, "odin").at == before != 30
    assert refused_.owes == allowed.owes == ["red encounter"]


def test_2_2a10_revealed_items_add_their_reputation_and_may_decide_who_leads() -> None:
    """Concealed ones add nothing."""
    s = meeting(("red", 5, "sif nanna"), ("blue", 5, "loki"))
    s = carrying(s, "nanna", "gjallarhorn", "iron-helm", face_up=False)
    assert (group_of(s, "nanna").leader, reputation(s, "nanna")) == ("sif", 6)
    table_ = Table(s).does("red", m.Reveal("gjallarhorn"))
    assert (reputation(table_.state, "nanna"), group_of(table_.state, "nanna").leader) == (9, "nanna")
    table_.does("red", m.Reveal("iron-helm"))
    assert reputation(table_.state, "nanna") == 10
    table_.does("red", m.Conceal("gjallarhorn"), m.Conceal("iron-helm"))
    assert (reputation(table_.state, "nanna"), group_of(table_.state, "nanna").leader) == (6, "sif")
