"""How facts about combat, rounds and declarations change the state."""

from msgspec.structs import replace

from domain.core.events import Answered
from domain.core.evolve import Folds
from domain.core.evolve import answered as core_answered
from domain.rulesets.ticks.events.rounds import (
    ChangeScheduled,
    CombatCalled,
    CombatEnded,
    CountAwaited,
    DeclarationsRevealed,
    DeclarationUpheld,
    DeclarationVoided,
    Declared,
    DifficultySet,
    DrawnIn,
    Held,
    Hurried,
    Lapsed,
    PlanMade,
    ResolutionStarted,
    RoundEnded,
    RoundStarted,
    TickCalled,
    TimePassed,
)
from domain.rulesets.ticks.state import Fight, Scheduled, Turn


def combat_called(fight: Fight, event: CombatCalled) -> None:
    fight.phase = "between"
    fight.round = 0
    for name in dict.fromkeys((event.combatant, event.against, *event.earshot)):
        fight.people[name].since = 0


def drawn_in(fight: Fight, event: DrawnIn) -> None:
    person = fight.people[event.combatant]
    person.since, person.late = fight.round, event.late


def round_started(fight: Fight, event: RoundStarted) -> None:
    """Everybody's record begins anew; what an opening attack has done is a part of round 1 (TK-COMBAT-5)."""
    fight.phase, fight.round, fight.tick, fight.awaited = "declaration", event.round, 0, None
    for person in fight.people.values():
        person.late = False
        kept = person.turn if fight.opening else Turn()
        person.turn = Turn(hit=kept.hit, stopped=kept.stopped, wounded=kept.wounded)
    fight.opening = False


def tick_called(fight: Fight, event: TickCalled) -> None:
    fight.tick, fight.awaited, fight.closed = event.tick, None, False
    for person in fight.people.values():
        if person.turn.answered_by is not None:
            person.turn = replace(person.turn, answered_by=None)


def answered(fight: Fight, event: Answered) -> None:
    """On a tick of the count down a plan answers, or somebody itself, whose answer counts for more (TK-PLAN-1)."""
    core_answered(fight, event)
    if event.kind == "act":
        person = fight.people[event.to]
        person.turn = replace(person.turn, answered_by="plan" if event.by == "policy" else "self")


def count_awaited(fight: Fight, event: CountAwaited) -> None:
    fight.awaited, fight.closed = event.next, event.closed


def declared(fight: Fight, event: Declared) -> None:
    """Luck is spent with the declaration (TK-DECL-14), whether its strike comes about or not (TK-MAN-14)."""
    if event.declaration is not None:
        person = fight.people[event.combatant]
        person.luck -= event.declaration.luck.total
        person.turn = replace(person.turn, declared=event.declaration)


def declaration_voided(fight: Fight, event: DeclarationVoided) -> None:
    person = fight.people[event.combatant]
    if person.turn.declared is not None:
        person.luck += person.turn.declared.luck.total
        person.turn = replace(person.turn, declared=None, plan=None)


def declaration_upheld(fight: Fight, event: DeclarationUpheld) -> None:
    """A trick has its difficulty from now on; a condition in words stands as it was declared."""
    if event.difficulty is None:
        return
    person = fight.people[event.combatant]
    if person.turn.declared is not None:
        person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=event.difficulty))


def difficulty_set(fight: Fight, event: DifficultySet) -> None:
    person = fight.people[event.combatant]
    if person.turn.declared is not None:
        person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=event.difficulty))


def declarations_revealed(fight: Fight, event: DeclarationsRevealed) -> None:
    """Defence points are there from the first tick on (TK-DEF-1, TK-DEF-4), but of the unconscious (TK-DEF-6)."""
    for name, declaration in event.declarations.items():
        person = fight.people[name]
        defends = declaration.action == "defend" and person.conscious
        weapon = person.owned(declaration.weapon) if defends else None
        points = 0 if weapon is None else weapon.base + person.level(weapon.skill)
        person.turn = replace(person.turn, revealed=True, defence=points)


def resolution_started(fight: Fight, event: ResolutionStarted) -> None:
    fight.phase = "resolution"


def plan_made(fight: Fight, event: PlanMade) -> None:
    person = fight.people[event.combatant]
    person.turn = replace(person.turn, plan=event.plan)


def hurried(fight: Fight, event: Hurried) -> None:
    person = fight.people[event.combatant]
    person.luck -= event.points
    person.turn = replace(person.turn, hurried=person.turn.hurried + event.points)


def held(fight: Fight, event: Held) -> None:
    person = fight.people[event.combatant]
    person.turn = replace(person.turn, until=event.until)


def nothing(fight: Fight, event: Lapsed) -> None:
    """A fact that is worth telling, and changes nothing."""


def round_ended(fight: Fight, event: RoundEnded) -> None:
    """What lasts as long as a round is over (TK-END-6): an unused attack is lost (TK-ATK-5).

    So are defence points (TK-DEF-5), deferrals (TK-DEFER-15) and holds (TK-GRAP-4, TK-RUL-36).
    """
    fight.phase, fight.tick, fight.awaited, fight.scheduled = "between", 0, None, ()
    fight.closed = False
    for person in fight.people.values():
        person.held_by = {}
        if fight.options.stand_up == "free":
            person.prone = False
        person.turn = Turn()


def combat_ended(fight: Fight, event: CombatEnded) -> None:
    fight.phase, fight.round, fight.opening = "calm", 0, False
    for person in fight.people.values():
        person.since, person.late, person.awarded, person.turn = None, False, False, Turn()


def time_passed(fight: Fight, event: TimePassed) -> None:
    fight.clock = event.clock


def change_scheduled(fight: Fight, event: ChangeScheduled) -> None:
    fight.scheduled = (*fight.scheduled, Scheduled(event.tick, event.change))


ROUND_FOLDS: Folds = {
    CombatCalled: combat_called,
    DrawnIn: drawn_in,
    RoundStarted: round_started,
    TickCalled: tick_called,
    Answered: answered,
    CountAwaited: count_awaited,
    Declared: declared,
    DeclarationVoided: declaration_voided,
    DeclarationUpheld: declaration_upheld,
    DifficultySet: difficulty_set,
    DeclarationsRevealed: declarations_revealed,
    ResolutionStarted: resolution_started,
    PlanMade: plan_made,
    Hurried: hurried,
    Held: held,
    Lapsed: nothing,
    RoundEnded: round_ended,
    CombatEnded: combat_ended,
    TimePassed: time_passed,
    ChangeScheduled: change_scheduled,
}
