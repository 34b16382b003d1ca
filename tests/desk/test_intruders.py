"""Letters of somebody else: forged, guessed, old, replayed. Nobody moves for another, and nobody learns anything."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from awkward.case import plain
from awkward.world import ADDRESS, ANNA, BERT, World, begin, copy, refuse_trouble, simple

from referee.desk import keeper
from referee.table import snapshots

MALLORY = "mallory@elsewhere.example"
ORDERS = "draw\nlay ravens A1\n"
WEAK = ("resign g1\n", "say I give up\n", "moves\n", "history\n", "help\n", "try draw\n", "Hello?\n", "")
"""What somebody would send who wants the referee to do or to tell something."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("intruders") / "home")


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


@pytest.fixture
def twin(played: World, tmp_path: Path) -> World:
    """Another copy, in which nobody intrudes."""
    return copy(played, tmp_path / "twin")


def folders(world: World) -> Mapping[str, bytes]:
    """Every file of a home except letters in, the times at which clocks were looked at, and snapshots.

    These are records, rosters, secrets, letters out, and what was told.
    """
    inside = ("new", "work", "done", "hold", "tmp", "clock")
    files = (path for path in world.path.rglob("*") if path.is_file() and path.name != snapshots.NAME)
    named = ((path.relative_to(world.path), path) for path in files)
    return {
        str(name): path.read_bytes()
        for name, path in named
        if name.parts[:1] != ("post",) or name.parts[1] not in inside
    }


def wrong_secret(w: World, letter: str = "a") -> str:
    """A secret that differs from that of Loki in its last letter."""
    return w.secret("loki")[:-1] + ("b" if w.secret("loki").endswith(letter) else letter)


FORGED: dict[str, Callable[[World, str], bytes]] = {
    "no secret": lambda w, body: plain(w, body, To=ADDRESS),
    "no secret, as a referee's friend": lambda w, body: plain(
        w, body, To=ADDRESS, From=f"Bert <{BERT}>", Sender=ADDRESS
    ),
    "a wrong secret": lambda w, body: plain(w, body, To=f"referee+{wrong_secret(w)}@games.example"),
    "a wrong secret in the subject": lambda w, body: plain(w, body, To=ADDRESS, Subject=wrong_secret(w)),
    "a secret of nothing": lambda w, body: plain(w, body, To=f"referee+{'a' * 26}@games.example"),
    "the hash of the secret": lambda w, body: plain(w, body, To=f"referee+{_hash(w)}@games.example"),
    "the name of the seat": lambda w, body: plain(
        w, body, To="referee+g1.loki@games.example, referee+loki@games.example"
    ),
    "a path for a secret": lambda w, body: plain(w, body, To="referee+../../g1/roster.yaml@games.example"),
    "an address of Anna": lambda w, body: plain(w, body, To=ADDRESS, From=ANNA, Cc=f"{ANNA}, {BERT}"),
    "an id of ours": lambda w, body: plain(
        w, body, To=ADDRESS, In_Reply_To=f"<{w.last('thor')}@games.example>"
    ),
}
BEARING: dict[str, Callable[[World, str], bytes]] = {
    "two seats": lambda w, body: plain(w, body, Cc=w.reply_to("thor")),
    "a robot": lambda w, body: plain(w, body, Auto_Submitted="auto-generated"),
    "ourselves": lambda w, body: plain(w, body, From=f"<{ADDRESS}>"),
    "ourselves in a second From": lambda w, body: plain(w, body, From=[BERT, ADDRESS]),
    "a robot among others": lambda w, body: plain(w, body, From=f"{BERT}, noreply@shop.example"),
    "a robot as Sender alone": lambda w, body: plain(w, body, From=None, Sender="noreply@shop.example"),
}


def _hash(w: World) -> str:
    import hashlib

    return hashlib.sha256(w.secret("loki").encode()).hexdigest()[:26]


@pytest.mark.slow
@pytest.mark.parametrize("body", [ORDERS, *WEAK], ids=lambda body: body.split("\n")[0] or "nothing")
def test_who_bears_no_secret_does_nothing_and_learns_nothing(world: World, body: str) -> None:
    """Ten kinds of letters without a secret, with orders or questions: no byte changes, no letter goes out."""
    before = folders(world)
    came = world.post(*(forge(world, body) for forge in FORGED.values()))
    refuse_trouble(world, came)
    assert (came.done.ruled, came.out) == (0, [])
    assert world.held() == ["no-seat"] * len(FORGED)
    assert folders(world) == before


