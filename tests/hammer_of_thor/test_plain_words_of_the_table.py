"""What a newcomer reads of The Hammer of Thor in plain words: the player-turn, what the dead carried, how to reveal."""

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
    ("language", "told"), [("en", "what it carried is set aside."), ("de", "wird beiseite gelegt.")]
)
def test_m19_what_becomes_of_the_items_of_the_dead_is_told_with_the_death(language: str, told: str) -> None:
    """By whatever they die."""
    for rule in ("2.1D2", "M12", "S7"):
        text = catalog(GAME, language).say("events", "Died", params={"name": "thor", "rule": rule})
        assert text.endswith(told), text


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
