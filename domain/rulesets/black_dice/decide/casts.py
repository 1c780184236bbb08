"""Dice as they fall: a throw that is paid for and made, and what it comes to (BD-DIE, BD-FOUL-1, BD-GUAR-3)."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.rulesets.black_dice.decide.fate import spend, use_pledges
from domain.rulesets.black_dice.decide.plans import Plan, divided, pool_of
from domain.rulesets.black_dice.events.throws import DiceThrown, ModifiersSettled, PledgesSettled, PledgeUsed
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import DICE_OF_TRADE, MOST_FATE, degree_of
from domain.rulesets.black_dice.words import Degree


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
    """The same throw once more, nothing paid anew: the same pools, trades, fate successes (BD-SCRIPT-5, BD-GUAR-5)."""
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
