"""Disputes by mail, from the first letter to the last: H20, H21 and H23 of the house."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from awkward.world import Out, World, copy
from support.disputed import (
    DISPUTE,
    IN_CONFIDENCE,
    OLAF,
    disputed,
    events,
    letter,
    mails_to_the_keeper,
    rested,
    table,
    taps,
    wait,
    write,
)

from referee.api import Table
from referee.cli import run
from referee.desk import keeper
from referee.engine import driver
from referee.house.players import Player
from referee.record.entries import Ruling
from referee.table.audit import audit
from referee.verify import check, export

UPHOLD = "uphold\nbecause: the letter names three draws"


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """Games before a dispute, in one, and with both sides heard; one without an arbiter."""
    folder = tmp_path_factory.mktemp("disputes")
    found = {"on": disputed(folder / "on"), "alone": disputed(folder / "alone", arbiter=None)}
    found["raised"] = copy(found["on"], folder / "raised")
    write(found["raised"], "loki", DISPUTE)
    found["heard"] = copy(found["raised"], folder / "heard")
    write(found["heard"], "thor", f"statement: {IN_CONFIDENCE}")
    return found


@pytest.fixture
def on(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game in play, Loki on turn."""
    return copy(bases["on"], tmp_path / "home")


@pytest.fixture
def raised(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A dispute of Loki's has begun."""
    return copy(bases["raised"], tmp_path / "home")


@pytest.fixture
def heard(bases: Mapping[str, World], tmp_path: Path) -> World:
    """Both sides have spoken."""
    return copy(bases["heard"], tmp_path / "home")


@pytest.fixture
def alone(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game without an arbiter."""
    return copy(bases["alone"], tmp_path / "home")


def whole(world: World) -> None:
    """The record is whole, and today's rules come to the same."""
    path = world.home.record_path("g1")
    assert not check.check(path).fault
    assert audit(Table.load(path)).clean


# Raising one


@pytest.mark.slow
def test_h20_a_dispute_is_told_to_all_and_the_arbiter_gets_the_packet(on: World) -> None:
    """Everybody gets one letter about it: the writer a receipt, the other a report, the arbiter the packet."""
    came = write(on, "loki", DISPUTE)
    assert events(on) == ["Disputed", "ArbiterShown"]
    (packet,) = came.to("arbiter")
    assert packet.mail["To"] == OLAF.address
    assert packet.name == "g1.arbiter.3.eml"
    assert "WHAT IS DISPUTED" in packet.text
    assert "| the third card was drawn too many" in packet.text
    told = came.to("thor")[-1].text
    assert "Loki disputes what was ruled, or what happened, at 2.0: [H20]" in told
    assert "is shown the table at 2.0 as seen by you and Loki" in " ".join(told.split())
    whole(on)


@pytest.mark.slow
def test_h20_play_rests_and_the_refusal_says_who_is_waited_for(raised: World) -> None:
    """Orders of the table are refused while a dispute is on, no matter whose turn it is."""
    came = write(raised, "loki", "draw")
    assert came.lines == ("refused: draw (play-rests)",)
    text = came.to("loki")[0].text
    assert "REFUSED [H20]" in text
    assert "waiting for a ruling of the arbiter" in text


@pytest.mark.slow
def test_h20_words_questions_and_a_draw_by_agreement_go_on(raised: World) -> None:
    """Say, note, questions and draw offers are as before; a draw that is accepted ends the game."""
    came = write(raised, "loki", "say hello\n\nnote well\n\nhistory\noffer draw")
    assert [line.split(":")[0] for line in came.lines] == ["said", "noted", "answered", "played"]
    came = write(raised, "thor", "accept draw")
    assert came.lines == ("played: accept draw",)
    assert table(raised).outcome is not None


def test_h20_a_resignation_goes_on(raised: World) -> None:
    """Nobody is kept at a table by a dispute."""
    assert write(raised, "thor", "resign g1").lines == ("played: resign g1",)


@pytest.mark.parametrize("resting", [False, True])
def test_h20_standing_orders_rest_too(resting: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No standing order is even asked: not after a letter of the other's, nor before an order of its owner."""
    game = Table.open("thunder", seed="07")
    game.play("loki", "deploy dragon, frigg, ravens")
    game.play("thor", "deploy huscarl, ravens, mjolnir")
    if resting:
        game.play("thor", "dispute: it was a slip")
    asked: set[str] = set()

    def own(*given: Any) -> Any:
        asked.add("own")
        return given[1]

    def others(*_given: Any) -> tuple[str, Any]:
        asked.add("other")
        return "", None

    monkeypatch.setattr(driver, "begin_letter", own)
    monkeypatch.setattr(driver, "standing_act", others)
    assert game.play("loki", "draw").verdicts == (("refused",) if resting else ("played",))
    assert asked == (set() if resting else {"own", "other"})


@pytest.mark.slow
def test_h20_what_is_said_of_no_position_is_about_the_table_as_it_stands(on: World) -> None:
    """`dispute: text` is about the position at which it is written, further lines of text included."""
    write(on, "loki", "draw\ndispute: it went wrong\nand I am sad\n\nsay well")
    found = table(on).index.house.docket.case
    assert (found.position, found.text) == ("3.1", "it went wrong\nand I am sad")


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("dispute 9.0: early", ("refused: dispute 9.0: early (dispute-ahead)",)),
        ("dispute 2.0:", ("refused: dispute 2.0: (dispute-empty)",)),
        ("dispute he cheats", ("misread: dispute he cheats",)),
        ("statement: it was so", ("refused: statement: it was so (no-dispute)",)),
        ("withdraw dispute", ("refused: withdraw dispute (not-to-withdraw)",)),
        ("appeal: again", ("refused: appeal: again (no-ruling)",)),
        ("accept ruling", ("refused: accept ruling (no-ruling)",)),
    ],
)
def test_h20_what_cannot_be_said_is_explained_and_stops_nothing(
    on: World, line: str, lines: tuple[str]
) -> None:
    """A word that is out of place is told with its reason; the order after it is played."""
    came = write(on, "loki", f"{line}\n\ndraw")
    assert came.lines == (*lines, "played: draw")
    assert not events(on)


def test_h20_before_the_game_has_begun_there_is_nothing_to_dispute(tmp_path: Path) -> None:
    """An invitation is no game yet."""
    world = disputed(tmp_path / "home", letters=())
    assert write(world, "loki", "dispute: I am not ready").lines == (
        "refused: dispute: I am not ready (dispute-not-begun)",
    )


def test_h20_accept_ruling_in_answer_to_an_invitation_is_an_acceptance_with_a_word(tmp_path: Path) -> None:
    """In answer to an invitation any words may follow `accept`."""
    world = disputed(tmp_path / "home", letters=())
    assert write(world, "loki", "accept ruling").lines == ("played: accept ruling",)


def test_h20_there_is_one_dispute_at_a_time(raised: World) -> None:
    """The other has to wait with a dispute."""
    assert write(raised, "thor", "dispute: me too").lines == ("refused: dispute: me too (dispute-stands)",)


@pytest.mark.slow
def test_h20_no_more_are_heard_of_a_seat_when_three_were_not_granted(on: World) -> None:
    """Withdrawn and upheld ones count; the other seat may still raise one."""
    for number in range(3):
        write(on, "loki", f"{DISPUTE} {number}")
        write(on, "loki", "withdraw dispute", number)
    assert write(on, "loki", DISPUTE).lines == (f"refused: {DISPUTE} (dispute-enough)",)
    assert write(on, "thor", DISPUTE).lines == (f"answered: {DISPUTE}",)


@pytest.mark.slow
def test_h20_the_words_of_a_dispute_are_data(on: World) -> None:
    """What a player says stands after a mark wherever it is shown, and reads as nothing of ours."""
    evil = "dispute: {{ 7*7 }}</pre><script>\nWHO IS TO ANSWER\nTHE TABLE"
    came = write(on, "loki", evil)
    for one in (*came.to("thor"), *came.to("arbiter")):
        assert "| {{ 7*7 }}</pre><script>" in one.text
        assert "| WHO IS TO ANSWER\n" in one.text
        assert "<script>" not in one.html


@pytest.mark.slow
def test_h20_in_german(tmp_path: Path) -> None:
    """A player and an arbiter who read German write and are told it in German."""
    world = disputed(tmp_path / "home", arbiter=OLAF.__class__(OLAF.address, "Olaf", language="de"))
    write(world, "loki", "language de")
    came = write(world, "loki", "Einspruch 2.0: das war falsch")
    assert "Du beanstandest" in came.to("loki")[0].text
    assert "WORUM ES GEHT" in came.to("arbiter")[0].text
    write(world, "thor", "statement: no")
    came = write(world, "arbiter", "bestätige\nBegründung: so steht es da")
    assert "Entschieden." in came.to("arbiter")[0].text
    came = write(world, "loki", "nehme die Entscheidung an")
    assert "Du nimmst die Entscheidung an." in came.to("loki")[0].text


# Statements


@pytest.mark.slow
def test_h20_a_statement_is_for_whoever_rules_alone(raised: World) -> None:
    """The other side gets no letter, and nothing of it ever; the arbiter reads it, its writer is told it was said."""
    came = write(raised, "thor", f"statement: {IN_CONFIDENCE}")
    assert not came.to("loki")
    assert f"| {IN_CONFIDENCE}" in came.to("arbiter")[0].text
    assert f"| {IN_CONFIDENCE}" in came.to("thor")[0].text
    out = [*write(raised, "arbiter", UPHOLD).out, *wait(raised, days=4)]
    assert not any(IN_CONFIDENCE in one.all for one in out if one.seat == "loki")


@pytest.mark.slow
def test_h20_the_arbiter_may_rule_when_both_have_spoken_or_their_time_is_over(raised: World) -> None:
    """Before that a ruling is refused, and it is said until when."""
    came = write(raised, "arbiter", UPHOLD)
    refused = " ".join(came.to("arbiter")[0].text.split())
    assert "REFUSED [H20]: each player may say how it was until November 23, 2026" in refused
    assert "RulingMade" not in events(raised)
    told = wait(raised, days=3)
    assert [one.seat for one in told] == ["arbiter"]
    assert "It is for you to rule, by Monday, December 7, 2026, 09:35" in " ".join(told[0].text.split())
    write(raised, "arbiter", UPHOLD, 1)
    assert events(raised)[-1] == "RulingMade"
    whole(raised)


@pytest.mark.slow
def test_h20_a_statement_that_comes_too_late_is_refused(raised: World) -> None:
    """When the time for statements is over, no more are taken."""
    wait(raised, days=3)
    assert write(raised, "thor", "statement: late").lines == ("refused: statement: late (statement-late)",)


@pytest.mark.slow
def test_h20_whether_the_other_has_spoken_is_told_to_nobody_who_writes_late(
    on: World, tmp_path: Path
) -> None:
    """A statement that comes too late is refused in the same words.

    It makes no difference whether the other side has spoken.
    """
    other, told = copy(on, tmp_path / "other"), []
    for world, spoken in ((on, ("loki",)), (other, ())):
        write(world, "thor", DISPUTE)
        for seat in spoken:
            write(world, seat, f"statement: {IN_CONFIDENCE}")
        wait(world, days=4)
        told.append(write(world, "thor", "statement: and this").lines)
    assert told[0] == told[1] == ("refused: statement: and this (statement-late)",)


@pytest.mark.slow
def test_h20_whoever_withdraws_a_dispute_may_play_in_the_same_letter(raised: World) -> None:
    """The end of that letter means what it always means: the turn passes, and the game waits for somebody."""
    write(raised, "loki", "withdraw dispute\ndraw\ndraw\ndraw")
    assert table(raised).position == "4.0"
    assert [one.seat for one in table(raised).owed()] == ["thor"]
    whole(raised)


@pytest.mark.slow
def test_h20_while_play_rests_no_order_is_offered(raised: World) -> None:
    """Nor is a kind of orders that is only described; to resign or to offer a draw is."""
    text = write(raised, "loki", "moves").to("loki")[0].text
    assert "discard order" not in text
    assert "Resign" in text
    write(raised, "loki", "withdraw dispute")
    assert "Challenge, and say in which order your cards go onto your pile" in " ".join(
        write(raised, "loki", "moves", 1).to("loki")[0].text.replace("|", "").split()
    )


@pytest.mark.slow
def test_h20_letters_of_the_player_before_are_in_no_packet_of_the_next(on: World) -> None:
    """H3, H7 Prose, refused lines and the head of a mail are private to the player who wrote them.

    What was shown stays shown.
    """
    write(on, "loki", "My dear diary, I shall lose\nlay dragon Z9\ndraw")
    assert "dear diary" in write(on, "loki", "dispute 3.0: why").to("loki")[-1].text
    write(on, "loki", "withdraw dispute")
    with on.desk.held():
        keeper.replace_player(on.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    on.send()
    text = write(on, "loki", "dispute 3.0: why not").to("loki")[-1].text
    assert "THE TABLE BEFORE" in text
    assert not any(word in text for word in ("dear diary", "Z9", "message-id"))


@pytest.mark.slow
def test_h20_what_the_player_before_stated_is_not_told_to_the_next(raised: World) -> None:
    """H3, H7 It was said to the judge alone: neither the letter with everything, nor a packet, nor `why` tells it."""
    write(raised, "thor", f"statement: {IN_CONFIDENCE}")
    with raised.desk.held():
        keeper.replace_player(raised.desk, "g1", "thor", Player("cleo@example.org", "Cleo"))
    out = [one for one in raised.send() if one.seat == "thor"]
    out += write(raised, "thor", "why 3.0\nhistory").to("thor")
    out += [one for one in wait(raised, days=17, hours=1) if one.seat == "thor"]
    assert any("PACKET" in one.text for one in out)
    assert not any(IN_CONFIDENCE in one.all for one in out)


# Which dispute a letter of the arbiter is about


ADJUDGE = "adjudge thor\nbecause: of the first dispute"
SECOND = "dispute 3.0: something else"


def of_rulings(world: World) -> list[tuple[str, str]]:
    """What became of each line of the arbiter's last letter: its verdict, and why."""
    entry = [one for one in world.entries() if isinstance(one, Ruling)][-1]
    return [(line.verdict, f"{line.rule} {line.why}".strip()) for line in entry.lines]


@pytest.fixture(scope="module")
def second(bases: Mapping[str, World], tmp_path_factory: pytest.TempPathFactory) -> tuple[World, Out]:
    """The first dispute is withdrawn, both have spoken in a second one; and what the arbiter was sent in the first."""
    world = copy(bases["heard"], tmp_path_factory.mktemp("second") / "home")
    first = world.letter(world.last("arbiter"))
    write(world, "loki", "withdraw dispute")
    write(world, "loki", SECOND)
    write(world, "thor", "statement: it is not")
    return world, first


@pytest.mark.parametrize("how", ["subject", "in-reply-to", "quoted", "fresh", "tapped"])
def test_h1_a_ruling_on_the_first_dispute_is_none_on_the_second(
    second: tuple[World, Out], tmp_path: Path, how: str
) -> None:
    """However the answered letter is known; nor is one that answers none. Today's packet comes, and no player hears."""
    world, old = copy(second[0], tmp_path / "home"), second[1]
    number, before = old.name.removesuffix(".eml"), table(world)
    tapped = next(one for one in taps(old) if one.startswith("roll back"))
    raw = letter(world, "arbiter", tapped if how == "tapped" else ADJUDGE)
    match how:
        case "subject" | "tapped":
            raw = raw.replace(b"Subject: orders", f"Subject: Re: ruling [{number}]".encode())
        case "in-reply-to":
            raw = raw.replace(b"Date: ", f"In-Reply-To: {old.mail['Message-ID']}\r\nDate: ".encode())
        case "quoted":
            raw += f"\r\nOn Friday Referee wrote:\r\n\r\n>   Letter {number}.\r\n".encode()
    came = world.post(raw)
    assert of_rulings(world)[0] == ("refused", f"H1 case-{'unnamed' if how == 'fresh' else 'stale'}")
    after = table(world)
    assert (after.position, after.outcome) == (before.position, None)
    assert rested(world)
    (out,) = came.out
    assert out.seat == "arbiter"
    assert "| something else" in out.text
    assert "IN DISPUTE, at 3.0" in out.text
    write(world, "arbiter", "uphold\nbecause: it was right", 1, answers=out.name.removesuffix(".eml"))
    assert of_rulings(world) == [("played", "")] * 2


def test_h1_a_ruling_from_before_a_statement_is_none_on_the_dispute_with_it(raised: World) -> None:
    """The arbiter had the packet, not what Thor says; it is shown in answer, and then a ruling counts."""
    packet = raised.last("arbiter")
    write(raised, "thor", f"statement: {IN_CONFIDENCE}")
    (out,) = write(raised, "arbiter", UPHOLD, answers=packet).out
    assert of_rulings(raised) == [("refused", "H1 case-stale"), ("not-played", "stopped")]
    assert f"| {IN_CONFIDENCE}" in out.text
    write(raised, "arbiter", UPHOLD, 1, answers=out.name.removesuffix(".eml"))
    assert of_rulings(raised) == [("played", "")] * 2


def test_h1_what_the_arbiter_asked_in_between_makes_no_ruling_stale(heard: World) -> None:
    """Whoever asks first, and then answers the letter before, has read all that was said."""
    asked = heard.last("arbiter")
    write(heard, "arbiter", "what if roll back to 2.0", answers=asked)
    write(heard, "arbiter", UPHOLD, answers=asked)
    assert of_rulings(heard) == [("played", "")] * 2


def test_h1_no_cards_are_shown_in_the_second_dispute_for_a_question_in_the_first(
    second: tuple[World, Out], tmp_path: Path
) -> None:
    """Each look is told to all as one for this dispute; what shows nothing new is answered at any time."""
    world, number = copy(second[0], tmp_path / "home"), second[1].name.removesuffix(".eml")
    came = write(world, "arbiter", "show 1.0 loki\nwhat if roll back to 2.0\npacket", answers=number)
    stale = ("refused", "H1 case-stale")
    assert of_rulings(world) == [stale, stale, ("answered", "")]
    assert [one.seat for one in came.out] == ["arbiter"]
    write(world, "arbiter", "show 1.0 loki", 1)
    assert of_rulings(world) == [("answered", "")]


# Rulings


RULINGS = {
    "uphold": ("uphold", "3.0", False),
    "roll-same": ("roll back to 2.0", "2.0", True),
    "roll-redeal": ("roll back to 2.0 redeal", "2.0", True),
    "read-as": ("read 2.0 line 6 as: lay ravens B2", "3.0", True),
    "play-for": ("play loki: draw", "3.1", True),
    "adjudge": ("adjudge thor", "3.0", True),
    "draw": ("adjudge draw", "3.0", True),
    "remove": ("remove loki", "3.0", True),
    "option": ("option seer must-draw", "3.0", True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RULINGS)
def test_h21_each_ruling_by_mail(heard: World, name: str) -> None:
    """The ruling takes effect, all are told it with its reason, and it is final when both accept it."""
    line, position, granted = RULINGS[name]
    came = write(heard, "arbiter", f"Dear both,\n{line}\nbecause: so it stands\nin the rules")
    assert "Ruled." in came.to("arbiter")[0].text
    for seat in ("thor", "loki"):
        told = came.to(seat)[-1].text
        assert "A ruling of the arbiter" in told
        assert "| so it stands\n       | in the rules" in told
        assert "Dear both" not in came.to(seat)[-1].all
    assert table(heard).position == position
    write(heard, "thor", "accept ruling")
    if name not in {"adjudge", "draw", "remove"}:
        assert rested(heard)
    write(heard, "loki", "accept ruling")
    assert not rested(heard)
    docket = table(heard).index.house.docket
    assert docket.lost_by("loki") == (0 if granted else 1)
    whole(heard)


@pytest.mark.slow
def test_h21_a_clock_is_moved_by_mail(tmp_path: Path) -> None:
    """A deadline that a ruling moves is later when play goes on."""
    world = disputed(tmp_path / "home", terms={"deadline": "72 hours", "appeal": ""})
    write(world, "loki", DISPUTE)
    write(world, "thor", "statement: no")
    before = table(world)
    write(world, "arbiter", "clock loki +3 days\nbecause: the post was down")
    after = table(world)
    assert not rested(world)
    assert after.index.house.docket.case is None
    assert before.points[-1].house.rests
    from referee.table.clocks.deadlines import clocks_of

    (running,) = clocks_of(after).running()
    assert (running.due - world.time).total_seconds() > 5 * 86400
    whole(world)


def test_h21_a_player_is_replaced_by_mail(heard: World) -> None:
    """The new player gets all the seat was told, with another secret; no address stands in the record."""
    old = heard.reply_to("loki")
    came = write(heard, "arbiter", "replace loki: Cleo <cleo@example.org>\nbecause: Bert is gone")
    (told,) = came.to("loki")
    assert told.mail["To"] == "cleo@example.org"
    assert heard.reply_to("loki") != old
    assert b"cleo@example.org" not in heard.record()
    whole(heard)


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("Cleo <anna@example.org>", "Letters of Thor go to that mailbox"),
        ("Cleo <anna+two@example.org>", "Letters of Thor go to that mailbox"),
        ("Cleo <referee+x@games.example>", "no player gets letters there"),
        ("The referee <cleo@example.org>", "everybody would read something else"),
        ("Th0r <cleo@example.org>", "it reads like Thor"),
        ("Anna <cleo@example.org>", "somebody else here is called so"),
        ("Cleo <cleo at example>", "is no address that letters can go to"),
        ("Cl:eo <cleo@example.org>", "no comma and no colon"),
    ],
)
def test_h21_a_player_at_the_address_or_by_the_name_of_another_is_refused(
    heard: World, player: str, why: str
) -> None:
    """Hands would be shown, or another would seem to speak: neither record nor roster changes."""
    old = heard.reply_to("loki")
    came = write(heard, "arbiter", f"replace loki: {player}\nbecause: Bert is gone")
    told = " ".join(came.to("arbiter")[0].text.split())
    assert "REFUSED [H21]" in told
    assert why in told
    assert heard.reply_to("loki") == old
    assert "RulingMade" not in events(heard)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("uphold", "a ruling needs its reason"),
        ("because: why not", "there is a reason, but no ruling"),
        ("uphold\nbecause: a\n\nbecause: b", "one reason is enough"),
        ("uphold\nshow 2.0 thor\nbecause: a", "questions stand in a letter of their own"),
        ("roll back to 9.9\nbecause: a", "the table never stood at 9.9"),
        ("read 2.0 line 77 as: draw\nbecause: a", "no letter that was ruled on at 2.0 has a line 77"),
        ("roll bakc to 2.0\nuphold\nbecause: a", "1> roll bakc to 2.0\n        ^"),
        ("roll back to 2.0 redael", "Did you mean:\n   | roll back to 2.0 redeal\n"),
        ("read 2.0 lin 3 as: lay frigg C1", "Did you mean:\n   | read 2.0 line 3 as: lay frigg C1\n"),
        ("show 2.0 thro", "1> show 2.0 thro\n            ^\n   NOT UNDERSTOOD"),
        ("adjudge odin\nbecause: a", "expected here: a seat, draw"),
        (
            "option deck other\nbecause: a",
            "deck is chosen when a game is opened, and cannot be changed any more",
        ),
        ("rules H21", "such as its decks and what is printed on a card, is not changed by a ruling."),
    ],
)
def test_h21_what_cannot_be_ruled_is_explained_and_changes_nothing(
    heard: World, body: str, says: str
) -> None:
    """The line, the caret or the reason, and what would have been right; no player hears of it."""
    before = events(heard)
    came = write(heard, "arbiter", body)
    assert says in " ".join(came.to("arbiter")[0].text.split()) or says in came.to("arbiter")[0].text
    assert events(heard) == before
    assert not came.to("thor") + came.to("loki")


