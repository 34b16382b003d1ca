"""A home with a game of Anna's against a program of the house (H34)."""

from datetime import UTC, datetime, timedelta
from email.parser import BytesParser
from itertools import count
from pathlib import Path

from referee.api import Table
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.desk.letters.awaited import Awaited
from referee.desk.report import Done
from referee.home import config
from referee.home.home import Home
from referee.house.players import Player
from referee.partner.mailing import newest, passes, reply
from referee.post.ways.local import post
from referee.util import files

ANNA = Player("anna@example.org", "Anna")


class Home34:
    """A home with a game of Anna's against a program."""

    def __init__(
        self, folder: Path, game: str, seats: dict[str, Player], terms: dict[str, str] | None = None
    ) -> None:
        self.folder, self.time, self.salts = folder, datetime(2026, 1, 1, 8, tzinfo=UTC), count()
        files.private_folder(folder / "home")
        self.home = Home(folder / "home")
        config.write(self.home, config.Config("referee@games.example"))
        with self.desk().held() as desk:
            keeper.invite(desk, game, seats, id="g1", seed="07", terms=terms)

    def desk(self) -> Desk:
        """The desk as a new process finds it."""
        return Desk(self.home, now=lambda: self.time, salts=lambda: next(self.salts).to_bytes(32, "big"))

    @property
    def table(self) -> Table:
        """The game now."""
        return Table.load(self.home.record_path("g1"))

    def run(self) -> list[str]:
        """Passes and answers of programs, until there is nothing to do; the names of the letters that were ruled on."""
        done = passes(self.home, self.one, now=lambda: self.time)
        assert not done.troubles
        assert not done.held
        return [one.letter for one in done.handled]

    def one(self, awaited: Awaited | None = None) -> Done:
        """One pass, of a process of its own."""
        with self.desk().held() as desk:
            return desk.run(awaited=awaited)

    def write(self, seat: str, said: str) -> list[str]:
        """Anna answers the newest letter of her seat."""
        self.mail(seat, said)
        return self.run()

    def mail(self, seat: str, said: str) -> str:
        """Her answer lies in the spool; its Message-ID."""
        self.time += timedelta(minutes=20)
        letter = newest(self.home, "g1", seat)
        assert letter is not None
        mail = reply(letter, ANNA, said, self.time)
        self.desk().spool.put(mail, at=self.time)
        return str(BytesParser().parsebytes(mail)["Message-ID"])

    def posted(self) -> list[tuple[str, str]]:
        """The letters that go out now, each with its address."""
        paths = post(self.desk().outbox, self.folder / "out", "eml")
        return [(path.name, BytesParser().parsebytes(path.read_bytes())["To"]) for path in paths]
