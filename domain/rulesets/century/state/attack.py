"""The open attack, as far as it has come (CE-HIT-9), and the effects that a common slot holds back (CE-TIE-5)."""

import msgspec

from domain.rulesets.century.items import Weapon
from domain.rulesets.century.state.person import Condition
from domain.rulesets.century.state.place import Place
from domain.rulesets.century.state.roll import Modifier
from domain.rulesets.century.words import Attitude, Band, CalledEffect, Defence, Fire, Hand, Maneuver


class Allotment(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """So many bullets of a volley at one target (CE-AUTO-7), and how far it is."""

    target: str
    rounds: int
    band: Band | None = None
    distance: int | None = None


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What the narrator gives an attack (CE-MOD-24)."""

    modifiers: tuple[Modifier, ...] = ()
    without: tuple[str, ...] = ()
    from_behind: bool | None = None
    unaware: bool = False
    undodgeable: bool = False
    shielded: tuple[str, ...] = ()
    base: int | None = None


class CalledTerms(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What the narrator says of a called shot (CE-CALLED-2, CE-CALLED-3)."""

    base: int
    effect: CalledEffect = "damage"
    item: str | None = None
    ignores_armor: bool = False
    ignores_cover: bool = False
    reason: str = ""


class DefenceCalled(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The defence against an attack; ``reduction`` is what it takes off the attacker's target number."""

    defence: Defence
    reduction: int
    fate: bool = False
    with_item: str | None = None


class Hit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One To-Hit Roll that hit: whether its damage is doubled (CE-CRIT-12), and what the cover roll named."""

    roll: str
    doubled: bool = False
    struck: str | None = None


class Attack(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An attack. ``target``, ``band``, ``distance``, ``defence`` and ``hits`` are of the present part of a spray.

    ``weapon`` is an item in hand, ``natural`` the name of a natural attack: one of both. ``hand`` is the hand that is
    used, None where both are; ``one_handed`` says that a two-handed weapon is used with one. ``rounds`` are the bullets
    at the present target, ``done`` counts the targets of a spray that have been faced. ``item`` is the weapon as it
    was, which may be gone by now, thrown or dropped. ``shots`` have been thrown at it, ``kept`` of them did not leave
    the weapon; ``missed`` says that a forced miss has been bought. ``version`` is where the attack is on record, for
    what it brings to name as its cause.
    """

    id: str
    attacker: str
    fire: Fire = "single"
    target: str | None = None
    point: Place | None = None
    weapon: str | None = None
    item: Weapon | None = None
    natural: str | None = None
    hand: Hand | None = None
    one_handed: bool = False
    paired: bool = False
    second: bool = False
    rounds: int = 0
    spray: tuple[Allotment, ...] = ()
    done: int = 0
    maneuver: Maneuver = "none"
    disarm_item: str | None = None
    called: str | None = None
    called_terms: CalledTerms | None = None
    band: Band | None = None
    distance: int | None = None
    terms: Terms = Terms()
    cost: int = 0
    paid: bool = False
    defence: DefenceCalled | None = None
    shots: int = 0
    kept: int = 0
    hits: tuple[Hit, ...] = ()
    missed: bool = False
    version: int = 0


class Wound(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Damage on its way to a combatant: what meets it is asked when it lands (CE-ARMOR-7).

    ``cover`` is the object that it strikes first. ``armor`` is False where armour does not count: worn armour against
    an attack, against other harm the hide too. ``source`` says where it comes from: a weapon's name, or a reason.
    """

    combatant: str
    total: int
    source: str
    cover: str | None = None
    armor: bool = True
    attack: str | None = None


class Fall(msgspec.Struct, frozen=True, gc=False):
    """An item that is to leave a combatant's hand, and why (see ``ItemDropped``)."""

    item: str
    reason: str


class Turning(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How an NPC is to feel about a combatant, and whether it changes sides (CE-CRIT-13, CE-CRIT-20)."""

    toward: str
    attitude: Attitude
    join: bool = False


class Held(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An effect on a combatant that may have to wait until a common slot closes (CE-TIE-5): one of the fields."""

    combatant: str
    wound: Wound | None = None
    drop: Fall | None = None
    condition: Condition | None = None
    attitude: Turning | None = None
