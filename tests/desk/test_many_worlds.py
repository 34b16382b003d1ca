"""Other worlds by the thousand: a sample of what `desk_worlds.py --games 1000 --worlds 20` runs.

Leaks are planted, and found.
"""

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import click
import many_worlds
import pytest
from many_worlds import Figures, Game, searched
from msgspec.structs import asdict
from support.digests import Digests, apart, unpacked, unsalted
from support.sizes import only_full

from referee.api import Table, Texts
from referee.desk.letters.due import Due
from referee.desk.letters.writer import Writer as Mailer
from referee.engine.events import seen
from referee.engine.rules import why
from referee.home.config import Limits
from referee.house.disputes import Stated
from referee.house.letters import Noted
from referee.house.rulings import PlayedFor, PlayedOn
from referee.post.writing import MARK, Attachment, Ids
from referee.table.knowledge import faces_in
from referee.table.parts import Parts
from referee.table.rulings import effects
from referee.table.undo import Undoing
from referee.util.values import replace

SAMPLE = (0, 2, 3, 5)
"""Seeds of both games, watched from three seats, in English and German."""
SITTINGS, WORLDS = (4, len(SAMPLE) + 1) if os.environ.get("REFEREE_FULL") else (2, len(SAMPLE))
"""How often each game is played again, in another world and with other private letters.

And how many worlds at least.
"""


@pytest.fixture(scope="module")
def found() -> Figures:
    """Some games, each in a few worlds."""
    found = Figures()
    for seed in SAMPLE:
        found.add(searched(Game(seed), SITTINGS))
    return found


@pytest.mark.slow
def test_all_that_a_seat_or_an_onlooker_gets_is_the_same(found: Figures) -> None:
    """Mails by bytes, place and time, and what verbs tell the seat and an onlooker, whatever is hidden."""
    assert found.games == len(SAMPLE)
    assert found.worlds >= WORLDS
    assert found.mails > 100
    assert found.calendars > 10
    assert found.looks > 100
    assert found.silences > len(SAMPLE)
    assert found.differences == []


@pytest.mark.slow
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Games that are written down are not searched again, and count; others are."""
    into = tmp_path / "worlds.jsonl"
    row = {"seed": 0, "many": 2, **asdict(Figures(games=1, mails=7, differences=["as then"]))}
    into.write_text(json.dumps(row) + "\n", "utf-8")
    found = many_worlds.run(2, 2, 0, 1, into, 10)
    assert (found.games, found.differences) == (2, ["as then"])
    assert found.mails > 7
    assert sorted(many_worlds.known_of(into, 2)) == [0, 1]
    assert many_worlds.known_of(into, 3) == {}


@pytest.mark.slow
def test_a_verb_that_breaks_off_everywhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of ours is the same in every world: it would hide what the verb tells."""
    monkeypatch.setattr(Texts, "report", lambda _self, _seat: 1 / 0)
    with pytest.raises(AssertionError, match="exit 70"):
        searched(Game(0), 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "scene"),
    [
        (3, "dispute upheld"),
        (0, "dispute granted"),
        (1, "dispute appealed"),
        (4, "dispute dealt anew"),
        (2, "dispute lapsed"),
        (5, "dispute withdrawn"),
        (0, "taken back"),
        (3, "read anew"),
        (2, "played for"),
        (5, "dealt anew"),
        (7, "undo"),
        (1, "clock"),
        (4, "option"),
        (6, "taken over"),
    ],
)
def test_disputes_rulings_and_undo_tell_nobody_more(seed: int, scene: str) -> None:
    """All that comes after the last letter is the same for the seat and onlookers in each world."""
    found = searched(Game(seed, scene), SITTINGS)
    assert found.sittings == SITTINGS
    assert found.differences == []


# How bytes are compared


