"""Letters out: their names are the ledger of what is due and what was sent."""

import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from support.faults import Crash, disk

from referee.post.outbox import Outbox
from referee.post.ways.tries import Tries


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    """An outbox in a folder that does not exist yet."""
    return Outbox(tmp_path / "post")


def names(outbox: Outbox) -> list[str]:
    """The letters that are due."""
    return [path.name for path in outbox.due()]


def test_nothing_was_ever_written(outbox: Outbox) -> None:
    """An outbox that does not exist holds nothing, and looking makes no folder."""
    assert (names(outbox), outbox.last("g1"), outbox.told("g1")) == ([], {}, -1)
    assert (outbox.find("g1.thor.1"), outbox.numbers("g1", "thor")) == (None, [])
    assert not outbox.out.exists()


def test_due_in_the_order_of_their_numbers(outbox: Outbox) -> None:
    """Letter 9 goes out before letter 10: numbers are compared as numbers, seat by seat."""
    for number in ("g1.thor.10", "g1.thor.9", "g1.loki.2", "g10.loki.1", "g2.loki.11", "g2.loki.3"):
        outbox.put(number, b"x")
    assert names(outbox) == [
        "g1.loki.2.eml",
        "g1.thor.9.eml",
        "g1.thor.10.eml",
        "g10.loki.1.eml",
        "g2.loki.3.eml",
        "g2.loki.11.eml",
    ]


def test_a_letter_that_was_sent_is_remembered(outbox: Outbox) -> None:
    """It is no longer due, its number is still known, and its bytes are kept."""
    path = outbox.put("g1.thor.3", b"mail")
    outbox.sent(path)
    assert names(outbox) == []
    assert (outbox.last("g1"), outbox.numbers("g1", "thor")) == ({"thor": 3}, [3])
    found = outbox.find("g1.thor.3")
    assert found is not None
    assert found.read_bytes() == b"mail"


def test_a_letter_sent_and_due_again_counts_once(outbox: Outbox) -> None:
    """A letter that goes out once more is one letter, and the new version is kept once it is sent."""
    outbox.sent(outbox.put("g1.thor.3", b"old"))
    again = outbox.put("g1.thor.3", b"new")
    assert outbox.numbers("g1", "thor") == [3]
    assert outbox.find("g1.thor.3") == again
    outbox.sent(again)
    found = outbox.find("g1.thor.3")
    assert found is not None
    assert found.read_bytes() == b"new"


def test_the_last_letters_are_looked_up_anew(outbox: Outbox) -> None:
    """The result is kept until a refresh; letters written through this outbox count at once."""
    assert outbox.last("g1") == {}
    other = Outbox(outbox.out.parent)
    other.put("g1.loki.4", b"x")
    outbox.put("g1.thor.2", b"x")
    assert outbox.last("g1")["thor"] == 2
    outbox.refresh()
    assert outbox.last("g1") == {"thor": 2, "loki": 4}


def test_games_and_seats_with_like_names(outbox: Outbox) -> None:
    """g1 is not g11, and a seat is not another whose name begins alike."""
    outbox.put("g11.thor.7", b"x")
    outbox.put("g1.thora.8", b"x")
    outbox.sent(outbox.put("g11.thor.9", b"x"))
    assert outbox.last("g1") == {"thora": 8}
    assert outbox.last("g11") == {"thor": 9}
    outbox.forget("g1")
    assert outbox.last("g1") == {}
    assert outbox.numbers("g11", "thor") == [7, 9]


@pytest.mark.parametrize(
    "name",
    [
        ".g1.thor.9.eml.0a1b2c3d.tmp",
        "g1.thor.0.eml",
        "g1.thor.09.eml",
        "g1.thor.eml",
        "g1.thor.9.eml~",
        "g1.thor.9999999999.eml",
        "G1.thor.9.eml",
        "notes.txt",
    ],
)
def test_other_files_are_no_letters(outbox: Outbox, name: str) -> None:
    """Files that a killed process or a keeper left between the letters are not sent and do not count."""
    outbox.put("g1.thor.1", b"x")
    (outbox.out / name).write_bytes(b"x")
    assert names(outbox) == ["g1.thor.1.eml"]
    outbox.refresh()
    assert outbox.last("g1") == {"thor": 1}


def test_only_the_keeper_can_read_letters(outbox: Outbox) -> None:
    """A letter holds what is hidden from all others."""
    path = outbox.put("g1.thor.1", b"x")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_was_told(outbox: Outbox) -> None:
    """The mark says how long the record was; a damaged or missing one says nothing."""
    outbox.mark_told("g1", 4711)
    assert (outbox.told("g1"), outbox.told("g2")) == (4711, -1)
    mark = outbox.out.parent / "told" / "g1"
    mark.write_text("x")
    assert outbox.told("g1") == -1
    outbox.mark_told("g1", 5)
    outbox.mark_told("g1", 6)
    assert outbox.told("g1") == 6
    outbox.forget("g1")
    assert outbox.told("g1") == -1


@pytest.mark.slow
def test_every_call_may_be_the_last(tmp_path: Path) -> None:
    """Wherever writing or sending a letter dies, the letter is there once, complete, or not at all."""
    with disk() as double:
        box = Outbox(tmp_path / "whole")
        box.sent(box.put("g1.thor.3", b"mail" * 9))
    for number in range(1, double.count + 1):
        for how in ("crash", "crash-after", "crash-half"):
            box = Outbox(tmp_path / f"{number}{how}")
            with pytest.raises(Crash), disk(number, how):
                box.sent(box.put("g1.thor.3", b"mail" * 9))
            if (path := box.find("g1.thor.3")) is None:
                assert Outbox(box.out.parent).last("g1") == {}
                path = box.put("g1.thor.3", b"mail" * 9)
            assert path.read_bytes() == b"mail" * 9
            if box.due():
                box.sent(path)
            assert box.numbers("g1", "thor") == [3]
            assert not box.due()


