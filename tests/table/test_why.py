"""Why, about the past: a position or a letter of the asker's, told only from what the asker knows."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import test_standing as standing
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.golden import EXAMPLES
from support.post_office import Got, Office, Writer
from support.record_run import play_whole

from referee.api import Table
from referee.engine.rules import Rule, why
from referee.games.thunder.moves import Draw
from referee.house.games import find
from referee.house.players import SeatTaken
from referee.notation.reader import Misread, Order, Prose, Reader
from referee.notation.readings import Table as Question
from referee.record.stores import Memory
from referee.table import replay, ruling
from referee.table.past import Past
from referee.telling.handbook import rule_line
from referee.telling.receipt import receipt
from referee.telling.sentences import reader_of
from referee.telling.why import Teller, explained
from referee.testing.chance import Chance
from referee.util.errors import Faulty

TIME = "2026-01-01T00:00:00Z"


def opened(game: str, **given: Any) -> Table:
    """A table of that game, always dealt the same."""
    return Table.open(game, seed="07", clock=lambda: TIME, **given)


def thunder(**given: Any) -> Table:
    """Loki chose three cards in secret, Thor too, and Loki's turn is on; see the letters."""
    table = opened("thunder", **given)
    for seat, lines in LETTERS:
        table.play(seat, lines)
    return table


LETTERS: Sequence[tuple[str, list[str]]] = (
    ("loki", ["deploy dragon, female-archer, female-archer", "note he must not know"]),
    ("thor", ["Hello,", "deploy baldr, huscarl, mjolnir", "why challenge B"]),
    ("loki", ["draw", "lay dragon D1", "lay ravens A1"]),
    ("loki", ["lay dragon A1", "draw"]),
    ("thor", ["draw", "lay huscarl A1"]),
)


def asked(table: Table, seat: str, *questions: str) -> str:
    """What the receipt of a letter with these questions says, without the lines asked."""
    return table.play(seat, list(questions)).receipt


def plain(text: str) -> str:
    """A text without its line breaks and marks."""
    return " ".join(text.replace("\n|", "\n").split())


# Transcripts


def test_an_own_legal_line_is_told_with_the_rules_it_was_held_to_then() -> None:
    """What came of it with the deciding rule in words; then the line as written, each rule kept, what it caused."""
    table = thunder()
    told = asked(table, "loki", "why g1.loki.4 1")
    assert told.startswith(
        """\
1> why g1.loki.4 1
   Answer:
You draw Ravens 1, by rule 4.1: You take the top card of your own deck
  into your hand.
Line 1 of your letter that g1.loki.4 answers, at position 1.0:
1> draw
   Played
   kept [8.6] When the game is over nothing more is played.
"""
    )
    assert "kept [3.6] At no time does a hand hold more than 12 cards." in plain(told)
    assert "-> You draw Ravens 1. [4.1]" in told
    assert plain(told).count(rule_line(table.game, "4.1")) == 1
    assert "BROKEN" not in told


def test_a_refused_line_is_told_with_the_rule_it_broke() -> None:
    """Thor's draw in Loki's turn: the rules that held, the one broken, in words, and nothing after it."""
    told = asked(thunder(), "thor", "why g1.thor.4 1", "why g1.thor.4 2")
    assert "Line 1 of your letter that g1.thor.4 answers, at position 1.1:\n1> draw\n   REFUSED [1.5]" in told
    rules = [
        line.split("]")[0].strip() for line in told.split("\n") if line.strip().startswith(("kept", "BROKEN"))
    ]
    assert rules == ["kept [8.6", "kept [14.6", "BROKEN [1.5"]
    first = "Refused: draw. It is Loki's turn. The table stands at 1.1. By rule 1.5: Loki has the first turn."
    assert plain(told).startswith(f"1> why g1.thor.4 1 Answer: {first}")
    assert plain(told).count("Loki has the first turn. After that") == 1
    assert "2> lay huscarl A1\n   Not played: the letter stopped at line 1." in told


