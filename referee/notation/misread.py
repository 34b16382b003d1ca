"""What a line that cannot be read is told as: where it goes wrong, and what may have been meant."""

from referee.notation.readings import Guard, Misread


def guarded(guard: Guard | None, line: str) -> str:
    """A line with its guard in front."""
    if guard is None:
        return line
    return f"@now {line}" if guard.now else f"@{guard.turn}.{guard.action} {line}"


def misread(
    line: str, at: int, why: str, expected: tuple[str, ...], hint: str = "", found: str = ""
) -> Misread:
    """A misreading at a character of the line as written, which may fill several rows."""
    start = line.rfind("\n", 0, at) + 1
    return Misread(at - start + 1, expected, hint, why, line.count("\n", 0, at), found)
