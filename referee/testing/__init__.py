"""What the author of a game needs to hold it to the contract."""
