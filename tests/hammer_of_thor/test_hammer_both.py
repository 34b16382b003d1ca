"""What is said of two cards at once, or of what nobody carries, is answered with what may be played."""

import pytest
from support.meant import offered

from referee.api import Table
from referee.telling.moves import likely_turns
from referee.telling.sentences import reader_of

OPTIONS = {"supplement": "house", "players": "red:a,blue:b"}


def two_cards(language: str) -> Table:
    """A game in which somebody holds two cards, of which one has to go."""
    table = Table.open(
        "hammer_of_thor", seed="00000005", options=OPTIONS, languages=dict.fromkeys(("red", "blue"), language)
    )
    for _ in range(80):
        seat = table.owed()[0].seat
        view, choices = table.view(seat), table.choices(seat)
        if choices.family("keep"):
            return table
        turns = likely_turns(reader_of(table.game, table.content, view), choices)
        table.play(seat, turns[0].splitlines() if turns else [next(iter(choices)).written])
    raise AssertionError("nobody drew a second card")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "discard both"),
        ("en", "play both, haha"),
        ("en", "keep both"),
        ("de", "verwirf beide"),
        ("de", "spiele beide"),
    ],
)
def test_4_1c_of_both_cards_what_may_be_played_is_offered(language: str, line: str) -> None:
    """Each tap holds one order, which is played; none has the lines below, which may need the card that is gone."""
    table = two_cards(language)
    seat = table.owed()[0].seat
    reader = reader_of(table.game, table.content, table.view(seat), language)
    legal = {reader.order(move.written) for move in table.choices(seat)}
    verdicts, links = offered(table, line, "move 8")
    assert (verdicts[0], "played" in verdicts) == ("misread", False)
    assert links
    assert {*links} <= legal
    assert table.play(seat, links[0]).verdicts == ("played",)


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "reveal my sword", "Nothing of this kind is allowed now."),
        ("en", "reveal gungnr", "Nothing of this kind is allowed now."),
        ("de", "enthülle njrd", "Nichts dieser Art ist jetzt erlaubt."),
    ],
)
def test_2_2a2_where_nothing_can_be_revealed_that_is_said(language: str, line: str, told: str) -> None:
    """No order is offered that would be refused; what the rules say of revealing is one tap away."""
    table = two_cards(language)
    played = table.play(seat := table.owed()[0].seat, line)
    assert played.verdicts == ("misread",)
    assert told in " ".join(str(played).split())
    verdicts, links = offered(table, line)
    assert (verdicts, len(links)) == (["misread"], 1)
    assert table.play(seat, links[0]).verdicts == ("answered",)
