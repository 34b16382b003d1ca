"""What a letter shows as text: whole, narrow, and with no line that reads as an order."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import EXAMPLES
from support.letters_out import ADDRESS, SECRET, THUNDER, WILD, content_of, invitations, letters

from referee.engine.events import face
from referee.notation.reader import Prose, Reader
from referee.telling.fence import fence_of
from referee.telling.invited import invitation
from referee.telling.letter import Bodies, Letter, bodies
from referee.telling.links import Link
from referee.telling.sentences import reader_of
from referee.testing.random_games import random_world
from referee.util.text import UNSEEN, WIDTH, block
from referee.util.values import replace

SEEDS = (0, 1)
STEP = 11
URL = re.compile(r"(?:  |\|   (\S+) )<(mailto:\S+)>")
"""A link: below its order, or beside the end of one that others begin like."""


def taps(shown: Bodies) -> list[Link]:
    """The links of a text with their orders: one below each, or several below what they share."""
    found, above = list[Link](), ""
    for line in shown.text.split("\n"):
        if link := URL.fullmatch(line):
            end, head = link[1] or "", above.removeprefix("| ")
            assert head.endswith(" ...") == bool(end)
            found.append(Link(joined(head.removesuffix(" ..."), end), link[2]))
        if not (link and link[1]):
            above = line
    return found


def joined(head: str, end: str) -> str:
    """An order from its two parts: a square and what follows it are one word."""
    return f"{head}{end}" if re.fullmatch(r"[a-z]\d+", head) else f"{head} {end}".strip()


def texts() -> Iterator[tuple[str, Reader]]:
    """Every text of the letters of some random games, and of invitations, with a reader of their answers."""
    for seed in SEEDS:
        reader = Reader(THUNDER, content_of(seed))
        for _, shown in letters(seed, STEP):
            yield shown.text, reader
    for _, shown in invitations():
        yield shown.text, Reader(THUNDER, content_of(3), invited=True)


@pytest.mark.slow
def test_no_line_of_a_letter_reads_as_an_order() -> None:
    """Quoted without marks, set in, or quoted with marks, our own letters play nothing and stop nothing."""
    lines = {(line, reader) for text, reader in texts() for line in text.split("\n")}
    assert len(lines) > 1500
    for line, reader in lines:
        for before in ("", " ", "  ", "   ", "> ", "| "):
            assert isinstance(reader.read(before + line), Prose), before + line


@pytest.mark.slow
def test_a_letter_read_back_whole_plays_nothing() -> None:
    """The lines together are prose as well: no line goes on in the next."""
    for text, reader in list(texts())[::5]:
        for start in range(0, text.count("\n"), 150):
            part = "\n".join(text.split("\n")[start : start + 150])
            assert {type(line.reading) for line in reader.read_letter(part)} <= {Prose}


@pytest.mark.slow
@given(st.text(alphabet="drawesign lyp@7.2-*1)>|\"'\u202e\u00a0", max_size=90))
def test_the_fence_holds_whatever_a_line_is(line: str) -> None:
    """Any line at all comes out of the fence as prose, with all its characters, within its width or the page's."""
    fence, reader = fence_of(THUNDER, content_of(0)), Reader(THUNDER, content_of(0))
    fenced = fence.text(line)
    for one in fenced.split("\n"):
        assert isinstance(reader.read(one), Prose)
        assert len(one) <= max(WIDTH, len(line))
    assert re.sub(r"[\s|]", "", fenced) == re.sub(r"[\s|]", "", line)
    assert isinstance(reader.read(fence.line(line)), Prose)


def test_the_fence_marks_only_what_needs_it() -> None:
    """Sentences stand as they are; an order, a slip of one, and a position stand after the mark."""
    fence = fence_of(THUNDER, content_of(0))
    for line in ("You draw a card. [4.1]", "  11.1 Thor draws.", "Hel takes one.", "| draw", ""):
        assert fence.text(line) == line
    for line in ("draw", "Draw a card", "drwa", "@7.2 draw", "- resign", "1. draw", '"draw"'):
        assert fence.text(line) == "| " + line
    assert fence.text("   use own ravens A") == "|  use own ravens A"


