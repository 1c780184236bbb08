"""People: the combatants that act, and what the encounter remembers of them."""

import msgspec

from domain.rulesets.black_dice.state.things import BARE_HANDS, Cover, Weapon
from domain.rulesets.black_dice.tables import COMMON_SKILLS, GREY_PENALTIES, PIPS_OF_SCRIPTING
from domain.rulesets.black_dice.words import HERE, KIND_OF_STAT, MARTIAL_STRIKE, Being, Condition, StatKind


class Aim(msgspec.Struct, frozen=True):
    """A ranged weapon kept on a target for a number of whole rounds (BD-MOD-6)."""

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
    """Successes that a helper buys for a combatant's next roll (BD-FATE-9)."""

    helper: str
    successes: int
    description: str = ""


class Injury(msgspec.Struct, frozen=True, omit_defaults=True):
    """A permanent injury (BD-INJ-4); undetermined until the narrator or the table says what it is."""

    id: str
    description: str = ""
    changes: dict[str, int] = {}


class Person(msgspec.Struct):
    """A combatant that acts: its sheet as it is now. Marks, armour and fate are counted in pips and points.

    ``condition`` is *able* for those alive, conscious and not dying. ``knocked_out`` (fallen by wounds) and
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
        """Return whether the skill is a common one (BD-COMM-3)."""
        return self.common.get(skill, COMMON_SKILLS.get(skill, False))

    def kind_of(self, stat: str) -> StatKind:
        return self.stat_kinds.get(stat) or KIND_OF_STAT[stat]

    def weapon(self, weapon: str) -> Weapon | None:
        """A weapon of its own, or bare hands: fists are everyone's, the martial strike needs rank 1 (BD-DATA-2)."""
        found = self.weapons.get(weapon)
        if found is not None or (weapon == MARTIAL_STRIKE and not self.rank("martial_arts")):
            return found
        return BARE_HANDS.get(weapon)
