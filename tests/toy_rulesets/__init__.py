"""Small rulesets for tests of the machinery: coins, dice and cards, and questions."""
