"""Whole games at random, letter by letter: what must hold in every one of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, TypeVar

import pytest
from odins_board import GAME, Board
from support.plain_dice import PlainDice

from referee.engine import driver
from referee.engine.choices import Move
from referee.engine.events import Event, Seen, seen
from referee.engine.game import refused
from referee.engine.lots import Lot
from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, OfferDraw, Resign
from referee.games.odins_table.board import COLUMNS, SQUARES
from referee.games.odins_table.cards import NAMES, SEATS, other
from referee.games.odins_table.moves import Attack, Pass, Place, Return, Scout, StandingScout, Step
from referee.games.odins_table.scouting import StandingScoutSet, wanted
from referee.games.odins_table.table import State
from referee.table import ruling
from referee.util.values import replace

T = TypeVar("T")
ENDINGS = ("resign", "accept draw", "claim draw", "claim win")
OPTIONS = [
    {"diagonal": diagonal, "spent": spent}
    for diagonal, spent in product(("between", "beside"), ("scouts", "fights"))
]


class LabelLots(PlainDice):
    """Lots that rest on their label and how often it came, not on what else was drawn between."""

    def __init__(self, seed: int) -> None:
        self.seed, self.times = seed, Counter[str]()
        self.drawn: list[Lot] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items, sorted first, in random order."""
        self.times[label] += 1
        rng = Random(f"{self.seed} {label} {self.times[label]}")
        some: list[Any] = sorted(items, key=str)
        return tuple(rng.sample(some, len(some)))

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        self.times[label] += 1
        return Random(f"{self.seed} {label} {self.times[label]}").randrange(n)

    def heard(self, seat: str, line: str) -> None:
        """Nothing rests on the words here."""


def dealt(seed: int, events: list[Event]) -> tuple[State, LabelLots]:
    """A table with six cards each laid open."""
    content, lots = GAME.options(OPTIONS[seed % len(OPTIONS)]), LabelLots(seed)
    return ruling.lay_out(GAME, GAME.blank("g1", content), content, lots, events), lots


def letters(seed: int, at_most: int = 1500) -> Iterator[tuple[State, State, list[Event]]]:
    """A whole random game: for each letter the state before, the state after, and what happened."""
    rng, events = Random(seed), list[Event]()
    state, lots = dealt(seed, events)
    yield GAME.blank("g1", GAME.options(OPTIONS[seed % len(OPTIONS)])), state, events
    for _ in range(at_most):
        if state.outcome:
            return
        before, events = state, []
        seat = rng.choice(SEATS if rng.random() < 0.05 else [owed.seat for owed in GAME.owed(state)])
        for _ in range(rng.randint(1, 3)):
            state = driver.begin_letter(GAME, state, seat, lots, events)
            families = [
                one for one in GAME.choices(GAME.view(state, seat)).families if one.key not in ENDINGS
            ]
            if not families:
                break
            weights = [100 if one.key == "scout" else min(one.count, 20) for one in families]
            move = rng.choices(families, weights)[0].draw(rng)
            state = driver.make(GAME, state, seat, move, lots, events)
        state = driver.end_letter(GAME, state, seat, lots, events)
        state = stand(state, lots, events)
        yield before, state, events


def stand(state: State, lots: LabelLots, events: list[Event]) -> State:
    """Standing orders act until none has anything left to do."""
    seat = "?"
    while seat:
        seat, state = driver.standing_act(GAME, state, lots, events)
    return state


def cards_of(state: State) -> list[str]:
    """Every physical card on the table."""
    sides = (state.odin, state.thor)
    places = (place for side in sides for place in (side.deck, side.discards, side.hand, side.columns))
    return sorted(card for place in places for card in place if card)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(8))
def test_1_3_every_game_ends_and_keeps_its_cards_and_pieces(seed: int) -> None:
    """54 cards from the first letter to the last; no side ever has more than six pieces, or two on a square."""
    last = None
    for _, state, _ in letters(seed):
        cards = cards_of(state)
        assert len(cards) == len(set(cards)) == 54
        for side in (state.odin, state.thor):
            assert len(side.pieces) + side.captured == 6
        assert len({*state.odin.pieces, *state.thor.pieces}) == 12 - state.odin.captured - state.thor.captured
        last = state
    assert last is not None
    assert last.outcome is not None
    assert (last.outcome.rule, last.outcome.winners[0] in SEATS) == ("6.3", True)


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(8))
def test_folding_the_events_gives_the_same_states(seed: int) -> None:
    """A state is what its events make of the state before: nothing else goes into it."""
    for before, state, events in letters(seed):
        for event in events:
            before = GAME.apply(before, event)  # noqa: PLW2901
        assert before == state


