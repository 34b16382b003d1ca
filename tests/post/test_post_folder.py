"""Letters out written to a folder: as files, or as Maildirs that a mail program can open."""

import mailbox
from pathlib import Path

import pytest
from support.faults import Crash, disk

from referee.post.envelope import head_of
from referee.post.outbox import Outbox
from referee.post.ways.local import FORMS, post


def mail(to: str, text: str = "x") -> bytes:
    """A mail of ours."""
    return (
        f"From: r@games.example\r\nTo: {to}\r\nSubject: s\r\n\r\nTo: nobody@x.example\r\n{text}\r\n".encode()
    )


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    """An outbox with three letters due."""
    box = Outbox(tmp_path / "post")
    box.put("g1.thor.1", mail("anna@example.org"))
    box.put("g1.thor.2", mail("anna@example.org", "y"))
    box.put("g1.loki.1", mail("bert@example.org"))
    return box


def test_as_files(outbox: Outbox, tmp_path: Path) -> None:
    """Each letter is a file with its name, byte for byte; then nothing is due, and nothing is written again."""
    due = {path.name: path.read_bytes() for path in outbox.due()}
    written = list(post(outbox, tmp_path / "a" / "b", "eml"))
    assert [path.name for path in written] == ["g1.loki.1.eml", "g1.thor.1.eml", "g1.thor.2.eml"]
    assert {path.name: path.read_bytes() for path in written} == due
    assert list(post(outbox, tmp_path / "a" / "b", "eml")) == []


def test_as_maildirs(outbox: Outbox, tmp_path: Path) -> None:
    """A Maildir for each address, which the standard reader opens: the letters lie in `new`."""
    written = list(post(outbox, tmp_path / "boxes", "maildir"))
    assert sorted(path.name for path in (tmp_path / "boxes").iterdir()) == [
        "anna@example.org",
        "bert@example.org",
    ]
    box = mailbox.Maildir(tmp_path / "boxes" / "anna@example.org", create=False)
    assert sorted(str(one.get_payload()).split()[-1] for one in box) == ["x", "y"]
    assert all(path.parent.name == "new" for path in written)
    assert not list((tmp_path / "boxes").glob("*/tmp/*"))


def test_a_letter_is_not_put_into_a_maildir_twice(outbox: Outbox, tmp_path: Path) -> None:
    """It lies there once, even if the mail program has read and moved it meanwhile."""
    (first, *_) = post(outbox, tmp_path / "boxes", "maildir")
    first.rename(first.parent.parent / "cur" / f"{first.name}:2,S")
    outbox.put("g1.loki.1", mail("bert@example.org"))
    list(post(outbox, tmp_path / "boxes", "maildir"))
    box = mailbox.Maildir(tmp_path / "boxes" / "bert@example.org", create=False)
    assert len(box) == 1
    assert not outbox.due()


@pytest.mark.parametrize("to", ["a/../../b@x.example", "/etc/x@y.example", "../x@y.example", "a/b@c"])
def test_no_address_leads_out_of_the_folder(tmp_path: Path, to: str) -> None:
    """An address may hold a slash, which does not become part of a path."""
    box = Outbox(tmp_path / "post")
    box.put("g1.thor.1", mail(to))
    (path,) = post(box, tmp_path / "boxes", "maildir")
    assert path.resolve().is_relative_to(tmp_path / "boxes")
    assert path.parent.parent.parent == tmp_path / "boxes"


def test_the_recipient_is_that_of_the_header() -> None:
    """A line in the body that looks like a field does not count."""
    assert head_of(mail("anna@example.org"))["To"] == "anna@example.org"


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_every_call_may_be_the_last(form: str, tmp_path: Path) -> None:
    """Wherever it dies: when it is repeated, each letter lies in the folder once and complete."""
    bodies = {"g1.thor.1": mail("anna@example.org"), "g1.loki.1": mail("bert@example.org")}

    def outbox(at: Path) -> Outbox:
        box = Outbox(at / "post")
        for name, body in bodies.items():
            box.put(name, body)
        return box

    box = outbox(tmp_path / "whole")
    with disk() as double:
        list(post(box, tmp_path / "whole" / "to", form))
    for number in range(1, double.count + 1):
        for how in ("crash", "crash-after", "crash-half"):
            at = tmp_path / f"{number}{how}"
            box = outbox(at)
            with pytest.raises(Crash), disk(number, how):
                list(post(box, at / "to", form))
            list(post(box, at / "to", form))
            there = [path for path in (at / "to").rglob("g1*") if path.parent.name != "tmp"]
            assert sorted(path.read_bytes() for path in there) == sorted(bodies.values())
            assert box.numbers("g1", "thor") == box.numbers("g1", "loki") == [1]
            assert not box.due()
