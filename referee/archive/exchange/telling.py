"""A game told as an exchange text: the record as far as it is at hand, and its notes.

    game = told(Table.load("record.yaml"), notebook.notes)
    print(render(game))

A letter is told by its lines and lots alone where today's rules make the very same of it; else its verdicts and
events are told as they stand in the record (`<recorded>`). Lots are facts:

<lot "deck thor" mjolnir hirdman.1 longships>     an order of things, named as short as they are told apart
<order "sides" 1 0>                               an order of things that have no names: their places, from 0
<pick "ravens loki" 3 of 5>                       a number below 5, from 0
<roll "roll 2d6 hammer" 3 5>                      dice

A text keeps all that is said and done, and what proves the lots: the opening with its options, terms and lots; each
letter with its lines as written, when it came, which of our letters it answers; each act and ruling; every event, the
commitment to the lots and the secret (H19) too. It does not keep salts, leaves, seals and signatures, and digests of
mails. So whoever reads a text can hold the game to the rules and its lots to the secret, but not to the seals that were
mailed.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from referee.archive.exchange.model import Entry, Fact, Game, Item, Order, Tag, rows
from referee.archive.exchange.notes import is_tag, said_of, tag_of
from referee.archive.exchange.writing import is_plain
from referee.archive.notes import Note, may_read
from referee.engine.events import Event
from referee.engine.game import Outcome
from referee.engine.lots import Lot, LotsDiffer, RecordedLots
from referee.house.lots import of_the_rules
from referee.record import entries as record
from referee.record.private import Shut, is_shut
from referee.record.seals import WITHHELD
from referee.table import ruling
from referee.table.parts import SEEN
from referee.table.points import written_position
from referee.table.redacted import Redacted
from referee.table.replay import ruled_again
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.values import field_names, replace

T = TypeVar("T")
Numbered = Sequence[tuple[int, Note]]
OPENING, LETTER, RULING, ACT, SHOWN = "opening", "letter", "ruling", "act", "shown"
FAIR = "fair"
"""The fact that is an event of fair lots; it is told where no other event is."""
NAMED, PLACES, NUMBER, DICE = "lot", "order", "pick", "roll"
"""The facts that are lots."""
NOT_KEPT = ("digest", "message", "body", "signer", "mended", "salt", "leaves", "seal", "signature")
"""The fields of entries that a text does not keep."""
RECORDED = Fact("recorded")
"""An entry with this fact is as it stands in the record; it is not worked out again."""


def told(table: Table, notes: Sequence[Note] = ()) -> Game:
    """The game with these notes, all of which its reader may read."""
    numbered = [*enumerate(notes, 1)]
    tags = [tag_of(n, note) for n, note in numbered if _is_tag(table, note)]
    rest = [(n, note) for n, note in numbered if not _is_tag(table, note)]
    entries = _known(table) if isinstance(table, Redacted) else _whole(table)
    placed = _placed(table, rest)
    made = [_with(entry, placed.get(n, ())) for n, entry in enumerate(entries)]
    return Game((*_tags(table), *tags), tuple(made))


def _is_tag(table: Table, note: Note) -> bool:
    return is_tag(note) and note.about == table.documents[0]["seal"]


def _placed(table: Table, notes: Numbered) -> Mapping[int, Numbered]:
    """The notes by the entry they are about; those on an entry that is not known here stand at the first."""
    entries = {str(doc["seal"]): n for n, doc in enumerate(table.documents)}
    found: dict[int, list[tuple[int, Note]]] = {}
    for number, note in notes:
        found.setdefault(entries.get(note.about, 0), []).append((number, note))
    return found


# What is kept of an entry, and its lots


def kept(entry: record.Entry) -> record.Entry:
    """An entry as a text keeps it: private texts are told where they are known."""
    names = {*(field_names(entry) or ())}
    told: dict[str, Any] = {name: {} if name == "leaves" else "" for name in NOT_KEPT if name in names}
    if "lines" in names:
        lines = getattr(entry, "lines", ())
        told["lines"] = tuple(replace(line, raw=_opened(line.raw)) for line in lines)
    events = tuple(
        replace(event, **{event.private: _opened(getattr(event, event.private))}) if event.private else event
        for event in entry.events
    )
    return replace(entry, entry=0, events=events, **told)


def _opened(text: Any) -> Any:
    """A private text whose key is known as that text; any other as it is."""
    return str(text) if isinstance(text, Shut) and text.key else text


def digest_of(content: Mapping[str, Any]) -> str:
    """What stands for the options of a game in full: 16 hexadecimal digits of SHA-256 over them as JSON."""
    told = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def result_of(outcome: Outcome | None) -> str:
    """How a game ended, as `thor, 8.1`; `drawn, 8.5`; `*` while it is on."""
    return "*" if outcome is None else f"{' '.join(outcome.winners) or 'drawn'}, {outcome.rule}"


def names_of(items: Sequence[Any]) -> tuple[str, ...]:
    """A name for each of the things that are shuffled, as short as it is told apart; () if they have none."""
    if len({*items}) <= 1 or len({*items}) < len(items) or any(type(one) is not str for one in items):
        return ()
    decks = {one.partition(".")[0] for one in items}
    short = [one.partition(".")[2] for one in items] if len(decks) == 1 else list(items)
    if not all(short):
        return ()
    bare = Counter(one.rpartition(".")[0] for one in short)
    told = tuple(
        face if (face := one.rpartition(".")[0]) and bare[face] == 1 and face not in short else one
        for one in short
    )
    return told if len({*told}) == len(told) else tuple(short)


class NamingLots(RecordedLots):
    """Recorded lots drawn again; `facts` tell each of them, shuffles by name."""

    def __init__(self, lots: Iterable[Lot]) -> None:
        super().__init__(lots)
        self._shuffled: dict[int, Fact] = {}

    @property
    def facts(self) -> list[Fact]:
        """The lots drawn so far."""
        return [self._shuffled.get(n) or bare(lot) for n, lot in enumerate(self.drawn, 1)]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the recorded order."""
        names, order = dict(zip(items, names_of(items), strict=False)), super().shuffle(label, items)
        n, told = len(self.drawn), tuple(names[one] for one in order) if names else ()
        self._shuffled[n] = (
            Fact(NAMED, (label, *told)) if told else Fact(PLACES, (label, *self.drawn[-1].drawn))
        )
        return order


