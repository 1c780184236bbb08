"""Strangling: a chokehold, and its finish in a later round (S3-STRAN)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.fields.field import among
from domain.fields.sets import Node
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.close_actions import attack_effort, attempt, grapple_effort
from domain.rulesets.s3.chapters.attack.targets import in_sight, target_person
from domain.rulesets.s3.chapters.grapple.bonds import end_hold, holds_by
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.defences import DEFENCES
from domain.rulesets.s3.chapters.throws.stunt_fields import (
    ARMS,
    armed_stunt,
    close_forms,
    of_stuntman,
    skill_by,
    stunt_in,
    used_in,
    weapons_by,
)
from domain.rulesets.s3.chapters.throws.stunt_sets import (
    PrimaryThrow,
    PrimaryThrows,
    kind_of,
)
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt, hands_left
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.throws.weapons import (
    BARE_HANDS,
    Wielded,
    as_option,
    can_hold,
    check_weapon,
    find_weapon,
    free_hands,
    is_usable,
    require_hand,
    weapons_of,
)
from domain.rulesets.s3.chapters.turns.actions import Whose, require_action, take_attack
from domain.rulesets.s3.chapters.vocabularies import INTENT, of_acting
from domain.rulesets.s3.chapters.wounds.wounds import disable, fate_of
from domain.rulesets.s3.parts import HELD, Close, Throwing, Weapon
from domain.rulesets.s3.state import Fight, Hold, Person
from domain.rulesets.s3.words import UNARMED, Intent
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words


class Choked(Event, frozen=True, kw_only=True):
    """A combatant is in a chokehold (S3-STRAN-4)."""

    type: ClassVar[str] = "s3.choked"
    words = "In a chokehold"
    told = Told(
        brief="{hold.holder} | has {hold.held} by the throat with {hold}, {hold.successes:head} to beat",
        moment="hold",
        source="hold.holder",
        target="hold.held",
    )
    says = "{hold.holder} has {hold.held} by the throat with {hold}; {hold.successes:head} to beat."
    example = {
        "hold": {
            "id": "hold-27-1",
            "kind": "choke",
            "holder": "doctor_hu",
            "held": "bell_1",
            "successes": 1,
            "means": "iron_chain",
            "round": 1,
            "since": 27,
            "intent": "kill",
        }
    }
    hold: Annotated[Hold, Spoken(said.held_with)]

    def evolve(self, fight: Fight) -> None:
        fight.keep_hold(self.hold)


class Noose(msgspec.Struct, frozen=True, gc=False):
    """A chokehold in progress: the holder, the held, the means and the intent."""

    holder: str
    held: str
    means: str
    intent: Intent


class Squeeze(msgspec.Struct, frozen=True, gc=False):
    """The chokehold that is being finished."""

    hold: str


def can_choke(fight: Fight, actor: Person, weapon: Wielded) -> bool:
    """Return whether an actor chokes with this; ``check_means`` refuses everything else (S3-STRAN-2)."""
    if weapon.item is None:
        return bool(free_hands(actor))
    return "flexible" in weapon.mode.flags and is_usable(fight, actor, weapon)


def _choking(view: View[Fight], actor: Person) -> Node:
    return tuple([as_option(weapon) for weapon in weapons_of(actor) if can_choke(view.state, actor, weapon)])


def _finishable(view: View[Fight], actor: Person) -> Node:
    """Return those whose choke the actor may finish now (S3-STRAN-6)."""
    fight = view.state
    seen = {person.id for person in in_sight(fight, actor)}
    holds = [hold for hold in holds_by(fight, actor.id) if hold.kind == "choke" and hold.held in seen]
    ready = [hold for hold in holds if fight.may_finish(hold) and can_choke(fight, actor, means_of(actor, hold))]
    return tuple([hold.held for hold in ready])


def _beside_choke(view: View[Fight], actor: Person) -> Mapping[str, Node]:
    """Return the weapons beside each that chokes; bare hands need one that is free (S3-STRAN-2)."""
    choking = [weapon for weapon in weapons_of(actor) if can_choke(view.state, actor, weapon)]
    return {one.ref: view[ARMS].rows(one, one_left=one.item is None) for one in choking}


def _chokes(fight: Fight, actor: Person) -> dict[str, Wielded]:
    chokes = [hold for hold in holds_by(fight, actor.id) if hold.kind == "choke"]
    return {hold.held: means_of(actor, hold) for hold in chokes}


def _beside_chokes(view: View[Fight], actor: Person) -> Mapping[str, Node]:
    means = _chokes(view.state, actor)
    return {held: view[ARMS].rows(one, one_left=one.item is None) for held, one in means.items()}


def _skills_of_chokes(view: View[Fight], actor: Person) -> dict[str, str]:
    return {held: weapon.mode.skill for held, weapon in _chokes(view.state, actor).items()}


def _tightened(view: View[Fight], actor: Person) -> PrimaryThrows:
    means = _chokes(view.state, actor)
    return {held: PrimaryThrow(one.mode.skill, kind_of(one), ("finish_strangle",)) for held, one in means.items()}


BESIDE_CHOKE: Final = weapons_by("weapon", of_stuntman("weapons beside a choke", _beside_choke))


class Strangle(Close):
    """Choke a combatant (S3-STRAN-4). Finishing that in a later round puts it out of action."""

    form = {
        "actor": among(actors("strangling", lambda: Strangle)),
        "weapon": among(of_acting("weapons that choke", _choking), required=True),
    }
    variants = close_forms(
        armed_stunt("strangle", weapons_by("weapon", of_stuntman("weapons beside a choke", _beside_choke))),
        {"intent": INTENT},
    )
    barred_while = HELD | {"armless"}
    says = ("{actor} tries to strangle {target}.",)
    example = {"actor": "ogre", "target": "bell"}
    words = Words(
        "Strangle",
        "Strangle {target} with {weapon}, {intent}[, stunt: {stunt}][, {modifier}]",
        group="grapple",
        prominence="main",
        costs="the attack action",
        variants={"leap": Variant("Strangle beyond reach (stunt)"), "reach": Variant("Strangle")},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.strangle"] = "s3.strangle"
    weapon: Weapon = "unarmed"
    intent: Intent = Field(default="subdue", description="Decides the fate of a foe disabled by it.")

    def keeps(self, hold: Hold) -> bool:
        """Return whether it strangles the combatant pinned (S3-PIN-9)."""
        return hold.kind == "pin" and hold.held == self.target

    def decide(self, decision: Decision[Fight]) -> None:
        """The check is against a dodge or a parry (S3-STRAN-2 to S3-STRAN-4)."""
        fight = decision.state
        actor = fight.people[self.actor]
        target = target_person(fight, actor, self.target)
        weapon = find_weapon(actor, self.weapon)
        effort = choke_effort(self, weapon)
        check_means(fight, actor, weapon, effort)
        means = weapon.item.id if weapon.item is not None else UNARMED
        then = strangle_settled.continuation(Noose(actor.id, target.id, means, self.intent))
        attempt(decision, self, target, effort, DEFENCES, then)


def check_means(fight: Fight, actor: Person, weapon: Wielded, effort: Effort) -> None:
    """Require a flexible weapon, or a hand free beside all weapons of the effort (S3-STRAN-2)."""
    if weapon.item is None:
        require(hands_left(actor, effort), "S3-STRAN-2", f"{actor.name} has no working hand free to choke with.")
        return
    flexible = "flexible" in weapon.mode.flags
    require(
        flexible,
        "S3-STRAN-2",
        f"{weapon.item.name} is not flexible; bare hands will do.",
        field="command.weapon",
    )
    check_weapon(fight, actor, weapon)
    require_hand(actor, weapon)


def choke_effort(command: Throwing, weapon: Wielded) -> Effort:
    """Return the Grappling value if unarmed, else the Attack value of the flexible weapon (S3-STRAN-3)."""
    return grapple_effort(command) if weapon.item is None else attack_effort(command, weapon)


@reply("s3.strangle.settled", Noose)
def strangle_settled(decision: Decision[Fight], noose: Noose, outcome: Outcome) -> None:
    """Begin the choke with its result frozen; nothing else happens to the target yet (S3-STRAN-1, S3-STRAN-4).

    Neither of the two defends worse because of it (S3-STRAN-9).
    """
    if outcome.won and can_hold(decision.state.people[noose.holder], noose.means):
        version, round_ = decision.next_lineage_version, decision.state.round_number
        name = f"choke-{version}-1"
        hold = Hold(name, "choke", noose.holder, noose.held, outcome.result, noose.means, round_, version, noose.intent)
        decision.record(Choked(hold=hold), cause=outcome.verdict.version)


class FinishStrangle(Throwing):
    """Finish a chokehold of an earlier round against the victim's Fortitude (S3-STRAN-6, S3-STRAN-7)."""

    form = {
        "actor": among(actors("finishing", lambda: FinishStrangle)),
        "target": among(of_acting("chokes to finish", _finishable)),
        "stunt": stunt_in(
            skill_by("target", "chokes", _skills_of_chokes),
            weapons_by("target", of_stuntman("weapons beside a tightened choke", _beside_chokes)),
            used_in("finish_strangle", _tightened, "target"),
        ),
    }
    takes = "attack"
    barred_while = HELD | {"armless"}
    says = ("{actor} tries to finish strangling {target}.",)
    example = {"actor": "ogre", "target": "bell"}
    words = Words(
        "Finish strangling",
        "Finish strangling {target}[, stunt: {stunt}][, {modifier}]",
        group="grapple",
        prominence="main",
        costs="the attack action",
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.finish_strangle"] = "s3.finish_strangle"
    target: CombatantId

    def keeps(self, hold: Hold) -> bool:
        """Return whether it is aimed at the combatant held: its finish keeps a choke (S3-STRAN-11)."""
        return hold.held == self.target

    def decide(self, decision: Decision[Fight]) -> None:
        """The second check is against the victim's Fortitude without armour (S3-STRAN-6, S3-STRAN-7, S3-STRAN-13)."""
        fight = decision.state
        actor = fight.people[self.actor]
        hold = choke_on(fight, actor, self.target)
        target_person(fight, actor, hold.held)
        require(
            fight.may_finish(hold),
            "S3-STRAN-6",
            f"It is too early: {fight.name_of(hold.held)} has a turn first, and a later round begins.",
        )
        weapon = means_of(actor, hold)
        effort = choke_effort(self, weapon)
        check_means(fight, actor, weapon, effort)
        require_action(fight, "attack")
        check_stunt(fight, effort, "finish_strangle")

        declare_stunt(decision, effort, "finish_strangle")
        take_attack(decision, self)
        victim = Rival(hold.held, effort=Effort(hold.held, "fortitude"))
        then = finish_settled.continuation(Squeeze(hold.id))
        oppose(decision, Contest("finish_strangle", effort, (victim,), then, aimed=True))


def choke_on(fight: Fight, actor: Person, victim: str) -> Hold:
    """Return the actor's choke on the victim; refuses if there is none."""
    own = holds_by(fight, actor.id)
    choke = next((hold for hold in own if hold.kind == "choke" and hold.held == victim), None)
    if choke is None:
        refuse("S3-STRAN-6", f"{actor.name} has no chokehold on {fight.name_of(victim)}.", field="command.target")
    return choke


def means_of(actor: Person, hold: Hold) -> Wielded:
    """Return the weapon of the choke, in its flexible mode."""
    if hold.means == UNARMED:
        return BARE_HANDS
    item = actor.items[hold.means]
    return Wielded(item, next(mode for mode in item.modes if "flexible" in mode.flags))


@reply("s3.strangle.finished", Squeeze)
def finish_settled(decision: Decision[Fight], squeeze: Squeeze, outcome: Outcome) -> None:
    """Disable the victim at once, without damage or wound; if lost, the hold ends (S3-STRAN-7, S3-STRAN-8).

    Nothing follows if a ruling has ended the hold meanwhile.
    """
    fight = decision.state
    decision.cause = outcome.verdict.version
    hold = next((hold for hold in fight.holds if hold.id == squeeze.hold), None)
    if hold is None:
        return
    if outcome.won:
        victim = fight.people[hold.held]
        disable(decision, victim, ("strangled",), fate_of(fight, victim, hold.intent, strangled=True))
    else:
        end_hold(decision, hold, "failed")


@stage("s3.effect.choke_lapses", Whose)
def choke_lapses(decision: Decision[Fight], whose: Whose) -> None:
    """End the chokes that could have been finished in this turn and were not (S3-STRAN-12)."""
    turn = decision.state.turn
    if turn is not None and decision.state.people[whose.combatant].able:
        for hold in decision.state.holds:
            if hold.id in turn.finishable:
                end_hold(decision, hold, "not_finished")


STRANGLING: Chapter[Fight] = Chapter(
    commands=(Strangle, FinishStrangle), events=(Choked,), stages=(strangle_settled, finish_settled, choke_lapses)
)
