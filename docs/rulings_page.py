"""The page of all rulings: what the texts of the games leave open, how Yarrow reads it, and what a table may choose."""

from collections.abc import Mapping
from typing import Any

from docs.reference import GENERATED, linked, table, value
from domain.decision.core_handlers import option_sheet
from domain.registry import BUILT_IN
from domain.ruleset.ruleset import Ruleset

INTRODUCTION = """\
Where the text of a game leaves something open, or may be read in several ways, Yarrow reads it as this page says. \
Where a table may want it otherwise, a ruleset option chooses, fixed when the encounter opens; its default comes \
first. What has no option is ruled as it stands here, and the Narrator may always rule otherwise in the open."""


def rulings_page() -> str:
    """The rulings of every ruleset that is built in and has some."""
    chapters = (rulings_of(ruleset) for ruleset in BUILT_IN if any(map(is_ruling, ruleset.rules)))
    return "\n\n".join((GENERATED, "# Rulings", INTRODUCTION, *chapters)) + "\n"


def rulings_of(ruleset: Ruleset[Any]) -> str:
    """The rulings of one ruleset as a table, each with its options and their values."""
    page = f"rules/{ruleset.key.replace('_', '-')}.md"
    settings = option_sheet(ruleset.option_model).json_schema()["properties"]
    rows = (
        (
            linked(rule.id, page),
            rule.title,
            linked(rule.statement, page),
            "<br>".join(f"`{key}`: {readings(settings[key], default)}" for key, default in rule.options.items()),
        )
        for rule in ruleset.rules.values()
        if is_ruling(rule.id)
    )
    return f"## {ruleset.title}\n\n" + table(("ruling", "question", "reading", "options"), rows)


def is_ruling(rule_id: str) -> bool:
    """Whether a rule settles what the text leaves open."""
    return "-RUL-" in rule_id


def readings(setting: Mapping[str, Any], default: Any) -> str:
    """The values of an option, its default first; of a number, its bounds; of a word or a number, both."""
    if "anyOf" in setting:
        (numbers,) = (kind for kind in setting["anyOf"] if kind.get("type") == "integer")
        return f"{value(default)}, or from {numbers['minimum']} to {numbers['maximum']}"
    if "minimum" in setting and "maximum" in setting:
        return f"{value(default)}, from {setting['minimum']} to {setting['maximum']}"
    possible = [True, False] if setting.get("type") == "boolean" else setting.get("enum", ())
    return ", ".join(value(one) for one in (default, *(other for other in possible if other != default)))
