"""Another secret and another address by mail (H8): from both mailboxes, at every crash, and by nobody else."""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.case import plain
from awkward.world import ADDRESS, ANNA, BERT, Came, Out, World, begin, copy, simple
from support.digests import Digests
from support.faults import Crash, deaths, disk
from support.signed import DOMAIN, SELECTOR, begin_signed, letter, record, sign
from test_company import DRESSED

from referee.desk import keeper
from referee.home import roster
from referee.home.seats import Seats
from referee.house.players import Player
from referee.post.envelope import parcel
from referee.record.entries import Act
from referee.verify import check

HOME = "bert@elsewhere.example"
EVIL = "mallory@evil.example"
CLEO = Player("cleo@example.org", "Cleo")


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress; tests play on with copies of it."""
    return begin(tmp_path_factory.mktemp("moving") / "home")


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


def ask(world: World, address: str, seat: str = "loki", more: str = "") -> Came:
    """A letter of a seat asks for another address."""
    return world.post(simple(world, seat, f"address {address}\n{more}", int(world.time.timestamp())))


def notices(came: Came) -> dict[str, Out]:
    """The notices that went out, by side."""
    return {one.name.split("-")[-1].removesuffix(".eml"): one for one in came.out if ".note-" in one.name}


def answer(notice: Out, word: str = "confirm", sender: str = "", **more: str) -> bytes:
    """The answer to a notice, as a mail program writes it."""
    head = {
        "From": sender or str(notice.mail["To"]),
        "To": str(notice.mail["Reply-To"]),
        "Subject": f"Re: {notice.mail['Subject']}",
        "Message-ID": f"<{hash((notice.name, word, sender)) % 10**9}@mail.example>",
        "In-Reply-To": str(notice.mail["Message-ID"]),
        **more,
    }
    fields = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    quoted = notice.text.replace("\n", "\r\n> ")
    return f"{fields}\r\n{word}\r\n\r\nOn some day, Referee wrote:\r\n> {quoted}\r\n".encode()


def goes_to(world: World, seat: str = "loki") -> str:
    """The address of a seat."""
    return roster.read(world.home.roster_path("g1")).seats[seat].address


def acts(world: World) -> list[tuple[str, str]]:
    """The acts in the record, each with its seat."""
    return [(one.act, one.seat) for one in world.entries() if isinstance(one, Act)]


# Another secret


@pytest.mark.slow
@pytest.mark.parametrize("line", ["newkey", "New key!", "new secret", "Neuer Schl\u00fcssel"])
def test_newkey_by_mail(world: World, line: str) -> None:
    """The answer alone bears the new secret, and goes to the roster address; the old one is a stranger's."""
    with_language = "language de\n" if line.startswith("Neuer") else ""
    if with_language:
        world.post(simple(world, "loki", with_language))
    old, before = world.secret("loki"), world.secret("thor")
    came = world.post(simple(world, "loki", f"{line}\ndraw\n").replace(BERT.encode(), EVIL.encode()))
    new = world.secret("loki")
    assert came.lines == (f"answered: {line}", "played: draw")
    assert (old != new, before) == (True, world.secret("thor"))
    (receipt,) = came.to("loki")
    assert (receipt.mail["To"], receipt.mail["Reply-To"]) == (BERT, f"referee+{new}@games.example")
    for one in came.out:
        assert old not in one.all
        assert (new in one.all) == (one.seat == "loki")
    assert "new secret" in receipt.text or "neues Geheimnis" in receipt.text
    world.post(plain(world, "draw\n", To=f"referee+{old}@games.example", Message_ID="<x@y.example>"))
    assert world.held() == ["no-seat"]
    assert world.post(simple(world, "loki", "draw")).lines == ("played: draw",)


@pytest.mark.slow
def test_newkey_tells_nobody_else(world: World) -> None:
    """A letter that holds nothing but `newkey`: the other seat gets no mail, neither then nor in the next report.

    It also overtakes nothing.
    """
    reply = plain(
        world,
        "draw\n",
        To=world.reply_to("thor"),
        From=ANNA,
        In_Reply_To=f"<{world.last('thor')}@games.example>",
    )
    came = world.post(simple(world, "loki", "newkey"))
    assert [one.seat for one in came.out] == ["loki"]
    assert world.post(reply).lines == ("refused: draw (not-your-turn)",)
    (report,) = world.post(simple(world, "loki", "draw\ndraw\ndraw")).to("thor")
    assert "new secret" not in report.text


