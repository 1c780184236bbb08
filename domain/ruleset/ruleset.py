"""The ruleset type: one object with a fixed set of hooks, found by its key.

``domain.registry`` lists the built-in rulesets; others are installed under the entry point group ``yarrow.rulesets``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from msgspec import convert
from msgspec.structs import replace as replace_fields
from pydantic import TypeAdapter

from domain.core.commands import CORE_COMMANDS, Command, Join, StrictModel, free_text_fields, type_of
from domain.core.events import CORE_EVENTS, Branched, CombatantJoined, Commanded, Prompted, Rewound
from domain.core.labels import CORE_LABELS, CORE_LANGUAGES
from domain.core.narrate import (
    CORE_COMMAND_TEMPLATES,
    CORE_SENTENCES,
    branched,
    commanded_clauses,
    render_commanded,
    rewound,
)
from domain.core.upcasters import CORE_UPCASTERS
from domain.decision.core_handlers import CORE_HANDLERS
from domain.decision.decision import LONG_BATCH, Decision
from domain.decision.prompt_sentences import prompt_sentences, prompts_told
from domain.decision.prompts import PromptKind, answer_first
from domain.decision.stages import Stage, stages_by_name
from domain.model.encounter import Encounter, Prompt
from domain.model.event import UNCHANGED, Event, Folds
from domain.model.refusal import refuse
from domain.model.speaker import NARRATOR, Speaker
from domain.model.suggestions import no_one_called
from domain.options.derived import combatants_in
from domain.ruleset.chapter import Chapter, prompts_of
from domain.ruleset.demo import Demonstration
from domain.ruleset.joining import Newcomer, join_by_sheet, newcomers_by_id
from domain.ruleset.rule_reference import Rule
from domain.ruleset.scene import Scene
from domain.ruleset.simple_state import SimpleState, combatant_type, simple_combatant_joined
from domain.ruleset.tally import CountEvent
from domain.ruleset.telling import Tellings, telling_of
from domain.table.drawing import Drawing
from domain.table.look import Look
from domain.table.moments import moment
from domain.text.languages import ENGLISH, Language, Texts, Wording, languages_of
from domain.text.phrases import (
    Names,
    RenderEvent,
    RenderValue,
    distinct_name,
    distinct_names,
    pronoun_key,
    recipient_key,
    sentence,
)
from domain.text.sentences import sentence_of
from domain.text.words import Labels, merged

S = TypeVar("S", bound=Encounter)
Handler = Callable[[Decision[Any], Any], None]
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts a record from one schema to the next."""

DERIVED: Final[Any] = None
"""Default of a hook that is derived from the other fields of the ruleset."""


class NoOptions(StrictModel):
    """The options of a ruleset that has none."""


def default_guard(decision: Decision[Any], command: Command) -> None:
    """Refuse commands that must wait for an open prompt, and commands that name an unknown combatant."""
    if decision.state.prompts and not command.interrupts:
        waiting = decision.state.prompts[0]
        refuse(None, answer_first(decision.state, decision.ruleset.prompts, waiting))
    if type(command) in CORE_COMMANDS:
        return
    for place, named in combatants_in(command):
        if named not in decision.state.joined:
            known = {one: decision.state.name_of(one) for one in decision.state.joined}
            refuse(None, no_one_called(named, known), code="invalid", field=f"command.{place}")


def default_in_place(state: Encounter, kind: type[Command]) -> bool:
    """Return whether a command may be given now, as far as that depends on open prompts."""
    return kind.interrupts or not state.prompts


def always_answerable(state: Encounter, prompt: Prompt, speaker: Speaker) -> bool:
    """Return True: no prompt has to wait for another."""
    return True


def nothing_due(decision: Decision[Any]) -> None:
    """Do nothing: nothing falls due at the end of a command."""


def all_seen(state: Any, speaker: Speaker) -> Any:
    """Return the state unchanged: every speaker sees all of it."""
    return state


def no_things(state: Any) -> Mapping[str, str]:
    """Return no names: sentences call things by their IDs."""
    return {}


def _declared_words(
    ruleset: "Ruleset[Any]",
    commands: Iterable[type[Command]],
    events: Iterable[type[Event]],
    prompts: Mapping[str, PromptKind[Any]],
) -> dict[str, str]:
    """Return the labels of commands, events, kinds of prompts, and templates.

    A template is called by the name of its sheet, unless the ruleset has a label for it.
    """
    names = {f"template.{key}": sheet.get("name") for key, sheet in ruleset.templates.items()}
    templates = {identifier: name for identifier, name in names.items() if identifier not in ruleset.words}
    found: dict[str, str | None] = {
        **{name: label for one in commands if one.words for name, label in one.words.labels(type_of(one)).items()},
        **{f"event.{one.type}": one.words for one in events if one.words},
        **{f"prompt.{one.name}": one.words for one in prompts.values()},
        **templates,
    }
    return {identifier: label for identifier, label in found.items() if label}


