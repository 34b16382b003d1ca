"""What the judge rules, and how it is carried out."""
