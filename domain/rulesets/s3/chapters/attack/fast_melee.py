"""Fast melee: one throw of each fighter counts as attack and parry at once (S3-FAST)."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, policy_answer
from domain.decision.stages import reply, stage
from domain.fields.field import Field, listed, looked_up, record
from domain.fields.sets import ABSENT_KEY, Node
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.blows import Strike, aim_of, hit, miss
from domain.rulesets.s3.chapters.attack.close_actions import Spending, spend
from domain.rulesets.s3.chapters.grapple.bonds import drag_on, holds_by, holds_on
from domain.rulesets.s3.chapters.throws.contests import FAST, Contest, Outcome, Rival, Verdict, oppose
from domain.rulesets.s3.chapters.throws.defences import Defence, defence_parts, means_said, options_of
from domain.rulesets.s3.chapters.throws.stunt_fields import answer_stunt
from domain.rulesets.s3.chapters.throws.stunt_memory import remember_instead
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt, plan, ready_all, weapon_refs
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.throws.weapons import (
    BARE_HANDS,
    Wielded,
    check_weapon,
    find_weapon,
    has_hand,
    is_bound,
    require_hand,
    wielded,
)
from domain.rulesets.s3.chapters.turns.actions import Whose, open_turn, shows_itself
from domain.rulesets.s3.chapters.vocabularies import INTENT
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import LIMBS, Intent, Limb
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, as_words, named

SKILLS = ("melee", "hand_to_hand")


class FastReply(Defence):
    """An answer to `fast_reply`: the skill and weapon that strike back (S3-FAST-4)."""

    called: Limb | None = None
    intent: Intent = "subdue"


class ReplyAttackSpent(Event, frozen=True, kw_only=True):
    """A fast exchange used up the attack action of the combatant that struck back (S3-FAST-6)."""

    type: ClassVar[str] = "s3.reply_attack_spent"
    words = "Attack action used up"
    told = Told(brief="{combatant} | spends the attack of this round on striking back")
    says = "{combatant} has no attack left this round."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, attack_spent=(*fight.pairing.attack_spent, self.combatant))


class TurnForfeited(Event, frozen=True, kw_only=True):
    """The loser of a fast exchange, stunned by it, forfeits its turn of this pairing (S3-FAST-7)."""

    type: ClassVar[str] = "s3.turn_forfeited"
    words = "Turn forfeited"
    told = Told(brief=AS_SAID)
    says = "{combatant} will have no turn this round."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, forfeited=(*fight.pairing.forfeited, self.combatant))


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A fast attack that the target has not answered yet; ``contest`` and ``task`` are those of an ordinary attack."""

    strike: Strike
    contest: Contest
    task: str


class Exchange(msgspec.Struct, frozen=True, gc=False):
    """Both blows of a fast exchange."""

    strike: Strike
    counter: Strike


def may_decline(fight: Fight) -> bool:
    """Return whether the target may decline; with ``always`` it may not (S3-FAST-1)."""
    return fight.options.fast_melee == "allowed"


def goes_fast(fight: Fight, actor: Person, target: Person, weapon: Wielded, *, asked: bool) -> bool:
    """Return whether this attack is a fast one (S3-FAST-1, S3-FAST-2); otherwise it is an ordinary one."""
    if fight.options.fast_melee != "always" and not (fight.options.fast_melee == "allowed" and asked):
        return False
    at_close_quarters = weapon.mode.reach == "close" and weapon.mode.skill in SKILLS
    ordinary = open_turn(fight).attack  # extra attacks are no fast ones (S3-FAST-8)
    sees = target.id not in actor.unseen_by
    return at_close_quarters and ordinary and sees and _can_reply(fight, actor, target)


def _can_reply(fight: Fight, actor: Person, target: Person) -> bool:
    """Return whether the target is the other combatant of the pairing, has its attack left, and is free to strike."""
    pairing = fight.pairing
    if pairing is None or {actor.id, target.id} != {pairing.pc, pairing.npc}:
        return False
    acted = target.id in (*pairing.finished, *pairing.attack_spent, *pairing.forfeited)
    stunned = fight.loses_turn(target)
    bound = any(hold.kind == "pin" or hold.holder != actor.id for hold in holds_on(fight, target.id))
    dragged = drag_on(fight, target.id) is not None
    return not (acted or stunned or bound or dragged or holds_by(fight, target.id))


def offer(decision: Decision[Fight], fast: Offer) -> None:
    """Ask the target to strike back in the same throw (S3-FAST-4)."""
    about: dict[str, Json] = {"attacker": fast.strike.attacker, "may_decline": may_decline(decision.state)}
    decision.ask(Question("fast_reply", fast.strike.target, about), replied, fast)