def test_the_fence_cuts_no_sentence() -> None:
    """Where a line of a sentence would begin like an order, words of the line before it stand in front of it."""
    fence = fence_of(THUNDER, content_of(0))
    rule = (
        "By rule H4: Each seat answers the invitation with accept or decline.\n"
        "  Nothing is dealt and nothing is played before every seat has accepted.\n"
        "  Words after accept go into the shuffle, and stay private until the\n"
        "  end. A line that says yes in other words and nothing else, such as\n"
        '  "count me in", is read as accept, unless the letter also asks or\n'
        "  doubts something."
    )
    told = fence.text(rule)
    assert told.split() == rule.split()
    assert "|" not in told
    assert max(map(len, told.split("\n"))) <= WIDTH
    assert "  Words after accept go into the shuffle, and stay private until\n  the end. A line" in told
    happened = "  1.1  You play Berserker: while it tops your pile, your Viking Warriors\n      challenge with 6. [7.1]"
    assert fence.text(happened).split() == happened.split()
    rolled = (
        "       by REACTION and roll). Heimdall misses Loki twice there (at most 6):\n"
        "       draw 3 times; Loki is missed by Heimdall (at most 5 is needed for it).\n"
        "       [4.1]"
    )
    assert fence.text(rolled).split() == rolled.split()
    assert "(at most\n       6): draw" in fence.text(rolled)
    assert "[4.1]" not in fence.text(rolled).split("\n       ")  # what is left over of a line is filled up
    amid = (
        "The game can be stepped through as a page in one file: order replay, and\n"
        "  it comes attached. You can write notes on it, for all to read them all:\n"
        "  annotate 7.2: TEXT on a position, annotate game: TEXT on all of it."
    )
    assert "|" not in fence.text(
        amid
    )  # the text was broken before, so its line goes on, whatever sign it ends with
    assert fence.text(amid).split() == amid.split()
    for listed in ("Now you may do:\n  draw\n  lay archer B2", "-" * 70 + "\ndraw", f"{'x' * 66}.\ndraw"):
        assert fence.text(listed).split() != listed.split()  # no sentence goes on there: each order is marked


WORDS = st.sampled_from(
    [
        "draw",
        "lay",
        "resign",
        "end",
        "say",
        "note",
        "accept",
        "moves",
        "the",
        "a",
        "cards",
        "of",
        "and",
        "then.",
        "hand:",
        "he",
        "B2",
    ]
)


@pytest.mark.slow
@given(st.lists(WORDS, min_size=1, max_size=80), st.sampled_from(["", "  ", "   "]))
def test_a_text_of_ours_is_whole_behind_the_fence(words: list[str], indent: str) -> None:
    """All of it prose, with the same words in the same order, within the width."""
    fence, reader = fence_of(THUNDER, content_of(0)), Reader(THUNDER, content_of(0))
    fenced = fence.text(block(" ".join(words), indent)).split("\n")
    assert {type(reader.read(line)) for line in fenced} == {Prose}
    assert [word for word in " ".join(fenced).split() if word != "|"] == words
    assert max(map(len, fenced)) <= WIDTH


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("mail.txt")), ids=lambda path: str(path.parent.name))
def test_no_letter_of_a_golden_game_cuts_a_sentence(path: Path) -> None:
    """Nothing stands after the mark where the line before it has not ended; no page shows it."""
    lines = path.read_text("utf-8").split("\n")
    cut = [(a, b) for a, b in pairwise(lines) if CUT.search(a) and b.startswith("|  ") and len(a) > 55]
    assert cut == []


CUT = re.compile(r"^[^|]*[a-z,;]$")
"""A line that ends in the midst of a sentence."""


