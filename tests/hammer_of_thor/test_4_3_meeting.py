"""4.3 Encounters open, cards are chosen sealed, and what was ordered for an encounter is played when it opens."""

from typing import Any

import pytest
from thor_table import kinds, made, master, refused, settled, table
from whole_table import Table

from referee.engine.events import Event, seen
from referee.engine.rules import first_broken
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import meeting, telling
from referee.games.hammer_of_thor.duties import owed
from referee.games.hammer_of_thor.figures import Done, Encounter, Standing, Stop
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.moves import PlayCard, WhenCard
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.testing.chance import ScriptedLots
from referee.util.values import replace


def there(**changes: Any) -> State:
    """Thor and Loki stand in 29, with Mimir."""
    return table(
        ("red", 29, "thor sif"), ("blue", 29, "loki"), ("", 29, "mimir"), ("green", 5, "tyr"), **changes
    )


def opened(s: State, other: str = "loki", rule: str = "4.6", **changes: Any) -> tuple[State, list[Event]]:
    """An encounter of Thor opens."""
    return settled(
        replace(s, **changes), meeting.opened(replace(s, **changes), "sif", other, rule, ScriptedLots())
    )


def choosing(at: int = 29, **changes: Any) -> State:
    """Cards are due in the second round."""
    s = table(("red", at, "thor sif"), ("blue", at, "loki"), ("green", 5, "tyr"))
    return replace(s, **{"encounter": Encounter(1, 2, "4.6", 2, asks=True), **changes})


def test_m26_the_master_is_asked_and_cards_are_due() -> None:
    """The stop stands under the rule of the encounter; both seats owe a card, and the master nothing yet."""
    s, events = opened(there())
    assert kinds(events) == ["EncounterOpened", "Stopped", "RoundBegun"]
    assert s.stops == (Stop("4.6", "red", ("thor", "loki")),)
    assert [(one.seat, one.duty) for one in owed(s)] == [("red", "card"), ("blue", "card")]
    s, _ = opened(there(), "mimir", "4.4")
    assert [(one.seat, one.duty) for one in owed(s)] == [("red", "card")]


@pytest.mark.parametrize(("other", "rule"), [("loki", "4.6"), ("mimir", "4.4")])
def test_m26_the_master_owes_a_ruling_on_a_round_once_its_cards_are_shown(other: str, rule: str) -> None:
    """Till then only the players can act; so in the next round, and in one that opens under an older stop."""
    for older in ((), (Stop("8.0", "red"),)):
        table = Table(opened(there(stops=older), other, rule)[0])
        for _ in range(2):
            for seat in [one.split()[0] for one in table.owes]:
                assert "master ruling" not in table.owes
                table.does(seat, PlayCard("attack"))
            assert table.owes == ["master ruling"]
            table.does("master", e.NextRound())


def test_m26_what_is_asked_in_an_encounter_and_not_about_it_is_owed_at_once() -> None:
    """4.1b A card without effects, played while Encounter cards are chosen: the master rules on it, and it goes on."""
    s = opened(there())[0]
    table = Table(Stopped("4.1b", "blue", (), "").change(s))
    assert table.owes == ["red card", "blue card", "master ruling"]
    table.does("master", e.GoOn())
    assert table.owes == ["red card", "blue card"]
    assert table.why("master", e.GoOn()) == "M26 encounter-open"


def test_4_3a_the_cards_of_a_round_are_not_wiped() -> None:
    """The next round begins when they have been shown; nothing of a ruling that would do it earlier is carried out."""
    table = Table(opened(there())[0]).does("red", PlayCard("attack"))
    assert table.why("master", e.NextRound()) == "4.3A round-open"
    assert table.why("master", e.Ruling((e.Reputation("thor", 1), e.NextRound()))) == "4.3A part-of-a-ruling"
    table.does("blue", PlayCard("evade")).does("master", e.NextRound())
    assert table.why("master", e.NextRound()) == "4.3A round-open"


def test_s1_nobody_is_asked_in_the_supplement() -> None:
    """Only the players owe something."""
    s, events = opened(there(supplement="house"))
    assert kinds(events) == ["EncounterOpened", "RoundBegun"]
    assert [(one.seat, one.duty) for one in owed(s)] == [("red", "card"), ("blue", "card")]


