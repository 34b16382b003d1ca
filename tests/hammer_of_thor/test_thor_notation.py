"""The orders of The Hammer of Thor: as players and the master write them, in English and in German."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.thor_orders import GAME, KINDS, OPTIONS, reader
from thor_table import SEATS, carrying, content, table

from referee.engine.choices import Move
from referee.engine.game import Ambiguous
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.cards import RACE_DECKS, card_set
from referee.games.hammer_of_thor.figures import CHARACTERISTICS, INSANITIES, Done
from referee.games.hammer_of_thor.notation import resolve
from referee.games.hammer_of_thor.reading import KINDS as WORD_KINDS
from referee.games.hammer_of_thor.reading import card_names
from referee.games.hammer_of_thor.table import SEASONS
from referee.games.hammer_of_thor.view import view
from referee.notation import archive_verbs, dispute_verbs, parser, requests, several, words
from referee.notation.folding import fold
from referee.notation.reader import Misread, Order, Prose, Table, Text
from referee.notation.words import everyday
from referee.telling.catalog import catalog
from referee.telling.spoken import spoken
from referee.util.values import replace

ORDERS: tuple[tuple[Move, str, str], ...] = (
    (m.Choose("utgard-loki"), "choose utgard-loki", "wähle utgard-loki"),
    (m.Start(5), "start 5", "beginne 5"),
    (m.Discard("gungnir"), "discard gungnir", "verwirf gungnir"),
    (m.Keep("fair-wind"), "keep fair-wind", "behalte Rückenwind"),
    (m.Play("bad-weather"), "play bad-weather", "spiele Unwetter"),
    (m.Play("feast", "thor"), "play feast on thor", "spiele Festmahl auf thor"),
    (
        m.When("enters", "thor", 29, "feast", "sif"),
        "when enters thor 29 play feast on sif",
        "sobald betritt thor 29 spiele Festmahl auf sif",
    ),
    (m.When("turn", "red", 0, "feast"), "when turn red play feast", "sobald zug Rot spiele Festmahl"),
    (
        m.When("encounter", "blue", 0, "feast"),
        "when encounter blue play feast",
        "sobald begegnung Blau spiele Festmahl",
    ),
    (m.When("played", "sif", 0, "feast"), "when played sif play feast", "sobald spielt sif spiele Festmahl"),
    (m.When("season", "", 0, "feast"), "when season play feast", "sobald jahreszeit spiele Festmahl"),
    (m.WhenNothing(), "when nothing", "sobald nichts"),
    (
        m.WhenCard("red", "evade"),
        "when encounter red card evade",
        "sobald begegnung Rot begegnungskarte Ausweichen",
    ),
    (m.Caution("thor"), "caution thor", "behutsam thor"),
    (m.Caution(), "caution", "behutsam"),
    (m.Search("thor", 29), "search thor 29", "suche thor 29"),
    (m.Search("", 29), "search 29", "suche 29"),
    (m.Reconnoitre("thor", 29), "reconnoitre thor 29", "erkunde thor 29"),
    (m.Reconnoitre("", 29), "reconnoitre 29", "erkunde 29"),
    (m.Step("thor", (5, 6, 7)), "move thor 5 6 7", "ziehe thor 5 6 7"),
    (m.Step("", (5,)), "move 5", "ziehe 5"),
    (m.Halt(), "halt", "halt"),
    (m.Roll("thor"), "roll thor", "würfle thor"),
    (m.Roll(), "roll", "würfle"),
    (m.Meet("mimir"), "meet mimir", "triff mimir"),
    (m.PlayCard("attack"), "card attack", "begegnungskarte Angriff"),
    (m.Reveal("skadis-bow"), "reveal skadis-bow", "enthülle Skadis-Bogen"),
    (m.Conceal("gungnir"), "conceal gungnir", "verdecke gungnir"),
    (m.UseRune("ale-rune", "thor"), "rune ale-rune by thor", "rune Bierrune durch thor"),
    (
        m.UseRune("ale-rune", "thor", "sif"),
        "rune ale-rune by thor on sif",
        "rune Bierrune durch thor auf sif",
    ),
    (m.Use("fly", "invisibility"), "use fly invisibility", "benutze Fliege Unsichtbarkeit"),
    (m.Use("mimir", "wisdom"), "use mimir wisdom", "benutze mimir Weisheit"),
    (m.Use("urd", "fate"), "use urd fate", "benutze urd Schicksal"),
    (m.Change("loki", "falcon"), "change loki into falcon", "verwandle loki in Falke"),
    (m.ChangeBack("loki"), "change back loki", "verwandle zurück loki"),
    (m.Take("bronze-sword", "thor"), "take bronze-sword for thor", "nimm Bronzeschwert für thor"),
    (m.Look("norn-valkyrie"), "look norn-valkyrie", "betrachte Nornen-Walküren"),
    (m.Lose("sif"), "lose sif", "verliere sif"),
    (m.Smith("iron-sword", "thor"), "smith iron-sword for thor", "schmiede Eisenschwert für thor"),
    (m.Mission("Idun is home"), 'mission "Idun is home"', 'auftrag "Idun is home"'),
    (m.Ask("May Loki go, now?"), 'ask "May Loki go, now?"', 'anfrage "May Loki go, now?"'),
    (m.Side("good"), "side good", "partei Gut"),
    (m.Side("evil"), "side evil", "partei Böse"),
    (m.EndTurn(), "end turn", "zugende"),
    (e.Encounter("thor", "mimir"), "encounter thor with mimir", "begegnung thor mit mimir"),
    (e.EncounterTop("thor", "jotun"), "encounter thor with top jotun", "begegnung thor mit oberster Riesen"),
    (e.Combat(), "combat", "kampf"),
    (e.NextRound(), "round", "nächste runde"),
    (e.Close(), "close", "schließe"),
    (e.Hit("thor", "thrym"), "hit thor at thrym", "treffer thor nach thrym"),
    (e.Hit("thor", "thrym", True), "hit thor at thrym subdual", "treffer thor nach thrym bezwingend"),
    (e.Test("thor", "wisdom"), "test thor wisdom", "probe thor Weisheit"),
    (e.Stamina("thor", -3), "stamina thor -3", "ausdauer thor -3"),
    (e.Stamina("thor", 12, True), "stamina thor +12 subdual", "ausdauer thor +12 bezwingend"),
    (e.Set("thor", "wisdom", 0), "set thor wisdom 0", "setze thor Weisheit 0"),
    (e.Reputation("thor", 2), "reputation thor +2", "ruhm thor +2"),
    (e.Kill("thrym"), "kill thrym", "töte thrym"),
    (e.Raise("baldr", "thor"), "raise baldr to thor", "erwecke baldr nach thor"),
    (e.Out("thrym"), "out thrym", "entferne thrym"),
    (e.Join("mimir", "thor"), "join mimir to thor", "geselle mimir nach thor"),
    (e.Leave("sif"), "leave sif", "entlasse sif"),
    (e.Split("loki"), "split loki", "trenne loki"),
    (e.NewCharacter("tyr", "red", 5), "new tyr for red at 5", "neuling tyr für Rot nach 5"),
    (e.Deal("rune", "thor"), "deal rune to thor", "austeilen Rune nach thor"),
    (e.Deal("magic", "thor"), "deal magic to thor", "austeilen Magie nach thor"),
    (e.Deal("fate", "red"), "deal fate to red", "austeilen Schicksal nach Rot"),
    (e.Give("gungnir", "thor"), "give gungnir to thor", "übergib gungnir nach thor"),
    (e.Aside("gungnir"), "aside gungnir", "beiseite gungnir"),
    (e.Break("bronze-sword"), "break bronze-sword", "zerbrich Bronzeschwert"),
    (e.Insane("thor", "suicidal-mania"), "insane thor suicidal-mania", "wahnsinn thor Todessehnsucht"),
    (e.Sane("thor"), "sane thor", "gesund thor"),
    (e.SpeedBonus("thor", -2), "speed thor -2", "tempo thor -2"),
    (e.Skip("white"), "skip white", "aussetzen Weiß"),
    (e.SeasonIs("winter"), "season winter", "jahreszeit Winter"),
    (e.Win("good"), "win good", "sieger Gut"),
    (e.Win("evil", "g7"), "win evil g7", "sieger Böse g7"),
    (e.Win("nobody"), "win nobody", "sieger niemand"),
    (e.Stop("4.1b"), "stop 4.1b", "unterbrich 4.1b"),
    (e.Stop("10.0"), "stop 10.0", "unterbrich 10.0"),
    (e.GoOn(), "go on", "fortfahren"),
    (e.Note("the bridge is down"), 'remark "the bridge is down"', 'vermerk "the bridge is down"'),
    (
        e.Ruling((e.Hit("thor", "thrym"), e.Stamina("thrym", -3), e.Put("thor", 40), e.Note("so; be it!"))),
        'ruling hit thor at thrym; stamina thrym -3; move thor 40; remark "so; be it!"',
        'urteil treffer thor nach thrym; ausdauer thrym -3; ziehe thor 40; vermerk "so; be it!"',
    ),
)
"""Each order with its canonical notation, and as it is told in German."""
NAMED = pytest.mark.parametrize(("move", "english", "german"), ORDERS, ids=[one[1] for one in ORDERS])


@NAMED
def test_every_order_is_read_and_written(move: Move, english: str, german: str) -> None:
    """The canonical form is in English; told in German, it reads back as the same order."""
    assert move.written == english
    assert reader("en").read(english) == Order(move)
    assert reader("de").read(english) == Order(move)
    assert spoken(GAME, OPTIONS, "de", english) == german
    assert reader("de").read(german) == Order(move)
    assert reader("en").read(english.upper()).__class__ is Order


def test_every_class_of_orders_has_its_lines() -> None:
    """But the master's `move G n` alone, which reads as a step."""
    there = {type(one[0]) for one in ORDERS}
    assert set(KINDS) - there == {e.Put}
    assert set(KINDS) <= GAME.MOVES.keys()
    assert reader("en").read(e.Put("thor", 40).written) == Order(m.Step("thor", (40,)))


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("choose Utgard Loki", "choose utgard-loki"),
        ("choose UTGARD LOKI.", "choose utgard-loki"),
        ("reveal Skadi's Bow!", "reveal skadis-bow"),
        ("reveal skadis bow", "reveal skadis-bow"),
        ("start at 05", "start 5"),
        ("move to 5, 6, 7", "move 5 6 7"),
        ("move Thor 5 -> 6 \u2192 7", "move thor 5 6 7"),
        ("move Thor 5-6-7", "move thor 5 6 7"),
        ("move Thor to 5 and 6", "move thor 5 6"),
        ("when Thor enters 29 play Mired Road on Thor", "when enters thor 29 play mired-road on thor"),
        ("when enters thor at 29 play mired road thor", "when enters thor 29 play mired-road on thor"),
        ("when season play feast on the master", "when season play feast on master"),
        ("roll for thor", "roll thor"),
        ("scout 29", "reconnoitre 29"),
        ("change loki to falcon", "change loki into falcon"),
        ("change loki back", "change back loki"),
        ("look at elves", "look elf-human"),
        ("look norns", "look norn-valkyrie"),
        ("look Elf/Human", "look elf-human"),
        ("encounter Thor with top Norn/Valkyrie", "encounter thor with top norn-valkyrie"),
        ("look aesir/vanir", "look aesir/vanir"),
        ("forge iron sword for thor", "smith iron-sword for thor"),
        ("end my turn", "end turn"),
        ("card: challenge", "card challenge"),
        ("ask: may Thor leave, or not?", 'ask "may Thor leave, or not?"'),
        ("ask may \u201cThor\u201d leave; or not? {secret}", "ask \"may 'Thor' leave; or not?\""),
        ('ask "why: {x}"', 'ask "why: {x}"'),
        ('ask "me first"', 'ask "me first"'),
        (
            "ask \u201eDarf \u00d6k\u00fcl \u0414\u0430 gehen?\u201c",
            'ask "Darf \u00d6k\u00fcl \u0414\u0430 gehen?"',
        ),
        ("mission Loki is home!", 'mission "Loki is home!"'),
        ("remark the bridge is down!", 'remark "the bridge is down!"'),
        ("set thor wisdom to 2", "set thor wisdom 2"),
        ("insane thor pathological liar", "insane thor pathological-liar"),
        ("stamina thor \u22123", "stamina thor -3"),
        ("deal a rune to thor", "deal rune to thor"),
        ("stop 4.1B", "stop 4.1b"),
        ("stop 2.2b1", "stop 2.2B1"),
        ("season fall", "season autumn"),
        ("ruling out thrym", "ruling out thrym"),
        ("ruling kill thrym;", "ruling kill thrym"),
        ("ruling: kill thrym, move thor 40", "ruling kill thrym; move thor 40"),
        ("ruling kill thrym,\n  move thor to 40", "ruling kill thrym; move thor 40"),
        ('ruling note "lost, all"; kill thrym', 'ruling remark "lost, all"; kill thrym'),
        ("join thor odin", "join thor to odin"),
    ],
)
def test_other_ways_to_write_an_order(line: str, written: str) -> None:
    """Names with blanks, small words, signs of a phone; free text is kept as it was written."""
    read = reader("en").read(line)
    assert isinstance(read, Order)
    assert read.move.written == written


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("sobald Thor 29 betritt spiele Mired Road auf Thor", "when enters thor 29 play mired-road on thor"),
        ("ziehe Utgard Loki von 5", ""),
        ("suche nach 29", "search 29"),
        ("ziehe nach 5, 6", "move 5 6"),
        ("wirf gungnir ab", "discard gungnir"),
        ("decke gungnir auf", "reveal gungnir"),
        ("betrachte Elfen/Menschen", "look elf-human"),
        ("verwandle loki in Falke", "change loki into falcon"),
        ("verwandle loki zur\u00fcck", "change back loki"),
        ("treffer thor gegen thrym", "hit thor at thrym"),
        ("teile eine Rune an thor aus", "deal rune to thor"),
        ("beende den Zug", "end turn"),
        ("fahre fort", "go on"),
        ("weiter", "go on"),
        ("gib gungnir an thor", "give gungnir to thor"),
        ("spiel Mired Road auf Thor", "play mired-road on thor"),
        ("karte Angriff", "card attack"),
        ("lege gungnir ab", "discard gungnir"),
        ("geselle thor zu odin", "join thor to odin"),
        ("anfrage: Darf Loki gehen?", 'ask "Darf Loki gehen?"'),
        ("Frage den Meister: Darf Loki gehen?", 'ask "Darf Loki gehen?"'),
        ("frag den Meister ob Loki gehen darf", 'ask "ob Loki gehen darf"'),
        ("sobald Begegnung Karte Freundschaft", "when encounter card friendship"),
        ("sobald Begegnung mit Rot Karte Angriff", "when encounter red card attack"),
    ],
)
def test_other_ways_to_write_an_order_in_german(line: str, written: str) -> None:
    """Verbs that are split, and small words; what does not fit is told."""
    read = reader("de").read(line)
    assert (
        read.move.written == written
        if isinstance(read, Order)
        else (written, read.__class__) == ("", Misread)
    )


