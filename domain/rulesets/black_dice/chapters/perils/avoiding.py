"""Meeting a peril: spotting it, avoiding it, and the damage of what is left (BD-PERIL-6 to BD-PERIL-12)."""

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.checks import label_of
from domain.rulesets.black_dice.chapters.dice.choices import cut_down
from domain.rulesets.black_dice.chapters.dice.plans import Chosen, Plan
from domain.rulesets.black_dice.chapters.dice.pools import action_roll, effect_throw
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.wounds.damage import Blow, land
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.said import (
    Who,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import INTENSITIES
from domain.rulesets.black_dice.words import Difficulty, Intensity, Mark
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken


class PerilSpotted(Event, frozen=True, kw_only=True):
    """A victim has seen a peril coming, or has not (BD-PERIL-6)."""

    type: ClassVar[str] = "black_dice.peril_spotted"
    words = "Peril spotted"
    says = "{combatant} {spotted} it coming."
    example = {"combatant": "brass_tom", "spotted": False}
    combatant: Who
    spotted: Annotated[bool, Spoken({True: "sees", False: "does not see"})]

    def brief(self) -> str:
        """That it is seen says whether it is avoided."""
        return "" if self.spotted else "{combatant} | is taken unawares"

    told = Told(brief=brief)


class PerilAvoided(Event, frozen=True, kw_only=True):
    """A victim has avoided a peril, halved it (BD-PERIL-7), or neither: ``dice`` are left of it."""

    type: ClassVar[str] = "black_dice.peril_avoided"
    words = "Peril avoided"
    example = {"combatant": "brass_tom", "avoided": False, "dice": 5}
    combatant: Who
    avoided: bool
    dice: int

    def says(self) -> str:
        if self.avoided:
            return "{combatant} comes away unharmed."
        return "{combatant} does not get clear and is hit by {dice:die|dice}."

    def brief(self) -> str:
        return AS_SAID if self.avoided else ""

    told = Told(brief=brief)


class Danger(msgspec.Struct, frozen=True, omit_defaults=True):
    """A peril on its way: its victims, in order of joining, and its dice.

    ``stat`` and ``skill`` avoid it, ``spotting`` is how hard it is to see, or None. ``blind`` have had to
    see it and have not. ``left`` are the dice that are left for those who have tried to avoid it. ``chosen`` are the
    choices that came with the command.
    """

    victims: tuple[str, ...]
    intensity: Intensity
    dice: int
    mark: Mark = "normal"
    armoured: bool = False
    stat: str | None = None
    skill: str | None = None
    bonus: int = 0
    black: int = 0
    spotting: Difficulty | None = None
    must_spot: bool = False
    blind: tuple[str, ...] = ()
    left: dict[str, int] = {}
    chosen: dict[str, Chosen] = {}


class Falling(msgspec.Struct, frozen=True, omit_defaults=True):
    """Damage dice on their way to a combatant or an object; ``given`` says that ``chosen`` came with the command."""

    victim: str
    dice: int
    mark: Mark = "normal"
    armoured: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


def able_victims(fight: Fight, danger: Danger) -> list[Person]:
    """The victims that can do something about it: the unconscious do not roll (BD-PERIL-7)."""
    victims = [fight.people[victim] for victim in danger.victims if victim in fight.people]
    return [person for person in victims if person.able]


@stage("black_dice.peril.spot", Danger, draws=True)
def spot(decision: Decision[Fight], danger: Danger) -> None:
    """Where it is asked for, all look out (BD-PERIL-6); what is Very Easy to see is seen unthrown (BD-DIFF-1)."""
    fight = decision.state
    looking = able_victims(fight, danger) if danger.spotting is not None else []
    if not looking:
        decision.next(avoid, danger)
    elif danger.spotting == "very_easy":
        _seen(decision, danger, {person.id: fight.options.automatic_successes for person in looking})
    else:
        plans = [spotting_roll(fight, danger, person) for person in looking]
        main = danger.stat is None
        throw(
            decision,
            tuple([_with_chosen(fight, danger, plan, main=main) for plan in plans]),
            spotted.continuation(danger),
        )


def spotting_roll(
    fight: Fight, danger: Danger, person: Person, choices: Choices | None = None, field: str = ""
) -> Plan:
    """Wits + Perception, as hard as the narrator says (BD-PERIL-6)."""
    return action_roll(
        fight,
        person,
        "perception",
        "wits",
        "perception",
        difficulty=danger.spotting or "average",
        choices=choices,
        field=field,
    )


@reply("black_dice.peril.spotted", Danger)
def spotted(decision: Decision[Fight], danger: Danger, casts: tuple[Cast, ...]) -> None:
    """One net success sees it."""
    _seen(decision, danger, {fallen.plan.combatant: fallen.net for fallen in casts})


def _seen(decision: Decision[Fight], danger: Danger, nets: dict[str, int]) -> None:
    """Those who had to see it and have not will not avoid it (BD-PERIL-6)."""
    for victim, net in nets.items():
        decision.record(PerilSpotted(combatant=victim, spotted=net >= 1))
    blind = [victim for victim, net in nets.items() if danger.must_spot and net < 1]
    decision.next(avoid, replace(danger, blind=tuple(blind)))


@stage("black_dice.peril.avoid", Danger, draws=True)
def avoid(decision: Decision[Fight], danger: Danger) -> None:
    """Those who can throw to avoid it, at the difficulty of its intensity (BD-PERIL-7)."""
    fight = decision.state
    acting = [person for person in able_victims(fight, danger) if person.id not in danger.blind]
    if danger.stat is None or not acting:
        decision.next(hurt_all, danger)
        return
    plans = [avoidance_roll(fight, danger, person) for person in acting]
    throw(
        decision, tuple([_with_chosen(fight, danger, plan, main=True) for plan in plans]), avoided.continuation(danger)
    )


def avoidance_roll(
    fight: Fight, danger: Danger, person: Person, choices: Choices | None = None, field: str = ""
) -> Plan:
    """The stat and skill that avoid it, at the difficulty of its intensity (BD-PERIL-7)."""
    stat = danger.stat or ""
    return action_roll(
        fight,
        person,
        label_of(stat, danger.skill),
        stat,
        danger.skill,
        difficulty=INTENSITIES[danger.intensity].avoidance,
        bonuses=(("narrator", danger.bonus),),
        black=(("narrator", danger.black),),
        choices=choices,
        field=field,
    )


def _with_chosen(fight: Fight, danger: Danger, plan: Plan, *, main: bool) -> Plan:
    """The throw with its thrower's choices, as far as purse and pool still allow; the others get none of them."""
    chosen = danger.chosen.get(plan.combatant)
    if chosen is None:
        return plan
    if not main:
        return replace(plan, given=True)
    return cut_down(fight, replace(plan, chosen=Chosen(common=chosen.common)), chosen.fate, chosen.trade)


@reply("black_dice.peril.avoided", Danger)
def avoided(decision: Decision[Fight], danger: Danger, casts: tuple[Cast, ...]) -> None:
    """One net success avoids it all; with ``peril_partial=half`` one halves its dice, two avoid it (BD-PERIL-7)."""
    halves = decision.state.options.peril_partial == "half"
    left = {}
    for fallen in casts:
        victim, net = fallen.plan.combatant, fallen.net
        dice = danger.dice if net == 0 else -(-danger.dice // 2) if halves and net == 1 else 0
        left[victim] = dice
        decision.record(PerilAvoided(combatant=victim, avoided=dice == 0, dice=dice), cause=fallen.version)
    decision.next(hurt_all, replace(danger, left=left))


@stage("black_dice.peril.hurt_all", Danger)
def hurt_all(decision: Decision[Fight], danger: Danger) -> None:
    """What is left of it falls on one victim after the other, each completely (BD-PERIL-12)."""
    falling = [
        Falling(
            victim,
            danger.left.get(victim, danger.dice),
            danger.mark,
            danger.armoured,
            danger.chosen.get(victim, Chosen()),
            victim in danger.chosen,
        )
        for victim in danger.victims
    ]
    decision.steps(*((fall_on, one) for one in falling if one.dice))


@stage("black_dice.peril.fall_on", Falling, draws=True)
def fall_on(decision: Decision[Fight], falling: Falling) -> None:
    """The damage dice of one victim, an effect throw that belongs to no combatant (BD-PERIL-8)."""
    throw(decision, (effect_throw("peril", falling.dice, against=falling.victim),), fallen_on.continuation(falling))


@reply("black_dice.peril.fallen_on", Falling)
def fallen_on(decision: Decision[Fight], falling: Falling, casts: tuple[Cast, ...]) -> None:
    """Each success is a point of damage (BD-PERIL-8); armour counts only where the narrator says so (BD-PERIL-9)."""
    land(
        decision,
        Blow(
            falling.victim,
            (("peril", casts[0].net),),
            falling.mark,
            armoured=falling.armoured,
            chosen=falling.chosen,
            given=falling.given,
        ),
    )


AVOIDING: Chapter[Fight] = Chapter(
    events=(PerilSpotted, PerilAvoided), stages=(spot, spotted, avoid, avoided, hurt_all, fall_on, fallen_on)
)
