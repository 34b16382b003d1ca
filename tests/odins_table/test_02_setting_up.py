"""Chapter 2: setting up."""

from random import Random

import pytest
from by_hand import Table, cards, facts, kinds, opening, side, table

from referee.api import Table as Played

EVERYBODY = ("odin", "thor", None)


def bare(faces: tuple[str, ...]) -> list[str]:
    """The names of faces, sorted."""
    return sorted(face.rpartition(".")[2] for face in faces)


def test_2_1_six_cards_of_each_are_laid_open() -> None:
    """Each side's first six are shown to everybody as a set; 21 cards stay in each pile."""
    t = opening(odin="975310", thor="864202")
    for seat in EVERYBODY:
        shown = {one["by"]: bare(one["cards"]) for one in facts(t, seat, "SixShown")}
        assert shown["odin"] == sorted(["odin", "thor", "tyr", "freyja", "loki", "hugin-munin"])
        assert shown["thor"] == sorted(["frigg", "freyr", "hel", "baldr", "baldr", "hugin-munin"])
        assert bare(t.view(seat).odin.six) == shown["odin"]
        assert (t.view(seat).odin.deck_size, t.view(seat).thor.deck_size) == (21, 21)
    assert t.owed == ["odin place", "thor place"]


def test_h11_the_players_take_the_seats_that_were_agreed() -> None:
    """Every view says who sits where."""
    t = opening(players="odin:anna,thor:bert")
    for seat in EVERYBODY:
        assert dict(t.view(seat).names) == {"odin": "anna", "thor": "bert"}


def test_2_2_placed_one_to_a_column_in_the_players_order() -> None:
    """The six lie face down at columns a to f, in the order written, when both orders are in."""
    t = opening()
    assert t.letter("thor", "place 2 0 2 4 6 8") == ["played"]
    assert t.owed == ["odin place"]
    assert t.letter("odin", "place 0 1 3 5 7 9") == ["played"]
    assert (cards(t, "odin"), cards(t, "thor")) == (list("013579"), list("202468"))
    assert (cards(t, "odin", by=None), cards(t, "thor", by=None)) == (["?"] * 6, ["?"] * 6)
    assert t.owed == ["odin turn"]


def test_2_2_sealed_until_both_are_in() -> None:
    """The other sees nothing of an order given, not even when its own is in."""
    t = opening()
    t.letter("odin", "place 0 1 3 5 7 9")
    assert all("cards" not in one.fields for seat in ("thor", None) for one in t.told(seat))
    assert [one.face for one in t.view("thor").odin.columns] == [None] * 6
    t.letter("thor", "place 2 0 2 4 6 8")
    assert all("cards" not in one for one in facts(t, "thor", "Placed") if one["by"] == "odin")
    assert cards(t, "odin", by="thor") == ["?"] * 6


def test_2_2_replaced_by_its_writer_until_both_are_in() -> None:
    """A new order takes the place of the old one, unseen by the other; the last one counts."""
    t = opening()
    t.letter("odin", "place 0 1 3 5 7 9")
    assert t.letter("odin", "place 9 7 5 3 1 0") == ["played"]
    assert (t.told("thor"), t.told(None)) == ([], [])
    t.letter("thor", "place 2 0 2 4 6 8")
    assert cards(t, "odin") == list("975310")


def test_2_2_not_replaced_afterwards() -> None:
    """Once both are in, the cards lie."""
    t = opening()
    t.letter("odin", "place 0 1 3 5 7 9")
    t.letter("thor", "place 2 0 2 4 6 8")
    for seat, line in (("odin", "place 9 7 5 3 1 0"), ("thor", "place 8 6 4 2 2 0")):
        assert t.letter(seat, line)[0].startswith("refused 2.2")
    assert (cards(t, "odin"), cards(t, "thor")) == (list("013579"), list("202468"))


@pytest.mark.parametrize(
    "line", ["place 9 7 5 3 1", "place 9 7 5 3 1 1", "place 9 7 5 3 1 8", "place 9 7 5 3 1 0 0"]
)
def test_2_2_exactly_the_own_six(line: str) -> None:
    """Each of the six once: none missing, none twice, none of another kind, none of the other's."""
    t = opening()
    assert t.letter("odin", line)[0].split()[0] in {"refused", "misread"}
    assert t.owed == ["odin place", "thor place"]


