"""How the events of a ruleset become entries of the story, from what their classes and those of commands declare.

If a ruleset declares nothing, a line joins the sentences of its own commands and
events, except those of throws.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.core.commands import CORE_COMMANDS, Command, type_of
from domain.core.events import (
    CORE_EVENTS,
    Answered,
    Commanded,
    EncounterClosed,
    Prompted,
    PromptLapsed,
    Resumed,
    Rewound,
)
from domain.model.event import Event
from domain.story.clauses import RenderClause, as_clause, clause_of, lent_clause_of, mentioned
from domain.story.exchanges import Questions
from domain.story.facts import Fact, Place, Said
from domain.story.shapes import Beginning, End
from domain.story.throws import Throw, plain_throw
from domain.story.told import DEEPEST, NOT_DECLARED, Level, Told, value_of
from domain.text.phrases import Names, RenderEvent, sentence
from domain.text.sentences import Part, phrases_of
from domain.text.words import rules_in

SOURCES: Final = ("attacker", "actor", "by", "combatant", "holder")
TARGETS: Final = ("target", "victim", "held")
NOTHING_SAID: Final = Said({}, {})


class Happened(NamedTuple):
    """An event as a reader may see it, and its place in the stream."""

    place: Place
    event: Event


@dataclass(frozen=True)
class Telling:
    """How the story renders events of one type, compiled from what their class declares."""

    told: Told
    phrase: Callable[[str], Part]
    sentence: RenderEvent
    clause: RenderClause
    lent: RenderClause | None
    short: RenderClause | None
    source: str
    target: str
    comes_from: Part | None
    goes_to: Part | None
    rules: tuple[str, ...]

    def fact(
        self, happened: Happened, names: Names, told: Told, rules: tuple[str, ...], deepest: int = DEEPEST
    ) -> Fact:
        """Return an event as a fact of the story, by ``told``. Without rules of its own it has those of its command.

        Without a part in lines, and below the level ``deepest``, it has no sentence.
        """
        event = happened.event
        fields = {**event.command, **event.secret} if isinstance(event, Commanded) else event
        level: Level = value_of(told.level, event)
        clause, lent = self.clause(event, names), self.lent(event, names) if self.lent is not None else None
        if told.adds and clause is not None:
            clause = clause._replace(adds=True)
        explains, opens = value_of(told.explains, event), value_of(told.opens, event)
        in_line = level <= deepest or clause is not None or lent is not None
        throws = _drawn(event, _value(fields, self.source)) if told.throws is None else told.throws(event)
        return Fact(
            place=happened.place,
            kind=_kind(event) if isinstance(event, Commanded) else event.type,
            sentence=sentence(self.sentence(event, names)) if in_line or explains else "",
            level=level,
            clause=clause,
            said=_said(event, names) if in_line else NOTHING_SAID,
            line=value_of(told.line, event),
            unless=_unless(told, event, lends=lent is not None),
            lent=lent,
            takers=told.lends_to,
            short=self.short(event, names) if self.short is not None else None,
            last=value_of(told.last, event),
            follows=told.follows,
            explains=explains,
            opens=None if opens is None else Beginning(opens[0], self.phrase(opens[1])(event, names)),
            moment=value_of(told.moment, event),
            source=_end(self.comes_from, event, names) or _combatant(fields, _source(told, self.source), names),
            target=_end(self.goes_to, event, names) or _combatant(fields, told.target or self.target, names),
            throws=tuple(throws),
            rules=self.rules or rules,
        )


def telling_of(
    event_type: type[Event], says: RenderEvent, rules: Mapping[str, object], told: Told | None = None
) -> Telling:
    """Return how events of a type are rendered. ``says`` renders sentences; without ``told`` the class declares it."""
    told = getattr(event_type, "told", NOT_DECLARED) if told is None else told
    phrase = phrases_of(event_type)
    names = ("actor", "target") if event_type is Commanded else event_type.__struct_fields__
    brief = told.brief if isinstance(told.brief, str) or callable(told.brief) else ""
    return Telling(
        told=told,
        phrase=phrase,
        sentence=says,
        clause=clause_of(event_type, brief, says),
        lent=lent_clause_of(event_type, told.lends, says) if told.lends else None,
        short=clause_of(event_type, told.short, says) if told.short else None,
        source=_source(told, next((one for one in SOURCES if one in names), "")),
        target=told.target or next((one for one in TARGETS if one in names), ""),
        comes_from=phrase(told.comes_from) if told.comes_from else None,
        goes_to=phrase(told.goes_to) if told.goes_to else None,
        rules=tuple(rules_in(event_type.__doc__, rules)),
    )


class Tellings:
    """How a ruleset tells its events. ``deeds`` are the kinds of prompts whose answers begin an exchange."""

    def __init__(
        self,
        by_event: Mapping[type[Event], Telling],
        commands: Iterable[type[Command]],
        rules: Mapping[str, object],
        deeds: Iterable[str],
    ) -> None:
        self._by_event = by_event
        self.deeds = frozenset(deeds)
        self._told_by = {type_of(one): one.told for one in commands}
        self._rules = {type_of(one): tuple(rules_in(one.__doc__, rules)) for one in commands}
        own = [one.told for kind, one in by_event.items() if kind not in CORE_EVENTS]
        own += [one.told for one in commands if one not in CORE_COMMANDS]
        self._declares_nothing = all(told == NOT_DECLARED for told in own)
        self._wordless = {type_of(one) for one in commands if one.says is None}
        self._shared = {*[type_of(one) for one in CORE_COMMANDS], *[one.type for one in CORE_EVENTS]}

    def batch(self, deepest: int = DEEPEST) -> "BatchTelling":
        """Return the telling of one batch up to a level, which is given the events of it in their order."""
        return BatchTelling(self, DEEPEST if self._declares_nothing else deepest)

    def is_deed(self, event: Prompted | Answered) -> bool:
        """Return whether the answer to a prompt begins an exchange of its own; all readers see it alike."""
        return event.kind in self.deeds

    def told_by(self, event: Event) -> tuple[Telling, Told]:
        """Return how an event is rendered; a command by what its class declares."""
        telling = self._by_event[type(event)]
        return telling, self._told_by.get(_kind(event), NOT_DECLARED) if isinstance(event, Commanded) else telling.told

    def rules_of(self, event: Event) -> tuple[str, ...]:
        """Return the rules that the class of a command cites; none for another event."""
        return self._rules.get(_kind(event), ()) if isinstance(event, Commanded) else ()

    def in_plain(self, facts: list[Fact]) -> list[Fact]:
        """Return the facts of a batch; if the ruleset declares nothing, its own facts become clauses, or one a line."""
        if not self._declares_nothing:
            return facts
        found = [self._as_clause(fact) for fact in facts]
        if any(fact.level == 1 or fact.clause is not None for fact in found):
            return found
        for place, fact in enumerate(found):
            if fact.sentence and fact.kind not in self._shared:
                return [*found[:place], fact._replace(level=1), *found[place + 1 :]]
        return found

    def _as_clause(self, fact: Fact) -> Fact:
        """Return a fact of the ruleset's own with its sentence as its clause; a throw explains the line instead."""
        if fact.kind in self._shared | self._wordless or fact.throws:
            return fact._replace(explains=bool(fact.throws))
        return fact._replace(clause=as_clause(fact.said.combatants, fact.sentence))


