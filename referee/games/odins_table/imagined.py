"""7 Tables at which a seat could be sitting, by all that it sees and was shown.

Known of the covered cards are: the six that each side has shown (2.1) and where they may lie still; that a card laid
in their place came off the draw pile (4.4); and that a new pile holds the discards it was made of (6.4). Not weighed
is what a player is likely to hold. A choice that may be sealed already, standing orders of the enemy and what they
have scouted unseen (5.7) are taken as not given. How often earlier positions have stood (6.5) is not known either.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.engine.events import Seen, face
from referee.engine.kit.imagining import Dealer, ImpossibleError, Unplaced, seen_in
from referee.games.odins_table.board import COLUMNS
from referee.games.odins_table.cards import RAVENS, SEATS, Cards, name_of, other
from referee.games.odins_table.drawing import FOUGHT
from referee.games.odins_table.table import Peek, Side, State
from referee.games.odins_table.turn import public_key
from referee.games.odins_table.view import Half, View
from referee.util.values import Struct, field, replace


def imagined(v: View, told: Sequence[Seen], dealer: Dealer) -> State | None:
    """A table that the reader of this view could be sitting at; None if what was dealt led to none."""
    try:
        return _table(v, {seat: _side(v, told, seat, dealer) for seat in SEATS}, dealer)
    except ImpossibleError:
        return None


class Drawn(Struct):
    """Which cards a side drew together: the first six, those of the first pile, those of each later one.

    Attributes:
        faces: of each group the faces that were not shown since, with how many.
        columns: of each column the group its card comes from.
        pile: the group of the draw pile.
        discards: the faces that were discarded since the pile was made.
    """

    faces: list[Counter[str]]
    columns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLUMNS, 0))
    pile: int = 1
    discards: Counter[str] = field(default_factory=Counter)

    def shown(self, column: str, card: str) -> None:
        """The card of a column was discarded."""
        self.faces[self.columns[column]][card] -= 1
        self.discards[card] += 1

    def renewed(self) -> None:
        """The discards are the new pile."""
        self.faces.append(self.discards)
        self.pile, self.discards = len(self.faces) - 1, Counter()


def _drawn(v: View, told: Sequence[Seen], seat: str) -> Drawn:
    """Where the covered cards of a side come from, by what the reader was shown."""
    six = Counter(v.half(seat).six)
    known = Drawn([six, Counter(map(face, v.decks.cards(seat))) - six])
    for one in told:
        if one.get("of") != seat:
            continue
        match one.kind:
            case "Discarded":
                known.shown(one["column"], one["card"])
            case "Renewed":
                known.renewed()
            case "Replaced":
                known.columns[one["column"]] = known.pile
    return known


def _side(v: View, told: Sequence[Seen], seat: str, dealer: Dealer) -> Side:
    """One side: what is seen of it, and the rest dealt. Raises `ImpossibleError`."""
    half = v.half(seat)
    left = Unplaced(v.decks.cards(seat))
    discards = left.take_all(half.discards)
    if v.phase in {"setup", "place"}:
        hand = left.take_all(half.six)
        deck = dealer.deal(left.of(seat), half.deck_size)
        sealed = half.sealed and tuple(_one(hand, half.sealed))
        return Side(
            half.pieces, half.captured, deck, discards, hand, half.six, sealed=sealed, standing=half.standing
        )
    columns = list(left.take_all(slot.face or "" for slot in half.columns))
    deck = _deal(v, told, half, columns, left, dealer)
    up = frozenset(column for column, slot in zip(COLUMNS, half.columns, strict=True) if slot.up)
    rights = half.rights if seat == v.seat else _rights(v, told, seat, columns)
    side = Side(half.pieces, half.captured, deck, discards, (), half.six, tuple(columns), up)
    return replace(side, standing=half.standing, rights=rights)


def _deal(
    v: View, told: Sequence[Seen], half: Half, columns: list[str], left: Unplaced, dealer: Dealer
) -> Cards:
    """Deal the covered cards of a side, group by group, into `columns`; returns the draw pile."""
    known, deck = _drawn(v, told, half.seat), Cards()
    if any(one.kind == "RolledBack" for one in told):  # H21 what lay where before it is not followed
        known = Drawn([Counter(map(face, left.of(half.seat)))], dict.fromkeys(COLUMNS, 0), 0)
    else:
        for at, slot in enumerate(half.columns):
            if slot.face:
                known.faces[known.columns[COLUMNS[at]]][slot.face] -= 1
    for group, faces in enumerate(known.faces):
        places = [n for n, one in enumerate(COLUMNS) if known.columns[one] == group and not columns[n]]
        cards = left.take_all((+faces).elements())
        size = half.deck_size if group == known.pile else 0
        top = _top(half, cards) if size else ()
        rest = tuple(card for card in cards if card not in top)
        dealt = dealer.deal(rest, len(places) + size - len(top))
        for place, card in zip(places, dealt, strict=False):
            columns[place] = card
        deck = (*top, *dealt[len(places) :]) if size else deck
    return deck


def _top(half: Half, cards: Cards) -> Cards:
    """5.7 The top of the draw pile, if the reader's own standing order has seen it."""
    wanted = next((peek.next for peek in half.peeked if peek.next), "")
    found = next((card for card in cards if face(card) == wanted), "")
    if wanted and not found:
        raise ImpossibleError
    return (found,) if found else ()


