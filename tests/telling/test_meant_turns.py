"""A sentence of several orders is offered as one turn; an order as often as it is meant; more questions are known."""

import re

import pytest
from support.meant import offered
from test_meant_now import DEPLOYED, PLACED, STARTED, table_of

from referee.games.odins_table.moves import Step
from referee.notation.readings import Table
from referee.telling.receipt import receipt_told
from referee.telling.sentences import reader_of


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
        ("hammer_of_thor", "de", STARTED, "lauf nach 4 und bleib dort", "ziehe odin 4\nhalt"),
        ("hammer_of_thor", "de", STARTED, "ziehe Odin nach 4 und halte dort an.", "ziehe odin 4\nhalt"),
        ("hammer_of_thor", "en", STARTED, "move Odin to 4 and stop there.", "move odin 4\nhalt"),
        ("hammer_of_thor", "de", STARTED, "lauf nach 4 und bleib bei Odin", ""),
        ("thunder", "de", DEPLOYED, "erst A fordern, dann 2 ziehen", "fordere A\nziehe\nziehe"),
        ("thunder", "de", DEPLOYED, "2x ziehen, dann Raben auf B2 legen", "ziehe\nziehe\nlege Raben B2"),
        ("thunder", "de", DEPLOYED, "Bitte 2 ziehen", "ziehe\nziehe"),
        ("thunder", "de", DEPLOYED, "dann noch zwei ziehen bitte", "ziehe\nziehe"),
        ("thunder", "de", DEPLOYED, "A herausfordern", "probiere fordere A"),
        ("thunder", "de", DEPLOYED, "A und B fordern, dann ziehen", "fordere A\nfordere B\nziehe"),
        ("thunder", "de", DEPLOYED, "kurz: 2 Karten ziehen und A fordern", "ziehe\nziehe\nfordere A"),
        ("thunder", "de", DEPLOYED, "Anna, ich muss erst mal 2 ziehen", "ziehe\nziehe"),
        ("thunder", "de", DEPLOYED, "Ich lege Raben nach B2 und ziehe dann", "lege Raben B2; ziehe"),
        (
            "thunder",
            "de",
            DEPLOYED,
            "Ich würde gern A angreifen und danach 2 Karten ziehen",
            "fordere A\nziehe\nziehe",
        ),
        (
            "thunder",
            "de",
            DEPLOYED,
            "Hallo Anna, zuerst 2 Karten ziehen, dann Raben auf B2 legen und zum Schluss A herausfordern",
            "ziehe\nziehe\nlege Raben B2\nfordere A",
        ),
        ("thunder", "en", DEPLOYED, "I will draw 2 and then challenge A", "draw\ndraw\nchallenge A"),
        ("thunder", "en", DEPLOYED, "two draws then lay ravens B2", "draw\ndraw\nlay ravens B2"),
        ("thunder", "de", DEPLOYED, "Du ziehst 2, ich nichts", ""),
        ("thunder", "en", DEPLOYED, "Two draws, please", "draw\ndraw"),
        ("thunder", "en", DEPLOYED, "2 draws", "draw\ndraw"),
        ("thunder", "en", DEPLOYED, "I have 2 dogs", ""),
        (
            "odins_table",
            "de",
            PLACED,
            "Ich ziehe mit c1 nach c2, dann spähe ich b aus",
            "c1-c2\nkundschafte aus b",
        ),
        ("hammer_of_thor", "de", STARTED, "Odin geht nach 4 und bleibt dort", "ziehe odin 4\nhalt"),
        ("hammer_of_thor", "en", STARTED, "Odin walks to 4 and stops", "move odin 4\nhalt"),
        ("thunder", "de", DEPLOYED, "Ich gehe jetzt einkaufen, danach ziehe ich um", ""),
        ("odins_table", "de", PLACED, "c1 nach c2 ziehen", "c1-c2"),
        ("odins_table", "de", PLACED, "erst b ausspionieren, dann c1-c2", "kundschafte aus b\nc1-c2"),
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
        ("en", "How many cards has Thor left?", Table("table")),
        ("en", "What is on column b?", Table("table")),
        ("en", "How many games have you played?", None),
        ("en", "When does the game end?", Table("help")),
        ("en", "How many points do I have?", Table("score")),
        ("en", "can a1 go to a3?", Table("try", "a1-a3", Step("a1", "a3"))),
        ("de", "Was liegt auf Spalte b?", Table("table")),
        ("de", "Wie viele Kinder hast du?", None),
        ("de", "Wann endet das Spiel?", Table("help")),
        ("de", "wie viele Punkte habe ich?", Table("score")),
        ("de", "darf a1 auf a3?", Table("try", "a1-a3", Step("a1", "a3"))),
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
    ("language", "line", "meant"),
    [
        ("en", "What can the dragon beat?", ["card dragon"]),
        ("en", "Who is stronger, Tyr or Hel?", ["card Tyr", "card Hel"]),
        ("de", "Wen schl\u00e4gt der Drache?", ["karte Drache"]),
        ("de", "Wer gewinnt, Tyr oder Hel?", ["karte Tyr", "karte Hel"]),
        ("de", "Was bedeutet Gleichstand?", ["regeln Gleichstand"]),
        ("en", "Is it raining?", ["help"]),
        ("de", "Ja, mein erstes Spiel! Und deins?", ["hilfe"]),
        ("en", "whoops, wrong card", ["offer undo"]),
        ("de", "Ups, falsche Karte!", ["biete r\u00fccknahme"]),
        ("en", "Could we pause for a week?", ["pause"]),
        ("de", "ich bin ab morgen 5 Tage weg", ["urlaub 5 tage"]),
        ("en", "Could I use frigg against A?", ["use frigg A"]),
    ],
)
def test_a_question_or_a_wish_is_answered_with_what_comes_near(
    language: str, line: str, meant: list[str]
) -> None:
    """The cards that it names, the rules on a word; a wish as it counts."""
    table = table_of("thunder", language, DEPLOYED)
    played = table.play(table.owed()[0].seat, line)
    view, seat = table.view(table.owed()[0].seat), table.owed()[0].seat
    reader = reader_of(table.game, table.content, view, language)
    told = receipt_told(reader, played.ruled.verdicts, table.choices(seat))
    assert [one for line in told.lines for one in line.meant] == meant


