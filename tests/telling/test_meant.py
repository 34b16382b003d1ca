"""What may have been meant, in the receipt: an order inside a sentence, the nearest order; each with its link."""

import re
from urllib.parse import quote, unquote

import pytest
from support.receipts import receipt_in

from referee.api import Table
from referee.house.games import find
from referee.notation.reader import Prose, Reader
from referee.telling.letter import Letter, bodies

GAME = find("thunder")
ADDRESS = "referee+secret@games.example"


def table_at(turn: str, language: str = "en") -> Table:
    """A game whose first seat reads in that language, at a position."""
    table = Table.open("thunder", seed="07", languages={"thor": language})
    while table.position < turn or table.owed()[0].seat != "thor":
        seat = table.owed()[0].seat
        table.play(seat, next(iter(table.moves(seat))))
    return table


def answered(line: str, language: str = "en", table: Table | None = None) -> tuple[str, str, list[str]]:
    """The answer to a line as text and as a page, and what became of each line."""
    table = table or table_at("3.0", language)
    played = table.play("thor", line)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("thor"),
        number="g1.thor.9",
        verdicts=played.ruled.verdicts,
        choices=table.choices("thor"),
        language=language,
        address=ADDRESS,
    )
    made = bodies(letter)
    return " ".join(made.text.split()), made.html, list(played.verdicts)


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [("en", "draw", "if it is my turn: draw"), ("de", "ziehe", "wenn ich dran bin: ziehe")],
)
def test_h27_an_order_that_comes_too_early_is_told_with_the_tap_that_lets_it_wait(
    language: str, line: str, order: str
) -> None:
    """The link gives it beforehand, and it is played when the turn comes."""
    table = Table.open("thunder", seed="07", languages={"thor": language})
    table.play("thor", "deploy ravens, huscarl, viking warriors")
    table.play("loki", "deploy ravens, dragon, frigg")
    text, page, verdicts = answered(line, language, table)
    assert verdicts == ["refused"]
    assert f"[H27] | {order} <mailto:" in text
    assert f"[H27] {order}" in " ".join(
        table.play("thor", line).receipt.split()
    )  # where there are no links, too
    (link,) = [one for one in re.findall(r"body=([^\"]+)\"", page) if unquote(one).endswith(order)]
    assert table.play("thor", unquote(link)).verdicts == ("answered",)
    table.play("loki", "draw, draw, draw")
    assert [type(one).__name__ for one in table.entries[-1].events] == ["ForeseenPlayed", "Drew"]


@pytest.mark.parametrize(
    ("language", "line", "order", "link"),
    [
        ("en", "I think I will challenge C now.", "", ""),
        ("en", "Actually no: draw, draw!", "draw; draw", "body=%404.0%20draw%3B%20draw"),
        ("en", "Hm, let me see: draw.", "draw", "body=%404.0%20draw"),
        ("de", "Ach nein: ziehe, ziehe", "ziehe; ziehe", "body=%404.0%20ziehe%3B%20ziehe"),
    ],
)
def test_an_order_inside_a_sentence_is_not_played_and_told_with_its_link(
    language: str, line: str, order: str, link: str
) -> None:
    """It is quoted back, if it could be played now; what could not is prose like any other."""
    text, page, verdicts = answered(line, language)
    assert verdicts == ["prose"]
    told = {
        "en": "If it was meant, send it on a line of its own: | ",
        "de": "schicke es in einer eigenen Zeile: | ",
    }
    assert (f"{told[language]}{order} " in text) == bool(order)
    assert (f'{link}"' in page) == bool(link) or not link


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "I want to draw.", "draw"),
        ("en", "Please draw!", "draw"),
        ("en", "and then I draw", "draw"),
        ("de", "Ich möchte ziehen", "ziehe"),
        ("de", "Ich möchte eine Karte ziehen!", "ziehe"),
        ("de", "und ich ziehe", "ziehe"),
        ("de", "Ich will jetzt B fordern.", "fordere B"),
        ("en", "I will not draw", ""),
        ("en", "I will draw later", ""),
        ("en", "I draw the line here", ""),
        ("en", "So it is a draw", ""),
        ("en", "I resign", ""),
        ("en", "Should I draw?", ""),
        ("de", "Ich ziehe später", ""),
    ],
)
def test_a_sentence_that_says_what_its_writer_wants_is_offered_as_an_order(
    language: str, line: str, order: str
) -> None:
    """One word is enough there; nothing is played, and nothing is offered that is denied, asked, or put off."""
    text, page, verdicts = answered(line, language)
    assert verdicts == ["prose"]
    for form in (text, page):
        assert (f"body=%404.0%20{quote(order)}" in receipt_in(form)) == bool(order)


def test_sentences_of_a_letter_are_offered_as_one_turn() -> None:
    """Below the last of them, in their order, from the first on that could be played."""
    text, _, verdicts = answered("I challenge B\nthen I draw\nand draw")
    assert verdicts == ["prose"] * 3
    assert "| challenge B, draw, draw <mailto:" in text
    assert "body=%404.0%20challenge%20B%0D%0Adraw%0D%0Adraw>" in text
    assert text.count("If it was meant") == 3


