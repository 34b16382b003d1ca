"""Rulings of a judge (H21) and letters taken back (H22) at a table of six and a master: what each has learned."""

from functools import cache

import pytest
from six_seats import begun, played

from referee.api import Table
from referee.table.audit import audit
from referee.table.knowledge import learned, recalled
from referee.table.rulings.effects import ChangeOption, RollBack
from referee.table.rulings.entry import remedies, rule
from referee.util.errors import Faulty

AT = "2026-01-01T12:00:00Z"
SIX = ("red", "blue", "green", "yellow", "white", "black")
FIRST = 6
"""The entry after which the first player-turn has begun."""


@cache
def _a_game_turn() -> bytes:
    """Red looks at the top of a race deck; the master has somebody meet blue, who gets a magic item; all draw cards."""
    table = played(begun(), "red", "move heimdall 8", "halt")
    if table.state.stops:
        played(table, "master", "go on")
    played(table, "red", "look jotun", "end turn")
    played(table, "blue", "halt")
    played(
        table, "master", "stop 4.5", "encounter thrym with top vanir", "close", "deal magic to thrym", "go on"
    )
    played(table, "blue", "end turn")
    for seat in SIX[2:]:
        played(table, seat, "halt", "end turn")
    return table.record.encode()


def a_game_turn() -> Table:
    """A game-turn was played, in which each seat was shown something else."""
    return Table.load(_a_game_turn())


def ruled(table: Table, *effects: RollBack | ChangeOption) -> Table:
    """The keeper rules."""
    rule(table, effects, by="keeper", reason="it was misread", at=AT)
    return table


def shown(table: Table) -> dict[str, set[str]]:
    """What each seat was shown in the game-turn: the piles as they lay tell."""
    piles = table.points[FIRST].state.piles()
    stranger, item = piles["vanir"][0], piles["magic"][0]
    expected = {seat: {stranger} for seat in (*SIX, "master")}
    expected["red"].add(piles["jotun"][0])
    expected["blue"].add(item)
    expected["master"].add(item)
    for seat, card in zip((*SIX[1:], "red"), piles["fate"], strict=False):
        expected[seat].add(card.rpartition(".")[0])
    return expected


@pytest.mark.slow
def test_h21_each_account_names_what_its_reader_was_shown_and_nothing_else() -> None:
    """A card looked at, an item dealt face down, a Fate card: of one seat; a stranger who came: of all."""
    table = a_game_turn()
    expected = shown(table)
    account = learned(table, FIRST)
    assert {seat: set(account[seat]) for seat in expected} == expected
    ruled(table, RollBack(FIRST, "same"))
    n = len(table.points) - 1
    assert {seat: set(recalled(table, seat, n - 1, n)) for seat in expected} == expected
    assert account[None] == (table.points[FIRST].state.piles()["vanir"][0],)


def test_h21_after_a_rollback_no_seat_sees_what_it_learned_on_its_table() -> None:
    """What was learned stands in the account alone: views are those of then, and so are the moves."""
    table = a_game_turn()
    before = table.at(FIRST)
    ruled(table, RollBack(FIRST, "same"))
    for seat in (*SIX, "master", None):
        assert table.view(seat) == before.view(seat)
        if seat:
            assert table.moves(seat) == before.moves(seat)
    assert audit(Table.load(table.record.encode())).clean


def test_h21_a_redeal_moves_race_decks_too_but_not_what_somebody_knows() -> None:
    """The card that red looked at, the stranger, and the Fate cards that were drawn keep their places."""
    table = a_game_turn()
    before = table.points[FIRST].state.piles()
    assert "redeal" in remedies(table, FIRST)
    ruled(table, RollBack(FIRST, "redeal"))
    after = table.state.piles()
    assert {name: sorted(cards) for name, cards in after.items()} == {
        name: sorted(cards) for name, cards in before.items()
    }
    assert [after[name][0] == before[name][0] for name in ("jotun", "vanir", "magic")] == [True] * 3
    assert after["fate"][:5] == before["fate"][:5]
    assert all(after[name] != before[name] for name in ("jotun", "aesir", "animal", "magic", "fate", "rune"))
    assert audit(Table.load(table.record.encode())).clean


@pytest.mark.parametrize("times", [6])
def test_1_0i_a_redeal_leaves_ragnarok_among_the_last_three(times: int) -> None:
    """However often: those above and those below are dealt again among themselves."""
    table = a_game_turn()
    first = table.points[FIRST].state.piles()["prediction"]
    orders = set()
    for _ in range(times):
        pile = ruled(table, RollBack(FIRST, "redeal")).state.piles()["prediction"]
        assert {*pile[-3:]} == {*first[-3:]}
        assert "prediction.ragnarok.1" in pile[-3:]
        orders.add(pile)
    assert len(orders) > 1
    assert len({pile[-3:] for pile in orders}) > 1


def test_h21_the_supplement_is_chosen_when_a_game_is_opened() -> None:
    """S0 The master's seat hangs on it; nor is it changed to what it is, nor is the map another one."""
    table = begun()
    record = table.record
    for name, value in (("supplement", "house"), ("supplement", "none"), ("map", "x")):
        with pytest.raises(Faulty) as caught:
            ruled(table, ChangeOption(name, value))
        assert caught.value.why.key == "ruling-opens"
    with pytest.raises(Faulty) as caught:
        ruled(table, ChangeOption("nothing", "x"))
    assert caught.value.why.key == "ruling-option"
    assert (table.record, table.seats[-1]) == (record, "master")


def test_h22_a_look_at_a_deck_cannot_be_taken_back() -> None:
    """The card was known to nobody; nor can a letter by which all have met a stranger."""
    table = played(begun(), "red", "move heimdall 8", "halt")
    if table.state.stops:
        played(table, "master", "go on")
    played(table, "red", "look jotun")
    assert "It cannot be taken back: something was shown to" in str(table.play("red", "offer undo"))
    played(table, "red", "end turn")
    played(table, "master", "stop 4.5")
    played(table, "master", "encounter thrym with top vanir")
    assert "It cannot be taken back: something was shown to" in str(table.play("master", "offer undo"))


def test_h22_a_step_is_taken_back_when_all_agree() -> None:
    """It has opened nothing: all five others, and not the master, are asked."""
    table = played(begun(), "red", "move heimdall 6")
    assert "You offer to take back" in str(table.play("red", "offer undo"))
    assert "REFUSED" in str(table.play("master", "accept undo"))
    for seat in SIX[1:]:
        assert table.state != table.points[FIRST].state
        table.play(seat, "accept undo")
    assert table.state == table.points[FIRST].state
