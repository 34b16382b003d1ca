"""The rules of the house by mail, H1 to H7: stale answers, invitations, replacements, an end by the keeper."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from awkward.world import PLAYERS, Came, World, begin, copy, simple

from referee.api import Table
from referee.desk import keeper
from referee.engine.lots import commitment
from referee.house.games import find
from referee.house.players import Player
from referee.notation.reader import Misread, Order, Reader
from referee.record.entries import Letter, Opening
from referee.table.audit import audit
from referee.util.errors import Faulty
from referee.verify import check

ORDER = "lay ravens A1"
FIRST = "deploy dragon, viking warriors, viking warriors"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """A game to which two were invited, and one in progress."""
    folder = tmp_path_factory.mktemp("house")
    return {"invited": begin(folder / "invited", opening=()), "on": begin(folder / "on")}


@pytest.fixture
def invited(made: Mapping[str, World], tmp_path: Path) -> World:
    """A game to which two were invited."""
    return copy(made["invited"], tmp_path / "home")


@pytest.fixture
def on(made: Mapping[str, World], tmp_path: Path) -> World:
    """A game in progress: Loki is on turn."""
    return copy(made["on"], tmp_path / "home")


def answer(world: World, seat: str, body: str, to: str, number: int = 0) -> bytes:
    """A letter that answers one of ours, by its Message-ID."""
    return b"In-Reply-To: <" + to.encode() + b"@games.example>\r\n" + simple(world, seat, body, number)


def table_of(world: World) -> Table:
    """The game as its record has it."""
    return Table.load(world.home.record_path("g1"))


def refuse_unsound(world: World) -> None:
    """The record is whole, and today's rules come to the very same."""
    assert not check.check(world.home.record_path("g1")).fault
    assert audit(table_of(world)).clean


def dealt(world: World) -> tuple[tuple[str, ...], ...]:
    """What the deal showed to each seat."""
    table = table_of(world)
    return tuple(tuple(map(str, table.told(seat))) for seat in PLAYERS)


def accept(world: World, thor: str = "accept", loki: str = "accept") -> Came:
    """Both accept in one pass."""
    return world.post(simple(world, "thor", thor), simple(world, "loki", loki))


# H4, H5: an invitation


@pytest.mark.slow
def test_nothing_is_dealt_before_all_have_accepted(invited: World) -> None:
    """One seat accepts: nothing happens on the table, no lot is drawn, the other seat alone owes an answer."""
    came = invited.post(simple(invited, "thor", "accept"))
    assert came.lines == ("played: accept",)
    assert [type(event).__name__ for event in invited.entries()[-1].events] == ["Accepted"]
    assert invited.entries()[-1].lots == ()
    assert [(owed.seat, owed.duty) for owed in table_of(invited).owed()] == [("loki", "answer-invitation")]
    assert "Waiting for Loki to accept" in came.to("thor")[0].text
    assert "WHERE THE RULES ARE" not in came.to("thor")[0].text  # the invitation has told that
    refuse_unsound(invited)


@pytest.mark.slow
def test_the_last_acceptance_deals(invited: World) -> None:
    """The second acceptance deals in the same entry; each seat is told its own hand."""
    came = accept(invited)
    assert [one.name for one in came.out] == ["g1.loki.3.eml", "g1.thor.2.eml", "g1.thor.3.eml"]
    assert invited.entries()[-1].lots
    for one in (came.out[0], came.out[2]):
        assert "You are dealt 9 cards" in one.text
    assert came.out[0].text != came.out[2].text
    assert not table_of(invited).index.house.waiting
    refuse_unsound(invited)


@pytest.mark.slow
@pytest.mark.parametrize("first", ["thor", "loki"])
def test_who_accepts_last_changes_nothing(made: Mapping[str, World], tmp_path: Path, first: str) -> None:
    """The deal is made of the secret and the words of the seats, not of who was quicker."""
    found = []
    for order in (("thor", "loki"), ("loki", "thor")):
        world = copy(made["invited"], tmp_path / "-".join(order))
        for seat in order:
            world.post(simple(world, seat, "accept some words" if seat == first else "accept"))
        events = [event for entry in world.entries() for event in entry.events]
        found.append([event for event in events if type(event).__name__ != "Accepted"])
    assert found[0] == found[1]


