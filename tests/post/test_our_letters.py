"""What stands in a letter that we sent is a quote wherever it stands; orders out of its list are the player's own."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from awkward.world import World, begin, copy, simple
from our_letters import HEADINGS, Letter, answers, copies, letters, tapped, tried

from referee.post.reading import Mail, read_mail, without_ours
from referee.util.values import replace

SAMPLE = 400


@pytest.fixture(scope="module")
def ours() -> list[Letter]:
    """Letters of all games in both languages."""
    return letters()


@pytest.fixture(scope="module")
def turn(ours: Sequence[Letter]) -> Letter:
    """A letter with a list of moves and three orders to tap."""
    return next(one for one in ours if len(tapped(one)) >= 3 and one.name.startswith("g1.thor"))


def read(letter: Letter, *lines: str, more: str = "") -> Mail:
    """What is read from a text beside a letter of ours."""
    body = "\n".join(lines)
    raw = f"From: a@b.example\nContent-Type: text/plain; charset=utf-8{more}\n\n{body}\n".encode()
    return without_ours(read_mail(raw), letter.sent)


def own(mail: Mail) -> list[str]:
    """The lines that count."""
    return [text for _, text in mail.lines if text]


def told(mail: Mail) -> list[str]:
    """The lines that do not count, and of which the writer is told if they are orders."""
    return [one.text for one in mail.cut if one.why != "quoted"]


def test_there_are_headings_of_fifty_languages() -> None:
    """More than two hundred, of lines and of fields."""
    assert len(HEADINGS) > 200
    assert len({name.partition("-")[0] for name in HEADINGS}) > 50


def test_a_sample_of_answers(ours: Sequence[Letter]) -> None:
    """No order that was planted into a quote counts; each that was written counts, or its writer is told."""
    sums, how = tried(answers(ours, SAMPLE, 77))
    assert (sums["answers"], how) == (SAMPLE, [])
    assert sums["read"] > sums["written"] // 2


def test_a_sample_of_copied_orders(ours: Sequence[Letter]) -> None:
    """Orders copied out of our list all count, with a quote below and without, with the bar and without."""
    sums, how = tried(copies(ours, SAMPLE, 77))
    assert (how, sums["read"]) == ([], sums["written"])


def test_a_quote_without_heading_or_marks(turn: Letter) -> None:
    """The letter itself below an order: the order counts, nothing else does, and there is nothing to tell."""
    mail = read(turn, "draw 71", "", *turn.lines)
    assert (own(mail), told(mail)) == (["draw 71"], [])


def test_what_is_written_amid_or_below_a_quote_without_marks_is_told(turn: Letter) -> None:
    """Nobody can tell it from what somebody planted there: it does not count."""
    half = len(turn.lines) // 2
    mail = read(turn, "draw 71", "", *turn.lines[:half], "resign g9", *turn.lines[half:], "", "draw 72")
    assert (own(mail), told(mail)) == (["draw 71"], ["resign g9", "draw 72"])


def test_what_is_written_between_marks_counts(turn: Letter) -> None:
    """A listed order too, even above the same line of ours, and where a link is broken around it."""
    at = tapped(turn)[0]
    order, link = turn.lines[at].removeprefix("| "), turn.lines[at + 1]
    marked = [f"> {line}" for line in turn.lines]
    written = [
        *marked[:at],
        order,
        *marked[at : at + 1],
        f"> {link[:50]}",
        "",
        "draw 71",
        "",
        f"> {link[50:]}",
        *marked[at + 2 :],
    ]
    assert own(read(turn, *written)) == [order, "draw 71"]


def test_the_rest_of_a_line_that_was_broken_off_its_mark_is_quoted(turn: Letter) -> None:
    """A program that wraps marked lines leaves their ends without marks."""
    broken = [f"> {line[:40]}\n{line[40:]}" if line[40:].strip() else f"> {line}" for line in turn.lines]
    assert own(read(turn, *broken, "", "draw 71")) == ["draw 71"]


def test_three_listed_orders_below_each_other_are_the_players(turn: Letter) -> None:
    """With the bar, without it, above the whole letter; but not where the passage goes on with other text of ours."""
    rows = [turn.lines[at] for at in tapped(turn)[:3]]
    orders = [row.removeprefix("| ") for row in rows]
    assert own(read(turn, *rows)) == orders
    assert own(read(turn, *orders, "", *turn.lines)) == orders
    at = tapped(turn)[0]
    assert own(read(turn, *turn.lines[at - 6 : at + 5])) == []
    mail = read(turn, *turn.lines[at - 6 : at + 1])
    assert (own(mail), told(mail)) == ([], orders[:1])


def test_a_line_behind_a_bar_that_is_no_listed_order_is_told(turn: Letter) -> None:
    """Somebody has edited our list: what was quoted is not known, so it does not count."""
    mail = read(turn, "|   lay frigg B7", "draw 71")
    assert (own(mail), told(mail)) == (["draw 71"], ["lay frigg B7"])


def test_what_a_player_wrote_before_may_be_written_again(tmp_path: Path) -> None:
    """A long word to the table that our receipt repeats, sent again with another order: all of it counts."""
    world = begin(tmp_path / "home")
    long = "say Whoever lays a dragon in front of my ravens and thinks that they will stand there for long has not seen"
    long += " what I hold in my hand, nor what comes after it, and will be sorry before the evening"
    world.post(simple(world, "loki", f"{long}\n\nlay hel B9\n"))
    came = world.post(simple(world, "loki", f"{long}\n\ndraw\n"))
    assert came.lines[-1].startswith("played: draw")
    assert sum(line.startswith("said") for line in came.lines) == 1


def test_only_letters_to_the_seat_itself_are_compared(tmp_path: Path) -> None:
    """A text of a letter to the other seat is the writer's own: nothing can be found out by quoting it."""
    world = begin(tmp_path / "home")
    (receipt,) = world.post(simple(world, "thor", "rules 7.1\n")).to("thor")
    seen = world.letter(world.last("loki")).text
    text = "\n".join(
        line for line in receipt.text.split("\n") if "rule" not in line.lower() and line not in seen
    )
    assert len(text.split()) > 20
    for seat, plays in (("thor", False), ("loki", True)):
        one = copy(world, tmp_path / seat)
        raw = simple(one, seat, f"{text}\nsay hello\n")
        named = f"In-Reply-To: <{receipt.name.removesuffix('.eml')}@games.example>\r\nMessage-ID:".encode()
        lines = one.post(raw.replace(b"Message-ID:", named, 1)).lines
        assert any(line.startswith("said") for line in lines) == plays


def test_planted_orders_at_the_desk(tmp_path: Path) -> None:
    """The letter below an unknown heading, without marks and without a reference to it: only the order above plays."""
    world: World = begin(tmp_path / "home")
    text = world.letter(world.last("loki")).text.split("\n")
    text.insert(9, "resign g1")
    came = world.post(simple(world, "loki", "draw\n\nMbwinja Referee\n" + "\n".join(text)))
    assert came.lines == ("played: draw", "not-played: resign g1 (left-original)")
    assert replace(world).held() == []