@pytest.mark.parametrize(
    ("scouted", "works"), [(((29, True),), True), (((29, False),), False), (((5, True),), False)]
)
def test_4_2c_a_reconnaissance_that_worked_counts(scouted: Any, *, works: bool) -> None:
    """In the place of the encounter, and for the counter that moved."""
    s, _ = opened(there(), done=Done(phase="encounter", mover=1, scouted=scouted))
    assert s.encounter
    assert s.encounter.surprise is works
    s, _ = opened(there(), done=Done(phase="encounter", mover=2, scouted=scouted))
    assert s.encounter
    assert not s.encounter.surprise


def test_m25_what_was_ordered_for_an_encounter_is_played_first() -> None:
    """A card that carries a group away closes the encounter before cards are asked for."""
    order = Standing("encounter", "blue", card="bridge-falls", on="loki")
    s, events = opened(there(), hands={"green": ("prediction.bridge-falls.1",)}, standing={"green": order})
    assert kinds(events) == [
        "EncounterOpened",
        "Stopped",
        "StandingDue",
        "Played",
        "PutAt",
        "EncounterClosed",
    ]
    assert s.encounter is None


def test_4_3a_cards_are_sealed_and_replaceable() -> None:
    """All are told once that a seat has chosen; which card, and that it was replaced, its seat alone is told."""
    s, events = made(choosing(), "red", PlayCard("attack"), meeting.MOVES)
    assert [seen(events[0], one).get("card") for one in ("red", "blue", "master", None)] == [  # type: ignore[union-attr]
        "attack",
        None,
        None,
        None,
    ]
    assert (view(s, "red").sealed, view(s, "blue").sealed, master(s).sealed) == ("attack", "", "")
    assert [one.seat for one in owed(s)] == ["blue"]
    s, events = made(s, "red", PlayCard("evade"), meeting.MOVES)
    assert kinds(events) == ["CardResealed"]
    assert [seen(events[0], one) is None for one in ("red", "blue", "master", None)] == [
        False,
        True,
        True,
        True,
    ]
    s, _ = made(s, "blue", PlayCard("con"), meeting.MOVES)
    s, _ = settled(s, meeting.all_in(s, ScriptedLots()))
    assert s.encounter
    assert s.encounter.sealed == ((1, "evade"), (2, "con"))
    assert refused(s, "red", PlayCard("evade"), meeting.MOVES) == ("4.3A", "cards-shown")


@pytest.mark.parametrize(
    ("seat", "card", "mad", "at", "broken"),
    [
        ("red", "attack", "", 29, None),
        ("red", "bribe", "", 29, ("4.3A", "no-such-card")),
        ("green", "attack", "", 29, ("4.3A", "no-encounter-yet")),
        ("master", "attack", "", 29, ("4.3A", "no-encounter-yet")),
        ("red", "attack", "paranoia", 29, ("2.2A8", "insane")),
        ("red", "evade", "paranoia", 29, None),
        ("red", "evade", "schizophrenia", 29, ("2.2A8", "insane")),
        ("red", "evade", "", 71, ("9.0", "only-attack-here")),
        ("red", "attack", "", 2, ("9.0", "only-friendship-here")),
        ("red", "con", "", 29, None),
        ("red", "con", "", 71, ("9.0", "only-attack-here")),
    ],
)
def test_4_3a_refused_cards(seat: str, card: str, mad: str, at: int, broken: tuple[str, str] | None) -> None:
    """A card is played in an encounter of an own group, and as mind and board allow."""
    s = choosing(at).figure("thor", insanity=mad)
    assert refused(s, seat, PlayCard(card), meeting.MOVES) == broken


def test_9_0_what_leaders_may_not_choose_at_first() -> None:
    """The reason names the label that bars the card: here that of the race, in the first round only."""
    first = replace(choosing(29), encounter=Encounter(1, 2, "4.6", 1, asks=True))
    assert refused(first, "red", PlayCard("con"), meeting.MOVES) == ("9.0", "not-at-first")
    assert refused(first, "red", PlayCard("evade"), meeting.MOVES) is None


def test_2_1i_against_beasts() -> None:
    """Against an animal without speech one fights or evades."""
    s = table(("red", 29, "thor"), ("", 29, "garm"))
    s = replace(s, encounter=Encounter(1, 2, "4.4", 2, asks=True))
    assert refused(s, "red", PlayCard("con"), meeting.MOVES) == ("2.1I", "without-speech")
    assert refused(s, "red", PlayCard("subdue"), meeting.MOVES) is None


