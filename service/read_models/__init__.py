"""Lists and tallies across encounters, with their cursors and metrics."""
