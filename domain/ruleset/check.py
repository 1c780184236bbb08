"""Checking a command: what it would cause first, or its refusal, without recording it and without a draw.

``check`` reveals nothing that is hidden from the speaker, so that a player cannot learn a secret by checking commands
that it never gives.
"""

from typing import Literal, TypeVar

import msgspec

from domain.chance.draws import Chance
from domain.core.commands import Command
from domain.core.events import Prompted
from domain.decision.decision import Decision
from domain.model.encounter import Encounter
from domain.model.refusal import NeededThrow, Refusal, Refused
from domain.model.speaker import Speaker
from domain.ruleset.decider import Drawn, Probed, decide, probe, throw_in_words, with_alternatives
from domain.ruleset.ruleset import Ruleset

S = TypeVar("S", bound=Encounter)
First = Literal["asks", "throw", "records", "untold"]


class Asked(msgspec.Struct, frozen=True):
    """A prompt that a command would open: who is asked, its kind, and the sentence of the story about it.

    A veiled prompt has the kind ``untold`` for all who do not see its true kind.
    """

    to: str
    kind: str
    question: str


class Foreseen(msgspec.Struct, frozen=True):
    """The first thing that an accepted command would cause, and the number of ``events`` known to be part of its batch.

    ``first`` is ``asks`` if prompts open before any throw, ``throw`` if there is a throw before any prompt, and
    ``records`` if there is neither. It is ``untold`` if it may depend on something that the speaker does not see.
    """

    first: First
    asks: tuple[Asked, ...] = ()
    throw: NeededThrow | None = None
    events: int = 0


def check(
    ruleset: Ruleset[S],
    state: S,
    command: Command,
    speaker: Speaker,
    *,
    supplied: Chance | None = None,
    past: S | None = None,
) -> Foreseen | Refusal:
    """Return what a command would cause first, or its refusal. Records nothing and draws nothing.

    ``supplied`` are the faces, in an encounter or with a command whose throws are supplied: they are then used to the
    end, as by ``decide``. ``past`` is the state to rewind to or to branch from.
    """
    events = 0
    if supplied is not None:
        decided = decide(ruleset, state, command, speaker, supplied, supplied=True, past=past)
        if isinstance(decided, Refusal):
            return decided
        events = len(decided.events)
    try:
        probed = probe(ruleset, state, command, speaker, past)
    except Refused as refused:
        return with_alternatives(ruleset, state, command, speaker, refused.refusal)
    events = max(events, len(probed[0].recorded))
    told = probed if speaker.is_narrator else _probe_as_seen(ruleset, state, command, speaker, past, probed)
    if told is None:
        return Foreseen("untold", events=events)
    return _foreseen(ruleset, *told, speaker, events)


def _probe_as_seen(
    ruleset: Ruleset[S], state: S, command: Command, speaker: Speaker, past: S | None, probed: Probed[S]
) -> Probed[S] | None:
    """Probe a command with what the speaker sees alone, so that the result reveals nothing else.

    Standing answers of others count as not set. Returns ``probed``, the probe of the whole state, if there are none,
    and None if anything else is hidden from the speaker.
    """
    if _is_hidden_from(ruleset, state, speaker):
        return None
    own = {name: answer for name, answer in state.policies.items() if name.partition("/")[0] in speaker.combatants}
    if own == state.policies:
        return probed
    seen = state.fork()
    seen.policies = own
    try:
        return probe(ruleset, seen, command, speaker, past)
    except Refused:  # it is accepted only because of a standing answer of another
        return None


def _is_hidden_from(ruleset: Ruleset[S], state: S, speaker: Speaker) -> bool:
    """Return whether a sheet, a sealed answer or a part of the state is hidden from a speaker.

    Standing answers are not considered. That something is hidden is public: everybody sees that an event has a private
    part.
    """
    for group in state.waiting:
        for name, question in group.questions.items():
            given = name in group.answers or name in state.answers
            if given and ruleset.prompts[question.kind].sealed and not speaker.speaks_for(question.to):
                return True
    return bool(ruleset.seen_by(state, speaker) != state)


def _foreseen(
    ruleset: Ruleset[S], decision: Decision[S], drawn: Drawn | None, speaker: Speaker, events: int
) -> Foreseen:
    """Return what comes first in a probed decision, as the speaker may see it."""
    state = decision.state
    opened = {recorded.event.id for recorded in decision.recorded if isinstance(recorded.event, Prompted)}
    asked = [prompt.seen_by(speaker) for prompt in state.prompts if prompt.id in opened]
    if asked:
        names = ruleset.names(state, speaker)
        asks = tuple([Asked(prompt.to, prompt.kind, ruleset.asked(prompt, names)) for prompt in asked])
        return Foreseen("asks", asks, events=events)
    if drawn is None:
        return Foreseen("records", events=events)
    if drawn.hidden and not speaker.is_narrator:
        return Foreseen("untold", events=events)
    return Foreseen("throw", throw=throw_in_words(ruleset, drawn.throw), events=events)
