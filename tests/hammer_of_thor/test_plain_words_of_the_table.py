"""What a newcomer reads of The Hammer of Thor in plain words: the player-turn, and how to reveal an item."""

import pytest

from referee.house.games import find
from referee.telling.about import about_of
from referee.telling.catalog import catalog

GAME = "hammer_of_thor"


@pytest.mark.parametrize(
    ("language", "begun", "moving", "meeting"),
    [
        ("en", "nobody has moved yet", "who moves, and where to", "who meets whom"),
        ("de", "noch ist niemand gezogen", "wer wohin zieht", "wer wem begegnet"),
    ],
)
def test_m10_the_table_says_in_words_where_a_player_turn_stands(
    language: str, begun: str, moving: str, meeting: str
) -> None:
    """Not by the names of phases, which stand in the rulebook alone."""
    says = catalog(GAME, language)
    told = [
        " ".join(says.say("texts", f"phase-{one}", params={"table": {"two": two}}).split())
        for one, two in (("fate", ""), ("movement", ""), ("encounter", ""), ("fate", "both"))
    ]
    assert told[:3] == [begun, moving, meeting]
    assert told[3] in {"one of two cards has to go", "eine von zwei Karten muss weg"}
    assert not any("hase" in one for one in told)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "its seat turns it up in an encounter, by reveal gungnir."),
        ("de", "sein Spieler deckt es in einer Begegnung auf, mit enthülle gungnir."),
    ],
)
def test_2_2a2_who_asks_what_an_item_is_learns_how_it_is_revealed(language: str, told: str) -> None:
    """With the order, as it is written."""
    assert told.lower() in " ".join(about_of(find(GAME), "gungnir", language).split()).lower()
