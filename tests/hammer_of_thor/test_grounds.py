"""H1 What orders rest on: an interrupt that does not concern a letter leaves it alone; one that does makes it stale."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from orders import ordered
from thor_table import carry_out, carrying, table

from referee.api import Table
from referee.engine.events import seen
from referee.engine.moves import AcceptDraw, DeclineDraw
from referee.games import hammer_of_thor as package
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.carried import Concealed, Revealed
from referee.games.hammer_of_thor.figures import Encounter, Stop
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

GAME = package.GAME
GROUPS = (("red", 29, "thor sif"), ("blue", 29, "loki"), ("green", 5, "tyr"), ("", 29, "mimir"))
ELSEWHERE = tuple(
    effect
    for name in ("tyr", "loki")
    for effect in (e.Reputation(name, 1), e.Stamina(name, -2), e.Insane(name, "paranoia"))
)
AT_HOME = (e.Stamina("sif", -2), e.Insane("thor", "lunacy"), e.Split("sif"), e.Put("thor", 28))


def placed(**changes: Any) -> State:
    """Red's player-turn."""
    return table(*GROUPS, **changes)


def met(**changes: Any) -> State:
    """Red and blue have met, and choose their cards."""
    return placed(**{"encounter": Encounter(1, 2, "4.6", 1, asks=True), **changes})


def stands(seat: str, order: Any, then: State, now: State | e.Effect) -> bool:
    """Whether an order that was written at one table still stands at another, or after an effect."""
    after = carry_out(then, now)[0] if isinstance(now, e.Effect) else now
    return bool(GAME.stands(order, view(then, seat), view(after, seat)))


def test_h1_every_order_says_what_it_rests_on() -> None:
    """But for those that are taken at any time, and the answers to a draw."""
    assert {*GAME.RESTS_ON} == {*GAME.MOVES} - {*GAME.ANY_TIME, AcceptDraw, DeclineDraw}


@pytest.mark.parametrize(
    "order", [m.Halt(), m.EndTurn(), m.Step("thor", (28,)), m.Caution("thor"), m.Look("jotun")]
)
def test_h1_an_order_of_a_player_turn_rests_on_its_own_people_and_not_on_others(order: Any) -> None:
    """What befalls green's hero, or blue's, leaves it alone; what befalls red's people, or the turn, does not."""
    s = placed()
    assert [one for one in ELSEWHERE if not stands("red", order, s, one)] == []
    assert [one for one in AT_HOME if stands("red", order, s, one)] == []
    assert not stands("red", order, s, replace(s, on_turn="blue"))


def test_h1_an_order_rests_on_whom_it_names_and_a_way_on_what_stands_there() -> None:
    """4.4 The one to be met, the target of a card; on a way the places, and the ice of winter."""
    s = placed()
    for order in (m.Meet("loki"), m.Play("feast", "loki")):
        assert not stands("red", order, s, e.Stamina("loki", -2))
        assert stands("red", order, s, e.Stamina("tyr", -2))
    assert not stands("red", m.Step("thor", (28,)), s, e.Put("tyr", 28))
    assert not stands("red", m.Step("thor", (28,)), s, e.SeasonIs("winter"))
    assert stands("red", m.EndTurn(), s, e.SeasonIs("winter"))


def test_h1_an_encounter_card_rests_on_the_round_and_on_those_who_meet() -> None:
    """Not on what the others turn up or down, however often, nor on anybody else."""
    s = carrying(met(), "loki", "gram", face_up=False)
    card = m.PlayCard("attack")
    shown = Revealed("loki", "gram").change(s)
    assert stands("red", card, s, shown)
    assert stands("red", card, shown, Concealed("loki", "gram").change(shown))
    assert stands("red", card, s, e.Stamina("tyr", -2))
    for effect in (e.Stamina("loki", -2), e.Insane("loki", "lunacy"), *AT_HOME[:2]):
        assert not stands("red", card, s, effect)
    assert not stands("red", card, s, replace(s, encounter=Encounter(1, 2, "4.6", 2, asks=True)))
    for order in (m.Reveal("gram"), m.Use("loki", "trickery"), m.Discard("gram")):
        assert stands("blue", order, s, e.Stamina("tyr", -2))
        assert not stands("blue", order, s, replace(s, encounter=None))


def test_h1_to_turn_an_item_moves_no_position_but_in_older_records() -> None:
    """So nobody can make a letter stale by it that names its position; where it did, it is told as it was (seals)."""
    s = carrying(met(), "loki", "gram", face_up=False)
    for order in (m.Reveal("gram"), m.Conceal("gram")):
        then = s.action
        s, events = ordered(s, "blue", order)
        assert s.action == then
        older = {m.Reveal: Revealed, m.Conceal: Concealed}[type(order)]("loki", "gram")
        assert older.change(s).action == then + 1
        assert "free" not in seen(events[0], "blue").fields  # type: ignore[union-attr]


def test_h1_a_ruling_rests_on_what_was_asked_and_on_whom_it_names() -> None:
    """A card that a player plays meanwhile on somebody else leaves it alone."""
    s = met(stops=(Stop("4.6", "red"),))
    for order in (e.Stamina("loki", -3), e.Ruling((e.Stamina("loki", -3), e.Kill("loki")))):
        assert stands("master", order, s, e.Stamina("tyr", -2))
        assert not stands("master", order, s, e.Insane("loki", "lunacy"))
        assert not stands("master", order, s, replace(s, stops=(*s.stops, Stop("4.1b", "blue"))))
    assert stands("master", e.GoOn(), placed(stops=s.stops), e.Stamina("loki", -2))


def interrupts(table: Table, seat: str, rng: Random) -> bool:
    """Whether another seat has played a card, or turned an item, that it may."""
    for other in rng.sample(table.state.players, len(table.state.players)):
        able = [
            one.written
            for one in table.choices(other).forward()
            if one.written.startswith(("play", "reveal"))
        ]
        if other != seat and able and table.play(other, [rng.choice(able)]).verdicts == ("played",):
            return True
    return False


def test_h1_letters_that_cross_an_interrupt_are_played_but_where_it_concerns_them() -> None:
    """Three seats, letters at random moments: each answers a mail from before another's card; few of them are stale.

    Without `RESTS_ON` all are. A letter of two orders is stale as a whole, or not at all.
    """
    rng, came = Random(5), Counter[str]()
    table = Table.open(
        "hammer_of_thor",
        seed="21",
        options={"players": "red:Anna,blue:Bert,green:Cleo", "supplement": "house"},
    )
    while came.total() < 16:
        seat = table.owed()[0].seat
        reply = f"{table.id}.{seat}.{table.index.number(seat)}"
        able = [one.written for one in table.choices(seat).forward() if not one.written.startswith("play")]
        lines = ["halt", "end turn"] if "halt" in able else [rng.choice(able)]
        crossed = interrupts(table, seat, rng) and table.owed()[0].seat == seat
        ruled = table.play(seat, lines, reply=reply if crossed else "").ruled.verdicts
        whys = [one.broken.why.key for one in ruled if one.broken]
        if crossed:
            came["stale" if "stale-reply" in whys else "played"] += 1
            assert whys[1:] == [] or "stale-reply" not in whys
        if whys:
            table.play(seat, [rng.choice([one.written for one in table.choices(seat).forward()])])
    assert came["stale"] <= 4, came
