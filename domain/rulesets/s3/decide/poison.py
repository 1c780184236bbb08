"""Poison on its way: doses of coatings and by the narrator's hand (S3-POIS-1, S3-POIS-5, S3-POIS-9)."""

from domain.decision.decision import Decision
from domain.rulesets.s3.events.harm import DoseGiven
from domain.rulesets.s3.events.places import CoatingUsed
from domain.rulesets.s3.state import Dose, Fight, Person
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import Intent, Route


def new_dose(
    decision: Decision[Fight], poison: str, route: Route, source: str | None, intent: Intent | None, place: int = 1
) -> Dose:
    """A dose of a poison of the table, given now by this route; ingested ones wait for the narrator (S3-POIS-6)."""
    entry = POISONS[poison]
    return Dose(
        f"dose-{decision.next_lineage_version}-{place}",
        poison,
        entry["coins"],
        route,
        decision.state.round_number,
        decision.next_lineage_version,
        entry.get("effect"),
        entry.get("lasts"),
        source,
        intent,
        waits_for_narrator=route == "ingested",
    )


def give_dose(decision: Decision[Fight], target: Person, dose: Dose, *, cause: int | None = None) -> None:
    """The dose is on its way."""
    decision.record(DoseGiven(combatant=target.id, dose=dose), cause=cause)


def coating_dose(
    decision: Decision[Fight], attacker: str, item_id: str, route: Route, intent: Intent | None
) -> Dose | None:
    """Take one dose off an item's coating, to go in by the way of the weapon (S3-POIS-5); None where there is none."""
    item = decision.state.people[attacker].items.get(item_id)
    if item is None or item.coating is None or item.coating.doses < 1:
        return None
    decision.cause = decision.record(CoatingUsed(combatant=attacker, item=item_id, left=item.coating.doses - 1))
    return new_dose(decision, item.coating.poison, route, attacker, intent)
