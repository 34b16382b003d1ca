"""A game handed on in other forms: its events as rows, a playthrough as text, a booklet to print."""
