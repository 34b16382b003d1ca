"""Who answers in time is told in the invitation to the next game (H12)."""

from collections.abc import Callable

from awkward.world import PLAYERS
from test_deadlines import DAY, FRIDAY, HOUR, SECOND, Club, club  # noqa: F401  fixture

from referee.desk import keeper
from referee.desk.opening import punctual
from referee.house.players import Player

Opened = Callable[..., Club]


def played(one: Club) -> None:
    """Loki answers in time, Thor a day late, and Loki in time again."""
    for seat, wait in (("loki", 1 * DAY), ("thor", 4 * DAY), ("loki", 1 * DAY)):
        one.watches(one.time + wait)
        one.writes(seat, "draw\ndraw\ndraw")
        one.passes(one.time + SECOND)


def invited(one: Club, players: dict[str, Player]) -> str:
    """The text of the first letter about another game of these players."""
    with one.desk.held():
        name = keeper.invite(one.desk, "thunder", players, seed="08", terms={"deadline": "72 hours"})
    return " ".join(one.letter(f"{name}.thor.1").text.split())


def test_h12_the_invitation_tells_how_many_answers_were_in_time(club: Opened) -> None:  # noqa: F811
    """Of those that all saw to be owed by that player alone; the record says so, so a letter made again does too."""
    one = club(deadline="72 hours", grace="10 days", reminder="")
    played(one)
    text = invited(one, PLAYERS)
    assert "Answers in time so far: 2 of 2, in one game here." in text
    assert "Answers in time so far: 0 of 1, in one game here." in text


def test_h12_whoever_has_not_played_here_is_told_of_as_before(club: Opened) -> None:  # noqa: F811
    """There is nothing to say."""
    one = club(deadline="72 hours", grace="10 days", reminder="")
    played(one)
    others = {"thor": Player("new@example.org"), "loki": PLAYERS["loki"]}
    assert invited(one, others).count("Answers in time so far") == 1


def test_h12_the_choices_made_in_secret_do_not_count(club: Opened) -> None:  # noqa: F811
    """Nobody is to know when each was made."""
    one = club(deadline="72 hours")
    assert punctual(one.home, PLAYERS) == {}
    assert invited(one, PLAYERS).count("Answers in time so far") == 0
