"""Chapter 8: leaders, and who commands."""
