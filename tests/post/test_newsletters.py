"""Foreign mail sent to a seat's address: it sets and says nothing, and the seat is told what might have been meant."""

from pathlib import Path

import pytest
from awkward.world import World, begin, copy

from referee.notation.reader import Prose
from referee.notation.readings import Table

FORM = (
    "Timezone: Eastern",
    "Language: German",
    "Calendar: yes",
    "Vacation: 2 weeks",
    "- timezone berlin",
    "timezone = Berlin",
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress."""
    return begin(tmp_path_factory.mktemp("newsletters") / "home")


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(begun, tmp_path / "home")


def mail(world: World, body: str, sender: str = "news@shop.example", more: str = "") -> bytes:
    """A letter to the address of a seat, from any sender."""
    return f"From: {sender}\nTo: {world.reply_to('loki')}\nSubject: News\n{more}\n{body}\n".encode()


@pytest.mark.slow
def test_only_the_exact_form_sets_anything(world: World) -> None:
    """A filled-in form is a question at most, and the letter goes on after it. `timezone Berlin` is a request."""
    with world.desk.held():
        table = world.desk.games.table("g1")
        for line in FORM:
            (read,) = table.read([line])
            assert read.reading == Prose() or (
                isinstance(read.reading, Table) and not read.reading.argument
            ), line
        for line in (
            "timezone Berlin",
            "Timezone  Europe/Berlin.",
            "calendar yes",
            "language de",
            "vacation 2 weeks",
        ):
            (read,) = table.read([line])
            assert isinstance(read.reading, Table), line
            assert read.reading.argument, line
        for line in ("newkey:", "pause: x", "resume:", "Pause?", "newkey ?", "accept ruling?"):
            assert table.read([line])[0].reading == Prose(), line
        assert [type(table.read([line])[0].reading) for line in ("newkey", "Newkey!", "pause.")] == [
            Table
        ] * 3
    came = world.post(mail(world, "\n".join(FORM)))
    assert not came.entries["g1"][0].events


@pytest.mark.slow
def test_words_of_a_newsletter_are_not_passed_on(world: World) -> None:
    """From another address, not an answer, with no order: its seat is told, and nobody else."""
    came = world.post(mail(world, "Dispute: your bill of 1.0 EUR\nStatement: see below"))
    assert [line.rpartition(" ")[2] for line in came.lines] == ["(left-stray)"] * 2
    came = world.post(mail(world, "Dear customer,\n\nsay hello to our new prices!\nThey are low.\n\nGoodbye"))
    assert came.lines == ("not-played: say hello to our new prices! (left-stray)",)
    assert not came.entries["g1"][0].events
    assert [one.seat for one in came.out] == ["loki"]
    assert "say hello to our new prices!" in came.out[0].text
    assert not world.post(
        mail(world, "Dear customer,\n\nsay hello to our new prices!\nThey are low.\n\nGoodbye")
    ).entries


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("sender", "more", "body"),
    [
        ("bert@example.org", "", "say hello"),
        ("bert@phone.example", "In-Reply-To: <g1.loki.5@games.example>\n", "say hello"),
        ("bert@phone.example", "References: <x@y> <g1.loki.5@games.example>\n", "Hi,\n\nsay hello"),
        ("bert@phone.example", "Subject: AW: g1.loki.5\n", "say hello"),
        ("bert@phone.example", "", "draw\nsay hello"),
        ("bert@phone.example", "", "dispute 1.0: why\n\nsay hello"),
    ],
)
def test_words_of_a_player_are(world: World, sender: str, more: str, body: str) -> None:
    """From the seat's address; in answer to one of our letters, by fields or subject; with an order or a dispute."""
    raw = mail(world, body, sender, more)
    came = world.post(raw.replace(b"Subject: News\n", b"") if "Subject" in more else raw)
    assert any(line.startswith("said") for line in came.lines), came.lines