@pytest.mark.parametrize(
    ("line", "column", "expected", "hint"),
    [
        ("mve thor 5", 1, ("move",), "move thor 5"),
        ("reveel gungnir", 1, ("reveal",), "reveal gungnir"),
        ("reveal gungnr", 8, ("CARD",), "reveal gungnir"),
        ("move thor 5 x", 13, ("NOTHING-MORE", "NUMBER"), ""),
        ("move thor", 10, ("NUMBER",), ""),
        ("move red 5", 6, ("CARD",), ""),
        ("stamina thor 3", 14, ("AMOUNT",), ""),
        ("set thor wisdom 12", 17, ("VALUE", "to"), ""),
        ("set thor wisdm 2", 10, ("TRAIT",), "set thor wisdom 2"),
        ("card evad", 6, ("ENCOUNTER-CARD",), "card evade"),
        ("insane thor sadness", 13, ("INSANITY",), ""),
        ("side nobody", 6, ("ALIGNMENT",), ""),
        ("skip thor", 6, ("SEAT",), ""),
        ("look thor", 6, ("DECK",), ""),
        ("look elf/", 10, ("DECK",), ""),
        ("look elf x", 10, ("NOTHING-MORE",), ""),
        ("stop thor", 6, ("SECTION",), ""),
        ("when enters thor 29 bla", 21, ("play",), ""),
        ("when season", 12, ("play",), ""),
        ('ask "', 4, ("TEXT",), ""),
        ('ask " "', 5, ("TEXT",), ""),
        ("mission", 8, ("TEXT",), ""),
        ("ruling kill thrym; remark lost, all is", 33, ("VERB",), ""),
        ("ruling move thor 5 6", 20, (";", "NOTHING-MORE"), ""),
        ("ruling kill thrym; halt", 20, ("VERB",), ""),
        ("ruling ruling kill thrym", 8, ("VERB",), ""),
        ('remark "a" b', 12, ("NOTHING-MORE",), ""),
    ],
)
def test_near_misses_are_told(line: str, column: int, expected: tuple[str, ...], hint: str) -> None:
    """With the column, what was expected there, and the nearest order."""
    read = reader("en").read(line)
    assert isinstance(read, Misread)
    assert (read.column, read.expected, read.hint) == (column, expected, hint)


