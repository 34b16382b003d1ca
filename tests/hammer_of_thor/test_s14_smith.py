"""S14 the smith."""

import pytest
from house_table import house, of, thrown
from thor_table import carrying, kinds

from referee.engine.events import Event
from referee.engine.rules import first_broken
from referee.games.hammer_of_thor.figures import Done, Encounter
from referee.games.hammer_of_thor.moves import Smith
from referee.games.hammer_of_thor.smithing import MOVES, candidates, price
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

RUNES = ("rune.ale-rune.1", "rune.ale-rune.2", "rune.ale-rune.3")


def forge(*, thor: int = 1, brokk: int = 1, **changes: object) -> State:
    """Red's Thor and Brokk, a smith, with runes; Sif stands somewhere else, Loki is blue's."""
    s = house(("red", 46, "thor brokk"), ("red", 5, "sif"), ("blue", 46, "loki sindri"), **changes)
    return s.figure("thor", runes=RUNES[:thor]).figure("brokk", runes=RUNES[3 - brokk :] if brokk else ())


def smithed(s: State, item: str, name: str) -> tuple[State, list[Event]]:
    """Red's order is carried out."""
    return thrown(s, lambda lots: MOVES[Smith][0](s, "red", Smith(item, name), lots))


def broken(s: State, item: str, name: str, seat: str = "red") -> tuple[str, str] | None:
    """The rule that the order breaks, and why."""
    found = first_broken(MOVES[Smith][1], view(s, seat), Smith(item, name))
    return (found.rule, found.why.key) if found else None


def test_s14_an_item_for_runes() -> None:
    """As many as its REPUTATION: who joined first gives first; the item lies face down."""
    s, events = smithed(forge(), "great-axe", "brokk")
    assert kinds(events) == ["RunesSpent", "Took", "PhaseBegun"]
    assert of(events, "RunesSpent")[0].spent == (("thor", 1), ("brokk", 1))
    assert (s.figures["thor"].runes, s.figures["brokk"].runes) == ((), ())
    assert (s.figures["brokk"].items, s.figures["brokk"].revealed) == (("great-axe",), frozenset())
    assert "great-axe" not in s.forged
    assert set(s.unused) == {RUNES[0], RUNES[2]}
    assert s.done.phase == "after"


def test_s14_one_rune_at_least_and_no_more_than_needed() -> None:
    """Of Thor's three one goes for a sword."""
    s, _ = smithed(forge(thor=3), "iron-sword", "thor")
    assert (len(s.figures["thor"].runes), len(s.figures["brokk"].runes)) == (2, 1)


def test_s14_what_is_worth_nothing_costs_a_rune() -> None:
    """Also an item without REPUTATION, as a card set of one's own may have."""
    s = forge()
    bare = replace(s.cards.items["iron-sword"], reputation=0)
    s = replace(s, cards=replace(s.cards, items={**s.cards.items, "iron-sword": bare}))
    assert price(s, "iron-sword") == 1


def test_s14_again_in_the_same_turn() -> None:
    """After smithing one may smith again; the phase does not begin twice."""
    s, _ = smithed(forge(), "iron-sword", "thor")
    assert broken(s, "iron-helm", "thor") is None
    assert kinds(smithed(s, "iron-helm", "thor")[1]) == ["RunesSpent", "Took"]


@pytest.mark.parametrize(
    ("item", "name", "rule", "why"),
    [
        ("iron-sword", "sif", "S14", "no-smith"),
        ("iron-sword", "loki", "S14", "not-yours"),
        ("iron-sword", "odin", "S14", "not-yours"),
        ("hrotti", "thor", "2.2A6", "not-forged"),
        ("excalibur", "thor", "2.2A6", "not-forged"),
        ("fire-spear", "thor", "2.2B2", "too-few-runes"),
    ],
)
def test_s14_refused(item: str, name: str, rule: str, why: str) -> None:
    """A smith in the counter, the item in the Forged deck, runes enough."""
    assert broken(forge(), item, name) == (rule, why)


def test_s14_as_far_as_it_fits() -> None:
    """2.2A1."""
    s = carrying(forge(), "thor", "hrotti")
    assert broken(s, "iron-sword", "thor") == ("2.2A1", "does-not-fit")
    assert broken(s, "iron-sword", "brokk") is None


def test_s14_when() -> None:
    """Only in the supplement, in the own player-turn, after `halt`, outside encounters."""
    order = ("iron-sword", "thor")
    assert broken(forge(), *order) is None
    assert broken(forge(done=Done(phase="after")), *order) is None
    assert broken(forge(done=Done(phase="movement")), *order) == ("S14", "halt-first")
    assert broken(forge(supplement="none"), *order) == ("S14", "no-supplement")
    assert broken(forge(), "iron-sword", "sindri", "blue") == ("S14", "not-your-turn")
    met = replace(forge(), encounter=Encounter(1, 3, "4.6", 1, asks=True))
    assert broken(met, *order) == ("S14", "encounter-open")


def test_s14_the_legal_ones() -> None:
    """Each item for each own character, of which the rules leave those that can be had."""
    s = forge(thor=0)
    v = view(s, "red")
    [(key, number, moves)] = candidates(v)
    able = {one.written for one in moves if first_broken(MOVES[Smith][1], v, one) is None}
    assert (key, number) == ("smith", "S14")
    assert "smith iron-sword for thor" in able
    assert "smith iron-sword for sif" not in able
    assert "smith great-axe for thor" not in able
    assert [list(moves) for _, _, moves in candidates(view(s, None))] == [[]]
