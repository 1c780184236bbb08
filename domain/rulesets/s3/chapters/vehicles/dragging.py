"""Pulling a foe off a vehicle, and dragging it along (S3-MOUNT-9 to S3-MOUNT-18, S3-MOUNT-32)."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

import msgspec
from pydantic import TypeAdapter

from domain.core.events import Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind
from domain.decision.stages import reply, stage
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.blows import Behind, Strike, damage_terms, hit_harm
from domain.rulesets.s3.chapters.attack.reach import Disengaged, engaged_with
from domain.rulesets.s3.chapters.grapple.bonds import drags_by
from domain.rulesets.s3.chapters.movement.leaving import end_drag, fall_behind, leave_vehicle, moved_away
from domain.rulesets.s3.chapters.throws.contests import Outcome
from domain.rulesets.s3.chapters.throws.weapons import damage_bonus, wielded
from domain.rulesets.s3.chapters.turns.actions import Whose
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.state import Drag, Fight
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, named
from domain.text.sentences import Spoken


class DragBegun(Event, frozen=True, kw_only=True):
    """A combatant hangs on a weapon and is dragged along (S3-MOUNT-14)."""

    type: ClassVar[str] = "s3.drag_begun"
    words = "Dragged along"
    told = Told(brief=AS_SAID, moment="hold", source="drag.dragger", target="drag.dragged")
    says = "{drag.dragger} drags {drag.dragged} along with {drag}."
    example = {
        "drag": {
            "id": "drag-33-1",
            "dragger": "one_eyed_ogre",
            "dragged": "bell_1",
            "weapon": "iron_chain",
            "coins": 4,
            "successes": 2,
            "intent": "subdue",
            "since": 33,
        }
    }
    drag: Annotated[Drag, Spoken(said.dragged_with)]

    def evolve(self, fight: Fight) -> None:
        fight.drags = (*fight.drags, self.drag)


class Pull(msgspec.Struct, frozen=True, gc=False):
    """A won trip off a vehicle: the strike and its outcome."""

    strike: Strike
    outcome: Outcome


def dismount(decision: Decision[Fight], strike: Strike, outcome: Outcome) -> None:
    """Pull a mounted foe off; with a flexible weapon the winner may drag it along (S3-MOUNT-9 to S3-MOUNT-12).

    It is the last act of a won trip. ``strike.weapon`` is the weapon of the trip.
    """
    fight = decision.state
    target = fight.people[strike.target]
    cause = outcome.verdict.version
    moved_away(decision, target, cause=cause)
    others = engaged_with(fight, target.id)
    if others:
        decision.record(Disengaged(combatant=target.id, others=others), cause=cause)
    leave_vehicle(decision, target, cause=cause)
    weapon = wielded(fight.people[strike.attacker], strike.weapon)
    decision.cause = cause
    if weapon.item is not None and "flexible" in weapon.mode.flags:
        about = {"target": target.id, "weapon": weapon.ref}
        decision.ask(Question("drag_or_release", strike.attacker, about), drag_or_release, Pull(strike, outcome))
    else:
        fall_behind(decision, target, cause=cause)


def check_drag(fight: Fight, prompt: Prompt, answer: str) -> None:
    """Refuse to drag a second foe (S3-MOUNT-33)."""
    free = answer == "release" or not drags_by(fight, prompt.to)
    require(free, "S3-MOUNT-33", f"{fight.name_of(prompt.to)} already drags a foe along.")


def drag_forms(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """Return both answers, or only letting go for a combatant that drags already (S3-MOUNT-12)."""
    return ("release",) if drags_by(fight, prompt.to) else ("drag", "release")


def only_drag(fight: Fight, prompt: Prompt) -> Json:
    """Return ``release`` for a combatant that drags already, else None."""
    return "release" if drags_by(fight, prompt.to) else None


def drag_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Return why there is no dragging: one of the two is out of action, the dragger stunned, or the weapon lost."""
    for combatant in (prompt.to, str(prompt.about["target"])):
        if not fight.people[combatant].able:
            return fight.people[combatant].why_unable
    dragger = fight.people[prompt.to]
    if dragger.stunned:
        return f"{dragger.name} is stunned"
    lost = not dragger.hands.hands_with(str(prompt.about["weapon"]).partition("/")[0])
    return f"{dragger.name} has lost the weapon" if lost else None


