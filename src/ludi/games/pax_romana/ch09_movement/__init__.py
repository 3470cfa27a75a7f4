"""Chapter 9: movement on land, interception, Withdrawal."""