@pytest.mark.share(3)
@pytest.mark.parametrize("body", [ORDERS, "resign g1\n", "moves\n"], ids=["orders", "resign", "moves"])
@pytest.mark.parametrize("forge", BEARING.values(), ids=BEARING)
def test_a_secret_of_two_seats_or_borne_by_a_machine(
    world: World, forge: Callable[[World, str], bytes], body: str
) -> None:
    """A letter with a right secret of two seats, or whose sender may be a machine, is held. Nothing else happens."""
    before = folders(world)
    came = world.post(forge(world, body))
    refuse_trouble(world, came)
    assert len(world.held()) == 1
    assert not came.out
    assert folders(world) == before


@pytest.mark.slow
def test_the_letters_of_others_are_the_same_with_and_without_an_intruder(world: World, twin: World) -> None:
    """With thirty forged letters between them, the players' letters are answered as if nobody had written."""
    orders = simple(world, "loki", "draw\nlay ravens A1\ndraw\n")
    for forge in FORGED.values():
        world.desk.spool.put(forge(world, "resign g1\n"), at=world.time)
    with_intruder = world.post(*(forge(world, ORDERS) for forge in FORGED.values()), orders)
    twin.time = world.time
    twin.desk.spool.put(orders, at=world.time)
    alone = twin.post()
    assert with_intruder.lines == alone.lines == ("played: draw", "played: lay ravens A1", "played: draw")
    assert [one.raw for one in with_intruder.out] == [one.raw for one in alone.out]
    assert folders(world) == folders(twin)


@pytest.mark.slow
def test_an_old_secret_after_a_new_one_does_nothing(world: World) -> None:
    """Once a seat has a new secret, the old one counts as a stranger's, in the address and in the subject.

    The new one plays.
    """
    old = world.secret("loki")
    with world.desk.held():
        keeper.new_secret(world.desk, "g1", "loki")
    (told,) = world.send()
    assert old not in told.all
    assert world.secret("loki") in told.all
    assert len(list((world.path / "seats").iterdir())) == 2
    before = folders(world)
    address = f"referee+{old}@games.example"
    came = world.post(plain(world, ORDERS, To=address), plain(world, ORDERS, To=ADDRESS, Subject=old))
    assert world.held() == ["no-seat"] * 2
    assert not came.out
    assert folders(world) == before
    came = world.post(plain(world, ORDERS, Cc=address))
    assert came.lines == ("played: draw", "played: lay ravens A1")
    assert old not in "".join(one.all for one in came.out)


@pytest.mark.slow
def test_an_old_secret_that_is_found_by_accident_does_nothing(world: World) -> None:
    """An index that a crash left after the roster still knows the old secret; the roster decides."""
    old = world.secret("loki")
    with world.desk.held():
        keeper.new_secret(world.desk, "g1", "loki")
        world.desk.seats.add("g1", "loki", 0)
    world.send()
    before = folders(world)
    came = world.post(plain(world, ORDERS, To=f"referee+{old}@games.example"))
    assert (world.held(), came.out) == (["no-seat"], [])
    assert folders(world) == before


@pytest.mark.parametrize("times", [1, 3])
def test_a_replayed_letter_counts_once(world: World, times: int) -> None:
    """The same bytes again, at once or after the answer went out: no entry, and no second answer."""
    raw = plain(world, ORDERS)
    came = world.post(*[raw] * times)
    assert (came.done.ruled, came.done.aside) == (1, times - 1)
    assert [one.name for one in came.out] == ["g1.loki.7.eml", "g1.thor.8.eml"]
    before = folders(world)
    again = world.post(*[raw] * times)
    assert (again.done.ruled, again.done.aside, again.out) == (0, times, [])
    assert folders(world) == before


def test_a_replayed_letter_without_an_id_counts_once(world: World) -> None:
    """The same mail again, which never had an id: it is known by its content."""
    raw = plain(world, "draw\n", Message_ID=None, In_Reply_To=None, Subject="x")
    assert world.post(raw).lines == ("played: draw",)
    before = folders(world)
    came = world.post(b"Received: from a.example by b.example; Sat, 21 Nov 2026\r\n" + raw, raw)
    assert (came.done.ruled, came.done.aside, came.out) == (0, 2, [])
    assert folders(world) == before


