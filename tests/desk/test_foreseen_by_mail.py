"""H27 Orders beforehand by mail: each receipt lists those that wait, and the next letter says which were played."""

import re
from collections.abc import Sequence
from email import message_from_bytes, policy
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from support.club import Club
from support.post_office import Got

from referee.api import Table
from referee.desk.letters import due
from referee.desk.letters.joining import joins
from referee.record.entries import Letter
from referee.table.index import writer_of


def write(club: Club, seat: str, body: str) -> list[Got]:
    """A mail of a player in answer to the last letter; gives the letters that came to that seat since."""
    had = len(club.boxes[seat])
    last = message_from_bytes(club.boxes[seat][-1].raw)
    club.write(seat, str(last["Reply-To"]), str(last["Subject"]), body)
    return club.boxes[seat][had:]


def words(got: Got) -> str:
    """The text of a letter, its lines joined."""
    return " ".join(got.text.split())


def test_h27_orders_beforehand_by_mail(tmp_path: Path) -> None:
    """Thor writes German: what waits is listed in each answer; what was played is told, and not as the keeper's."""
    club = Club(tmp_path, "thunder", ("thor", "loki"), ("de", "en"), terms={"deadline": "3 days"})
    deployed(club, ("de", "en"))
    [receipt] = write(club, "thor", "wenn Loki zieht: ziehe; sonst ziehe, ziehe\nwenn Loki Hel spielt: ziehe")
    assert words(receipt).count("Dein Befehl im Voraus") == 2
    assert "warten;" not in words(receipt)
    [again] = write(club, "thor", "Hallo!")
    assert (
        "warten; widerrufe wenn 1 nimmt den ersten zurück [H27]: | 1: wenn Loki zieht: ziehe; sonst ziehe, ziehe | 2: wenn Loki Hel"
        in words(again)
    )
    page = message_from_bytes(again.raw, policy=policy.default).get_body(("html",))
    assert page is not None
    assert re.search(
        r"\[H27\]:</strong>\s*<blockquote[^>]*>.*1: wenn Loki zieht.*<br>.*2: wenn", page.get_content()
    )
    before = len(club.boxes["thor"])
    [mine] = write(club, "loki", "draw, draw, draw")
    [told] = club.boxes["thor"][before:]
    assert "Die Bedingung deines Befehls im Voraus 1 gilt, also wird er ausgeführt" in words(told)
    assert "Der Verwalter" not in words(told)
    assert "\nDEIN BEFEHL IM VORAUS\n" in told.text
    for never in ("DEIN BRIEF", "Antwort:", "1> if 1: then", "kam hier an"):
        assert never not in told.text
    assert "\n1> ziehe" in told.text
    assert "2> " not in told.text
    assert "draw" not in told.text
    assert "| 2: wenn Loki Hel spielt: ziehe" in words(told)
    assert "| 1: wenn Loki zieht" not in words(told)
    assert "beforehand" not in mine.raw.decode("utf-8", "replace")


def deployed(club: Club, languages: Sequence[str] = ("en", "en"), *more: tuple[str, str]) -> None:
    """A game of Thunder & Lightning up to Loki's first turn, and what is written then."""
    yes = {"en": "accept", "de": "annehmen"}
    for seat, lines in (
        *zip(("thor", "loki"), map(yes.get, languages), strict=True),
        ("thor", "deploy ravens, huscarl, viking warriors"),
        ("loki", "deploy ravens, dragon, frigg"),
        *more,
    ):
        write(club, seat, lines or "")


def begun(club: Club, languages: Sequence[str]) -> None:
    """A game of Odin's Table up to the first move."""
    for seat, language in zip(("odin", "thor"), languages, strict=True):
        write(club, seat, {"en": "accept", "de": "annehmen"}[language])
    for seat in ("odin", "thor"):
        found = re.search(r"(?:place|lege) \d(?: \d){5}", club.boxes[seat][-1].text)
        assert found
        write(club, seat, found[0])


