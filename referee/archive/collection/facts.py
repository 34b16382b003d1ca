"""What is told of one game in a collection: facts and texts, without anything that is not to be published.

Names are those of `referee.archive.collection.names`. Of a letter there are the moves that were played, in canonical
notation, and nothing as it was written; of a notebook what everybody may read now.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from referee.archive.collection.names import Cast
from referee.archive.moments import Moment
from referee.archive.notes import OPENED, Note
from referee.archive.walk import Step, walk
from referee.engine.decks import Drawn, Lies
from referee.engine.events import face_value
from referee.house.disputes import Appealed, Disputed
from referee.house.rulings import RulingMade
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import catalog, telling
from referee.telling.sentences import outcome_params
from referee.telling.voice import NOBODY
from referee.util.times import moment as time_of
from referee.util.values import Value

# Luck: the strength of the cards that each seat drew, against what its piles let it expect.
#
# Before each card is drawn, the mean strength of the pile it comes from is expected. A card without a printed
# strength counts as 0. The game says which of its events draw from a pile (`referee.engine.decks`).


class Luck(Value):
    """What a pile gave: how many cards, their strength, and the strength that was to be expected."""

    cards: int = 0
    drawn: float = 0
    expected: float = 0


def luck(table: Table) -> Mapping[str, Luck]:
    """The luck of each pile that is named as a seat, in a whole record; nothing for a redacted one.

    Nothing either for games without such piles, and for those whose cards have no strength.
    """
    if isinstance(table, Redacted):
        return {}
    strength = telling(table.game).voice(table.view(None)).strength
    found, piles = dict[str, Luck](), dict[str, list[str]]()
    events = (event for point in table.points for event in point.entry.events)
    for event in (one for one in events if type(one) in table.game.DECKS):
        what = table.game.DECKS[type(event)]
        pile, cards = what.name(event), what.of(event)
        if not isinstance(what, Drawn):
            piles[pile] = list(cards)
            continue
        for card in cards:
            lying = piles.get(pile, [])
            if card not in lying:
                continue
            strengths = {one: strength(face_value(one, False)) or 0 for one in {*lying}}
            expected = sum(strengths[one] for one in lying) / len(lying)
            lying.remove(card)
            own = found.get(pile, Luck())
            found[pile] = Luck(own.cards + 1, own.drawn + strengths[card], own.expected + expected)
    return {seat: one for seat, one in found.items() if seat in table.seats and one.expected}


TAGS = ("title", "event", "site", "date", "round", "result", "opening", "source")
"""The tags that are published; others may hold anything. `annotator` is the signature of its writer."""
ASIDE = ("standing ", "offer ", "accept ", "decline ")
"""How orders begin that are no move of an opening."""
_NOT_TOLD = frozenset({OPENED, "published", "tag"})


class SeatFacts(Value):
    """A seat: the name to be shown of its player ("" if nobody knows it), whether it won, and its luck."""

    seat: str
    player: str
    won: bool
    luck: Luck


class PublicNote(Value):
    """Something said of a moment: a note, or what a seat thought in play (`thought`, with the move)."""

    kind: str
    position: str
    place: str
    by: str
    at: str
    glyph: str
    text: str


class MovePlayed(Value):
    """A move that was played: at which position, whose, in canonical notation."""

    position: str
    seat: str
    move: str


class Facts(Value, kw_only=True):
    """One finished game as it may be published.

    Attributes:
        slug: names its page, and is the same whenever the collection is made: `thunder-3f9a12c07b5e`.
        game: the name of its rules; `title` is their title.
        label: what the keeper calls the game (`g17`).
        audience: whose redacted record it is: "" for a whole one.
        opened: when it began; `ended` when it ended (RFC 3339, UTC); "" where that is not known.
        turns: how many; `letters` how many were ruled on.
        rule: by which it ended; `ending` is the reason as a key, `told` as a sentence.
        opening: its first moves, one of each seat, after what was laid out: "lay tyr B1 / lay hel A2".
        hours: the median of the hours between two letters; None where times are not known.
        disputes: how many rulings and events were disputed; `rulings` and `appeals` what came of it.
        played: its moves; `said` what was said of it.
        cards: those that were named (`thor.tyr`); `rules` those that were cited.
        snippet: where the words of a query stand in it, if it was found by one.
    """

    slug: str
    game: str
    title: str
    label: str
    audience: str
    opened: str
    ended: str
    turns: int
    letters: int
    rule: str
    ending: str
    told: str
    opening: str
    hours: float | None
    disputes: int
    rulings: int
    appeals: int
    seats: tuple[SeatFacts, ...]
    played: tuple[MovePlayed, ...]
    said: tuple[PublicNote, ...]
    tags: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    rules: tuple[str, ...]
    snippet: str = ""

    @property
    def id(self) -> int:
        """Its number in the index: the same whenever it is made, so it does not tell when the game came in."""
        return int(hashlib.sha256(self.slug.encode()).hexdigest()[:12], 16)

    @property
    def players(self) -> dict[str, str]:
        """The names of the players that are shown, by seat; "" for nobody's."""
        return {one.seat: one.player for one in self.seats}

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that won."""
        return tuple(one.seat for one in self.seats if one.won)

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who wrote the notes, each once."""
        return tuple(dict.fromkeys(one.by for one in self.said if one.kind != "thought"))


