"""Guards: those who watch over others, and may match what is aimed at them (YY-ATK-15)."""

from typing import Annotated, ClassVar, Literal

from domain.core.commands import Acting, CombatantId
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.exchanges.targets import require_present
from domain.rulesets.yin_yang.state import Fight
from domain.text.sentences import Spoken


class GuardSet(Event, frozen=True, kw_only=True):
    """Somebody watches over another, or says that it does not any more (YY-ATK-15)."""

    type: ClassVar[str] = "yin_yang.guard_set"
    says = "{combatant} {on} {ward}."
    example = {"combatant": "hei", "ward": "thug", "on": False}
    combatant: str
    ward: str
    on: Annotated[bool, Spoken({True: "now watches over", False: "no longer watches over"})]

    def evolve(self, fight: Fight) -> None:
        """Guards stand in the order in which they began (YY-ATK-6)."""
        ward = fight.people[self.ward]
        others = tuple([guard for guard in ward.guards if guard != self.combatant])
        ward.guards = (*others, self.combatant) if self.on else others


class Guard(Acting):
    """Watch over somebody, or stop it (YY-ATK-15)."""

    says = ()
    example = {"actor": "bishop", "ward": "schoolgirl"}
    type: Literal["yin_yang.guard"] = "yin_yang.guard"
    ward: CombatantId
    on: bool = True

    def decide(self, decision: Decision[Fight]) -> None:
        """Watch over somebody, fallen or not, or stop it (YY-ATK-15); it costs nothing (YY-ACT-9)."""
        person = find_combatant(decision.state, self.actor, "command.actor")
        ward = find_combatant(decision.state, self.ward, "command.ward")
        said = f"{person.name} can only watch over somebody else."
        require(ward.id != person.id, "YY-ATK-15", said, field="command.ward")
        require_present(ward, "cannot be guarded", "command.ward")
        watches = person.id in ward.guards
        already = f"{person.name} watches over {ward.name} already; end it, or name somebody else."
        not_yet = f"{person.name} does not watch over {ward.name}; there is nothing to end."
        require(watches != self.on, "YY-ATK-15", already if self.on else not_yet, field="command.on")
        decision.cause = decision.record(GuardSet(combatant=person.id, ward=ward.id, on=self.on))


GUARDS: Chapter[Fight] = Chapter(commands=(Guard,), events=(GuardSet,))
