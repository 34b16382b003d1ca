"""The words of a language, the folding of lines from a phone, and how near two words are."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.moves import OfferDraw, Resign
from referee.games.thunder import moves as m
from referee.house.games import find
from referee.notation import archive_verbs, dispute_verbs, parser, requests, several, words
from referee.notation.folding import fold, foreign, key, parts, untwinned
from referee.notation.reader import Misread, Order, Prose, Reader
from referee.notation.readings import reading_of
from referee.notation.spelling import distance, slips
from referee.util import data
from referee.util.errors import Faulty

COMMON = """
    the be to of and a in that have i it for not on with he as you at this but his by from they we
    her she or an will my one all would there their what so up out if about who get which go me when
    make can like time no just him know take people into year your good some could them see other
    than then now look only come its over think also back after two how our work first well way even
    new want because any these give day most us hello hi hey dear please thanks thank sorry yes hope
    great nice game turn mail letter card cards player another should where here still again always
    perhaps maybe sure better best love cheers regards yours greetings more much many little long
    old young under older off often peace piece grace alice lance claire jules drew nate roger
    victory story sign design step top shop text nest except access calm clear chair raw drag held
    hell heap starting sending staying landing spending ordinary corner wonder winter summer morning
    evening tomorrow today tonight yesterday sunday monday week month while during before since
    until sleep played plays player plan thor loki odin freya hel tyr ravens nightmare vidarr dragon
    archer own captured hand column chat char list mist fist
"""

BASE = """
verbs:
  end: [end]
  accept: [accept]
  draw: [draw]
words:
  hand: [hand]
cards:
  fire-giant: [fire giant]
