"""H27 Lines that begin like an order beforehand and are none: offered in the right form, or told why they are none."""

import pytest
from support.meant import offered
from test_meant_now import DEPLOYED, PLACED, STARTED, table_of

from referee.api import Table

TOLD = {
    "en": "this cannot be waited for. A condition is",
    "de": "darauf l\u00e4sst sich nicht warten. Bedingungen sind",
}


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "meant"),
    [
        ("thunder", "en", DEPLOYED, "if thor draws, draw", "if thor draws: draw"),
        ("thunder", "en", DEPLOYED, "if thor challenges B then I draw", "if thor challenges B: draw"),
        (
            "thunder",
            "en",
            DEPLOYED,
            "when my turn comes: challenge B, draw",
            "if my turn comes: challenge B, draw",
        ),
        (
            "thunder",
            "en",
            DEPLOYED,
            "Once my dragon falls, I'll lay ravens A1",
            "if my dragon falls: lay ravens A1",
        ),
        ("thunder", "en", DEPLOYED, "as soon as it is my turn draw", "if it is my turn: draw"),
        ("thunder", "de", DEPLOYED, "wenn Thor Hel spielt, fordere B", "wenn Thor Hel spielt: fordere B"),
        (
            "thunder",
            "de",
            DEPLOYED,
            "falls er B herausfordert, dann ziehe ich",
            "wenn er B herausfordert: ziehe",
        ),
        ("thunder", "de", DEPLOYED, "sobald ich dran bin, ziehe, ziehe", "wenn ich dran bin: ziehe, ziehe"),
        ("odins_table", "en", PLACED, "if he attacks c3, a1-a2", "if he attacks c3: a1-a2"),
        ("odins_table", "en", PLACED, "whenever he passes I pass", "if he passes: pass"),
        ("odins_table", "de", PLACED, "wenn er c3 angreift dann a1-a2", "wenn er c3 angreift: a1-a2"),
        ("hammer_of_thor", "en", STARTED, "if baldr dies, halt", "if baldr dies: halt"),
        ("hammer_of_thor", "de", STARTED, "wenn ich dran bin, halt", "wenn ich dran bin: halt"),
        ("hammer_of_thor", "de", STARTED, "wenn Blau zieht, dann halt", "wenn Blau zieht: halt"),
    ],
)
def test_h27_a_line_that_may_be_an_order_beforehand_is_offered_as_one(
    game: str, language: str, orders: str, line: str, meant: str
) -> None:
    """A comma, `then` or nothing stands for the colon; what it would do has its condition."""
    verdicts, links = offered(table_of(game, language, orders), line)
    assert (verdicts, links) == (["prose"], [meant])
    table = table_of(game, language, orders)
    assert table.play(table.owed()[0].seat, meant).verdicts[0] == "answered"


def _told(table: Table, line: str) -> str:
    return " ".join(table.play(table.owed()[0].seat, line).receipt.split())


@pytest.mark.parametrize(
    ("game", "language", "orders", "line"),
    [
        ("thunder", "en", DEPLOYED, "if thor likes it: challenge B"),
        ("thunder", "en", DEPLOYED, "if thor likes it, I challenge B"),
        ("thunder", "de", DEPLOYED, "falls er meine Karte mag, fordere ich B"),
        ("thunder", "de", DEPLOYED, "wenn Thor gewinnt: aufgeben"),
        ("odins_table", "en", PLACED, "if odin enters e5: resign"),
        ("odins_table", "en", PLACED, "if he takes my piece, I pass"),
        ("odins_table", "de", PLACED, "wenn odin e5 verliert: aufgeben"),
        ("odins_table", "de", PLACED, "wenn er meinen Stein schl\u00e4gt, dann a1-a2"),
        ("hammer_of_thor", "en", STARTED, "if odin is hungry, halt"),
        ("hammer_of_thor", "de", STARTED, "wenn Odin Hunger hat: halt"),
    ],
)
def test_h27_a_condition_that_cannot_be_read_is_told_with_those_that_can(
    game: str, language: str, orders: str, line: str
) -> None:
    """In the words of the reader."""
    assert TOLD[language] in _told(table_of(game, language, orders), line)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "If you like, we can play faster"),
        ("en", "If I lose: well played!"),
        ("en", "When will you play again"),
        ("en", "If that is all right with you"),
        ("de", "Wenn du magst, spielen wir schneller"),
        ("de", "Wenn du gewinnst, gib mir Revanche"),
        ("de", "Falls ich verliere: gut gespielt!"),
    ],
)
@pytest.mark.parametrize(
    ("game", "orders"), [("thunder", DEPLOYED), ("odins_table", PLACED), ("hammer_of_thor", STARTED)]
)
def test_other_sentences_that_begin_so_are_left_alone(
    game: str, orders: str, language: str, line: str
) -> None:
    """What is said among people."""
    table = table_of(game, language, orders)
    verdicts, links = offered(table, line)
    assert (verdicts, links) == (["prose"], [])
    assert TOLD[language] not in _told(table, line)
