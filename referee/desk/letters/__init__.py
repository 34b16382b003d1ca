"""Letters out: which are due, what they say, and their writing down."""