"""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Challenge B", "challenge b"),
        ("ODIN\u2019S ring", "odin's ring"),
        ("odin\u00b4s", "odin's"),
        ("\u201cdraw\u201d", '"draw"'),
        ("a \u2014 b \u2013 c \u2212 d", "a - b - c - d"),
        ("lay\u00a0nightmare\u2009B2", "lay nightmare b2"),
        ("\uff24\uff32\uff21\uff37", "draw"),
        ("B\uff12\uff0c", "b2,"),
        ("Mj\u00f6lnir", "mjolnir"),
        ("Mjo\u0308lnir", "mjolnir"),
        ("V\u00ed\u00f0arr", "vidarr"),
        ("T\u00fdr", "tyr"),
        ("dr\u00adaw", "draw"),
        ("dr\u200baw\ufeff", "draw"),
        ("draw\u203c\ufe0f", "draw!!"),
        ("A2 \u2192 C1", "a2 -> c1"),
        ("ravens \u00d73", "ravens x3"),
        ("\u2022 draw", "* draw"),
        ("a\tb\u2028c\x85d", "a b c d"),
        ("Stra\u00dfe", "strasse"),
        ("\u017fay", "say"),
        ("\U0001d41d\U0001d42b\U0001d41a\U0001d430", "draw"),
    ],
)
def test_what_a_phone_makes_of_a_line_is_folded(line: str, text: str) -> None:
    """Capitals, accents, smart signs, other widths and invisible characters make no difference."""
    assert fold(line).text == text


@pytest.mark.slow
@given(st.text(max_size=40))
def test_every_folded_character_knows_where_it_was_written(line: str) -> None:
    """Columns never go back, lie within the line, and end after it."""
    folded = fold(line)
    assert len(folded.columns) == len(folded.text) + 1
    assert list(folded.columns) == sorted(folded.columns)
    assert folded.columns[-1] == len(line)
    assert all(fold(line[at]).text for at in folded.columns[:-1])


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=30))
def test_folding_twice_changes_nothing(line: str) -> None:
    """Folded text stays as it is."""
    once = fold(line).text
    assert fold(once).text == once


def test_umlauts_may_be_written_with_e() -> None:
    """`o`, `oe` and an o with dots are one letter to a dictionary; so are a and u."""
    assert parts("Mj\u00f6lnir") == parts("mjoelnir") == parts("mjolnir") == ("mjolnir",)
    assert parts("Odin\u2019s-Ring") == parts("odins ring") == ("odins", "ring")
    assert key("gruen") == key(fold("gr\u00fcn").text) == "grun"


def test_letters_of_other_alphabets_are_found() -> None:
    """A Cyrillic letter that looks like a Latin one is not folded into it, but reported."""
    assert foreign(fold("\u0441hallenge b").text, frozenset()) == 0
    assert foreign(fold("challenge \u0412").text, frozenset()) == 10
    assert foreign(fold("challenge b \u2764").text, frozenset()) == -1
    assert foreign("\u0434\u0430", frozenset("\u0434\u0430")) == -1
    assert untwinned("\u0441h\u0430llenge") == "challenge"


@given(st.text(max_size=20))
def test_look_alikes_are_exchanged_one_for_one(text: str) -> None:
    """Replacing look-alikes keeps every character in its place."""
    assert len(untwinned(text)) == len(text)


def plain_distance(one: str, two: str) -> int:
    """The restricted Damerau-Levenshtein distance by its definition, without limits."""
    table = [[i + j for j in range(len(two) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(two) + 1):
            wrong = one[i - 1] != two[j - 1]
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + wrong)
            if i > 1 and j > 1 and one[i - 1] == two[j - 2] and one[i - 2] == two[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


@pytest.mark.slow
@given(st.text("abc", max_size=7), st.text("abc", max_size=7), st.integers(0, 3))
def test_distance_is_the_one_defined(one: str, two: str, limit: int) -> None:
    """Stopping early never changes a distance within the limit, nor the verdict beyond it."""
    assert distance(one, two, limit) == min(plain_distance(one, two), limit + 1)


@pytest.mark.parametrize(("word", "allowed"), [("use", 0), ("draw", 1), ("place", 2), ("challenge", 2)])
def test_slips_allowed_by_length(word: str, allowed: int) -> None:
    """Short words must be written exactly, words of four letters may have one slip, longer ones two."""
    assert slips(word) == allowed


@pytest.mark.parametrize(
    ("more", "fault", "place"),
    [
        ("short:\n  end: [fin]\n", "never-short", "w:8:9"),
        ("short:\n  draw: [dr]\n", "too-short", "w:8:10"),
        ("short:\n  lay: [lay]\n", "words-unknown", "w:8:3"),
        ("unclear:\n  play: [use]\n", "words-unknown", "w:8:10"),
        ('printing:\n  "on": [off]\n', "words-unknown", "w:8:10"),
        ("unclear:\n  draw: [end]\n", "two-meanings", "w:8:3"),
        ("tones: {}\n", "words-section", "w:7:1"),
        ("prose: [a, 1]\n", "words-shape", "w:7:12"),
        ("prose: {}\n", "words-shape", "w:7:8"),
    ],
)
def test_a_faulty_file_of_words_is_refused_with_the_place(more: str, fault: str, place: str) -> None:
    """A forbidden abbreviation, a wrong shape, or a word for nothing is refused, with its place."""
    with pytest.raises(Faulty) as refused:
        words.load((BASE.lstrip().rpartition("cards:")[0] + more, "w"))
    assert refused.value.why.key == fault
    assert refused.value.where == place


@pytest.mark.parametrize(
    ("own", "fault", "place"),
    [
        ("words:\n  none: []\n", "words-shape", "g:2:3"),
        ("[a]\n", "words-shape", "g:1:1"),
        ("verbs:\n  lay: [lay, end]\n", "two-meanings", "g:2:14"),
        ("verbs:\n  lay: [lay, acc\u00e9pt]\n", "two-meanings", "g:2:14"),
        ("cards:\n  x: [x, Hand]\n", "two-meanings", "g:2:10"),
        ("cards:\n  x: [fire-giant]\n", "two-meanings", "g:2:7"),
        ("cards:\n  x: [firegiant]\n", "two-meanings", "g:2:7"),
    ],
)
def test_a_games_own_words_must_fit_those_of_the_house(own: str, fault: str, place: str) -> None:
    """A word with two meanings is refused, in the file where the second stands, with its place."""
    with pytest.raises(Faulty) as refused:
        words.load((BASE, "w"), (own, "g"))
    assert refused.value.why.key == fault
    assert refused.value.where == place


def test_one_word_may_begin_an_order_and_stand_within_one() -> None:
    """The beginning of an order and its inside are two places: `draw` may be a verb and a word."""
    loaded = words.load((BASE, "w"), ("words:\n  tie: [draw]\n", "g"))
    vocabulary = words.Vocabulary([loaded])
    assert {meaning.kind for meaning in vocabulary.beginning_with("draw")} == {"draw", "tie"}


def test_the_first_language_goes_before_the_second() -> None:
    """What a word means in the seat's own language hides another meaning it has in English."""
    german = words.load(("{words: {hand: [hand], none: [keine, fire]}, verbs: {draw: [zieh]}}", "de"))
    english = words.load((BASE, "en"))
    vocabulary = words.Vocabulary([german, english])
    assert [meaning.value for meaning in vocabulary.beginning_with("hand")] == ["hand"]
    assert vocabulary.beginning_with("fire")[-1].value == "none"
    assert vocabulary.verb(["zieh"]) is not None
    assert vocabulary.verb(["draw"]) is not None
    assert vocabulary.printed["draw"] == "zieh"
    assert vocabulary.printed["end"] == "end"
    assert vocabulary.titles["fire-giant"] == "fire giant"