STYLES_AND_WORDS = re.compile(r'<style.*?</style>|<span class="quiet"[^>]*>\|</span>[^<]*', re.DOTALL)
"""What is none of our words: styles, and each line of a player's, which stands after a bar."""


@pytest.mark.slow
def test_no_page_shows_the_fence() -> None:
    """Of random games: where a text needs it, it is a sign that nobody sees, which the reader takes for the mark."""
    seen = 0
    for number in range(2):
        for _, shown in letters(number, STEP):
            ours = STYLES_AND_WORDS.sub("", shown.html)
            assert not re.search(r">\s*\| ", ours)
            seen += shown.html.count(UNSEEN)
    assert seen


@pytest.mark.slow
def test_texts_keep_to_the_width() -> None:
    """No line of a text is wider than 72 characters but a link, which cannot be broken; none ends in blanks."""
    for text, _ in texts():
        for line in text.split("\n"):
            assert len(line) <= WIDTH or URL.fullmatch(line), line
            assert line == line.rstrip()
        assert "\n\n\n" not in text
        assert text.endswith("\n")


@pytest.mark.slow
def test_the_fence_shows_the_same_on_both_sides() -> None:
    """Moves stand in a letter as in the list that the command line prints, each line after the mark."""
    letter, shown = next(
        (one, out) for one, out in letters(0, STEP) if one.choices.families and one.view.turn
    )
    from referee.telling.moves import moves_text

    listed = moves_text(reader_of(THUNDER, letter.content, letter.view), letter.choices)
    marked = [line[2:] for line in shown.text.split("\n") if line.startswith("| ")]
    assert sum(line in marked for line in listed.split("\n")) > 0.5 * listed.count("\n")


def test_words_of_players_cannot_get_out() -> None:
    """Nothing a player wrote is a template, moves or hides text, or stands at the beginning of a line."""
    for text, _ in texts():
        assert not set(text) & set("\u202e\u2066\x1b")
        assert "707" not in text
        for line in text.split("\n"):
            assert "<script>" not in line or re.match(r" *(\||\d+>) ", line), line


def test_the_secret_of_a_seat_stands_in_its_links_alone() -> None:
    """Without an address a letter holds no link; with one, the address stands in links and nowhere else."""
    letter, shown = letters(0, STEP)[4]
    assert shown.text.count(SECRET) == len(taps(shown)) > 0
    assert all(URL.fullmatch(line) for line in shown.text.split("\n") if SECRET in line)
    assert (
        len(re.findall(SECRET, shown.html)) == len(re.findall(rf'href="mailto:[^"]*{SECRET}', shown.html)) > 0
    )
    bare = bodies(replace(letter, address=""))
    assert "mailto:" not in bare.text + bare.html


def test_the_subject_of_answers_can_be_given() -> None:
    """Every link of a letter, in both forms, bears the subject given instead of the number."""
    letter, _ = letters(0, STEP)[4]
    for shown in (
        bodies(replace(letter, subject="[a b]")),
        invitation(replace(next(invitations())[0], subject="[a b]")),
    ):
        both = shown.text + shown.html
        assert both.count("mailto:") == both.count("?subject=%5Ba%20b%5D&") > 0


def test_each_likely_answer_stands_above_its_link() -> None:
    """The text names the order of each link on the line before it.

    The link writes it for the position of the letter.
    """
    letter, shown = letters(0, STEP)[4]
    position = "{}.{}".format(*letter.game.position(letter.view))
    assert taps(shown)
    for text, url in taps(shown):
        whole = ", ".join(
            unquote(url.partition("&body=")[2]).splitlines()
        )  # an order, and those not played after it
        assert whole == f"@{position} {text}"


def test_a_letter_is_the_same_whenever_it_is_made() -> None:
    """Both forms are worked out from the letter alone."""
    letter, shown = letters(0, STEP)[3]
    assert bodies(letter) == shown


