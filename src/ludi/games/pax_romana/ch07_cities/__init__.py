"""Chapter 7: Cities and Towns."""