def test_cards_of_the_deck_are_known_by_name_and_title() -> None:
    """A deck brings its own names; they take precedence over those of the files."""
    deck = [("ice-giant", "The Ice Giant"), ("fire", "Fire"), ("hand", "Fire Giant"), ("frost", "Frost")]
    vocabulary = words.Vocabulary([words.load((BASE + "  giant: [frost]\n", "w"))], deck)
    forms = {meaning.parts: meaning.value for meaning in reversed(vocabulary.inner)}
    assert forms["ice", "giant"] == forms["the", "ice", "giant"] == "ice-giant"
    assert forms[("fire",)] == "fire"
    assert forms["fire", "giant"] == "fire-giant"
    assert [meaning.kind for meaning in vocabulary.beginning_with("hand")] == ["hand", "card"]
    assert [meaning.value for meaning in vocabulary.beginning_with("frost")] == ["frost", "giant"]


@pytest.mark.share(5)
@pytest.mark.parametrize("word", COMMON.split())
def test_everyday_words_begin_no_order(word: str) -> None:
    """A line of prose is not taken for a misspelling; nor is one that begins with a card's name."""
    vocabulary = words.Vocabulary([words.of_language("en", "thunder")])
    assert vocabulary.verb([key(word)]) is None
    assert vocabulary.verbs_near(key(word)) == ()


@pytest.mark.parametrize(
    ("slip", "verb"),
    [
        ("chalenge", "challenge"),
        ("chalange", "challenge"),
        ("darw", "draw"),
        ("depoly", "deploy"),
        ("resing", "resign"),
        ("atack", "challenge"),
        ("ofer", "offer"),
        ("oder", ""),
        ("lya", ""),
    ],
)
def test_slips_of_verbs_are_noticed(slip: str, verb: str) -> None:
    """A word near a verb stands for it; one of three letters must be exact."""
    vocabulary = words.Vocabulary([words.of_language("en", "thunder")])
    assert vocabulary.verbs_near(slip) == ((verb,) if verb else ())


def test_english_has_words_for_every_terminal_and_no_others() -> None:
    """Every terminal of the grammars can be written, and they use every word of the file."""
    game = find("thunder")
    grammar = parser.grammar_of(game)
    loaded = words.of_language("en", "thunder")
    how = reading_of(game)
    vocabulary = words.Vocabulary([loaded], kinds=how.KINDS)
    used = {meaning.kind for meaning in (*vocabulary.verbs, *vocabulary.inner)}
    unread = (
        {"now", "say", "note"} | dispute_verbs.TEXTS | archive_verbs.TEXTS | requests.VERBS - {"language"}
    )
    unread |= several.WORDS
    assert used - unread | set(grammar.patterns) == set(grammar.terminals) - {"$end"}
    assert all("__" not in terminal for terminal in grammar.terminals.values())


def test_english_is_printed_as_it_is_written_in_records() -> None:
    """The first form of a verb or card in English is its canonical name."""
    loaded = words.of_language("en", "thunder")
    assert all(loaded.printed[verb.value] == verb.value for verb in loaded.verbs)
    assert {parts(card.value) for card in loaded.cards} <= {card.parts for card in loaded.cards}


def test_an_unknown_language_is_refused() -> None:
    """There is no silent fallback for a language without words."""
    with pytest.raises(Faulty) as refused:
        words.of_language("tlh", "thunder")
    assert refused.value.why.key == "unknown-language"