def test_a_line_is_held_to_the_view_of_then_and_not_to_that_of_now() -> None:
    """What was legal then is told as legal, though it would be refused now; and the other way round."""
    table = thunder()
    table.play("loki", ["offer draw"])
    assert "Not allowed: deploy dragon, female-archer, female-archer" in asked(
        table, "loki", "why deploy dragon, female-archer, female-archer"
    )
    told = asked(table, "loki", "why g1.loki.2 1")
    assert "BROKEN" not in told
    assert "kept [1.3]" in told


def test_misread_and_unplayed_lines_are_told() -> None:
    """The place at which a line could not be read, and what stopped the lines after it."""
    told = asked(thunder(), "loki", "why g1.loki.4")
    assert '2> lay dragon D1\n              ^\n   NOT UNDERSTOOD: "D" does not fit here.' in told
    assert "3> lay ravens A1\n   Not played: the letter stopped at line 2." in told
    assert "Your letter that g1.loki.4 answers, sent at position 1.0:" in told


def test_a_proposed_line_is_told_as_it_was_held_to_the_rules_then() -> None:
    """A question of the earlier letter: by the view of that time, whatever lies on the table now."""
    told = asked(thunder(), "thor", "why g1.thor.2 3")
    assert "3> why challenge B\n   A question; it was answered then.\n" in told
    assert "BROKEN [1.5]" in told


def test_a_position_tells_what_led_there_as_the_asker_was_shown_it() -> None:
    """Loki's draw is a card to Thor, and Ravens to Loki; Thor's own refused line stands there too."""
    table = thunder()
    to_thor, to_loki = (asked(table, seat, "why 1.1") for seat in ("thor", "loki"))
    assert "Position 1.1, as you were shown it:\n   -> Loki draws a card. [4.1]\n" in to_thor
    assert "Ravens" not in to_thor
    assert to_thor.startswith("1> why 1.1\n   Answer:\nLoki draws a card, by rule 4.1: ")
    assert "Position 1.1, as you were shown it:\n   -> You draw Ravens 1. [4.1]\n" in to_loki
    assert "1> draw\n   Played" in to_loki


def test_an_order_is_told_with_the_verdict_and_the_deciding_rule_first() -> None:
    """Of one that is refused the broken rule, once, before the numbers of those that are kept; else that all are."""
    table = thunder()
    refused = plain(asked(table, "thor", "why draw"))
    assert refused.startswith(
        "1> why draw Answer: Not allowed: draw. [1.5] It is Loki's turn. The table stands at 1.1. "
        "By rule 1.5: Loki has the first turn."
    )
    allowed = plain(asked(table, "loki", "warum draw", "why draw").partition("2> ")[2])
    assert allowed.startswith(
        "why draw Answer: Allowed: draw. All 8 rules that it is held to are kept: 8.6, "
    )
    assert refused.count(" are kept: ") == 1
    assert "kept [" not in refused + allowed


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_fight_is_told_with_the_rule_that_decided_it(language: str) -> None:
    """The last that happened, not that both cards were turned up; words to the others decide nothing."""
    table = Table.load(EXAMPLES / "thunder" / "treasure-lost" / "record.yaml")
    told = plain(Teller.of(Past(table, "thor"), language).answer("16.1"))
    first = {
        "en": "Discarded: Loki's Freya from C1, by rule 6.7: ",
        "de": "Lokis Karte auf C1 wird abgelegt: Freya, nach Regel 6.7: ",
    }
    assert told.startswith(first[language])
    assert told.count(rule_line(table.game, "6.7", language)) == 1


def test_nothing_hidden_of_the_other_is_told() -> None:
    """The cards that Loki chose, and that she had a letter in before Thor's, are nowhere in what Thor can ask."""
    table = thunder()
    everything = asked(table, "thor", "why 0.0", "why g1.thor.1", "why g1.thor.2", "why g1.thor.3", "why 1.0")
    for hidden in ("Dragon", "Female", "must not know", "Loki has chosen"):
        assert hidden not in everything
    assert "Loki's three cards lie face down in row 1. [1.3]" in plain(everything)


