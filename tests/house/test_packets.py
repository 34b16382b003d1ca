"""What stands in the letters of a dispute (H20, H21): the packet, in its order and whole; what one tap answers."""

import os
import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import Out, World, copy
from support.disputed import OLAF, disputed, table, taps, wait, write

from referee.desk.letters.due import due
from referee.record.entries import Letter, Ruling
from referee.table.replay import held_lines
from referee.telling.handbook import rule_said
from referee.telling.packet import Packet, packet_text
from referee.telling.sentences import reader_of
from referee.util.values import replace

ORDERS = "draw\nlay frost giant A2\nlay frost giant C2"
"""Loki draws (3.1) and lays (3.2); the third is refused, for Loki has one Frost Giant."""
WHAT = "dispute 3.2: it may lie there"


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """Before a dispute of Loki's, and after both have spoken."""
    folder = tmp_path_factory.mktemp("packets")
    found = {"on": disputed(folder / "on")}
    write(found["on"], "loki", ORDERS)
    found["heard"] = copy(found["on"], folder / "heard")
    write(found["heard"], "loki", WHAT)
    write(found["heard"], "thor", "statement: it may not")
    return found


@pytest.fixture
def on(worlds: Mapping[str, World], tmp_path: Path) -> World:
    """Loki is on turn, and something was refused."""
    return copy(worlds["on"], tmp_path / "home")


@pytest.fixture
def heard(worlds: Mapping[str, World], tmp_path: Path) -> World:
    """The arbiter may rule."""
    return copy(worlds["heard"], tmp_path / "home")


def flat(text: str) -> str:
    """A text with its lines run together."""
    return " ".join(text.split())


def arbiter(world: World, body: str, number: int = 0) -> tuple[Out, list[str]]:
    """The arbiter writes: the letter that answers, and what became of each line."""
    before = len(table(world).points)
    out = write(world, "arbiter", body, number).to("arbiter")[-1]
    entry = next(point.entry for point in table(world).points[before:] if isinstance(point.entry, Ruling))
    return out, [one.verdict for one in entry.lines]


def test_h20_the_packet_is_whole(heard: World) -> None:
    """Each line, how it was read, each rule that it was held to, what happened: all of it stands in the packet."""
    on = table(heard)
    case = on.index.house.docket.case
    reader = reader_of(on.game, on.content, on.view(None), "en")
    text = flat(packet_text(Packet(on, case, len(on.points))))
    foot = text.partition("THE RULES THAT THE ORDERS WERE HELD TO")[2]
    (n,) = [
        k
        for k, point in enumerate(on.points)
        if getattr(point.entry, "digest", "") and "C2" in str(point.entry)
    ]
    for one in held_lines(on, n):
        assert flat(f"| {one.line.number}> {one.line.raw}") in text
        assert one.tried is not None
        for number, rule, _ in one.tried.rules:
            said = flat(rule_said(reader, number, rule))
            told = re.findall(rf"\[{re.escape(number)}(?: \(\d\))?\] {re.escape(said)}", foot)
            assert len(told) == 1, rule
            assert re.search(rf"Kept: [^A-Z]*\b{re.escape(number)}\b|BROKEN \[{re.escape(number)}\]", text)
    for happened in (
        "Loki draws Nightmare",
        "Loki lays Frost Giant face down at A2",
        "it may lie there",
        "it may not",
    ):
        assert happened in text
    assert "It came on" in text


def test_h20_the_order_in_dispute_comes_first_with_the_text_of_the_rules_that_decided(on: World) -> None:
    """The whole letter with it: what was written, how it was read, what happened; then tables, heads, rules kept."""
    (out,) = write(on, "loki", WHAT).to("arbiter")
    text = flat(out.text)
    wanted = [
        "WHAT IS DISPUTED",
        "IN DISPUTE, at 3.2, of Loki",
        "played, read as: draw | 1> draw",
        "played, read as: lay frost-giant A2 | 2> lay frost giant A2",
        "Loki lays Frost Giant face down at A2. [5.1]",
        "By rule 5.1: ",
        "refused [5.1], read as: lay frost-giant C2 | 3> lay frost giant C2",
        "BROKEN [5.1] You lay a card from your hand.",
        "HOW TO ANSWER",
        "THE TABLE BEFORE, at 3.0, as seen by Thor",
        "A LETTER OF Loki, ruled on at position 3.0",
        "It came on",
        "THE RULES THAT THE ORDERS WERE HELD TO, each once",
    ]
    places = [text.find(one) for one in wanted]
    assert -1 not in places, [one for one, at in zip(wanted, places, strict=True) if at < 0]
    assert places == sorted(places)
    folded = out.html.partition("THE TABLE BEFORE")[0].rpartition('class="quiet"')
    assert "IN DISPUTE" in folded[0], "the order in dispute stands in letters of their usual size"
    assert "HOW TO ANSWER" in folded[0], "what may be left out begins below"


