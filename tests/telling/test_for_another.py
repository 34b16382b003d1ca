"""Words for another player are told as not passed on, by the name of a player or of a seat, in both languages."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote

import pytest
import yaml
from test_meant import answered

from referee.house.games import find
from referee.notation.sentences.addressed import speaks_to
from referee.telling.answers.prose import is_for_another
from referee.telling.catalog import catalog
from referee.telling.sentences import Reader
from referee.util import translations

CASES = yaml.safe_load(Path(__file__).with_name("for_another.yaml").read_text("utf-8"))
SEATED = {
    "thunder": (("thor", "Bert Berg"), ("loki", "Anna")),
    "hammer_of_thor": (("red", "Bert Berg"), ("blue", "Änne")),
}
"""The writer and the other player of a game, by seat and name."""
CALLED = {
    ("thunder", "en"): ("Anna", "Loki"),
    ("thunder", "de"): ("Anna", "Loki"),
    ("hammer_of_thor", "en"): ("Änne", "Aenne", "Blue"),
    ("hammer_of_thor", "de"): ("Änne", "Blau", "Blue"),
}


def reader(game: str, language: str) -> Reader:
    """The first of the two."""
    found = find(game)
    view = SimpleNamespace(seat=SEATED[game][0][0], names=SEATED[game], game="g1")
    return Reader(found, found.options({}), cast("Any", view), catalog(game, language), cast("Any", None))


@pytest.mark.parametrize("name", ["en", "de"])
def test_forty_phrasings_in_each_language_are_seen_with_each_name(name: str) -> None:
    """As words for the other, whatever language the writer's letters are in."""
    assert len(CASES[name]) == 40
    for (game, language), called in CALLED.items():
        missed = [
            line.format(one)
            for line in CASES[name]
            for one in called
            if not is_for_another(reader(game, language), line.format(one))
        ]
        assert not missed, (game, language)


@pytest.mark.slow
def test_a_hundred_other_lines_are_left_alone() -> None:
    """Greetings alone, signatures, quotations, lines about the other or about a card that is called so."""
    assert len(CASES["others"]) > 100
    for (game, language), called in CALLED.items():
        taken = [
            line.format(one, me=me)
            for line in CASES["others"]
            for one in called
            for me in ("Bert", SEATED[game][0][0])
            if is_for_another(reader(game, language), line.format(one, me=me))
        ]
        assert not taken, (game, language)


@pytest.mark.parametrize(
    ("language", "line", "verdict", "tap"),
    [
        ("en", "draw. Good luck, Loki!", "misread", "draw"),
        ("en", "draw, draw - well played Loki", "misread", "draw, draw"),
        ("en", "draw (good luck, Loki)", "misread", "draw"),
        ("en", "Good luck, Loki! Draw, draw.", "prose", "Draw, draw"),
        ("en", "order hel, ravens, frigg. Good luck, Loki!", "misread", "order hel, ravens, frigg"),
        ("de", "ziehe! Viel Glück, Loki", "misread", "ziehe"),
        ("de", "Viel Spaß, Loki! ziehe", "prose", "ziehe"),
    ],
)
def test_an_order_beside_words_for_another_is_offered_whole_and_without_them(
    language: str, line: str, verdict: str, tap: str
) -> None:
    """Neither is played or passed on; the link sends the whole order, and holds for this position only."""
    _, page, verdicts = answered(line, language)
    assert verdicts == [verdict]
    assert f'body={quote(f"@4.0 {tap}", safe="")}"' in page


def test_no_part_of_an_order_is_offered_beside_words_for_another() -> None:
    """`hel, vking` is no list of cards: nothing of that order is offered."""
    _, page, _ = answered("deploy dragon, hel, vking. Good luck, Loki!")
    assert "deploy" not in page.partition("body=")[2]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "say Good luck, Loki!"),
        ("en", "draw"),
        ("en", "lay hirdman A1"),
        ("en", "use ravens A"),
        ("en", "card loki"),
        ("en", "what does Loki do?"),
        ("en", "resign"),
        ("en", "if my Dragon falls: draw"),
        ("de", "sage Viel Glück, Loki!"),
        ("de", "lege Hirdmann A1"),
        ("de", "karte loki"),
        ("de", "was macht Loki?"),
    ],
)
def test_no_order_or_question_is_told_as_words_for_another(language: str, line: str) -> None:
    """Whatever names stand in it."""
    text, page, _ = answered(line, language)
    assert "Not passed on" not in text
    assert "Nicht weitergegeben" not in text
    assert "body=sa" not in page


def test_a_language_that_becomes_known_counts_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where such a line came before."""
    names, line = frozenset({"loki"}), "Hallo Loki, viel Vergnügen!"
    with monkeypatch.context() as before:
        before.setattr(translations, "languages", lambda: ("en",))
        assert not speaks_to(names, line)
    assert speaks_to(names, line)
