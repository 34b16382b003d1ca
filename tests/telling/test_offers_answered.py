"""An offer of a draw, or to take a letter back, that is answered in people's words: its tap, and no answer (H22)."""

import re
from urllib.parse import unquote

import pytest
from support.receipts import receipt_in
from test_meant_now import PLACED, table_of

from referee.api import Table
from referee.table.undo import AskedBack
from referee.telling.letter import Letter, bodies


def taps(table: Table, seat: str, line: str, language: str, back: AskedBack | None = None) -> list[str]:
    """The orders of the links below a line."""
    played = table.play(seat, line)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view(seat),
        number=f"g1.{seat}.9",
        verdicts=played.ruled.verdicts,
        choices=table.choices(seat),
        language=language,
        address="referee+secret@games.example",
        back=back,
    )
    told = receipt_in(bodies(letter).text).partition("\n\n")[
        0
    ]  # below stands the offer, with both its answers
    found = re.findall(r"body=([^>]+)>", "".join(told.split("\n")))
    assert set(played.verdicts) == {"prose"}
    return [re.sub(r"@\d+\.\d+ ", "", unquote(one)) for one in found]


YES = {
    "en": ["Yes, gladly", "ok", "Sure!", "Fine by me, Thor", "why not?"],
    "de": ["na klar, kein Problem", "Ok", "von mir aus", "Ja gerne!", "Geht klar. Gute Partie!"],
}
NO = {
    "en": ["no thanks", "Nope", "Not yet :-)", "No, I'd rather play on", "Sorry, no."],
    "de": ["nein danke", "Lieber nicht", "Nö!", "Noch nicht, sorry", "nein, ich spiele lieber weiter"],
}
CASES = [
    *((code, line, 0) for code, lines in YES.items() for line in lines),
    *((code, line, 1) for code, lines in NO.items() for line in lines),
]
DRAW = {"en": ("accept draw", "decline draw"), "de": ("annehmen remis", "ablehnen remis")}
UNDO = {"en": ("accept undo", "decline undo"), "de": ("annehmen r\u00fccknahme", "ablehnen r\u00fccknahme")}


@pytest.mark.parametrize(("language", "line", "answer"), CASES)
def test_h22_an_open_offer_that_is_answered_in_other_words_gets_its_tap(
    language: str, line: str, answer: int
) -> None:
    """The one that was meant and no other; the offer stands until it is sent. Without an offer there is no such tap."""
    table = table_of("odins_table", language, PLACED)
    table.play("odin", "a1-a2\noffer draw")
    assert taps(table, "thor", line, language) == [DRAW[language][answer]]
    assert table.choices("thor").family("accept draw") is not None
    table = table_of("odins_table", language, f"{PLACED}; a1-a2")
    assert taps(table, "thor", line, language, AskedBack("odin")) == [UNDO[language][answer]]
    for back in (None, AskedBack("thor"), AskedBack("odin", ("thor",))):
        assert not {*UNDO[language], *DRAW[language]} & {*taps(table, "thor", line, language, back)}


@pytest.mark.parametrize(
    "line", ["> no thanks", '"ok"', "Is it your turn?", "My dog says no to everything", "Hm"]
)
def test_h22_other_words_beside_an_offer_answer_nothing(line: str) -> None:
    """Quotations, and what only has such a word."""
    table = table_of("odins_table", "en", PLACED)
    table.play("odin", "a1-a2\noffer draw")
    assert not {*DRAW["en"]} & {*taps(table, "thor", line, "en")}


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("de", "Remis annehmen", 0),
        ("de", "Das Remis nehme ich an", 0),
        ("de", "remis ablehnen", 1),
        ("de", "Kein Remis!", 1),
        ("en", "I accept your draw", 0),
        ("en", "No draw, sorry", 1),
    ],
)
def test_6_6_a_draw_that_is_named_in_the_answer_is_not_offered_back(
    language: str, line: str, answer: int
) -> None:
    """The order of words is that of the buttons that people know; the answer's tap stands below, and no other offer."""
    table = table_of("odins_table", language, PLACED)
    table.play("odin", "a1-a2\noffer draw")
    assert taps(table, "thor", line, language) == [DRAW[language][answer]]


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("de", "R\u00fccknahme annehmen", 0),
        ("de", "r\u00fccknahme ablehnen", 1),
        ("en", "I agree to the undo", 0),
        ("en", "no undo", 1),
    ],
)
def test_h22_an_undo_that_is_named_in_the_answer_gets_its_tap(language: str, line: str, answer: int) -> None:
    """In the same order of words."""
    table = table_of("odins_table", language, f"{PLACED}; a1-a2")
    assert taps(table, "thor", line, language, AskedBack("odin")) == [UNDO[language][answer]]
