"""Chapter 5, rule 5.7: standing orders to scout."""

import pytest
from by_hand import Table, as_they_lie, cards, discards, facts, kinds, side, table

from referee.house.games import find
from referee.notation.reader import Reader
from referee.table import ruling
from referee.telling.receipt import receipt
from referee.telling.sentences import reader_of

GAME = find("odins_table")
READER = Reader(GAME, GAME.options({}))

PASSED = "passed-over 5.5"


def test_5_7_a_standing_order_scouts_for_the_mover() -> None:
    """With the end of the letter the first wanted column is turned up, as if the line had been written."""
    t = table(side("c3", "...0..", deck="5"), side("f5", "7....."))
    assert t.letter("odin", "standing scout a, b") == ["played"]
    assert t.letter("odin", "c3-d4") == ["played"]
    assert cards(t, "thor", by="odin")[0] == "7+"
    assert (cards(t, "odin")[3], discards(t, "odin")) == ("5", "0")


def test_5_7_columns_in_order_of_preference() -> None:
    """What lies open already is skipped; with no wanted column left nothing is scouted."""
    t = table(side("c3", "...0.."), side("f5", up="a"))
    t.letter("odin", "standing scout a, b", "c3-d4")
    assert cards(t, "thor", by=None)[1] != "?"
    t = table(side("c3", "...0.."), side("f5", up="ab"))
    t.letter("odin", "standing scout a, b", "c3-d4")
    assert facts(t, None, "Scouted") == []


def test_5_7_it_stands_until_changed() -> None:
    """A standing order serves every right; `never` ends it, and no line means no."""
    t = table(side("c3", "...00."), side("f5 b5"))
    t.letter("odin", "standing scout a, b")
    t.letter("odin", "c3-d4")
    t.letter("thor", "f5-f4")
    t.letter("odin", "d4-e4")
    assert [one["column"] for one in facts(t, None, "Scouted")] == ["b"]
    t = table(side("c3", "...0.."), side("f5"))
    t.letter("odin", "standing scout a", "standing scout never", "c3-d4")
    assert facts(t, None, "Scouted") == []


def test_5_7_a_line_by_hand_goes_first() -> None:
    """Who writes a line uses the right by it; the standing order has nothing left to do."""
    t = table(side("c3", "...0.."), side("f5"))
    t.letter("odin", "standing scout a")
    t.letter("odin", "c3-d4", "scout b")
    assert [one["column"] for one in facts(t, None, "Scouted")] == ["b"]


def test_5_7_for_the_player_who_did_not_move_it_does_not_show() -> None:
    """The owner is told at once what was found; the other learns of it with the owner's next letter."""
    t = table(side("c3", "7....."), side("f5", "...0..", deck="5"))
    t.letter("thor", "standing scout a")
    assert t.letter("odin", "c3-d4") == ["played"]
    assert facts(t, "odin", "Peeked") == []
    peeked = facts(t, "thor", "Peeked")
    assert [(one["column"], one["card"], one["own"]) for one in peeked] == [("a", "thor", "d")]
    assert (cards(t, "odin", by=None)[0], t.view("odin").thor.deck_size) == ("?", 1)
    assert t.letter("thor", "f5-f4") == ["played"]
    assert facts(t, "odin", "Scouted") == [{"by": "thor", "own": "d", "column": "a", "card": "thor"}]
    assert kinds(t, "odin").index("Scouted") < kinds(t, "odin").index("Moved")
    assert (cards(t, "odin", by=None)[0], discards(t, "thor"), cards(t, "thor")[3]) == ("7+", "0", "5")


def test_5_7_two_rights_take_two_columns() -> None:
    """Each right takes the next wanted column that still lies face down."""
    t = table(side("c3", "..00.."), side("d4", "...0..", up="b"))
    t.letter("odin", "standing scout a, b, e")
    t.letter("odin", "c3xd4")
    assert [(one["own"], one["column"]) for one in facts(t, None, "Scouted")] == [("", "a"), ("d", "e")]


def shown_to(
    seat: str | None, t: Table, *letters: tuple[str, ...]
) -> list[tuple[str, str, dict[str, object]]]:
    """Everything a seat is shown of some letters, the writer first in each."""
    seen = []
    for by, *lines in letters:
        t.letter(by, *lines)
        seen += [(one.kind, one.rule, dict(one.fields)) for one in t.told(seat)]
    return seen


@pytest.mark.parametrize("deck", ["58", ""])
@pytest.mark.parametrize("seat", ["odin", None])
def test_5_7_to_the_others_as_if_written_by_hand(seat: str | None, deck: str) -> None:
    """A standing order and a line at the head of the next letter look alike, a refill of the pile included."""

    def fresh() -> Table:
        thor = side("f5", "...0..", deck=deck, discards="36")
        return table(side("c3", "7....."), thor, lots=[as_they_lie])

    standing = shown_to(seat, fresh(), ("thor", "standing scout a"), ("odin", "c3-d4"), ("thor", "f5-f4"))
    assert standing == shown_to(seat, fresh(), ("odin", "c3-d4"), ("thor", "scout a", "f5-f4"))


@pytest.mark.parametrize("deck", ["58", ""])
@pytest.mark.parametrize("seat", ["thor", None])
def test_5_7_for_the_mover_too_as_if_written_by_hand(seat: str | None, deck: str) -> None:
    """The mover's standing order looks like a line at the end of the letter."""

    def fresh() -> Table:
        return table(side("c3", "...0..", deck=deck, discards="36"), side("f5"), lots=[as_they_lie])

    standing = shown_to(seat, fresh(), ("odin", "standing scout a"), ("odin", "c3-d4"))
    assert standing == shown_to(seat, fresh(), ("odin", "c3-d4", "scout a"))


