"""9.0 What places offer at the end of a player-turn; and who leaves a Pathological Liar."""

from collections.abc import Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor.carried import Took
from referee.games.hammer_of_thor.duties import followers, liar_due
from referee.games.hammer_of_thor.dying import goes
from referee.games.hammer_of_thor.fared import FollowerLost
from referee.games.hammer_of_thor.figures import (
    Counter,
    counters_of,
    fits,
    group_of,
    of_seat,
    place_of,
)
from referee.games.hammer_of_thor.grounds import OWN_TURN
from referee.games.hammer_of_thor.happened import Looked, WitsRestored
from referee.games.hammer_of_thor.moves import Look, Lose, Take
from referee.games.hammer_of_thor.played import PhaseBegun
from referee.games.hammer_of_thor.table import RACES, State
from referee.games.hammer_of_thor.timing import AFTER, AT_THE_END, ENCOUNTER, GOES_ON
from referee.games.hammer_of_thor.timing import own_character as why_not_own
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

BRONZE, LOOK, RESTORE = "bronze", "look", "restore"
"""The notes of the map that this is about; `bronze` is also a kind of items."""
TAKE = "take"
WITS = frozenset({"wisdom", "intelligence"})


def own_there(v: View, note: str) -> tuple[Counter, ...]:
    """The counters of the seat that stand where the map has this note."""
    return tuple(one for one in counters_of(v, v.seat or "") if note in place_of(v, one).notes)


@cites("M28")
def ending(s: State, by: str) -> Happening:
    """After an order for the end of a player-turn only others of these can follow, and the end."""
    return (yield PhaseBegun(by, AFTER)) if s.done.phase == ENCOUNTER else s


@rule("M28")
def not_yet(v: View, m: Take | Look) -> Why | None:
    """One item is taken and one card looked at in a player-turn."""
    did = TAKE if isinstance(m, Take) else LOOK
    return why("once-a-turn", did=did) if did in v.done.did else None


@rule("2.2A6")
def for_somebody_there(v: View, m: Take) -> Why | None:
    """An item is taken for an own character whose group is where the map says so."""
    if found := why_not_own(v, m.name):
        return found
    there = group_of(v, m.name) in own_there(v, BRONZE)
    return None if there else why("nothing-to-take", name=m.name, place=group_of(v, m.name).at)


@rule("2.2A6")
@cites("M1")
def bronze_of_the_deck(v: View, m: Take) -> Why | None:
    """It is a bronze item of the Forged deck."""
    if m.item not in v.forged:
        return why("not-in-the-deck", item=m.item)
    return None if v.cards.items[m.item].kind == BRONZE else why("not-bronze", item=m.item)


@rule("2.2A1")
def carried_besides(v: View, m: Take) -> Why | None:
    """A character has one item of each letter, a group one boat."""
    return None if fits(v, m.name, m.item) else why("does-not-fit", item=m.item, name=m.name)


def _take(s: State, by: str, m: Take, lots: Lots) -> Happening:
    s = yield from ending(s, by)
    yield Took(by, m.item, m.name, "2.2A6")


@rule("M28")
def somebody_looks(v: View, _m: Look) -> Why | None:
    """A card is looked at by a seat with a counter where the map says so."""
    return None if own_there(v, LOOK) else why("nobody-to-look")


@rule("M28")
def deck_to_look_at(v: View, m: Look) -> Why | None:
    """It is the top card of a race deck, if that has any left."""
    if m.deck not in RACES:
        return why("no-such-deck", deck=m.deck, known=RACES)
    return None if dict(v.piles).get(m.deck) else why("deck-empty", deck=m.deck)


def _look(s: State, by: str, m: Look, lots: Lots) -> Happening:
    s = yield from ending(s, by)
    yield Looked(by, m.deck, s.stacks[m.deck][0])


@cites("M28")
def restored(s: State) -> Happening:
    """At the end of every player-turn all who are at Mimir's Well have their WISDOM and INTELLIGENCE again."""
    for counter in s.counters:
        if RESTORE in place_of(s, counter).notes:
            for name in counter.members:
                if WITS & dict(s.figures[name].changed).keys():
                    s = yield WitsRestored(name)
    return s


@rule("2.2A8")
def follower_due(v: View, _m: Lose) -> Why | None:
    """A follower leaves where a Pathological Liar's seat has ended its player-turn."""
    return None if v.owes("lose") else why("no-follower-owed")


@rule("M23")
def a_follower(v: View, m: Lose) -> Why | None:
    """It is any other character of the group that the liar leads, but no starting character."""
    able = followers(v, liar_due(v))
    return None if m.name in able else why("not-a-follower", name=m.name, names=able)


@cites("2.2A8")
def _lose(s: State, by: str, m: Lose, lots: Lots) -> Happening:
    """It goes back into its race deck, which is shuffled."""
    yield from goes(s, FollowerLost(m.name, "2.2A8", liar_due(s)), lots)


def candidates(v: View) -> Iterator[tuple[str, str, list[Move]]]:
    """Bronze for whoever stands there; a deck to look at; whoever may leave."""
    there = [name for one in own_there(v, BRONZE) for name in one.members]
    taken = [one for one in v.forged if v.cards.items[one].kind == BRONZE] if there else []
    yield "take", "2.2A6", [Take(item, name) for item in taken for name in there]
    yield "look", "M28", [Look(one) for one in (RACES if own_there(v, LOOK) else ())]
    yield "lose", "2.2A8", [Lose(one) for one in of_seat(v, v.seat or "") if v.losing]


MOVES: Moves = {
    Take: (_take, (*AT_THE_END, not_yet, for_somebody_there, bronze_of_the_deck, carried_besides)),
    Look: (_look, (*AT_THE_END, not_yet, somebody_looks, deck_to_look_at)),
    Lose: (_lose, (GOES_ON, follower_due, a_follower)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, OWN_TURN)
