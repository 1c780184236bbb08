"""The target number of a roll: base, abilities, Skill, modifiers, fate, each part with its rule (CE-ROLL-4)."""

from typing import Final

from domain.rulesets.century.chapters.rolls.abilities import PERCENT_OF_LEVEL, reaction_adjustment, shared, skill_bonus
from domain.rulesets.century.chapters.rolls.standing_modifiers import standing_parts
from domain.rulesets.century.state import Candidate, Fight, Modifier, Part, Roll
from domain.rulesets.century.tables import CUSTOM, MODIFIERS

BASE_RULES: Final = {
    "melee": "CE-HIT-4",
    "short": "CE-RANGE-1",
    "medium": "CE-RANGE-2",
    "long": "CE-RANGE-3",
    "called": "CE-CALLED-2",
}
"""The rule that a base comes from, by the key of a To-Hit Roll's candidate; of all others it is the narrator's."""
PERCENT_BEFORE, PERCENT_AFTER = 25, 10
"""What each Fate Point adds, spent before or after the throw (CE-FATE-1, CE-FATE-2); no modifier (CE-SKILL-36)."""


def target_parts(fight: Fight, roll: Roll, candidate: Candidate) -> tuple[Part, ...]:
    """All parts as they stand now, zero parts of base, ability and Skill included (CE-ROLL-4, CE-MOD-20).

    They are base, abilities, 3 for each level, modifiers (CE-SKILL-2, CE-REACT-2). A way that names no Skill
    (CE-SKILL-5), or neither Skill nor ability (CE-SKILL-7), adds nothing for it.
    """
    roller = fight.people[roll.combatant]
    reaction = roll.kind == "reaction"
    bonus = reaction_adjustment if reaction else skill_bonus
    numbers = [bonus(roller, ability) for ability in candidate.abilities]
    percent = PERCENT_OF_LEVEL * roller.level(candidate.skill)
    base = Part("base", candidate.base, BASE_RULES.get(candidate.key, "CE-ROLL-10"))
    ability = Part("ability", shared(fight.options, numbers), "CE-ABIL-3", "/".join(candidate.abilities))
    skill = Part("skill", percent, "CE-ABIL-4", candidate.skill or "")
    named = [_named(modifier) for modifier in roll.modifiers]
    fate = [Part("fate_before", PERCENT_BEFORE * roll.fate_before, "CE-FATE-1")] if roll.fate_before else []
    return (base, ability, skill, *roll.extra, *standing_parts(fight, roll), *named, *fate)


def target_number(parts: tuple[Part, ...]) -> int:
    """Return the sum of the parts (CE-SKILL-13), never clamped (CE-ROLL-5)."""
    return sum([part.amount for part in parts])


def chosen(roll: Roll) -> Candidate:
    """Return the candidate that the roll is made with."""
    return next(candidate for candidate in roll.candidates if candidate.key == roll.chosen)


def _named(modifier: Modifier) -> Part:
    rule = "CE-SKILL-12" if modifier.key == CUSTOM else MODIFIERS[modifier.key].rule
    return Part(modifier.key, modifier.amount, rule, modifier.label)
