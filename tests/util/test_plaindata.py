"""Views as plain data, and back."""

from collections.abc import Mapping
from random import Random
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.suite import NAMES, suite

from referee.testing.promises import broken, sample, views_come_back
from referee.util.layout import read_document, write_document
from referee.util.plain import Unfit, changed, changes, from_plain, to_plain
from referee.util.values import Value, field, worked_out


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_view_of_a_game_comes_back(name: str, seed: int) -> None:
    """Any view of any random game, of each seat and of onlookers, is unchanged after it stood in a record."""
    played = sample(suite(name), seed, at_most=150)
    assume(len(played.world.states) > 10)  # a random game may be given up at once
    assert not broken(views_come_back, played)


class Spot(NamedTuple):
    """A place."""

    face: str | None
    up: bool = False


class Deep(Value, dict=True):
    """Values of every form."""

    number: int
    spot: Spot
    spots: tuple[Spot, ...] = ()
    pair: tuple[str, int] = ("", 0)
    names: frozenset[str] = frozenset()
    how: Literal["a", "b"] = "a"
    rows: dict[str, tuple[int, ...]] = field(default_factory=dict)
    either: Spot | str | None = None

    @worked_out
    def memo(self) -> str:
        """What is computed from it, and then kept."""
        return "computed"


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
SPOTS = st.builds(Spot, st.none() | TEXTS, st.booleans())
DEEP = st.builds(
    Deep,
    st.integers(-9, 9),
    SPOTS,
    st.lists(SPOTS, max_size=2).map(tuple),
    st.tuples(TEXTS, st.integers(0, 2)),
    st.frozensets(TEXTS, max_size=3),
    st.sampled_from(["a", "b"]),
    st.dictionaries(TEXTS, st.lists(st.integers(0, 3), max_size=2).map(tuple), max_size=2),
    st.none() | TEXTS | SPOTS,
)


@pytest.mark.slow
@given(DEEP, DEEP)
def test_values_of_every_form_come_back(one: Deep, other: Deep) -> None:
    """Named tuples, dataclasses, tuples, sets, mappings, unions: completely, and by their differences from another."""
    plain = {"one": to_plain(one, Deep), "change": changes(one, other)}
    read = read_document(write_document(plain))
    assert from_plain(read["one"], Deep) == changed(other, read["change"]) == one
    assert (changes(one, other) == {}) == (one == other)


def test_what_is_usual_is_left_out() -> None:
    """A field with its default is not written; a set is sorted; computed values are not written at all."""
    deep = Deep(1, Spot(None), names=frozenset({"b", "a"}))
    assert (deep.memo, vars(deep)) == ("computed", {"memo": "computed"})
    assert to_plain(deep, Deep) == {"number": 1, "spot": {"face": None}, "names": ["a", "b"]}
    assert changes(deep, Deep(1, Spot("x"))) == {"spot": {"face": None}, "names": ["a", "b"]}


def test_a_mapping_whose_keys_are_no_text_is_a_list_of_pairs() -> None:
    """Keys may be numbers, or tuples; what is no list of pairs fits none."""
    forms: list[tuple[Any, dict[Any, Any], list[Any]]] = [
        (Mapping[int, str], {2: "b", 1: "a"}, [[2, "b"], [1, "a"]]),
        (Mapping[tuple[str, str], bool], {("x", "y"): True}, [[["x", "y"], True]]),
    ]
    for hint, value, plain in forms:
        assert to_plain(value, hint) == plain
        assert list(from_plain(plain, hint).items()) == list(value.items())
        with pytest.raises(Unfit):
            from_plain({}, hint)
        with pytest.raises(Unfit):
            from_plain([[1]], hint)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"number": True},
        {"number": "1"},
        {"spot": {}},
        {"spot": {"face": None, "more": 1}},
        {"spot": None},
        {"spots": {}},
        {"spots": [{"up": True}]},
        {"pair": ["a"]},
        {"pair": ["a", 1, 2]},
        {"how": "c"},
        {"rows": {"a": 1}},
        {"rows": []},
        {"either": 1},
        {"memo": {}},
        {"more": 1},
    ],
)
def test_what_does_not_fit_is_refused(spoilt: dict[str, Any]) -> None:
    """A value of another type, a field too many or too few."""
    good = to_plain(Deep(1, Spot("x", True), (Spot("y"),)), Deep)
    with pytest.raises(Unfit):
        from_plain({**good, **spoilt}, Deep)
    with pytest.raises(Unfit):
        from_plain({key: value for key, value in good.items() if key != "spot"}, Deep)
    if spoilt != {"spot": {}}:
        with pytest.raises(Unfit):
            changed(Deep(1, Spot("x")), spoilt)
    assert changed(Deep(1, Spot("x")), {"spot": {}}) == Deep(1, Spot("x"))


def test_a_type_without_a_plain_form_is_refused() -> None:
    """Nothing is guessed."""
    with pytest.raises(TypeError):
        to_plain(Random(1), Random)
    with pytest.raises(ValueError, match="none of"):
        to_plain("1", int)
    with pytest.raises(ValueError, match="none of"):
        to_plain(1.5, int | str)
