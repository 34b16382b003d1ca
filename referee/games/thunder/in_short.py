"""A game of Thunder & Lightning in short: who won how many challenges, what fell, and the deed that decided it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.events import Seen
from referee.engine.kit.defaults import Retold, retold
from referee.games.thunder.cards import SEATS, name_of, other
from referee.games.thunder.story import STORIES
from referee.games.thunder.view import View

Events = Sequence[Seen]
Note = tuple[str, Mapping[str, Any]]
ACTIONS = frozenset({"Challenged", "Drew", "Laid", "LeaderLaid", "Played", "TurnBegun"})
"""What begins an action, or a turn; all that follows up to the next one comes of it."""
CHALLENGES = frozenset({"Challenged", "Flanked"})
LAST_FALL = frozenset({"both-treasures-lost", "empty-battlefield", "treasure-lost"})
"""8.1, 8.3, 8.4 The ends that come of a card that fell."""
MANY = 3
"""From how many cards on it is told by which power most fell."""


class Deed(NamedTuple):
    """An action with all that came of it, and the number of its turn."""

    turn: int
    events: Events


def in_short(v: View, told: Events, voice: Any) -> Iterator[Note]:
    """8 The game in a few sentences, as keys of the texts with their values; they are told with this voice."""
    done = tuple(deeds(told))
    if made := tuple(challenges(done)):
        yield "in-short-challenges", {"rows": made}
    fell = {seat: [card for one in told for card in fallen(one, seat)] for seat in SEATS}
    if any(fell.values()):
        rows = tuple((seat, len(fell[seat]), _strongest(fell[seat], v)) for seat in SEATS)
        yield "in-short-fell", {"rows": rows}
    deadly = Counter[str]()
    for one in done:
        deadly[_power(one)] += sum(len(fallen(event, seat)) for event in one.events for seat in SEATS)
    card, count = max(
        ((card, n) for card, n in deadly.items() if card), key=lambda one: one[1], default=("", 0)
    )
    if count >= MANY:
        yield "in-short-power", {"card": card, "count": count}
    ended = v.outcome
    if ended and len(ended.winners) == 1 and ended.reason in LAST_FALL:
        yield from _decided(done, other(ended.winners[0]), voice)


def deeds(told: Events) -> Iterator[Deed]:
    """The actions of a game with all that came of each; what came before the first one is none."""
    starts = [at for at, one in enumerate(told) if one.kind in ACTIONS]
    turn = 0
    for at, end in zip(starts, [*starts, len(told)][1:], strict=True):
        turn += told[at].kind == "TurnBegun"
        yield Deed(turn, told[at:end])


def challenges(done: Sequence[Deed]) -> Iterator[tuple[str, int, int]]:
    """6, 20 Of each seat that challenged: how many challenges it won, and of how many; flanks are such too."""
    made, won = Counter[str](), Counter[str]()
    for one in done:
        by = next((event["by"] for event in one.events if event.kind in CHALLENGES), "")
        lost = {event["of"] for event in one.events if event.kind == "Discarded"}
        made[by] += 1
        won[by] += bool(by) and lost == {other(by)}
    yield from ((seat, won[seat], made[seat]) for seat in SEATS if made[seat])


def fallen(one: Seen, seat: str) -> Sequence[str]:
    """The cards of a seat that fall by an event: one by one (17.4), or all of a column or of a hand (14)."""
    if one.kind == "ColumnFell":
        return one[seat]  # type: ignore[no-any-return]
    if one.get("of") != seat:
        return ()
    if one.kind == "HandFell":
        return one["cards"]  # type: ignore[no-any-return]
    return (one["card"],) if one.kind == "Discarded" else ()


def _strongest(cards: Sequence[str], v: View) -> str:
    """The strongest of these cards, the first of them; "" for none that has a strength."""
    strengths = {card: v.decks.kinds[card].strength for card in cards}
    return max(
        (card for card in strengths if strengths[card]), key=lambda card: strengths[card] or 0, default=""
    )


def _power(one: Deed) -> str:
    """The name of the card whose power an action plays; "" for none."""
    first = one.events[0]
    return name_of(first["card"]) if first.kind == "Played" else ""


def _decided(done: Sequence[Deed], loser: str, voice: Any) -> Iterator[Note]:
    """The deed by which the last card of the loser fell, in the sentence in which it was told."""
    for one in reversed(done):
        shown = [
            event
            for event in retold(STORIES, one.events, voice)
            if any(fallen(part, loser) for part in (event.parts if isinstance(event, Retold) else (event,)))
        ]
        if shown:
            last = shown[-1]
            section = "stories" if isinstance(last, Retold) else "events"
            values = {**last.fields, "rule": last.rule}
            yield (
                "in-short-decided",
                {"turn": one.turn, "section": section, "deed": last.kind, "values": values},
            )
            return
