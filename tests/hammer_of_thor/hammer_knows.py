"""What a reader of The Hammer of Thor may not know, said by the rules alone, and how the table could be otherwise.

Hidden are the order of every pile and what was left of it out of the game (1.0h, 1.0i, 4.1c), Fate and Prediction
cards in other hands (4.1c, M32), concealed items that not everybody has seen and the runes of others (M14), sealed
Encounter cards (4.3A), and orders given beforehand (M25). The master sees items and runes, but no hand and no pile.
Neither `view` nor the audiences of events are asked: they are held to this.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from referee.engine.events import CARD, Event, face, seen
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.barring import playable
from referee.games.hammer_of_thor.figures import Figure, Standing, seat_of, too_many
from referee.games.hammer_of_thor.moves import ENCOUNTER_CARDS
from referee.games.hammer_of_thor.table import State, living
from referee.util.values import replace

Seat = str | None
Names = tuple[str, ...]


def face_of(thing: str) -> str:
    """What a card is when it is seen: of a physical card its face, of a character or an item its name."""
    return face(thing) if CARD.fullmatch(thing) else thing


def names_in(value: Any) -> Iterator[str]:
    """Every word in the value of a field."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from names_in(part)


def owner(s: State, figure: Figure) -> str:
    """Whose character this is; one that is chosen and not set down yet is its seat's."""
    return seat_of(s, figure.name) or next((seat for seat, name in s.starters if name == figure.name), "")


def concealed(s: State, figure: Figure) -> Names:
    """M14 The items of a character that lie face down, and that not everybody has seen."""
    return tuple(one for one in figure.items if one not in figure.revealed and one not in s.known)


def unseen_figures(s: State, seat: Seat) -> list[Figure]:
    """M14, M32 The characters whose items and runes a reader does not see."""
    return [] if seat == MASTER else [one for one in s.figures.values() if not seat or owner(s, one) != seat]


def unseen_aside(s: State, seat: Seat) -> Names:
    """M14, M32 What lies aside of which a reader does not know the name."""
    return (
        () if seat == MASTER else tuple(one for one in s.aside if one in s.cards.items and one not in s.known)
    )


def hidden(s: State, seat: Seat) -> set[str]:
    """Every card whose place a reader may not know, by the rules."""
    found = {*s.unused, *(card for pile in s.stacks.values() for card in pile)}
    found |= {card for other, hand in s.hands.items() if other != seat for card in hand}
    for one in unseen_figures(s, seat):
        found |= {*one.runes, *concealed(s, one)}
    return found | {*unseen_aside(s, seat)}


def told_too_much(event: Event, still_hidden: set[str], seat: Seat) -> list[str]:
    """What an event shows a reader of what is hidden from that reader before it and after it.

    A card that a player looks at (M28) is shown to that player. What others choose for an encounter is hidden until
    all cards are shown (4.3A).
    """
    shown = seen(event, seat)
    if shown is None:
        return []
    kind, by = type(event).__name__, getattr(event, "by", "")
    told = {name for field in shown.fields for name in names_in(getattr(event, field))}
    if kind in {"CardSealed", "CardResealed"} and by != seat:
        return sorted(told & {*ENCOUNTER_CARDS})
    if kind.startswith(("Standing", "Answer")) and by != seat:
        return [kind]
    return [] if kind == "Looked" and by == seat else sorted(told & still_hidden)


# The same table otherwise


def shuffled(s: State, _seat: Seat, rng: Random) -> State:
    """1.0h Every pile in another order; 1.0i, 4.1c what is out of the game may lie in it instead."""
    unused = list(s.unused)
    for name, pile in s.stacks.items():
        rest = [one for one in unused if one.startswith(f"{name}.")]
        cards = rng.sample([*pile, *rest], len(pile) + len(rest))
        s = s.stack(name, tuple(cards[: len(pile)]))
        unused = [*(one for one in unused if one not in rest), *cards[len(pile) :]]
    return replace(s, unused=tuple(unused))


def dealt_otherwise(s: State, seat: Seat, rng: Random) -> State:
    """4.1c, M32 Others hold other cards, of the same pile; what they have ordered for the old ones is void."""
    for other in (one for one, hand in s.hands.items() if one != seat and hand):
        hand = list(s.hand(other))
        for n, card in enumerate(hand):
            pile = card.partition(".")[0]
            if there := s.stacks[pile]:
                place = rng.randrange(len(there))
                hand[n] = there[place]
                s = s.stack(pile, (*there[:place], card, *there[place + 1 :]))
        standing = {one: order for one, order in s.standing.items() if one != other}
        s = replace(s, hands={**s.hands, other: tuple(hand)}, standing=standing)
    return s


