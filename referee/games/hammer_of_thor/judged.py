"""Why an effect cannot be carried out: what master and cards are held to.

Each rule looks at what state and view have in common, so that a refusal tells nothing that is hidden.
"""

from collections.abc import Mapping

from referee.engine.rules import Refused, Rule, cites, first_broken, rule, why
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.cards import CHARACTERISTICS as ALL
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.effects import Effect
from referee.games.hammer_of_thor.figures import (
    CHARACTERISTICS,
    EVIL,
    GOOD,
    INSANITIES,
    boats,
    character,
    counter_of,
    fits,
    group_of,
    is_norn,
    value,
)
from referee.games.hammer_of_thor.table import RACES, SEASONS, State
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

Table = State | View
NOBODY = "nobody"
RUNE, MAGIC, FATE = "rune", "magic", "fate"
MOST = 9
"""2.1G What a characteristic can be set to."""

ON_MAP: Mapping[type[Effect], tuple[str, ...]] = {
    e.Encounter: ("group", "other"),
    e.EncounterTop: ("group",),
    e.Hit: ("name", "at"),
    e.Test: ("name",),
    e.Stamina: ("name",),
    e.Set: ("name",),
    e.Reputation: ("name",),
    e.Kill: ("name",),
    e.Raise: ("to",),
    e.Join: ("name", "to"),
    e.Leave: ("name",),
    e.Split: ("name",),
    e.Put: ("group",),
    e.Give: ("name",),
    e.Insane: ("name",),
    e.Sane: ("name",),
    e.SpeedBonus: ("group",),
}
"""Which words of an effect name a character that has to be on the map."""


@rule("M32")
def on_the_map(t: Table, m: Effect) -> Why | None:
    """Who is named has to be on the map."""
    fields = ("to",) if isinstance(m, e.Deal) and m.pile != FATE else ON_MAP.get(type(m), ())
    for field in fields:
        if (named := getattr(m, field)) not in t.figures:
            return why("not-on-the-map", name=named)
    return None


@rule("M32")
def in_the_game(t: Table, m: Effect) -> Why | None:
    """A seat that is named has to be a player's who is still in the game."""
    match m:
        case e.NewCharacter(seat=seat) | e.Skip(seat=seat) | e.Deal(pile="fate", to=seat):
            return None if seat in t.players and seat not in t.gone else why("no-such-player", seat=seat)
    return None


@rule("M32")
def known_words(t: Table, m: Effect) -> Why | None:
    """Places, decks, insanities, seasons and sides are those that there are."""
    match m:
        case e.Put(place=place) | e.NewCharacter(place=place):
            return None if place in t.board.places else why("no-such-place", place=place)
        case e.EncounterTop(deck=deck):
            return None if deck in RACES else why("no-such-deck", deck=deck)
        case e.Deal(pile=pile):
            return None if pile in {RUNE, MAGIC, FATE} else why("no-such-deck", deck=pile)
        case e.Insane(kind=kind):
            return None if kind in INSANITIES else why("no-such-insanity", insanity=kind)
        case e.SeasonIs(season=season):
            return None if season in SEASONS else why("no-such-season", season=season)
        case e.Win(side=side):
            return None if side in {GOOD, EVIL, NOBODY} else why("no-such-side", side=side)
    return None


@rule("2.1G")
def in_bounds(t: Table, m: Effect) -> Why | None:
    """A characteristic is set to 0-9; STAMINA and REPUTATION are not set but change, and only so far."""
    match m:
        case e.Test(characteristic=named) if named not in ALL:
            return why("no-such-characteristic", characteristic=named)
        case e.Set(characteristic=named) if named not in CHARACTERISTICS:
            return why("not-to-be-set", characteristic=named)
        case e.Set(value=wanted) if not 0 <= wanted <= MOST:
            return why("out-of-bounds", value=wanted)
        case e.Stamina(amount=0) | e.Reputation(amount=0) | e.SpeedBonus(amount=0):
            return why("no-change")
        case e.Stamina(name=name, amount=amount) if amount > 0 and not t.figures[name].lost:
            return why("unhurt", name=name)
        case e.Reputation(name=name, amount=amount) if amount < 0 and not own_reputation(t, name):
            return why("no-reputation", name=name)
    return None


def own_reputation(t: Table, name: str) -> int:
    """M15 The REPUTATION of a character without its items: what can be lost."""
    return max(0, value(t, name, "reputation") + t.figures[name].gained)


@rule("2.1H")
def norns_apart(t: Table, m: Effect) -> Why | None:
    """A Norn is not killed, subdued or controlled, and loses no STAMINA."""
    match m:
        case e.Hit(at=name) | e.Stamina(name=name) | e.Kill(name=name) | e.Out(name=name):
            pass
        case e.Join(name=name) | e.NewCharacter(name=name) | e.Raise(name=name):
            pass
        case _:
            return None
    return why("norn", name=name) if name in t.cards.characters and is_norn(t, name) else None