def test_free_text_of_an_effect_swallows_nothing() -> None:
    """M26 Without quotation marks it ends at a comma or semicolon: what comes then is an effect, or told."""
    read = reader("en").read("remark the bridge is down, all of it")
    assert isinstance(read, Misread)
    assert (read.column, read.found) == (26, ",")
    assert reader("en").read("ruling remark all is lost; kill thor") == Order(
        e.Ruling((e.Note("all is lost"), e.Kill("thor")))
    )


@pytest.mark.parametrize(
    ("line", "remark", "mark"),
    [
        ('ask "may Loki go?" {he will not} !', "he will not", "!"),
        ("ask may Loki go? {he will not}", "he will not", ""),
        ('kill thor {he said "x"} ?!', 'he said "x"', "?!"),
        ('remark "x"!!', "", "!!"),
    ],
)
def test_remarks_and_marks_stand_behind_free_text(line: str, remark: str, mark: str) -> None:
    """They are private, and never a part of it."""
    read = reader("en").read(line)
    assert isinstance(read, Order)
    assert (read.remark, read.mark) == (remark, mark)
    assert "{" not in read.move.written


SIGNED = (
    "Thor",
    "Odin",
    "Sif",
    "Red",
    "Master",
    "Loki",
    "Freyja",
    "Utgard-Loki",
    "Yours, Thor",
    "Thor (red)",
)
PROSE = (
    *("Hello there,", "Dear Anna,", "Good luck!", "When you have time, tell me.", "When I'm back, I go on."),
    *(
        "Take care",
        "Look forward to it",
        "Out of office until Monday",
        "New year, new luck",
        "Side note: I am away",
    ),
    *(
        "Close call!",
        "Give my regards to Ben",
        "Keep smiling",
        "Season's greetings",
        "Set up the board, please",
    ),
    *(
        "Then I shall see",
        "Will you be there?",
        "Mission accomplished!",
        "Stop it.",
        "Win or lose, it is fun",
    ),
)
IN_GERMAN = (
    *("Hallo zusammen,", "Sobald ich zurück bin", "Viel Glück!", "Halt die Ohren steif", "Nimm's leicht"),
    *(
        "Spiele gern weiter",
        "Spiel läuft gut",
        "Weiter so!",
        "Gib mir Zeit bis morgen",
        "Gib Bescheid",
        "Karte ist noch nicht da",
        "Karte, die ich wollte, kam nicht.",
        "Setze ich fort?",
        "Wahnsinn, was da los ist",
        "Ruhe",
        "Zug um Zug",
        "Wenn du meinst",
    ),
)


