"""What a line may have been meant for among what its writer may do now: bare answers, things named, slips."""

import pytest
from support.meant import offered

from referee.api import Table
from referee.notation.reader import Order

HOUSE = {"supplement": "house"}
SEATS = {"thunder": ("thor", "loki"), "odins_table": ("odin", "thor"), "hammer_of_thor": ("red", "blue")}


def table_of(game: str, language: str, orders: str = "") -> Table:
    """A game in which these orders were given, one after the other, by whoever owes one."""
    options = {"options": HOUSE} if game == "hammer_of_thor" else {}
    table = Table.open(game, seed="07", languages=dict.fromkeys(SEATS[game], language), **options)
    for order in filter(None, orders.split("; ")):
        assert table.play(table.owed()[0].seat, order).verdicts == ("played",), order
    return table


DEPLOYED = "deploy huscarl, ravens, shield-wall; deploy dragon, female-archer, female-archer"


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "meant"),
    [
        ("thunder", "en", "", "ravens, baldr, huscarl", ["deploy ravens, baldr, huscarl"]),
        ("thunder", "en", "", "Ravens Baldr and Huscarl", ["deploy ravens, baldr, huscarl"]),
        (
            "thunder",
            "en",
            "",
            "I take raven, huscarl and the shield wall",
            ["deploy ravens, huscarl, shield-wall"],
        ),
        ("thunder", "de", "", "Raben, Baldr, Huscarl", ["aufstellen Raben, Baldr, Huscarl"]),
        ("thunder", "de", "", "Ich nehme Raben, Baldr und Huscarl!", ["aufstellen Raben, Baldr, Huscarl"]),
        ("thunder", "de", "", "Raben; Wikinger; Huscarl", ["aufstellen Raben, Wikingerkrieger, Huscarl"]),
        ("odins_table", "en", "", "1 9 3 0 9 5", ["place 1 9 3 0 9 5"]),
        ("odins_table", "en", "", "1, 9, 3, 0, 9, 5", ["place 1 9 3 0 9 5"]),
        ("odins_table", "de", "", "1 9 3 0 9 5 bitte", ["lege 1 9 3 0 9 5"]),
        ("hammer_of_thor", "en", "", "Odin", ["choose odin"]),
        ("hammer_of_thor", "en", "", "Odin, please", ["choose odin"]),
        ("hammer_of_thor", "en", "", "I take Odin", ["choose odin"]),
        ("hammer_of_thor", "de", "", "Odin bitte", ["wähle odin"]),
        ("hammer_of_thor", "de", "", "ich nehme Odin", ["wähle odin"]),
        ("hammer_of_thor", "en", "choose odin", "1", ["start 1"]),
        ("hammer_of_thor", "de", "choose odin", "1", ["beginne 1"]),
        ("hammer_of_thor", "en", "choose odin", "at 1", ["start 1"]),
        ("hammer_of_thor", "de", "choose odin", "fange an auf 1", ["beginne 1"]),
    ],
)
def test_a_bare_answer_to_what_is_owed_is_offered(
    game: str, language: str, orders: str, line: str, meant: list[str]
) -> None:
    """It is not played: its link is."""
    verdicts, links = offered(table_of(game, language, orders), line)
    assert (verdicts, links) == (["prose"], meant)
    table = table_of(game, language, orders)
    assert table.play(table.owed()[0].seat, links[0]).verdicts == ("played",)