@pytest.mark.parametrize(
    ("language", "when", "headings", "waits"),
    [
        (
            "en",
            "if Odin moves to a2: a5-a4\nif Odin moves to b2: b5-b4",
            (
                "WHAT HAPPENED\n",
                "YOUR ORDER BEFOREHAND\n",
                "Your orders beforehand that wait",
                "WHAT HAPPENED THEN\n",
            ),
            "if Odin moves to b2: b5-b4",
        ),
        (
            "de",
            "wenn Odin nach a2 zieht: a5-a4\nwenn Odin nach b2 zieht: b5-b4",
            (
                "WAS GESCHEHEN IST\n",
                "DEIN BEFEHL IM VORAUS\n",
                "Deine Befehle im Voraus, die warten",
                "WAS DANN GESCHAH\n",
            ),
            "wenn Odin nach b2 zieht: b5-b4",
        ),
    ],
)
def test_h27_what_set_an_order_beforehand_off_is_told_before_it(
    tmp_path: Path, language: str, when: str, headings: tuple[str, ...], waits: str
) -> None:
    """In the order in which things happened, on the page too; its lines are numbered as its writer wrote them."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), ("en", language))
    begun(club, ("en", language))
    write(club, "thor", when)
    before = len(club.boxes["thor"])
    write(club, "odin", "a1-a2\nsay hello")
    [told] = club.boxes["thor"][before:]
    first, own, left, _ = headings
    page = message_from_bytes(told.raw, policy=policy.default).get_body(("html",))
    assert page is not None
    for text in (told.text, unescape(re.sub(r"<[^>]+>", "\n", page.get_content()))):
        places = [text.find(one) for one in (first, "1.1", own, "1> a5-a4", left, waits)]
        assert -1 not in places
        assert places == sorted(places)
        assert text.count(waits) == 1
        assert text.count(first) == 1


def test_h27_what_came_after_an_order_beforehand_is_told_after_it(tmp_path: Path) -> None:
    """An answer of the other, beforehand too: the order, then what it set off."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    begun(club, ("en", "en"))
    write(club, "thor", "if Odin moves to a2: a5-a4")
    before = len(club.boxes["thor"])
    write(club, "odin", "if Thor moves to a4: b1-b2\na1-a2")
    told = club.boxes["thor"][before].text
    places = [
        told.find(one) for one in ("WHAT HAPPENED\n", "to a2.", "YOUR ORDER BEFOREHAND", "THEN\n", "to b2.")
    ]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("language", ["en", "de"])
