"""H22, 8.5 What is offered stands in each letter until it is answered, with its links, and is told once."""

import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from support.club import Club
from support.post_office import Got
from test_foreseen_by_mail import begun, words, write

OFFER = {"en": "offer undo", "de": "biete rücknahme"}
ANSWERS = {
    "en": ("accept undo", "decline undo"),
    "de": ("annehmen rücknahme", "ablehnen rücknahme"),
}
ASKED = {
    "en": "as if it had not been played. It was this: Odin moves a piece from a1 to a2. [3.1] The question",
    "de": "als wäre er nie gespielt worden. Das war: Odin zieht einen Stein von a1 nach a2. [3.1] Die Frage",
}
WAITS = {
    "en": "Thor owes an answer: whether the letter is taken back. [H22]",
    "de": "Von Thor wird erwartet: eine Antwort auf die Bitte um Rücknahme. [H22]",
}
HEADS = {
    "declined": {"en": "Thor wants nothing taken back", "de": "Thor möchte nichts zurücknehmen"},
    "agreed": {
        "en": "Your turn, and Thor agrees to take the letter back",
        "de": "Du bist dran, und Thor nimmt den Brief mit zurück",
    },
}


def offered(folder: Path, *languages: str) -> Club:
    """A game of Odin's Table in which Odin has moved and asks for the move back."""
    club = Club(folder, "odins_table", ("odin", "thor"), languages)
    begun(club, languages)
    write(club, "odin", "a1-a2")
    write(club, "odin", OFFER[languages[0]])
    return club


def subject(got: Got) -> str:
    """The subject of a letter, without the game and its turn."""
    said = message_from_bytes(got.raw, policy=policy.default)["Subject"]
    return str(said).rpartition(": ")[0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_h22_the_question_stands_in_each_letter_with_what_the_letter_played(
    tmp_path: Path, language: str
) -> None:
    """Not only in the first one: who answers in words has the taps before them again; nothing is told twice."""
    club = offered(tmp_path, language, language)
    first = club.boxes["thor"][-1]
    said = {"en": "Sure, no problem.", "de": "Na klar, kein Problem."}[language]
    [again] = write(club, "thor", said)
    for got in (first, again):
        assert ASKED[language] in words(got)
        assert all(f"\n| {answer}\n" in got.text for answer in ANSWERS[language])
        assert words(got).count("[H22]") == 1
    assert "WHAT HAPPENED" not in first.text
    assert "WAS GESCHEHEN IST" not in first.text


@pytest.mark.parametrize("language", ["en", "de"])
def test_h22_whoever_asks_is_told_what_is_waited_for_and_may_end_it(tmp_path: Path, language: str) -> None:
    """In each letter; and no move is offered that would be refused."""
    club = offered(tmp_path, language, "en")
    first = club.boxes["odin"][-1]
    [again] = write(club, "odin", {"en": "moves", "de": "züge"}[language])
    for got in (first, again):
        assert WAITS[language] in words(got)
        assert f"\n| {ANSWERS[language][1]}\n" in got.text
        assert ANSWERS[language][0] not in got.text
        assert not re.search(r"^\|\s+(a2-a3|b1-b2)", got.text, re.MULTILINE)


def test_h22_on_ones_own_turn_no_move_is_offered_that_would_be_refused(tmp_path: Path) -> None:
    """Who may still play is not told to; their own time runs on, and they are told how long."""
    club = Club(tmp_path, "thunder", ("thor", "loki"), terms={"deadline": "3 days"})
    for seat, body in (
        ("thor", "accept"),
        ("loki", "accept"),
        ("thor", "deploy ravens, huscarl, viking warriors"),
        ("loki", "deploy ravens, dragon, frigg"),
    ):
        write(club, seat, body)
    seat, other = ("thor", "loki") if "Your turn" in subject(club.boxes["thor"][-1]) else ("loki", "thor")
    tap = next(
        one for one in club.boxes[seat][-1].text.split("\n") if one.startswith("| lay ") and "," not in one
    )
    write(club, seat, tap.removeprefix("| "))
    [told] = write(club, seat, "offer undo")
    assert subject(told) == f"Waiting for {other.title()}"
    assert "Your own time runs on meanwhile, to Sunday, January 4, 2026" in words(told)
    assert "It is your turn" not in told.text
    assert "\n| draw" not in told.text
    assert "\n| decline undo\n" in told.text


@pytest.mark.parametrize("language", ["en", "de"])
def test_h22_the_answer_is_the_subject_and_the_table_is_shown_as_it_stands_then(
    tmp_path: Path, language: str
) -> None:
    """Also to whoever agrees: the table has gone back, and is not "as it was"."""
    club = offered(tmp_path, language, language)
    write(club, "thor", ANSWERS[language][1])
    assert subject(club.boxes["odin"][-1]) == HEADS["declined"][language]
    write(club, "odin", OFFER[language])
    [agreed] = write(club, "thor", ANSWERS[language][0])
    assert subject(club.boxes["odin"][-1]) == HEADS["agreed"][language]
    assert {"en": "THE TABLE", "de": "DER TISCH"}[language] in agreed.text


@pytest.mark.parametrize(
    ("language", "offer", "decline", "told", "head"),
    [
        ("en", "offer draw", "decline draw", "Odin offers you a draw. [6.6]", "Thor declines the draw"),
        ("de", "biete remis", "ablehnen remis", "Odin bietet dir Remis an. [6.6]", "Thor lehnt das Remis ab"),
    ],
)
def test_6_6_a_draw_that_is_offered_is_told_once_and_its_refusal_is_the_subject(
    tmp_path: Path, language: str, offer: str, decline: str, told: str, head: str
) -> None:
    """The offer stands above with its answers: not among what happened too."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, language))
    begun(club, (language, language))
    write(club, "odin", offer)
    assert told in words(club.boxes["thor"][-1])
    assert words(club.boxes["thor"][-1]).count("[6.6]") == 1
    write(club, "thor", decline)
    assert subject(club.boxes["odin"][-1]).endswith(head)
