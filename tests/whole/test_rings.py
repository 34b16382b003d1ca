"""The rings of the test run: which cases of a test are in which."""

import pytest
from support.rings import inner_only, one_in, shared, spread


def test_the_outer_ring_runs_some_cases_of_each_test() -> None:
    """The first, the last, and those between them; all of a few."""
    assert spread("abcdefg", 3) == ["a", "d", "g"]
    assert spread("abcd", 3) == ["a", "b", "d"]
    assert spread("abc", 3) == ["a", "b", "c"]
    assert spread("", 3) == []


def test_the_inner_ring_has_what_stands_for_the_rest() -> None:
    """What it leaves out is marked for the outer one, with all its values."""
    slow = pytest.mark.slow
    assert one_in(2, "abc") == ["a", pytest.param("b", marks=slow), "c"]
    assert inner_only([(1, 2), (3, 4)], lambda one: one[0] == 1) == [(1, 2), pytest.param(3, 4, marks=slow)]


@pytest.mark.share(3)
@pytest.mark.parametrize("at", range(5))
def test_of_a_test_one_case_in_some_stays(request: pytest.FixtureRequest, at: int) -> None:
    """The inner ring runs the first, the fourth, ...; the others are marked for the outer one."""
    assert (request.node.get_closest_marker("slow") is None) == (at in {0, 3})


def test_a_share_is_counted_for_each_test(request: pytest.FixtureRequest) -> None:
    """What is left to the outer ring is some of the cases, never all of a test; those without the mark stay."""
    mine = [item for item in request.session.items if item.path == request.node.path]
    assert all("test_of_a_test" in item.nodeid for item in shared(mine))
    assert request.node not in shared(mine)
