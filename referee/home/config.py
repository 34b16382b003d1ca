"""How mail reaches the referee of a home, and how it goes out: `HOME/config.yaml`.

    address: referee@games.example     where players write to
    name: The referee                  its name in a mail program
    secrets: address                   a seat's secret stands in the address, after a plus; or: subject
    language: en                       of letters to new players whose language is unknown
    pictures: yes                      letters show the board as a picture, where images can be made; or: no
    letters: my-turn                   when letters come to players who have not chosen; or: every-order
    keeper: keeper@games.example       who is told about what needs a person
    authserv: mx.games.example         whose Authentication-Results count: our server's; a list, or *.games.example
    fetch: [{maildir: Maildir}]        where letters are fetched from: `referee.home.ways`
    post: {smtp: mail.games.example}   how letters go out
    serve: {lmtp: run/lmtp}            what `referee serve` listens on, how often it looks
    notify: [{command: [tell-me]}]     who is told what happens in games: `referee.home.ways`
    store: postgresql:///referee       where the home is kept, if not in this folder: `referee.store`
    downtime: 2 hours                  a longer gap between passes (or twice the usual) moves deadlines
    keep: 90 days                      how long letters in are kept after their game is over
    limits: {answers-a-day: 60}        how much is answered: `Limits`
    company: {open: [thunder]}         what those may do who play in no game yet (H29): `Company`
    terms: {deadline: 3 days at 18:00} the default terms of new games: `referee.house.terms`

Everything has a default, so the file need not exist. Paths are relative to the home, unless they begin with a
slash.
"""

import re
from typing import Any
from urllib.parse import parse_qsl

from referee.home import ways
from referee.home.home import Home
from referee.home.roster import LONGEST_NAME, checked_address
from referee.house import games
from referee.house.letters import MY_TURN, PACES
from referee.house.terms import Terms
from referee.notation import languages
from referee.util import data, files, plainyaml
from referee.util.errors import CannotWrite, WrongSetting
from referee.util.layout import write_document
from referee.util.regexes import regex
from referee.util.settings import (
    Spot,
    number,
    one_of,
    optional,
    plain_settings,
    read_settings,
    section,
    setting,
    several,
    span,
    variants,
    words,
)
from referee.util.translations import ENGLISH

# The names of our own mail server in the configuration.
from referee.util.values import Value

ANY = "*."
Servers = str | tuple[str, ...]
"""One name, or several; `*.example` is any name below that domain."""
NAMELESS = "-"
"""The name, in the list, of a server of ours that writes no name of its own (Outlook)."""


NAME = "config.yaml"
SECRETS = ("address", "subject")
YES = "yes"
PICTURES = (YES, "no")
MINUTE, DAY = 60, 86400
STORE = regex(r"postgres(?:ql)?://(?:[^\s/@:%]*@)?(?:[^\s@%]|%(?!00)[0-9A-Fa-f]{2})*")
SECRET = regex(r"password|secret")
"""What the names of parameters have in them that hold what nobody may read."""
SERVER = regex(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,253}[A-Za-z0-9])?")


def _address(value: Any, spot: Spot) -> str:
    return checked_address(words(value, spot), spot.where)


def _name(value: Any, spot: Spot) -> str:
    if not isinstance(value, str):
        raise WrongSetting("config-text", where=spot.where, name=spot.name)
    if not value.isprintable() or not value.isascii() or not 0 < len(value) <= LONGEST_NAME:
        raise WrongSetting("config-name", where=spot.where, limit=LONGEST_NAME)
    return value


def _language(value: Any, spot: Spot) -> str:
    if value not in (known := languages.known()):
        raise WrongSetting("config-language", where=spot.where, given=str(value), known=known)
    return str(value)


def _server(value: Any, spot: Spot) -> str:
    if value != NAMELESS and not SERVER.fullmatch(words(value, spot).removeprefix(ANY)):
        raise WrongSetting("config-server", where=spot.where, name=spot.name)
    return str(value)


def _store(value: Any, spot: Spot) -> str:
    """The address of a PostgreSQL database, without a password: that stands where libpq looks for it."""
    if not is_store(text := words(value, spot)):
        raise WrongSetting("config-store", where=spot.where)
    return text


def is_store(address: str) -> bool:
    """Whether this is an address of a PostgreSQL database without a password, and without what libpq cannot read."""
    given = parse_qsl(address.partition("?")[2], keep_blank_values=True)
    return bool(STORE.fullmatch(address)) and not any(SECRET.search(name.lower()) for name, _ in given)


def _servers(value: Any, spot: Spot) -> Servers:
    return several(_server)(value, spot) if isinstance(value, list) else _server(value, spot)


class Limits(Value):
    """How much is answered, ruled on and sent.

    A letter over a limit of answers is ruled on and not answered; one over another limit of a seat waits.
    Answers are those that no turn calls for: reports on what happened at the table are not counted.

    Attributes:
        answers_an_hour: Answers to one seat in an hour.
        answers_a_day: Answers to one seat in a day.
        letters_an_hour: Letters of one seat that are ruled on in an hour.
        kilobytes_a_day: What a seat's letters may add to the record per day on average, thirty days' worth at once.
        largest_letter: The most bytes of one mail of ours.
        strangers_a_day: Answers to strangers in a day; 0 for silence, to those too who ask for games (H29).
        stranger_every: How long one stranger gets no second answer.
    """

    answers_an_hour: int = setting(number(1, 10_000), 20)
    answers_a_day: int = setting(number(1, 10_000), 60)
    letters_an_hour: int = setting(number(1, 10_000), 120)
    kilobytes_a_day: int = setting(number(1, 1_000_000), 32)
    largest_letter: int = setting(number(4_000_000, 1_000_000_000), 5_000_000)
    strangers_a_day: int = setting(number(0, 10_000), 20)
    stranger_every: str = setting(span(MINUTE, 365 * DAY), "7 days")


