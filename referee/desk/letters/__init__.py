"""Letters out: which are due, what they say, and how they are written to the outbox."""