def test_5_7_what_was_peeked_has_used_the_right() -> None:
    """After the standing order has scouted a line by hand finds no right left; what was found is opened first."""
    t = table(side("c3", "7....."), side("f5", "...0.."))
    t.letter("thor", "standing scout a")
    t.letter("odin", "c3-d4")
    assert t.letter("thor", "scout b", "f5-f4") == [PASSED, "played"]
    assert [one["column"] for one in facts(t, None, "Scouted")] == ["a"]


def test_5_7_the_moment_it_is_possible() -> None:
    """Given while a right is open, the order scouts before the turn of the same letter takes the right away."""
    t = table(side("c3", "7....."), side("f5", "...0.."))
    t.letter("odin", "c3-d4")
    assert t.letter("thor", "standing scout a", "f5-f4") == ["played", "played"]
    assert [one["column"] for one in facts(t, None, "Scouted")] == ["a"]


def test_5_7_given_after_the_move() -> None:
    """The mover may give it in the letter of the move, after the line that gave the right."""
    t = table(side("c3", "...0.."), side("f5"))
    assert t.letter("odin", "c3-d4", "standing scout a") == ["played", "played"]
    assert [one["column"] for one in facts(t, None, "Scouted")] == ["a"]


def test_5_7_the_mover_first() -> None:
    """Both have an order: the mover's card is used and replaced, and the other may find the card that replaced it."""
    t = table(side("c3", "...0..", deck="58"), side("f5", "...0..", deck="47"))
    t.letter("thor", "standing scout d")
    t.letter("odin", "standing scout d")
    t.letter("odin", "c3-d4")
    assert [(one["by"], one["card"]) for one in facts(t, None, "Scouted")] == [("odin", "hugin-munin")]
    assert [one["card"] for one in facts(t, "thor", "Peeked")] == ["tyr"]
    t.letter("thor", "f5-f4")
    assert [(one["by"], one["card"]) for one in facts(t, None, "Scouted")] == [("thor", "tyr")]


def test_5_7_what_was_peeked_and_never_opened() -> None:
    """The game ends before the owner's next turn: what was found stays the owner's."""
    t = table(side("c3", "7....."), side("f5", "...0.."))
    t.letter("thor", "standing scout a")
    t.letter("odin", "c3-d4")
    t.letter("odin", "resign g1")
    assert (facts(t, "odin", "Scouted"), t.outcome) == ([], "thor 6.6")
    assert cards(t, "odin", by=None)[0] == "?"


def test_5_7_given_alone_while_a_right_is_open() -> None:
    """A letter with the standing order only is enough: its writer is told at once what it found."""
    t = table(side("c3", "7....."), side("f5", "...0.."))
    t.letter("odin", "c3-d4")
    t.letter("thor", "standing scout a")
    assert [one["card"] for one in facts(t, "thor", "Peeked")] == ["thor"]
    assert t.told("odin") == []
    t.letter("thor", "f5-f4")
    assert [one["column"] for one in facts(t, "odin", "Scouted")] == ["a"]


def test_5_7_each_column_once() -> None:
    """An order of preference names no column twice."""
    t = table(side("c3"), side("f5"))
    assert t.letter("thor", "standing scout a, c, a")[0].startswith("refused 5.7")
    assert t.view("thor").thor.standing is None


def test_5_7_nobody_else_is_told_of_the_order() -> None:
    """Giving a standing order, or ending it, is seen by its owner alone."""
    t = table(side("c3"), side("f5"))
    t.letter("thor", "standing scout c, a")
    assert (t.told("odin"), t.told(None)) == ([], [])
    assert kinds(t, "thor") == ["StandingScoutSet"]
    assert t.view("thor").thor.standing == ("c", "a")
    assert t.view("odin").thor.standing is None


@pytest.mark.parametrize("written", [True, False])
def test_5_7_opened_before_a_pass_too(written: bool) -> None:
    """A player without a legal turn passes, by letter or by silence (3.6); what was peeked is opened before that."""
    t = table(side("a5 f5 c3", "7....."), side("a1 f1", "...0..", captured=4))
    t.letter("thor", "standing scout a")
    t.letter("odin", "c3-d4")
    assert len(facts(t, "thor", "Peeked")) == 1
    if written:
        assert t.letter("thor", "pass") == ["played"]
    else:
        t.silent("thor")
    seen = kinds(t, "odin")
    assert seen.index("Scouted") < seen.index("Passed")
    assert cards(t, "odin", by=None)[0] == "7+"


def test_5_7_the_owner_is_told_what_a_standing_order_did_before_a_line_passed_over() -> None:
    """If something happens before a line that is not played, the receipt tells it below that line."""
    t = table(side("c3"), side("e4", "...0.."))
    t.letter("thor", "standing scout a")
    t.letter("odin", "c3-d3")
    read = READER.read_letter("scout e")
    ruled = ruling.rule_on(GAME, t.state, "thor", read, t.lots)
    view = GAME.view(ruled.state, "thor")
    told = receipt(reader_of(GAME, GAME.options({}), view), ruled.verdicts, GAME.choices(view))
    assert [verdict.kind for verdict in ruled.verdicts] == ["passed-over"]
    assert "Your standing order does what comes next. [5.7]" in told
    assert (
        "at column a is turned up. Hugin & Munin are used up; you draw Baldr 2 for column d. [5.1, 5.4]"
        in (" ".join(told.split()))
    )