EVERY: tuple[Move, ...] = (
    *(kind(origin, target) for kind in (Step, Attack) for origin in SQUARES for target in SQUARES),
    *(Return(square) for square in SQUARES),
    *(Scout(column) for column in COLUMNS),
    *(StandingScout(columns) for columns in ((), ("d",), ("a", "a"), tuple(COLUMNS))),
    *(Place(names) for names in ((), NAMES[:6], NAMES[:5], NAMES[:7])),
    *(Pass(), OfferDraw(), AcceptDraw(), ClaimDraw(), ClaimWin(), Resign("g1"), Resign("g2")),
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_a_choice_exactly_when_it_is_not_refused(seed: int) -> None:
    """Over all steps and attacks between any two squares, and all else there is: `in choices` or refused."""
    rng = Random(seed)
    for _, state, _ in letters(seed):
        if rng.random() < 0.05 or state.phase == "place":
            for seat in SEATS:
                view = GAME.view(state, seat)
                choices = GAME.choices(view)
                for move in EVERY:
                    assert (move in choices) == (refused(GAME, view, move) is None), move.written


def test_drawn_moves_are_played() -> None:
    """What a family draws at random is legal: orders of the six cards, and standing orders."""
    rng = Random(1)
    state, _ = dealt(0, [])
    view = GAME.view(state, "odin")
    for key, count in (("place", 720), ("standing scout", 1957)):
        family = GAME.choices(view).family(key)
        assert family is not None
        assert family.count <= count
        moves = [family.draw(rng) for _ in range(50)]
        assert all(refused(GAME, view, move) is None for move in [*moves, *family.moves()])


def test_2_2_orders_of_equal_cards_count_once() -> None:
    """Six cards with a pair among them lie in 360 orders, with two pairs in 180."""
    for seed in range(20):
        state, _ = dealt(seed, [])
        for seat in SEATS:
            family = GAME.choices(GAME.view(state, seat)).family("place")
            six = Counter(state.side(seat).six).values()
            expected = 720
            for times in six:
                expected //= {1: 1, 2: 2, 3: 6}[times]
            assert family is not None
            assert family.count == expected


def by_order_and_by_hand(seed: int, turns: int) -> Iterator[tuple[State, State, list[Seen], list[Seen]]]:
    """One game played twice: once Thor and Odin scout by standing orders, once by lines that say the same.

    The lines are written in the place where the standing order would scout. For each letter: both states, and
    what each game showed.
    """
    rng = Random(seed)
    preferred = {seat: tuple(rng.sample(COLUMNS, 5)) for seat in SEATS}
    tables = []
    for ordered in (True, False):
        events: list[Event] = []
        state, lots = dealt(seed, events)
        for seat in SEATS:
            state = GAME.apply(state, scout_order(seat, preferred[seat])) if ordered else state
            family = GAME.choices(GAME.view(state, seat)).family("place")
            assert family is not None
            state = driver.make(GAME, state, seat, family.draw(Random(seed)), lots, events)
        tables.append((state, lots))
    (ordered_state, ordered_lots), (hand_state, hand_lots) = tables
    for _ in range(turns):
        if hand_state.outcome:
            return
        seat, told = hand_state.on_turn, (list[Event](), list[Event]())
        ordered_state = driver.begin_letter(GAME, ordered_state, seat, ordered_lots, told[0])
        hand_state = scouted_by_hand(hand_state, seat, preferred, hand_lots, told[1])
        families = GAME.choices(GAME.view(hand_state, seat)).families
        turns_here = [move for one in families if one.key in TURNS for move in one.moves()]
        fights = [move for move in turns_here if isinstance(move, Attack)]
        move = rng.choice(fights or turns_here)
        ordered_state = driver.make(GAME, ordered_state, seat, move, ordered_lots, told[0])
        hand_state = driver.make(GAME, hand_state, seat, move, hand_lots, told[1])
        hand_state = scouted_by_hand(hand_state, seat, preferred, hand_lots, told[1])
        ordered_state = driver.end_letter(GAME, ordered_state, seat, ordered_lots, told[0])
        hand_state = driver.end_letter(GAME, hand_state, seat, hand_lots, told[1])
        for watcher in (None, other(seat)):
            shown = [[one for event in events if (one := seen(event, watcher))] for events in told]
            yield ordered_state, hand_state, shown[0], shown[1]
        after: list[Event] = []
        ordered_state = stand(ordered_state, ordered_lots, after)
        assert not [event for event in after if seen(event, None)]
        assert not [event for event in after if seen(event, other(ordered_state.on_turn))]
        assert GAME.view(ordered_state, None) == GAME.view(hand_state, None)
        assert GAME.view(ordered_state, other(hand_state.on_turn)).theirs == shown_to_other(hand_state)


TURNS = {"step", "attack", "return", "pass"}


def shown_to_other(state: State) -> Any:
    """The half of the player on turn as the other sees it."""
    return GAME.view(state, other(state.on_turn)).theirs


def scout_order(seat: str, columns: tuple[str, ...]) -> Event:
    """A standing order, as an event."""
    return StandingScoutSet(seat, columns)


def scouted_by_hand(
    state: State, seat: str, preferred: dict[str, tuple[str, ...]], lots: LabelLots, events: list[Event]
) -> State:
    """Scout by lines, while a standing order with these columns would."""
    while not state.outcome:
        side = replace(state.side(seat), standing=preferred[seat])
        if not (column := wanted(state.put(seat, side), seat)):
            break
        assert refused(GAME, GAME.view(state, seat), Scout(column)) is None
        state = driver.make(GAME, state, seat, Scout(column), lots, events)
    return state


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(12))
def test_5_7_a_standing_order_looks_like_a_line_by_hand(seed: int) -> None:
    """All that the other player and an onlooker see, letter by letter, is the same, and so is the table."""
    scouted = 0
    for ordered, hand, shown, by_hand in by_order_and_by_hand(seed, 150):
        assert shown == by_hand
        scouted += sum(one.kind == "Scouted" for one in by_hand)
        for seat in SEATS:
            assert replace(ordered.side(seat), standing=None) == hand.side(seat)
    assert scouted


