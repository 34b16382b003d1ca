"""Why a turn looks good: of its measure (`likely`) what counts most, as sentences of the catalog.

Nothing here looks at a state: a reason tells no more than the table that its reader sees.
"""

from collections.abc import Iterator, Mapping

from referee.engine.kit.defaults import Note, Reason, Turn, move_by_move, note
from referee.games.hammer_of_thor import bouts, likely
from referee.games.hammer_of_thor.barring import barred
from referee.games.hammer_of_thor.chances import blows, chances
from referee.games.hammer_of_thor.figures import counter_of, counters_of, seat_of
from referee.games.hammer_of_thor.moves import Choose, Meet, Play, PlayCard, Step, Take, UseRune
from referee.games.hammer_of_thor.view import View


def because(v: View, turn: Turn) -> tuple[Note, ...]:
    """What speaks for each move of a turn."""
    return move_by_move(REASONS, v, turn)


def _step(v: View, move: Step) -> Iterator[Note]:
    """S17, 2.2A6 What is found where a step ends: a new realm, people, an item, an encounter, or quiet to recover."""
    place, mover = likely.stop_of(v, move), counter_of(v, move.group)
    fit = likely.is_fit(v, *[mover] if mover else [])
    there = [one.leader for one in v.counters if one.at == place.number and one != mover]
    if likely.new_realm(v, move):
        yield note("because-realm", realm=place.realm)
    if there and fit:
        yield note("because-company", names=there)
    if likely.BRONZE in place.notes:
        yield note("because-bronze")
    if not fit and mover:
        heals = bool(likely.HEALING & place.notes)
        yield note("because-rest", name=mover.leader, encounter=place.encounter, heals=heals)
    elif place.encounter:
        yield note("because-encounter", encounter=place.encounter, place=place.number)


def _card(v: View, move: PlayCard) -> Iterator[Note]:
    """S4 to S6 At how many faces of the die an Encounter card works; of a fight how each strikes the other."""
    own, other = likely.who_meet(v)
    if not v.house or own is None or other is None:
        return
    never = barred(v, own, max(1, v.encounter.round if v.encounter else 1))
    ahead = bouts.lead(v, own, other)
    if of_ten := {one.card: one.of_ten for one in chances(v, own, other, never)}.get(move.card):
        yield note("because-card", card=move.card, of_ten=of_ten, flees=ahead < bouts.EVEN)
    elif move.card in dict(bouts.fights(v, own, other, never)):
        yield note("because-fight", other=other.leader, blows=[*blows(v, own, other)], ahead=ahead > 1)


def _meet(v: View, move: Meet) -> Iterator[Note]:
    """S5 What the best card against somebody would be."""
    other = counter_of(v, move.other)
    mine = [one for one in counters_of(v, v.seat or "") if other and one.at == other.at]
    if not v.house or other is None or not mine:
        return
    never = barred(v, mine[0], 1)
    found = bouts.worths(v, mine[0], other, never)
    best = max(found, key=lambda card: found[card], default="")
    if best:
        of_ten = {one.card: one.of_ten for one in chances(v, mine[0], other, never)}.get(best)
        yield note("because-meet", other=move.other, card=best, of_ten=of_ten)


def _choose(v: View, move: Choose) -> Iterator[Note]:
    """M15 REPUTATION counts in the end, and SPEED is how far one comes."""
    values = v.cards.characters[move.name].values
    yield note(
        "because-start", name=move.name, reputation=values["reputation"] or 0, speed=values["speed"] or 0
    )


def _on(v: View, move: Play | UseRune) -> Iterator[Note]:
    """A card or a rune on whom it is worth most."""
    if move.on:
        yield note("because-on", on=move.on, own=v.seat in {move.on, seat_of(v, move.on)})


def _take(v: View, move: Take) -> Iterator[Note]:
    """An item adds its REPUTATION once it is revealed."""
    yield note("because-take", item=move.item, reputation=v.cards.items[move.item].reputation)


REASONS: Mapping[type, Reason] = {
    Step: _step,
    PlayCard: _card,
    Meet: _meet,
    Choose: _choose,
    Play: _on,
    UseRune: _on,
    Take: _take,
}