def test_h27_one_letter_tells_a_move_and_the_answer_that_was_given_beforehand(
    tmp_path: Path, language: str
) -> None:
    """There were two in one minute, the first of which said that the other was on turn."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    begun(club, (language, "en"))
    write(club, "thor", "if Odin moves to a2: a5-a4")
    [told] = write(club, "odin", "a1-a2\nb1-b2\nif Thor moves to d4: b1-b2")
    mail = message_from_bytes(told.raw, policy=policy.default)
    own, happened, yours = {
        "en": ("YOUR LETTER", "moves a piece from a5 to a4", "Your turn"),
        "de": ("DEIN BRIEF", "zieht einen Stein von a5 nach a4", "Du bist dran"),
    }[language]
    assert str(mail["Subject"]).startswith(yours)
    assert mail["In-Reply-To"]
    assert told.text.index(own) < told.text.index("2> b1-b2") < told.text.index(happened)
    [mine] = write(club, "odin", "a2-a3")
    assert happened not in mine.text
    assert not str(message_from_bytes(mine.raw, policy=policy.default)["Subject"]).startswith(yours)


@pytest.mark.parametrize(
    ("language", "orders", "tells"),
    [
        (
            "en",
            "draw\nif my turn: draw, draw\nThanks!",
            (
                "1> draw",
                "2> if my turn",
                "Taken, as your order beforehand 1",
                "holds, so it is played",
                "2> draw",
            ),
        ),
        (
            "de",
            "ziehe\nwenn ich dran bin: ziehe, ziehe\nDanke!",
            (
                "1> ziehe",
                "2> wenn ich",
                "Angenommen, als dein Befehl im Voraus 1",
                "gilt, also wird er",
                "2> ziehe",
            ),
        ),
    ],
)
def test_h27_one_letter_tells_orders_and_those_of_ones_own_that_were_played_right_after(
    tmp_path: Path, language: str, orders: str, tells: tuple[str, ...]
) -> None:
    """There were two, the first of which said that its reader was still on turn; the second answered no mail."""
    club = Club(tmp_path, "thunder", ("thor", "loki"), ("en", language))
    deployed(club, ("en", language))
    before = len(club.boxes["thor"])
    [told] = write(club, "loki", orders)
    mail = message_from_bytes(told.raw, policy=policy.default)
    assert "Thor" in str(mail["Subject"])
    assert mail["In-Reply-To"]
    places = [told.text.find(one) for one in tells]
    assert -1 not in places
    assert places == sorted(places)
    assert not any("withdraw" in unescape(link) for link in told.links)
    assert words(told).count({"en": "You draw", "de": "Du ziehst"}[language]) == 3
    [other] = club.boxes["thor"][before:]
    assert "beforehand" not in other.raw.decode("utf-8", "replace")
    [again] = write(club, "loki", "draw")
    assert {"en": "You draw", "de": "Du ziehst"}[language] not in again.text


def test_h27_several_orders_of_ones_own_are_told_with_the_letter_before_them(tmp_path: Path) -> None:
    """Each holds after the one before; what each does is told under its own line."""
    club = Club(tmp_path, "thunder", ("thor", "loki"))
    deployed(club)
    [told] = write(club, "loki", "if my turn: draw\nif my turn: draw, draw")
    assert "Waiting for Thor" in str(told.mail["Subject"])
    assert words(told).count("holds, so it is played") == words(told).count("Taken, as your order") == 2
    assert words(told).count("You draw") == 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_h27_orders_beforehand_of_both_that_answer_one_another_are_told_in_one_letter(
    tmp_path: Path, language: str
) -> None:
    """Odin's move, Thor's answer, Odin's answer to that: in this order; the first letter of two was out of date."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    begun(club, (language, "en"))
    write(club, "thor", "if Odin moves to a2: a5-a4\nif Odin moves to b2: b5-b4")
    own, mine, theirs, last, waiting = {
        "en": (
            "if Thor moves to a4: b1-b2",
            "You move a piece from b1 to b2",
            "from a5 to a4",
            "from b5 to b4",
            "Your turn",
        ),
        "de": (
            "wenn Thor nach a4 zieht: b1-b2",
            "Du ziehst einen Stein von b1 nach b2",
            "von a5 nach a4",
            "von b5 nach b4",
            "Du bist",
        ),
    }[language]
    before = len(club.boxes["thor"])
    [told] = write(club, "odin", f"{own}\na1-a2")
    mail = message_from_bytes(told.raw, policy=policy.default)
    page = mail.get_body(("html",))
    assert page is not None
    assert str(mail["Subject"]).startswith(waiting)
    assert mail["In-Reply-To"]
    for text in (told.text, unescape(re.sub(r"<[^>]+>", "\n", page.get_content()))):
        text = " ".join(text.split())  # noqa: PLW2901
        places = [text.rfind(one) for one in ("2> a1-a2", theirs, mine, last)]
        assert -1 not in places
        assert places == sorted(places)
        assert [text.count(one) for one in (theirs, mine)] == [1, 1]
    assert len(club.boxes["thor"]) == before + 1
    [again] = write(club, "odin", "a2-a3")
    assert theirs not in again.text


