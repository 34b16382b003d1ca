"""The entry point of the command `referee`, and of `python -m referee`."""

import os
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    umask = os.umask(0o077)  # what is written here holds what is hidden
    if "mail" in sys.argv:
        _deliver()
    from referee.util import ready  # noqa: PLC0415  a delivery needs none of it

    ready.begin()
    from referee.cli import run  # noqa: PLC0415

    sys.exit(run(umask=umask))


def _deliver() -> None:
    """Take in a letter, if that is asked, and end, before click is loaded: a mail server runs this once a letter."""
    code: int | None = 75
    try:
        from referee.post.delivery import run  # noqa: PLC0415  it loads little, but not nothing

        code = run(sys.argv[1:])
    finally:
        # At once, for on its ordinary way out a signal might still change the code, or something be printed.
        if code is not None:
            os._exit(code)


if __name__ == "__main__":
    main()
