"""S9 loss by a card; and encounters of the supplement at random: nothing is lost, and each comes to an end."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from house_table import Group, house, of, thrown
from thor_table import carry_out, carrying, settled

from referee.engine.events import Event
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import house as supplement
from referee.games.hammer_of_thor.barring import playable
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.doing import carried_out
from referee.games.hammer_of_thor.figures import INSANITIES, fits, is_norn
from referee.games.hammer_of_thor.meeting import opened
from referee.games.hammer_of_thor.met import CardSealed
from referee.games.hammer_of_thor.rounds import all_in
from referee.games.hammer_of_thor.table import State
from referee.testing.chance import Chance


@pytest.mark.parametrize(("loss", "dead"), [(-7, False), (-8, True), (-20, True)])
def test_s9_a_loss_by_a_card_kills_like_a_blow(loss: int, dead: bool) -> None:
    """Sif has 8."""
    s = house(("red", 24, "thor sif"), ("blue", 30, "loki"))
    s, events = carry_out(s, e.Stamina("sif", loss), rule="4.1b")
    assert s.helheim == (("sif",) if dead else ())
    assert [one.rule for one in of(events, "Died")] == ["S9"] * dead


def test_s9_what_bears_a_blow_bears_a_card() -> None:
    """With a helm for one more; a loss to subdue kills nobody, and mending never does."""
    s = house(("red", 24, "thor sif"), ("blue", 30, "loki"))
    assert carry_out(carrying(s, "sif", "iron-helm"), e.Stamina("sif", -8))[0].helheim == ()
    assert carry_out(s, e.Stamina("sif", -8, subdual=True))[0].helheim == ()
    assert carry_out(s.figure("sif", lost=12), e.Stamina("sif", 1))[0].helheim == ()


def test_s9_a_starting_character_too() -> None:
    """S11 follows."""
    s = house(("red", 24, "thor sif"), ("blue", 30, "loki"))
    s, events = thrown(s, lambda lots: carried_out(s, e.Stamina("thor", -16), lots, "4.1b"))
    assert [one.name for one in of(events, "PartTaken")] == ["sif"]


def at_random(rng: Random) -> State:
    """Red's group in an encounter with a seat's, nobody's, or a stranger; hurt, armed, some of them insane."""
    s = house(("red", 24, "thor"), ("blue", 30, "loki"), ("green", 29, "mimir"))
    names = [
        one for one in s.cards.characters if not is_norn(s, one) and one not in {"thor", "loki", "mimir"}
    ]
    rng.shuffle(names)
    at, kind = rng.randint(1, 79), rng.choice(["seat", "nobody", "stranger"])
    own = ["thor", *(names.pop() for _ in range(rng.randint(0, 6)))]
    other = [names.pop() for _ in range(1 if kind == "stranger" else rng.randint(1, 6))]
    groups: list[Group] = [("red", at, " ".join(own)), ("green", 29, "mimir")]
    if kind == "seat":
        groups[1:1] = [("blue", at, " ".join(["loki", *other]))]
    else:
        groups += [("", at, " ".join(other)), ("blue", 30, "loki")]
    s = house(*groups)
    met = next(one for one in s.counters[1:] if one.at == at and one.seat in {"", "blue"})
    if kind == "stranger":
        s = s.moved(met.id, deck=s.cards.characters[met.leader].pile)
    for name in (*own, *met.members):
        s = _fared(s, name, rng)
    return settled(s, opened(s, "thor", met.leader, "4.5", Chance(rng)))[0]


def _fared(s: State, name: str, rng: Random) -> State:
    s = s.figure(name, lost=rng.randint(0, max(0, s.cards.characters[name].stamina - 1)))
    s = s.figure(name, insanity=rng.choice([*INSANITIES, *[""] * 20]))
    item = rng.choice([*s.stacks["magic"], *s.forged])
    if name in s.figures and rng.random() < 0.5 and fits(s, name, item):
        s = carrying(s, name, item, face_up=rng.random() < 0.7)
    return s


def pieces(s: State) -> list[str]:
    """Every character, item and rune, wherever it lies, also where it lies twice."""
    found = [*s.helheim, *s.out, *s.aside, *s.forged, *s.unused]
    found += [one for pile in s.stacks.values() for one in pile]
    found += [name for one in s.counters for name in one.members]
    return sorted([*found, *(one for f in s.figures.values() for one in (*f.items, *f.runes))])


def encounters(s: State, rng: Random) -> Iterator[tuple[State, list[Event]]]:
    """Round after round with cards at random."""
    lots: Any = Chance(rng)
    while s.encounter and not s.outcome:
        for counter in sides(s):
            able = playable(s, counter, s.encounter.round) if counter and counter.seat else ()
            if counter and able:
                s = CardSealed(counter.seat, counter.leader, rng.choice(able)).change(s)
        s, _ = settled(s, all_in(s, lots))
        s, events = settled(s, supplement.resolve_round(s, lots))
        yield s, events


@pytest.mark.share(5)
@pytest.mark.parametrize("seed", range(150))
def test_s2_encounters_at_random(seed: int) -> None:
    """Three rounds at most; every card lies somewhere, once; nobody is on the map without a counter."""
    rng = Random(seed)
    s = at_random(rng)
    before, count = pieces(s), 0
    for after, _ in encounters(s, rng):
        count += 1
        s = after
        assert pieces(s) == before
        assert set(s.figures) == {name for one in s.counters for name in one.members}
        assert all(one.leader in one.members for one in s.counters)
        assert all(not one.deck for one in s.counters) or s.encounter
    assert count <= 3
    assert s.encounter is None or s.outcome
