"""The state of a Black Dice fight: what the sheets and the encounter itself remember.

``Fight``, ``Person`` and ``Thing`` are shells that folds write to; all that they hold is replaced, never changed.
"""

from typing import Self

import msgspec
from msgspec.structs import replace

from domain.encounter import Encounter
from domain.event import Json
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.tables import COMMON_SKILLS, GREY_PENALTIES, PIPS_OF_SCRIPTING, UNKNOWN_FEET, WEAPONS
from domain.rulesets.black_dice.words import (
    FISTS,
    HERE,
    KIND_OF_STAT,
    MARTIAL_STRIKE,
    Act,
    Being,
    Condition,
    CoverKind,
    Deed,
    PartKind,
    Phase,
    ReplyKind,
    StatKind,
    WeaponMode,
)


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon: ``damage`` in dice, ``reach`` 0 to 3 where it is a melee weapon; a natural one is always ready."""

    id: str
    skill: str
    mode: WeaponMode
    damage: int
    reach: int = 0
    bruise: bool = False
    hands: int = 1
    natural: bool = False

    @property
    def melee(self) -> bool:
        return self.mode == "melee"


BARE_HANDS: dict[str, Weapon] = {key: msgspec.convert(WEAPONS[key], Weapon) for key in (FISTS, MARTIAL_STRIKE)}


class Cover(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody stands behind; against the combatants named, or against everybody (BD-COVER-4)."""

    kind: CoverKind
    against: tuple[str, ...] | None = None


class Aim(msgspec.Struct, frozen=True):
    """A ranged weapon kept on a target for so many whole rounds (BD-MOD-6)."""

    weapon: str
    target: str
    rounds: int


class Breath(msgspec.Struct, frozen=True, omit_defaults=True):
    """A held breath: points that are left, rounds without air so far (BD-DROWN-4, BD-DROWN-6).

    ``strenuous`` is the narrator's word for this round; None leaves it to what one did in it (BD-DROWN-5). ``emptied``
    says that falling unconscious has taken the points in this round, which still had air (BD-DROWN-7).
    """

    points: int
    airless: int = 0
    strenuous: bool | None = None
    emptied: bool = False


class Drunk(msgspec.Struct, frozen=True, omit_defaults=True):
    """Drinks taken: the sum of their penalties, the step, minutes since the last (BD-DRINK)."""

    penalties: int = 0
    step: int = 0
    minutes: int = 0


class OneThrow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the narrator adds to the next action roll (BD-SKILL-12): dice, or the awesome bonus (BD-MOD-7)."""

    reason: str
    bonus: int = 0
    penalty: int = 0
    black: int = 0
    awesome: bool = False


class Pledge(msgspec.Struct, frozen=True, omit_defaults=True):
    """Successes that a helper buys for somebody's next roll (BD-FATE-9)."""

    helper: str
    successes: int
    description: str = ""


class Foul(msgspec.Struct, frozen=True, omit_defaults=True):
    """A foul failure of which the narrator may still make something (BD-FOUL-3), by the version of its throw."""

    throw: int
    combatant: str
    weapon: str | None = None


class Injury(msgspec.Struct, frozen=True, omit_defaults=True):
    """A permanent injury (BD-INJ-4); undetermined until the narrator or the table says what it is."""

    id: str
    description: str = ""
    changes: dict[str, int] = {}


