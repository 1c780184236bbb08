"""Facts about throws: dice as they fell, fate that was spent on them, second throws."""

from typing import Annotated, ClassVar

import msgspec

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.black_dice.said import (
    DEGREES,
    FOUL_EFFECTS,
    SCRIPTED,
    SPENT,
    TOLLS,
    Armed,
    Quoted,
    Who,
    black_dice,
    faces,
    fouled,
    granted,
    if_any,
    pledges,
    rolled,
    sources,
    thrown,
    waves,
)
from domain.rulesets.black_dice.state import Fight, Foul, OneThrow, Pledge
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING
from domain.rulesets.black_dice.words import WORLD, Degree, RollKind
from domain.text.phrases import listed
from domain.text.sentences import Spoken, SpokenOf

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
    combatant: Who
    label: Annotated[str, SpokenOf(thrown)]
    kind: RollKind
    white_terms: Annotated[Terms, SpokenOf(sources)]
    black_terms: Annotated[Terms, Spoken(black_dice)]
    pool: int
    successes: int
    black_successes: int
    raw: int
    net: int
    degree: Degree
    white: Annotated[Draw, Spoken(faces)] | None = None
    black: Annotated[Draw, Spoken(faces)] | None = None
    more: Annotated[tuple[Draw, ...], Spoken(waves)] = ()
    foul: Annotated[bool, SpokenOf(fouled)] = False
    divisor: int = 1
    traded: Annotated[int, Spoken(if_any(", {} traded"))] = 0
    fate: Annotated[int, Spoken(if_any(", {} from fate"))] = 0
    pledged: Annotated[tuple[PledgeUsed, ...], Spoken(pledges)] = ()
    added: Annotated[int, Spoken(if_any(", {} for dodging"))] = 0
    weapon: Armed | None = None
    against: Who | None = None
    again: int | None = None
    net_divisor: int = 1
    net_cost: int = 0

    def says(self) -> str:
        """The throw as a table says it: what for, how many dice and why, how they lie, what it comes to."""
        against, pool = "[ against {against}]", "{pool:white die|white dice}{white_terms}[ {white}]"
        net = "{net:success|successes}"
        if self.combatant == WORLD:
            return f"The dice of {{label}}{against}: {pool}, {net}."
        armed = "[ with {weapon}]" if self.kind == "action" else ""
        again = " again" if self.again is not None else ""
        rolls = f"{{combatant}} rolls {{label}}{armed}{against}{again}: {pool}"
        if self.kind == "effect":
            return f"{rolls}, {net}."
        return (
            f"{rolls}[; {{black_terms}}[ {{black}}]]{{more}}{{traded}}{{fate}}{{pledged}}{{added}}; {net} net{{foul}}."
        )

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
    says = "{combatant} buys {fate:success|successes} with fate: {net:success|successes} net."
    combatant: Who
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
    combatant: Who
    kept: int
    dropped: int

    def says(self) -> str:
        return "{combatant's} second throw stands." if self.kept > self.dropped else "{combatant's} first throw stands."

    def evolve(self, fight: Fight) -> None:
        """A throw that a scripting die repeated is not repeated again (BD-SCRIPT-7); the dropped one was not foul."""
        fight.rerolled = (*fight.rerolled, self.combatant)
        fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != self.dropped])


class FateSpent(Event, frozen=True, kw_only=True):
    """Fate pips were spent (BD-FATE-1): on what, and for whom if for another (BD-FATE-9)."""

    type: ClassVar[str] = "black_dice.fate_spent"
    combatant: Who
    pips: int
    use: Annotated[str, Spoken(SPENT)]
    beneficiary: Who | None = None

    def says(self) -> str:
        """What fate is spent on, and for whom; a throw tells itself how many successes came from it."""
        if self.use not in SPENT and not self.beneficiary:
            return ""
        use = "to help {beneficiary}" if self.beneficiary else "{use}"
        return f"{{combatant}} spends {{pips:pip}} of fate {use}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate -= self.pips


class ScriptingSpent(Event, frozen=True, kw_only=True):
    """A scripting die, six pips, was spent (BD-SCRIPT-1): on what, and how it happens; ``throw`` is rerolled."""

    type: ClassVar[str] = "black_dice.scripting_spent"
    combatant: Who
    use: Annotated[str, Spoken(SCRIPTED)]
    description: Quoted
    beneficiary: Who | None = None
    throw: int | None = None

    def says(self) -> str:
        """What the die is spent on; how the story changes is told by its own event."""
        how = "" if self.use == "story" else "[: {description}]"
        return f"{{combatant}} spends a scripting die on {{use}}[ for {{beneficiary}}]{how}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate -= PIPS_OF_SCRIPTING


class ScriptingDenied(Event, frozen=True, kw_only=True):
    """The narrator has not approved of a scripting die; it costs nothing (BD-SCRIPT-2)."""

    type: ClassVar[str] = "black_dice.scripting_denied"
    says = "{combatant} does not get {use}."
    combatant: Who
    use: Annotated[str, Spoken(SCRIPTED)]
    reason: Quoted = ""


class FateGranted(Event, frozen=True, kw_only=True):
    """The narrator gave fate pips, or took them."""

    type: ClassVar[str] = "black_dice.fate_granted"
    combatant: Who
    pips: Annotated[int, Spoken(granted)]
    reason: Quoted = ""

    def says(self) -> str:
        if self.pips < 0:
            return "The narrator takes {pips} from {combatant}[: {reason}]."
        return "The narrator gives {combatant} {pips}[: {reason}]."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fate += self.pips


