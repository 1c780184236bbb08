"""Programs that record what tests compare with: answers of examples, and sentences of bots' fights."""
