"""A rematch by mail (H30): who is invited to what, once, whatever breaks; and how it is offered."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from awkward.world import Came, World, begin, copy, simple
from support.faults import Crash, deaths, disk
from support.trio_office import Trio, trio  # noqa: F401  fixture

from referee.api import Table
from referee.desk import keeper
from referee.home import config, roster
from referee.house.players import Player
from referee.house.rematch import RematchAsked, passed_on
from referee.table.audit import audit
from referee.util.values import replace
from referee.verify import check


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game, g2, that Loki has resigned; its options and terms are not the default ones."""
    world = begin(tmp_path_factory.mktemp("rematch") / "home", opening=())
    players = {**world.roster, "loki": replace(world.roster["loki"], language="de")}
    how: Any = {"options": {"seer": "may-stop"}, "terms": {"deadline": "3 days", "vacation": ""}}
    with world.desk.held():
        keeper.invite(world.desk, "thunder", players, id="g2", seed="07", **how)
    world.send()
    for seat in ("thor", "loki"):
        write(world, seat, "accept")
    write(world, "loki", "resign g2")
    return world


@pytest.fixture
def world(over: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(over, tmp_path / "home")


def write(world: World, seat: str, body: str, game: str = "g2") -> Came:
    """A letter of a seat of a game."""
    raw = simple(world, seat, body, int(world.time.timestamp()))
    return world.post(raw.replace(world.secret(seat).encode(), world.secret(seat, game).encode()))


def table(world: World, game: str) -> Table:
    """A game as its record has it."""
    return Table.load(world.home.record_path(game))


def seated(world: World, game: str) -> Mapping[str, Player]:
    """Who sits where."""
    return roster.read(world.home.roster_path(game)).seats


def flat(came: Came, name: str) -> str:
    """The text of a letter of a pass, on one line."""
    return " ".join(next(one.text for one in came.out if one.name.startswith(name)).split())


def test_h30_all_are_invited_to_the_same_game_in_each_others_seats(world: World) -> None:
    """H30 The same options and terms, the same languages, other secrets; who has asked is told where to answer."""
    came = write(world, "thor", "rematch")
    assert sorted(one.name for one in came.out) == ["g2.thor.5.eml", "g3.loki.2.eml", "g3.thor.2.eml"]
    assert [one.mail["To"] for one in came.out if one.name == "g3.loki.2.eml"] == [
        world.roster["thor"].address
    ]
    before, now = table(world, "g2"), table(world, "g3")
    assert now.opening.options == {**before.opening.options, "players": ["Bert", "Anna"]}
    assert now.opening.options["seer"] == "may-stop"
    assert (now.terms, now.game, now.opening.commit) == (before.terms, before.game, now.opening.commit)
    assert now.opening.commit != before.opening.commit
    assert {seat: one.name for seat, one in seated(world, "g3").items()} == {"thor": "Bert", "loki": "Anna"}
    assert world.secret("thor", "g3") not in {world.secret(seat, "g2") for seat in ("thor", "loki")}
    assert "You ask for a rematch. You have accepted another game by that" in flat(came, "g2.thor")
    asked, invited = flat(came, "g3.loki"), flat(came, "g3.thor")
    told = (
        "This is the rematch of g2, which you have asked for. The seats are changed: you are Loki this time."
    )
    assert told in asked
    told = "Das ist die Revanche zu g2, um die Loki gebeten hat. Die Plätze sind getauscht: Diesmal bist du Thor."
    assert told in invited
    assert "Eine Revanche: " in str(
        next(one.mail["Subject"] for one in came.out if one.name == "g3.thor.2.eml")
    )


def test_h30_who_asks_has_accepted_and_nobody_is_told_the_small_print_again(world: World) -> None:
    """H4, H19 That player's first letter asks nothing; the other's asks for an answer. Both have the commitment."""
    came = write(world, "thor", "rematch")
    mine, theirs = flat(came, "g3.loki"), flat(came, "g3.thor")
    commit = table(world, "g3").opening.commit
    assert commit in mine
    assert commit in theirs
    assert table(world, "g3").index.house.waiting == ("thor",)
    assert "You accept the invitation. [H4]" in mine
    for asked in ("| accept", "HOW TO ANSWER", "THE RULES IN FORCE", "TIME", "DISPUTES"):
        assert asked not in mine
    for told in ("SO ANTWORTEST DU", "ist alles wie in der Partie davor", "Loki nimmt die Einladung an"):
        assert told in theirs
    for small in ("DIE GELTENDEN REGELN", "ZEIT", "STREITFÄLLE"):
        assert small not in theirs
    assert len(theirs.split()) < 300
    (first,) = [one for one in came.out if one.name.startswith("g3.loki")]
    assert "References" not in first.mail
    after = write(world, "thor", "accept", "g3")
    (dealt,) = [one for one in after.out if one.name.startswith("g3.loki")]
    assert dealt.mail["References"].split() == [first.mail["Message-ID"]]
    assert not check.check(world.home.record_path("g3")).fault
    assert audit(table(world, "g3")).clean


@pytest.mark.parametrize(
    ("before", "replaced", "after"),
    [
        ({"thor": "Anna", "loki": ""}, {}, ["Thor", "Anna"]),
        ({"thor": "Anna", "loki": "Loki"}, {}, ["Thor", "Anna"]),
        ({"thor": "Anna", "loki": "Bert"}, {"loki": "Cleo"}, ["Cleo", "Anna"]),
        ({"thor": "Anna", "loki": "Bert"}, {"loki": ""}, ["Thor", "Anna"]),
        ({"thor": "Anna", "loki": "Bert"}, {"thor": "", "loki": ""}, []),
        ({"thor": "", "loki": ""}, {"loki": "Cleo"}, ["Cleo", "Loki"]),
        ({"thor": "", "loki": ""}, {}, []),
    ],
)
def test_h30_nobody_is_called_by_an_old_seat_or_by_the_name_of_who_sat_there_before(
    tmp_path: Path, before: Mapping[str, str], replaced: Mapping[str, str], after: list[str]
) -> None:
    """H30 By the name that was told last; who has none is called by the new seat, or nobody is called at all."""
    world = begin(tmp_path / "home", opening=())
    players = {seat: Player(f"{seat}@example.net", name) for seat, name in before.items()}
    with world.desk.held():
        keeper.invite(world.desk, "thunder", players, id="g2", seed="07")
        for seat, name in replaced.items():
            keeper.replace_player(world.desk, "g2", seat, Player(f"new-{seat}@example.net", name))
    for seat, body in (("thor", "accept"), ("loki", "accept"), ("loki", "resign g2"), ("thor", "rematch")):
        write(world, seat, body)
    assert table(world, "g3").opening.options["players"] == after


def test_h30_once_a_game_and_not_again_when_its_keeper_has_deleted_it(world: World) -> None:
    """H30 Nor by another letter of any kind; of the rematch there is a rematch."""
    write(world, "thor", "rematch")
    came = write(world, "loki", "revanche")
    assert [one.name for one in came.out] == ["g2.loki.5.eml"]
    assert "Um Revanche ist schon gebeten worden" in flat(came, "g2.loki")
    with world.desk.held():
        keeper.delete(world.desk, "g3", force=True)
    write(world, "loki", "say That was good.")
    assert sorted(world.home.games()) == ["g1", "g2"]


def test_h30_of_a_rematch_there_is_a_rematch(world: World) -> None:
    """H30 In the seats of the first game."""
    write(world, "thor", "rematch")
    for seat in ("thor", "loki"):
        write(world, seat, "accept", "g3")
    write(world, "thor", "resign g3", "g3")
    write(world, "loki", "rematch", "g3")
    assert {seat: one.name for seat, one in seated(world, "g4").items()} == {"thor": "Anna", "loki": "Bert"}


def test_h30_an_order_after_the_end_is_answered_with_a_sentence_and_a_link(world: World) -> None:
    """H30 The link orders the rematch, at no position; the last letter offers it too. After that neither does."""
    came = write(world, "thor", "draw\ndraw")
    [answer] = came.out
    text = " ".join(answer.text.split())
    assert "The game is over." in text
    assert answer.html.count("body=rematch") == 1
    write(world, "loki", "rematch")
    [answer] = write(world, "thor", "draw").out
    assert "The game is over." in " ".join(answer.text.split())
    assert "body=rematch" not in answer.html


def test_h30_the_last_letter_offers_it(over: World) -> None:
    """H30 In both languages, to whoever won and lost; where the terms say so it does not."""
    letters = {seat: over.letter(over.last(seat, "g2")) for seat in ("thor", "loki")}
    for seat, asked in (
        ("thor", "Once more, with the same players"),
        ("loki", "Noch einmal, mit denselben Spielern"),
    ):
        text = " ".join(letters[seat].text.split())
        assert asked in text
        first = text.index("body=")
        assert text[first:].startswith(("body=rematch", "body=revanche")), "no tap stands before it"
        assert text.index("[8.5]") < first, "how it ended is told before"
    assert "body=rematch" in letters["thor"].html
    assert "body=revanche" in letters["loki"].html


def test_h30_the_keeper_offers_none_by_the_configuration(world: World) -> None:
    """H30 The terms of new games say so, and their invitation; nothing is opened."""
    config.write(world.home, replace(world.desk.config, terms=replace(world.desk.config.terms, rematch="no")))
    world.fresh()
    with world.desk.held():
        keeper.invite(world.desk, "thunder", world.roster, id="g9", seed="07")
    [first, _] = world.send()
    assert "There is no rematch of this game. [H30]" in " ".join(first.text.split())
    for seat in ("thor", "loki"):
        write(world, seat, "accept", "g9")
    came = write(world, "loki", "resign g9", "g9")
    assert not any("body=rematch" in one.html for one in came.out)
    came = write(world, "thor", "rematch", "g9")
    assert "There are no rematches here" in flat(came, "g9.thor")
    assert sorted(world.home.games()) == ["g1", "g2", "g9"]


@pytest.mark.slow
def test_h30_a_process_that_ends_anywhere_opens_one_game(world: World, tmp_path: Path) -> None:
    """H30 Not two, and not none; each is invited once."""
    mail = simple(world, "thor", "rematch")
    mail = mail.replace(world.secret("thor").encode(), world.secret("thor", "g2").encode())
    world.desk.spool.put(mail, at=world.time)

    def passes(one: World) -> None:
        one.fresh()
        with one.desk.held(0):
            one.desk.run()

    whole = copy(world, tmp_path / "whole")
    with disk() as double:
        passes(whole)
    wrong = []
    for number, how in deaths(double.made):
        one = copy(world, tmp_path / f"{number}-{how}")
        with suppress(Crash), disk(number, how):
            passes(one)
        passes(one)
        opened = [game for game in one.home.games() if game not in {"g1", "g2"}]
        asked = [
            event for entry in one.entries("g2") for event in entry.events if isinstance(event, RematchAsked)
        ]
        letters = sorted(path.name for path in one.desk.outbox.due() if not path.name.startswith("g1."))
        expected = sorted(
            ["g2.thor.5.eml", *(f"{game}.{seat}.2.eml" for game in opened for seat in ("loki", "thor"))]
        )
        if (len(opened), len(asked)) != (1, 1) or letters != expected:
            wrong.append((number, how, opened, len(asked), letters))
    assert wrong == []
    assert double.count > 10


@pytest.mark.parametrize(
    ("seats", "passed"),
    [
        (("thor", "loki"), {"thor": "loki", "loki": "thor"}),
        (("a", "b", "c"), {"a": "c", "b": "a", "c": "b"}),
        (("a", "b", "c", "master"), {"a": "c", "b": "a", "c": "b", "master": "master"}),
    ],
)
def test_h30_seats_are_passed_on(seats: tuple[str, ...], passed: Mapping[str, str]) -> None:
    """H30 Two change places, several move on by one; a master stays the master."""
    assert passed_on(seats) == passed


@pytest.mark.usefixtures("trio")
def test_h30_of_several_each_takes_the_next_seat(tmp_path: Path) -> None:
    """H30 The master stays the master, and as many play; all four are invited again, and who has asked has accepted."""
    office = Trio(tmp_path, "asa", "brand", "cleo", "master", options={"seats": "3"})
    office.write("brand", "resign g1")
    office.write("cleo", "resign g1")
    office.write("asa", "rematch")
    assert sorted(office.home.games()) == ["g1", "g2"]
    names = {seat: one.name for seat, one in roster.read(office.home.roster_path("g2")).seats.items()}
    assert names == {"asa": "Carl", "brand": "Anna", "cleo": "Bert", "master": "Mo"}
    new = Table.load(office.home.record_path("g2"))
    assert new.opening.options["players"] == ["Carl", "Anna", "Bert", "Mo"]
    assert new.index.house.waiting == ("asa", "cleo", "master"), "Anna has asked, and sits at brand"


@pytest.mark.parametrize(
    ("seat", "body", "told"),
    [
        (
            "loki",
            "annotate game: That was good.",
            (
                "This letter is of g3, in which nothing has been dealt yet. For g2 answer a letter of that game: the "
                "last one to you is g2.thor.5."
            ),
        ),
        (
            "thor",
            "nachspielen",
            (
                "Dieser Brief gehört zu g3, und dort ist noch nichts ausgeteilt. Für g2 antworte auf einen Brief jener "
                "Partie: Der letzte an dich ist g2.loki.4."
            ),
        ),
    ],
)
def test_h30_what_is_asked_of_the_game_before_is_sent_to_its_letters(
    world: World, seat: str, body: str, told: str
) -> None:
    """H25 It said only that nothing has been dealt; other letters do not hear of it, nor those once it is dealt."""
    write(world, "thor", "rematch")
    writer, part = "thor" if seat == "loki" else "loki", told[:20]

    def answer(words: str) -> str:
        raw = simple(world, writer, words, int(world.time.timestamp()))
        secrets = world.secret(writer).encode(), world.secret(seat, "g3").encode()
        return flat(world.post(raw.replace(*secrets)), f"g3.{seat}")

    assert told in answer(body)
    assert part not in answer("help" if seat == "loki" else "hilfe")
    write(world, "thor", "accept", "g3")
    assert part not in answer(body)