def test_2_2_cards_belong_to_columns_not_to_pieces() -> None:
    """A piece that has gone to another column fights with the card of that column."""
    t = table(side("c3", "..49.."), side("d5 e3", "....5."))
    t.letter("odin", "c3-d2")
    t.letter("thor", "d5-d4")
    t.letter("odin", "d2xe3")
    assert [(one["of"], one["column"]) for one in facts(t, None, "TurnedUp")] == [
        ("thor", "e"),
        ("odin", "d"),
    ]


def test_2_2_columns_are_the_boards_for_both() -> None:
    """Thor's first card lies at a too, not at the column on Thor's own left."""
    t = table(side("c3"), side("a3 f3", "9....2"), turn="thor")
    t.letter("thor", "a3-a2")
    t = table(side("a4", "3....."), side("a3 f3", "9....2"))
    t.letter("odin", "a4xa3")
    assert facts(t, None, "TurnedUp")[0] == {"of": "thor", "column": "a", "card": "odin"}


def test_2_3_the_owner_looks_the_other_knows_the_set() -> None:
    """Who owns a card may look at it at any time; the other knows the six, not their places."""
    t = opening()
    t.letter("odin", "place 0 1 3 5 7 9")
    t.letter("thor", "place 2 0 2 4 6 8")
    assert cards(t, "odin", by="odin") == list("013579")
    for seat in ("thor", None):
        assert cards(t, "odin", by=seat) == ["?"] * 6
        assert bare(t.view(seat).odin.six) == bare(t.view("odin").odin.six)
    assert list(t.view("thor").odin.six) == sorted(t.view("thor").odin.six)


def test_2_4_odin_begins_and_turns_alternate() -> None:
    """Odin has the first turn; nobody plays in the other's."""
    t = opening()
    t.letter("odin", "place 0 1 3 5 7 9")
    t.letter("thor", "place 2 0 2 4 6 8")
    for seat, other, line in (
        ("odin", "thor", "b1-b2"),
        ("thor", "odin", "e5-e4"),
        ("odin", "thor", "b2-b3"),
    ):
        assert t.owed == [f"{seat} turn"]
        wrong = "e5-e4" if other == "thor" else "c1-c2"
        assert t.letter(other, wrong)[0].startswith("refused 2.4")
        assert t.letter(seat, line) == ["played"]
    assert kinds(t, None)[-2:] == ["TurnEnded", "TurnBegun"]


def test_2_4_no_turn_before_both_have_placed() -> None:
    """While the cards do not lie nobody moves."""
    t = opening()
    assert t.letter("odin", "b1-b2")[0].startswith("refused")
    t.letter("odin", "place 0 1 3 5 7 9")
    assert t.letter("odin", "b1-b2")[0] != "played"
    assert t.owed == ["thor place"]


def silenced(*seats: str) -> Table:
    """A table at which these seats let the deadline of 2.2 pass; the others have written."""
    t = opening()
    for seat, line in (("odin", "place 0 1 3 5 7 9"), ("thor", "place 2 0 2 4 6 8")):
        if seat not in seats:
            assert t.letter(seat, line) == ["played"]
    for seat in seats:
        t.silent(seat)
    return t


def test_2_5_silence_has_the_order_drawn_by_lot() -> None:
    """Who does not place in time has the six placed in an order that a lot draws."""
    t = silenced("thor")
    before = ["8", "6", "4", "2", "0", "2"]
    assert sorted(cards(t, "thor")) == sorted(before)
    assert (t.owed, cards(t, "odin")) == (["odin turn"], list("013579"))
    assert cards(t, "thor", by="odin") == ["?"] * 6
    assert len(t.lots.drawn) == 3
    assert t.lots.drawn[2].outcomes == 6


def test_2_5_for_both_if_both_are_silent() -> None:
    """Each has a lot of its own."""
    t = silenced("odin", "thor")
    assert t.owed == ["odin turn"]
    assert sorted(cards(t, "odin")) == sorted("975310")
    assert len(t.lots.drawn) == 4


def test_2_2_letters_that_place_cards_may_cross() -> None:
    """A placing sent before its writer heard that the other's is in is played, and is not called too late (H1)."""
    played = Played.open("odins_table", id="o1", seed="07")
    first = {seat: f"o1.{seat}.{played.index.number(seat)}" for seat in played.game.seats}
    for seat in played.game.seats:
        family = played.choices(seat).family("place")
        assert family is not None
        order = family.draw(Random(1)).written
        assert played.play(seat, order, reply=first[seat]).verdicts == ("played",)
    assert played.position == "1.0"
