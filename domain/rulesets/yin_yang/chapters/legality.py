"""What has to be true before a command counts: open prompts, challenges, the phase, who acts, what the narrator gives.

Prompts come first (YY-PROM-14), an accepted challenge before them (YY-CHAL-5), then the phase (YY-ACT-5), then who
acts (YY-COND-1, YY-MB-5), then what only the narrator fills in or does (YY-NARR-7, YY-SKILL-6).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from domain.core.commands import CORE_COMMANDS, Acting, Answer, Answering, Command, PhaseRule, SetPolicy
from domain.decision.decision import Decision
from domain.decision.preconditions import (
    allowed_in_phase,
    legal_alternatives,
    reject_narrator_fields,
    require_phase,
)
from domain.decision.prompts import answer_first
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.exchanges.matching import require_combat_ability
from domain.rulesets.yin_yang.chapters.out_of_action import has_voice, require_able
from domain.rulesets.yin_yang.parts import (
    Combining,
    EndingChallenge,
    Excusing,
    MatchingAnswer,
    OpenToUnable,
    Timely,
)
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import IN_TURN, START

COMBINED_ATTACK: Final = PhaseRule(IN_TURN, "YY-ACT-5", "Combined attacks need a running turn; start one first.", START)
NARRATORS_TO_GIVE: Final[Mapping[str, str]] = {
    "attribute": "YY-ATK-2",
    "difficulty": "YY-AUTO-6",
    "bonus": "YY-NARR-7",
    "penalty": "YY-NARR-7",
    "needs_scope": "YY-NARR-7",
    "free": "YY-NARR-7",
}
"""Fields that only the narrator fills in, and the rule of each: of a combatant's command, its answers, its policies."""
GENEROUS: Final[frozenset[str]] = frozenset({"match"})
"""Kinds of prompts to combatants whose answers have such fields."""


def guard(decision: Decision[Fight], command: Command) -> None:
    """Refuse what challenges, prompts, the phase and the actor's state forbid, before the command's own conditions."""
    fight = decision.state
    _guard_challenge(fight, command)
    _guard_prompts(decision, command)
    require_phase(
        COMBINED_ATTACK if isinstance(command, Combining) and command.is_attack else command.during, fight.phase
    )
    narrator = decision.speaker.is_narrator
    if not narrator:
        _guard_voice(decision, command)
    if isinstance(command, Acting):
        _guard_actor(decision, command)
    if not narrator:
        _guard_narrators_share(decision, command)


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Whether a command may be given now, as far as that depends on phase, challenges and open prompts."""
    accepted = is_accepted(fight)
    ends = issubclass(kind, EndingChallenge)
    if ends or accepted:
        return accepted and (ends or (kind in CORE_COMMANDS and kind is not Answer))
    if fight.prompts and not _interrupts(kind):
        return False
    if fight.challenge is not None and issubclass(kind, Answering):
        return False
    if kind.answers_to is not None and all(prompt.kind != kind.answers_to for prompt in fight.prompts):
        return False
    if issubclass(kind, Timely):
        return kind.is_timely(fight)
    return allowed_in_phase(kind, fight.phase)


def answerable(fight: Fight) -> tuple[Prompt, ...]:
    """The prompts that may be answered now: all others wait while a call is challenged (YY-CHAL-1, YY-CHAL-5)."""
    if is_accepted(fight):
        return ()
    if fight.challenge is not None:
        return tuple([prompt for prompt in fight.prompts if prompt.kind == "answer_challenge"])
    return fight.prompts


def may_answer(fight: Fight, prompt: Prompt, speaker: Speaker) -> bool:
    """Whether a speaker may answer an open prompt now: for the mad the narrator alone answers (YY-MB-5)."""
    return has_voice(fight, speaker, prompt.to) and prompt in answerable(fight)


def is_accepted(fight: Fight) -> bool:
    """Whether a challenge is being held at the table (YY-CHAL-5)."""
    return fight.challenge is not None and fight.challenge.contest is not None


def legal_commands(
    fight: Fight, speaker: Speaker, command: Command, commands: Iterable[type[Command]]
) -> tuple[str, ...]:
    """The types of the commands that the state allows in place of a refused one, for whom it was given.

    Whether there is a target, a weapon or an action for them is said by the options.
    """
    asked = any(has_voice(fight, speaker, prompt.to) for prompt in answerable(fight))
    deeds = (kind for kind in commands if not issubclass(kind, Answering) and kind.answers_to is None)
    kinds = (kind for kind in deeds if in_place(fight, kind))
    return legal_alternatives(
        command, fight.people, speaker, kinds, lambda person, kind: _may(fight, speaker, person, kind), asked=asked
    )


def _guard_challenge(fight: Fight, command: Command) -> None:
    """While a call is challenged all other prompts wait (YY-CHAL-1), and while it is held everything (YY-CHAL-5)."""
    if is_accepted(fight):
        said = "A challenge is being held; the narrator has to judge it first."
        require(in_place(fight, type(command)), "YY-CHAL-5", said, first=("yin_yang.judge_challenge",))
    elif fight.challenge is not None:
        prompt = fight.prompt(command.prompt) if isinstance(command, Answer) else None
        waits = isinstance(command, Answering) or (prompt is not None and prompt not in answerable(fight))
        require(
            not waits,
            "YY-CHAL-1",
            "The narrator has to answer the challenge first; until then all other questions wait.",
            first=("yin_yang.answer_challenge",),
        )


def _guard_prompts(decision: Decision[Fight], command: Command) -> None:
    """While a prompt is open only its answer is legal, and what comes between (YY-PROM-14, YY-ACT-10)."""
    fight = decision.state
    if not fight.prompts or _interrupts(type(command)):
        return
    pending = next((prompt for prompt in fight.prompts if prompt.kind == "follow_up"), None)
    waiting = pending or fight.prompts[0]
    rule = "YY-PROM-14" if pending is None else "YY-ACT-10"
    refuse(rule, answer_first(fight, decision.ruleset.prompts, waiting))


def _interrupts(kind: type[Command]) -> bool:
    """Whether a command is legal while a prompt is open; all that every encounter knows are, somebody joining too."""
    return kind.interrupts or kind in CORE_COMMANDS


def _guard_voice(decision: Decision[Fight], command: Command) -> None:
    """For the mad speaks the narrator alone (YY-MB-5); that nobody else speaks for others is said before."""
    fight, speaker = decision.state, decision.speaker
    prompt = fight.prompt(command.prompt) if isinstance(command, Answer) else None
    named = [command.speaks_as() if prompt is None else prompt.to, *(sent.to for sent in command.answers)]
    for whose in named:
        if whose is not None and speaker.speaks_for(whose) and not has_voice(fight, speaker, whose):
            refuse("YY-MB-5", f"{fight.name_of(whose)} is mad; only the narrator speaks for the mad.")
    mad = next((who for who in speaker.combatants if not has_voice(fight, speaker, who)), None)
    for place, sent in enumerate(command.answers):
        said = f"{fight.name_of(mad or '')} is mad, and answers nothing for you; say who answers."
        require(mad is None or sent.to is not None, "YY-MB-5", said, field=f"command.answers[{place}].to")


def _guard_actor(decision: Decision[Fight], command: Acting) -> None:
    """Whoever is out of action does nothing (YY-COND-1), but for the narrator's free test of who is not gone."""
    actor = find_combatant(decision.state, command.actor, "command.actor")
    if isinstance(command, (Answering, OpenToUnable)):
        return
    if isinstance(command, Excusing) and command.excuses(actor, narrated=decision.speaker.is_narrator):
        return
    require_able(actor)