@pytest.mark.slow
def test_a_replayed_letter_counts_once_whatever_way_it_came(world: World) -> None:
    """The same letter with other trace fields, with other line ends, through a second server: no entry, no answer."""
    raw = plain(world, ORDERS)
    world.post(raw)
    before = folders(world)
    trace = b"Received: from elsewhere.example by games.example; Sat, 21 Nov 2026 10:00:00 +0000\r\n"
    delivered = b"Return-Path: <>\r\nDelivered-To: bert@games.example\r\n"
    ways = (
        trace + raw,
        trace * 9 + raw,
        raw.replace(b"\r\n", b"\n"),
        raw.replace(b"[192.0.2.7]", b"[192.0.2.9]"),
    )
    came = world.post(*ways)
    assert (came.done.ruled, came.done.aside, came.out) == (0, len(ways), [])
    assert folders(world) == before
    came = world.post(delivered.replace(b"<>", b"<bert@example.org>") + raw)
    assert came.done.ruled == 0
    assert folders(world) == before


@pytest.mark.slow
def test_an_old_letter_under_a_new_id_is_stale(world: World) -> None:
    """Bert's letter of an earlier turn, sent again with another id: its orders are not played again.

    The reason told is that they were played in answer to that letter of ours (H1), which says more than that
    the answer is late. A letter with other orders is late.
    """
    old = plain(world, "draw\ndraw\ndraw\n")
    assert world.post(old).lines == ("played: draw",) * 3
    world.post(simple(world, "thor", "draw\ndraw\ndraw\n", 7))
    replayed = old.replace(b"zwiebelkuchen.1@", b"zwiebelkuchen.2@").replace(
        b"Date: Fri, 20", b"Date: Sun, 22"
    )
    came = world.post(replayed)
    refuse_trouble(world, came)
    assert came.lines == ("refused: draw (repeated)", *["not-played: draw (stopped)"] * 2)
    assert [one.name.split(".")[1] for one in came.out] == ["loki"]
    assert [one.mail["To"] for one in came.out] == [BERT]
    other = old.replace(b"zwiebelkuchen.1@", b"zwiebelkuchen.3@").replace(b"draw\r\n" * 3, b"challenge A\r\n")
    assert world.post(other).lines == ("refused: challenge A (stale-reply)",)


def test_the_id_of_another_suppresses_nothing(world: World) -> None:
    """A stranger, and the other player, use the id that Bert's letter will have.

    Bert's orders are played all the same.
    """
    orders = plain(world, ORDERS)
    stranger = plain(world, "Hello\n", To=ADDRESS, From=MALLORY)
    anna = plain(world, "say hello\n", To=world.reply_to("thor"), From=ANNA, In_Reply_To=None, Subject="x")
    came = world.post(stranger, anna, orders)
    assert came.lines == ("said: say hello", "played: draw", "played: lay ravens A1")
    (answer,) = came.to("loki")
    assert "same Message-ID" not in " ".join(answer.text.split())


@pytest.mark.slow
def test_the_id_and_the_lines_of_another_suppress_nothing(world: World) -> None:
    """Anna sends the very lines that Bert will send, under the id that his letter will have: his orders are played."""
    anna = plain(world, ORDERS, To=world.reply_to("thor"), From=ANNA, In_Reply_To=None, Subject="x")
    came = world.post(anna, plain(world, ORDERS))
    assert [entry.seat for entry in came.entries["g1"]] == ["thor", "loki"]
    assert came.lines[2:] == ("played: draw", "played: lay ravens A1")


def test_one_mail_to_both_seats_counts_for_each(world: World) -> None:
    """Who plays both seats sends one mail to both, hidden from its fields: each delivery counts for its own seat."""
    mail = plain(world, "draw\n", To="undisclosed-recipients:;", In_Reply_To=None, Subject="x")
    thor = f"Delivered-To: {world.reply_to('thor')}\r\n".encode() + mail
    loki = f"Delivered-To: {world.reply_to('loki')}\r\n".encode() + mail
    came = world.post(thor, loki)
    assert [entry.seat for entry in came.entries["g1"]] == ["thor", "loki"]
    assert came.lines[1] == "played: draw"
    assert {one.seat for one in came.out} == {"thor", "loki"}


@pytest.mark.slow
def test_the_same_id_with_other_lines_counts_and_is_told(world: World) -> None:
    """A broken program uses one id for two letters: both count, and the second answer says so."""
    world.post(plain(world, "draw\n"))
    came = world.post(plain(world, "lay ravens A1\n", In_Reply_To=None, Subject="x"))
    assert came.lines == ("played: lay ravens A1",)
    (answer,) = came.to("loki")
    assert "same Message-ID" in " ".join(answer.text.split())