@pytest.mark.slow
def test_newkey_before_the_deal(tmp_path: Path) -> None:
    """A seat that is invited gets its secret, and what it is asked stands; it accepts with the new one."""
    world = begin(tmp_path / "home", opening=())
    came = world.post(simple(world, "loki", "newkey\naccept"))
    assert came.lines == ("answered: newkey", "played: accept")
    assert world.post(simple(world, "thor", "accept")).lines == ("played: accept",)
    with world.desk.held():
        assert world.desk.games.table("g1").index.dealt is not None
    assert world.post(simple(world, "loki", "newkey")).lines == ("answered: newkey",)


@pytest.mark.slow
def test_newkey_after_the_end(world: World) -> None:
    """A game that is over can still be asked about: with another secret, if one is wanted."""
    world.post(simple(world, "loki", "resign g1"))
    old = world.secret("loki")
    assert world.post(simple(world, "loki", "newkey")).lines == ("answered: newkey",)
    assert world.secret("loki") != old


@pytest.mark.slow
def test_newkey_twice_in_a_letter_is_one(world: World) -> None:
    """Asked for twice in one letter, a seat gets one secret more; in two letters, two."""
    world.post(simple(world, "loki", "newkey\nnewkey\n"))
    assert roster.read(world.home.roster_path("g1")).seats["loki"].key == 1
    world.post(simple(world, "loki", "newkey\n", 2))
    assert roster.read(world.home.roster_path("g1")).seats["loki"].key == 2
    assert len(list((world.path / "seats").iterdir())) == 3


def test_newkey_replayed_renews_nothing(world: World) -> None:
    """The letter comes again, by another way, and from somebody who has caught it.

    Nothing happens, and nobody is bothered.
    """
    raw = simple(world, "loki", "newkey\n")
    world.post(raw)
    secret, record_then = world.secret("loki"), world.record()
    came = world.post(raw, b"Received: from a by b; x\r\n" + raw)
    assert (came.out, came.done.aside, world.held()) == ([], 2, [])
    assert (world.secret("loki"), world.record()) == (secret, record_then)


def test_newkey_in_a_quoted_letter_is_none(world: World) -> None:
    """A quoted line, or one below a signature, asks for nothing."""
    secret = world.secret("loki")
    world.post(simple(world, "loki", "draw\n\n> newkey\n\n-- \nnewkey\n"))
    assert world.secret("loki") == secret


@pytest.mark.slow
def test_newkey_of_a_seat_whose_player_is_replaced(world: World) -> None:
    """A letter's renewal and the keeper's replacement are two: each gives another secret, and the last is good."""
    world.post(simple(world, "loki", "newkey\n"))
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", CLEO)
    world.roster = {**world.roster, "loki": CLEO}
    (told,) = [one for one in world.send() if one.seat == "loki"]
    assert world.secret("loki") in told.all
    assert world.post(simple(world, "loki", "draw")).lines == ("played: draw",)


def test_an_index_made_anew_knows_a_letter_that_renewed(world: World) -> None:
    """The folder of secrets is lost.

    A letter that was ruled on with the old secret is still put aside when it comes again.
    """
    raw = simple(world, "loki", "newkey\n")
    world.post(raw)
    for path in (world.path / "seats").iterdir():
        path.unlink()
    (world.path / "seats").rmdir()
    assert world.post(raw).done.aside == 1
    assert world.held() == []
    assert Seats(world.home).find(world.secret("loki")) == ("g1", "loki")


# Another address


@pytest.mark.slow
def test_an_address_is_confirmed_from_both(world: World) -> None:
    """Asked for, and confirmed from both mailboxes: letters go there, and the record says so without the address."""
    came = ask(world, HOME)
    sides = notices(came)
    assert {side: one.mail["To"] for side, one in sides.items()} == {"old": BERT, "new": HOME}
    for side in ("new", "old"):
        assert goes_to(world) == BERT
        done = world.post(answer(sides[side]))
    assert goes_to(world) == HOME
    assert acts(world) == [("address", "loki")]
    assert [(one.seat, one.mail["To"]) for one in done.out] == [("loki", HOME)]
    assert "Your letters go to this address from now on." in done.out[0].text
    assert HOME.encode() not in world.record()
    assert b"elsewhere.example" not in world.record()
    assert not check.check(world.home.record_path("g1")).fault
    world.roster = {**world.roster, "loki": Player(HOME)}
    assert world.post(simple(world, "loki", "draw")).to("loki")[0].mail["To"] == HOME
    assert world.held() == []


