"""A sentence of several orders is offered as one turn; an order as often as it is meant; more questions are known."""

import pytest
from test_meant_now import DEPLOYED, PLACED, STARTED, offered, table_of

from referee.notation.readings import Table


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "turn"),
    [
        ("thunder", "en", DEPLOYED, "two cards please", "draw\ndraw"),
        ("thunder", "en", DEPLOYED, "I take three cards", "draw\ndraw\ndraw"),
        ("thunder", "en", DEPLOYED, "put an archer on C1 and take one card", "lay female-archer C1\ndraw"),
        ("thunder", "en", DEPLOYED, "play vikings at A2, draw 2", "lay viking-warriors A2\ndraw\ndraw"),
        ("thunder", "de", DEPLOYED, "Ich nehm zwei Karten", "ziehe\nziehe"),
        (
            "thunder",
            "de",
            DEPLOYED,
            "Karte ziehen, dann Wikinger auf A2 legen",
            "ziehe\nlege Wikingerkrieger A2",
        ),
        ("thunder", "de", DEPLOYED, "zieh 2, fordere C", "ziehe\nziehe\nfordere C"),
        ("thunder", "de", DEPLOYED, "Zuerst eine Karte ziehen und danach A fordern", "ziehe\nfordere A"),
        ("hammer_of_thor", "en", STARTED, "walk to 4 and stop", "move odin 4\nhalt"),
        (
            "hammer_of_thor",
            "en",
            STARTED,
            "move on to 4, then stop, end my turn",
            "move odin 4\nhalt\nend turn",
        ),
        ("hammer_of_thor", "de", STARTED, "weiter nach 4, dann halt", "ziehe odin 4\nhalt"),
        ("hammer_of_thor", "de", STARTED, "lauf nach 4 und bleib dort", ""),
    ],
)
def test_a_sentence_of_several_orders_is_one_turn(
    game: str, language: str, orders: str, line: str, turn: str
) -> None:
    """All of it or nothing: half a turn is not offered."""
    verdicts, links = offered(table_of(game, language, orders), line)
    assert "played" not in verdicts
    assert links in ([turn], [] if not turn else [turn])


@pytest.mark.parametrize(
    ("language", "line", "asked"),
    [
        ("en", "who's winning?", Table("score")),
        ("en", "Could you show me the board?", Table("table")),
        ("en", "just show me the table please", Table("table")),
        ("en", "How many cards are left?", Table("table")),
        ("en", "what's hel?", Table("about", "hel")),
        ("en", "explain tyr", Table("about", "tyr")),
        ("de", "Zeig mal das Brett", Table("table")),
        ("de", "Kannst du mir bitte mal helfen", None),
        ("de", "Wie viele Karten habe ich noch?", Table("table")),
        ("de", "ich setze aus", Table("pass")),
        ("de", "Was bringt mir Hugin & Munin?", Table("about", "hugin-munin")),
        ("de", "Wozu dient Loki?", Table("about", "loki")),
        ("de", "Was mache ich denn jetzt?", Table("hint")),
    ],
)
def test_more_questions_are_known(language: str, line: str, asked: Table | None) -> None:
    """With words that soften them."""
    table = table_of("odins_table", language, PLACED)
    reading = table.play(table.owed()[0].seat, line).ruled.verdicts[0].line.reading
    assert (reading if isinstance(reading, Table) else None) == asked


@pytest.mark.parametrize(
    ("language", "line", "link"),
    [("en", "What does stacking mean?", ""), ("de", "Was bedeutet Gleichstand?", "regeln Gleichstand")],
)
def test_what_a_word_means_is_asked_of_the_rules(language: str, line: str, link: str) -> None:
    """By its link; where the word cannot be told apart, `help`."""
    _, links = offered(table_of("thunder", language, DEPLOYED), line)
    assert not link or link in links
