"""`hint` says why: reasons are made of what the reader sees, for the table that the moves before one leave."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from test_likely import CUSTOMARY, opened
from test_meant import answered, table_at

from referee.api import Table
from referee.engine.kit.defaults import Turn
from referee.games.thunder.moves import Challenge, Lay
from referee.games.thunder.table import COLUMNS
from referee.games.thunder.worth import bare
from referee.telling.about import MOST_REASONS, reasons
from referee.telling.catalog import telling
from referee.telling.sentences import reader_of
from referee.testing.chance import chosen

GAMES = {"thunder": 25, "odins_table": 15, "hammer_of_thor": 8}
"""Each game, and how many turns with a reason are met in one of them at least."""


def told(table: Table, seat: str, language: str = "en") -> list[str]:
    """The reasons that `hint` tells a seat."""
    reader = reader_of(table.game, table.content, table.view(seat), language)
    return (
        reasons(reader, table.choices(seat))
        if telling(table.game).likely(reader.view, table.choices(seat))
        else []
    )


@pytest.mark.slow
@pytest.mark.share(3)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_a_turn_that_looks_good_has_its_reasons(name: str, language: str) -> None:
    """Whole sentences, and not too many."""
    found = 0
    for seed in range(3, 6):
        table, rng = opened(name, seed), Random(seed)
        for _ in range(40):
            if table.outcome is not None:
                break
            seat = rng.choice([one.seat for one in table.owed()])
            said = told(table, seat, language)
            found += bool(said)
            assert len(said) <= MOST_REASONS
            assert all(one.endswith(".") and "{" not in one and "  " not in one for one in said), said
            turns = telling(table.game).likely(table.view(seat), table.choices(seat))
            kinds = [one for one in table.choices(seat).families if one.key not in ("resign", *CUSTOMARY)]
            order = (turns and rng.choice(turns)[0].written) or chosen(kinds, rng).written
            table.play(seat, [order])
    assert found >= GAMES[name]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "The first of the turns that look good: Hirdman 4 comes to the front of column C."),
        ("de", "Der erste der Züge, die gut aussehen: Hirdmann 4 kommt nach vorn in Spalte C."),
    ],
)
def test_hint_gives_its_reasons(language: str, says: str) -> None:
    """Before the turn itself, which is a tap as ever."""
    text, page, _ = answered("hint" if language == "en" else "tipp", language)
    assert says in text
    assert says in " ".join(page.split())


def fights(table: Table, seat: str, turn: Turn) -> list[Mapping[str, Any]]:
    """What is told of the challenges of a turn."""
    notes = telling(table.game).because(table.view(seat), turn)
    return [values for key, values in notes if key == "because-challenge"]


def thunder_turns() -> Iterator[tuple[Table, str, tuple[Turn, ...]]]:
    """Turns that look good at many tables; then the first move of the best is played."""
    for seed in range(3, 9):
        table = opened("thunder", seed)
        for _ in range(60):
            if table.outcome is not None:
                break
            seat = table.owed()[0].seat
            turns = telling(table.game).likely(table.view(seat), table.choices(seat))
            yield table, seat, turns
            table.play(seat, [turns[0][0].written if turns else next(iter(table.choices(seat))).written])


@pytest.mark.share(3)
def test_a_challenge_is_told_with_the_card_that_will_be_in_front() -> None:
    """`lay dragon B1`, `challenge B`: the Dragon fights, not the card that stands there now."""
    found = 0
    for table, seat, turns in thunder_turns():
        for turn in turns:
            laid = {one.column: bare(one.card) for one in turn if isinstance(one, Lay) and one.row == 1}
            for one in fights(table, seat, turn):
                if one["column"] in laid:
                    assert one["own"].endswith(f".{laid[one['column']]}"), (turn, one)
                    found += 1
    assert found > 5


@pytest.mark.slow
@pytest.mark.share(3)
def test_what_is_told_as_won_is_won() -> None:
    """Where both cards are known: the challenge is played right then, and what fell is looked at."""
    ends = Counter[str]()
    for table, seat, turns in thunder_turns():
        if not turns or not isinstance(turns[0][0], Challenge):
            continue
        (told, *_), line = fights(table, seat, turns[0]), COLUMNS.index(turns[0][0].column)
        assert told["won"] + told["lost"] + told["both"] in {9, 10, 11}
        before = table.view(seat)
        table.play(seat, [turns[0][0].written])
        after = table.view(seat)
        if not told["sure"] or after.phase != "play" or table.outcome:
            continue
        halves = ((before.mine, after.mine), (before.theirs, after.theirs))
        fell = tuple(len(one.columns[line]) > len(two.columns[line]) for one, two in halves)
        assert fell == {"won": (False, True), "lost": (True, False), "both": (True, True)}[told["sure"]]
        ends[told["sure"]] += 1
    assert ends["won"] > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "points"), [("en", "one action point more"), ("de", "ein Aktionspunkt mehr")]
)
def test_a_new_column_is_an_action_point_more_unless_thor_or_loki_give_four(
    language: str, points: str
) -> None:
    """Each column with a card gives one, up to three; with Thor/Loki in play there are four."""
    table = table_at("3.0", language)
    says = reader_of(table.game, table.content, table.view("thor"), language)
    values = {"card": "thor.huscarl", "column": "B", "deep": 1, "why": "opens"}
    assert points in says.text("because-lay", **values, points=True)
    assert points not in says.text("because-lay", **values, points=False)
    led = [
        values["points"] == (view.mine.led < 0)
        for table, seat, turns in thunder_turns()
        for view in (table.view(seat),)
        for turn in turns
        for key, values in telling(table.game).because(view, turn)
        if key == "because-lay"
    ]
    assert led
    assert all(led)
