"""Rule H30: a rematch is asked for once, when the game is over. By mail: see `test_rematch.py` of the desk."""

import pytest
from houses import AT, opened, told

from referee.api import Table
from referee.house.keeper import Abandoned
from referee.house.rematch import RematchAsked
from referee.house.terms import terms_of
from referee.table.audit import audit


def over(**how: object) -> Table:
    """A game of which Thor has resigned."""
    table = opened(**how)  # type: ignore[arg-type]
    told(table, "thor", "resign g1")
    return table


def test_h30_any_player_asks_for_a_rematch_when_the_game_is_over() -> None:
    """H30 Its event is shown to nobody else, for all are invited; the table and its end stay as they are."""
    table = over()
    before = table.state
    assert told(table, "thor", "rematch") == ["answered"]
    assert table.entries[-1].events == (RematchAsked("thor"),)
    assert table.state == before
    assert [one.seen.kind for one in table.told("thor", len(table.points) - 1)] == ["RematchAsked"]
    assert table.told("odin", len(table.points) - 1) == table.told(None, len(table.points) - 1) == ()
    assert audit(table).differences == ()


def test_h30_once_a_game_whoever_asks() -> None:
    """H30 In the same letter, by the same player later, by the other."""
    table = over()
    assert told(table, "odin", "rematch", "rematch") == ["answered", "refused H30 rematch-asked"]
    assert told(table, "odin", "rematch") == ["refused H30 rematch-asked"]
    assert told(table, "thor", "rematch") == ["refused H30 rematch-asked"]
    assert audit(table).differences == ()


def test_h30_not_while_the_game_is_on() -> None:
    """H30 Nor in the letter that ends it, before its end; after it, it counts."""
    table = opened()
    assert told(table, "odin", "rematch") == ["refused H30 rematch-early"]
    assert told(table, "odin", "resign g1", "rematch") == ["played", "answered"]


def test_h30_none_of_a_game_that_was_called_off() -> None:
    """H30 Nothing was dealt, so there is nothing to play again; an invitation is no game either."""
    table = opened(invite=True)
    assert told(table, "odin", "rematch") == ["refused H30 rematch-early"]
    told(table, "odin", "decline")
    assert told(table, "odin", "rematch") == ["refused H30 rematch-undealt"]


def test_h30_the_keeper_may_offer_none() -> None:
    """H30 By a term, which stands in the record only where it is not the default."""
    table = over(terms=terms_of({"rematch": "no"}))
    assert told(table, "odin", "rematch") == ["refused H30 rematch-off"]
    assert table.opening.terms["rematch"] == "no"
    assert "rematch" not in opened(terms=terms_of({"deadline": "3 days"})).opening.terms


def test_h30_a_game_without_a_result_has_one_too() -> None:
    """H30 The keeper has ended it; the players may go on in another."""
    table = opened()
    table.write_down("abandon", events=[Abandoned("")], at=AT)
    assert told(table, "odin", "rematch") == ["answered"]


@pytest.mark.parametrize("line", ["Rematch? I would like one", "a rematch would be nice", "rematch: yes"])
def test_words_about_a_rematch_are_prose(line: str) -> None:
    """Only the word alone is an order."""
    assert told(over(), "odin", line) == ["prose"]


@pytest.mark.parametrize("line", ["Rematch", "revanche", "Rückspiel", "  rematch  "])
def test_h30_in_both_languages(line: str) -> None:
    """H30 A German seat writes it in German, and in English."""
    table = over()
    told(table, "odin", "language de")
    assert told(table, "odin", line) == ["answered"]
