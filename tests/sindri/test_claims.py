"""What a letter offers against the silent where more than two play: in whose letter, for whom, and what it comes to."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from forge import GAME, Forge, sindri  # noqa: F401  fixture

from referee.telling.letter import Bodies, Letter, bodies

pytestmark = pytest.mark.usefixtures("sindri")
ORDER = {"en": "claim win", "de": "beanspruche sieg"}
OFFER = {"en": "You may go on waiting, or", "de": "Du kannst weiter warten oder"}
ADDRESS = "referee+abcdefghijklmnopqrstuvwxyz@games.example.org"


def letter(forge: Forge, seat: str, language: str) -> Bodies:
    """A letter to a seat about the table as it is."""
    view: Any = GAME.view(forge.state, seat)
    made = Letter(
        game=GAME,
        content=forge.content,
        view=view,
        number=f"g1.{seat}.3",
        choices=GAME.choices(view),
        address=ADDRESS,
        language=language,
    )
    return bodies(made)


def ordered(shown: Bodies) -> set[str]:
    """What the links of a letter order, in its text and on its page."""
    found = re.findall(r"body=([^>\"]*)", shown.text + unescape(shown.html))
    return {unquote(one) for one in found}


def flat(shown: Bodies) -> str:
    """The text of a letter in one line."""
    return " ".join(shown.text.split())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("gods", "silent", "subject", "text"),
    [
        (
            3,
            ("freyja",),
            {"en": "Freyja has not answered in time: ", "de": "Freyja hat nicht rechtzeitig geantwortet: "},
            {
                "en": "put Freyja out of the game, which the others play on: for that, write claim win.",
                "de": "Freyja ausscheiden lassen; die anderen spielen weiter: Schreib dafür beanspruche sieg.",
            },
        ),
        (
            5,
            ("thor", "freyja"),
            {
                "en": "Thor and Freyja have not answered in time: ",
                "de": "Thor und Freyja haben nicht rechtzeitig geantwortet: ",
            },
            {
                "en": "put Thor and Freyja out of the game, which the others play on: for that, write claim win.",
                "de": "Thor und Freyja ausscheiden lassen; die anderen spielen weiter: Schreib dafür beanspruche sieg.",
            },
        ),
        (
            3,
            ("thor", "freyja"),
            {
                "en": "Thor and Freyja have not answered in time: ",
                "de": "Thor und Freyja haben nicht rechtzeitig geantwortet: ",
            },
            {
                "en": "end the game for Thor and Freyja: for that, write claim win.",
                "de": "die Partie für Thor und Freyja beenden: Schreib dafür beanspruche sieg.",
            },
        ),
    ],
)
def test_whom_of_several_silent_gods_leave_waiting_is_told_how_to_claim(
    gods: int, silent: tuple[str, ...], subject: dict[str, str], text: dict[str, str], language: str
) -> None:
    """H13 5.4 Each other god is told against whom, and how: by hand, because no tap puts one out. The Norn is not."""
    forge = Forge(gods=gods)
    for seat in silent:
        forge.silent(seat)
    for seat in [one for one in forge.state.players if one not in silent]:
        shown = letter(forge, seat, language)
        assert shown.subject.startswith(subject[language])
        assert f"{OFFER[language]} {text[language]}" in flat(shown)
        assert (links := ordered(shown))
        assert not any(ORDER[language] in one for one in links)
    assert OFFER[language] not in flat(letter(forge, "master", language))
    assert forge.write("odin", ORDER["en"]) == "played"
    assert forge.state.gone == silent
    assert (forge.state.outcome is None) == (gods - len(silent) > 1)


def test_a_silent_god_claims_not_against_itself_but_against_the_other_silent_one() -> None:
    """H13 5.4 Nobody claims what is their own silence."""
    forge = Forge(gods=3)
    forge.silent("freyja")
    alone = letter(forge, "freyja", "en")
    assert OFFER["en"] not in flat(alone)
    assert "Freyja has not answered" not in alone.subject
    forge.silent("thor")
    both = letter(forge, "freyja", "en")
    assert both.subject.startswith("Thor has not answered in time: ")
    assert (
        f"{OFFER['en']} put Thor out of the game, which the others play on: for that, write claim win."
        in flat(both)
    )
    assert forge.write("freyja", ORDER["en"]) == "played"
    assert forge.state.gone == ("thor",)
