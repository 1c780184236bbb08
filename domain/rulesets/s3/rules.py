"""The rule reference of S3 (``rules.toml``)."""

from domain.ruleset.rule_reference import load_rules

RULES = load_rules("domain.rulesets.s3", "rules.toml")