@pytest.mark.parametrize("line", [*SIGNED, *PROSE])
def test_prose_stays_prose(line: str) -> None:
    """Greetings, closings and a name below a letter play nothing."""
    assert reader("en").read(line) == Prose()


@pytest.mark.parametrize("line", [*SIGNED, *IN_GERMAN])
def test_german_prose_stays_prose(line: str) -> None:
    """In the letters of a seat that reads German, too."""
    assert reader("de").read(line) == Prose()


@pytest.mark.parametrize("language", ["en", "de"])
def test_everyday_words_are_no_slips(language: str) -> None:
    """A line that begins with one is prose, unless it is a verb itself."""
    known = reader(language)
    asking = {one for (one, *_) in known.vocabulary.asking}
    words_said = (one for one in sorted(everyday(language)) if one not in asking)
    lines = [one for one in words_said if known.vocabulary.verb([one]) is None]
    assert len(lines) > 700
    assert [one for one in lines if not isinstance(known.read(f"{one} xyz"), Prose)] == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *[("en", line) for line in ("go thor 54", "go to 54", "travel to 54", "Go thor to 54")],
        *[("de", line) for line in ("bewege thor nach 54", "Gehe nach 54", "bewege thor 54")],
    ],
)
def test_a_group_also_goes(language: str, line: str) -> None:
    """People write so: read as prose, the next line would end the movement that never began."""
    read = reader(language).read(line)
    assert isinstance(read, Order)
    assert isinstance(read.move, m.Step)
    assert read.move.places == (54,)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *[("en", line) for line in ("Go ahead, I can wait", "go well", "Got it")],
        *[("de", line) for line in ("Gehe davon aus, dass ich gewinne", "Gott sei Dank", "Bewegt euch")],
    ],
)
def test_not_everything_that_goes_is_an_order(language: str, line: str) -> None:
    """What people say besides stays prose."""
    assert reader(language).read(line) == Prose()


