"""What the players may choose when a game is opened, beside the deck and the sides: rulings with two values."""

from referee.engine.kit.options import Rulings, ruling


class Options(Rulings):
    """The rulings that players may choose otherwise (O2, O9)."""

    diagonal: str = ruling(
        "O2",
        "between",
        "beside",
        "which two enemy pieces bar a diagonal step: those it goes between, or those beside its end.",
    )
    spent: str = ruling(
        "O9",
        "scouts",
        "fights",
        "whether Hugin & Munin turned up in an attack may scout afterwards, or simply fight as 0.",
    )
