"""H10 When letters come: each seat is written to when it has to know something, and nothing told is lost."""

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from awkward.world import Came, Out, World, begin, copy, simple
from support.club import Club
from support.post_office import ENDING

from referee.api import Table
from referee.desk import keeper
from referee.desk.letters import calling, writer
from referee.desk.letters.due import Due
from referee.house.chapters import EVENTS
from referee.house.letters import EVERY_ORDER, MY_TURN, PACES
from referee.house.players import Player
from referee.table.points import Told
from referee.telling import moves


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """These homes need not outlive the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        yield


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game at 3.1: Loki is on turn, with three actions."""
    return begin(tmp_path_factory.mktemp("fewer") / "home", letters=MY_TURN)


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(begun, tmp_path / "home")


def wrote(world: World, seat: str, body: str, number: int = 2000) -> Came:
    """One letter of a seat, and what went out."""
    return world.post(simple(world, seat, body, number))


def draws(letter: Out) -> int:
    """How many draws of another a letter tells of."""
    told = re.findall(r"^.* draws (?:a card|(\d+) cards)", letter.text, re.MULTILINE)
    return sum(int(many or 1) for many in told)


def test_h10_a_single_order_of_another_waits_for_the_end_of_the_turn(world: World) -> None:
    """The letter that gives the reader the turn tells all of it."""
    first = wrote(world, "loki", "draw")
    assert [one.seat for one in first.out] == ["loki"]
    whole = wrote(world, "loki", "draw\ndraw", 2001)
    assert sorted(one.seat for one in whole.out) == ["loki", "thor"]
    [letter] = whole.to("thor")
    assert draws(letter) == 3


def test_h10_every_order_is_told_where_that_was_chosen(world: World) -> None:
    """The choice is told to its player alone, counts at once, and can be taken back."""
    chosen = wrote(world, "thor", "letters every-order")
    assert [one.seat for one in chosen.out] == ["thor"]
    assert "From now on your letters come after every letter of another player" in " ".join(
        chosen.out[0].text.split()
    )
    assert sorted(one.seat for one in wrote(world, "loki", "draw", 2001).out) == ["loki", "thor"]
    wrote(world, "thor", "letters my-turn", 2002)
    assert [one.seat for one in wrote(world, "loki", "draw", 2003).out] == ["loki"]


@pytest.mark.parametrize("line", ["letters", "letters often", "letters?"])
def test_h10_how_to_choose_is_told(world: World, line: str) -> None:
    """What is no choice changes nothing."""
    [answer] = wrote(world, "thor", line).out
    assert "Write letters my-turn" in " ".join(answer.text.split())


def test_h10_a_player_chooses_in_german(world: World) -> None:
    """In the words of the seat's language."""
    wrote(world, "thor", "sprache deutsch")
    [answer] = wrote(world, "thor", "briefe jeder-befehl", 2001).out
    assert "nach jedem Brief eines anderen" in " ".join(answer.text.split())


def test_h10_an_own_letter_is_always_answered(world: World) -> None:
    """A refused order of a player whose turn it is not, a question, words for oneself: each has its receipt."""
    wrote(world, "loki", "draw")
    for number, line in enumerate(("draw", "moves", "note he has Hel", "draw the line")):
        answers = wrote(world, "thor", line, 2001 + number).out
        assert [one.seat for one in answers] == ["thor"], line


def test_h10_the_next_letter_tells_what_had_none_of_its_own(world: World) -> None:
    """It may be a receipt: what the other did before stands in it."""
    wrote(world, "loki", "draw")
    [answer] = wrote(world, "thor", "moves", 2001).out
    assert "Loki draws a card" in " ".join(answer.text.split())


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "line",
    ["say Are you there?", "offer draw", "dispute 2.1: wrong", "resign g1", "newkey"],
)
def test_h10_what_concerns_a_seat_is_told_at_once(world: World, line: str) -> None:
    """Words, offers, disputes and the end need no turn; a new secret of another is nobody else's matter."""
    wrote(world, "loki", "draw")
    out = wrote(world, "loki", line, 2001).out
    assert ("thor" in {one.seat for one in out}) == (line != "newkey"), line


