"""A record and its notes made from one game of an exchange text, held to the rules.

    made = make(game)
    made.table, made.notes, made.problems

The tags and the first entry are the opening of the record. What a letter says is ruled on as if it came now, with the
lots that the text names as facts, and held to what the text says became of it; an entry that is told as it was recorded
must follow from the table before it. The first thing that cannot be ends the game there: it is told with its place, and
nothing is made up. The record has seals of its own (`referee.record.seals`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.archive.exchange.model import (
    OF_THE_ENTRY,
    UNKNOWN,
    Entry,
    Fact,
    Game,
    NotSo,
    Order,
    Problem,
    Spot,
    collect_faults,
    place_faults,
    wrong_at,
)
from referee.archive.exchange.notes import notes_in
from referee.archive.exchange.telling import (
    DICE,
    FAIR,
    NAMED,
    NUMBER,
    OPENING,
    PLACES,
    digest_of,
    names_of,
    result_of,
)
from referee.archive.notes import Note
from referee.engine.events import Event, Happening
from referee.engine.game import Game as Rules
from referee.engine.lots import Lot, Lots, RecordedLots, done
from referee.engine.seating import PLAYER, names
from referee.house.games import find
from referee.notation.languages import in_order
from referee.record import entries as record
from referee.record.private import Shut, is_shut
from referee.record.reading import event_of, from_document
from referee.record.seals import START, marking_salt
from referee.record.stores import Memory
from referee.table import fold, ruling
from referee.table.beforehand import plays
from referee.table.foreseeing import known_as
from referee.table.index import Index
from referee.table.parts import Closing
from referee.table.replay import read_again
from referee.table.table import Table
from referee.table.verdicts import ANSWERED, NOTED, PLAYED, PROSE, SAID, Ruled, Verdict
from referee.telling.sentences import cited, reader_of
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.regexes import regex
from referee.util.times import now
from referee.util.values import Value, replace

LOTS = (NAMED, PLACES, NUMBER, DICE)
_KINDS: Mapping[Any, tuple[str, ...]] = {
    Lot.is_shuffle: (NAMED, PLACES),
    Lot.is_number: (NUMBER,),
    Lot.is_roll: (DICE,),
}
"""By which facts each kind of lot is told."""
FINE = frozenset({PLAYED, SAID, NOTED, ANSWERED})
"""What becomes of a line about which a text says nothing; one in quotes may be prose too."""
_ID = regex(r"[a-z][a-z0-9-]{0,31}")
_POSITION = regex(r"[^.]*\.[^.]+")


class Made(Value):
    """What came of one game of a text.

    Attributes:
        game: the game as it was read.
        table: the table after its last entry that could be; None if not even its opening could.
        entries: how many of the text's entries that are.
        notes: those that are about these entries, in their order.
        problems: what is wrong with the game, each with its place; () if all of it could be made.
        unnoted: what is wrong with notes; the others are there.
    """

    game: Game
    table: Table | None
    entries: int = 0
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    unnoted: tuple[Problem, ...] = ()


def make(game: Game, *, by: str = "", clock: Callable[[], str] = now) -> Made:
    """The record of a game and its notes. `by` is who wrote a note that does not say so; `clock` tells when."""
    problems, table = [*game.problems], None
    if not problems:
        with collect_faults(problems, game.at):
            table = _open_table(game, clock)
    if table is None:
        return Made(game, None, problems=tuple(problems))
    for entry in game.entries[1:]:
        before = len(table.points)
        with collect_faults(problems, entry.at):
            table.enter(_entry(table, entry, clock))
        if problems:
            table = table if len(table.documents) == before else table.at(before - 1)
            break
    count, due = len(table.points), game.named("result")
    if due.value and not problems and due.value != (found := result_of(table.outcome)):
        problems.append(wrong_at(due.at, "text-result", told=due.value, found=found))
    notes, wrong = notes_in(game, table, count, by=by, clock=clock)
    return Made(game, table, count, notes, tuple(problems), wrong)


# The opening


def _open_table(game: Game, clock: Callable[[], str]) -> Table:
    """The table that the tags and the opening entry of a game make. Raises `NotSo`."""
    if (audience := game.named("audience")).value:
        raise NotSo(audience.at, "text-one-audience", audience=audience.value)
    first = next(iter(game.entries), None)
    opening = _opening(game, first.time if first and first.what == (OPENING,) else "", clock)
    if first is None or first.what != (OPENING,):
        raise NotSo(first.at if first else game.at, "text-no-opening")
    with place_faults(first.at):
        played = find(opening.game)
        # Read again, so that types, times and digests are held to what a record may have.
        opening = from_document(record.to_document(_deal(played, opening, first)), played)  # type: ignore[assignment]
        closing, store = Closing(opening, marking_salt), Memory()
        blank = fold.blank(played, opening.id, opening.options)
        _, positions = fold.all_folded(played, (), blank, opening.events)
        index = Index(played, opening.seats)
        store.append(lambda last: closing.document(opening, index, positions, last), START)
        return Table(store)


def _opening(game: Game, at: str, clock: Callable[[], str]) -> record.Opening:
    """What the tags of a game tell, without its deal. Raises `NotSo`."""
    name, id_ = game.named("game"), game.named("id")
    if id_.value and not _ID.fullmatch(id_.value):
        raise NotSo(id_.at, "bad-id", id=id_.value[:60])
    with place_faults(name.at, "text-options"):
        played = find(name.value)
        content = _content(game, played)
        seating = played.seating(content)
    spoken = game.tags_within("language.")
    with place_faults(next(iter(spoken.values()), name).at):
        languages = in_order(names(seating), {seat: tag.value for seat, tag in spoken.items()})
    return record.Opening(
        at=at or clock(),
        id=id_.value or "g1",
        game=name.value,
        edition=game.tag("edition") or played.edition,
        options=content,
        seats=names(seating),
        roles={one.name: one.role for one in seating if one.role != PLAYER},
        languages=languages,
        terms={term: tag.value for term, tag in game.tags_within("term.").items()},
        commit=game.tag("commit"),
        arbiter=game.tag("arbiter"),
    )


def _content(game: Game, played: Rules) -> Mapping[str, Any]:
    """The options in full: those that are told, the others as they usually are."""
    told = game.tags_within("option.")
    try:
        usual = dict(played.options({}))
    except Faulty:
        usual = {}
    if usual and (unknown := sorted(told.keys() - usual.keys())):
        raise NotSo(told[unknown[0]].at, "unknown-option", option=unknown[0], known=tuple(usual))
    content = {**usual, **{name: tag.keys.get("value", tag.value) for name, tag in told.items()}}
    played.fits(content)
    due = game.named("content")
    if due.value and due.value != digest_of(content):
        raise NotSo(due.at, "text-content", due=due.value, found=digest_of(content))
    return content


def _deal(played: Rules, bare: record.Opening, entry: Entry) -> record.Opening:
    """The opening with its deal: as the lots that are told make it, or as it was recorded."""
    if entry.facts("invited"):
        return bare
    if entry.facts("recorded"):
        doc = record.to_document(bare) | {"events": _events(entry), "lots": _recorded_lots(entry)}
        return from_document(doc, played)  # type: ignore[return-value]  # an opening stays one
    lots, events = ToldLots(entry, None), list[Event]()
    ruling.lay_out(played, played.blank(bare.id, bare.options), bare.options, lots, events)
    lots.end()
    return replace(bare, events=(*events, *_fair_events(entry, played)), lots=tuple(lots.drawn))


# The entries after it


def _entry(table: Table, entry: Entry, clock: Callable[[], str]) -> record.Entry:
    """The entry of the record that follows. Raises `NotSo`, and what reading a document raises."""
    if _POSITION.fullmatch(entry.position) and entry.position != table.position:
        raise NotSo(entry.at, "text-position", told=entry.position, found=table.position)
    at = entry.time or clock()
    reason = {"reason": entry.word("reason")}
    match entry.what:
        case (seat,) if seat in table.seats and not entry.facts("recorded"):
            return _letter(table, entry, at)
        case (seat,) if seat in table.seats:
            own = {"kind": "letter", "seat": seat, "position": entry.position or table.position}
            own |= {name: word for name in ("reply", "ruled") if (word := entry.word(name))}
        case ("act", act):
            own = {"kind": "act", "act": act, **reason}
        case ("act", act, seat):
            own = {"kind": "act", "act": act, "seat": seat, **reason}
        case ("ruling", by):
            own = {"kind": "ruling", "by": by, **reason}
        case _:
            raise NotSo(entry.at, "text-head", given=" ".join(entry.what), seats=table.seats)
    lots, lines = _recorded_lots(entry), [one.document() for one in _lines(entry)]
    doc = {"entry": len(table.points), "at": at, **own, "lots": lots, "events": _events(entry)}
    return from_document(doc | ({"lines": lines} if lines else {}), table.game)


def _events(entry: Entry, name: str = "event") -> list[Document]:
    """The events that an entry tells as they were recorded, in facts of that name. Raises `NotSo`."""
    told = entry.facts(name)
    for fact in told:
        if len(fact.words) != 1 or type(fact.words[0]) is not str:
            raise NotSo(fact.at, "text-fact", given=fact.name)
    return [{"event": fact.words[0], **fact.keys} for fact in told]


def _fair_events(entry: Entry, game: Rules) -> tuple[Event, ...]:
    """The events of fair lots (H19) that an entry tells. Raises `NotSo`."""
    told = _events(entry, FAIR)
    try:
        return tuple(event_of(doc, game) for doc in told)
    except record.Misfit as misfit:
        raise NotSo(entry.facts(FAIR)[0].at, "text-fair") from misfit


def _letter(table: Table, entry: Entry, at: str) -> record.Letter:
    """The letter with what the rules make of it. Raises `NotSo` where the text says otherwise."""
    lines, lots = _lines(entry), ToldLots(entry)
    bare = record.Letter(
        at=at,
        seat=entry.what[0],
        reply=entry.word("reply"),
        ruled=entry.word("ruled"),
        position=table.position,
        lines=tuple(one.line for one in lines),
    )
    ruled = _rule(table, bare, lots)
    if len(lines) != len(ruled.verdicts):
        raise NotSo(entry.at, "text-lines", told=len(lines), found=len(ruled.verdicts))
    for given, verdict in zip(lines, ruled.verdicts, strict=True):
        _hold(table, given, verdict, bare.seat)
    lots.end()
    # Of a private line that is not told here, its digest stays.
    entered = tuple(
        replace(verdict.entered, raw=given.raw) if is_shut(given.raw) else verdict.entered
        for given, verdict in zip(lines, ruled.verdicts, strict=True)
    )
    events = (*ruled.events, *_fair_events(entry, table.game))
    return replace(bare, lines=entered, events=events, lots=ruled.lots)


def _rule(table: Table, letter: record.Letter, lots: "ToldLots") -> Ruled:
    """What the rules say to a letter at this table, with these lots. Raises `NotSo`."""

    def deal(state: Any, _words: Mapping[str, str]) -> tuple[Lots, Happening]:
        lots.lines = None
        return lots, table.game.setup(state, ruling.as_seated(table.content, state), lots)

    letter = known_as(table, letter)
    house = replace(table.house_for(letter.seat, letter.reply, at=letter.at), playing=plays(letter))
    read = read_again(table, len(table.points), house, letter)
    return ruling.rule_on(table.game, table.state, letter.seat, read, lots, house=house, deal=deal)


def _hold(table: Table, given: "GivenLine", verdict: Verdict, seat: str) -> None:
    """Hold what became of a line to what the text says. Raises `NotSo`."""
    line = verdict.entered
    if given.verdict:
        told = {name: given.told[name] for name in ("rule", "why") if name in given.told}
        same = all(getattr(line, name) == value for name, value in told.items())
        fine = same and verdict.kind == given.verdict
    else:
        fine = verdict.kind in FINE or (not given.move and verdict.kind == PROSE)
    if not fine:
        raise _otherwise(table, given, verdict, seat)
    if given.move and line.move and given.move not in {line.move, given.raw}:
        raise NotSo(given.at, "text-move", told=given.move, found=line.move)


def _otherwise(table: Table, given: "GivenLine", verdict: Verdict, seat: str) -> NotSo:
    """What the rules say to a line about which the text says something else."""
    due = given.verdict or PLAYED
    if due == PLAYED and UNKNOWN in given.move.replace(",", " ").split():
        return NotSo(given.at, "text-unknown-card")
    if verdict.broken and due == PLAYED:
        reader, broken = reader_of(table.game, table.content, table.view(seat)), verdict.broken
        why = cited(reader.reason(broken.why), broken.rule)
        return NotSo(given.at, "text-refused", line=given.raw or given.move, why=why)
    return NotSo(given.at, "text-ruled", line=given.raw or given.move, told=due, found=verdict.ruling)


# The lines of a letter


class GivenLine(Value):
    """A line of a letter as a text gives it: its number, how it was written, what became of it.

    `verdict` is "" where the text does not say, `told` are the values it gives, `move` the order in canonical notation.
    """

    number: int
    raw: str
    move: str
    verdict: str
    told: Document
    at: Spot

    @property
    def line(self) -> record.Line:
        """The line before it was ruled on: what its reading depends on."""
        return record.Line(self.number, self.raw, self.verdict or PLAYED, why=str(self.told.get("why", "")))

    def document(self) -> Document:
        """The line of an entry that is told as it was recorded."""
        raw = {"private": self.raw.digest} if isinstance(self.raw, Shut) else self.raw
        told = {"verdict": self.verdict or PLAYED, "move": self.move, **self.told}
        return {"number": self.number, "raw": raw, **{name: one for name, one in told.items() if one}}


def _lines(entry: Entry) -> tuple[GivenLine, ...]:
    """The lines that the parts of an entry give. Raises `NotSo` for a fact that is none of a line."""
    found = list[GivenLine]()
    for item, number in zip(entry.items, entry.numbers(), strict=True):
        if isinstance(item, Order):
            found.append(GivenLine(number, item.raw or item.move, item.move, "", {}, item.at))
        elif isinstance(item, Fact) and item.name not in OF_THE_ENTRY:
            if not found:
                raise NotSo(item.at, "text-fact", given=item.name)
            least = found[-2].number if len(found) > 1 else 1
            found[-1] = _with_fact(found[-1], item, least)
    return tuple(found)


def _with_fact(line: GivenLine, fact: Fact, least: int) -> GivenLine:
    """A line with a fact about it. Its number is told right behind it, and is at least that of the line before."""
    word = fact.words[0] if fact.words else None
    if fact.name in record.VERDICTS:
        return replace(line, verdict=fact.name, told=dict(fact.keys))
    if fact.name == "line" and word == line.number >= least:
        return line
    if fact.name == "private" and type(word) is str:
        return replace(line, raw=Shut.of(word))
    raise NotSo(fact.at, "text-fact", given=fact.name)


# Lots


def _recorded_lots(entry: Entry) -> list[Any]:
    """The lots that an entry tells without names, as a record has them. Raises `NotSo`."""
    try:
        return [_recorded_lot(one).as_list() for one in entry.facts(*LOTS)]
    except ValueError as error:
        raise NotSo(entry.at, "text-lot", label="", of=0) from error


def _recorded_lot(fact: Fact) -> Lot:
    """The lot that a fact without names tells. Raises ValueError."""
    words, heard = fact.words, fact.keys.get("heard", 0)
    label, drawn = words[0] if words else None, list(words[1:])
    match fact.name:
        case "pick" if drawn[1:2] == ["of"]:
            data = [label, drawn[-1], drawn[:1]]
        case "order":
            data = [label, len(drawn), drawn]
        case "roll":
            sides = str(label).partition("d")[2].partition(" ")[0]
            data = [label, int(sides or 0), drawn]
        case _:
            raise ValueError(f"no lot: {fact!r}")
    return Lot.from_list([*data, *([heard] if heard else ())])


class ToldLots(RecordedLots):
    """Lots drawn as the facts of an entry tell them, in their order. Raises `NotSo` where they tell none, or another.

    `lines` counts the lines heard, as in `referee.engine.lots.DrawLots`; None for a deal, which hears none.
    """

    def __init__(self, entry: Entry, lines: int | None = 0) -> None:
        super().__init__(())
        self.lines, self._at, self._facts = lines, entry.at, entry.facts(*LOTS)
        self._items: Sequence[Any] = ()

    def end(self) -> None:
        """Raise `NotSo` if a lot is told that was not drawn."""
        if self._facts:
            raise NotSo(self._facts[0].at, "text-lot-left")

    def heard(self, seat: str, line: str) -> None:  # noqa: ARG002  as lots have it
        """Take in a played line."""
        if self.lines is not None and done(line):
            self.lines += 1

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """The items in the order that is told."""
        self._items = items
        return super().shuffle(label, items)

    def _next(self, label: str, outcomes: int, fits: Callable[[Lot], bool]) -> Lot:
        fact = self._facts.pop(0) if self._facts else Fact("")
        drawn = list(fact.words[1:2] if fact.name == NUMBER else fact.words[1:])
        drawn = _places(self._items, drawn) if fact.name == NAMED else drawn
        try:
            lot = replace(Lot.from_list([label, outcomes, drawn]), heard=self.lines or 0)
        except ValueError:
            lot = None
        if lot and fits(lot) and fact.name in _KINDS[fits] and fact.words[0] == label:
            self.drawn.append(lot)
            return lot
        if UNKNOWN in fact.words:
            raise NotSo(fact.at, "text-unknown-card")
        raise NotSo(fact.at if fact.name else self._at, "text-lot", label=label, of=outcomes)


def _places(items: Sequence[Any], told: Sequence[Any]) -> list[int]:
    """Where each of the things that are told lies; a name without a number is the next one of that name."""
    names, free = names_of(items), dict.fromkeys(range(len(items)))
    order = list[int]()
    for one in told:
        exact = (n for n in free if names[n : n + 1] == (one,))
        alike = (n for n in free if names and (names[n] == one or names[n].rpartition(".")[0] == one))
        place = next(exact, next(alike, -1))
        order.append(place)
        free.pop(place, None)
    return order
