"""The names of our own mail server, as the configuration has them."""

ANY = "*."
Servers = str | tuple[str, ...]
"""The names of our own mail server, as the configuration has them: one, or several; `*.example` is any below that domain."""
NAMELESS = "-"
"""Stands among the names of our servers for one that writes no name of its own (Outlook)."""
