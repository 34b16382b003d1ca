"""What a seat is told it has learned, when the table goes back: H21."""

import pytest

from referee.api import Table
from referee.table.knowledge import recalled
from referee.table.rulings import effects, entry

DEPLOYED = (
    ("thor", "deploy huscarl, viking warriors, shield wall"),
    ("loki", "deploy dragon, viking warriors, viking warriors"),
)


def drawn() -> Table:
    """A game in which each side has drawn three cards: Loki a Ravens (holding two), Hel and a Frost Giant."""
    table = Table.open("thunder", seed="07")
    for seat, line in (*DEPLOYED, ("loki", "draw\ndraw\ndraw"), ("thor", "draw\ndraw\ndraw")):
        table.play(seat, line)
    return table


@pytest.mark.slow
def test_h21_every_card_that_is_new_is_named_though_the_deck_list_names_it_too() -> None:
    """What a seat drew since is in its account: a card of which it holds others, the only one, one it never held."""
    table = drawn()
    entry.rule(table, [effects.RollBack(2, "same")], by="keeper", reason="a draft")
    n = len(table.points) - 1
    assert recalled(table, "loki", n - 1, n) == ("loki.frost-giant", "loki.hel", "loki.ravens")
    assert recalled(table, "thor", n - 1, n) == ("thor.hirdman", "thor.odins-ring", "thor.valkyries")


def test_h21_what_was_known_before_is_no_news() -> None:
    """A rollback after which nothing was shown tells nothing."""
    table = drawn()
    table.play("loki", "say well")
    entry.rule(table, [effects.RollBack(4, "same")], by="keeper", reason="nothing")
    n = len(table.points) - 1
    assert recalled(table, "loki", n - 1, n) == recalled(table, "thor", n - 1, n) == ()
