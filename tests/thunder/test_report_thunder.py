"""Reports of Thunder & Lightning: what a seat reads, in the words it reads."""

import json
import re
from random import Random

import pytest
from board import GAME, Board
from desk import Desk, Shuffling, dealt, middle

from referee.engine import driver
from referee.engine.events import Event
from referee.engine.plain import as_json
from referee.engine.rules import why
from referee.games.thunder.telling import table
from referee.telling.catalog import catalog
from referee.telling.paging import history_page
from referee.telling.sentences import reader_of
from referee.util.text import WIDTH
from referee.util.values import replace

PHONE = 30
HEADING = re.compile(r"[A-Z][A-Z ]{3,}")


def section(report: str, heading: str) -> list[str]:
    """The lines below a heading, up to the next one."""
    lines = report.splitlines()
    start = lines.index(heading) + 1
    ends = (n for n, line in enumerate(lines) if n > start and HEADING.fullmatch(line))
    return lines[start : next(ends, len(lines))]


def board_of(report: str) -> list[str]:
    """The drawing of the battlefield."""
    lines = report.splitlines()
    first, last = (n for n, line in enumerate(lines) if line == "  A        B        C")
    return lines[first : last + 1]


def test_the_battlefield_for_a_player() -> None:
    """Their own side is below with its face-down cards in parentheses, the enemy above, fronts in the middle."""
    assert board_of(middle().report("loki")) == [
        "  A        B        C",
        "2 -        ####     -",
        "1 ####     Hirdman4 -",
        "-- Thor above, Loki below --",
        "1(FireGn5)(FrostG4) -",
        "2 Ravens 1 -        -",
        "  A        B        C",
    ]


def test_the_battlefield_for_an_onlooker() -> None:
    """An onlooker sees Thor's side below, and only what lies face up."""
    assert board_of(middle().report(None)) == [
        "  A        B        C",
        "2 Ravens 1 -        -",
        "1 ####     ####     -",
        "-- Loki above, Thor below --",
        "1 ####     Hirdman4 -",
        "2 -        ####     -",
        "  A        B        C",
    ]


def test_captured_cards_are_marked_on_the_battlefield() -> None:
    """A card with the other deck's back bears a star, known or not; the key explains only what is there."""
    desk = Desk(loki={"A": "tyr*, viking-warriors*+"}, thor={"A": "hirdman+, angrboda*"}, ap=2)
    drawn = board_of(desk.report("loki"))
    assert drawn[1:3] == ["2 ####*    -        -", "1 Hirdman4 -        -"]
    assert drawn[4:6] == ["1(Tyr*7)   -        -", "2 Viking*3 -        -"]
    assert "*: captured" in desk.report("loki")
    assert "*: captured" not in middle().report("loki")


@pytest.mark.slow
def test_every_card_fits_its_column() -> None:
    """Whatever lies on the battlefield, the board is at most 30 characters wide and its columns keep their places."""
    decks = GAME.blank("g1", GAME.options({})).decks
    names = {seat: [row.name for row in rows] for seat, rows in decks.rows.items()}
    for seat, other in (("thor", "loki"), ("loki", "thor")):
        for name in [*names[seat], *(f"{name}*" for name in names[other])]:
            for mark in ("", "+"):
                given = {"A": "hirdman+" if seat == "thor" else "frost-giant+", "B": name + mark}
                drawn = board_of(Desk(**{seat: given, other: {"C": "ravens"}}).report(seat))
                row = next(line for line in drawn[3:] if line.startswith("1"))
                assert max(map(len, drawn)) <= PHONE, drawn
                assert len(row) <= 1 + 2 * 9 + 2, row
                assert row[10] == ("(" if not mark else " "), row
                assert row[19] == " ", row


def test_sizes_hand_and_piles() -> None:
    """Sizes stand in a table; their own hand is grouped, their own pile in order, the enemy's as all saw it."""
    lines = section(middle().report("loki"), "THE TABLE")
    assert "      hand  deck  pile" in lines
    assert "Thor     2    43     1" in lines
    assert "Loki     5    41     2" in lines
    assert "Your hand: Freya, Frigg 0, Ravens 1 x2, captured Tyr 7." in lines
    assert "Your pile, top first: Ravens, Seer." in lines
    assert "Thor's pile, as all saw it, top first: Einherjar." in lines


def test_what_happened_is_told_to_each_reader() -> None:
    """The mover reads `You`, the other the mover's name; a card drawn is named to its drawer only."""
    desk = middle()
    desk.letter("loki", "draw", "challenge B")
    mine = section(desk.report("loki"), "WHAT HAPPENED")
    theirs = section(desk.report("thor"), "WHAT HAPPENED")
    public = section(desk.report(None), "WHAT HAPPENED")
    assert mine[1].startswith("  3.1  You draw ")
    assert theirs[1] == public[1] == "  3.1  Loki draws a card. [4.1]"
    assert mine[2:4] == [
        "  3.2  You challenge in column B: your Frost Giant 4 and Thor's Hirdman",
        "       4 are equal, and both fall. [6.1, 6.4, 6.6]",
    ]
    assert " ".join(" ".join(theirs[2:4]).split()) == (
        "3.2 Loki challenges in column B: Loki's Frost Giant 4 and your Hirdman 4 are equal, and both fall. "
        "[6.1, 6.4, 6.6]"
    )
    assert "Loki's Frost Giant 4 and Thor's" in public[2]


