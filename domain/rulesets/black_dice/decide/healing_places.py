"""Places of healing: which a zone holds, and how hard they make a treatment (BD-HEAL-6 to BD-HEAL-8, BD-HEAL-17)."""

from domain.decision.decision import Decision
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.events.places import ZoneEquipped
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.said import HEALED_IN
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import HEALING, KITS
from domain.rulesets.black_dice.words import Being, Difficulty, HealingPlace
from domain.text.phrases import listed

IMPROVISED: dict[Being, HealingPlace] = {"person": "improvised_bandages", "automaton": "improvised_tools"}


def place_in(fight: Fight, zone: str, kind: Being) -> HealingPlace:
    """Return the place of healing that a zone holds for persons, or for automata; without one it is improvised."""
    held = (place for place in fight.equipped.get(zone, ()) if HEALING[place].automata == (kind == "automaton"))
    return next(held, IMPROVISED[kind])


def difficulty_at(options: Options, place: HealingPlace) -> Difficulty:
    """How hard a place makes a treatment; a kit gives no bonus dice, unless the option says so (BD-HEAL-8)."""
    if place in KITS and options.heal_easy == "plus_five":
        return "easy"
    return HEALING[place].difficulty


def require_place(patient: Person, place: HealingPlace, *, shown: bool) -> None:
    """Refuse a place that is none for such a body (BD-HEAL-6), as ``require_skill`` does."""
    fitting = [key for key, row in HEALING.items() if row.automata == (patient.kind == "automaton")]
    there = f"; there is {listed(HEALED_IN[key] for key in fitting)}" if shown else ""
    require(
        place in fitting,
        "BD-HEAL-6",
        f"{patient.name} cannot be treated with {HEALED_IN[place]}{there}.",
        field="command.place",
    )


def require_place_there(fight: Fight, patient: Person, place: HealingPlace) -> None:
    """Refuse a place that the narrator has not declared of the patient's zone (BD-HEAL-17)."""
    there = place_in(fight, patient.zone, patient.kind)
    meant = HEALED_IN[place]
    said = f"{patient.name} is treated with {HEALED_IN[there]}, unless the narrator says that there is {meant}."
    require(place == there, "BD-HEAL-17", said, field="command.place")


def equip_zone(decision: Decision[Fight], command: ask.EquipZone) -> None:
    """Say which places of healing a zone holds, at most one for persons and one for automata (BD-HEAL-17)."""
    kinds = {HEALING[place].automata for place in command.places}
    said = "A zone holds at most one place of healing for persons and one for automata."
    require(len(kinds) == len(command.places), "BD-HEAL-17", said, field="command.places")
    decision.record(ZoneEquipped(zone=command.zone, places=command.places))
