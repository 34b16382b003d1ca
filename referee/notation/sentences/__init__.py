"""What people write in whole sentences: questions, conditions, words that say when."""
