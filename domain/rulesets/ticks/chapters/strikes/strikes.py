"""Strikes, all of a stage at once: possible, tested, opposed, damage, soaked, wounds, effects (TK-TICK-8)."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.model.encounter import Question
from domain.model.event import Event, Json
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.steps import Lapsed
from domain.rulesets.ticks.chapters.declaring.manoeuvres import pairs_of
from domain.rulesets.ticks.chapters.narrator.totals import total
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.strikes.blows import Blow, Try, damage_of, level_against, try_of
from domain.rulesets.ticks.chapters.strikes.conditions import Made, note_strikes
from domain.rulesets.ticks.chapters.strikes.effects import take_effect, use_up_ammunition
from domain.rulesets.ticks.chapters.strikes.soaking import begin_soaking
from domain.rulesets.ticks.chapters.strikes.strike import Strike, at_stake, tests_of, why_not
from domain.rulesets.ticks.parts import Opposing
from domain.rulesets.ticks.said import (
    MANOEUVRES,
    MODES,
    VERDICTS,
    Item,
    Quote,
    a_manoeuvre,
    aiming_said,
    damage_said,
    product_of_opponent,
    product_of_total,
)
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import Manoeuvre, Mode, TickStage
from domain.story.told import Moment, Told
from domain.text.sentences import Spoken, SpokenOf


class Struck(Event, frozen=True, kw_only=True):
    """A strike is made (TK-ATK-2), and what it would do before anything is taken off (TK-DMG-1).

    ``waited`` are the ticks of an aim (TK-AIM-4), ``deferred`` says that it waited for a condition. ``parts`` are what
    ``gross`` is the sum of: base damage, skill and what manoeuvres add, or the aim (TK-ATK-4, TK-MAN-10, TK-AIM-5).
    """

    type: ClassVar[str] = "ticks.struck"
    words = "Strike"
    example = {
        "combatant": "tor",
        "target": "pell",
        "weapon": "tor.baseball_bat",
        "mode": "melee",
        "gross": 7,
        "parts": [["base", 3], ["melee", 2], ["accurate_strike", 2]],
    }
    combatant: str
    target: str | None
    weapon: Item
    mode: Annotated[Mode, Spoken(MODES)]
    gross: Annotated[int, SpokenOf(damage_said)]
    waited: Annotated[int | None, Spoken(aiming_said)] = None
    deferred: bool = False
    trick: Quote = ""
    parts: tuple[tuple[str, int], ...] = ()

    def says(self) -> str:
        """Render the strike; how a trick goes has just been told."""
        return self._told_as("has tried")

    def _told_as(self, tries: str) -> str:
        late = ", as {combatant:they has been waiting} to do" if self.deferred else ""
        if self.target is None:
            return f"{{combatant}} {tries} {{trick}} with {{weapon}}[, {{waited}}]{late}."
        strikes = "throws {weapon} at {target}" if self.mode == "thrown" else "{mode} {target} with {weapon}"
        return f"{{combatant}} {strikes}[, {{waited}}]{late}: {{gross}}."

    def brief(self) -> str:
        """Tell the strike; what it does to its target is told by the wounds, and how a trick goes by its test."""
        said = self._told_as("tries").replace("{combatant} ", "{combatant} | ")
        strikes = said.removesuffix(".").removesuffix(": {gross}")
        return strikes if self.gross or self.target is None else f"{strikes}, doing no damage"

    def moment(self) -> Moment | None:
        return "hit" if self.gross else None

    def explains(self) -> bool:
        """How a trick goes is explained by the total that it is tried with."""
        return self.target is not None

    def last(self) -> bool:
        """A trick comes after the wounds of its tick: it deals none (TK-TRICK-2), and those are not of its failure."""
        return self.target is None

    told = Told(brief=brief, line="strikes", explains=explains, moment=moment, last=last)

    def evolve(self, fight: Fight) -> None:
        """The attack of the round is used (TK-ATK-2); a shot ends the steps (TK-MOVE-6).

        Outside rounds it is the violent act that begins combat, and takes nothing from round 1 (TK-COMBAT-5).
        """
        if fight.phase != "resolution":
            fight.opening = True
            return
        person = fight.people[self.combatant]
        shot = person.turn.shot or (self.mode != "melee" and not person.turn.has("run_and_gun"))
        person.turn = replace(person.turn, attack_used=True, shot=shot)


class ManoeuvreTested(Event, frozen=True, kw_only=True):
    """What a manoeuvre comes to: the totals of both, and with what the target opposed it (TK-MAN-9).

    ``against`` is a difficulty where there is no opponent (TK-TRICK-1), and None where nothing opposes (TK-MAN-13).
    """

    type: ClassVar[str] = "ticks.manoeuvre_tested"
    words = "Manoeuvre decided"
    example = {
        "combatant": "pell",
        "target": "bruno",
        "manoeuvre": "accurate_strike",
        "success": False,
        "total": 15,
        "against": 28,
        "statistic": "strength",
        "skill": "unarmed",
        "level": 2,
    }
    combatant: str
    target: str | None
    manoeuvre: Annotated[Manoeuvre, Spoken(MANOEUVRES)]
    success: Annotated[bool, Spoken(VERDICTS)]
    total: int | None = None
    against: int | None = None
    statistic: str | None = None
    skill: Annotated[str | None, SpokenOf(product_of_opponent)] = None
    level: int = 0

    def says(self) -> str:
        if self.target is None:
            return "{combatant's} {manoeuvre} {success}: {total} against a difficulty of {against}."
        if self.against is None:
            return "{combatant's} {manoeuvre} {success}: {target} does not oppose it."
        return "{combatant's} {manoeuvre} {success}: {total} against {target's} {against}, {skill}."

    def brief(self) -> str:
        """Tell how the manoeuvre went and by how much; the strike itself comes after it."""
        if self.against is None:
            return "{combatant} | {success} with the {manoeuvre}"
        return "{combatant} | {success} with the {manoeuvre}, {total} to {against}"

    def goes(self) -> str:
        """Tell how a trick goes, which is named as the strike is made: against a difficulty, not an opponent."""
        return "{combatant} | and {success}, {total} against {against}" if self.target is None else ""

    told = Told(brief=brief, line="strikes", explains=True, lends=goes, unless=("ticks.struck",))


class ManoeuvreTried(Event, frozen=True, kw_only=True):
    """The attacker's total in a manoeuvre, which everybody knows before it is opposed (TK-TICK-8, TK-OPP-4)."""

    type: ClassVar[str] = "ticks.manoeuvre_tried"
    words = "Manoeuvre tried"
    says = "{combatant} tries {manoeuvre}[ on {target}]: {skill} makes {total}."
    example = {
        "combatant": "pell",
        "target": "bruno",
        "manoeuvre": "accurate_strike",
        "statistic": "dexterity",
        "skill": "unarmed",
        "level": 1,
        "total": 15,
    }
    combatant: str
    target: str | None
    manoeuvre: Annotated[Manoeuvre, Spoken(a_manoeuvre)]
    statistic: str
    skill: Annotated[str, SpokenOf(product_of_total)]
    level: int
    total: int

    def explains(self) -> bool:
        """The total of a trick is told beside nothing else."""
        return self.target is None

    told = Told(line="strikes", explains=explains)