@pytest.mark.slow
def test_the_words_of_an_acceptance_change_the_deal(made: Mapping[str, World], tmp_path: Path) -> None:
    """Other words of either player, or the same words said by the other one: another deal each time."""
    bodies = (
        ("accept", "accept"),
        ("accept red", "accept"),
        ("accept", "accept red"),
        ("accept Red", "accept"),
        ("accept red", "accept red"),
        ("accept red herring", "accept"),
    )
    deals = set()
    for number, (thor, loki) in enumerate(bodies):
        world = copy(made["invited"], tmp_path / str(number))
        accept(world, thor, loki)
        deals.add(tuple(event for event in map(repr, world.entries()[-1].events) if "Accepted" not in event))
        refuse_unsound(world)
    assert len(deals) == len(bodies)


@pytest.mark.slow
def test_the_words_stay_private_until_the_end(invited: World) -> None:
    """The words stand in their writer's receipt, in no letter to the other, and in the last one."""
    out = list(accept(invited, "accept zwiebel kuchen").out)
    assert any("zwiebel kuchen" in one.text for one in out if one.seat == "thor")
    assert not any("zwiebel" in one.all for one in out if one.seat == "loki")
    ended = invited.post(simple(invited, "loki", "resign g1", 1))
    (last,) = ended.to("loki")
    assert "zwiebel kuchen" in " ".join(last.text.split())


@pytest.mark.slow
def test_the_commitment_of_the_invitation(invited: World) -> None:
    """Both invitations show the commitment of the opening; at the end the secret is told that fits it."""
    opening = invited.entries()[0]
    assert isinstance(opening, Opening)
    assert opening.commit == commitment(invited.home.secret("g1"), "g1").hex()
    for seat in PLAYERS:
        assert opening.commit in invited.letter(f"g1.{seat}.1").text
        assert opening.commit in invited.letter(f"g1.{seat}.1").html
    accept(invited)
    ended = invited.post(simple(invited, "loki", "resign g1", 1))
    for one in ended.out:
        told = re.findall(r"\b[0-9a-f]{64}\b", one.text)
        assert any(commitment(bytes.fromhex(number), "g1").hex() == opening.commit for number in told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bodies", "lines"),
    [
        (("accept", "accept"), ("refused: accept (accepted-already)",)),
        (("accept red", "accept blue"), ("refused: accept blue (accepted-already)",)),
        (("accept", "draw"), ("refused: draw (not-accepted)",)),
        (("decline", "accept"), ("refused: accept draw (game-over)",)),
        (("decline", "decline"), ("refused: decline draw (game-over)",)),
        (("accept\naccept",), ("played: accept", "refused: accept (accepted-already)")),
        (("accept\ndecline",), ("played: accept", "played: decline")),
        (("decline\naccept",), ("played: decline", "not-played: accept (stopped)")),
        ((FIRST,), ("refused: deploy dragon, viking-warriors, viking-warriors (not-accepted)",)),
        (("resign g1",), ("refused: resign g1 (not-accepted)",)),
        (("ACCEPT!",), ("played: accept",)),
        (("I accept",), ("played: accept",)),
        (("I accept if we begin on Monday",), ()),
    ],
)
def test_answers_to_an_invitation(invited: World, bodies: Sequence[str], lines: Sequence[str]) -> None:
    """Accept once, decline as long as the invitation stands, nothing else is played; each letter is answered."""
    for number, body in enumerate(bodies):
        came = invited.post(simple(invited, "thor", body, number))
        assert len(came.to("thor")) == 1
    assert came.lines == tuple(lines)
    refuse_unsound(invited)


