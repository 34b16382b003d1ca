"""H1 A letter that others have overtaken: an order is refused as stale only if what it depends on has changed."""

from collections.abc import Callable

from support.trio_office import trio  # noqa: F401  fixture

from referee.api import Table
from referee.table.audit import audit

Opens = Callable[..., Table]


def last(table: Table, seat: str) -> str:
    """The number of the last letter to a seat."""
    return f"g1.{seat}.{table.index.number(seat)}"


def verdict(table: Table, seat: str, line: str, reply: str) -> tuple[str, str]:
    """What becomes of a line in answer to a letter, and why."""
    ruled = table.play(seat, line, reply=reply).ruled.verdicts[0]
    return ruled.kind, ruled.broken.why.key if ruled.broken else ""


def test_a_move_that_rests_on_nothing_that_changed_stands(trio: Opens) -> None:  # noqa: F811
    """Several have played since; a point of the master depends on none of it, with a guard too."""
    table = trio(3)
    reply = last(table, "master")
    table.play("asa", "call two")
    table.play("brand", "call one")
    assert verdict(table, "master", "award cleo", reply) == ("played", "")
    assert verdict(table, "master", "@1.0 award asa", reply) == ("played", "")
    assert verdict(table, "master", "@2.0 award asa", reply) == ("refused", "stale")
    assert verdict(table, "master", "@1.0 award brand", "") == ("refused", "stale")
    assert not audit(table).differences


def test_a_move_of_which_the_game_says_nothing_is_stale(trio: Opens) -> None:  # noqa: F811
    """The cautious way, as ever: the table has changed since, and its writer may not have meant it so."""
    table = trio(3)
    reply = last(table, "asa")
    table.play("master", "award cleo")
    assert verdict(table, "asa", "call two", reply) == ("refused", "stale-reply")


def test_a_move_is_stale_once_something_happened_that_it_rests_on(trio: Opens) -> None:  # noqa: F811
    """A doubt of a call; it is stale once something else was called, though that may be doubted too."""
    table = trio(4, doubts="yes")
    table.play("asa", "call two")
    reply, other = last(table, "cleo"), last(table, "dagny")
    table.play("master", "award brand")
    assert verdict(table, "cleo", "doubt", reply) == ("played", "")
    table.play("brand", "call one")
    assert "dagny" in table.view("dagny").reacting
    assert verdict(table, "dagny", "doubt", other) == ("refused", "stale-reply")
    assert not audit(table).differences


def test_a_move_that_could_not_be_played_then_was_not_meant_then(trio: Opens) -> None:  # noqa: F811
    """It was no order at the position that its letter answers: nothing of it stands."""
    table = trio(3, doubts="yes")
    reply = last(table, "cleo")
    table.play("asa", "call two")
    assert verdict(table, "cleo", "doubt", reply) == ("refused", "stale-reply")


def test_what_the_master_may_not_do_is_no_better_for_crossing(trio: Opens) -> None:  # noqa: F811
    """A move that stands is held to its rules as they are now."""
    table = trio(3)
    reply = last(table, "master")
    table.play("asa", "call two")
    table.play("brand", "resign g1")
    table.play("cleo", "resign g1")
    assert verdict(table, "master", "award cleo", reply)[1] == "game-over"
