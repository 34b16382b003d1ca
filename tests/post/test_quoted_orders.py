"""Quoted text never counts: orders planted into answered letters, in every style of quoting we know."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from awkward.styles import PLACE, STYLES, Old
from awkward.tongues import BARE, PLACES, WAYS, Way
from awkward.world import Out, World, begin, copy, refuse_trouble, simple
from support.quoting import HEADS, TONGUES, wraps

from referee.notation.reader import Prose
from referee.post.reading import read_mail
from referee.util.values import Value

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
"""Orders that could be played here, questions, words, and an order that would stop the letter."""
GERMAN_OWN = ("ziehe", "lege Raben A1")
GERMAN = (
    "ziehe",
    "Ziehen!",
    "lege Hel B1",
    "lege Raben C1",
    "fordere A",
    "nutze Raben Hand",
    "benutze Frigg Hand",
    "@jetzt ziehen",
    "@3.0 lege Hel C1 {leise}!",
    "gib auf g1",
    "biete remis",
    "annehmen",
    "sag Ich gebe auf",
    "notiz Ich gebe auf",
    "züge",
    "ende",
    "1. ziehe",
    "- lege Hel B1",
    "lege Frostriese B",
    "resign g1",
)
"""The same in German, for players whose letters are in German."""
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
"""Three orders: the third is misread, so what follows is reported and not played."""
LETTERS = ("invitation", "receipt", "last")
BY_STYLE = len(STYLES) * (len(LETTERS) * len(PLANTED) + len(PLANTED) + 2)
"""How many planted orders the styles send: into three letters of a game in progress, and an unanswered invitation."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("quoted") / "home")


@pytest.fixture(scope="module")
def letters(played: World, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Out]:
    """Real letters of ours: an invitation, a receipt for faulty lines with its report, the last letter of a game."""
    world = copy(played, tmp_path_factory.mktemp("over") / "home")
    came = world.post(
        simple(world, "loki", "drwa\nlay thor B9\nsay draw two, then lay\n\nmoves\nwhy challenge A\n")
    )
    (receipt,) = came.to("loki")
    came = world.post(simple(world, "loki", "challenge A\nchallenge B\nresign g1\n"))
    (last,) = came.to("loki")
    return {"invitation": world.letter("g1.loki.1"), "receipt": receipt, "last": last}


class Fate(Value, dict=True):
    """What happened to a line: its verdict, the move or the line itself, the reason."""

    verdict: str
    what: str
    why: str


Fates = tuple[list[Fate], list[Fate], object]


def fates(world: World, raw: bytes) -> Fates:
    """The lines of a letter that count, those left alone because somebody else wrote them, and the events."""
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


def planted(letter: Out, seed: int, traps: Sequence[str] = PLANTED) -> Old:
    """A letter of ours as a mail program holds it, with orders planted into its text and its HTML."""
    rng = Random(seed)
    text = letter.text.rstrip("\n").split("\n")
    page = PLACE.search(letter.html)
    assert page is not None
    pieces = page[1].split("</p>")
    for trap in traps:
        text.insert(rng.randrange(1, len(text) + 1), trap)
        pieces[rng.randrange(len(pieces))] += f"<p>{trap}</p>"
    return Old(tuple(text), "</p>".join(pieces))


@pytest.fixture(scope="module")
def alone(played: World, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Fates]:
    """What happens to each answer that stands alone in its letter."""
    homes = {own: copy(played, tmp_path_factory.mktemp("alone") / "home") for own in (OWN, FAULTY)}
    return {own: fates(world, simple(world, "loki", "\n".join(own) + "\n")) for own, world in homes.items()}


COMBINATIONS = tuple((style, letter) for style in STYLES for letter in LETTERS)


@pytest.mark.slow
@pytest.mark.parametrize(("style", "letter"), COMBINATIONS)
def test_no_quoted_order_counts(
    played: World,
    letters: dict[str, Out],
    alone: dict[tuple[str, ...], Fates],
    tmp_path: Path,
    style: str,
    letter: str,
) -> None:
    """In every style of quoting, the result is as if the answer stood alone: the same lines, the same events."""
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


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_no_quoted_answer_to_an_invitation_counts(invited: World, tmp_path: Path, style: str) -> None:
    """A question below a quoted invitation neither accepts nor declines it."""
    world = copy(invited, tmp_path / "home")
    old = planted(world.letter("g1.loki.1"), len(style))
    old = Old(("accept", *old.text, "decline"), f"<p>decline</p>{old.html}<p>accept</p>")
    found, left, events = fates(world, STYLES[style](world, ("Who plays Thor?", "", "rules 1"), old))
    assert [(one.verdict, one.what) for one in found] == [("answered", "rules 1")]
    assert not events
    assert all(one.verdict == "not-played" for one in left)


