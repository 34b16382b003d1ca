"""H25 H26 Notes by mail: what a letter notes stands beside the record, once, and is told to whom it concerns."""

import re
import tarfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from awkward.world import Came, World, begin, copy, simple
from support import disputed
from support.digests import Digests
from support.golden import EXAMPLES

from referee.api import Table
from referee.archive import NAME
from referee.archive.consent import published_names
from referee.archive.fitting import notes_checked, verify_notes
from referee.archive.moments import moments
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.notes import ALL, END, Note
from referee.archive.walk import handed_out, walk
from referee.desk import keeper
from referee.desk.backup import back_up
from referee.desk.letters import archived
from referee.desk.letters.sending import Sending
from referee.house.annotations import Remarked
from referee.house.players import Player
from referee.notation import words
from referee.post import writing
from referee.record.file import read_bytes
from referee.table.knowledge import faces_in
from referee.table.noted import entry_at, placed
from referee.telling.catalog import catalog
from referee.util.errors import Faulty
from referee.util.times import moment
from referee.verify import export

HIDDEN = "zwiebelkuchen"
WRITTEN = f"""annotate 2.0: !? {HIDDEN}
which he cannot know

line 3.0: draw; lay dragon A1

annotate game: my best
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game at position 3.1."""
    return begin(tmp_path_factory.mktemp("noted") / "home")


@pytest.fixture
def world(begun: World, tmp_path: Path) -> World:
    """The same, for one test."""
    return copy(begun, tmp_path / "home")


def path_of(world: World) -> Path:
    """The notebook of the game."""
    return world.home.folder("g1") / NAME


def table_of(world: World) -> Table:
    """The game as its record has it."""
    return Table.load(world.home.record_path("g1"))


def notes_in(world: World) -> list[Note]:
    """The notes that are written down, held to the record."""
    if not path_of(world).exists():
        return []
    found = list(verify_notes(world.home.record_path("g1"), path_of(world)))
    assert [one.key for one in found if one.state == "wrong"] == []
    return Notebook(NotesFile(path_of(world)), table_of(world)).notes


def ended(world: World, number: int = 90) -> Came:
    """Loki gives up."""
    return world.post(simple(world, "loki", "resign g1", number))


def told(came: Came, seat: str) -> str:
    """The last letter to a seat, on one line."""
    return " ".join(came.to(seat)[-1].text.split())


def test_what_a_letter_notes_is_written_down_and_told(world: World) -> None:
    """H25 In play for its writer alone, bound to what it is about; the variation is played."""
    came = world.post(simple(world, "loki", WRITTEN))
    assert not came.done.troubles
    assert [
        (one.kind, str(one.place), one.glyph, one.seat, one.by, one.to, one.opens) for one in notes_in(world)
    ] == [
        ("comment", "2.0", "!?", "loki", "Bert", (), END),
        ("line", "3.0", "", "loki", "Bert", (), END),
        ("comment", "game", "", "loki", "Bert", (), END),
    ]
    assert notes_in(world)[0].text == f"{HIDDEN}\nwhich he cannot know"
    answer = told(came, "loki")
    assert "This note is kept. In play it is for you alone" in answer
    assert "1. loki: draw" in answer
    assert [one.seat for one in came.out] == ["loki"]


