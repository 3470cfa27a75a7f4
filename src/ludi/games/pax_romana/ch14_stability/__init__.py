"""Chapter 14: Stability."""
