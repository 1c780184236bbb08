"""Deciding a command: one command, one decision, one batch of events.

``decide`` is pure: it never changes the state that it receives.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from domain.chance.draws import Chance, Draw
from domain.chance.seeds import SeedMaterial
from domain.core.commands import CORE_COMMANDS, Answer, Command, Join, type_of
from domain.core.events import Commanded
from domain.decision.decision import Decision
from domain.fields.vocabulary import View
from domain.model.encounter import NARRATOR_ID, Encounter
from domain.model.event import Recorded
from domain.model.refusal import FACES_CODES, NeededThrow, Refusal, Refused, refuse
from domain.model.speaker import Speaker
from domain.model.suggestions import no_one_has_joined
from domain.options.answer import can_be_filled
from domain.ruleset.forms import forms_of_command
from domain.ruleset.ruleset import DERIVED, Ruleset
from domain.text.languages import ENGLISH
from domain.text.phrases import named
from domain.text.words import Prominence, as_label

S = TypeVar("S", bound=Encounter)
MAX_TRIED: Final = 12
"""The most combatants of an encounter in which the forms of all commands are tried after a refusal."""
CLOSED: Final = Refusal("closed", "The encounter is closed; open a new one.")
"""The refusal of every command to a closed encounter."""


class Decided(msgspec.Struct, Generic[S], frozen=True):
    """The result of an accepted command: its batch of events and the state after them."""

    events: tuple[Recorded, ...]
    state: S


def decide(
    ruleset: Ruleset[S],
    state: S,
    command: Command,
    speaker: Speaker,
    chance: Chance,
    *,
    supplied: bool = False,
    secrets: SeedMaterial | None = None,
    past: S | None = None,
    principal: str = "",
    replayed: bool = False,
) -> Decided[S] | Refusal:
    """Decide a command. Return its batch of events and the new state, or the refusal.

    ``supplied`` is true if ``chance`` reads faces that came with the command. ``secrets`` is required to open, branch,
    import, rewind and close. ``past`` is the state to rewind to or to branch from. ``principal`` is recorded with the
    command. One that is ``replayed`` was accepted before; its state may be damaged, so that a refusal has no advice.
    """
    decision = Decision(ruleset, state, speaker, chance, secrets=secrets, past=past, replayed=replayed)
    try:
        _play(ruleset, decision, command, *_commanded(ruleset, state, command, supplied, principal))
    except Refused as refused:
        return refused.refusal if replayed else with_alternatives(ruleset, state, command, speaker, refused.refusal)
    return Decided(tuple(decision.recorded), decision.state)


def with_alternatives(ruleset: Ruleset[S], state: S, command: Command, speaker: Speaker, refusal: Refusal) -> Refusal:
    """Return the refusal with the legal alternatives, or with the rule about supplied faces."""
    if refusal.code == "refused":
        legal = _legal(ruleset, state, speaker, command, refusal.first)
        asked = tuple([type_of(one) for one in _asked_for(ruleset, state, refusal.first)])
        return msgspec.structs.replace(refusal, legal=legal, first=asked)
    if refusal.code in FACES_CODES:
        return _about_faces(ruleset, state, refusal)
    return refusal


def _about_faces(ruleset: Ruleset[S], state: S, refusal: Refusal) -> Refusal:
    """Return the refusal of supplied faces with the rule about them, and the throw that needs them in words."""
    needed, detail = refusal.needed, refusal.detail
    if needed is not None:
        whom = named({one: state.name_of(one) for one in state.joined}, needed.combatant)
        words = throw_in_words(ruleset, needed)
        detail = detail.replace(str(needed), str(msgspec.structs.replace(words, combatant=whom)))
        needed = words
    return msgspec.structs.replace(refusal, rule=ruleset.faces_rule, detail=detail, needed=needed)


def throw_in_words(ruleset: Ruleset[Any], throw: NeededThrow) -> NeededThrow:
    """Return a throw with the label of what it is for."""
    return msgspec.structs.replace(throw, what=ruleset.labels.of_throw(throw.what))


def _play(
    ruleset: Ruleset[S], decision: Decision[S], command: Command, event: Commanded, cause: int | None, audience: str
) -> None:
    """Run the decision to its end or to the first refusal."""
    _admit(decision, command)
    decision.cause = decision.record(event, cause=cause, audience=audience)
    if command.answers:
        decision.preload_answers(command.answers)
    ruleset.guard(decision, command)
    shared = ruleset.decide.get(type(command))
    if shared is None:
        command.decide(decision)
    else:
        shared(decision, command)
    decision.run()
    decision.finish()


class Drawn(Exception):
    """Raised when a probe reaches its first throw.

    The arguments are whether the throw is hidden, its combatant, its purpose, the number of faces, and ``coins``,
    ``cards`` or the number of sides.
    """

    @property
    def hidden(self) -> bool:
        """True if the event of the throw has an audience, as in ``Agenda.toss``."""
        return bool(self.args[0])

    @property
    def throw(self) -> NeededThrow:
        """The throw, as a refusal names one that needs faces."""
        _, whom, what, count, of = self.args
        return NeededThrow(whom, what, count, of if isinstance(of, str) else f"d{of}")


class _ProbeChance:
    """Chance without draws: the first throw of at least one coin, die or card ends the decision."""

    __slots__ = ("_hidden",)

    def __init__(self, *, hidden: bool) -> None:
        self._hidden = hidden

    @property
    def hidden(self) -> "_ProbeChance":
        return _HIDDEN_PROBE

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        if count == 0:
            return Draw("")
        raise Drawn(self._hidden, whom, what, count, "coins")

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        raise Drawn(self._hidden, whom, what, count, sides)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        raise Drawn(self._hidden, whom, what, count, "cards")

    def finish(self) -> None:
        """Do nothing; a probe has no supplied faces."""


Probed: TypeAlias = tuple[Decision[S], Drawn | None]
"""A decision up to its first throw, and the throw."""
ANSWER: Final = type_of(Answer)
_PROBE: Final = _ProbeChance(hidden=False)
_HIDDEN_PROBE: Final = _ProbeChance(hidden=True)


def refusal_for(
    ruleset: Ruleset[S], state: S, command: Command, speaker: Speaker, *, past: S | None = None
) -> Refusal | None:
    """Return the refusal of a command now, or None if it is legal. Supplied faces are not checked.

    ``past`` is the state to rewind to.
    """
    try:
        probe(ruleset, state, command, speaker, past)
    except Refused as refused:
        return refused.refusal
    return None


def probe(ruleset: Ruleset[S], state: S, command: Command, speaker: Speaker, past: S | None = None) -> Probed[S]:
    """Decide a command up to its first throw. Return the decision so far, and the throw. Raises Refused.

    No refusal depends on a draw, so nothing after the throw can refuse the command.
    """
    decision = Decision(ruleset, state, speaker, _PROBE, past=past)
    try:
        _play(ruleset, decision, command, *_commanded(ruleset, state, command, False))
    except Drawn as drawn:
        return decision, drawn
    return decision, None


def _legal(
    ruleset: Ruleset[S], state: S, speaker: Speaker, command: Command, first: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the types of the commands that are possible instead: of the ruleset's hook, or of all, those with a form.

    Those that the refusal asks for, ``first``, are the first of them. For a command given in the name of a combatant,
    only what that one could do is considered, and the main commands of the narrator.
    """
    if isinstance(command, Answer) and not any(speaker.speaks_for(prompt.to) for prompt in state.prompts):
        return possible(ruleset, state, speaker)
    own = {type_of(one): one for one in ruleset.commands if one not in CORE_COMMANDS}
    due = _asked_for(ruleset, state, first)
    asked = [type_of(one) for one in due if speaker.is_narrator or not one.narrator_only]
    whose = command.speaks_as()
    if ruleset.legal is DERIVED:
        answer = (ANSWER,) if any(speaker.speaks_for(prompt.to) for prompt in state.prompts) else ()
        mine = [one for one in own.values() if speaker.is_narrator or not one.narrator_only]
        allowed = (*answer, *[type_of(one) for one in mine if ruleset.in_place(state, one)])
        whose = None
    else:
        allowed = ruleset.legal(state, speaker, command, list(own.values()))
        if speaker.is_narrator and whose is not None:
            leading = [one for one in own.values() if one.narrator_only and _is_main(one)]
            allowed = (*allowed, *[type_of(one) for one in leading if ruleset.in_place(state, one)])
    of_all = _view_of_all(ruleset, state, speaker)
    of_one = of_all if whose is None else of_all.of(whose)
    named = [one for kind in allowed for one in (_answers(ruleset, state, speaker, own) if kind == ANSWER else (kind,))]
    whole = {*asked, *[one for one, kind in own.items() if kind.narrator_only]}
    views = {one: of_all if one in whole else of_one for one in own}
    listed = dict.fromkeys((*asked, *named))
    found = tuple([one for one in listed if one not in own or _has_form(ruleset, views[one], own[one])])
    if found or not speaker.is_narrator or command.speaks_as() is not None or _acting(ruleset, state, speaker):
        return found
    return possible(ruleset, state, speaker)