@pytest.mark.slow
@pytest.mark.parametrize("order", [("old", "new"), ("new", "old"), ("old", "old", "new", "new")])
def test_in_which_order_they_confirm(world: World, order: tuple[str, ...]) -> None:
    """It makes no difference, nor how often."""
    sides = notices(ask(world, HOME))
    for side in order:
        world.post(answer(sides[side]))
    assert (goes_to(world), acts(world)) == (HOME, [("address", "loki")])


def test_the_notice_to_a_new_address_tells_nothing_of_a_game(world: World) -> None:
    """It may be anybody's: no game, no seat, no name, no secret, no card stands in its bytes."""
    new = notices(ask(world, "b7@elsewhere.example"))["new"]
    for word in ("g1", "loki", "thor", "Bert", "Anna", "Thunder", world.secret("loki"), BERT, ANNA):
        assert word.lower() not in new.all.lower(), word
    assert new.mail["Auto-Submitted"] == "auto-generated"


def test_the_old_mailbox_is_told_what_was_asked(world: World) -> None:
    """The old mailbox is told the game, the address that was asked for, and how to refuse.

    The other side's code is not there.
    """
    sides = notices(ask(world, HOME))
    text = " ".join(sides["old"].text.split())
    for word in ("g1", HOME, "confirm", "refuse", "newkey"):
        assert word in text
    code = str(sides["new"].mail["Reply-To"]).partition("+")[2].partition("@")[0]
    assert len(code) == 26
    assert code not in sides["old"].all


def test_a_notice_goes_out_as_other_letters_do(world: World) -> None:
    """Each fits its envelope, whose sender is nobody: what cannot be delivered comes back to no game."""
    for one in notices(ask(world, HOME)).values():
        sent = parcel(world.desk.config, world.home, one.name.removesuffix(".eml"), one.raw)
        assert (sent.to, sent.sender) == (one.mail["To"], "")


@pytest.mark.slow
def test_in_german(world: World) -> None:
    """Notices are in the language of the seat; their words are understood in it, and in English."""
    world.post(simple(world, "loki", "sprache deutsch"))
    sides = notices(world.post(simple(world, "loki", f"Adresse {HOME}")))
    assert "best\u00e4tigen" in sides["old"].text
    world.post(answer(sides["old"], "Best\u00e4tigen."))
    world.post(answer(sides["new"], "confirm"))
    assert goes_to(world) == HOME


@pytest.mark.slow
@pytest.mark.parametrize("dressed", DRESSED)
def test_a_dressed_word_confirms_an_address(world: World, dressed: str) -> None:
    """Within quotation marks or before wide marks; in both languages, as others count."""
    world.post(simple(world, "loki", "sprache deutsch"))
    sides = notices(world.post(simple(world, "loki", f"Adresse {HOME}")))
    world.post(answer(sides["old"], dressed.format("best\u00e4tigen")))
    world.post(answer(sides["new"], dressed.format("confirm")))
    assert goes_to(world) == HOME


THIEF = ("confirm", "Confirm!", "I confirm it", "yes", "confirm\nrefuse")


@pytest.mark.slow
@pytest.mark.parametrize("word", THIEF)
def test_a_thief_of_the_secret_moves_nothing(world: World, word: str) -> None:
    """With the secret of the seat alone: their own mailbox confirms, forged letters claim to be the old one.

    Nothing moves.
    """
    came = ask(world, EVIL)
    sides = notices(came)
    receipt = next(one for one in came.to("loki") if ".note-" not in one.name)
    assert [receipt.mail["To"], sides["old"].mail["To"]] == [BERT, BERT]
    world.post(answer(sides["new"], word))
    world.post(answer(sides["new"], word, sender=BERT))
    world.post(plain(world, f"{word}\n", Message_ID="<a@evil.example>"))
    world.post(answer(sides["new"], word, To=f"{sides['new'].mail['Reply-To']}, {world.reply_to('loki')}"))
    assert goes_to(world) == BERT
    assert acts(world) == []


@pytest.mark.slow
def test_refused_from_the_old_mailbox(world: World) -> None:
    """Who did not ask says `refuse`: from then on no confirmation counts, neither of them."""
    sides = notices(ask(world, EVIL))
    world.post(answer(sides["new"]))
    world.post(answer(sides["old"], "refuse"))
    for side in ("new", "old"):
        came = world.post(answer(sides[side], "Confirm"))
        assert came.out == []
    assert goes_to(world) == BERT


