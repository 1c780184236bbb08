"""Treatment after the fight: what a healer heals, and the time that it takes (BD-HEAL-1 to BD-HEAL-12)."""

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.checks import Trial, help_of, record_help, settle
from domain.rulesets.black_dice.decide.healers import HEALING_STAT, require_healer, require_skill
from domain.rulesets.black_dice.decide.healing_places import difficulty_at, place_in, require_place, require_place_there
from domain.rulesets.black_dice.decide.pools import action_roll
from domain.rulesets.black_dice.decide.resting import pass_minutes, require_none_dying
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.events.harm import Healed, Treated
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import HEALING
from domain.rulesets.black_dice.words import Mark

MINUTES_A_SUCCESS = 10


class Treating(msgspec.Struct, frozen=True):
    """A treatment whose dice are falling."""

    patient: str
    healer: str
    skill: str
    first: Mark


def treat(decision: Decision[Fight], command: ask.Treat) -> None:
    """Wits + Medicine, or what repairs automata (BD-HEAL-1, BD-HEAL-2), as hard as the place makes it (BD-HEAL-6)."""
    fight = decision.state
    healer = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    require_healer(healer, patient, "BD-HEAL-4")
    require(patient.alive, "BD-DYING-8", f"{patient.name} is dead and past healing.", field="command.patient")
    shown = fight.shows_sheet(patient.id, decision.speaker)
    require_skill(patient, command.skill, "BD-HEAL-2", shown=shown)
    place = command.place or place_in(fight, patient.zone, patient.kind)
    require_place(patient, place, shown=shown)
    if not decision.speaker.is_narrator:
        require_place_there(fight, patient, place)
    once = fight.options.heal_attempts == "once"
    require(
        not (once and patient.treated),
        "BD-HEAL-11",
        f"{patient.name} has been treated and not been hurt since.",
        field="command.patient",
    )
    require_none_dying(fight, but=patient)
    helped, crowd = help_of(fight, healer, command.skill, command)
    plan = action_roll(
        fight,
        healer,
        command.skill,
        HEALING_STAT,
        command.skill,
        helped=helped,
        difficulty=difficulty_at(fight.options, place),
        bonuses=(("narrator", command.bonus),),
        penalties=(("narrator", -command.penalty),),
        black=(("crowd", crowd), ("narrator", command.black)),
        choices=command.choices,
    )
    if HEALING[place].difficulty == "very_easy":
        plan = replace(plan, least=fight.options.automatic_successes)
    record_help(decision, healer, command)
    treating = Treating(patient.id, healer.id, command.skill, command.first)
    throw(decision, (plan,), treated.continuation(treating))


@stages.reply("black_dice.healing.treated", Treating)
def treated(decision: Decision[Fight], treating: Treating, casts: tuple[Cast, ...]) -> None:
    """Each success heals a pip (BD-HEAL-1) and takes ten minutes (BD-HEAL-3); a foul failure heals nothing."""
    fight, cast = decision.state, casts[0]
    patient = fight.people[treating.patient]
    settle(decision, Trial(treating.healer, treating.skill), cast.net, foul=cast.foul, foul_fails=True)
    successes = 0 if cast.foul else cast.net
    normal, bruise, used = healed_by(fight.options, patient, successes, treating.first)
    if used:
        health = patient.health + normal + bruise
        decision.record(Healed(combatant=patient.id, normal=normal, bruise=bruise, health=health, by=treating.healer))
    minutes = MINUTES_A_SUCCESS * max(1, used)
    decision.record(Treated(combatant=patient.id, healer=treating.healer, minutes=minutes))
    pass_minutes(decision, minutes)


def healed_by(options: Options, patient: Person, successes: int, first: Mark) -> tuple[int, int, int]:
    """Normal marks and bruises that so many successes heal, and how many of them that takes (BD-HEAL-5, BD-BRUISE-4).

    What is left of the first kind goes to the other; never more is healed than is marked.
    """
    factor = options.bruise_heal_factor
    for_all_bruises = -(-patient.bruise // factor)
    if first == "normal":
        on_normal = min(successes, patient.normal)
        on_bruise = min(successes - on_normal, for_all_bruises)
    else:
        on_bruise = min(successes, for_all_bruises)
        on_normal = min(successes - on_bruise, patient.normal)
    return on_normal, min(patient.bruise, factor * on_bruise), on_normal + on_bruise
