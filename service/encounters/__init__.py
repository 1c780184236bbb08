"""The application service: commands and queries on encounters, as one caller may see them."""
