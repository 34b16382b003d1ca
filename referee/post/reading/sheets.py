"""A text being cut: its lines, the form in which they are compared, and the reason why each is cut."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from referee.post.reading.flowed import Line


class Sheet:
    """The lines of a text, and for each the reason why it is cut ("" if it stays).

    Attributes:
        bare: Each line in one form of its characters: wide signs made narrow, marks of direction removed.
        text: The same without blanks at its ends.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = [replace(line, text=line.text.rstrip()) for line in lines]
        self.bare = [bare(line.text) for line in self.lines]
        self.text = [text.strip() for text in self.bare]
        self.why = [line.why for line in self.lines]
        self.size = len(self.lines)

    def free(self, at: int) -> bool:
        """Whether there is such a line, it is not blank, and it has not been cut."""
        return 0 <= at < self.size and bool(self.text[at]) and not self.why[at]

    def cut(self, at: Iterable[int], why: str) -> None:
        """Cut those of these lines that are still free."""
        for line in at:
            if self.free(line):
                self.why[line] = why

    def after(self, at: int) -> int:
        """The next line at or after this one that is not blank; the size of the sheet if there is none."""
        return next((line for line in range(at, self.size) if self.text[line]), self.size)

    def fresh(self, start: int, stop: int) -> "Sheet":
        """Some of its lines, as if none had been cut."""
        return Sheet(replace(line, why="", heads=False) for line in self.lines[start:stop])


def bare(text: str) -> str:
    """A line in one form of its characters (NFKC), without invisible ones, and with the digits of dates as 0 to 9."""
    if text.isascii():
        return text
    narrow = unicodedata.normalize("NFKC", text)
    return "".join(
        str(unicodedata.decimal(char, char)) for char in narrow if unicodedata.category(char) != "Cf"
    )