def test_digests_are_numbered_by_first_appearance() -> None:
    """The pattern is told for any digests, also over the end of a line, and within attachments."""
    one, other = "ab" * 32, "cd" * 64

    def told(first: str, second: str) -> bytes:
        data = f"Seal {first[:20]}=\r\n{first[20:]}, {second}, {first}.\r\n"
        return Digests().numbered(data.encode())

    assert told(one, other) == told("12" * 32, "34" * 64)
    assert told(one, other) != told(one, "34" * 32)
    assert told(one, one) != told(one, "12" * 32)
    assert b"=\r\n" in told(one, other)
    assert Digests().numbered(b"deadbeef" * 7) == b"deadbeef" * 7


def test_marks_of_our_ids_are_numbered_wherever_a_line_ends() -> None:
    """Two worlds have others; a line may end within one, or beside it."""
    for told in (b"<g1.thor.7@r-%s.x>", b"<?@r-=\r\n%s.x>", b"<?@=\r\nr-%s=\r\n.x>"):
        one, other = (Digests().numbered(told % mark) for mark in (b"b3wnlu3g", b"s2r6ses7"))
        assert one == other
        assert b"#" in one
    split = Digests().numbered(b"<?@r-b3w=\r\nnlu3g.x> <?@r-b3wnlu3g.x>")
    assert split == b"<?@r-#00=\r\n00000.x> <?@r-#0000000.x>"


def test_an_attached_text_is_compared_as_it_reads() -> None:
    """The digests in it are numbered, its other bytes and its length stand as they are."""
    head = b"--b\r\nContent-Type: application/json\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    assert unpacked(head + b"eyJhIjoxfQ==\r\n--b--\r\n") == head + b'12\r\n{"a":1}\r\n--b--\r\n'


def test_a_digest_without_a_salt_is_one_that_other_salts_do_not_change() -> None:
    """Such a digest must be the same in every world."""
    known = unsalted([b"a", b"b", b"c"], [b"a", b"x", b"c"])
    assert known == {0: b"a", 2: b"c"}
    assert apart(known, [b"a", b"y", b"c"]) == []
    assert apart(known, [b"a", b"b", b"z"]) == [2]


# Leaks that are planted, and found


def leaks(seeds: Sequence[int] = (0, 2, 3), many: int = 3) -> bool:
    """Whether a short search finds a difference."""
    return any(searched(Game(seed), many).differences for seed in seeds)


def noted(table: Table, seat: str | None) -> int:
    """How many notes others have made: something that nobody else may know."""
    events = (event for point in table.points for event in point.entry.events)
    return sum(isinstance(event, Noted) and event.by != seat for event in events)


@pytest.mark.slow
def test_a_verb_that_counts_notes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """`show` ends with another code if somebody has made a note."""
    whole = Texts.report

    def report(self: Any, seat: str | None, **how: Any) -> str:
        if noted(self, seat):
            raise click.exceptions.Exit(1)
        return whole(self, seat, **how)

    monkeypatch.setattr(Texts, "report", report)
    assert leaks()


@only_full
@pytest.mark.slow
def test_a_report_to_an_onlooker_that_rests_on_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table as an onlooker sees it has one blank more for some hands."""
    whole = Texts.report

    def report(self: Any, seat: str | None, **how: Any) -> str:
        odd = crc32(repr(self.state).encode()) % 2 if seat is None else 0
        return whole(self, seat, **how) + " " * odd

    monkeypatch.setattr(Texts, "report", report)
    assert leaks()


@only_full
@pytest.mark.slow
def test_a_digest_of_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With each letter goes a hash of the table, without a salt: it differs for each table, and so it is an oracle."""
    answers: Any = import_module("referee.desk.letters.writer")
    whole = answers.attached

    def attached(table: Table, one: Due, limits: Limits) -> Sequence[Attachment]:
        digest = hashlib.sha256(repr(table.points[one.until].state).encode()).hexdigest()
        return (
            *whole(table, one, limits),
            Attachment("state.json", "application/json", f'"{digest}"'.encode()),
        )

    monkeypatch.setattr(answers, "attached", attached)
    assert leaks()