@pytest.mark.slow
def test_a_word_within_a_sentence_confirms_nothing(world: World) -> None:
    """`confirm` stands alone on its line, or it is not meant; quoted it never counts."""
    sides = notices(ask(world, HOME))
    for word in ("I do not confirm this", "confirm this? no", "", "Confirmed.", "> confirm", "-- \nconfirm"):
        for side in ("old", "new"):
            world.post(answer(sides[side], word))
    assert roster.read(world.home.roster_path("g1")).asked["loki"].old is False
    assert goes_to(world) == BERT


def test_a_robot_confirms_nothing(world: World) -> None:
    """Both mailboxes answer by themselves, with the very word: the answers are only stored."""
    sides = notices(ask(world, HOME))
    for one in sides.values():
        world.post(answer(one, **{"Auto-Submitted": "auto-replied"}))
    assert goes_to(world) == BERT


@pytest.mark.slow
def test_an_old_confirmation_replayed(world: World) -> None:
    """Bert has moved, and moves back; somebody has kept all his letters and sends them again: nothing moves."""
    mails = []
    sides = notices(ask(world, HOME))
    for one in sides.values():
        mails.append(answer(one))
        world.post(mails[-1])
    world.roster = {**world.roster, "loki": Player(HOME)}
    for one in notices(ask(world, BERT)).values():
        world.post(answer(one))
    assert goes_to(world) == BERT
    record_then = world.record()
    came = world.post(*mails, *(mail.replace(b"Message-ID: <", b"Message-ID: <1") for mail in mails))
    assert (goes_to(world), world.record(), came.out) == (BERT, record_then, [])


@pytest.mark.slow
def test_two_wishes_at_once(world: World) -> None:
    """The later one stands: the codes of the earlier one no longer count."""
    first, second = notices(ask(world, EVIL)), notices(ask(world, HOME))
    world.post(answer(first["new"]), answer(second["old"]), answer(first["old"]))
    assert goes_to(world) == BERT
    world.post(answer(second["new"]))
    assert goes_to(world) == HOME


@pytest.mark.slow
def test_the_code_of_another_seat(world: World) -> None:
    """Anna and Bert both ask: a code counts for its own seat and its own side."""
    bert, anna = notices(ask(world, HOME)), notices(ask(world, "anna@new.example", "thor"))
    world.post(
        answer(anna["old"]), answer(bert["new"]), answer(anna["old"], To=str(bert["new"].mail["Reply-To"]))
    )
    assert (goes_to(world), goes_to(world, "thor")) == (BERT, ANNA)
    world.post(answer(anna["old"], To=f"{anna['new'].mail['Reply-To']}, {bert['old'].mail['Reply-To']}"))
    assert (goes_to(world), goes_to(world, "thor")) == (BERT, ANNA)
    world.post(answer(anna["new"]))
    assert (goes_to(world), goes_to(world, "thor")) == (BERT, "anna@new.example")


def test_a_wish_holds_for_seven_days(world: World) -> None:
    """Six days later it can be confirmed, after seven it cannot; and no letter tells the sender so."""
    sides = notices(ask(world, HOME))
    world.time += timedelta(days=6, hours=23)
    world.post(answer(sides["old"]))
    world.time += timedelta(hours=2)
    came = world.post(answer(sides["new"]))
    assert (came.out, goes_to(world), world.held()) == ([], BERT, [])


@pytest.mark.slow
@pytest.mark.parametrize("act", ["newkey", "keeper's newkey", "replace", "address"])
def test_what_ends_a_wish(world: World, act: str) -> None:
    """Another secret, another player, the keeper's correction: earlier codes are no longer valid."""
    sides = notices(ask(world, HOME))
    world.post(answer(sides["new"]))
    with world.desk.held():
        match act:
            case "keeper's newkey":
                keeper.new_secret(world.desk, "g1", "loki")
            case "replace":
                keeper.replace_player(world.desk, "g1", "loki", CLEO)
            case "address":
                keeper.correct_address(world.desk, "g1", "loki", CLEO.address)
    if act == "newkey":
        world.post(simple(world, "loki", "newkey"))
    before = goes_to(world)
    world.post(answer(sides["old"]))
    assert goes_to(world) == before != HOME