def test_odins_table_own_lines_and_what_the_other_did() -> None:
    """The same in the other game: what is placed unseen stays unseen, a step is told with its rules."""
    table = opened("odins_table")
    placed = {"odin": "place 0 9 3 5 9 1", "thor": "place 2 5 2 5 8 3"}
    table.play("odin", [placed["odin"]])
    before = asked(table, "thor", "why 0.0", "why g1.thor.1", "why g1.odin.2 1")
    assert placed["odin"] not in before
    assert "as you were shown it" in before
    assert "Line 1 of" not in before
    table.play("thor", [placed["thor"], "a1-a2"])
    table.play("thor", [placed["thor"]])
    told = asked(table, "thor", "why g1.thor.3", "why g1.thor.4", "why 1.0")
    assert "1> place 2 5 2 5 8 3\n   Played\n   kept [" in told
    assert "2> a1-a2\n   Not played: waiting for Odin.\n" in told
    assert "1> place 2 5 2 5 8 3\n   REFUSED [" in told
    assert "   BROKEN [" in told
    assert "By rule 2.2: " in told
    assert placed["odin"] not in told
    table.play("odin", ["a1-a2"])
    to_thor = asked(table, "thor", "why 1.1")
    assert "Position 1.1, as you were shown it:\n   -> Odin " in to_thor
    assert plain(to_thor).startswith("1> why 1.1 Answer: Odin moves a piece from a1 to a2, by rule 3.1: ")
    assert "Line 1 of" not in to_thor
    to_odin = asked(table, "odin", "why 1.1")
    assert "1> a1-a2\n   Played\n   kept [" in to_odin


def test_a_fight_is_told_before_the_card_that_was_drawn_after_it() -> None:
    """What decided stands first: who lost, not what is drawn for the used cards."""
    table = Table.open("odins_table", seed="01", options={"players": "odin:anna,thor:bert"})
    for seat in ("odin", "thor"):
        six = table.view(seat).mine.six
        table.play(seat, ["place " + " ".join(card.rpartition(".")[2] for card in six)])
    for seat, line in (("odin", "a1-a2"), ("thor", "a5-a4"), ("odin", "a2-a3"), ("thor", "a4xa3")):
        assert table.play(seat, [line]).verdicts == ("played",)
    for seat in ("odin", "thor"):
        told = plain(asked(table, seat, "why 4.1")).partition("Answer: ")[2]
        assert " piece on a" in told.partition(" loses and is captured, by rule 4.3: ")[0]
        assert told.index("loses and is captured") < 40


# What cannot be told


NOT_YOURS = "is not a letter to you in this game. Those to you are g1.thor.1 to g1.thor.5."


@pytest.mark.parametrize(
    "number", ["g1.loki.1", "g1.loki.4", "g1.loki.99", "g1.odin.1", "g2.thor.1", "g1.thor.99", "g1.thor.0"]
)
def test_of_no_letter_to_the_asker_nothing_is_told(number: str) -> None:
    """One sentence for a letter of another seat, whether or not it exists, and for an impossible number."""
    table = thunder()
    told = plain(asked(table, "thor", f"why {number} 1"))
    assert told == f"1> why {number} 1 Answer: {number} {NOT_YOURS}"


def test_of_a_position_never_reached_nothing_is_told() -> None:
    """A sentence that says so, and no more."""
    told = plain(asked(thunder(), "thor", "why 8.1"))
    assert told.endswith("Answer: As far as you were shown, the table has not stood at position 8.1.")


def test_a_line_that_is_none_and_a_letter_that_answers_none() -> None:
    """The lines that exist; and that a letter only told what happened."""
    told = plain(asked(thunder(), "thor", "why g1.thor.2 9", "why g1.thor.3 1"))
    assert "has no line 9 with anything on it. There are: 1, 2, 3." in told
    assert "g1.thor.3 answers no letter of yours, so there are no lines in it to look at." in told


