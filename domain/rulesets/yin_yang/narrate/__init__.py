"""The sentences of Yin-Yang, by chapter of its facts."""
