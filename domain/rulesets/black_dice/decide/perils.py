"""Perils: spotting them, avoiding them, what they do (BD-PERIL). They hurt like attacks (BD-PERIL-11)."""

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require, require_distinct
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.checks import label_of, require_skill, require_stat
from domain.rulesets.black_dice.decide.choosing import cut_down
from domain.rulesets.black_dice.decide.damage import Blow, land
from domain.rulesets.black_dice.decide.legality import target_of
from domain.rulesets.black_dice.decide.plans import Chosen, Plan, chosen_of
from domain.rulesets.black_dice.decide.pools import action_roll, effect_throw
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.events.perils import PerilAvoided, PerilMet, PerilSpotted
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import INTENSITIES, PERILS
from domain.rulesets.black_dice.words import Difficulty, Intensity, Mark

MOST_DICE = max(row.most for row in INTENSITIES.values())
FALL = "fall"


class Danger(msgspec.Struct, frozen=True, omit_defaults=True):
    """A peril on its way: whom it meets, in order of joining, with so many dice.

    ``stat`` and ``skill`` avoid it, ``spotting`` is how hard it is to see; None where nobody can. ``blind`` have had to
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
    """Damage dice on their way to somebody or something; ``given`` says that ``chosen`` came with the command."""

    victim: str
    dice: int
    mark: Mark = "normal"
    armoured: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


def peril(decision: Decision[Fight], command: ask.Peril) -> None:
    """Something dangerous happens (BD-PERIL-5): all spot, all avoid, then one after the other is hurt (BD-PERIL-12)."""
    fight = decision.state
    victims = _victims_of(fight, command)
    intensity, dice, avoidance = _kind_of(fight, command)
    danger = Danger(
        victims,
        intensity,
        dice,
        "bruise" if command.bruise else "normal",
        command.armour_applies,
        bonus=command.bonus,
        black=command.black,
        chosen={victim: chosen_of(choices) for victim, choices in command.choices.items()},
    )
    if avoidance is not None:
        danger = replace(danger, stat=avoidance.stat, skill=avoidance.skill)
    if command.spotting is not None:
        danger = replace(danger, spotting=command.spotting.difficulty, must_spot=command.spotting.must_spot)
    _check(fight, danger, command)
    decision.cause = decision.record(
        PerilMet(victims=victims, intensity=intensity, dice=dice, peril=FALL if command.fall else command.peril)
    )
    decision.next(spot, danger)


def _victims_of(fight: Fight, command: ask.Peril) -> tuple[str, ...]:
    """The victims in order of joining; refuses the dead and the destroyed, and choices of others."""
    require_distinct(command.victims, "command.victims")
    for place, victim in enumerate(command.victims):
        target_of(fight, victim, f"command.victims[{place}]")
    choosing = {victim for victim in command.victims if victim in fight.people}
    for other in sorted(command.choices.keys() - choosing):
        said = f"{fight.name_of(other)} is no victim that has anything to choose."
        refuse(None, said, code="invalid", field=f"command.choices.{other}")
    return tuple([one for one in fight.joined if one in command.victims])


def _kind_of(fight: Fight, command: ask.Peril) -> tuple[Intensity, int, ask.Avoidance | None]:
    """Intensity, dice and avoidance: of a fall (BD-PERIL-10), of a named peril (BD-DATA-5), or as the narrator says."""
    avoidance = ask.Avoidance()
    if command.fall is not None:
        usual = min(MOST_DICE, fight.options.fall_dice_per_yard * command.fall)
        intensity: Intensity = next(key for key, row in INTENSITIES.items() if usual <= row.most)
    elif command.intensity is not None:
        intensity, usual = command.intensity, INTENSITIES[command.intensity].least
    else:
        named = PERILS.get(command.peril or "")
        if named is None:
            known = ", ".join(PERILS)
            refuse("BD-DATA-5", f"No peril is called {command.peril!r}; there are {known}.", field="command.peril")
        intensity, usual = named["intensity"], named["dice"]
        if "stat" in named:
            avoidance = ask.Avoidance(stat=named["stat"], skill=None)
    row, dice = INTENSITIES[intensity], usual if command.dice is None else command.dice
    fits = f"A {intensity} peril has {row.least} to {row.most} dice, not {dice}."
    require(row.least <= dice <= row.most, "BD-PERIL-5", fits, field="command.dice")
    if command.avoidance is not None:
        return intensity, dice, None if command.avoidance == "none" else command.avoidance
    return intensity, dice, avoidance


def _check(fight: Fight, danger: Danger, command: ask.Peril) -> None:
    """Refuse before any die falls what the victims cannot roll or cannot pay (BD-FATE-14).

    Choices are for the avoidance; for the spotting where there is nothing to avoid with.
    """
    for person in _able(fight, danger):
        choices, field = command.choices.get(person.id), f"command.choices.{person.id}"
        if danger.stat is not None:
            require_stat(person, danger.stat, "command.avoidance")
            require_skill(fight, danger.skill, "command.avoidance")
            _avoidance(fight, danger, person, choices, field)
        elif danger.spotting is not None:
            _spotting(fight, danger, person, choices, field)


def _able(fight: Fight, danger: Danger) -> list[Person]:
    """The victims that can do something about it: the unconscious do not roll (BD-PERIL-7)."""
    victims = [fight.people[victim] for victim in danger.victims if victim in fight.people]
    return [person for person in victims if person.able]


# Spotting


@stages.stage("black_dice.peril.spot", Danger)
def spot(decision: Decision[Fight], danger: Danger) -> None:
    """Where it is asked for, all look out (BD-PERIL-6); what is Very Easy to see is seen unthrown (BD-DIFF-1)."""
    fight = decision.state
    looking = _able(fight, danger) if danger.spotting is not None else []
    if not looking:
        decision.next(avoid, danger)
    elif danger.spotting == "very_easy":
        _seen(decision, danger, {person.id: fight.options.automatic_successes for person in looking})
    else:
        plans = [_spotting(fight, danger, person) for person in looking]
        main = danger.stat is None
        throw(
            decision,
            tuple([_with_chosen(fight, danger, plan, main=main) for plan in plans]),
            spotted.continuation(danger),
        )


def _spotting(
    fight: Fight, danger: Danger, person: Person, choices: ask.Choices | None = None, field: str = ""
) -> Plan:
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


@stages.reply("black_dice.peril.spotted", Danger)
def spotted(decision: Decision[Fight], danger: Danger, casts: tuple[Cast, ...]) -> None:
    """One net success sees it."""
    _seen(decision, danger, {fallen.plan.combatant: fallen.net for fallen in casts})


def _seen(decision: Decision[Fight], danger: Danger, nets: dict[str, int]) -> None:
    """Who had to see it and has not will not avoid it; otherwise the others only know (BD-PERIL-6)."""
    for victim, net in nets.items():
        decision.record(PerilSpotted(combatant=victim, spotted=net >= 1))
    blind = [victim for victim, net in nets.items() if danger.must_spot and net < 1]
    decision.next(avoid, replace(danger, blind=tuple(blind)))


# Avoiding


@stages.stage("black_dice.peril.avoid", Danger)
def avoid(decision: Decision[Fight], danger: Danger) -> None:
    """Whoever can throws to avoid it, at the difficulty of its intensity (BD-PERIL-7)."""
    fight = decision.state
    acting = [person for person in _able(fight, danger) if person.id not in danger.blind]
    if danger.stat is None or not acting:
        decision.next(hurt_all, danger)
        return
    plans = [_avoidance(fight, danger, person) for person in acting]
    throw(
        decision, tuple([_with_chosen(fight, danger, plan, main=True) for plan in plans]), avoided.continuation(danger)
    )


def _avoidance(
    fight: Fight, danger: Danger, person: Person, choices: ask.Choices | None = None, field: str = ""
) -> Plan:
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


@stages.reply("black_dice.peril.avoided", Danger)
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


# Damage


@stages.stage("black_dice.peril.hurt_all", Danger)
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


@stages.stage("black_dice.peril.fall_on", Falling)
def fall_on(decision: Decision[Fight], falling: Falling) -> None:
    """The damage dice of one victim, an effect throw that is nobody's own (BD-PERIL-8)."""
    throw(decision, (effect_throw("peril", falling.dice, against=falling.victim),), fallen_on.continuation(falling))


@stages.reply("black_dice.peril.fallen_on", Falling)
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
