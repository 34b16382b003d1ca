"""Parts of a text that are laid out one below the other: see `templates/packet.txt`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text: its heading; texts that have to be laid out; lines that are laid out already."""

    heading: str
    texts: tuple[str, ...] = ()
    verbatim: tuple[str, ...] = ()
