"""Damage, step by step: coins, Fortitude, wound, stun, limb, disabling (S3-DMG, S3-ORDER-7)."""

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import Continuation, reply, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.flips import flip
from domain.rulesets.s3.chapters.throws.throws import Effort, coins_of, throw_skill, toss
from domain.rulesets.s3.chapters.wounds.consequences import after_limb
from domain.rulesets.s3.chapters.wounds.wounds import disable, disabled_by_wounds, fate_of, stun, take_wound
from domain.rulesets.s3.state import Fight, Loss, Person
from domain.rulesets.s3.words import WORLD, Intent, Limb, Reason
from domain.story.told import Moment, Told
from domain.text.sentences import Spoken, SpokenOf


class DamageSuffered(Event, frozen=True, kw_only=True):
    """Damage points of one hit, burn, dose or fall: the parts for stunning and for wounding (S3-DMG-4)."""

    type: ClassVar[str] = "s3.damage_suffered"
    words = "Damage"
    example = {
        "combatant": "bell_1",
        "label": "burn",
        "points": 2,
        "stun_amount": 3,
        "wound_amount": 2,
        "source": "one_eyed_ogre",
    }
    combatant: str
    label: Annotated[str, Spoken(said.damage)]
    points: int
    stun_amount: int
    wound_amount: int
    source: Annotated[str | None, SpokenOf(said.owed_to)] = None

    def says(self) -> str:
        """Render it with who caused it, unless that is its victim."""
        owed = "" if self.source == self.combatant else "[{source}]"
        return f"{{combatant}} takes {self._damage(f'{{label}}{owed}')}."

    def brief(self) -> str:
        """Tell how much it is; who caused it, or a fall that did, has just been told."""
        return f"{{combatant}} | takes | {self._damage('damage' if self.label == 'fall' else '{label}')}"

    def _damage(self, damage: str) -> str:
        """Return the template of the points, and what they count for if they differ."""
        if self.stun_amount == self.wound_amount:
            return f"{'{stun_amount:point} of' if self.stun_amount else 'no'} {damage}"
        if not self.wound_amount:
            return f"{{stun_amount:point}} of {damage} that can only stun"
        if not self.stun_amount:
            return f"{{wound_amount:point}} of {damage} that can only wound"
        return f"{{stun_amount:point}} of {damage} for stunning and {{wound_amount}} for wounding"

    def moment(self) -> Moment | None:
        return "hit" if self.points else None

    told = Told(brief=brief, moment=moment, target="combatant")


class LimbLost(Event, frozen=True, kw_only=True):
    """A limb is lost, until healed or through a round (S3-CALL-4, S3-CALL-14, S3-CALL-16)."""

    type: ClassVar[str] = "s3.limb_lost"
    words = "Limb lost"
    example = {"combatant": "bell_1", "limb": "left_leg", "loss": {"source": "one_eyed_ogre", "until_round": 4}}
    combatant: str
    limb: Annotated[Limb, said.AS_WORDS]
    loss: Annotated[Loss, Spoken(said.lost_by)]

    def says(self) -> str:
        untold = self.loss.source in (*said.UNTOLD_CAUSES, self.combatant)
        because = "" if untold else ", because of {loss}"
        return f"{{combatant}} {self._loses}{because}."

    def brief(self) -> str:
        """Tell what is lost; who or what took it has just been told."""
        return f"{{combatant}} | {self._loses}"

    @property
    def _loses(self) -> str:
        until = "until healed" if self.loss.until_round is None else "until the end of round {loss.until_round}"
        return f"loses the use of the {{limb}} {until}"

    told = Told(brief=brief, moment="wound")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.limbs = {**person.limbs, self.limb: self.loss}


