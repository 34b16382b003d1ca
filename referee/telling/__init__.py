"""What a reader is told, as sentences, text and pages."""
