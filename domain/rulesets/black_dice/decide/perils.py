"""Perils: which it is, whom it meets, how it can be avoided (BD-PERIL). Spotting and avoiding are in ``avoiding``."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require, require_distinct
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.avoiding import Danger, able_victims, avoidance_roll, spot, spotting_roll
from domain.rulesets.black_dice.decide.checks import require_skill, require_stat
from domain.rulesets.black_dice.decide.objections import target_of
from domain.rulesets.black_dice.decide.plans import chosen_of
from domain.rulesets.black_dice.events.perils import PerilMet
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import INTENSITIES, PERILS
from domain.rulesets.black_dice.words import Intensity

MOST_DICE = max(row.most for row in INTENSITIES.values())
FALL = "fall"


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
    for person in able_victims(fight, danger):
        choices, field = command.choices.get(person.id), f"command.choices.{person.id}"
        if danger.stat is not None:
            require_stat(person, danger.stat, "command.avoidance")
            require_skill(fight, danger.skill, "command.avoidance")
            avoidance_roll(fight, danger, person, choices, field)
        elif danger.spotting is not None:
            spotting_roll(fight, danger, person, choices, field)
