"""How near two words are: what counts as a slip of the finger."""

SHORT, LONG = 4, 5
TOO_LONG = 30
"""Words longer than this are near no other word: this bounds the work."""


def slips(word: str) -> int:
    """How many slips from a word of the dictionary are allowed: 2 from five letters on, 1 for four, else none."""
    return 2 if len(word) >= LONG else 1 if len(word) == SHORT else 0


def distance(one: str, two: str, limit: int) -> int:
    """The slips between two words: a letter more, less, wrong, or two neighbours exchanged.

    This is the restricted Damerau-Levenshtein distance; anything above `limit` is given as `limit + 1`.
    """
    if one == two:
        return 0
    if abs(len(one) - len(two)) > limit or max(len(one), len(two)) > TOO_LONG:
        return limit + 1
    before: list[int] = []
    above = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(two, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, above = above, row
    return min(above[-1], limit + 1)