@rule("2.1A")
def not_at_parents(t: Table, m: e.Hit) -> Why | None:
    """Mother and father are not attacked so that they lose STAMINA."""
    return why("parent", name=m.name, at=m.at) if m.at in character(t, m.name).relatives else None


@rule("2.1B")
def friends_subdued(t: Table, m: e.Hit) -> Why | None:
    """Friends are attacked with subdual damage only."""
    if m.subdual or m.at not in character(t, m.name).friends:
        return None
    return why("friend", name=m.name, at=m.at)


@rule("4.3")
def meets_another(t: Table, m: e.Encounter | e.EncounterTop) -> Why | None:
    """There is one encounter at a time, of two counters in the same place."""
    if t.encounter:
        return why("encounter-open")
    if isinstance(m, e.EncounterTop):
        return None
    own, other = group_of(t, m.group), group_of(t, m.other)
    if own.id == other.id:
        return why("same-group", name=m.other)
    if own.seat and own.seat == other.seat:
        return why("same-seat", name=m.group, other=m.other)
    return None if own.at == other.at else why("not-there", name=m.other, place=own.at)


@rule("4.3")
def encounter_open(t: Table, m: Effect) -> Why | None:
    """Combat, rounds and the end are those of an encounter."""
    if t.encounter:
        return None
    return why("encounter-over" if isinstance(m, e.Close) else "no-encounter")


@rule("4.3A")
def cards_were_shown(t: Table, _m: e.NextRound) -> Why | None:
    """The next round begins when the cards of this one have been shown."""
    return why("round-open") if t.encounter and t.encounter.asks else None


@rule("5.0")
def combat_once(t: Table, _m: e.Combat) -> Why | None:
    """Combat begins once in an encounter."""
    return why("combat-already") if t.encounter and t.encounter.combat else None


@rule("5.0")
def in_combat(t: Table, m: e.Hit) -> Why | None:
    """Who strikes and who is struck are in the combat that goes on, on either side."""
    if not t.encounter or not t.encounter.combat:
        return why("no-combat")
    there = {name: one.id for one in sides(t) if one for name in one.members}
    missing = [one for one in (m.name, m.at) if one not in there]
    if missing:
        return why("not-in-it", name=missing[0])
    return why("same-side", name=m.name, at=m.at) if there[m.name] == there[m.at] else None


@rule("M32")
def who_it_may_be(t: Table, m: Effect) -> Why | None:
    """Who is raised is dead; who comes new is not on the map; who splits off has a group; who is sane stays so."""
    match m:
        case e.Raise(name=name) if name not in t.helheim:
            return why("not-dead", name=name)
        case e.Out(name=name) if name not in t.cards.characters:
            return why("not-on-the-map", name=name)
        case e.Out(name=name) if name in t.out:
            return why("out-already", name=name)
        case e.NewCharacter(name=name) if name not in t.cards.characters:
            return why("no-such-character", name=name)
        case e.NewCharacter(name=name) if name in {*t.figures, *t.helheim, *t.out}:
            return why("not-free", name=name)
        case e.Split(name=name) if group_of(t, name).members == (name,):
            return why("alone", name=name)
        case e.Sane(name=name) if not t.figures[name].insanity:
            return why("sane-already", name=name)
        case e.Skip(seat=seat) if seat in t.skipped:
            return why("skips-already", seat=seat)
        case e.SeasonIs(season=season) if season == t.season:
            return why("season-already", season=season)
        case e.Put(group=group, place=place) if group_of(t, group).at == place:
            return why("there-already", name=group, place=place)
    return None


@rule("4.3")
def no_group_of_strangers(t: Table, m: e.Join | e.Raise) -> Why | None:
    """Nobody joins a stranger, who goes back into its deck; nor the group that it is in already."""
    target = group_of(t, m.to)
    if target.deck:
        return why("stranger", name=m.to)
    return why("in-it-already", name=m.name, to=m.to) if m.name in target.members else None


@rule("2.2A1")
def can_carry(t: Table, m: Effect) -> Why | None:
    """A character has one item of each letter, a group one boat."""
    match m:
        case e.Give(item=item, name=name) if item in t.cards.items and name not in _bearers(t, item):
            return None if fits_so(t, name, item) else why("does-not-fit", item=item, name=name)
        case e.Join(name=name, to=to) if afloat(t, name) and boats(t, group_of(t, to)):
            return why("second-boat", name=name, to=to)
    return None


def fits_so(t: Table, name: str, item: str) -> bool:
    """2.2A1 Whether an item fits, also where it comes from the same group: the boat of a group stays one."""
    bearers = _bearers(t, item)
    group = counter_of(t, name)
    if group and any(one in group.members for one in bearers):
        letters = {letter for one in t.figures[name].items for letter in t.cards.items[one].letters}
        return not letters & set(t.cards.items[item].letters)
    return fits(t, name, item)


