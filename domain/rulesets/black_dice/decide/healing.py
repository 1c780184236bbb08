"""Healers: treating after the fight (BD-HEAL-1 to BD-HEAL-12, BD-HEAL-17), and stopping a death in it (BD-DYING-4)."""

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.checks import Trial, attempt, help_of, record_help, settle
from domain.rulesets.black_dice.decide.drinking import sober_up
from domain.rulesets.black_dice.decide.legality import require_acting
from domain.rulesets.black_dice.decide.pools import action_roll
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.events.harm import Healed, Stabilised, Treated
from domain.rulesets.black_dice.events.places import TimePassed, ZoneEquipped
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.said import HEALED_IN, roll
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import HEALING, KITS
from domain.rulesets.black_dice.words import Being, Difficulty, HealingPlace, Mark
from domain.text.phrases import listed

HEALING_STAT = "wits"
SKILLS_FOR: dict[Being, tuple[str, ...]] = {
    "person": ("medicine",),
    "automaton": ("engineering_clockwork", "ad_hoc_repair"),
}
IMPROVISED: dict[Being, HealingPlace] = {"person": "improvised_bandages", "automaton": "improvised_tools"}
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
    _require_healer(healer, patient, "BD-HEAL-4")
    require(patient.alive, "BD-DYING-8", f"{patient.name} is dead and past healing.", field="command.patient")
    shown = fight.shows_sheet(patient.id, decision.speaker)
    _require_skill(patient, command.skill, "BD-HEAL-2", shown=shown)
    place = command.place or place_in(fight, patient.zone, patient.kind)
    _require_place(patient, place, shown=shown)
    if not decision.speaker.is_narrator:
        _require_place_there(fight, patient, place)
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


def place_in(fight: Fight, zone: str, kind: Being) -> HealingPlace:
    """Return the place of healing that a zone holds for persons, or for automata; without one it is improvised."""
    held = (place for place in fight.equipped.get(zone, ()) if HEALING[place].automata == (kind == "automaton"))
    return next(held, IMPROVISED[kind])


def equip_zone(decision: Decision[Fight], command: ask.EquipZone) -> None:
    """Say which places of healing a zone holds, at most one for persons and one for automata (BD-HEAL-17)."""
    kinds = {HEALING[place].automata for place in command.places}
    said = "A zone holds at most one place of healing for persons and one for automata."
    require(len(kinds) == len(command.places), "BD-HEAL-17", said, field="command.places")
    decision.record(ZoneEquipped(zone=command.zone, places=command.places))


def difficulty_at(options: Options, place: HealingPlace) -> Difficulty:
    """How hard a place makes a treatment; a kit gives no bonus dice, unless the option says so (BD-HEAL-8)."""
    if place in KITS and options.heal_easy == "plus_five":
        return "easy"
    return HEALING[place].difficulty


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


def require_none_dying(fight: Fight, *, but: Person | None = None) -> None:
    """Refuse to let time pass while a combatant is dying (BD-HEAL-16), other than the patient ``but``."""
    dying = [person.name for person in fight.people.values() if person.condition == "dying" and person is not but]
    said = f"No time passes while somebody is dying: {listed(dying)}; stabilise them first."
    require(not dying, "BD-HEAL-16", said)


def pass_minutes(decision: Decision[Fight], minutes: int) -> None:
    """Time goes by for everybody, and sobers up who is alive (BD-DRINK-14)."""
    decision.cause = decision.record(TimePassed(minutes=minutes))
    for person in decision.state.people.values():
        if person.alive:
            sober_up(decision, person, minutes)


class Stabilising(msgspec.Struct, frozen=True):
    """A try to stop somebody's dying."""

    patient: str
    helper: str


def stabilise(decision: Decision[Fight], command: ask.Stabilise) -> None:
    """Wits + Medicine, or what repairs automata, needed 1, by anybody able in the same zone (BD-DYING-4)."""
    fight = decision.state
    helper = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    _require_healer(helper, patient, "BD-DYING-4")
    dying = patient.condition == "dying"
    detail = f"{patient.name} is {patient.condition}; only the dying are stabilised."
    require(dying, "BD-DYING-4", detail, field="command.patient")
    _require_skill(patient, command.skill, "BD-DYING-4", shown=fight.shows_sheet(patient.id, decision.speaker))
    helped, crowd = help_of(fight, helper, command.skill, command)
    plan = action_roll(
        fight,
        helper,
        command.skill,
        HEALING_STAT,
        command.skill,
        helped=helped,
        difficulty=command.difficulty,
        black=(("crowd", crowd),),
        choices=command.choices,
    )
    record_help(decision, helper, command)
    attempt(decision, plan, command.difficulty, then=stabilised.continuation(Stabilising(patient.id, helper.id)))


@stages.reply("black_dice.healing.stabilised", Stabilising)
def stabilised(decision: Decision[Fight], stabilising: Stabilising, net: int) -> None:
    """One success is enough: the count stops for good, and nothing heals."""
    if net > 0 and decision.state.people[stabilising.patient].condition == "dying":
        decision.record(Stabilised(combatant=stabilising.patient, by=stabilising.helper))


def _require_healer(healer: Person, patient: Person, rule: str) -> None:
    """Refuse a healer that is not able (BD-SKILL-13), or not where the patient is."""
    require_acting(healer)
    require(
        healer.zone == patient.zone, rule, f"{healer.name} is not where {patient.name} is.", field="command.patient"
    )


def _require_skill(patient: Person, skill: str, rule: str, *, shown: bool) -> None:
    """Refuse a skill that does not heal such a patient; what does is said to those to whom its sheet is ``shown``."""
    skills = SKILLS_FOR[patient.kind]
    said = f"treated with {' or '.join(map(roll, skills))}" if shown else f"not treated with {roll(skill)}"
    require(skill in skills, rule, f"{patient.name} is {said}.", field="command.skill")


def _require_place(patient: Person, place: HealingPlace, *, shown: bool) -> None:
    """Refuse a place that is none for such a body (BD-HEAL-6), as ``_require_skill`` does."""
    fitting = [key for key, row in HEALING.items() if row.automata == (patient.kind == "automaton")]
    there = f"; there is {listed(HEALED_IN[key] for key in fitting)}" if shown else ""
    require(
        place in fitting,
        "BD-HEAL-6",
        f"{patient.name} cannot be treated with {HEALED_IN[place]}{there}.",
        field="command.place",
    )


def _require_place_there(fight: Fight, patient: Person, place: HealingPlace) -> None:
    """Refuse a place that the narrator has not declared of the patient's zone (BD-HEAL-17)."""
    there = place_in(fight, patient.zone, patient.kind)
    meant = HEALED_IN[place]
    said = f"{patient.name} is treated with {HEALED_IN[there]}, unless the narrator says that there is {meant}."
    require(place == there, "BD-HEAL-17", said, field="command.place")
