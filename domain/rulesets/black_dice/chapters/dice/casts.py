"""Dice as they fall: a throw that is paid for and made, and what it comes to (BD-DIE, BD-FOUL-1, BD-GUAR-3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.fate import PledgeUsed, spend, use_pledges
from domain.rulesets.black_dice.chapters.dice.plans import Plan, Terms, divided, pool_of
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.said import (
    DIVIDED,
    TOLL_ROLLS,
    Armed,
    Who,
    black_dice,
    faces,
    fouled,
    if_any,
    part,
    pledges,
    sources,
    thrown,
    waves,
)
from domain.rulesets.black_dice.said import weapon as weapon_named
from domain.rulesets.black_dice.state import Fight, Foul
from domain.rulesets.black_dice.tables import DICE_OF_TRADE, MOST_FATE, degree_of
from domain.rulesets.black_dice.words import WORLD, Degree, RollKind
from domain.story.throws import Throw, ThrowPart, faces_of
from domain.story.told import Told
from domain.text.phrases import listed
from domain.text.sentences import Spoken, SpokenOf

RULES_OF_DICE: Final[Mapping[str, str]] = {
    "initiative": "BD-INIT-9",
    "no_weapon": "BD-INIT-5",
    "aim": "BD-MOD-6",
    "awesome": "BD-MOD-7",
    "narrator": "BD-MOD-14",
    "narrator_penalty": "BD-MOD-14",
    "unready": "BD-MOD-2",
    "wounds": "BD-GREY-3",
    "grey": "BD-GREY-5",
    "excess": "BD-INJ-1",
    "easy": "BD-DIFF-2",
    "difficulty": "BD-DIFF-8",
    "cover": "BD-MOD-10",
    "outnumbered": "BD-MOD-4",
    "reach": "BD-MOD-5",
    "melee": "BD-MOD-9",
    "crowd": "BD-COMP-3",
    "drink": "BD-DRINK-6",
    "drinks": "BD-DRINK-1",
    "common": "BD-COMM-2",
}
"""The rules that add dice to a throw, or take them from it, by their source."""
TOLLS_WITHSTOOD: Final = ("drink", "injury")
"""The rolls that the rules force of which a table hears only if they fail, or if fate helps."""


class DiceThrown(Event, frozen=True, kw_only=True):
    """A throw (BD-DIE): whose, for what, where its dice come from, the faces, and what they come to.

    ``pool`` white dice are left when ``white_terms`` are added up, divided by ``divisor``, and traded (BD-SKILL-7).
    ``successes`` has traded, fate, pledged and ``added`` (full dodge) ones in it; ``net`` is what counts (BD-DIE-4).
    ``net_divisor`` and ``net_cost`` have lowered the net where the options say so (BD-RUL-24, BD-RUL-27).
    ``against`` is whom it is aimed at; ``again`` names the throw that this one repeats (BD-SCRIPT-5, BD-SKILL-4).
    ``more`` are the waves of open sixes (BD-DIE-5).
    """

    type: ClassVar[str] = "black_dice.dice_thrown"
    words = "Roll"
    example = {
        "combatant": "vane",
        "label": "swordplay",
        "kind": "action",
        "white_terms": [["dex", 4], ["swordplay", 5], ["initiative", 2]],
        "black_terms": [["cover", 4]],
        "pool": 11,
        "successes": 4,
        "black_successes": 1,
        "raw": 3,
        "net": 3,
        "degree": "good",
        "white": {"faces": [1, 6, 1, 6, 2, 3, 4, 5, 2, 3, 4], "sides": 6},
        "black": {"faces": [6, 3, 4, 2], "sides": 6},
        "weapon": "cutlass",
        "against": "pryce",
    }
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
        dice = "{pool:white die|white dice}{white_terms}[ {white}][; {black_terms}[ {black}]]{more}"
        came = f"{dice}{{traded}}{{fate}}{{pledged}}{{added}}; {{net:success|successes}}"
        if self.combatant == WORLD:
            return f"{{label}}[ {{against}}]: {came}."
        armed = "[ with {weapon}]" if self.kind == "action" else ""
        again = " again" if self.again is not None else ""
        net = "" if self.kind == "effect" else " net{foul}"
        return f"{{combatant}} rolls {{label}}{armed}[ against {{against}}]{again}: {came}{net}."

    def explains(self) -> bool:
        """Return whether it says how its line came about; of a blow the damage does, and of a round the order."""
        return self.against is None and self.label not in ("initiative", "injury")

    def shown(self) -> tuple[Throw, ...]:
        """The throw with all its dice; if nobody throws them, it is that of the one whom they concern."""
        nobody = self.combatant == WORLD
        white = [draw for draw in (self.white, *self.more) if draw is not None]
        draws = [*[(draw, "white") for draw in white], *([(self.black, "black")] if self.black is not None else [])]
        armed = f" with {weapon_named(self.weapon)}" if self.kind == "action" and self.weapon else ""
        return (
            Throw(
                kind="dice",
                who=self.against or "" if nobody else self.combatant,
                purpose=part(self.label) if nobody else f"{thrown(self, {})}{armed}",
                parts=tuple(self._parts()),
                faces=tuple([face for draw, colour in draws for face in faces_of(draw, colour)]),
                counted=self._counted(),
                result="foul failure" if self.foul and not self.net else self.net,
                source=draws[0][0].source if draws else "seeded",
            ),
        )

    def _parts(self) -> Iterator[ThrowPart]:
        """Yield where the white dice come from, what is taken from them, and where the black dice come from."""
        for source, dice in self.white_terms:
            yield ThrowPart(part(source), dice, "" if source == self.label else RULES_OF_DICE.get(source, ""))
        given_up = DICE_OF_TRADE * self.traded
        if self.divisor > 1:
            left = self.pool + given_up - sum([dice for _, dice in self.white_terms])
            yield ThrowPart(DIVIDED.get(self.divisor, f", divided by {self.divisor}").removeprefix(", "), left)
        if given_up:
            yield ThrowPart("traded", -given_up, "BD-GUAR-1")
        for source, dice in self.black_terms:
            yield ThrowPart(f"{part(source)} (black)", dice, RULES_OF_DICE.get(source, ""))

    def _counted(self) -> str:
        """Return which successes count: those that white dice show and those that come in, less the black ones."""
        pledged = sum([pledge.successes for pledge in self.pledged])
        come_in = ((self.traded, "traded"), (self.fate, "from fate"), (pledged, "pledged"), (self.added, "for dodging"))
        shown = self.successes - sum([count for count, _ in come_in])
        white = listed([f"{shown} on white dice", *[f"{count} {what}" for count, what in come_in if count]])
        black = f", less {self.black_successes} on black dice" if self.black_terms else ""
        split = f", divided by {self.net_divisor}" if self.net_divisor > 1 else ""
        cost = f", less {self.net_cost} for the attackers" if self.net_cost else ""
        return f"successes: {white}{black}{split}{cost}"

    def brief(self) -> str:
        """A blow or a dodge that waits for choices is told by what has fallen, and so is what fate has done.

        That a permanent injury threatens has been told with the combatant's own fate.
        """
        if (self.pledged or self.fate) and self.net > 0 and self.label in TOLLS_WITHSTOOD:
            against = " against the injury" if self.fate and self.label == "injury" else f" {TOLL_ROLLS[self.label]}"
            return f"{{combatant}} | gets {{net:success|successes}}{against}"
        if self.kind != "action" or self.against is None:
            return ""
        how = "with {weapon} against {against}" if self.weapon else "to dodge {against}"
        return f"{{combatant}} | rolls {{net:success|successes}} {how}"

    def lends(self) -> str:
        """Return what continues the blow: the weapon, and that it went wrong, to which the narrator may add.

        A roll that is made again may have gone wrong and not count.
        """
        foul = ", a foul failure" if self.foul and not self.net and self.again is None else ""
        return f"{{combatant}} | with {{weapon}}{foul}" if self.kind == "action" and self.weapon else ""

    def unless(self) -> tuple[str, ...]:
        """A roll of a blow is told by its outcome, but not a roll that the blow has forced."""
        return ("black_dice.exchange_decided",) if self.kind == "action" else ()

    told = Told(
        brief=brief,
        explains=explains,
        lends=lends,
        lends_to=("black_dice.exchange_decided",),
        unless=unless,
        target="against",
        throws=shown,
    )

    def evolve(self, fight: Fight) -> None:
        """A foul failure may have consequences up to the end of the round, or up to the next decision's throw outside.

        A throw that is made again is not the next one: of the two only the one that is kept counts.
        """
        if self.again is None:
            if self.combatant in fight.rerolled:
                fight.rerolled = tuple([one for one in fight.rerolled if one != self.combatant])
            if fight.fouled and fight.phase == "idle":
                fight.fouled = tuple([foul for foul in fight.fouled if foul.throw > fight.batch])
        if self.foul:
            fight.fouled = (*fight.fouled, Foul(fight.lineage_version, self.combatant, self.weapon))


class PledgesSettled(Event, frozen=True, kw_only=True):
    """The pledges for a combatant are used up by a throw, or have lapsed (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.pledges_settled"
    words = "Pledges settled"
    told = Told(level=3)
    example = {"combatant": "brass_tom", "lapsed": True}
    combatant: Who
    lapsed: bool = False

    def says(self) -> str:
        """What has lapsed; the throw tells what was used."""
        return "The help promised to {combatant} lapses." if self.lapsed else ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].pledges = ()


