"""The shape of a letter: an answer stands alone, a receipt is short, and a tap holds the rest of the letter."""

import re
from urllib.parse import unquote

import pytest
from test_meant import ADDRESS, answered, table_at

from referee.api import Table
from referee.engine.events import Seen
from referee.table.points import Told
from referee.telling.invited import Invitation, invitation
from referee.telling.letter import Letter, bodies
from referee.telling.receipt import receipt_told
from referee.telling.sentences import reader_of
from referee.telling.shape import ANSWER, SHORT, WHOLE, shape_of
from referee.util.values import replace

HEADS = {"en": ("THE TABLE", "table"), "de": ("DER TISCH", "tisch")}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "card hel"),
        ("en", "rules 15.2"),
        ("en", "help"),
        ("en", "hint"),
        ("en", "status"),
        ("en", "score"),
        ("en", "why draw"),
        ("en", "why 3.1"),
        ("en", "note A quiet thought."),
        ("de", "karte hel"),
        ("de", "hilfe"),
        ("de", "Tipp"),
    ],
)
def test_a_question_is_answered_first_and_alone(language: str, line: str) -> None:
    """Then whose turn it is, and the links; the table is left out, and one word shows it, which has its tap."""
    text, page, _ = answered(line, language)
    head, word = HEADS[language]
    for form in (text, page.partition("<h2")[2]):
        assert head not in form
        assert form.index(line.split(maxsplit=1)[0]) < form.index(
            {"en": "It is your turn", "de": "Du bist am Zug"}[language]
        )
    assert f'body={word}"' in page
    assert "body=%404.0%20" in text
    shown, page, _ = answered(word, language)
    assert head in shown
    assert head in page


def test_what_happened_is_told_with_its_table() -> None:
    """A question that is answered after news, or together with an order, leaves nothing out."""
    news = [Told("3.1", Seen("Said", "H2", {}))]
    assert shape_of((), still=True, always=True) == ANSWER
    assert shape_of(news, still=True, always=True) == WHOLE
    assert shape_of(news, still=False, always=False) == SHORT
    text, _, verdicts = answered("draw\ncard hel")
    assert verdicts == ["played", "answered"]
    assert "THE TABLE" in text


@pytest.mark.parametrize(
    ("first", "rest", "bodies"),
    [
        ("challenge A", "draw\ndraw", {"challenge B\ndraw\ndraw"}),
        ("chalenge B", "draw\ndraw", {"challenge B\ndraw\ndraw"}),
        ("challenge A", "say Well!\ndraw", {"challenge B\ndraw"}),
    ],
)
def test_a_tap_holds_what_was_meant_and_the_rest_of_the_letter(
    first: str, rest: str, bodies: set[str]
) -> None:
    """The orders that were not played after a line that was refused or misread; all of them are played by one tap."""
    table = table_at("3.0")
    _, page, _ = answered(f"{first}\n{rest}", table=table)
    receipt = page.partition("<h2")[2].partition("<h2")[0]
    taps = {unquote(one).replace("\r\n", "\n") for one in re.findall(r'body=([^"]+)"', receipt)}
    assert taps & {f"@4.0 {one}" for one in bodies}
    (tap,) = taps & {f"@4.0 {one}" for one in bodies}
    assert set(table.play("thor", tap).verdicts) == {"played"}


def test_an_order_that_came_too_early_waits_with_the_rest_of_its_letter() -> None:
    """H27 One order beforehand holds the whole turn."""
    table = table_at("3.0")
    table.play("thor", "draw, draw, draw")
    text, _, _ = answered("draw\ndraw", table=table)
    assert "| if it is my turn: draw, draw <mailto:" in text


@pytest.mark.parametrize("line", ["draw", "draw\ndraw\ndraw", "draw\nchallenge B"])
def test_a_receipt_is_short(line: str) -> None:
    """What was played, what came of it, the table, who is to move; no small print, and nothing of how to answer."""
    table = table_at("3.0")
    played = table.play("thor", line)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("thor"),
        number="g1.thor.9",
        verdicts=played.ruled.verdicts,
        choices=table.choices("thor"),
        address=ADDRESS,
        always=False,
    )
    made = bodies(letter)
    for form in (made.text, made.html):
        for left_out in ("AT ANY TIME", "HOW TO ANSWER", "Each link opens", "A link is good", "Position "):
            assert left_out not in form
        assert ("ONE TAP ANSWERS" in made.text) == bool(table.owed()[0].seat == "thor")
    assert "face down, strength" not in made.text
    told = re.sub(r"<mailto[^>]*>", "", made.text)
    assert len(told.split()) < (320 if table.owed()[0].seat == "thor" else 130)


