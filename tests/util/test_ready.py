"""What is kept from one process to the next is what would be made; what another could have written is not run."""

import marshal
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee.house.games import BUILT_IN
from referee.telling.catalog import HOUSE, Catalog, catalog
from referee.util import data, ready
from referee.util.translations import languages

WORDS = ("template", "a")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of caches of a process that keeps what it makes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(ready, "_asked", True)
    ready._place.cache_clear()
    yield tmp_path
    ready._place.cache_clear()


class Making:
    """Makes something, and counts."""

    def __init__(self, made: Any = ("made", 1)) -> None:
        self.made, self.count = made, 0

    def __call__(self) -> Any:
        """It."""
        self.count += 1
        return self.made


def file_of(kept: Path) -> Path:
    """The one file that is kept."""
    (found,) = kept.glob("referee/*/*")
    return found


@pytest.mark.usefixtures("kept")
def test_it_is_made_once() -> None:
    """And again for other words."""
    make = Making()
    assert [ready.ready(WORDS, make) for _ in range(3)] == [make.made] * 3
    assert make.count == 1
    ready.ready(("template", "b"), make)
    assert make.count == 2


@pytest.mark.usefixtures("kept")
def test_words_are_not_run_together() -> None:
    """Those of one are never those of another that are parted elsewhere."""
    ready.ready(("ab", "c"), Making("one"))
    assert ready.ready(("a", "bc"), Making("two")) == "two"


def test_nothing_is_kept_unless_it_was_asked_for(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library keeps nothing."""
    monkeypatch.setattr(ready, "_asked", False)
    assert ready.ready(WORDS, Making()) == Making().made
    assert list(kept.iterdir()) == []


def torn(path: Path) -> None:
    """The half of it."""
    path.write_bytes(path.read_bytes()[:-3])


def flipped(path: Path) -> None:
    """One bit is another."""
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)


def empty(path: Path) -> None:
    """As after a loss of power."""
    path.write_bytes(b"")


def zeros(path: Path) -> None:
    """As after another."""
    path.write_bytes(bytes(path.stat().st_size))


def another_writes(path: Path) -> None:
    """Another user may write it."""
    path.chmod(0o666)


def another_writes_the_folder(path: Path) -> None:
    """The same of its folder."""
    path.parent.chmod(0o770)


def another_writes_the_root(path: Path) -> None:
    """The same of the folder above."""
    path.parents[1].chmod(0o777)


def a_link(path: Path) -> None:
    """It stands elsewhere."""
    path.rename(path.with_name("x"))
    path.symlink_to(path.with_name("x"))


def a_linked_folder(path: Path) -> None:
    """Its folder does."""
    there = path.parents[2] / "x"
    path.parent.rename(there)
    path.parent.symlink_to(there)


DAMAGE = (
    torn,
    flipped,
    empty,
    zeros,
    another_writes,
    another_writes_the_folder,
    another_writes_the_root,
    a_link,
    a_linked_folder,
)


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda one: one.__name__)
def test_what_is_not_ours_and_whole_is_not_read(kept: Path, damage: Callable[[Path], None]) -> None:
    """It is made instead."""
    ready.ready(WORDS, Making("planted"))
    damage(file_of(kept))
    ready._place.cache_clear()
    make = Making()
    assert ready.ready(WORDS, make) == make.made
    assert make.count == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_leaves_nothing_where_another_keeps_things(kept: Path) -> None:
    """Who runs this as root by the way has the home folder of another: its owner could not work there any more."""
    os.chown(kept, 12345, -1)
    assert ready.ready(WORDS, Making()) == Making().made
    assert list(kept.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("up", range(3))
def test_what_belongs_to_another_is_not_read(kept: Path, up: int) -> None:
    """The file, its folder, or the one above."""
    ready.ready(WORDS, Making("planted"))
    path = file_of(kept)
    os.chown((path, *path.parents)[up], 12345, -1)
    ready._place.cache_clear()
    assert ready.ready(WORDS, Making()) == Making().made


def test_damage_is_mended(kept: Path) -> None:
    """What was torn is whole for the next."""
    ready.ready(WORDS, Making())
    torn(file_of(kept))
    ready.ready(WORDS, Making())
    make = Making()
    ready.ready(WORDS, make)
    assert make.count == 0


def test_where_nothing_can_be_kept_it_is_made(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a file where the folder should be."""
    (kept / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept / "file"))
    make = Making()
    assert [ready.ready(WORDS, make) for _ in range(2)] == [make.made] * 2
    assert make.count == 2