def test_h20_who_raises_a_dispute_gets_one_letter_with_the_packet(on: World) -> None:
    """The receipt tells of the packet and holds it; the next letter tells neither again."""
    (out,) = write(on, "loki", WHAT).to("loki")
    text = flat(out.text)
    assert "You dispute what was ruled, or what happened, at 3.2: [H20] | it may lie there" in text
    assert "is shown the table at 3.2 as seen by Thor and you" in text
    assert "YOUR PACKET" in text
    (after,) = write(on, "loki", "withdraw dispute", 1).to("loki")
    assert "YOUR PACKET" not in after.text
    assert "is shown the table" not in flat(after.text)
    ours = [one for one in after.mail["References"].split() if one.startswith("<g1.")]
    assert ours[-1] == out.mail["Message-ID"], "no letter between them is named"
    sending = on.desk.games.sending("g1")
    before = out.raw.decode()
    assert sending.again("loki", int(out.name.split(".")[2])) == out.name.removesuffix(".eml")
    (same,) = [one for one in on.send() if one.name == out.name]
    assert same.raw.decode() == before


def test_h20_what_raises_it_may_be_withheld_and_the_packet_comes_with_the_next_letter(on: World) -> None:
    """A player whose answer is withheld is told of the packet all the same."""
    with on.desk.held():
        on_ = on.desk.games.table("g1")
    write(on, "loki", WHAT)
    with on.desk.held():
        now = on.desk.games.table("g1")
        n = len(on_.points)
        told = now.index.number("loki", n)
        (one,) = due(now, "loki", told, withheld=lambda k: k == n)
        assert one.until == n + 1
        (plain,) = due(now, "loki", told)
        assert plain.until == n


def test_h20_one_tap_withdraws_or_tells_the_judge_and_each_is_understood(on: World) -> None:
    """Who raised it may withdraw; the other finds a statement to send or to change, until one is sent."""
    came = write(on, "loki", WHAT)
    assert taps(came.to("loki")[-1])[:1] == ["withdraw dispute"]
    answers = [one for one in taps(came.to("thor")[-1]) if one.startswith("statement")]
    assert answers == ["statement: Loki is right.", "statement: It was ruled rightly."]
    stated = write(on, "thor", answers[0])
    assert stated.lines == ("answered: statement: Loki is right.",)
    assert not [one for out in stated.to("thor") for one in taps(out) if one.startswith("statement")]
    assert write(on, "loki", "withdraw dispute", 1).lines == ("answered: withdraw dispute",)


def test_h21_one_tap_of_the_arbiter_rules_and_each_example_names_the_dispute(heard: World) -> None:
    """`uphold` with a reason, or back to where the order was written, or first what that would be."""
    (out,) = write(heard, "arbiter", "packet").to("arbiter")
    uphold, back, what_if = taps(out)
    assert uphold == "uphold\nbecause: it was ruled by rule 5.1."
    assert back == "roll back to 3.0\nbecause: it was not ruled by the rules."
    assert what_if == "what if roll back to 3.0"
    assert "7.2" not in out.text
    assert "| read 3.2 line 2 as: ORDER" in out.text
    assert arbiter(heard, what_if, 1)[1] == ["answered"]
    assert arbiter(heard, uphold, 2)[1] == ["played", "played"]


def test_h21_before_all_have_spoken_no_tap_rules(on: World) -> None:
    """A tap that would be refused is not offered."""
    (out,) = write(on, "loki", WHAT).to("arbiter")
    assert taps(out) == ["what if roll back to 3.0"]


def test_h20_the_arbiter_looks_up_rules_and_cards_by_mail_and_asks_why(heard: World) -> None:
    """With a dispute or without; and `why` tells what decided, which shows nobody's cards again."""
    before = len(table(heard).points)
    out, became = arbiter(heard, "rules 4.1\ncard hel\nwhy\nWhy?\nwhy 3.2")
    assert became == ["answered"] * 5
    text = flat(out.text)
    assert "4.1 You take the top card of your own deck into your hand." in text
    assert "any one card of your pile comes back into your hand" in text
    assert text.count("IN DISPUTE, at 3.2, of Loki") == 4, (
        "three answers; and once above the links that rule on it"
    )
    assert table(heard).points[before].entry.events == ()
    out, became = arbiter(heard, "why 3.1", 1)
    assert became == ["answered"]
    assert "IN DISPUTE, at 3.1, of Loki played, read as: draw" in flat(out.text)
    assert [type(one).__name__ for one in table(heard).points[-1].entry.events] == ["ArbiterShown"]


