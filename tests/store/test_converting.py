"""A home becomes a store and a home again: the same bytes; and the versions of a store's tables."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from support import crash_homes
from support.crash_homes import PLAYED, RENEWED, Letter
from support.postgres import needed
from support.stored import Hosts, bytes_of, modes_of, ran, stored

from referee.home.home import Home
from referee.store import converting
from referee.store import database as module
from referee.store.database import connect as referee_link
from referee.store.working import Worker
from referee.util.errors import Faulty

pytestmark = needed


def played(folder: Path) -> crash_homes.House:
    """A home with letters that wait, are done, are on hold, are due and are sent; with a reserved id too."""
    house = crash_homes.begun(folder)
    house.go_on((*PLAYED, *RENEWED))
    home = house.home
    spool = house.desk().spool
    spool.put(house.mail(Letter("g1", "thor", "say Wait for me!", 7)), at=house.time)
    spool.hold(spool.take(spool.put(b"To: nobody\n\nNo secret.\n", at=house.time)), "keeper")
    house.make_pass()
    spool.put(house.mail(PLAYED[1]), at=house.time)
    home.reserve("g7")
    (home.path / "post" / "done" / "umlaut ä").mkdir(mode=0o700)
    (home.path / "post" / "done" / "umlaut ä" / "x").write_bytes(bytes(range(256)))
    (home.path / "password").write_text("secret\n")
    (home.path / "password").chmod(0o400)
    return house


def moved(house: crash_homes.House, address: str) -> None:
    """The home is kept in a store from now on, and its configuration says so."""
    stored(house, address)
    with (house.home.path / "config.yaml").open("a") as file:
        file.write(f"store: {address}\n")


def test_a_home_comes_back_as_it_was(tmp_path: Path, database: str) -> None:
    """Folder, store, folder: every byte and every mode; records, letters in each state, the key, a reserved id."""
    house = played(tmp_path / "h")
    before, modes = bytes_of(house.home.path), modes_of(house.home.path)
    assert {path.split("/")[1] for path in before if path.startswith("post/")} >= {
        "done",
        "hold",
        "new",
        "out",
        "sent",
    }
    stored(house, database)
    with referee_link(database) as link:
        converting.give_back(link, house.home, tmp_path / "back")
    after = bytes_of(tmp_path / "back")
    assert after == before
    kept = {name for name in before if not name.startswith("games/g7")}
    assert {name: mode for name, mode in modes_of(tmp_path / "back").items() if name in kept} == {
        name: mode for name, mode in modes.items() if name in kept
    }


def test_the_key_does_not_go_into_the_store(tmp_path: Path, database: str) -> None:
    """Neither the key nor a password: nothing of them is in any row, as text or as bytes."""
    house = played(tmp_path / "h")
    key = house.home.key()
    stored(house, database)
    with referee_link(database) as link:
        rows = link.execute("SELECT path, data FROM referee_file JOIN referee_block ON file = id").fetchall()
        marks = link.execute("SELECT key_mark FROM referee_house").fetchall()
    everything = b"".join(path.encode() + bytes(data) for path, data in rows) + bytes(marks[0][0])
    assert key not in everything
    assert key.hex().encode() not in everything
    assert not {"key", "config.yaml", "password"} & {path for path, _ in rows}
    assert (house.home.path / "key").exists()


def test_what_is_in_the_store_is_laid_aside(tmp_path: Path, database: str) -> None:
    """So that nobody takes it for the home; and an import that was cut short is finished by another one."""
    house = played(tmp_path / "h")
    before = bytes_of(house.home.path)
    stored(house, database)
    assert not (house.home.path / "games").exists()
    aside = house.home.path / converting.ASIDE
    for name in ("games", "seats", "post"):
        (aside / name).rename(house.home.path / name)
    stored(house, database)
    with referee_link(database) as link:
        converting.give_back(link, house.home, tmp_path / "back")
    assert bytes_of(tmp_path / "back") == before


def test_a_letter_that_comes_meanwhile_is_not_laid_aside(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was put into the spool when that had been read already: it goes on waiting there."""
    house = played(tmp_path / "h")
    put = converting._lay_aside

    def late(home: Path) -> None:
        house.desk().spool.put(b"To: referee\n\nLate.\n", at=house.time)
        put(home)

    monkeypatch.setattr(converting, "_lay_aside", late)
    stored(house, database)
    (waits,) = (house.home.path / "post" / "new").iterdir()
    assert waits.read_bytes() == b"To: referee\n\nLate.\n"