@pytest.mark.parametrize("home", ["", "here", "/dev/null"])
def test_where_there_is_no_home_it_is_made(kept: Path, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    """Nor in the folder in which somebody happens to be."""
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", home)
    monkeypatch.setattr(ready, "_make_room", lambda _root: None)  # nothing is made in `/` here
    monkeypatch.chdir(kept)
    (kept / "here" / ".cache" / "referee").mkdir(parents=True, mode=0o700)
    assert ready.ready(WORDS, Making()) == Making().made
    assert list(kept.rglob("*")) == [
        kept / "here",
        kept / "here" / ".cache",
        kept / "here" / ".cache" / "referee",
    ]


def test_what_cannot_be_kept_is_made(kept: Path) -> None:
    """Kinds of values that `marshal` does not know."""
    strange = object()
    assert [ready.ready(WORDS, Making(strange)) for _ in range(2)] == [strange] * 2
    assert list(kept.glob("referee/*/*")) == []


def test_a_full_disk_leaves_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No half of a file, and no error."""

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(os, "rename", full)
    assert ready.ready(WORDS, Making()) == Making().made
    assert list(kept.glob("referee/*/*")) == []


def test_as_python_keeps_nothing_so_do_we(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`PYTHONDONTWRITEBYTECODE`, `python -B`."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ready.ready(WORDS, Making())
    assert list(kept.iterdir()) == []


@pytest.mark.parametrize("change", ["text", "new", "gone", "later"])
def test_another_program_is_another(tmp_path: Path, change: str) -> None:
    """Whatever file of it is changed, also where its size stays the same."""
    (tmp_path / "deep").mkdir()
    file = tmp_path / "deep" / "one.py"
    file.write_text("a = 1")
    (tmp_path / "two.py").write_text("")
    before = ready.stamp([tmp_path])
    there = file.stat()
    if change == "text":
        file.write_text("a = 22")
        os.utime(file, ns=(there.st_atime_ns, there.st_mtime_ns))
    elif change == "new":
        (tmp_path / "three.py").write_text("")
    elif change == "gone":
        (tmp_path / "two.py").unlink()
    else:
        os.utime(file, ns=(there.st_atime_ns, there.st_mtime_ns + 1))
    assert ready.stamp([tmp_path]) != before


def test_the_program_is_all_of_it() -> None:
    """Code, grammars, templates, Jinja and Lark; not what Python compiled."""
    folders = [str(one) for one in ready._libraries()]
    assert sorted(Path(one).name for one in folders) == ["jinja2", "lark"]
    found = [path for path, _ in ready._files(str(Path(ready.__file__).parents[1]))]
    assert any(path.endswith("referee/util/ready.py") for path in found)
    assert not any("__pycache__" in path for path in found)
    assert str(data.folder("grammar").joinpath("common.lark")) in {
        path for name in ready.BESIDE for path, _ in ready._files(str(data.folder(name)))
    }


def test_versions_of_long_ago_go(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three stay, the newest."""
    for n in range(6):
        monkeypatch.setattr(ready, "_program", lambda n=n: f"v{n}")
        ready._place.cache_clear()
        ready.ready(WORDS, Making())
        os.utime(kept / "referee" / f"v{n}", (n, n))
    assert {one.name for one in (kept / "referee").iterdir()} >= {"v4", "v5"}
    assert len(list((kept / "referee").iterdir())) <= ready.VERSIONS + 1


def templates(game: str) -> list[str]:
    """The templates that are used with a catalog."""
    here = [one.name for one in data.folder("templates").iterdir() if one.name.endswith((".txt", ".html"))]
    own = data.folder("templates").joinpath(game)
    return here + ([f"{game}/{one.name}" for one in own.iterdir()] if own.is_dir() else [])


def compiled(own: Catalog, name: str) -> bytes:
    """A template as its environment compiles it."""
    environment = own.pages if name.endswith(".html") else own.environment
    return marshal.dumps(environment.compile(data.text("templates", *name.split("/")), name, name), 2)


@pytest.mark.slow
@pytest.mark.parametrize("game", [HOUSE, *BUILT_IN])
def test_what_is_kept_is_what_is_made(kept: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every template with every catalog; all catalogs keep theirs in one place before any is read."""
    names = [one for one in templates(game) if one.endswith((".txt", ".html"))]
    every = list(product([HOUSE, *BUILT_IN], sorted(languages())))
    for other, language in every:
        for name in templates(HOUSE):
            compiled(catalog(other, language), name)
    for language in sorted(languages()):
        found = {name: compiled(catalog(game, language), name) for name in names}
        monkeypatch.setattr(ready, "_asked", False)
        assert {name: compiled(catalog(game, language), name) for name in names} == found
        monkeypatch.setattr(ready, "_asked", True)
    assert list(kept.glob("referee/*/*"))


def test_a_process_uses_what_another_made(tmp_path: Path) -> None:
    """The command itself: it writes once, then reads, and says the same."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["XDG_CACHE_HOME"] = str(tmp_path)
    record = Path(__file__).parents[2] / "examples" / "thunder" / "treasure-lost" / "record.yaml"
    show = [sys.executable, "-m", "referee", "show", str(record), "--seat", "loki", "--format", "html"]
    said, kept = [], []
    for _ in range(3):
        shown = subprocess.run(show, env=env, check=True, capture_output=True, text=True)  # noqa: S603
        said.append(shown.stdout)
        kept.append({one: one.stat().st_mtime_ns for one in tmp_path.glob("referee/*/*")})
    assert said[0] == said[1] == said[2] != ""
    assert kept[0] == kept[1] == kept[2] != {}