def test_a_note_of_the_house_is_private() -> None:
    """H3 `note` on a line of its own begins one; what the master says to all is a `remark`. `end` ends a letter."""
    assert reader("en").read("note the bridge is down") == Text("note", "the bridge is down")
    assert reader("en").read("end") == Table("end")


CARDS = card_set(content("cards"))
SEAT = st.sampled_from([*SEATS, "master"])
CHARACTER = st.sampled_from(sorted(CARDS.characters))
ITEM = st.sampled_from(sorted(CARDS.items))
CARD = st.sampled_from(sorted({*CARDS.fate, *CARDS.predictions}))
PLACE = st.integers(1, 79)
ABLE = [word for one in CARDS.characters.values() for word in one.abilities]
FREE = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=60).filter(
    lambda text: bool(fold(m.straight(text)).text.strip(" '"))  # of accents alone nothing is left
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("name", "at", "by", "other"), CHARACTER),
    **dict.fromkeys(("item", "thing"), ITEM),
    "group": CHARACTER,
    "place": PLACE,
    "places": st.lists(PLACE, min_size=1, max_size=6).map(tuple),
    "card": CARD,
    "on": st.just("") | CHARACTER | SEAT,
    "subject": CHARACTER | SEAT,
    "rune": st.sampled_from(sorted(CARDS.runes)),
    "ability": st.sampled_from(sorted({one.replace(" ", "-") for one in ABLE})),
    "shape": st.sampled_from(sorted(CARDS.shapes)),
    "deck": st.sampled_from(RACE_DECKS),
    "text": FREE,
    "side": st.sampled_from(["good", "evil"]),
    "subdual": st.booleans(),
    "characteristic": st.sampled_from(CHARACTERISTICS),
    "amount": st.integers(-99, 99),
    "value": st.integers(0, 9),
    "to": CHARACTER,
    "seat": SEAT,
    "pile": st.sampled_from(["rune", "magic", "fate"]),
    "kind": st.sampled_from(INSANITIES),
    "season": st.sampled_from(SEASONS),
    "section": st.sampled_from(m.SECTIONS),
    "game": st.sampled_from(["", "g1", "our-game"]),
}
WHENS = st.one_of(
    st.builds(m.When, st.sampled_from(["turn", "encounter", "played"]), FIELDS["subject"], st.just(0), CARD),
    st.builds(m.When, st.just("enters"), FIELDS["subject"], PLACE, CARD, FIELDS["on"]),
    st.builds(m.When, st.just("season"), st.just(""), st.just(0), CARD, FIELDS["on"]),
)
MEANT = st.sampled_from(m.ENCOUNTER_CARDS)


