"""What a hit does: its damage, fire, poison (S3-ATK-7, S3-DMG-2 to S3-DMG-4, S3-STUNT-12)."""

from typing import Annotated, ClassVar

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.contests import Outcome
from domain.rulesets.s3.chapters.throws.throws import SkillThrow
from domain.rulesets.s3.chapters.throws.weapons import Wielded, damage_bonus, damage_rating, wielded
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.chapters.wounds.fire import ignite
from domain.rulesets.s3.chapters.wounds.poison import coating_dose, give_dose, poison_harm
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import Flag, Intent, Limb, Route
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words
from domain.text.sentences import Spoken, SpokenOf

ROUTES: tuple[Route, ...] = ("needle", "gas", "blade")  # the flags of a weapon that bring its poison in


class AttackHit(Event, frozen=True, kw_only=True):
    """An attack hit (S3-ATK-7): with which weapon, at which limb, and with which intent."""

    type: ClassVar[str] = "s3.attack_hit"
    words = "Hit"
    says = "{attacker} hits {target}[ in the {called}] with {weapon}{intent}."
    example = {
        "attacker": "one_eyed_ogre",
        "target": "bell_1",
        "weapon": "sword_pistol/shot",
        "result": 5,
        "margin": 1,
        "intent": "kill",
        "called": "main_arm",
    }
    attacker: str
    target: str
    weapon: Annotated[str, SpokenOf(said.attacking_weapon)]
    result: int
    margin: int
    intent: Annotated[Intent, Spoken(said.INTENTS)] = "subdue"
    called: Annotated[Limb | None, said.AS_WORDS] = None

    @property
    def opposed(self) -> int:
        """What the target reached against it."""
        return self.result - self.margin

    def brief(self) -> str:
        return "{attacker} | hits {target}[ in the {called}] with {weapon}{intent}, {result} to {opposed}"

    told = Told(brief=brief, moment="hit")


class AttackMissed(Event, frozen=True, kw_only=True):
    """An attack missed; nothing else follows."""

    type: ClassVar[str] = "s3.attack_missed"
    words = "Miss"
    told = Told(brief=AS_SAID)
    says = "{attacker} misses {target} with {weapon}."
    example = {"attacker": "one_eyed_ogre", "target": "bell_1", "weapon": "unarmed"}
    attacker: str
    target: str
    weapon: Annotated[str, SpokenOf(said.attacking_weapon)]


