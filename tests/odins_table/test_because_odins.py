"""What `hint` says of an attack in Odin's Table is what comes of it, whichever cards fight."""

from itertools import product

import pytest
from by_hand import side, table

from referee.games.odins_table.because import because
from referee.games.odins_table.moves import Attack

VALUES = "0123456789"


@pytest.mark.parametrize(("own", "theirs"), [*product(VALUES, VALUES)])
def test_what_is_told_of_an_attack_is_what_comes_of_it(own: str, theirs: str) -> None:
    """4.2 The higher wins, on equals the attacker; of Loki's trick (4.5) no fight is told, of Loki by Loki one is."""
    t = table(side("c3", own * 6), side("c4", theirs * 6, up="c"))
    told = [
        values["gain"]
        for key, values in because(t.view("odin"), (Attack("c3", "c4"),))
        if key == "because-attack"
    ]
    t.letter("odin", "c3xc4")
    kept = len(t.view("odin").mine.pieces), len(t.view("odin").theirs.pieces)
    assert [(0, 1) if gain < 0 else (1, 0) for gain in told] == ([kept] if kept != (1, 1) else [])
    assert bool(told) == (theirs != "1" or own in "01")