@pytest.mark.slow
def test_three_wishes_a_day(world: World) -> None:
    """The fourth of a day sends nothing anywhere; the next day is another one. The receipt says the same each time."""
    texts = set()
    for number in range(5):
        came = ask(world, f"b{number}@elsewhere.example")
        assert len(notices(came)) == (2 if number < 3 else 0)
        texts.add(told(came))
    assert len(texts) == 1
    world.time += timedelta(days=1)
    assert len(notices(ask(world, HOME))) == 2


def told(came: Came) -> str:
    """What the receipt says of the line."""
    (receipt,) = [one for one in came.to("loki") if ".note-" not in one.name]
    return receipt.text.partition("YOUR LETTER")[2].partition("\n\n")[0]


ADDRESSES: Mapping[str, tuple[str, set[str]]] = {
    "free": (HOME, {"old", "new"}),
    "of the other seat": (ANNA, {"old"}),
    "of the other seat, in capitals": (ANNA.upper(), {"old"}),
    "of the referee": (ADDRESS, {"old"}),
    "of the referee, with a plus": ("referee+x@games.example", {"old"}),
    "of the seat": (BERT, set()),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", ADDRESSES)
def test_the_receipt_says_the_same_of_every_address(played: World, tmp_path: Path, case: str) -> None:
    """Nobody is told whose an address is: receipt and notice are the same but for the address itself."""
    address, sides = ADDRESSES[case]
    one, other = copy(played, tmp_path / "one"), copy(played, tmp_path / "other")
    came, usual = ask(one, address), ask(other, HOME)
    assert set(notices(came)) == sides
    receipts = [
        next(mail.raw for mail in way.to("loki") if ".note-" not in mail.name) for way in (came, usual)
    ]
    ids = [raw.split(b"In-Reply-To: ")[1].split(b"\r\n")[0] for raw in receipts]
    # The seal is of the entry of that very letter, with its digest: in two letters only its places can be
    # compared.
    said = [Digests().numbered(raw.replace(own, b"")) for raw, own in zip(receipts, ids, strict=True)]
    assert said[0] == said[1]
    assert one.record() == other.record() or one.record().count(b"\n") == other.record().count(b"\n")
    if "old" in sides:
        texts = [notices(way)["old"].text for way in (came, usual)]
        shown = address.rpartition("@")[0] + "@" + address.rpartition("@")[2].lower()
        assert flat(texts[0]).replace(shown, "") == flat(texts[1]).replace(HOME, "")
    assert goes_to(one) == BERT


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


@pytest.mark.slow
def test_an_address_that_another_seat_comes_to_have(world: World) -> None:
    """Bert's wish is confirmed from the new mailbox.

    Then Anna's letters go there, so it is refused: both hands would be seen.
    """
    sides = notices(ask(world, HOME))
    world.post(answer(sides["new"]))
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "thor", HOME)
    world.send()
    world.post(answer(sides["old"]))
    assert (goes_to(world), goes_to(world, "thor")) == (BERT, HOME)


@pytest.mark.parametrize("given", ["nobody", "a@b@c", "x@-y.example", "", "a\u00f6@b.example"])
def test_what_is_no_address(world: World, given: str) -> None:
    """It is said so, and nothing goes out but the receipt."""
    came = ask(world, given)
    assert notices(came) == {}
    assert "gone out" not in told(came)
    assert b"asked" not in world.home.roster_path("g1").read_bytes()


@pytest.mark.parametrize(
    "line",
    ["adress {0}", "adresss {0}", "address: <{0}>", "Address {0}.", "- address {0}", "address {0} {0}"],
)
def test_no_address_stands_in_the_record(world: World, line: str) -> None:
    """However the line is written, read or misread: of an address that is asked for the record has a sign."""
    world.post(simple(world, "loki", line.format(HOME) + "\n"))
    if line.count("{0}") == 1:
        assert HOME.encode() not in world.record()


def test_a_letter_under_one_id_with_another_address_is_another(world: World) -> None:
    """A relay codes the letter again: it counts once, though the address is not in the record to compare."""
    raw = simple(world, "loki", f"address {HOME}\n")
    world.post(raw)
    again = raw.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n").replace(
        b"@elsewhere", b"=40elsewhere"
    )
    came = world.post(again)
    assert (came.done.aside, came.out) == (1, [])


