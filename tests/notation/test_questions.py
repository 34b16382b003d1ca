"""Questions: several in one line, and an order that ends in a question mark; none of them plays anything."""

import pytest

from referee.house.games import find
from referee.notation.reader import Order, Prose, Reader
from referee.notation.readings import Table


def said(game: str, line: str, language: str = "en") -> list[str]:
    """What the lines of a letter are read as: the verb and what is asked, or the order."""
    found = find(game)
    lines = Reader(found, found.options({}), [language]).read_letter(line)
    return [_said(one.reading) for one in lines]


def _said(reading: object) -> str:
    if isinstance(reading, Table):
        return f"{reading.verb} {reading.argument}".strip()
    return reading.move.written if isinstance(reading, Order) else type(reading).__name__


@pytest.mark.parametrize(
    ("game", "language", "line", "asked"),
    [
        ("thunder", "en", "card hel, card tyr", ["about hel", "about tyr"]),
        ("thunder", "en", "card hel and tyr", ["about hel", "about tyr"]),
        ("thunder", "en", "cards hel, tyr; ravens", ["about hel", "about tyr", "about ravens"]),
        ("thunder", "en", "What do Hel and Tyr do?", ["about hel", "about tyr"]),
        ("thunder", "en", "what is the seer, and what does Frigg do?", ["about seer", "about frigg"]),
        ("thunder", "en", "card hel, please", ["about hel"]),
        ("thunder", "en", "card hel, tyr, thanks!", ["about hel", "about tyr"]),
        ("thunder", "de", "karte raben, karte hel", ["about ravens", "about hel"]),
        ("thunder", "de", "karten Hel und Tyr bitte", ["about hel", "about tyr"]),
        (
            "thunder",
            "de",
            "Was können Baldr und Odin und Frigg?",
            ["about baldr", "about odin", "about frigg"],
        ),
        ("thunder", "de", "karte hel, danke", ["about hel"]),
        ("thunder", "en", "try challenge A, draw", ["try challenge A", "try draw"]),
        ("thunder", "en", "try draw and then challenge B", ["try draw", "try challenge B"]),
        ("thunder", "de", "probiere fordere A, ziehe", ["try challenge A", "try draw"]),
        ("thunder", "de", "Probiere ziehe, dann lege Drache B2!", ["try draw", "try lay dragon B2"]),
        ("thunder", "en", "draw, challenge A?", ["try draw", "try challenge A"]),
        ("thunder", "de", "ziehe und fordere B?", ["try draw", "try challenge B"]),
        ("thunder", "en", "rules 4.1, 5.1", ["rules 4.1", "rules 5.1"]),
        ("thunder", "de", "Regeln 4 und 5", ["rules 4", "rules 5"]),
        ("odins_table", "en", "card hugin & munin, tyr", ["about hugin-munin", "about tyr"]),
        ("odins_table", "de", "karte Hel, karte Loki", ["about hel", "about loki"]),
        ("odins_table", "en", "try a1-a2, a2-a3", ["try a1-a2", "try a2-a3"]),
        ("odins_table", "de", "probiere a1-a2, kundschafte b aus", ["try a1-a2", "try scout b"]),
        ("hammer_of_thor", "en", "card odin, card loki", ["about odin", "about loki"]),
        ("hammer_of_thor", "en", "what do odin and loki do?", ["about odin", "about loki"]),
        ("hammer_of_thor", "en", "rules STAMINA, REPUTATION", ["about stamina", "about reputation"]),
        ("hammer_of_thor", "de", "karte Odin, Loki und Thor", ["about odin", "about loki", "about thor"]),
        ("hammer_of_thor", "en", "card 5, hint", ["about 5", "hint"]),
        ("hammer_of_thor", "en", "hint, card 5", ["hint", "about 5"]),
        ("hammer_of_thor", "de", "karte 5, tipp", ["about 5", "hint"]),
        ("thunder", "en", "status, score", ["status", "score"]),
        ("thunder", "en", "Status, card hel, please", ["status", "about hel"]),
        ("odins_table", "de", "karte Hel, züge", ["about hel", "moves"]),
        ("hammer_of_thor", "en", "What does search do?", ["about search"]),
        ("hammer_of_thor", "de", "was macht erkunde?", ["about reconnoitre"]),
        ("hammer_of_thor", "de", "Was bewirkt halt?", ["about halt"]),
        ("thunder", "en", "what is challenge?", ["about challenge"]),
        ("thunder", "en", "What is a raven?", ["about ravens"]),
        ("thunder", "en", "what does a shield wall do?", ["about shield-wall"]),
        ("hammer_of_thor", "en", "what is a counter?", ["about counter"]),
        ("hammer_of_thor", "en", "what are the seven counters?", ["about counter"]),
        ("hammer_of_thor", "en", "what does halt mean?", ["about halt"]),
        ("hammer_of_thor", "de", "was sind die sieben Marken?", ["about counter"]),
        ("hammer_of_thor", "de", "was ist ein Anführer?", ["about leader"]),
        ("hammer_of_thor", "de", "was ist ein Halt?", ["about halt"]),
    ],
)
def test_several_questions_may_stand_in_a_line(game: str, language: str, line: str, asked: list[str]) -> None:
    """Each with its own words, with those of the first, or with the question mark behind them all."""
    assert said(game, line, language) == asked


