"""Chapter 7: who sees what.

Each event is compared with `knowledge.yaml`, which was written from the rules alone, and so is the table.
"""

from pathlib import Path

import pytest
from by_hand import cards, discards, facts, opening, side, table
from odins_board import GAME
from support.knowledge import said_in, shown_as, under_its_number

from referee.testing.suite import events_of

SAID = said_in(Path(__file__).parent)
ODINS = events_of(GAME)
EVERYBODY = ("odin", "thor", None)


def test_7_1_file_and_code_know_the_same_events() -> None:
    """Every event is judged, and no other."""
    assert set(SAID) == set(ODINS)


@pytest.mark.parametrize("name", sorted(set(ODINS)), ids=lambda name: under_its_number(ODINS[name]))
def test_each_field_is_shown_to_whom_the_rules_say(name: str) -> None:
    """Each field of an event, and its very existence, is shown to exactly those the rules name."""
    assert shown_as(ODINS[name]) == {key: SAID[name][key] for key in ("exists", "fields")}


def test_7_1_what_all_see() -> None:
    """Pieces, captured pieces, discards, face-up cards and pile sizes are the same in every view."""
    t = table(
        side("a2 c3", "9....1", up="af", deck="234", discards="45"),
        side("c5 d4 f2", "..0...", up="c", deck="2"),
    )
    for seat in EVERYBODY:
        view = t.view(seat)
        assert view.odin.pieces == ("a2", "c3")
        assert view.thor.pieces == ("c5", "d4", "f2")
        assert (view.odin.captured, view.thor.captured, view.odin.deck_size, view.thor.deck_size) == (
            4,
            3,
            3,
            1,
        )
        assert (cards(t, "odin", by=seat)[0], cards(t, "odin", by=seat)[5], cards(t, "thor", by=seat)[2]) == (
            "9+",
            "1+",
            "0+",
        )
    assert (discards(t, "odin"), discards(t, "thor")) == ("45", "")


def test_7_1_the_owner_only_sees_the_places_of_its_cards() -> None:
    """Each side sees its own face-down cards and not the other's; an onlooker sees neither."""
    t = table(side("c3", "987654"), side("c5", "234567"))
    assert (cards(t, "odin", by="odin"), cards(t, "thor", by="odin")) == (list("987654"), ["?"] * 6)
    assert (cards(t, "odin", by="thor"), cards(t, "thor", by="thor")) == (["?"] * 6, list("234567"))
    assert (cards(t, "odin", by=None), cards(t, "thor", by=None)) == (["?"] * 6, ["?"] * 6)


def test_7_1_nobody_sees_a_draw_pile() -> None:
    """Tables that differ only in the order of the draw piles are one and the same to everybody."""
    one = table(side("c3", deck="9016"), side("c5", deck="3210"))
    two = table(side("c3", deck="6109"), side("c5", deck="0123"))
    for seat in EVERYBODY:
        assert repr(one.view(seat)) == repr(two.view(seat))


LIES_THERE, LIES_ELSEWHERE = "...0.5", "...5.0"
"""The same six cards: behind d a Hugin & Munin, or not."""


@pytest.mark.parametrize("seat", ["odin", None])
def test_7_1_rights_and_standing_orders_are_the_owners(seat: str | None) -> None:
    """That a Hugin & Munin could be played, or that an order stands, is in the owner's view alone."""
    with_one = table(side("c3"), side("f5", LIES_THERE))
    without = table(side("c3"), side("f5", LIES_ELSEWHERE))
    for t in (with_one, without):
        t.letter("odin", "c3-d4")
    assert (with_one.view("thor").thor.rights, without.view("thor").thor.rights) == (("d",), ())
    before = repr(with_one.view(seat))
    assert before == repr(without.view(seat))
    with_one.letter("thor", "standing scout never")
    assert with_one.view("thor").thor.standing == ()
    assert repr(with_one.view(seat)) == before


def test_7_1_what_was_peeked_is_the_owners_until_it_is_carried_out() -> None:
    """What a standing order has found is in its owner's view, and the other's table is as it was."""
    found = table(side("c3", "7....."), side("f5", LIES_THERE))
    plain = table(side("c3", "7....."), side("f5", LIES_ELSEWHERE))
    for t in (found, plain):
        t.letter("thor", "standing scout a")
        t.letter("odin", "c3-d4")
    assert (len(facts(found, "thor", "Peeked")), facts(plain, "thor", "Peeked")) == (1, [])
    assert found.view("thor").thor.peeked
    for seat in ("odin", None):
        told = [[(one.kind, dict(one.fields)) for one in t.told(seat)] for t in (found, plain)]
        assert told[0] == told[1]
        assert repr(found.view(seat)) == repr(plain.view(seat))


def test_7_1_the_first_six_as_a_set() -> None:
    """Shown when the game is dealt: every seat has the same sorted six of each side."""
    t = opening()
    shown = [(t.view(seat).odin.six, t.view(seat).thor.six) for seat in EVERYBODY]
    assert shown.count(shown[0]) == 3
    assert all(len(six) == 6 and list(six) == sorted(six) for six in shown[0])
