"""What may be asked of a position: views, words, reasons, odds, questions; and how one is built from plain data."""
