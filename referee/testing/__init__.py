"""What the author of a game needs to hold it to the contract.

    from referee.testing import Promises

    class TestMill(Promises):
        game = "mill"

This is a whole file of tests: `pytest` runs it, and everything in `referee.testing.contract`. What cannot be
derived for a game is given as `suite`: see `referee.testing.suite`. `pip install '.[testing]'` installs
what the room needs.
"""

TYPE_CHECKING = False  # so spelled, type checkers know it
if TYPE_CHECKING:
    from referee.testing.contract import Promises as Promises

__all__ = ["Promises"]


def __getattr__(name: str) -> object:
    """Load the tests when they are first asked for: all the rest of this room does without pytest."""
    if name == "Promises":
        from referee.testing.contract import Promises  # noqa: PLC0415

        return Promises
    raise AttributeError(name)
