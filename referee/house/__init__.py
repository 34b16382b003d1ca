"""The rules that hold at every table, H1 to H24: values, events, and what they ask."""
