"""What was quoted never counts: orders planted into letters that are answered, by every way of quoting we know."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from awkward.styles import PLACE, STYLES, Old
from awkward.world import Out, World, begin, copy, refuse_trouble, simple

from referee.notation import Prose

OWN = ("draw", "lay ravens A1")
PLANTED = (
    "draw",
    "Draw!",
    "lay hel B1",
    "lay ravens C1",
    "challenge A",
    "use ravens hand",
    "use frigg hand",
    "@now draw",
    "@3.0 lay hel C1 {quietly}!",
    "resign g1",
    "offer draw",
    "standing lay A",
    "accept",
    "say I give up",
    "note I give up",
    "moves",
    "end",
    "1. draw",
    "- lay hel B1",
    "lay frost giant B",
)
"""Orders that could be played where they are planted, questions, words, and one that would stop the letter."""
FAULTY = (
    "draw",
    "",
    "Hello there,",
    "say Well played.",
    "",
    "lay ravens A1",
    "lay thor B9",
    "drwa",
    "lay hel A1",
)
"""Orders of which the third that is one is misread, so that what comes behind is told and not played."""
LETTERS = ("invitation", "receipt", "last")
TRAPS = len(STYLES) * (len(LETTERS) * len(PLANTED) + len(PLANTED) + 2)
"""How many planted orders this file sends: in three letters of a game in progress, and in an invitation not answered."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("quoted") / "home")


@pytest.fixture(scope="module")
def letters(played: World, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Out]:
    """Real letters of ours: an invitation, a receipt of faulty lines with its report, the last letter of a game."""
    world = copy(played, tmp_path_factory.mktemp("over") / "home")
    came = world.post(
        simple(world, "loki", "drwa\nlay thor B9\nsay draw two, then lay\n\nmoves\nwhy challenge A\n")
    )
    (receipt,) = came.to("loki")
    came = world.post(simple(world, "loki", "challenge A\nchallenge B\nresign g1\n"))
    (last,) = came.to("loki")
    return {"invitation": world.letter("g1.loki.1"), "receipt": receipt, "last": last}


@dataclass(frozen=True)
class Fate:
    """What became of a line: its verdict, the move or the line as it stands, why."""

    verdict: str
    what: str
    why: str


Fates = tuple[list[Fate], list[Fate], object]


def fates(world: World, raw: bytes) -> Fates:
    """Of the lines of a letter, those that count and those left alone because somebody else wrote them; the events."""
    came = world.post(raw)
    refuse_trouble(world, came)
    (entry,) = came.entries["g1"]
    (receipt,) = came.to("loki")
    told = [line for line in entry.lines if line.verdict != "prose"]
    for line in told:
        assert line.raw.strip() == "end" or f"{line.number}> " in receipt.text
    found = [Fate(line.verdict, line.move or line.raw.strip(), line.why) for line in told]
    return (
        [one for one in found if not one.why.startswith("left-")],
        [one for one in found if one.why.startswith("left-")],
        entry.events,
    )


def planted(letter: Out, seed: int) -> Old:
    """A letter of ours as a mail program holds it, orders planted into its text and into its HTML."""
    rng = Random(seed)
    text = letter.text.rstrip("\n").split("\n")
    page = PLACE.search(letter.html)
    assert page is not None
    pieces = page[1].split("</p>")
    for trap in PLANTED:
        text.insert(rng.randrange(len(text) + 1), trap)
        pieces[rng.randrange(len(pieces))] += f"<p>{trap}</p>"
    return Old(tuple(text), "</p>".join(pieces))


@pytest.fixture(scope="module")
def alone(played: World, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Fates]:
    """How each answer fares that stands alone in its letter."""
    homes = {own: copy(played, tmp_path_factory.mktemp("alone") / "home") for own in (OWN, FAULTY)}
    return {own: fates(world, simple(world, "loki", "\n".join(own) + "\n")) for own, world in homes.items()}


COMBINATIONS = tuple((style, letter) for style in STYLES for letter in LETTERS)


@pytest.mark.parametrize(("style", "letter"), COMBINATIONS)
def test_no_quoted_order_counts(
    played: World,
    letters: dict[str, Out],
    alone: dict[tuple[str, ...], Fates],
    tmp_path: Path,
    style: str,
    letter: str,
) -> None:
    """However a letter is quoted, the answer fares as if it stood alone: the same lines, the same events."""
    own = FAULTY if letter == "receipt" else OWN
    world = copy(played, tmp_path / "home")
    old = planted(letters[letter], len(style))
    found, left, events = fates(world, STYLES[style](world, own, old))
    assert found == alone[own][0]
    assert all(one.verdict == "not-played" for one in left)
    assert events == alone[own][2]


@pytest.fixture(scope="module")
def invited(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game to which Loki is invited and has not answered yet; Thor has accepted."""
    return begin(tmp_path_factory.mktemp("invited") / "home", opening=[("thor", "accept")])


@pytest.mark.parametrize("style", STYLES)
def test_no_quoted_answer_to_an_invitation_counts(invited: World, tmp_path: Path, style: str) -> None:
    """Whoever asks a question below an invitation has not accepted it, nor declined it, whatever is quoted."""
    world = copy(invited, tmp_path / "home")
    old = planted(world.letter("g1.loki.1"), len(style))
    old = Old(("accept", *old.text, "decline"), f"<p>decline</p>{old.html}<p>accept</p>")
    found, left, events = fates(world, STYLES[style](world, ("Who plays Thor?", "", "rules 1"), old))
    assert [(one.verdict, one.what) for one in found] == [("answered", "rules 1")]
    assert not events
    assert all(one.verdict == "not-played" for one in left)


def test_what_is_planted_would_count_if_it_were_written(played: World, tmp_path: Path) -> None:
    """None of the planted lines is prose: each would do something, ask something, or stop the letter."""
    world = copy(played, tmp_path / "home")
    with world.desk.held():
        for trap in PLANTED:
            (line,) = world.desk.table("g1").read([trap])
            assert not isinstance(line.reading, Prose)


def test_how_many_orders_were_planted() -> None:
    """Thirty ways of answering, four letters, twenty orders in each and two more in one: 2,460, of which none counts."""
    assert (len(STYLES), len(COMBINATIONS), len(PLANTED)) == (30, 90, 20)
    assert len(COMBINATIONS) * len(PLANTED) + len(STYLES) * (len(PLANTED) + 2) == TRAPS == 2460
