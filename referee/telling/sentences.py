"""What happened, told: sentences for what a seat was shown, turn by turn."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from referee.engine import events
from referee.engine.events import Seen
from referee.engine.game import Game, Outcome, Owed
from referee.engine.kit.defaults import Retold, retold
from referee.engine.seating import names
from referee.notation.foreseen import printed
from referee.notation.reader import Misread
from referee.table.points import RESTS, Told
from referee.table.verdicts import Verdict
from referee.telling.catalog import Catalog, catalog, telling
from referee.telling.fence import Fence, fence_of
from referee.telling.spoken import spoken, word_of
from referee.telling.voice import Voice
from referee.util.errors import Why
from referee.util.values import Value, replace


class Happened(NamedTuple):
    """A sentence with the position it led to, or "" where that is the same as in the line before."""

    position: str
    text: str


DRAWS = "drew"
"""The story of cards drawn one after the other, each of them an action of its own."""


class TurnTold(NamedTuple):
    """A turn, or the part of it that is told: its heading and its lines."""

    heading: str
    lines: tuple[Happened, ...]


class Reader(Value):
    """What every text for one reader of a game needs: the sentences, the voice, the names."""

    game: Game
    content: Mapping[str, Any]
    view: Any
    says: Catalog
    voice: Voice

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the table."""
        return names(self.game.seating(self.content))

    @property
    def position(self) -> str:
        """Where the game stands, as a letter names it: `4.2`."""
        return "{}.{}".format(*self.game.position(self.view))

    @property
    def fence(self) -> Fence:
        """The fence for letters to the reader."""
        return fence_of(self.game, self.content, self.says.language)

    def text(self, key: str, **params: Any) -> str:
        """A text of the house or the game, told to the reader."""
        return self.says.say("texts", key, self.voice, params)

    def reason(self, why: Why) -> str:
        """The sentence of a reason."""
        return self.says.say("refusals", why.key, self.voice, why.params)

    def note(self, key: str, values: Mapping[str, Any]) -> str:
        """A remark of the game on its cards."""
        return self.says.say("notes", key, self.voice, values)

    def word(self, kind: str) -> str:
        """A word of orders in the form that the reader's language prints."""
        return word_of(self.game, self.content, self.says.language, kind)

    def beforehand(self, written: str) -> str:
        """Words about orders beforehand in the reader's language (H27)."""
        return printed(self.game.name, self.says.language, written)

    def order(self, written: str) -> str:
        """An order in canonical notation, in the words of the reader's language."""
        return spoken(self.game, self.content, self.says.language, written)

    def event(self, seen: Seen) -> str:
        """The sentence of an event, without its number; "" for an event that needs no line of its own.

        Of a story it is all sentences.
        """
        section = "stories" if isinstance(seen, Retold) else "events"
        return self.says.say(section, seen.kind, self.voice, {**seen.fields, "rule": seen.rule})

    def sentences(self, shown: Iterable[Seen]) -> tuple[str, ...]:
        """The sentence of each of some events, with its number; nothing for those that need none."""
        return tuple(text for seen in shown if (text := cited(self.event(seen), seen.rule)))

    def misread(self, reading: Misread) -> str:
        """The sentence that says why a line was not understood."""
        return self.says.say("misread", reading.key, self.voice, {"found": reading.found})

    def expected(self, reading: Misread) -> tuple[str, ...]:
        """The sentence that says what could have stood where a line was misread; nothing if that is not known."""
        says = self.says
        words = [says.say("expected", one) if says.has("expected", one) else one for one in reading.expected]
        words = [f'"{one}"' if one in {",", ":", ";"} else one for one in words]
        return (self.text("expected", expected=words),) if words else ()


def reader_of(game: Game, content: Mapping[str, Any], view: Any, language: str = "en") -> Reader:
    """The reader who has this view; `content` is the options in full, as the record embeds them."""
    return Reader(game, content, view, catalog(game.name, language), telling(game).voice(view))


def cited(text: str, rule: str, more: str = "") -> str:
    """A sentence with the number of its rule after it, and `more`; an empty one stays empty.

    Player text stands on lines of its own below the sentence, and the number above it.
    """
    first, feed, rest = text.partition("\n")
    return f"{first} [{rule}]{more}{feed}{rest}" if text else ""


def learned(
    reader: Reader, told: Sequence[Told], verdicts: Sequence[Verdict], listed: Collection[str]
) -> tuple[str, ...]:
    """What cards do that the reader has for the first time, by what a letter tells and what the reader's lines caused.

    Not where the families of moves that it lists tell it.
    """
    if (seat := reader.view.seat) is None:
        return ()
    own = (events.seen(event, seat) for one in verdicts for event in one.events)
    shown = [*(one.seen for one in told), *filter(None, own)]
    notes = telling(reader.game).learned(reader.view, shown, listed)
    return tuple(reader.note(key, values) for key, values in notes)


def turns_told(reader: Reader, told: Sequence[Told], *, later: str = "turn-again") -> tuple[TurnTold, ...]:
    """What was shown, turn by turn, in the order it was shown; parts of a turn without any line are left out.

    `later` is the heading of a part of a turn that is told without its beginning.
    """
    turns: list[TurnTold] = []
    begins: list[bool] = []
    lines: list[Happened] = []
    now: int | None = None
    place = ""
    for one in _joined(reader, told):
        begins_a_turn = one.seen.kind == reader.game.TURN.__name__
        if begins_a_turn or one.turn != now:
            lines = []
            now, place = one.turn, ""
            turns.append(TurnTold(_heading(reader, one, later), ()))
            begins.append(begins_a_turn)
        if begins_a_turn:
            place = one.position
            continue
        more = reader.text("told-undone") if one.undone else ""
        if text := cited(reader.event(one.seen), one.seen.rule, more):
            lines.append(Happened("" if one.position == place else one.position, text))
            place = one.position.rpartition("-")[2]
            turns[-1] = TurnTold(turns[-1].heading, tuple(lines))
    return tuple(turn for turn, begun in zip(turns, begins, strict=True) if turn.lines or begun)


