"""A question behind other words of its line is answered; what stands before it is read for itself."""

import pytest

from referee.api import Table
from referee.engine.moves import Accept
from referee.house.games import find
from referee.notation.reader import Order, Prose, Reader
from referee.notation.readings import Table as Asked
from referee.table.audit import audit


def read(line: str, language: str = "en", game: str = "thunder", *, invited: bool = False) -> list[str]:
    """What the lines of a letter are read as."""
    found = find(game)
    lines = Reader(found, found.options({}), (language,), invited=invited).read_letter(line)
    return [_said(one.reading) for one in lines]


def _said(reading: object) -> str:
    if isinstance(reading, Asked):
        return f"{reading.verb} {reading.argument}".strip()
    if isinstance(reading, Order):
        return "accept" if isinstance(reading.move, Accept) else reading.move.written
    return "prose" if isinstance(reading, Prose) else type(reading).__name__


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("de", "Schöner Zug! Was macht Odins Ring eigentlich?", ["prose", "about odins-ring"]),
        ("de", "Aber was kann denn der Ring?", ["about odins-ring"]),
        ("de", "Hallo Anna, was macht Hel?", ["prose", "about hel"]),
        ("en", "Nice move, Loki! But what does Hel do?", ["prose", "about hel"]),
        ("en", "So what does Hel actually do?", ["about hel"]),
        ("en", "Hm, I am lost here :-) what can I do?", ["prose", "moves"]),
        ("en", "That was quick. hint please", ["prose", "hint"]),
        ("de", "Das ging schnell. Tipp bitte", ["prose", "hint"]),
        ("de", "Na, wer fängt denn an?", ["help"]),
        ("en", "and who goes first?", ["help"]),
    ],
)
def test_a_question_behind_other_words_is_answered(language: str, line: str, said: list[str]) -> None:
    """With words that join it to what was said, and with those that soften it."""
    assert read(line, language) == said


@pytest.mark.parametrize(
    "line",
    [
        '"Nice. What does Hel do?"',
        "> Nice. What does Hel do?",
        "He asked what Hel does. And what you do?",
        "What does Hel do? I never know.",
        "If I lay Hel, what does Hel do?",
        "I will think, hint",
        "Frigg, what is that?",
        "Is that so, really?",
    ],
)
def test_what_is_quoted_told_or_unknown_asks_nothing(line: str) -> None:
    """As it was: prose, or what the whole line asks."""
    assert read(line) in (["prose"], ["prose", "help"], ["about hel"])
    assert not any(one.startswith(("about", "hint")) for one in read(line)[1:])


@pytest.mark.parametrize("line", ["draw. What does Hel do?", "I will draw. What does Hel do?"])
def test_an_order_before_a_question_is_not_played_by_it(line: str) -> None:
    """It stays what it was before the question was seen: misread, or prose with the order to be tapped."""
    assert "draw" not in read(line)


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("de", "Gern, ich bin dabei! Aber was kann denn der Ring?", ["accept", "about odins-ring"]),
        ("en", "I accept! But what does Odin's Ring do?", ["accept", "about odins-ring"]),
        ("en", "Yes, I'd love to!\nBut what does Hel do?", ["accept", "about hel"]),
        ("en", "Yes, I'd love to!\nIs it hard to learn?", ["accept", "prose"]),
        ("de", "Klar, bin dabei. Ist das schwer?", ["accept"]),
        ("en", "Count me in! And who goes first?", ["accept", "help"]),
        ("en", "Hi! Sounds fun. cards please", ["prose", "about"]),
    ],
)
def test_h4_a_question_beside_consent_is_answered_and_the_consent_counts(
    language: str, line: str, said: list[str]
) -> None:
    """In the same line or in another; the record is judged the same again."""
    assert read(line, language, invited=True) == said
    table = Table.open("thunder", seed="07", invite=True, languages={"thor": language})
    table.play("thor", line)
    assert ("thor" not in table.index.house.waiting) == ("accept" in said)
    assert audit(table).differences == ()


@pytest.mark.parametrize(
    "line",
    [
        "I would love to, but what is this?",
        "I would love to but can't. What does Hel do?",
        "Yes? What does Hel do?",
        "Maybe. What does Hel do?",
        "No. What does Hel do?",
        "Yes. But why should I?",
        "Yes. Do I need to start today?",
        "Ja. Aber warum sollte ich?",
        "Ja. Aber was kann ich tun, wenn ich keine Zeit habe?",
        "Ich würde gern. Aber was kann der Ring?",
        "Gern! Aber kann ich am Montag anfangen?",
        "Gern, wenn Anna mitspielt! Was kann denn der Ring?",
        "Ist das schwer?",
        "Is it hard to say yes?",
        "Yes! But how about Monday?",
    ],
)
def test_h4_a_question_makes_no_consent_of_what_is_none(line: str) -> None:
    """A condition, a doubt or another question beside it: nothing is accepted."""
    for language in ("en", "de"):
        assert "accept" not in read(line, language, invited=True)


BEGINNINGS = {
    "en": "Do Does Did Is Are Was Has Have Can Could May Must Shall Should Will Would Where Whose Which Who What How Nice",
    "de": "Ist Sind War Hat Haben Wird Darf Muss Soll Kann Gibt Geht Gilt Stirbt Bleibt Welche Wessen Wann Wo Wie Was Wer",
}


@pytest.mark.parametrize("game", ["thunder", "odins_table", "hammer_of_thor"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_word_that_begins_a_question_is_a_slip_of_an_order(game: str, language: str) -> None:
    """`Does the Dragon fall?` stopped a letter, for `does` was near to `moves`."""
    for word in BEGINNINGS[language].split():
        assert read(f"{word} xyz that here?", language, game) in (["prose"], ["table"]), word
