"""Chapter 6: income, raising and building, maintenance."""
