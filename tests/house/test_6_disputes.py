"""Rules H20 and H23: the stages of a dispute, from the first word to the final ruling.

`test_disputes.py` has the same by mail.
"""

from typing import Any

import pytest
from houses import AT, broken, happened, opened, told

from referee.engine.events import Event
from referee.engine.moves import AcceptDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.engine.rules import first_broken
from referee.house.disputes import (
    MOST,
    WORDS,
    Appealed,
    ArbiterShown,
    Disputed,
    DisputeLapsed,
    DisputeWithdrawn,
    PassedToKeeper,
    RulingAccepted,
    RulingFinal,
    Stated,
    after,
)
from referee.house.disputes import (
    happened as docket_after,
)
from referee.house.docket import AGAIN, APPEALED, ARBITER, KEEPER, OPEN, PASSED, RULED, Case, Docket, Word
from referee.house.letters import at_its_position, of_another
from referee.house.rulebook import rulebook
from referee.house.state import House
from referee.record.entries import Act
from referee.telling.packet import Packet, packet_text
from referee.util.translations import HOUSE, languages
from referee.util.values import replace

CASE = Case("thor", "7.2", "why?", AT, 3, ARBITER, spoken=frozenset({"thor"}), since=AT)
ON = House(docket=Docket(CASE))


def test_h20_while_a_dispute_is_not_over_play_rests() -> None:
    """A resignation and a draw by agreement go on; nothing else is played."""
    assert broken(ON, ClaimWin()) == "H20 play-rests"
    assert [broken(ON, move) for move in (Resign("g1"), OfferDraw(), AcceptDraw(), DeclineDraw())] == [""] * 4
    assert broken(House(), ClaimWin()) == ""


@pytest.mark.parametrize(
    ("case", "event", "after"),
    [
        (CASE, Stated("odin", "so it was"), replace(CASE, spoken=frozenset({"thor", "odin"}))),
        (CASE, ArbiterShown(ARBITER, "7.2", ("thor",)), replace(CASE, shown=True)),
        (CASE, ArbiterShown(KEEPER, "7.2", ("thor",)), CASE),
        (CASE, PassedToKeeper(), replace(CASE, stage=PASSED, judge=KEEPER, since="")),
        (CASE, DisputeWithdrawn("thor"), None),
        (CASE, DisputeLapsed(), None),
    ],
    ids=lambda one: type(one).__name__,
)
def test_h20_what_happens_in_a_dispute_brings_it_on(case: Case, event: Event, after: Case | None) -> None:
    """Who has spoken, that the packet was made, who rules, that it is over.

    A dispute that is withdrawn or lapses counts.
    """
    found = docket_after(Docket(case), event)
    assert found.case == after
    assert found.lost_by("thor") == (after is None)


@pytest.mark.parametrize(
    ("case", "event", "after"),
    [
        (CASE, Appealed("odin", "no"), replace(CASE, stage=APPEALED, judge=KEEPER, since="")),
        (CASE, RulingAccepted("odin"), replace(CASE, accepted=frozenset({"odin"}))),
        (CASE, RulingFinal(), None),
        (replace(CASE, granted=True), RulingFinal(), None),
    ],
    ids=lambda one: type(one).__name__,
)
def test_h23_what_happens_after_a_ruling_brings_it_to_its_end(
    case: Case, event: Event, after: Case | None
) -> None:
    """An appeal, an acceptance, the end: a dispute counts among those not granted unless something was granted."""
    found = docket_after(Docket(replace(case, stage=RULED)), event)
    assert found.case == (replace(after, stage=RULED) if after and after.stage == OPEN else after)
    assert found.lost_by("thor") == (after is None and not case.granted)


@pytest.mark.parametrize(
    ("told", "over", "rules", "found"),
    [
        (4, 0, True, "case-stale"),
        (5, 0, True, "case-stale"),
        (6, 0, True, ""),
        (9, 1, True, ""),
        (None, 0, True, ""),
        (None, 1, True, "case-unnamed"),
        (4, 1, False, "case-stale"),
        (5, 1, False, ""),
        (None, 1, False, ""),
    ],
)
def test_h1_a_letter_of_the_arbiter_is_one_on_the_dispute_of_the_letter_that_it_answers(
    told: int | None, over: int, rules: bool, found: str
) -> None:
    """A ruling on all that was said in it, too; one that answers no letter can only be on the first dispute."""
    case = replace(CASE, entry=5, word=6)
    reason = of_another(Docket(case, over=over), told, rules=rules)
    assert (reason.key if reason else "") == found


def test_h1_how_many_disputes_are_over_and_when_the_last_word_came_is_known() -> None:
    """The dispute itself, a statement and an appeal are words; whatever ends a dispute, it is over."""
    docket = Docket()
    said = (Disputed("thor", "2.0", "so"), Stated("odin", "no"), Appealed("thor", "again"))
    for n, event in enumerate(said, 3):
        docket = after(docket, n, Act(at="", act="", events=(event,)), "arbiter")
        assert docket.case is not None
        assert docket.case.word == n
    for event in (DisputeWithdrawn("thor"), DisputeLapsed(), RulingFinal()):
        assert docket_after(docket, event).over == 1


def answered(verb: str, case: Case | None, text: str = "so", *, seat: str = "odin", **how: Any) -> str:
    """What a player's word comes to at position 7.2: the name of an event, or the rule that it breaks, and why."""
    lost = how.pop("lost", 0)
    word = Word(Docket(case, {seat: lost}), seat, text, (7, 2), **how)
    happens, rules = WORDS[verb]
    found = first_broken(rules, word, verb)
    return f"{found.rule} {found.why.key}" if found else type(happens(word)).__name__


