"""A letter at a glance: its headline, which is the subject too, and the sentence that an inbox shows beside it."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from lxml import html as lxml_html  # type: ignore[import-untyped]
from support.letters_out import ADDRESS, THUNDER, invitations, letters

from referee.api import Table
from referee.engine.choices import Choices
from referee.engine.events import Event, seen
from referee.games.thunder.drawing import Drew
from referee.games.thunder.turn import TurnBegun
from referee.house.disputes import RulingFinal
from referee.house.games import BUILT_IN, find
from referee.house.letters import Said
from referee.house.rulings import RulingMade
from referee.house.time import PauseAsked, PauseWithdrawn
from referee.house.undo import UndoOffered
from referee.table.points import RESTS, Told
from referee.table.undo import AskedBack
from referee.telling.fence import fence_of
from referee.telling.glance import MOST, title
from referee.telling.letter import Letter, bodies
from referee.telling.sentences import reader_of
from referee.telling.times import ALL
from referee.testing.random_games import options_of, random_world
from referee.util.values import replace

STEP = 11
CONTENT = options_of(THUNDER, 4)
NUMBER = re.compile(r"[a-z0-9]+\.(?:thor|loki|arbiter)\.[0-9]+")


def told_to(seat: str | None, owed_by: str, **more: Any) -> Letter:
    """A letter to a seat in the middle of a game, at a state in which `owed_by` alone is to answer."""
    world = random_world(THUNDER, CONTENT, 4)
    state = next(
        one
        for one in world.states
        if one.turn > 1 and {due.seat for due in THUNDER.view(one, None).owed} == {owed_by}
    )
    view = THUNDER.view(state, seat)
    letter = Letter(
        game=THUNDER,
        content=CONTENT,
        view=view,
        number=f"g1.{seat or 'onlooker'}.7",
        choices=THUNDER.choices(view),
    )
    return replace(letter, **more)


def said(by: str) -> Told:
    """Something that a seat did, as all are told it."""
    return done(Said(by, "hello"))


def done(event: Event) -> Told:
    """What happened, as Thor is told it."""
    shown = seen(event, "thor")
    assert shown
    return Told("2.1", shown, by=shown.fields.get("by", ""))


def head(letter: Letter) -> str:
    """The headline up to the game's title."""
    return bodies(letter).subject.partition(":")[0]


def test_the_headline_says_whose_turn_it_is() -> None:
    """The reader's own; that of another, and whether that other has done something; the same for an onlooker."""
    assert head(told_to("thor", "thor")) == "Your turn"
    assert head(told_to("loki", "thor")) == "Waiting for Thor"
    drew = {by: done(Drew(by, f"{by}.hel")) for by in ("thor", "loki")}
    assert head(told_to("loki", "thor", told=[drew["thor"]])) == "Thor has moved"
    assert head(told_to("loki", "thor", told=[drew["thor"], said("thor")])) == "Thor has moved"
    assert head(told_to("loki", "thor", told=[drew["loki"]])) == "Waiting for Thor"
    assert head(told_to(None, "thor", told=[drew["loki"]])) == "Loki has moved"


def test_a_turn_that_begins_is_no_move() -> None:
    """Nor what its seat had done before: at the start of a game both have set up, and one of them is to move."""
    begun, drew = done(TurnBegun("thor", 0)), done(Drew("thor", "thor.hel"))
    assert head(told_to("loki", "thor", told=[begun])) == "Waiting for Thor"
    assert head(told_to("loki", "thor", told=[drew, begun])) == "Waiting for Thor"
    assert head(told_to("loki", "thor", told=[drew, begun, said("thor")])) == "Thor has written"
    assert head(told_to("loki", "thor", told=[begun, drew])) == "Thor has moved"


def test_what_lots_decide_at_the_set_up_is_no_move() -> None:
    """Of a seat that is told of there, as of a roll for the first turn, nothing was done; words are told."""
    drew, words = (replace(one, position="0.0") for one in (done(Drew("thor", "thor.hel")), said("thor")))
    assert head(told_to("loki", "thor", told=[drew])) == "Waiting for Thor"
    assert head(told_to("loki", "thor", told=[drew, words])) == "Thor has written"


