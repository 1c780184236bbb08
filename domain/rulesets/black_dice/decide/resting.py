"""Time that goes by outside rounds: natural healing, sobering up, waking (BD-HEAL-13 to BD-HEAL-16, BD-GREY-8)."""

from domain.decision.decision import Decision
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.consciousness import recover
from domain.rulesets.black_dice.decide.drinking import sober_up
from domain.rulesets.black_dice.events.harm import Healed
from domain.rulesets.black_dice.events.places import TimePassed
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state import Fight, Person
from domain.text.phrases import listed

MINUTES_AN_HOUR = 60
MINUTES_A_DAY = 24 * MINUTES_AN_HOUR
MINUTES_TO_WAKE = 10
REST = "rest"


def pass_time(decision: Decision[Fight], command: ask.PassTime) -> None:
    """Whole days heal, and whoever is not in the grey wakes; refused while anybody is dying (BD-HEAL-16)."""
    fight = decision.state
    require_none_dying(fight)
    minutes = command.minutes + MINUTES_AN_HOUR * command.hours + MINUTES_A_DAY * command.days
    pass_minutes(decision, minutes)
    for person in fight.people.values():
        if heals(fight.options, person):
            _heal(decision, person, minutes // MINUTES_A_DAY)
        if minutes >= MINUTES_TO_WAKE and person.knocked_out and person.alive and person.health >= 0:
            recover(decision, person, "wounds")


def heals(options: Options, person: Person) -> bool:
    """The dead do not heal, and automata do not by themselves (BD-HEAL-15)."""
    return person.alive and (person.kind == "person" or options.automata_heal)


def _heal(decision: Decision[Fight], person: Person, days: int) -> None:
    """Each whole day a pip and one for each point of Fortitude (BD-HEAL-13), bruises at their rate (BD-HEAL-14)."""
    pips = days * (1 + max(0, person.stats["fortitude"]))
    normal = min(person.normal, pips)
    bruise = min(person.bruise, pips * decision.state.options.bruise_heal_factor)
    if normal or bruise:
        decision.record(
            Healed(combatant=person.id, normal=normal, bruise=bruise, health=person.health + normal + bruise, by=REST)
        )


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
