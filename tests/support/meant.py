"""What the answer to a letter offers as meant."""

import re
from urllib.parse import unquote

from referee.api import Table
from referee.telling.letter import Letter, bodies
from support.receipts import receipt_in


def offered(table: Table, *lines: str) -> tuple[list[str], list[str]]:
    """What became of the lines of whoever is to answer, and the orders of the links that their answer has."""
    seat, choices = table.owed()[0].seat, table.choices(table.owed()[0].seat)
    language = table.index.language(seat)
    played = table.play(seat, lines)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view(seat),
        number=f"g1.{seat}.9",
        verdicts=played.ruled.verdicts,
        choices=choices,
        language=language,
        address="referee+secret@games.example",
    )
    told = receipt_in(bodies(letter).text)
    bodies_of = [unquote(one) for one in re.findall(r"body=([^>]+)>", "".join(told.split("\n")))]
    return list(played.verdicts), [re.sub(r"@\d+\.\d+ ", "", one).replace("\r", "") for one in bodies_of]