@pytest.mark.slow
def test_a_mark_in_an_id_that_rests_on_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark in the Message-ID of a letter is a hash of the table when it was written, without a salt."""

    def mark(self: Ids, seat: str, number: int, **_: bool) -> str:
        entry = self._table.index.entry_of(seat, number)
        told = repr(None if entry is None else self._table.points[entry].state).encode()
        return base64.b32encode(hashlib.sha256(told).digest()).decode().lower()[:MARK]

    monkeypatch.setattr(Ids, "mark", mark)
    assert leaks()


@only_full
@pytest.mark.slow
def test_the_length_of_an_attachment_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that goes with each letter is longer by a byte for each note of another."""
    answers: Any = import_module("referee.desk.letters.writer")
    whole = answers.attached

    def attached(table: Table, one: Due, limits: Limits) -> Sequence[Attachment]:
        data = b"{" + b" " * noted(table, one.seat) + b"}"
        return (*whole(table, one, limits), Attachment("empty.json", "application/json", data))

    monkeypatch.setattr(answers, "attached", attached)
    assert leaks()


@pytest.mark.slow
def test_a_seal_of_what_was_not_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter bears the seal of the last entry of all."""
    monkeypatch.setattr(Table, "seal_for", lambda self, _seat, _until=None: str(self._documents[-1]["seal"]))
    assert leaks()


@pytest.mark.slow
def test_lateness_that_rests_on_what_was_written_unseen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock runs an hour longer for each note that was ever made: reminders come later."""
    whole = Mailer._due

    def due(self: Mailer, table: Table, one: Due) -> Any:
        told = dict(whole(self, table, one))
        return {seat: f"{text}{' ' * noted(table, one.seat)}" for seat, text in told.items()}

    monkeypatch.setattr(Mailer, "_due", due)
    assert leaks()


@pytest.mark.slow
def test_a_picture_that_rests_on_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing of a board is of another size for some hands of the other player."""
    bodies: Any = import_module("referee.telling.letter")
    drawn, mailing, table_of = bodies.shown, Mailer.said, list[Any]()

    def said(self: Mailer, table: Table, one: Due, number: str) -> Any:
        table_of[:] = [table, one.seat]
        return mailing(self, table, one, number)

    def shown(*asked: Any, **how: Any) -> Any:
        board = drawn(*asked, **how)
        if board is None or board.image is None or not noted(*table_of):
            return board
        return replace_image(board)

    monkeypatch.setattr(Mailer, "said", said)
    monkeypatch.setattr(bodies, "shown", shown)
    assert leaks()


def replace_image(board: Any) -> Any:
    """The same board, one dot other than it was."""
    return board._replace(image=board.image._replace(data=board.image.data + b"."))


@only_full
@pytest.mark.slow
def test_an_export_that_has_every_entry_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The redacted record has a document for each entry, also for those that showed its reader nothing."""
    exporting: Any = import_module("referee.verify.export")
    monkeypatch.setattr(exporting, "concerns", lambda _entry, _seat: True)
    assert leaks()


@pytest.mark.slow
def test_an_export_that_tells_when_others_wrote_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of an entry of another's tells how many lots it drew, and how many lines stand in it."""
    whole = Parts.part

    def part(self: Parts, seat: str | None, entry: Any, *given: Any) -> Any:
        return {**whole(self, seat, entry, *given), "lines": len(getattr(entry, "lines", ()))}

    monkeypatch.setattr(Parts, "part", part)
    # In these games no letter asks for the replay: it is made from such an export, and refuses the part.
    assert leaks((2, 3, 6))


@only_full
@pytest.mark.slow
def test_a_leaf_without_a_salt_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The leaf of the whole document is a plain hash, so that a guess at what lay hidden can be checked."""
    seals: Any = import_module("referee.record.seals")
    monkeypatch.setattr(seals, "key_of", lambda _salt, audience: audience.encode().ljust(32))
    assert leaks()


# Leaks in disputes, rulings and undo


def leaks_in(scene: str, seeds: Sequence[int], many: int = 3) -> bool:
    """Whether a short search over games with this scene after the last letter finds a difference."""
    return any(searched(Game(seed, scene), many).differences for seed in seeds)


@pytest.mark.slow
def test_a_statement_that_is_told_to_the_other_side_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said to the arbiter alone stands in the packet of either side."""
    packets: Any = import_module("referee.telling.packet")
    whole = packets.seen

    def seen(event: Any, seat: str | None) -> Any:
        return whole(event, event.by if isinstance(event, Stated) else seat)

    monkeypatch.setattr(packets, "seen", seen)
    assert leaks_in("dispute appealed", (0, 1), 1)


