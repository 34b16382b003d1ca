"""What the lines of a letter are answered with, and what may have been meant by them."""
