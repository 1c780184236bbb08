"""Opposed throws (S3-OPP, S3-ORDER-1, S3-ORDER-9).

A chapter builds a ``Contest`` and names the reply that reads its ``Outcome``. Questions come before coins: who must
oppose answers first, then the actor's throws fall, then each opponent's, then the flips of the ties.
"""

from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision, PromptResult
from domain.decision.stages import Continuation, reply, stage
from domain.model.encounter import Question
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.defences import defence_effort, defence_task
from domain.rulesets.s3.chapters.throws.flips import flip
from domain.rulesets.s3.chapters.throws.stunts import SideResult, declare_stunt, ready_all, spend_named, throw_side
from domain.rulesets.s3.chapters.throws.throws import Effort, SkillThrow
from domain.rulesets.s3.state import Fight
from domain.story.told import Told
from domain.text.sentences import Spoken

WON: Final = {True: "wins", False: "loses"}
FAST: Final = "fast"  # also the task by which stunts of a fast exchange are remembered (S3-FAST-9)
BLOWS: Final = frozenset({"attack", "damage_vehicle", FAST})
"""The tasks that end in a hit or a miss."""
MISSED: Final = "s3.attack_missed"
CHECK: Final = "check"
PIN: Final = "pin"
PINNED: Final = "s3.pinned"
INITIATIVE = "initiative"  # also thrown by combatants who cannot act, because the pairing needs an order (S3-TURN-7)


class ContestSettled(Event, frozen=True, kw_only=True):
    """Two results were compared (S3-OPP-1): the task, both results, the margin, who won."""

    type: ClassVar[str] = "s3.contest_settled"
    words = "Opposed check"
    example = {
        "task": "trip/ground",
        "actor": "one_eyed_ogre",
        "opponent": "bell_1",
        "actor_result": 5,
        "opponent_result": 4,
        "won": True,
        "margin": 1,
    }
    task: Annotated[str, Spoken(said.task)]
    actor: str
    opponent: str
    actor_result: int
    opponent_result: int
    won: Annotated[bool, Spoken(WON)]
    margin: int

    def says(self) -> str:
        """Render the comparison; the coin of a tie and the blows of an attack have their own sentences."""
        if self.actor_result == self.opponent_result or self.task in BLOWS:
            return ""
        if self.task == INITIATIVE and not self.won:
            return f"{{opponent}} {self._lost} {{actor}}, {{opponent_result}} to {{actor_result}}."
        return f"{{actor}} {self._does} {{opponent}}, {{actor_result}} to {{opponent_result}}."

    def brief(self) -> str:
        """Tell the comparison, which the coin of a tie continues; whom a pairing faces has just been told."""
        if self.task in BLOWS:
            return ""
        is_tied = self.actor_result == self.opponent_result
        if self.task == INITIATIVE and self.won:
            return self.short()
        if self.task == INITIATIVE and not is_tied:
            return "{opponent} | wins {task}, {opponent_result} to {actor_result}"
        bar = " " if is_tied else " | "
        compared = f"{{actor}} | {self._does}{bar}{{opponent}}, {{actor_result}} to {{opponent_result}}"
        return f"{compared}, to no further effect" if self._pins else compared

    def short(self) -> str:
        """Tell the comparison beside the command, which names the opponent, or beside the pin that it leads to."""
        if self._pins:
            return f"{{actor}} | {self._does} | {{opponent}}, {{actor_result}} to {{opponent_result}}"
        return "{actor} | {won} {task}, {actor_result} to {opponent_result}"

    def unless(self) -> tuple[str, ...]:
        if self.task in BLOWS:
            return (MISSED,)
        if self._pins:
            return (PINNED,)
        return ("s3.check",) if self.task == CHECK else ()

    def lends(self) -> str:
        """Tell the results of a miss, after the coin of a tie; a hit tells its own, also that of a fast exchange."""
        if self.won or self.task not in BLOWS or self.task == FAST:
            return ""
        is_tied = self.actor_result == self.opponent_result
        return f"{{actor}} | {'at' if is_tied else ','} {{actor_result}} to {{opponent_result}}"

    @property
    def _does(self) -> str:
        return said.contest(self.task, won=self.won)

    @property
    def _pins(self) -> bool:
        """A pin is won, which has an effect only if the hold is new or better than before (S3-PIN-9)."""
        return self.task == PIN and self.won and self.actor_result != self.opponent_result

    @property
    def _lost(self) -> str:
        return said.contest(self.task, won=not self.won)

    told = Told(brief=brief, lends=lends, short=short, unless=unless, source="actor", target="opponent")


