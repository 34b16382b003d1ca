"""Notes within an exchange text: each in brackets, after what it is about, with a head that says whose it is.

    {#3:9f3c2a10 by=Anna seat=thor at="2026-02-01T09:00:00Z" on="15.0 line 2": The left column was lost here.}
    (#4:5b0e11aa by=Olaf at="2026-02-01T09:05:00Z" kind=line on=15.0: lay frigg A2; challenge A)
    [Site "Cologne" by=Olaf at="2026-02-01T09:06:00Z" no="5:77ab01cd"]

The number is that of the note in its notebook; the digits after it are its print: they stand for all that it
says, so that a note that somebody changed in the text is known from one that is as it was. A note without a
head is a new one.

`notes_in` binds the notes of a text to the entries of the record that was made of it. `merged` takes over what somebody
wrote into a text of a game that has a notebook: nothing that anybody wrote is lost. A notebook is only added to: a
changed note is a new one beside the old, and of one that was taken out of the text it is only told that it is missing
there. The same text merged twice adds nothing the second time.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.archive.consent import PUBLISHED
from referee.archive.exchange.model import (
    NOWHERE,
    Entry,
    Game,
    Glyph,
    Item,
    Keys,
    Problem,
    Said,
    Spot,
    Tag,
    collect_faults,
)
from referee.archive.exchange.writing import WORD, written
from referee.archive.moments import Moment, moments
from referee.archive.notes import ALL, OPENED, WHOLE, Note, may_read, sound
from referee.archive.places import Place, misplaced
from referee.house.annotations import UNDONE
from referee.record.seals import ONLOOKER
from referee.table.redacted import Redacted, load
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.regexes import regex
from referee.util.times import now
from referee.util.values import Struct, Value, field, replace
from referee.verify import export

TAG, LINE = "tag", "line"
OF_THE_GAME = frozenset({"game", "id", "edition", "content", "commit", "arbiter", "audience", "result"})
PARTED = ("option.", "term.", "language.")
"""Tags that tell the game itself; every other tag is a note."""
UNSIGNED = "unsigned"
"""Who wrote a note of which nobody says so."""
OF_THE_WRITER = frozenset({PUBLISHED, OPENED, UNDONE})
"""Kinds of notes by which a writer agrees to something, or takes it back."""
_HEAD = regex(
    r"#(?P<no>[0-9]{1,9})(?::(?P<print>[0-9a-f]{8}))?(?P<keys>(?:\s+[a-z]+=(?:\"(?:\\.|[^\"\\])*\"|[^\s\"]+?))*)\s*:(?:\s|\Z)(?P<text>[\s\S]*)"
)
_PRINTED = regex(r"#[0-9]+:[0-9a-f]{8}\s")
_KEY = regex(r"([a-z]+)=(\"(?:\\.|[^\"\\])*\"|[^\s\"]+)")
_HEADED = frozenset({"by", "seat", "at", "kind", "on", "glyph", "name", "to", "opens"})


# Written


def print_of(note: Note) -> str:
    """8 hexadecimal digits of SHA-256 over all that a note says; not over the seal, which is another in each record."""
    doc = {name: value for name, value in note.document().items() if name != "about"}
    return hashlib.sha256(json.dumps(doc, sort_keys=True).encode()).hexdigest()[:8]


def is_tag(note: Note) -> bool:
    """Whether a note on the game as a whole is told as a tag."""
    fits = note.kind == TAG and note.place == WHOLE and WORD.fullmatch(note.name) and note.name.isascii()
    return bool(fits) and not of_the_game(note.name)


def of_the_game(name: str) -> bool:
    """Whether a tag tells the game itself."""
    return name.lower() in OF_THE_GAME or name.lower().startswith(PARTED)


def tag_of(number: int, note: Note) -> Tag:
    """A tag with who noted it."""
    keys = {name: value for name, value in _keys(note).items() if name not in {"kind", "name", "on"}}
    return Tag(note.name, note.text, {**keys, "no": f"{number}:{print_of(note)}"})


def said_of(number: int, note: Note) -> Said:
    """A note as a comment or a variation."""
    keys = _keys(note)
    if variation := note.kind == LINE:
        del keys["kind"]
    told = "".join(f" {name}={_value(value)}" for name, value in keys.items())
    text = f" {note.text}" if note.text else ""
    return Said(f"#{number}:{print_of(note)}{told}:{text}", variation)


def _value(value: str) -> str:
    plain = re.fullmatch(r"[\w.-]+", value) and value[-1] != "."
    return written(value) if plain else json.dumps(value, ensure_ascii=False)


def _keys(note: Note) -> dict[str, str]:
    """The head of a note; what is usual is left out."""
    keys = {
        "by": note.by,
        "seat": note.seat,
        "at": note.at,
        "kind": note.kind if note.kind != "comment" else "",
        "on": str(note.place) if note.place != WHOLE else "",
        "glyph": note.glyph,
        "name": note.name,
        "opens": note.opens,
    }
    told = {name: value for name, value in keys.items() if value}
    return told if note.to == (ALL,) else {**told, "to": " ".join(note.to)}


# Read


class Given(Value, uncompared=("at",)):
    """A note as a text gives it.

    Attributes:
        number, print: what its head says, 0 and "" for a new note.
        fields: the fields of the note that are told, as `Note` names them.
        place: where in its entry; None where the head does not say.
        at: where it stands in the text.
        entry: the number of the entry that it stands at.
    """

    number: int
    print: str
    fields: Mapping[str, Any]
    place: Place | None = None
    at: Spot = NOWHERE
    entry: int = 0

    def note(self, **usual: Any) -> Note:
        """The note, with what the text does not tell as `usual` says."""
        return Note(**{**usual, **self.fields, "place": self.place or WHOLE})


def is_headed(text: str) -> bool:
    """Whether a comment begins with the head of a note; a number alone, as in `#15: so`, is none."""
    found = _HEAD.fullmatch(text)
    return bool(found["print"] or found["keys"]) if found else bool(_PRINTED.match(text))


def given_of(said: Said) -> Given:
    """The note that a comment or a variation gives. Raises `Faulty` for a head that says something else."""
    kind = {"kind": LINE} if said.variation else {}
    if not is_headed(said.text):
        return Given(0, "", {**kind, "text": said.text}, at=said.at)
    try:
        found = _HEAD.fullmatch(said.text)
        told = _KEY.findall(found["keys"]) if found else ()
        keys = {name: json.loads(value) if value[0] == '"' else value for name, value in told}
    except ValueError:
        found = None
    if found is None:
        raise Faulty("text-note", given=said.text[:40])
    fields, place = _fields_of(keys)
    fields = {**kind, **fields, "text": found["text"]}
    return Given(int(found["no"]), found["print"] or "", fields, place, said.at)


def given_of_tag(tag: Tag) -> Given:
    """The note that a tag gives. Raises `Faulty`."""
    keys = dict(tag.keys)
    number, _, print_ = str(keys.pop("no", "0")).partition(":")
    if not re.fullmatch("[0-9]{1,9}", number):
        raise Faulty("text-note", given=number[:40])
    told, _ = _fields_of(keys)
    return Given(int(number), print_, {**told, "kind": TAG, "name": tag.name, "text": tag.value}, at=tag.at)


def _fields_of(keys: Keys) -> tuple[dict[str, Any], Place | None]:
    """The fields of a note that a head tells, and its place. Raises `Faulty` for an unknown one."""
    if unknown := sorted(keys.keys() - _HEADED):
        raise Faulty("note-field", field=unknown[0])
    told: dict[str, Any] = {name: str(value) for name, value in keys.items() if name not in {"on", "to"}}
    if "to" in keys:
        told["to"] = tuple(str(keys["to"]).split())
    return told, Place.written(str(keys["on"])) if "on" in keys else None


def _given_in(game: Game, count: int, problems: list[Problem]) -> Iterator[Given]:
    """Every note on the first `count` entries of a game; what is no note goes to `problems`."""
    given: Given | None
    for tag in game.tags:
        if not of_the_game(tag.name):
            given = None
            with collect_faults(problems, tag.at):
                given = given_of_tag(tag)
            if given:
                yield given
    for n, entry in enumerate(game.entries[:count]):
        for at, (item, line) in enumerate(zip(entry.items, entry.numbers(), strict=True)):
            given = None
            with collect_faults(problems, item.at):
                given = _given_at(entry, at, item, line)
            if given:
                yield replace(given, entry=n)


def _given_at(entry: Entry, at: int, item: Item, line: int) -> Given | None:
    """The note that an item of an entry gives; None if it gives none.

    A note with a head that names no place is about its whole entry; a new one about the line before it. A glyph right
    before a new comment belongs to that.
    """
    place = Place(entry.position, line) if line and entry.position.count(".") else WHOLE
    if isinstance(item, Glyph):
        follow = entry.items[at + 1] if at + 1 < len(entry.items) else None
        return None if _is_new_comment(follow) else Given(0, "", {"glyph": item.text}, place, item.at)
    if not isinstance(item, Said):
        return None
    given = given_of(item)
    if given.place is None and not given.number:
        given = replace(given, place=place)
    before = entry.items[at - 1] if at else None
    if isinstance(before, Glyph) and _is_new_comment(item):
        given = replace(given, fields={**given.fields, "glyph": before.text})
    return given


def _is_new_comment(item: Item | None) -> bool:
    return isinstance(item, Said) and not item.variation and not is_headed(item.text)


def notes_in(
    game: Game, table: Table, count: int, *, by: str, clock: Callable[[], str]
) -> tuple[tuple[Note, ...], tuple[Problem, ...]]:
    """The notes on the first `count` entries of a game in their order, and what is wrong with the others."""
    known, problems, found = moments(table), list[Problem](), list[tuple[int, str, Note]]()
    usual = {"by": by or game.tag("annotator") or UNSIGNED, "at": clock(), "kind": "comment"}
    for given in _given_in(game, count, problems):
        with collect_faults(problems, given.at, "note-form"):
            note = given.note(**usual, about=known[given.entry].seal)
            _hold(note, known, given.entry)
            found.append((given.number or len(game.entries) * 1_000_000, note.at, note))
    return tuple(note for *_, note in sorted(found, key=lambda one: one[:2])), tuple(problems)


def _hold(note: Note, known: Sequence[Moment], n: int) -> None:
    """Raise `Faulty` for a note that cannot stand in a notebook, or whose place is not there."""
    moment = next((one for one in known if one.seal == note.about), known[n])
    if problem := misplaced(known, moment, sound(note).place):
        raise problem


# Merged


class Merged(Struct):
    """What a text holds beside a notebook.

    Attributes:
        added: the notes to be added, in their order: new ones, changed ones, those of another notebook.
        changed: of these, how many stand in the notebook otherwise.
        same: how many stand there as they are.
        gone: the notes of the notebook that its reader may read, and that the text does not have.
        problems: what is no note, with its place.
    """

    added: list[Note] = field(default_factory=list)
    changed: int = 0
    same: int = 0
    gone: list[Note] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def merged(
    table: Table,
    notes: Sequence[Note],
    game: Game,
    *,
    by: str,
    seat: str = "",
    clock: Callable[[], str] = now,
) -> Merged:
    """What a text of this game adds to these notes of it; new and changed notes are `by` somebody, who sat at `seat`.

    Raises `Faulty` for the text of another game.
    """
    for name, due in (("game", table.game.name), ("id", table.id)):
        if (told := game.tag(name)) and told != due:
            raise Faulty("text-other-game", told=told, due=due)
    reader = game.tag("audience")
    known, found = moments(_as_known(table, reader)), Merged(problems=[*game.problems])
    writer = {"by": by, "seat": seat, "at": clock()}
    prints = {print_of(note): note for note in notes}
    gists, met = {_gist(note): print_of(note) for note in notes}, set[str]()
    for given in _given_in(game, min(len(game.entries), len(known)), found.problems):
        with collect_faults(found.problems, given.at, "note-form"):
            usual = {**writer, "kind": "comment", "about": known[given.entry].seal}
            note = given.note(**({**usual, "seat": ""} if given.number else usual))
            print_, base = print_of(note), prints.get(given.print)
            if print_ in prints:
                met.add(print_)
                found.same += 1
                continue
            if base is not None:
                met.add(given.print)
                note = replace(note, about=base.about)
            if given.print != print_:
                note = replace(note, by=by, seat=seat)
            _refuse_others(note, by, seat)
            note = replace(note, at=writer["at"])
            if (gist := _gist(note)) in gists:
                met.add(gists[gist])
                found.same += 1
                continue
            _hold(note, known, given.entry)
            gists[gist] = print_of(note)
            found.added.append(note)
            found.changed += base is not None
    if not found.problems:
        found.gone = [
            one for print_, one in prints.items() if print_ not in met and _is_told(one, table, reader)
        ]
    return found


def _as_known(table: Table, audience: str) -> Table:
    """The game as the reader of a text knows it, whose entries it counts."""
    if not audience or isinstance(table, Redacted):
        return table
    return load(export.redacted(table, None if audience == ONLOOKER else audience))


def _is_told(note: Note, table: Table, audience: str) -> bool:
    turn, over = int(table.position.partition(".")[0]), table.outcome is not None
    reader = None if audience in {"", ONLOOKER} else audience
    return may_read(note, reader, turn=turn, over=over)


def _refuse_others(note: Note, by: str, seat: str) -> None:
    """Refuse what a player alone can say, and whoever takes back a note, where somebody else hands in the text.

    Anybody can write a head with its print. An annotator who did not play has no more than a name.
    """
    if (note.by, note.seat) != (by, seat) and (note.seat or note.kind in OF_THE_WRITER):
        raise Faulty("note-of-another", kind=note.kind, by=note.by, seat=note.seat or "-")


def _gist(note: Note) -> str:
    """What stands for all that a note says, whenever it was written."""
    return note.about + print_of(replace(note, at=""))
