"""Rules H1, H2, H3, H10 and H18: what a letter is held to, and words in it."""

import pytest
from houses import AT, broken, happened, opened, told

from referee.engine.moves import OfferDraw, Resign
from referee.house.letters import LanguageChosen, counts, talk_left
from referee.house.state import MOST_TALK, PIECE, House
from referee.notation.readings import Guard
from referee.table.audit import audit

OVERTAKEN = House(answers="7.1")
"""The table has changed since the mail that is answered, which told of 7.1."""


@pytest.mark.parametrize(
    ("house", "guard", "found"),
    [
        (House(), None, ""),
        (House(), Guard(turn=7, action=2), ""),
        (House(), Guard(turn=7, action=1), "H1 stale"),
        (House(), Guard(now=True), ""),
        (OVERTAKEN, None, "H1 stale-reply"),
        (OVERTAKEN, Guard(turn=7, action=1), "H1 stale"),
        (OVERTAKEN, Guard(turn=7, action=2), ""),
        (OVERTAKEN, Guard(now=True), ""),
        (OVERTAKEN.at_any_time, None, ""),
    ],
)
def test_h1_an_order_is_played_at_its_position_and_at_no_other(
    house: House, guard: Guard | None, found: str
) -> None:
    """That of its guard, or of the mail it answers.

    `@now` lifts it, and so does a move that does not depend on the table.
    """
    assert broken(house, Resign("g1"), guard=guard) == found


def test_h1_what_was_played_in_one_reply_is_not_played_again_by_another() -> None:
    """Unless its guard says that it is meant here."""
    house = House(repeats=frozenset({"draw"}))
    assert broken(house, Resign("g1"), written="draw") == "H1 repeated"
    assert broken(house, Resign("g1"), written="draw", guard=Guard(turn=7, action=2)) == ""
    assert broken(house, Resign("g1"), written="pass") == ""


def test_h1_a_position_where_the_table_stands_again_is_as_stale_as_the_mail_that_told_it() -> None:
    """Something was taken back: the link of the mail carries 7.2, and the table is at 7.2 once more."""
    assert broken(House(answers="7.2"), Resign("g1"), guard=Guard(turn=7, action=2)) == "H1 stale-reply"


def test_h2_words_reach_all_and_change_nothing() -> None:
    """As they were written, no matter whose turn it is."""
    table = opened()
    before = table.state
    assert told(table, "thor", "say Well\n  played") == ["said"]
    assert table.state == before
    for seat in ("odin", "thor", None):
        assert dict(table.told(seat, 1)[0].seen.fields) == {"by": "thor", "text": "Well\n  played"}


@pytest.mark.parametrize(
    ("letter", "verdicts"),
    [
        ("say So be it\n\nplace nobody", ["not-played", "misread"]),
        ("place nobody\nsay So be it", ["misread", "not-played"]),
        ("say So be it\n\nb1-b2\n\nnote mine", ["not-played", "refused", "noted"]),
        ("say So be it\nplace nobody", ["not-played", "misread"]),
        ("say So be it\n\nsay Twice\npalce 1", ["not-played", "not-played", "misread"]),
        ("say So be it\n\nwhy place nobody", ["said", "misread"]),
        ("say So be it\n\nclaim draw", ["said", "refused"]),
    ],
)
def test_h2_words_beside_an_order_that_failed_wait(letter: str, verdicts: list[str]) -> None:
    """They may tell of it: nobody else is told anything, their writer is told the line. A question hides nothing."""
    table = opened()
    seat = table.owed()[0].seat
    assert [one.split()[0] for one in told(table, seat, *letter.split("\n"))] == verdicts
    said = [one.seen.kind for one in table.told(None, 1)]
    assert said == ["Said"] * verdicts.count("said")
    assert audit(table).clean


def test_h3_a_note_is_its_writers_alone() -> None:
    """Nobody else learns that there is one."""
    table = opened()
    before = table.state
    assert told(table, "thor", "note he fears b") == ["noted"]
    assert table.state == before
    assert dict(table.told("thor", 1)[0].seen.fields) == {"by": "thor", "text": "he fears b"}
    assert table.told("odin", 1) == table.told(None, 1) == ()


def test_h10_a_language_is_its_players_own() -> None:
    """Letters are in it from now on; the table stays, and nobody else is told."""
    table = opened()
    before = table.state
    assert told(table, "thor", "language de") == ["answered"]
    assert table.state == before
    assert (table.index.language("thor"), table.index.language("odin")) == ("de", "en")
    assert table.told("thor", 1)[0].seen.kind == LanguageChosen.__name__
    assert table.told("odin", 1) == table.told(None, 1) == ()


def test_h18_words_are_passed_on_a_limited_number_of_times_a_day() -> None:
    """The forty-first is refused, and so are an offer of a draw, a word in a dispute, and an offer to take back."""
    table = opened()
    assert told(table, "thor", "\n\n".join(f"say {n}" for n in range(MOST_TALK))) == ["said"] * MOST_TALK
    for line in ("say more", "offer draw", "dispute: why?", "offer undo"):
        assert told(table, "thor", line) == ["refused H18 talked-enough"], line
    assert told(table, "odin", "say me too") == ["said"]
    assert broken(House(talk=0), OfferDraw()) == "H18 talked-enough"
    assert broken(House(talk=1), OfferDraw()) == broken(House(talk=0), Resign("g1")) == ""


def test_h18_long_words_count_once_for_each_piece_begun() -> None:
    """By their bytes as they are shown, each line with its end."""
    assert [counts("x" * size) for size in (1, PIECE - 1, PIECE, 3 * PIECE - 1)] == [1, 1, 2, 3]


def test_h18_the_words_of_a_day_are_those_of_the_last_24_hours() -> None:
    """Before this letter, which is entry 3: one of them is a day old to the second, one came later than it."""
    talk = [(1, "2025-12-31T12:00:00Z"), (2, "2026-01-01T11:00:00Z"), (5, AT)]
    assert talk_left(talk, 3, AT) == MOST_TALK - 1


def test_h2_what_a_letter_says_leaves_orders_of_others_good() -> None:
    """Words and choices of a language overtake no letter that is on its way."""
    table = opened()
    told(table, "thor", "say hello")
    happened(table, LanguageChosen("thor", "de"))
    assert not table.index.overtaken("odin", 0, 3)
