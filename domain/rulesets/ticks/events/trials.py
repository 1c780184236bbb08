"""Facts about tests and contests outside strikes, luck that is given, and marks of role-play."""

from typing import Annotated, ClassVar

from domain.model.event import Event
from domain.rulesets.ticks.said import (
    VERDICTS,
    Keyword,
    Luck,
    Quote,
    Skill,
    hint_said,
    product_of_test,
    totals_said,
    what_said,
)
from domain.rulesets.ticks.state import Fight
from domain.text.sentences import Spoken, SpokenOf


def difficulty_template(shown: int | None) -> str:
    """Return the template for a difficulty; one that is hidden is told to the narrator alone (TK-DIFF-8)."""
    return "against a hidden difficulty[ of {hidden}]" if shown is None else "against {difficulty}"


class TestCalled(Event, frozen=True, kw_only=True):
    """Somebody is called for a test (TK-TEST-8); a hidden difficulty stays the narrator's secret (TK-DIFF-8)."""

    __test__ = False
    type: ClassVar[str] = "ticks.test_called"
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    combatant: str
    statistic: Keyword
    skill: Skill | None = None
    difficulty: int | None = None
    hint: Annotated[tuple[int, int] | None, Spoken(hint_said)] = None
    role_play: Annotated[bool, Spoken({True: "with an extra level for role-play"})] = False
    helpers: tuple[str, ...] = ()
    text: Quote = ""
    hidden: int | None = None

    def says(self) -> str:
        test = f"{{statistic}}[ and {{skill}}] {difficulty_template(self.difficulty)}[ ({{hint}})]"
        return f"{{combatant}} tests {test}[, {{role_play}}][, helped by {{helpers}}][: {{text}}]."


class ContestCalled(Event, frozen=True, kw_only=True):
    """Two are called for a contest (TK-OPP-1); the defender wins a tie (TK-OPP-3)."""

    type: ClassVar[str] = "ticks.contest_called"
    says = "{combatants} compete[ over {text}]; a tie goes to {defender}."
    combatants: tuple[str, ...]
    defender: str
    text: Quote = ""


class Totalled(Event, frozen=True, kw_only=True):
    """What somebody brings to a test (TK-TEST-2 to TK-TEST-4): the skill in effect, the total, the help in it."""

    type: ClassVar[str] = "ticks.totalled"
    combatant: str
    statistic: Keyword
    skill: Annotated[str | None, SpokenOf(product_of_test)]
    level: int
    total: int
    help: int = 0
    helpers: tuple[str, ...] = ()

    def says(self) -> str:
        if self.skill is None:
            return "{combatant}: {statistic} is {total}."
        helped = ", and {help} from the help of {helpers}," if self.helpers else ""
        return f"{{combatant}}: {{skill}}{helped} makes {{total}}."


class Tested(Event, frozen=True, kw_only=True):
    """What a test comes to (TK-TEST-5). A hidden difficulty is in ``hidden``."""

    __test__ = False
    type: ClassVar[str] = "ticks.tested"
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    combatant: str
    what: Annotated[str, Spoken(what_said)]
    total: int
    success: Annotated[bool, Spoken(VERDICTS)]
    difficulty: int | None = None
    hidden: int | None = None

    def says(self) -> str:
        return f"{{combatant}} {{success}} at {{what}}: {{total}} {difficulty_template(self.difficulty)}."


class ContestDecided(Event, frozen=True, kw_only=True):
    """Who wins a contest (TK-OPP-2); those who do not oppose have no total (TK-OPP-5)."""

    type: ClassVar[str] = "ticks.contest_decided"
    winner: str
    loser: str
    totals: Annotated[dict[str, int], SpokenOf(totals_said)]

    def says(self) -> str:
        if self.loser not in self.totals:
            return "{winner} wins against {loser}, who cannot compete."
        tie = "the tie " if self.totals[self.winner] == self.totals[self.loser] else ""
        return f"{{winner}} wins {tie}against {{loser}}: {{totals}}."


class Awarded(Event, frozen=True, kw_only=True):
    """Somebody is marked for its role-play (TK-ROLE-5)."""

    type: ClassVar[str] = "ticks.awarded"
    says = "The narrator rewards {combatant} for good role-play."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].awarded = True


class AwardUsed(Event, frozen=True, kw_only=True):
    """The mark is used up (TK-ROLE-5)."""

    type: ClassVar[str] = "ticks.award_used"
    says = "{combatant} uses the reward for good role-play."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].awarded = False


class LuckGranted(Event, frozen=True, kw_only=True):
    """The narrator gives luck (TK-LUCK-8)."""

    type: ClassVar[str] = "ticks.luck_granted"
    says = "The narrator gives {combatant} {points}."
    combatant: str
    points: Luck

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
