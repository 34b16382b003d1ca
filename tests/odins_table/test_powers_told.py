"""What the cards can do, told where they are laid, and to who asks for all of them: 4.2, 4.5, 5.1."""

import re
from email import message_from_bytes
from pathlib import Path

import pytest
from support.club import Club

from referee.api import Table

LOKI = {"en": "Loki 1: if a higher card attacks it", "de": "Loki 1: Greift eine höhere Karte sie an"}
RAVENS = {"en": "Hugin & Munin 0: when a piece", "de": "Hugin & Munin 0: Kommt ein Stein"}
ASKED = {"en": "cards", "de": "karten"}


def flat(text: str) -> str:
    """A text with its lines joined."""
    return " ".join(text.split())


def table_in(language: str) -> Table:
    """A game whose seats read in that language, as it was dealt."""
    return Table.open("odins_table", seed="07", languages=dict.fromkeys(("odin", "thor"), language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_lays_cards_is_told_what_they_can_do(language: str) -> None:
    """Else the first choice is made blind; once it is made, no more."""
    t = table_in(language)
    for seat in t.seats:
        told = flat(t.report(seat))
        assert LOKI[language] in told
        assert RAVENS[language] in told
        t.play(seat, next(iter(t.moves(seat))))
        assert LOKI[language] not in flat(t.report(seat))


@pytest.mark.parametrize(("language", "told"), [("en", "for you on the right"), ("de", "für dich rechts")])
def test_who_sees_the_board_turned_is_told_where_column_a_is(language: str, told: str) -> None:
    """2.2 The cards are named from a to f; Thor sees a on the right."""
    t = table_in(language)
    assert told in flat(t.report("thor"))
    assert told not in flat(t.report("odin"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_cards_are_told_to_who_asks_for_them(language: str) -> None:
    """`cards` without a name: each card with its value and how often it is there, and the two powers."""
    t = table_in(language)
    told = flat(t.play("odin", ASKED[language]).receipt)
    assert re.search(r"27 (cards|Karten): Odin 9 x2, .*Baldr 2 x3, Loki 1 x3, Hugin & Munin 0 x3\.", told)
    assert LOKI[language] in told
    assert RAVENS[language] in told


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_invitation_is_answered_with_the_cards(tmp_path: Path, language: str) -> None:
    """It says that one may ask so; and in which directions a piece moves, which everybody asks first."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    first = club.boxes["odin"][-1]
    assert re.search(
        {"en": r"one square in any direction", "de": r"ein Feld in jede Richtung"}[language],
        flat(first.text),
    )
    assert (
        flat(first.text).count({"en": "The word cards tells", "de": "Das Wort karten zeigt"}[language]) == 1
    )
    last = message_from_bytes(first.raw)
    club.write("odin", str(last["Reply-To"]), str(last["Subject"]), ASKED[language])
    assert LOKI[language] in flat(club.boxes["odin"][-1].text)


def test_the_cards_that_were_laid_are_told_once() -> None:
    """2.2 What was chosen, and then that the cards lie: not the six again."""
    t = table_in("en")
    t.play("odin", next(iter(t.moves("odin"))))
    told = flat(t.play("thor", next(iter(t.moves("thor")))).receipt)
    assert "chosen where your six cards go: a " in told
    assert "All twelve cards lie face down at columns a to f. " in told
