"""How mail reaches the referee: the file, its defaults, and what is wrong in it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import config
from referee.config import Config
from referee.game import Faulty
from referee.home import Home

SECRET = "abcdefghijklmnopqrstuvwxyz"  # noqa: S105  nobody's


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home that is not there yet."""
    return Home(tmp_path / "home")


def test_no_file(home: Home) -> None:
    """Everything has a default."""
    assert config.read(home) == Config("referee@localhost", "Referee", "address")


@given(
    st.sampled_from(["referee@games.example", "a.b+c@x.example"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60),
    st.sampled_from(config.SECRETS),
)
def test_it_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, address: str, name: str, secrets: str
) -> None:
    """Whatever name fits: `no`, `1e5`, `- x` and `# y` too."""
    home = Home(tmp_path_factory.mktemp("config") / "home")
    config.write(home, Config(address, name, secrets))
    assert config.read(home) == Config(address, name, secrets)


def test_where_a_seat_answers_to() -> None:
    """The secret stands behind a plus, or in the subject and not in the address; ids stand in the domain."""
    one = Config("referee@games.example")
    assert one.reply_address(SECRET) == f"referee+{SECRET}@games.example"
    assert one.host == "games.example"
    assert Config("referee@games.example", secrets="subject").reply_address(SECRET) == "referee@games.example"


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        ("- x\n", "config-form", ":1:1"),
        ("adress: a@b\n", "config-key", ":1:1"),
        ("name: 5\n", "config-text", ":1:7"),
        ("name: [x]\n", "config-text", ":1:7"),
        ("address: a b@c\n", "bad-address", ":1:10"),
        ("name: x\nsecrets: body\n", "config-secrets", ":2:10"),
        ('name: ""\n', "config-name", ":1:7"),
        ("name: Järn\n", "config-name", ":1:7"),
        (f"name: {'x' * 61}\n", "config-name", ":1:7"),
        ('name: "x\\r\\nBcc: y"\n', "config-name", ":1:7"),
        ("name: x\nname: y\n", "yaml-duplicate-key", ":2:1"),
        ("name: &a x\n", "yaml-anchor", ":1:7"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(home: Home, text: str, key: str, where: str) -> None:
    """File, line and column, and what would be right."""
    home.key()
    path = home.path / config.NAME
    path.write_text(text, "utf-8")
    with pytest.raises(Faulty) as caught:
        config.read(home)
    assert (caught.value.why.key, caught.value.where) == (key, f"{path}{where}")
