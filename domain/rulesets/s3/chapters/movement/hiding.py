"""Stealth: getting out of sight, looking for the hidden, smoke (S3-HIDE, S3-EQUIP-16)."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import Lookup, among, listed, looked_up, several
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.targets import require_able_others, target_anybody
from domain.rulesets.s3.chapters.legality import actors, free_actor
from domain.rulesets.s3.chapters.movement.leaving import leave_fight
from domain.rulesets.s3.chapters.movement.walking import arrive, require_place_beside
from domain.rulesets.s3.chapters.throws.checks import skill_effort
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.stunt_fields import BESIDE_SMOKE, plain_stunt
from domain.rulesets.s3.chapters.throws.stunt_sets import REFUSED, Arms
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.throws.weapons import (
    SMOKE_BOMB,
    Wielded,
    find_weapon,
    has_hand,
    ready,
    require_hand,
    use_up,
    wielded,
)
from domain.rulesets.s3.chapters.turns.actions import Spotted, require_action, take_attack, take_movement
from domain.rulesets.s3.chapters.vocabularies import ABLE, BESIDE, of_acting
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.parts import HELD, Acting, Key, Throwing, Walking, may_pay
from domain.rulesets.s3.state import Distraction, Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words


class Hidden(Event, frozen=True, kw_only=True):
    """Observers lost sight of a combatant (S3-HIDE-3)."""

    type: ClassVar[str] = "s3.hidden"
    words = "Hidden"
    told = Told(brief=AS_SAID, unless=("s3.place", "s3.contest_settled"))
    says = "{combatant} is hidden from {observers}."
    example = {"combatant": "doctor_hu", "observers": ["bell_1", "iron_claw"]}
    combatant: str
    observers: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.unseen_by = (*person.unseen_by, *(o for o in self.observers if o not in person.unseen_by))


class DistractionSet(Event, frozen=True, kw_only=True):
    """Something in a zone makes hiding possible, through a round or until the scene ends (S3-HIDE-2)."""

    type: ClassVar[str] = "s3.distraction_set"
    words = "Distraction"
    told = Told(brief=AS_SAID)
    says = "There is a distraction {zone}[ until the end of round {until_round}]."
    example = {"zone": "upper_deck", "until_round": 3}
    zone: Annotated[str, Spoken(said.at_zone)]
    until_round: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.distractions = (*fight.distractions, Distraction(self.zone, self.until_round))


class DistractionEnded(Event, frozen=True, kw_only=True):
    """A distraction ended."""

    type: ClassVar[str] = "s3.distraction_ended"
    words = "Distraction ended"
    told = Told(brief=AS_SAID)
    says = "The distraction {zone} is over."
    example = {"zone": "here"}
    zone: Annotated[str, Spoken(said.at_zone)]

    def evolve(self, fight: Fight) -> None:
        fight.distractions = tuple(
            d
            for d in fight.distractions
            if d.zone != self.zone or d.until_round is None or d.until_round > fight.round_number
        )


class Vanishing(msgspec.Struct, frozen=True, gc=False):
    """A combatant that tries to get out of sight; ``effort`` has the smoke bomb, if there is one."""

    combatant: str
    escape: bool
    beside: str | None
    effort: Effort
    smoke: bool


def _covered(view: View[Fight]) -> tuple[str, ...]:
    actor = free_actor(view, Hide)
    return (actor.id,) if actor is not None and has_cover(view.state, actor) else ()


def _in_smoke(view: View[Fight]) -> tuple[str, ...]:
    """Return the actor if only a smoke bomb in a stunt hides it (S3-STUNT-24)."""
    actor = free_actor(view, Hide)
    if actor is None or has_cover(view.state, actor) or not may_pay(actor):
        return ()
    return (actor.id,) if any(item.kind == SMOKE_BOMB for item in actor.items.values()) else ()


def _smokeless(view: View[Fight], actor: Person) -> Node:
    """Return what does not hide the actor in smoke, by the explosives of its stunt (S3-STUNT-24)."""
    explosives = Arms(view.state, actor, smoke=True).named.get("explosives", ())
    return {**{weapon.ref: () for weapon in explosives if weapon.kind == SMOKE_BOMB}, ANY_KEY: REFUSED}


def _sneaked_up_to(view: View[Fight], actor: Person) -> Node:
    """Return the observers to end up beside: by default the enemies in the zone (S3-HIDE-4)."""
    fight = view.state
    beside = view[BESIDE].get(actor.zone, ())
    enemies = tuple([one for one in beside if fight.people[one].pc != actor.pc])
    return {"sneak": {ABSENT_KEY: enemies, ANY_KEY: beside}}


STUNT: Final = plain_stunt("stealth", "hide", BESIDE_SMOKE)
WITHOUT_SMOKE: Final = Lookup(of_acting("stunts without smoke", _smokeless), ("weapons.explosives",))
OBSERVERS: Final = several(ABLE, 0, 50, bars=("actor",), seldom=True, mark="check")
ENGAGED: Final = looked_up(of_acting("observers to sneak up to", _sneaked_up_to), "mode", "from")


class Hide(Walking):
    """Get out of sight, to sneak up on a combatant or to escape (S3-HIDE-3, S3-HIDE-4, S3-HIDE-5)."""

    form = {
        "mode": listed("sneak", "escape"),
        "from": OBSERVERS,
        "engage": ENGAGED,
    }
    variants = {
        "covered": {"actor": among(Vocabulary("covered", _covered)), "stunt": STUNT},
        "smoke": {
            "actor": among(Vocabulary("with smoke", _in_smoke)),
            "stunt": STUNT.but(required=True, never=(*STUNT.never, WITHOUT_SMOKE)),
        },
    }
    says = ("{actor} tries to hide from {from}.", "{actor} tries to hide.")
    example = {"actor": "bell", "mode": "sneak", "engage": "ogre"}
    words = Words(
        "Hide",
        "Hide[ from {from}]: {mode}[ on {engage}][, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
        variants={"covered": Variant("Hide"), "smoke": Variant("Hide with a smoke bomb")},
        fields={"from": "Observers", "mode": "Purpose"},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.hide"] = "s3.hide"
    from_: tuple[CombatantId, ...] | None = Field(
        alias="from", default=None, max_length=50, description="By default every able foe in the zone."
    )
    mode: Literal["sneak", "escape"]
    engage: CombatantId | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Stealth against the Awareness of each observer (S3-HIDE-1 to S3-HIDE-5)."""
        fight = decision.state
        actor = fight.people[self.actor]
        effort = skill_effort(self, "stealth")
        smoke = _smoke_in(actor, effort)
        _require_cover(fight, actor, smoke=smoke)
        observers = _observers(fight, actor, self, decision.speaker)
        if self.engage is not None:
            field = "command.engage"
            sneaks = self.mode == "sneak"
            require(sneaks, "S3-HIDE-5", f"{actor.name} escapes, and so cannot end up beside an observer.", field=field)
            require_place_beside(fight, actor, self.engage, actor.zone)
            require(self.engage in observers, "S3-HIDE-4", f"{actor.name} can only sneak up to observers.", field=field)
        require_action(fight, "movement")
        check_stunt(fight, effort, "hide")

        declare_stunt(decision, effort, "hide")
        take_movement(decision, self)
        vanishing = Vanishing(actor.id, self.mode == "escape", self.engage, effort, smoke)
        rivals = tuple(Rival(observer, ("awareness",)) for observer in observers)
        oppose(decision, Contest("hide", effort, rivals, vanished.continuation(vanishing)))


