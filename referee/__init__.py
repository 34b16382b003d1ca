"""A rules-validating referee for play by email.

    from referee import Table

    table = Table.open("thunder", seed="07")

See `referee.table.Table`. Importing this package loads nothing else until a name is used.
"""

TYPE_CHECKING = (
    False  # so spelled, type checkers know it; `typing` is slow to load, and a delivery of mail loads this
)
if TYPE_CHECKING:
    from referee.table import Table as Table

__version__ = "0.1.0"
__all__ = ["Table", "__version__"]


def __getattr__(name: str) -> object:
    """Load the table when it is first asked for: a start must not cost what it does not use."""
    if name == "Table":
        from referee.table import Table  # noqa: PLC0415

        return Table
    raise AttributeError(name)