def test_words_are_no_move() -> None:
    """Who only says something has not moved, and the headline does not say so."""
    assert head(told_to("loki", "thor", told=[said("thor")])) == "Thor has written"
    assert head(told_to("loki", "thor", told=[said("loki")])) == "Waiting for Thor"
    made: Any = THUNDER.events["DrawDeclined"]
    declined = done(made("thor"))
    assert head(told_to("loki", "thor", told=[declined])) == "Thor declines the draw"
    assert head(told_to("thor", "loki", told=[declined])) == "Waiting for Loki"


@pytest.mark.parametrize(
    ("language", "written"), [("en", "Loki has written"), ("de", "Loki hat geschrieben")]
)
def test_words_after_the_end_are_the_headline_and_the_end_is_not(language: str, written: str) -> None:
    """Who has been told that the game is over is told who writes now, and nothing of when letters come."""
    table = Table.open("thunder", seed="07")
    table.play("loki", "deploy dragon, female-archer, ravens")
    table.play("thor", "deploy huscarl, ravens, mjolnir")
    before = len(table.points)
    table.play("thor", "resign g1")
    over = len(table.points)
    table.play("loki", "say well played")

    def letter(since: int) -> Letter:
        return Letter(
            game=table.game,
            content=table.content,
            view=table.view("thor"),
            told=table.told("thor", since),
            choices=table.choices("thor"),
            number="g1.thor.3",
            language=language,
            pace="my-turn",
        )

    assert head(letter(over)) == written
    assert head(letter(before)) == {"en": "Loki has won", "de": "Loki hat gewonnen"}[language]
    foot = reader_of(table.game, table.content, table.view("thor"), language).text(
        "foot-letters", pace="my-turn"
    )
    assert foot[:20] not in bodies(letter(over)).text


def test_an_offer_comes_first() -> None:
    """H22 A letter that would be taken back is the headline; both answers are links, whose turn it is or not."""
    how: Any = {"back": AskedBack("thor"), "address": ADDRESS}
    for owed_by in ("thor", "loki"):
        shown = bodies(told_to("loki", owed_by, told=[done(UndoOffered("thor"))], **how))
        assert shown.subject.startswith("Thor asks to take a letter back: Thunder & Lightning, turn ")
        for order in ("accept undo", "decline undo"):
            assert f"| {order}\n  <mailto:" in shown.text
            assert f"&rarr; {order}</a>" in shown.html
    own = bodies(told_to("thor", "loki", told=[done(UndoOffered("thor"))], **how))
    assert "| accept undo" not in own.text
    assert "| decline undo" in own.text


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "Thor wants a pause: "), ("de", "Thor möchte eine Pause: ")]
)
def test_a_pause_that_another_wants_is_a_tap(language: str, begins: str) -> None:
    """H15 It is the headline while clocks run; whoever asked, or has agreed so that they stand, is not asked again."""
    asked, due = done(PauseAsked("thor")), {"thor": "by Monday"}
    shown = bodies(told_to("loki", "thor", told=[asked], due=due, address=ADDRESS, language=language))
    assert shown.subject.startswith(begins)
    assert "| pause\n  <mailto:" in shown.text
    for seat, times, told in (
        ("thor", due, [asked]),
        ("loki", {ALL: "The clocks stand still."}, [asked]),
        ("loki", due, [asked, done(PauseWithdrawn("thor"))]),
    ):
        other = bodies(told_to(seat, "thor", told=told, due=times, address=ADDRESS, language=language))
        assert "| pause" not in other.text
        assert not other.subject.startswith(begins)


def test_only_the_others_are_told_to_agree_to_a_pause() -> None:
    """H15 Whoever asks for one is told what it waits for."""
    due = {"thor": "by Monday"}
    texts = [
        " ".join(bodies(told_to(seat, "thor", told=[done(PauseAsked("thor"))], due=due)).text.split())
        for seat in ("thor", "loki")
    ]
    assert "You want a pause. The clocks stand still once all others want it too." in texts[0]
    assert ["write pause to agree" in text for text in texts] == [False, True]


def test_a_ruling_is_accepted_by_a_tap() -> None:
    """H23 While play rests: it is the headline, and `accept ruling` is a link; a final one asks for nothing."""
    ruled = done(RulingMade("arbiter", "uphold", "so it is"))
    due = {RESTS: "There is a dispute."}
    shown = bodies(told_to("loki", "thor", told=[ruled], due=due, address=ADDRESS))
    assert shown.subject.startswith("A ruling: Thunder & Lightning, turn ")
    assert "| accept ruling\n  <mailto:" in shown.text
    assert "&rarr; accept ruling</a>" in shown.html
    others: tuple[dict[str, Any], ...] = ({"due": {}}, {"due": due, "told": [ruled, done(RulingFinal())]})
    for more in others:
        shown = bodies(told_to("loki", "thor", **{"told": [ruled], "address": ADDRESS, **more}))
        assert "| accept ruling" not in shown.text


