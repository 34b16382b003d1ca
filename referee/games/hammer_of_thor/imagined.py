"""Tables at which a seat, the master or an onlooker could be sitting, by all that they see and were shown.

Known of what lies unseen are: which cards there are at all, and how many lie where; which pile a card in another hand
was drawn from; what the reader has discarded or looked at; which Offspring were met, and so were born. RAGNAROK is
among the last three (1.0i). Not weighed is what others are likely to hold. Their standing orders are taken as not
given, and an Encounter card that they have sealed is any that they can play.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from referee.engine.events import Seen
from referee.engine.kit.imagining import Dealer, ImpossibleError, Unplaced, seen_in
from referee.engine.rules import cites
from referee.games.hammer_of_thor.barring import playable
from referee.games.hammer_of_thor.cards import physical
from referee.games.hammer_of_thor.figures import Encounter, Figure, Names, seat_of
from referee.games.hammer_of_thor.options import Options
from referee.games.hammer_of_thor.table import BELOW, RACES, State
from referee.games.hammer_of_thor.view import View, view
from referee.util.values import Struct, field, replace

FATE, PREDICTION, RUNE = "fate", "prediction", "rune"


class Recalled(Struct):
    """What the reader has been shown that no longer lies in sight; a rollback ends what follows from it (H21).

    Attributes:
        drawn: of each seat the piles of the cards in its hand, as far as they can be told.
        discarded: cards that the reader knows to be out of the game unseen.
        tops: the card on top of a race deck, where the reader has looked at it; if it lies in sight, it was drawn.
        born: Offspring that were met.
    """

    drawn: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    discarded: list[str] = field(default_factory=list)
    tops: dict[str, str] = field(default_factory=dict)
    born: set[str] = field(default_factory=set)

    def take_in(self, one: Seen) -> None:
        """One more event."""
        match one.kind:
            case "RolledBack":
                self.drawn, self.discarded, self.tops, self.born = defaultdict(list), [], {}, set()
            case "FateDrawn":
                self.drawn[one["by"]].append(one["pile"])
            case "FateDiscarded" | "Played":
                self._gone(one)
            case "Looked" if one.get("card"):
                self.tops[one["deck"]] = one["card"]
            case "StrangerCame":
                self.tops.pop(one["deck"], None)
                self.born.add(one["name"])
            case "Shuffled" | "Redealt":
                self.tops.pop(one["pile"], None)

    def _gone(self, one: Seen) -> None:
        """A card has left a hand: which, if it was shown."""
        card, kinds = one.get("card") or "", self.drawn[one["by"]]
        kind = card.partition(".")[0]
        if kind in kinds:
            kinds.remove(kind)
        elif kinds:
            kinds.pop(0)
        if card and one.kind == "FateDiscarded":
            self.discarded.append(card)


def imagined(v: View, told: Sequence[Seen], dealer: Dealer) -> State | None:
    """A table that the reader of this view could be sitting at; None if what was dealt led to none."""
    recalled = Recalled()
    for one in told:
        recalled.take_in(one)
    try:
        made = _table(v, recalled, dealer)
    except ImpossibleError:
        return None
    return made if view(made, v.seat) == v else None


def _table(v: View, recalled: Recalled, dealer: Dealer) -> State:
    mine, counts = v.seat or "", dict(v.piles)
    own = {
        **seen_in(v, State),
        "options": Options(v.supplement),
        "standing": {mine: v.standing} if v.standing else {},
        "answers": {mine: v.answers} if v.answers else {},
    }
    if not counts:  # nothing was dealt yet
        return State(**own)
    stacks = {pile: Names() for pile in counts}
    stacks |= _characters(v, counts, recalled, dealer)
    figures, aside, stacks["magic"] = _items(v, counts.get("magic", 0), dealer)
    figures, runes, left = _runes(v, figures, counts.get(RUNE, 0), dealer)
    hands, cards, unused = _hands(v, counts, recalled, dealer)
    stacks |= {RUNE: runes, **cards}
    return State(
        **{
            **own,
            "figures": figures,
            "stacks": {pile: stacks[pile] for pile in counts},
            "hands": hands,
            "aside": (*v.aside, *aside),
            "unused": (*unused, *left),
            "encounter": _encounter(v, dealer),
        }
    )


@cites("M9", "3.1", "1.0b")
def _characters(
    v: View, counts: Mapping[str, int], recalled: Recalled, dealer: Dealer
) -> Mapping[str, Names]:
    """The race decks, and in them as many Offspring as were born; the others are in their own deck."""
    seen = {*v.figures, *v.aside, *v.helheim, *v.out}
    hidden = [one for one in v.cards.characters.values() if one.name not in seen]
    piles: dict[str, Names] = {}
    unborn = [one.name for one in hidden if one.offspring]
    for pile in (one for one in RACES if one in counts):
        sure = [one.name for one in hidden if one.pile == pile and not one.offspring]
        able = [one.name for one in hidden if one.pile == pile and one.offspring]
        top = recalled.tops.get(pile, "")
        met = [name for name in able if name in recalled.born or name == top]
        others = dealer.deal([name for name in able if name not in met], len(able) - len(met))
        count = counts[pile] - len(sure)
        if not len(met) <= count <= len(able):
            raise ImpossibleError
        born = (*met, *others)[:count]
        unborn = [name for name in unborn if name not in born]
        piles[pile] = _with_top("" if top in seen else top, [*sure, *born], dealer)
    if "offspring" in counts:
        piles["offspring"] = dealer.deal(unborn, counts["offspring"])
    return piles


def _with_top(top: str, cards: Sequence[str], dealer: Dealer) -> Names:
    """A pile in an order, with a known card on top."""
    if not top:
        return dealer.deal(cards, len(cards))
    if top not in cards:
        raise ImpossibleError
    return (top, *dealer.deal([one for one in cards if one != top], len(cards) - 1))


@cites("M14", "1.0g")
def _items(v: View, in_pile: int, dealer: Dealer) -> tuple[dict[str, Figure], Names, Names]:
    """Concealed items of others, those that lie aside unknown, and the pile of magic items.

    What never was in the pile lies aside, if there is room.
    """
    seen = {*v.forged, *v.aside, *v.out, *(item for one in v.figures.values() for item in one.items)}
    hidden = [one for one in v.cards.items.values() if one.name not in seen]
    listed = {item for name, _ in v.cards.counters for item in v.cards.characters[name].items}
    starred = [one.name for one in hidden if one.star or one.name in listed]
    others = [one.name for one in hidden if one.name not in starred]
    dealt = dealer.deal(others, len(others))
    pile, others = dealt[:in_pile], list(dealt[in_pile:])
    starred = list(dealer.deal(starred, len(starred)))
    rest = [*starred, *others]
    aside, carried = rest[: v.hidden_aside], rest[v.hidden_aside :]
    if len(pile) < in_pile or len(carried) != sum(one.unknown for one in v.figures.values()):
        raise ImpossibleError
    figures = {}
    for name, one in v.figures.items():
        figures[name] = replace(one, items=(*one.items, *carried[: one.unknown]), unknown=0)
        carried = carried[one.unknown :]
    return figures, tuple(aside), pile


@cites("M14", "2.2B1")
def _runes(
    v: View, figures: Mapping[str, Figure], in_pile: int, dealer: Dealer
) -> tuple[dict[str, Figure], Names, Names]:
    """The runes of others and their pile; the rest is out of the game unseen."""
    left = Unplaced(physical(RUNE, v.cards.runes))
    left.take_all(one for one in v.out if one.startswith(f"{RUNE}."))
    made = {name: replace(one, runes=left.take_all(one.runes), unseen=0) for name, one in figures.items()}
    cards = left.of(RUNE)
    cards = dealer.deal(cards, len(cards))
    for name, one in figures.items():
        made[name] = replace(made[name], runes=(*made[name].runes, *cards[: one.unseen]))
        cards = cards[one.unseen :]
    if len(cards) < in_pile:
        raise ImpossibleError
    return made, cards[:in_pile], cards[in_pile:]


@cites("4.1c", "1.0i")
def _hands(
    v: View, counts: Mapping[str, int], recalled: Recalled, dealer: Dealer
) -> tuple[dict[str, Names], dict[str, Names], Names]:
    """The hands of others, the piles of Fate and Prediction cards, and what is out of the game unseen."""
    left = Unplaced((*physical(FATE, v.cards.fate), *physical(PREDICTION, v.cards.predictions)))
    left.take_all(one for one in v.out if one.startswith((f"{FATE}.", f"{PREDICTION}.")))
    hands = {v.seat: left.take_all(v.hand)} if v.seat and v.hand else {}
    unused = left.take_all(recalled.discarded)
    doom = tuple(one for one in left.of(PREDICTION) if v.cards.predictions[one.split(".")[1]].ragnarok)
    cards = {kind: _dealt(left.of(kind), doom, dealer) for kind in (FATE, PREDICTION)}
    for seat, held in v.held:
        if seat != v.seat and held:
            kinds = (recalled.drawn[seat] or [_usual(counts)])[-held:]
            kinds = [*kinds, *[_usual(counts)] * (held - len(kinds))]
            hands[seat] = tuple(_off(cards, kind) for kind in kinds)
    piles = {}
    for kind in (one for one in (FATE, PREDICTION) if one in counts):
        below = doom if kind == PREDICTION and counts[kind] else ()
        above = counts[kind] - len(below)
        if len(cards[kind]) < above:
            raise ImpossibleError
        pile, cards[kind] = cards[kind][:above], cards[kind][above:]
        piles[kind] = _among_the_last(pile, below, dealer)
    return hands, piles, (*unused, *cards[FATE], *cards[PREDICTION])


def _dealt(cards: Sequence[str], doom: Names, dealer: Dealer) -> Names:
    others = [one for one in cards if one not in doom]
    return dealer.deal(others, len(others))


def _usual(counts: Mapping[str, int]) -> str:
    """The pile that is drawn from now."""
    return FATE if counts.get(FATE) else PREDICTION


def _off(cards: dict[str, Names], kind: str) -> str:
    """A card of a kind. Raises `ImpossibleError` if there is none left."""
    if not cards[kind]:
        raise ImpossibleError
    card, cards[kind] = cards[kind][0], cards[kind][1:]
    return card


@cites("1.0i")
def _among_the_last(pile: Names, doom: Iterable[str], dealer: Dealer) -> Names:
    """RAGNAROK among the last three of a pile."""
    for card in doom:
        at = len(pile) - dealer.pick(min(BELOW, len(pile)) + 1)
        pile = (*pile[:at], card, *pile[at:])
    return pile


@cites("4.3A")
def _encounter(v: View, dealer: Dealer) -> Encounter | None:
    """The encounter, with a card for each seat that has chosen one."""
    found = v.encounter
    if found is None or not found.asks:
        return found
    asked = {one.seat for one in v.owed if one.duty == "card"}
    sealed = []
    for counter in (one for number in (found.own, found.other) for one in v.counters if one.id == number):
        able = playable(v, counter, found.round or 1)
        if counter.seat and counter.seat not in asked and able:
            mine = seat_of(v, counter.leader) == v.seat
            sealed.append((counter.id, v.sealed if mine else able[dealer.pick(len(able))]))
    return replace(found, sealed=tuple(sealed))
