"""The notebook of a game: `notes.yaml` beside its record, only ever added to, and sealed as a record is.

    notebook = Notebook(NotesFile(Path("notes.yaml")), table)
    notebook.add(Note(at=now(), by="Anna", kind="comment", about=seal, text="The left column was lost here."))

Its documents are those of `referee.record.file`: each is closed by its mark, and sealed with the seal before
it. The first names the game and the seal of its opening. For each audience there is a leaf, so the notes that
it may read can be given to it alone.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from referee.archive.notes import ALL, PLAYERS, Note, may_read, sound
from referee.record.file import Damaged, Last, Moved, Reading, read, text
from referee.record.seals import ONLOOKER, START, VIEW, WITHHELD, close, is_redacted, redacted, signed_text
from referee.record.signing import Sign
from referee.record.stores import File, Store
from referee.table.folded import Salts, fresh_salt
from referee.table.parts import name_of
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.values import Value

TRIES = 20
"""How often a note is written again after others that came between."""
VERSION = 1
"""Of the notebooks that are written."""
HEAD = "notes"
"""The kind of the first document; every other is of the kind of its note."""
CLOSING = frozenset({"salt", "leaves", "seal", "signature", "mended", "key", "link"})
_OF_HEAD = ("id", "game", "record")


class Head(Value):
    """Which game a notebook is about: its id, its rules, and the seal of its opening in hex."""

    id: str
    game: str
    record: str

    @classmethod
    def of(cls, table: Table) -> "Head":
        """The head of the notebook of a game."""
        return cls(table.id, table.game.name, str(table.documents[0]["seal"]))


class NotesFile(File):
    """A notebook on disk, which need not be there before its first note."""

    def read(self) -> Reading:
        """The whole notebook; a torn tail is moved aside when the next note is written, and not by whoever looks.

        Raises `Damaged`, also for a file that is no notebook.
        """
        if not self.path.exists():
            return Reading((), (), b"")
        reading = read(self.path)
        if reading.documents or reading.torn:
            try:
                reading.refuse_other_files(str(self.path))
            except Damaged as other:
                raise Damaged(0, "notes-head") from other
        return reading


class Notebook:
    """The notes of one game, in the order they were written."""

    def __init__(
        self, store: Store, table: Table, *, salts: Salts = fresh_salt, sign: Sign | None = None
    ) -> None:
        """Take up what is in the store, which may be nothing yet.

        Raises `Damaged` naming the note that is wrong; `Faulty` for the notebook of another game.
        """
        self._store, self._seats, self._salts, self._sign = store, table.seats, salts, sign
        self._signer, self._due = table.opening.signer, Head.of(table)
        self._take_up()

    def _take_up(self) -> None:
        reading = self._store.read()
        self.documents, self._last = list(reading.documents), reading.last
        self.notes = [note for _, note in notes_of(self.documents)]
        self._parts = Parts(self._seats)
        for doc in () if is_redacted(self.documents) else self.documents:
            self._parts.take_in(self._parts.of(doc))
        if self.documents and (found := head_of(self.documents)) != self._due:
            raise Faulty("notes-other-game", game=found.id, due=self._due.id)

    def add(self, note: Note) -> None:
        """Write a note down, after those that others have written meanwhile; when this returns it is on the disk.

        Raises `Faulty` for what can stand in no notebook and for the notebook of one audience, and what
        `referee.record.file.append` raises.
        """
        sound(note)
        if is_redacted(self.documents):
            raise Faulty("notes-redacted", audience=self.documents[0]["audience"])
        for _ in range(TRIES - 1):
            try:
                return self._write(note)
            except Moved:
                self._take_up()
        return self._write(note)

    def _write(self, note: Note) -> None:
        if not self.documents:
            told = {name: getattr(self._due, name) for name in _OF_HEAD}
            self._append(
                {"at": note.at, "kind": HEAD, "version": VERSION, **told, "seats": list(self._seats)}
            )
        self._append(note.document())
        self.notes.append(note)

    def _append(self, body: Document) -> None:
        made = list[tuple[Document, dict[str, Document]]]()

        def make(last: Last) -> Document:
            doc = {"entry": last.entry + 1, **body, **({"mended": last.mended} if last.mended else {})}
            parts = self._parts.of(doc)
            made.append((close(doc, last.seal, parts, self._salts(), self._signature()), parts))
            return made[-1][0]

        self._last = self._store.append(make, self._last.mark)
        document, parts = made[-1]
        self.documents.append(document)
        self._parts.take_in(parts)

    def _signature(self) -> Callable[[bytes], bytes] | None:
        """What signs a seal, where the keeper of this game signs and the key is at hand."""
        if not (self._sign and self._signer):
            return None
        sign, signer, game = self._sign, self._signer, self._due.id
        return lambda seal: sign(signer, signed_text(game, seal))

    def redacted(
        self, seat: str | None, *, turn: int, over: bool, shut: Container[int] = frozenset()
    ) -> bytes:
        """The notebook as a seat (None: an onlooker) may have it.

        It holds the notes that this reader may read now. Of those that open later, and of the documents with the
        numbers in `shut`, it tells only that they are there.
        """
        name, previous, told, parts = name_of(seat), START, list[Document](), Parts(self._seats)
        for n, doc in enumerate(self.documents):
            every = parts.of(doc)
            parts.take_in(every)
            if part := every[name]:
                may = n == 0 or (n not in shut and may_read(note_of(doc), seat, turn=turn, over=over))
                given = part if may else {"entry": part["entry"]}
                made = redacted(doc, previous, name, given, {})
                told.append({key: value for key, value in made.items() if key != VIEW})
            previous = bytes.fromhex(doc["seal"])
        return text(told)


class Parts:
    """The part of each audience in the documents of a notebook, one after another.

    Each audience counts its own: nobody learns how many notes others wrote.
    """

    def __init__(self, seats: Sequence[str]) -> None:
        """Nothing has been written."""
        self._seats, self._every = seats, (*seats, ONLOOKER)
        self._counts = Counter[str]()

    def of(self, doc: Document) -> dict[str, Document]:
        """The parts of the next document: {} for whoever may never read it. Raises `Damaged` for what is no note."""
        body = {name: value for name, value in doc.items() if name not in {"entry", *CLOSING}}
        if doc["kind"] == HEAD:
            return {name: {"entry": 0, "audience": name, **body} for name in self._every}
        mine = audiences(note_of(doc), self._seats)
        return {name: {"entry": self._counts[name], **body} if name in mine else {} for name in self._every}

    def take_in(self, parts: Mapping[str, Document]) -> None:
        """These parts were written."""
        self._counts.update(name for name, part in parts.items() if part)


def audiences(note: Note, seats: Sequence[str]) -> frozenset[str]:
    """The audiences that may read a note, now or later."""
    named = {*note.to, note.seat} & {*seats}
    return frozenset(
        {*named, *(seats if {ALL, PLAYERS} & {*note.to} else ()), *((ONLOOKER,) if ALL in note.to else ())}
    )


def head_of(documents: Sequence[Document]) -> Head:
    """The head of a notebook. Raises `Damaged`."""
    doc = documents[0] if documents else {}
    if doc.get("kind") != HEAD or any(type(doc.get(name)) is not str for name in _OF_HEAD):
        raise Damaged(0, "notes-head")
    if doc.get("version") != VERSION:
        raise Damaged(0, "notes-version", found=str(doc.get("version"))[:40], known=VERSION)
    return Head(*(doc[name] for name in _OF_HEAD))


def notes_of(documents: Sequence[Document]) -> Iterator[tuple[int, Note]]:
    """The notes of a notebook with their numbers; what is withheld is left out.

    Raises `Damaged` naming the first document that is no note.
    """
    for number, doc in enumerate(documents):
        if number == 0:
            head_of(documents)
        elif doc.get("kind") != WITHHELD:
            yield number, note_of(doc)


def note_of(doc: Document) -> Note:
    """The note that a document of a notebook holds. Raises `Damaged`."""
    told = {name: value for name, value in doc.items() if name not in {"entry", *CLOSING}}
    try:
        return Note.read(told)
    except Faulty as fault:
        raise Damaged(doc["entry"], "note-damaged", why=fault.why) from fault
