"""Time: recovery between turns, and what lack of care does (YY-NARR-5, YY-VIT-8 to YY-VIT-10, YY-MB-6, YY-STAM-6)."""

from collections.abc import Iterable, Iterator

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.able import require_alive
from domain.rulesets.yin_yang.decide.harm import fall, recover, restore
from domain.rulesets.yin_yang.events.harm import DyingCounted, HoursKept, Stabilised, TimePassed
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import HOURS_OF_A_DAY, HOURS_OF_MENTAL_REST, HOURS_OF_REST
from domain.rulesets.yin_yang.words import Track

NO_CARE = "no care"
REST = "rest"


def pass_time(decision: Decision[Fight], command: ask.PassTime) -> None:
    """Let hours pass (YY-NARR-5): deaths and stabilising, Stamina, Vitality, Mental Balance, then the thresholds."""
    fight = decision.state
    for combatant in command.only:
        require_alive(find_combatant(fight, combatant, "command.only"), "command.only")
    only = tuple([combatant for combatant in fight.people if combatant in command.only])
    concerned = [fight.people[combatant] for combatant in only or fight.people]
    for field in ("resting", "mentally_resting", "cared_for"):
        for combatant in getattr(command, field):
            person = find_combatant(fight, combatant, f"command.{field}")
            require_alive(person, f"command.{field}")
            said = f"No time passes for {person.name}, who is not among those for whom it passes."
            require(not only or combatant in only, "YY-NARR-5", said, field=f"command.{field}")
    decision.cause = decision.record(TimePassed(hours=command.hours, only=only))
    for person in unattended(concerned):
        if person.id in command.cared_for:
            decision.record(Stabilised(combatant=person.id))
        else:
            fall(decision, person.id, "dead", NO_CARE)
    living = [person for person in concerned if person.alive]
    resting = [person for person in living if person.id in command.resting or not person.able]
    at_peace = [person for person in living if person.id in command.mentally_resting]
    steps: tuple[tuple[Track, list[Person], int], ...] = (
        ("stamina", resting, HOURS_OF_REST),
        ("vitality", living, HOURS_OF_A_DAY * fight.options.vitality_days),  # YY-RUL-5
        ("mental_balance", at_peace, HOURS_OF_MENTAL_REST),
    )
    risen = [
        (person.id, track)
        for track, people, period in steps
        for person in people
        if _recover(decision, person, track, command.hours, period)
    ]
    for combatant, track in risen:
        recover(decision, combatant, track)


def unattended(people: Iterable[Person]) -> Iterator[Person]:
    """Those of them who are dying and whom nobody has stabilised."""
    return (person for person in people if "dying" in person.out and not person.stabilised)


def _recover(decision: Decision[Fight], person: Person, track: Track, hours: int, period: int) -> bool:
    """A point for each whole period; the rest of the hours is kept for next time (YY-VIT-10). Whether there was one.

    At the maximum no hours are kept (YY-NARR-8).
    """
    kept = {"vitality": person.healing_hours, "mental_balance": person.mental_rested_hours}.get(track, 0)
    periods, rest = divmod(kept + hours, period)
    points = restore(decision, person.id, track, periods, REST) if periods else 0
    if person.points(track) < person.most(track) and rest != kept:
        decision.record(HoursKept(combatant=person.id, track=track, hours=rest))
    return points > 0


def count_dying(decision: Decision[Fight]) -> None:
    """At the end of a turn, count it for the dying; at the option's number they die (YY-VIT-8, YY-ORD-3, YY-RUL-7).

    Without the option the narrator decides.
    """
    most = decision.state.options.care_within_turns
    if most == "none":
        return
    for person in unattended(decision.state.people.values()):
        counted = decision.record(DyingCounted(combatant=person.id, turns=person.turns_dying + 1))
        if person.turns_dying >= most:
            entered, decision.cause = decision.cause, counted
            fall(decision, person.id, "dead", NO_CARE)
            decision.cause = entered
