"""Guards: those who watch over others, and may match what is aimed at them (YY-ATK-15)."""

from typing import Annotated, Any, ClassVar, Final, Literal

from domain.core.commands import Acting, CombatantId
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.exchanges.targets import require_present
from domain.rulesets.yin_yang.chapters.vocabularies import ABLE, has_another, less
from domain.rulesets.yin_yang.state import Fight
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Label, Words


class GuardSet(Event, frozen=True, kw_only=True):
    """Somebody watches over another, or says that it does not any more (YY-ATK-15)."""

    type: ClassVar[str] = "yin_yang.guard_set"
    words = "Guard"
    told = Told(brief=AS_SAID, target="ward")
    says = "{combatant} {on} {ward}."
    example = {"combatant": "hei", "ward": "thug", "on": False}
    combatant: str
    ward: str
    on: Annotated[bool, Spoken({True: "now guards", False: "no longer guards"})]

    def evolve(self, fight: Fight) -> None:
        """Guards stand in the order in which they began (YY-ATK-6)."""
        ward = fight.people[self.ward]
        others = tuple([guard for guard in ward.guards if guard != self.combatant])
        ward.guards = (*others, self.combatant) if self.on else others


def _wards(view: View[Fight]) -> dict[str, Any]:
    """Return over whom each may begin or stop to watch (YY-ATK-15)."""
    fight = view.state
    watched: dict[str, list[str]] = {}
    for ward in fight.people.values():
        for guard in ward.guards if not ward.gone else ():
            watched.setdefault(guard, []).append(ward.id)
    anybody = {key_of(True): view[PRESENT]}
    found: dict[str, Any] = {}
    for who in view[ABLE]:
        own = watched.get(who)
        row = anybody if own is None else {key_of(True): less(view[PRESENT], own), key_of(False): tuple(own)}
        found[who] = {on: wards for on, wards in row.items() if has_another(wards, who)} if own else row
    return {who: row for who, row in found.items() if row is not anybody or has_another(view[PRESENT], who)}


PRESENT: Final = Vocabulary[Fight](
    "present", lambda view: tuple([person.id for person in view.state.people.values() if not person.gone])
)
WARDS: Final = Vocabulary[Fight]("wards", _wards)
BEGIN: Final = Labelled(True, Label("guard"))
END: Final = Labelled(False, Label("stop_guarding"))


def _watching(view: View[Fight]) -> dict[str, Any]:
    """Return whether each may begin to watch, or stop it."""
    return {who: tuple([on for on in (BEGIN, END) if key_of(on.value) in row]) for who, row in view[WARDS].items()}


class Guard(Acting):
    """Watch over another combatant and match what is called against it, or stop doing so (YY-ATK-15)."""

    form = {
        "actor": among(Vocabulary[Fight]("who may watch", lambda view: tuple(view[WARDS]))),
        "on": looked_up(Vocabulary[Fight]("watching", _watching), "actor", required=True),
        "ward": looked_up(WARDS, "actor", "on", bars=("actor",)),
    }
    says = ()
    example = {"actor": "bishop", "ward": "schoolgirl"}
    words = Words("Guard", "{on} {ward}", group="defend", fields={"on": "Begin or end"})
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


GUARDS: Chapter[Fight] = Chapter(
    commands=(Guard,),
    events=(GuardSet,),
    labels={
        "text.guard": "Guard",
        "text.stop_guarding": "Stop guarding",
    },
)
