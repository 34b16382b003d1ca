"""Homes for tests that interrupt the work: two games by mail, the letters that come, and the files left in the end.

Clock and salts stand still, so an undisturbed run and an interrupted and resumed one leave the same bytes.
"""

import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from referee.desk import keeper
from referee.desk.company import ledger
from referee.desk.desk import Desk
from referee.home import config
from referee.home.home import Home
from referee.house.players import Player
from referee.house.terms import Terms
from referee.post.outbox import NOBODYS_GAME
from referee.post.ways.local import post
from referee.util import files
from referee.util.errors import Faulty
from referee.util.values import Struct, Value, field
from referee.verify import check

ADDRESS = "referee@games.example"
BEGINS = datetime(2026, 11, 20, 9, tzinfo=UTC)
ANNA, BERT = Player("anna@example.org", "Anna"), Player("bert@example.org", "Bert")
PLAYERS: Mapping[str, Mapping[str, Player]] = {
    "g1": {"thor": ANNA, "loki": BERT},
    "g2": {"odin": BERT, "thor": ANNA},
}
RULES = {"g1": "thunder", "g2": "odins_table"}
CLEO = "cleo@elsewhere.example"
SEEDS = {"g1": "07", "g2": "23"}


class Letter(Value):
    """A letter of a seat; `number` makes it different from others."""

    game: str
    seat: str
    text: str
    number: int = 0


CONFIRMED = (Letter(NOBODYS_GAME, "", "confirm", 9),)
"""The answer to a code, of somebody who does not play."""
VOTED = (Letter("g1", "thor", "replace loki", 8),)
"""A vote to replace who is silent."""
ACCEPTED = (
    Letter("g1", "thor", "accept"),
    Letter("g2", "odin", "accept"),
    Letter("g1", "loki", "accept\nsay Hello"),
    Letter("g2", "thor", "accept\nnote at last"),
)
OPENING = (
    Letter("g1", "thor", "deploy huscarl, viking warriors, shield wall"),
    Letter("g1", "loki", "deploy dragon, viking warriors, viking warriors"),
    Letter("g1", "loki", "draw\ndraw\ndraw"),
    Letter("g1", "thor", "say Good luck!\n\ndraw\ndraw\ndraw"),
    Letter("g2", "odin", "standing scout a, b, c, d, e, f\nplace 4 8 3 6 5 2"),
    Letter("g2", "thor", "standing scout a, b, c, d, e, f\nplace 4 5 0 6 5 2"),
)
PLAYED = (
    Letter("g1", "loki", "draw\nnote mine alone\nchallenge C", 1),
    Letter("g2", "odin", "b1-c2\nsay I begin", 1),
    Letter("g2", "thor", "d5-e4", 1),
    Letter("g1", "thor", "draw\nsay Well done!", 1),
)
"""A pass over both games: after each order of Odin's Table a standing order scouts."""
AWAITED = (Letter("g2", "thor", "if Odin moves to c2: d5-e4", 6),)
PROVOKED = (Letter("g2", "odin", "b1-c2\nsay I begin", 6),)
"""An order beforehand, and the letter that it answers at once."""
AT_ONCE = (Letter("g2", "odin", "say I begin\nif my turn: b1-c2", 6),)
"""An order beforehand that is played right after its letter, and sets off the other."""
RENEWED = (
    Letter("g1", "loki", "newkey\nsay New locks\ndraw", 3),
    Letter("g2", "odin", "newkey", 3),
    Letter("g1", "thor", "say Well done!\naddress anna@new.example", 3),
)
"""Letters that ask for changes in the roster, besides what they play."""
NOTED = (
    Letter(
        "g1",
        "loki",
        "annotate 2.0: !? as I feared\nwithdraw note\nline 3.0: draw; draw\npublish yes as Bert",
        4,
    ),
    Letter(
        "g1", "thor", "annotate game: it begins\nopen notes\nresign g1\nannotate 3.0: too early\nnotes", 4
    ),
)
"""Letters with notes: in play, at the end, and after it."""
ENDED = (
    Letter("g1", "loki", "draw\nresign g1", 2),
    Letter("g2", "odin", "moves\nresign g2", 2),
)