@pytest.mark.slow
def test_h21_all_rulings_of_a_letter_take_effect_or_none(heard: World) -> None:
    """The second effect cannot be, so the first has not happened either."""
    position = table(heard).position
    came = write(heard, "arbiter", "roll back to 2.0\nplay thor: lay dragon Z9\nbecause: a")
    text = came.to("arbiter")[0].text
    assert "1> roll back to 2.0\n   Not played: the letter stopped at line 2." in text
    assert "2> play thor: lay dragon Z9\n   REFUSED [H21]" in text
    assert table(heard).position == position


@pytest.mark.slow
def test_h21_one_address_for_two_seats_is_refused(heard: World) -> None:
    """Also if one ruling brings both there: neither record nor roster changes."""
    seats = {seat: heard.reply_to(seat) for seat in ("thor", "loki")}
    both = "replace loki: Cleo <cleo@example.org>\nreplace thor: Cleo <Cleo@example.org>"
    came = write(heard, "arbiter", f"{both}\nbecause: they are gone")
    assert "REFUSED [H21]" in came.to("arbiter")[0].text
    assert {seat: heard.reply_to(seat) for seat in seats} == seats
    assert "RulingMade" not in events(heard)


@pytest.mark.slow
def test_h20_no_dispute_no_ruling_of_the_arbiter(on: World) -> None:
    """The arbiter has no say, and is shown nothing, while nothing is disputed."""
    for body in (UPHOLD, "show 2.0 thor", "packet", "what if roll back to 2.0"):
        assert "there is no dispute." in write(on, "arbiter", body).to("arbiter")[0].text
    assert not events(on)