def _free_texts(commands: Iterable[type[Command]]) -> dict[str, frozenset[str]]:
    """Return the fields of commands that hold free text, by type."""
    return {type_of(command): free_text_fields(command) for command in commands}


def _shared_texts(tag: str, labels: Mapping[str, str]) -> Texts:
    """Return the words for what all rulesets share in a language, without those for which a ruleset has ``labels``."""
    found = CORE_LANGUAGES.get(tag, Texts())
    of_its_own = {one for one, label in labels.items() if CORE_LABELS.get(one, label) != label}
    return replace(found, labels={one: text for one, text in found.labels.items() if one not in of_its_own})


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[S]):
    """One published system: its data (options, sheets, commands, events) and its hooks (decide, fold, list, render).

    ``words`` are the labels that no chapter declares (``domain.text.words``), and ``labels`` has all of them.
    ``languages`` has the words of other languages, by tag (``domain.text.languages``), and ``texts`` the same with
    those for shared commands.
    ``chapters`` declare its commands, events, prompts and stages (``domain.ruleset.chapter``); the fields of these
    names are collected from them. Commands decide themselves, events change the state by their ``evolve``, and both
    have their sentence in ``says`` (``domain.text.sentences``). The hooks ``decide``, ``evolve`` and ``sentences`` have
    functions that take the place of these for shared commands and events (``core.``): the first of decision and
    command, the second of event and state, the third of event and the names of the combatants. ``tally`` maps event
    classes to functions that count an event. ``field_renderers`` renders the values of the fields of commands.
    ``settle`` puts on the agenda what falls due when a command has run. ``rounds`` lists the events that begin a
    round, if there are rounds; a spectator's delay can count them. From ``long_batch`` events of one command on,
    standing answers are not used. ``things`` returns the names of the things in a state, and ``new_things`` those
    in an event, by ``phrases.thing_key``, for sentences; functions of ``kept_things`` are also given the names known
    before the event. ``view`` removes from a copy of the state what a speaker other than the narrator may not see; by
    default nothing. ``scenes`` are ready fights (``domain.ruleset.scene``), and ``demo`` is a demonstration that plays
    one of them. ``faces_rule`` is the rule by which supplied faces are refused, if there is one; with ``draws`` false,
    all supplied faces are refused.

    Omitted fields are derived from the others. ``sheet_model`` is the combatant type of a simple state
    (``domain.ruleset.simple_state``), whose combatants join as they are read. ``join`` returns the ID of a new
    combatant and the events of joining, each with its audience; by default it uses the sheet unchanged
    (``domain.ruleset.joining``). ``newcomers`` returns the templates that ``join`` knows, each with whether a combatant
    may join by it alone; by default if its ID is not taken. ``guard`` refuses, before any handler, what the state
    forbids to every command; by default commands while a prompt is open, and unknown combatants. ``in_place`` returns
    whether a command may be given in a state, whatever it is filled with, and ``answerable`` whether an open prompt may
    be answered now. Without ``in_place``, commands that declare no form are tried (``domain.options.tried``).
    ``sheets`` names the fields of the state that hold combatants by ID, from which secret ones are removed.
    ``redacted_fields`` names those from which ``view`` removes other hints at secret sheets. ``drawing`` draws the
    table of a state (``domain.table``). ``legal`` returns, of the types of the commands, those that the state allows in
    place of a refused command, by default all; a refusal names those of them that have a form which can be filled in.

    ``event_upcasters`` and ``command_upcasters`` have, by type and schema, the upcaster to the next schema;
    ``state_upcasters`` has the same for carried states, by the key of the ruleset and the schema.
    """

    key: str
    title: str
    version: str
    state: type[S]
    rules: Mapping[str, Rule]
    faces_rule: str | None = None
    draws: bool = True
    chapters: tuple[Chapter[S], ...] = ()
    decide: Mapping[type[Command], Handler] = field(default_factory=dict)
    commands: tuple[type[Command], ...] = field(init=False)
    events: tuple[type[Event], ...] = field(init=False)
    rounds: tuple[type[Event], ...] = ()
    option_model: type[Any] = NoOptions
    evolve: Folds = field(default_factory=dict)
    sentences: Mapping[type[Event], RenderEvent] = field(default_factory=dict)
    sheet_model: TypeAdapter[Any] = DERIVED
    join: Callable[[S, Join], Newcomer] = DERIVED
    newcomers: Callable[[S], Mapping[str, bool]] = DERIVED
    sheets: tuple[str, ...] = ("people",)
    redacted_fields: tuple[str, ...] = ()
    drawing: Drawing[S] = field(default_factory=Drawing)
    field_renderers: Mapping[str, RenderValue] = field(default_factory=dict)
    things: Callable[[S], Mapping[str, str]] = no_things
    new_things: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = field(default_factory=dict)
    kept_things: Mapping[type[Event], Callable[[Any, Names], Mapping[str, str]]] = field(default_factory=dict)
    tally: Mapping[type[Event], CountEvent] = field(default_factory=dict)
    labels: Labels = field(init=False)
    words: Mapping[str, str] = field(default_factory=dict)
    languages: Mapping[str, Language] = field(default_factory=dict)
    texts: Mapping[str, Texts] = field(init=False)
    prompts: Mapping[str, PromptKind[S]] = field(init=False)
    stages: Mapping[str, Stage[Any]] = field(init=False)
    guard: Callable[[Decision[S], Command], None] = default_guard
    in_place: Callable[[S, type[Command]], bool] = default_in_place
    answerable: Callable[[S, Prompt, Speaker], bool] = always_answerable
    settle: Callable[[Decision[S]], None] = nothing_due
    long_batch: int = LONG_BATCH
    view: Callable[[S, Speaker], S] = all_seen
    legal: Callable[[S, Speaker, Command, Iterable[type[Command]]], tuple[str, ...]] = DERIVED
    templates: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    scenes: tuple[Scene, ...] = ()
    demo: Demonstration | None = None
    event_upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    command_upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    state_upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Add the shared commands and events, and derive the hooks that were omitted."""
        chapters = self.chapters
        events = tuple(dict.fromkeys((*CORE_EVENTS, *[event for chapter in chapters for event in chapter.events])))
        shared: Folds = {CombatantJoined: simple_combatant_joined} if issubclass(self.state, SimpleState) else {}
        own = tuple([command for chapter in chapters for command in chapter.commands])
        prompts = prompts_of(chapters)
        own_words = _declared_words(self, (*CORE_COMMANDS, *own), events, prompts)
        labels = merged([*[one.labels for one in chapters], self.words, own_words])
        languages = languages_of(self.languages, self.key)
        whole: dict[str, Any] = {
            "commands": (*CORE_COMMANDS, *own),
            "events": events,
            "decide": {**CORE_HANDLERS, **self.decide},
            "prompts": prompts,
            "labels": Labels({**CORE_LABELS, **labels}),
            "texts": {tag: texts.over(_shared_texts(tag, labels)) for tag, texts in languages.items()},
            "stages": stages_by_name([one for chapter in chapters for one in chapter.stages]),
            "event_upcasters": {**CORE_UPCASTERS, **self.event_upcasters},
            "evolve": {**{event: event.evolve for event in events}, **shared, **self.evolve},
            "sentences": {
                **CORE_SENTENCES,
                Rewound: lambda event, names: rewound(event, self.moment(event, names)),
                Branched: lambda event, names: branched(event, self.moment(event, names)),
                **prompt_sentences(prompts),
                Commanded: render_commanded(
                    {
                        **CORE_COMMAND_TEMPLATES,
                        **{type_of(command): command.says for command in own if command.says is not None},
                    },
                    self.field_renderers,
                    _free_texts((*CORE_COMMANDS, *own)),
                ),
                **{event: sentence_of(event) for event in events if hasattr(event, "says")},
                **self.sentences,
            },
        }
        if self.sheet_model is DERIVED:
            whole["sheet_model"] = TypeAdapter(combatant_type(self.state))
        if self.join is DERIVED:
            whole["join"] = join_by_sheet(whole.get("sheet_model", self.sheet_model), self.templates)
        if self.newcomers is DERIVED:
            whole["newcomers"] = newcomers_by_id(self.templates)
        for name, value in whole.items():
            object.__setattr__(self, name, value)

    def wording(self, language: str) -> Wording:
        """Return the words in a language, one of ``texts`` or English."""
        return Wording(self.labels) if language == ENGLISH else self._wordings[language]

    @cached_property
    def _wordings(self) -> Mapping[str, Wording]:
        english = self.labels.table
        return {tag: Wording(Labels({**english, **texts.labels}), texts, tag) for tag, texts in self.texts.items()}

    @property
    def examples(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """Examples of the fields of its own ``commands`` and ``events``, by wire type."""
        return {
            "commands": {
                type_of(one): {"type": type_of(one), **one.example}
                for one in self.commands
                if one not in CORE_COMMANDS and one.decide is not Command.decide
            },
            "events": {
                one.type: one.example
                for one in self.events
                if one not in CORE_EVENTS and (one.example or not one.__struct_fields__)
            },
        }

    def fold(self, state: S, event: Event) -> None:
        """Fold one event into the state, in place."""
        state.version += 1
        self.evolve[type(event)](event, state)

    def fold_all(self, state: S, events: Iterable[Event]) -> None:
        """Fold events into the state, in place and in order; as ``fold``, without a call for each event."""
        evolve, version = self.evolve, state.version
        for event in events:
            version += 1
            state.version = version
            fold = evolve[type(event)]
            if fold is not UNCHANGED:
                fold(event, state)

    @cached_property
    def tellings(self) -> Tellings:
        """How the story tells its events. Raises ValueError for a template that names a missing field."""
        briefs = {type_of(command): command.told.brief for command in self.commands}
        says = self.sentences
        commanded = commanded_clauses(briefs, says[Commanded], self.field_renderers, _free_texts(self.commands))
        lends = {type_of(command): (command.told.lends,) for command in self.commands if command.told.lends}
        lending = commanded_clauses(lends, says[Commanded], self.field_renderers, _free_texts(self.commands))
        prompts = prompts_told(self.prompts)
        by_event = {one: telling_of(one, says[one], self.rules, prompts.get(one)) for one in self.events}
        by_event[Commanded] = replace(by_event[Commanded], clause=commanded, lent=lending)
        deeds = [kind.name for kind in self.prompts.values() if kind.deed]
        return Tellings(by_event, self.commands, self.rules, deeds)

    def names(self, state: S, speaker: Speaker) -> dict[str, str]:
        """Return the names for sentences that a state has, omitting those from sheets that the speaker may not read."""
        return self.names_seen(state, self.seen_by(state, speaker))

    def names_seen(self, state: S, seen: S) -> dict[str, str]:
        """Return the names for sentences of a state, of which a speaker sees ``seen``."""
        pronouns = {pronoun_key(combatant): pronoun for combatant, pronoun in seen.pronouns.items()}
        asked = {recipient_key(name): one.to for group in state.waiting for name, one in group.questions.items()}
        things = self.things(seen)
        named = distinct_names({one: things.get(one) or state.name_of(one) for one in state.joined})
        return {**things, **pronouns, **asked, **named}

    def look(self, state: S, speaker: Speaker) -> Look[S]:
        """Return a state between two commands as a speaker looks at it in English."""
        seen = self.seen_by(state, speaker)
        return Look(seen, state, speaker, self.names_seen(state, seen), self.wording(ENGLISH), settled=True)

    def moment(self, event: Rewound | Branched, names: Names) -> str:
        """Return in words when in its fight the state is that an event carries, as far as its reader may see it."""
        state: S = convert({**event.state, **event.hidden}, self.state)
        known = {**self.names_seen(state, state), **names}
        return moment(self.drawing, Look(state, state, NARRATOR, known, self.wording(ENGLISH), settled=True))

    def asked(self, prompt: Prompt, names: Names) -> str:
        """Return the sentence of the story about an open prompt: who has to decide, and about what."""
        event = Prompted(id=prompt.id, kind=prompt.kind, to=prompt.to, about=prompt.about)
        return sentence(self.sentences[Prompted](event, names))

    def names_in(self, event: Event, known: Names) -> dict[str, str]:
        """Return the names for sentences that an event introduces beside those that are ``known``."""
        things = self.new_things.get(type(event))
        names = {} if things is None else dict(things(event))
        kept = self.kept_things.get(type(event))
        if kept is not None:
            names |= kept(event, known)
        if isinstance(event, CombatantJoined):
            others = {one: name for one, name in known.items() if one != event.combatant}
            names[event.combatant] = distinct_name(names.get(event.combatant) or event.name, others)
            if event.pronoun is not None:
                names[pronoun_key(event.combatant)] = event.pronoun
        elif isinstance(event, Prompted):
            names[recipient_key(event.id)] = event.to
        return names

    def seen_by(self, state: S, speaker: Speaker) -> S:
        """Return the state without secret sheets, hidden parts of prompts, and anything that ``view`` removes."""
        if speaker.is_narrator:
            return state
        seen = self.view(state.fork(), speaker)
        seen.prompts = tuple([prompt.seen_by(speaker) for prompt in seen.prompts])
        unseen = {combatant for combatant in state.secret_sheets if not state.shows_sheet(combatant, speaker)}
        if unseen & state.pronouns.keys():
            seen.pronouns = {one: pronoun for one, pronoun in state.pronouns.items() if one not in unseen}
        if unseen & state.entrants.keys():
            seen.entrants = {
                one: replace_fields(entrant, sheet="") if one in unseen else entrant
                for one, entrant in state.entrants.items()
            }
        if unseen & state.combatant_metadata.keys():
            seen.combatant_metadata = {one: own for one, own in state.combatant_metadata.items() if one not in unseen}
        for name in self.sheets if unseen else ():
            shown = {combatant: one for combatant, one in getattr(seen, name).items() if combatant not in unseen}
            setattr(seen, name, shown)
        return seen
