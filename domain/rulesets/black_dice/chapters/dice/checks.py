"""Checks: rolls against a difficulty, and who and what may help them (BD-SKILL-2, BD-COMP)."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import Continuation, reply
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.plans import Plan, Terms
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.parts import Helped
from domain.rulesets.black_dice.said import (
    DEGREES,
    TOLLS,
    Who,
    rolled,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import degree_of
from domain.rulesets.black_dice.words import Degree
from domain.text.phrases import counted
from domain.text.sentences import Spoken


class Assisted(Event, frozen=True, kw_only=True):
    """A combatant helps the one who leads with a roll (BD-COMP-2); in a round that is its action (BD-COMP-4)."""

    type: ClassVar[str] = "black_dice.assisted"
    says = "{combatant} helps {leader}."
    example = {"combatant": "brass_tom", "leader": "tinker"}
    combatant: Who
    leader: Who

    def evolve(self, fight: Fight) -> None:
        if fight.phase != "idle":
            fight.assisted = (*fight.assisted, self.combatant)


class CheckSettled(Event, frozen=True, kw_only=True):
    """What a roll against a difficulty came to (BD-SKILL-2). ``automatic`` was not thrown (BD-DIFF-1)."""

    type: ClassVar[str] = "black_dice.check_settled"
    example = {
        "combatant": "kestrel",
        "label": "consciousness",
        "net": 1,
        "needed": 1,
        "passed": True,
        "degree": "partial",
        "automatic": True,
    }
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


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll against a difficulty: how many net successes it needs, and the reply that waits for them, if one does."""

    combatant: str
    label: str
    needed: int = 1
    then: Continuation | None = None


def attempt(
    decision: Decision[Fight],
    plan: Plan,
    difficulty: str,
    needed: int = 1,
    *,
    anyway: bool = False,
    then: Continuation | None = None,
) -> None:
    """Make a roll; ``then`` receives its net successes.

    What is Very Easy succeeds of itself, or thrown all the same comes to that at least (BD-DIFF-1).
    """
    trial = Trial(plan.combatant, plan.label, needed, then)
    automatic = decision.state.options.automatic_successes
    if difficulty != "very_easy":
        throw(decision, (plan,), attempted.continuation(trial))
    elif anyway:
        throw(decision, (replace(plan, least=automatic),), attempted.continuation(trial))
    else:
        settle(decision, trial, automatic, automatic=True)


@reply("black_dice.check.attempted", Trial)
def attempted(decision: Decision[Fight], trial: Trial, casts: tuple[Cast, ...]) -> None:
    """The dice have fallen: enough net successes pass (BD-SKILL-2)."""
    settle(decision, trial, casts[0].net, foul=casts[0].foul)


def settle(
    decision: Decision[Fight],
    trial: Trial,
    net: int,
    *,
    foul: bool = False,
    foul_fails: bool = False,
    automatic: bool = False,
) -> None:
    """Record what a roll came to, and continue with what waits for it.

    A foul roll may have net successes (BD-FOUL-2). ``foul_fails`` makes it a foul failure all the same (BD-HEAL-12).
    """
    failed = foul and foul_fails
    passed = net >= trial.needed and not failed
    degree = "foul_failure" if failed else degree_of(net, foul)
    decision.cause = decision.record(
        CheckSettled(
            combatant=trial.combatant,
            label=trial.label,
            net=net,
            needed=trial.needed,
            passed=passed,
            degree=degree,
            automatic=automatic,
        )
    )
    if trial.then is not None:
        decision.enter(trial.then, net)


def label_of(stat: str, skill: str | None) -> str:
    """What a roll is called: by its skill, or by the stat alone."""
    return skill or stat


def require_stat(person: Person, stat: str, field: str) -> None:
    """Refuse a stat that the sheet does not have."""
    if stat not in person.stats:
        known = ", ".join(person.stats)
        refuse(None, f"{person.name} has no stat {stat!r}; there are {known}.", code="invalid", field=field)


def require_skill(fight: Fight, skill: str | None, field: str) -> None:
    """Refuse an unknown skill: it would be rolled with the stat alone (BD-SKILL-6, BD-DATA-1)."""
    if skill is not None and skill not in fight.skills():
        known = ", ".join(fight.skills())
        refuse(None, f"No skill is called {skill!r} here; there are {known}.", code="invalid", field=field)


def help_of(fight: Fight, leader: Person, skill: str | None, aid: Helped) -> tuple[Terms, int]:
    """White dice of complementary skills and assistants, and the black dice of their crowd (BD-COMP-1 to BD-COMP-4)."""
    most = fight.options.complementary_max
    require(
        len(aid.complementary) <= most,
        "BD-COMP-1",
        f"At most {counted(most, 'complementary skill')} may help a roll."
        if most
        else "No complementary skill may help a roll.",
        field="command.complementary",
    )
    different = len({skill, *aid.complementary}) == 1 + len(aid.complementary)
    require(
        different,
        "BD-COMP-1",
        "Name each complementary skill once, and not the main skill.",
        field="command.complementary",
    )
    for number, other in enumerate(aid.complementary):
        require_skill(fight, other, f"command.complementary[{number}]")
    require(
        len(set(aid.assistants)) == len(aid.assistants),
        "BD-COMP-2",
        "Each assistant helps once.",
        field="command.assistants",
    )
    for number, name in enumerate(aid.assistants):
        field = f"command.assistants[{number}]"
        _require_assistant(fight, leader, find_combatant(fight, name, field), field)
    free = fight.options.free_assistants if aid.free_assistants is None else aid.free_assistants
    return tuple(_help_terms(fight, leader, skill, aid)), max(0, len(aid.assistants) - free)


def _help_terms(fight: Fight, leader: Person, skill: str | None, aid: Helped) -> Iterable[tuple[str, int]]:
    for other in aid.complementary:
        yield f"complementary/{other}", leader.rank(other)
    for name in aid.assistants:
        yield f"assistant/{name}", fight.people[name].rank(skill) if skill is not None else 0


def _require_assistant(fight: Fight, leader: Person, assistant: Person, field: str) -> None:
    """Require an able assistant in the zone, in a round one that has declared it and not helped yet (BD-COMP-4)."""
    name = assistant.name
    require(assistant.id != leader.id, "BD-COMP-4", f"{name} leads and does not assist too.", field=field)
    require(assistant.able, "BD-COMP-4", f"{name} is {assistant.condition} and cannot help.", field=field)
    require(assistant.zone == leader.zone, "BD-COMP-4", f"{name} is not where {leader.name} is.", field=field)
    if fight.phase != "idle":
        deed = fight.declarations.get(assistant.id)
        assists = deed is not None and deed.act == "assist"
        require(assists, "BD-COMP-4", f"{name} has not declared to assist in this round.", field=field)
        fresh = assistant.id not in fight.assisted
        require(fresh, "BD-COMP-4", f"{name} has assisted in this round already.", field=field)


def record_help(decision: Decision[Fight], leader: Person, aid: Helped) -> None:
    """Who helps with a roll that is made now; in a round that is its action (BD-COMP-4)."""
    for assistant in aid.assistants:
        decision.record(Assisted(combatant=assistant, leader=leader.id))


CHECKS: Chapter[Fight] = Chapter(events=(Assisted, CheckSettled), stages=(attempted,))