@pytest.mark.parametrize(("language", "line"), [("en", "hint"), ("de", "tipp")])
def test_a_hint_is_a_whole_turn_in_one_link(language: str, line: str) -> None:
    """Not an order each, of which the second link would not be good any more after the first."""
    table = table_of("thunder", language, DEPLOYED)
    seat = table.owed()[0].seat
    played = table.play(seat, line)
    reader = reader_of(table.game, table.content, table.view(seat), language)
    told = receipt_told(reader, played.ruled.verdicts, table.choices(seat))
    assert [len(one.split("\n")) for line in told.lines for one in line.meant] == [3]


@pytest.mark.parametrize(
    ("language", "line", "back"),
    [
        ("en", "if my A1 is empty: draw", "withdraw if 1"),
        ("de", "wenn mein A1 leer ist: ziehe", "widerrufe wenn 1"),
    ],
)
def test_h27_an_order_beforehand_is_taken_back_by_a_tap(language: str, line: str, back: str) -> None:
    """Its receipt says how; the link does it."""
    table = table_of("thunder", language, DEPLOYED)
    seat = next(one for one in ("thor", "loki") if one != table.owed()[0].seat)
    played = table.play(seat, line)
    reader = reader_of(table.game, table.content, table.view(seat), language)
    told = receipt_told(reader, played.ruled.verdicts, table.choices(seat))
    assert [one for line in told.lines for one in line.meant] == [back]
    assert table.play(seat, back).verdicts == ("answered",)


@pytest.mark.parametrize(
    ("language", "line", "asks"),
    [
        ("en", "When I attack diagonally, whose column counts?", ["rules attack"]),
        ("en", "how does scouting work here in this game?", ["rules scout"]),
        ("de", "Wenn ich schräg angreife, wessen Spalte zählt?", ["regeln angreifen"]),
        ("en", "Are you going to move soon?", ["rules step"]),
    ],
)
def test_a_question_with_a_verb_of_the_game_is_offered_its_rules(
    language: str, line: str, asks: list[str]
) -> None:
    """In whatever form the verb stands; that it be said to the other player is never offered."""
    table = table_of("odins_table", language, PLACED)
    assert offered(table, line) == (["prose"], asks)
    played = table.play(table.owed()[0].seat, asks[0])
    assert played.verdicts == ("answered",)
    assert re.search(r"\n\d\.\d ", played.receipt)