def test_5_7_the_owner_is_told_at_once() -> None:
    """A standing order scouts when the enemy's letter is over: only its owner sees that card and the next one."""
    t = Board(
        odin={"pieces": "c3"}, thor={"pieces": "e4", "cards": "5 5 5 0 5 4", "standing": "b", "deck": "8"}
    )
    t.letter("odin", "c3-d3")
    assert [one.kind for one in t.told("thor")][-1] == "Peeked"
    assert t.told("odin") == t.told(None)
    (peek,) = t.view("thor").mine.peeked
    assert (peek.own, peek.column, peek.card, peek.next) == ("d", "b", "odin.freyja", "thor.frigg")
    assert t.view("thor").theirs.slot("b") == ("odin.freyja", False)
    assert t.view("odin").mine.slot("b").up is False
    assert t.view("odin").theirs.peeked == ()
    assert t.letter("thor", "e4-e3") == ["played"]
    assert t.kinds("odin")[:4] == ["Scouted 5.1", "Discarded 5.4", "Replaced 5.4", "Moved 3.1"]
    assert t.side("thor")["cards"] == "5 5 5 8 5 4"


def test_5_7_a_new_pile_made_for_a_peek_is_the_one_laid_out_later() -> None:
    """An empty pile is renewed at the peek, and the card played is in it.

    The letter then makes that same pile, and draws no lot.
    """
    t = Board(
        odin={"pieces": "c3"},
        thor={"pieces": "e4", "cards": "5 5 5 0 5 4", "standing": "b", "deck": "", "discards": "8 9"},
        lots=[["thor.odin.1", "thor.hugin-munin.1"]],
    )
    t.letter("odin", "c3-d3")
    assert t.view("thor").mine.peeked[0].next == "thor.odin"
    assert t.view("odin").theirs.deck_size == 0
    assert t.letter("thor", "e4-e3") == ["played"]
    assert t.kinds("odin")[:4] == ["Scouted 5.1", "Discarded 5.4", "Renewed 6.4", "Replaced 5.4"]
    assert (t.side("thor")["cards"], t.side("thor")["deck"]) == ("5 5 5 9 5 4", "0 8")


def test_5_7_a_guard_of_the_report_holds_after_a_peek() -> None:
    """The position that the owner was told is good before its first line, though its standing order moves it on."""
    t = Board(odin={"pieces": "c3"}, thor={"pieces": "e4", "cards": "5 5 5 0 5 4", "standing": "b"})
    t.letter("odin", "c3-d3")
    assert GAME.position(t.view("thor")) == (2, 0)
    assert GAME.position(t.view("odin")) == (2, 0)
    assert t.letter("thor", "@2.0 e4-e3") == ["played"]
    assert GAME.position(t.view(None)) == (3, 0)