@only_full
@pytest.mark.slow
def test_an_account_of_what_another_knows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rollback tells each seat some cards that another has in sight."""
    answers: Any = import_module("referee.desk.letters.writer")

    def recalled(table: Table, _seat: str, _since: int, until: int) -> Any:
        state = table.points[until].state
        views = [table.game.view(state, seat) for seat in table.game.seats]
        return tuple(sorted([face for view in views for face in faces_in(view)][::2]))

    monkeypatch.setattr(answers, "recalled", recalled)
    assert leaks_in("taken back", (4, 0), 3)


@pytest.mark.slow
def test_a_reason_that_rests_on_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a ruling plays for a seat, the reason, which all read, holds a number of the whole table."""
    whole = effects.PlayFor.happen

    def happen(self: Any, bench: Any) -> None:
        bench.reason = str(crc32(repr(bench.now.state).encode()))
        whole(self, bench)
        bench.begin("play-for")

    monkeypatch.setattr(effects.PlayFor, "happen", happen)
    assert leaks_in("played for", (0, 2, 4), 3)


@only_full
@pytest.mark.slow
def test_a_line_that_a_ruling_plays_is_found_where_all_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters tell everybody the line that is played for a seat, though only that seat may know it."""
    points: Any = import_module("referee.table.points")

    def shown(event: Any, seat: str | None) -> Any:
        return seen(event, event.of if isinstance(event, PlayedFor | PlayedOn) else seat)

    monkeypatch.setattr(points, "seen", shown)
    assert leaks_in("played for", (14, 6), 3)


@only_full
@pytest.mark.slow
def test_a_refusal_to_undo_that_rests_on_a_note_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An offer to take a letter back is refused if the other has made a note."""
    whole = Undoing.offer
    monkeypatch.setattr(
        Undoing,
        "offer",
        lambda self: why("undo-answered") if noted(self.table, self.seat) else whole(self),
    )
    assert leaks_in("undo", (3, 6, 7, 12), 5)


@pytest.mark.slow
def test_a_rollback_that_names_the_entry_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of a rollback tells the entry of the whole record to which the table went back."""
    parts: Any = import_module("referee.table.parts")

    def back(entry: Any, _seat: str | None, _before: Any) -> Any:
        found = [event.to for event in entry.events if type(event).__name__ == "RolledBack"]
        return {"back": found[0]} if found else {}

    monkeypatch.setattr(parts, "_back", back)
    monkeypatch.setattr(many_worlds, "EX_SOFTWARE", -1)
    assert leaks_in("taken back", (0, 2, 3))


@only_full
@pytest.mark.slow
def test_a_packet_as_long_as_the_letters_of_the_other_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heading of a player's packet has a blank for each letter that came since the deal."""
    packets: Any = import_module("referee.telling.packet")
    whole = packets.Packet._audited

    def audited(self: Any, letters: Any) -> Any:
        section, differs = whole(self, letters)
        heading = section.heading + "." * (self.until % 7 if self.seat else 0)
        return replace(section, heading=heading), differs

    monkeypatch.setattr(packets.Packet, "_audited", audited)
    assert leaks_in("dispute upheld", (0, 1, 2), 2)


@only_full
@pytest.mark.slow
def test_an_answer_of_verify_that_counts_entries_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The link of a redacted document binds the number of its entry, without a salt."""
    seals: Any = import_module("referee.record.seals")
    monkeypatch.setattr(seals, "link_of", lambda _salt, previous: hashlib.sha256(previous).digest())
    monkeypatch.setattr(seals, "key_of", lambda _salt, name: name.encode().ljust(32))
    assert leaks()