def _smoke_in(actor: Person, effort: Effort) -> bool:
    """Return whether the stunt uses a smoke bomb by Explosives, which is a distraction itself (S3-STUNT-24)."""
    stunt = effort.stunt
    if stunt is None or "explosives" not in stunt.secondaries or "explosives" not in stunt.weapons:
        return False
    return wielded(actor, stunt.weapons["explosives"]).kind == SMOKE_BOMB


def _require_cover(fight: Fight, actor: Person, *, smoke: bool) -> None:
    """Require a distraction in the zone, or the talent for hiding (S3-HIDE-1, S3-TAL-4)."""
    require(
        smoke or has_cover(fight, actor),
        "S3-HIDE-1",
        f"Nothing distracts from {actor.name}: hiding needs a distraction in the zone, or Fleeting Shadow.",
    )


def has_cover(fight: Fight, actor: Person) -> bool:
    """Return whether a distraction or the talent lets an actor hide (S3-HIDE-1, S3-TAL-4)."""
    distracted = any(distraction.zone == actor.zone for distraction in fight.distractions)
    return distracted or "fleeting_shadow" in actor.talents


def _observers(fight: Fight, actor: Person, command: Hide, speaker: Speaker) -> tuple[str, ...]:
    """Return every able enemy in the zone, unless the narrator shortens the list; an escape needs them all."""
    enemies = tuple(p.id for p in fight.able() if p.pc != actor.pc and p.zone == actor.zone)
    if command.from_ is None:
        return enemies
    require_able_others(fight, actor, command.from_, "S3-HIDE-3")
    unnamed = [fight.name_of(enemy) for enemy in enemies if enemy not in command.from_]
    if unnamed:
        watching = f"Every able enemy in the zone observes; {', '.join(unnamed)} too."
        require(command.mode != "escape", "S3-HIDE-5", watching, field="command.from")
        require(speaker.is_narrator, "S3-HIDE-3", watching, field="command.from")
    return tuple(dict.fromkeys(command.from_))


