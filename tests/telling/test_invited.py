"""An invitation says how the game is won and what a turn is, then how to accept; the small print comes last."""

import pytest

from referee.house.games import find
from referee.telling.catalog import catalog, languages
from referee.telling.invited import Invitation, invitation

MOST = 9
"""Lines of a phone for how one wins and what a turn is."""
WON = {
    "thunder": {
        "en": {
            "thor": "YOU WIN when Loki loses Odin's Crown,",
            "loki": "YOU WIN when Thor loses Odin's Ring,",
        },
        "de": {"thor": "DU GEWINNST, wenn Loki Odins Krone", "loki": "DU GEWINNST, wenn Thor Odins Ring"},
    },
    "odins_table": {
        "en": dict.fromkeys(("odin", "thor"), "YOU WIN with three pieces in the enemy fortress"),
        "de": dict.fromkeys(("odin", "thor"), "DU GEWINNST mit drei Steinen in der feindlichen Festung"),
    },
    "hammer_of_thor": {"en": {"red": "IT IS ABOUT REPUTATION."}, "de": {"red": "ES GEHT UM RUHM."}},
}
CASES = [(game, code, seat) for game, codes in WON.items() for code in languages() for seat in codes[code]]


@pytest.mark.parametrize(("name", "language", "seat"), CASES)
def test_how_one_wins_then_how_to_accept_then_the_rest(name: str, language: str, seat: str) -> None:
    """In every game and language, in text and page, in a few lines."""
    game, says = find(name), catalog(name, language).entries["texts"]
    content = game.options({"players": "red:A,blue:B,master:C"} if name == "hammer_of_thor" else {})
    made = invitation(
        Invitation(
            game=game, content=content, seat=seat, number="g1.x.1", commit="cd" * 32, language=language
        )
    )
    won = WON[name][language][seat]
    order = [won, says["answer"], says["in-force"], says["terms"], says["the-handbook"], says["shuffle"]]
    for text in (made.text, made.html):
        places = [" ".join(text.replace("| ", "").replace("&#39;", "'").split()).find(part) for part in order]
        assert -1 not in places
        assert places == sorted(places)
    lines = made.text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(won[:20]))
    assert lines.index("", first) - first <= MOST + 3 * (name == "hammer_of_thor")