@pytest.mark.parametrize(
    ("text", "how", "found"),
    [
        ("so", {}, "Disputed"),
        ("7.2: so", {"lost": MOST - 1}, "Disputed"),
        ("so", {"begun": False}, "H20 dispute-not-begun"),
        ("so", {"lost": MOST}, "H20 dispute-enough"),
        ("7.3: so", {}, "H20 dispute-ahead"),
        ("7.2: ", {}, "H20 dispute-empty"),
        (" ", {}, "H20 dispute-empty"),
    ],
)
def test_h20_a_dispute_is_raised_of_what_was_ruled_or_happened(
    text: str, how: dict[str, Any], found: str
) -> None:
    """In a game that has begun, of a position that was, with a word of what was wrong, and not for ever."""
    assert answered("dispute", None, text, **how) == found
    assert answered("dispute", CASE, text, **{**how, "begun": True}) == "H20 dispute-stands"


@pytest.mark.parametrize(
    ("case", "found"),
    [
        (None, "H20 no-dispute"),
        (CASE, "Stated"),
        (replace(CASE, heard=True), "H20 statement-late"),
        (replace(CASE, stage=PASSED, heard=True), "Stated"),
        (replace(CASE, stage=APPEALED), "Stated"),
        (replace(CASE, stage=RULED), "H20 no-dispute"),
        (replace(CASE, stage=AGAIN), "H20 no-dispute"),
    ],
)
def test_h20_how_it_was_is_said_while_a_ruling_is_due(case: Case | None, found: str) -> None:
    """Until the time for it is over; after that the next judge may hear it."""
    assert answered("statement", case) == found


@pytest.mark.parametrize(
    ("seat", "stage", "found"),
    [
        ("thor", OPEN, "DisputeWithdrawn"),
        ("thor", PASSED, "DisputeWithdrawn"),
        ("thor", RULED, "H20 not-to-withdraw"),
        ("odin", OPEN, "H20 not-to-withdraw"),
    ],
)
def test_h20_a_dispute_is_withdrawn_by_its_player_before_a_ruling(seat: str, stage: str, found: str) -> None:
    """By nobody else, and not without a dispute."""
    assert answered("withdraw dispute", replace(CASE, stage=stage), seat=seat) == found
    assert answered("withdraw dispute", None, seat=seat) == "H20 not-to-withdraw"


@pytest.mark.parametrize(("verb", "event"), [("appeal", "Appealed"), ("accept ruling", "RulingAccepted")])
def test_h23_a_ruling_is_answered_once(verb: str, event: str) -> None:
    """While it stands; a player who has accepted it neither appeals nor accepts again."""
    ruled = replace(CASE, stage=RULED, ruling=8)
    assert answered(verb, ruled) == answered(verb, ruled, told=8) == event
    assert answered(verb, replace(ruled, accepted=frozenset({"odin"}))) == "H23 ruling-accepted"
    for case in (None, *(replace(ruled, stage=stage) for stage in (OPEN, PASSED, APPEALED, AGAIN))):
        assert answered(verb, case) == "H23 no-ruling"


@pytest.mark.parametrize("verb", ["appeal", "accept ruling"])
def test_h1_what_was_long_on_its_way_is_no_answer_to_a_later_ruling(verb: str) -> None:
    """The letter that is answered told of an earlier stage."""
    assert answered(verb, replace(CASE, stage=RULED, ruling=8), told=7) == "H1 ruling-stale"


@pytest.mark.parametrize("stage", [OPEN, PASSED, RULED, APPEALED, AGAIN])
def test_h23_only_a_ruling_is_appealed(stage: str) -> None:
    """And only the first: after the second nothing may be said any more, and before one there is nothing to appeal."""
    table = happened(opened(), Disputed("thor", "0.0", "why?"))
    table.index.house = replace(table.index.house, docket=Docket(replace(CASE, stage=stage)))
    table._points.row[-1] = replace(table._points[-1], house=table.index.house)
    (found,) = told(table, "odin", "appeal: no")
    assert found == ("answered" if stage == RULED else "refused H23 no-ruling")


@pytest.mark.parametrize(
    "event",
    [
        Disputed("thor", "0.0", "why?"),
        Stated("thor", "so it was"),
        DisputeWithdrawn("thor"),
        PassedToKeeper(),
        DisputeLapsed(),
        ArbiterShown(ARBITER, "0.0", ("thor",)),
        Appealed("thor", "no"),
        RulingAccepted("thor"),
        RulingFinal(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_h20_a_dispute_leaves_the_table_as_it_is(event: Event) -> None:
    """What a ruling does is told by other events."""
    table = opened()
    before = table.state
    assert happened(table, event).state == before


@pytest.mark.parametrize("language", languages())
def test_h20_a_packet_tells_the_rules_of_the_house_as_their_rulebook_does(language: str) -> None:
    """Not as its code does, and in the language of the judge."""
    table = opened()
    assert told(table, "odin", "@9.9 claim win") == ["refused H1 stale"]
    case = Case("odin", table.position, "why?", AT, 1, KEEPER)
    text = packet_text(Packet(table, case, 2, language=language))
    assert rulebook(HOUSE, language).rules["H1"].text[:60] in " ".join(text.split())
    assert at_its_position.text not in " ".join(text.split())
