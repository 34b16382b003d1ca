"""Settings by one tap, where a letter tells when letters come; and what may have been meant, in a text too."""

import re
from urllib.parse import unquote

import pytest
from support.letters_out import ADDRESS
from test_bodies import taps
from test_meant import answered, table_at

from referee.house.letters import PACES, LanguageChosen, LettersChosen
from referee.house.requests import done
from referee.house.time import NO_HOURS
from referee.notation.reader import Reader
from referee.notation.readings import Table
from referee.telling.letter import Bodies, Letter, bodies


def letter(language: str, pace: str) -> Bodies:
    """A letter to a seat whose letters come so, and which looks first or not."""
    table = table_at("3.0", language)
    return bodies(
        Letter(
            game=table.game,
            content=table.content,
            view=table.view("thor"),
            number="g1.thor.9",
            choices=table.choices("thor"),
            language=language,
            address=ADDRESS,
            pace=pace,
        )
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pace", [*PACES, "digest 18:00"])
def test_h10_every_other_setting_has_a_tap_that_does_it(language: str, pace: str) -> None:
    """The other paces and the other language, in the reader's words, at no position (H10)."""
    shown, table = letter(language, pace), table_at("3.0")
    reader, found = Reader(table.game, table.content, (language,)), []
    for tap in taps(shown):
        body = unquote(tap.url.partition("&body=")[2])
        (line,) = reader.read_letter(body)[:1]
        if isinstance(line.reading, Table):
            assert body == tap.text
            found.append(done(line.reading.verb, line.reading.argument, "thor", NO_HOURS))
            assert tap.url.replace("&", "&amp;") in shown.html
    other = {"en": "de", "de": "en"}[language]
    paces = {*PACES, "digest 18:00"} - {pace}
    assert {*found} == {LanguageChosen("thor", other), *(LettersChosen("thor", one) for one in paces)}
    assert "digest" not in letter(language, "").text + letter(language, "").html


@pytest.mark.parametrize(
    ("line", "kind", "link"),
    [
        ("challenge A", "refused", "%404.0%20challenge%20B"),
        ("chalenge B", "misread", "%404.0%20challenge%20B"),
        ("Hm, let me see: draw.", "prose", "%404.0%20draw"),
        ("hint", "answered", "%404.0%20lay%20hirdman%20A1"),
    ],
)
def test_what_may_have_been_meant_is_a_tap_in_both_forms(line: str, kind: str, link: str) -> None:
    """In the receipt of each kind of line: the page and the text hold the same link."""
    text, page, verdicts = answered(line)
    assert verdicts == [kind]
    for shown in (text, page):
        assert f"body={link}" in shown.partition("THE TABLE")[0]
    assert len(re.findall(f"body={link}[ >]", text)) == 1  # not among the likely ones again
