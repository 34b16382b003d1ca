"""Several orders in one line: each is ruled on for itself, and a list within an order stays a list."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from support.suite import announced

from referee.api import Table
from referee.house.games import find
from referee.notation import several, words
from referee.notation.reader import Order, Reader
from referee.notation.readings import Text, reading_of
from referee.notation.several import MOST, parts_of
from referee.table.audit import audit
from referee.table.past import Past
from referee.telling.why import Teller
from referee.testing.random_games import options_of, random_world

THUNDER = find("thunder")
GAMES = ("thunder", "odins_table", "hammer_of_thor", "sindri")
BETWEEN = (
    ", ",
    ",",
    "; ",
    ";",
    ". ",
    " and ",
    ", and ",
    " then ",
    ", then ",
    " and then ",
    " + ",
    " & ",
    " / ",
    ",\n",
)
"""What may stand between two orders; a line may also count them."""


def numbered(orders: Sequence[str]) -> str:
    """The orders counted: `1. draw 2. draw`."""
    return " ".join(f"{n}. {order}" for n, order in enumerate(orders, 1))


WAYS = (*(sign.join for sign in BETWEEN), numbered)


@pytest.fixture(autouse=True, scope="module")
def several_seats() -> Iterator[None]:
    """The game for several seats as if its package were installed."""
    with announced():
        yield


@cache
def reader(game: str, language: str = "en", seed: int = 0) -> Reader:
    """Reads the lines of a seat of a random game."""
    found = find(game)
    return Reader(found, options_of(found, seed), (language,))


def orders_of(game: str, line: str, language: str = "en") -> list[str]:
    """The canonical notation of each order in a line; of anything else how it was read."""
    read = reader(game, language).read_letter(line)
    return [
        one.reading.move.written if isinstance(one.reading, Order) else type(one.reading).__name__
        for one in read
    ]


def moves_of(game: str, seed: int) -> list[str]:
    """The orders of a random game, without those that are free text to their end."""
    found = find(game)
    world = random_world(found, options_of(found, seed), seed, at_most=90)
    texts = reading_of(found).TEXTS
    written = [step.move.written for step in world.steps if step.move]
    return [one for one in written if one.split(" ")[0] not in texts and '"' not in one]


def _goes_on(own: Reader, order: str, after: str) -> bool:
    """M26 Whether an order after a ruling reads as one more effect of it, which then is meant."""
    return order.startswith("ruling ") and isinstance(own.read(f"{order}; {after}"), Order)


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
@pytest.mark.parametrize("game", GAMES)
def test_orders_of_random_games_joined_in_15_ways_are_read_one_by_one(game: str, seed: int) -> None:
    """What is joined is parted again, in every way of joining, and each order is the one that was written."""
    moves, rng = moves_of(game, seed), Random(seed)
    own = reader(game, seed=seed)
    assert len(moves) >= 9
    for way in WAYS:
        for _ in range(12):
            at = rng.randrange(len(moves) - 4)
            some = moves[at : at + rng.randint(2, 4)]
            if len(line := way(some)) > 480 or any(_goes_on(own, *pair) for pair in pairwise(some)):
                continue
            read = own.read_letter(line)
            assert [one.reading.move.written for one in read if isinstance(one.reading, Order)] == some, line


@pytest.mark.share(4)
@pytest.mark.parametrize("game", GAMES)
def test_an_order_alone_is_never_parted(game: str) -> None:
    """Every order of a random game is one line of a letter, lists and all."""
    for seed in range(3):
        own = reader(game, seed=seed)
        for one in moves_of(game, seed):
            (line,) = own.read_letter(one)
            assert isinstance(line.reading, Order), one
            assert (line.text, line.reading.move.written) == (one, one)


@pytest.mark.parametrize(
    ("game", "language", "line", "orders"),
    [
        ("thunder", "en", "draw, draw, lay archer B2", ["draw", "draw", "lay female-archer B2"]),
        ("thunder", "en", "draw twice", ["draw", "draw"]),
        ("thunder", "en", "draw thrice", ["draw"] * 3),
        ("thunder", "en", "draw x2", ["draw", "draw"]),
        ("thunder", "en", "2x draw", ["draw", "draw"]),
        ("thunder", "en", "2 times draw, lay archer B2", ["draw", "draw", "lay female-archer B2"]),
        ("thunder", "en", "draw and draw", ["draw", "draw"]),
        ("thunder", "en", "1. draw 2. draw", ["draw", "draw"]),
        ("thunder", "en", "1) draw twice, 2) lay archer B2", ["draw", "draw", "lay female-archer B2"]),
        ("thunder", "en", "@3.1 draw, draw!", ["draw", "draw"]),
        ("thunder", "en", "deploy dragon, archer, draw", ["deploy dragon, female-archer", "draw"]),
        ("thunder", "en", "deploy dragon x2, archer", ["deploy dragon, dragon, female-archer"]),
        ("thunder", "en", "draw {first, then} and draw", ["draw", "draw"]),
        ("thunder", "en", "lay dragon A2 and frost giant B2", ["lay dragon A2", "lay frost-giant B2"]),
        (
            "thunder",
            "en",
            "Lay dragon at A2, archer at B2 and draw",
            ["lay dragon A2", "lay female-archer B2", "draw"],
        ),
        ("thunder", "de", "Lege Drache A2 und Frostriese B2", ["lay dragon A2", "lay frost-giant B2"]),
        (
            "thunder",
            "de",
            "leg bitte den Drachen auf A2 und den Frostriesen auf B2",
            ["lay dragon A2", "lay frost-giant B2"],
        ),
        (
            "hammer_of_thor",
            "en",
            "play feast on odin and slander on loki",
            ["play feast on odin", "play slander on loki"],
        ),
        ("thunder", "en", "lay dragon A2 and hel B2, draw", ["lay dragon A2", "lay hel B2", "draw"]),
        (
            "thunder",
            "de",
            "lege Drache A2, Hel B2 und Tyr C1, ziehe",
            ["lay dragon A2", "lay hel B2", "lay tyr C1", "draw"],
        ),
        ("thunder", "de", "zieh, zieh, leg Drache B", ["draw", "draw", "lay dragon B"]),
        ("thunder", "de", "zweimal ziehen", ["draw", "draw"]),
        ("thunder", "de", "ziehe, danach fordere A", ["draw", "challenge A"]),
        ("thunder", "de", "greife A an und ziehe", ["challenge A", "draw"]),
        ("odins_table", "en", "a5-a4 then scout d", ["a5-a4", "scout d"]),
        ("odins_table", "en", "place frigg, baldr", ["place 8 2"]),
        ("odins_table", "en", "standing scout a, b, scout d", ["standing scout a, b", "scout d"]),
        ("odins_table", "de", "a5-a4, dann kundschafte d", ["a5-a4", "scout d"]),
    ],
)
def test_orders_that_people_join(game: str, language: str, line: str, orders: list[str]) -> None:
    """Signs, words, counts and numbers between orders, in English and German."""
    assert orders_of(game, line, language) == orders


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_word_between_orders_and_every_count_is_read(language: str) -> None:
    """Each form in the files of words parts a line of orders, or counts them: before the order and after it."""
    joining = several.WORDS | {"and"}
    known = [one for one in words.of_language(language, "thunder").words if one.kind in joining]
    assert {one.kind for one in known} == joining
    for one in known:
        form, times = " ".join(one.parts), several.COUNTS.get(one.kind, 0)
        lines = [f"draw {form}", f"{form} draw"] if times else [f"draw {form} draw", f"draw, {form} draw"]
        for line in lines:
            assert orders_of("thunder", line, language) == ["draw"] * (times or 2), line


@pytest.mark.parametrize(
    "line",
    [
        "draw, then I will think",
        "draw, drwa",
        "draw draw",
        "twice I have lost",
        "2 times in a row!",
        "say draw, draw",
        "note draw twice",
        "moves, draw",
        "Hello, draw",
        '"draw, draw", he wrote',
        "> draw, draw",
        "draw ten times",
        "2. draw 3. draw",
        ", ".join(["draw"] * (MOST + 1)),
    ],
)
def test_what_is_not_made_of_orders_is_not_parted(line: str) -> None:
    """One part that is no order, and the line is read as a whole, as a line always was."""
    read = reader("thunder").read_letter(line)
    assert [one.text for one in read] == [line]
    assert not isinstance(read[0].reading, Order)


TAILS = {
    "en": (
        "challenge B{}order {}",
        "use ravens A{}order {}",
        "use vidarr A B2{}order {}",
        "draw, challenge B{}order {}",
    ),
    "de": ("fordere B{}reihenfolge {}", "nutze Raben A{}reihenfolge {}", "ziehe, fordere B{}reihenfolge {}"),
}
"""Orders whose end, the order in which cards fall (14.6), is an order by itself (14.2)."""


@pytest.mark.parametrize(
    ("language", "form"), [(one, form) for one, forms in TAILS.items() for form in forms]
)
@pytest.mark.parametrize("cards", ["hel, frigg", "hel, frigg, dragon", "hel and frigg"])
@pytest.mark.parametrize("sign", [", ", ",", "; ", " ; ", ". ", " + ", ",\n", ", then "])
def test_14_6_the_end_of_an_order_stays_with_it(language: str, form: str, cards: str, sign: str) -> None:
    """Whatever stands before it."""
    whole = orders_of("thunder", form.format(" ", cards), language)
    assert whole[-1].count(" order ") == 1
    assert orders_of("thunder", form.format(sign, cards), language) == whole


def test_14_2_an_order_of_its_own_stays_one() -> None:
    """Behind what it cannot end."""
    assert orders_of("thunder", "draw, order hel, frigg") == ["draw", "order hel, frigg"]
    assert orders_of("thunder", "if it is my turn: challenge B, order hel, frigg") == ["Foresight"]


def test_what_can_be_parted_in_two_ways_is_not_parted() -> None:
    """Free text to the end of an order may hold what is an order too: nobody knows which was meant."""
    read = reader("hammer_of_thor").read_letter("halt; ask where is he, halt")
    assert [type(one.reading).__name__ for one in read] == ["Misread"]
    assert orders_of("hammer_of_thor", "halt; ask where is he") == ["halt", 'ask "where is he"']


def test_an_answer_to_an_invitation_is_not_parted() -> None:
    """H4 The words after `accept` are the player's own."""
    game = find("thunder")
    invited = Reader(game, game.options({}), invited=True)
    line = "draw, draw"
    assert parts_of(invited, line, invited.read(line)) == ()
    assert len(invited.read_letter("accept draw, draw")) == 1