def test_h27_a_question_is_answered_before_ones_own_order_is_played(tmp_path: Path) -> None:
    """The answer is a letter of its own, and then comes the one about the order."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    begun(club, ("en", "en"))
    first, second = write(club, "odin", "if my turn: a1-a2\nhistory")
    assert "from a1 to a2" not in first.text
    assert "from a1 to a2" in second.text


def test_h27_a_letter_without_an_answer_parts_a_letter_from_an_order_beforehand(tmp_path: Path) -> None:
    """Else, where both are told late, the receipt of the first would be lost with it."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    begun(club, ("en", "en"))
    table = Table.load(club.home.record_path("g1"))
    first = len(table.points)
    write(club, "thor", "if Odin moves to a2: a5-a4")
    write(club, "odin", "a1-a2")
    write(club, "odin", "if my turn: b1-b2")
    table = Table.load(club.home.record_path("g1"))
    sent, answer, asked, own = range(first + 1, len(table.points))
    assert [writer_of(table.points[n].entry) for n in (sent, answer, asked, own)] == [
        "odin",
        "thor",
        "odin",
        "odin",
    ]
    told, joined = table.index.number("odin", first), partial(joins, table, seat="odin", programs=())
    for withheld, letters in (((), [[sent], [asked, own]]), ((asked,), [[sent], [own]])):
        found = [*due.due(table, "odin", told, withheld.__contains__, joins=joined)]
        assert [due.receipted(table, one, withheld.__contains__) for one in found] == letters
    assert due.unanswered(table, found[-1], (asked,).__contains__) == [asked]


def test_h27_an_order_of_another_that_shows_nothing_does_not_part_ones_own_letter(tmp_path: Path) -> None:
    """Thor's standing order was played between Loki's letter and Loki's own order: as many letters as without it."""
    found = []
    for number, unseen in enumerate(("", "if Loki draws: standing lay A\n")):
        club = Club(tmp_path / str(number), "thunder", ("thor", "loki"))
        deployed(club, ("en", "en"), ("thor", f"{unseen}if Loki plays Hel: draw"))
        letters = write(club, "loki", "draw\nif my turn: draw, draw")
        *_, first, then = Table.load(club.home.record_path("g1")).points
        assert [getattr(one.entry, "seat", "") for one in (first, then)] == (
            ["thor", "loki"] if unseen else ["loki"] * 2
        )
        found.append([(got.number, str(got.mail["Subject"])) for got in letters])
    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_h27_an_order_beforehand_that_shows_nothing_is_not_seen_by_the_number_of_letters(
    tmp_path: Path,
) -> None:
    """Loki's standing order was played before his draws: Thor was sent a letter more."""
    found = []
    for number, unseen in enumerate(("", "if my turn: standing lay A\n")):
        club = Club(tmp_path / str(number), "thunder", ("thor", "loki"))
        deployed(club, ("en", "en"), ("loki", f"draw, draw, draw\n{unseen}if my turn: draw, draw, draw"))
        found.append(
            [(got.number, str(got.mail["Subject"])) for got in write(club, "thor", "draw, draw, draw")]
        )
    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_h27_a_question_is_answered_as_the_table_stood(tmp_path: Path) -> None:
    """Its answer is a letter of its own, before the one that tells what was given beforehand."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    begun(club, ("en", "en"))
    write(club, "thor", "if Odin moves to a2: a5-a4")
    first, second = write(club, "odin", "a1-a2\nhistory")
    assert "from a5 to a4" not in first.text
    assert "from a5 to a4" in second.text


def test_h27_a_letter_that_an_answer_beforehand_does_not_follow_is_answered_at_once(tmp_path: Path) -> None:
    """What the other gave beforehand for another case is played no sooner, and told nobody."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    begun(club, ("en", "en"))
    write(club, "thor", "if Odin moves to a2: a5-a4")
    [told] = write(club, "odin", "b1-b2")
    assert "Waiting for Thor" in str(message_from_bytes(told.raw, policy=policy.default)["Subject"])


