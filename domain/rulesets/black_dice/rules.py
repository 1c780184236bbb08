"""The rule reference of Black Dice (``rules.toml``)."""

from domain.ruleset.rule_reference import load_rules

RULES = load_rules("domain.rulesets.black_dice", "rules.toml")