class LimbRestored(Event, frozen=True, kw_only=True):
    """A limb can be used again."""

    type: ClassVar[str] = "s3.limb_restored"
    words = "Limb restored"
    told = Told(brief="{combatant} | can again use | the {limb}")
    says = "{combatant} can use the {limb} again."
    example = {"combatant": "bell_1", "limb": "left_leg"}
    combatant: str
    limb: Annotated[Limb, said.AS_WORDS]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.limbs = {limb: loss for limb, loss in person.limbs.items() if limb != self.limb}


class Harm(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One portion of damage to a combatant.

    ``terms`` are the terms of its coins; ``stun`` and ``wound`` are bonus coins that count for one purpose only
    (S3-DMG-4). ``flat`` damage is not thrown (S3-DMG-3). With ``armour`` armour counts, with ``fire`` only if
    fireproof. ``aim`` is the limb of a called shot. ``then`` receives the damage points.
    """

    victim: str
    label: str
    terms: tuple[tuple[str, int], ...]
    source: str | None = None
    intent: Intent | None = None
    stun: int = 0
    wound: int = 0
    flat: bool = False
    armour: bool = True
    fire: bool = False
    aim: Limb | None = None
    lasts: int | None = None
    weapon: str = ""
    then: Continuation | None = None
    points: int = 0
    stun_amount: int = 0
    wounded: bool = False
    fortitude: int = 0
    cause: int = 0


@stage("s3.harm.suffer", Harm, draws=True)
def suffer(decision: Decision[Fight], harm: Harm) -> None:
    """Throw the damage and the Fortitude against it, and take the wound (S3-DMG-2 to S3-DMG-7, S3-STUN-1)."""
    fight = decision.state
    person = fight.people[harm.victim]
    if not person.able:
        return
    harm = _with_armour(fight, person, harm)
    thrower = harm.source or WORLD
    if harm.flat:  # S3-DMG-16: bonus coins are points too
        points = max(0, sum(coins for _, coins in harm.terms))
        stun_heads, wound_heads = harm.stun, harm.wound
    else:
        points, decision.cause = toss(decision, thrower, harm.label, tuple(filter(coins_of, harm.terms)))
        stun_heads = wound_heads = 0
        if harm.stun:
            stun_heads, decision.cause = toss(decision, thrower, "stun_damage", (("stun_bonus", harm.stun),))
        if harm.wound:
            wound_heads, decision.cause = toss(decision, thrower, "wound_damage", (("wound_bonus", harm.wound),))
    stun_amount, wound_amount = points + stun_heads, points + wound_heads
    decision.cause = decision.record(
        DamageSuffered(
            combatant=person.id,
            label=harm.label,
            points=points,
            stun_amount=stun_amount,
            wound_amount=wound_amount,
            source=harm.source,
        )
    )
    fortitude, wound = 0, None
    if stun_amount:
        protection = _protection(fight, person, harm) if fight.options.armour == "fortitude" else 0
        fortitude, decision.cause = throw_skill(decision, Effort(person.id, "fortitude", armour=protection))
    cause = decision.cause
    if wound_amount:
        wound = take_wound(decision, person, wound_amount, harm.source or harm.label, cause=cause)
    taken = replace(
        harm, points=points, stun_amount=stun_amount, fortitude=fortitude, wounded=wound is not None, cause=cause
    )
    compare.run(decision, taken)


def _protection(fight: Fight, person: Person, harm: Harm) -> int:
    """Return the coins of the armour worn; against fire only fireproof armour helps (S3-EQUIP-22, S3-FIRE-6)."""
    worn = person.items[person.armour].armour if person.armour is not None else None
    if worn is None or not harm.armour or (harm.fire and not worn.fireproof):
        return 0
    return worn.protection


def _with_armour(fight: Fight, person: Person, harm: Harm) -> Harm:
    """Subtract the protection from the damage coins with ``armour=damage``, down to 0 (S3-EQUIP-11)."""
    if fight.options.armour != "damage":
        return harm
    protection = _protection(fight, person, harm)
    return replace(harm, terms=(*harm.terms, ("armour", -protection))) if protection else harm


@stage("s3.harm.compare", Harm, draws=True)
def compare(decision: Decision[Fight], harm: Harm) -> None:
    """Compare the stun amount with Fortitude: nothing below, a flip at, a stun above, worse from twice.

    S3-DMG-8 and S3-STUN-2 have the same comparison.
    """
    damage, fortitude = harm.stun_amount, harm.fortitude
    actor = WORLD if harm.source in (None, harm.victim) else harm.source
    if damage == 0 or damage < fortitude:
        conclude(decision, harm, "none")
    elif damage == fortitude:
        flip(decision, actor, harm.victim, tie_flipped.continuation(harm), cause=harm.cause)
    elif damage == 2 * fortitude and decision.state.options.disable_by_fortitude == "flip":
        flip(decision, actor, harm.victim, double_flipped.continuation(harm), cause=harm.cause)
    elif damage > 2 * fortitude or (damage == 2 * fortitude and _inclusive(decision.state)):
        conclude(decision, harm, "double")
    else:
        conclude(decision, harm, "above")


def _inclusive(fight: Fight) -> bool:
    return fight.options.disable_by_fortitude == "inclusive"


@reply("s3.harm.tie", Harm)
def tie_flipped(decision: Decision[Fight], harm: Harm, damage_wins: bool) -> None:
    """Conclude after the flip of damage equal to Fortitude (S3-STUN-3)."""
    conclude(decision, replace(harm, cause=decision.cause or 0), "above" if damage_wins else "none")


@reply("s3.harm.double", Harm)
def double_flipped(decision: Decision[Fight], harm: Harm, damage_wins: bool) -> None:
    """Conclude after the flip of damage of exactly twice Fortitude (S3-DIS-3)."""
    conclude(decision, replace(harm, cause=decision.cause or 0), "double" if damage_wins else "above")


def conclude(decision: Decision[Fight], harm: Harm, result: str) -> None:
    """Stun, take the limb or disable by the comparison, disable by wounds, and continue (S3-DMG-8 to S3-DMG-10).

    An aimed hit costs the limb where another stuns, and stuns where another disables (S3-CALL-4, S3-DIS-11).
    """
    fight = decision.state
    person = fight.people[harm.victim]
    if not person.able:  # by a ruling while a flip was waiting (S3-DMG-15)
        return
    decision.cause = harm.cause
    reasons: list[Reason] = []
    if result == "double" and harm.aim is None:
        reasons.append("fortitude")
    if harm.wounded and disabled_by_wounds(fight, person):
        reasons.append("wounds")
    if reasons:
        if result != "none" and harm.aim is not None:
            _lose_limb(decision, person, harm, harm.aim)
        disable(decision, person, tuple(reasons), fate_of(fight, person, harm.intent))
    elif result != "none":
        if harm.aim is not None:
            _lose_limb(decision, person, harm, harm.aim)
        if harm.aim is None or result == "double":
            stun(decision, person)
    if harm.then is not None:
        decision.enter(harm.then, harm.points)


def _lose_limb(decision: Decision[Fight], person: Person, harm: Harm, limb: Limb) -> None:
    """Record the loss, until healed or for some rounds; a longer loss is kept (S3-CALL-14, S3-CALL-16)."""
    until = None if harm.lasts is None else decision.state.round_number + harm.lasts
    known = person.limbs.get(limb)
    if known is not None and (known.until_round is None or (until is not None and until <= known.until_round)):
        return
    lost = decision.record(LimbLost(combatant=person.id, limb=limb, loss=Loss(harm.source or harm.label, until)))
    if known is None:
        after_limb(decision, person, limb, cause=lost)


DAMAGE: Chapter[Fight] = Chapter(
    events=(DamageSuffered, LimbLost, LimbRestored), stages=(suffer, compare, tie_flipped, double_flipped)
)