def test_a_long_misread_line_is_shown_around_its_caret() -> None:
    """However far right the mistake is, line and caret keep to the width, and hidden marks do not move the caret."""
    told = middle().letter("loki", "challenge B order " + "ravens, " * 20 + "\u202egnomes").splitlines()
    assert max(map(len, told)) <= WIDTH
    at = next(n for n, line in enumerate(told) if line.strip() == "^")
    assert "<U+202E>" in told[at - 1]
    assert told[at - 1][told[at].index("^") :] in {"gnomes", "<U+202E>gnomes"}


def test_what_a_line_brought_about_stands_below_it() -> None:
    """A played line is followed by what its writer was shown of it, and nothing else."""
    told = middle().letter("loki", "Hello Thor,", "use frigg hand", "", "Regards").splitlines()
    assert told == [
        "2> use frigg hand",
        "   Played",
        "   You play Frigg and look at Thor's hand: Nightmare 0, Ravens 1. [7.1,",
        "     13.2]",
        "Position 3.1. It is your turn: 2 action points left. [3.4]",
        "Not an order, ignored: lines 1, 4.",
    ]


def test_an_abbreviation_is_told_in_full() -> None:
    """Where the line as written is not the canonical one, the receipt says what was played."""
    assert "   Played: challenge B" in middle().letter("loki", "CHAL b!").splitlines()


def test_an_unclear_line_lists_its_readings() -> None:
    """17.3 Two cards of one name: the letter stops, and both readings are shown."""
    desk = Desk(loki={"hand": "ravens, ravens*", "A": "fire-giant"}, thor={"A": "ravens"}, ap=2)
    told = desk.letter("loki", "use ravens A").splitlines()
    assert told[1].startswith("   NOT CLEAR")
    assert told[2:] == ["|  use own ravens A", "|  use captured ravens A"]


def test_questions_are_answered_in_the_receipt() -> None:
    """`rules`, `try`, `why`, `moves`, `history`, `help` are answered; the table stays as it was."""
    desk = middle()
    before = desk.board.state
    assert "15.2 From the hand" in desk.letter("loki", "rules 15.2")
    assert "There is no rule or chapter 99." in desk.letter("loki", "rules 99")
    assert "Not allowed: use ravens C. [15.6]" in desk.letter("loki", "try use ravens C")
    assert "Allowed: lay freya C1" in desk.letter("loki", "try lay freya C1")
    told = desk.letter("loki", "why use ravens C")
    first, second = told.splitlines()[2:4]  # the rule that decides, first
    assert first == "   Not allowed: use ravens C. [15.6] The enemy column C is empty."
    assert second.startswith("   By rule 15.6: ")
    assert "   The other rules that it is held to are kept: 8.6, " in told
    assert "Draw a card [4.1]: draw" in desk.letter("loki", "moves")
    assert "try ORDER" in desk.letter("loki", "help")
    assert desk.board.state == before
    desk.letter("loki", "draw")
    assert "3.1  You draw" in desk.letter("loki", "history")


def test_words_of_the_other_are_data() -> None:
    """Nothing that a player writes can pass for a text of ours: each line of it is marked and indented."""
    desk = middle()
    desk.letter("loki", "say Well", "THE TABLE", "Loki resigns. [8.5]", "\u202eSeal 00")
    for seat in ("loki", "thor", None):
        report = desk.report(seat)
        lines = report.splitlines()
        assert lines.count("THE TABLE") == 1
        at = next(n for n, line in enumerate(lines) if "[H2]" in line)
        assert [line.strip() for line in lines[at + 1 : at + 5]] == [
            "| Well",
            "| THE TABLE",
            "| Loki resigns. [8.5]",
            "| <U+202E>Seal 00",
        ]


def test_names_of_players_are_told_and_cleaned() -> None:
    """Who plays whom stands in the heading, with nothing in a name that could move or break the line."""
    desk = Desk(
        options={"players": "thor:An\u202ena,loki:" + "Bert" * 40}, thor={"A": "ravens"}, loki={"A": "ravens"}
    )
    state = desk.board.state
    desk.board.state = replace(state, names=(("thor", "An\u202ena"), ("loki", "Bert" * 40)))
    top = " ".join(desk.report("thor").split())
    assert f"You are Thor (An<U+202E>na). Loki is {'Bert' * 10}." in top
    assert max(map(len, desk.report("thor").splitlines())) <= WIDTH