# The arbiter's seat


def test_h20_the_arbiter_is_asked_with_the_invitation(tmp_path: Path) -> None:
    """A letter of its own with a secret of its own; the players are told the name, and the limits of time."""
    world = disputed(tmp_path / "home", letters=())
    first = world.letter("g1.arbiter.1")
    assert "You are asked to be the arbiter of this game" in first.text
    assert world.secret("arbiter") in str(first.mail["Reply-To"])
    invitation = world.letter("g1.thor.1").text
    assert "The arbiter is Olaf, who is shown what a ruling needs." in " ".join(invitation.split())
    assert "Within 3 days any player may appeal" in " ".join(invitation.split())
    assert OLAF.address not in invitation


@pytest.mark.parametrize("body", ["Thank you, I shall look at it.", "ruling: stands", "Hello Olaf\nagain"])
def test_h20_a_letter_of_the_arbiter_without_an_order_is_answered(on: World, body: str) -> None:
    """Words alone are told to be no order; the letter is not held as one that the referee fails over."""
    came = write(on, "arbiter", body)
    assert "Not an order, ignored: line" in " ".join(came.to("arbiter")[0].text.split())
    assert len(came.to("arbiter")) == 1


@pytest.mark.slow
def test_h20_a_letter_of_the_arbiter_counts_once(heard: World) -> None:
    """The same mail again, and the same lines under the same Message-ID, rule nothing more."""
    mail = letter(heard, "arbiter", UPHOLD)
    heard.post(mail)
    entries = len(heard.entries())
    heard.post(mail)
    heard.post(mail.replace(b"Subject: orders", b"Subject: again"))
    assert len(heard.entries()) == entries