def test_folders_are_found_beside_the_package() -> None:
    """A checkout finds its grammars; an unknown folder is an error, and so is a file."""
    assert data.folder("grammar").joinpath("common.lark").is_file()
    assert "order" in data.text("grammar", "common.lark")
    with pytest.raises(FileNotFoundError):
        data.folder("nowhere")
    with pytest.raises(FileNotFoundError):
        data.text("grammar", "nothing.lark")


@pytest.mark.slow
def test_orders_are_read_out_of_a_zip(tmp_path: Path) -> None:
    """An installed wheel may be a zip: its grammars and words are found in `referee/_data`."""
    package = Path(words.__file__).parents[1]
    with zipfile.ZipFile(tmp_path / "wheel.zip", "w") as wheel:
        for file in (*package.rglob("*.py"), *package.rglob("*.yaml")):
            wheel.write(file, Path("referee") / file.relative_to(package))
        for file in (package.parent / "grammar").rglob("*.*"):
            wheel.write(file, Path("referee/_data/grammar") / file.relative_to(package.parent / "grammar"))
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from referee.notation import reader as notation; from referee.util import data as share; from referee.house.games import find\n"
        "assert '.zip' in notation.__file__\n"
        "game = find('thunder')\n"
        "print(notation.Reader(game, game.options({})).read('CHALLENGE b').move.written)\n"
        "try: share.text('grammar', 'nothing.lark')\n"
        "except FileNotFoundError: print('missing')\n"
    )
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, str(tmp_path / "wheel.zip")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("challenge B\nmissing\n", "")


GERMAN = """
verbs:
  resign: [aufgeben]
  offer: [biete]
  say: [sage]
  end: [ende]
  try: [probe]
  draw: [zieh, ziehe]
  lay: [lege]
  challenge: [fordere]
  use: [nutze]
words:
  tie: [remis]
  now: [jetzt]
  to: [nach, auf]
  and: [und]
  hand: [hand]
  own: [eigene, eigenen]
  in-order: [reihenfolge]
cards:
  ravens: [raben, rabe]
  nightmare: [nachtmahr]
  female-archer: [bogensch\u00fctzin]
  mjolnir: [mj\u00f6lnir]
short:
  challenge: [for]
prose: [zeige, lage]
"""


@pytest.fixture(scope="module")
def german() -> Reader:
    """A reader for a seat that writes German."""
    game = find("thunder")
    return Reader(game, game.options({}), (words.load((GERMAN, "words.de.yaml")),))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("Fordere B", m.Challenge("B")),
        ("for b reihenfolge raben, hel", m.Challenge("B", ("ravens", "hel"))),
        ("lege Nachtmahr auf B2", m.Lay("nightmare", "B", 2)),
        ("nutze Raben Hand nach C", m.UseRavens("ravens", "hand", "C")),
        ("nutze eigenen Mjoelnir C3", m.UseSpear("own mjolnir", "C", 3)),
        ("lege Bogenschuetzin a1", m.Lay("female-archer", "A", 1)),
        ("lege BOGENSCHU\u0308TZIN a1", m.Lay("female-archer", "A", 1)),
        ("biete Remis", OfferDraw()),
        ("ziehe", m.Draw()),
        ("challenge B order nightmare", m.Challenge("B", ("nightmare",))),
        ("lay nachtmahr to B2", m.Lay("nightmare", "B", 2)),
        ("aufgeben g17", Resign("g17")),
    ],
)
def test_another_language_is_a_file_of_words(german: Reader, line: str, move: Any) -> None:
    """The seat's language first, then English, mixed as the writer likes; the grammar knows neither."""
    assert german.read(line) == Order(move)


def test_misreadings_speak_the_language(german: Reader) -> None:
    """The expected words are in the seat's language; a hint is canonical."""
    assert german.read("@jetzt fodere b") == Misread(
        8, ("fordere",), "@now challenge B", "near-verb", found="fodere"
    )
    assert german.read("nutze raben") == Misread(12, ("COLUMN", "eigene", "hand"), key="unfinished")
    assert german.read("Zeige mir") == Prose()


def test_remis_draws_no_card(german: Reader) -> None:
    """The word for a drawn game is not the order to draw."""
    assert german.read("remis") == Prose()