class House:
    """A home with a desk whose clock only the test moves, and the folder to which its letters are posted."""

    def __init__(self, path: Path, time: datetime = BEGINS, form: str = "eml") -> None:
        self.path, self.time, self.form = path, time, form
        self.box = path / "box"

    @property
    def home(self) -> Home:
        """The home as another process finds it."""
        return Home(self.path / "home", fresh=lambda: bytes(32))

    def desk(self) -> Desk:
        """The desk as another process finds it: it knows only what is on the disk."""
        return Desk(self.home, now=lambda: self.time, salts=lambda: bytes(32))

    def mail(self, letter: Letter) -> bytes:
        """A letter as a mail program sends it."""
        to, who = self._stranger() if letter.game == NOBODYS_GAME else self._player(letter)
        head = (
            f"From: {who}\r\nTo: {to}\r\nSubject: orders\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\n"
            f"Message-ID: <{letter.game}.{letter.seat}.{letter.number}.{abs(crc(letter.text))}@mail.example>\r\n\r\n"
        )
        return head.encode() + letter.text.encode().replace(b"\n", b"\r\n") + b"\r\n"

    def _player(self, letter: Letter) -> tuple[str, str]:
        """Where a letter of a seat goes, and from where."""
        desk = self.desk()
        secret = desk.seats.secret(letter.game, letter.seat)
        return desk.config.reply_address(secret), PLAYERS[letter.game][letter.seat].address

    def _stranger(self) -> tuple[str, str]:
        """Where Cleo, who plays nowhere, writes to: to the code that she has got last, or to our plain address."""
        wishes = ledger.read(self.home).wishes
        config = self.desk().config
        return config.reply_address(ledger.code(self.home, wishes[-1])) if wishes else ADDRESS, CLEO

    def make_pass(self) -> None:
        """One pass. Failures of the system are not reported as trouble."""
        with self.desk().held(0) as desk:
            done = desk.run()
        assert all(isinstance(error, OSError | Faulty) for _, error in done.troubles), done.troubles

    def send(self) -> None:
        """Post everything that is due."""
        for _ in post(self.desk().outbox, self.box, self.form):
            pass

    def go_on(self, letters: Iterable[Letter]) -> None:
        """A pass for each letter."""
        for letter in letters:
            self.time += timedelta(minutes=5)
            self.desk().spool.put(self.mail(letter), at=self.time)
            self.make_pass()
        self.send()

    def copy(self, to: Path) -> "House":
        """A copy, to be played on separately."""
        shutil.copytree(self.path, to)
        return House(to, self.time, self.form)

    def files(self) -> dict[str, bytes]:
        """All files, except those that nothing depends on: locks, half-written files, moved tears, mere reminders.

        A snapshot is one: it tells which file a record is, and so it is another in each home.

        The sums of a letter that was written twice stand there twice: `faults` compares the letters with
        them.
        """
        found = {str(path.relative_to(self.path)): path for path in self.path.rglob("*") if path.is_file()}
        return {name: path.read_bytes() for name, path in found.items() if not UNREAD.search(name)}

    def left_over(self) -> list[str]:
        """The half-written files of killed processes."""
        return [str(path.relative_to(self.path)) for path in self.path.rglob("*") if HALF.search(str(path))]


UNREAD = re.compile(
    r"lock$|\.tmp$|/post/tmp/|\.torn-|/record\.snapshot$|^home/post/(?:told|sums)/|^home/post/(?:waits|pruned)$"
)
HALF = re.compile(r"\.tmp$|/post/tmp/.")
NAMED = re.compile(r"(home/post/(?:new|work|done/[0-9-]+|hold)/[0-9]{8}T[0-9]{12}Z)-[^./]*(.*)")
"""The name of a letter in the spool: when it came, and its random part."""


def crc(text: str) -> int:
    """A number made from a text, always the same."""
    return sum(place * ord(sign) for place, sign in enumerate(text, 1))


def fresh(folder: Path) -> House:
    """No home yet."""
    files.private_folder(folder)
    return House(folder)


def made(folder: Path) -> House:
    """A home with key and configuration, and no game."""
    house = fresh(folder)
    files.private_folder(folder / "home")
    files.write_new(folder / "home" / "key", b"5a" * 32 + b"\n")
    config.write(house.home, config.Config(ADDRESS, pictures="no"))
    return house


def invited(folder: Path) -> House:
    """A home with both games, whose players are invited."""
    house = made(folder)
    with house.desk().held() as desk:
        for game, players in PLAYERS.items():
            keeper.invite(desk, RULES[game], players, id=game, seed=SEEDS[game])
    house.send()
    return house


def asked(folder: Path, word: str) -> House:
    """A home in which both games may be watched, and a third one lacks one player; Cleo has got a code for her wish."""
    house = made(folder)
    config.write(house.home, config.Config(ADDRESS, pictures="no", terms=Terms(watch="1")))
    with house.desk().held() as desk:
        for game, players in PLAYERS.items():
            keeper.invite(desk, RULES[game], players, id=game, seed=SEEDS[game])
        seats = {**PLAYERS["g1"], "loki": None}
        keeper.wait_for_players(desk, "thunder", seats, id="g3", seed="09")
    house.send()
    house.go_on((*ACCEPTED, *OPENING, Letter(NOBODYS_GAME, "", word, 9)))
    return house