@pytest.mark.slow
def test_what_is_planted_would_count_if_it_were_written(played: World, tmp_path: Path) -> None:
    """None of the planted lines is prose: each would do something, ask something, or stop the letter."""
    world = copy(played, tmp_path / "home")
    with world.desk.held():
        for trap in PLANTED:
            (line,) = world.desk.games.table("g1").read([trap])
            assert not isinstance(line.reading, Prose)


@pytest.fixture(scope="module")
def german(played: World, tmp_path_factory: pytest.TempPathFactory) -> World:
    """The same game, in which Loki's letters are in German."""
    world = copy(played, tmp_path_factory.mktemp("german") / "home")
    world.post(simple(world, "loki", "language de\n"))
    return world


@pytest.fixture(scope="module")
def german_alone(german: World, tmp_path_factory: pytest.TempPathFactory) -> Fates:
    """What happens to the German answer that stands alone in its letter."""
    world = copy(german, tmp_path_factory.mktemp("german-alone") / "home")
    return fates(world, simple(world, "loki", "\n".join(GERMAN_OWN) + "\n"))


HEADED = {f"{name}-bare" for at, name in enumerate(HEADS) if at % 3}
DESK = {name: way for at, (name, way) in enumerate(WAYS.items()) if name in BARE or at // 3 % 3 == at % 3}
DESK = {name: way for name, way in DESK.items() if name not in HEADED}
"""What goes through the desk: every heading at one place in turn, a third of them bare; and all other bare ones."""


@pytest.mark.slow
@pytest.mark.parametrize("name", DESK)
def test_no_quoted_order_counts_in_any_language(
    played: World,
    german: World,
    alone: dict[tuple[str, ...], Fates],
    german_alone: Fates,
    tmp_path: Path,
    name: str,
) -> None:
    """For programs in fourteen languages: quoted orders never count.

    The answer counts as if alone, or its writer is told.
    """
    way = WAYS[name]
    base, own, traps, expected = (
        (german, GERMAN_OWN, GERMAN, german_alone)
        if way.tongue == "de"
        else (played, OWN, PLANTED, alone[OWN])
    )
    world = copy(base, tmp_path / "home")
    old = planted(world.letter(world.last("loki")), len(name), traps)
    found, left, events = fates(world, way.style(world, own, old))
    assert all(one.verdict == "not-played" for one in left)
    if way.bare and way.place == "below":
        assert (found, events) == ([], ())
        assert [one.what for one in left][-2:] == list(own)
        return
    assert (found, events) == (expected[0], expected[2])


@pytest.mark.share(5)
@pytest.mark.parametrize("name", HEADS)
def test_no_planted_line_is_read_as_written(name: str) -> None:
    """Each heading, broken in each way, at each place, with or without marks: only the lines written count."""
    tongue = name.partition("-")[0]
    own, traps = (GERMAN_OWN, GERMAN) if tongue == "de" else (OWN, PLANTED)
    for head in wraps(HEADS[name]):
        for place in PLACES:
            for heading in (head, tuple(f"> {line}" for line in head)):
                body = Way(tongue, heading, place).body(
                    own, ["Thunder & Lightning", *traps, "It is your turn."]
                )
                raw = b"From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n" + body.encode()
                assert [text for _, text in read_mail(raw).lines if text] == list(own), (heading, place)


READ = sum(len(list(wraps(head))) * len(PLACES) * 2 for head in HEADS.values())
TRAPS = BY_STYLE + len(DESK) * len(PLANTED)
"""How many planted orders go through the desk in this file, by styles and by languages."""


def test_how_many_orders_were_planted() -> None:
    """Thirty styles send 2,460, programs of fourteen languages the rest: none of over 9,000 counts.

    Over 60,000 are read.
    """
    assert (len(STYLES), len(COMBINATIONS), len(PLANTED), len(GERMAN)) == (30, 90, 20, 20)
    assert len(COMBINATIONS) * len(PLANTED) + len(STYLES) * (len(PLANTED) + 2) == BY_STYLE == 2460
    assert {way.tongue for way in DESK.values()} == set(TONGUES)
    for tongue in TONGUES:
        places = {(way.place, way.bare) for way in DESK.values() if way.tongue == tongue}
        assert places == {(place, False) for place in PLACES} | {("above", True), ("below", True)}
    assert TRAPS >= 9_000
    assert READ * len(PLANTED) >= 60_000