def test_a_limited_number_of_variations_is_played_for_a_letter(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H25 All are kept; no letter keeps the desk busy for long."""
    played = list[str]()

    def played_at(*given: Any, **_how: Any) -> Any:
        played.append(given[3])
        raise Faulty("line-view")  # as at a place where no table stood

    monkeypatch.setattr(archived, "played_at", played_at)
    long = f"line 3.0: {'draw; ' * 80}"
    came = world.post(
        simple(world, "loki", "\n\n".join([*["line 3.0: draw"] * 2, long, *["line 3.0: draw"] * 9]))
    )
    assert len(notes_in(world)) == 12
    assert played == ["draw"] * 2
    assert told(came, "loki").count("not played here") == 10


def test_a_letter_that_comes_twice_is_noted_once(world: World) -> None:
    """H25 The very same mail, and what another process finds to write down."""
    raw = simple(world, "loki", WRITTEN)
    world.post(raw)
    before = path_of(world).read_bytes()
    world.post(raw)
    world.post(simple(world, "loki", "moves", 5))
    assert path_of(world).read_bytes() == before


def test_the_same_words_in_another_letter_are_another_note(world: World) -> None:
    """H25 Whoever says it again means it."""
    for number in range(2):
        world.post(simple(world, "loki", "annotate game: again", number))
    assert [one.text for one in notes_in(world)] == ["again"] * 2


def test_a_notebook_that_was_lost_is_written_again(world: World) -> None:
    """H25 The record has what letters noted; the next letter brings it back."""
    world.post(simple(world, "loki", WRITTEN))
    before = notes_in(world)
    path_of(world).unlink()
    world.post(simple(world, "thor", "moves"))
    assert notes_in(world) == before


def test_a_damaged_notebook_is_told_and_keeps_nobody_from_playing(world: World) -> None:
    """H25 The letter is ruled on and answered; the keeper is told which file it is."""
    world.post(simple(world, "loki", WRITTEN))
    data = path_of(world).read_bytes()
    path_of(world).write_bytes(data.replace(b"best", b"test"))
    came = world.post(simple(world, "loki", "draw\nannotate game: on\nnotes", 2))
    assert [getattr(error, "where", "") for _, error in came.done.troubles] == [str(path_of(world))]
    assert came.lines[0] == "played: draw"
    assert HIDDEN in told(came, "loki")
    path_of(world).write_bytes(data)
    world.post(simple(world, "loki", "moves", 3))
    assert [one.text for one in notes_in(world)][2:] == ["my best", "on"]


def test_notes_tells_ones_own_in_play_and_all_that_are_open_after_it(world: World) -> None:
    """H25 Thor never sees a word of Loki's before Loki agrees, and then sees all of it."""
    world.post(simple(world, "loki", WRITTEN))
    assert HIDDEN in told(world.post(simple(world, "loki", "notes", 1)), "loki")
    assert "There are no notes that you may read." in told(world.post(simple(world, "thor", "notes")), "thor")
    last = ended(world)
    assert "You may open it to all" in told(last, "loki")
    assert "You may open it to all" not in told(last, "thor")
    assert HIDDEN not in told(world.post(simple(world, "thor", "notes", 2)), "thor")
    world.post(simple(world, "loki", "open notes\nannotate 3.0: here it was lost", 3))
    answer = told(world.post(simple(world, "thor", "notes", 4)), "thor")
    assert HIDDEN in answer
    assert "for you alone" not in answer
    assert "here it was lost" in answer
    assert "for you alone until the end" in told(world.post(simple(world, "loki", "notes", 5)), "loki")
    assert [(one.kind, one.to) for one in notes_in(world)][3:] == [("comment", (ALL,)), ("opened", (ALL,))]


def test_who_agreed_in_play_is_not_asked_again(world: World) -> None:
    """H25 H26 It is written down when the game is over, and counts from then on."""
    world.post(simple(world, "loki", f"{WRITTEN}\nopen notes\npublish yes as Bert the Bold"))
    assert {one.kind for one in notes_in(world)} == {"comment", "line"}
    answer = told(ended(world), "loki")
    assert "AFTER THE GAME" in answer
    assert "You are asked this once" not in answer
    table, notes = table_of(world), notes_in(world)
    assert published_names(table, notes)["loki"] == "Bert the Bold"
    assert published_names(table, notes)["thor"] == ""
    assert any(one.text == "my best" for step in walk(table, notes, "thor") for one in step.notes)
    world.post(simple(world, "loki", "publish no", 7))
    assert published_names(table, notes_in(world))["loki"] == ""


def test_both_are_asked_once_by_tap(world: World) -> None:
    """H25 H26 In the last letter, as text and as HTML, with links; in no letter after it."""
    world.post(simple(world, "loki", WRITTEN))
    last = ended(world)
    for seat, name in (("loki", "Bert"), ("thor", "Anna")):
        letter = last.to(seat)[-1]
        taps = [f"publish%20yes%20as%20{name}", "publish%20no", *(["open%20notes"] if seat == "loki" else [])]
        for tap in taps:
            assert f"body={tap}>" in "".join(letter.text.split())
            assert f"body={tap}" in letter.html
    after = world.post(simple(world, "loki", "moves", 8))
    letter = after.to("loki")[-1]
    assert not re.search(r"publish|open(%20| )notes", letter.text + letter.html)


def test_the_end_that_the_keeper_makes_writes_down_what_was_agreed(world: World) -> None:
    """H6 H26 No letter has to come after it."""
    world.post(simple(world, "loki", "publish yes as Bert"))
    assert notes_in(world) == []
    world.fresh()
    with world.desk.held():
        keeper.abandon(world.desk, "g1", "no time")
    assert published_names(table_of(world), notes_in(world))["loki"] == "Bert"


@pytest.mark.slow
def test_what_a_former_player_noted_stays_with_that_player(world: World) -> None:
    """H3 H7 H25 Whoever takes the seat over reads none of it, opens none of it, and has agreed to nothing."""
    world.post(simple(world, "loki", f"{WRITTEN}\nopen notes\npublish yes as Bert"))
    world.fresh()
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    world.roster = {**world.roster, "loki": Player("cleo@example.org", "Cleo")}
    assert HIDDEN not in told(world.post(simple(world, "loki", "notes\nannotate game: new here", 1)), "loki")
    last = ended(world)
    assert "You may open it to all" in told(last, "loki")
    world.post(simple(world, "loki", "open notes", 2))
    answer = told(world.post(simple(world, "thor", "notes")), "thor")
    assert "new here" in answer
    assert HIDDEN not in answer
    assert published_names(table_of(world), notes_in(world))["loki"] == ""


def test_a_note_is_on_the_game_as_it_went_on_when_it_was_rolled_back() -> None:
    """H21 H22 H25 Of a position that came twice the later one is meant; after the end, whoever saw it."""
    tried = 0
    for path in sorted((EXAMPLES / "disputes").rglob("record.yaml")):
        table = Table.load(path)
        known = moments(table)
        for position in {position for one in known for position in one.positions}:
            last = [one.number for one in known if position in one.positions][-1]
            assert entry_at(table, table.seats[0], position, len(table.points)) == last
            tried += 1
    assert tried


def test_in_play_only_what_the_seat_was_shown_can_be_noted_on() -> None:
    """H25 No place is found by what others alone were shown."""
    table = Table.load(EXAMPLES / "thunder" / "treasure-lost" / "record.yaml")
    for seat in table.seats:
        for until in range(2, len(table.points) - 1):
            shown = {one.position for one in table.told(seat, until=until)}
            own = {
                getattr(one.entry, "position", "")
                for one in table.points[:until]
                if getattr(one.entry, "seat", "") == seat
            }
            every = {one for point in table.points for one in point.positions}
            found = {one for one in every if entry_at(table, seat, one, until) is not None}
            assert found == (shown | own) & every


@pytest.mark.parametrize(
    "name", [pytest.param("thunder/first-blood", marks=pytest.mark.slow), "odins_table/three-home"]
)
def test_in_play_no_event_and_card_is_found_that_the_seat_was_not_shown(name: str) -> None:
    """H25 Neither by its name nor by its number: what a place is called is what the seat saw, counted by the seat."""
    table, tried = Table.load(EXAMPLES / name / "record.yaml"), 0
    known = moments(table)
    faces = {face for one in known for face in one.faces()}
    for seat in table.seats:
        for until in range(2, len(table.points) - 1, 3):
            shown = table.told(seat, until=until)
            seen = set(faces_in([one.seen.fields for one in shown]))
            last = next(n for n in reversed(range(until)) if table.points[n].told(seat))
            counted = Counter(one.seen.kind for one in table.points[last].told(seat))
            position = shown[-1].position
            found = {face for face in faces if placed(table, seat, f"{position} card {face}", until)}
            found = {
                one for one in found if placed(table, seat, f"{position} card {one}", until).__class__ is str
            }
            assert found == seen
            for kind, count in Counter(one.kind for one in known[last].happened).items():
                taken = [
                    n
                    for n in range(1, count + 1)
                    if isinstance(placed(table, seat, f"{position} event {kind.lower()} {n}", until), str)
                ]
                assert taken[: counted[kind]] == [*range(1, counted[kind] + 1)]
                tried += len(taken) < count
    assert tried, "nothing hidden was asked for"


def test_a_note_by_mail_is_taken_back(world: World) -> None:
    """H25 The notebook tells so, and no answer, page or other player tells of the note; in both languages."""
    came = world.post(simple(world, "loki", f"{WRITTEN}\nwithdraw note 2.0\nnotes"))
    assert "Your note on 2.0 is taken back" in told(came, "loki")
    assert told(came, "loki").count(HIDDEN) == 1  # as the line that wrote it
    assert [(one.kind, str(one.place), one.to, one.opens) for one in notes_in(world)][3:] == [
        ("undone", "2.0", (), END)
    ]
    world.post(simple(world, "loki", "open notes", 1))
    ended(world)
    assert HIDDEN not in page_in(world.post(simple(world, "thor", "notes\nreplay", 2)), "thor")
    world.post(simple(world, "loki", "language de", 3))
    came = world.post(simple(world, "loki", "ziehe meine notiz zurueck\n\nnotizen", 4))
    assert "Deine Anmerkung zur Partie ist zurückgenommen" in told(came, "loki")
    assert "my best" not in told(came, "loki")


def test_a_note_by_mail_is_on_an_order_an_event_and_a_card(world: World) -> None:
    """H25 It is told so, and written down at that place."""
    world.post(simple(world, "loki", "draw"))
    table = table_of(world)
    shown = table.told("loki")
    position, drawn = shown[-1].position, [one.seen for one in shown if one.seen.kind == "Drew"][-1]
    face = str(drawn.fields["card"])
    places = ["line 1", "event drew", f"card {face.partition('.')[2]}"]
    letter = "\n".join([*(f"annotate {position} {one}: {one}!" for one in places), "notes"])
    came = world.post(simple(world, "loki", letter, 1))
    assert [line.partition(":")[0] for line in came.lines] == ["answered"] * 4
    assert [str(one.place) for one in notes_in(world)] == [
        f"{position} line 1",
        f"{position} event Drew",
        f"{position} card {face}",
    ]
    for one in ("line 1", "Drew"):
        assert f"On {position}, {one}, Bert" in told(came, "loki")


def test_a_notebook_goes_where_its_game_goes(world: World, tmp_path: Path) -> None:
    """H24 H25 Into a backup; on after an old copy was put back; and away when the game is deleted."""
    world.post(simple(world, "loki", WRITTEN))
    back_up(world.home, tmp_path / "copy.tar", world.time)
    with tarfile.open(tmp_path / "copy.tar") as tar:
        assert f"home/games/g1/{NAME}" in tar.getnames()
    world.fresh()
    with world.desk.held():
        world.desk.restores.begin(("g1",))
        assert not world.desk.run().troubles
    assert len(notes_in(world)) == 3
    path = path_of(world)
    with world.desk.held():
        keeper.delete(world.desk, "g1", force=True)
    assert not path.exists()


def handed(world: World, seat: str | None) -> str:
    """The notebook as it is handed out to a seat, which is whole and fits the seat's record."""
    table = table_of(world)
    data = handed_out(table, Notebook(NotesFile(path_of(world)), table), seat)
    given = Table.load(export.redacted(table, seat))
    found = list(notes_checked(read_bytes(data, NAME), NAME, given))
    assert [one.key for one in found if one.state == "wrong"] == []
    return data.decode()


def test_a_notebook_is_handed_out_as_its_reader_may_have_it(world: World) -> None:
    """H3 H7 H25 To its writer with all; to nobody else a word or a count; to a new player of the seat no word."""
    world.post(simple(world, "loki", WRITTEN))
    assert HIDDEN in handed(world, "loki")
    assert [handed(world, seat).count("entry:") for seat in ("thor", None)] == [1, 1]
    world.fresh()
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    world.roster = {**world.roster, "loki": Player("cleo@example.org", "Cleo")}
    world.post(simple(world, "loki", "annotate game: new here", 1))
    assert HIDDEN not in handed(world, "loki")
    assert "new here" in handed(world, "loki")


@pytest.mark.parametrize(
    "verb", ["annotate", "variation", "open notes", "withdraw note", "publish", "notes", "replay"]
)
def test_no_game_has_a_verb_of_these(verb: str) -> None:
    """H25 H26 Neither by its name nor by a form of it: such a game is refused as its words are read."""
    house = words.sources("en", "thunder")[0]
    for own in (f"verbs:\n  {verb}: [foo]\n", f"verbs:\n  foo: [{verb}]\n"):
        with pytest.raises(Faulty) as refused:
            words.load(house, (own, "mine/words.en.yaml"))
        assert refused.value.why.key in {"verb-again", "two-meanings"}


@pytest.mark.slow
def test_german_players_write_and_are_told_in_german(world: World) -> None:
    """H10 H25 H26 Each verb in its German words."""
    world.post(simple(world, "loki", "language de"))
    came = world.post(
        simple(
            world,
            "loki",
            "anmerkung 2.0: !? gewagt\n\nanmerkung partie: gut\nvariante 3.0: ziehe\n\n"
            "notizen öffnen\nveröffentliche ja als Bert\nnotizen",
        ).replace(b"Subject", b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nSubject")
    )
    assert [line.partition(":")[0] for line in came.lines] == ["answered"] * 6
    answer = told(came, "loki")
    assert "Diese Anmerkung ist aufgeschrieben." in answer
    assert "wirst du genannt: Bert" in answer
    assert "Variante ab 3.0" in answer
    assert [(one.kind, one.glyph, one.text) for one in notes_in(world)] == [
        ("comment", "!?", "gewagt"),
        ("comment", "", "gut"),
        ("line", "", "ziehe"),
    ]


def test_the_time_of_a_note_is_no_earlier_than_that_of_the_note_before(world: World) -> None:
    """H25 Also where the keeper has written one meanwhile, with a clock that is ahead."""
    with world.desk.held():
        table = world.desk.games.table("g1")
        late = Note(
            at="2027-01-01T00:00:00Z", kind="comment", by="Olaf", about=table.documents[0]["seal"], text="!"
        )
        world.desk.notebooks.of(table).add(late)
    world.post(simple(world, "loki", "annotate game: after that"))
    times = [moment(one.at) for one in notes_in(world)]
    assert times == sorted(times)
    assert len(times) == 2


def page_in(came: Came, seat: str) -> str:
    """The replay that goes with the last letter to a seat."""
    pages = [part for part in came.to(seat)[-1].mail.walk() if part.get_filename() == "g1.replay.html"]
    (found,) = [part.get_payload(decode=True) for part in pages]
    assert isinstance(found, bytes)
    return found.decode()


@pytest.mark.slow
def test_the_replay_goes_with_the_letter_that_asks_for_it(world: World) -> None:
    """H25 In play it is that seat's own, with its own notes alone; after the end it is all of the game."""
    world.post(simple(world, "loki", WRITTEN))
    came = world.post(simple(world, "loki", "replay"), simple(world, "thor", "replay"))
    assert "g1.replay.html" in told(came, "loki")
    assert HIDDEN in page_in(came, "loki")
    assert HIDDEN not in page_in(came, "thor")
    ended(world)
    assert HIDDEN not in page_in(world.post(simple(world, "thor", "replay", 2)), "thor")
    world.post(simple(world, "loki", "open notes", 3))
    came = world.post(simple(world, "thor", "language de\nreplay\nreplay", 4))
    assert HIDDEN in page_in(came, "thor")
    assert 'lang="de"' in page_in(came, "thor")


@pytest.mark.slow
def test_without_a_page_its_asker_is_told(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H25 Before the deal there is none, and one that is too large does not go with a letter."""
    invited = begin(tmp_path / "invited", opening=())
    came = invited.post(simple(invited, "loki", "replay\nnotes\nannotate game: x\npublish yes as B"))
    assert "There is no page to attach" in told(came, "loki")
    assert "There are no notes that you may read." in told(came, "loki")
    monkeypatch.setattr(writing, "REST", 10_000_000)
    came = world.post(simple(world, "loki", "replay"))
    assert "There is no page to attach" in told(came, "loki")
    assert not came.done.troubles


def others(world: World, writing: bool, folder: Path) -> Iterator[bytes]:
    """All that Thor and an onlooker get in a game in which Loki notes things, or does not."""
    here = copy(world, folder)
    texts = [WRITTEN, "open notes\npublish yes as Bert", "notes", "annotate 9.9: x", "line 3.0: challenge A"]
    texts += [
        "annotate 3.0 card dragon: x\nannotate 2.1 event turnbegun: y\nwithdraw note\nwithdraw note 9.9"
    ]
    plays = [
        ("loki", "draw"),
        ("loki", "lay ravens A1"),
        ("thor", "moves\nhistory"),
        ("thor", "why 2.0\nrules H25"),
    ]
    for number, (seat, order) in enumerate(plays):
        if writing:
            here.post(
                *(simple(here, "loki", text, 10 * number + k) for k, text in enumerate(texts)), minutes=0
            )
        came = here.post(simple(here, seat, order, number))
        yield from (one.name.encode() + one.raw for one in came.to("thor"))
    yield from (export.redacted(table_of(here), seat) for seat in ("thor", None))


def shown_to_judges(folder: Path, *, writing: bool) -> list[str]:
    """All that the arbiter is mailed of a dispute, with the letters of both players that it is about."""
    world = disputed.disputed(folder)
    private = (
        f"\n{WRITTEN}\nannotate {HIDDEN}\n\nnotes\npublish yes\npublish yes as {HIDDEN}\nopen notes"
        if writing
        else ""
    )
    if writing:
        world.post(disputed.letter(world, "loki", f"annotate 9.9: {HIDDEN}", 2), minutes=0)
    world.post(disputed.letter(world, "loki", f"draw{private}", 1))
    came = world.post(disputed.letter(world, "thor", "dispute 3.0: it was not so", 3))
    later = world.post(
        disputed.letter(world, "loki", f"statement: it was{private.replace('publish', 'notes')}", 4)
    )
    return [one.text for one in (*came.to("arbiter"), *later.to("arbiter"))]


@pytest.mark.slow
def test_whoever_judges_is_shown_no_note(tmp_path: Path) -> None:
    """H20 H25 H26 Not a line of one stands in the letters of a dispute, and none tells that there are any."""
    with_notes, without = (shown_to_judges(tmp_path / str(one), writing=one) for one in (True, False))
    assert with_notes
    assert "draw" in "".join(with_notes)
    assert HIDDEN not in "".join(with_notes)
    digests = Digests(), Digests()
    first, second = (
        [one.numbered(text.encode()) for text in texts]
        for one, texts in zip(digests, (with_notes, without), strict=True)
    )
    assert first == second


def differs(world: World, folder: Path) -> bool:
    """Whether Loki's notes change anything that is Thor's or an onlooker's, but for what digests are of."""
    found = []
    for wrote in (False, True):
        digests = Digests()
        found.append([digests.numbered(one) for one in others(world, wrote, folder / str(wrote))])
    assert len(found[0]) > 4
    return found[0] != found[1]


@pytest.mark.slow
def test_nobody_else_gets_another_byte(world: World, tmp_path: Path) -> None:
    """H25 The same game with and without Loki's notes: Thor's mails, their numbers and times, and what is exported."""
    assert not differs(world, tmp_path)


@pytest.mark.slow
def test_a_letter_that_tells_of_the_notebook_is_found(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H25 A remark to every reader, where anybody has noted something."""
    whole = Sending._remarks

    def remarks(self: Sending, seat: str) -> list[tuple[str, Mapping[str, Any]]]:
        there = self._notebooks.notes(self.table)
        return [*whole(self, seat), *([("same-id", {})] if there else [])]

    monkeypatch.setattr(Sending, "_remarks", remarks)
    assert differs(world, tmp_path)


@pytest.mark.slow
def test_an_event_of_a_note_that_all_are_shown_is_found(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H25 That there is a note, without its words."""
    monkeypatch.setattr(Remarked, "only", ())
    assert differs(world, tmp_path)


@pytest.mark.parametrize(("language", "name"), [("en", "Blue"), ("de", "Blau")])
def test_h26_who_has_no_name_is_asked_by_that_of_the_seat_in_the_own_language(
    language: str, name: str
) -> None:
    """`veröffentliche ja als Blau`, and not as Blue."""
    table = Table.open("hammer_of_thor", seed="07")
    asked = archived.asked(table, "blue", len(table.points), catalog("hammer_of_thor", language))
    assert asked.name == name