@pytest.mark.slow
def test_an_order_behind_an_acceptance_is_not_played(invited: World) -> None:
    """Accept and an order in one letter: refused from the first seat; from the last it waits until the hand is seen."""
    first = invited.post(simple(invited, "loki", f"accept\n{FIRST}"))
    assert first.lines[0] == "played: accept"
    assert first.lines[1].endswith("(not-accepted)")
    second = invited.post(simple(invited, "thor", "accept\ndeploy huscarl, viking warriors, shield wall"))
    assert second.lines[0] == "played: accept"
    assert second.lines[1].endswith("(just-dealt)")
    refuse_unsound(invited)


@pytest.mark.slow
def test_a_word_in_the_time_of_invitation(invited: World) -> None:
    """Words to all are passed on, notes are kept, questions answered; nobody has accepted by that."""
    came = invited.post(
        simple(invited, "thor", "say I bring cake\n\nnote he likes cake\n\nhelp\nrules 15\nmoves")
    )
    assert {line.partition(":")[0] for line in came.lines} >= {"said", "noted", "answered"}
    (told,) = came.to("loki")
    assert "I bring cake" in told.text
    assert "he likes cake" not in told.all
    (receipt,) = came.to("thor")
    assert "| accept" in receipt.text
    assert table_of(invited).index.house.waiting == ("thor", "loki")
    refuse_unsound(invited)


def test_decline(invited: World) -> None:
    """One seat declines: the game is over, nothing was dealt, both are told who it was, and no record is attached."""
    came = invited.post(simple(invited, "thor", "accept"), simple(invited, "loki", "decline\nsay No time."))
    ended = table_of(invited).outcome
    assert ended is not None
    assert (ended.winners, ended.rule, ended.reason) == ((), "H5", "declined")
    assert {one.seat for one in came.out} == {"thor", "loki"}
    for one in (came.to("loki")[0], came.to("thor")[-1]):
        assert "Loki" in one.text
        assert not [part for part in one.mail.walk() if part.get_filename()]
    assert not any(entry.lots for entry in invited.entries())
    refuse_unsound(invited)


@pytest.mark.slow
def test_decline_in_play(on: World) -> None:
    """Once the game is dealt an invitation can neither be declined nor accepted; both are then of an offered draw."""
    lines = {
        "decline": "refused: decline draw (no-offer)",
        "accept": "refused: accept draw (no-offer)",
        "accept new words": "misread: accept new words",
    }
    for body, line in lines.items():
        before = table_of(on).state
        came = on.post(simple(on, "loki", body))
        assert came.lines == (line,)
        assert "[H4]" not in came.to("loki")[0].text
        assert table_of(on).state == before
        assert came.to("thor") == []
    refuse_unsound(on)


def test_an_acceptance_in_a_quote_is_none(invited: World) -> None:
    """The invitation itself says `accept`: quoted below an answer it accepts nothing."""
    body = "Let me think.\n\n" + "\n".join(
        f"> {line}" for line in ("| accept", "accept", "accept: to take part")
    )
    came = invited.post(simple(invited, "thor", body))
    assert came.lines == ()
    assert table_of(invited).index.house.waiting == ("thor", "loki")


@pytest.mark.slow
def test_an_answer_to_an_older_letter_of_the_invitation(invited: World) -> None:
    """The other has accepted meanwhile: the answer to the first letter is still good."""
    invited.post(simple(invited, "thor", "accept\nsay Come on"))
    came = invited.post(answer(invited, "loki", "accept", "g1.loki.1"))
    assert came.lines == ("played: accept",)


# H1: stale answers


@pytest.fixture
def overtaken(on: World) -> World:
    """Loki's letter of now was followed by a turn of Loki and one of Thor."""
    on.old = on.last("loki")
    assert on.post(simple(on, "loki", "draw\ndraw\ndraw", 20)).lines[-1] == "played: draw"
    assert on.post(simple(on, "thor", "draw\ndraw\ndraw", 21)).lines[-1] == "played: draw"
    return on


