"""What somebody does beside its answers: hurrying, plans, dropping, releasing, fainting, waking."""

from typing import Annotated, ClassVar, Literal, get_args

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import Acting, CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.decision.typed_answers import open_prompt
from domain.fields.field import Condition, Lookup, Many, among, listed, looked_up, span
from domain.fields.sets import Labelled, Node, Span
from domain.fields.vocabulary import EVERYBODY, Vocabulary, keys_of
from domain.model.encounter import Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.acts import AT_STAKE, DISARMING, TESTED, check_choices
from domain.rulesets.ticks.chapters.counting.count_down import acting_group_open, ask_anew
from domain.rulesets.ticks.chapters.counting.who_acts import is_asked
from domain.rulesets.ticks.chapters.declaring.starts import start_of
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded, end_holds_by
from domain.rulesets.ticks.chapters.deeds.hands import drop as let_fall
from domain.rulesets.ticks.chapters.deeds.harm import FellUnconscious, Woke
from domain.rulesets.ticks.chapters.objections import part_said, require_luck
from domain.rulesets.ticks.chapters.vocabularies import ABLE, LUCK, OWN_THINGS, actors, by_actor, squares, times_said
from domain.rulesets.ticks.parts import PlanSheet, ThingName, Waking
from domain.rulesets.ticks.said import (
    Luck,
    plan_said,
)
from domain.rulesets.ticks.state import Fight, Person, Plan, Square
from domain.rulesets.ticks.words import AT_REST, COUNT, IN_ROUND, RESOLUTION, TO_ACTS, TO_ROUND, StepWay, Tactic, When
from domain.story.told import AS_SAID, Told
from domain.text.phrases import counted
from domain.text.sentences import Spoken
from domain.text.words import Label, Words


class Hurried(Event, frozen=True, kw_only=True):
    """Luck is spent on quickness after the declaration (TK-LCOMB-4)."""

    type: ClassVar[str] = "ticks.hurried"
    words = "Luck for quickness"
    told = Told(brief=AS_SAID)
    says = "{combatant} hurries for {points}."
    example = {"combatant": "bruno", "points": 1}
    combatant: str
    points: Luck

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.luck -= self.points
        person.turn = replace(person.turn, hurried=person.turn.hurried + self.points)


class PlanMade(Event, frozen=True, kw_only=True):
    """Somebody has a plan, which is its own secret (TK-PLAN-1)."""

    type: ClassVar[str] = "ticks.plan_made"
    words = "Plan"
    example = {
        "combatant": "iris",
        "plan": {"steps": "path", "path": [{"x": 2}, {"x": 1}], "strike": "first_chance", "until": 6},
    }
    private: ClassVar[frozenset[str]] = frozenset({"plan"})
    combatant: str
    plan: Annotated[Plan | None, Spoken(plan_said)] = None

    def says(self) -> str:
        return "{combatant} makes a secret plan." if self.plan is None else "{combatant} secretly plans to {plan}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, plan=self.plan)


def _declared(fight: Fight, actor: str, rule: str) -> Person:
    person = find_combatant(fight, actor, "command.actor")
    if person.turn.declared is None:
        refuse(rule, f"{person.name} has declared nothing in this round; that comes first.", field="command.actor")
    return person


def _haste(fight: Fight, person: Person) -> Node | None:
    """The luck that still raises the start (TK-LCOMB-3, TK-LCOMB-4)."""
    if person.turn.declared is None:
        return None
    most = min(99, person.luck)
    if fight.phase != "declaration":
        most = min(most, fight.tick - 1 - start_of(person))
    return Span(1, most) if most >= 1 else None


HASTE = by_actor("luck for haste", _haste)


class Hurry(Acting):
    """Buy quickness after the declaration (TK-LCOMB-4)."""

    form = {"actor": among(keys_of("who may hurry", HASTE)), "points": looked_up(HASTE, "actor")}
    interrupts: ClassVar[bool] = True
    during = PhaseRule(IN_ROUND, "TK-LCOMB-4", "Quickness is bought within a round, after one's declaration.", TO_ROUND)
    says = ()
    example = {"actor": "iris", "points": 1}
    words = Words("Hurry", "Spend {points:point|points} of luck on quickness", group="turn", costs="luck")
    type: Literal["ticks.hurry"] = "ticks.hurry"
    points: Annotated[int, Field(ge=1, le=99)]

    def decide(self, decision: Decision[Fight]) -> None:
        """Luck raises the start, as long as that tick has not been opened (TK-LCOMB-3, TK-LCOMB-4, TK-RUL-40)."""
        fight = decision.state
        person = _declared(fight, self.actor, "TK-LCOMB-4")
        require_luck(person, self.points, "command.points")
        start = start_of(person) + self.points
        said = f"{person.name} would begin on tick {start}, which has been opened; it has to lie below {fight.tick}."
        require(fight.phase == "declaration" or fight.tick > start, "TK-LCOMB-4", said, field="command.points")
        decision.record(Hurried(combatant=person.id, points=self.points))
        ask_anew(decision)


