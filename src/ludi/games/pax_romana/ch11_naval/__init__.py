"""Chapter 11: voyages, Naval Transport, Naval Battles."""