def facts(table: Table, notes: Iterable[Note], people: Cast) -> Facts:
    """What is told of a game that is over, whole or redacted, with its notes."""
    ended = table.outcome
    assert ended is not None  # noqa: S101  others are not gathered
    steps = walk(table, notes)
    moments = [step.moment for step in steps]
    moves = tuple(_moves(moments, people))
    times = [moment.at for moment in moments if moment.at]
    kinds = Counter(one.kind for moment in moments for one in moment.happened)
    return Facts(
        slug=_slug(table),
        game=table.game.name,
        title=table.game.title,
        label=people.clean(table.id),
        audience=(table.audience or "onlooker") if isinstance(table, Redacted) else "",
        opened=times[0] if times else "",
        ended=times[-1] if times else "",
        turns=int(table.position.partition(".")[0]),
        letters=sum(moment.letter is not None for moment in moments),
        rule=ended.rule,
        ending=ended.reason,
        told=catalog(table.game.name).say("outcomes", ended.reason, NOBODY, outcome_params(ended)),
        opening=_opening(moves),
        hours=_tempo(moments),
        disputes=kinds[Disputed.__name__],
        rulings=kinds[RulingMade.__name__],
        appeals=kinds[Appealed.__name__],
        seats=tuple(_seats(table, people, ended.winners)),
        played=moves,
        said=tuple(_said(steps, people)),
        tags=tuple(_tags(steps, people)),
        cards=_cards(moments, table),
        rules=_rules(moments),
    )


def _slug(table: Table) -> str:
    """From the seal of the opening, which no other game has; each redacted record has a page of its own."""
    seal = str(table.documents[0]["seal"])[:12]
    side = f"-{table.audience or 'onlooker'}" if isinstance(table, Redacted) else ""
    return f"{table.game.name.replace('_', '-')}-{seal}{side}"


def _seats(table: Table, people: Cast, winners: Sequence[str]) -> Iterator[SeatFacts]:
    drawn = luck(table)
    for seat in table.seats:
        yield SeatFacts(seat, people.seats[seat], seat in winners, drawn.get(seat, Luck()))


def _moves(moments: Sequence[Moment], people: Cast) -> Iterator[MovePlayed]:
    for moment in moments:
        if moment.letter is None:
            continue
        led, at = [moment.began, *(one.position for one in moment.happened)], 0
        for line in moment.letter.lines:
            if line.verdict == "played" and line.move:
                yield MovePlayed(led[at], moment.letter.seat, people.move(line.move))
            at = min(at + line.events, len(led) - 1)


def _opening(moves: Sequence[MovePlayed]) -> str:
    """The first move of each seat from the first turn on; before that the table is laid out, often unseen."""
    orders = [one for one in moves if not one.move.startswith(ASIDE)]
    later = [one for one in orders if not one.position.startswith("0.")] or orders
    first = dict[str, str]()
    for one in later:
        first.setdefault(one.seat, one.move)
    return " / ".join(first.values())


def _tempo(moments: Sequence[Moment]) -> float | None:
    """The median of the hours between two letters."""
    times = [time_of(moment.at) for moment in moments if moment.letter and moment.at]
    between = [(later - before).total_seconds() / 3600 for before, later in pairwise(times)]
    return round(median(between), 2) if between else None


def _said(steps: Sequence[Step], people: Cast) -> Iterator[PublicNote]:
    """The notes that everybody may read, and the thoughts of the seats that were opened to everybody."""
    opened = {note.seat for step in steps for note in step.notes if note.kind == OPENED}
    for step in steps:
        for note in step.notes:
            if note.kind not in _NOT_TOLD:
                place, by = str(note.place), people.writer(note)
                at = note.place.position or step.moment.began
                yield PublicNote(note.kind, at, place, by, note.at, note.glyph, people.clean(note.text))
        for one in step.thoughts:
            if one.seat in opened:
                move = f"{people.move(one.move)}:" if one.move else ""
                text = " ".join(filter(None, (move, people.clean(one.text))))
                by = people.seats.get(one.seat) or one.seat
                yield PublicNote(
                    "thought", step.moment.began, step.moment.began, by, step.moment.at, one.glyph, text
                )


def _tags(steps: Sequence[Step], people: Cast) -> Iterator[tuple[str, str]]:
    for step in steps:
        for note in step.notes:
            if note.kind == "tag" and note.name.lower() in TAGS and note.text:
                yield note.name.lower(), people.clean(note.text)


def _cards(moments: Sequence[Moment], table: Table) -> tuple[str, ...]:
    """The cards of the deck lists that the events of the game named, but for those that lay out a pile."""
    listed = _listed(table.content)
    shuffles = {kind.__name__ for kind, what in table.game.DECKS.items() if isinstance(what, Lies)}
    named = (
        face
        for moment in moments
        for one in moment.happened
        if one.kind not in shuffles
        for face in one.faces()
    )
    return tuple(dict.fromkeys(face for face in named if face.partition(".")[2] in listed))


def _listed(content: Mapping[str, Any]) -> frozenset[str]:
    """The cards that stand in the deck lists of a game's options."""
    decks = content.get("deck")
    lists = decks.values() if isinstance(decks, Mapping) else [decks]
    rows = (row for one in lists if isinstance(one, list | tuple) for row in one if isinstance(row, Mapping))
    return frozenset(str(row["card"]) for row in rows if "card" in row)


def _rules(moments: Sequence[Moment]) -> tuple[str, ...]:
    """The rules that were cited, by what happened and by what was refused."""
    happened = (one.rule for moment in moments for one in moment.happened)
    refused = (line.rule for moment in moments if moment.letter for line in moment.letter.lines if line.rule)
    return tuple(dict.fromkeys((*happened, *refused)))
