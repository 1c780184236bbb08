"""Pins, breaking free, and letting go (S3-PIN, S3-MOUNT-13)."""

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field

from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.close_actions import attempt, grapple_effort
from domain.rulesets.s3.chapters.attack.targets import target_person
from domain.rulesets.s3.chapters.grapple.bonds import drag_on, drags_by, end_hold, holds_by, holds_on
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.leaving import end_drag
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.stunt_fields import BESIDE_A_FREE_HAND, close_forms, plain_stunt
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt, hands_left
from domain.rulesets.s3.chapters.throws.weapons import can_hold, free_hands
from domain.rulesets.s3.chapters.turns.actions import require_action, take_attack
from domain.rulesets.s3.chapters.vehicles.dragging import let_go
from domain.rulesets.s3.chapters.vocabularies import of_acting
from domain.rulesets.s3.parts import Acting, Close, Throwing
from domain.rulesets.s3.state import Drag, Fight, Hold, Person
from domain.rulesets.s3.words import UNARMED
from domain.story.told import AS_SAID, Told
from domain.text.phrases import named, names_in
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

DEFENCES_AGAINST_PIN = ("evasion", "hand_to_hand")


class Pinned(Event, frozen=True, kw_only=True):
    """A combatant is held (S3-PIN-2); a renewed pin has the same ID and other successes (S3-PIN-9)."""

    type: ClassVar[str] = "s3.pinned"
    words = "Pinned"
    told = Told(
        brief="{hold.holder} | pins {hold.held} with {hold}, {hold.successes:head} to beat",
        moment="hold",
        source="hold.holder",
        target="hold.held",
    )
    says = "{hold.holder} pins {hold.held} with {hold}; {hold.successes:head} to beat."
    example = {
        "hold": {
            "id": "hold-25-1",
            "kind": "pin",
            "holder": "doctor_hu",
            "held": "iron_claw",
            "successes": 6,
            "means": "unarmed",
            "round": 1,
            "since": 25,
        }
    }
    hold: Annotated[Hold, Spoken(said.held_with)]

    def evolve(self, fight: Fight) -> None:
        fight.keep_hold(self.hold)


class Grip(msgspec.Struct, frozen=True, gc=False):
    """A pin in progress: the holder and the held."""

    holder: str
    held: str


class Struggle(msgspec.Struct, frozen=True, gc=False):
    """The combatant that tries to break free."""

    combatant: str


