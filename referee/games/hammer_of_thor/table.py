"""The table of The Hammer of Thor: every counter, every card, and where the turn stands."""

from collections.abc import Mapping
from typing import Any, Self

from referee.engine.game import Outcome
from referee.engine.kit.base import BaseState
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.board import Board
from referee.games.hammer_of_thor.cards import CardSet
from referee.games.hammer_of_thor.figures import (
    NEUTRAL,
    Counter,
    Done,
    Encounter,
    Figure,
    Names,
    Standing,
    Stop,
    character,
)
from referee.util.values import SharedFields, Value, field, replace

SEASONS = ("spring", "summer", "autumn", "winter")
"""3.3 In their order."""
RACES = (
    "aesir",
    "vanir",
    "alfar",
    "jotun",
    "muspellson",
    "guardian",
    "dwarf",
    "norn-valkyrie",
    "elf-human",
    "animal",
)
"""M13 The ten race decks."""
HOUSE = "house"
BELOW = 2
"""1.0i Prediction cards that lie with RAGNAROK under the others."""
NOTHING_DONE = Done()


class Step(Value):
    """3.0 What comes by nobody's choice: the rule that has it come, and the seat or the character that it is about."""

    rule: str
    of: str = ""


class Common(SharedFields):
    """What lies open for all, in a state and in every view.

    Attributes:
        stage: "rolling", "choosing", "turns", "ragnarok" (RAGNAROK was drawn), "over".
        first: the first player (1.0c).
        order: the seats in turn, clockwise from the first.
        game_turn: the number of the game-turn; 0 before the first.
        season: 3.3.
        starters: the starting character of each seat; after S11 whoever took its part.
        chosen: the seats that have chosen and set their counter down.
        forged: the Forged deck, face up (2.2A6).
        aside: items and characters that are set aside.
        helheim: the dead, in the order in which they came.
        out: what is out of play, for all to see.
        known: items that everybody has seen (M14).
        counted: what counters were numbered so far.
        done: what the seat on turn has done.
        past: the steps of this game-turn that are done: player-turns that are over or were skipped, the season.
        skipped: the seats that lose their next player-turn.
        sides: of neutral seats the side that they have named (M30).
        faded: whether runes are worth nothing at the end (the published 3021).
        encounter: the one that goes on, if any.
        stops: what the master is asked, the newest last (M26).
        realms: the realms in which the seats have begun or halted, in the supplement (S17).
        losing: the Pathological Liars who have to lose a follower before the player-turn ends (M23).
    """

    supplement: str = "none"
    stage: str = "rolling"
    first: str = ""
    order: Names = ()
    game_turn: int = 0
    season: str = "spring"
    starters: tuple[tuple[str, str], ...] = ()
    chosen: Names = ()
    counters: tuple[Counter, ...] = ()
    forged: Names = ()
    aside: Names = ()
    helheim: Names = ()
    out: Names = ()
    known: frozenset[str] = frozenset()
    works: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    tried: tuple[str, ...] = ()
    counted: int = 0
    done: Done = NOTHING_DONE
    past: tuple[Step, ...] = ()
    skipped: Names = ()
    sides: tuple[tuple[str, str], ...] = ()
    faded: bool = False
    encounter: Encounter | None = None
    stops: tuple[Stop, ...] = ()
    realms: tuple[tuple[str, str], ...] = ()
    losing: tuple[str, ...] = ()

    @property
    def house(self) -> bool:
        """Whether the supplement is played: then there is no master."""
        return self.supplement == HOUSE


class State(BaseState, Common, kw_only=True):
    """Everything on the table.

    Attributes:
        figures: the characters on the map, by name.
        stacks: the piles that are drawn from, top first: the race decks, offspring, magic, fate, prediction, rune.
        hands: of each seat its Fate and Prediction cards, the newest last.
        standing: of each seat the card that it plays when something happens (M25).
        answers: of each seat the encounter cards that it plays beforehand, by character.
        unused: cards that lie unseen out of the game: what was left over at set-up, and discarded (1.0i, 4.1c).
    """

    cards: CardSet
    board: Board
    figures: Mapping[str, Figure] = field(default_factory=dict)
    stacks: Mapping[str, Names] = field(default_factory=dict)
    hands: Mapping[str, Names] = field(default_factory=dict)
    standing: Mapping[str, Standing] = field(default_factory=dict)
    answers: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    unused: Names = ()

    def called_off(self, outcome: Outcome) -> Self:
        """The table of a game that is over: nobody owes anything."""
        return replace(super().called_off(outcome), stage="over", stops=(), losing=())

    def piles(self) -> Mapping[str, Names]:
        """The draw piles (H21)."""
        return self.stacks

    def kept_below(self, name: str) -> int:
        """1.0i RAGNAROK stays among the last three Prediction cards, however these are dealt again (H21)."""
        return min(BELOW + 1, len(self.stacks[name])) if name == "prediction" else 0

    def with_pile(self, name: str, cards: Names) -> Self:
        """The same table with the cards of a draw pile in another order (H21)."""
        if name not in self.stacks:
            raise LookupError(name)
        return replace(self, stacks={**self.stacks, name: cards})

    @property
    def has_master(self) -> bool:
        """Whether a master is there to be asked."""
        return MASTER in self.seats

    def counter(self, number: int) -> Counter:
        """The counter of that number."""
        return next(one for one in self.counters if one.id == number)

    def hand(self, seat: str) -> Names:
        """The Fate and Prediction cards of a seat."""
        return self.hands.get(seat, ())

    def figure(self, name: str, **changes: Any) -> Self:
        """The table with something of one character changed."""
        changed = replace(self.figures[name], **changes)
        return replace(self, figures={**self.figures, name: changed})

    def moved(self, number: int, **changes: Any) -> Self:
        """The table with something of one counter changed; without it, where nobody is left in it."""
        made = (replace(one, **changes) if one.id == number else one for one in self.counters)
        return replace(self, counters=tuple(one for one in made if one.members))

    def having(self, **changes: Any) -> Self:
        """The table with something of what the seat on turn has done changed."""
        return replace(self, done=replace(self.done, **changes))

    def done_with(self, rule: str, of: str = "") -> Self:
        """The table when a step of the game-turn is done, which does not come again in it."""
        return replace(self, past=(*self.past, Step(rule, of)))

    def stack(self, pile: str, cards: Names) -> Self:
        """The table with a pile changed."""
        return replace(self, stacks={**self.stacks, pile: cards})


def starter_of(t: Common, seat: str) -> str:
    """The starting character of a seat; "" for none."""
    return dict(t.starters).get(seat, "")


def is_starter(t: Common, name: str) -> bool:
    """Whether this is the starting character of a seat."""
    return name in dict(t.starters).values()


def side_of(t: Any, seat: str) -> str:
    """M30 The side of a seat: its starting character's, or the one that a neutral seat has named; "" if none yet."""
    name = starter_of(t, seat)
    side = character(t, name).alignment if name else ""
    return dict(t.sides).get(seat, "") if side == NEUTRAL else side


def living(t: Any) -> Names:
    """The seats in turn that have not left."""
    return tuple(seat for seat in t.order if seat not in t.gone)
