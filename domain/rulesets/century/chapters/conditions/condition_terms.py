"""What may be said of conditions and of what failures bring: amounts, labels, ends (CE-SHEET-18, CE-REACT-11)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.model.refusal import require
from domain.rulesets.century.parts import ConditionSheet, ConsequenceSheet, Ending
from domain.rulesets.century.state import Condition, Consequence, Fight
from domain.rulesets.century.words import ConditionName, ConsequenceKind, Lasting

SURPRISE: Final[Mapping[str, int]] = {"initiative": 2, "skill": 20, "reaction": 20}
"""What surprise takes off initiative, rolls and checks where nothing else is said (CE-REACT-40)."""
MOST_OF_SURPRISE: Final[Mapping[str, int]] = {"initiative": 12, "skill": 100, "reaction": 100}
"""The most that it may take off them."""
ENDS: Final = frozenset({"end_of_round", "rounds"})
PARAMETERS: Final = ENDS | {"amount", "label", "initiative", "skill", "reaction", "dice", "armour", "hp", "text"}
"""Every field that may say more of a condition or consequence than its name."""


class Row(NamedTuple):
    """What may be said: by which rule, the span of the amount, the other fields, and whether it has an end."""

    rule: str
    span: tuple[int, int] | None = None
    fields: frozenset[str] = frozenset()
    ends: bool = True

    @property
    def allowed(self) -> frozenset[str]:
        return self.fields | (ENDS if self.ends else frozenset()) | ({"amount"} if self.span else frozenset())


CONDITIONS: Final[Mapping[ConditionName, Row]] = {
    "unconscious": Row("CE-REACT-31"),
    "drugged": Row("CE-REACT-32", (20, 90)),
    "drunk": Row("CE-REACT-32", (10, 90)),
    "diseased": Row("CE-REACT-33", (1, 90)),
    "stunned": Row("CE-REACT-34"),
    "surprised": Row("CE-REACT-35", fields=frozenset(SURPRISE)),
    "hindered": Row("CE-REACT-38", (1, 200), frozenset({"label"})),
    "lucky": Row("CE-SKILL-30", (1, 100)),
    "unlucky": Row("CE-SKILL-43", (1, 100)),
    "hidden": Row("CE-ACT-49"),
    "stealthy": Row("CE-SHEET-18"),
    "dodge_penalty": Row("CE-DODGE-13", ends=False),
    "block_penalty": Row("CE-BLOCK-6", ends=False),
    "dying": Row("CE-DOWN-10", ends=False),
    "stabilized": Row("CE-DOWN-10", ends=False),
    "dead": Row("CE-DOWN-10", ends=False),
}
"""The conditions that can be set, by name."""
OF_CONSEQUENCES: Final[Mapping[ConsequenceKind, ConditionName]] = {
    "unconscious": "unconscious",
    "drugged": "drugged",
    "drunk": "drunk",
    "diseased": "diseased",
    "stunned": "stunned",
    "surprised": "surprised",
    "hindered": "hindered",
}
"""Consequences that are conditions."""
LASTING: Final[Mapping[ConditionName, Lasting]] = {"hidden": "event", "stealthy": "event"}
"""What ends a condition of which nothing is said; of the others it is the narrator's word."""


def require_fitting(fight: Fight, sheet: ConditionSheet | ConsequenceSheet, what: str, row: Row, field: str) -> None:
    """Refuse what does not belong to it, what is missing, and an amount outside its span."""
    for name in sorted(sheet.model_fields_set & PARAMETERS):
        given = getattr(sheet, name) not in (None, "", False)
        said = f"{what} takes no `{name}`; leave it out."
        require(not given or name in row.allowed, row.rule, said, field=f"{field}.{name}")
    if row.span is not None:
        low, high = row.span
        within = sheet.amount is not None and low <= sheet.amount <= high
        require(within, row.rule, f"The amount of {what} is {low} to {high}.", field=f"{field}.amount")
    if "label" in row.fields:
        require(sheet.label is not None, row.rule, f"{what} needs a label.", field=f"{field}.label")
    require_end(fight, sheet, field)


def require_end(fight: Fight, sheet: Ending, field: str) -> None:
    """Refuse an end that is over, and one in two forms: a round, or a number of rounds from now (CE-REACT-11)."""
    one = sheet.end_of_round is None or sheet.rounds is None
    require(one, "CE-REACT-11", "Name a round or a number of rounds, one of both.", field=f"{field}.rounds")
    require_round(fight, sheet.end_of_round, "CE-REACT-11", f"{field}.end_of_round")


def require_round(fight: Fight, number: int | None, rule: str, field: str) -> None:
    """Refuse a round at whose end something is to end, if it is over already."""
    first = fight.first_to_end
    said = f"Round {number} is over; {first} is the first to end."
    require(number is None or number >= first, rule, said, field=field)


def condition_of(fight: Fight, name: ConditionName, said: ConditionSheet | Consequence) -> Condition:
    """Return the condition as it begins now, from what is said of it.

    Surprise takes off what is usual, and ends with the first round that follows (CE-REACT-40, CE-REACT-41).
    """
    until = until_of(fight, said.end_of_round, said.rounds or (1 if name == "surprised" else None))
    usual = SURPRISE if name == "surprised" else dict.fromkeys(SURPRISE, 0)

    def number(given: int | None, key: str) -> int:
        return usual[key] if given is None else given

    return Condition(
        name,
        amount=said.amount or 0,
        label=said.label or "",
        initiative=number(said.initiative, "initiative"),
        skill=number(said.skill, "skill"),
        reaction=number(said.reaction, "reaction"),
        lasts=LASTING.get(name, "narrator") if until is None else "round",
        until=until,
    )


def condition_from(fight: Fight, consequence: Consequence) -> Condition | None:
    """Return the condition that a consequence is, None for one that is none."""
    name = OF_CONSEQUENCES.get(consequence.effect)
    return None if name is None else condition_of(fight, name, consequence)


def until_of(fight: Fight, end_of_round: int | None, rounds: int | None) -> int | None:
    """Return the round at whose end it ends, None for none; 1 round is the next one to begin (CE-REACT-11)."""
    if end_of_round is not None:
        return end_of_round
    return None if rounds is None else fight.round + rounds
