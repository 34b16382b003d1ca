"""H20 What the letters of a dispute tell at a glance: who disputes what, what its reader may still do, how it ended."""

import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from support.club import Club
from support.post_office import Got
from test_foreseen_by_mail import begun, words, write

DISPUTE = {"en": "dispute 1.1: That was no step.", "de": "einspruch 1.1: Das war kein Schritt."}
STATE = {"en": "statement: It was one.", "de": "stellungnahme: Doch."}
WITHDRAW = {"en": "withdraw dispute", "de": "einspruch zurückziehen"}
HEADS = {
    "en": ("Thor disputes what happened", "Your turn, and Thor withdraws the dispute"),
    "de": ("Thor beanstandet, was geschah", "Du bist dran, und Thor zieht den Einspruch zurück"),
}
LEADS = {
    "en": "Thor disputes what was at 1.1, so play rests.",
    "de": "Thor beanstandet, was bei 1.1 war: Die Partie ruht.",
}
MAY_STATE = {"en": "you may say how it was", "de": "kannst du sagen, wie es war"}
STATED = {"en": "You have said how it was.", "de": "Du hast gesagt, wie es war."}


def subject(got: Got) -> str:
    """The subject of a letter, without the game and its turn."""
    said = message_from_bytes(got.raw, policy=policy.default)["Subject"]
    return str(said).rpartition(": ")[0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_h20_who_disputes_what_and_what_the_reader_may_still_do(tmp_path: Path, language: str) -> None:
    """Who has said how it was is not told any more that there is time for it; nor is the one whose dispute it is."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, language))
    begun(club, (language, language))
    write(club, "odin", "a1-a2")
    write(club, "thor", "a5-a4")
    [mine] = write(club, "thor", DISPUTE[language])
    asked = club.boxes["odin"][-1]
    assert subject(asked) == HEADS[language][0]
    assert asked.text.startswith(LEADS[language] + "\n")
    assert MAY_STATE[language] in words(asked)
    assert MAY_STATE[language] not in words(mine)
    ours, theirs = (
        {"en": "A LETTER OF", "de": "EIN BRIEF VON"}[language] in got.text for got in (asked, mine)
    )
    assert (ours, theirs) == (True, False)  # all that Thor knows of it stands above, in dispute
    [told] = write(club, "odin", STATE[language])
    assert STATED[language] in words(told)
    assert MAY_STATE[language] not in words(told)
    write(club, "thor", WITHDRAW[language])
    assert subject(club.boxes["odin"][-1]) == HEADS[language][1]


def test_h20_a_players_packet_tells_in_short_with_the_story_of_the_own_letter(tmp_path: Path) -> None:
    """As every letter does: not event by event; and nobody needs the seconds in which a letter came."""
    club = Club(tmp_path, "thunder", ("thor", "loki"))
    for seat, body in (
        ("thor", "accept"),
        ("loki", "accept"),
        ("thor", "deploy ravens, huscarl, viking warriors"),
        ("loki", "deploy ravens, dragon, frigg"),
    ):
        write(club, seat, body)
    seat, other = ("thor", "loki") if "Your turn" in subject(club.boxes["thor"][-1]) else ("loki", "thor")
    write(club, seat, "draw, draw, draw")
    write(club, other, "draw, draw, draw")
    write(club, seat, "challenge B")
    write(club, other, "dispute 3.1: That was no challenge.")
    packet = club.boxes[seat][-1].text.partition("YOUR PACKET")[2]
    assert "You challenge in column B: your " in " ".join(packet.split())
    assert "Turned up: " not in packet
    assert re.search(r"It came on January 1, 2026, \d\d:\d\d \(UTC\)", " ".join(packet.split()))
    for never in ("Kept: ", "THE RULES THAT"):  # the judge has these
        assert never not in packet