def test_h20_rules_are_looked_up_where_there_is_no_dispute(on: World) -> None:
    """The arbiter of a game may read up at any time; `why` has nothing to tell then."""
    out, became = arbiter(on, "rules 4.1\nwhy")
    assert became == ["answered", "refused"]
    assert "4.1 You take the top card" in out.text


HELPED = (
    ("en", "help", "With uphold it stays as it was", "| because: it was ruled by the rules."),
    ("de", "hilfe", "bestätige bleibt es, wie es entschieden war;", "| begründung: Es ist nach den Regeln"),
)


@pytest.mark.parametrize(("language", "word", "told", "example"), HELPED)
def test_h21_the_arbiter_who_asks_for_help_is_told_what_to_write_and_how_the_dispute_stands(
    tmp_path: Path, language: str, word: str, told: str, example: str
) -> None:
    """Before a dispute and in one, in the language of the arbiter; nobody else gets a letter."""
    world = disputed(tmp_path / "home", arbiter=replace(OLAF, language=language))
    write(world, "loki", ORDERS)
    before, became = arbiter(world, word)
    assert became == ["answered"]
    assert told in before.text
    assert example in before.text
    assert "7.2" in before.text
    write(world, "loki", WHAT)
    write(world, "thor", "statement: it may not")
    came = write(world, "arbiter", f"{word}\n", 1)
    (out,) = came.to("arbiter")
    assert told in out.text
    assert "it may lie there" in flat(out.text)
    assert "it may not" in flat(out.text)
    assert "7.2" not in out.text
    assert "3.2" in out.text
    assert not [*came.to("thor"), *came.to("loki")]
    assert table(world).points[-1].entry.events == ()


# Which letter is meant, and what one tap does to it


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game at 3.0, to be looked at only."""
    return disputed(tmp_path_factory.mktemp("begun") / "home")


def raise_dispute(world: World, what: str, answers: str = "") -> Out:
    """Loki raises a dispute, Thor speaks: the arbiter's letter about it."""
    write(world, "loki", what, answers=answers)
    return write(world, "thor", "statement: I leave it to you").to("arbiter")[-1]


def in_dispute(out: Out) -> list[tuple[str, list[str]]]:
    """The letters in dispute: of each the rows as written, and the orders of the links below it."""
    parts = re.split(r"^(?:OR )?IN DISPUTE, at \S+, of ", out.text, flags=re.MULTILINE)[1:]
    pieces = [one.partition("HOW TO ANSWER")[0] for one in parts]
    return [
        ("\n".join(re.findall(r"^  [|] (\d+> .*)$", one, re.MULTILINE)), taps(replace(out, text=one)))
        for one in pieces
    ]


DRAWS = "1> draw\n2> draw\n3> draw"
DEPLOYED = "1> deploy dragon, viking warriors, viking warriors"
THOR_DREW = "1> say Good luck!\n2> We shall see who holds the ring.\n4> draw\n5> draw\n6> draw"
OF_POSITIONS = (
    # A dispute, the letters that may be meant, and the positions to which the links of each go back.
    ("1.0", ((DRAWS, "1.0"), (DEPLOYED, "0.0"))),
    ("1.2", ((DRAWS, "1.0"),)),
    ("2.0", ((THOR_DREW, "2.0"), (DRAWS, "1.0"))),
    ("0.0", ((DEPLOYED, "0.0"), ("1> deploy huscarl, viking warriors, shield wall", ""))),
)


