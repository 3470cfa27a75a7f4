"""Chapter 10: Land Battles in the steps of 10.2, losses and Retreat."""
