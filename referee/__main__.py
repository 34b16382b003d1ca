"""The entry point of the command `referee`, and of `python -m referee`."""

import os
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    os.umask(0o077)  # what is written here holds what is hidden
    # A verb that a mail server runs once a letter belongs here, before click is loaded: it must start
    # quickly and need nothing but the standard library.
    from referee.cli import run  # noqa: PLC0415  see above

    sys.exit(run())


if __name__ == "__main__":
    main()