class ModifiersSettled(Event, frozen=True, kw_only=True):
    """The one-throw modifiers of a combatant are used up by an action roll, or have lapsed (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.modifiers_settled"
    words = "Extra dice settled"
    told = Told(level=3)
    example = {"combatant": "brass_tom", "lapsed": True}
    combatant: Who
    lapsed: bool = False

    def says(self) -> str:
        """What has lapsed; the throw tells what was used."""
        return "The narrator's dice for {combatant} lapse." if self.lapsed else ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].one_throw = ()


class Cast(msgspec.Struct, frozen=True, omit_defaults=True):
    """A throw that has fallen: ``shown`` successes of white dice, ``black`` ones, fate and pledges on it.

    ``version`` is the event that records it; ``white_dice`` and ``black_dice`` are what a reroll throws again.
    """

    plan: Plan
    version: int
    white_dice: int
    black_dice: int
    shown: int
    black: int
    own_fate: int
    pledged: tuple[PledgeUsed, ...]
    raw: int = 0
    net: int = 0
    foul: bool = False

    @property
    def fate(self) -> int:
        """Fate successes of all purses together."""
        return fate_of(self.own_fate, self.pledged)

    @property
    def successes(self) -> int:
        """S: shown, traded, fate, which black successes may cancel too (BD-FATE-3), and a full dodge's (BD-DIE-3)."""
        return self.shown + self.plan.chosen.trade + self.fate + self.plan.added

    @property
    def degree(self) -> Degree:
        return degree_of(self.net, self.foul)