def other_runes(s: State, seat: Seat, rng: Random) -> State:
    """M14 The characters of others have other runes."""
    for one in unseen_figures(s, seat):
        for n, card in enumerate(one.runes):
            if there := s.stacks["rune"]:
                place = rng.randrange(len(there))
                runes = s.figures[one.name].runes
                s = s.figure(one.name, runes=(*runes[:n], there[place], *runes[n + 1 :]))
                s = s.stack("rune", (*there[:place], card, *there[place + 1 :]))
    return s


def other_items(s: State, seat: Seat, rng: Random) -> State:
    """M14 The characters of others have concealed other items, of the magic pile, as far as they fit (2.2A1)."""
    for one in unseen_figures(s, seat):
        for item in concealed(s, one):
            there = s.stacks["magic"]
            fits = [other for other in there if _fits_instead(s, one.name, item, other)]
            if fits:
                other = rng.choice(fits)
                items = tuple(other if it == item else it for it in s.figures[one.name].items)
                s = s.figure(one.name, items=items)
                s = s.stack("magic", tuple(item if it == other else it for it in there))
    for item in unseen_aside(s, seat):
        if there := s.stacks["magic"]:
            other = rng.choice(there)
            s = replace(s, aside=tuple(other if it == item else it for it in s.aside))
            s = s.stack("magic", tuple(item if it == other else it for it in there))
    return s


def _fits_instead(s: State, name: str, item: str, other: str) -> bool:
    """Whether another item can be carried instead: nobody would have to discard anything (M23)."""
    items = tuple(other if it == item else it for it in s.figures[name].items)
    made = s.figure(name, items=items)
    boats = s.cards.items[item].boat, s.cards.items[other].boat
    return boats[0] == boats[1] and too_many(made, name) == too_many(s, name)


def sealed_otherwise(s: State, seat: Seat, rng: Random) -> State:
    """4.3A Others have chosen other Encounter cards, as long as not all are in."""
    found = s.encounter
    if found is None or not found.asks:
        return s
    theirs = {one.id: one for one in s.counters if not seat or one.seat != seat}
    sealed = tuple(
        (number, _another(playable(s, theirs[number], found.round), card, rng) if number in theirs else card)
        for number, card in found.sealed
    )
    return replace(s, encounter=replace(found, sealed=sealed))


def _another(cards: Names, card: str, rng: Random) -> str:
    return rng.choice([one for one in cards if one != card] or [card])


def ordered_otherwise(s: State, seat: Seat, rng: Random) -> State:
    """M25 What others have ordered beforehand is something else, or nothing; who has not may have."""
    standing, answers = dict(s.standing), dict(s.answers)
    for other in (one for one in living(s) if one != seat):
        standing.pop(other, None)
        answers.pop(other, None)
        if (hand := s.hand(other)) and rng.random() < 0.6:
            subject = rng.choice(living(s))
            event = rng.choice(("turn", "enters", "encounter", "played", "season"))
            place = rng.choice(list(s.board.places)) if event == "enters" else 0
            standing[other] = Standing(event, "" if event == "season" else subject, place, face(hand[0]))
        if rng.random() < 0.4:
            answers[other] = ((rng.choice(living(s)), rng.choice(ENCOUNTER_CARDS)),)
    return replace(s, standing=standing, answers=answers)


Otherwise = Callable[[State, Seat, Random], State]
OTHERWISE: Mapping[str, Otherwise] = {
    "the order of the piles": shuffled,
    "cards in other hands": dealt_otherwise,
    "runes of others": other_runes,
    "concealed items": other_items,
    "sealed Encounter cards": sealed_otherwise,
    "orders given beforehand": ordered_otherwise,
}
"""What may be otherwise at a table that its reader cannot tell from this one."""


def otherwise(s: State, seat: Seat, rng: Random) -> tuple[State, list[str]]:
    """A table with all that the reader may not know otherwise, and what is."""
    changed = list[str]()
    for name, change in OTHERWISE.items():
        before, s = s, change(s, seat, rng)
        if s != before:
            changed.append(name)
    return s, changed
