"""S11 a new character, S13 Ragnarok."""

import pytest
from house_table import SEATS, as_it_lies, house, of, rolls, thrown
from thor_table import carrying, kinds

from referee.engine.events import Event
from referee.games.hammer_of_thor import doing
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.dying import dies
from referee.games.hammer_of_thor.figures import counters_of
from referee.games.hammer_of_thor.playing import done
from referee.games.hammer_of_thor.ragnarok import might, mights, of_the_dead, ragnarok
from referee.games.hammer_of_thor.table import State, starter_of
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

RUNES = ("rune.help-rune.1", "rune.sea-rune.1")
OTHERS = (("blue", 30, "loki"), ("green", 29, "mimir"))


def killed(s: State, name: str) -> tuple[State, list[Event]]:
    """A character dies by a blow."""
    return thrown(s, lambda lots: dies(s, name, "S6", lots))


def test_s11_the_highest_of_the_others_takes_its_part() -> None:
    """Whatever counter it is in; no animal, however high."""
    s = house(("red", 5, "thor sleipnir sif"), ("red", 7, "frigg"), *OTHERS).figure("sleipnir", gained=20)
    s, events = killed(s, "thor")
    assert [(one.name, one.seat) for one in of(events, "PartTaken")] == [("frigg", "red")]
    assert starter_of(s, "red") == "frigg"
    assert s.figures["frigg"].tracked


def test_s11_nobody_else_dies_for_a_starting_character() -> None:
    """A follower's death changes nothing."""
    s, events = killed(house(("red", 5, "thor sif"), *OTHERS), "sif")
    assert kinds(events) == ["Died"]
    assert starter_of(s, "red") == "thor"


def test_s11_without_others_the_first_of_the_race_deck() -> None:
    """It comes at the first number of the range of its race, without items; the part has a track."""
    s = house(("red", 24, "thor tanngnjost"), *OTHERS).stack("aesir", ("odin", "tyr"))
    s, events = killed(s, "thor")
    assert [(one.name, one.seat, one.place, one.rule) for one in of(events, "Arrived")] == [
        ("odin", "red", 1, "S11")
    ]
    assert [one.members for one in counters_of(s, "red")] == [("tanngnjost",), ("odin",)]
    assert (s.figures["odin"].items, s.figures["odin"].tracked) == ((), True)
    assert s.stacks["aesir"] == ("tyr",)
    assert starter_of(s, "red") == "odin"


def test_s11_no_norn() -> None:
    """Of the deck of Norns and Valkyries the first Valkyrie, at 48."""
    s = house(("red", 24, "brynhild"), *OTHERS).stack("norn-valkyrie", ("urd", "skuld", "mist"))
    s, events = killed(s, "brynhild")
    assert [(one.name, one.place) for one in of(events, "Arrived")] == [("mist", 48)]
    assert s.stacks["norn-valkyrie"] == ("urd", "skuld")


def test_s11_none_there_and_the_seat_is_out() -> None:
    """It has left, and what it had is nobody's; the others play on."""
    s = house(("red", 24, "thor tanngnjost"), *OTHERS).stack("aesir", ())
    s, events = killed(s, "thor")
    assert kinds(events)[:3] == ["Died", "SeatLeft", "SeatNobodys"]
    assert [(one.by, one.rule) for one in of(events, "SeatLeft")] == [("red", "S11")]
    assert (s.gone, s.outcome) == (("red",), None)
    assert counters_of(s, "red") == ()


def test_s11_the_last_seat_has_won() -> None:
    """M31 when nobody else is left."""
    s = house(("red", 24, "thor"), *OTHERS, gone=("green",)).stack("aesir", ())
    s, _ = killed(s, "thor")
    assert s.outcome is not None
    assert s.outcome.winners == ("blue",)


@pytest.mark.parametrize(
    "effect", [e.Out("thor"), e.Leave("thor"), e.Join("thor", "loki")], ids=lambda one: one.written
)
def test_s11_the_part_is_taken_however_a_starting_character_goes(effect: e.Effect) -> None:
    """By a card of one's own card set, for one; its seat has a starting character still."""
    s = house(("red", 24, "thor sif"), *OTHERS)
    script = [as_it_lies] if isinstance(effect, e.Leave) else []
    s, events = thrown(s, lambda lots: doing.carried_out(s, effect, lots, "4.1b"), *script)
    assert [(one.name, one.seat) for one in of(events, "PartTaken")] == [("sif", "red")]
    assert starter_of(s, "red") == "sif"


def test_s11_nothing_happens_after_the_end() -> None:
    """A Human who has joined, and ended the game by it, does not die; a card that has ended it does no more."""
    s = house(("red", 47, "sigurd"), ("blue", 30, "loki thrud"), gone=("green",)).stack("elf-human", ())
    s, events = thrown(s, lambda lots: doing.carried_out(s, e.Join("sigurd", "loki"), lots, "4.1b"))
    assert s.outcome
    assert kinds(events)[-1] == "Ended"
    s = house(("red", 24, "thor"), *OTHERS, gone=("green",)).stack("aesir", ())
    card = replace(s.cards.fate["feast"], effects=("kill $target", "stamina loki -1"))
    _, events = thrown(s, lambda lots: done(s, "blue", card, "fate.feast", "thor", "4.1b", lots))
    assert kinds(events)[-1] == "Ended"


def test_s11_who_has_left_gets_nobody() -> None:
    """M31 its characters are nobody's."""
    _, events = killed(house(("red", 24, "thor"), *OTHERS, gone=("red",)), "thor")
    assert kinds(events) == ["Died"]


