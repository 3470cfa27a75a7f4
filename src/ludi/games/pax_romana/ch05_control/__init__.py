"""Chapter 5: Control of Spaces, Provinces and Territories; lines of communication."""
