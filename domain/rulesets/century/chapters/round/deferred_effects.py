"""Effects of attacks in a common slot are recorded at once and come about when it closes (CE-TIE-5 to CE-TIE-9).

The reading is that of CE-RUL-52.
"""

from dataclasses import replace as reworded
from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.prompts import GO_ON
from domain.decision.stages import stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.conditions import NEXT_ACTION, impose, lapse_slot
from domain.rulesets.century.chapters.conditions.wounds import land
from domain.rulesets.century.chapters.items.hands import drop_item
from domain.rulesets.century.chapters.narrator.attitudes import turn_attitude
from domain.rulesets.century.said import effect_said, harm_said
from domain.rulesets.century.state import Fight, Held, Slot
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken


class SlotClosed(Event, frozen=True, kw_only=True):
    """Every member of the slot is done (CE-TIE-4)."""

    type: ClassVar[str] = "century.slot_closed"
    words = "Slot closed"
    says = ""
    example = {"members": ["eva"]}
    members: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        """A penalty that came after the first step counts from the next slot on (CE-DODGE-20)."""
        for name in self.members:
            person = fight.people[name]
            if person.conditions:
                person.conditions = {
                    key: replace(one, fresh=False, renewed=False) if key in NEXT_ACTION else one
                    for key, one in person.conditions.items()
                }
        fight.slot = None


class EffectHeld(Event, frozen=True, kw_only=True):
    """An effect of an attack in a common slot waits until the slot closes (CE-TIE-5)."""

    type: ClassVar[str] = "century.effect_held"
    words = "Effect held back"
    says = "This takes effect once everyone acting now is done: {effect}."
    example = {
        "combatant": "sam",
        "effect": {
            "combatant": "sam",
            "wound": {"combatant": "sam", "total": 1, "source": "punch", "attack": "attack-51"},
        },
    }
    combatant: str
    effect: Annotated[Held, Spoken(effect_said)]

    @property
    def harm(self) -> Annotated[Held, Spoken(harm_said)]:
        """The damage that waits."""
        return self.effect

    def brief(self) -> str:
        if self.effect.wound is None:
            return "once everyone acting now is done, | {effect}"
        return "once everyone acting now is done, | {combatant} takes | {harm}"

    told = Told(brief=brief, last=True, unless=("century.effects_released",))

    def evolve(self, fight: Fight) -> None:
        fight.held = (*fight.held, self.effect)


class EffectsReleased(Event, frozen=True, kw_only=True):
    """The effects that waited come about now, in the order in which they were recorded (CE-TIE-8)."""

    type: ClassVar[str] = "century.effects_released"
    words = "Effects take place"
    told = Told(brief=AS_SAID)
    says = "Everything that waited takes effect now."
    example = {"count": 1}
    count: int

    def evolve(self, fight: Fight) -> None:
        fight.held = ()


def bring(decision: Decision[Fight], effect: Held) -> None:
    """Let an effect of the open attack come about: at once, or in a common slot when that closes (CE-TIE-5).

    Until then its members go on as if unharmed (CE-TIE-7).
    """
    slot, attack = decision.state.slot, decision.state.attack
    if slot is not None and slot.common:
        decision.record(
            EffectHeld(combatant=effect.combatant, effect=effect), cause=attack.version if attack is not None else None
        )
    else:
        come_about(decision, effect)


def close_slot(decision: Decision[Fight], slot: Slot) -> None:
    """Penalties on this action are used up, the slot closes, and what was held back comes about (CE-TIE-8)."""
    lapse_slot(decision, slot)
    decision.cause = decision.record(SlotClosed(members=tuple(slot.members)))
    release(decision)


def release(decision: Decision[Fight]) -> None:
    """Let the effects that were held come about, in the order in which they were recorded (CE-TIE-8)."""
    held = decision.state.held
    if held:
        released = decision.record(EffectsReleased(count=len(held)))
        decision.steps(*[(come_about_next, effect) for effect in held], cause=released)


@stage("century.held.next", Held, pausable=True)
def come_about_next(decision: Decision[Fight], effect: Held) -> None:
    """The next of the effects comes about; a full batch ends before it (CE-TIE-13)."""
    come_about(decision, effect)


def come_about(decision: Decision[Fight], effect: Held) -> None:
    """Apply an effect: a wound, an item that falls, a condition, or an attitude."""
    if effect.wound is not None:
        land(decision, effect.wound)
    if effect.drop is not None and effect.drop.item in decision.state.people[effect.combatant].held.values():
        drop_item(decision, effect.combatant, effect.drop.item, effect.drop.reason)
    if effect.condition is not None:
        impose(decision, effect.combatant, effect.condition)
    if effect.attitude is not None:
        turn_attitude(decision, effect.combatant, effect.attitude)


DEFERRED_EFFECTS: Chapter[Fight] = Chapter(
    prompts=(reworded(GO_ON, asks="has to continue with what was held back"),),
    events=(SlotClosed, EffectHeld, EffectsReleased),
    stages=(come_about_next,),
)