@pytest.mark.parametrize(
    "line",
    ["what is search do", "Who is on turn?", "What is up?", "what is the game?", "what is a?", "what is A?"],
)
def test_a_sentence_with_the_word_of_an_order_asks_nothing(line: str) -> None:
    """Only a word that orders begin with, and a question mark: the rest of what people write stays prose."""
    assert said("hammer_of_thor", line) in (["Prose"], ["table"], ["status"])


@pytest.mark.parametrize(
    ("game", "language", "line", "order"),
    [
        ("thunder", "en", "draw?", "draw"),
        ("thunder", "en", "Challenge B ?", "challenge B"),
        ("thunder", "en", "@7.2 draw?", "draw"),
        ("thunder", "en", "offer draw?", "offer draw"),
        ("thunder", "en", "resign g1?", "resign g1"),
        ("thunder", "de", "biete Remis?", "offer draw"),
        ("thunder", "de", "fordere A?", "challenge A"),
        ("thunder", "de", "Lege Drache nach B2?", "lay dragon B2"),
        ("odins_table", "en", "c1-d2?", "c1-d2"),
        ("odins_table", "de", "c3xd4?", "c3xd4"),
        ("odins_table", "en", "pass?", "pass"),
        ("hammer_of_thor", "en", "halt?", "halt"),
        ("hammer_of_thor", "de", "ziehe Odin nach 40?", "move odin 40"),
    ],
)
def test_an_order_that_ends_in_a_question_mark_asks(game: str, language: str, line: str, order: str) -> None:
    """It is answered as `try` is; `??`, `!?` and a mark behind a remark stay marks of an order that is played."""
    assert said(game, line, language) == [f"try {order}"]
    assert said(game, line.replace("?", "!?"), language) == [order]
    assert said(game, line.replace("?", " {so} ?"), language) == [order]


@pytest.mark.parametrize(
    "line",
    [
        "Karte, die ich wollte, kam nicht",
        "Shall I draw, or challenge A?",
        "What do you do, and where do you live?",
        "> card hel, card tyr",
        '"card hel, card tyr"',
        "Was machst du heute, und morgen?",
        "What is it, hel?",
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_asks_something_else_is_prose(line: str, language: str) -> None:
    """Sentences among people, and what somebody else is quoted with."""
    found = find("thunder")
    lines = Reader(found, found.options({}), [language]).read_letter(line)
    assert [type(one.reading) for one in lines] == [Prose]