def bare(lot: Lot, *, heard: bool = False) -> Fact:
    """A lot as a fact without names; with `heard`, how many lines it is bound to is told too."""
    keys = {"heard": lot.heard} if heard and lot.heard else {}
    if lot.is_shuffle() and not lot.is_number():
        return Fact(PLACES, (lot.label, *lot.drawn), keys)
    if lot.is_roll():
        return Fact(DICE, (lot.label, *lot.drawn), keys)
    return Fact(NUMBER, (lot.label, *lot.drawn, "of", lot.outcomes), keys)


# The tags


def _tags(table: Table) -> Iterator[Tag]:
    """What tells the game itself."""
    opening, game = table.opening, table.game
    yield Tag("Game", game.name)
    yield Tag("Id", table.id)
    yield Tag("Edition", opening.edition)
    usual: Mapping[str, Any] = {}
    with suppress(Faulty):
        usual = game.options({})
    for name, value in opening.options.items():
        if name not in usual or usual[name] != value:
            tag = f"Option.{name}"
            yield Tag(tag, value) if type(value) is str else Tag(tag, "", {"value": value})
    yield Tag("Content", digest_of(opening.options))
    if opening.commit:
        yield Tag("Commit", opening.commit)
    yield from (Tag(f"Term.{name}", str(value)) for name, value in opening.terms.items())
    spoken = zip(opening.seats, opening.languages, strict=False)
    yield from (Tag(f"Language.{seat}", language) for seat, language in spoken)
    if opening.arbiter:
        yield Tag("Arbiter", opening.arbiter)
    if isinstance(table, Redacted):
        yield Tag("Audience", table.audience or "onlooker")
    yield Tag("Result", result_of(table.outcome))


# A whole record


def _whole(table: Table) -> Iterator[Entry]:
    position = "0.0"
    for n, point in enumerate(table.points):
        yield _told(table, n, kept(point.entry), position)
        position = written_position(table.game.position(point.state))


def _told(table: Table, n: int, entry: record.Entry, position: str) -> Entry:
    match entry:
        case record.Opening():
            return Entry(position, (OPENING,), entry.at, tuple(_deal(table, entry)))
        case record.Letter():
            return Entry(entry.position or position, (entry.seat,), entry.at, tuple(_letter(table, n, entry)))
        case record.Act():
            return Entry(
                position, (ACT, entry.act, *filter(None, [entry.seat])), entry.at, tuple(_act(entry))
            )
        case record.Ruling():
            return Entry(position, (RULING, entry.by), entry.at, tuple(_act(entry)))
    raise TypeError(f"no entry: {entry!r}")


def _deal(table: Table, entry: record.Opening) -> Iterator[Fact]:
    if not entry.events:
        yield Fact("invited")
        return
    lots, events = NamingLots(entry.lots), list[Event]()
    with suppress(LotsDiffer):
        ruling.lay_out(table.game, table.game.blank(table.id, entry.options), entry.options, lots, events)
    rules, fair = _parted(entry)
    if (*events, *fair) == entry.events and tuple(events) == rules and not lots.left:
        yield from lots.facts
        yield from map(_fair, fair)
    else:
        yield RECORDED
        yield from _facts(entry)


def _letter(table: Table, n: int, letter: record.Letter) -> Iterator[Item]:
    if letter.reply:
        yield Fact("reply", (letter.reply,))
    if letter.ruled:
        yield Fact("ruled", (letter.ruled,))
    lots = NamingLots(letter.lots)
    if _is_ruled_so(table, n, letter, lots):
        yield from _lines(letter.lines, whole=False)
        yield from lots.facts
        yield from map(_fair, _parted(letter)[1])
        return
    yield RECORDED
    yield from _lines(letter.lines, whole=True)
    yield from _facts(letter)


