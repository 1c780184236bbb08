"""Facts about throws: dice as they fell, fate that was spent on them, second throws."""

from typing import ClassVar

import msgspec

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.black_dice.state import Fight, Foul, OneThrow, Pledge
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING
from domain.rulesets.black_dice.words import Degree, RollKind

Terms = tuple[tuple[str, int], ...]
"""Where dice come from, and how many; below 0 what is taken off."""


class PledgeUsed(msgspec.Struct, frozen=True):
    """So many successes of a helper's pledge counted on a throw (BD-FATE-9)."""

    helper: str
    successes: int


class DiceThrown(Event, frozen=True, kw_only=True):
    """A throw (BD-DIE): whose, for what, where its dice come from, the faces, and what they come to.

    ``pool`` white dice are left when ``white_terms`` are added up, divided by ``divisor``, and traded (BD-SKILL-7).
    ``successes`` has traded, fate, pledged and ``added`` (full dodge) ones in it; ``net`` is what counts (BD-DIE-4).
    ``net_divisor`` and ``net_cost`` have lowered the net where the options say so (BD-RUL-24, BD-RUL-27).
    ``against`` is whom it is aimed at; ``again`` names the throw that this one repeats (BD-SCRIPT-5, BD-SKILL-4).
    ``more`` are the waves of open sixes (BD-DIE-5).
    """

    type: ClassVar[str] = "black_dice.dice_thrown"
    combatant: str
    label: str
    kind: RollKind
    white_terms: Terms
    black_terms: Terms
    pool: int
    successes: int
    black_successes: int
    raw: int
    net: int
    degree: Degree
    white: Draw | None = None
    black: Draw | None = None
    more: tuple[Draw, ...] = ()
    foul: bool = False
    divisor: int = 1
    traded: int = 0
    fate: int = 0
    pledged: tuple[PledgeUsed, ...] = ()
    added: int = 0
    weapon: str | None = None
    against: str | None = None
    again: int | None = None
    net_divisor: int = 1
    net_cost: int = 0

    def evolve(self, fight: Fight) -> None:
        """A foul failure may have consequences up to the end of the round, or up to the next decision's throw outside.

        A throw that is made again is not the next one: of the two the one that stands counts.
        """
        if self.again is None:
            if self.combatant in fight.rerolled:
                fight.rerolled = tuple([one for one in fight.rerolled if one != self.combatant])
            if fight.fouled and fight.phase == "idle":
                fight.fouled = tuple([foul for foul in fight.fouled if foul.throw > fight.batch])
        if self.foul:
            fight.fouled = (*fight.fouled, Foul(fight.lineage_version, self.combatant, self.weapon))


class SuccessesAdded(Event, frozen=True, kw_only=True):
    """Fate was spent on a throw whose faces are known (BD-FATE-4): what the throw comes to now."""

    type: ClassVar[str] = "black_dice.successes_added"
    combatant: str
    throw: int
    fate: int
    raw: int
    net: int
    degree: Degree
    foul: bool = False

    def evolve(self, fight: Fight) -> None:
        """Fate may have saved a throw from being foul."""
        if not self.foul:
            fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.throw])


class RerollKept(Event, frozen=True, kw_only=True):
    """Which of two throws stands (BD-SCRIPT-6): the versions of both."""

    type: ClassVar[str] = "black_dice.reroll_kept"
    combatant: str
    kept: int
    dropped: int

    def evolve(self, fight: Fight) -> None:
        """A throw that a scripting die repeated is not repeated again (BD-SCRIPT-7); the dropped one was not foul."""
        fight.rerolled = (*fight.rerolled, self.combatant)
        fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.dropped])


class FateSpent(Event, frozen=True, kw_only=True):
    """Fate pips were spent (BD-FATE-1): on what, and for whom if for another (BD-FATE-9)."""

    type: ClassVar[str] = "black_dice.fate_spent"
    combatant: str
    pips: int
    use: str
    beneficiary: str | None = None

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate -= self.pips