def ordered(shown: Any) -> set[str]:
    """What the links of a letter order, in its text and on its page."""
    found = re.findall(r"body=([^>\"]*)", shown.text + unescape(shown.html))
    return {unquote(one).replace("\r\n", ", ") for one in found}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_draw_is_declined_by_a_tap_and_accepted_by_hand(language: str) -> None:
    """The offer is the headline; its refusal is a link held to the position, and no tap ends the game."""
    table = Table.open("odins_table", seed="01", options={"players": "odin:anna,thor:bert"})
    for seat, lines in (
        ("odin", ["place " + " ".join(one.rpartition(".")[2] for one in table.view("odin").odin.six)]),
        ("thor", ["place " + " ".join(one.rpartition(".")[2] for one in table.view("thor").thor.six)]),
        ("odin", ["a1-a2", "offer draw"]),
    ):
        assert set(table.play(seat, lines).verdicts) == {"played"}
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view("thor"),
        choices=table.choices("thor"),
        number="g1.thor.3",
        address=ADDRESS,
        language=language,
    )
    shown = bodies(letter)
    order = {"en": "accept draw", "de": "annehmen remis"}[language]
    begins = {"en": "Your turn, and Odin offers a draw: ", "de": "Du bist dran, und Odin bietet Remis an: "}
    assert shown.subject.startswith(begins[language])
    for form in (shown.text, lxml_html.document_fromstring(shown.html).find(".//table").text_content()):
        assert form.count({"en": "offers you a draw", "de": "bietet dir Remis an"}[language]) == 1
        assert form.count(order) == 1
        assert {"en": "Odin offers a draw", "de": "Odin bietet Remis an"}[language] not in form
    assert order not in ordered(shown)
    assert {"en": "@2.0 decline draw", "de": "@2.0 ablehnen remis"}[language] in ordered(shown)
    if language == "en":
        assert table.play("thor", [f"@2.0 {order}"]).verdicts == ("played",)
        assert table.outcome is not None


@pytest.mark.parametrize("language", ["en", "de"])
def test_whom_a_silent_player_leaves_waiting_is_told_how_to_claim(language: str) -> None:
    """H13 Once the deadline is over, the letter begins with it and says how to claim; no tap ends the game."""
    order = {"en": "claim win", "de": "beanspruche sieg"}[language]
    letters = {}
    for overdue in ((), ("thor",)):
        known = told_to("loki", "thor", address=ADDRESS, language=language)
        state = next(
            one
            for one in random_world(THUNDER, CONTENT, 4).states
            if one.turn > 1 and {due.seat for due in THUNDER.view(one, None).owed} == {"thor"}
        )
        view = THUNDER.view(replace(state, overdue=overdue), "loki")
        letters[overdue] = bodies(replace(known, view=view, choices=THUNDER.choices(view)))
    late, early = letters["thor",], letters[()]
    begins = {"en": "Thor has not answered in time: ", "de": "Thor hat nicht rechtzeitig geantwortet: "}
    assert late.subject.startswith(begins[language])
    assert order in late.text
    assert order not in ordered(late)
    assert order not in early.text


def test_the_headline_names_the_game_and_the_turn() -> None:
    """The title, the turn if there is one, the id of the game; never the number of the letter."""
    letter = told_to("thor", "thor")
    assert bodies(letter).subject == f"Your turn: Thunder & Lightning, turn {letter.view.turn} (g1)"
    german = replace(letter, language="de")
    assert bodies(german).subject == f"Du bist dran: Thunder & Lightning, Zug {letter.view.turn} (g1)"


@pytest.mark.slow
def test_the_headline_says_that_nothing_was_played() -> None:
    """An order that is not understood or not allowed, and none that is played: the reader's turn is still to come.

    The letters of a random game play an order first; without it and with it, the headline differs.
    """
    found = set()
    for letter, _ in letters(2, STEP):
        mine = {one.seat for one in letter.view.owed if not one.optional}
        if letter.view.seat not in mine or letter.view.outcome:
            continue
        for verdicts in (letter.verdicts, [one for one in letter.verdicts if one.kind != "played"]):
            kinds = {one.kind for one in verdicts}
            unplayed = {"refused", "misread", "ambiguous", "passed-over", "not-played"}
            refused = bool(kinds & unplayed) and "played" not in kinds
            found.add(refused)
            told = bodies(replace(letter, verdicts=verdicts)).subject
            offered = (
                f"Your turn, and {letter.view.offer.title()} offers a draw: "
                if letter.choices.family("accept draw")
                else ""
            )
            assert told.startswith("Not played, still your turn: " if refused else offered or "Your turn: ")
    assert found == {True, False}


