"""The names of our own mail server in the configuration."""

ANY = "*."
Servers = str | tuple[str, ...]
"""One name, or several; `*.example` is any name below that domain."""
NAMELESS = "-"
"""The name, in the list, of a server of ours that writes no name of its own (Outlook)."""
