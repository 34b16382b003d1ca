"""The orders of Thunder & Lightning: every move is read back from its canonical form, and people's ways of writing."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from msgspec.structs import fields

from referee.engine.choices import Move
from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, Decline, DeclineDraw, OfferDraw, Resign
from referee.games.thunder import moves as m
from referee.games.thunder.decklist import DECK_LIST
from referee.house.games import find
from referee.notation import parser
from referee.notation.reader import Misread, Order, Prose, Reader
from referee.notation.readings import MOST_TOKENS, Table, reading_of
from referee.notation.rows import LONGEST_LINE
from referee.util import data

GAME = find("thunder")
READER = Reader(GAME, GAME.options({}))
CARDS = sorted({(row["card"], row["title"]) for rows in DECK_LIST.own().values() for row in rows})
POWERS = reading_of(GAME).KINDS

bare = st.sampled_from([card for card, _ in CARDS])
whose = st.sampled_from(["", "own ", "captured "])
names = st.builds(str.__add__, whose, bare)
some = st.lists(names, min_size=1, max_size=9).map(tuple)
any_order = st.just(()) | some
columns = st.sampled_from("ABC")
rows = st.integers(1, 99)
ravens = st.lists(st.sampled_from(["ravens", "own ravens", "captured ravens"]), max_size=12).map(tuple)


def cards(*kinds: str) -> st.SearchStrategy[str]:
    """Names of cards whose power is of one of these kinds; no kinds: those without a power."""
    fit = [card for card, _ in CARDS if (POWERS.get(card) in kinds if kinds else card not in POWERS)]
    return st.builds(str.__add__, whose, st.sampled_from(fit))


MOVES: dict[type[Any], st.SearchStrategy[Any]] = {
    m.Deploy: st.builds(m.Deploy, some),
    m.Draw: st.just(m.Draw()),
    m.Lay: st.builds(m.Lay, names, columns, st.just(0) | rows),
    m.Challenge: st.builds(m.Challenge, columns, any_order),
    m.UseRavens: st.builds(
        m.UseRavens,
        cards("ravens"),
        columns | st.sampled_from(["own", "hand"]),
        st.just("") | columns,
        any_order,
    ),
    m.UseFrigg: st.builds(m.UseFrigg, cards("frigg"), columns | st.just("hand")),
    m.UseFreya: st.builds(m.UseFreya, cards("freya")),
    m.UseHel: st.builds(m.UseHel, cards("hel"), names),
    m.UseLongships: st.builds(m.UseLongships, cards("longships"), any_order),
    m.UseOdin: st.builds(m.UseOdin, cards("odin"), ravens),
    m.UseSpear: st.builds(m.UseSpear, cards("spear"), columns, rows),
    m.Shift: st.builds(m.Shift, cards("shifting"), columns, rows, columns, rows),
    m.UseVidarr: st.builds(m.UseVidarr, cards("vidarr"), columns, columns, rows, any_order),
    m.UseSeer: st.builds(m.UseSeer, cards("seer"), st.lists(columns, max_size=4).map(tuple)),
    m.UseLasting: st.builds(m.UseLasting, cards("lasting")),
    m.UsePowerless: st.builds(m.UsePowerless, cards()),
    m.Place: st.builds(m.Place, columns),
    m.Next: st.just(m.Next()),
    m.Stop: st.just(m.Stop()),
    m.Order: st.builds(m.Order, any_order),
    m.StandingDiscards: st.builds(m.StandingDiscards, any_order),
    m.StandingLay: st.builds(m.StandingLay, st.lists(columns, max_size=4).map(tuple)),
    Resign: st.builds(Resign, st.from_regex(r"[a-z0-9][a-z0-9._-]{0,12}[a-z0-9]", fullmatch=True)),
    OfferDraw: st.just(OfferDraw()),
    AcceptDraw: st.just(AcceptDraw()),
    DeclineDraw: st.just(DeclineDraw()),
    ClaimDraw: st.just(ClaimDraw()),
    ClaimWin: st.just(ClaimWin()),
}


def test_every_class_of_move_is_tried() -> None:
    """The table of moves below is the game's own."""
    assert set(MOVES) == set(GAME.MOVES)


@pytest.mark.share(4)
@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_what_is_written_is_read_back(kind: type[Move]) -> None:
    """`read(write(move))` is the move; in any case, asked about by `try`, and guarded."""

    @settings(max_examples=40 if fields(kind) else 1, deadline=None)
    @given(MOVES[kind])
    def holds(move: Move) -> None:
        line = move.written
        assert READER.read(line) == READER.read(line.upper()) == Order(move)
        assert READER.read(f"try {line}") == Table("try", line, move)

    holds()


