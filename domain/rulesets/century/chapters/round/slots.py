"""What members do with their slot besides steps: end it, forgo the round, wait; what the narrator allows for it."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.round.move_points import require_slot
from domain.rulesets.century.parts import Step, Timely
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.state.changes import change_turn
from domain.rulesets.century.vocabularies import ACTING, THROWING
from domain.story.told import AS_SAID, Level, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

ENDED: Final = {
    "ended": "is done for now",
    "finished": "is done for this round",
    "held": "holds until a later turn",
    "spent": "can spend no more Move Points this turn",
    "out": "can no longer act",
}


class LongActionAllowed(Event, frozen=True, kw_only=True):
    """The present or next slot of a combatant may cost more (CE-STAG-11)."""

    type: ClassVar[str] = "century.long_action_allowed"
    words = "Long action allowed"
    told = Told(brief=AS_SAID)
    says = "{combatant} may spend {mp_limit:Move Point} on one action."
    example = {"combatant": "eva", "mp_limit": 10}
    combatant: str
    mp_limit: int

    def evolve(self, fight: Fight) -> None:
        if fight.turn_of(self.combatant) is not None:
            change_turn(fight, self.combatant, limit=self.mp_limit)
        else:
            fight.people[self.combatant].mp_limit = self.mp_limit


class ActionEnded(Event, frozen=True, kw_only=True):
    """A member closes its part of the slot (CE-STAG-8).

    ``how``: ``ended``, ``finished`` (it forgoes the round), ``held`` (it waits), ``spent`` (limit or pool), ``out``.
    """

    type: ClassVar[str] = "century.action_ended"
    words = "Action ended"
    says = "{combatant} {how}."
    example = {"combatant": "eva", "how": "out"}
    combatant: str
    how: Annotated[str, Spoken(ENDED)]

    def level(self) -> Level:
        return 2 if self.how in ("finished", "held") else 3

    def brief(self) -> str:
        """Tell what a combatant chooses for the rest of the round."""
        return AS_SAID if self.how in ("finished", "held") else ""

    told = Told(level=level, brief=brief)

    def evolve(self, fight: Fight) -> None:
        change_turn(fight, self.combatant, open=False)
        if self.how == "finished":
            fight.people[self.combatant].finished = True


def _touched(view: View[Fight], *, touched: bool) -> tuple[str, ...]:
    turns = [(one, view.state.turn_of(one)) for one in view[ACTING]]
    return tuple([one for one, turn in turns if turn is not None and turn.touched == touched])


BEGUN: Final[Vocabulary[Fight]] = Vocabulary("have begun to act", lambda view: _touched(view, touched=True))
NOT_BEGUN: Final[Vocabulary[Fight]] = Vocabulary("have not begun to act", lambda view: _touched(view, touched=False))
MOST_POINTS: Final = 60
LONG: Final[Vocabulary[Fight]] = Vocabulary(
    "limits of long actions", lambda view: Span(view.state.options.slot_mp_limit + 1, MOST_POINTS)
)


class EndAction(Step):
    """End your action; another one follows in the next pass if you have Move Points left (CE-STAG-8)."""

    form = {"actor": among(BEGUN)}
    says = ()
    example = {"actor": "eva"}
    words = Words("End the action", group="turn", prominence="main")
    type: Literal["century.end_action"] = "century.end_action"

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        turn = fight.turn_of(person.id)
        return turn is not None and turn.touched

    def decide(self, decision: Decision[Fight]) -> None:
        """The slot closes for the actor; without a step it has to say whether it forgoes the round (CE-STAG-8)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        if not require_slot(fight, actor).touched:
            said = f"{actor.name} has done nothing in this slot; “Finish the round” forgoes the round."
            refuse("CE-STAG-8", said, first=("century.finish_round",))
        decision.record(ActionEnded(combatant=actor.id, how="ended"))


class FinishRound(Step):
    """End your action, and do nothing more in this round (CE-STAG-8)."""

    says = ()
    example = {"actor": "guido"}
    words = Words(
        "Finish the round", "Finish the round", group="turn", prominence="main", costs="the rest of the round"
    )
    type: Literal["century.finish_round"] = "century.finish_round"

    def decide(self, decision: Decision[Fight]) -> None:
        """The actor has no further slots in this round (CE-STAG-8)."""
        actor = find_combatant(decision.state, self.actor, "command.actor")
        require_slot(decision.state, actor)
        decision.record(ActionEnded(combatant=actor.id, how="finished"))


class Hold(Step, Timely):
    """Wait for the next pass without acting, at no cost (CE-STAG-9)."""

    form = {"actor": among(NOT_BEGUN)}
    says = ()
    example = {"actor": "mulan"}
    words = Words("Hold", group="turn", prominence="main")
    type: Literal["century.hold"] = "century.hold"

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.options.hold_slot

    def decide(self, decision: Decision[Fight]) -> None:
        """The actor waits for the next pass, without cost (CE-STAG-9)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        said = "No one waits at this table; take a step, or “Finish the round”."
        require(fight.options.hold_slot, "CE-STAG-9", said, first=("century.finish_round",))
        said = f"{actor.name} has begun to act; “End the action” ends it."
        require(not require_slot(fight, actor).touched, "CE-STAG-9", said, first=("century.end_action",))
        decision.record(ActionEnded(combatant=actor.id, how="held"))


class AllowLongAction(Narrating):
    """Let the present or next action of a combatant cost more Move Points than usual (CE-STAG-11)."""

    form = {"combatant": among(THROWING), "mp_limit": among(LONG)}
    says = ()
    example = {"combatant": "guido", "mp_limit": 6}
    ruling = True
    words = Words(
        "Allow a long action",
        "Allow {combatant} an action of {mp_limit:Move Point|Move Points}",
        group="rulings",
        prominence="seldom",
        fields={"mp_limit": "Most Move Points"},
    )
    type: Literal["century.allow_long_action"] = "century.allow_long_action"
    combatant: CombatantId
    mp_limit: int = Field(ge=1, le=MOST_POINTS)

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        said = f"{person.name} has no slots; allow it to a driver instead."
        require(person.throws, "CE-STAG-11", said, field="command.combatant")
        least = fight.options.slot_mp_limit
        said = f"The limit is {least}; allow more than that."
        require(self.mp_limit > least, "CE-STAG-11", said, field="command.mp_limit")
        decision.record(LongActionAllowed(combatant=person.id, mp_limit=self.mp_limit))


SLOTS: Chapter[Fight] = Chapter(
    commands=(EndAction, FinishRound, Hold, AllowLongAction), events=(LongActionAllowed, ActionEnded)
)