def ended(seed: int) -> list[tuple[Letter, str]]:
    """The last letters of a game to both seats."""
    return [
        (letter, shown.text) for letter, shown in letters(seed, STEP) if letter.hidden and letter.view.seat
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_letter_begins_with_result_and_reason(seed: int) -> None:
    """How it ended is its first sentence, told once; then what happened, and below all of that what lay hidden."""
    for letter, text in ended(seed):
        lines = text.split("\n")
        first = text.partition("Thunder & Lightning")[0]
        assert first.rstrip().endswith(f"[{letter.view.outcome.rule}]")
        assert " ".join(text.split()).count(" ".join(first.split())) == 1
        assert 0 < lines.index("YOUR LETTER") < lines.index("THE TABLE")
        assert (
            lines.index("THE TABLE") < lines.index("WHAT LAY HIDDEN") < lines.index("WHAT YOU WERE NOT SHOWN")
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_page_of_the_end_tells_it_once(seed: int) -> None:
    """In its headline, not again among what happened; what an inbox shows beside the subject apart."""
    for letter, text in ended(seed):
        end = text.partition(" [")[0].replace("\n", "").split()
        shown = re.sub(r"<[^>]*>", " ", bodies(letter).html.partition("<h1")[2])
        assert " ".join(html.unescape(shown).split()).count(" ".join(end)) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_letter_names_every_hidden_card(seed: int) -> None:
    """Hands, decks and face-down cards of both seats stand in it by their titles."""
    for letter, text in ended(seed):
        below = " ".join(text.partition("WHAT LAY HIDDEN")[2].replace("|", " ").split())
        for side in letter.hidden.sides:
            titles = [letter.view.decks.kinds[card].title for card in side.deck]
            own = [
                f"captured {title}" if not card.startswith(side.seat) else title
                for card, title in zip(side.deck, titles, strict=True)
            ]
            assert "Deck, top first: " + ", ".join(own) in below
            for place, card in side.down:
                assert f"{place} " in below
                assert letter.view.decks.kinds[card].title in below


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_not_shown_names_its_seat(seed: int) -> None:
    """Cards that the other drew, and its notes, are told by the other's name; the reader alone is `you`."""
    for letter, text in ended(seed):
        below = text.partition("WHAT YOU WERE NOT SHOWN")[2]
        own, other = ("Thor", "Loki") if letter.view.seat == "thor" else ("Loki", "Thor")
        assert re.search(rf"{other} draws (?!a card)\w+", below)
        assert f"{own} draws" not in below
        assert ("Loki notes:" in below) == (other == "Loki")
        assert not re.search(r"\bYou draw\b", below)
        assert re.search(r"\n  2\.\d", below)
        assert "\nTurn " not in below


def test_words_in_what_was_not_shown_stay_behind_their_mark() -> None:
    """The notes of a player are shown at the end as they were written, each line after the mark."""
    notes = [one for letter, _ in ended(0) if letter.view.seat == "thor" for one in letter.unseen]
    assert any(one.seen.kind == "Noted" for one in notes)
    assert {one.seen["text"] for one in notes if one.seen.kind == "Noted"} <= set(WILD)


def invited(**form: str) -> str:
    """The text of the invitation of that form, on one line."""
    for inv, shown in invitations():
        if (
            all(getattr(inv, name) == value for name, value in form.items())
            and not inv.verdicts
            and not inv.notes
        ):
            return " ".join(shown.text.split())
    raise LookupError(form)


def test_an_invitation_says_what_is_played_and_how_to_answer() -> None:
    """Seats and names, edition, every option with its ruling, how sure the decks are, the commitment, the answers."""
    text = invited(seat="loki", over="")
    content = content_of(3)
    assert "You are invited to a game of Thunder & Lightning" in text
    assert "Thor (draw): not answered yet. Loki ({{7*7}}</pre><b><U+202E>), you: not answered yet." in text
    assert THUNDER.edition in text
    for option, ruling in (("flank", "R11"), ("played", "R13"), ("seer", "R19"), ("discards", "R24")):
        assert re.search(rf"{option} = {content[option]}( \(the default\))?, ruling {ruling} on rule", text)
    assert "1 of 23 rows is printed in a source, 22 reconstructed." in text
    assert "[" + "cd" * 32 + "]" in text
    assert "rules 21, rules R1, help" in text
    assert "accept WORDS" in text
    assert "| decline <mailto:" + ADDRESS in text


def test_who_has_accepted_is_asked_no_more() -> None:
    """After the acceptance the letter says who has to answer, and offers no answer."""
    text = invited(seat="thor", over="")
    assert "Waiting for Loki to accept: Thunder & Lightning (draw)" in text
    assert "Thor (draw), you: accepted." in text
    assert "accept WORDS" not in text
    assert "mailto:" not in text


def test_an_invitation_that_is_over_says_why() -> None:
    """Declined by whom, or ended by the keeper with a reason that is data; the rules in force are left out."""
    declined, abandoned = invited(over="declined", seat="loki"), invited(over="abandoned", seat="thor")
    assert "Thor declines the invitation. The game is over, and nothing was dealt. [H5]" in declined
    assert (
        "The keeper ends the game before it began. Nothing was dealt. [H6] The reason given: | Draw a card. | @7.2"
        in abandoned
    )
    for text in (declined, abandoned):
        assert "THE RULES IN FORCE" not in text
        assert "mailto:" not in text


def test_a_letter_during_the_invitation_is_answered_line_by_line() -> None:
    """Words after `accept` are shown after the mark; another order is refused by H4."""
    told = [" ".join(shown.text.split()) for inv, shown in invitations() if inv.verdicts]
    assert "Words for the shuffle: [H4] | draw a card" in told[0]
    assert "REFUSED [H4]" in told[1]


def test_an_invitation_is_the_same_for_both_but_for_the_reader() -> None:
    """Another seat's letter differs in who is `you`, whose treasure is to be won and whose guarded, in nothing else."""
    inv = next(inv for inv, _ in invitations())
    one, two = (
        " ".join(invitation(replace(inv, seat=seat, number="x.1")).text.replace("| ", "").split())
        for seat in ("loki", "thor")
    )
    for own, enemy, guarded, treasure, told in (
        ("Loki", "Thor", "Crown", "Ring", one),
        ("Thor", "Loki", "Ring", "Crown", two),
    ):
        assert f"You lose in the same ways: guard Odin's {guarded}, in the hand too." in told
        assert f"YOU WIN when {enemy} loses Odin's {treasure}," in told
        assert f"or four with {own} in play" in told
    two = two.replace("Loki loses Odin's Crown", "Thor loses Odin's Ring").replace("with Thor", "with Loki")
    two = two.replace("guard Odin's Ring", "guard Odin's Crown")
    assert one.replace(", you:", ":") == two.replace(", you:", ":")


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_hidden_is_uncovered_and_no_card_is_missing(seed: int) -> None:
    """21.1 What is uncovered and what lies face up are together all hundred cards, at any moment of a game."""
    for state in random_world(THUNDER, content_of(seed), seed).states[1::7]:
        bared = THUNDER.uncovered(state)
        found: Counter[str] = Counter()
        for side in bared.sides:
            now = state.side(side.seat)
            found.update((*side.hand, *side.deck, *side.pile, *(card for _, card in side.down)))
            found.update(face(card) for column in now.columns for card in column if card in now.up)
            found.update(face(card) for card in (*now.falling, now.using, now.open) if card)
            assert list(side.hand) == sorted(map(face, now.hand))
            assert side.deck == tuple(map(face, now.deck))
            assert (side.sealed is None) == (now.sealed is None)
            assert side.discards == now.standing_discards
            assert side.lay == now.standing_lay
            assert all(
                card == face(now.columns["ABC".index(at[0])][int(at[1]) - 1]) for at, card in side.down
            )
        assert found == Counter(face(card) for seat in THUNDER.seats for card in state.decks.cards(seat))