def test_6_8_silence_in_a_turn_lets_the_other_claim() -> None:
    """A deadline passed leaves the table as it stands; the other may then claim the win, and not before."""
    t = Board(odin={"pieces": "c3"}, thor={"pieces": "e4"})
    assert t.letter("thor", "claim win") == ["refused 6.8 not-overdue"]
    t.silent("odin")
    assert (t.owed, t.outcome) == (["odin turn"], "")
    assert t.letter("thor", "claim win") == ["played"]
    assert t.outcome == "thor 6.8"


def test_5_8_the_spent_card_scouts_first() -> None:
    """Hugin & Munin win a tie against their like, and another pair lies in the column entered.

    Both scout, each by a line of its own: first the card that was spent.
    """
    t = Board(
        odin={"pieces": "b2", "cards": "2 0 0 5 6 7"},
        thor={"pieces": "c3 e4", "cards": "2 3 0 5 6 7", "standing": "f"},
    )
    assert t.letter("odin", "b2xc3", "scout a", "scout b", "scout d") == [
        "played",
        "played",
        "played",
        "passed-over 5.5 no-right",
    ]
    shown = [(one["own"], one["column"], one.rule) for one in t.told(None) if one.kind == "Scouted"]
    assert shown == [("", "a", "5.6"), ("c", "b", "5.1")]
    assert [peek.column for peek in t.view("thor").mine.peeked] == ["f"]


def test_5_7_two_rights_are_two_peeks() -> None:
    """With two rights a standing order scouts two columns, the next in order each time, and a column once only."""
    t = Board(
        odin={"pieces": "b2", "cards": "2 3 4+ 5 6 7"},
        thor={"pieces": "e4", "cards": "2 3 4 0 6 7", "rights": "spent d", "standing": "c f a b"},
        turn="thor",
    )
    t.letter("odin", "offer draw")
    assert [(one.own, one.column) for one in t.view("thor").mine.peeked] == [("", "f"), ("d", "a")]
    assert t.view("thor").mine.rights == ()
    assert t.letter("thor", "scout f", "e4-e3") == ["passed-over 5.5 no-right", "played"]
    assert t.kinds(None)[:4] == ["Scouted 5.6", "Scouted 5.1", "Discarded 5.4", "Replaced 5.4"]
    assert t.side("odin")["cards"] == "2+ 3 4+ 5 6 7+"


def test_6_5_a_position_that_comes_again_may_be_claimed() -> None:
    """Back and forth: the third time either may claim, as long as nothing is done; the fifth time it is a draw."""
    t = Board(odin={"pieces": "b2"}, thor={"pieces": "e4"})
    there, back = (("odin", "b2-b3"), ("thor", "e4-e3")), (("odin", "b3-b2"), ("thor", "e3-e4"))
    for times in range(2, 5):
        assert t.letter("odin", "claim draw")[0] == ("played" if times > 3 else "refused 6.5 no-draw-due")
        if t.outcome:
            break
        for seat, line in (*there, *back):
            assert t.letter(seat, line) == ["played"]
        assert t.view("thor").repeated == times
    assert t.outcome == "drawn 6.5"


def test_6_5_the_fifth_time_is_a_draw() -> None:
    """Nobody claims: the fifth time the same position stands at the start of a turn the game is drawn."""
    t = Board(odin={"pieces": "b2"}, thor={"pieces": "e4"})
    for _ in range(4):
        assert t.outcome == ""
        for seat, line in (("odin", "b2-b3"), ("thor", "e4-e3"), ("odin", "b3-b2"), ("thor", "e3-e4")):
            t.letter(seat, line)
    assert t.outcome == "drawn 6.5"


def test_6_7_a_hundred_turns_each_without_an_entry() -> None:
    """Turns are counted from the last piece that entered a fortress; after 200 either player may claim, not before."""
    t = Board(odin={"pieces": "b2"}, thor={"pieces": "e4"})
    for turn, idle, told in ((200, 199, "refused 6.5 no-draw-due"), (201, 200, "played")):
        state = replace(t.state, turn=turn)
        assert GAME.view(state, "odin").idle == idle
        t.state, before = state, t.state
        assert t.letter("thor", "claim draw") == [told]
        if told == "played":
            assert t.outcome == "drawn 6.7"
        else:
            t.state = before
    t = Board(odin={"pieces": "b4"}, thor={"pieces": "e4"}, at=199)
    t.letter("odin", "b4-b5")
    assert t.view("odin").idle == 0
    t.letter("thor", "e4-e3")
    assert t.view("odin").idle == 1