def test_h20_a_forged_letter_of_the_arbiter_is_nobodys(heard: World) -> None:
    """From alone makes no arbiter, nor does the secret of a seat."""
    forged = letter(heard, "arbiter", UPHOLD).replace(heard.secret("arbiter").encode(), b"a" * 26)
    heard.post(forged)
    heard.post(letter(heard, "thor", UPHOLD, sender=OLAF.address))
    assert "RulingMade" not in events(heard)


@pytest.mark.slow
def test_h20_an_order_of_a_robot_in_the_arbiters_seat_is_held(heard: World) -> None:
    """As with a seat: stored if it says nothing, held for the keeper if it rules."""
    robot = letter(heard, "arbiter", UPHOLD).replace(b"Subject:", b"Auto-Submitted: auto-replied\r\nSubject:")
    heard.post(robot)
    assert heard.held() == ["robot"]
    assert "RulingMade" not in events(heard)
    away = letter(heard, "arbiter", "I am away.").replace(
        b"Subject:", b"Auto-Submitted: auto-replied\r\nSubject:"
    )
    heard.post(away)
    assert heard.held() == ["robot"]


@pytest.mark.slow
def test_h20_an_echo_in_the_arbiters_seat_falls_silent(raised: World) -> None:
    """A machine that sends back everything it gets, without its marks, gets a limited number of answers per hour."""
    sent: list[Out] = []
    for number in range(40):
        came = raised.post(letter(raised, "arbiter", f"packet {number}\nshow 2.0 thor"), minutes=1)
        sent += came.out
    to_players = [one for one in sent if one.seat != "arbiter"]
    assert len(to_players) == 2  # what was shown is told once
    assert len(sent) - len(to_players) == raised.desk.config.limits.answers_an_hour + 1
    assert "No more are answered until" in " ".join(
        " ".join(one.text for one in sent if one.seat == "arbiter").split()
    )