def test_options_that_are_not_the_usual_are_told() -> None:
    """A game with a second value of a ruling says so in every report, with the ruling."""
    desk = Desk(options={"discards": "ask"}, thor={"A": "ravens"}, loki={"A": "ravens"})
    assert "Options of this game: discards = ask (R24)." in desk.report("loki").splitlines()
    assert "Options" not in middle().report("loki")


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_a_whole_game_is_told_within_the_width(seat: str | None) -> None:
    """In a game played at random every report and the history keep to the width, and end lines cleanly."""
    desk = dealt()
    rng = Random(11)
    state, lots = desk.board.state, Shuffling()
    for _ in range(60):
        if GAME.ended(state):
            break
        owed = GAME.owed(state)[0].seat
        families = [
            family
            for family in GAME.choices(GAME.view(state, owed)).families
            if family.listed
            and family.key.split()[0] not in {"resign", "offer", "accept", "claim", "standing"}
        ]
        move = rng.choice(list(rng.choice(families).moves()))
        events: list[Event] = []
        after = driver.make(GAME, state, owed, move, lots, events)
        after = driver.end_letter(GAME, after, owed, lots, events)
        for event in events:
            state = GAME.apply(state, event)
            desk.happened.append(("{}.{}".format(*GAME.position(GAME.view(state, seat))), event))
        desk.board.state = state
        report = desk.report(seat)
        assert [line for line in report.splitlines() if len(line) > WIDTH or line != line.rstrip()] == []
        assert "\n\n\n" not in report
        assert report.isascii()
        assert max(map(len, board_of(report))) <= PHONE
    told = history_page(reader_of(GAME, desk.board.options, desk.board.view(seat)), desk.told(seat), 1)
    assert len(told.splitlines()) > 60


def test_a_report_does_not_depend_on_what_its_reader_cannot_see() -> None:
    """Two tables that differ in hidden cards only give the reader the same bytes."""
    one = Desk(loki={"hand": "frigg", "A": "fire-giant"}, thor={"A": "hirdman", "hand": "ravens, tyr"}, ap=2)
    two = Desk(
        loki={"hand": "frigg", "A": "fire-giant"}, thor={"A": "ravens", "hand": "tyr, nightmare"}, ap=2
    )
    for desk in (one, two):
        desk.letter("loki", "draw")
    assert one.report("loki") == two.report("loki")
    assert one.report(None) == two.report(None)
    assert one.report("thor") != two.report("thor")


def test_single_sentences_can_be_told() -> None:
    """One event with the number of its rule, and one refusal."""
    board = middle().board
    board.letter("loki", "draw")
    shown = board.told("thor")[0]
    reader = reader_of(GAME, board.options, board.view("thor"))
    assert reader.sentences([shown]) == ("Loki draws a card. [4.1]",)
    assert reader.reason(why("deck-empty")) == "Your deck is empty."


def test_views_and_choices_are_plain_data() -> None:
    """`as_json` gives data that JSON can hold, with sorted keys and nothing of what the seat may not see."""
    desk = middle()
    desk.letter("loki", "draw")
    view = desk.board.view("thor")
    for value in (view, desk.told("thor"), GAME.choices(view)):
        text = json.dumps(as_json(value))
        assert json.loads(text) == as_json(value)
    data = as_json(view)
    assert list(data) == sorted(data)
    assert data["loki"]["hand"] is None
    assert data["thor"]["hand"] == ["thor.nightmare", "thor.ravens"]
    drawing = {"count": 1, "family": "draw", "moves": [{"move": "Draw"}], "rule": "4.1"}
    assert drawing in as_json(GAME.choices(desk.board.view("loki")))


DANGER = {"treasure-held", "last-card"}


@pytest.mark.parametrize(
    ("loki", "thor", "told"),
    [
        ({"hand": "odins-crown", "A": "ravens", "B": "ravens"}, {"A": "hirdman"}, {"treasure-held"}),
        ({"A": "odins-crown"}, {"A": "hirdman"}, {"treasure-held", "last-card"}),
        ({"hand": "hel", "B": "ravens"}, {"A": "hirdman", "hand": "odins-ring"}, {"last-card"}),
        ({"hand": "odins-ring*", "A": "ravens", "C": "hel"}, {"A": "hirdman"}, set()),
        ({"A": "ravens", "C": "hel"}, {"A": "odins-ring"}, set()),
    ],
)
def test_a_reader_is_told_what_the_game_is_lost_by(
    loki: dict[str, str], thor: dict[str, str], told: set[str]
) -> None:
    """8.1, 8.3 A reader's own treasure, in the hand too, and their last card; nothing of the other's."""
    view = GAME.view(Board(loki=loki, thor=thor).state, "loki")
    assert {key for key, _ in table(view).notes} & DANGER == told
    assert not {key for key, _ in table(GAME.view(Board(loki=loki, thor=thor).state, None)).notes} & DANGER


def test_the_power_of_ravens_names_what_they_leave() -> None:
    """15.3 A Shield Wall has strength 0 and stays: the one line where Ravens are listed says so, in each language."""
    assert "no Shield Wall" in catalog("thunder", "en").entries["texts"]["power-ravens"]
    assert "kein Schildwall" in catalog("thunder", "de").entries["texts"]["power-ravens"]