def test_whoever_takes_a_seat_over_cannot_look_into_the_letters_of_the_player_before() -> None:
    """H3, H7 What was written and noted before stays that player's own; what the seat was shown is told."""
    table = thunder()
    table.play("thor", ["note my own {secret}"])
    table.write_down("replace", "thor", events=(SeatTaken("thor", "Olaf"),))
    told = asked(table, "thor", *(f"why g1.thor.{n}" for n in range(1, 8)), "why 0.0", "why g1.thor.2 1")
    assert "my own" not in told
    assert "Hello" not in told
    assert "1> draw" not in told
    assert "Loki draws a card." in told
    assert "g1.thor.2 answers no letter of yours" in told
    assert "my own" not in "".join(table.explain(n, "thor") for n in range(7))


def test_within_an_invitation_letters_are_told(tmp_path: Any) -> None:
    """H4 A second acceptance is told with the rule of the house that it broke."""
    table = Table.open("thunder", seed="07", clock=lambda: TIME, invite=True)
    table.play("thor", ["draw", "accept with words"])
    table.play("thor", ["accept with words", "accept"])
    told = asked(table, "thor", "why g1.thor.2", "why g1.thor.3", "why 0.0")
    assert "BROKEN [H4]" in told
    assert told.count("1> accept with words\n   Played") == 2
    assert not list(tmp_path.iterdir())


# Rules of the house, and rules that changed


def test_a_line_for_another_position_is_told_with_the_rule_of_the_house() -> None:
    """H1 The chain ends at the rule of the house; where the position was right, it is the first one kept."""
    table = thunder()
    table.play("loki", ["@9.9 lay ravens C1"])
    table.play("loki", [f"@{table.position} lay ravens C1"])
    told = asked(table, "loki", "why g1.loki.6", "why g1.loki.7")
    first, second = told.split("Your letter that g1.loki.7")
    assert "BROKEN [H1] An order that names a position" in first
    assert "kept" not in first
    assert "kept [H1]" in second
    assert "kept [5.1]" in second


def test_an_offer_too_many_is_told_with_the_rule_of_the_house() -> None:
    """H18 The words said earlier in the very letter count."""
    table = thunder()
    table.play("loki", "say so\n\n" * 40 + "offer draw")
    assert table.entries[-1].lines[-1].rule == "H18"  # type: ignore[attr-defined]
    told = asked(table, "loki", "why g1.loki.6 81")
    assert "BROKEN [H18]" in told
    assert "Today's rules" not in told


def test_a_line_that_a_standing_order_went_before_is_held_to_the_position_before_it() -> None:
    """H1 What the writer's own standing order did does not make the writer's next line stale, then or now."""
    table, rng = standing.opened(Memory()), Random(3)
    while getattr(table.entries[-1], "act", "") != "standing":
        table.play(*standing.order(table, rng))
    by = table.entries[-1].seat  # type: ignore[attr-defined]
    table.play(by, f"@{table.position} {table.moves(by)[0]}")
    (line,) = replay.held_lines(table, len(table.points) - 1)
    assert type(line.events[0]).__name__ == "StandingUsed"
    assert line.tried
    assert [number for number, _, broken in line.tried.rules if broken] == []
    assert line.tried.rules[0][0] == "H1"
    assert table.points[-1].positions[1] != line.position


def test_where_todays_rules_would_rule_otherwise_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict is that of the record, the chain is today's, and the difference is named."""
    table = thunder()
    assert "Today's rules" not in asked(table, "loki", "why g1.loki.4 1")
    strict = Rule("4.2", "strict", "Nobody draws.", lambda _view, _move: why("game-over"))
    moves: Any = table.game.MOVES
    happen, rules = moves[Draw]
    monkeypatch.setitem(moves, Draw, (happen, (*rules, strict)))
    told = asked(table, "loki", "why g1.loki.4 1")
    assert "Played\n" in told
    assert "Today's rules would rule otherwise." in told
    assert "Today's rules would rule otherwise." in table.explain(3)


@pytest.mark.slow
def test_every_line_of_a_record_is_ruled_the_same_today() -> None:
    """In frozen and whole games every line that was ruled on is held to a chain that ends as it ended then."""
    for name, seed in (("thunder", 3), ("odins_table", 3)):
        table = play_whole(find(name), seed)
        lines = [
            line
            for n, entry in enumerate(table.entries)
            if entry.kind == "letter"
            for line in replay.held_lines(table, n)
        ]
        assert len(lines) > 40
        assert all(line.same for line in lines)
        assert {line.line.verdict for line in lines} >= {"played", "refused"}


