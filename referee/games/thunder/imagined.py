"""21 Tables at which a seat could be sitting, by all that it sees and was shown.

Known of the enemy's covered cards are: their backs; that Thor/Loki never lies face down (1.4); what Frigg saw in the
hand, what Freya captured and what the Seer gave (13, 19.3), until it is shown again; and which cards Hel, Longships
and Odin may have fetched (17, 21.4). Not weighed is what a player is likely to hold. A choice that may be sealed
already and orders for later are taken as not given.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.engine.events import Seen
from referee.engine.kit.imagining import Dealer, ImpossibleError, Unplaced, seen_in
from referee.games.thunder.cards import LEADERS, SEATS, back_of, name_of
from referee.games.thunder.fetching import CREW
from referee.games.thunder.table import Cards, Pending, Seering, Side, State
from referee.games.thunder.turn import public_key
from referee.games.thunder.view import Half, View
from referee.util.values import Struct, field, replace

TRIES = 50
"""How often it is drawn what was fetched."""
FETCHES = {"longships": CREW, "odin": frozenset({"ravens"})}
"""17.2 What these cards fetch; Hel fetches any card."""
FROM_HAND = {"Played": "by", "LeaderLaid": "by", "Picked": "of"}
"""Events by which a card leaves a hand for all to see, and whose hand it is."""


def imagined(v: View, told: Sequence[Seen], dealer: Dealer) -> State | None:
    """A table that the reader of this view could be sitting at; None if what was dealt led to none."""
    try:
        return _Imagined(v, told, dealer).state()
    except ImpossibleError:
        return None


class Remembered(Struct):
    """The faces of cards that a reader knows an enemy to hold: `hand` in the hand, `about` there or face down."""

    hand: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)

    def gone(self, card: str) -> None:
        """A card left the hand."""
        for among in (self.hand, self.about):
            if card in among:
                among.remove(card)
                return

    def shown(self, cards: Sequence[str]) -> None:
        """Cards that lay on the battlefield were shown."""
        for card in cards:
            if card in self.about:
                self.about.remove(card)

    def laid(self, back: str) -> None:
        """A card with this back was laid face down, unseen."""
        self.about += [card for card in self.hand if back_of(card) == back]
        self.hand = [card for card in self.hand if back_of(card) != back]

    def looked_at(self, cards: Sequence[str]) -> None:
        """The whole hand was seen."""
        self.shown(cards)
        self.hand = list(cards)


class Covered(Struct):
    """The cards of a side that the reader does not see, while they are dealt: the hand, and those face down."""

    half: Half
    hand: list[str]
    down: dict[tuple[int, int], str]

    def room(self, back: str) -> list[tuple[int, int] | None]:
        """The places left for cards of a back: None for one in the hand."""
        held = sum(back_of(card) == back for card in self.hand)
        mine = self.half.seat == back
        free = (self.half.hand_size - self.half.backs if mine else self.half.backs) - held
        return [*self.open(back), *([None] * free)]

    def open(self, back: str) -> Iterator[tuple[int, int]]:
        """The places of cards of a back that lie face down and have no face yet."""
        for at, column in enumerate(self.half.columns):
            for row, spot in enumerate(column):
                if spot.face is None and spot.back == back and (at, row) not in self.down:
                    yield at, row

    def put(self, place: tuple[int, int] | None, card: str) -> None:
        """A card gets its place."""
        if place is None:
            self.hand.append(card)
        else:
            self.down[place] = card


class _Imagined:
    """One table in the making."""

    def __init__(self, v: View, told: Sequence[Seen], dealer: Dealer) -> None:
        self.v, self.told, self.dealer = v, told, dealer
        self.left = Unplaced(card for seat in SEATS for card in v.decks.cards(seat))
        self.lying = Counter(card for seat in SEATS for card in _lying(v.half(seat)))
        self.fetched = {
            seat: list(self._fetched(v.half(seat))) for seat in SEATS if v.half(seat).pile is None
        }
        self.piles = {seat: self.left.take_all(self._pile(v.half(seat))) for seat in SEATS}
        self.covered = {seat: Covered(v.half(seat), [], {}) for seat in SEATS}

    def state(self) -> State:
        """The table. Raises `ImpossibleError`."""
        known = {seat: self._known(self.v.half(seat)) for seat in SEATS}
        for seat in self.fetched:
            self._place_remembered(self.covered[seat], self._remembered(seat))
        decks = {back: self._deal(back) for back in SEATS}
        sides = {seat: self._side(known[seat], seat, decks[seat]) for seat in SEATS}
        return self._table(sides)

    # What is seen

    def _known(self, half: Half) -> Side:
        """The part of a side that the reader sees."""
        columns, up = list[Cards](), set[str]()
        for column in half.columns:
            cards = self.left.take_all(spot.face or "" for spot in column)
            up |= {card for card, spot in zip(cards, column, strict=True) if spot.up}
            columns.append(cards)
        a, b, c = columns
        hand = self.left.take_all(half.hand or ())
        using, shown, *falling = self.left.take_all((half.using, half.open, *half.falling))
        return Side(
            hand=hand,
            columns=(a, b, c),
            up=frozenset(up),
            using=using,
            open=shown,
            falling=tuple(falling),
            barred=_first(hand, half.barred),
            sealed=half.sealed and _each(hand, half.sealed),
            shown=half.shown,
            taken=half.taken,
            turns=half.turns,
            answered=half.answered,
            standing_discards=half.standing_discards,
            standing_lay=half.standing_lay,
        )

    def _pile(self, half: Half) -> Cards:
        """17, 21.4 The faces of a pile: what was discarded, without what was fetched from it unseen."""
        if half.pile is not None:
            return half.pile
        pile = list(half.shown)
        for card in self.fetched[half.seat]:
            pile.remove(card)
        if len(pile) != half.pile_size or (pile[-1] if pile else "") != half.pile_top:
            raise ImpossibleError
        return tuple(pile)

    def _fetched(self, half: Half) -> list[str]:
        """17 Cards that may have been fetched: as many of each kind are left on the pile as there can be."""
        for _ in range(TRIES):
            fetched = list(self._fetched_once(half))
            pile = Counter(half.shown) - Counter(fetched)
            if all(n + self.lying[card] <= self.v.decks.kinds[card].copies for card, n in pile.items()):
                return fetched
        raise ImpossibleError

    def _fetched_once(self, half: Half) -> Iterator[str]:
        """A card for each that was fetched, by what fetched it."""
        pile, played = list(half.shown), ""
        for one in self.told:
            if one.kind == "Played" and one["by"] == half.seat:
                played = name_of(one["card"])
            if one.kind == "Took" and one["by"] == half.seat:
                for back in one["backs"]:
                    may = [card for card in pile if back_of(card) == back]
                    may = [card for card in may if name_of(card) in FETCHES.get(played, {name_of(card)})]
                    if not may:
                        raise ImpossibleError
                    card = may[self.dealer.pick(len(may))]
                    pile.remove(card)
                    yield card

    # What is remembered

    def _remembered(self, seat: str) -> Remembered:
        """What the reader was shown of the cards that a seat holds."""
        known, fetched = Remembered(), list(self.fetched[seat])
        for one in self.told:
            whose = one.get(FROM_HAND.get(one.kind, "of"), one.get("by"))
            match one.kind:
                case "RolledBack":  # H21 what was shown after it is known, of what lay before it less is
                    known = Remembered()
                case "Took" if one["by"] == seat:
                    known.hand += fetched[: one["count"]]
                    del fetched[: one["count"]]
                case "Captured" if one["by"] == seat:
                    known.hand.append(one["card"])
                case "Given" if one["to"] == seat:
                    known.hand.append(one["card"])
                case "ColumnFell":
                    known.shown(one[seat])
                case "Laid" if one["by"] == seat:
                    known.laid(one["back"])
                case _ if whose == seat:
                    _seen(known, one)
        return known

    def _place_remembered(self, covered: Covered, known: Remembered) -> None:
        for card in known.hand:
            if None not in covered.room(back_of(card)):
                raise ImpossibleError
            covered.put(None, self.left.take(card))
        for card in known.about:
            room = covered.room(back_of(card))
            room = [place for place in room if place is None or name_of(card) not in LEADERS]
            if not room:
                raise ImpossibleError
            covered.put(room[self.dealer.pick(len(room))], self.left.take(card))

    # What is dealt

    def _deal(self, back: str) -> Cards:
        """Deal the unseen cards of a back; returns the deck."""
        places = [(one, place) for one in self.covered.values() for place in one.room(back)]
        if self.v.seat is not None:
            places = [(one, place) for one, place in places if one.half.seat != self.v.seat]
        places.sort(key=lambda one: one[1] is None)
        first = sum(place is not None for _, place in places)
        size = self.v.half(back).deck_size
        leaders = frozenset(f"{back}.{name}" for name in LEADERS)
        cards = self.dealer.deal(self.left.of(back), len(places) + size, leaders, first)
        for (one, place), card in zip(places, cards, strict=False):
            one.put(place, card)
        return cards[len(places) :]

    def _side(self, side: Side, seat: str, deck: Cards) -> Side:
        covered = self.covered[seat]
        columns = [
            tuple(covered.down.get((at, row), card) for row, card in enumerate(column))
            for at, column in enumerate(side.columns)
        ]
        a, b, c = columns
        hand = (*side.hand, *covered.hand)
        return replace(side, deck=deck, pile=self.piles[seat], hand=hand, columns=(a, b, c))

    def _table(self, sides: dict[str, Side]) -> State:
        v = self.v
        opened = {side.open for side in sides.values() if side.open}
        pending = tuple(
            Pending(p.duty, p.by, p.rule, next(iter(opened), "") if p.card else "", p.to, p.done)
            for p in v.pending
        )
        points = max(v.ap, 1) if v.phase == "play" else 0
        state = State(
            **{
                **seen_in(v, State),
                "thor": sides["thor"],
                "loki": sides["loki"],
                "ap_total": points,
                "ap_used": points - v.ap,
                "pending": pending,
                "seering": Seering(v.drawn, ()) if v.drawn else None,
            }
        )
        return replace(state, positions=(public_key(state),) * v.repeated) if v.repeated else state


def _seen(known: Remembered, one: Seen) -> None:
    """What a reader learns from something that happened to the cards of an enemy."""
    match one.kind:
        case "HandSeen" if one.get("cards") is not None:
            known.looked_at(one["cards"])
        case "Played" | "LeaderLaid" | "Picked":
            known.gone(one["card"])
        case "Discarded" if one["place"] == "hand":
            known.gone(one["card"])
        case "TurnedUp" | "Discarded":
            known.shown((one["card"],))
        case "HandFell":
            known.hand.clear()
            known.shown(one["cards"])
        case "Deployed":
            known.laid(one["by"])


def _lying(half: Half) -> Iterator[str]:
    """The faces that a reader sees of a side, but for a pile of which some was fetched unseen."""
    for column in half.columns:
        yield from (spot.face for spot in column if spot.face)
    yield from (*(half.hand or ()), *(half.pile or ()), *half.falling)
    yield from filter(None, (half.using, half.open))


def _first(hand: Cards, known: str) -> str:
    """The card of a hand with this face; "" for none."""
    return next((card for card in hand if known and card.startswith(f"{known}.")), "")


def _each(hand: Cards, faces: Cards) -> Cards:
    """A card of a hand for each of these faces."""
    left, found = list(hand), list[str]()
    for known in faces:
        found.append(_first(tuple(left), known))
        left.remove(found[-1])
    return tuple(found)