PLACED = "place 1 9 3 0 9 5; place 2 2 3 8 5 5"
FOUGHT = f"{DEPLOYED}; {'; '.join(['draw'] * 9)}; challenge A"
STARTED = "choose odin; start 1; choose loki; start 4"
COLUMN_B = ["use frigg B"]


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "meant"),
    [
        ("thunder", "en", DEPLOYED, "Let's go with frigg on column B", COLUMN_B),
        ("thunder", "en", DEPLOYED, "Activate frigg: B", COLUMN_B),
        ("thunder", "en", DEPLOYED, "vikings to A2 please", ["lay viking-warriors A2"]),
        ("thunder", "en", DEPLOYED, "put archer on C1 please", ["lay female-archer C1"]),
        ("thunder", "en", DEPLOYED, "take one", ["draw"]),
        ("thunder", "de", DEPLOYED, "Wikinger auf A2 bitte", ["lege Wikingerkrieger A2"]),
        ("thunder", "de", DEPLOYED, "Setz die Wikinger auf A2", ["lege Wikingerkrieger A2"]),
        ("thunder", "de", DEPLOYED, "hole eine", ["ziehe"]),
        ("thunder", "en", FOUGHT, "use ravens against the dragon", ["use ravens A"]),
        ("thunder", "en", FOUGHT, "ravens against dragon", ["use ravens A"]),
        ("thunder", "de", FOUGHT, "nutze Raben gegen den Drachen", ["nutze Raben A"]),
        ("thunder", "de", FOUGHT, "Angriff auf Spalte B!", ["fordere B"]),
        ("thunder", "de", FOUGHT, "attacke B", ["fordere B"]),
        ("odins_table", "en", PLACED, "move a1 forward", ["a1-a2", "a1-b2"]),
        ("odins_table", "en", PLACED, "a1 up", ["a1-a2", "a1-b2"]),
        ("odins_table", "en", PLACED, "a1", ["a1-a2", "a1-b2"]),
        ("odins_table", "de", PLACED, "a1 vor", ["a1-a2", "a1-b2"]),
        ("odins_table", "de", PLACED, "r\u00fcck a1 auf a2", ["a1-a2"]),
        ("hammer_of_thor", "en", STARTED, "I'll stay here", ["halt"]),
        ("hammer_of_thor", "de", STARTED, "bleibe hier", ["halt"]),
        ("hammer_of_thor", "en", STARTED, "mvoe odin 4", ["move odin 4"]),
        ("hammer_of_thor", "en", STARTED, "mvoe odin 4, halt", ["move odin 4\nhalt"]),
        ("hammer_of_thor", "de", STARTED, "zeihe Odin 4", ["ziehe odin 4"]),
        ("hammer_of_thor", "de", STARTED, "laufe mit Odin nach 4", ["ziehe odin 4"]),
        ("hammer_of_thor", "en", STARTED, "throw away my gungnir", ["discard gungnir"]),
        ("hammer_of_thor", "en", STARTED, "turn into an eagle", ["change odin into eagle"]),
    ],
)
def test_what_a_line_names_is_offered_among_what_may_be_played(
    game: str, language: str, orders: str, line: str, meant: list[str]
) -> None:
    """By verbs, cards, places and numbers, in the order in which it names them; a card also for where it lies."""
    verdicts, links = offered(table_of(game, language, orders), line)
    assert links == meant
    assert verdicts in (["prose"], ["misread"])


@pytest.mark.parametrize(
    ("game", "language", "orders", "line"),
    [
        ("thunder", "en", DEPLOYED, "You took my ravens on B2!"),
        ("thunder", "en", DEPLOYED, "Nice fight in column B, wasn't it"),
        ("thunder", "en", DEPLOYED, "Loki"),
        ("thunder", "en", DEPLOYED, "I would not lay vikings on A2"),
        ("thunder", "en", DEPLOYED, '"vikings to A2"'),
        ("thunder", "en", DEPLOYED, "> vikings to A2"),
        ("thunder", "en", DEPLOYED, "Good luck!"),
        ("thunder", "de", DEPLOYED, "Du hast Wikinger auf A2"),
        ("thunder", "de", DEPLOYED, "Vielleicht Wikinger auf A2"),
        ("thunder", "de", DEPLOYED, "Viele Gr\u00fc\u00dfe, Bert"),
        ("thunder", "de", DEPLOYED, "Thor"),
        ("thunder", "en", "", "Baldr"),
        ("odins_table", "en", PLACED, "Good game at a1"),
        ("odins_table", "en", PLACED, "Odin"),
        ("odins_table", "de", PLACED, "Ich dachte, a1 w\u00e4re deiner"),
        ("hammer_of_thor", "en", STARTED, "reveal njord"),
        ("hammer_of_thor", "de", STARTED, "Sch\u00f6ne Partie bisher"),
    ],
)
def test_sentences_and_what_cannot_be_played_offer_nothing(
    game: str, language: str, orders: str, line: str
) -> None:
    """Words to somebody, signatures, quotes; what is not the writer's to play."""
    table = table_of(game, language, orders)
    before = table.position
    verdicts, links = offered(table, line)
    assert (links, table.position) == ([], before)
    assert verdicts != ["played"]


