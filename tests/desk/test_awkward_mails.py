"""Awkward letters, one by one, through the desk: what is played, told, held, put away, and who is answered."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from awkward.case import Case, plain
from awkward.costs import BARE, MEBIBYTES, SECONDS, cost_of
from awkward.every import CASES
from awkward.threats import ROWS
from awkward.world import ADDRESS, Came, World, begin, copy, refuse_trouble
from support.rings import inner_only

from referee.telling.catalog import catalog

HUGE = frozenset(
    [
        "ligatures",
        "html_of_cells",
        "html_of_paragraphs",
        "heads_without_end",
        "html_of_signs",
        "html_of_formats",
        "html_too_deep",
        "signatures_without_end",
        "wrote_wrote_wrote",
        "orders_misread",
        "base64_of_half_a_megabyte",
        "lines_like_boundaries",
        "a_novel",
        "banners_without_end",
        "two_thousand_orders",
    ]
)
"""Those that are read for longer than all others."""
FIRST = {name for names in ROWS.values() for name in [one for one in names if one not in HUGE][:2]}
"""Two of each class of threats, for the inner ring."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("awkward") / "home")


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


def notes_in(text: str) -> Iterator[str]:
    """The keys of what a letter out says of a letter in as a whole."""
    shown = " ".join(re.sub(r"<[^>]*>", " ", text).split())
    for key, sentence in catalog("thunder", "en").entries["letter-notes"].items():
        if " ".join(sentence.split()) in shown:
            yield key


def plainest(notes: Iterator[str]) -> set[str]:
    """Notes without those that go without saying: a letter that cannot be read has no text, and so no order."""
    found = set(notes)
    if "encrypted" in found:
        return found - {"no-text", "no-order"}
    return found - {"no-order"} if "no-text" in found else found


@pytest.mark.share(5)
@pytest.mark.parametrize(
    "case", inner_only(CASES, lambda case: case.name in FIRST), ids=lambda case: case.name
)
def test_an_awkward_mail(world: World, case: Case) -> None:
    """What each awkward mail is said to do comes true, and nothing else happens.

    It costs little, too; see the case's docstring.
    """
    if case.prepare:
        case.prepare(world)
    before, away = world.record(), world.put_away()
    raw, all_came = case.build(world), list[Came]()
    cost = cost_of(lambda: all_came.append(world.post(raw)))
    (came,) = all_came
    refuse_trouble(world, came, shared=case.shared)
    if case.check:
        case.check(world, came)
    if case.answered:
        if case.lines or not case.check:
            assert came.lines == case.lines
        (answer,) = came.to("loki")
        assert plainest(notes_in(answer.text)) == case.notes
        assert plainest(notes_in(unescape(answer.html))) == case.notes
        assert world.put_away() == away + 1
    else:
        assert world.record() == before
        assert not came.out
        assert world.held() == [case.held] * bool(case.held)
        assert world.put_away() == away + case.aside
    assert cost.seconds <= SECONDS
    assert cost.mebibytes <= MEBIBYTES - BARE


def test_awkward_mails_are_many_and_each_has_a_fact() -> None:
    """At least 290 awkward mails, no two of the same name, each with a sentence of what it proves."""
    assert len(CASES) >= 290
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.fact.endswith(".") for case in CASES)


CLASSES = {*range(3, 7), *range(8, 17), 19, *range(21, 25), *range(26, 56), *range(63, 68)}
"""What a mail can bring, of the table of threats: 53 of its classes."""


def test_every_class_of_threats_has_its_mails() -> None:
    """53 classes, two mails at least in each; each mail stands in a class, and none is named that is not there."""
    assert set(ROWS) == CLASSES
    assert len(CLASSES) == 53
    assert min(len(names) for names in ROWS.values()) >= 2
    assert all(len(set(names)) == len(names) for names in ROWS.values())
    assert {name for names in ROWS.values() for name in names} == {case.name for case in CASES}
    assert sum(bool(case.held) for case in CASES) >= 35
    assert sum(case.aside for case in CASES) >= 15


@pytest.mark.slow
def test_secrets_in_the_subject(tmp_path: Path) -> None:
    """Where secrets stand in subjects, an answer to our subject is played; a bounce of it, and a bare one, are not."""
    world = begin(tmp_path / "home", secrets="subject")
    (number,) = (world.last("loki"),)
    subject = world.letter(number).mail["Subject"]
    assert world.secret("loki") in subject
    assert world.letter(number).mail["Reply-To"] == ADDRESS
    came = world.post(plain(world, "draw\n", Subject=f"AW: Re: {subject}"))
    refuse_trouble(world, came)
    assert came.lines == ("played: draw",)
    came = world.post(plain(world, "Unknown user\n", Subject=subject, Return_Path="<>"))
    assert (came.done.aside, came.out) == (1, [])
    came = world.post(plain(world, "draw\n", Subject=f"Re: [{number}] Thunder & Lightning"))
    assert (world.held(), came.out) == (["no-seat"], [])
