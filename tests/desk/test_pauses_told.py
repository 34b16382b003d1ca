"""What the players are told of pauses and vacations (H14, H15), by mail, as text and as a page."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html  # type: ignore[import-untyped]
from support.club import Club
from support.post_office import Got
from support.trio_office import trio  # noqa: F401  fixture

from referee.api import Table
from referee.house.terms import terms_of
from referee.table.clocks.deadlines import clocks_of
from referee.telling.catalog import catalog
from referee.telling.times import ALL, due_told
from referee.util.times import stamp

BEGINS = datetime(2026, 11, 2, 9, tzinfo=UTC)
MOST_WORDS = 150
TERMS = {"deadline": "3 days", "vacation": "14 days", "reminder": ""}
SAID = {
    "en": {"pause": "pause", "resume": "resume", "vacation": "vacation", "days": "days"},
    "de": {"pause": "pause", "resume": "fortsetzen", "vacation": "urlaub", "days": "tage"},
}
Opened = Callable[..., Club]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A game between Thor and Loki, at Loki's turn 1."""
    monkeypatch.setattr("os.fsync", lambda _: None)

    def opened(language: str) -> Club:
        one = Club(tmp_path, "thunder", ("thor", "loki"), (language,) * 2, terms=TERMS, letters="every-order")
        says(one, "thor", {"en": "accept", "de": "annehmen"}[language])
        says(one, "loki", {"en": "accept", "de": "annehmen"}[language])
        says(one, "loki", "deploy dragon, female-archer, ravens")
        says(one, "thor", "deploy huscarl, ravens, mjolnir")
        return one

    return opened


def says(one: Club, seat: str, body: str) -> dict[str, Got]:
    """A seat answers its last letter; the last letter of each seat then."""
    last = one.boxes[seat][-1].mail
    one.write(seat, last["Reply-To"] or last["From"], f"Re: {last['Subject']}", body)
    return {seat: box[-1] for seat, box in one.boxes.items()}


def forms(letter: Got) -> tuple[str, str]:
    """The text of a letter and that of its page, with single spaces."""
    return " ".join(letter.text.split()), " ".join(page(letter).text_content().split())


def page(letter: Got) -> Any:
    """The page of a letter."""
    part = next(part for part in letter.mail.walk() if part.get_content_type() == "text/html")
    return lxml_html.document_fromstring(part.get_payload(decode=True))


def taps(letter: Got) -> list[str]:
    """The orders that stand with a link in the text of a letter, and those of the links of its page."""
    rows = letter.text.split("\n")
    text = [one[2:] for one, below in pairwise(rows) if below.startswith("  <mailto:")]
    linked = [one.text_content().strip("→ \n") for one in page(letter).findall(".//a")]
    return [one for one in text if one in linked]


@pytest.mark.parametrize("language", ["en", "de"])
def test_h15_who_has_asked_is_not_told_to_agree_and_a_pause_ends_by_a_tap(
    club: Opened, language: str
) -> None:
    """To whom agrees and to whom asked first: that the clocks stand still, and a link for `resume`."""
    one, words = club(language), SAID[language]
    agree = {"en": "write pause to agree", "de": "Stimm mit dem Wort „pause“ zu"}[language]
    still = {"en": "The clocks stand still: all players", "de": "Die Uhren stehen still: Alle Spieler"}[
        language
    ]
    asked = says(one, "thor", words["pause"])
    for form in forms(asked["loki"]):
        assert form.count(agree) == 1
    assert words["pause"] in taps(asked["loki"])
    agreed = says(one, "loki", words["pause"])
    for letter in agreed.values():
        assert words["resume"] in taps(letter)
        assert words["pause"] not in taps(letter)
        for form in forms(letter):
            assert still in form
            assert agree not in form
    for letter in says(one, "loki", words["resume"]).values():
        assert words["resume"] not in taps(letter)


def test_h15_of_three_who_want_a_pause_each_is_told_whom_it_waits_for(
    trio: Callable[..., Table],  # noqa: F811  fixture
) -> None:
    """Who wants it already is not asked to agree; who has not said so is offered it."""
    how = terms_of({"deadline": "3 days", "reminder": ""})
    table = trio(3, terms=how, clock=lambda: stamp(BEGINS))
    for seat in ("asa", "brand"):
        table.play(seat, "pause", at=stamp(BEGINS))
    told = {seat: " ".join(table.report(seat).split()) for seat in ("asa", "cleo")}
    assert "Asa and Brand want a pause; the clocks stand still once Cleo wants it too." in told["asa"]
    assert "write pause to agree" not in told["asa"]
    assert "write pause to agree" in told["cleo"]
    german = due_told(clocks_of(table), "asa", catalog("trio", "de"))[ALL]
    assert german.startswith(
        "Asa und Brand möchten eine Pause; die Uhren stehen still, sobald Cleo sie auch möchte."
    )