class Rival(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An opponent: with a skill of its choice among ``skills``, with the frozen successes of a hold, or with nothing.

    ``asked`` tells that it was able when the questions were put, so that an answer belongs to it.
    """

    combatant: str
    skills: tuple[str, ...] = ()
    asked: bool = False
    frozen: int | None = None
    hold: str | None = None
    effort: Effort | None = None
    result: int = 0
    throws: tuple[SkillThrow, ...] = ()
    won: bool | None = None


class Contest(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A task that is opposed: the actor's effort, the rivals in order, and the reply that reads the outcome.

    With ``attack``, opposing is a defence (S3-PIN-6). With ``parry``, Melee and Hand to Hand oppose as parries with a
    weapon (S3-ATK-3). With ``aimed``, it targets its one rival and is void without it (S3-LEGAL-15).
    """

    task: str
    actor: Effort
    rivals: tuple[Rival, ...]
    then: Continuation
    attack: bool = False
    parry: bool = False
    aimed: bool = False
    side: SideResult | None = None
    cause: int = 0


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """The result of one rival: its throws, whether the actor beat it, the margin, and the version of the comparison."""

    combatant: str
    result: int
    won: bool
    margin: int
    version: int
    hold: str | None = None
    throws: tuple[SkillThrow, ...] = ()


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The result of a contest."""

    actor: str
    result: int
    throws: tuple[SkillThrow, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def won(self) -> bool:
        """Return whether every rival was beaten."""
        return all(verdict.won for verdict in self.verdicts)

    @property
    def verdict(self) -> Verdict:
        """Return the verdict of a contest with one rival."""
        return self.verdicts[0]


def oppose(decision: Decision[Fight], contest: Contest) -> None:
    """Ask every rival that must oppose, then throw. The stunt is declared and the step made before.

    Attacks ready and use up their weapons themselves; for other tasks with weapons in a stunt this does it.
    """
    fight = decision.state
    if not contest.attack:
        ready_all(decision, contest.actor)
    rivals, questions = [], []
    for rival in contest.rivals:
        asked = bool(rival.skills) and fight.people[rival.combatant].able
        rivals.append(replace(rival, asked=asked))
        if asked:
            questions.append(Question("oppose", rival.combatant, _about(contest, rival)))
    contest = replace(contest, rivals=tuple(rivals))
    if questions:  # opposing costs no action (S3-TURN-23), and a defence may be a stunt (S3-STUNT-15)
        decision.ask_all(tuple(questions), opposed, contest)
    else:
        opposed.run(decision, contest, ())


def _about(contest: Contest, rival: Rival) -> dict[str, Any]:
    return {
        "task": contest.task,
        "actor": contest.actor.combatant,
        "skills": list(rival.skills),
        "attack": contest.attack,
        "parry": contest.parry,
    }


@reply("s3.contest.opposed", Contest, draws=True)
def opposed(decision: Decision[Fight], contest: Contest, answers: tuple[PromptResult, ...]) -> None:
    """Pay for and ready what the opponents parry with, then make all throws (S3-ORDER-1).

    Nothing is thrown if a ruling has meanwhile put the actor or its target out of action (S3-ORDER-15); the action,
    Breath and items spent stay spent.
    """
    fight = decision.state
    if not _still_matters(fight, contest):
        if not contest.attack:
            spend_named(decision, contest.actor)
        return
    given = iter(answers)
    efforts = []
    for rival in contest.rivals:
        defence = next(given, None) if rival.asked else None
        effort = rival.effort
        if defence is not None and defence.answer is not None and fight.people[rival.combatant].able:
            effort = defence_effort(fight, rival.combatant, defence.answer, defence.about)
            ready_all(decision, effort)
            declare_stunt(decision, effort, defence_task(contest.task))
        efforts.append(effort)
    side = throw_side(decision, contest.actor)
    if not contest.attack:
        spend_named(decision, contest.actor)
    cause = side.version
    thrown = []
    for rival, effort in zip(contest.rivals, efforts, strict=True):
        if effort is not None:
            answer = throw_side(decision, effort)
            cause = answer.version
            if effort.use != "attack":
                spend_named(decision, effort)
            thrown.append(replace(rival, effort=effort, result=answer.result, throws=answer.throws))
        elif rival.frozen is not None:  # S3-OPP-7: it opposes like a fresh result
            thrown.append(replace(rival, result=rival.frozen))
        else:
            thrown.append(rival)
    settle_rivals.run(decision, replace(contest, rivals=tuple(thrown), side=side, cause=cause))


@stage("s3.contest.settle", Contest, draws=True)
def settle_rivals(decision: Decision[Fight], contest: Contest) -> None:
    """Compare with each rival in turn; a tie waits for its flip, and for rulings (S3-OPP-3, S3-OPP-8)."""
    side = contest.side or SideResult(0, (), 0)
    rivals = contest.rivals
    for place, rival in enumerate(rivals):
        if rival.won is None and rival.result == side.result:
            compared = [replace(other, won=_is_beaten(other, side)) for other in rivals[:place]]
            tied = replace(contest, rivals=(*compared, *rivals[place:]))
            flip(decision, contest.actor.combatant, rival.combatant, flipped.continuation(tied), cause=contest.cause)
            return
    verdicts = tuple([_verdict(decision, contest, side, rival) for rival in rivals])
    decision.cause = verdicts[-1].version if verdicts else contest.cause
    if _still_matters(decision.state, contest):
        decision.enter(contest.then, Outcome(contest.actor.combatant, side.result, side.throws, verdicts))


@reply("s3.contest.flipped", Contest, draws=True)
def flipped(decision: Decision[Fight], contest: Contest, won: bool) -> None:
    """Continue with the flip of the first tied rival."""
    rivals = list(contest.rivals)
    place = next(place for place, rival in enumerate(rivals) if rival.won is None)
    rivals[place] = replace(rivals[place], won=won)
    settle_rivals.run(decision, replace(contest, rivals=tuple(rivals), cause=decision.state.lineage_version))


def _still_matters(fight: Fight, contest: Contest) -> bool:
    """Return whether anything follows: not if the actor, or the target of the task, is out of action."""
    if contest.task == INITIATIVE:
        return True
    if not fight.people[contest.actor.combatant].able:
        return False
    return not contest.aimed or fight.people[contest.rivals[0].combatant].able


def _is_beaten(rival: Rival, side: SideResult) -> bool:
    """Return whether the actor beats a rival, by the flip of a tie or by its result."""
    return side.result > rival.result if rival.won is None else rival.won


def _verdict(decision: Decision[Fight], contest: Contest, side: SideResult, rival: Rival) -> Verdict:
    """Record the result of one rival; after a flip the margin is 0 (S3-OPP-10)."""
    won = _is_beaten(rival, side)
    margin = abs(side.result - rival.result)
    event = ContestSettled(
        task=contest.task,
        actor=contest.actor.combatant,
        opponent=rival.combatant,
        actor_result=side.result,
        opponent_result=rival.result,
        won=won,
        margin=margin,
    )
    version = decision.record(event, cause=contest.cause)
    return Verdict(rival.combatant, rival.result, won, margin, version, rival.hold, rival.throws)


CONTESTS: Chapter[Fight] = Chapter(events=(ContestSettled,), stages=(opposed, settle_rivals, flipped))
