"""Answers that come to the plain address, because their program leaves out the address for answers (D9)."""

from pathlib import Path

import pytest
from awkward.case import plain
from awkward.world import ADDRESS, BERT, Came, World, begin, copy, refuse_trouble

from referee.home import config, roster
from referee.util.values import replace


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("astray") / "home")


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


def astray(world: World, body: str = "draw\n", **fields: str | None) -> bytes:
    """An answer to the last letter of Loki that goes to the address that it came from."""
    answers = str(world.letter(world.last("loki")).mail["Message-ID"])
    subject = str(world.letter(world.last("loki")).mail["Subject"])
    usual = {
        "To": ADDRESS,
        "In_Reply_To": answers,
        "Subject": f"Re: {subject}",
        "Message_ID": f"<{body.strip()}@x.example>",
    }
    return plain(world, body, **{**usual, **fields})


def told(world: World, came: Came) -> str:
    """What Loki is told in one letter to the address on the roster. It holds nothing of theirs; nothing else comes."""
    refuse_trouble(world, came)
    assert (came.lines, world.held()) == ((), [])
    (one,) = came.out
    assert (one.seat, one.mail["To"], one.mail["Reply-To"]) == ("loki", BERT, world.reply_to("loki"))
    assert "zwiebelkuchen" not in one.all.lower()
    return " ".join(one.text.split())


def test_its_writer_is_told_where_answers_go(world: World) -> None:
    """Nothing in it counts; the address with the secret stands in the answer, and a letter to it is played."""
    before = world.record()
    said = told(world, world.post(astray(world)))
    assert world.record() == before
    assert f"once more, to this address: {world.reply_to('loki')}" in said
    assert "our letter g1.loki.6" in said
    assert world.post(plain(world, "draw\n", To=world.reply_to("loki"))).lines == ("played: draw",)


@pytest.mark.parametrize("sender", ["thor@elsewhere.example", None, f"a@x.example, {BERT}"])
def test_from_another_address_it_is_a_strangers(world: World, sender: str | None) -> None:
    """Nobody at the table is told of it, and it is for the keeper, as before."""
    came = world.post(astray(world, From=sender))
    assert (came.out, world.held()) == ([], ["no-seat"])


def test_an_answer_to_the_answer_counts(world: World) -> None:
    """It bears the secret like every letter to the seat, and belongs to no position that may be over."""
    raw = astray(world)
    assert world.post(plain(world, "draw\n")).lines == ("played: draw",)
    (one,) = world.post(raw).out
    answer = {
        "To": str(one.mail["Reply-To"]),
        "In_Reply_To": str(one.mail["Message-ID"]),
        "Subject": "Re: it",
    }
    assert world.post(plain(world, "draw\n\n> x\n", Message_ID="<2@x.example>", **answer)).lines == (
        "played: draw",
    )


def test_each_letter_of_ours_is_told_of_once_a_day(world: World) -> None:
    """Twenty answers to one letter, one told; a later letter of ours is told of at once."""
    came = world.post(*(astray(world, f"draw {n}\n") for n in range(20)))
    told(world, came)
    assert came.done.aside == 20
    assert world.post(plain(world, "what\n")).to("loki")
    told(world, world.post(astray(world, "draw again\n")))


def test_nobody_is_told_often_in_a_day(world: World) -> None:
    """Who has many letters of ours, forwarded to them, can have a player told five times a day, and no more."""
    every = world.desk.outbox.numbers("g1", "loki")
    ids = [str(world.letter(f"g1.loki.{one}").mail["Message-ID"]) for one in every]
    forged = [astray(world, f"x {n}\n", In_Reply_To=one) for n, one in enumerate(ids)]
    came = world.post(*forged)
    assert (len(came.out), came.done.aside, world.held()) == (5, len(ids), [])
    assert not world.post(*forged, minutes=1).out
    assert len(world.post(forged[0], minutes=24 * 60).out) == 1


@pytest.mark.parametrize("mark", ["aaaaaaaa", ""])
def test_an_id_that_is_not_ours_is_a_strangers(world: World, mark: str) -> None:
    """Without the mark that only our letter has, a letter is for the keeper, as before."""
    number = world.last("loki")
    came = world.post(astray(world, In_Reply_To=f"<{number}@{f'r-{mark}.' * bool(mark)}games.example>"))
    assert (came.out, world.held()) == ([], ["no-seat"])


def test_a_machine_is_told_nothing(world: World) -> None:
    """A note that somebody is away comes to the plain address, too."""
    came = world.post(astray(world, Auto_Submitted="auto-replied"))
    assert (came.out, world.held(), came.done.aside) == ([], [], 1)


def test_who_has_another_address_since_is_not_told_of_it(world: World) -> None:
    """Our letter went elsewhere: whoever answers it from there is a stranger."""
    raw, place = astray(world), world.home.roster_path("g1")
    known = roster.read(place)
    roster.write(place, known.with_player("loki", replace(known.seats["loki"], address="bert@new.example")))
    came = world.post(raw)
    assert (came.out, world.held()) == ([], ["no-seat"])


def test_where_secrets_stand_in_subjects(tmp_path: Path) -> None:
    """There an answer that lost its subject is told to keep that of the notice, which bears the secret."""
    world = begin(tmp_path / "home", secrets="subject")
    (one,) = world.post(astray(world, Subject="my move")).out
    assert world.secret("loki") in str(one.mail["Subject"])
    assert "leave the subject as it is" in " ".join(one.text.split())
    assert config.read(world.home).reply_address("x") == ADDRESS