class Strike(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An attack in progress: attacker, target, weapon, intent, and the limb called."""

    attacker: str
    target: str
    weapon: str
    intent: Intent
    called: Limb | None = None
    zone: str = ""


class Effect(msgspec.Struct, frozen=True, gc=False):
    """What else a hit may do: fire, and poison of the item."""

    strike: Strike
    item: str | None
    flags: tuple[Flag, ...]


class Behind(msgspec.Struct, frozen=True, gc=False):
    """The weapon whose damage a hit deals, and its effective bonus D* (S3-STUNT-12)."""

    weapon: Wielded
    bonus: int


def aim_of(target: Person, weapon: Wielded, called: Limb | None, field: str = "command.called") -> Limb | None:
    """Return the limb that a blow aims at: that of the weapon's effect, or the one called, if not lost (S3-CALL-13).

    Refuses a call if the weapon aims at another limb by itself (S3-CALL-17).
    """
    own = weapon.mode.effect
    if called is None or called == own:
        return own
    if own is not None:
        refuse("S3-CALL-17", f"{weapon.ref} aims at the {as_words(own)} by itself.", field=field)
    require(called not in target.limbs, "S3-CALL-13", f"{target.name} has lost that limb already.", field=field)
    return called


def hit(decision: Decision[Fight], strike: Strike, outcome: Outcome) -> None:
    """Record the hit, and put its damage on the agenda (S3-ATK-8). ``outcome`` is that of the attacker."""
    fight = decision.state
    verdict = outcome.verdict
    attacker = fight.people[strike.attacker]
    weapon = wielded(attacker, strike.weapon)
    landed = AttackHit(
        attacker=strike.attacker,
        target=strike.target,
        weapon=weapon.ref,
        result=outcome.result,
        margin=verdict.margin,
        intent=strike.intent,
        called=strike.called,
    )
    decision.cause = decision.record(landed, cause=verdict.version)
    lasts = weapon.mode.lasts
    decision.next(suffer, hit_harm(fight, strike, outcome, weapon_behind(attacker, outcome.throws), lasts))


def miss(decision: Decision[Fight], strike: Strike, version: int) -> None:
    """Record the miss; nothing else follows from it (S3-ATK-7)."""
    weapon = wielded(decision.state.people[strike.attacker], strike.weapon)
    decision.record(AttackMissed(attacker=strike.attacker, target=strike.target, weapon=weapon.ref), cause=version)


def weapon_behind(attacker: Person, throws: tuple[SkillThrow, ...]) -> Behind:
    """Return the weapon with the greatest sum of its skill's result and its damage bonus, the first of equals."""
    weapons = [wielded(attacker, throw.weapon) for throw in throws]
    sums = [throw.result + damage_bonus(attacker, weapon) for throw, weapon in zip(throws, weapons, strict=True)]
    greatest = max(sums)
    return Behind(weapons[sums.index(greatest)], greatest - max([throw.result for throw in throws]))


def damage_terms(fight: Fight, outcome: Outcome, behind: Behind) -> tuple[tuple[str, int], ...]:
    """Return the terms of the damage coins (S3-DMG-2)."""
    if fight.options.damage_base == "weapon":
        return (("rating", damage_rating(fight.people[outcome.actor], behind.weapon)),)
    if fight.options.damage_base == "margin":
        return (("margin", outcome.verdict.margin), ("damage_bonus", behind.bonus))
    return (("attack_result", outcome.result), ("damage_bonus", behind.bonus))


def hit_harm(fight: Fight, strike: Strike, outcome: Outcome, behind: Behind, lasts: int | None) -> Harm:
    """Return the damage of a hit: of the weapon that deals it, at the limb aimed at (S3-DMG-2 to S3-DMG-4).

    ``lasts`` is the number of rounds for which the primary's weapon takes a limb, or None until healed. Aim and intent
    change no coin (S3-CALL-1 to S3-CALL-3, S3-ATK-13), and neither does the name of a blow (S3-ATK-17).
    """
    mode = behind.weapon.mode
    item = behind.weapon.item
    return Harm(
        strike.target,
        "damage",
        damage_terms(fight, outcome, behind),
        source=strike.attacker,
        intent=strike.intent,
        stun=mode.stun_bonus,
        wound=mode.wound_bonus,
        flat=fight.options.damage_throw == "flat",
        fire="incendiary" in mode.flags,
        aim=strike.called,
        lasts=lasts,
        weapon=strike.weapon,
        then=struck.continuation(Effect(strike, item.id if item is not None else None, mode.flags)),
    )


@reply("s3.attack.struck", Effect)
def struck(decision: Decision[Fight], effect: Effect, points: int) -> None:
    """Apply the fire and the poison of a hit (S3-DMG-11, S3-DMG-12, S3-EQUIP-15).

    The damage of the hit itself is that of any other (S3-FIRE-2).
    """
    strike = effect.strike
    target = decision.state.people[strike.target]
    if not target.able:
        return
    if "incendiary" in effect.flags and points:
        ignite(decision, target, points, strike.attacker, strike.intent)
    if effect.item is not None:
        poison(decision, effect, effect.item, target, points)


def poison(decision: Decision[Fight], effect: Effect, item: str, target: Person, points: int) -> None:
    """Give the dose of a blade that did damage, or of a needle or a thrown gas that hit (S3-POIS-5)."""
    route = next((route for route in ROUTES if route in effect.flags), None)
    if route is None or (route == "blade" and not points):
        return
    dose = coating_dose(decision, effect.strike.attacker, item, route, effect.strike.intent)
    if dose is None:
        return
    if route == "needle":  # S3-POIS-3
        decision.next(suffer, poison_harm(decision.state, target, dose))
    else:
        give_dose(decision, target, dose)


BLOWS: Chapter[Fight] = Chapter(events=(AttackHit, AttackMissed), stages=(struck,))
