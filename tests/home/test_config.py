"""How mail reaches the referee: the file, its defaults, and what is wrong in it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config, ways
from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.house.players import Player
from referee.house.terms import Terms
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of
from referee.util.times import NotSpan, seconds, span, spelled_out
from referee.util.values import replace

SECRET = "abcdefghijklmnopqrstuvwxyz"  # noqa: S105  nobody's


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home that does not exist yet."""
    return Home(tmp_path / "home")


def test_no_file(home: Home) -> None:
    """Everything has a default."""
    assert config.read(home) == Config("referee@localhost", "Referee", "address")


@pytest.mark.slow
@given(
    st.sampled_from(["referee@games.example", "a.b+c@x.example"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60),
    st.sampled_from(config.SECRETS),
)
def test_it_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, address: str, name: str, secrets: str
) -> None:
    """Any name can be used: `no`, `1e5`, `- x` and `# y` too."""
    home = Home(tmp_path_factory.mktemp("config") / "home")
    config.write(home, Config(address, name, secrets))
    assert config.read(home) == Config(address, name, secrets)


def test_where_a_seat_answers_to() -> None:
    """The secret stands after a plus, or only in the subject; ids end in the domain."""
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
        ("name: x\nsecrets: body\n", "config-one-of", ":2:10"),
        ('name: ""\n', "config-name", ":1:7"),
        ("name: Järn\n", "config-name", ":1:7"),
        (f"name: {'x' * 61}\n", "config-name", ":1:7"),
        ('name: "x\\r\\nBcc: y"\n', "config-name", ":1:7"),
        ("name: x\nname: y\n", "yaml-duplicate-key", ":2:1"),
        ("name: &a x\n", "yaml-anchor", ":1:7"),
        ("terms:\n  zone: Europe/Asgard\n", "config-zone", ":2:9"),
        ("terms:\n  zone: ../../etc/passwd\n", "config-zone", ":2:9"),
        ("authserv: mx games\n", "config-server", ":1:11"),
        ("authserv: '*'\n", "config-server", ":1:11"),
        ("authserv: '*.'\n", "config-server", ":1:11"),
        ("authserv: 'mx.*.example'\n", "config-server", ":1:11"),
        ("authserv: [mx.games.example, '']\n", "config-text", ":1:30"),
        ("fetch: box\n", "config-list", ":1:8"),
        ("fetch:\n  - idle: yes\n", "config-kind", ":2:5"),
        ("fetch:\n  - imap: x\n    port: 99999\n", "config-number", ":3:11"),
        ("fetch:\n  - imap: x\n    password: sesame\n", "config-key", ":3:5"),
        ("post:\n  smtp: x\n  folder: y\n", "config-kind", ":2:3"),
        ("post:\n  smtp: x\n  tls: yes\n", "config-one-of", ":3:8"),
        ("serve:\n  every: soon\n", "config-span", ":2:10"),
        ("serve:\n  every: 2 weeks\n", "config-span-range", ":2:10"),
        ("limits:\n  answers-a-day: 0\n", "config-number", ":2:18"),
        ("terms:\n  deadline: tomorrow\n", "terms-deadline", ":2:13"),
        ("terms:\n  deadline: 3 days at 25:00\n", "terms-deadline", ":2:13"),
        ("terms:\n  grace: 0 hours\n", "config-span-range", ":2:10"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(home: Home, text: str, key: str, where: str) -> None:
    """File, line and column, and what would be right."""
    home.make()
    path = home.path / config.NAME
    path.write_text(text, "utf-8")
    with pytest.raises(Faulty) as caught:
        config.read(home)
    assert (caught.value.why.key, caught.value.where) == (key, f"{path}{where}")


def test_every_mistake_is_told_at_once(home: Home) -> None:
    """One correction of the file is enough."""
    home.make()
    (home.path / config.NAME).write_text("name: 5\nserve:\n  every: soon\n  log: xml\nposts: x\n", "utf-8")
    with pytest.raises(Faulty) as caught:
        config.read(home)
    assert [one.why.key for one in faults_of(caught.value)] == [
        "config-text",
        "config-span",
        "config-one-of",
        "config-key",
    ]


FULL = Config(
    address="referee@games.example",
    keeper="keeper@games.example",
    authserv="mx.games.example",
    fetch=(ways.Maildir("box"), ways.Imap("imap.games.example", user="referee", password_file="pw")),  # noqa: S106  where one lies
    post=ways.Smtp("mail.games.example", 465, "implicit", "referee", password_command="pass x"),  # noqa: S106
    serve=ways.Serve("run/lmtp", "30 seconds", "json"),
    limits=Limits(answers_a_day=5),
    terms=Terms("3 days at 18:00", weekends="off", zone="Europe/Berlin", sender="dkim"),
)


def test_all_of_it_is_read_as_it_was_written(home: Home) -> None:
    """Sections, lists and their kinds too."""
    for full in (FULL, replace(FULL, authserv=("mx.games.example", "*.games.example", "-"))):
        config.write(home, full)
        assert config.read(home) == full


@pytest.mark.slow
def test_a_game_is_opened_on_the_terms_of_the_configuration(home: Home) -> None:
    """Terms given by hand take precedence; the record's opening has all of them, open to everybody."""
    config.write(home, FULL)
    players = {"thor": Player("anna@example.org"), "loki": Player("bert@example.org")}
    with Desk(home).held() as desk:
        game = keeper.invite(desk, "thunder", players, terms={"grace": "2 hours"})
        table = desk.games.table(game)
        assert table.terms == Terms(
            "3 days at 18:00", grace="2 hours", weekends="off", zone="Europe/Berlin", sender="dkim"
        )
        with pytest.raises(Faulty, match="terms-deadline"):
            keeper.invite(desk, "thunder", players, terms={"deadline": "never"})
        with pytest.raises(Faulty, match="config-key"):
            keeper.invite(desk, "thunder", players, terms={"dead-line": "3 days"})
    opening = table.record.partition("hidden:")
    assert "sender: dkim" in opening[0]
    assert "terms" not in opening[2]


@given(st.integers(1, 999999), st.sampled_from(["second", "minute", "hour", "day", "week"]))
def test_spans(count: int, unit: str) -> None:
    """A printed span is read as the same number of seconds."""
    length = seconds(f"{count} {unit}s")
    assert seconds(span(length)) == length == count * seconds(f"1 {unit}")
    loose = (f"{count}{unit}", f" {count} {unit}S", f"{count} {unit}s")
    assert {seconds(spelled_out(one)) for one in loose} == {length}
    for wrong in ("", "3", "3days", "-1 days", "1.5 hours", "1 month", " 1 day"):
        with pytest.raises(NotSpan):
            seconds(wrong)