def _joined(reader: Reader, told: Sequence[Told]) -> Sequence[Told]:
    """The same, events joined that the game tells as one, at the position to which the last of them led."""
    found: list[Told] = []
    for one in as_stories(reader, told):
        last = one
        while found and (found[-1].turn, found[-1].undone) == (last.turn, last.undone):
            if (both := telling(reader.game).joined(found[-1].seen, last.seen)) is None:
                break
            found.pop()
            last = replace(last, seen=both)
        found.append(last)
    return found


def as_stories(reader: Reader, told: Sequence[Told]) -> Iterator[Told]:
    """The same, with stories in the place of their events, within one turn."""
    stories = telling(reader.game).STORIES
    for _, run in groupby(told, key=lambda one: (one.turn, one.undone)):
        part = list(run)
        for seen in retold(stories, [one.seen for one in part], reader.voice):
            many = len(seen.parts) if isinstance(seen, Retold) else 1
            first, last = part[0].position, part[many - 1]
            # Actions that are told as one are told at all their positions: 1.1-1.3.
            whole = (
                f"{first}-{last.position}" if seen.kind == DRAWS and first != last.position else last.position
            )
            yield replace(last, position=whole, seen=_cited(reader, seen))
            part = part[many:]


def _cited(reader: Reader, seen: Seen) -> Seen:
    """A story cites the rules of those of its events that would have a line of their own."""
    if not isinstance(seen, Retold):
        return seen
    return replace(seen, rule=seen.citing([one for one in seen.parts if reader.event(one)]))


def told_together(reader: Reader, shown: Sequence[Seen]) -> Iterator[str]:
    """What happened by one line, told; events joined that the game tells as one."""
    for one in _joined(reader, [Told("0.0", seen) for seen in shown]):
        if text := cited(reader.event(one.seen), one.seen.rule):
            yield text


def rules_of(reader: Reader, shown: Sequence[Seen]) -> Iterator[str]:
    """The numbers of the rules by which something happened, those too that only a story names."""
    for one in retold(telling(reader.game).STORIES, shown, reader.voice):
        yield from one.rule.split(", ") if isinstance(one, Retold) else (one.rule,)


def turn_heading(reader: Reader, one: Told) -> str:
    """The heading of a turn, from the event that begins it."""
    return reader.text("turn", **{**one.seen.fields, "turn": one.turn, "rule": one.seen.rule})


def _heading(reader: Reader, one: Told, later: str) -> str:
    if one.seen.kind == reader.game.TURN.__name__:
        return turn_heading(reader, one)
    if not one.turn:
        return reader.text("setting-up")
    whole = one.position.partition("-")[0] == f"{one.turn}.1"  # nothing was done in it before
    return reader.text("turn-hidden" if whole and later == "turn-again" else later, turn=one.turn)


class OwedTold(NamedTuple):
    """Something owed, and whether the reader owes it."""

    mine: bool
    text: str


def owed_told(reader: Reader, due: Mapping[str, str]) -> tuple[OwedTold, ...]:
    """What is owed, the reader's own first.

    `due` gives the deadline of each seat as text, and what is said about all of them. A duty is told by the
    game's own sentence for it (its section `asked`), or else as "You owe ...".
    """
    view = reader.view
    if RESTS in due:
        return tuple(OwedTold(False, due[key]) for key in (RESTS, "") if due.get(key))
    told = []
    for one in sorted(view.owed, key=lambda one: one.seat != view.seat):
        when = due.get(one.seat, "")
        told.append(OwedTold(one.seat == view.seat, _owed(reader, one, when)))
    if view.seat in due and not waiting(view).mine:
        told.append(OwedTold(False, reader.text("owed-meanwhile", due=due[view.seat])))
    if view.owed and (of_all := due.get("")):
        told.append(OwedTold(False, of_all))
    return tuple(told)


def _owed(reader: Reader, one: Owed, when: str) -> str:
    if reader.says.has("asked", one.duty) and not one.optional:
        sentence = reader.says.say("asked", one.duty, reader.voice, {"seat": one.seat})
        return reader.text("owed-asked", sentence=sentence, due=when, rule=one.rule)
    values = {"duty": one.duty, "rule": one.rule, "optional": one.optional}
    return reader.text("owed-line", seat=one.seat, due=when, view=reader.view, **values)


class Waiting(NamedTuple):
    """Whose answer is due: these seats; whether the reader is one of them, and whether the reader must answer."""

    seats: tuple[str, ...]
    mine: bool
    must: bool


def waiting(view: Any) -> Waiting:
    """Whose answer is due, as the reader of this view knows."""
    seats = tuple(dict.fromkeys(one.seat for one in view.owed))
    must = any(one.seat == view.seat and not one.optional for one in view.owed)
    return Waiting(seats, view.seat in seats, must)


def waited_for(reader: Reader) -> str:
    """Whether the reader's answer is due, or whose."""
    due = waiting(reader.view)
    if reader.view.outcome:
        return reader.text("is-over")
    if due.mine:
        return reader.text("your-answer") if due.must else reader.text("may-answer")
    return reader.text("waiting-for", seats=due.seats)


def outcome_params(ended: Outcome) -> dict[str, Any]:
    """The values for the text of an outcome: the winners, the only one ("" for none or several), the standings."""
    winner = ended.winners[0] if len(ended.winners) == 1 else ""
    return {"winners": ended.winners, "winner": winner, "standings": ended.standings}