@pytest.mark.slow
def test_h20_no_secret_and_no_address_of_a_seat_is_in_the_arbiters_letters(on: World) -> None:
    """Heads are shown without addresses; a secret that a player wrote into a letter is stars."""
    secret = on.secret("thor")
    write(on, "loki", f"draw\ndispute 2.0: {secret} and anna")
    out = [*write(on, "thor", f"statement: mine is {secret}").out, *write(on, "arbiter", "packet").out]
    letters = [one for one in (*out, on.letter("g1.arbiter.3")) if one.seat == "arbiter"]
    assert len(letters) == 3
    for one in letters:
        everything = one.all.lower()
        assert secret not in everything
        assert on.secret("loki") not in everything
        assert "anna@example.org" not in everything
        assert "bert@example.org" not in everything


@pytest.mark.slow
def test_h20_what_the_arbiter_is_shown_all_are_told(heard: World) -> None:
    """Which cards, as of which position: an entry, and a line in everybody's letter."""
    came = write(heard, "arbiter", "show 2.0 thor\nwhat if 2.0 thor: lay ravens B2")
    assert events(heard)[-2:] == ["ArbiterShown", "ArbiterShown"]
    answer = came.to("arbiter")[0].text
    assert "THE TABLE at 2.0, as seen by Thor" in answer
    assert "THIS WOULD BE: 2.0 thor: lay ravens B2" in answer
    for seat in ("thor", "loki"):
        assert "The arbiter, who is to rule, is shown the table at 2.0" in " ".join(
            came.to(seat)[0].text.split()
        )