def test_each_order_of_a_line_is_ruled_on_and_the_first_that_is_refused_stops_the_rest() -> None:
    """The record has an entry for each of them; audit and `why` of the past find each again."""
    table = Table.open("thunder", seed="07")
    while table.position < "3.0":
        seat = table.owed()[0].seat
        table.play(seat, next(iter(table.moves(seat))))
    seat = table.owed()[0].seat
    played = table.play(seat, "draw, lay tyr C9, draw\nsay hello")
    assert [(one.line.text, one.kind) for one in played.ruled.verdicts] == [
        ("draw", "played"),
        ("lay tyr C9", "refused"),
        ("draw", "not-played"),
        ("say hello", "not-played"),
    ]
    assert [line.number for line in table.points[-1].entry.lines] == [1, 1, 1, 2]  # type: ignore[attr-defined]
    assert audit(table).clean
    past = Past(table, seat)
    told = Teller.of(past, "en").line(past.known(len(past.entries) - 1), 1)
    assert [told.count(f"1> {text}") for text in ("draw", "lay tyr C9")] == [2, 1]
    assert told.count("REFUSED") == 1


@pytest.mark.parametrize(
    ("language", "line", "wanted"),
    [
        ("en", "draw a card", ["draw"]),
        ("en", "draw 2 cards, lay the archer at B1 please", ["draw", "draw", "lay female-archer B1"]),
        ("en", "draw three cards and then challenge the column B, please.", [*["draw"] * 3, "challenge B"]),
        ("en", "use the ravens on column B", ["use ravens B"]),
        ("en", "draw twice, please", ["draw", "draw"]),
        ("de", "ziehe drei Karten bitte", ["draw"] * 3),
        ("de", "ziehe zwei Karten, lege den Drachen auf A2", ["draw", "draw", "lay dragon A2"]),
        ("de", "nutze die Raben gegen die Hand; fordere bitte A heraus", ["use ravens hand", "challenge A"]),
        ("de", "nutze Raben gegen C. Danach ziehe eine Karte.", ["use ravens C", "draw"]),
    ],
)
def test_articles_courtesy_and_numbers_of_cards(language: str, line: str, wanted: list[str]) -> None:
    """Words that say nothing are left out of an order, and `draw 2 cards` is two draws."""
    reader = Reader(THUNDER, THUNDER.options({}), (language,))
    assert [one.reading.move.written for one in reader.read_letter(line)] == wanted  # type: ignore[union-attr]