def test_a_letter_begins_with_what_matters_and_says_nothing_of_it_twice() -> None:
    """The subject is the title of the page; its heading is the first line of the text; the place follows once."""
    for _, shown in [*letters(0, STEP), *invitations()]:
        page = lxml_html.document_fromstring(shown.html)
        assert page.findtext(".//title") == shown.subject
        assert not NUMBER.search(shown.subject)
        heading = " ".join("".join(page.find(".//h1").itertext()).split())
        text = " ".join(shown.text.split())
        assert text.startswith(heading)
        assert text.count(heading) == 1


def test_the_number_of_a_letter_stands_in_its_foot() -> None:
    """Once, with the position, after all that a player reads; an answer that quotes it is known by it."""
    for letter, shown in letters(0, STEP):
        position = "{}.{}".format(*THUNDER.position(letter.view))
        assert shown.text.count(f"\nLetter {letter.number}, position {position}.\n") == 1
        assert f"Letter {letter.number}, position {position}." in unescape(shown.html)


def test_beside_the_subject_an_inbox_shows_what_matters() -> None:
    """The first text of the page, hidden where the page is shown: what the reader owes, then what happened last."""
    several = 0
    for letter, shown in letters(0, STEP):
        body = lxml_html.document_fromstring(shown.html).find("body")
        first = body[0]
        if letter.view.outcome and not letter.told:
            continue
        assert "display:none" in first.get("style")
        text = "".join(first.itertext())
        assert 0 < len(text) <= MOST + len("| ")
        mine = [one for one in letter.view.owed if one.seat == letter.view.seat]
        if mine and not letter.view.outcome:
            assert text.startswith(("You owe", "You choose", "You lay", "It is your turn", "You may"))
            several += "." in text.rstrip(".")
    assert several > 0


def test_an_empty_letter_has_a_headline() -> None:
    """Nothing told, nothing to choose."""
    nothing = told_to("loki", "thor", choices=Choices(list, tuple))
    assert bodies(nothing).subject.startswith("Waiting for Thor: ")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_no_headline_stands_after_a_mark(name: str, language: str) -> None:
    """It is the first line of a letter: after a mark there, a mail program's whole quote would look like the answer.

    Some programs quote without marks; where the first line of a quote has one, the lines without are their writer's.
    """
    game: Any = find(name)
    content = game.options({})
    reader = reader_of(
        game, content, game.view(game.blank("g1", content), game.seating(content)[0].name), language
    )
    place = reader.text("place", title=title(reader), turn=3, game="g1")
    seats = reader.seats
    heads = [
        reader.text(key, place=place, seats=seats[:2], seat=seats[0], winners=won)
        for key in reader.says.entries["texts"]
        if key.startswith("head-")
        for won in ((), seats[:1], seats[1:2])
    ]
    assert len(heads) > 30
    duties = reader.says.entries.get("asked", {})
    heads += [reader.says.say("asked", one, reader.voice, {"seat": seat}) for one in duties for seat in seats]
    fenced = fence_of(game, content, language).text("\n".join(heads)).split("\n")
    assert [one for one in fenced if one.startswith("|")] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_dispute_that_is_over_is_not_told_as_one_that_rests(language: str) -> None:
    """H20 Withdrawn before the letter is made: that play rests is told while it does, and only then."""
    table = Table.open("thunder", seed="07")
    table.play("loki", "deploy dragon, female-archer, ravens")
    table.play("thor", "deploy huscarl, ravens, mjolnir")
    seen = len(table.points)
    rests = {"en": "Play rests", "de": "Die Partie ruht"}[language]
    for line in ("dispute 1.0: why so", "withdraw dispute"):
        assert table.play("loki", line).verdicts == ("answered",)
        letter = Letter(
            game=table.game,
            content=table.content,
            view=table.view("thor"),
            told=table.told("thor", seen),
            choices=table.choices("thor"),
            number="g1.thor.3",
            language=language,
        )
        assert rests not in bodies(letter).text
        assert rests not in bodies(letter).html
