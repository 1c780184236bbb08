"""What critical throws do (CE-CRIT-9 to CE-CRIT-24): the narrator chooses, or the standard effect comes about.

What an attack's critical brings to anybody waits in a common slot; what happens to the attacker's own weapon does not
(CE-TIE-5, CE-TIE-6).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, get_args

from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Json
from domain.model.refusal import Refused
from domain.rulesets.century.commands import CriticalSheet
from domain.rulesets.century.decide.condition_terms import condition_from
from domain.rulesets.century.decide.critical_choices import checked_choice, standard_choice, standard_degree
from domain.rulesets.century.decide.damage import throw_damage
from domain.rulesets.century.decide.fitting import fitting
from domain.rulesets.century.decide.handling import drop_item
from domain.rulesets.century.decide.held import bring, come_about
from domain.rulesets.century.decide.positions import distance_of, exposed
from domain.rulesets.century.decide.rolling import Rolling, roll_of
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.places import ItemUsedUp, WeaponFailed
from domain.rulesets.century.events.rolls import Confessed, CriticalChosen
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.state import CriticalChoice, Fight, Held, Roll, Turning, Wound
from domain.rulesets.century.words import CriticalKind

STANDARD: Final = "standard"


@stages.stage("century.criticals.due", Rolling)
def effect_due(decision: Decision[Fight], rolling: Rolling) -> None:
    """Stage 10 of CE-ROLL-12: by option the narrator chooses, the standard effect comes, or nothing (CE-CRIT-9).

    Any roll can be critical; a check that fails so has its consequence besides (CE-CRIT-8). Of a hidden roll nothing
    is due: see ``unasked_degree``.
    """
    roll = roll_of(decision, rolling)
    if roll is None or decision.state.options.critical_effects == "none":
        return
    if decision.state.options.critical_effects == "standard":
        apply_standard(decision, roll)
        return
    shown: dict[str, Json] = {
        "roll": roll.id,
        "combatant": roll.combatant,
        "critical": roll.critical,
        "severity": roll.severity,
        "standard": standard_choice(decision.state, roll).effect,
    }
    decision.ask(Question("choose_critical", NARRATOR_ID, shown), critical_chosen, rolling)


def unasked_degree(fight: Fight, roll: Roll) -> int | None:
    """The degree of a hidden critical where its standard effect comes unasked, by option or policy (CE-CRIT-9).

    A question, or a fact of its own, would tell others that the throw is critical (CE-ROLL-16): so this is judged at
    once, and what else comes of it the narrator says by its own commands.
    """
    effects = fight.options.critical_effects
    policy = fight.policy(NARRATOR_ID, "choose_critical")
    unasked = effects == "standard" or (effects == "narrator" and policy == STANDARD)
    return standard_degree(fight, roll) if unasked else None


@stages.reply("century.criticals.chosen", Rolling)
def critical_chosen(decision: Decision[Fight], rolling: Rolling, answer: CriticalSheet | str | None) -> None:
    """One critical, one effect (CE-CRIT-23); none if what was chosen no longer fits (CE-ROLL-13)."""
    fight, roll = decision.state, roll_of(decision, rolling)
    if roll is None or answer is None:
        return
    if isinstance(answer, CriticalSheet):
        choice = fitting(answer, lambda sheet: checked_choice(fight, roll, sheet, "answer"), "modifiers")
        apply_critical(decision, roll, choice or CriticalChoice("none"))
    else:
        apply_standard(decision, roll)


def apply_standard(decision: Decision[Fight], roll: Roll) -> None:
    """The standard effect; of a roll that is no attack it is the degree (CE-CRIT-22)."""
    fight = decision.state
    apply_critical(decision, roll, standard_choice(fight, roll), standard_degree(fight, roll))


def apply_critical(decision: Decision[Fight], roll: Roll, choice: CriticalChoice, degree: int | None = None) -> None:
    """What is chosen is on record and comes about."""
    event = CriticalChosen(roll=roll.id, combatant=roll.combatant, choice=choice, degree=degree)
    decision.cause = decision.record(event, audience=NARRATOR_ID if roll.hidden else "all")
    EFFECTS.get(choice.effect, nothing_more)(decision, roll, choice)


def nothing_more(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """``none``; and what the attack itself makes of an automatic hit and of doubled damage (CE-CRIT-10 to -12)."""


def change_heart(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """An NPC becomes an ally or an enemy of the roller (CE-CRIT-13, CE-CRIT-20)."""
    if choice.npc is not None and choice.attitude is not None:
        _bring(decision, roll, Held(choice.npc, attitude=Turning(roll.combatant, choice.attitude, choice.join)))


def confess(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """An NPC gives something away (CE-CRIT-14)."""
    if choice.npc is not None:
        decision.record(Confessed(combatant=choice.npc, to=roll.combatant, text=choice.text))


def drop_weapon(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon lies at the roller's place (CE-CRIT-15)."""
    drop_item(decision, roll.combatant, choice.weapon or "", "lost")


