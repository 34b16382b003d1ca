"""2.1C, 2.2B, 2.2C What characters can do: abilities, runes, shape changes."""

from collections.abc import Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import playing
from referee.games.hammer_of_thor.cards import name_of
from referee.games.hammer_of_thor.carried import RuneUsed, ShapeLeft, ShapeTaken
from referee.games.hammer_of_thor.dying import dies
from referee.games.hammer_of_thor.figures import (
    Names,
    abilities,
    character,
    counter_of,
    group_of,
    of_seat,
    value,
)
from referee.games.hammer_of_thor.grounds import OWN_TURN, encounter, together
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.met import AbilityUsed
from referee.games.hammer_of_thor.moves import Change, ChangeBack, Use, UseRune
from referee.games.hammer_of_thor.played import card_of
from referee.games.hammer_of_thor.smithing import SMITH
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.timing import GOES_ON, fate_over, in_reach, meets
from referee.games.hammer_of_thor.timing import own_character as why_not_own
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

Able = Use | Change | ChangeBack
INVISIBILITY = "invisibility"
"""9.0A of the charts: the ability that the public rules name (4.2c)."""


def _rune(runes: tuple[str, ...], name: str) -> str:
    """The first rune of that name; "" for none."""
    return playing.held(runes, name)


@rule("2.2B1")
def rune_of_own(v: View, m: UseRune) -> Why | None:
    """A rune is used by the character of yours that has it."""
    if found := why_not_own(v, m.by):
        return found
    return None if _rune(v.figures[m.by].runes, m.rune) else why("no-such-rune", name=m.by, rune=m.rune)


@rule("2.2B1")
def rune_at_a_target(v: View, m: UseRune) -> Why | None:
    """A rune is used on what it names, as a card is: a seat's character or counter, or a seat."""
    return playing.target(v, card_of(v, _rune(v.figures[m.by].runes, m.rune)), m.on)


@cites("2.2B1")
def _use_rune(s: State, by: str, m: UseRune, lots: Lots) -> Happening:
    """It works if the roll is at most INTELLIGENCE; whether it does or not, it leaves play."""
    s = yield from fate_over(s, by)
    card = _rune(s.figures[m.by].runes, m.rune)
    told = card_of(s, card)
    on = group_of(s, m.on).leader if told.target == "group" else m.on
    need = value(s, m.by, "intelligence")
    rolled = lots.below(f"intelligence {m.by}", 10)
    s = yield Rolled("intelligence", m.by, rolled, need, "2.2B1")
    s = yield RuneUsed(m.by, card, on, rolled <= need)
    if rolled <= need:
        yield from playing.done(s, by, told, f"rune.{m.rune}", on, "2.2B1", lots)


@rule("2.1C")
def own_character(v: View, m: Able) -> Why | None:
    """A seat lets its own characters use what they are able to do."""
    return why_not_own(v, m.name)


@rule("M29")
def in_or_after_encounter(v: View, m: Use) -> Why | None:
    """An ability is used in an encounter of the group, or after one in the same player-turn."""
    counter = counter_of(v, m.name)
    if meets(v, counter) or (not v.encounter and counter and counter.id in v.done.parted):
        return None
    return why("no-encounter-of-it", name=m.name)


@rule("2.1C")
def by_the_leader(v: View, m: Able) -> Why | None:
    """In an encounter the leader of a group uses abilities; in combat, and after it, any character does."""
    counter = counter_of(v, m.name)
    if not meets(v, counter) or not counter or not v.encounter or v.encounter.combat:
        return None
    return None if counter.leader == m.name else why("not-the-leader", name=m.name, leader=counter.leader)


@rule("2.1C")
def has_the_ability(v: View, m: Use) -> Why | None:
    """A character uses an ability of its card, or of its shape, that is not in use yet."""
    if m.ability not in abilities(v, m.name):
        return why("no-such-ability", name=m.name, ability=m.ability)
    used = v.encounter.used if v.encounter else v.done.used
    return why("in-use", name=m.name, ability=m.ability) if (m.name, m.ability) in used else None