@pytest.mark.parametrize(
    ("game", "language", "orders", "line", "asked"),
    [
        ("thunder", "en", "", "Dragon, hel, tyr", "try deploy dragon, hel, tyr"),
        ("thunder", "en", "", "I take dragon, hel and tyr", "try deploy dragon, hel, tyr"),
        ("thunder", "de", "", "Ich nehme Drache, Hel und Tyr", "probiere aufstellen Drache, Hel, Tyr"),
        ("odins_table", "en", "", "9 9 9 9 9 9", "try place 9 9 9 9 9 9"),
        ("odins_table", "de", "", "9 9 9 9 9 9", "probiere lege 9 9 9 9 9 9"),
        ("hammer_of_thor", "en", "choose odin", "40", "try start 40"),
        ("hammer_of_thor", "de", "choose odin", "40", "probiere beginne 40"),
    ],
)
def test_a_bare_answer_that_may_not_be_played_is_offered_as_a_question(
    game: str, language: str, orders: str, line: str, asked: str
) -> None:
    """Which tells why."""
    verdicts, links = offered(table_of(game, language, orders), line)
    assert (verdicts, links) == (["prose"], [asked])
    table = table_of(game, language, orders)
    assert table.play(table.owed()[0].seat, asked).verdicts == ("answered",)


@pytest.mark.parametrize(
    ("language", "line", "told", "meant"),
    [
        ("en", "play the seer", "Not allowed: use seer. [7.1] You do not hold Seer", "use frigg"),
        ("en", "play hel on B2", "Not allowed: lay hel B2. [5.1] You do not hold Hel", "lay "),
        (
            "de",
            "spiele die Seherin",
            "Nicht erlaubt: nutze Seherin. [7.1] Diese Karte hast du nicht auf der Hand",
            "nutze Frigg",
        ),
        (
            "de",
            "spiele Hel auf B2",
            "Nicht erlaubt: lege Hel B2. [5.1] Diese Karte hast du nicht auf der Hand",
            "lege ",
        ),
    ],
)
def test_what_a_slip_may_have_meant_is_never_offered_where_it_may_not_be_played(
    language: str, line: str, told: str, meant: str
) -> None:
    """Why it may not be played is told instead, and only what may be is offered."""
    table = table_of("thunder", language, DEPLOYED)
    seat = table.owed()[0].seat
    legal = {move.written for move in table.choices(seat)}
    received = " ".join(str(table.play(seat, line)).split())
    assert told in received
    became, orders = offered(table, line)
    assert became == ["misread"]
    assert orders
    assert all(one.startswith(meant) for one in orders)
    read = [table.read([(1, one)], language=language)[0].reading for one in orders]
    assert {one.move.written for one in read if isinstance(one, Order)} <= legal
    assert all(isinstance(one, Order) for one in read)


def test_a_verb_of_many_meanings_is_offered_as_the_one_that_may_be_played() -> None:
    """Where a card may be laid on more places than are offered, those that are worth most; not what is forbidden."""
    table = table_of("thunder", "en", DEPLOYED)
    tried = 0
    for _ in range(16):
        seat = table.owed()[0].seat
        moves = [move.written for one in table.choices(seat).families for move in one.moves()]
        lays: dict[str, list[str]] = {}
        for one in (one for one in moves if one.startswith("lay ") and " order " not in one):
            lays.setdefault(one.split()[1], []).append(one)
        for card, able in lays.items():
            if not any(one == f"use {card}" or one.startswith(f"use {card} ") for one in moves):
                found = offered(table, f"play {card}")[1]
                assert found
                assert {*found} <= {*moves}, found
                tried += len(able) > 6
        table.play(seat, next(iter(lays.values()))[0] if lays else "draw")
    assert tried
