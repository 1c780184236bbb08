"""The shared commands and events of every ruleset: their types, folds and sentences."""
