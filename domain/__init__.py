"""The rules of every game: pure decisions and folds, without input, output, clock or randomness."""
