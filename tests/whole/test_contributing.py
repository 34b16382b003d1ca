"""The page for contributors names what there is: each room in its order, and no file or folder that is not there."""

import re
from pathlib import Path

import referee

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| .+? \| (.+?) \|$", re.MULTILINE)
PATH = re.compile(r"`((?:tests|examples|referee|templates|grammar|house|cli|notation)(?:/[\w.*<>]+)+)`")
MODULE = re.compile(r"`((?:" + "|".join(room for room, _ in ROW.findall(PAGE)) + r")\.\w+)`")


def there(path: str) -> bool:
    """Whether at least one file or folder bears this name; `<game>` and `*` stand for any name."""
    pattern = re.sub(r"<\w+>", "*", path)
    return any(any(root.glob(pattern)) for root in (ROOT, ROOT / "referee"))


def test_the_rooms_stand_in_their_order() -> None:
    """They are those of the map in `referee/__init__.py`, and each has its tests."""
    rooms = re.findall(r"^    (\w+) {2,}\S", referee.__doc__ or "", re.MULTILINE)
    assert [room for room, _ in ROW.findall(PAGE)] == rooms
    for _, tests in ROW.findall(PAGE):
        assert all(map(there, re.findall(r"`(.+?)`", tests)))


def test_files_and_modules_are_there() -> None:
    """Each path and module that the page names exists."""
    paths, modules = set(PATH.findall(PAGE)), set(MODULE.findall(PAGE))
    assert len(paths) > 20
    assert len(modules) > 10
    assert [path for path in paths if not there(path)] == []
    assert [
        one for one in modules if not (there(one.replace(".", "/")) or there(one.replace(".", "/") + ".py"))
    ] == []