@pytest.mark.parametrize(("card", "title"), CARDS)
def test_every_card_goes_by_name_and_title(card: str, title: str) -> None:
    """A card is known by its name, with hyphens, blanks or neither, and by its title."""
    for name in (
        card,
        card.replace("-", " "),
        card.replace("-", ""),
        title,
        title.upper(),
        title.replace("'", "\u2019"),
    ):
        assert READER.read(f"lay {name} B2") == Order(m.Lay(card, "B", 2))


def _forms() -> dict[str, st.SearchStrategy[str]]:
    """For every terminal of the grammar, ways to write it, with a blank after."""
    terminals = parser.grammar_of(GAME).terminals
    written: dict[str, list[str]] = {
        "COLUMN": ["a", "B", "C"],
        "NUMBER": ["1", "2", "3", "04"],
        "_ZERO": ["0", "00"],
        "NAME": ["g17", "thor-loki", "a"],
        "RULE": ["15.2", "3", "R24"],
        "POSITION": ["7.2", "0.0"],
        "LETTER": ["g17.thor.9"],
        "ROW": ["1", "12"],
        "_COMMA": [","],
        "_TO": ["->", "-"],
    }
    vocabulary = READER.vocabulary
    for meaning in (*vocabulary.verbs, *vocabulary.inner):
        if meaning.kind != "now":
            forms = written.setdefault(terminals.get(meaning.kind, ""), [])
            forms += {" ".join(meaning.parts), "-".join(meaning.parts), "".join(meaning.parts).title()}
    return {name: st.sampled_from(forms).map("{} ".format) for name, forms in written.items() if name}