def by_subject(world: World, seat: str, body: str, to: str, number: int = 0) -> bytes:
    """A letter that answers one of ours, by its subject alone."""
    return simple(world, seat, body, number).replace(b"Subject: orders", f"Subject: Re: [{to}] x".encode())


def by_references(world: World, seat: str, body: str, to: str, number: int = 0) -> bytes:
    """A letter that answers one of ours, by the ids before it."""
    refs = f"References: <g1.{seat}.1@games.example> <{to}@games.example>\r\n"
    return refs.encode() + simple(world, seat, body, number)


@pytest.mark.slow
@pytest.mark.parametrize("way", [answer, by_subject, by_references])
def test_an_answer_to_a_letter_that_is_overtaken(overtaken: World, way: object) -> None:
    """In whatever way it names the letter it answers, its orders are refused.

    The rest is read, and today's position is told.
    """
    assert callable(way)
    old = overtaken.old
    came = overtaken.post(way(overtaken, "loki", "draw\nsay Hello\n\nmoves", old))
    assert came.lines[0] == "refused: draw (stale-reply)"
    assert came.lines[1:] == ("not-played: say Hello (words-held)", "answered: moves")
    (receipt,) = came.to("loki")
    assert "[H1]" in receipt.text
    assert receipt.mail["Message-ID"].startswith("<g1.loki.")
    entry = overtaken.entries()[-1]
    assert isinstance(entry, Letter)
    assert entry.reply == old
    refuse_unsound(overtaken)


@pytest.mark.slow
def test_the_last_letter_is_answered(overtaken: World) -> None:
    """An answer to the newest letter is played; so is a letter that answers none."""
    came = overtaken.post(answer(overtaken, "loki", ORDER, overtaken.last("loki")))
    assert came.lines == ("played: lay ravens A1",)
    came = overtaken.post(simple(overtaken, "loki", "lay female archer B1", 9))
    assert came.lines == ("played: lay female-archer B1",)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "verdict"),
    [
        (f"@now {ORDER}", "played: lay ravens A1"),
        ("@{here} lay ravens A1", "played: lay ravens A1"),
        ("@1.1 lay ravens A1", "refused: lay ravens A1 (stale)"),
        ("@99.1 lay ravens A1", "refused: lay ravens A1 (stale)"),
    ],
)
def test_a_guard_overrides(overtaken: World, order: str, verdict: str) -> None:
    """`@now`, or the position as it stands, plays an order in a letter that is overtaken; a wrong position does not."""
    line = order.format(here=table_of(overtaken).position)
    came = overtaken.post(answer(overtaken, "loki", line, overtaken.old))
    assert came.lines == (verdict,)
    refuse_unsound(overtaken)


@pytest.mark.slow
def test_words_overtake_nothing(on: World) -> None:
    """Only words, notes, questions and refused lines came since: the answer to the older letter is good."""
    old = on.last("loki")
    for number, body in enumerate(("say Hurry up!", "note x", "moves", "lay thor Z9")):
        on.post(simple(on, "thor", body, number))
    assert on.last("loki") != old
    assert on.post(answer(on, "loki", "draw", old)).lines == ("played: draw",)


@pytest.mark.slow
def test_a_draw_offered_or_declined_overtakes_nothing(on: World) -> None:
    """An offer and its being turned down change nothing on the table: answers to the letters before are good."""
    on.post(simple(on, "loki", "offer draw"))
    offered = on.last("loki")
    assert on.post(simple(on, "thor", "decline draw", 1)).lines == ("played: decline draw",)
    assert on.last("loki") != offered
    assert on.post(answer(on, "loki", "draw", offered, 2)).lines == ("played: draw",)
    asked = on.last("loki")
    assert on.post(simple(on, "thor", "offer draw", 3)).lines == ("played: offer draw",)
    assert on.last("loki") != asked
    assert on.post(answer(on, "loki", "draw", asked, 4)).lines == ("played: draw",)