@pytest.mark.parametrize(
    ("language", "runs"),
    [
        ("en", "The clocks run again: {} answer is due by Sunday, January 4, 2026, 08:35 (UTC)."),
        ("de", "Die Uhren laufen wieder: {} ist fällig bis Sonntag, 4. Januar 2026, 08:35 (UTC)."),
    ],
)
def test_h15_the_answer_to_resume_says_that_clocks_run_again_and_who_owes_what(
    club: Opened, language: str, runs: str
) -> None:
    """To the writer and to the other; a wish for a pause that is taken back before the other agreed ends none."""
    one, words = club(language), SAID[language]
    says(one, "thor", words["pause"])
    says(one, "loki", words["pause"])
    ended = says(one, "loki", words["resume"])
    for seat, whose in {
        "en": {"loki": "your", "thor": "Loki's"},
        "de": {"loki": "deine Antwort", "thor": "die Antwort von Loki"},
    }[language].items():
        for form in forms(ended[seat]):
            assert runs.format(whose) in form
    taken_back = says(one, "thor", words["resume"])
    for letter in taken_back.values():
        assert runs.partition(":")[0] not in letter.text


@pytest.mark.parametrize(
    ("language", "left", "none"),
    [
        ("en", "You may be away for 14 more days.", "You have no more days of vacation."),
        ("de", "Du kannst noch 14 Tage weg sein.", "Du hast keine Urlaubstage mehr."),
    ],
)
def test_h14_the_word_vacation_alone_is_answered_with_days_and_taps(
    club: Opened, language: str, left: str, none: str
) -> None:
    """Three days and a week as far as there are so many, and the end of the one that is on."""
    one, words = club(language), SAID[language]
    leave, days = words["vacation"], words["days"]
    over = f"{leave} {'over' if language == 'en' else 'vorbei'}"

    def offered() -> list[str]:
        answer = says(one, "loki", leave)["loki"]
        return [text for text in taps(answer) if text.startswith(leave)]

    assert offered() == [f"{leave} 3 {days}", f"{leave} 7 {days}"]
    assert all(left in form for form in forms(one.boxes["loki"][-1]))
    says(one, "loki", f"{leave} 9 {days}")
    assert offered() == [f"{leave} 3 {days}", f"{leave} 5 {days}", over]
    says(one, "loki", f"{leave} 5 {days}")
    assert offered() == [over]
    assert all(none in form for form in forms(one.boxes["loki"][-1]))


@pytest.mark.parametrize(
    ("language", "ends"),
    [
        (
            "en",
            "The vacation of Thor ends on Sunday, January 4, 2026, {} (UTC), whether they stand still or not.",
        ),
        (
            "de",
            "Der Urlaub von Thor endet am Sonntag, 4. Januar 2026, {} (UTC), ob sie stillstehen oder nicht.",
        ),
    ],
)
@pytest.mark.parametrize("first", ["vacation", "pause"])
def test_h14_a_vacation_in_a_pause_and_a_pause_in_a_vacation_say_which_ends_when(
    club: Opened, language: str, ends: str, first: str
) -> None:
    """The one by its day, the other by a word of any player."""
    one, words = club(language), SAID[language]
    leave = ("thor", f"{words['vacation']} 3 {words['days']}")
    pause = (("thor", words["pause"]), ("loki", words["pause"]))
    for seat, body in (leave, *pause) if first == "vacation" else (*pause, leave):
        told = says(one, seat, body)
    at = "08:35" if first == "vacation" else "08:49"
    for letter in told.values():
        for form in forms(letter):
            assert ends.format(at) in form
            assert f"{words['resume']}" in form


@pytest.mark.parametrize("language", ["en", "de"])
def test_h14_the_vacation_of_another_is_a_short_letter_for_who_owes_nothing(
    club: Opened, language: str
) -> None:
    """At most 150 words, without the table; no letter after it says that it shows the table; all of it else."""
    one, words = club(language), SAID[language]
    leave = f"{words['vacation']} 2 {words['days']}"
    tabled = {"en": "as it was in letter g1.thor.4", "de": "wie er in Brief g1.thor.4 war"}[language]
    first = says(one, "loki", leave)["thor"]
    again = says(one, "loki", leave)["thor"]
    for letter in (first, again):
        assert len(letter.text.split()) <= MOST_WORDS
        assert all("Baldr" not in form for form in forms(letter))  # one of the hand
    assert all(tabled in form for form in forms(first))
    assert "g1.thor.5" not in again.text
    assert all("Frigg" in form for form in forms(says(one, "thor", leave)["loki"]))


@pytest.mark.parametrize(
    ("language", "own", "others"),
    [
        ("en", "Your vacation lasts until ", "Loki's vacation lasts until "),
        ("de", "Dein Urlaub dauert bis ", "Der Urlaub von Loki dauert bis "),
    ],
)
def test_h14_a_vacation_is_told_with_its_end(club: Opened, language: str, own: str, others: str) -> None:
    """It was told with its days alone: whoever reads the letter later would have to count."""
    game = club(language)
    got = says(game, "loki", f"{SAID[language]['vacation']} 5 {SAID[language]['days']}")
    day = (game.time + timedelta(days=5)).day
    for seat, said in (("loki", own), ("thor", others)):
        for form in forms(got[seat]):
            assert re.search(rf"{said}\D+{day}\W[^\[]*\d\d:\d\d \(UTC\)\. \[H14\]", form)