@reply("s3.fast.replied", Offer, draws=True)
def replied(decision: Decision[Fight], fast: Offer, reply: FastReply | str | None) -> None:
    """Throw for both if the target strikes back; otherwise it defends and keeps its attack (S3-FAST-4, S3-FAST-6).

    If a ruling has put the attacker out of action meanwhile, neither strikes.
    """
    fight = decision.state
    strike = fast.strike
    if not fight.people[strike.attacker].able:
        return
    if not isinstance(reply, FastReply):
        remember_instead(decision, fast.contest.actor, FAST, fast.task)
        oppose(decision, fast.contest)
        return
    target = fight.people[strike.target]
    effort = reply_effort(fight, target, reply)
    ready_all(decision, effort)
    declare_stunt(decision, effort, FAST)
    spent = decision.record(ReplyAttackSpent(combatant=target.id))
    zone = fight.people[strike.attacker].zone
    aim = wielded(target, effort.weapon).mode.effect or reply.called
    counter = Strike(target.id, strike.attacker, effort.weapon, reply.intent, aim, zone)
    decision.steps(
        (forfeit, Whose(target.id)),
        (spend, Spending(target.id, weapon_refs(effort), zone)),
        (shows_itself, Whose(target.id)),
        cause=spent,
    )
    rivals = (Rival(target.id, effort=effort),)
    then = exchanged.continuation(Exchange(strike, counter))
    oppose(decision, replace(fast.contest, task=FAST, rivals=rivals, then=then))


@reply("s3.fast.exchanged", Exchange)
def exchanged(decision: Decision[Fight], exchange: Exchange, outcome: Outcome) -> None:
    """Record that the higher result hits and the lower one misses (S3-FAST-5, S3-ORDER-8)."""
    verdict = outcome.verdict
    if verdict.won:
        miss(decision, exchange.counter, verdict.version)
        hit(decision, exchange.strike, outcome)
        return
    miss(decision, exchange.strike, verdict.version)
    beaten = Verdict(outcome.actor, outcome.result, True, verdict.margin, verdict.version, throws=outcome.throws)
    hit(decision, exchange.counter, Outcome(verdict.combatant, verdict.result, verdict.throws, (beaten,)))


@stage("s3.fast.forfeit", Whose)
def forfeit(decision: Decision[Fight], whose: Whose) -> None:
    """Forfeit the turn of a target that the exchange stunned; it serves the stun later (S3-FAST-7)."""
    person = decision.state.people[whose.combatant]
    if person.able and person.stunned:
        decision.record(TurnForfeited(combatant=person.id))


def reply_effort(fight: Fight, person: Person, reply: FastReply) -> Effort:
    """Return the Attack value of the weapon that strikes back (S3-FAST-3)."""
    return Effort(person.id, reply.skill, "attack", reply_weapon(fight, person, reply).ref, stunt=plan(reply.stunt))


def reply_weapon(fight: Fight, person: Person, reply: FastReply) -> Wielded:
    """Return the weapon named; by default bare hands, or for Melee the first one at hand."""
    if reply.item is not None:
        return find_weapon(person, reply.item, "S3-FAST-4", "answer.item")
    at_hand = reply_weapons(fight, person)
    return next((weapon for weapon in at_hand if weapon.mode.skill == reply.skill), BARE_HANDS)


def reply_weapons(fight: Fight, person: Person) -> list[Wielded]:
    """Return what a combatant can strike back with: bare hands, close weapons in hand, then those to draw."""
    close = [
        Wielded(item, mode)
        for item in person.items.values()
        for mode in item.modes
        if mode.reach == "close" and mode.skill in SKILLS and item.quantity
    ]
    usable = [weapon for weapon in close if has_hand(person, weapon) and not is_bound(fight, person, weapon)]
    in_hand = [weapon for weapon in usable if weapon.item and person.hands.hands_with(weapon.item.id)]
    return [BARE_HANDS, *in_hand, *(weapon for weapon in usable if weapon not in in_hand)]


def check_reply(fight: Fight, prompt: Prompt, reply: FastReply | Literal["decline"]) -> None:
    """Refuse a reply that is not open to the target (S3-FAST-1, S3-FAST-4)."""
    about: dict[str, Any] = prompt.about
    person = fight.people[prompt.to]
    if reply == "decline":
        require(about["may_decline"], "S3-FAST-1", f"Here nobody declines: {person.name} strikes back.")
    else:
        _check_blow(fight, person, reply, fight.people[about["attacker"]])


def _check_blow(fight: Fight, person: Person, reply: FastReply, attacker: Person) -> None:
    said = f"One strikes back with {' or '.join(map(as_words, SKILLS))}, not with {as_words(reply.skill)}."
    require(reply.skill in SKILLS, "S3-FAST-4", said)
    weapon = reply_weapon(fight, person, reply)
    fits = weapon.mode.skill == reply.skill and weapon.mode.reach == "close"
    require(fits, "S3-FAST-4", f"{weapon.ref} is no close weapon for {as_words(reply.skill)}.", field="answer.item")
    check_weapon(fight, person, weapon)
    require_hand(person, weapon)
    aim_of(attacker, weapon, reply.called, "answer.called")
    check_stunt(fight, reply_effort(fight, person, reply), FAST)