def orders(kind: type[Move]) -> st.SearchStrategy[Any]:
    """Orders of a class."""
    if kind is m.When:
        return WHENS
    if kind is e.Ruling:
        one = st.sampled_from([one for one in KINDS if issubclass(one, e.Effect) and one is not e.Ruling])
        return st.lists(one.flatmap(orders), min_size=1, max_size=4).map(lambda some: e.Ruling(tuple(some)))
    fields = {name: FIELDS[name] for name in kind.FORMS.forms[0].fields}
    return st.builds(kind, **{**fields, **({"card": MEANT} if kind in {m.PlayCard, m.WhenCard} else {})})


def test_an_accent_at_the_beginning_of_a_text_stands_on_nothing() -> None:
    """It would be read as one on the quotation mark, and be lost; within a text it stays."""
    for text, left in (("\u0301go", "go"), ("\U00010d240", "0"), ("go\u0301", "go\u0301")):
        move = m.Mission(text)
        assert move.text == left
        assert reader("en").read(move.written) == Order(move)


@given(st.sampled_from(KINDS).flatmap(orders))
def test_what_is_written_is_read_again(move: Move) -> None:
    """Every order that can be made: read, told in German, and read by a seat that writes German."""
    same = m.Step(move.group, (move.place,)) if isinstance(move, e.Put) else move
    if len(line := move.written) <= 400:
        read = reader("en").read(line)
        if not isinstance(read, Misread) or read.key != "too-many-words":
            assert read == Order(same)
            assert reader("de").read(spoken(GAME, OPTIONS, "de", line)) == Order(same)


