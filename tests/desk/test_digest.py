"""H10 `letters digest 18:00`: one mail a day with the letters of all games, and none lost."""

import os
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Self

import pytest
from awkward.world import PLAYERS
from support.forging import verify as short

from referee.desk import keeper, status
from referee.desk.desk import Desk
from referee.home import config
from referee.home.config import Config
from referee.home.home import Home
from referee.house.letters import digest_hour, pace_of
from referee.post import posting
from referee.post.outbox import Outbox
from referee.post.ways.tries import ACCEPTED, Outcome, Parcel
from referee.util import files
from referee.util.text import WIDTH
from referee.verify.letters import read_box
from referee.verify.verify import verify

MORNING = datetime(2026, 11, 20, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOT_ALL = 2
"""What the independent verifier ends with if it could not look at everything."""
DRAWS = "draw\ndraw\ndraw"


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """These homes need not outlive the machine."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


class Postman:
    """Takes every mail."""

    def __init__(self) -> None:
        """Nothing has been taken yet."""
        self.taken: list[bytes] = []

    def __enter__(self) -> Self:
        """It is at hand."""
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to close."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Take a mail."""
        self.taken.append(parcel.data)
        return Outcome(ACCEPTED)


class Players:
    """A home with games of the same two players, and what is mailed to them."""

    def __init__(self, folder: Path, games: int = 2, **terms: str) -> None:
        """Every game is at its first turn: Loki's."""
        files.private_folder(folder)
        files.write_new(folder / "key", b"5a" * 32 + b"\n")
        self.home, self.time, self.salts, self.count = Home(folder), MORNING, count(), 0
        config.write(self.home, Config("referee@games.example", pictures="no"))
        agreed = {"deadline": "5 days", "reminder": "", **terms}
        with self.desk().held() as desk:
            for n in range(1, games + 1):
                keeper.invite(desk, "thunder", PLAYERS, id=f"g{n}", seed="07", terms=agreed)
        self.games = [f"g{n}" for n in range(1, games + 1)]
        for game in self.games:
            for seat in PLAYERS:
                self.writes(game, seat, "accept")
        self.passes()
        for game in self.games:
            table = self.desk().games.table(game)
            for seat in PLAYERS:
                self.writes(game, seat, table.moves(seat)[0])
        self.passes()

    def desk(self) -> Desk:
        """The desk as a new process finds it."""
        return Desk(self.home, now=lambda: self.time, salts=lambda: next(self.salts).to_bytes(32, "big"))

    def writes(self, game: str, seat: str, body: str) -> None:
        """A letter of a seat comes now; nobody looks at it yet."""
        desk, self.count = self.desk(), self.count + 1
        mail = (
            f"From: {PLAYERS[seat].address}\nTo: {desk.config.reply_address(desk.seats.secret(game, seat))}\n"
            f"Subject: orders\nMessage-ID: <{self.count}.{seat}@example.org>\n\n{body}\n"
        )
        desk.spool.put(mail.encode(), at=self.time + timedelta(milliseconds=self.count))

    def ruled(self, at: datetime | None = None) -> None:
        """A pass is made, now or at that time; nothing is sent."""
        self.time = at or self.time + timedelta(minutes=5)
        with self.desk().held() as desk:
            assert not desk.run().troubles

    def sent(self) -> list[EmailMessage]:
        """What is due is sent."""
        man = Postman()
        posting.post_all(self.home, config.read(self.home), now=lambda: self.time, way=man)
        return [message_from_bytes(raw, policy=policy.default) for raw in man.taken]

    def passes(self, at: datetime | None = None) -> list[EmailMessage]:
        """A pass is made, and what is due is sent."""
        self.ruled(at)
        return self.sent()

    def waits(self) -> None:
        """Thor wants his letters together, and Loki has played in every game since."""
        for game in self.games:
            self.writes(game, "thor", "letters digest 18:00")
        self.passes()
        for game in self.games:
            self.writes(game, "loki", DRAWS)


def texts(mail: EmailMessage) -> str:
    """All that a mail says in plain text, as one line."""
    parts = (part for part in mail.walk() if part.get_content_type() == "text/plain")
    return " ".join(" ".join(part.get_content() for part in parts).split())


def to_thor(mails: Sequence[EmailMessage]) -> list[EmailMessage]:
    """The mails to Thor."""
    return [mail for mail in mails if mail["To"] == PLAYERS["thor"].address]


def told(mails: Sequence[EmailMessage]) -> list[str]:
    """The numbers of the letters to Thor that are in these mails, each as often as it is there: by their feet."""
    return sorted(re.findall(r"Letter (g\d\.thor\.\d+)", " ".join(map(texts, to_thor(mails)))))


@pytest.fixture
def players(tmp_path: Path) -> Callable[..., Players]:
    """Opens a home."""
    return lambda **how: Players(tmp_path / "home", **how)


Opens = Callable[..., Players]


def test_h10_a_digest_is_one_mail_for_all_games(players: Opens) -> None:
    """Nothing comes before its hour; each letter in it is as it would be alone, and counts as sent."""
    one = players(games=3)
    one.waits()
    assert to_thor(one.passes(MORNING + HOUR)) == []
    [mail] = to_thor(one.passes(MORNING + 9 * HOUR + timedelta(minutes=1)))
    assert mail["Subject"] == "3 games: Your turn: Thunder & Lightning, turn 2 (g1)"
    assert len(told([mail])) == 3
    assert {number.split(".")[0] for number in told([mail])} == {"g1", "g2", "g3"}
    assert texts(mail).count("Seal ") == 3
    head = next(part for part in mail.walk() if part.get_content_type() == "text/plain").get_content()
    assert max(map(len, head.splitlines())) <= WIDTH
    assert sum(part.get_content_type() == "text/html" for part in mail.walk()) == 3
    assert not Outbox(one.home.path / "post").due()
    assert to_thor(one.passes(MORNING + 10 * HOUR)) == []


def test_h10_the_letters_in_a_digest_verify(players: Opens, tmp_path: Path) -> None:
    """Each by its own number, with the record of its game, by both verifiers; one that was changed is named."""
    one = players(games=3)
    one.waits()
    one.ruled(MORNING + HOUR)
    [mail] = to_thor(one.passes(MORNING + 9 * HOUR + timedelta(minutes=1)))
    raw, box = mail.as_bytes(policy=policy.compat32), tmp_path / "digest.eml"
    box.write_bytes(raw)
    assert sorted(letter.number for letter in read_box(box).letters) == told([mail])
    for game in one.games:
        record = one.home.record_path(game)
        assert [found.key for found in verify(record, [box]) if found.state == "wrong"] == []
        assert short(record, box)[0] == NOT_ALL
    game, last = (
        one.games[-1],
        [seal.encode() for seal in re.findall(r"Seal ([0-9a-f]{64})", texts(mail))][-1],
    )
    box.write_bytes(raw.replace(last, b"0123456789abcdef" * 4))
    assert {found.place.split()[0] for found in verify(box) if found.state == "wrong"} == {told([mail])[-1]}
    assert f"WRONG letter {game}.thor." in short(box)[1]


def test_h10_the_most_urgent_game_comes_first_and_an_answer_answers_it(players: Opens) -> None:
    """The others have addresses and links of their own."""
    one = players(games=2)
    for game in one.games:
        one.writes(game, "thor", "letters digest 18:00")
    one.passes()
    one.writes("g2", "loki", DRAWS)
    one.passes(MORNING + HOUR)
    one.writes("g1", "loki", DRAWS)
    [mail] = to_thor(one.passes(MORNING + 9 * HOUR + timedelta(minutes=1)))
    desk = one.desk()
    address = {game: desk.config.reply_address(desk.seats.secret(game, "thor")) for game in one.games}
    assert mail["Reply-To"] == address["g2"]
    assert mail["Message-ID"].startswith("<g2.thor.")
    listed = texts(mail).partition("An answer to this mail")[0]
    assert listed.index(address["g2"]) < listed.index(address["g1"])
    one.writes("g1", "thor", DRAWS)
    one.passes()
    assert desk.games.table("g1").owed()[0].seat == "loki"


def test_h10_what_is_due_before_the_next_digest_comes_at_once(players: Opens) -> None:
    """A deadline of twenty hours is nearer than the digest of tomorrow, but not than that of tonight."""
    one = players(games=1, deadline="20 hours", grace="9 hours")
    one.writes("g1", "thor", "letters digest 18:00")
    one.passes()
    one.writes("g1", "loki", DRAWS)
    assert to_thor(one.passes(MORNING + HOUR)) == []
    [mail] = to_thor(one.passes(MORNING + 9 * HOUR + timedelta(minutes=1)))
    assert mail["Subject"].startswith("Your turn")
    one.writes("g1", "thor", DRAWS)
    one.passes(MORNING + 10 * HOUR)
    one.writes("g1", "loki", DRAWS)
    assert len(to_thor(one.passes(MORNING + 11 * HOUR))) == 1


@pytest.mark.slow
def test_h10_what_the_clock_tells_waits_for_no_digest(players: Opens) -> None:
    """A reminder is of use only then."""
    one = players(games=1, reminder="4 days")
    one.waits()
    one.passes(MORNING + HOUR)
    one.passes(MORNING + 9 * HOUR + timedelta(minutes=1))
    [mail] = to_thor(one.passes(MORNING + 25 * HOUR + timedelta(minutes=1)))
    assert "A reminder: it is your turn to answer." in texts(mail)


def test_h10_what_the_clock_tells_another_calls_for_no_letter_before_the_digest(players: Opens) -> None:
    """Else one could see by the hour of it whether the other had been reminded."""
    one = players(games=1, reminder="4 days")
    one.writes("g1", "thor", "letters digest 18:00")
    one.passes()
    reminded = one.passes(MORNING + 25 * HOUR)
    assert [mail["To"] for mail in reminded] == [PLAYERS["loki"].address]
    one.writes("g1", "loki", DRAWS)
    assert to_thor(one.passes(MORNING + 26 * HOUR)) == []
    assert len(to_thor(one.passes(MORNING + 33 * HOUR + timedelta(minutes=1)))) == 1


@pytest.mark.slow
def test_h10_the_hour_is_that_of_the_players_own_zone(players: Opens) -> None:
    """18:00 in Tokyo is 09:00 in UTC."""
    one = players(games=2)
    for game in one.games:
        one.writes(game, "thor", "timezone Asia/Tokyo")
    one.waits()
    assert to_thor(one.passes(MORNING + 9 * HOUR + timedelta(minutes=1))) == []
    assert len(to_thor(one.passes(MORNING + DAY + timedelta(minutes=1)))) == 1


def test_h10_status_shows_how_each_seats_letters_come(players: Opens) -> None:
    """The keeper sees it; no other player does."""
    one = players(games=1)
    one.waits()
    one.passes()
    [game] = status.status(one.home).games
    assert dict(game.letters) == {"thor": "digest 18:00", "loki": "my-turn"}


@pytest.mark.share(4)
@pytest.mark.parametrize("step", range(4))
def test_h10_a_process_that_ends_in_between_sends_each_letter_once(
    players: Opens, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Before the mail is there, after it, and when one of the others counts as sent already."""
    one = players(games=3)
    one.waits()
    one.passes(MORNING + HOUR)
    acts = count()

    class Killed(BaseException):
        """The process ends."""

    def dying(act: Callable[..., object]) -> Callable[..., object]:
        def acted(*given: object) -> object:
            if step == next(acts):
                raise Killed
            return act(*given)

        return acted

    with monkeypatch.context() as patch:
        wrote = Outbox.send_together

        def begins(outbox: Outbox, first: str, mail: bytes, others: Sequence[str]) -> None:
            patch.setattr(Outbox, "put", dying(Outbox.put))
            patch.setattr(Outbox, "sent", dying(Outbox.sent))
            patch.setattr(files, "remove", dying(files.remove))
            wrote(outbox, first, mail, others)

        patch.setattr(Outbox, "send_together", begins)
        with pytest.raises(Killed):
            one.ruled(MORNING + 9 * HOUR + timedelta(minutes=1))
    mails = [*one.sent(), *one.passes(MORNING + 10 * HOUR), *one.passes(MORNING + 2 * DAY)]
    numbers = told(mails)
    assert len(numbers) == len(set(numbers)) == 3


@pytest.mark.slow
def test_h10_a_digest_that_was_damaged_before_it_went_out_loses_no_letter(players: Opens) -> None:
    """Its letters then go out alone."""
    one = players(games=3)
    one.waits()
    one.passes(MORNING + HOUR)
    one.ruled(MORNING + 9 * HOUR + timedelta(minutes=1))
    [path] = [path for path in Outbox(one.home.path / "post").due() if ".thor." in path.name]
    path.write_bytes(path.read_bytes()[:-2000])
    assert to_thor(one.sent()) == []
    mails = [*one.passes(), *one.passes(MORNING + 2 * DAY)]
    numbers = told(mails)
    assert len(numbers) == len(set(numbers)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "private", ["note he has the dragon", "moves", "letters digest 07:00", "reminders 2 days"]
)
def test_h10_a_digest_tells_nothing_of_what_another_writes_unseen(tmp_path: Path, private: str) -> None:
    """In another world the other player wrote a private letter more: all is the same but seals and their salts."""
    seen = []
    for world in ("", private):
        one = Players(tmp_path / f"home-{bool(world)}")
        one.waits()
        one.ruled(MORNING + HOUR)
        if world:
            one.writes("g1", "loki", world)
        one.ruled(MORNING + 2 * HOUR)
        one.ruled(MORNING + 9 * HOUR + timedelta(minutes=1))
        mails = [
            mail.as_bytes().replace(b"=\n", b"") for mail in to_thor(one.sent())
        ]  # lines broken by the mail
        hidden = (
            rb"(?m)^(Message-ID|References|In-Reply-To):(.|\n )*$",
            rb"[a-z2-7]{26}",
            rb"[0-9a-f=\r\n]{60,}",
            rb"In words: [a-z =\r\n<]*",
        )
        for form in hidden:
            mails = [re.sub(form, b"-", mail) for mail in mails]
        seen.append(mails)
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("said", "pace"),
    [
        ("digest 18:00", "digest 18:00"),
        ("digest at 7", "digest 07:00"),
        ("digest 7.30", "digest 07:30"),
        ("digest", None),
        ("digest 25:00", None),
        ("my-turn", "my-turn"),
    ],
)
def test_h10_how_a_digest_is_chosen(said: str, pace: str | None) -> None:
    """With an hour of the day; what is kept is the same however it is written."""
    assert pace_of(said) == pace
    assert pace is None or (digest_hour(pace) is None) == (not pace.startswith("digest"))


@pytest.mark.slow
def test_h10_a_player_chooses_a_digest_in_german(players: Opens) -> None:
    """In the words of the seat's language."""
    one = players(games=1)
    one.writes("g1", "thor", "sprache deutsch")
    one.passes()
    one.writes("g1", "thor", "briefe sammlung 18:00")
    [mail] = to_thor(one.passes())
    assert "einmal am Tag um 18:00" in texts(mail)