@reply("s3.drag.answer", Pull)
def drag_or_release(decision: Decision[Fight], pull: Pull, answer: str | None) -> None:
    """Drag the foe, which hurts at once (S3-MOUNT-14), or leave weapon and foe on the road (S3-MOUNT-13).

    If the prompt lapsed without an answer, an able foe is left on the road.
    """
    fight = decision.state
    strike = pull.strike
    target = fight.people[strike.target]
    item = wielded(fight.people[strike.attacker], strike.weapon).item
    if answer == "drag":
        _drag(decision, pull)
    elif target.able:
        if answer == "release" and item is not None:
            decision.record(ItemDropped(combatant=strike.attacker, item=item, zone=target.zone))
        fall_behind(decision, target)


def _drag(decision: Decision[Fight], pull: Pull) -> None:
    """Begin the drag, which deals the weapon's damage (S3-MOUNT-15), without any stunt's bonus (S3-MOUNT-16)."""
    fight = decision.state
    strike, outcome = pull.strike, pull.outcome
    dragger = fight.people[strike.attacker]
    weapon = wielded(dragger, strike.weapon)
    behind = Behind(weapon, damage_bonus(dragger, weapon))
    coins = max(0, sum(coins for _, coins in damage_terms(fight, outcome, behind)))
    drag = Drag(
        f"drag-{decision.next_lineage_version}-1",
        dragger.id,
        strike.target,
        strike.weapon.partition("/")[0],
        coins,
        outcome.result,
        strike.intent,
        decision.next_lineage_version,
    )
    begun = decision.record(DragBegun(drag=drag))
    decision.next(suffer, hit_harm(fight, strike, outcome, behind, weapon.mode.lasts), cause=begun)


def let_go(decision: Decision[Fight], drag: Drag, *, cause: int | None = None) -> None:
    """Release the dragged combatant; the weapon lies beside it (S3-MOUNT-13, S3-MOUNT-18)."""
    fight = decision.state
    item = fight.people[drag.dragger].items[drag.weapon]
    dropped = decision.record(
        ItemDropped(combatant=drag.dragger, item=item, zone=fight.people[drag.dragged].zone), cause=cause
    )
    end_drag(decision, drag, "released", cause=dropped)


@stage("s3.effect.drag", Whose)
def drag_hurts(decision: Decision[Fight], whose: Whose) -> None:
    """Deal the damage of a drag again at the end of each later turn of the dragger (S3-MOUNT-16)."""
    fight = decision.state
    turn = fight.turn
    for drag in fight.drags:
        if drag.dragger == whose.combatant and turn is not None and drag.since < turn.since:
            harm = Harm(
                drag.dragged,
                "drag",
                (("drag", drag.coins),),
                source=drag.dragger,
                intent=drag.intent,
                flat=fight.options.damage_throw == "flat",
            )
            decision.next(suffer, harm)


def asks_drag(event: Prompted, names: Names) -> str:
    """Whom the driver may drag."""
    return f"may drag {named(names, str(event.about.get('target', '')))} along or let go"


DRAG_OR_RELEASE: PromptKind[Fight] = PromptKind(
    "drag_or_release",
    TypeAdapter(Literal["drag", "release"]),
    check_drag,
    drag_forms,
    only=only_drag,
    moot=drag_moot,
    question="whether to hold on or let go",
    words="Dragging a foe",
    asks=asks_drag,
    tells={"drag": "holds on", "release": "lets go"},
)

DRAGGING: Chapter[Fight] = Chapter(
    events=(DragBegun,), prompts=(DRAG_OR_RELEASE,), stages=(drag_or_release, drag_hurts)
)