@pytest.mark.slow
def test_signed_letters_alone_confirm(tmp_path: Path) -> None:
    """In a game of signed letters a code counts in a letter that comes from its mailbox, signed by its domain."""
    world = begin_signed(tmp_path / "home")
    world.dns[f"{SELECTOR}._domainkey.elsewhere.example."] = record("elsewhere.example")
    sides = notices(world.post(sign(letter(world, f"address {HOME}\n"))))
    world.post(answer(sides["old"]), sign(answer(sides["old"], sender=EVIL)), answer(sides["new"]))
    assert world.held() == ["unsigned"] * 3
    assert goes_to(world) == BERT
    headers = ("from", "to", "subject")
    world.post(sign(answer(sides["old"]), headers=headers))
    world.post(sign(answer(sides["new"]), domain="elsewhere.example", headers=headers))
    assert goes_to(world) == HOME
    assert DOMAIN != "elsewhere.example"


@pytest.mark.slow
def test_secrets_in_the_subject(tmp_path: Path) -> None:
    """Where secrets stand in subjects, codes do."""
    world = begin(tmp_path / "home", secrets="subject")
    sides = notices(ask(world, HOME))
    assert {str(one.mail["Reply-To"]) for one in sides.values()} == {ADDRESS}
    for one in sides.values():
        world.post(answer(one))
    assert goes_to(world) == HOME


def test_a_game_that_is_deleted_takes_its_codes_along(world: World) -> None:
    """No code, no notice and no address is left of it."""
    sides = notices(ask(world, HOME))
    with world.desk.held():
        keeper.delete(world.desk, "g1", force=True)
    assert list((world.path / "seats").iterdir()) == []
    assert not list(world.path.rglob("*.note-*"))
    assert world.post(answer(sides["new"])).out == []


@pytest.mark.slow
def test_codes_survive_the_loss_of_the_index(world: World) -> None:
    """The folder of secrets is lost in between: it is made again with the codes of wishes that stand."""
    sides = notices(ask(world, HOME))
    world.post(answer(sides["new"]))
    for path in (world.path / "seats").iterdir():
        path.unlink()
    (world.path / "seats").rmdir()
    world.post(answer(sides["old"]))
    assert goes_to(world) == HOME


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["asked", "confirmed", "moved"])
def test_every_call_of_a_move_may_be_the_last(played: World, tmp_path: Path, stage: str) -> None:
    """The process dies at any system call: the next pass goes on, and the address moves once and is told once."""
    ready = copy(played, tmp_path / "ready")
    sides = {} if stage == "asked" else notices(ask(ready, HOME))
    if stage == "moved":
        ready.post(answer(sides["new"]))

    def mail(world: World) -> bytes:
        if stage == "asked":
            return simple(world, "loki", f"address {HOME}\n", 77)
        return answer(sides["new" if stage == "confirmed" else "old"])

    def passes(world: World) -> None:
        world.fresh()
        with world.desk.held(0):
            world.desk.run()

    def spooled(name: str) -> World:
        world = copy(ready, tmp_path / name)
        world.desk.spool.put(mail(world), at=world.time)
        return world

    with disk() as double:
        passes(spooled("whole"))
    wrong = []
    for number, how in deaths(double.made):
        world = spooled(f"{number}-{how}")
        with suppress(Crash), disk(number, how):
            passes(world)
        world.fresh()
        came = world.post()
        found = {**notices(came), **sides} if stage == "asked" else sides
        if stage == "asked" and set(found) != {"old", "new"}:
            wrong.append((number, how, set(found)))
            continue
        rest = {"asked": ("new", "old"), "confirmed": ("old",), "moved": ()}[stage]
        out = [*came.out, *(one for side in rest for one in world.post(answer(found[side])).out)]
        letters = [one.name for one in out if one.mail["To"] == HOME and ".note-" not in one.name]
        state = (goes_to(world), acts(world), letters, world.held(), bool(world.desk.spool.waiting()))
        if state != (HOME, [("address", "loki")], letters, [], False) or len(letters) != 1:
            wrong.append((number, how, state))  # type: ignore[arg-type]
    assert wrong == []
    assert double.count > 10


def test_a_home_of_before_reads_its_rosters(tmp_path: Path) -> None:
    """A roster without any request by mail is written as it always was."""
    world = begin(tmp_path / "home", opening=())
    for word in (b"asked", b"renewed"):
        assert word not in world.home.roster_path("g1").read_bytes()


def test_a_yes_in_other_words_moves_no_seat(world: World) -> None:
    """Whoever answers a warning with `OK` has not confirmed it: only the word itself counts."""
    for notice in notices(ask(world, HOME)).values():
        world.post(answer(notice, "OK"))
    assert goes_to(world) == BERT