def silent(folder: Path) -> House:
    """A home in which Loki has been silent in the first game for so long that Thor may vote; Cleo waits for a seat."""
    house = made(folder)
    terms = Terms(deadline="3 days", reminder="", replace="7 days")
    config.write(house.home, config.Config(ADDRESS, pictures="no", terms=terms, downtime="30 days"))
    with house.desk().held() as desk:
        for game, players in PLAYERS.items():
            keeper.invite(desk, RULES[game], players, id=game, seed=SEEDS[game])
    house.send()
    house.go_on((*ACCEPTED, *OPENING))
    house.go_on([Letter(NOBODYS_GAME, "", "wait thunder as Cleo", 8)])
    house.go_on(CONFIRMED)
    for _ in range(13):
        house.time += timedelta(days=1)
        house.make_pass()
    house.send()
    return house


def seat_offered(folder: Path) -> House:
    """The same after the vote: Cleo is asked whether she wants the seat."""
    house = silent(folder)
    house.go_on(VOTED)
    return house


def begun(folder: Path) -> House:
    """The same in the middle of both games; in Odin's Table both players have standing orders."""
    house = invited(folder)
    house.go_on((*ACCEPTED, *OPENING))
    return house


def foreseen(folder: Path) -> House:
    """The same, and Thor's answer to Odin's next move waits beforehand (H27)."""
    house = begun(folder)
    house.go_on(AWAITED)
    return house


# What comes from outside

Verb = Callable[[House], None]
"""What a keeper asks for. It may raise `Faulty` if it is asked again after it was done."""


class Outside(Struct, dict=True):
    """The world around a home: a mail server keeps each mail until it is accepted, a keeper asks until it is done.

    Attributes:
        waiting: Mails, with the times of their arrival.
        verb: What the keeper wants done, until it is.
        heard: Called with each mail that is accepted, and with b"" when the keeper's wish is done.
    """

    house: House
    waiting: dict[bytes, datetime] = field(default_factory=dict)
    verb: Verb | None = None
    asked: int = 0
    heard: Callable[[bytes], None] = lambda _mail: None

    @staticmethod
    def of(house: House, letters: Sequence[Letter], verb: Verb | None = None) -> "Outside":
        """These letters come one after another, and then the clock stands still."""
        mails = {house.mail(one): house.time + timedelta(minutes=n) for n, one in enumerate(letters, 1)}
        house.time += timedelta(hours=1)
        return Outside(house, mails, verb)

    def go(self) -> None:
        """Deliver, do what the keeper wants, make a pass, post what is due.

        Raises OSError, as a process ends with an error.
        """
        for mail, at in list(self.waiting.items()):
            self.house.desk().spool.put(mail, at=at)
            del self.waiting[mail]
            self.heard(mail)
        if self.verb is not None:
            self.asked += 1
            try:
                self.verb(self.house)
            except Faulty:
                if self.asked == 1:
                    raise
            self.verb = None
            self.heard(b"")
        if self.house.home.path.exists():
            self.house.make_pass()
            self.house.send()

    def settle(self, times: int = 2) -> None:
        """Go on undisturbed."""
        for _ in range(times):
            self.go()


# What is left


class Left(Value, dict=True):
    """What anybody may see in the end: records and notebooks, letters out, letters in, and all other files."""

    records: Mapping[str, bytes]
    out: Mapping[str, bytes]
    done: frozenset[bytes]
    rest: Mapping[str, bytes]

    @staticmethod
    def of(house: House) -> "Left":
        """What is left in a home and in the folder of posted letters."""
        records, out, done, rest = dict[str, bytes](), dict[str, bytes](), set[bytes](), dict[str, bytes]()
        for name, data in house.files().items():
            if name.endswith(("/record.yaml", "/notes.yaml")):
                records[name] = data
            elif name.startswith("box/"):
                out[Path(name).name] = data
            elif NAMED.fullmatch(name) and name.startswith("home/post/done/"):
                done.add(data)
            else:
                rest[name] = ANSWERED.sub(rb"\1", data) if name.endswith(ledger.NAME) else data
        return Left(records, out, frozenset(done), rest)

    def bare(self) -> "Left":
        """The same without what depends on a torn tail having been moved aside."""
        without = (
            {name: bare(data) for name, data in one.items()} for one in (self.records, self.out, self.rest)
        )
        records, out, rest = without
        # A note is bound to the seal of what it is about.
        records = {
            name: BOUND.sub(b"", data) if name.endswith("/notes.yaml") else data
            for name, data in records.items()
        }
        # It notes how long the record is.
        rest = {name: data for name, data in rest.items() if not name.startswith("home/post/clock/g")}
        return Left(records, out, self.done, rest)