@pytest.mark.parametrize("line", ["resign the g1 please", "offer the draw", "claim the win, please"])
def test_words_left_out_make_no_great_order(line: str) -> None:
    """The end of a game, and offers, are meant as they stand or not at all."""
    (read,) = Reader(THUNDER, THUNDER.options({}), ("en",)).read_letter(line)
    assert not isinstance(read.reading, Order)


@pytest.mark.parametrize(
    ("language", "line", "named"),
    [
        ("en", "what is the seer?", "seer"),
        ("en", "What are ravens?", "ravens"),
        ("en", "Tell me about Hel, please", "hel"),
        ("en", "tell me about the Shield Wall", "shield-wall"),
        ("en", "what is the plan?", None),
        ("de", "Was macht die Seherin?", "seer"),
        ("de", "was kann Hel?", "hel"),
        ("de", "Was macht die Arbeit?", None),
    ],
)
def test_a_card_is_asked_for_as_people_ask(language: str, line: str, named: str | None) -> None:
    """A question that ends in the name of a card is answered, with its article too; any other is prose."""
    (read,) = Reader(THUNDER, THUNDER.options({}), (language,)).read_letter(line)
    assert getattr(read.reading, "argument", None) == named


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("draw, say Well played, Bert; and you?", ["draw", "say: Well played, Bert; and you?"]),
        ("draw, draw and say Let us see.", ["draw", "draw", "say: Let us see."]),
        ("ziehe, sage Möge das beste Herz gewinnen!", ["draw", "say: Möge das beste Herz gewinnen!"]),
        ("draw, note He holds the ring, I think", ["draw", "note: He holds the ring, I think"]),
        ("say draw, say it again", ["say: draw, say it again"]),
        ("draw, say", None),
        ("drink, say cheers", None),
    ],
)
def test_words_may_stand_behind_the_last_order(line: str, read: list[str] | None) -> None:
    """All after `say` and `note` is the text, signs and all; what stands before has to be orders."""
    game = find("thunder")
    found = Reader(game, game.options({}), ("de",)).read_letter(line)
    told = [
        one.reading.move.written
        if isinstance(one.reading, Order)
        else f"{one.reading.verb}: {one.reading.text}"
        if isinstance(one.reading, Text)
        else ""
        for one in found
    ]
    assert told == read if read else len(found) == 1


