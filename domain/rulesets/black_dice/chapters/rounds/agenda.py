"""The agenda of a round: each declared deed is carried out in its place, or lost (BD-ROUND-4 to BD-ROUND-7)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import CombatantId, PhaseRule
from domain.core.events import Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, any_answer, silent_unless_sent
from domain.decision.stages import NoData, reply
from domain.fields.field import looked_up
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.encounter import Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import at_field, refuse, require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks import exchanges, objects
from domain.rulesets.black_dice.chapters.attacks.aiming import lose_aim, take_aim, why_not_aimed
from domain.rulesets.black_dice.chapters.attacks.places import come_close, go, held_by
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import ready_only
from domain.rulesets.black_dice.chapters.dice.choice_fields import (
    CHOICES_SAID,
    LATER_FATE,
    LATER_TRADES,
    by_plan,
    choices,
)
from domain.rulesets.black_dice.chapters.dice.choices import check_aside
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.wounds.harm import mark_owed
from domain.rulesets.black_dice.parts import (
    AtAgenda,
    Choices,
)
from domain.rulesets.black_dice.said import (
    ACTS,
    PASSED,
    Who,
    turn,
)
from domain.rulesets.black_dice.state import Declaration, Fight, Item, Person
from domain.rulesets.black_dice.words import END, TO_AGENDA, Act
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names
from domain.text.sentences import Spoken
from domain.text.words import Words


class ItemBegun(Event, frozen=True, kw_only=True):
    """The next item of the agenda is carried out."""

    type: ClassVar[str] = "black_dice.item_begun"
    words = "Next deed"
    told = Told(
        brief=AS_SAID,
        unless=(
            "black_dice.exchange_decided",
            "black_dice.exchange_void",
            "black_dice.item_lost",
            "black_dice.moved",
            "black_dice.came_close",
            "black_dice.readied",
            "black_dice.aimed",
            "black_dice.act_passed",
        ),
        source="item.combatant",
    )
    says = "It is {item}."
    example = {
        "item": {"combatant": "kestrel", "deed": "attack", "strike": {"target": "desk", "weapon": "throwing_knife"}}
    }
    item: Annotated[Item, Spoken(turn)]

    def evolve(self, fight: Fight) -> None:
        fight.agenda = fight.agenda[1:]


class ActPassed(Event, frozen=True, kw_only=True):
    """A combatant passes its declared act, or does it by word alone (BD-ROUND-5)."""

    type: ClassVar[str] = "black_dice.act_passed"
    words = "Act passed"
    told = Told(brief=AS_SAID)
    says = "{combatant} {act}."
    example = {"combatant": "brass_tom", "act": "stabilise"}
    combatant: Who
    act: Annotated[str, Spoken(PASSED)]


class Due(msgspec.Struct, frozen=True):
    """A declared act that has come due."""

    combatant: str
    act: Act


def _throws(view: View[Fight]) -> dict[str, Plan | None]:
    """The throws of the next item of the agenda, of those for whom the speaker may choose."""
    fight = view.state
    found = throws_of(fight, fight.agenda[0]) if fight.agenda else {}
    return {who: plan for who, plan in found.items() if who in view.whose}


THROWS: Final = Vocabulary[Fight]("throws of the next item", _throws)
PLANS: Final = Vocabulary[Fight](
    "throws to be made next", lambda view: {who: plan for who, plan in view[THROWS].items() if plan is not None}
)
CHOOSERS: Final = keys_of("who chooses for what comes next", THROWS)
FATE_NEXT, COMMON_NEXT, TRADES_NEXT = by_plan("what comes next", PLANS)


class Resolve(AtAgenda):
    """Carry out the next deed of the round (BD-ROUND-4).

    `choices` are those of the combatants that throw.
    """

    form = {
        "choices": choices(
            looked_up(FATE_NEXT, "key"),
            looked_up(COMMON_NEXT, "key"),
            looked_up(TRADES_NEXT, "key", "common"),
            looked_up(LATER_FATE),
            looked_up(LATER_TRADES),
        ).but(keys=CHOOSERS, phrase=f"rolls{CHOICES_SAID}")
    }
    during = PhaseRule(
        frozenset({"resolve"}),
        "BD-ROUND-4",
        "There is nothing to resolve until all have declared and responded.",
        TO_AGENDA,
    )
    agenda_left = True
    says = ()
    example = {"choices": {"vane": {"fate": 1, "trade": 1, "fate_weapon": 1}, "pryce": {"injury": {"avoid": "no"}}}}
    words = Words("Resolve the next deed", "Resolve the next deed[; {choices}]", group="turn", prominence="main")
    type: Literal["black_dice.resolve"] = "black_dice.resolve"
    choices: dict[CombatantId, Choices] = Field(default_factory=dict, max_length=16)

    @classmethod
    def offered(cls, fight: Fight, speaker: Speaker) -> bool:
        """Return whether the speaker may resolve what comes next (BD-ROUND-11)."""
        return bool(fight.agenda) and speaker.speaks_for(fight.agenda[0].combatant)

    def decide(self, decision: Decision[Fight]) -> None:
        """Carry out the next item (BD-ROUND-4); after the last one, mark what is owed (BD-ROUND-7).

        The narrator may give it, and the player of the combatant whose item it is (BD-ROUND-11).
        """
        fight, speaker = decision.state, decision.speaker
        require(fight.agenda, "BD-ROUND-4", "Everything has been resolved; the round can end.", first=END)
        item = fight.agenda[0]
        if not self.offered(fight, speaker):
            name = fight.name_of(item.combatant)
            said = f"{name} is next; the player of {name} resolves this, or the narrator."
            refuse("BD-ROUND-11", said, code="not_yours")
        if self.choices:
            check_whose_choices(decision, item, self.choices)
        decision.cause = decision.record(ItemBegun(item=item))
        if not decision.state.agenda:
            decision.next(mark_owed, NoData())
        if item.exchange is not None:
            exchanges.begin(decision, fight.exchanges[item.exchange], self.choices)
            return
        person = fight.people[item.combatant]
        if not person.able:
            decision.record(ItemLost(combatant=person.id, deed=item.deed, reason=person.condition))
        elif item.strike is not None:
            objects.strike(decision, person.id, item.strike, self.choices)
        else:
            carry_out(decision, person, fight.declarations[person.id])


def check_whose_choices(decision: Decision[Fight], item: Item, choices: Mapping[str, Choices]) -> None:
    """Refuse choices for those for whom the speaker may not choose, or who have nothing to choose in the item."""
    fight = decision.state
    about = throws_of(fight, item)
    for name, chosen in choices.items():
        field = f"command.choices.{name}"
        person = find_combatant(fight, name, field)
        if not decision.speaker.speaks_for(name):
            refuse(None, f"{decision.speaker} may not choose for {person.name}.", code="not_yours", field=field)
        if name not in about:
            refuse(None, f"{person.name} rolls nothing in what comes next.", code="invalid", field=field)
        if about[name] is None:
            with at_field("choices", field):
                check_aside(fight, person, chosen)


def throws_of(fight: Fight, item: Item) -> Mapping[str, Plan | None]:
    """Return whose choices an item takes, with the main throw that each makes in it (BD-FATE-14).

    One that makes none may still say how it takes an injury.
    """
    if item.strike is not None:
        return {item.combatant: objects.plan_to_throw(fight, item.combatant, item.strike)}
    return {} if item.exchange is None else exchanges.plans_to_throw(fight, fight.exchanges[item.exchange])


def carry_out(decision: Decision[Fight], person: Person, declared: Declaration) -> None:
    """A declared deed that is no attack (BD-INIT-11, BD-MOD-6, BD-ROUND-5)."""
    match declared.deed:
        case "move":
            move(decision, person, declared)
        case "aim":
            aim(decision, person, declared)
        case "ready":
            ready_only(decision, person, declared.weapons)
        case "act":
            come_due(decision, person, declared.act or "other")


def move(decision: Decision[Fight], person: Person, declared: Declaration) -> None:
    """Go to a zone, or close to another; one that is held, or has nowhere to go, stays where it is (BD-INIT-11)."""
    reason = why_it_stays(decision.state, person, declared)
    if reason is not None:
        decision.record(ItemLost(combatant=person.id, deed="move", reason=reason))
    elif declared.zone is not None:
        go(decision, person, declared.zone)
    elif declared.close_to is not None:
        come_close(decision, person, decision.state.people[declared.close_to])
        lose_aim(decision, person, "moved")


def aim(decision: Decision[Fight], person: Person, declared: Declaration) -> None:
    """Aim for a whole round, unless something has disturbed it (BD-MOD-6)."""
    reason = why_not_aimed(decision.state, person, declared)
    if reason is None:
        take_aim(decision, person, declared)
    else:
        decision.record(ItemLost(combatant=person.id, deed="aim", reason=reason))


def why_it_stays(fight: Fight, person: Person, declared: Declaration) -> str | None:
    """Return why a declared move comes to nothing now, or None."""
    if held_by(fight, person):
        return "held"
    if declared.zone is not None:
        return "too_far" if fight.feet(person.zone, declared.zone) > person.move else None
    other = fight.people[declared.close_to or ""]
    return None if other.alive and other.zone == person.zone else "nobody_there"


# Acts


def come_due(decision: Decision[Fight], person: Person, act: Act) -> None:
    """A declared act has the floor: the fitting command carries it out, or it passes (BD-ROUND-5)."""
    decision.ask(Question("act", person.id, {"act": act}), act_over, Due(person.id, act))


@reply("black_dice.agenda.act", Due)
def act_over(decision: Decision[Fight], due: Due, answer: str | None) -> None:
    """A pass is recorded; where the command itself has carried the act out nothing is left to say."""
    if answer == "pass":
        decision.record(ActPassed(combatant=due.combatant, act=due.act))


def only_pass(fight: Fight, prompt: Prompt) -> str | None:
    """Assisting is done by word alone: no command carries it out (BD-COMP-4)."""
    return "pass" if prompt.about["act"] == "assist" else None


def asks_act(event: Prompted, names: Names) -> str:
    """What has come due."""
    return f"may now {ACTS[event.visible_about['act']]}"


ACT: PromptKind[Fight] = PromptKind(
    "act",
    TypeAdapter(Literal["pass"]),
    any_answer,
    lambda fight, prompt: ("pass",),
    only=only_pass,
    question="whether to act now",
    words="Declared act",
    asks=asks_act,
    tells={"pass": "passes"},
    silent=silent_unless_sent,
    deed=True,
)


AGENDA: Chapter[Fight] = Chapter(
    commands=(Resolve,),
    events=(ItemBegun, ActPassed),
    prompts=(ACT,),
    stages=(act_over,),
    labels={"pass": "Do nothing"},
)
