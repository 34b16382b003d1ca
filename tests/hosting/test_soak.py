"""The soak, small: nothing is lost or doubled through kills, a full disk and lost servers, and it would be found.

The whole one is `tests/soak.py`.
"""

import pytest
import soak
from support.soaked import DOUBLED, LOST, UNANSWERED, growing

from referee.util.values import replace

BRIEF = replace(soak.QUICK, games=2, letters=2, seconds=3.0, faults=0, flood=3, late=2.0, patience=8.0)
"""Without faults but ours."""


@pytest.mark.slow
def test_nothing_is_lost_or_doubled() -> None:
    """Each letter is answered by one mail, each record is as it was played beforehand, through each kind of fault."""
    one, wrong = soak.soak(soak.QUICK)
    assert wrong == []
    assert len(one.came) == soak.QUICK.games * soak.QUICK.letters
    kinds = {"kill", "smtp", "imap"} | ({"full"} if one.farm.mounted else set())
    assert {kind for kind, count in one.farm.faults.items() if count} == kinds
    assert soak.table(one, wrong)[-1] == "| lost, doubled, otherwise than played | 0 |"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "told"),
    [
        (LOST, {"<g0.1@x>: 0 answers", "g0: not as it was played"}),
        (UNANSWERED, {"<g0.1@x>: 0 answers"}),
        (DOUBLED, {"g0: not as it was played"}),
    ],
)
def test_a_fault_of_ours_is_found(plant: str, told: set[str]) -> None:
    """A letter that vanishes, an answer that does, a letter that comes as two."""
    assert set(soak.soak(BRIEF, plant=plant)[1]) == told


@pytest.mark.slow
def test_letters_that_do_not_come_any_more_are_not_lost() -> None:
    """Where more are due than can be ruled on: each that came is answered once, each record is what they played."""
    one, wrong = soak.soak(replace(soak.QUICK, games=20, letters=30, seconds=2.0, late=1.0, faults=0))
    assert wrong == []
    assert one.not_sent > 0
    assert len(one.came) + one.not_sent == sum(map(len, one.farm.letters))


def test_memory_that_grows_is_found() -> None:
    """From the second quarter to the last; not what a process takes up at first, and not where it ran too briefly."""
    steady = [40.0] * 30 + [60.0] * 120
    assert growing([steady, [float(n) for n in range(60)]]) == []
    assert growing([[60.0 + n / 8 for n in range(200)]]) == ["memory grows: 63, 69, 76, 82 MiB"]
