"""Letters that count as sent with another one, whose mail holds them.

    HOME/post/gathering             what was begun: the first letter, the digest of the mail that holds all, the others
    HOME/post/gathered/g1.thor.9    the others that the mail of this letter holds, until it is sent

The file is there only while this is done, and whoever finds it finishes the work. It is done, and looked for, only by a
process that holds the lock of sending: so each letter goes out once, whenever a process ends.
"""

from collections.abc import Sequence
from hashlib import sha256

from referee.post.outbox import Outbox
from referee.util import files

NAME = "gathering"


def send_together(outbox: Outbox, first: str, mail: bytes, others: Sequence[str]) -> None:
    """Let a letter go out as this mail, which holds others: they count as sent. Raises OSError."""
    text = " ".join([first, sha256(mail).hexdigest(), *others])
    files.replace(outbox.post / NAME, text.encode("ascii"))
    outbox.put(first, mail)
    settle(outbox)


def part(outbox: Outbox, first: str) -> None:
    """Let the others go out alone, because the mail that held them was damaged before it was sent. Raises OSError."""
    try:
        others = (outbox.gathered / first).read_text("ascii").split()
    except FileNotFoundError:
        return
    for number in others:
        outbox.due_again(number)
    files.remove(outbox.gathered / first)


def settle(outbox: Outbox) -> None:
    """Finish what was begun: if the mail that holds all is there, or has gone, the others count as sent."""
    try:
        first, digest, *others = (outbox.post / NAME).read_text("ascii").split()
    except FileNotFoundError:
        return
    except ValueError:
        files.remove(outbox.post / NAME)
        return
    path = outbox.find(first)
    if path is not None and sha256(path.read_bytes()).hexdigest() == digest:
        files.private_folder(outbox.gathered)
        files.replace(outbox.gathered / first, " ".join(others).encode("ascii"))
        for number in others:
            if outbox.is_due(number):
                outbox.sent(outbox.out / f"{number}.eml")
    files.remove(outbox.post / NAME)
