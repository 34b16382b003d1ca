"""What is kept from one process to the next is what would be made; what another could have written is not run."""

import marshal
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from referee.cli import handbook
from referee.cli.doctor import place
from referee.house.games import BUILT_IN
from referee.notation import parser
from referee.telling import catalog as telling
from referee.telling.catalog import HOUSE, Catalog, catalog, languages
from referee.util import data, files, ready
from referee.util.ready import Keeping
from referee.util.translations import translated

WHAT, TEXTS = ("template", "a"), ("some text",)
ROOT = Path(__file__).parents[2]
ANOTHER = 12345
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A program: a package with two modules."""
    package = tmp_path / "program"
    (package / "deep").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "deep" / "one.py").write_text("a = 1")
    return package


@pytest.fixture
def kept(package: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this process, which is of that program, keeps what it makes."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    begin_again(package, monkeypatch)
    return package / "__pycache__" / "made"


def begin_again(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As another process of the program would."""
    monkeypatch.setattr(ready, "_keeping", Keeping(str(package)))
    monkeypatch.setattr(ready, "_trouble", None)


class Making:
    """Makes something, and counts."""

    def __init__(self, made: Any = ("made", 1)) -> None:
        self.made, self.count = made, 0

    def __call__(self) -> Any:
        """It."""
        self.count += 1
        return self.made


def made_again(what: tuple[str, ...] = WHAT, texts: tuple[str, ...] = TEXTS) -> bool:
    """Whether a process that needs it makes it, rather than use what is kept."""
    make = Making("mine")
    assert ready.ready(what, texts, make) == "mine" or not make.count
    return bool(make.count)


def test_it_is_made_once(kept: Path) -> None:
    """And again under another name."""
    make = Making()
    assert [ready.ready(WHAT, TEXTS, make) for _ in range(3)] == [make.made] * 3
    assert make.count == 1
    assert made_again(("template", "b"))
    assert len(list(kept.iterdir())) == 2


@pytest.mark.parametrize("texts", [(), ("",), ("other",), (*TEXTS, ""), ("some", " text")], ids=repr)
def test_of_other_texts_it_is_made_anew(kept: Path, texts: tuple[str, ...]) -> None:
    """And takes the place of what was there."""
    ready.ready(WHAT, TEXTS, Making())
    assert made_again(texts=texts)
    assert not made_again(texts=texts)
    assert made_again()
    assert len(list(kept.iterdir())) == 1


@pytest.mark.usefixtures("kept")
def test_words_are_not_run_together() -> None:
    """Those of one are never those of another that are parted elsewhere; nor is what was made part of them."""
    ready.ready(("ab", "c"), TEXTS, Making())
    assert made_again(("a", "bc"))
    assert made_again(("ab", "c', 'd"))


def test_what_was_moved_to_another_name_is_not_read(kept: Path) -> None:
    """Whoever copies files there does not have one template take the place of another."""
    ready.ready(WHAT, TEXTS, Making())
    (one,) = kept.iterdir()
    ready.ready(("template", "b"), TEXTS, Making())
    (other,) = set(kept.iterdir()) - {one}
    shutil.copy(one, other)
    assert made_again(("template", "b"))