class Person(msgspec.Struct):
    """A combatant that acts: its sheet as it stands now. Marks, armour and fate are counted in pips and points.

    ``condition`` is *able* for whoever is alive, conscious and not dying. ``knocked_out`` (fallen by wounds) and
    ``paralytic`` (drunk) are the two reasons to be unconscious; both must be over to wake (BD-DRINK-13).
    """

    id: str
    name: str
    side: str
    kind: Being = "person"
    player: bool = False
    stats: dict[str, int] = {}
    stat_kinds: dict[str, StatKind] = {}
    skills: dict[str, int] = {}
    common: dict[str, bool] = {}
    initiative: int = 1
    health_dice: int = 5
    white_health: int = 10
    grey_health: int = 8
    fate: int = 0
    weapons: dict[str, Weapon] = {}
    ready: tuple[str, ...] = ()
    armour: int = 0
    move: int = 20
    breathes: bool = True
    drinks: bool = True
    normal: int = 0
    bruise: int = 0
    condition: Condition = "able"
    knocked_out: bool = False
    paralytic: bool = False
    rounds_left: int = 0
    dying_since: int | None = None
    zone: str = HERE
    cover: Cover | None = None
    prone: bool = False
    aim: Aim | None = None
    unaware_of: tuple[str, ...] = ()
    breath: Breath | None = None
    drunk: Drunk = Drunk()
    injuries: tuple[Injury, ...] = ()
    treated: bool = False
    one_throw: tuple[OneThrow, ...] = ()
    pledges: tuple[Pledge, ...] = ()

    @property
    def able(self) -> bool:
        return self.condition == "able"

    @property
    def alive(self) -> bool:
        return self.condition != "dead"

    @property
    def track(self) -> int:
        """T: all pips of the health track."""
        return self.white_health + self.grey_health

    @property
    def health(self) -> int:
        """h: white health less all marks; below 0 in the grey (BD-GREY-1)."""
        return self.white_health - self.normal - self.bruise

    @property
    def at_bottom(self) -> bool:
        """Every pip of the track is marked."""
        return self.normal + self.bruise >= self.track

    @property
    def wound_penalty(self) -> int:
        """The penalty of the deepest grey die that is entered; 0 while no grey pip is marked (BD-GREY-2)."""
        if self.health >= 0:
            return 0
        pips = self.grey_health // len(GREY_PENALTIES)
        return GREY_PENALTIES[min(-(self.health // pips), len(GREY_PENALTIES)) - 1]

    @property
    def dex_bonus(self) -> int:
        return max(0, self.stats["dex"])

    @property
    def attack_limit(self) -> int:
        """How many different opponents it may attack in a round (BD-WHO-3)."""
        return 1 + self.dex_bonus

    @property
    def scripting_dice(self) -> int:
        return self.fate // PIPS_OF_SCRIPTING

    def rank(self, skill: str) -> int:
        """The rank in a skill; 0 for one that is not on the sheet."""
        return self.skills.get(skill, 0)

    def is_common(self, skill: str) -> bool:
        """Whether the skill is a common one (BD-COMM-3)."""
        return self.common.get(skill, COMMON_SKILLS.get(skill, False))

    def kind_of(self, stat: str) -> StatKind:
        return self.stat_kinds.get(stat) or KIND_OF_STAT[stat]

    def weapon(self, weapon: str) -> Weapon | None:
        """A weapon of its own, or bare hands: fists are everybody's, the martial strike needs rank 1 (BD-DATA-2)."""
        found = self.weapons.get(weapon)
        if found is not None or (weapon == MARTIAL_STRIKE and not self.rank("martial_arts")):
            return found
        return BARE_HANDS.get(weapon)


class Thing(msgspec.Struct):
    """An object: structure dice of two pips each resist damage and are lost by it (BD-OBJ-1)."""

    id: str
    name: str
    structure_dice: int
    armour: int = 0
    pips: int = 0
    zone: str = HERE
    cover: Cover | None = None

    @property
    def dice_left(self) -> int:
        """A die with one pip left still resists (BD-OBJ-4)."""
        return -(-self.pips // 2)

    @property
    def whole(self) -> bool:
        return self.pips > 0


class Strike(msgspec.Struct, frozen=True):
    """One declared attack: on whom, with what."""

    target: str
    weapon: str


class Declaration(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has announced for the round (BD-INIT-7)."""

    deed: Deed
    strikes: tuple[Strike, ...] = ()
    zone: str | None = None
    close_to: str | None = None
    weapon: str | None = None
    target: str | None = None
    weapons: tuple[str, ...] = ()
    act: Act | None = None


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a target meets one attacker (BD-WHO-7); ``weapon`` where it attacks or hits back."""

    does: ReplyKind
    weapon: str | None = None


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one of the two does in an exchange; ``declared`` says that it chose so unasked."""

    combatant: str
    does: PartKind
    weapon: str | None = None
    declared: bool = False


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One contest of the round between two, of whom at least one attacks (BD-ROUND-4).

    ``parts`` stand in the order of the round; ``at`` is whose item it is.
    """

    id: str
    at: str
    parts: tuple[Part, Part]
    over: bool = False

    def part_of(self, combatant: str) -> Part:
        return self.parts[0] if self.parts[0].combatant == combatant else self.parts[1]

    def other(self, combatant: str) -> Part:
        return self.parts[1] if self.parts[0].combatant == combatant else self.parts[0]

    def has(self, combatant: str) -> bool:
        return combatant in (self.parts[0].combatant, self.parts[1].combatant)


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing on the agenda of the round: a declared deed, or one exchange (by ID), or an attack on an object."""

    combatant: str
    deed: Deed
    exchange: str | None = None
    strike: Strike | None = None


class OwedMarks(msgspec.Struct, frozen=True):
    """Damage that is counted but marked only after the last item of the agenda (BD-ROUND-7).

    ``harm`` is the data of the stage that marks it, as it is stored.
    """

    combatant: str
    points: int
    harm: dict[str, Json]


class Fight(Encounter):
    """A Black Dice encounter.

    ``order`` is the order of the round, empty outside rounds; ``standing`` the order that stays where initiative is
    thrown once (BD-INIT-1), ``initiative`` the successes behind it. ``divisors`` are what the rolls of each are divided
    by, fixed when the responses are in (BD-WHO-5, BD-RNG-4). ``aimed``, ``aim_broken``, ``strenuous`` and
    ``disengaged`` and ``assisted`` are about this round; ``surprised`` are those who have had their surprise attack
    (BD-RNG-7). ``rerolled`` are those whose last throw was made twice (BD-SCRIPT-7). ``batch`` is the version at which
    the present decision began.
    """

    options: Options = Options()
    people: dict[str, Person] = {}
    things: dict[str, Thing] = {}
    zones: tuple[str, ...] = (HERE,)
    distances: dict[str, int] = {}
    close: tuple[tuple[str, str], ...] = ()
    minutes: int = 0
    phase: Phase = "idle"
    round_number: int = 0
    order: tuple[str, ...] = ()
    initiative: dict[str, int] = {}
    standing: tuple[str, ...] = ()
    declarations: dict[str, Declaration] = {}
    replies: dict[str, dict[str, Reply]] = {}
    divisors: dict[str, int] = {}
    dodge_divisors: dict[str, int] = {}
    exchanges: dict[str, Exchange] = {}
    agenda: tuple[Item, ...] = ()
    owed: tuple[OwedMarks, ...] = ()
    aim_broken: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    strenuous: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()
    disengaged: tuple[str, ...] = ()
    assisted: tuple[str, ...] = ()
    fouled: tuple[Foul, ...] = ()
    rerolled: tuple[str, ...] = ()
    batch: int = 0

    def fork(self) -> Self:
        return replace(
            self,
            people={key: replace(person) for key, person in self.people.items()},
            things={key: replace(thing) for key, thing in self.things.items()},
        )

    def name_of(self, combatant: str) -> str:
        one = self.people.get(combatant) or self.things.get(combatant)
        return one.name if one else combatant

    def able(self) -> list[Person]:
        """Everybody able, in the order of joining."""
        return [person for person in self.people.values() if person.able]

    def in_order(self) -> list[Person]:
        """Everybody: the participants in order of the round, then the others in order of joining (BD-ROUND-8)."""
        others = [person for key, person in self.people.items() if key not in self.order]
        return [*(self.people[key] for key in self.order), *others]

    def earlier(self, one: str, other: str) -> bool:
        """Whether one is earlier in the order of the round; the winner of initiative between two (BD-INIT-8)."""
        if one in self.order and other in self.order:
            return self.order.index(one) < self.order.index(other)
        return one in self.order

    def are_close(self, one: str, other: str) -> bool:
        """Whether two are less than five feet apart."""
        return close_pair(one, other) in self.close

    def close_to(self, combatant: str) -> list[str]:
        """Everybody less than five feet away."""
        return [b if a == combatant else a for a, b in self.close if combatant in (a, b)]

    def feet(self, zone: str, other: str) -> int:
        """The distance between two zones; 60 feet where nobody has said (BD-WHO-2)."""
        return 0 if zone == other else self.distances.get(zone_pair(zone, other), UNKNOWN_FEET)

    def skills(self) -> tuple[str, ...]:
        """Every skill that there is here: those of the table, and those that sheets name (BD-DATA-1)."""
        named = (skill for person in self.people.values() for skill in person.skills)
        return tuple(dict.fromkeys([*COMMON_SKILLS, *named]))

    def opponents(self, one: str, other: str) -> bool:
        """Whether the two stand on different sides."""
        return self.people[one].side != self.people[other].side


def close_pair(one: str, other: str) -> tuple[str, str]:
    """Two combatants in the order of the alphabet: a pair has one name."""
    return (one, other) if one < other else (other, one)


def zone_pair(zone: str, other: str) -> str:
    """The key of the distance between two zones."""
    return "/".join(sorted((zone, other)))