def test_h20_the_arbiters_own_words_reach_no_player(heard: World) -> None:
    """Prose and questions of the arbiter stand in no letter to a player, before the game is over."""
    came = write(heard, "arbiter", f"gossip about Thor\n{UPHOLD}\n\nmore gossip")
    assert not any("gossip" in one.all for one in came.out if one.seat != "arbiter")


# The keeper, and the end


@pytest.mark.slow
def test_h20_without_an_arbiter_the_keeper_gets_the_packet(alone: World) -> None:
    """By mail, when it is made, and once more when both have spoken; no address stands in it."""
    came = write(alone, "loki", DISPUTE)
    assert not came.to("arbiter")
    assert len(mails_to_the_keeper(alone)) == 1
    write(alone, "thor", f"statement: {IN_CONFIDENCE}")
    found = mails_to_the_keeper(alone)
    assert len(found) == 2
    assert any(IN_CONFIDENCE in one for one in found)
    assert not any(one in mail for mail in found for one in ("anna@", "bert@", "referee+"))
    wait(alone, hours=2)
    assert len(mails_to_the_keeper(alone)) == 2


@pytest.mark.slow
def test_h20_who_raised_it_may_withdraw_it(raised: World) -> None:
    """And nobody else; then play goes on as it stands."""
    assert write(raised, "thor", "withdraw dispute").lines == ("refused: withdraw dispute (not-to-withdraw)",)
    write(raised, "loki", "withdraw dispute\ndraw")
    assert not rested(raised)
    assert table(raised).position == "3.1"
    whole(raised)


@pytest.mark.slow
def test_h23_a_ruling_that_is_neither_accepted_nor_appealed_becomes_final(heard: World) -> None:
    """So long after it as the terms say."""
    write(heard, "arbiter", UPHOLD)
    wait(heard, days=2, hours=23)
    assert rested(heard)
    told = wait(heard, hours=2)
    assert not rested(heard)
    assert {one.seat for one in told} == {"thor", "loki", "arbiter"}
    whole(heard)


@pytest.mark.slow
def test_h23_without_time_for_an_appeal_a_ruling_is_final_at_once(tmp_path: Path) -> None:
    """The terms have no `appeal`."""
    world = disputed(tmp_path / "home", terms={"appeal": "", "statement": ""})
    write(world, "loki", DISPUTE)
    came = write(world, "arbiter", UPHOLD)
    assert events(world)[-2:] == ["RulingMade", "RulingFinal"]
    assert "The ruling is final" in came.to("loki")[-1].text
    assert write(world, "loki", "draw").lines == ("played: draw",)
    whole(world)


@pytest.mark.slow
def test_h20_what_the_arbiter_does_not_rule_on_in_time_the_keeper_is_to(raised: World) -> None:
    """All are told; the keeper gets the packet, and the arbiter may no longer rule. Then the dispute lapses."""
    told = wait(raised, days=17, hours=1)
    assert "PassedToKeeper" in events(raised)
    assert any("The keeper is to rule now." in one.text for one in told if one.seat == "thor")
    assert len(mails_to_the_keeper(raised)) == 1
    assert "the keeper is to rule now." in write(raised, "arbiter", UPHOLD).to("arbiter")[0].text
    wait(raised, days=14)
    assert events(raised)[-1] == "DisputeLapsed"
    assert not rested(raised)
    assert table(raised).index.house.docket.lost_by("loki") == 1
    whole(raised)


@pytest.mark.slow
def test_h20_nobody_has_a_game_rest_for_ever(tmp_path: Path) -> None:
    """Disputes that lapsed because nobody ruled were not granted: there are no more than three of them."""
    world = disputed(tmp_path / "home", arbiter=None, terms={"statement": "1 hour", "ruling": "1 hour"})
    for number in range(3):
        assert write(world, "loki", f"{DISPUTE} {number}").lines == (f"answered: {DISPUTE} {number}",)
        wait(world, hours=3)
        assert not rested(world)
    assert write(world, "loki", DISPUTE).lines == (f"refused: {DISPUTE} (dispute-enough)",)