def test_h10_an_earlier_players_choice_is_not_taken_over(world: World) -> None:
    """A new player of a seat has not chosen."""
    wrote(world, "thor", "letters every-order")
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "thor", Player("carla@example.org", "Carla"))
    world.send()
    assert [one.seat for one in wrote(world, "loki", "draw", 2001).out] == ["loki"]


def test_h10_what_waited_when_the_letters_out_were_lost_is_told(world: World) -> None:
    """Nothing that no letter told counts as told."""
    wrote(world, "loki", "draw")
    for folder in ("out", "sent", "told", "sums"):
        shutil.rmtree(world.path / "post" / folder, ignore_errors=True)
    [letter] = wrote(world, "loki", "draw\ndraw", 2001).to("thor")
    assert draws(letter) == 3


def order_in(link: str) -> str:
    """The order that a link of a letter bears, after `body=`."""
    return f"body={parse_qs(urlsplit(link.replace('=%0A', '')).query)['body'][0]}"


def answered(club: Club, seat: str, body: str) -> None:
    """The seat answers its last letter."""
    last = club.boxes[seat][-1]
    club.write(seat, str(last.mail["Reply-To"]), f"Re: {last.number}", body.removeprefix("body="))


def told_in(club: Club, seed: int, patch: pytest.MonkeyPatch) -> dict[str, list[Told]]:
    """A game of taps, ended by resigning: what all letters to each seat have told of others, in their order."""
    told: dict[str, list[Told]] = {seat: [] for seat in club.players}
    whole = writer.told_for

    def told_for(table: Table, one: Due, since: int, own: Sequence[int]) -> Sequence[Told]:
        found = whole(table, one, since, own)
        told[one.seat] += found
        return found

    patch.setattr(writer, "told_for", told_for)
    rng = Random(seed)
    for seat in club.players:
        answered(club, seat, "accept")
    for _ in range(30):
        table = Table.load(club.home.record_path("g1"))
        if table.outcome:
            break
        seat = rng.choice([one.seat for one in table.owed()])
        orders = [body for link in club.boxes[seat][-1].links if not ENDING.search(body := order_in(link))]
        answered(club, seat, rng.choice(orders))
    if not table.outcome:
        answered(club, seat, "resign g1")
    patch.setattr(writer, "told_for", whole)
    return told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "seed"), [("thunder", ("thor", "loki"), 3), ("odins_table", ("thor", "odin"), 4)]
)
def test_h10_a_game_is_the_same_however_often_letters_come(
    game: str, seats: tuple[str, str], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each seat plays from its own letters alone; the record is the same, and all that was told is told, once."""
    # The move that a link holds as an example hangs on a secret, which each home has of its own.
    example = moves._example
    monkeypatch.setattr(moves, "_example", lambda family, _seed="": example(family))
    clubs = {pace: Club(tmp_path / pace, game, seats, letters=pace) for pace in PACES}
    told = {pace: told_in(club, seed, monkeypatch) for pace, club in clubs.items()}
    tables = [Table.load(club.home.record_path("g1")) for club in clubs.values()]
    assert tables[0].outcome
    assert len({tuple(event for one in table.entries for event in one.events) for table in tables}) == 1
    assert told[MY_TURN] == told[EVERY_ORDER]
    mails = {pace: sum(map(len, club.boxes.values())) for pace, club in clubs.items()}
    assert mails[MY_TURN] < mails[EVERY_ORDER]


def test_h10_only_an_acceptance_of_another_may_wait_among_the_acts_of_the_house() -> None:
    """Words, offers, disputes, deadlines, rulings are told at once."""
    assert EVENTS.keys() - calling.AT_ONCE == {"Accepted"}


def listed(letter: Out) -> bool:
    """Whether a letter lists how to resign, in both its forms."""
    found = {bool(re.search(r"\bresign g1\b", form)) for form in (letter.text, letter.html)}
    assert len(found) == 1, letter.name
    return found.pop()


def test_h10_what_is_nearly_always_possible_is_listed_once_in_a_while(world: World) -> None:
    """In the first letter in play, and in each tenth; `moves` tells it always."""
    letters = [world.letter(f"g1.loki.{n}") for n in world.desk.outbox.numbers("g1", "loki")]
    first = [one.name for one in letters if "You can ask: help" in " ".join(one.text.split())]
    assert [one.name for one in letters if listed(one)] == first
    assert len(first) == 1
    assert [listed(one) for one in wrote(world, "loki", "draw").to("loki")] == [False]
    assert [listed(one) for one in wrote(world, "loki", "lay thor Q7 7", 2001).to("loki")] == [False]
    assert [listed(one) for one in wrote(world, "loki", "moves", 2002).to("loki")] == [True]
    out = [one for n in range(4) for one in wrote(world, "loki", "table", 2003 + n).to("loki")]
    assert [listed(one) for one in out] == [one.name == "g1.loki.10.eml" for one in out]
    assert "g1.loki.10.eml" in {one.name for one in out}


@pytest.mark.parametrize("form", ["text", "html"])
def test_h10_a_letter_that_asks_nothing_ends_with_the_table(world: World, form: str) -> None:
    """It lists no orders; what was not understood is told with the words that ask for the table and what there is."""
    turn_over, asked = wrote(world, "loki", "draw\ndraw\ndraw").out
    assert (turn_over.seat, asked.seat) == ("loki", "thor")
    for said in ("AT ANY TIME", "HOW TO ANSWER", "You can ask", "standing order"):
        assert said not in getattr(turn_over, form)
    assert "HOW TO ANSWER" not in getattr(asked, form)
    assert "ONE TAP ANSWERS" in getattr(asked, form)
    [unread] = wrote(world, "loki", "lay thor Q7 7", 2001).to("loki")
    told = " ".join(re.sub(r"<[^>]*>", "", getattr(unread, form)).split())
    assert "The table is as it was in letter g1.loki.7; the word table shows it." in told
    for said in ("HOW TO ANSWER", "You can ask", "AT ANY TIME"):
        assert said not in getattr(unread, form)


def test_h10_when_letters_come_is_told_once_in_a_while(world: World) -> None:
    """At the foot of the letters that list what is nearly always possible, in both forms."""
    told = {"letter when it is your turn": 0, "letter after each order": 0}
    for number in range(20):
        line = "letters every-order\n" if number == 10 else ""
        [letter] = wrote(world, "thor", f"{line}lay thor Q7 7", 2001 + number).to("thor")
        for said in told:
            found = {said in " ".join(form.split()) for form in (letter.text, letter.html)}
            assert found == {said in letter.text.replace("\n  ", " ")}
            assert found == {False} or letter.name in {"g1.thor.10.eml", "g1.thor.20.eml"}
            told[said] += found == {True}
    assert set(told.values()) == {1}


def test_h10_only_a_letter_that_asks_for_an_answer_tells_again_how_one_answers(world: World) -> None:
    """A tenth that asks nothing does not; the next that does tells it, once. When letters come stands in the tenth."""
    out = [one for n in range(8) for one in wrote(world, "thor", "lay thor Q7 7", 2001 + n).to("thor")]
    assert "g1.thor.10.eml" in {one.name for one in out}
    assert not any(map(listed, out))
    [asking] = wrote(world, "loki", "draw\ndraw\ndraw", 2010).to("thor")
    assert listed(asking)
    assert "HOW TO ANSWER" in asking.text
    assert [listed(one) for one in wrote(world, "thor", "draw", 2011).to("thor")] == [False]
