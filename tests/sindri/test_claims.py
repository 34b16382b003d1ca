"""What a letter offers against the silent where more than two play: in whose letter, for whom, and what it comes to."""

from typing import Any
from urllib.parse import unquote

import pytest
from forge import GAME, Forge, sindri  # noqa: F401  fixture

from referee.telling.letter import Bodies, Letter, bodies

pytestmark = pytest.mark.usefixtures("sindri")
ORDER = {"en": "claim win", "de": "beanspruche sieg"}
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


def order_of(shown: Bodies, language: str) -> str:
    """The order of the link that claims; "" where there is none."""
    url = shown.text.partition(f"| {ORDER[language]}\n  <")[2].partition(">")[0]
    return unquote(url.partition("&body=")[2])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("gods", "silent", "subject", "text"),
    [
        (
            3,
            ("freyja",),
            {"en": "Freyja has not answered in time: ", "de": "Freyja hat nicht rechtzeitig geantwortet: "},
            {
                "en": "or put Freyja out of the game, which the others play on.",
                "de": "oder Freyja ausscheiden lassen; die anderen spielen weiter.",
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
                "en": "or put Thor and Freyja out of the game, which the others play on.",
                "de": "oder Thor und Freyja ausscheiden lassen; die anderen spielen weiter.",
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
                "en": "or end the game for Thor and Freyja.",
                "de": "oder die Partie für Thor und Freyja beenden.",
            },
        ),
    ],
)
def test_whom_of_several_silent_gods_leave_waiting_has_a_tap(
    gods: int, silent: tuple[str, ...], subject: dict[str, str], text: dict[str, str], language: str
) -> None:
    """H13 5.4 Each other god has the link, which counts as it stands; the Norn has none."""
    forge = Forge(gods=gods)
    for seat in silent:
        forge.silent(seat)
    for seat in [one for one in forge.state.players if one not in silent]:
        shown = letter(forge, seat, language)
        assert shown.subject.startswith(subject[language])
        assert text[language] in " ".join(shown.text.split())
        assert f"&rarr; {ORDER[language]}</a>" in shown.html
        assert order_of(shown, language).startswith("@")
    assert order_of(letter(forge, "master", language), language) == ""
    assert forge.write("odin", order_of(letter(forge, "odin", "en"), "en")) == "played"
    assert forge.state.gone == silent
    assert (forge.state.outcome is None) == (gods - len(silent) > 1)


def test_a_silent_god_has_no_link_against_itself_but_one_against_the_other_silent_one() -> None:
    """H13 5.4 Nobody claims what is their own silence."""
    forge = Forge(gods=3)
    forge.silent("freyja")
    alone = letter(forge, "freyja", "en")
    assert order_of(alone, "en") == ""
    assert "Freyja has not answered" not in alone.subject
    forge.silent("thor")
    both = letter(forge, "freyja", "en")
    assert both.subject.startswith("Thor has not answered in time: ")
    assert order_of(both, "en").startswith("@")
    assert forge.write("freyja", order_of(both, "en")) == "played"
    assert forge.state.gone == ("thor",)