def test_a_letter_with_the_secret_of_one_seat_moves_for_that_seat_alone(world: World) -> None:
    """Anna, on Bert's turn, orders with her own secret and Bert's address in From.

    She is told that it is not her turn.
    """
    came = world.post(plain(world, ORDERS, To=world.reply_to("thor"), From=f"Bert <{BERT}>", Subject="x"))
    refuse_trouble(world, came, writer="thor")
    (entry,) = came.entries["g1"]
    assert entry.seat == "thor"
    assert came.lines[0].startswith("refused: draw")
    assert [one.mail["To"] for one in came.out] == [ANNA]


def test_what_is_noted_of_a_letter_is_told_to_its_writer_alone(world: World) -> None:
    """Bert writes in HTML alone, from another address: his answer says so, and Anna's report says nothing of it."""
    html = plain(world, "<p>say hello</p>", kind="text/html", From=MALLORY)
    came = world.post(html)
    (answer,), (report,) = came.to("loki"), came.to("thor")
    for word in ("HTML alone", "another address"):
        assert word in " ".join(answer.text.split())
        assert word not in " ".join(report.text.split())
    assert "YOUR LETTER" not in report.text
    assert "YOUR LETTER" not in report.html


DROPPED = {"In_Reply_To": None, "References": None, "Subject": "Re: our game"}
"""What a mail program may drop or change: everything in the header that names the letter that is answered."""


@pytest.mark.parametrize("quoted", [True, False])
def test_an_answer_without_references_is_known_by_what_it_quotes(world: World, quoted: bool) -> None:
    """The foot of our letter names its number; where that is not quoted either, the answer is for now."""
    first = world.letter(world.last("loki"))
    below = "\n\nOn Friday the referee wrote:\n" + "\n".join(f"> {line}" for line in first.text.splitlines())
    late = plain(world, f"draw{below if quoted else ''}\n", **DROPPED)
    world.post(plain(world, "draw\ndraw\ndraw\n", Message_ID="<one@mail.example>"))
    world.post(simple(world, "thor", "draw\ndraw\ndraw\n", 7))
    assert world.post(late).lines == (f"refused: draw ({'repeated' if quoted else 'hand-full'})",)


def test_the_newest_letter_that_is_quoted_is_answered(world: World) -> None:
    """A quote within the quote does not make the answer late."""
    first = world.letter(world.last("loki")).text
    world.post(plain(world, "draw\ndraw\ndraw\n", Message_ID="<one@mail.example>"))
    world.post(simple(world, "thor", "draw\ndraw\ndraw\n", 7))
    newest = world.letter(world.last("loki")).text
    quote = [f"> {line}" for line in newest.splitlines()] + [f"> > {line}" for line in first.splitlines()]
    answer = plain(world, "draw\n\nOn Sunday the referee wrote:\n" + "\n".join(quote) + "\n", **DROPPED)
    assert world.post(answer).lines == ("refused: draw (hand-full)",)


@pytest.mark.slow
def test_a_letter_that_the_table_has_overtaken_may_still_give_up(world: World) -> None:
    """8.5, 14.6 What does not depend on how the table stands is played. It does not matter what has happened since."""
    plain_reply = plain(world, "draw\n")
    resigning = plain(world, "standing order default\nresign g1\n")
    world.post(plain(world, "draw\ndraw\ndraw\n", In_Reply_To=None, Subject="x"))
    world.post(simple(world, "thor", "draw\n", 7))
    assert world.post(plain_reply).lines == ("refused: draw (stale-reply)",)
    assert world.post(resigning).lines == ("played: standing order default", "played: resign g1")
    after = world.post(plain(world, "draw\n", Message_ID="<later@mail.example>"))
    assert after.lines == ("refused: draw (game-over)",)


@pytest.mark.slow
def test_a_letter_that_a_relay_coded_anew_counts_once(world: World) -> None:
    """The bytes differ, id and lines do not: with an `end` and more after it, and an order below the signature, too."""
    body = "draw\nend\nlay ravens A1\n\n-- \ndraw\n"
    first = world.post(plain(world, body))
    assert first.lines[0] == "played: draw"
    record = world.record()
    again = world.post(plain(world, body.replace("d", "=64"), code="quoted-printable"))
    assert world.record() == record
    assert not again.out