def battle(s: State, *dice: int) -> tuple[State, list[Event]]:
    """Ragnarok."""
    return thrown(s, lambda lots: ragnarok(s, lots), *dice)


def ready(*groups: tuple[str, int, str]) -> State:
    """RAGNAROK is drawn; who leads has a track."""
    s = house(*groups, stage="ragnarok")
    for name in dict(s.starters).values():
        s = s.figure(name, tracked=True)
    return s


def test_s13_the_might_of_a_character() -> None:
    """ACCURACY, STRENGTH and STAMINA left, with items that work; half of it without the mark."""
    s = ready(("red", 5, "thor sif baldr"), *OTHERS)
    assert might(s, "thor") == 8 + 9 + 16
    assert might(s.figure("thor", lost=6), "thor") == 8 + 9 + 10
    assert might(carrying(s, "thor", "megingjord", "iron-helm"), "thor") == 8 + 9 + 2 + 16 + 1
    assert might(s, "sif") == (3 + 3 + 8) // 2
    assert might(s, "baldr") == (6 + 5 + 10) // 2


@pytest.mark.parametrize(("gained", "reason"), [(-13, "evil-wins"), (-12, "good-wins")])
def test_s13_reputation_is_might(gained: int, reason: str) -> None:
    """Thor, 33 and 18 of REPUTATION, against Thrym, 26 and 10: each REPUTATION that he has lost is 2 of might."""
    s = replace(ready(("red", 5, "thor"), ("blue", 30, "thrym")), gone=("green",)).figure(
        "thor", gained=gained
    )
    s, _ = battle(s, 2, 0)
    assert s.outcome is not None
    assert s.outcome.reason == reason


def test_s13_each_rune_is_might_for_whoever_looks() -> None:
    """M15 a rune counts as 1 REPUTATION, though others see only how many there are; none when they have faded."""
    s = ready(("red", 5, "thor"), ("blue", 30, "loki"), ("green", 5, "idun")).figure("loki", runes=RUNES)
    for seat in (None, *SEATS):
        assert mights(view(s, seat)) == mights(s)
    assert mights(s)["evil"] - mights(replace(s, faded=True))["evil"] == 2 * len(RUNES)


def test_s13_the_dead_with_the_mark() -> None:
    """5 each, by alignment; the others lie still."""
    s = house(*OTHERS, helheim=("thor", "tyr", "sif", "surt"))
    assert (of_the_dead(s, "good"), of_the_dead(s, "evil")) == (10, 5)


def test_s13_both_sides_are_counted() -> None:
    """All characters of a side's seats, its dead, a die for each seat; nobody's keep out of it."""
    s = ready(("red", 5, "sif"), ("blue", 30, "thrym"), ("green", 5, "idun"), ("", 6, "odin"))
    s, events = battle(s, 4, 9, 1)
    assert rolls(events) == [
        ("might", "red", 4, -1, "S13"),
        ("might", "blue", 9, -1, "S13"),
        ("might", "green", 1, -1, "S13"),
    ]
    assert [(one.good, one.evil) for one in of(events, "MightShown")] == [
        (7 + 4 + (2 + 2 + 8) // 2 + 1 + 2 * (8 + 8), 5 + 8 + 13 + 9 + 2 * 10)
    ]
    assert s.outcome is not None
    assert (s.outcome.winners, s.outcome.reason) == (("blue",), "evil-wins")


@pytest.mark.parametrize(("die", "reason"), [(5, "evil-wins"), (6, "good-wins")])
def test_s13_a_tie_is_evils(die: int, reason: str) -> None:
    """Tyr, 8 + 7 + 12, against Thrym, 5 + 8 + 13 and one more of the die; both have REPUTATION 14."""
    s = replace(ready(("red", 5, "tyr"), ("blue", 30, "thrym")), gone=("green",)).figure("thrym", gained=4)
    s, _ = battle(s, die, 6)
    assert s.outcome is not None
    assert s.outcome.reason == reason


def test_s13_a_neutral_seat_fights_for_the_side_it_has_named() -> None:
    """M30: and may win with it."""
    s = ready(("red", 5, "sif"), ("blue", 30, "loki"), ("green", 29, "mimir"))
    for side, won in (("good", ("green",)), ("evil", ("blue",))):
        after, _ = battle(replace(s, sides=(("green", side),)), *((9, 0, 9) if side == "good" else (0, 9, 0)))
        assert after.outcome is not None
        assert after.outcome.reason == f"{side}-wins"
        assert after.outcome.winners == won


def test_s13_the_dead_fight_for_their_side() -> None:
    """Thor and Tyr, dead, bring 10 to red's side."""
    s = ready(("red", 5, "sif"), ("blue", 30, "loki"), ("green", 5, "idun"))
    _, events = battle(replace(s, helheim=("thor", "tyr", "sigyn")), 0, 0, 0)
    assert of(events, "MightShown")[0].good == 10 + 7 + 6 + 2 * (8 + 8)


def test_s13_rule_0_finds_the_seat() -> None:
    """Of the winning side's seats the highest REPUTATION; those tied share it (M30)."""
    s = ready(("red", 5, "thor"), ("blue", 30, "skadi"), ("green", 5, "odin"))
    assert _winners(s) == ("green",)
    assert _winners(s.figure("thor", gained=2)) == ("red", "green")


def _winners(s: State) -> tuple[str, ...]:
    after, _ = battle(s, 0, 0, 0)
    assert after.outcome is not None
    return after.outcome.winners
