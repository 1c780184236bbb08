"""Actions that are no fighting (CE-ACT-48, CE-ACT-51): the narrator names cost and roll; hiding."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, always_silent, any_answer
from domain.decision.stages import reply
from domain.fields.field import Lookup, among, listed, looked_up, record, text
from domain.fields.sets import Labelled, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.conditions import impose
from domain.rulesets.century.chapters.rolls.attempts import Setting, set_target
from domain.rulesets.century.chapters.rolls.calls import new_roll_id, roll_call
from domain.rulesets.century.chapters.rolls.modifiers import GEARING
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.opening import open_roll
from domain.rulesets.century.chapters.rolls.roll_terms import Terms, keys_of, phrase_of_terms, skill_terms
from domain.rulesets.century.chapters.round.move_points import affordable, can_bear, require_step, spend, those_acting
from domain.rulesets.century.parts import ActionCost, RollTerms, Said, Step
from domain.rulesets.century.state import Condition, Fight, RollOutcome
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.vocabularies import ACTING, YES_NO, ids
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted, named
from domain.text.sentences import QUOTED
from domain.text.words import Label, Words

MOST_COST = 60
"""No action costs more Move Points than the largest pool has."""


class ActionTaken(Event, frozen=True, kw_only=True):
    """A combatant does something that is no fighting (CE-ACT-51)."""

    type: ClassVar[str] = "century.action_taken"
    words = "Other action"
    told = Told(brief=AS_SAID)
    says = "{combatant} does this: {what}."
    example = {"combatant": "eva", "what": "slip past"}
    combatant: str
    what: Annotated[str, QUOTED]


class ActionForgone(Event, frozen=True, kw_only=True):
    """Something is not done after all, because slot or pool cannot bear its cost (CE-ACT-51); nothing is paid.

    ``mp`` is the cost that the narrator has named, if he has.
    """

    type: ClassVar[str] = "century.action_forgone"
    words = "Action given up"
    told = Told(brief=AS_SAID)
    says = "{combatant} cannot afford {what} after all[: it costs {mp:Move Point}]."
    example = {"combatant": "eva", "what": "first blood"}
    combatant: str
    what: Annotated[str, QUOTED]
    mp: int | None = None


class Doing(msgspec.Struct, frozen=True, gc=False):
    """What a combatant is about to do: whether the narrator sets a roll for it, or the roll as he has set it."""

    combatant: str
    what: str
    asks_roll: bool = False
    call: RollCalled | None = None
    ladder: tuple[str, ...] = ()


def _prices(view: View[Fight]) -> dict[str, Span]:
    fight = view.state
    return {actor.id: Span(1, min(MOST_COST, affordable(fight, actor))) for actor in those_acting(view, 1)}


PRICES: Final[Vocabulary[Fight]] = Vocabulary("prices of actions", _prices)
KEYS: Final[Vocabulary[Fight]] = Vocabulary(
    "modifiers of actions", lambda view: {one: keys_of(view.state, view.state.people[one]) for one in view[ACTING]}
)
OF_ACTOR: Final = Terms(Lookup(KEYS, ("actor", "without")), GEARING, ("actor",))


class OtherAction(Step):
    """Do something other than fighting; the narrator sets its cost, and perhaps a roll (CE-ACT-51).

    Of a roll that belongs to it, all see what they may see.
    """

    form = {
        "what": text(500, 1),
        "mp": looked_up(PRICES, "actor", narrators=True),
        "terms": record(
            {name: field for name, field in skill_terms(OF_ACTOR).items() if field is not None},
            phrase=phrase_of_terms("Skill Roll"),
            narrators=True,
            seldom=True,
        ),
        "roll": listed(*YES_NO, when={"terms": (None,)}),
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"terms"})
    says = ()
    example = {"actor": "thurston", "what": "call the lift", "mp": 2}
    words = Words(
        "Do something else",
        "Do this: “{what}”[, for {mp:Move Point|Move Points}][, with a roll{roll?}][, with a {terms}]",
        group="tests",
        prominence="main",
        costs="Move Points",
        fields={"roll": "Ask for a roll", "terms": "Terms of the roll"},
    )
    type: Literal["century.other_action"] = "century.other_action"
    what: Said
    mp: ActionCost | None = Field(default=None, description="the cost; if it is left out, the narrator is asked")
    roll: bool = Field(default=False, description="whether the narrator is asked to set a roll for it")
    terms: RollTerms | None = Field(default=None, description="a roll that belongs to it")

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant does something at the narrator's price; without it he is asked first (CE-ACT-51)."""
        doing = _doing(decision.state, self)
        if self.mp is None:
            about = {"combatant": doing.combatant, "what": doing.what}
            decision.ask(Question("action_cost", NARRATOR_ID, {**about}), cost_named, doing)
            return
        require_step(decision.state, decision.state.people[doing.combatant], self.mp)
        take(decision, doing, self.mp)