@pytest.mark.parametrize(
    ("position", "wanted"), OF_POSITIONS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_h20_the_letter_that_began_at_the_position_comes_first_and_each_that_may_be_meant_has_its_links(
    begun: World, tmp_path: Path, position: str, wanted: tuple[tuple[str, str], ...]
) -> None:
    """Whole, as written. Links go back only where that undoes just that letter: Thor chose at 0.0 too, before Loki."""
    out = raise_dispute(copy(begun, tmp_path / "home"), f"dispute {position}: not so")
    found = in_dispute(out)
    assert [rows for rows, _ in found] == [rows for rows, _ in wanted]
    for (_, links), (_, back) in zip(found, wanted, strict=True):
        assert links[0].startswith("uphold\nbecause: it was ruled by rule")
        backs = [
            f"roll back to {back}\nbecause: it was not ruled by the rules.",
            f"what if roll back to {back}",
        ]
        assert links[1:] == (backs if back else [])


@pytest.mark.parametrize("which", [0, 1])
def test_h21_each_tap_does_to_the_record_what_stands_above_it(
    begun: World, tmp_path: Path, which: int
) -> None:
    """The table stands as before that very letter; as it stands; and as it stands, for a question is no ruling."""
    base = copy(begun, tmp_path / "base")
    out = raise_dispute(base, "dispute 1.0: not so")
    rows, (uphold, back, what_if) = in_dispute(out)[which]
    (n,) = [
        k
        for k, point in enumerate(table(base).points)
        if isinstance(point.entry, Letter)
        and rows == "\n".join(f"{line.number}> {line.raw}" for line in point.entry.lines)
    ]
    number = out.name.removesuffix(".eml")
    for tap, wanted in ((uphold, -1), (back, n - 1), (what_if, -1)):
        world = copy(base, tmp_path / tap[:4])
        write(world, "arbiter", tap, answers=number)
        before, after = table(base).points[wanted], table(world).points[-1]
        assert (after.state, after.content) == (before.state, before.content)
        ruled = [type(one).__name__ for entry in world.entries() for one in entry.events].count("RulingMade")
        assert ruled == (tap != what_if)


NOT_PLAYED = (
    ("Hi Anna, I lay\n\nlay ravnes B2", "misread", "not understood | 3> lay ravnes B2"),
    ("Hello Anna, my cards are poor.\n\nDraw?", "answered", "answered, read as: draw | 3> Draw?"),
    ("I should like to draw my cards now, please do so.", "prose", "no order | 1> I should like"),
)


@pytest.mark.parametrize(("body", "verdict", "told"), NOT_PLAYED, ids=[one[1] for one in NOT_PLAYED])
@pytest.mark.parametrize("answers", [True, False], ids=["receipt", "fresh"])
def test_h20_a_line_that_was_not_read_as_an_order_is_at_issue(
    begun: World, tmp_path: Path, body: str, verdict: str, told: str, answers: bool
) -> None:
    """Whoever answers its receipt means it; else letters with orders come first. It can be read as one by a ruling."""
    world = copy(begun, tmp_path / "home")
    came = write(world, "loki", body)
    assert verdict in [line.verdict for line in came.entries["g1"][0].lines]
    receipt = came.to("loki")[0].name.removesuffix(".eml")
    write(world, "loki", "draw")
    out = raise_dispute(world, "dispute 3.0: I meant it", receipt if answers else "")
    rows = [one for one, _ in in_dispute(out)]
    assert len(rows) == 3, "these two, and Thor's, with which the turn began"
    first = answers or verdict == "misread"
    assert rows[0 if first else 1].split("\n")[-1][3:] == body.rsplit("\n", maxsplit=1)[-1]
    assert told in flat(out.text)
    if first:
        (uphold, back, _) = in_dispute(out)[0][1]
        assert (uphold.split("\n")[0], back.split("\n")[0]) == ("uphold", "roll back to 3.0")
    line = rows[0 if first else 1].split("\n")[-1].partition(">")[0]
    if line != "1":
        ruling = f"read 3.0 line {line} as: draw\nbecause: so it was meant"
        assert arbiter(world, ruling, 1)[1] == ["played", "played"]
        assert table(world).position == "3.1"


def test_h20_what_was_done_for_a_silent_seat_is_in_dispute_and_one_tap_takes_it_back(tmp_path: Path) -> None:
    """Thor's three cards were drawn by lot: Thor means that, and Loki's choice at the same position comes after it."""
    opening = (("thor", "accept"), ("loki", "accept"), ("loki", "deploy dragon, frigg, ravens"))
    world = disputed(
        tmp_path / "home", letters=opening, terms={"deadline": "1 day", "grace": "", "reminder": ""}
    )
    before = table(world).points[-1]
    wait(world, days=1, hours=1)
    (own,) = write(world, "thor", "dispute 0.0: I have written").to("thor")
    assert "IN DISPUTE, at 0.0, of Thor No answer came from you in time" in flat(own.text)
    (out,) = write(world, "loki", "statement: I do not know").to("arbiter")
    text = flat(out.text)
    assert "IN DISPUTE, at 0.0, of Thor No answer came from Thor in time" in text
    assert "A LETTER OF Thor" not in text
    (_, silence), (rows, own_choice) = in_dispute(out)
    assert rows == "1> deploy dragon, frigg, ravens"
    assert [one.split("\n")[0] for one in own_choice] == ["uphold"]
    assert silence[1].startswith("roll back to 0.0\n")
    assert arbiter(world, silence[1], 1)[1] == ["played", "played"]
    assert table(world).state == before.state


@pytest.mark.share(2)
@pytest.mark.parametrize("body", ["Draw?", "I should like to draw.", "lay ravnes B2"])
def test_h20_what_was_not_read_and_which_receipt_is_answered_change_nothing_for_the_other(
    begun: World, tmp_path: Path, body: str
) -> None:
    """Thor is told of neither: the same letters in the same words."""
    texts = []
    now = begun.time + timedelta(hours=1)
    for name in ("with", "without"):
        world = copy(begun, tmp_path / name)
        receipt = ""
        if name == "with":
            receipt = write(world, "loki", body).to("loki")[0].name.removesuffix(".eml")
        write(world, "loki", "draw")
        world.time = now
        came = write(world, "loki", "dispute 3.0: I meant it", answers=receipt)
        texts.append([one.text.split("Seal")[0] for one in came.to("thor")])
    assert texts[0] == texts[1]
    assert "IN DISPUTE" in texts[0][-1]


def test_h20_which_of_two_letters_is_meant_by_the_receipt_that_is_answered_is_not_told_to_the_other(
    begun: World, tmp_path: Path
) -> None:
    """Both may be meant by 3.1. The arbiter is shown the one first whose receipt Loki answers, Thor always the same."""
    first = dict[str, list[str]]()
    for name in ("first", "second"):
        world = copy(begun, tmp_path / name)
        receipts = [write(world, "loki", body).to("loki")[0].name for body in ("draw", "lay frost giant A2")]
        answered = receipts[name == "second"].removesuffix(".eml")
        came = write(world, "loki", "dispute 3.1: not so", answers=answered)
        (arbiter,), (thor,) = came.to("arbiter"), came.to("thor")
        first[name] = [in_dispute(arbiter)[0][0], thor.text.split("Seal")[0]]
    assert [rows for rows, _ in first.values()] == ["1> draw", "1> lay frost giant A2"]
    assert first["first"][1] == first["second"][1]


NOTE = "zwiebelkuchen"
NOTES = f"""draw
annotate 2.0: !? {NOTE}

annotate 9.9: {NOTE}

notes
publish yes as {NOTE}
open notes"""
"""An order, then notes and questions about notes, some of them refused."""
READERS = (None, "thor", "loki")
"""The arbiter, who votes and disputes, and whose notes they are."""


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[World], list[Out]]:
    """A dispute about a letter with notes, and about the same without; the letters of the first dispute."""
    worlds, out = [], list[Out]()
    for name, written in (("with", NOTES), ("without", "draw")):
        world = disputed(tmp_path_factory.mktemp("noted") / name)
        write(world, "loki", written)
        came = (
            write(world, "thor", "dispute 3.0: it was not so"),
            write(world, "loki", f"statement: it was{NOTES.removeprefix('draw')}"),
            write(world, "thor", "statement: it was not", 1),
            write(world, "arbiter", "packet\nwhy\nwhy 3.0\nshow 3.0 loki\nhelp"),
        )
        out += [one for each in came for one in each.out] if written == NOTES else []
        worlds.append(world)
    return worlds, out