def _asked_for(ruleset: Ruleset[S], state: S, first: tuple[str, ...]) -> list[type[Command]]:
    """Return the commands that a refusal asks for, as far as their time is now, in its order."""
    known = {type_of(one): one for one in ruleset.commands} if first else {}
    return [known[one] for one in first if ruleset.in_place(state, known[one])]


def _is_main(command: type[Command]) -> bool:
    """Return whether a menu shows a form of the command among the main ones."""
    return _is_prominent(command, "main")


def _is_usual(command: type[Command]) -> bool:
    """Return whether a menu shows a form of the command among the usual ones."""
    return _is_prominent(command, "usual")


def _is_prominent(command: type[Command], prominence: Prominence) -> bool:
    words = command.words
    return words is not None and any(
        words.of_variant(variant).prominence == prominence for variant in command.variants or ("",)
    )


def _answers(ruleset: Ruleset[S], state: S, speaker: Speaker, own: Mapping[str, type[Command]]) -> Iterator[str]:
    """Yield the commands that answer the open prompts of a speaker; `core.answer` if a prompt has plain answers."""
    for prompt in state.prompts:
        if speaker.speaks_for(prompt.to) and ruleset.answerable(state, prompt, speaker):
            kind = ruleset.prompts[prompt.kind]
            typed = [one for one, command in own.items() if command.answers_to == prompt.kind]
            yield from typed
            if kind.fields is not None or not typed:
                yield ANSWER


