"""The configuration that `init` writes: every setting with its default, and read as what was asked for."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as at_length
from hypothesis import strategies as st
from msgspec import NODEFAULT

from referee.home import config, ways
from referee.home.config import FILE, Config, Limits, start
from referee.home.home import Home
from referee.house.terms import Terms
from referee.util import data, plainyaml
from referee.util.errors import Faulty
from referee.util.layout import write_document
from referee.util.settings import key_of, plain_settings
from referee.util.values import Value, usual_values

SETTING = re.compile(r"^#(?! \S)", re.MULTILINE)
KINDS = {"fetch": ways.SOURCES, "post": ways.TARGETS, "notify": ways.NOTIFIED}


def paragraphs() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The paragraphs of the template that have settings: the explanation, and the settings without their #."""
    for part in data.text("templates", FILE).strip().split("\n\n"):
        lines = part.split("\n")
        said = "\n".join(line for line in lines if line.startswith("# "))
        value = plainyaml.read_text(SETTING.sub("", part), FILE).value
        if value is not None:
            yield said, value


def usual(cls: Any) -> dict[str, Any]:
    """The settings of a class with their defaults; a section with those of its own."""
    values = {key_of(name): usual_values(cls).get(name, NODEFAULT) for name in cls.__struct_fields__}
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    return {key: usual(type(value)) if isinstance(value, Value) else value for key, value in values.items()}


def test_the_template_has_every_setting_with_its_usual_value() -> None:
    """Key for key and value for value as in the code; where there is no default, a readable example."""
    named: dict[str, list[Any]] = {}
    for said, settings in paragraphs():
        assert said
        for key, value in settings.items():
            named.setdefault(key, []).append(value)
    known = usual(Config)
    assert list(named) == list(known)
    for key in known.keys() - KINDS.keys():
        assert named[key] == [known[key]], key
    for key, classes in KINDS.items():
        shown = [one for value in named[key] for one in (value if isinstance(value, list) else [value])]
        assert len(shown) == len(classes)
        for cls in classes:
            first = key_of(cls.__struct_fields__[0])
            (one,) = [one for one in shown if first in one]
            wanted = usual(cls)
            assert sorted(one) == sorted(wanted)
            for name, value in wanted.items():
                free = value is NODEFAULT or (value == "" and one[name])
                assert free or one[name] == value, (key, name)


def test_each_setting_can_be_taken_up_as_it_stands(tmp_path: Path) -> None:
    """Without its #, each paragraph of the template is a configuration that is read."""
    home = Home(tmp_path / "home")
    home.make()
    for _, settings in paragraphs():
        (home.path / config.NAME).write_bytes(write_document(dict(settings)))
        assert config.read(home)


def test_a_file_of_comments_is_the_usual_configuration(tmp_path: Path) -> None:
    """With every # in place it gives the defaults."""
    home = Home(tmp_path / "home")
    start(home, Config())
    assert [
        line for line in (home.path / config.NAME).read_text("utf-8").split("\n") if line[:1] not in {"", "#"}
    ] == []
    assert config.read(home) == Config()


WAYS = st.sampled_from(
    [
        (),
        (ways.Maildir("box"),),
        (ways.Mbox("mbox"), ways.Imap("imap.games.example", port=1143, tls="none", done="Done")),
    ]
)
TARGETS = st.sampled_from(
    [None, ways.Folder("out", "maildir"), ways.Sendmail("/usr/sbin/sendmail"), ways.Smtp("x", 465)]
)


@pytest.mark.slow
@at_length(deadline=None)
@given(
    made=st.builds(
        Config,
        address=st.sampled_from(["referee@localhost", "a.b+c@x.example"]),
        name=st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60),
        secrets=st.sampled_from(config.SECRETS),
        pictures=st.sampled_from(config.PICTURES),
        downtime=st.sampled_from(["2 hours", "1 days"]),
        keep=st.sampled_from(["90 days", "36500 days"]),
        keeper=st.sampled_from(["", "keeper@games.example"]),
        fetch=WAYS,
        post=TARGETS,
        serve=st.builds(ways.Serve, lmtp=st.sampled_from(["", "127.0.0.1:8024"])),
        limits=st.builds(Limits, answers_a_day=st.integers(1, 99)),
        terms=st.builds(Terms, deadline=st.sampled_from(["", "3 days at 18:00"])),
    )
)
def test_the_file_is_read_as_what_was_asked_for(
    made: Config, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """It sets exactly what was asked for, and still explains all other settings."""
    home = Home(tmp_path_factory.mktemp("config") / "home")
    start(home, made)
    assert config.read(home) == made
    text = (home.path / config.NAME).read_text("utf-8")
    whole = data.text("templates", FILE)
    assert [line for line in text.split("\n") if re.match("# \\S", line)] == [
        line for line in whole.split("\n") if re.match("# \\S", line)
    ]
    assert plain_settings(config.read(home)) == plain_settings(made)


def test_a_configuration_that_is_there_stays(tmp_path: Path) -> None:
    """Only `force` replaces it; wrong values make no file."""
    home = Home(tmp_path / "home")
    with pytest.raises(Faulty, match="config-one-of"):
        start(home, Config(secrets="body"))
    assert not home.path.exists()
    start(home, Config(name="Odin"))
    with pytest.raises(Faulty, match="config-there"):
        start(home, Config(name="Thor"))
    assert config.read(home).name == "Odin"
    start(home, Config(name="Thor"), force=True)
    assert config.read(home).name == "Thor"