ANSWERED = re.compile(rb"([0-9]{8}T[0-9]{12}Z)-[0-9a-f]+")
"""The name of the letter that an answer to somebody who does not play answers: its random part differs."""
BOUND = re.compile(rb'^(?:about|  [a-z]+): "[0-9a-f]{64}"\n', re.MULTILINE)
"""What in a notebook depends on the seals of the record."""
VARIES = re.compile(
    rb"Seal [0-9a-f]{64}|In words: [a-z ]+|^(?:seal|mended): .*?\n|, \"/mended\"|^\.\.\. # [0-9a-f]{64}"
    rb"|Content-Type: application/(?:yaml|json).*?--=_m\.|(?<=@r-)[a-z2-7]{8}(?=\.)",
    re.MULTILINE | re.DOTALL,
)
"""What depends on a torn tail having been moved aside, and on the salts of entries.

That is: seals, the marks of a record and of the letters' ids, and attachments (the record, proofs).
"""


def bare(data: bytes) -> bytes:
    """Without seals, marks and the names of torn tails."""
    return VARIES.sub(b"", data.replace(b"\r\n", b"\n").replace(b"=\n", b""))


def differences(found: Left, whole: Left, *, merged: bool = False) -> list[str]:
    """How these differ. `merged`: two reports may be merged into one, or the reverse.

    Then a letter out is compared only if the one before it to the same seat has the same number.
    """
    wrong = [f"{name} is not {whole.records.keys()}" for name in found.records.keys() ^ whole.records.keys()]
    wrong += [
        name
        for name in found.records.keys() & whole.records.keys()
        if found.records[name] != whole.records[name]
    ]
    wrong += ["letters in"] if found.done != whole.done else []
    there, those = (
        {name: one for name, one in left.rest.items() if "/sent/" not in name} for left in (found, whole)
    )
    wrong += [name for name in there.keys() | those.keys() if there.get(name) != those.get(name)]
    if not merged:
        names = found.out.keys() | whole.out.keys()
        return wrong + [name for name in names if found.out.get(name) != whole.out.get(name)]
    due = {*last_to_each(whole.out), *(name for name in whole.out if ".note-" in name)}
    lasts = [name for name in due if name not in found.out]
    both = steps(found.out) & steps(whole.out)
    return wrong + lasts + [name for name, _ in both if found.out[name] != whole.out[name]]


def in_order(names: Iterable[str]) -> dict[tuple[str, str], list[str]]:
    """The letters out by game and seat, in the order of their numbers; notices have none."""
    names = [name for name in names if name.split(".")[2].isdigit()]
    found: dict[tuple[str, str], list[str]] = {}
    for name in sorted(names, key=lambda name: int(name.split(".")[2])):
        found.setdefault((name.split(".")[0], name.split(".")[1]), []).append(name)
    return found


def last_to_each(names: Iterable[str]) -> list[str]:
    """The last letter to each seat, which stands for all before it."""
    return [one[-1] for one in in_order(names).values()]


def steps(names: Iterable[str]) -> set[tuple[str, str]]:
    """Each letter out with the one to the same seat before it."""
    return {(name, before) for one in in_order(names).values() for before, name in pairwise(["", *one])}


def faults(house: House) -> list[str]:
    """What must never happen: letters that wait or are held for ever, doubled letters, a broken record."""
    desk = house.desk()
    wrong = [f"waits: {name}" for name in desk.spool.waiting()] + [
        f"held: {one}" for one in desk.spool.held()
    ]
    wrong += [f"due: {path.name}" for path in desk.outbox.due()]
    for path in (house.home.path / "post" / "sent").rglob("g*.eml"):
        wrong += [] if desk.outbox.sums.fits(path.stem, path.read_bytes()) else [f"not as noted: {path.name}"]
    for game in house.home.games():
        path = house.home.record_path(game)
        checked = check.check(path)
        wrong += [f"{path}: {checked.why}"] if checked.fault else []
        if not checked.fault:
            digests = re.findall(rb"^digest: .*$", path.read_bytes(), re.MULTILINE)
            wrong += [f"doubled in {game}"] if len(set(digests)) < len(digests) else []
    wrong += [f"left: {name}" for name in house.left_over() if not TOLERATED.search(name)]
    return wrong


TOLERATED = re.compile(r"^home/post/tmp/|^box/|^home/games/|^home/post/sent/")
"""Leftovers of a killed delivery or posting.

They are removed by age, or by the owner of the folder; those of a game with the game.
"""
