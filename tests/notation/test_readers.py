"""Readers are remembered by what they look at: tables with one deck share them, and no others."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee.api import Table
from referee.engine.game import Game
from referee.house.games import find
from referee.notation.readers import Readers

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = {
    "thunder": "thunder/treasure-lost",
    "odins_table": "odins_table/three-home",
    "hammer_of_thor": "hammer_of_thor/games/two-friends",
}


@pytest.fixture(params=RECORDS)
def opened(request: pytest.FixtureRequest) -> tuple[Game, Mapping[str, Any]]:
    """A game, and all options of a table of it."""
    table = Table.load(EXAMPLES / RECORDS[request.param] / "record.yaml")
    return table.game, table.content


def test_tables_with_one_deck_share_their_readers(opened: tuple[Game, Mapping[str, Any]]) -> None:
    """A letter opens its table anew: the words of its deck are not gathered again."""
    game, content = opened
    assert Readers(game, deepcopy(content)).reader("de") is Readers(game, content).reader("de")


def test_who_is_invited_and_who_consents_in_set_words_have_readers_of_their_own(
    opened: tuple[Game, Mapping[str, Any]],
) -> None:
    """So does each language."""
    made = [
        Readers(*opened, own_words=own_words).reader(language, invited=invited)
        for language in ("en", "de")
        for invited in (False, True)
        for own_words in (False, True)
    ]
    assert len({id(one) for one in made}) == len(made)


def test_another_deck_is_read_by_its_own_names_and_strengths() -> None:
    """A table whose deck has a card more, or the same with another strength, shares nothing with the others."""
    game = find("thunder")
    content = Table.load(EXAMPLES / RECORDS["thunder"] / "record.yaml").content
    renamed, stronger = deepcopy(dict(content)), deepcopy(dict(content))
    side = next(iter(content["deck"]))
    at = next(n for n, row in enumerate(content["deck"][side]) if row["strength"] is not None)
    stronger["deck"][side][at]["strength"] += 40
    renamed["deck"][side][at]["card"] = "sleipnir-the-swift"
    readers = [Readers(game, one).reader() for one in (content, renamed, stronger)]
    assert len({id(one) for one in readers}) == 3
    known = [{one.value for one in each.vocabulary.inner if one.card} for each in readers]
    assert ["sleipnir-the-swift" in one for one in known] == [False, True, False]
    name, strength = (content["deck"][side][at][key] for key in ("card", "strength"))
    assert [str(strength + 40) in each.vocabulary.strengths.get(name, ()) for each in readers] == [
        False,
        False,
        True,
    ]