def jam(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon is jammed; clearing it takes so many rounds (CE-CRIT-16)."""
    decision.record(
        WeaponFailed(combatant=roll.combatant, weapon=choice.weapon or "", state="jammed", rounds=choice.rounds)
    )


def break_weapon(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon is useless for the rest of the encounter (CE-CRIT-18)."""
    decision.record(WeaponFailed(combatant=roll.combatant, weapon=choice.weapon or "", state="broken"))


def explode(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon is destroyed, its damage is thrown once, and hits the wielder first, then who is near (CE-CRIT-19)."""
    wielder = decision.state.people[roll.combatant]
    weapon = wielder.weapons[choice.weapon or ""]
    decision.cause = decision.record(WeaponFailed(combatant=wielder.id, weapon=weapon.id, state="destroyed"))
    if weapon.is_explosive:
        decision.record(ItemUsedUp(combatant=wielder.id, item=weapon.id))
    hurt = (wielder.id, *_near(decision.state, wielder.id, weapon, choice))
    total = throw_damage(decision, wielder.id, choice.damage or weapon.damage, weapon.name)
    cause = decision.cause
    for name in hurt:
        decision.cause = cause
        _bring(decision, roll, Held(name, wound=Wound(name, total, weapon.name)))


def _near(fight: Fight, wielder: str, weapon: Weapon, choice: CriticalChoice) -> Iterator[str]:
    """Who is within the radius, in the order of joining; without positions nobody can be measured (CE-CRIT-19)."""
    radius = weapon.area if choice.radius is None else choice.radius
    centre = fight.people[wielder].place
    if not radius or centre is None:
        return
    for person in exposed(fight):
        within = person.place is not None and distance_of(person.place, centre) <= radius
        if within and person.id != wielder:
            yield person.id


def set_conditions(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The narrator's own effect may set conditions on the roller or its target (CE-CRIT-21)."""
    cause = decision.cause
    for name, said in choice.conditions:
        decision.cause = cause
        _bring(decision, roll, Held(name, condition=condition_from(decision.state, said)))


def _bring(decision: Decision[Fight], roll: Roll, effect: Held) -> None:
    """What belongs to an attack may have to wait (CE-TIE-5); what another roll brings comes at once."""
    attack = decision.state.attack
    if attack is not None and roll.id.startswith(f"{attack.id}."):
        bring(decision, effect)
    else:
        come_about(decision, effect)


EFFECTS: Final[Mapping[CriticalKind, Callable[[Decision[Fight], Roll, CriticalChoice], None]]] = {
    "instant_ally": change_heart,
    "confession": confess,
    "drop_weapon": drop_weapon,
    "jam": jam,
    "break_weapon": break_weapon,
    "explode_weapon": explode,
    "instant_enemy": change_heart,
    "other": set_conditions,
}
"""What each effect does at once; the attack makes something of the others."""


# The prompt `choose_critical`


def check_choice(fight: Fight, prompt: Prompt, answer: CriticalSheet | Literal["standard"]) -> None:
    """An effect that fits the roll; else the prompt stays open (CE-CRIT-23)."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if roll is not None and isinstance(answer, CriticalSheet):
        checked_choice(fight, roll, answer, "answer")


def forms(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """The standard effect first (CE-CRIT-9), then those that need no more to be said."""
    yield STANDARD
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if roll is None:
        return
    for effect in get_args(CriticalKind):
        if fits(fight, roll, CriticalSheet(effect=effect)):
            yield {"effect": effect}


def fits(fight: Fight, roll: Roll, sheet: CriticalSheet) -> bool:
    """Whether an effect could be chosen without saying more of it."""
    try:
        checked_choice(fight, roll, sheet, "answer")
    except Refused:
        return False
    return True