class BatchTelling:
    """The telling of one batch: its events one by one, then all of them together."""

    def __init__(self, tellings: Tellings, deepest: int) -> None:
        self._tellings = tellings
        self._deepest = deepest
        self._rules: tuple[str, ...] = ()
        self._supplied = False
        self._questions = Questions()

    @property
    def questions(self) -> Questions:
        """The prompts that the batch answers, asks and settles."""
        return self._questions

    def fact(self, happened: Happened, names: Names) -> Fact:
        """Return the next event as a fact, with the names that are known at it."""
        self._rules = self._rules or self._tellings.rules_of(happened.event)
        self._supplied = self._supplied or (isinstance(happened.event, Commanded) and happened.event.supplied)
        self._questions = self._asking(happened.event)
        telling, told = self._tellings.told_by(happened.event)
        fact = telling.fact(happened, names, told, self._rules, self._deepest)
        return _of_the_table(fact) if self._supplied and fact.throws else fact

    def _asking(self, event: Event) -> Questions:
        """Return the prompts that the batch answers, asks and settles, up to an event."""
        found = self._questions
        match event:
            case Answered() if self._tellings.is_deed(event):
                return found._replace(deed=True)
            case Answered(prompt=str() as prompt):
                return found._replace(answered=(*found.answered, prompt))
            case Prompted() if self._tellings.is_deed(event):
                return found._replace(resumes=True)
            case Prompted():
                return found._replace(asked=(*found.asked, event.id))
            case PromptLapsed():
                return found._replace(settled=(*found.settled, event.prompt))
            case Resumed():
                return found._replace(settled=(*found.settled, *event.prompts), resumes=True)
            case Rewound() | EncounterClosed():
                return found._replace(ends_all=True)
        return found

    def finish(self, facts: list[Fact]) -> list[Fact]:
        """Return all facts of the batch as lines are made of them."""
        return self._tellings.in_plain(facts)


def _of_the_table(fact: Fact) -> Fact:
    """Return a fact of a command that came with faces: all its throws are read off a table."""
    return fact._replace(throws=tuple([replace(throw, source="supplied") for throw in fact.throws]))


def _kind(event: Commanded) -> str:
    """Return the type of a command, as far as the reader of the event may see it."""
    return str({**event.command, **event.secret}["type"])


def _said(event: Event, names: Names) -> Said:
    """Return the combatants and things that an event mentions, by their names."""
    found = tuple(dict.fromkeys(mentioned(event)))
    combatants = [one for one in found if one in names and not {":", "/"} & {*one}]
    owners = ("", *combatants)
    things = {
        names[key]: thing.removeprefix("/")
        for thing in found
        for owner in owners
        if (key := f"{owner}/{thing}") in names
    }
    return Said({names[one]: one for one in combatants}, things)


def _unless(told: Told, event: Event, *, lends: bool) -> Collection[str]:
    """Return what takes the place of an event's clause; nothing if it could lend to that, and has nothing to lend."""
    if callable(told.unless):
        return told.unless(event)
    return told.unless if lends or not told.lends or told.lends_to else ()


def _source(told: Told, usual: str) -> str:
    """Return the field with who did it; none if it just happens."""
    return "" if told.source is None else told.source or usual


def _drawn(event: Event, who: Any) -> Iterator[Throw]:
    """Yield the draws among the fields of an event as they are."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        for draw in value if isinstance(value, tuple) else (value,):
            if isinstance(draw, Draw) and draw.faces:
                yield plain_throw(draw, who if isinstance(who, str) else "")


def _end(part: Part | None, event: Event, names: Names) -> End | None:
    place = part(event, names) if part is not None else ""
    return End(place=place) if place else None


def _combatant(fields: Any, path: str, names: Names) -> End | None:
    one = _value(fields, path)
    return End(combatant=one) if isinstance(one, str) and one in names else None


def _value(fields: Any, path: str) -> Any:
    """Return a field of an event or a command, or a field of a field; None if there is none."""
    found = fields
    for name in path.split(".") if path else ():
        found = found.get(name) if isinstance(found, Mapping) else getattr(found, name, None)
    return found if path else None
