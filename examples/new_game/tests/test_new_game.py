"""New Game: what every game must keep, the scripts beside, and the rules that no script shows."""

from new_game.rules import highest_alone

from referee.api import Table
from referee.testing import Promises


class TestNewGame(Promises):
    """The contract, over random games, and over the scripts in the folders beside."""

    game = "new_game"


def table() -> Table:
    """A game just dealt."""
    return Table.open("new_game", seed="07")


def test_1_1_a_number_is_bid_once() -> None:
    """It is refused in another round."""
    one = table()
    for seat in one.seats:
        one.play(seat, "bid 3")
    assert one.position == "2.0"
    assert one.play(one.seats[0], "bid 3").verdicts == ("refused",)


def test_2_2_the_highest_number_alone_takes_the_round() -> None:
    """A number that two have bid takes nothing; nobody takes a round in which there is no other."""
    assert highest_alone({"red": 2, "blue": 5}) == "blue"
    assert highest_alone({"red": 5, "blue": 5, "green": 1}) == "green"
    assert highest_alone({"red": 5, "blue": 5}) == ""


def test_3_2_a_game_is_given_up_by_its_name() -> None:
    """A resignation that names another game is refused."""
    one = table()
    assert one.play(one.seats[0], "resign g2").verdicts == ("refused",)
    assert one.play(one.seats[0], "resign g1").verdicts == ("played",)


def test_3_3_who_lets_a_deadline_pass_can_be_claimed_against() -> None:
    """After the deadline, and not before."""
    one = table()
    first, second, *_ = one.seats
    assert one.play(second, "claim win").verdicts == ("refused",)
    one.silence(first)
    assert one.play(second, "claim win").verdicts == ("played",)
