"""The commands and events that every ruleset shares: their types, folds and sentences."""