@pytest.mark.slow
def test_h23_an_appeal_goes_to_the_keeper_and_is_the_last_one(heard: World) -> None:
    """The arbiter is told, and no longer rules; what the keeper rules is final at once."""
    write(heard, "arbiter", UPHOLD)
    came = write(heard, "loki", "appeal: he has not read my letter")
    assert "| he has not read my letter" in came.to("thor")[0].text
    assert len(mails_to_the_keeper(heard)) == 1
    assert write(heard, "thor", "appeal: me too").lines == ("refused: appeal: me too (no-ruling)",)
    with heard.desk.held():
        done = keeper.rule(heard.desk, "g1", ["roll back to 2.0", "because: he is right"])
    assert done.done
    assert events(heard)[-2:] == ["RolledBack", "RulingFinal"]
    assert not rested(heard)
    assert table(heard).index.house.docket.lost_by("loki") == 0
    whole(heard)


def ruled(world: World, *lines: str) -> str:
    """What the keeper is told who rules at a terminal, with a reason."""
    with world.desk.held():
        return keeper.rule(world.desk, "g1", [*lines, "because: I think again"]).text


@pytest.mark.parametrize("last", ["adjudge thor", "roll back to 2.0"])
def test_h23_after_the_ruling_on_an_appeal_nothing_is_ruled_again_before_a_player_has_moved(
    heard: World, last: str
) -> None:
    """Neither another end of the game, nor the table; a seat may change hands. Then something new may be ruled on."""
    write(heard, "arbiter", UPHOLD)
    write(heard, "loki", "appeal: he has not read my letter")
    assert ruled(heard, last).endswith("Ruled.")
    before = heard.record()
    for again in ("adjudge loki", "adjudge draw", "roll back to 1.0", "uphold"):
        assert "REFUSED [H23]: the ruling of the last dispute is final." in ruled(heard, again)
    assert heard.record() == before
    if table(heard).outcome is None:
        assert ruled(heard, "replace loki: Cleo <cleo@example.org>").endswith("Ruled.")
        write(heard, "thor", "draw")
        assert ruled(heard, "adjudge loki").endswith("Ruled.")


@pytest.mark.slow
def test_h23_whoever_has_accepted_a_ruling_appeals_no_more(heard: World) -> None:
    """The other still may."""
    write(heard, "arbiter", UPHOLD)
    write(heard, "loki", "accept ruling")
    assert write(heard, "loki", "appeal: no").lines == ("refused: appeal: no (ruling-accepted)",)
    assert write(heard, "thor", "appeal: no").lines == ("answered: appeal: no",)


@pytest.mark.slow
def test_h23_an_appeal_that_nobody_rules_on_leaves_the_ruling_as_it_is(heard: World) -> None:
    """The keeper has as long as the arbiter had."""
    write(heard, "arbiter", UPHOLD)
    write(heard, "loki", "appeal: please")
    wait(heard, days=15)
    assert events(heard)[-1] == "RulingFinal"
    whole(heard)


@pytest.mark.slow
def test_h20_clocks_of_the_game_stand_while_a_dispute_is_on(tmp_path: Path) -> None:
    """Nobody becomes late by waiting for a ruling; what was left of a deadline is left when play goes on."""
    world = disputed(tmp_path / "home", terms={"deadline": "72 hours", "grace": "", "reminder": ""})
    write(world, "thor", DISPUTE)
    came = wait(world, days=10)
    assert not any(entry.act == "silence" for entry in world.entries() if hasattr(entry, "act"))
    assert all(one.seat == "arbiter" for one in came)
    write(world, "thor", "withdraw dispute")
    wait(world, days=2)
    assert not any(entry.act == "silence" for entry in world.entries() if hasattr(entry, "act"))
    wait(world, days=2)
    assert any(entry.act == "silence" for entry in world.entries() if hasattr(entry, "act"))
    whole(world)


@pytest.mark.slow
def test_h20_in_the_middle_of_a_sealed_choice_nothing_hidden_is_told(tmp_path: Path) -> None:
    """Thor has chosen in secret, Loki has not: Loki's letters say nothing of the choice, the arbiter's do."""
    first = (("thor", "accept"), ("loki", "accept"))
    found = []
    for number, choice in enumerate(("huscarl, viking warriors, shield wall", "ravens, ravens, ravens")):
        world = disputed(tmp_path / f"home{number}", letters=(*first, ("thor", f"deploy {choice}")))
        came = write(world, "loki", "dispute 0.0: he takes too long")
        found.append([one.text for one in came.to("loki")])
        assert choice.split(",")[0].title() in came.to("arbiter")[0].text
        assert (
            write(world, "loki", "deploy dragon, viking warriors, viking warriors")
            .lines[0]
            .startswith("refused")
        )
    assert [text.split("Seal")[0] for text in found[0]] == [text.split("Seal")[0] for text in found[1]]


@pytest.mark.slow
def test_h20_refused_lines_of_the_other_change_nothing_in_a_players_packet(on: World, tmp_path: Path) -> None:
    """Letters of the other that only the other was answered are in the arbiter's packet.

    They leave no trace in a player's.
    """
    other = copy(on, tmp_path / "other")
    for number in range(8):
        write(other, "loki", f"lay dragon Z{number}")
    texts, now = [], other.time
    for world in (on, other):
        world.time = now
        came = write(world, "loki", "dispute 3.0: look at it")
        texts.append(came.to("thor")[-1].text.split("Seal")[0])
    assert texts[0] == texts[1]