def test_an_order_that_was_asked_about_can_be_played_by_a_tap() -> None:
    """`try draw`: it is allowed, and one tap plays it; where there are no links, it is not told twice."""
    table = table_at("3.0")
    text, _, _ = answered("try draw", table=table)
    assert "Allowed: draw | draw <mailto:" in text
    assert table.play("thor", "try draw").receipt.count("draw") == 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_after_its_first_letter_an_invitation_has_no_small_print(language: str) -> None:
    """A question before accepting is answered; who plays, how to accept, the links; the small print is named."""
    table = Table.open("thunder", seed="07", invite=True, languages={"thor": language})
    played = table.play("thor", {"en": "card hel", "de": "karte hel"}[language])
    first, later = (
        invitation(
            Invitation(
                game=table.game,
                content=table.content,
                seat="thor",
                number=f"g1.thor.{number}",
                commit="00",
                address=ADDRESS,
                language=language,
                verdicts=played.ruled.verdicts,
            )
        )
        for number in (1, 2)
    )
    for form in (first.text, first.html):
        assert "[00]" in form
    for form in (later.text, later.html):
        assert "[00]" not in form
        assert {"en": "stand in the first letter", "de": "stehen im ersten Brief"}[language] in " ".join(
            form.split()
        )
        assert "body=" + {"en": "accept", "de": "annehmen"}[language] in form
        assert "Hel" in form
    words = [len(re.sub("<[^>]*>", "", one.text).split()) for one in (first, later)]
    assert words[1] < words[0] - 300


def test_a_letter_whose_sentence_holds_an_order_is_not_told_that_it_has_none() -> None:
    """What may have been meant is offered, and nothing is said twice of lines that are no orders."""
    table = table_at("3.0")
    reader = reader_of(table.game, table.content, table.view("thor"))
    notes: list[tuple[str, dict[str, str]]] = [("no-order", {})]
    for line, said in (("Hm, let me see: draw.", False), ("What a game!", True)):
        verdicts = table.play("thor", line).ruled.verdicts
        told = receipt_told(reader, verdicts, table.choices("thor"), notes=notes)
        assert bool(told.notes) == said
        assert not told.prose


@pytest.mark.parametrize(
    ("language", "line", "head", "word"),
    [("en", "draw", "WHAT YOU MAY DO", "moves"), ("de", "ziehe", "WAS DU TUN KANNST", "züge")],
)
def test_a_receipt_in_the_middle_of_a_turn_tells_what_was_played_what_is_owed_and_the_taps(
    language: str, line: str, head: str, word: str
) -> None:
    """The text leaves out the list of moves, for which it names the word; a page has their links."""
    table = table_at("4.0", language)
    played = table.play("thor", line)
    told = {
        "game": table.game,
        "content": table.content,
        "view": table.view("thor"),
        "number": "g1.thor.9",
        "choices": table.choices("thor"),
        "language": language,
        "address": ADDRESS,
        "always": False,
    }
    made = bodies(Letter(verdicts=played.ruled.verdicts, **told))
    slip = bodies(Letter(verdicts=table.play("thor", "lay nonsense").ruled.verdicts, **told))
    assert re.search(rf"\b{word}\b", slip.text), "who was not understood is told how to ask what there is"
    assert head not in made.text
    assert re.search(rf"Wort {word}\.|word {word} ", made.text)
    said = re.sub(r"<mailto:[^>]*>", "", made.text)
    warning = re.search(
        r"^Loki (may take your last|kann deine letzten) 3 (.|\n)*?\[8\.3\]$", said, re.MULTILINE
    )
    assert warning, "three cards, and three points of the other side"
    assert len(warning[0].split()) <= 15
    words = len(said.split()) - len(warning[0].split())
    assert words <= 130, words
    assert made.html.count('href="mailto:') > 6
    assert made.text.index("%404.1%20") > made.text.index("4.1")


@pytest.mark.parametrize(
    ("language", "lines", "same"),
    [
        (
            "en",
            "chalenge B\ndraw\ndraw",
            "The table is as it was in letter g1.thor.8; the word table shows it, the word moves",
        ),
        ("en", "challenge A", "The table is as it was in letter g1.thor.8;"),
        ("en", "What a game!", "The table is as it was in letter g1.thor.8;"),
        (
            "de",
            "fordeere B\nziehe",
            "Der Tisch ist, wie er in Brief g1.thor.8 war; das Wort „tisch“ zeigt ihn, das Wort „züge“",
        ),
        ("de", "fordere A", "Der Tisch ist, wie er in Brief g1.thor.8 war;"),
    ],
)
def test_a_letter_that_changes_nothing_costs_no_second_table(language: str, lines: str, same: str) -> None:
    """What was not understood, what may have been meant, the taps, and where the table stands: 150 words at most."""
    table = table_at("4.0", language)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("thor"),
        number="g1.thor.9",
        verdicts=table.play("thor", lines).ruled.verdicts,
        choices=table.choices("thor"),
        language=language,
        address=ADDRESS,
        tabled="g1.thor.8",
    )
    made = bodies(letter)
    text = " ".join(re.sub(r"<mailto:[^>]*>", "", made.text).split())
    assert same in text
    assert len(text.split()) <= 150
    for form in (made.text, made.html):
        assert HEADS[language][0] not in form
        assert "mailto:" in form
    played = replace(
        letter,
        verdicts=table.play(
            "thor", {"en": "draw\nnonsense of a lay", "de": "ziehe"}[language]
        ).ruled.verdicts,
    )
    assert HEADS[language][0] in bodies(played).text


def test_who_is_to_look_at_the_table_is_shown_it() -> None:
    """An answer to a letter of before: the table has changed, and stands in the receipt of the refusal."""
    text, _, verdicts = answered("@3.0 draw")
    assert verdicts == ["refused"]
    assert "THE TABLE" in text