class Striking(msgspec.Struct, frozen=True, omit_defaults=True):
    """Strikes that are to be made together, in a stage of a tick; ``possible`` are those looked at before a pause."""

    stage: TickStage
    strikes: tuple[Strike, ...]
    possible: tuple[Strike, ...] = ()


class Beginning(msgspec.Struct, frozen=True):
    """Possible strikes that have not begun, and the blows of those that have."""

    stage: TickStage
    strikes: tuple[Strike, ...]
    blows: tuple[Blow, ...]


class Opposed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Strikes that are being tested: ``blow`` and ``place`` say which test comes next.

    ``done`` counts the pieces of work of a later stage that were done before a pause.
    """

    stage: TickStage
    blows: tuple[Blow, ...]
    blow: int = 0
    place: int = 0
    done: int = 0


@stage("ticks.strikes.make", Striking, pausable=True)
def make_strikes(decision: Decision[Fight], striking: Striking) -> None:
    """Which are possible (TK-TICK-8, 1). A strike that lapses here takes no ammunition (TK-AMMO-3)."""
    possible = [*striking.possible]
    for place, strike in enumerate(striking.strikes):
        if decision.full:
            decision.next(make_strikes, Striking(striking.stage, striking.strikes[place:], tuple(possible)))
            return
        reason = why_not(decision.state, strike)
        if reason is None:
            possible.append(strike)
        elif not strike.planned:
            decision.record(Lapsed(combatant=strike.attacker, what="strike", reason=reason))
    if possible:
        _begin(decision, striking.stage, possible, [])


@stage("ticks.strikes.begin", Beginning, pausable=True)
def begin_others(decision: Decision[Fight], beginning: Beginning) -> None:
    """Continue after a pause."""
    _begin(decision, beginning.stage, beginning.strikes, [*beginning.blows])


def _begin(decision: Decision[Fight], stage: TickStage, strikes: Sequence[Strike], blows: list[Blow]) -> None:
    """What luck they cost, and what their totals are (TK-TICK-8, 2)."""
    for place, strike in enumerate(strikes):
        if decision.full:
            decision.next(begin_others, Beginning(stage, tuple(strikes[place:]), tuple(blows)))
            return
        blows.append(_begun(decision, strike))
    oppose.run(decision, Opposed(stage, tuple(blows)))


def _begun(decision: Decision[Fight], strike: Strike) -> Blow:
    """The totals of a strike, with the luck that it costs (TK-LUCK-5); against the unconscious none (TK-MAN-13)."""
    fight = decision.state
    attacker = fight.people[strike.attacker]
    waited = None if strike.how != "aim" else (attacker.turn.aim or 0) - fight.tick
    target = fight.people.get(strike.target or "")
    stake = at_stake(target, strike.item) if target is not None and "disarm" in strike.manoeuvres else None
    tries = [try_of(fight, strike, one, stake.id if stake is not None else None) for one in tests_of(strike)]
    if target is None or target.conscious:
        for one in tries:
            points = strike.luck.get(one.manoeuvre, 0)
            if points:
                decision.cause = decision.record(
                    LuckSpent(combatant=strike.attacker, points=points, use="strike", manoeuvre=one.manoeuvre)
                )
            tried = ManoeuvreTried(
                combatant=strike.attacker,
                target=strike.target,
                manoeuvre=one.manoeuvre,
                statistic=one.statistic,
                skill=one.skill,
                level=one.level,
                total=one.total,
            )
            decision.cause = decision.record(tried)
    return Blow(strike, tuple(tries), waited=waited)


@stage("ticks.strikes.oppose", Opposed, pausable=True)
def oppose(decision: Decision[Fight], opposed: Opposed) -> None:
    """One test after the other, by the order of joining and of declaring (TK-TICK-8, 3)."""
    while opposed.blow < len(opposed.blows):
        blow = opposed.blows[opposed.blow]
        if opposed.place < len(blow.tries):
            _test(decision, opposed, blow, blow.tries[opposed.place])
            return
        opposed = replace(opposed, blow=opposed.blow + 1, place=0)
    strike_home.run(decision, opposed)


def _test(decision: Decision[Fight], opposed: Opposed, blow: Blow, one: Try) -> None:
    """A trick meets its difficulty (TK-TRICK-1), the unconscious oppose nothing (TK-MAN-13), the rest are asked.

    The readings are those of TK-RUL-52 and TK-RUL-54.
    """
    fight, strike = decision.state, blow.strike
    declared = fight.people[strike.attacker].turn.declared
    if strike.target is None:
        difficulty = declared.difficulty if declared is not None and declared.difficulty is not None else 0
        tested = ManoeuvreTested(
            combatant=strike.attacker,
            target=None,
            manoeuvre=one.manoeuvre,
            success=one.total >= difficulty,
            total=one.total,
            against=difficulty,
        )
        _settle(decision, opposed, tested)
    elif not fight.people[strike.target].conscious:
        _settle(
            decision,
            opposed,
            ManoeuvreTested(combatant=strike.attacker, target=strike.target, manoeuvre=one.manoeuvre, success=True),
        )
    else:
        target = fight.people[strike.target]
        stake = target.owned(one.item)
        about: dict[str, Json] = {
            "attacker": strike.attacker,
            "manoeuvre": one.manoeuvre,
            "total": one.total,
            "bare_handed": strike.weapon == "unarmed",
            "pairs": pairs_of(fight.options, one.manoeuvre, target, stake),
        }
        decision.ask(Question("oppose", target.id, about), opposed_with, opposed)


@reply("ticks.strikes.opposed", Opposed)
def opposed_with(decision: Decision[Fight], opposed: Opposed, answer: Opposing | None) -> None:
    """The higher total wins, and on equal ones the target (TK-OPP-2, TK-OPP-3, TK-RUL-7)."""
    blow = opposed.blows[opposed.blow]
    one, strike = blow.tries[opposed.place], blow.strike
    target = decision.state.people[strike.target or ""]
    if answer is None:
        _settle(
            decision,
            opposed,
            ManoeuvreTested(
                combatant=strike.attacker, target=target.id, manoeuvre=one.manoeuvre, success=True, total=one.total
            ),
        )
        return
    if answer.luck:
        decision.cause = decision.record(
            LuckSpent(combatant=target.id, points=answer.luck, use="oppose", manoeuvre=one.manoeuvre)
        )
    level = level_against(target, answer.skill, strike, one.manoeuvre, answer.luck)
    against = total(decision.state.options, target.statistics[answer.statistic], level)
    success = one.total > against
    tested = ManoeuvreTested(
        combatant=strike.attacker,
        target=target.id,
        manoeuvre=one.manoeuvre,
        success=success,
        total=one.total,
        against=against,
        statistic=answer.statistic,
        skill=answer.skill,
        level=level,
    )
    _settle(decision, opposed, tested)


def _settle(decision: Decision[Fight], opposed: Opposed, tested: ManoeuvreTested) -> None:
    """The test is over, and the next one comes."""
    decision.cause = decision.record(tested)
    blow = opposed.blows[opposed.blow]
    tries = list(blow.tries)
    tries[opposed.place] = replace(tries[opposed.place], success=tested.success)
    blows = list(opposed.blows)
    blows[opposed.blow] = replace(blow, tries=tuple(tries))
    decision.next(oppose, replace(opposed, blows=tuple(blows), place=opposed.place + 1))


@stage("ticks.strikes.home", Opposed, pausable=True)
def strike_home(decision: Decision[Fight], opposed: Opposed) -> None:
    """Damage before reductions (TK-TICK-8, 4); then what is taken off it, and what follows."""
    blows = [*opposed.blows]
    for place in range(opposed.done, len(blows)):
        if decision.full:
            decision.next(strike_home, replace(opposed, blows=tuple(blows), done=place))
            return
        blow = blows[place]
        parts = damage_of(decision.state, blow)
        landed = replace(blow, gross=sum([points for _, points in parts]))
        strike = blow.strike
        struck = Struck(
            combatant=strike.attacker,
            target=strike.target,
            weapon=strike.weapon,
            mode=strike.mode,
            gross=landed.gross,
            waited=blow.waited,
            deferred=strike.how == "deferred",
            trick=strike.trick,
            parts=parts,
        )
        decision.record(struck)
        blows[place] = landed
    done = replace(opposed, blows=tuple(blows), done=0)
    decision.next(follow_up, done)
    begin_soaking(decision, done.blows)


@stage("ticks.strikes.follow", Opposed, pausable=True)
def follow_up(decision: Decision[Fight], opposed: Opposed) -> None:
    """What controls bring about, then ammunition and what was thrown (TK-TICK-8, 7 and 8); who waited for a strike."""
    done = 0
    for effect in (take_effect, use_up_ammunition):
        for blow in opposed.blows:
            if done >= opposed.done:
                if decision.full:
                    decision.next(follow_up, replace(opposed, done=done))
                    return
                effect(decision, blow)
            done += 1
    made = [Made(one.strike.attacker, one.strike.target, one.strike.mode) for one in opposed.blows]
    note_strikes(decision, opposed.stage, made)


STRIKES: Chapter[Fight] = Chapter(
    events=(Struck, ManoeuvreTested, ManoeuvreTried),
    stages=(make_strikes, begin_others, oppose, opposed_with, strike_home, follow_up),
)