LARK = parser.built(data.text("grammar", "thunder.lark"), parser.FromSource)
"""The grammar as it was read: what is kept of it is less."""


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(from_lark(LARK, start="start", explicit=_forms()))
def test_every_sentence_of_the_grammar_is_read(sentence: str) -> None:
    """What the grammar makes is read; its canonical form is read as the same move, and is a fixed point."""
    assume(len(sentence) <= LONGEST_LINE and len(sentence.split()) <= MOST_TOKENS // 2)
    reading = READER.read(sentence)
    assert isinstance(reading, Order | Table), reading
    if reading.move is not None and not isinstance(reading.move, Decline):
        # "use odin hel" is always refused (17.2), and is written by its number only.
        assume(
            not isinstance(reading.move, m.UseOdin)
            or {n.rpartition(" ")[2] for n in reading.move.take} <= {"ravens"}
        )
        line = reading.move.written
        assert READER.read(line) == Order(reading.move)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        (
            "deploy ravens, female-archer, viking-warriors",
            m.Deploy(("ravens", "female-archer", "viking-warriors")),
        ),
        ("Deploy Raven, Archer and Vikings.", m.Deploy(("ravens", "female-archer", "viking-warriors"))),
        ("dep rav, fem, and vik", m.Deploy(("ravens", "female-archer", "viking-warriors"))),
        (
            "Deploy fire giant,frost-giant ,Odin\u2019s Crown",
            m.Deploy(("fire-giant", "frost-giant", "odins-crown")),
        ),
        ("deploy ravens", m.Deploy(("ravens",))),
        ("deploy ravens hel tyr", m.Deploy(("ravens", "hel", "tyr"))),
        ("deploy huscarl frost giant female archer", m.Deploy(("huscarl", "frost-giant", "female-archer"))),
        ("deploy shield wall own tyr, and viking", m.Deploy(("shield-wall", "own tyr", "viking-warriors"))),
        ("deploy viking warriors dragon", m.Deploy(("viking-warriors", "dragon"))),
        ("draw", m.Draw()),
        ("Draw ", m.Draw()),
        ("DRAW.", m.Draw()),
        ("\uff24\uff52\uff41\uff57", m.Draw()),
        ("\u200bdraw\u00a0", m.Draw()),
        ("lay nightmare B2", m.Lay("nightmare", "B", 2)),
        ("Lay Nightmare b2", m.Lay("nightmare", "B", 2)),
        ("lay nightmare B 2", m.Lay("nightmare", "B", 2)),
        ("lay nightmare to B2", m.Lay("nightmare", "B", 2)),
        ("lay nightmare in column B", m.Lay("nightmare", "B", 0)),
        ("lay nightmare on B", m.Lay("nightmare", "B", 0)),
        ("lay nightmare \u2192 B2", m.Lay("nightmare", "B", 2)),
        ("lay\u00a0nightmare\u00a0B2", m.Lay("nightmare", "B", 2)),
        ("lay night\u00admare B2", m.Lay("nightmare", "B", 2)),
        ("lay night B2", m.Lay("nightmare", "B", 2)),
        ("lay own nightmare B2", m.Lay("own nightmare", "B", 2)),
        ("lay captured viking warriors a1", m.Lay("captured viking-warriors", "A", 1)),
        ("lay thor a1", m.Lay("thor", "A", 1)),
        (
            "lay \uff2e\uff29\uff27\uff28\uff34\uff2d\uff21\uff32\uff25 \uff22\uff12",
            m.Lay("nightmare", "B", 2),
        ),
        ("lay Ty\u0301r c3", m.Lay("tyr", "C", 3)),
        ("lay odins ring A1", m.Lay("odins-ring", "A", 1)),
        ("lay Odin\u2018s ring A1", m.Lay("odins-ring", "A", 1)),
        ("lay Odins\u2019 ring A1", m.Lay("odins-ring", "A", 1)),
        ("lay ring A1", m.Lay("odins-ring", "A", 1)),
        ("lay shield\u2011wall A1", m.Lay("shield-wall", "A", 1)),
        ("lay shieldwall A1", m.Lay("shield-wall", "A", 1)),
        ("lay female \u2013 archer A1", m.Lay("female-archer", "A", 1)),
        ("lay hirdman B99", m.Lay("hirdman", "B", 99)),
        ("challenge b", m.Challenge("B")),
        ("Challenge B;", m.Challenge("B")),
        ("Challenge: B", m.Challenge("B")),
        ("cha b", m.Challenge("B")),
        ("attack column B", m.Challenge("B")),
        ("challenge b order nightmare, ravens", m.Challenge("B", ("nightmare", "ravens"))),
        ("challenge b, order hel", None),
        ("use ravens B", m.UseRavens("ravens", "B")),
        ("use ravens on b", m.UseRavens("ravens", "B")),
        ("Use Raven own", m.UseRavens("ravens", "own")),
        ("use ravens hand", m.UseRavens("ravens", "hand")),
        ("use ravens hand to C", m.UseRavens("ravens", "hand", "C")),
        ("use ravens hand -> C", m.UseRavens("ravens", "hand", "C")),
        ("use ravens B order hel, tyr", m.UseRavens("ravens", "B", "", ("hel", "tyr"))),
        ("use captured ravens B", m.UseRavens("captured ravens", "B")),
        ("use own ravens own", m.UseRavens("own ravens", "own")),
        ("use gungnir C3", m.UseSpear("gungnir", "C", 3)),
        ("use Mj\u00f6lnir at c3", m.UseSpear("mjolnir", "C", 3)),
        ("use mjoelnir c 3", m.UseSpear("mjolnir", "C", 3)),
        ("use baldr A2 C1", m.Shift("baldr", "A", 2, "C", 1)),
        ("use Baldur A2 to C1", m.Shift("baldr", "A", 2, "C", 1)),
        ("use baldr from A2 to C1", m.Shift("baldr", "A", 2, "C", 1)),
        ("use baldr A2-C1", m.Shift("baldr", "A", 2, "C", 1)),
        ("use baldr A2\u2014C1", m.Shift("baldr", "A", 2, "C", 1)),
        ("use valkyries a1->b2", m.Shift("valkyries", "A", 1, "B", 2)),
        ("use vidarr A A3", m.UseVidarr("vidarr", "A", "A", 3)),
        ("use V\u00ed\u00f0arr A at A3 order hel", m.UseVidarr("vidarr", "A", "A", 3, ("hel",))),
        ("use seer", m.UseSeer("seer")),
        ("use seer to B, C", m.UseSeer("seer", ("B", "C"))),
        ("use seer B and C", m.UseSeer("seer", ("B", "C"))),
        ("use hel tyr", m.UseHel("hel", "tyr")),
        ("use hel own tyr", m.UseHel("hel", "own tyr")),
        ("use Hel Female Archer", m.UseHel("hel", "female-archer")),
        ("use frigg hand", m.UseFrigg("frigg", "hand")),
        ("use frigg b", m.UseFrigg("frigg", "B")),
        ("use freya", m.UseFreya("freya")),
        ("Use Freyja!", m.UseFreya("freya")),
        ("use berserker", m.UseLasting("berserker")),
        ("use I\u00f0unn", m.UseLasting("idunn")),
        ("use longships none", m.UseLongships("longships", ())),
        ("use longships nothing", m.UseLongships("longships", ())),
        ("use longships 0", m.UseLongships("longships", ())),
        (
            "use longships viking-warriors, female-archer",
            m.UseLongships("longships", ("viking-warriors", "female-archer")),
        ),
        (
            "use longships 2 vikings, archer",
            m.UseLongships("longships", ("viking-warriors",) * 2 + ("female-archer",)),
        ),
        ("use longships vikings x2", m.UseLongships("longships", ("viking-warriors",) * 2)),
        ("use longships 2\u00d7 vikings", m.UseLongships("longships", ("viking-warriors",) * 2)),
        ("use longships 2x captured archer", m.UseLongships("longships", ("captured female-archer",) * 2)),
        ("use odin 3", m.UseOdin("odin", ("ravens",) * 3)),
        ("use odin \uff13", m.UseOdin("odin", ("ravens",) * 3)),
        ("use odin 0", m.UseOdin("odin", ())),
        ("use odin none", m.UseOdin("odin", ())),
        ("use odin 2 ravens", m.UseOdin("odin", ("ravens",) * 2)),
        ("use odin ravens", m.UseOdin("odin", ("ravens",))),
        ("use odin own ravens, captured ravens", m.UseOdin("odin", ("own ravens", "captured ravens"))),
        ("use nightmare", m.UsePowerless("nightmare")),
        ("use shield wall B", m.UsePowerless("shield-wall")),
        ("use thor a1", m.UsePowerless("thor")),
        ("use captured huscarl", m.UsePowerless("captured huscarl")),
        ("place B", m.Place("B")),
        ("place in column b", m.Place("B")),
        ("next", m.Next()),
        ("Stop.", m.Stop()),
        ("order nightmare, ravens, frigg", m.Order(("nightmare", "ravens", "frigg"))),
        ("order default", m.Order(())),
        ("ord own ravens, captured ravens", m.Order(("own ravens", "captured ravens"))),
        ("standing order nightmare, ravens", m.StandingDiscards(("nightmare", "ravens"))),
        ("Standing Order default", m.StandingDiscards(())),
        ("standing lay A, C", m.StandingLay(("A", "C"))),
        ("standing lay c", m.StandingLay(("C",))),
        ("standing lay never", m.StandingLay(())),
    ],
)
def test_people_write_their_orders_in_many_ways(line: str, move: Move | None) -> None:
    """Phones, synonyms, abbreviations, small words: one move. None: a line that must not be read as one."""
    reading = READER.read(line)
    assert (reading.move if isinstance(reading, Order) else None) == move


