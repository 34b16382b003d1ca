"""`score` in The Hammer of Thor: what counts in the end is told while the game is on, for all may see it."""

import pytest

from referee.api import Table
from referee.house.games import find
from referee.telling.about import in_brief
from referee.telling.sentences import reader_of


@pytest.mark.parametrize("language", ["en", "de"])
def test_where_something_counts_the_score_is_told(language: str) -> None:
    """In The Hammer of Thor REPUTATION and might do, and all see them; without its supplement nothing is told."""
    found = find("hammer_of_thor")
    told = {}
    for supplement in ("house", "none"):
        players = "red:a,blue:b,green:c" + (",master:m" if supplement == "none" else "")
        table = Table.open(
            "hammer_of_thor", seed="07", options={"supplement": supplement, "players": players}
        )
        while table.choices(seat := table.owed()[0].seat).family("move") is None:
            key = next(one for one in table.choices(seat).families if one.key not in ("resign", "offer draw"))
            table.play(seat, [key.moves()[0].written])
        reader = reader_of(found, table.content, table.view("red"), language)
        told[supplement] = in_brief(reader, table.choices("red"), "score")[0]
    assert {"en": "good has might", "de": "Gut hat Macht"}[language] in told["house"]
    assert {"en": "The side with more might wins", "de": "Die Seite mit mehr Macht gewinnt"}[
        language
    ] in told["house"]
    assert {"en": "No points are counted", "de": "keine Punkte"}[language] in told["none"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Nothing is counted before the first player-turn."),
        ("de", "Vor dem ersten Zug zählt noch nichts."),
    ],
)
def test_before_the_first_player_turn_the_score_says_what_will_count(language: str, told: str) -> None:
    """Not that no points are counted in this game: might and REPUTATION decide it."""
    options = {"supplement": "house", "players": "red:a,blue:b,green:c"}
    table = Table.open("hammer_of_thor", seed="07", options=options)
    reader = reader_of(find("hammer_of_thor"), table.content, table.view("red"), language)
    text, _ = in_brief(reader, table.choices("red"), "score")
    assert text.startswith(told)
    assert {"en": "REPUTATION", "de": "RUHM"}[language] in text
