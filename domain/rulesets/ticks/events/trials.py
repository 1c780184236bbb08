"""Facts about tests and contests outside strikes, luck that is given, and marks of role-play."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.ticks.state import Fight


class TestCalled(Event, frozen=True, kw_only=True):
    """Somebody is called for a test (TK-TEST-8); a hidden difficulty stays the narrator's secret (TK-DIFF-8)."""

    __test__ = False
    type: ClassVar[str] = "ticks.test_called"
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    combatant: str
    statistic: str
    skill: str | None = None
    difficulty: int | None = None
    hint: tuple[int, int] | None = None
    role_play: bool = False
    helpers: tuple[str, ...] = ()
    text: str = ""
    hidden: int | None = None


class ContestCalled(Event, frozen=True, kw_only=True):
    """Two are called for a contest (TK-OPP-1); the defender wins a tie (TK-OPP-3)."""

    type: ClassVar[str] = "ticks.contest_called"
    combatants: tuple[str, ...]
    defender: str
    text: str = ""


class Totalled(Event, frozen=True, kw_only=True):
    """What somebody brings to a test (TK-TEST-2 to TK-TEST-4): the skill in effect, the total, the help in it."""

    type: ClassVar[str] = "ticks.totalled"
    combatant: str
    statistic: str
    skill: str | None
    level: int
    total: int
    help: int = 0
    helpers: tuple[str, ...] = ()


class Tested(Event, frozen=True, kw_only=True):
    """What a test comes to (TK-TEST-5). A hidden difficulty is in ``hidden``."""

    __test__ = False
    type: ClassVar[str] = "ticks.tested"
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    combatant: str
    what: str
    total: int
    success: bool
    difficulty: int | None = None
    hidden: int | None = None


class ContestDecided(Event, frozen=True, kw_only=True):
    """Who wins a contest (TK-OPP-2); those who do not oppose have no total (TK-OPP-5)."""

    type: ClassVar[str] = "ticks.contest_decided"
    winner: str
    loser: str
    totals: dict[str, int]


class Awarded(Event, frozen=True, kw_only=True):
    """Somebody is marked for its role-play (TK-ROLE-5)."""

    type: ClassVar[str] = "ticks.awarded"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].awarded = True


class AwardUsed(Event, frozen=True, kw_only=True):
    """The mark is used up (TK-ROLE-5)."""

    type: ClassVar[str] = "ticks.award_used"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].awarded = False


class LuckGranted(Event, frozen=True, kw_only=True):
    """The narrator gives luck (TK-LUCK-8)."""

    type: ClassVar[str] = "ticks.luck_granted"
    combatant: str
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].luck += self.points


TRIAL_EVENTS: tuple[type[Event], ...] = (
    TestCalled,
    ContestCalled,
    Totalled,
    Tested,
    ContestDecided,
    Awarded,
    AwardUsed,
    LuckGranted,
)
