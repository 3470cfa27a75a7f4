"""One file per change of the stored data."""