def _one(hand: Cards, faces: Cards) -> list[str]:
    """A card of a hand for each of these faces."""
    left, found = list(hand), list[str]()
    for known in faces:
        found.append(next(card for card in left if face(card) == known))
        left.remove(found[-1])
    return found


def _rights(v: View, told: Sequence[Seen], seat: str, columns: Sequence[str]) -> tuple[str, ...]:
    """5.1, 5.3, 5.6 What an enemy may scout, as its cards lie in this table."""
    may = list[str]()
    for one in told:
        match one.kind:
            case "RolledBack":
                may = []
            case "TurnEnded" | "Passed" | "Returned" | "Attacked" if one["by"] == seat:
                may = []
            case "Moved":
                may = [*([] if one["by"] == seat else may), *_entered(one)]
            case "Advanced" if one["by"] == seat:
                may += _entered(one)
            case "Scouted" if one["by"] == seat and one["own"] in may:
                may.remove(one["own"])
            case "Discarded" if one["of"] == seat:
                may = [column for column in may if column != one["column"]]
                if v.options.spent == "scouts" and one["rule"] == FOUGHT and name_of(one["card"]) == RAVENS:
                    may = ["", *may]
    lying = dict(zip(COLUMNS, columns, strict=True))
    return tuple(column for column in may if not column or name_of(lying[column]) == RAVENS)


def _entered(one: Seen) -> list[str]:
    """5.3 The column that a piece has entered from another one."""
    column = one["target"][0]
    return [column] if column != one["origin"][0] else []


def _table(v: View, sides: Mapping[str, Side], dealer: Dealer) -> State:
    if v.seat in SEATS and v.half(v.seat).peeked:
        own = sides[v.seat]
        peeked = tuple(_peek(peek, own, sides[other(v.seat)], dealer) for peek in v.half(v.seat).peeked)
        sides = {**sides, v.seat: replace(own, peeked=peeked)}
    state = State(
        **{
            **seen_in(v, State),
            "odin": sides["odin"],
            "thor": sides["thor"],
            "entered": max(0, v.turn - 1 - v.idle),
        }
    )
    return replace(state, positions=(public_key(state, state.on_turn),) * v.repeated) if v.repeated else state


def _peek(peek: Peek, own: Side, enemy: Side, dealer: Dealer) -> Peek:
    """5.7 What the reader's standing order has scouted, with the cards of this table."""
    order = Cards()
    if peek.own and not own.deck:
        made = (*own.discards, own.card(peek.own))
        pile = list(dealer.deal(made, len(made)))
        first = next((card for card in pile if face(card) == peek.next), "")
        pile.remove(first)
        order = (first, *pile)
    following = (own.deck or order)[0] if peek.next else ""
    return replace(peek, card=enemy.card(peek.column), next=following, order=order)
