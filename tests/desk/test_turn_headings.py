"""What happened, under the turn in which it did: a whole turn, a part of one, or only that a turn begins."""

import re
from email import message_from_bytes
from pathlib import Path

import pytest
from support.club import Club
from support.post_office import Got


def write(club: Club, seat: str, body: str) -> Got:
    """A mail of a player in answer to the last letter; gives the last letter that came to that seat since."""
    last = message_from_bytes(club.boxes[seat][-1].raw)
    club.write(seat, str(last["Reply-To"]), str(last["Subject"]), body)
    return club.boxes[seat][-1]


@pytest.mark.parametrize(
    ("language", "heading", "turn", "again"),
    [("en", "WHAT HAPPENED", "Turn", ", continued"), ("de", "WAS GESCHEHEN IST", "Zug", ", Fortsetzung")],
)
def test_a_turn_of_which_all_is_told_is_not_called_a_part(
    tmp_path: Path, language: str, heading: str, turn: str, again: str
) -> None:
    """That it began was told before; a receipt says no more than the band that the other's turn has begun."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, language))
    for seat in ("odin", "thor"):
        write(club, seat, {"en": "accept", "de": "annehmen"}[language])
    for seat in ("odin", "thor"):
        found = re.search(r"(?:place|lege) \d(?: \d){5}", club.boxes[seat][-1].text)
        assert found
        write(club, seat, found[0])
    receipt = write(club, "odin", "a1-a2")
    assert heading not in receipt.text
    told = club.boxes["thor"][-1].text
    assert f"\n{heading}\n{turn} 1\n  1.1 " in told
    assert again not in told
    write(club, "thor", {"en": "letters every-order", "de": "briefe jeder-befehl"}[language])
    write(club, "thor", "a5-a4")
    write(club, "odin", {"en": "say hello", "de": "sage hallo"}[language])
    assert f"\n{heading}\n{turn} 3{again}\n" in club.boxes["thor"][-1].text