def test_a_store_is_that_of_one_home(tmp_path: Path, database: str) -> None:
    """A home with another key is refused, and one with other files; neither changes anything."""
    house = played(tmp_path / "h")
    other = crash_homes.begun(tmp_path / "o")
    stored(house, database)
    with pytest.raises(Faulty, match="store-full"):
        stored(other, database)
    (other.home.path / "key").write_text("5b" * 32 + "\n")
    with pytest.raises(Faulty, match="store-other-key"):
        stored(other, database)
    assert (other.home.path / "games").exists()


def test_versions_are_applied_once_and_in_order(database: str) -> None:
    """Each version of the tables is applied once; a second run does nothing."""
    with referee_link(database) as link:
        assert module.version(link) == 0
        with pytest.raises(Faulty, match="store-older"):
            module.refuse_older(link)
        names = module.migrate(link)
        assert names == [*(f"{number:04} {name}" for number, name, _ in module.versions()), "procrastinate"]
        assert module.migrate(link) == []
        assert module.version(link) == len(module.versions())
        module.refuse_older(link)


def test_a_store_of_an_older_version_keeps_its_files(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home that was put into a store of the first version is the same after all later ones were applied."""
    house, every = played(tmp_path / "h"), module.versions()
    before = bytes_of(house.home.path)
    monkeypatch.setattr(module, "versions", lambda: every[:1])
    stored(house, database)
    monkeypatch.setattr(module, "versions", lambda: every)
    with referee_link(database) as link:
        with pytest.raises(Faulty, match="store-older"):
            converting.give_back(link, house.home, tmp_path / "back")
        assert module.migrate(link) == ["0002 letters", "0003 hosts", "procrastinate"]
        converting.give_back(link, house.home, tmp_path / "back")
    assert bytes_of(tmp_path / "back") == before


def test_a_version_that_fails_leaves_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is applied as a whole or not at all, and those before it stay."""
    every = module.versions()
    broken = (len(every) + 1, "broken", "CREATE TABLE referee_half (x integer); SELECT 1 / 0;")
    monkeypatch.setattr(module, "versions", lambda: [*every, broken])
    with referee_link(database) as link:
        with pytest.raises(Exception, match="division by zero"):
            module.migrate(link)
        assert module.version(link) == len(every)
        assert link.execute("SELECT to_regclass('referee_half')").fetchone() == (None,)


def test_a_store_of_a_newer_referee_is_refused(tmp_path: Path, database: str) -> None:
    """Its tables may mean something else: nothing is read, nothing written, no version applied."""
    house = played(tmp_path / "h")
    stored(house, database)
    with referee_link(database) as link:
        link.execute("INSERT INTO referee_version (number, name) VALUES (9999, 'to come')")
        with pytest.raises(Faulty, match="store-newer"):
            converting.give_back(link, house.home, tmp_path / "back")
        with pytest.raises(Faulty, match="store-newer"):
            module.migrate(link)


def test_a_home_written_out_goes_on(tmp_path: Path, database: str) -> None:
    """The export is a home in which the next pass is made, and its configuration no longer names the store."""
    house = played(tmp_path / "h")
    config = house.home.path / "config.yaml"
    plain = config.read_bytes()
    stored(house, database)
    config.write_bytes(plain + f"store: {database}\n".encode())
    (tmp_path / "back").mkdir(mode=0o700)
    with referee_link(database) as link:
        converting.give_back(link, house.home, tmp_path / "back" / "home")
    back = crash_homes.House(tmp_path / "back", house.time)
    assert (back.home.path / "config.yaml").read_bytes() == plain
    back.make_pass()
    assert not back.desk().spool.waiting()
    assert isinstance(back.home, Home)


def test_the_verbs(tmp_path: Path, database: str) -> None:
    """`referee store init`, `import`, `status`, `export`; a verb for folders does not look into an empty one."""
    house = played(tmp_path / "h")
    before = bytes_of(house.home.path)
    at = ["--home", str(house.home.path)]
    assert "--store" in ran(*at, "store", "status", code=2)
    named = ["--store", database]
    assert "store init" in ran(*at, "store", "import", *named, code=78)
    assert "0001 files" in ran(*at, "store", "init", *named)
    assert (
        ran(*at, "store", "init", *named).strip()
        == f"The store is ready, its tables have version {latest()}."
    )
    assert "before-store" in ran(*at, "store", "import", *named)
    with (house.home.path / "config.yaml").open("a") as file:
        file.write(f"store: {database}\n")
    said = json.loads(ran(*at, "store", "status", "--json"))
    assert (said["games"], said["waiting"], said["held"], said["version"]) == (2, 1, 1, latest())
    assert "1, to go out: 2" in ran(*at, "store", "status")
    ran(*at, "store", "export", str(tmp_path / "back"))
    assert bytes_of(tmp_path / "back") == before
    assert "something here" in ran(*at, "store", "export", str(tmp_path / "back"), code=73)


@pytest.mark.slow
def test_the_doctor_knows_a_store(tmp_path: Path, database: str) -> None:
    """Whether it answers and is ours, who serves it, and what has come to rest there."""
    house = played(tmp_path / "h")
    at = ["--home", str(house.home.path)]
    with (house.home.path / "config.yaml").open("a") as file:
        file.write(f"store: {database}\n")
    assert "WRONG store" in ran(*at, "doctor", code=1)
    with referee_link(database) as link:
        module.migrate(link)
        converting.take_in(link, house.home)
        said = ran(*at, "doctor", code=1)
        assert f"ok    store: it answers, its tables have version {latest()}. Games: 2." in said
        assert "WRONG store: nobody serves it." in said
        assert "WRONG store: 1 letter is on hold." in said
        assert "wait too long" not in said
        link.execute("INSERT INTO referee_host (name) VALUES ('one 1')")
        link.execute("UPDATE referee_file SET at = at - interval '1 day'")
        said = ran(*at, "doctor", code=1)
        assert "nobody serves" not in said
        assert "are whole" not in said
        assert "WRONG store: 1 letter waits too long." in said
    (house.home.path / "key").write_text("5b" * 32 + "\n")
    assert "WRONG store" in ran(*at, "doctor", code=1)


def test_a_keepers_verb_works_on_the_whole(tmp_path: Path, database: str) -> None:
    """`status` and `release` on a home in a store: what is done stands in the store, and nothing in the folder."""
    house = played(tmp_path / "h")
    at = ["--home", str(house.home.path)]
    moved(house, database)
    (held,) = json.loads(ran(*at, "status", "--json"))["held"]
    ran(*at, "release", held["name"])
    said = json.loads(ran(*at, "store", "status", "--json"))
    assert (said["waiting"], said["held"]) == (2, 0)
    ran(*at, "run")
    assert json.loads(ran(*at, "store", "status", "--json"))["waiting"] == 0
    assert not (house.home.path / "games").exists()
    assert not list((house.home.path / "work").glob("*/*"))
    (house.home.path / "games").mkdir()
    assert "store import" in ran(*at, "status", code=78)


def test_a_verb_that_looks_holds_nobody_up(tmp_path: Path, database: str) -> None:
    """While it tells what it found, which a pager may hold up, letters are ruled on; it tells of one moment."""
    house = played(tmp_path / "h")
    before = bytes_of(house.home.path)
    hosts = Hosts(tmp_path, house, database, 2)
    looking, working = hosts.workers
    working.link.execute("SET lock_timeout = '3s'")
    home = looking.look()
    (letter,) = (home.path / "post" / "new").iterdir()
    assert len(working.house().handled) == 1
    assert letter.exists()
    kept = {one: data for one, data in before.items() if one.startswith(("games/", "post/out/", "seats/"))}
    assert kept == {one: data for one, data in bytes_of(home.path).items() if one in kept}
    again = looking.look("g1")
    assert not (again.path / "post" / "new" / letter.name).exists()
    assert {path.name for path in (again.path / "games").iterdir()} == {"g1"}
    hosts.close()
    assert not looking.place.exists()


LOOKING = (
    *(["list"], ["status"], ["show", "g1", "--seat", "thor"], ["moves", "g1", "--seat", "thor"]),
    *(["explain", "g1", "1", "--seat", "thor"], ["check", "g1"], ["export", "g1", "--onlooker"]),
    *(["notes", "g1"], ["replay", "g1"], ["text", "g1", "--onlooker"], ["verify", "g1"]),
)


@pytest.mark.slow
def test_verbs_that_look_say_what_they_say_of_a_folder(tmp_path: Path, database: str) -> None:
    """Of one game or of all; and they fetch no other game than they tell of."""
    house = played(tmp_path / "h")
    at = ["--home", str(house.home.path)]
    said = [ran(*at, *verb, code=ANY) for verb in LOOKING]
    moved(house, database)
    place = re.compile(rf"{house.home.path}/work/\w+/look-\w+")

    def again(verbs: Sequence[list[str]]) -> list[str]:
        return [place.sub(str(house.home.path), ran(*at, *verb, code=ANY)) for verb in verbs]

    with referee_link(database) as link:
        state = "SELECT count(*), max(changed::text) FROM referee_file"
        before = link.execute(state).fetchone()
        assert again(LOOKING) == said
        assert link.execute(state).fetchone() == before
        # All of the other game is damaged, and nobody who looks at one sees it.
        link.execute("UPDATE referee_block SET data = 'x' FROM referee_file WHERE id = file AND part = 'g2'")
        assert again(LOOKING[2:]) == said[2:]
    assert not list((house.home.path / "work").glob("*/*"))


def test_a_game_that_is_not_there_is_told_with_those_that_are(tmp_path: Path, database: str) -> None:
    """As of a home in a folder."""
    house = played(tmp_path / "h")
    at = ["--home", str(house.home.path)]
    said = ran(*at, "show", "g3", "--seat", "thor", code=66)
    assert "g1, g2" in said
    moved(house, database)
    assert ran(*at, "show", "g3", "--seat", "thor", code=66) == said


def test_a_verb_has_one_connection_however_many_games_it_looks_at(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server has some hundred of them; and a game that is named twice is copied once."""
    house = played(tmp_path / "h")
    moved(house, database)
    made, copied = list[object](), list[str]()
    connect, look = module.connect, Worker.look

    def counted(*args: Any, **more: Any) -> Any:
        made.append(connect(*args, **more))
        return made[-1]

    def noted(self: Worker, game: str = "") -> Home:
        copied.append(game)
        return look(self, game)

    monkeypatch.setattr(module, "connect", counted)
    monkeypatch.setattr(Worker, "look", noted)
    said = ran("--home", str(house.home.path), "check", "g1", "g2", "g1")
    assert len(said.splitlines()) == 3
    assert (len(made), copied) == (1, ["g1", "g2"])


def test_what_is_noted_stands_in_the_store(tmp_path: Path, database: str) -> None:
    """A verb that writes beside a record has it from the store itself, not a copy."""
    house = played(tmp_path / "h")
    at = ["--home", str(house.home.path)]
    moved(house, database)
    ran(*at, "annotate", "g1", "game", "so it begins", "--by", "Olaf")
    assert "so it begins" in ran(*at, "notes", "g1")


def latest() -> int:
    """The version of the tables of this program."""
    return module.versions()[-1][0]


@pytest.mark.share(4)
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:my%zzSECRET@h/db",
        "postgresql://u%3ASECRET%zz@h/db",
        "http://x:SECRET@y/",
        "postgresql://u:wRo#SECRET@Pw@127.0.0.1/db",
        "postgresql://u@h/db?password=SECRET%zz",
        "postgresql:///db?PassWord=SECRET",
        "postgresql:///db?host=/nowhere&sslpassword=SECRET",
        "postgresql://u@h/db?x%zz=SECRET",
        "host=/nowhere password=SECRET",
    ],
)
def test_no_password_is_told(tmp_path: Path, address: str) -> None:
    """Of an address that is none, or has one: by no verb, as text or as data; it is refused."""
    house = crash_homes.made(tmp_path / "h")
    at = ["--home", str(house.home.path)]
    for how in ([], ["--json"]):
        said = ran(*at, "store", "status", "--store", address, *how, code=2)
        assert "holds no password" in said
        assert "SECRET" not in said
    with (house.home.path / "config.yaml").open("a") as file:
        file.write(f"store: '{address}'\n")
    for verb in (
        ["list"],
        ["list", "--json"],
        ["doctor", "--json"],
        ["store", "status", "--json"],
        ["serve"],
    ):
        said = ran(*at, *verb, code=ANY)
        assert "holds no password" in said
        assert "SECRET" not in said


def test_a_store_that_does_not_answer(tmp_path: Path) -> None:
    """It is told, without the address, and the exit code says that one may try again."""
    house = crash_homes.made(tmp_path / "h")
    address = f"postgresql://me@/x?host={tmp_path}"
    said = ran("--home", str(house.home.path), "store", "init", "--store", address, code=75)
    assert "cannot be reached" in said
    assert str(tmp_path) in said  # the server that did not answer, and why
    assert "No such file" in said
    assert "me@" not in said