def test_m25_cards_named_beforehand() -> None:
    """For encounters with another seat that is still in the game; nobody else is told."""
    s, events = made(there(), "blue", WhenCard("red", "evade"), meeting.MOVES)
    assert s.answers == {"blue": (("red", "evade"),)}
    assert [seen(events[0], one) is None for one in ("blue", "red", "master", None)] == [
        False,
        True,
        True,
        True,
    ]
    assert refused(s, "blue", WhenCard("blue", "evade"), meeting.MOVES) == ("M25", "no-such-player")
    assert refused(replace(s, gone=("red",)), "blue", WhenCard("red", "evade"), meeting.MOVES) == (
        "M25",
        "no-such-player",
    )
    assert refused(s, "blue", WhenCard("mimir", "con"), meeting.MOVES) is None
    assert refused(s, "blue", WhenCard("loki", "con"), meeting.MOVES) == ("M25", "no-such-player")
    assert refused(s, "blue", WhenCard("red", "bribe"), meeting.MOVES) == ("4.3A", "no-such-card")
    assert refused(s, "master", WhenCard("red", "evade"), meeting.MOVES) == ("M25", "no-cards-now")
    s, events = opened(s)
    assert kinds(events) == ["EncounterOpened", "Stopped", "RoundBegun", "CardSealed"]


def test_m31_the_card_of_a_silent_seat() -> None:
    """`evade`; where that is barred, `attack`; else what it can play."""
    for at, mad, card in (
        (29, "", "evade"),
        (71, "", "attack"),
        (29, "megalomania", "follower"),
        (29, "catatonia", ""),
    ):
        s = choosing(at).figure("loki", insanity=mad)
        assert meeting.unanswered(s, s.counters[1]) == card


def test_4_3a_what_a_seat_is_shown() -> None:
    """The cards that are left to it, and none to a seat that is not in the encounter."""
    s = choosing().figure("thor", insanity="kleptomania")
    shown = {}
    for seat in ("red", "blue", "green"):
        seen_by = view(s, seat)
        moves = next(moves for key, _, moves in meeting.candidates(seen_by) if key == "card")
        shown[seat] = [
            one.card for one in moves if first_broken(meeting.MOVES[PlayCard][1], seen_by, one) is None
        ]
    assert shown["red"] == ["attack", "subdue", "con", "challenge"]
    assert (len(shown["blue"]), shown["green"]) == (9, [])


def test_m25_a_card_for_anybody() -> None:
    """Without a seat it is played against a stranger too; one for the seat that is met goes before it."""
    s, _ = made(there(), "blue", WhenCard("", "friendship"), meeting.MOVES)
    assert s.answers == {"blue": (("", "friendship"),)}
    assert sealed(s) == ((2, "friendship"),)
    both, _ = made(s, "blue", WhenCard("red", "evade"), meeting.MOVES)
    assert sealed(both) == ((2, "evade"),)


def test_m25_a_card_named_while_one_is_owed_is_that_card() -> None:
    """Where it is for the encounter at hand and can be chosen; it stays named, and no other choice is replaced."""
    s, events = made(choosing(), "blue", WhenCard("", "friendship"), meeting.MOVES)
    assert kinds(events) == ["AnswerSet", "CardSealed"]
    assert s.encounter
    assert s.encounter.sealed == ((2, "friendship"),)
    again, events = made(s, "blue", WhenCard("", "evade"), meeting.MOVES)
    assert kinds(events) == ["AnswerSet"]
    assert again.encounter == s.encounter
    _, events = made(choosing(71), "blue", WhenCard("", "friendship"), meeting.MOVES)
    assert kinds(events) == ["AnswerSet"]  # 9.0: attack and subdue only
    _, events = made(choosing(), "green", WhenCard("", "friendship"), meeting.MOVES)
    assert kinds(events) == ["AnswerSet"]
    _, events = made(choosing(), "red", WhenCard("green", "friendship"), meeting.MOVES)
    assert kinds(events) == ["AnswerSet"]


def test_m25_a_named_card_that_is_barred_is_told() -> None:
    """As long as the seat owes a card; not where it is not the one for this encounter."""
    s, _ = made(choosing(71), "blue", WhenCard("", "friendship"), meeting.MOVES)
    assert telling.table(view(s, "blue")).answers == (("", "friendship", True),)
    both, _ = made(s, "blue", WhenCard("red", "attack"), meeting.MOVES)
    assert telling.table(view(both, "blue")).answers == (("", "friendship", False), ("red", "attack", False))
    away, _ = made(choosing(), "blue", WhenCard("green", "friendship"), meeting.MOVES)
    assert telling.table(view(away, "blue")).answers == (("green", "friendship", False),)


def sealed(s: State) -> tuple[tuple[int, str], ...]:
    """The cards that are chosen as soon as the encounter opens."""
    met = opened(s)[0].encounter
    assert met is not None
    return met.sealed
