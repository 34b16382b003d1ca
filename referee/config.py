"""How mail reaches the referee of a home: `HOME/config.yaml`.

    address: referee@games.example     where players write to
    name: The referee                  how it is called in a mail program
    secrets: address                   a seat's secret stands in the address, behind a plus; or: subject
    language: en                       of the letters to new players of whom nothing else is said
    pictures: yes                      letters show the board as a picture, where images can be made; or: no

Everything has a default, so the file need not be there.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields

from referee import files, languages, plainyaml
from referee.game import Faulty
from referee.home import Home
from referee.layout import write_document
from referee.roster import LONGEST_NAME, checked_address
from referee.translations import ENGLISH

NAME = "config.yaml"
SECRETS = ("address", "subject")
YES = "yes"
PICTURES = (YES, "no")


@dataclass(frozen=True, slots=True)
class Config:
    """How mail reaches the referee (address, name, where the secret of a seat stands), and what its letters are like."""

    address: str = "referee@localhost"
    name: str = "Referee"
    secrets: str = "address"
    pictures: str = YES
    language: str = ENGLISH

    @property
    def host(self) -> str:
        """The domain of the address, in which the ids of our mails stand."""
        return self.address.rpartition("@")[2]

    def reply_address(self, secret: str) -> str:
        """Where a seat answers to: with its secret behind a plus, if that is where it stands."""
        if self.secrets == "subject":
            return self.address
        local, _, domain = self.address.rpartition("@")
        return f"{local}+{secret}@{domain}"


def read(home: Home) -> Config:
    """The configuration of a home. Raises `Faulty` naming file, line and column of what is wrong."""
    path = home.path / NAME
    if not path.exists():
        return Config()
    marked = plainyaml.read_file(path)
    if not isinstance(marked.value, dict):
        raise Faulty("config-form", where=marked.place(()))
    keys = {field.name for field in fields(Config)}
    for key, value in marked.value.items():
        if key not in keys:
            raise Faulty(
                "config-key", where=marked.place((key,), key=True), name=str(key), known=tuple(sorted(keys))
            )
        if not isinstance(value, str):
            raise Faulty("config-text", where=marked.place((key,)), name=key)
    config = Config(**marked.value)
    check(config, lambda key: marked.place((key,)))
    return config


def check(config: Config, place: Callable[[str], str] = lambda _key: "") -> None:
    """Raises `Faulty` for a value that cannot be; `place` tells where the value of a key stands."""
    checked_address(config.address, place("address"))
    if config.secrets not in SECRETS:
        raise Faulty("config-secrets", where=place("secrets"), given=config.secrets, known=SECRETS)
    if config.pictures not in PICTURES:
        raise Faulty("config-pictures", where=place("pictures"), given=config.pictures, known=PICTURES)
    if config.language not in (known := languages.known()):
        raise Faulty("config-language", where=place("language"), given=config.language, known=known)
    if not config.name.isprintable() or not config.name.isascii() or not 0 < len(config.name) <= LONGEST_NAME:
        raise Faulty("config-name", where=place("name"), limit=LONGEST_NAME)


def write(home: Home, config: Config) -> None:
    """Write the configuration of a home."""
    home.key()
    files.replace(home.path / NAME, write_document(asdict(config)))