@pytest.mark.parametrize(
    ("game", "language", "line"),
    [
        ("thunder", "en", "lay dragon A2 and maybe frost giant B2"),
        ("thunder", "en", "lay dragon A2 and not frost giant B2"),
        ("thunder", "en", "lay dragon A2, draw and archer B2"),
        ("thunder", "en", "lay dragon A2, archer B2 is what I think you want"),
        ("thunder", "en", "challenge A and B"),
        ("thunder", "en", "accept the draw and the ruling"),
        ("thunder", "en", "offer draw and undo"),
        ("thunder", "de", "lege Drache A2 und vielleicht Frostriese B2"),
        ("hammer_of_thor", "en", "keep feast and slander"),
        ("hammer_of_thor", "de", "behalte feast und slander"),
    ],
)
def test_a_verb_is_carried_only_where_both_parts_say_what_and_where(
    game: str, language: str, line: str
) -> None:
    """One wish in two pieces, words between them or great moves are no two orders: nothing of the line is played."""
    assert orders_of(game, line, language) == ["Misread"]


def test_no_verb_is_carried_in_words_to_all_or_in_a_sentence() -> None:
    """What is said stays said, and a sentence a sentence."""
    assert orders_of("thunder", "say lay dragon A2 and frost giant B2") == ["Text"]
    assert orders_of("thunder", "he will lay dragon A2 and frost giant B2") == ["Prose"]