def _game(value: Any, spot: Spot) -> str:
    return one_of(*sorted(games.names()))(value, spot)  # type: ignore[no-any-return]


class Company(Value):
    """What people may do by mail who play in no game yet (H29).

    Attributes:
        open: The games that they may open by asking for a seat where no open game of that kind waits.
        games: The most games opened so that may wait for players at once.
        seats: The most games that wait for players in which one address may have a seat.
        onlookers: The most onlookers of one game (H31); 0 for none.
        onlookers_in_all: The most onlookers of all games together.
        wait: The games for whose seats people may wait where one falls free (H33); where the terms of the
            configuration say `replace`, for those of all.
        waits: For how many games or kinds of games one address may wait; 0 for none.
        waits_in_all: How many may wait in all.
        letters_a_day: The most letters in a day to one address that asks.
        letters_in_all: The most letters in a day to all of them together; 0 for no company at all.
    """

    open: tuple[str, ...] = setting(several(_game), ())
    games: int = setting(number(1, 1000), 5)
    seats: int = setting(number(1, 1000), 3)
    onlookers: int = setting(number(0, 1000), 20)
    onlookers_in_all: int = setting(number(0, 10_000), 200)
    wait: tuple[str, ...] = setting(several(_game), ())
    waits: int = setting(number(0, 1000), 3)
    waits_in_all: int = setting(number(0, 10_000), 200)
    letters_a_day: int = setting(number(1, 1000), 6)
    letters_in_all: int = setting(number(0, 1000), 60)


class Config(Value):
    """How mail reaches the referee, how it goes out, and what its letters are like. See the module."""

    address: str = setting(_address, "referee@localhost")
    name: str = setting(_name, "Referee")
    secrets: str = setting(one_of(*SECRETS), "address")
    pictures: str = setting(one_of(*PICTURES), YES)
    language: str = setting(_language, ENGLISH)
    letters: str = setting(one_of(*PACES), MY_TURN)
    keeper: str = setting(optional(_address), "")
    authserv: Servers = setting(optional(_servers), "")
    fetch: tuple[ways.Source, ...] = setting(several(variants(*ways.SOURCES)), ())
    post: ways.Target | None = setting(variants(*ways.TARGETS), None)
    serve: ways.Serve = setting(section(ways.Serve), ways.Serve())
    notify: tuple[ways.Notified, ...] = setting(several(variants(*ways.NOTIFIED)), ())
    store: str = setting(optional(_store), "")
    downtime: str = setting(span(MINUTE, 30 * DAY), "2 hours")
    keep: str = setting(span(DAY, 36_500 * DAY), "90 days")
    limits: Limits = setting(section(Limits), Limits())
    company: Company = setting(section(Company), Company())
    terms: Terms = setting(section(Terms), Terms())

    @property
    def host(self) -> str:
        """The domain of the address; the ids of our mails end in it."""
        return self.address.rpartition("@")[2]

    def in_subject(self, sender: str) -> bool:
        """Whether the subject of a letter bears the secret, in a game with this term `sender`.

        Where letters must be signed it always does: providers sign either To or Subject, and Outlook only the
        latter.
        """
        return self.secrets == "subject" or sender == "dkim"

    def reply_address(self, secret: str) -> str:
        """The address to which a seat answers: with its secret after a plus, if the secret stands in the address."""
        if self.secrets == "subject":
            return self.address
        local, _, domain = self.address.rpartition("@")
        return f"{local}+{secret}@{domain}"


def read(home: Home) -> Config:
    """The configuration of a home. Raises `Faulty`, with file, line and column of each mistake."""
    path = home.path / NAME
    if not path.exists():
        return Config()
    marked = plainyaml.read_file(path, of_home=True)
    return read_settings(Config, {} if marked.value is None else marked.value, Spot(marked))


def check(config: Config) -> None:
    """Refuse a value that is not allowed, such as one given on the command line. Raises `Faulty`."""
    read_settings(Config, dict(plain_settings(config)), Spot())


def write(home: Home, config: Config) -> None:
    """Write the configuration of a home."""
    home.make()
    files.replace(home.path / NAME, write_document(dict(plain_settings(config))))


# The configuration as `referee init` writes it: every setting with its default as a comment, and an
# explanation.
#
# The text stands in `templates/config.en.yaml`. A line that begins with `#` and a space explains; one that
# begins with `#` alone is a setting.


FILE = "config.en.yaml"


def commented(given: Config) -> str:
    """A file that sets the values in `given` that are not defaults, and lists all other settings as comments."""
    text = data.text("templates", FILE)
    for key, value in plain_settings(given).items():
        place = _block(key).search(text)
        if place is None:
            raise KeyError(key)
        text = text[: place.start()] + _said(key, value) + text[place.end() :]
    return text


def _block(key: str) -> re.Pattern[str]:
    """The lines of a setting in the template: its key, and the lines below it."""
    return re.compile(rf"^#{re.escape(key)}:.*\n(?:#  .*\n)*", re.MULTILINE)


def _said(key: str, value: Any) -> str:
    return write_document({key: value}).decode().removeprefix("---\n")


def start(home: Home, given: Config, *, force: bool = False) -> None:
    """Make a home with its key, and write its configuration.

    Raises `Faulty` for a value that is not allowed and, without `force`, if a configuration exists already;
    OSError.
    """
    check(given)
    path = home.path / NAME
    if path.exists() and not force:
        raise CannotWrite("config-there", where=str(path))
    home.make()
    files.replace(path, commented(given).encode())
