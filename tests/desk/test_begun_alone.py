"""A page has no heading over nothing: that the turn of another begins is said by the first line of a receipt."""

import re
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest
from support.club import Club

HEADINGS = {
    "en": (">What happened then<", ">What happened<"),
    "de": (">Was dann geschah<", ">Was geschehen ist<"),
}
WORDS = {
    "en": {"accept": "accept", "if": "if my turn: b5-b4"},
    "de": {"accept": "annehmen", "if": "wenn mein Zug: b5-b4"},
}


def says(one: Club, seat: str, body: str) -> None:
    """A seat answers its last letter."""
    last = one.boxes[seat][-1].mail
    one.write(seat, last["Reply-To"] or last["From"], f"Re: {last['Subject']}", body)


def page_of(raw: bytes) -> str:
    """The page of a letter."""
    body = BytesParser(policy=policy.default).parsebytes(raw).get_body(("html",))
    assert body is not None
    return str(body.get_content())


@pytest.mark.parametrize("language", ["en", "de"])
def test_that_a_turn_begins_has_no_heading_of_its_own_on_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """In a receipt, and below an order beforehand that was played: the heading stood there with `Turn 3: Odin`."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    club, words = Club(tmp_path, "odins_table", ("odin", "thor"), (language,) * 2), WORDS[language]
    for seat in ("odin", "thor"):
        says(club, seat, words["accept"])
    for seat in ("odin", "thor"):
        six = re.search(r"(?:place|lege) \d(?: \d){5}", club.boxes[seat][-1].text)
        assert six
        says(club, seat, six[0])
    says(club, "odin", "a1-a2")
    says(club, "thor", "a5-a4")
    says(club, "thor", words["if"])
    says(club, "odin", "b1-b2")
    receipt, fired = (page_of(club.boxes["thor"][at].raw) for at in (-3, -1))
    for page, given, heads in ((receipt, "a5-a4", ()), (fired, "b5-b4", HEADINGS[language][1:])):
        assert f"1&gt; {given}" in page
        for heading in HEADINGS[language]:
            assert (heading.lower() in page.lower()) == (heading in heads), heading