def _doing(fight: Fight, command: OtherAction) -> Doing:
    """Return what the command is about, with the roll that the narrator has set for it."""
    actor = find_combatant(fight, command.actor, "command.actor")
    doing = Doing(actor.id, command.what, command.roll)
    terms = command.terms
    if terms is None:
        return doing
    if command.roll:
        said = "The terms set the roll; leave `roll` out."
        refuse("CE-ACT-51", said, code="invalid", field="command.roll")
    said = "An action takes a Skill Roll."
    require(terms.kind == "skill", "CE-ACT-51", said, field="command.terms.kind")
    roll = new_roll_id(fight, None)
    call = roll_call(fight, terms, actor, roll, "command.terms", own=True, what=command.what)
    return replace(doing, call=call, ladder=terms.ladder or ())


@reply("century.other_actions.cost_named", Doing)
def cost_named(decision: Decision[Fight], doing: Doing, answer: int | None) -> None:
    """A cost that slot or pool cannot bear ends the step, and nothing is paid (CE-ACT-51)."""
    if answer is None or not can_bear(decision.state, doing.combatant, answer):
        decision.record(ActionForgone(combatant=doing.combatant, what=doing.what, mp=answer))
    else:
        take(decision, doing, answer)


def take(decision: Decision[Fight], doing: Doing, cost: int) -> None:
    """It is paid, done, and rolled for if it takes a roll (CE-SKILL-19)."""
    spend(decision, doing.combatant, cost, "other_action")
    decision.cause = decision.record(ActionTaken(combatant=doing.combatant, what=doing.what))
    if doing.call is not None:
        open_roll(decision, doing.call, ladder=doing.ladder)
    elif doing.asks_roll:
        decision.next(set_target, Setting(doing.combatant, doing.what))


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the prompt is moot: the actor can no longer act."""
    actor = fight.people[str(prompt.about["combatant"])]
    return None if actor.up else f"{actor.name} does nothing any more"


# Hiding


class Hiding(msgspec.Struct, frozen=True, gc=False):
    """Who tries to hide."""

    combatant: str


HIDERS: Final[Vocabulary[Fight]] = Vocabulary("who can hide", lambda view: ids(those_acting(view, COSTS["hide"])))


class Hide(Step):
    """Try to hide; the narrator sets the roll (CE-ACT-48)."""

    form = {"actor": among(HIDERS)}
    says = ("{actor} tries to hide.",)
    example = {"actor": "mulan"}
    words = Words("Hide", group="move", prominence="main", costs="5 Move Points")
    told = Told(brief=AS_SAID)
    type: Literal["century.hide"] = "century.hide"

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant tries to hide; it is paid whether it succeeds or not (CE-ACT-48, CE-RUL-97)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        require_step(fight, actor, COSTS["hide"])
        spend(decision, actor.id, COSTS["hide"], "hide")
        decision.next(set_target, Setting(actor.id, "hide", then=hidden_or_not.continuation(Hiding(actor.id))))


@reply("century.other_actions.hidden", Hiding)
def hidden_or_not(decision: Decision[Fight], hiding: Hiding, outcome: RollOutcome) -> None:
    """Success hides it (CE-ACT-48), until it attacks or moves without stealth (CE-ACT-49)."""
    if outcome.success:
        impose(decision, hiding.combatant, Condition("hidden", lasts="event"))


def asks_cost(event: Prompted, names: Names) -> str:
    """Who does what."""
    about = event.visible_about
    return f"has to say how many Move Points “{about['what']}” costs {named(names, about['combatant'])}"


def tells_cost(event: Answered, names: Names) -> str | None:
    """How many Move Points it costs."""
    match event.given:
        case int(points):
            return f"says that it costs {counted(points, 'Move Point')}"
    return None


COSTS_SAID: Final = tuple(
    [Labelled(points, Label.filled("move_points", points=points)) for points in range(1, MOST_COST + 1)]
)
"""What an action may cost, as the narrator says it."""
ACTION_COST: PromptKind[Fight] = PromptKind(
    "action_cost",
    TypeAdapter(ActionCost),
    any_answer,
    moot=is_over,
    narrator_only=True,
    question="what the action costs",
    words="Cost of an action",
    asks=asks_cost,
    tells=tells_cost,
    silent=always_silent,
    fields=lambda fight, prompt: (listed(*COSTS_SAID),),
)


OTHER_ACTIONS: Chapter[Fight] = Chapter(
    commands=(OtherAction, Hide),
    events=(ActionTaken, ActionForgone),
    prompts=(ACTION_COST,),
    stages=(cost_named, hidden_or_not),
    labels={
        "terms.hidden": "Hidden roll",
        "terms.ladder": "What each degree reveals",
        "text.move_points": "{points:Move Point|Move Points}",
    },
)
