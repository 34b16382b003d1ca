"""Words that people send alone are answered, and words for another player are told as not passed on."""

import pytest
from test_meant import answered

from referee.api import Table
from referee.house.games import find
from referee.notation.reader import Reader
from referee.notation.readings import Misread, Order, Prose
from referee.notation.readings import Table as Asked


def read(line: str, game: str = "thunder", language: str = "en", *, invited: bool = False) -> object:
    """What a line of a letter is read as."""
    found = find(game)
    (one,) = Reader(found, found.options({}), (language,), invited=invited).read_letter(line)
    return one.reading


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "status", "Position 4.0. It is your turn: 3 action points left."),
        ("en", "Whose turn is it?", "Position 4.0. It is your turn"),
        ("en", "score", "No points are counted while the game is on"),
        ("en", "hint!", "It counts what you can see, and this turn alone, without a plan: | "),
        ("en", "undo", "and all others agree. You ask them by: | offer undo"),
        ("en", "pass", "A turn is not passed by that word in this game"),
        ("de", "Wer ist dran?", "Stellung 4.0. Du bist am Zug"),
        ("de", "Tipp", "was du sehen kannst, und dieser Zug allein; ein Plan steht nicht dahinter: | "),
        ("de", "rückgängig", "und alle anderen zustimmen. So fragst du sie: | biete rücknahme"),
        ("de", "status", "Stellung 4.0."),
    ],
)
def test_a_word_sent_alone_is_answered(language: str, line: str, told: str) -> None:
    """In both languages; the orders named in the answer have their links."""
    text, page, verdicts = answered(line, language)
    assert verdicts == ["answered"]
    assert told in text
    assert ('href="mailto:' in page.partition("</h2>")[2].partition("<div class")[0]) == (
        "| " in told or line == "pass"
    )


def test_orders_go_first_and_nothing_is_asked_in_a_sentence() -> None:
    """`pass` is an order of Odin's Table; sentences and quotations are left alone; nobody invited can undo anything."""
    assert isinstance(read("pass", "odins_table"), Order)
    assert isinstance(read("passe", "odins_table", "de"), Order)
    assert read("status") == Asked("status")
    for line in ("my status is fine", "> status", '"hint"', "status 5", "the score so far was a surprise"):
        assert isinstance(read(line), Prose | Misread), line
    assert isinstance(read("undo", invited=True), Prose | Misread)
    assert read("status", invited=True) == Asked("status")


def test_after_the_end_it_is_said_that_it_is_over() -> None:
    """One sentence, whatever was asked."""
    table = Table.open("thunder", seed="07")
    table.play("thor", f"resign {table.id}")
    for word in ("status", "score", "undo", "hint", "pass"):
        assert "The game is over; how it ended stands below." in answered(word, table=table)[0], word


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tell Loki, that was a close call", True),
        ("Loki, you were lucky again", True),
        ("Loki,", False),
        ("Dear Loki, you were lucky again", True),
        ("Hallo Loki, viel Vergnügen!", True),
        ("thanks loki, great game!", True),
        ("Dear Loki,", False),
        ("Hello Anna, nice to meet you", False),
        ("Thor, you were lucky again", False),
        ("Anna, you were lucky again", False),
        ("Loki, thanks", False),
        ("I told Loki, that was close", False),
    ],
)
def test_words_for_another_player_are_told_as_not_passed_on(line: str, *, told: bool) -> None:
    """Where they begin with the other's name; not for a greeting, a signature, one's own name. No link says them."""
    text, page, verdicts = answered(line)
    assert verdicts == ["prose"]
    assert ("Not passed on: words for the others begin with say." in text) == told
    assert "body=say" not in page


@pytest.mark.parametrize(
    ("language", "line", "told", "tap"),
    [
        ("en", "What are the cards for?", "Not answered. The referee, a program, knows: help,", "help"),
        (
            "de",
            "Wozu sind die Karten da?",
            "Nicht beantwortet. Der Schiedsrichter, ein Programm, versteht: hilfe,",
            "hilfe",
        ),
        ("en", "I need a pause now, please", "for it stands in a sentence", "pause"),
        ("en", "I need a break, please", "for it stands in a sentence", "pause"),
        ("en", "I'm on holiday for 10 days", "for it stands in a sentence", "vacation%2010%20days"),
        ("en", "I'll be away for a week", "for it stands in a sentence", "vacation%207%20days"),
        ("en", "I'm out of town until Monday", "for it stands in a sentence", "vacation"),
        (
            "en",
            "Please send me only one mail per day",
            "for it stands in a sentence",
            "letters%20digest%2018%3A00",
        ),
        (
            "en",
            "letters once a day at 7 am please",
            "for it stands in a sentence",
            "letters%20digest%2007%3A00",
        ),
        ("en", "mail me only when it is my turn", "for it stands in a sentence", "letters%20my-turn"),
        ("en", "I want a mail for every move", "for it stands in a sentence", "letters%20every-order"),
        ("de", "bitte 2 tage pause", "denn es steht in einem Satz", "pause"),
        ("de", "Pause bitte, ich bin eine Woche im Urlaub", "denn es steht in einem Satz", "pause"),
        ("de", "Ich bin zwei Wochen verreist", "denn es steht in einem Satz", "urlaub%2014%20tage"),
        ("de", "bin bis Freitag nicht da", "denn es steht in einem Satz", "urlaub"),
        ("de", "Briefe bitte nur einmal am Tag um 18 Uhr", "denn es steht in", "briefe%20sammlung%2018%3A00"),
        ("de", "schick mir nur noch eine Mail am Tag", "denn es steht in", "briefe%20sammlung%2018%3A00"),
        ("de", "Briefe bitte nur, wenn ich dran bin", "denn es steht in einem Satz", "briefe%20mein-zug"),
        ("en", "Enjoy your holidays", "", ""),
        ("en", "I hope you had a nice break", "", ""),
        ("en", "The mail was late", "", ""),
        ("de", "Die Post ist weg", "", ""),
        ("de", "Ich hoffe, du hattest sch\u00f6ne Ferien", "", ""),
        ("en", '"What are the cards for?"', "", ""),
        ("en", "> pause 2 days, please", "", ""),
        ("en", "What a pause that was!", "", ""),
    ],
)
def test_a_question_or_a_wish_that_nobody_understands_is_told_so(
    language: str, line: str, told: str, tap: str
) -> None:
    """What the referee answers, or the word that says how; nothing where somebody is quoted."""
    text, page, verdicts = answered(line, language)
    assert verdicts == ["prose"]
    assert told in text
    assert ("Not answered" in text + page or "stands in a sentence" in text) == (
        bool(tap) and language == "en"
    )
    assert not tap or f'body={tap}"' in page


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("What does Hel do?", "en"),
        ("how does Hel work?", "en"),
        ("Was tut Hel?", "de"),
        ("Was bewirkt Hel?", "de"),
    ],
)
def test_what_does_it_do_asks_for_a_card(line: str, language: str) -> None:
    """As `card hel` does."""
    assert read(line, language=language) == Asked("about", "hel")