@rule("4.2c")
def not_found_out(v: View, m: Use) -> Why | None:
    """Who is met in a place where a reconnaissance worked cannot use Invisibility in that encounter."""
    counter = counter_of(v, m.name)
    met_so = v.encounter is not None and v.encounter.surprise and counter and counter.id == v.encounter.other
    if counter and met_so and m.ability == INVISIBILITY:
        return why("found-out", name=m.name, place=counter.at)
    return None


def _use(s: State, by: str, m: Use, lots: Lots) -> Happening:
    yield AbilityUsed(m.name, m.ability)


@rule("2.2C")
def own_shape(v: View, m: Change) -> Why | None:
    """Who has a shape changes back before it takes another: its card takes the place of its abilities too."""
    return why("in-a-shape", name=m.name) if v.figures[m.name].shape else None


@rule("2.2C")
def can_become(v: View, m: Change) -> Why | None:
    """A character takes the shapes that stand on its card."""
    kinds = character(v, m.name).shapes
    return None if m.shape in kinds else why("no-such-shape", name=m.name, shape=m.shape, shapes=kinds)


@rule("M24")
def so_often(v: View, m: Change) -> Why | None:
    """A character changes as often in a game as stands on its card."""
    times = character(v, m.name).changes
    return None if v.figures[m.name].changes < times else why("changed-enough", name=m.name, times=times)


@rule("M24")
def shape_free(v: View, m: Change) -> Why | None:
    """A shape is taken by as many characters as it has cards."""
    return None if free_shape(v, m.shape) else why("shape-taken", shape=m.shape)


def free_shape(t: State | View, shape: str) -> str:
    """A card of a shape that nobody has taken; "" for none."""
    taken = {one.shape for one in t.figures.values()}
    cards = (one for one in t.cards.physical_shapes if name_of(one) == shape)
    return next((one for one in cards if one not in taken), "")


def _change(s: State, by: str, m: Change, lots: Lots) -> Happening:
    s = yield from fate_over(s, by)
    yield ShapeTaken(m.name, free_shape(s, m.shape))


@rule("2.2C")
def in_a_shape(v: View, m: ChangeBack) -> Why | None:
    """Who changes back has taken a shape."""
    return None if v.figures[m.name].shape else why("own-shape", name=m.name)


@cites("2.2C", "M24")
def _change_back(s: State, by: str, m: ChangeBack, lots: Lots) -> Happening:
    """Who has lost more than the printed STAMINA dies; who has lost as much lives."""
    s = yield from fate_over(s, by)
    s = yield ShapeLeft(m.name)
    most = character(s, m.name).stamina
    if most and s.figures[m.name].lost > most:
        yield from dies(s, m.name, "2.2C", lots)


@cites("S15")
def able_to(v: View, name: str) -> Names:
    """The abilities of a character that count: with the supplement only a smith's."""
    return tuple(one for one in abilities(v, name) if one == SMITH or not v.house)


def candidates(v: View) -> Iterator[tuple[str, str, list[Move]]]:
    """What the characters of the seat have on their cards, and their runes."""
    own = of_seat(v, v.seat or "")
    runes = [(name, one) for name in own for one in dict.fromkeys(v.figures[name].runes)]
    yield (
        "rune",
        "2.2B1",
        [
            UseRune(name_of(one), name, on)
            for name, one in runes
            for on in playing.targets(v, card_of(v, one))
        ],
    )
    use, number = ("use in vain", "S15") if v.house else ("use", "2.1C")
    yield use, number, [Use(name, one) for name in own for one in abilities(v, name)]
    yield "change", "2.2C", [Change(name, one) for name in own for one in character(v, name).shapes]
    yield "change back", "2.2C", [ChangeBack(name) for name in own if v.figures[name].shape]


_CHANGED = (GOES_ON, own_character, *in_reach("name"), by_the_leader)

MOVES: Moves = {
    UseRune: (_use_rune, (GOES_ON, rune_of_own, *in_reach("by"), rune_at_a_target)),
    Use: (
        _use,
        (GOES_ON, own_character, in_or_after_encounter, by_the_leader, has_the_ability, not_found_out),
    ),
    Change: (_change, (*_CHANGED, own_shape, can_become, so_often, shape_free)),
    ChangeBack: (_change_back, (*_CHANGED, in_a_shape)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, together(OWN_TURN, encounter))
