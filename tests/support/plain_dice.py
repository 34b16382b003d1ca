"""Dice for lots of tests that say nothing else about them."""


class PlainDice:
    """Dice made of single numbers, for lots that say nothing else about dice."""

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        raise NotImplementedError

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What this many dice show."""
        return tuple(self.below(f"{label} {n}", sides) + 1 for n in range(count))
