"""What the players may choose when a game is opened, beside the deck and the sides: rulings with two values."""

from referee.engine.kit.options import Rulings, ruling


class Options(Rulings):
    """The rulings that players may choose otherwise (R11, R13, R19, R24)."""

    flank: str = ruling(
        "R11",
        "facing",
        "across",
        "which enemy columns a Vidarr flank reaches: those facing, or those across the board.",
    )
    played: str = ruling(
        "R13",
        "after",
        "first",
        "whether a played card comes onto the discard pile after its power is done, or first.",
    )
    seer: str = ruling(
        "R19",
        "may-stop",
        "must-draw",
        "whether the Seer may stop after any card, or must draw three while the deck lasts.",
    )
    discards: str = ruling(
        "R24",
        "standing",
        "ask",
        "whether a standing order arranges the cards that fall, or their owner is asked.",
    )
