"""The conditions of combatants with their amounts (CE-SHEET-18), cover (CE-COVER-1), and vehicles in trouble.

``CONDITIONS`` is the one table of them, in the order in which they are drawn.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.rulesets.century.chapters.conditions.condition_terms import CONDITIONS as TERMS
from domain.rulesets.century.state import Condition as Borne
from domain.rulesets.century.state import Covered, Fight, Person
from domain.rulesets.century.table.saying import amounting, capital, listed, named_all
from domain.rulesets.century.words import ConditionName
from domain.table.look import Look
from domain.table.shapes import Condition, Tone
from domain.text.phrases import named

Named = tuple[str, Condition]
TONES: Final[Mapping[ConditionName, Tone]] = {
    "lucky": "good",
    "hidden": "good",
    "stealthy": "good",
    "stabilized": "warn",
}
"""The tone of conditions that are not bad."""
RULES_OF_CONDITIONS: Final[Mapping[ConditionName, str]] = {
    **{name: row.rule for name, row in TERMS.items()},
    "surprised": "CE-REACT-40",
    "dying": "CE-DOWN-1",
    "stabilized": "CE-DOWN-7",
    "dead": "CE-DOWN-2",
    "clearing_jam": "CE-CRIT-17",
}
"""The rule that says what a condition does."""


def conditions(look: Look[Fight], person: Person) -> dict[str, Condition]:
    """Return the conditions of a combatant, by IDs that they keep."""
    return dict([named for found in CONDITIONS for named in found(look, person)])


def _borne(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the conditions that rules and the narrator give (CE-SHEET-18)."""
    for key, one in person.conditions.items():
        until = _until(look, person, one)
        yield key, Condition(_label(look, one), TONES.get(one.name, "bad"), until, RULES_OF_CONDITIONS[one.name])


def _label(look: Look[Fight], one: Borne) -> str:
    """Return what a condition is called, with what it takes off, or adds to, rolls."""
    if one.name == "surprised":
        taken = (("initiative", one.initiative), ("skill_rolls", one.skill), ("checks", one.reaction))
        lost = [look.said(f"on_{what}", amount=amount) for what, amount in taken if amount]
        return look.said("surprised_by", lost=listed(look, lost)) if lost else look.label(one.name)
    what = capital(one.label) if one.label else look.label(one.name)
    return amounting(look, what, one.amount if one.name == "lucky" else -one.amount)


def _until(look: Look[Fight], person: Person, one: Borne) -> str:
    """Return what ends a condition; nothing if the narrator or an event does."""
    if one.name == "dying" and person.dies_in_round is not None:
        return look.said(look.state.options.bleed_out, round=person.dies_in_round)
    if one.lasts == "next_action":
        return look.said("until_later_action" if one.fresh else "until_next_action")
    return look.said("until_round", round=one.until) if one.lasts == "round" and one.until is not None else ""


def _cover(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield what hides a combatant, from whom, and how much of it (CE-COVER-1)."""
    cover = person.cover
    if cover.objects:
        behind = listed(look, [_covered(look, one) for one in cover.objects])
        if cover.against is None:
            label = look.said("behind", what=behind)
        else:
            label = look.said("behind_from", what=behind, who=named_all(look, cover.against))
        yield "cover", Condition(label, "good", rule="CE-COVER-1")


def _covered(look: Look[Fight], one: Covered) -> str:
    return look.said("hides", what=named(look.names, one.object), percent=one.percent)


def _trouble(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield that a vehicle is out of control, or has half its Move Points in the next round (CE-CLASS-8)."""
    craft = person.craft
    if craft is not None and craft.out_of_control:
        until = look.said("until_round", round=look.state.round)
        yield "out_of_control", Condition(look.said("out_of_control"), "bad", until, "CE-CLASS-8")
    if craft is not None and craft.half_pool:
        yield "half_pool", Condition(look.said("half_pool"), "bad", look.said("until_next_round"), "CE-CLASS-8")


CONDITIONS: Final[tuple[Callable[[Look[Fight], Person], Iterator[Named]], ...]] = (_borne, _cover, _trouble)