def test_a_group_is_named_by_its_leader() -> None:
    """4.2a Any member names it; a seat with one counter may leave it out, and then it is the one that moves."""
    state = table(("red", 5, "thor sif"), ("red", 20, "loki"), ("blue", 5, "frigg baldr"))
    red, blue = view(state, "red"), view(state, "blue")
    assert resolve(m.Step("sif", (6,)), red) == m.Step("thor", (6,))
    assert resolve(m.Search("", 6), blue) == m.Search("frigg", 6)
    assert resolve(m.Meet("baldr"), red) == m.Meet("frigg")
    assert resolve(m.Step("mimir", (6,)), red) == m.Step("mimir", (6,))
    assert resolve(m.Roll(), view(state, "green")) == m.Roll()
    assert resolve(m.Roll(), red) == Ambiguous((m.Roll("thor"), m.Roll("loki")), ("roll thor", "roll loki"))
    moving = view(replace(state, done=Done(phase="movement", mover=2)), "red")
    assert resolve(m.Step("", (21, 22)), moving) == m.Step("loki", (21, 22))


def test_2_2a6_an_item_is_for_the_only_one_whom_it_fits() -> None:
    """Without a name: of several the writer is asked; where nobody can carry it, the refusal says so."""
    alone = view(table(("red", 5, "thor"), ("blue", 5, "loki")), "red")
    assert resolve(m.Take("bronze-helm", ""), alone) == m.Take("bronze-helm", "thor")
    state = table(("red", 5, "thor sif"))
    two = m.Take("bronze-helm", "thor"), m.Take("bronze-helm", "sif")
    asked = Ambiguous(two, ("take bronze-helm for thor", "take bronze-helm for sif"))
    assert resolve(m.Take("bronze-helm", ""), view(state, "red")) == asked
    helm = carrying(state, "thor", "iron-helm")
    assert resolve(m.Take("bronze-helm", ""), view(helm, "red")) == m.Take("bronze-helm", "sif")
    assert resolve(m.Smith("iron-helm", ""), alone) == m.Smith("iron-helm", "thor")
    full = carrying(table(("red", 5, "thor")), "thor", "iron-helm")
    assert resolve(m.Take("bronze-helm", ""), view(full, "red")) == m.Take("bronze-helm", "thor")


