"""A folder with the project of a game, announced as if it were installed."""

import sys
import tempfile
import tomllib
from importlib import invalidate_caches
from pathlib import Path

from referee.util.errors import Faulty

GROUP = "referee.games"


def announced_in(folder: Path) -> tuple[str, ...]:
    """The games that the project in a folder announces. Raises `Faulty` if it announces none."""
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise Faulty("check-no-project", where=str(folder)) from None
    except tomllib.TOMLDecodeError as error:
        raise Faulty("check-project", where=str(file), error=str(error)) from None
    points = project.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not points:
        raise Faulty("check-announces", where=str(file), group=GROUP)
    return tuple(points)


def made_known(folder: Path) -> tuple[str, ...]:
    """Put the project in a folder on the path of this process, and announce it; returns the names of its games."""
    names = announced_in(folder)
    points = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][GROUP]
    sys.path.insert(0, str(folder / "src" if (folder / "src").is_dir() else folder))
    info = Path(tempfile.mkdtemp(prefix="referee-")) / "checked_game-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: checked-game\nVersion: 0\n", "utf-8")
    lines = [f"[{GROUP}]", *(f"{name} = {where}" for name, where in points.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    sys.path.insert(0, str(info.parent))
    invalidate_caches()
    return names