def test_ones_own_doing_overtakes_nothing(on: World) -> None:
    """Two letters answer the same report, one after the other.

    Both are played, except for what the first has played already.
    """
    old = on.last("loki")
    came = on.post(answer(on, "loki", "draw", old), answer(on, "loki", f"{ORDER}\ndraw", old, 1))
    assert came.lines == ("played: draw", "played: lay ravens A1", "refused: draw (repeated)")
    assert "You have played draw already" in came.to("loki")[-1].text
    refuse_unsound(on)


def test_one_link_tapped_three_times_plays_once(on: World) -> None:
    """Three mails by one link answer one letter by their subject.

    The second and the third are told that it is played.
    """
    old = on.last("loki")
    taps = [by_subject(on, "loki", f"@{table_of(on).position} draw", old, number) for number in range(3)]
    assert on.post(*taps).lines == ("played: draw", *["refused: draw (repeated)"] * 2)


@pytest.mark.slow
def test_what_the_keeper_did_alone_overtakes_nothing(on: World) -> None:
    """An address, a new secret, another player in a seat: the table stands as it stood, answers are good."""
    old = on.last("loki")
    with on.desk.held():
        keeper.correct_address(on.desk, "g1", "thor", "anna@new.example")
        keeper.new_secret(on.desk, "g1", "loki")
        keeper.replace_player(on.desk, "g1", "thor", Player("cleo@example.org", "Cleo"))
    on.send()
    assert on.post(answer(on, "loki", "draw", old)).lines == ("played: draw",)


@pytest.mark.slow
@pytest.mark.parametrize("to", ["g1.thor.1", "g2.loki.1", "g1.loki.0", "g1.loki.1000000000", "g1.odin.1"])
def test_a_letter_that_answers_what_is_not_ours(overtaken: World, to: str) -> None:
    """The other's letter, another game's, no number at all: the order is held to no position.

    `test_restored` has more.
    """
    assert overtaken.post(answer(overtaken, "loki", ORDER, to)).lines == ("played: lay ravens A1",)


# H6: an end by the keeper


@pytest.mark.slow
def test_the_last_letter_of_an_abandoned_game(on: World) -> None:
    """It says why and by whom, shows both hands and the secret of the shuffles, and brings the record."""
    with on.desk.held():
        keeper.abandon(on.desk, "g1", "The club is closed.")
    out = on.send()
    assert [one.seat for one in out] == ["loki", "thor"]
    secret = on.home.secret("g1").hex()
    for one in out:
        assert "The club is closed." in one.text
        assert "[H6]" in one.text
        assert secret in one.text
        (record,) = (part for part in one.mail.walk() if part.get_filename() == "g1.record.yaml")
        assert record.get_payload(decode=True) == on.record()
    refuse_unsound(on)
    # A player who writes afterwards gets an answer, and the other none.
    came = on.post(simple(on, "loki", "draw\nsay Good game!"))
    assert came.lines[0].startswith("refused: draw")
    assert [one.seat for one in came.out] == ["loki", "thor"]
    assert "Good game!" in came.to("thor")[0].text


# H7: another player in a seat


CLEO = Player("cleo@example.org", "Cleo")


@pytest.fixture
def half(invited: World) -> World:
    """Thor has accepted and said something, and asked is Loki."""
    invited.post(simple(invited, "thor", "accept mine\nsay I bring cake"))
    return invited


def taken_over(world: World, seat: str) -> Came:
    """Cleo takes a seat; the letters that this calls for."""
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", seat, CLEO)
    world.roster = {**world.roster, seat: CLEO}
    return world.post()


def sent(world: World, seat: str) -> str:
    """The text of the last letter to a seat."""
    return world.letter(world.last(seat)).text