def test_an_order_inside_a_sentence_that_can_be_played_keeps_its_place() -> None:
    """`I think I will lay archer B2`: whatever could be laid now is told with its number."""
    table = table_at("3.0")
    lay = next(move for move in table.moves("thor") if move.startswith("lay "))
    text, page, verdicts = answered(f"I think I will {lay}, and you?")
    assert verdicts == ["prose"]
    assert "If it was meant" not in text  # the sentence goes on, so nobody knows
    text, page, verdicts = answered(f"I think I will {lay}. And you?")
    assert verdicts == ["prose"]
    assert f"send it on a line of its own: | {lay} " in text
    assert "%404.0%20lay%20" in page


@pytest.mark.parametrize(
    "line",
    [
        "It is a draw",
        "I would never resign g1",
        "Shall we offer draw",
        'Anna wrote "let us see: draw"',
        "> I think: draw",
        "Anna said: accept draw",
        "Dear Anna,",
        "What a game!",
    ],
)
def test_what_is_no_order_or_too_great_or_quoted_is_not_offered(line: str) -> None:
    """One word is an order only after a colon; nobody is offered to resign; what is quoted is left alone."""
    (read,) = Reader(GAME, GAME.options({})).read_letter(line)
    assert isinstance(read.reading, Prose)
    assert read.reading.inside == ()


def test_what_is_nearest_to_a_refused_or_misread_order_has_a_link() -> None:
    """`lay tyr C9` and `drwa`: what may have been meant is one tap away, and held to the position (H1)."""
    text, page, verdicts = answered("drwa")
    assert verdicts == ["misread"]
    receipt = page.partition("NOT UNDERSTOOD")[2].partition("<h2")[0]
    assert 'body=%404.0%20draw"' in receipt
    assert "draw" in text
    _, page, verdicts = answered("challenge Z")
    assert verdicts == ["misread"]
    _, page, verdicts = answered("lay dragon C9")
    assert verdicts == ["refused"]
    receipt = page.partition("REFUSED")[2].partition("<h2")[0]
    assert receipt.count('href="mailto:') >= 1


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "try draw, challenge B", "Each of these orders was tried for itself"),
        ("de", "ziehe, fordere B?", "Jeder dieser Befehle ist für sich probiert"),
        ("de", "probiere ziehe\nprobiere fordere B", "Jeder dieser Befehle ist für sich probiert"),
    ],
)
def test_orders_that_are_asked_about_together_are_told_to_be_tried_apart(
    language: str, line: str, said: str
) -> None:
    """Once, below the last of them; nothing is played, and each has its link."""
    text, page, verdicts = answered(line, language)
    assert {*verdicts} == {"answered"}
    assert text.count(said) == 1
    assert text.index(said) > text.rindex("Answer:" if language == "en" else "Antwort:")
    assert all(
        f"%404.0%20{quote(order)}" in page
        for order in (("draw", "challenge B") if language == "en" else ("ziehe", "fordere B"))
    )
    assert said not in answered(line.splitlines()[0].partition(",")[0], language)[0]


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("de", "Ich ziehe e5-d4 und schau mir c an", "wenn ich dran bin: e5-d4"),
        ("en", "I will move e5-d4 next.", "if it is my turn: e5-d4"),
        ("en", "I think you played a1-a2 well", ""),
        ("en", "Nice move, b1-b2, that!", ""),
        ("en", "I wonder, is e5-d4 good?", ""),
    ],
)
def test_h27_an_order_inside_a_sentence_that_comes_too_early_is_quoted_back(
    language: str, line: str, order: str
) -> None:
    """With the tap that lets it wait; what speaks of others, or asks, is prose like any other."""
    table = Table.open("odins_table", seed="07", languages={"thor": language})
    for _ in range(2):
        seat = table.owed()[0].seat
        table.play(seat, next(iter(table.moves(seat))))
    assert table.owed()[0].seat == "odin"
    text, page, verdicts = answered(line, language, table)
    assert verdicts == ["prose"]
    assert ("[H27]" in text) == ("[H27]" in page) == bool(order)
    assert (quote(order or "if it is", safe="") in page) == bool(order)
    assert not order or table.play("thor", order).verdicts == ("answered",)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Without this line: | draw, draw"), ("de", "Ohne diese Zeile: | ziehe, ziehe")],
)
def test_the_good_lines_below_one_that_means_nothing_known_are_given_back(language: str, told: str) -> None:
    """As one turn, held to the position; only where they could be played, and not where something is offered for it."""
    word = {"en": "draw", "de": "ziehe"}[language]
    use = {"en": "use", "de": "nutze"}[language]
    text, page, verdicts = answered(f"{use} blablub 3\n{word}\n{word}", language)
    assert verdicts == ["misread", "not-played", "not-played"]
    assert re.sub(r" <mailto:[^>]*>", "", text.replace("> ", ">", 0)).find(told) >= 0
    assert f"{quote('@3.0')}%20{word}%0D%0A{quote('@3.0')}%20{word}" in page or f"{word}%0D%0A" in page
    text, _, _ = answered(f"{use} blablub 3\nlay dragon C4", language)
    assert told.partition("|")[0] not in text