def fate_of(own: int, pledged: tuple[PledgeUsed, ...]) -> int:
    """Return the fate successes of a purse and of the pledges of others together."""
    return own + sum([pledge.successes for pledge in pledged]) if pledged else own


def cast(decision: Decision[Fight], plan: Plan) -> Cast:
    """One throw: fate is paid, pledges are used, then white dice fall, then black dice, then open sixes (BD-DIE-1).

    Fate that was named for a purse which has shrunk meanwhile is cut down to it (BD-FATE-14).
    """
    fight = decision.state
    own = 0
    pledged: tuple[PledgeUsed, ...] = ()
    if plan.own:
        person = fight.people[plan.combatant]
        if plan.chosen.fate and person.fate:
            own = min(plan.chosen.fate, person.fate, MOST_FATE)
            spend(decision, person, own, plan.label)
        if person.pledges and plan.fateful:
            pledged = use_pledges(decision, person, own)
            decision.record(PledgesSettled(combatant=person.id))
        if plan.kind == "action" and person.one_throw:
            decision.record(ModifiersSettled(combatant=person.id))
    white_dice = max(0, pool_of(fight.options, plan) - DICE_OF_TRADE * plan.chosen.trade)
    return _fall(decision, plan, white_dice, plan.black_dice, own, pledged)