# `explain` for a seat


def test_explain_for_a_seat_counts_its_own_entries() -> None:
    """Entry 3 of Loki is what g1.loki.4 tells; there is no more than the seat knows."""
    table = thunder()
    assert "Your letter that g1.loki.4 answers" in table.explain(3, "loki")
    assert "\nWhat you were shown with g1.loki.3:" in table.explain(2, "loki")
    assert table.explain(2, "loki") == explained(table, 2, "loki", "en")
    with pytest.raises(Faulty) as raised:
        table.explain(6, "loki")
    assert raised.value.why.params["last"] == len(table.index.concerning["loki"]) - 1
    with pytest.raises(Faulty):
        table.explain(-1, "loki")


def test_it_is_told_in_the_language_of_the_seat_or_the_one_named() -> None:
    """Questions in German words, answers in German; the letter is read in the language it was written in."""
    table = thunder(languages={"thor": "de"})
    table.play("thor", ["ziehe", "ziehhe"])
    told = asked(table, "thor", "warum 1.1", "warum g1.thor.5 Zeile 1", "wieso g1.loki.2 1")
    assert "Stellung 1.1, wie sie dir gezeigt wurde:" in told
    assert "-> Loki zieht eine Karte. [4.1]" in told
    assert "VERLETZT [1.5]" in told
    assert "ist kein Brief an dich in dieser Partie." in plain(told)
    assert table.explain(4, "thor").startswith("Abgelehnt: ziehe. ")
    assert "\nDein Brief, auf den g1.thor.5 antwortet" in table.explain(4, "thor")
    assert "\nYour letter that g1.thor.5 answers" in table.explain(4, "thor", language="en")
    assert "\nYour letter" in table.explain(3, "loki")


def test_help_names_it() -> None:
    """`help why` by mail tells both forms, in both languages."""
    table = thunder(languages={"thor": "de"})
    assert "| why 7.2: what happened" in asked(table, "loki", "help why")
    assert "| why LETTER 2: the same of line 2" in asked(table, "loki", "help why")
    assert "| warum 7.2: was" in asked(table, "thor", "hilfe warum")


def test_the_keeper_is_told_rules_of_the_house_too() -> None:
    """`explain` without a seat names H1 where it is the rule that was broken."""
    table = thunder()
    table.play("loki", ["@9.9 lay ravens C1"])
    assert "BROKEN [H1]" in table.explain(len(table.points) - 1)


# What is typed


READER = Reader(find("thunder"), find("thunder").options({}), ("de",))


@pytest.mark.parametrize(
    ("line", "argument"),
    [
        ("why 7.2", "7.2"),
        ("Why @07.2?", "7.2"),
        ("why: 7.02.", "7.2"),
        ("warum 7.2", "7.2"),
        ("why G1.Thor.09", "g1.thor.9"),
        ("why g1.thor.9, line 02", "g1.thor.9 2"),
        ("weshalb g1.thor.9 Zeile 2?", "g1.thor.9 2"),
        ("why 0.0", "0.0"),
        ("why b1.thor.9 120", "b1.thor.9 120"),
    ],
)
def test_positions_and_letters_behind_why_are_read(line: str, argument: str) -> None:
    """In either language, with or without zeros, marks and signs."""
    assert READER.read(line) == Question("why", argument)
    other = find("odins_table")
    assert Reader(other, other.options({}), ("de",)).read(line) == Question("why", argument)


@pytest.mark.parametrize("line", ["why 7", "why 7.2.1", "why not", "why g1.thor", "try 7.2", "7.2", "why"])
def test_what_is_neither_is_prose(line: str) -> None:
    """Nothing that people write is taken for a question of the past."""
    assert isinstance(READER.read(line), Prose)


TABLE = thunder()
TYPED = st.one_of(
    st.text(max_size=30),
    st.from_regex(r"@?[0-9]{0,5}\.[0-9]{0,5}( [0-9a-z]{0,4})?", fullmatch=True),
    st.from_regex(r"(g1|g2|x)\.(thor|loki|odin|a)\.[0-9]{0,10}([ ,:]+(line )?[0-9]{0,4})?", fullmatch=True),
)


