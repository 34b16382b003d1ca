"""Games by mail whose players only tap the links of their letters."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count, zip_longest
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, unquote, urlsplit

from referee.api import Table
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config
from referee.home.home import Home
from referee.house.letters import MY_TURN
from referee.house.players import Player
from referee.post.ways.local import post
from referee.util import files
from support.post_office import Got

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")


class Club:
    """A home with a desk and a mailbox for each player, who answers by the letters' links, in the seat's language."""

    def __init__(
        self,
        folder: Path,
        game: str,
        seats: Sequence[str],
        languages: Sequence[str] = (),
        *,
        letters: str = MY_TURN,
        terms: Mapping[str, str] | None = None,
    ) -> None:
        """Open a game: the invitations are posted. `letters` is when they come (H10)."""
        self.folder, self.time = folder, datetime(2026, 1, 1, 8, tzinfo=UTC)
        files.private_folder(folder / "home")
        self.home = Home(folder / "home")
        config.write(self.home, config.Config("referee@games.example", letters=letters))
        self.salts = (n.to_bytes(32, "big") for n in count())
        self.boxes: dict[str, list[Got]] = {seat: [] for seat in seats}
        self.players = {
            seat: Player(f"{seat}@example.org", name, language=language)
            for seat, name, language in zip_longest(seats, NAMES[: len(seats)], languages, fillvalue="en")
        }
        with self.desk().held() as desk:
            keeper.invite(desk, game, self.players, id="g1", seed="07", terms=terms)
        self.post()

    def desk(self) -> Desk:
        """The desk as a new process finds it."""
        return Desk(self.home, now=lambda: self.time, salts=lambda: next(self.salts))

    def post(self) -> None:
        """Put the letters due into the mailboxes."""
        for path in post(self.desk().outbox, self.folder / "boxes", "eml"):
            self.boxes[path.name.split(".")[1]].append(Got.of(path.read_bytes()))

    def tap(self, seat: str, rng: Random) -> str:
        """Answer the last letter by one of its links, if it has any; gives the order in it."""
        if not (links := self.boxes[seat][-1].links):
            return ""
        link = urlsplit(rng.choice(links).replace("=%0A", ""))
        fields = {name: values[0] for name, values in parse_qs(link.query).items()}
        self.write(seat, unquote(link.path), fields["subject"], fields["body"])
        return fields["body"]

    def write(self, seat: str, to: str, subject: str, body: str) -> None:
        """A mail of a player, a pass, and the letters posted."""
        self.time += timedelta(minutes=7)
        mail = (
            f"From: {self.players[seat].address}\nTo: {to}\nSubject: {subject}\n"
            f"Date: {format_datetime(self.time)}\nMessage-ID: <{self.time.timestamp()}@example.org>\n"
            f"Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        )
        self.desk().spool.put(mail.encode(), at=self.time)
        with self.desk().held() as desk:
            assert not desk.run().troubles
        self.post()


def by_mail(club: Club, seed: int) -> tuple[Table, list[str]]:
    """A whole game by taps; the table at its end, and the orders that were sent."""
    rng, sent = Random(seed), list[str]()
    for _ in range(40):
        table = Table.load(club.home.record_path("g1"))
        if table.outcome:
            return table, sent
        owed = [one.seat for one in table.owed()]
        order = club.tap(rng.choice(owed), rng)
        if order.startswith("decline"):
            return Table.load(club.home.record_path("g1")), [*sent, order]
        sent.append(order)
    raise AssertionError(sent)