def repeat(decision: Decision[Fight], of: Cast) -> Cast:
    """Repeat a throw with the same pools, trades and fate successes; nothing is paid again (BD-SCRIPT-5, BD-GUAR-5)."""
    return _fall(decision, of.plan, of.white_dice, of.black_dice, of.own_fate, of.pledged, again=of.version)


def _fall(
    decision: Decision[Fight],
    plan: Plan,
    white_dice: int,
    black_dice: int,
    own_fate: int,
    pledged: tuple[PledgeUsed, ...],
    *,
    again: int | None = None,
) -> Cast:
    """The dice of a throw fall, and are put on record with everything that they are made of."""
    options = decision.state.options
    whom, what = plan.combatant, plan.label
    white = decision.roll(whom, f"{what} (white)", white_dice) if white_dice else None
    black = decision.roll(whom, f"{what} (black)", black_dice) if black_dice else None
    more = _open_sixes(decision, plan, white) if options.open_sixes and white is not None else ()
    shown = _successes(options, white) if white is not None else 0
    if more:
        shown += sum([_successes(options, draw) for draw in more])
    cancelling = _successes(options, black) if black is not None else 0
    successes = shown + plan.chosen.trade + fate_of(own_fate, pledged) + plan.added
    raw, net, foul = _outcome(options, plan, successes, shown, cancelling)
    fallen = Cast(
        plan,
        decision.next_lineage_version,
        white_dice,
        black_dice,
        shown,
        cancelling,
        own_fate,
        pledged,
        raw,
        net,
        foul,
    )
    common = (("common", plan.chosen.common),) if plan.chosen.common else ()
    decision.record(
        DiceThrown(
            combatant=whom,
            label=what,
            kind=plan.kind,
            white_terms=plan.white + common,
            black_terms=plan.black + common,
            pool=white_dice,
            successes=successes,
            black_successes=cancelling,
            raw=raw,
            net=net,
            degree=degree_of(net, foul),
            white=white,
            black=black,
            more=more,
            foul=foul,
            divisor=plan.divisor,
            traded=plan.chosen.trade,
            fate=own_fate,
            pledged=pledged,
            added=plan.added,
            weapon=plan.weapon,
            against=plan.against,
            again=again,
            net_divisor=plan.net_divisor,
            net_cost=plan.net_cost,
        )
    )
    return fallen


def _open_sixes(decision: Decision[Fight], plan: Plan, white: Draw) -> tuple[Draw, ...]:
    """Each white six gives one more white die, wave after wave (BD-DIE-5)."""
    waves = []
    sixes = white.dice.count(6)
    while sixes:
        wave = decision.roll(plan.combatant, f"{plan.label} (sixes)", sixes)
        waves.append(wave)
        sixes = wave.dice.count(6)
    return tuple(waves)


def _successes(options: Options, draw: Draw) -> int:
    """Dice that show a success face (BD-DIE-2)."""
    faces: Sequence[Any] = draw.faces
    return sum([faces.count(face) for face in options.success_faces])


def reckoned(options: Options, fallen: Cast) -> Cast:
    """Return a throw with its outcome computed again, after successes have been added."""
    raw, net, foul = _outcome(options, fallen.plan, fallen.successes, fallen.shown, fallen.black)
    return replace(fallen, raw=raw, net=net, foul=foul)


def _outcome(options: Options, plan: Plan, successes: int, shown: int, black: int) -> tuple[int, int, bool]:
    """What a throw comes to: raw, net and whether it is foul (BD-DIE-4, BD-FOUL-1 to BD-FOUL-3, BD-GUAR-3)."""
    trade = plan.chosen.trade
    raw = successes - black
    net = max(0, raw)
    foul = raw < 0
    if options.foul_counts == "dice":
        foul = black > shown
    if trade and not options.guaranteed_cancellable:
        net, foul = max(net, trade), False
    net = max(0, divided(options, net, plan.net_divisor) - plan.net_cost)
    if plan.least is not None:
        net, foul = max(net, plan.least), False
    return raw, net, foul


CASTS: Chapter[Fight] = Chapter(events=(DiceThrown, PledgesSettled, ModifiersSettled))