@pytest.mark.slow
@settings(deadline=None)
@given(TYPED, st.sampled_from(["thor", "loki"]))
@example("0.0", "thor")
@example("g1.thor.000000003 1", "thor")
@example("g1.thor.3 0", "thor")
@example("g1.loki.4 2", "loki")
def test_whatever_is_typed_behind_why_changes_nothing_and_tells_only_what_is_known(
    typed: str, seat: str
) -> None:
    """A question is answered, misread without a stop, or prose; nothing hidden from the asker is ever in the answer."""
    reading = Reader(TABLE.game, TABLE.content).read(f"why {typed}".replace("\n", " "))
    assert isinstance(reading, Question | Misread | Prose)
    if isinstance(reading, Misread):
        assert reading.asks
    if isinstance(reading, Question) and reading.move is None:
        assert reading == READER.read(f"why {reading.argument}")
        told = Teller.of(Past(TABLE, seat), "en").answer(reading.argument)
        assert told.strip()
        for hidden in {"thor": ("Dragon", "must not know"), "loki": ("Baldr", "Mjolnir", "Hello")}[seat]:
            assert hidden not in told
    assert not isinstance(reading, Order)


def test_questions_of_the_past_are_looked_up_once_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred times the same question is one look into the record."""
    looks: list[str] = []
    whole = Teller.answer

    def answer(self: Teller, argument: str) -> str:
        looks.append(argument)
        return whole(self, argument)

    monkeypatch.setattr(Teller, "answer", answer)
    told = asked(thunder(), "thor", *["why 1.1"] * 100, *["why g1.thor.2 1"] * 99)
    assert told.count("Loki draws a card.") == 1
    assert told.count("answered above.") == 197
    assert looks == ["1.1", "g1.thor.2 1"]


def test_without_a_record_at_hand_nothing_is_told() -> None:
    """A letter ruled on without its table knows of no position."""
    lines = Reader(TABLE.game, TABLE.content).read_letter("why 1.1")
    verdicts = ruling.rule_on(TABLE.game, TABLE.state, "thor", lines, Chance(Random(0))).verdicts
    view = TABLE.view("thor")
    told = receipt(reader_of(TABLE.game, TABLE.content, view), verdicts, TABLE.game.choices(view))
    assert "has not stood at position 1.1" in plain(told)


# By mail


@pytest.mark.slow
def test_it_is_answered_by_mail_as_text_and_as_a_page(tmp_path: Path) -> None:
    """Before the cards are dealt and after, to the one who asks and to nobody else."""
    office = Office(tmp_path, 7, {})

    def send(seat: str, *lines: str) -> Got:
        to = str(Got.of(office.boxes[seat][-1]).mail["Reply-To"])
        office.put(Writer(seat, Random(0)).plain(to, "orders", "\n".join(lines), office.time))
        office.run()
        return Got.of(office.boxes[seat][-1])

    first = send("thor", "accept", "why 0.0", "why g1.thor.1")
    assert (
        "Line 1 of your letter that g1.thor.2 answers, at position 0.0:\n1> accept\n   Played" in first.text
    )
    assert "What you were shown with g1.thor.1:" in first.text
    send("loki", "accept")
    before = len(office.boxes["loki"])
    got = send("thor", "why 0.0", "why g1.thor.2 1", "why g1.loki.2")
    assert "-> Your deck is shuffled. [1.1]" in got.text
    assert "By rule H4: " in got.text
    assert "g1.loki.2 is not a letter to you in this game." in got.text
    [html] = [part for part in got.mail.walk() if part.get_content_type() == "text/html"]
    page = bytes(html.get_payload(decode=True)).decode()
    shown = " ".join(re.sub("<[^>]*>", "", page).split())
    for said in ("Position 0.0, as you were shown it:", "Your deck is shuffled. [1.1]", "by rule 1.1: "):
        assert said in got.text
        assert said in shown
    assert len(office.boxes["loki"]) == before