class Pin(Close):
    """Hold a combatant, who defends worse and can only try to break free (S3-PIN-1, S3-PIN-3, S3-PIN-5)."""

    form = {"actor": among(actors("pinning", lambda: Pin, lambda fight, actor: bool(free_hands(actor))))}
    variants = close_forms(plain_stunt("hand_to_hand", "pin", BESIDE_A_FREE_HAND))
    barred_while = frozenset({"pinned", "dragged", "armless"})
    says = ("{actor} tries to pin {target}.",)
    example = {"actor": "ogre", "target": "bell"}
    words = Words(
        "Pin",
        "Pin {target}[, stunt: {stunt}][, {modifier}]",
        group="grapple",
        prominence="main",
        costs="the attack action",
        variants={"leap": Variant("Pin beyond reach (stunt)"), "reach": Variant("Pin")},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.pin"] = "s3.pin"

    def keeps(self, hold: Hold) -> bool:
        """Return whether it is another pin on the combatant pinned (S3-PIN-9)."""
        return hold.kind == "pin" and hold.held == self.target

    def decide(self, decision: Decision[Fight]) -> None:
        """Grappling value against Evasion or Hand to Hand (S3-PIN-1)."""
        fight = decision.state
        actor = fight.people[self.actor]
        target = target_person(fight, actor, self.target)
        effort = grapple_effort(self)
        require(hands_left(actor, effort), "S3-PIN-1", f"{actor.name} has no working hand free to hold with.")
        then = pin_settled.continuation(Grip(actor.id, target.id))
        attempt(decision, self, target, effort, DEFENCES_AGAINST_PIN, then, parry=False)


@reply("s3.pin.settled", Grip)
def pin_settled(decision: Decision[Fight], grip: Grip, outcome: Outcome) -> None:
    """Freeze the successes of a won pin: breaking free has to beat them, defences lose them (S3-PIN-2, S3-PIN-5).

    A pin does no damage (S3-PIN-11) and costs its holder no defence (S3-PIN-12). A new pin on the same victim replaces
    the successes only if they are more (S3-PIN-9).
    """
    fight = decision.state
    if not outcome.won or not can_hold(fight.people[grip.holder], UNARMED):
        return
    held = fight.people[grip.held]
    old = next((hold for hold in holds_on(fight, held.id) if (hold.kind, hold.holder) == ("pin", grip.holder)), None)
    if old is not None:
        if outcome.result > old.successes:
            decision.record(Pinned(hold=replace(old, successes=outcome.result)), cause=outcome.verdict.version)
        return
    version = decision.next_lineage_version
    name = f"pin-{version}-1"
    hold = Hold(name, "pin", grip.holder, held.id, outcome.result, UNARMED, fight.round_number, version)
    pinned = decision.record(Pinned(hold=hold), cause=outcome.verdict.version)
    for own in holds_by(fight, held.id):
        end_hold(decision, own, "pinned", cause=pinned)


class BreakFree(Throwing):
    """Try to get out of every pin, chokehold and drag (S3-PIN-4)."""

    form = {
        "actor": among(actors("breaking free", lambda: BreakFree, lambda fight, actor: bool(bonds_on(fight, actor)))),
        "stunt": plain_stunt("hand_to_hand", "break_free"),
    }
    takes = "attack"
    barred_while = frozenset()
    says = ("{actor} tries to break free.",)
    example = {"actor": "bell"}
    words = Words(
        "Break free",
        "Break free[, stunt: {stunt}][, {modifier}]",
        group="grapple",
        prominence="main",
        costs="the attack action",
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.break_free"] = "s3.break_free"

    def decide(self, decision: Decision[Fight]) -> None:
        """One Grappling throw against the frozen successes of every pin, choke and drag on the actor (S3-PIN-4).

        An actor that is free of all has the rest of its turn (S3-PIN-8).
        """
        fight = decision.state
        actor = fight.people[self.actor]
        bonds = bonds_on(fight, actor)
        require(bonds, "S3-PIN-4", f"{actor.name} is not held.")
        require_action(fight, "attack")
        effort = grapple_effort(self)
        check_stunt(fight, effort, "break_free")

        declare_stunt(decision, effort, "break_free")
        take_attack(decision, self)
        rivals = tuple(
            Rival(bond.dragger if isinstance(bond, Drag) else bond.holder, frozen=bond.successes, hold=bond.id)
            for bond in bonds
        )
        oppose(decision, Contest("break_free", effort, rivals, break_settled.continuation(Struggle(actor.id))))


def bonds_on(fight: Fight, person: Person) -> list[Hold | Drag]:
    """Return everything that holds a combatant, oldest first (S3-ORDER-10)."""
    drag = drag_on(fight, person.id)
    bonds: list[Hold | Drag] = [*holds_on(fight, person.id), *([drag] if drag is not None else [])]
    return sorted(bonds, key=lambda bond: bond.since)


@reply("s3.break_free.settled", Struggle)
def break_settled(decision: Decision[Fight], struggle: Struggle, outcome: Outcome) -> None:
    """End each hold and drag that was beaten; the dragged combatant is left behind (S3-PIN-4, S3-MOUNT-17)."""
    fight = decision.state
    beaten = {verdict.hold: verdict.version for verdict in outcome.verdicts if verdict.won}
    for bond in bonds_on(fight, fight.people[struggle.combatant]):
        if bond.id in beaten:
            if isinstance(bond, Drag):
                end_drag(decision, bond, "broken_free", cause=beaten[bond.id])
            else:
                end_hold(decision, bond, "broken_free", cause=beaten[bond.id])


def _grips(view: View[Fight], actor: Person) -> Node:
    fight = view.state
    holds = [(hold.id, f"{hold.kind}_on", hold.held) for hold in holds_by(fight, actor.id)]
    drags = [(drag.id, "drag_on", drag.dragged) for drag in drags_by(fight, actor.id)]
    grips = (*holds, *drags)
    names = names_in(fight) if grips else {}
    return tuple([Labelled(grip, Label.filled(kind, who=named(names, held))) for grip, kind, held in grips])


class Release(Acting):
    """Let go of a combatant that the actor pins, strangles or drags (S3-PIN-9, S3-STRAN-11, S3-MOUNT-13).

    `hold` is the ID of the hold or of the drag.
    """

    form = {
        "actor": among(actors("releasing", lambda: Release)),
        "hold": among(of_acting("holds and drags", _grips)),
    }
    barred_while = frozenset({"dragged"})
    says = ()
    example = {"actor": "ogre", "hold": "pin-33-1"}
    words = Words("Let go", "Let go: {hold}", group="grapple")
    type: Literal["s3.release"] = "s3.release"
    hold: str = Field(max_length=64)

    def decide(self, decision: Decision[Fight]) -> None:
        """It takes no action (S3-TURN-13, S3-PIN-9, S3-STRAN-11, S3-MOUNT-18)."""
        fight = decision.state
        actor = fight.people[self.actor]
        for hold in holds_by(fight, actor.id):
            if hold.id == self.hold:
                end_hold(decision, hold, "released")
                return
        for drag in drags_by(fight, actor.id):
            if drag.id == self.hold:
                let_go(decision, drag)
                return
        names = [*(hold.id for hold in holds_by(fight, actor.id)), *(drag.id for drag in drags_by(fight, actor.id))]
        said = unknown(f"{actor.name} has no hold “{self.hold}”", self.hold, names, f"{actor.name} holds no one.")
        refuse("S3-PIN-9", said, field="command.hold")


PINS: Chapter[Fight] = Chapter(
    commands=(Pin, BreakFree, Release),
    events=(Pinned,),
    stages=(pin_settled, break_settled),
    labels={
        "text.pin_on": "The pin on {who}",
        "text.choke_on": "The stranglehold on {who}",
        "text.drag_on": "The drag on {who}",
    },
)