def _tactics(fight: Fight, person: Person) -> Node:
    """When a plan may strike: where an attack or an aim has been declared (TK-PLAN-5)."""
    tactics: tuple[Tactic, ...] = get_args(Tactic) if person.turn.action in ("attack", "aim") else ("never",)
    return tuple([Labelled(tactic, Label(f"tactic_{tactic}")) for tactic in tactics])


STRIKING: Condition = {"strike": ("first_chance", "from")}


class MakePlan(Acting, PlanSheet):
    """Plan what to do on every tick of the round (TK-PLAN-1). The plan is secret and may be replaced."""

    form = {
        "actor": among(actors("who has declared", lambda fight, person: person.turn.declared is not None)),
        "steps": listed(*[Labelled(way, Label(f"plan_{way}")) for way in get_args(StepWay)]),
        "path": squares(many=Many(0, 200), when={"steps": ("path",)}),
        "target": among(EVERYBODY, when={"steps": ("toward", "away")}, required=True, bars=("actor",)),
        "stop": span(0, 20_000, when={"steps": ("toward",)}, seldom=True),
        "when": listed(*times_said(*get_args(When)), seldom=True),
        "strike": looked_up(by_actor("tactics", _tactics), "actor"),
        "tick": span(1, 200, when={"strike": ("from",)}, required=True),
        "luck": looked_up(LUCK, "actor", keys=Lookup(TESTED, ("actor",)), shared=True, when=STRIKING),
        "statistic": looked_up(DISARMING, "actor", when=STRIKING, seldom=True),
        "item": looked_up(AT_STAKE, "actor", when=STRIKING, seldom=True),
        "until": span(0, 200, seldom=True),
    }
    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset(PlanSheet.model_fields)
    always_sealed: ClassVar[bool] = True
    during = PhaseRule(IN_ROUND, "TK-PLAN-1", "Plans are for a round, from one's own declaration on.", TO_ROUND)
    says = ()
    example = {
        "actor": "tor",
        "steps": "toward",
        "target": "bruno",
        "strike": "first_chance",
        "luck": {"mighty_blow": 1},
    }
    words = Words(
        "Make a plan",
        "Plan to {steps}[ {target}][: {path},][ to within {stop:step|steps},] and {strike}[ {tick}][, with luck"
        " ({luck})][, with {statistic}][, for {item}][, until tick {until}]",
        group="turn",
        prominence="seldom",
        fields={
            "stop": "Keep a distance of",
            "strike": "When to strike",
            "when": "When to step",
            "item": "Thing to disarm",
            "luck": "Luck for each manoeuvre",
            "steps": "How to step",
            "until": "Until tick",
            "tick": "From tick",
        },
    )
    type: Literal["ticks.plan"] = "ticks.plan"

    def decide(self, decision: Decision[Fight]) -> None:
        """It answers at once on a tick that is open, but for who has said there what to do (TK-PLAN-1, TK-PLAN-2)."""
        fight = decision.state
        person = _declared(fight, self.actor, "TK-PLAN-1")
        _check_plan(fight, person, self)
        plan = Plan(
            self.steps,
            tuple([Square(one.x, one.y) for one in self.path]),
            self.target,
            self.stop,
            self.when,
            self.strike,
            self.tick,
            {**self.luck},
            self.statistic,
            self.item,
            self.until,
        )
        decision.cause = decision.record(PlanMade(combatant=person.id, plan=plan), audience=person.id)
        asked = acting_group_open(fight) and is_asked(fight, person)
        if asked and person.turn.answered_by != "self":
            _let_it_answer(decision, person.id)


def _let_it_answer(decision: Decision[Fight], name: str) -> None:
    """The plan answers on the open tick, in place of one before it; or its owner is asked (TK-PLAN-1, TK-PLAN-4)."""
    fight = decision.state
    prompt = open_prompt(fight, "act", name)
    if prompt is not None and (decision.answer_by_policy(prompt) or prompt.id not in fight.answers):
        return
    if prompt is not None:
        decision.withdraw(prompt.id, "the plan that has answered is another one now")
    decision.ask_also(Question("act", name))


def _check_plan(fight: Fight, person: Person, plan: MakePlan) -> None:
    """Each way of stepping and of striking has what it needs, and nothing else (TK-PLAN-1, TK-MAN-11)."""
    goes = plan.steps in ("toward", "away")
    if plan.target is not None:
        target = find_combatant(fight, plan.target, "command.target")
        said = "No one steps towards or away from themselves; name another combatant."
        require(target is not person, "TK-PLAN-1", said, field="command.target")
    if (plan.target is not None) != goes:
        refuse("TK-PLAN-1", part_said("This plan", "target", wanted=goes), field="command.target")
    if plan.path and plan.steps != "path":
        refuse("TK-PLAN-1", part_said("This plan", "path", wanted=False), field="command.path")
    if (plan.tick is not None) != (plan.strike == "from"):
        refuse("TK-PLAN-1", part_said("This plan", "tick", wanted=plan.strike == "from"), field="command.tick")
    said = "Only a plan that goes toward somebody stops at a distance; leave it out."
    require(plan.stop is None or plan.steps == "toward", "TK-PLAN-1", said, field="command.stop")
    declared = person.turn.declared
    if declared is None or plan.strike == "never":
        said = "This plan never strikes; leave luck, statistic and item out."
        require(not (plan.luck or plan.statistic or plan.item), "TK-PLAN-1", said, field="command.strike")
        return
    if declared.action not in ("attack", "aim"):
        said = f"{person.name} has declared no attack and no aim; let the plan never strike."
        refuse("TK-PLAN-5", said, field="command.strike")
    check_choices(person, declared, plan, "command")