def reply_fields(fight: Fight, prompt: Prompt) -> Iterator[Field]:
    """Yield the blow that strikes back: its skill and weapon, a called limb, an intent, a stunt; then declining."""
    about: dict[str, Any] = prompt.about
    person, attacker = fight.people[prompt.to], fight.people[about["attacker"]]
    shown = fight.shows_sheet(attacker.id, Speaker("player", (person.id,)))
    left = tuple([limb for limb in LIMBS if limb not in attacker.limbs]) if shown else LIMBS
    weapons = reply_weapons(fight, person)
    by_skill = {skill: [weapon for weapon in weapons if weapon.mode.skill == skill] for skill in SKILLS}
    by_skill = {skill: fitting for skill, fitting in by_skill.items() if fitting}
    items = {skill: options_of(fitting) for skill, fitting in by_skill.items()}
    aims: dict[str, Node] = {
        skill: {ABSENT_KEY: _aims(fitting[0], left), **{weapon.ref: _aims(weapon, left) for weapon in fitting}}
        for skill, fitting in by_skill.items()
    }
    thrown = {
        skill: {ABSENT_KEY: fitting[0], **{weapon.ref: weapon for weapon in fitting}}
        for skill, fitting in by_skill.items()
    }
    yield record(
        {
            **defence_parts(tuple(by_skill), items),
            "stunt": answer_stunt(fight, person, thrown, FAST),
            "called": looked_up(aims, "skill", "item", required=False, mark=None if shown else "guess"),
            "intent": INTENT.but(required=False, default="subdue"),
        },
        phrase="Strike back: {skill}[ with {item}][, called shot: {called}], {intent}[, stunt: {stunt}]",
    )
    if about["may_decline"]:
        yield listed("decline")


def plain_replies(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """Yield a blow with each weapon that can strike back, without a stunt or an aim, and declining (S3-FAST-4)."""
    for weapon in reply_weapons(fight, fight.people[prompt.to]):
        yield {"skill": weapon.mode.skill, "item": weapon.ref}
    if prompt.about["may_decline"]:
        yield "decline"


def _aims(weapon: Wielded, left: tuple[Limb, ...]) -> tuple[Limb, ...]:
    return left if weapon.mode.effect is None else (weapon.mode.effect,)


def standing_reply(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the standing answer; ``accept`` uses the skill and item of the policy for ``oppose`` (S3-ORDER-14)."""
    standing = policy_answer(fight, prompt, owner)
    if standing != "accept":
        return standing
    defence = fight.policy(owner, "oppose")
    if not isinstance(defence, dict):
        return None
    return {key: defence[key] for key in ("skill", "item") if defence.get(key) is not None}


def reply_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Return why there is no reply: one of the two is out of action."""
    about: dict[str, Any] = prompt.about
    for person in (fight.people[prompt.to], fight.people[about["attacker"]]):
        if not person.able:
            return person.why_unable
    return None


def asks_reply(event: Prompted, names: Names) -> str:
    """Whose attack it is, and whether the reply may be declined."""
    may = "may" if event.about.get("may_decline", True) else "has to"
    return f"{may} strike back at the same moment as {named(names, str(event.about.get('attacker', '')))}"


def asked_to_reply(to: str, about: Mapping[str, Any], names: Names) -> str:
    """Return whose attack it is."""
    return f"whether to strike back at {named(names, str(about.get('attacker', '')))}"


def tells_reply(event: Answered, names: Names) -> str:
    """The weapon of the reply, if there is one."""
    answer = event.given
    if isinstance(answer, dict):
        return f"strikes back with {means_said(event.to, answer, names)}"
    return "does not strike back" if answer == "decline" else "always strikes back"


FAST_REPLY: PromptKind[Fight] = PromptKind(
    "fast_reply",
    TypeAdapter(FastReply | Literal["decline"]),
    check_reply,
    plain_replies,
    policy=standing_reply,
    moot=reply_moot,
    policy_type=TypeAdapter(FastReply | Literal["decline", "accept"]),
    question="whether to strike back",
    asked_about=asked_to_reply,
    words="Striking back",
    asks=asks_reply,
    tells=tells_reply,
    fields=reply_fields,
    deed=True,
)

FAST_MELEE: Chapter[Fight] = Chapter(
    events=(ReplyAttackSpent, TurnForfeited),
    prompts=(FAST_REPLY,),
    stages=(replied, exchanged, forfeit),
    labels={"answer.accept": "Always strike back"},
)