@pytest.mark.parametrize(
    ("line", "column", "expected", "hint"),
    [
        ("chalenge b", 1, ("challenge",), "challenge B"),
        ("Chalange  b order hell", 1, ("challenge",), "challenge B order hel"),
        ("lay nigtmare B2", 5, ("CARD",), "lay nightmare B2"),
        ("lay n\u00edgtmare\u00a0B2", 5, ("CARD",), "lay nightmare B2"),
        ("\ufefflay\u00ad  nigtmare B2", 8, ("CARD",), "lay nightmare B2"),
        ("lay nightmare", 14, ("COLUMN",), ""),
        ("lay nightmare D2", 15, ("COLUMN",), ""),
        ("lay nightmare B0", 16, ("NOTHING-MORE", "NUMBER"), ""),
        ("lay nightmare B100", 16, ("NOTHING-MORE", "NUMBER"), ""),
        ("lay my nightmare on B", 5, ("CARD",), "lay nightmare B"),
        ("lay \u201cnightmare\u201d B2", 5, ("CARD",), "lay nightmare B2"),
        ("lay vikng wariors a1", 5, ("CARD",), "lay viking-warriors A1"),
        ("lay einherja a1", 5, ("CARD",), "lay einherjar A1"),
        ("lay my own my nightmare my on my B", 5, ("CARD",), "lay own nightmare B"),
        ("lay my own my nightmare my my on my B", 5, ("CARD",), ""),
        ("lay xyzzy a1", 5, ("CARD",), ""),
        ("lay \u041eden a1", 5, ("LATIN",), ""),
        ("depoly ravens, hel, tyr", 1, ("deploy",), "deploy ravens, hel, tyr"),
        ("deploy ravens there", 15, (",", "CARD", "NOTHING-MORE"), "deploy ravens"),
        ("deploy", 7, ("CARD",), ""),
        ("deploy ravens,,hel", 15, ("CARD",), "deploy ravens, hel"),
        ("challenge b, order hel", 12, ("NOTHING-MORE", "order"), "challenge B order hel"),
        ("challenge", 10, ("COLUMN",), ""),
        ("challenge B there", 13, ("NOTHING-MORE", "order"), "challenge B"),
        ("challenge B2", 12, ("NOTHING-MORE", "order"), ""),
        ("challenge thor", 11, ("COLUMN",), ""),
        ("challenge B ordr hel", 13, ("NOTHING-MORE", "order"), "challenge B order hel"),
        ("use", 4, ("CARD",), ""),
        ("use ravens", 11, ("COLUMN", "hand", "own"), ""),
        ("use ravens hnad", 12, ("COLUMN", "hand", "own"), "use ravens hand"),
        ("use ravens hand too C", 17, ("NOTHING-MORE", "order", "to"), "use ravens hand to C"),
        ("use hel", 8, ("CARD",), ""),
        ("use odin four", 10, ("CARD", "NUMBER", "none"), ""),
        ("use longships 2", 16, ("CARD",), ""),
        ("use longships 100 archers", 15, ("CARD", "NUMBER", "none"), ""),
        ("use freya tyr", 11, ("NOTHING-MORE",), ""),
        ("use gungnir C", 14, ("NUMBER",), ""),
        ("use vidarr A", 13, ("COLUMN",), ""),
        ("use berserkr", 5, ("CARD",), "use berserker"),
        ("order", 6, ("CARD", "default"), ""),
        ("order defualt", 7, ("CARD", "default"), "order default"),
        ("standing", 9, ("lay", "order"), ""),
        ("standign order default", 1, ("standing",), "standing order default"),
        ("standing lay neverr", 14, ("COLUMN", "never"), "standing lay never"),
        ("play ravens B", 1, ("lay", "use"), "use ravens B"),
        ("play ravens B1", 1, ("lay", "use"), "lay ravens B1"),
        ("play hel tyr", 1, ("lay", "use"), "use hel tyr"),
        ("Move nightmare B2", 1, ("lay", "moves", "use"), "lay nightmare B2"),
        ("ordre hel", 1, ("order",), "order hel"),
        ("darw", 1, ("draw",), "draw"),
        ("next one", 6, ("NOTHING-MORE",), ""),
        ("use ravens B order", 19, ("CARD",), ""),
    ],
)
def test_misread_orders_say_where_and_what(
    line: str, column: int, expected: tuple[str, ...], hint: str
) -> None:
    """The caret's column in the line as written, what may stand there, and the nearest order."""
    reading = READER.read(line)
    assert isinstance(reading, Misread), reading
    assert (reading.column, reading.expected, reading.hint) == (column, expected, hint)
    assert not hint or isinstance(READER.read(hint), Order)


