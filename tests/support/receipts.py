"""The part of a letter that answers its reader's own."""

import re

AFTER = re.compile(
    "THE TABLE|DER TISCH|The table is as it was|Der Tisch ist, wie er"
    "|ONE TAP ANSWERS|ANTWORTEN DURCH ANTIPPEN|WHAT YOU MAY DO|WAS DU TUN KANNST|CHOOSE"
)
"""What stands below that part, where nothing was played."""


def receipt_in(form: str) -> str:
    """A text or a page up to where it tells of anything but the letter that it answers."""
    return AFTER.split(form)[0]