def test_the_master_puts_a_counter_where_a_player_steps() -> None:
    """M26 The same line, by who writes it; a way of several places is no effect."""
    state = table(("red", 5, "thor sif"), ("blue", 5, "frigg"))
    master = view(state, "master")
    assert resolve(m.Step("sif", (40,)), master) == e.Put("thor", 40)
    assert resolve(m.Step("sif", (40,)), view(state, "red")) == m.Step("thor", (40,))
    assert resolve(e.Encounter("sif", "frigg"), master) == e.Encounter("thor", "frigg")
    assert resolve(e.SpeedBonus("sif", 2), master) == e.SpeedBonus("thor", 2)
    assert resolve(e.Join("mimir", "sif"), master) == e.Join("mimir", "thor")
    assert resolve(e.EncounterTop("sif", "jotun"), master) == e.EncounterTop("thor", "jotun")


@pytest.mark.parametrize("language", ["en", "de"])
def test_there_are_words_for_every_terminal_and_no_others(language: str) -> None:
    """Every terminal of the grammar can be written, and the grammar uses every word of the files."""
    grammar = parser.grammar_of(GAME)
    vocabulary = words.Vocabulary([words.of_language(language, GAME.name)], [("thor", "Thor")], WORD_KINDS)
    used = {meaning.kind for meaning in (*vocabulary.verbs, *vocabulary.inner)}
    unread = (
        {"now", "say", "note"} | dispute_verbs.TEXTS | archive_verbs.TEXTS | requests.VERBS - {"language"}
    )
    unread |= several.WORDS
    used = (used - unread | set(grammar.patterns)) - {"from", "times", "zero"}
    assert used == set(grammar.terminals) - {"$end", "note"}


def test_both_languages_have_words_for_the_same() -> None:
    """And no verb is a word that begins no order."""
    english, german = (words.of_language(one, GAME.name) for one in ("en", "de"))
    assert english.printed.keys() == german.printed.keys()
    names = {name for name, _ in card_names(OPTIONS)}
    assert english.titles.keys() == german.titles.keys() - (names - english.titles.keys())
    for known in (english, german):
        assert {one.parts[0] for one in known.verbs if len(one.parts) == 1} & known.prose == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_was_expected_is_told(language: str) -> None:
    """Whatever kind of word may stand at the caret has a name in both languages."""
    said = catalog(GAME.name, language)
    kinds = {*map(str.upper, WORD_KINDS.values()), "VALUE", "AMOUNT", "SECTION"}
    told = {kind: said.say("expected", kind) for kind in kinds if said.has("expected", kind)}
    assert told.keys() == kinds
    assert (told["ALIGNMENT"] == "good or evil") == (language == "en")


def test_no_name_of_the_card_set_is_a_word_within_orders() -> None:
    """It would be read as one or the other. A form that means what it says is none (`gram` is Gram)."""
    lists = (CARDS.characters, CARDS.items, CARDS.fate, CARDS.predictions, CARDS.runes, CARDS.shapes)
    names = {name for some in lists for name in some}
    for language in ("en", "de"):
        known = words.of_language(language, GAME.name)
        meant = {"-".join(one.parts): one.value for one in (*known.words, *known.cards)}
        assert not {form for form in meant.keys() & names if meant[form] != form}