def _is_ruled_so(table: Table, n: int, letter: record.Letter, lots: NamingLots) -> bool:
    """Whether today's rules make the very same of a letter; `lots` are named by that."""
    try:
        ruled = ruled_again(table, n, lots)
    except LotsDiffer:
        return False
    lines = tuple(verdict.entered for verdict in ruled.verdicts)
    numbers = [line.number for line in letter.lines]
    rules, fair = _parted(letter)
    same = (lines, ruled.events, [*ruled.lots]) == (letter.lines, rules, [*letter.lots])
    same = same and (*rules, *fair) == letter.events
    return same and not lots.left and numbers == sorted(numbers)


def _parted(entry: record.Entry) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """The events that follow from the rules, and those of fair lots (H19), which no replay makes."""
    rules = of_the_rules(entry.events)
    return rules, tuple(one for one in entry.events if one not in rules)


def _fair(event: Event) -> Fact:
    return replace(event_fact(record.event_document(event)), name=FAIR)


def _act(entry: record.Act | record.Ruling) -> Iterator[Item]:
    if entry.reason:
        yield Fact("reason", (entry.reason,))
    yield RECORDED
    yield from _lines(getattr(entry, "lines", ()), whole=True)
    yield from _facts(entry)


def _facts(entry: record.Entry) -> Iterator[Fact]:
    yield from (bare(lot, heard=True) for lot in entry.lots)
    yield from (event_fact(record.event_document(event)) for event in entry.events)


def event_fact(doc: Document) -> Fact:
    """An event as a fact."""
    return Fact("event", (doc["event"],), {name: value for name, value in doc.items() if name != "event"})


def _lines(lines: Sequence[record.Line], *, whole: bool) -> Iterator[Item]:
    """Lines of a letter, each with what became of it; with `whole`, with all that the record says of it."""
    due = 1
    for line in lines:
        yield _order(line)
        told = _line(line, whole=whole)
        if line.number != due:
            yield Fact("line", (line.number,))
        if is_shut(line.raw):
            yield Fact("private", (getattr(line.raw, "digest"),))  # noqa: B009  the type does not know it
        yield from told
        due = line.number + rows(line.raw)


def _order(line: record.Line) -> Order:
    if not line.move or not is_plain(line.move):
        return Order("", line.raw)
    return Order(line.move, "" if line.raw == line.move else line.raw)


def _line(line: record.Line, *, whole: bool) -> Iterator[Fact]:
    doc = record.line_document(line)
    left = {"number", "raw", "verdict"} | ({"move"} if is_plain(line.move) else set())
    left |= set() if whole else {"move", "params", "remark", "mark", "events"}
    keys = {name: value for name, value in doc.items() if name not in left}
    if whole or keys or line.verdict != "played":
        yield Fact(line.verdict, (), keys)


# What one audience knows


def _known(table: Redacted) -> Iterator[Entry]:
    position = "0.0"
    for one, doc in zip(table.known, table.documents, strict=True):
        items = [*_own(one.letter), *(event_fact(event) for event in doc.get("events", ()))]
        reached = tuple(doc.get("positions", ()))
        items += [Fact("reached", reached)] if reached else []
        items += [Fact("back", (doc["back"],))] if "back" in doc else []
        what = {OPENING: OPENING, SEEN: SHOWN, WITHHELD: WITHHELD}.get(one.kind) or (one.letter or table).seat
        yield Entry(
            one.letter.position if one.letter else position, (what,), str(doc.get("at", "")), tuple(items)
        )
        position = reached[-1] if reached else position


def _own(letter: record.Letter | None) -> Iterator[Item]:
    if letter is not None:
        if letter.reply:
            yield Fact("reply", (letter.reply,))
        yield from _lines(getattr(kept(letter), "lines"), whole=True)  # noqa: B009  a letter stays one


# The notes


def _with(entry: Entry, notes: Numbered) -> Entry:
    """An entry with its notes: those on a line after that line, the others at its end."""
    if not notes:
        return entry
    items, numbers = list[Item](), entry.numbers()
    left = dict(notes)
    for item, line, last in zip(entry.items, numbers, (*numbers[1:], 0)[: len(numbers)], strict=True):
        items.append(item)
        if line and last != line:
            mine = [number for number, note in left.items() if note.place.line == line]
            items += [said_of(number, left.pop(number)) for number in mine]
    items += [said_of(number, note) for number, note in left.items()]
    return Entry(entry.position, entry.what, entry.time, tuple(items))


# A game told to one reader: what that reader knows of it, with the notes that the reader may read now.


def told_to(table: Table, notes: Iterable[Note], reader: str | None, *, everything: bool = False) -> Game:
    """The game as it is at hand for a reader (None: an onlooker), with the notes that are open to this reader.

    With `everything` it is for the keeper, and every note stands there.
    """
    turn, over = int(table.position.partition(".")[0]), table.outcome is not None
    mine = [note for note in notes if everything or may_read(note, reader, turn=turn, over=over)]
    return told(table, mine)