def test_h20_where_letters_must_be_signed_those_of_the_arbiter_must_be_too(tmp_path: Path) -> None:
    """An unsigned letter with the arbiter's secret is held.

    The arbiter is told once a day, at the address on the roster.
    """
    pytest.importorskip("dkim", reason="checks signatures")
    world = disputed(tmp_path / "home", terms={"sender": "dkim"}, letters=())
    out = world.post(letter(world, "arbiter", UPHOLD)).out
    assert world.held() == ["unsigned"]
    assert [str(one.mail["To"]) for one in out] == [OLAF.address]
    assert "did not count" in out[0].text


@pytest.mark.slow
def test_h20_letters_after_the_end_of_a_game(heard: World) -> None:
    """A game that is over can still be disputed, and a ruling decides it otherwise; nothing goes back any more."""
    write(heard, "loki", "withdraw dispute")
    write(heard, "thor", "resign g1")
    write(heard, "thor", "dispute: my cat did it")
    assert rested(heard)
    write(heard, "loki", "statement: no cat")
    back = "roll back to 2.0\nbecause: cats"
    assert (
        "REFUSED [H21]" in write(heard, "arbiter", back, answers=heard.last("arbiter")).to("arbiter")[0].text
    )
    write(heard, "arbiter", "adjudge draw\nbecause: cats", answers=heard.last("arbiter"))
    assert table(heard).outcome.winners == ()
    whole(heard)


def test_h20_so_many_things_are_shown_in_one_dispute(raised: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a letter to every player; what was shown before is shown again without one."""
    monkeypatch.setattr("referee.desk.judging.MOST_SHOWN", 3)
    came = write(raised, "arbiter", "show 2.0 thor\nshow 2.0 loki\nshow 1.0 loki\nshow 2.0 thor")
    text = came.to("arbiter")[0].text
    assert text.count("Answered below.") == 3
    assert "3> show 1.0 loki\n   REFUSED [H20]: 3 things were shown in this dispute" in text


@pytest.mark.slow
def test_h20_a_redacted_record_tells_what_its_reader_was_told(heard: World, tmp_path: Path) -> None:
    """A statement is in its writer's record alone.

    The arbiter's own words, and the acts of its clock, are in nobody's.
    """
    write(heard, "arbiter", f"gossip first\n{UPHOLD}\n")
    wait(heard, days=4)
    for name, own in (("thor", True), ("loki", False), ("onlooker", False)):
        out = tmp_path / f"{name}.yaml"
        audience = ("--onlooker",) if name == "onlooker" else ("--seat", name)
        assert run(("--home", str(heard.path), "export", "g1", *audience, "--output", str(out))) == 0
        text = out.read_text("utf-8")
        assert (IN_CONFIDENCE in text) is own
        assert "gossip" not in text
        assert "RulingFinal" in text
        assert not check.check(out).fault


@pytest.mark.slow
def test_h20_a_redacted_record_knows_that_play_rests(heard: World) -> None:
    """At each entry of a dispute it offers no more than the whole record does, and waits for no move."""
    for at in (0, 1, 2):
        whole = table(heard)
        for seat in (*whole.game.seats, None):
            known = Table.load(export.redacted(whole, seat))
            assert known.index.house.rests is (at < 2)
            assert ("play rests" in " ".join(known.report(seat).split())) is (at < 2)
            assert ("accept ruling" in known.report(seat)) is (at == 1)
            if seat:
                assert known.moves(seat) == whole.moves(seat)
            for own, n in enumerate(whole.index.concerning[seat]):
                assert known.at(own).index.house.rests == whole.points[n].house.rests
        if at == 0:
            write(heard, "arbiter", UPHOLD)
        wait(heard, days=4 * at)


@pytest.mark.slow
def test_h23_a_ruling_is_final_when_its_time_was_over_not_when_the_keeper_looked(heard: World) -> None:
    """The keeper looks at a dispute before any pass has told that the time for an appeal is over.

    The record is still right.
    """
    write(heard, "arbiter", UPHOLD)
    wait(heard, days=2, hours=23, minutes=50)
    heard.time += timedelta(minutes=20)
    heard.fresh()
    with heard.desk.held():
        keeper.packet_of(heard.desk, "g1")
    heard.run()
    assert events(heard)[-1] == "RulingFinal"
    assert not rested(heard)
    whole(heard)


@pytest.mark.slow
def test_h23_an_appeal_that_comes_too_late_is_refused(heard: World) -> None:
    """The time for it is over, the ruling is final, and play has gone on."""
    write(heard, "arbiter", UPHOLD)
    wait(heard, days=3, hours=1)
    came = write(heard, "loki", "appeal: wait\n\ndraw")
    assert came.lines == ("refused: appeal: wait (no-ruling)", "played: draw")


@pytest.mark.slow
def test_h23_an_acceptance_that_was_long_on_its_way_is_to_no_later_ruling(heard: World) -> None:
    """It is refused under H1; an answer to the letter that tells of the ruling counts."""
    old = heard.last("thor")
    write(heard, "arbiter", UPHOLD)
    late = letter(heard, "thor", "accept ruling", 1).replace(
        b"Subject: orders", f"Subject: Re: [{old}]".encode()
    )
    assert heard.post(late).lines == ("refused: accept ruling (ruling-stale)",)
    new = letter(heard, "thor", "accept ruling", 2)
    now = f"Subject: Re: [{heard.last('thor')}]".encode()
    assert heard.post(new.replace(b"Subject: orders", now)).lines == ("answered: accept ruling",)


def test_h21_no_address_stands_in_a_reason(heard: World) -> None:
    """A record holds none (H8), and letters to the others neither."""
    came = write(heard, "arbiter", "uphold\nbecause: he wrote from carl@elsewhere.example himself")
    assert "carl@elsewhere.example" not in heard.record().decode()
    assert came.to("loki")
    assert not any("carl@elsewhere" in one.all for one in came.out if one.seat != "arbiter")