def afloat(t: Table, name: str) -> bool:
    """Whether a character carries a boat."""
    return any(t.cards.items[one].boat for one in t.figures[name].items)


def _bearers(t: Table, item: str) -> list[str]:
    return [name for name, one in t.figures.items() if item in one.items]


@rule("M32")
def item_to_be_had(t: Table, m: e.Give | e.Aside | e.Break) -> Why | None:
    """An item lies aside or in the Forged deck, or somebody carries it; else it is in no ruling's reach."""
    bearers = _bearers(t, m.item)
    lies = m.item in t.aside and m.item in t.cards.items
    if not (bearers or m.item in t.forged or lies):
        return why("no-such-item", item=m.item)
    if isinstance(m, e.Give) and m.name in bearers:
        return why("has-it-already", name=m.name, item=m.item)
    return why("aside-already", item=m.item) if isinstance(m, e.Aside) and lies else None


SECTIONS = (
    *("1.0k", "2.2A4", "2.2A9", "2.2B1", "4.1b", "4.2B", "4.2C", "4.3", "4.3A", "4.4", "4.5", "4.6"),
    *("5.0", "6.0", "8.0", "9.0", "10.0", "12.0", "14.1A"),
)
"""M26 What the master can open a stop under: the sections that say themselves that they are the master's."""


@rule("12.0")
def at_ragnarok(t: Table, m: e.Win) -> Why | None:
    """The side that has won is named when RAGNAROK is drawn, and with it the game, which ends."""
    if t.stage != "ragnarok":
        return why("no-ragnarok")
    return None if m.game == t.game else why("ends-the-game", side=m.side, game=t.game)


@rule("M26")
@cites("2.2A9", "4.2B", "4.2C", "14.1A")
def known_section(t: Table, m: e.Stop) -> Why | None:
    """A stop is opened under a section that is the master's, once player-turns have begun."""
    if t.stage not in {"turns", "ragnarok"}:
        return why("not-begun")
    return None if m.section in SECTIONS else why("no-such-section", section=m.section)


@rule("M26")
def stops_closed(t: Table, _m: e.GoOn) -> Why | None:
    """The game goes on when no encounter is open that the stop is about; RAGNAROK ends with `win`."""
    if t.encounter and not (t.stops and t.stops[-1].beside):
        return why("encounter-open")
    last = len(t.stops) == 1 and t.stage == "ragnarok"
    return why("ragnarok") if last else None


FIRST = (on_the_map, in_the_game, known_words)
NAMED = (*FIRST, norns_apart)
JOINING = (*NAMED, who_it_may_be, no_group_of_strangers, can_carry)
CHECKS: Mapping[type[Effect], tuple[Rule, ...]] = {
    e.Encounter: (*FIRST, meets_another),
    e.EncounterTop: (*FIRST, meets_another),
    e.Combat: (encounter_open, combat_once),
    e.NextRound: (encounter_open, cards_were_shown),
    e.Close: (encounter_open,),
    e.Hit: (*NAMED, in_combat, not_at_parents, friends_subdued),
    e.Test: (*FIRST, in_bounds),
    e.Stamina: (*NAMED, in_bounds),
    e.Set: (*FIRST, in_bounds),
    e.Reputation: (*FIRST, in_bounds),
    e.Kill: NAMED,
    e.Raise: JOINING,
    e.Out: (*NAMED, who_it_may_be),
    e.Join: JOINING,
    e.Leave: FIRST,
    e.Split: (*FIRST, who_it_may_be),
    e.NewCharacter: (*NAMED, who_it_may_be),
    e.Put: (*FIRST, who_it_may_be),
    e.Deal: FIRST,
    e.Give: (*FIRST, item_to_be_had, can_carry),
    e.Aside: (item_to_be_had,),
    e.Break: (item_to_be_had,),
    e.Insane: FIRST,
    e.Sane: (*FIRST, who_it_may_be),
    e.SpeedBonus: (*FIRST, in_bounds),
    e.Skip: (*FIRST, who_it_may_be),
    e.SeasonIs: (*FIRST, who_it_may_be),
    e.Win: (*FIRST, at_ragnarok),
    e.Stop: (known_section,),
    e.GoOn: (stops_closed,),
    e.Note: (),
}
"""Section 5: every effect and what it is held to, in the order told."""


def broken(t: Table, effect: Effect) -> Refused | None:
    """The first rule that an effect breaks, by its number, and why; None if it can be carried out."""
    return first_broken(CHECKS[type(effect)], t, effect)


@cites("M32")
def impossible(t: Table, effect: Effect) -> Why | None:
    """Why an effect cannot be carried out; None if it can. A card's is told as "nothing happens"."""
    found = broken(t, effect)
    return found.why if found else None