def test_nothing_is_kept_unless_it_was_asked_for(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library keeps nothing."""
    monkeypatch.setattr(ready, "_keeping", None)
    assert made_again()
    assert not kept.exists()


def torn(path: Path) -> None:
    """The half of it."""
    path.write_bytes(path.read_bytes()[:-3])


def longer(path: Path) -> None:
    """Something stands after it."""
    path.write_bytes(path.read_bytes() + b"x")


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


def a_link(path: Path) -> None:
    """It stands elsewhere."""
    path.rename(path.with_name("x"))
    path.symlink_to(path.with_name("x"))


def a_linked_folder(path: Path) -> None:
    """Its folder does."""
    there = path.parents[2] / "x"
    path.parent.rename(there)
    path.parent.symlink_to(there)


def a_folder(path: Path) -> None:
    """A folder has its name."""
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    """A pipe has it, and nobody writes."""
    path.unlink()
    os.mkfifo(path)


DAMAGE = (
    torn,
    longer,
    flipped,
    empty,
    zeros,
    another_writes,
    another_writes_the_folder,
    a_link,
    a_linked_folder,
    a_folder,
    a_pipe,
)


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda one: one.__name__)
def test_what_is_not_ours_and_whole_is_not_read(kept: Path, damage: Callable[[Path], None]) -> None:
    """It is made instead."""
    ready.ready(WHAT, TEXTS, Making("planted"))
    (file,) = kept.iterdir()
    damage(file)
    make = Making()
    assert ready.ready(WHAT, TEXTS, make) == make.made
    assert make.count == 1


@pytest.mark.parametrize("damage", [torn, longer, flipped, empty, another_writes, a_link, a_pipe])
def test_damage_is_mended(kept: Path, damage: Callable[[Path], None]) -> None:
    """It is whole for the next; what a link points to is left alone."""
    ready.ready(WHAT, TEXTS, Making("planted"))
    (file,) = kept.iterdir()
    damage(file)
    elsewhere = {one: one.read_bytes() for one in kept.iterdir() if one != file}
    assert made_again()
    assert not made_again()
    assert {one: one.read_bytes() for one in elsewhere} == elsewhere


@needs_root
@pytest.mark.parametrize("up", range(2))
def test_what_belongs_to_another_is_not_read(kept: Path, up: int) -> None:
    """The file, or its folder."""
    ready.ready(WHAT, TEXTS, Making("planted"))
    (path,) = kept.iterdir()
    os.chown((path, *path.parents)[up], ANOTHER, -1)
    assert made_again()


@needs_root
def test_root_leaves_nothing_among_the_files_of_another(
    package: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner could not write there any more; but what the owner has made is used, for the program is run too."""
    for one in (package, *package.rglob("*")):
        os.chown(one, ANOTHER, -1)
    before = sorted(package.rglob("*"))
    assert made_again()
    assert sorted(package.rglob("*")) == before
    os.chown(package, 0, -1)
    begin_again(package, monkeypatch)
    ready.ready(WHAT, TEXTS, Making())
    for one in (package, kept.parent, kept, *kept.iterdir()):
        os.chown(one, ANOTHER, -1)
    begin_again(package, monkeypatch)
    assert not made_again()


def test_what_others_may_write_is_taken_from_them(kept: Path) -> None:
    """After `chmod -R g+w` the folder is its owner's again, and every file in it is made again."""
    ready.ready(WHAT, TEXTS, Making())
    (file,) = kept.iterdir()
    for one in (file, kept, kept.parent):
        one.chmod(one.stat().st_mode | 0o020)
    assert made_again()
    assert not made_again()
    assert [one.stat().st_mode & 0o022 for one in (file, kept)] == [0, 0]


def test_nothing_is_written_through_a_link(kept: Path, tmp_path: Path) -> None:
    """In place of the folder: what it points to stays as it is."""
    ready.ready(WHAT, TEXTS, Making())
    kept.rename(tmp_path / "elsewhere")
    (file,) = (tmp_path / "elsewhere").iterdir()
    file.write_bytes(b"mine")
    kept.symlink_to(tmp_path / "elsewhere")
    assert made_again()
    assert file.read_bytes() == b"mine"


@needs_root
def test_root_writes_nothing_into_the_folder_of_another(kept: Path) -> None:
    """Which may be that of the program's owner."""
    kept.mkdir(parents=True, mode=0o755)
    os.chown(kept, ANOTHER, -1)
    assert made_again()
    assert list(kept.iterdir()) == []


def test_two_who_make_the_same_are_no_trouble(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them keeps it; a folder in its place is one."""
    ready.ready(WHAT, TEXTS, Making())
    (file,) = kept.iterdir()
    torn(file)

    def other(_path: object) -> None:
        """Nothing is removed: the other was faster."""

    monkeypatch.setattr(files, "forget", other)
    assert made_again()
    assert ready._trouble is None
    file.unlink()
    file.mkdir()
    assert made_again()
    assert isinstance(ready._trouble, FileExistsError)


@needs_root
def test_what_root_made_serves_another_user(kept: Path, package: Path) -> None:
    """As open as the program, whatever the umask is; and never open to be written."""
    package.chmod(0o777)
    before = os.umask(0o077)
    try:
        ready.ready(WHAT, TEXTS, Making())
    finally:
        os.umask(before)
    (file,) = kept.iterdir()
    assert [one.stat().st_mode & 0o777 for one in (file, kept, kept.parent)] == [0o644, 0o755, 0o755]


def test_who_hides_the_program_hides_what_is_made(
    kept: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that nobody else can read has nothing beside it that others can."""
    package.chmod(0o700)
    begin_again(package, monkeypatch)
    ready.ready(WHAT, TEXTS, Making())
    (file,) = kept.iterdir()
    assert [one.stat().st_mode & 0o777 for one in (file, kept)] == [0o600, 0o700]


@pytest.mark.parametrize("name", ["__pycache__", "__pycache__/made"])
def test_where_nothing_can_be_kept_it_is_made(package: Path, kept: Path, name: str) -> None:
    """A file, or a link to nothing, is where the folder should be."""
    kept.parent.mkdir(exist_ok=name != "__pycache__") if name != "__pycache__" else None
    (package / name).symlink_to("nowhere")
    assert made_again()
    assert made_again()
    (package / name).unlink()
    (package / name).write_bytes(b"")
    assert made_again()
    assert (package / name).read_bytes() == b""


def test_what_cannot_be_kept_is_made(kept: Path) -> None:
    """Kinds of values that `marshal` does not know."""
    strange = object()
    assert [ready.ready(WHAT, TEXTS, Making(strange)) for _ in range(2)] == [strange] * 2
    assert not kept.exists()


def test_a_full_disk_leaves_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No half of a file, and no error."""

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    assert made_again()
    assert list(kept.iterdir()) == []


def test_as_python_keeps_nothing_so_do_we(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`PYTHONDONTWRITEBYTECODE`, `python -B`: nothing is written, and what is there is read."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert made_again()
    assert not kept.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    ready.ready(WHAT, TEXTS, Making())
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert not made_again()


def test_it_lies_where_python_keeps_compiled_modules(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below `PYTHONPYCACHEPREFIX`, if that is set."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "elsewhere"))
    begin_again(package, monkeypatch)
    before = sorted(package.rglob("*"))
    ready.ready(WHAT, TEXTS, Making())
    assert not made_again()
    assert sorted(package.rglob("*")) == before
    assert list((tmp_path / "elsewhere").rglob("made/*"))


def test_a_prefix_may_be_given_from_where_one_is(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found whether or not there is something; a process that goes elsewhere keeps to it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "pycache_prefix", "here")
    begin_again(package, monkeypatch)
    assert ready.will_be(())
    monkeypatch.chdir("/")
    ready.ready(WHAT, TEXTS, Making())
    assert not made_again()
    assert list((tmp_path / "here").rglob("made/*"))


def test_paths_may_hold_bytes_that_are_no_text(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as of a folder named in Latin-1."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    strange = tmp_path / os.fsdecode(b"caf\xe9")
    package.rename(strange)
    begin_again(strange, monkeypatch)
    ready.ready(WHAT, TEXTS, Making())
    assert not made_again()


def test_links_that_point_to_nothing_hide_no_change(package: Path) -> None:
    """Editors leave such beside what they have open; what stands after one counts as before."""
    (package / ".#one.py").symlink_to("somebody@somewhere.123")
    (package / "loop.py").symlink_to("loop.py")
    (package / "up").symlink_to(package)
    before = ready.program(str(package))
    (package / "two.py").write_text("")
    assert ready.program(str(package)) != before


@pytest.mark.parametrize("change", ["text", "new", "gone", "later", "compiled", "linked"])
def test_another_program_is_another(
    package: Path, kept: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever module of it is changed, by size or time, as Python has it."""
    assert kept
    ready.ready(WHAT, TEXTS, Making())
    file = package / "deep" / "one.py"
    there = file.stat()
    if change == "text":
        file.write_text("a = 22")
        os.utime(file, ns=(there.st_atime_ns, there.st_mtime_ns))
    elif change == "new":
        (package / "three.py").write_text("")
    elif change == "gone":
        file.unlink()
    elif change == "compiled":
        (package / "fast.so").write_bytes(b"")
    elif change == "linked":
        (package.parent / "elsewhere").mkdir()
        (package.parent / "elsewhere" / "three.py").write_text("")
        (package / "link").symlink_to(package.parent / "elsewhere")
    else:
        os.utime(file, (there.st_atime, there.st_mtime + 1))
    begin_again(package, monkeypatch)
    assert made_again()
    begin_again(package, monkeypatch)
    assert not made_again()


def test_another_python_is_another(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of which the compiled code differs, or that leaves asserts out."""
    before = ready.program(str(package))
    monkeypatch.setattr(ready, "MAGIC_NUMBER", b"another")
    assert ready.program(str(package)) != before
    said = [
        subprocess.run(  # noqa: S603
            [
                sys.executable,
                *how,
                "-c",
                f"from referee.util import ready; print(ready.program({str(package)!r}))",
            ],
            check=True,
            capture_output=True,
        ).stdout
        for how in ((), ("-O",), ())
    ]
    assert said[0] == said[2] != said[1]


def test_where_another_program_came_in_its_place_nothing_is_kept(kept: Path, package: Path) -> None:
    """Of what is made afterwards some may come of the modules of that one; and it is found out of date there."""
    ready.ready(WHAT, TEXTS, Making())
    (package / "deep" / "one.py").write_text("a = 1  # and more")
    ready.ready(("template", "b"), TEXTS, Making())
    assert len(list(kept.iterdir())) == 1
    (package / "deep" / "one.py").write_text("a = 1")
    assert made_again(("template", "b"))


def test_environments_that_share_a_program_do_not_take_turns(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has its own, with its own libraries."""
    ready.ready(WHAT, TEXTS, Making())
    monkeypatch.setattr(sys, "prefix", "/another")
    assert made_again()
    monkeypatch.undo()
    assert len(list(kept.iterdir())) == 2


def test_the_program_is_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code and that of the packages that read its texts; no package, no program."""
    found = {Path(one).name for one in ready._libraries()}
    assert found == set(ready.LIBRARIES)
    own = {path for path, _ in ready._code(str(ROOT / "referee"))}
    assert {str(one) for one in (ROOT / "referee").rglob("*.py")} == own
    before = ready.program(str(ROOT / "referee"))
    monkeypatch.setattr(ready, "LIBRARIES", ready.LIBRARIES[1:])
    assert ready.program(str(ROOT / "referee")) != before


def test_without_code_to_go_by_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a program that lies in a zip, or without its texts: what is kept would never be out of date."""
    (tmp_path / "program").mkdir()
    with pytest.raises(ValueError, match="program"):
        Keeping(str(tmp_path / "program"))
    monkeypatch.setattr(ready, "_keeping", None)
    monkeypatch.setattr(ready, "__file__", str(tmp_path / "x.zip" / "referee" / "util" / "ready.py"))
    ready.begin()
    assert ready._keeping is None
    with pytest.raises(FileNotFoundError):
        ready.everything_is(())
    monkeypatch.setattr(ready, "_trouble", None)


def environments() -> Iterator[tuple[Environment, tuple[str, ...]]]:
    """Each environment of every catalog, with the ends of the names of its templates."""
    for game, language in product((HOUSE, *BUILT_IN), languages()):
        own = catalog(game, language)
        yield from ((own.environment, (".txt",)), (own.pages, (".html", ".svg")))


def compiled(environment: Environment, name: str) -> bytes:
    """A template as an environment compiles it."""
    return marshal.dumps(environment.compile(data.text("templates", *name.split("/")), name, name), 2)


@pytest.mark.slow
def test_a_template_compiles_to_the_same_for_every_game_and_language() -> None:
    """So one is kept for all: nothing in it hangs on the sentences of a catalog."""
    names = list(handbook.templates("", *BUILT_IN))
    found: dict[str, set[bytes]] = {name: set() for name in names}
    for environment, endings in environments():
        for name in names:
            if name.endswith(endings):
                found[name].add(compiled(environment, name))
    assert {name for name, all_of_it in found.items() if len(all_of_it) != 1} == set()
    assert len(found) > 40


def test_no_filter_is_asked_while_a_template_is_compiled() -> None:
    """Its answer would be kept, and might be another one tomorrow: of plain values, of constants, in a test."""
    own, asked = Catalog("thunder", "en"), Making("FOLDED")
    text = "{{ 'a'|clean }}{% if 2 is even %}{% endif %}{% set a = 'b'|clean %}{{ ['a'|clean]|clean }}{{ 1 + 2 }}"
    for environment in (own.environment, own.pages):
        environment.filters.update(clean=lambda _: asked())
        environment.tests.update(even=lambda _: asked())
        made = environment.compile(text, "x.txt", "x.txt")
        said = {one for code in codes(made) for one in code.co_consts if isinstance(one, str)}
        assert not asked.count
        assert "FOLDED" not in said
        assert "FOLDED" in environment.from_string(text).render()
        asked.count = 0


def test_templates_are_made_again_of_other_texts(kept: Path) -> None:
    """For each of the two environments by itself."""
    own = Catalog("thunder", "en")
    assert own.pages
    before = set(kept.glob("*"))
    texts = [f"{{{{ {word}|quoted }}}}" for word in ("one", "two")] * 2
    for environment in (own.environment, own.pages):
        found = [marshal.dumps(environment.compile(text, "x.txt", "x.txt"), 2) for text in texts]
        assert found[:2] == found[2:]
        assert found[0] != found[1]
    assert len(set(kept.iterdir()) - before) == 2


def test_sentences_are_made_again_of_other_texts(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in English, and translations: each file for itself."""
    for text in ("one", "two", "two"):
        po = f'msgctxt "a"\nmsgid "b"\nmsgstr "{text}"\n'
        monkeypatch.setattr(
            data, "text", lambda *way, po=po, text=text: po if way[-1].endswith("po") else f"a: {{b: {text}}}"
        )
        assert telling._read.__wrapped__("messages.en.yaml") == {"a": {"b": text}}
        assert translated.__wrapped__("thunder", "de").texts == {("a", "b"): text}
    assert len(list(kept.iterdir())) == 3


@pytest.mark.usefixtures("kept")
def test_grammars_are_made_again_of_other_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of other texts that they import, or the same under another name; one of another package each time."""
    count, real, own = [0], parser.built, dict(parser.ours())

    def built(text: str, lexer: Any) -> Any:
        count[0] += 1
        return real(text, lexer)

    def read(file: str = "thunder.lark") -> int:
        count[0] = 0
        parser.lark_of(file, parser.FromSource)
        return count[0]

    monkeypatch.setattr(parser, "built", built)
    monkeypatch.setattr(parser, "ours", lambda: own)
    assert [read(), read()] == [1, 0]
    own["common.lark"] += "// and more\n"
    assert [read(), read()] == [1, 0]
    own["z.lark"] = own.pop("foreseen.lark")
    assert [read(), read()] == [1, 0]
    del own["thunder.lark"]
    assert [read(), read()] == [1, 1]


def codes(code: Any) -> Iterator[Any]:
    """A piece of compiled code and all within it."""
    yield code
    for one in code.co_consts:
        if hasattr(one, "co_consts"):
            yield from codes(one)


@pytest.mark.parametrize("name", [*BUILT_IN, "foreseen"])
def test_a_parser_from_what_is_kept_is_the_one_that_was_read(name: str) -> None:
    """The same tables, and the same callbacks for its rules, after `marshal`."""
    text = data.text("grammar", f"{name}.lark")
    fresh = parser.built(text, parser.FromSource)
    again, _ = parser.lark_of(f"{name}.lark", parser.FromSource)
    assert steps(again) == steps(fresh)
    assert [rule(one) for one in again.rules] == [rule(one) for one in fresh.rules]


def rule(one: Any) -> Any:
    """What a rule of a grammar is, and what becomes of its parts."""
    options = one.options
    return (
        str(one),
        one.alias,
        one.order,
        options.keep_all_tokens,
        options.expand1,
        tuple(options.empty_indices),
    )


def steps(lark: Any) -> Any:
    """What a parser does in each state at each token; states are numbered as they are met, from the first one on."""
    states = lark.parser.parser._parse_table.states
    (first,) = lark.parser.parser._parse_table.start_states.values()
    numbers, queue, found = {first: 0}, [first], []
    for state in queue:
        row = {}
        for token, (act, to) in sorted(states[state].items(), key=lambda one: str(one[0])):
            if str(act) == "Shift":
                if to not in numbers:
                    numbers[to] = len(numbers)
                    queue.append(to)
                row[str(token)] = ("Shift", str(numbers[to]))
            else:
                row[str(token)] = (str(act), str(to))
        found.append(row)
    assert len(numbers) > 20
    return found


def test_grammars_of_ours_import_none_but_ours() -> None:
    """Of which the texts are part of what their tables are kept for."""
    ours = parser.ours()
    assert set(ours) >= {f"{game}.lark" for game in BUILT_IN} | {"common.lark", parser.CONDITIONS}
    for text in ours.values():
        imported = {
            line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith("%import")
        }
        assert {f"{one}.lark" for one in imported} <= set(ours)


def run(package: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command, of a program that lies there."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(  # noqa: S603
        [sys.executable, "-P", "-m", "referee", *words],
        env={**clean, "PYTHONPATH": str(package.parent), **env},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this program, of which nothing is compiled."""
    place = tmp_path_factory.mktemp("site")
    for name in ("referee", "grammar", "templates", "examples"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    return place / "referee"


@pytest.mark.slow
def test_a_process_uses_what_another_made(installed: Path) -> None:
    """The command itself: it writes once, then reads, and says the same; nothing lies anywhere else."""
    shutil.rmtree(installed / "__pycache__" / "made", ignore_errors=True)
    record = ROOT / "examples" / "thunder" / "treasure-lost" / "record.yaml"
    show = ("show", str(record), "--seat", "loki", "--format", "html")
    made = installed / "__pycache__" / "made"
    said, kept = [], []
    for _ in range(3):
        said.append(run(installed, *show).stdout)
        kept.append({one: one.stat().st_mtime_ns for one in made.iterdir()})
    assert said[0] == said[1] == said[2] != ""
    assert kept[0] == kept[1] == kept[2] != {}
    bare = run(installed, *show, PYTHONPYCACHEPREFIX=str(installed / "none"), PYTHONDONTWRITEBYTECODE="1")
    assert bare.stdout == said[0]
    assert not (installed / "none").exists()


@pytest.mark.slow
def test_everything_is_made_ready_at_once(installed: Path) -> None:
    """After `referee compile` no verb makes anything, in either language; a second time changes nothing."""
    made = installed / "__pycache__" / "made"
    ran = run(installed, "compile")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(f"lie ready in {made}.\n")
    before = {one: one.stat().st_mtime_ns for one in made.iterdir()}
    # Of each game and the house: sentences, German, the grammar (of the house: conditions); the words of orders; and
    # that it is everything.
    words = list((ROOT / "grammar").rglob("*.yaml"))
    assert (
        len(before) == len(list(handbook.templates("", *BUILT_IN))) + 3 * (len(BUILT_IN) + 1) + len(words) + 1
    )
    for name in ("thunder/treasure-lost", "odins_table/three-home"):
        for form in ("text", "html"):
            record = str(ROOT / "examples" / name / "record.yaml")
            assert run(installed, "show", record, "--seat", "thor", "--format", form).returncode == 0
            assert run(installed, "try", record, "--seat", "thor", "draw").returncode in {0, 1}
    assert run(installed, "compile").returncode == 0
    now = {one: one.stat().st_mtime_ns for one in made.iterdir()}
    now.pop(changed := max(now, key=lambda one: now[one]))
    before.pop(changed)
    assert now == before


def as_another(program: str, words: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    """A Python run by a user to whom nothing here belongs, with what this one has installed."""
    return subprocess.run(  # noqa: S603
        [program, "-P", *words],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{place}:{sysconfig.get_path('purelib')}", "HOME": "/"},
        check=False,
        capture_output=True,
        text=True,
        cwd="/",
        user=ANOTHER,
        group=ANOTHER,
        extra_groups=[],
        umask=0o077,
    )


@pytest.mark.slow
@needs_root
def test_a_user_who_may_not_write_the_program_uses_what_root_made(tmp_path: Path) -> None:
    """And the doctor says to that user what to do where nothing is ready. Modules are compiled as pip does it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        for name in ("referee", "grammar", "templates"):
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        home = place / "home"
        home.mkdir(mode=0o700)
        os.chown(home, ANOTHER, ANOTHER)
        bases = (sys.executable, str(getattr(sys, "_base_executable", "")), "/usr/bin/python3")
        able = [one for one in bases if _can_run(one, place)]
        if not able:
            pytest.skip("another user can run no Python with the packages that are installed for this one")
        doctor = ["-m", "referee", "--home", str(home), "doctor"]
        said = [
            line for line in as_another(able[0], doctor, place).stdout.splitlines() if " program: " in line
        ]
        assert len(said) == 1
        assert said[0].startswith("note  program: nothing is kept")
        assert said[0].endswith(" -m referee compile.")
        env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{place}:{sysconfig.get_path('purelib')}"}
        for words, umask in ((["compileall", "-q", str(place)], 0o022), (["referee", "compile"], 0o077)):
            subprocess.run([able[0], "-P", "-m", *words], env=env, check=True, cwd=tmp_path, umask=umask)  # noqa: S603
        said = [
            line for line in as_another(able[0], doctor, place).stdout.splitlines() if " program: " in line
        ]
        assert said == ["ok    program: what is compiled is kept for the next process."]


def _can_run(program: str, place: Path) -> bool:
    try:
        return not as_another(
            program, ["-c", "import referee.cli, lark, yaml, jinja2, babel"], place
        ).returncode
    except OSError:
        return False


def test_the_doctor_says_where_nothing_is_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is content where it will be."""
    assert not kept.exists()
    assert place.compiled().key == "ready-fine"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert place.compiled().key == "ready-never"
    ready._keeping.write(ready.EVERYTHING, handbook.texts(), True)  # type: ignore[union-attr]
    assert place.compiled().key == "ready-fine"
    monkeypatch.setattr(handbook, "texts", lambda: ["other"])
    assert place.compiled().key == "ready-never"
    monkeypatch.setattr(ready, "_keeping", None)
    assert place.compiled().key == "ready-never"


@pytest.mark.slow
def test_what_stands_in_the_way_of_compiling_is_told(installed: Path, tmp_path: Path) -> None:
    """Python is told to keep nothing; or there is a file where the folder should be."""
    ran = run(installed, "compile", PYTHONDONTWRITEBYTECODE="1")
    assert (ran.returncode, ran.stdout) == (73, "")
    assert "PYTHONDONTWRITEBYTECODE" in ran.stderr
    (tmp_path / "file").write_bytes(b"")
    ran = run(installed, "compile", PYTHONPYCACHEPREFIX=str(tmp_path / "file"))
    assert (ran.returncode, ran.stdout) == (73, "")
    assert str(tmp_path / "file") in ran.stderr