@reply("s3.stealth.vanished", Vanishing)
def vanished(decision: Decision[Fight], vanishing: Vanishing, outcome: Outcome) -> None:
    """Hide the actor from the observers it beat, then bring it beside one of them, or away (S3-HIDE-3 to S3-HIDE-5)."""
    fight = decision.state
    actor = fight.people[vanishing.combatant]
    if vanishing.smoke:
        lay_smoke(decision, actor.zone)
    won = [verdict for verdict in outcome.verdicts if verdict.won]
    beaten = tuple(verdict.combatant for verdict in won)
    if won:
        decision.cause = decision.record(Hidden(combatant=actor.id, observers=beaten), cause=won[-1].version)
    if vanishing.escape and outcome.won:
        leave_fight(decision, actor, "escaped")
    elif vanishing.beside in beaten:
        arrive(decision, actor, actor.zone, vanishing.beside)


def _hidden(view: View[Fight], actor: Person) -> Node:
    return tuple([p.id for p in view.state.people.values() if p.able and actor.id in p.unseen_by and p is not actor])


class Search(Throwing):
    """Look for a hidden combatant: Awareness against Stealth (S3-HIDE-8)."""

    form = {
        "actor": among(actors("searching", lambda: Search)),
        "target": among(of_acting("hidden", _hidden)),
        "stunt": plain_stunt("awareness", "search"),
    }
    takes = "movement"
    says = ("{actor} searches for {target}.",)
    example = {"actor": "ogre", "target": "bell"}
    words = Words(
        "Search",
        "Search for {target}[, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.search"] = "s3.search"
    target: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """Awareness against the Stealth of the target (S3-HIDE-8)."""
        fight = decision.state
        actor = fight.people[self.actor]
        target = target_anybody(fight, actor, self.target)
        hidden = actor.id in target.unseen_by
        require(hidden, "S3-HIDE-8", f"{actor.name} sees {target.name} already.", field="command.target")
        require_action(fight, "movement")
        effort = skill_effort(self, "awareness")
        check_stunt(fight, effort, "search")

        declare_stunt(decision, effort, "search")
        take_movement(decision, self)
        hunt = Hunt(actor.id, target.id)
        oppose(decision, Contest("search", effort, (Rival(target.id, ("stealth",)),), searched.continuation(hunt)))


class Hunt(msgspec.Struct, frozen=True, gc=False):
    """A combatant that looks for another."""

    combatant: str
    target: str


@reply("s3.stealth.searched", Hunt)
def searched(decision: Decision[Fight], hunt: Hunt, outcome: Outcome) -> None:
    """Record that the searcher sees the target again (S3-HIDE-8)."""
    if outcome.won:
        decision.record(Spotted(combatant=hunt.target, observers=(hunt.combatant,)))


def _bombs(view: View[Fight], actor: Person) -> Node:
    return tuple([Labelled(item.id, item.name) for item in actor.items.values() if can_smoke(actor, item)])


def can_smoke(actor: Person, item: Item) -> bool:
    """Return whether an item is a smoke bomb for which a hand is free (S3-EQUIP-16)."""
    bomb = item.kind == SMOKE_BOMB and item.quantity > 0 and bool(item.modes)
    return bomb and has_hand(actor, Wielded(item, item.modes[0]))


class Smoke(Acting):
    """Throw a smoke bomb: one can hide in the zone until the next round ends (S3-EQUIP-16)."""

    form = {
        "actor": among(actors("throwing smoke", lambda: Smoke)),
        "item": among(of_acting("smoke bombs", _bombs)),
    }
    takes = "attack"
    barred_while = HELD | {"armless"}
    says = ("{actor} throws {item}.",)
    example = {"actor": "bell", "item": "smoke_bomb"}
    words = Words("Throw a smoke bomb", "Throw {item}", group="move", prominence="main", costs="the attack action")
    told = Told(
        brief=AS_SAID,
        unless=("s3.item_thrown", "s3.item_readied"),
        lends="{actor} | and throws it",
        lends_to=("s3.item_readied",),
    )
    type: Literal["s3.smoke"] = "s3.smoke"
    item: Key

    def decide(self, decision: Decision[Fight]) -> None:
        """It is a distraction in the zone through the end of the next round (S3-EQUIP-16)."""
        fight = decision.state
        actor = fight.people[self.actor]
        bomb = find_weapon(actor, self.item, "S3-EQUIP-16", "command.item")
        if bomb.item is None or bomb.item.kind != SMOKE_BOMB:
            refuse("S3-EQUIP-16", f"{self.item} is no smoke bomb.", field="command.item")
        require(bomb.item.quantity > 0, "S3-ATK-11", f"No {bomb.item.name} is left.", field="command.item")
        require_hand(actor, bomb)
        require_action(fight, "attack")
        take_attack(decision, self)
        ready(decision, actor, bomb)
        use_up(decision, actor, bomb, actor.zone)
        lay_smoke(decision, actor.zone)


def lay_smoke(decision: Decision[Fight], zone: str) -> None:
    """Record a distraction that lasts through the end of the next round."""
    decision.record(DistractionSet(zone=zone, until_round=decision.state.round_number + 1))


HIDING: Chapter[Fight] = Chapter(
    commands=(Hide, Search, Smoke), events=(Hidden, DistractionSet, DistractionEnded), stages=(vanished, searched)
)