@pytest.mark.parametrize(
    "line",
    ["Freya", "Hel, yours", "Thor", "ravens B", "Hell no", "nightmare B2", "Odin knows", "B2", "Archer"],
)
def test_a_card_alone_plays_nothing(line: str) -> None:
    """A signature that is a card's name is prose: powers take a verb."""
    assert READER.read(line) == Prose()


def test_a_deck_of_ones_own_brings_its_names() -> None:
    """Cards that only a given deck list holds are known by name and title, and have no power."""
    deck = DECK_LIST.own()
    deck["thor"].append({**deck["thor"][0], "card": "frost-maiden", "title": "Maiden of \u00cdce"})
    deck["thor"].append({**deck["thor"][0], "card": "hand", "title": "Hand"})
    reader = Reader(GAME, {**GAME.options({}), "deck": deck})
    for name in ("frost-maiden", "Frost Maiden", "maiden of ice", "Maiden of \u00cdce"):
        assert reader.read(f"lay {name} B1") == Order(m.Lay("frost-maiden", "B", 1))
    assert reader.read("use frost maiden") == Order(m.UsePowerless("frost-maiden"))
    assert reader.read("lay hand B1") == Order(m.Lay("hand", "B", 1))
    assert reader.read("use ravens hand") == Order(m.UseRavens("ravens", "hand"))
    assert isinstance(READER.read("lay frost-maiden B1"), Misread)
