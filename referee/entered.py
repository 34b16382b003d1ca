"""What the keeper of a game by mail enters for a seat (`referee play`): it counts as a letter of the seat, and is told as what it is."""

from referee.entries import Entry, Letter, Opening


def entered(entry: Entry, opening: Opening) -> bool:
    """Whether an entry counts as a letter of a seat and came by no mail, in a game to which its players were invited."""
    return isinstance(entry, Letter) and not entry.digest and not opening.events