def _has_form(ruleset: Ruleset[Any], view: View[Any], kind: type[Command]) -> bool:
    """Return whether the command has a form that can be filled in now."""
    forms = forms_of_command(ruleset, kind, narrator=view.speaker.is_narrator)
    return any(can_be_filled(view, form) for form in forms)


def _admit(decision: Decision[S], command: Command) -> None:
    """Refuse commands to a closed encounter, and commands that this speaker may not give."""
    speaker = decision.speaker
    if decision.state.status == "closed":
        raise Refused(CLOSED)
    if speaker.role == "narrator":
        return
    if speaker.role == "spectator":
        refuse(None, "A spectator cannot give commands; speak as the narrator or as a player.", code="not_yours")
    if command.narrator_only:
        label = command.words.label if command.words is not None else as_label(command.type)
        refuse(None, f"Only the narrator may give “{label}”.", code="not_yours", field="command.type")
    if not decision.replayed and (refusal := shut_out(decision.state, speaker)) is not None:
        raise Refused(refusal)
    combatant = command.speaks_as()
    if combatant is not None and not speaker.speaks_for(combatant):
        field = f"command.{command.actor_field}"
        refuse(None, f"{speaker} may not speak for {combatant}.", code="not_yours", field=field)


def shut_out(state: Encounter, speaker: Speaker) -> Refusal | None:
    """Return the refusal of whatever a speaker commands: the encounter is closed, or none of a player's has joined."""
    if state.status == "closed":
        return CLOSED
    if speaker.role != "player" or plays(state, speaker):
        return None
    joined = {one: state.name_of(one) for one in state.joined}
    return Refusal("not_yours", no_one_has_joined(speaker.combatants, joined))


def plays(state: Encounter, speaker: Speaker) -> bool:
    """Return whether one of a player's combatants has joined."""
    return any(one in state.joined for one in speaker.combatants)