class ScriptingSpent(Event, frozen=True, kw_only=True):
    """A scripting die, six pips, was spent (BD-SCRIPT-1): on what, and how it happens; ``throw`` is rerolled."""

    type: ClassVar[str] = "black_dice.scripting_spent"
    combatant: str
    use: str
    description: str
    beneficiary: str | None = None
    throw: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate -= PIPS_OF_SCRIPTING


class ScriptingDenied(Event, frozen=True, kw_only=True):
    """The narrator has not approved of a scripting die; it costs nothing (BD-SCRIPT-2)."""

    type: ClassVar[str] = "black_dice.scripting_denied"
    combatant: str
    use: str
    reason: str = ""


class FateGranted(Event, frozen=True, kw_only=True):
    """The narrator gave fate pips, or took them."""

    type: ClassVar[str] = "black_dice.fate_granted"
    combatant: str
    pips: int
    reason: str = ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate += self.pips


class FatePledged(Event, frozen=True, kw_only=True):
    """A helper promises successes to somebody's next roll (BD-FATE-9); nothing is paid yet."""

    type: ClassVar[str] = "black_dice.fate_pledged"
    helper: str
    beneficiary: str
    successes: int
    description: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.beneficiary]
        person.pledges = (*person.pledges, Pledge(self.helper, self.successes, self.description))


class PledgesSettled(Event, frozen=True, kw_only=True):
    """The pledges for somebody are used up by a throw, or have lapsed (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.pledges_settled"
    combatant: str
    lapsed: bool = False

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].pledges = ()


class ModifierGiven(Event, frozen=True, kw_only=True):
    """The narrator adds dice to somebody's next action roll (BD-SKILL-12); ``awesome`` is the awesome bonus."""

    type: ClassVar[str] = "black_dice.modifier_given"
    combatant: str
    reason: str
    bonus: int = 0
    penalty: int = 0
    black: int = 0
    awesome: bool = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        given = OneThrow(self.reason, self.bonus, self.penalty, self.black, self.awesome)
        person.one_throw = (*person.one_throw, given)


class ModifiersSettled(Event, frozen=True, kw_only=True):
    """The one-throw modifiers of somebody are used up by an action roll, or have lapsed (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.modifiers_settled"
    combatant: str
    lapsed: bool = False

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].one_throw = ()


class Assisted(Event, frozen=True, kw_only=True):
    """Somebody helps the one who leads with a roll (BD-COMP-2); in a round that is its action (BD-COMP-4)."""

    type: ClassVar[str] = "black_dice.assisted"
    combatant: str
    leader: str

    def evolve(self, fight: Fight) -> None:
        if fight.phase != "idle":
            fight.assisted = (*fight.assisted, self.combatant)


class CheckSettled(Event, frozen=True, kw_only=True):
    """What a roll against a difficulty came to (BD-SKILL-2). ``automatic`` was not thrown (BD-DIFF-1)."""

    type: ClassVar[str] = "black_dice.check_settled"
    combatant: str
    label: str
    net: int
    needed: int
    passed: bool
    degree: Degree
    automatic: bool = False


class ContestDecided(Event, frozen=True, kw_only=True):
    """A contest outside combat (BD-SKILL-3, BD-SKILL-4): nobody wins a standoff; the degree is that of the margin."""

    type: ClassVar[str] = "black_dice.contest_decided"
    active: str
    passive: str
    active_net: int
    passive_net: int
    winner: str | None
    margin: int
    degree: Degree


class FoulFollowed(Event, frozen=True, kw_only=True):
    """What the narrator makes of a foul failure (BD-FOUL-3)."""

    type: ClassVar[str] = "black_dice.foul_followed"
    combatant: str
    throw: int
    effect: str
    text: str = ""

    def evolve(self, fight: Fight) -> None:
        fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.throw])


THROW_EVENTS: tuple[type[Event], ...] = (
    DiceThrown,
    SuccessesAdded,
    RerollKept,
    FateSpent,
    ScriptingSpent,
    ScriptingDenied,
    FateGranted,
    FatePledged,
    PledgesSettled,
    ModifierGiven,
    ModifiersSettled,
    Assisted,
    CheckSettled,
    ContestDecided,
    FoulFollowed,
)