@pytest.mark.parametrize(
    ("verb", "kept"), [("ifs", 2), ("if Thor attacks d3: d1-d2", 3), ("note to self", 2)]
)
def test_h27_an_order_beforehand_that_waits_is_told_once_in_a_letter(
    tmp_path: Path, verb: str, kept: int
) -> None:
    """By the line that gives it or lists it, or below the lines; it was told twice."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"))
    begun(club, ("en", "en"))
    write(club, "odin", "if Thor attacks b3: b1-b2\nif Thor attacks c3: c1-c2")
    [told] = write(club, "odin", verb)
    found = [words(told).count(f"if Thor attacks {place}:") for place in ("b3", "c3", "d3")]
    assert found == [1, 1, kept - 2]
    assert ("Your other orders beforehand" in words(told)) == (kept == 3)


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Your orders beforehand that wait"), ("de", "warten")]
)
def test_h27_the_letter_of_ones_turn_says_what_still_waits(
    tmp_path: Path, language: str, heading: str
) -> None:
    """Also where neither branch can be played: else it waited on unseen, until its writer wrote again."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    yes = {"en": "accept", "de": "annehmen"}[language]
    when = {"en": "if Thor attacks c3: e1-e2; else d1-d2", "de": "wenn Thor c3 angreift: e1-e2; sonst d1-d2"}
    write(club, "odin", yes)
    write(club, "thor", "accept")
    for seat in ("odin", "thor"):
        found = re.search(r"(?:place|lege) \d(?: \d){5}", club.boxes[seat][-1].text)
        assert found
        write(club, seat, found[0])
    write(club, "odin", f"{when[language]}\nd1-d2")
    before = len(club.boxes["odin"])
    write(club, "thor", "a5-a4")
    [told] = club.boxes["odin"][before:]
    assert f"| 1: {when[language]}" in words(told).partition(heading)[2]
    page = message_from_bytes(told.raw, policy=policy.default).get_body(("html",))
    assert page is not None
    listed = page.get_content().partition(heading)[2]
    assert not re.search(r"^\| 1:", listed, re.MULTILINE)
    assert re.search(r"\[H27\]\S*:\s*<blockquote[^>]*>\W*1: ", listed)


@pytest.mark.parametrize(
    ("language", "held"),
    [("en", "the condition of 1 holds already"), ("de", "die Bedingung von 1 gilt schon")],
)
def test_h27_an_order_whose_condition_holds_and_that_is_not_allowed_is_told(
    tmp_path: Path, language: str, held: str
) -> None:
    """In the letter that it answers; else it waited on, and none had said why it was not played."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    when = {"en": "if Thor moves to a4: e2-e3", "de": "wenn Thor nach a4 zieht: e2-e3"}[language]
    write(club, "odin", {"en": "accept", "de": "annehmen"}[language])
    write(club, "thor", "accept")
    for seat in ("odin", "thor"):
        found = re.search(r"(?:place|lege) \d(?: \d){5}", club.boxes[seat][-1].text)
        assert found
        write(club, seat, found[0])
    [given] = write(club, "odin", f"a1-a2\n{when}")
    assert held not in words(given)
    before = len(club.boxes["odin"])
    write(club, "thor", "a5-a4")
    assert held in words(club.boxes["odin"][before])
    [played] = write(club, "odin", "e1-e2")
    assert held not in words(played)


def test_h27_after_the_end_the_other_is_told_whose_orders_beforehand_they_were(tmp_path: Path) -> None:
    """In what was not shown: none is told as the reader's own."""
    club = Club(tmp_path, "thunder", ("thor", "loki"), ("de", "en"))
    for seat, lines in (
        ("thor", "annehmen"),
        ("loki", "accept"),
        (
            "thor",
            "deploy ravens, huscarl, viking warriors\nwenn Loki zieht: ziehe\nwenn Loki Hel spielt: ziehe",
        ),
        ("loki", "deploy ravens, dragon, frigg\nif Thor plays Hel: draw"),
        ("thor", "widerrufe wenn 2"),
        ("loki", "draw, draw, draw"),
        ("thor", "aufgeben g1"),
    ):
        write(club, seat, lines)
    told, mine = (words(club.boxes[seat][-1]) for seat in ("loki", "thor"))
    assert "Thor gives an order beforehand: [H27] | wenn Loki zieht: ziehe" in told
    assert "An order beforehand of Thor is taken back." in told
    assert "An order beforehand of Thor is played: [H27] | wenn Loki zieht: ziehe" in told
    assert "Your order beforehand" not in told
    assert "Loki gibt einen Befehl im Voraus: [H27] | if Thor plays Hel: draw" in mine
    assert "Dein Befehl im Voraus" not in mine