def possible(ruleset: Ruleset[S], state: S, speaker: Speaker) -> tuple[str, ...]:
    """Return the types of what a speaker may do now: answer its prompts, then the main commands that have a form.

    Where no main one has a form, the narrator has the usual ones. In a crowd, only the forms of a few are tried, those
    who have to act, as more take long.
    """
    if state.status != "open" or not (speaker.is_narrator or plays(state, speaker)):
        return ()
    own = {type_of(one): one for one in ruleset.commands if one not in CORE_COMMANDS}
    mine = [one for one in own.values() if speaker.is_narrator or not one.narrator_only]
    answers = tuple(_answers(ruleset, state, speaker, own))
    view = _view_of_all(ruleset, state, speaker, few_of(ruleset, state, speaker))
    found = [*answers, *_with_forms(ruleset, view, [one for one in mine if _is_main(one)])]
    if not found and speaker.is_narrator:
        joins = () if state.joined else (type_of(Join),)
        found = [*joins, *_with_forms(ruleset, view, [one for one in mine if _is_usual(one)])]
    return tuple(dict.fromkeys(found))


def few_of(ruleset: Ruleset[S], state: S, speaker: Speaker) -> tuple[str, ...] | None:
    """Return whose forms are tried: a player's own, or of a crowd those who have to act; None for all of a few."""
    if len(state.joined) <= MAX_TRIED:
        return None
    own = () if speaker.is_narrator else [one for one in state.joined if speaker.speaks_for(one)]
    if 0 < len(own) <= MAX_TRIED:
        return tuple(own)
    due = [one for one in _acting(ruleset, state, speaker) if speaker.speaks_for(one)]
    return tuple(dict.fromkeys((*due, *own)))[:MAX_TRIED]


def _acting(ruleset: Ruleset[S], state: S, speaker: Speaker) -> list[str]:
    """Return the combatants who have to act now, as the table has them."""
    acting = ruleset.drawing.to_act(ruleset.look(state, speaker)).who
    return [one for one in acting if one in state.joined]


def _with_forms(ruleset: Ruleset[S], view: View[S], commands: Iterable[type[Command]]) -> Iterator[str]:
    """Yield the types of those commands that have a form in a view now."""
    for one in commands:
        if ruleset.in_place(view.state, one) and _has_form(ruleset, view, one):
            yield type_of(one)


def _view_of_all(ruleset: Ruleset[S], state: S, speaker: Speaker, only: tuple[str, ...] | None = None) -> View[S]:
    return View(
        state,
        speaker,
        only,
        sheets=ruleset.sheets,
        answerable=ruleset.answerable,
        accepts=lambda tried: refusal_for(ruleset, state, tried, speaker) is None,
        wording=ruleset.wording(ENGLISH),
    )


def _commanded(
    ruleset: Ruleset[Any], state: Encounter, command: Command, supplied: bool, principal: str = ""
) -> tuple[Commanded, int | None, str]:
    """Return the command as recorded, its cause, and the audience of its secret part, which includes sealed answers.

    The cause of an answer is the prompt that it answers.
    """
    body = command.as_json()
    body["type"] = command.type
    secrets, whose = command.secret_fields(), None
    prompt = state.prompt(command.prompt) if isinstance(command, Answer) else None
    if prompt is not None and prompt.sealed:
        secrets |= {"answer"}
        whose = prompt.to
    changed = None if command.rewrites is None else getattr(command, command.rewrites)
    if changed in state.secret_sheets:
        secrets |= body.keys() - {"type", command.rewrites, "answers"}
        whose = changed
    for sent in command.answers:
        if sent.kind in ruleset.prompts and ruleset.prompts[sent.kind].sealed:
            secrets |= {"answers"}
    secret = {name: body.pop(name) for name in sorted(secrets & body.keys())} if secrets else {}
    if command.public_type is not None:
        secret["type"], body["type"] = command.type, command.public_type
    recorded = Commanded(
        command=body,
        command_schema=command.schema_version,
        ruleset=ruleset.key,
        ruleset_version=ruleset.version,
        supplied=supplied,
        secret=secret,
        principal=principal,
    )
    sealed = secret or (secrets and command.always_sealed)
    cause = None if prompt is None else state.before + prompt.version
    return recorded, cause, (whose or command.speaks_as() or NARRATOR_ID) if sealed else "all"