CUTS = (
    lambda data: data[:-1],
    lambda data: data[:0],
    lambda data: data[: len(data) // 2],
    lambda data: data.replace(b"i", b"\0"),
)


@pytest.mark.parametrize("cut", CUTS)
def test_a_letter_that_something_has_spoiled_is_known(outbox: Outbox, cut: Callable[[bytes], bytes]) -> None:
    """By its length and digest when it was written; its game is looked at again; once written again it is sound."""
    path = outbox.put("g1.thor.3", b"mail" * 99)
    outbox.put("g1.thor.4", b"other")
    outbox.mark_told("g1", 7)
    assert outbox.all_spoiled("g1") == []
    path.write_bytes(cut(path.read_bytes()))
    for found in (outbox, Outbox(outbox.out.parent)):
        assert found.all_spoiled("g1") == ["g1.thor.3"]
    outbox.spoiled(path)
    assert outbox.told("g1") == -1
    outbox.put("g1.thor.3", b"mail anew")
    assert outbox.all_spoiled("g1") == []


def test_what_is_noted_after_a_line_that_was_cut_short_is_known(outbox: Outbox) -> None:
    """It begins a new line: only the letter of the cut line becomes unknown."""
    place = outbox.out.parent / "sums" / "g1"
    outbox.sums.note("g1.thor.1", b"one")
    place.write_bytes(place.read_bytes()[:-9])
    outbox.sums.note("g1.thor.2", b"two")
    assert [outbox.sums.fits(f"g1.thor.{n}", b"mail") for n in (1, 2)] == [True, False]


@pytest.mark.parametrize("sums", [None, b"", b"\0" * 90, b"g1.thor.3 4", b"g1.thor.3 x y\n"])
def test_what_nobody_noted_is_not_spoiled(outbox: Outbox, sums: bytes | None) -> None:
    """The notes are not synced: where they are lost, letters go out as they are."""
    path = outbox.put("g1.thor.3", b"mail")
    place = outbox.out.parent / "sums" / "g1"
    place.unlink()
    if sums is not None:
        place.write_bytes(sums)
    path.write_bytes(b"ma")
    assert Outbox(outbox.out.parent).all_spoiled("g1") == []
    outbox.forget("g1")
    assert not place.exists()


def test_a_letter_written_anew_meanwhile_is_whole(outbox: Outbox) -> None:
    """The sender has read the notes, and the desk writes a letter again: the new note counts."""
    path = outbox.put("g1.thor.3", b"mail")
    assert outbox.sums.fits("g1.thor.3", b"mail")
    Outbox(outbox.out.parent).put("g1.thor.3", b"other")
    assert outbox.sums.fits("g1.thor.3", path.read_bytes())
    assert not outbox.sums.fits("g1.thor.3", b"mail")


def test_forgetting_ends_where_it_is_done(outbox: Outbox) -> None:
    """A game may be forgotten any number of times; others stay."""
    outbox.put("g1.thor.1", b"x")
    outbox.sent(outbox.put("g1.loki.1", b"x"))
    outbox.put("g2.loki.1", b"x")
    for _ in range(2):
        outbox.forget("g1")
    assert names(outbox) == ["g2.loki.1.eml"]
    assert not (outbox.out.parent / "sent" / "g1").exists()


def test_what_nobody_takes_counts_as_told(outbox: Outbox) -> None:
    """It is no longer due and not sent; its number, bytes and reason are kept; put again, it counts as never tried."""
    why = Tries(2, "2026-11-20T10:00:00Z", "2026-11-20T10:05:00Z", "", "550 no")
    outbox.put("g1.thor.2", b"x")
    path = outbox.put("g1.thor.3", b"mail")
    outbox.failed(path, why)
    assert (names(outbox), outbox.last("g1"), outbox.numbers("g1", "thor")) == (
        ["g1.thor.2.eml"],
        {"thor": 3},
        [2, 3],
    )
    assert (outbox.all_failed(), outbox.unsent("g1", "thor")) == ([("g1.thor.3", why)], [2, 3])
    found = outbox.find("g1.thor.3")
    assert found is not None
    assert found.read_bytes() == b"mail"
    outbox.put("g1.thor.3", b"mail")
    assert (names(outbox), outbox.all_failed()) == (["g1.thor.2.eml", "g1.thor.3.eml"], [])
    outbox.forget("g1")
    assert (outbox.last("g1"), outbox.all_failed()) == ({}, [])


@pytest.mark.slow
def test_every_call_may_be_the_last_of_what_nobody_takes(tmp_path: Path) -> None:
    """Laid aside, put again and sent: wherever it dies, the letter is there, and in the end it is only sent."""

    def acts(box: Outbox) -> None:
        box.failed(box.put("g1.thor.3", b"mail"), Tries(1, reply="550 no"))
        box.sent(box.put("g1.thor.3", b"mail"))

    with disk() as double:
        acts(Outbox(tmp_path / "whole"))
    for number in range(1, double.count + 1):
        for how in ("crash", "crash-after", "crash-half"):
            box = Outbox(tmp_path / f"{number}{how}")
            with suppress(Crash), disk(number, how):
                acts(box)
            path = box.find("g1.thor.3")
            if path is None or not box.due():
                path = box.put("g1.thor.3", b"mail")
            box.sent(path)
            assert (box.due(), box.all_failed(), box.numbers("g1", "thor")) == ([], [], [3])