def test_h27_no_order_beforehand_waits_when_the_game_is_over(tmp_path: Path) -> None:
    """Nor is an order asked for: a letter then is told that the game is over, with the tap for another."""
    club = Club(tmp_path, "thunder", ("thor", "loki"), ("de", "en"))
    for seat, lines in (
        ("thor", "annehmen"),
        ("loki", "accept"),
        ("loki", "deploy ravens, dragon, frigg\nif Thor plays Hel: draw"),
        ("thor", "aufgeben g1"),
    ):
        write(club, seat, lines)
    [mine] = write(club, "loki", "Good game! Again?")
    assert "The game is over: nothing is asked of you any more." in words(mine)
    for never in ("order beforehand", "There is no order"):
        assert never not in words(mine)
    assert [one for one in mine.links if one.endswith("body=rematch")]
    [again] = write(club, "loki", "draw")
    assert len([one for one in again.links if one.endswith("body=rematch")]) == 1
    [theirs] = write(club, "thor", "Schade!")
    assert "Die Partie ist zu Ende: Von dir wird nichts mehr erwartet." in words(theirs)
    assert [one for one in theirs.links if one.endswith("body=revanche")]


@pytest.mark.slow
def test_h27_what_was_played_beforehand_is_in_the_record_at_the_time_of_its_cause(tmp_path: Path) -> None:
    """As a letter without a mail: nothing of it depends on when the pass was."""
    club = Club(tmp_path, "thunder", ("thor", "loki"))
    for seat, lines in (
        ("thor", "accept"),
        ("loki", "accept"),
        ("thor", "deploy ravens, huscarl, viking warriors\nif loki draws: draw"),
        ("loki", "deploy ravens, dragon, frigg"),
        ("loki", "draw\ndraw\ndraw"),
    ):
        write(club, seat, lines)
    cause, played = Table.load(club.home.record_path("g1")).entries[-2:]
    assert isinstance(played, Letter)
    assert (played.seat, played.digest, played.at) == ("thor", "", cause.at)


