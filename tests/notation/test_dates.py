"""Days as players write them, and what is told of a vacation that ends on one."""

from datetime import date

import pytest

from referee.api import Table
from referee.house.terms import terms_of
from referee.notation.requests import days_until

THURSDAY = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("until 10 December", 14),
        ("until December 10", 14),
        ("till the 10th of December", 14),
        ("until Dec 10", 14),
        ("until 10 December 2026", 14),
        ("until 2026-12-10", 14),
        ("through 1 jan", 36),
        ("until 26 november", 365),
        ("until Friday", 1),
        ("until next Monday", 4),
        ("until thursday", 7),
        ("bis 10. Dezember", 14),
        ("bis zum 10.12.", 14),
        ("bis 10.12.2026", 14),
        ("bis zum 24. Dez.", 28),
        ("bis Freitag", 1),
        ("bis n\u00e4chsten Montag", 4),
        ("bis zum Sonntag", 3),
        ("bis 1. M\u00e4rz", 95),
        ("until 31 February", 0),
        ("until soon", 0),
        ("bis dann", 0),
        ("10 December", 0),
        ("until 2020-01-01", 0),
        ("until 10 December or so", 0),
    ],
)
def test_days_until_a_day(words: str, days: int) -> None:
    """The next such day; 0 for what names none, or one that is over."""
    assert days_until(words, THURSDAY) == days


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        (
            "en",
            "vacation until 10 December",
            "No vacation is taken by that. That day is in 14 days: write vacation 14 days.",
        ),
        ("en", "vacation until the 10th of December", "That day is in 14 days"),
        ("en", "vacation until next year", "No vacation is taken by that. You may be away for 20 more days"),
        ("en", "vacation until 1 May", "No vacation is taken by that. You may be away for 20 more days"),
        ("en", "vacation 100 days", "No vacation is taken by that."),
        (
            "de",
            "urlaub bis 10. Dezember",
            "Damit ist kein Urlaub genommen. Dieser Tag ist in 14 Tagen: Schreib urlaub 14 tage.",
        ),
        ("de", "Urlaub bis zum 10.12.", "Dieser Tag ist in 14 Tagen"),
        (
            "de",
            "urlaub bis irgendwann",
            "Damit ist kein Urlaub genommen. Du kannst noch 20 Tage fort sein",
        ),
    ],
)
def test_h14_a_vacation_that_is_not_taken_is_told_so(language: str, line: str, told: str) -> None:
    """With the days that it would be, and their link where there is one; the clock goes on."""
    terms = terms_of({"deadline": "3 days", "vacation": "20 days"})
    noon = "2026-11-26T12:00:00Z"
    table = Table.open("thunder", seed="07", languages={"thor": language}, terms=terms, clock=lambda: noon)
    played = table.play("thor", line, at="2026-11-26T13:00:00Z")
    text = " ".join(played.receipt.split())
    assert told in text
    assert played.verdicts == ("answered",)
    assert played.ruled.events == ()
    days = {"en": "| vacation 14 days", "de": "| urlaub 14 tage"}[language]
    assert (days in text) == ("14" in told)


@pytest.mark.parametrize(
    ("language", "line", "told", "taps"),
    [
        ("en", "pause until Monday", "vacation 4 days", ["vacation 4 days", "pause"]),
        ("en", "pause 3 days", "vacation 3 days", ["vacation 3 days", "pause"]),
        ("en", "Pause for 2 weeks", "vacation 14 days", ["vacation 14 days", "pause"]),
        ("en", "pause until May 1", "You may be away for 20 more days", ["pause"]),
        ("de", "pause bis Montag", "urlaub 4 tage", ["urlaub 4 tage", "pause"]),
        ("de", "pause 2 tage", "urlaub 2 tage", ["urlaub 2 tage", "pause"]),
        ("de", "Pause für 3 Tage", "urlaub 3 tage", ["urlaub 3 tage", "pause"]),
    ],
)
def test_h15_a_pause_with_an_end_is_none_and_tells_what_may_be_meant(
    language: str, line: str, told: str, taps: list[str]
) -> None:
    """It was offered as a plain pause; a pause has no end, a vacation has, and stands still for its player alone."""
    noon = "2026-11-26T12:00:00Z"
    terms = terms_of({"deadline": "3 days", "vacation": "20 days"})
    table = Table.open("thunder", seed="07", languages={"thor": language}, terms=terms, clock=lambda: noon)
    played = table.play("thor", line, at="2026-11-26T13:00:00Z")
    text = " ".join(played.receipt.split())
    assert told in text
    assert {"en": "a pause has no end", "de": "eine Pause hat kein festes Ende"}[language] in text
    assert [one for one in taps if f"| {one}" in text or one in text.rpartition(".")[2]] == taps
    assert played.verdicts == ("answered",)
    assert played.ruled.events == ()


@pytest.mark.parametrize(
    "line", ["pause 3 days ago I was away", "pause or not", "Pause until we know more of what is to come"]
)
def test_h15_other_words_after_pause_are_prose(line: str) -> None:
    """A sentence in which the word stands is offered as before, and nothing follows."""
    table = Table.open("thunder", seed="07", terms=terms_of({"deadline": "3 days"}))
    played = table.play("thor", line)
    assert played.verdicts == ("prose",)
    assert played.ruled.events == ()
