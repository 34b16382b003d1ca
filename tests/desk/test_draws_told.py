"""6.6 Whoever offered a draw is told that it has lapsed, in the letter that tells what the other did instead."""

from email import message_from_bytes
from pathlib import Path

import pytest
from support.club import Club
from test_foreseen_by_mail import begun, words

LAPSED = {
    "en": "Your offer of a draw was not accepted, and has lapsed.",
    "de": "Dein Remisangebot wurde nicht angenommen und ist erloschen.",
}
OFFER, DECLINE = {"en": "offer draw", "de": "biete remis"}, "decline draw"


def told(club: Club, *letters: tuple[str, str]) -> str:
    """What Odin is told after these letters, joined."""
    begun(club, (club.players["odin"].language, "en"))
    for seat, body in letters:
        last = message_from_bytes(club.boxes[seat][-1].raw)
        had = len(club.boxes["odin"])
        club.write(seat, str(last["Reply-To"]), str(last["Subject"]), body)
    return " ".join(map(words, club.boxes["odin"][had:]))


@pytest.mark.parametrize("language", ["en", "de"])
def test_6_6_an_offer_of_a_draw_that_lapsed_is_told_to_its_maker(tmp_path: Path, language: str) -> None:
    """Once: not in the letters after that; nothing was said, so that it seemed to stand."""
    moves = ("odin", f"a1-a2\n{OFFER[language]}"), ("thor", "a5-a4")
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    assert LAPSED[language] in told(club, *moves)
    last = message_from_bytes(club.boxes["odin"][-1].raw)
    club.write("odin", str(last["Reply-To"]), str(last["Subject"]), "b1-b2")
    assert LAPSED[language] not in words(club.boxes["odin"][-1])
    assert all(text not in words(one) for one in club.boxes["thor"] for text in LAPSED.values())


@pytest.mark.parametrize(
    "moves",
    [
        (("odin", "a1-a2\noffer draw"),),
        (("odin", "a1-a2\noffer draw"), ("thor", DECLINE)),
        (("odin", "a1-a2\noffer draw"), ("thor", "accept draw")),
        (("odin", "a1-a2"), ("thor", "a5-a4\noffer draw"), ("odin", "a2-a3")),
        (("odin", "a1-a2"), ("thor", "a5-a4")),
    ],
)
def test_6_6_an_offer_that_stands_was_answered_or_is_anothers_is_not_told_as_lapsed(
    tmp_path: Path, moves: tuple[tuple[str, str], ...]
) -> None:
    """Nor one that none made."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    assert LAPSED["en"] not in told(club, *moves)


def test_6_6_an_offer_that_lapses_at_once_is_told_in_the_one_letter(tmp_path: Path) -> None:
    """Where the other had the answer to the move waiting beforehand (H27)."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    moves = ("odin", "b1-b2"), ("thor", "b5-b4\nif Odin moves to a2: a5-a4"), ("odin", "offer draw\na1-a2")
    assert LAPSED["en"] in told(club, *moves)