@pytest.mark.parametrize(
    ("language", "when", "gone", "missed"),
    [
        (
            "en",
            "if Thor attacks c3 until turn 2: e1-e2\nif Thor moves to a4: a1-a3",
            "Your order beforehand no longer waits, for what it waits for cannot come any more [H27]: | 1: if Thor attacks c3",
            (
                "What your order beforehand 2 waits for came, but what it orders was not allowed, and you have answered in "
                "another way. It waits for the next time; withdraw if 2 takes it back."
            ),
        ),
        (
            "de",
            "wenn Thor c3 angreift bis Zug 2: e1-e2\nwenn Thor nach a4 zieht: a1-a3",
            "Dein Befehl im Voraus wartet nicht länger, denn worauf er wartet, kann nicht mehr eintreten [H27]: | 1: wenn",
            (
                "Worauf dein Befehl im Voraus 2 wartet, ist eingetreten, aber was er befiehlt, war nicht erlaubt, und du hast "
                "anders geantwortet. Er wartet auf das nächste Mal; widerrufe wenn 2 nimmt ihn zurück."
            ),
        ),
    ],
)
def test_h27_what_can_no_longer_come_and_what_was_passed_over_is_told_once(
    tmp_path: Path, language: str, when: str, gone: str, missed: str
) -> None:
    """In the next letter of its writer, and of what can no longer come nothing is listed any more."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    begun(club, (language, "en"))
    write(club, "odin", f"{when}\nd1-d2")
    write(club, "thor", "a5-a4")
    turn = words(club.boxes["odin"][-1])
    assert turn.count(gone) == 1
    assert "1: " not in turn.partition(gone)[2].partition("2: ")[2]  # it is not listed any more
    assert missed not in turn
    [told] = write(club, "odin", "d2-d3")
    assert words(told).count(missed) == 1
    assert gone not in words(told)
    write(club, "thor", "b5-b4")
    after = words(club.boxes["odin"][-1])
    assert missed not in after
    assert gone not in after
    assert "2: " in after


@pytest.mark.parametrize(
    ("language", "when", "which", "back"),
    [
        ("en", "if Thor moves to {}: c1-c2", "ifs", "withdraw if"),
        ("de", "wenn Thor nach {} zieht: c1-c2", "wenns", "widerrufe wenn"),
    ],
)
def test_h27_each_order_beforehand_that_waits_has_a_tap_that_takes_it_back(
    tmp_path: Path, language: str, when: str, which: str, back: str
) -> None:
    """In text and page: in a receipt, in the letter of one's turn, and where the list is asked for."""
    club = Club(tmp_path, "odins_table", ("odin", "thor"), (language, "en"))
    begun(club, (language, "en"))
    write(club, "odin", "\n".join(when.format(place) for place in ("d4", "e4")))
    [receipt] = write(club, "odin", "d1-d2")
    write(club, "thor", "a5-a4")
    turn = club.boxes["odin"][-1]
    [listed] = write(club, "odin", which)
    taps = {f"body={quote(f'{back} {name}')}" for name in (1, 2)}
    for told in (receipt, turn, listed):
        page = message_from_bytes(told.raw, policy=policy.default).get_body(("html",))
        assert page is not None
        for text in (told.text, page.get_content()):
            assert {one for one in re.findall(r'body=[^>"\s]*', text) if quote(back) in one} == taps, (
                told.text
            )
    [without] = write(club, "odin", f"{back} 1")
    assert words(without).count(quote(back)) == 1


@pytest.mark.parametrize(
    ("language", "lacks"),
    [
        ("en", "what 2 plays is not in your hand now"),
        ("de", "was 2 ausspielt, ist jetzt nicht in deiner Hand"),
    ],
)
def test_h27_an_order_whose_card_is_not_in_hand_is_told(tmp_path: Path, language: str, lacks: str) -> None:
    """Where those that wait are listed, to their writer; else it waited on for a card that had been played, unsaid."""
    club = Club(tmp_path, "thunder", ("thor", "loki"), (language, "en"))
    says = {"en": ("accept", "if Loki plays Hel"), "de": ("annehmen", "wenn Loki Hel spielt")}[language]
    orders = {"en": "use {}", "de": "nutze {}"}[language]
    write(club, "thor", says[0])
    write(club, "loki", "accept")
    write(club, "thor", "deploy huscarl, shield-wall, viking-warriors")
    write(club, "loki", "deploy ravens, dragon, frigg")
    write(club, "loki", "if Thor plays Hel: draw\ndraw, draw, draw")
    [given] = write(
        club, "thor", f"{says[1]}: {orders.format('ravens A')}\n{says[1]}: {orders.format('mjolnir A1')}"
    )
    assert lacks.partition("2")[2] not in words(given)
    [played] = write(club, "thor", "use mjolnir A1\ndraw\ndraw")
    before = len(club.boxes["thor"])
    write(club, "loki", "draw, draw, draw")
    [told] = club.boxes["thor"][before:]
    [listed] = write(club, "thor", "ifs" if language == "en" else "wenns")
    for one in (played, told, listed):
        assert lacks in words(one)
    assert "Your orders beforehand that wait" in words(club.boxes["loki"][-2])
    assert not any("not in your hand now" in words(one) for one in club.boxes["loki"])
