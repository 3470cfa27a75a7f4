"""Chapter 12: Garrisons, mercenaries, Militia, the Soldier of Fortune, Rhodes, Pirates, Slaves, Elephants."""
