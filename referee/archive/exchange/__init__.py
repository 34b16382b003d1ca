"""The exchange text: whole games with their notes as one plain text, for people and for programs."""