def _guard_narrators_share(decision: Decision[Fight], command: Command) -> None:
    """Players neither fill in the narrator's fields (YY-NARR-7) nor match with any ability there is (YY-SKILL-6)."""
    fight = decision.state
    reject_narrator_fields(command.given_fields, NARRATORS_TO_GIVE)
    for given in _answers(fight, decision.speaker, command):
        if given.kind in GENEROUS and isinstance(given.answer, dict):
            reject_narrator_fields(
                (name for name, value in given.answer.items() if value), NARRATORS_TO_GIVE, given.field
            )
        if given.kind == "match":
            for person in (fight.people[who] for who in given.by if who in fight.people):
                require_combat_ability(person, given.answer, given.field)


class Given(NamedTuple):
    """An answer that a command gives or sets: its kind, whose it may become, what it says, and where it stands."""

    kind: str
    by: tuple[str, ...]
    answer: Json
    field: str


def _answers(fight: Fight, speaker: Speaker, command: Command) -> Iterator[Given]:
    """The answers of a player's command, those sent along included; one that names nobody may become anybody's."""
    prompt = fight.prompt(command.prompt) if isinstance(command, Answer) else None
    if isinstance(command, Answer) and prompt is not None:
        yield Given(prompt.kind, (prompt.to,), command.answer, "command.answer")
    if isinstance(command, MatchingAnswer):
        yield Given("match", (command.actor,), {"mode": command.mode, "ability": command.ability}, "command")
    if isinstance(command, SetPolicy):
        yield Given(command.kind, (command.of,), command.answer, "command.answer")
    for place, sent in enumerate(command.answers):
        by = speaker.combatants if sent.to is None else (sent.to,)
        yield Given(sent.kind, by, sent.answer, f"command.answers[{place}].answer")


def _may(fight: Fight, speaker: Speaker, person: Person, kind: type[Command]) -> bool:
    """Whether somebody may give a command of this kind, as far as its own state says."""
    return has_voice(fight, speaker, person.id) and (person.able or (issubclass(kind, OpenToUnable) and person.alive))
