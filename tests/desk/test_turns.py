"""A pass that has done enough ends while letters wait, so that nobody's answer waits for everybody's letter."""

from datetime import timedelta

from awkward.world import PLAYERS
from test_deadlines import DAY, HOUR, Club, Opened, club, due  # noqa: F401  fixture

from referee.desk import keeper
from referee.desk.report import Done, add_to
from referee.record.entries import Act
from referee.util.times import stamp

GAMES = ("g1", "g2", "g3")


def opened(club: Opened, **terms: str) -> Club:  # noqa: F811
    """A club with three games; in two of them nobody has answered yet."""
    one = club(**terms)
    with one.desk.held():
        for game in GAMES[1:]:
            keeper.invite(one.desk, "thunder", PLAYERS, id=game, seed="07", terms=terms)
    one.passes()
    return one


def writes(one: Club, game: str, seat: str, body: str) -> None:
    """A letter to a game comes, an instant after the one before it."""
    one.count += 1
    mail = (
        f"From: {one.roster[seat].address}\r\nTo: {one.reply_to(seat, game)}\r\nSubject: x\r\n"
        f"Message-ID: <turn{one.count}@mail.example>\r\n\r\n{body}\r\n"
    )
    one.desk.spool.put(mail.encode(), at=one.time + timedelta(milliseconds=one.count))


def of_one_game(one: Club) -> Done:
    """A pass that has done enough with the letters of one game, made by another process."""
    one.fresh()
    with one.desk.held():
        return one.desk.run(enough=lambda: True)


def in_turns(one: Club) -> list[Done]:
    """Such passes, until nothing waits."""
    done = [of_one_game(one)]
    while done[-1].more:
        done.append(of_one_game(one))
        assert len(done) < 20
    return done


def said(one: Club, game: str) -> list[str]:
    """The lines of a game's letters."""
    return [line.raw for entry in one.entries(game) for line in getattr(entry, "lines", ())]


def test_each_game_has_its_turn_and_nothing_is_lost(club: Opened) -> None:  # noqa: F811
    """Nine letters to three games: three passes, each of which answers the letters of one game, in their order."""
    one = opened(club)
    for n in range(3):
        for game in GAMES:
            writes(one, game, "loki", f"say {game} {n}")
    passes = in_turns(one)
    assert [[done.ruled, done.more] for done in passes] == [[3, True], [3, True], [3, False]]
    assert all(done.written for done in passes)
    assert not one.desk.spool.waiting()
    for game in GAMES:
        assert [line for line in said(one, game) if line.startswith(f"say {game}")] == [
            f"say {game} {n}" for n in range(3)
        ]


def test_whoever_writes_meanwhile_does_not_overtake(club: Opened) -> None:  # noqa: F811
    """Another letter to the game that had its turn: the games that wait come first."""
    one = opened(club)
    for game in GAMES:
        writes(one, game, "loki", "say first")
    order = []
    for _ in range(4):
        done = of_one_game(one)
        order += [letter.game for letter in done.handled]
        if len(order) == 1:
            writes(one, order[0], "loki", "say second")
    assert order == [*GAMES, "g1"]
    assert not one.desk.spool.waiting()


def test_no_deadline_passes_before_a_letter_that_waits_for_its_turn(club: Opened) -> None:  # noqa: F811
    """Loki's letter came in the last half hour; the pass half an hour later ends before it comes to Loki's game."""
    one = opened(club, deadline="3 days", grace="1 day", reminder="")
    ends = due(one) + DAY
    one.watches(ends - HOUR / 2)
    writes(one, "g2", "thor", "say good evening")
    writes(one, "g1", "loki", "draw\ndraw\ndraw")
    one.time = ends + HOUR / 2
    first = of_one_game(one)
    assert (first.ruled, first.more, [letter.game for letter in first.handled]) == (1, True, ["g2"])
    in_turns(one)
    assert said(one, "g1")[-3:] == ["draw"] * 3
    assert "Loki" not in str(one.table().outcome)
    assert not [entry for entry in one.entries("g1") if isinstance(entry, Act) and entry.at >= stamp(ends)]


def test_what_several_passes_did_is_counted_together() -> None:
    """Whether letters wait is what the last of them says."""
    both = Done(ruled=1, more=True)
    add_to(both, Done(ruled=2))
    assert (both.ruled, both.more) == (3, False)
