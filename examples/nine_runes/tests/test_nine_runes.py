"""Nine Runes: what every game must keep, the scripts beside, and the rules that no script shows."""

import pytest
from referee.api import Table
from referee.testing import Promises

SEATS = ("urd", "skuld")


class TestNineRunes(Promises):
    """The contract."""

    game = "nine_runes"


def table() -> Table:
    """A game just dealt."""
    return Table.open("nine_runes", seed="07")


def test_1_1_runes_are_shown_by_their_worth() -> None:
    """A hand is told from the lowest rune to the highest."""
    from nine_runes.table import WORTH, name_of

    hand = [WORTH[name_of(f"{rune}.1")] for rune in table().view("urd").hand]
    assert hand == sorted(hand)


def test_2_3_a_gift_that_does_not_come_is_drawn_by_lot() -> None:
    """Silence chooses a gift out of the hand."""
    one = table()
    for seat in SEATS:
        one.silence(seat)
    assert one.position == "1.0"
    assert one.state.given


def test_4_3_a_turn_that_does_not_come_lets_the_other_claim_the_win() -> None:
    """After the deadline, and not before."""
    one = table()
    for seat in SEATS:
        one.silence(seat)
    assert "refused" in str(one.play("skuld", "claim win").verdicts)
    one.silence("urd")
    one.play("skuld", "claim win")
    assert one.outcome is not None
    assert (one.outcome.winners, one.outcome.rule) == (("skuld",), "4.3")


def test_4_2_a_game_is_given_up_by_its_name() -> None:
    """A resignation that names another game is refused."""
    one = table()
    assert "refused" in str(one.play("urd", "resign g2").verdicts)
    one.play("urd", "resign g1")
    assert one.outcome is not None
    assert one.outcome.winners == ("skuld",)


@pytest.mark.parametrize(
    ("language", "order", "told"),
    [
        ("en", "card fehu", "Fehu 1: every other rune takes it."),
        ("en", "card hagalaz", "Hagalaz 9: it takes every other rune."),
        ("en", "card kenaz", "Kenaz 6: it takes the runes worth less"),
        ("de", "karte fehu", "Fehu 1: Jede andere Rune sticht sie."),
    ],
)
def test_1_1_a_rune_is_explained_to_who_asks(language: str, order: str, told: str) -> None:
    """Whoever asks is told the same of a rune, with the rules."""
    one = Table.open("nine_runes", seed="07", languages=dict.fromkeys(SEATS, language))
    answers = {seat: " ".join(str(one.play(seat, order)).split()) for seat in SEATS}
    assert told in answers["urd"]
    assert "3.2" in answers["urd"]
    assert len(set(answers.values())) == 1
