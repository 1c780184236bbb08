"""Checks: rolls against a difficulty, and who and what may help them (BD-SKILL-2, BD-COMP)."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import Continuation, reply
from domain.fields.field import Fields, Lookup, Many, looked_up, span
from domain.fields.sets import ANY_KEY, Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.choice_fields import DICE
from domain.rulesets.black_dice.chapters.dice.plans import Plan, Terms
from domain.rulesets.black_dice.chapters.dice.pools import is_trained
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.vocabularies import NOT_THERE, SKILLS, in_zones, labelled
from domain.rulesets.black_dice.parts import Helped
from domain.rulesets.black_dice.said import (
    DEGREES,
    TOLLS,
    TOLLS_ALOUD,
    Who,
    rolled,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import COMMON_SKILLS, degree_of
from domain.rulesets.black_dice.words import Degree
from domain.story.told import Told
from domain.text.phrases import counted
from domain.text.sentences import Spoken


class Assisted(Event, frozen=True, kw_only=True):
    """A combatant helps the one who leads with a roll (BD-COMP-2); in a round that is its action (BD-COMP-4)."""

    type: ClassVar[str] = "black_dice.assisted"
    words = "Help given"
    told = Told(
        brief="{combatant} | lends {leader} a hand",
        short="{combatant} | lends a hand",
        unless=("black_dice.check_settled",),
        target="leader",
    )
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
    words = "Roll decided"
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

    def brief(self) -> str:
        """What the roll came to; what comes of a wound has events of its own."""
        if self.label in TOLLS:
            told = TOLLS_ALOUD.get((self.label, self.passed))
            return f"{{combatant}} | {told}" if told else ""
        fails = "" if self.passed else ", {degree}" if self.degree == "foul_failure" else " and fails"
        if self.automatic:
            needed = ", {needed} needed" if self.needed > 1 else ""
            return f"{{combatant}} | needs no roll for {{label}}{fails} ({{net:success|successes}}{needed})"
        if self.needed > 1:
            return f"{{combatant}} | rolls {{label}}{fails} ({{net:success|successes}}, {{needed}} needed)"
        return "{combatant} | rolls {label} ({degree})"

    def lends(self) -> str:
        """Nothing to say beside the waking of the same combatant."""
        return "{combatant}" if self.label == "consciousness" else ""

    def explains(self) -> bool:
        """Return whether it says why somebody keeps an injury."""
        return self.label == "injury" and not self.passed

    def unless(self) -> tuple[str, ...]:
        """What comes of a wound takes the place of the roll."""
        if self.label == "injury":
            return ("black_dice.injured", "black_dice.injury_avoided")
        return ("black_dice.woke", "black_dice.stayed_unconscious") if self.label == "consciousness" else ()

    told = Told(brief=brief, explains=explains, lends=lends, unless=unless)


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
        said = f"{person.name} has no stat “{stat}”"
        detail = unknown(said, stat, person.stats, f"{person.name} has no stats.")
        refuse(None, detail, code="invalid", field=field)


def require_skill(fight: Fight, skill: str | None, field: str) -> None:
    """Refuse an unknown skill: it would be rolled with the stat alone (BD-SKILL-6, BD-DATA-1)."""
    if skill is not None and skill not in fight.skills():
        detail = unknown(f"No skill is called “{skill}” here", skill, fight.skills(), "No one here has a skill.")
        refuse(None, detail, code="invalid", field=field)


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
    if not _is_free_to_assist(fight, assistant):
        declared = _declares_to_assist(fight, assistant)
        why = "has assisted in this round already" if declared else "has not declared to assist in this round"
        refuse("BD-COMP-4", f"{name} {why}.", field=field)


def _declares_to_assist(fight: Fight, assistant: Person) -> bool:
    deed = fight.declarations.get(assistant.id)
    return deed is not None and deed.act == "assist"


def _is_free_to_assist(fight: Fight, assistant: Person) -> bool:
    """Return whether somebody may help now: in a round once, and as declared (BD-COMP-4)."""
    return fight.phase == "idle" or (_declares_to_assist(fight, assistant) and assistant.id not in fight.assisted)


def record_help(decision: Decision[Fight], leader: Person, aid: Helped) -> None:
    """Who helps with a roll that is made now; in a round that is its action (BD-COMP-4)."""
    for assistant in aid.assistants:
        decision.record(Assisted(combatant=assistant, leader=leader.id))


# What may be named, as sets


def _trained(view: View[Fight]) -> Node:
    """The skills that each may roll: all, or with ``untrained=common_only`` those that it has or that are common."""
    fight = view.state
    known = fight.skills()
    if fight.options.untrained == "stat_only":
        return {ANY_KEY: SKILLS}
    return {
        one.id: labelled([skill for skill in known if is_trained(fight, one, skill)]) for one in fight.people.values()
    }


def _common(fight: Fight) -> Node:
    """The common dice that go with the skills of each (BD-COMM-1)."""
    usual: dict[str, Node] = {skill: DICE for skill in fight.skills() if COMMON_SKILLS.get(skill)}
    own = [one for one in fight.people.values() if one.common]
    return {
        ANY_KEY: usual,
        **{one.id: {skill: DICE for skill in fight.skills() if one.is_common(skill)} for one in own},
    }


def _complementary(view: View[Fight]) -> Node:
    return view[SKILLS] if view.state.options.complementary_max else NOT_THERE


def _assistants(view: View[Fight]) -> Node:
    """Who may help, by the zone: the able, in a round those who have declared it and not helped yet (BD-COMP-4)."""
    fight = view.state
    return {**in_zones(view, lambda person: person.able and _is_free_to_assist(fight, person))}


TRAINED: Final = Vocabulary[Fight]("skills to roll", _trained)
COMMON_TO: Final = Vocabulary[Fight]("common skills", lambda view: _common(view.state))
ASSISTING: Final = Vocabulary[Fight]("assistants in a zone", _assistants)


def _helpers(view: View[Fight]) -> Node:
    near = view[ASSISTING]
    return {one.id: near[one.zone] for one in view.state.people.values() if one.zone in near}


COMPLEMENTARY: Final = Vocabulary[Fight]("complementary skills", _complementary)
MOST_COMPLEMENTARY: Final = Vocabulary[Fight](
    "number of complementary skills", lambda view: Span(0, view.state.options.complementary_max)
)
ASSISTANTS: Final = Vocabulary[Fight]("assistants", _helpers)
_MOST_ASSISTANTS = 20


def helped(leader: str) -> Fields:
    """Return the fields of the help that the narrator allows a roll; ``leader`` names the field of who rolls."""
    return {
        "complementary": looked_up(
            COMPLEMENTARY,
            many=Lookup(MOST_COMPLEMENTARY, ()),
            bars=("skill", "complementary"),
            seldom=True,
            narrators=True,
        ),
        "assistants": looked_up(
            ASSISTANTS,
            leader,
            many=Many(0, _MOST_ASSISTANTS, distinct=True),
            bars=(leader,),
            seldom=True,
            narrators=True,
        ),
        "free_assistants": span(0, 20, seldom=True, narrators=True),
    }


CHECKS: Chapter[Fight] = Chapter(events=(Assisted, CheckSettled), stages=(attempted,))