def of_packet(world: World, seat: str | None, language: str) -> list[str]:
    """The texts of a packet, but for when letters came and what their mails are known by."""
    now = table(world)
    case = now.index.house.docket.case
    assert case is not None
    packet = Packet(now, case, len(now.points), seat=seat, language=language)
    return [
        re.sub(r"[0-9a-f]{64}", "", flat(packet_text(packet))),
        str([packet.decided_by(n) for n in packet.letters]),
        str(packet.back()),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seat", READERS)
def test_h25_no_note_is_named_in_a_packet_nor_that_there_are_any(
    noted: tuple[list[World], list[Out]], seat: str | None, language: str
) -> None:
    """Whoever disputes, whose notes they are, and who judges get the packet that they would get without the notes."""
    with_notes, without = (of_packet(one, seat, language) for one in noted[0])
    assert "3.0" in with_notes[0]
    assert NOTE not in str(with_notes)
    assert with_notes == without


def test_h25_no_letter_of_a_dispute_names_a_note_to_others(noted: tuple[list[World], list[Out]]) -> None:
    """Text, page, subject and all else of the mails; the writer alone is answered about notes."""
    worlds, out = noted
    others = [one for one in out if one.seat in {"thor", "arbiter"}]
    assert {one.seat for one in others} == {"thor", "arbiter"}
    for one in others:
        assert NOTE not in one.all.lower()
        assert "annotate" not in one.text.lower()
    assert any(
        NOTE in line.raw for entry in worlds[0].entries() if isinstance(entry, Letter) for line in entry.lines
    )