class FatePledged(Event, frozen=True, kw_only=True):
    """A helper promises successes to somebody's next roll (BD-FATE-9); nothing is paid yet."""

    type: ClassVar[str] = "black_dice.fate_pledged"
    says = "{helper} pledges {successes:success|successes} to {beneficiary}: {description}."
    helper: Who
    beneficiary: Who
    successes: int
    description: Quoted

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.beneficiary]
        person.pledges = (*person.pledges, Pledge(self.helper, self.successes, self.description))


class PledgesSettled(Event, frozen=True, kw_only=True):
    """The pledges for somebody are used up by a throw, or have lapsed (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.pledges_settled"
    combatant: Who
    lapsed: bool = False

    def says(self) -> str:
        """What has lapsed; the throw tells what was used."""
        return "The help promised to {combatant} lapses." if self.lapsed else ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].pledges = ()


class ModifierGiven(Event, frozen=True, kw_only=True):
    """The narrator adds dice to somebody's next action roll (BD-SKILL-12); ``awesome`` is the awesome bonus."""

    type: ClassVar[str] = "black_dice.modifier_given"
    combatant: Who
    reason: Quoted
    bonus: int = 0
    penalty: int = 0
    black: int = 0
    awesome: bool = False

    def says(self) -> str:
        kinds = [
            (self.awesome, "the awesome bonus"),
            (self.bonus, "{bonus:more die|more dice}"),
            (self.penalty, "{penalty:die fewer|dice fewer}"),
            (self.black, "{black:black die|black dice}"),
        ]
        dice = listed([slot for given, slot in kinds if given])
        return f"{{combatant}} gets {dice} on {{combatant:their}} next roll[: {{reason}}]."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        given = OneThrow(self.reason, self.bonus, self.penalty, self.black, self.awesome)
        person.one_throw = (*person.one_throw, given)


class ModifiersSettled(Event, frozen=True, kw_only=True):
    """The one-throw modifiers of somebody are used up by an action roll, or have lapsed (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.modifiers_settled"
    combatant: Who
    lapsed: bool = False

    def says(self) -> str:
        """What has lapsed; the throw tells what was used."""
        return "The narrator's dice for {combatant} lapse." if self.lapsed else ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].one_throw = ()


class Assisted(Event, frozen=True, kw_only=True):
    """Somebody helps the one who leads with a roll (BD-COMP-2); in a round that is its action (BD-COMP-4)."""

    type: ClassVar[str] = "black_dice.assisted"
    says = "{combatant} helps {leader}."
    combatant: Who
    leader: Who

    def evolve(self, fight: Fight) -> None:
        if fight.phase != "idle":
            fight.assisted = (*fight.assisted, self.combatant)


class CheckSettled(Event, frozen=True, kw_only=True):
    """What a roll against a difficulty came to (BD-SKILL-2). ``automatic`` was not thrown (BD-DIFF-1)."""

    type: ClassVar[str] = "black_dice.check_settled"
    combatant: Who
    label: Annotated[str, Spoken(rolled)]
    net: int
    needed: int
    passed: bool
    degree: Annotated[Degree, Spoken(DEGREES)]
    automatic: bool = False

    def says(self) -> str:
        if self.label in TOLLS:
            withstood, failed = TOLLS[self.label]
            return f"{{combatant}} {withstood if self.passed else failed}, with {{net:success|successes}}."
        short = not self.passed and self.degree not in ("foul_failure", "failure")
        came = "not enough" if short else "{degree}"
        if self.automatic:
            return f"{{combatant}} needs no roll for {{label}}: {{net:success|successes}}, {came}."
        needed = ": {net:success|successes}, {needed} needed" if self.needed > 1 else ""
        return f"{{combatant's}} {{label}} roll is {came}{needed}."


class ContestDecided(Event, frozen=True, kw_only=True):
    """A contest outside combat (BD-SKILL-3, BD-SKILL-4): nobody wins a standoff; the degree is that of the margin."""

    type: ClassVar[str] = "black_dice.contest_decided"
    active: Who
    passive: Who
    active_net: int
    passive_net: int
    winner: Who | None
    margin: int
    degree: Annotated[Degree, Spoken(DEGREES)]

    def says(self) -> str:
        if self.winner is None or not self.margin:
            wins = "neither wins" if self.winner is None else "{winner} wins"
            return f"{{active}} and {{passive}} tie, {{active_net}} to {{passive_net}}, and {wins}."
        if self.winner == self.active:
            return "{active} beats {passive}, {active_net} to {passive_net}: {degree}."
        return "{passive} beats {active}, {passive_net} to {active_net}: {degree}."


class FoulFollowed(Event, frozen=True, kw_only=True):
    """What the narrator makes of a foul failure (BD-FOUL-3)."""

    type: ClassVar[str] = "black_dice.foul_followed"
    combatant: Who
    throw: int
    effect: Annotated[str, Spoken(FOUL_EFFECTS)]
    text: Quoted = ""

    def says(self) -> str:
        """What goes wrong; a weapon that is dropped and a fall have events of their own."""
        if self.effect in FOUL_EFFECTS:
            return "It goes badly wrong, and {combatant} {effect}[: {text}]."
        return "It goes badly wrong for {combatant}[: {text}]."

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