class Drop(Acting):
    """Let something fall to the ground (TK-OTHER-9)."""

    form = {"actor": among(keys_of("who can drop something", OWN_THINGS)), "item": looked_up(OWN_THINGS, "actor")}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"actor": "bruno", "item": "nightstick"}
    words = Words("Drop something", "Drop {item}", group="gear", prominence="seldom")
    type: Literal["ticks.drop"] = "ticks.drop"
    item: ThingName

    def decide(self, decision: Decision[Fight]) -> None:
        """It costs nothing and is no deed (TK-OTHER-9)."""
        person = find_combatant(decision.state, self.actor, "command.actor")
        let_fall(decision, person, self.item, "command.item")


HOLDS = by_actor(
    "holds", lambda fight, person: tuple(held.id for held in fight.people.values() if person.id in held.held_by)
)
WAKING = Vocabulary[Fight](
    "who may wake", lambda view: tuple(one for one in view.whose if _may_wake(view.state.people[one]))
)


class Release(Acting):
    """Let go of a held combatant (TK-GRAP-5)."""

    form = {"actor": among(keys_of("who holds somebody", HOLDS)), "combatant": looked_up(HOLDS, "actor")}
    interrupts: ClassVar[bool] = True
    during = PhaseRule(RESOLUTION, "TK-GRAP-5", "No one is held now; holds last while the count goes down.", TO_ACTS)
    says = ()
    example = {"actor": "tor", "combatant": "lena"}
    words = Words("Let go", "Let go of {combatant}", group="grapple", fields={"combatant": "Whom"})
    type: Literal["ticks.release"] = "ticks.release"
    combatant: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """A hold ends as the grappler wants (TK-GRAP-5)."""
        held = find_combatant(decision.state, self.combatant, "command.combatant")
        said = f"{decision.state.name_of(self.actor)} does not hold {held.name}; name someone who is held."
        require(self.actor in held.held_by, "TK-GRAP-5", said, field="command.combatant")
        decision.record(HoldEnded(combatant=held.id, by=self.actor, why="released"))
        ask_anew(decision)


class Faint(Acting):
    """Fall unconscious by choice (TK-KO-3)."""

    form = {"actor": among(ABLE)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"actor": "sable"}
    words = Words("Faint", group="turn", prominence="seldom")
    type: Literal["ticks.faint"] = "ticks.faint"

    def decide(self, decision: Decision[Fight]) -> None:
        """Of one's own choice, and at once (TK-KO-3, TK-RES-14)."""
        person = find_combatant(decision.state, self.actor, "command.actor")
        decision.record(FellUnconscious(combatant=person.id, cause="chosen"))
        end_holds_by(decision, person.id)
        ask_anew(decision)


class Wake(Waking):
    """Wake up from unconsciousness that was chosen (TK-KO-4)."""

    form = {"actor": among(WAKING)}
    during = PhaseRule(
        AT_REST, "TK-KO-4", "Combatants wake between rounds or outside combat; wait for the end of the round.", COUNT
    )
    says = ()
    example = {"actor": "sable"}
    words = Words("Wake up", group="turn")
    type: Literal["ticks.wake"] = "ticks.wake"

    def decide(self, decision: Decision[Fight]) -> None:
        """What was chosen ends by choice, while the wounds allow it (TK-KO-4, TK-RUL-53)."""
        person = find_combatant(decision.state, self.actor, "command.actor")
        if person.unconscious is None:
            refuse("TK-KO-4", f"{person.name} is awake already.", field="command.actor")
        willpower = person.statistics["willpower"]
        wounds = counted(person.wounds, "wound")
        said = f"{person.name} has {wounds}, and wakes with fewer than {willpower}, their willpower."
        require(_may_wake(person), "TK-KO-4", said, field="command.actor")
        decision.record(Woke(combatant=person.id))


def _may_wake(person: Person) -> bool:
    """Whether somebody's unconsciousness was chosen, and the wounds allow its end (TK-KO-4)."""
    return not person.dead and person.unconscious == "chosen" and person.wounds < person.statistics["willpower"]


MEANWHILE: Chapter[Fight] = Chapter(commands=(Hurry, MakePlan, Drop, Release, Faint, Wake), events=(Hurried, PlanMade))
