"""Wishes about the game in people's words: undo, a draw, to resign, another game; after the end; `card VERB`."""

import re
from urllib.parse import unquote

import pytest
from support.receipts import receipt_in

from referee.api import Table
from referee.telling.letter import Letter, bodies


def links(line: str, language: str, *, over: bool = False) -> list[str]:
    """The orders of the links that the answer to a line of Loki's has, in play or once the game is over."""
    table = Table.open("thunder", seed="07", languages={"loki": language})
    for seat in ("thor", "loki"):
        table.play(seat, next(iter(table.moves(seat))))
    if over:
        table.play("thor", "resign g1")
    played = table.play("loki", line)
    assert "played" not in played.verdicts
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("loki"),
        number="g1.loki.9",
        verdicts=played.ruled.verdicts,
        choices=table.choices("loki"),
        language=language,
        address="referee+secret@games.example",
    )
    told = receipt_in(bodies(letter).text)
    found = re.findall(r"body=([^>]+)>", "".join(told.split("\n")))
    return [re.sub(r"^@\d+\.\d+ ", "", unquote(one)) for one in found]


UNDO, TIE, RESIGN = (
    ("offer undo", "biete r\u00fccknahme"),
    ("offer draw", "biete remis"),
    ("resign g1", "aufgeben g1"),
)


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        *(
            ("en", line, UNDO[0])
            for line in ("Oops, undo that", "Can I take that back?", "Sorry, forget my last order")
        ),
        *(
            ("en", line, UNDO[0])
            for line in ("undo my last move please", "My mistake, wrong order!", "That was by mistake")
        ),
        *(
            ("en", line, UNDO[0])
            for line in (
                "Sorry, I did not want to draw. Can we take that back?",
                "I did not see that, can I take it back?",
            )
        ),
        (
            "de",
            "Ups, ich wollte gar nicht ziehen. K\u00f6nnen wir das zur\u00fccknehmen?",
            UNDO[1],
        ),
        *(
            ("de", line, UNDO[1])
            for line in ("zur\u00fccknehmen bitte, das war nur eine Frage", "Sorry, vertan!")
        ),
        *(
            ("de", line, UNDO[1])
            for line in ("hab mich vertippt, bitte zur\u00fcck", "nimm den letzten Zug zur\u00fcck")
        ),
        *(
            ("en", line, TIE[0])
            for line in ("Shall we call it a draw?", "I offer a draw", "How about a draw?")
        ),
        *(
            ("de", line, TIE[1])
            for line in ("Wollen wir Remis machen?", "Remis?", "Unentschieden w\u00e4re fair")
        ),
        *(
            ("en", line, RESIGN[0])
            for line in ("I resign", "I give up, well played", "resign", "Okay, I surrender!")
        ),
        *(
            ("de", line, RESIGN[1])
            for line in ("Ich gebe auf", "ich geb auf", "aufgeben", "Gut, ich kapituliere")
        ),
    ],
)
def test_a_wish_about_the_game_is_offered_as_an_order(language: str, line: str, order: str) -> None:
    """It is not carried out: its link is."""
    assert links(line, language) == [order]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "So it is a draw"),
        ("en", "I will never resign"),
        ("en", "You made a mistake, I think"),
        ("en", "> I resign"),
        ("en", '"I resign"'),
        ("de", "Du hast dich vertan"),
        ("de", "Ich gebe noch nicht auf"),
        ("de", "Er wollte Remis"),
        ("en", "I did not expect that. You may take it back"),
        ("de", "Das war stark. Du darfst das zurücknehmen"),
        ("de", "> Ich gebe auf"),
    ],
)
@pytest.mark.parametrize("over", [False, True])
def test_what_others_did_and_what_is_denied_is_no_wish(language: str, line: str, over: bool) -> None:
    """Nor is what somebody is quoted with."""
    assert {*links(line, language, over=over)} <= {f"say {line}", f"sage {line}"}


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "rematch please", "rematch"),
        ("en", "That was quick! Rematch?", "rematch"),
        ("en", "Another game?", "rematch"),
        ("en", "Let us play again", "rematch"),
        ("de", "Revanche bitte!", "revanche"),
        ("de", "Das ging ja schnell! Revanche bitte!", "revanche"),
        ("de", "Noch ein Spiel?", "revanche"),
    ],
)
def test_after_the_end_words_may_ask_for_another_game(language: str, line: str, order: str) -> None:
    """It is offered."""
    assert order in links(line, language, over=True)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Thanks, well played!"),
        ("en", "Good game, that was fun"),
        ("de", "danke bert, tolles spiel!"),
        ("de", "Gut gespielt, das war spannend"),
    ],
)
def test_after_the_end_other_words_are_offered_to_nobody(language: str, line: str) -> None:
    """They are told as not passed on; no link says them."""
    assert not [one for one in links(line, language, over=True) if one.startswith(("say", "sage"))]


@pytest.mark.parametrize(
    ("game", "language", "line", "rule"),
    [
        ("thunder", "en", "card lay", "5.1"),
        ("thunder", "en", "what does challenge do?", ""),
        ("thunder", "de", "karte fordern", "6.1"),
        ("thunder", "de", "karte ziehe", "4.1"),
        ("odins_table", "en", "card scout", "5.1"),
        ("odins_table", "de", "karte auskundschaften", "5.1"),
        ("hammer_of_thor", "en", "card search", "4.2b"),
    ],
)
def test_card_and_a_verb_tells_what_the_order_does(game: str, language: str, line: str, rule: str) -> None:
    """With its rule, as `help` and the verb do."""
    options = {"options": {"supplement": "house"}} if game == "hammer_of_thor" else {}
    table = Table.open(game, seed="07", **options)
    seat = table.owed()[0].seat
    table.play(seat, f"language {language}")
    text = " ".join(table.play(seat, line).receipt.split())
    assert rule in text
    assert "is called" not in text
    assert "hei\u00dft hier" not in text