@pytest.mark.slow
def test_the_new_player_is_told_everything(on: World) -> None:
    """A new player gets in one letter all that the seat was shown, from the deal on.

    The other has no more than that.
    """
    on.post(simple(on, "loki", "note Beware of column B\n\nmoves"))
    with on.desk.held():
        keeper.replace_player(on.desk, "g1", "loki", CLEO)
    letters = {one.seat: one for one in on.send()}
    assert letters["loki"].mail["To"] == CLEO.address
    for telling in (
        "Your deck is shuffled",
        "You are dealt 9 cards",
        "We shall see who holds",
    ):
        assert telling in letters["loki"].text
        assert telling not in letters["thor"].text
    assert "Beware of column B" not in letters["loki"].text + letters["thor"].text  # H3
    assert "Cleo" in letters["thor"].text
    refuse_unsound(on)


def test_the_new_player_plays(on: World) -> None:
    """The new player's order is played, whichever letter to the seat it answers."""
    old = on.last("loki")
    taken_over(on, "loki")
    assert on.post(answer(on, "loki", "draw", old)).lines == ("played: draw",)
    refuse_unsound(on)


@pytest.mark.slow
def test_an_invitation_names_the_new_player(half: World) -> None:
    """A seat is taken before the deal: the letters of the invitation name who sits there now, and not who sat there."""
    taken_over(half, "loki")
    for seat in PLAYERS:
        assert "Loki (Cleo)" in sent(half, seat)
        assert "Bert" not in sent(half, seat)


@pytest.mark.slow
def test_who_takes_an_invited_seat_is_told_what_was_said(half: World) -> None:
    """A seat is taken before the deal: its letter tells again what was said to the table, as it says it does."""
    taken_over(half, "loki")
    assert "I bring cake" in sent(half, "loki")


@pytest.mark.slow
def test_whoever_takes_an_invited_seat_is_asked(half: World) -> None:
    """The seat had accepted, and another player takes it before the deal: that player has not accepted anything yet."""
    taken_over(half, "thor")
    half.post(simple(half, "loki", "accept"))
    assert table_of(half).index.house.waiting == ("thor",)


@pytest.mark.parametrize("end", ["declined", "abandoned"])
def test_an_invitation_that_is_over_says_who_had_accepted(half: World, end: str) -> None:
    """Thor accepted; then Loki declines, or the keeper ends it: it is not said that Thor has not answered."""
    if end == "abandoned":
        with half.desk.held():
            keeper.abandon(half.desk, "g1", "x")
    else:
        half.post(simple(half, "loki", "decline"))
    assert "Thor (Anna): not answered yet" not in sent(half, "loki")


def test_silence_does_not_answer_an_invitation(half: World) -> None:
    """Of a seat that is asked no the rule for silence applies; nothing is written down."""
    before = half.record()
    with half.desk.held(), pytest.raises(Faulty, match="invited-still"):
        keeper.silence(half.desk, "g1", "loki", "x")
    assert half.record() == before


def test_silence_of_a_seat_that_has_accepted(half: World) -> None:
    """A seat that has accepted owes nothing, and that is what the keeper is told."""
    with half.desk.held(), pytest.raises(Faulty, match="owes-nothing"):
        keeper.silence(half.desk, "g1", "thor", "x")


@pytest.mark.parametrize(
    "line",
    [
        "Accept? Not yet.",
        "accept, but only next week",
        "Accept my apologies, I cannot play",
        "Annehmen kann ich leider nicht, ich bin im Urlaub.",
        "Nehme an, das ist das Spiel gegen Bert?",
        "annehmen oder nicht?",
    ],
)
def test_h4_words_of_doubt_accept_nothing(line: str) -> None:
    """What may mean the opposite is asked about: an invitation is not accepted by a sentence that declines it."""
    reader = Reader(find("thunder"), find("thunder").options({}), ("de",), invited=True)
    reading = reader.read(line)
    assert isinstance(reading, Misread)
    assert (reading.key, reading.hint) == ("doubtful", "accept")


def test_h4_words_for_the_shuffle_are_no_doubt() -> None:
    """Words after `accept` are free."""
    reader = Reader(find("thunder"), find("thunder").options({}), ("de",), invited=True)
    for line in ("accept the wolf howls", "annehmen Ein Wolf heult \u00fcber Asgard", "accept", "Accept!"):
        assert isinstance(reader.read(line), Order), line
