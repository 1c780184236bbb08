"""Random fights that a bot plays through the options alone, recorded with the state after each event."""

import dataclasses
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from domain.core.commands import Command, Join, Open
from domain.core.events import Commanded, Prompted
from domain.decision.core_handlers import options_adapter
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from tests.laws.bots import Bot, Taste
from tests.laws.menus import Offer, assert_offered, menu_of
from tests.laws.mutations import Arbitrary, Idea
from tests.recording import Recording
from yarrow_client.options.forms import Menu

S = TypeVar("S", bound=Encounter)
MOST_OF_A_SIDE = 3
PRESSING = 0.15
CORE_RARE = frozenset({"core.close", "core.rewind", "core.join"})
encode = msgspec.json.Encoder().encode
Offers = Mapping[str, list[Offer]]
"""What is offered to a speaker, by command."""
NotTold = Mapping[type[Event], frozenset[str]]
"""Fields of events that a sentence need not mention."""
Play = tuple[Speaker, Menu, Command]
"""The speaker, the menu of all that was legal for that speaker, and the resulting command."""


def as_it_is(chance: random.Random, template: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return no changes to a sheet."""
    return {}


def plain_options(model: type[Any]) -> dict[str, tuple[Any, ...]]:
    """Return the values of those options that are enumerations or booleans."""
    schema = options_adapter(model).json_schema()["properties"]
    words = {key: tuple(field["enum"]) for key, field in schema.items() if "enum" in field}
    return words | {key: (True, False) for key, field in schema.items() if field.get("type") == "boolean"}


@dataclass(frozen=True)
class Situation:
    """The start of a fight: combatants, changes to every sheet, options, and the commands that are tried first.

    A situation steers which rules a bot meets, not their results. ``heroes`` and ``foes`` are keys of templates.
    ``every`` returns changes to the sheet of each combatant. ``staging`` returns the narrator's commands before the
    first round, given the IDs of the combatants. ``options`` has the values that an option is chosen from. ``keen``
    names the commands to try first. ``narrates`` is the probability that the narrator interferes. ``taste`` is the
    preference among forms, instead of the ruleset's.
    """

    heroes: tuple[str, ...]
    foes: tuple[str, ...]
    every: Callable[[random.Random, Mapping[str, Any]], Mapping[str, Any]] = as_it_is
    options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    staging: Callable[[tuple[str, ...]], list[Command]] = lambda joined: []
    keen: tuple[str, ...] = ()
    narrates: float = 0.08
    taste: Taste | None = None


@dataclass(frozen=True)
class Fights(Generic[S]):
    """How bots fight in a ruleset.

    ``situations`` are the starts of fights, and each is played with ``seeds`` seeds; what is ``seldom`` need not occur
    in them, because its rules' own tests record it. ``idea`` returns a value for a
    field that only its schema describes; arbitrary commands are never of the kinds in ``never_typed``. ``options`` has
    the values to choose from for every option. ``persons`` lists the combatants that may have a player, ``acting``
    returns the one whose turn it is, ``decided`` returns whether a side has won, and ``stalled`` why none can. The
    other fields name commands: ``answers`` answer a prompt, ``free`` cost nothing and are given in between, ``rare``
    change the whole fight, ``pressing`` continue it without the open answers, ``spends`` use up an action, ``onward``
    are used when nothing else is left, and ``end`` closes the fight if the rules have such a command. ``taste`` is the
    preference among forms. Events of the types in ``aloud`` (wounds, deaths, falls, moves, spent resources) are told in
    lines of the story. Combatants named only in the fields of ``not_told`` need not be named in a sentence.
    """

    ruleset: Ruleset[S]
    situations: Mapping[str, Situation]
    idea: Idea[S]
    options: Mapping[str, tuple[Any, ...]]
    persons: Callable[[S], Collection[str]]
    acting: Callable[[S], str | None]
    decided: Callable[[S], bool]
    onward: tuple[str, ...]
    spends: frozenset[str]
    answers: frozenset[str] = frozenset({"core.answer"})
    free: frozenset[str] = frozenset()
    rare: frozenset[str] = frozenset()
    pressing: tuple[str, ...] = ()
    end: str | None = None
    stalled: Callable[[S], str | None] = lambda fight: None
    not_told: NotTold = field(default_factory=dict)
    never_typed: frozenset[type[Command]] = frozenset()
    taste: Taste | None = None
    seeds: int = 20
    seldom: frozenset[str] = frozenset()
    aloud: Collection[type[Event]] = ()

    def arbitrary(self, seed: int) -> Arbitrary[S]:
        """Return a generator of arbitrary commands of the ruleset."""
        return Arbitrary(self.ruleset, self.idea, random.Random(seed), self.never_typed)


class Seen(NamedTuple, Generic[S]):
    """A state at one version: a fork of it, and its encoding at that time."""

    state: S
    written: bytes


def watched(ruleset: Ruleset[S], seen: dict[int, Seen[S]]) -> Ruleset[S]:
    """Return the ruleset with folds that store the state after each event in ``seen``."""

    def watching(fold: Callable[[Any, S], None]) -> Callable[[Event, S], None]:
        def watch(event: Event, fight: S) -> None:
            fold(event, fight)
            seen[fight.version] = Seen(fight.fork(), encode(fight))

        return watch

    return dataclasses.replace(ruleset, evolve={kind: watching(fold) for kind, fold in ruleset.evolve.items()})


class RandomFight(Generic[S]):
    """One encounter: its recording, and the live state after each event.

    In every fifth fight the foes are ``masked``: their sheets are secret.
    """

    def __init__(self, fights: Fights[S], name: str, seed: int) -> None:
        self.fights = fights
        self.ruleset = fights.ruleset
        self.name = name
        self.situation = fights.situations[name]
        self.masked = seed % 5 == 1
        self.chance = random.Random(seed)
        self.arbitrary = fights.arbitrary(seed)
        self.bot = Bot(self.ruleset, random.Random(seed), self.arbitrary.value, self.situation.taste or fights.taste)
        self.live: dict[int, Seen[S]] = {}
        self.recording = Recording(f"{name}-{seed}".replace("_", "-"), watched(self.ruleset, self.live))

    @property
    def fight(self) -> S:
        """The current state of the fight."""
        fight = self.recording.state
        assert isinstance(fight, self.ruleset.state)
        return fight

    def branch(self, at: int, seed: int) -> "RandomFight[S]":
        """Return another fight that begins with the state of this one after a batch."""
        branch = RandomFight(self.fights, self.name, seed)
        branch.recording.branch(self.recording, at)
        return branch

    def past(self, version: int) -> S | None:
        """Return the state after the batch that ended with this version."""
        state = self.recording.states.get(version)
        return state if isinstance(state, self.ruleset.state) and version else None

    def open(self) -> None:
        """Open the encounter with the situation's heroes and foes, and stage it for the narrator."""
        joined = [name for side in (self.situation.heroes, self.situation.foes) for name in self._some_of(side)]
        joins = tuple([self._join(name, secret=self.masked and name in self.situation.foes) for name in joined])
        self.give(
            Open(ruleset=self.ruleset.key, options=self._options(), combatants=joins, entropy="three owls"), NARRATOR
        )
        for command in self.situation.staging(tuple(joined)):
            assert_offered(menu_of(self.ruleset, self.fight, NARRATOR), command, accepted=True)
            self.give(command, NARRATOR)

    def _some_of(self, side: tuple[str, ...]) -> list[str]:
        return self.chance.sample(side, self.chance.randint(1, min(MOST_OF_A_SIDE, len(side))))

    def _join(self, template: str, *, secret: bool) -> Join:
        changes = self.situation.every(self.chance, self.ruleset.templates[template])
        return Join(template=template, id=template, sheet=dict(changes), secret=secret)

    def _options(self) -> dict[str, Any]:
        """Return some random options, overridden by those that the situation sets."""
        values = self.fights.options
        some = self.chance.sample(sorted(values), min(6, len(values)))
        chosen = {key: self.chance.choice(values[key]) for key in some}
        return chosen | {key: self.chance.choice(values) for key, values in self.situation.options.items()}

    def play(self, most: int) -> Iterator[Play]:
        """Play until the fight is decided and every prompt is answered, or for ``most`` commands; then close it.

        Every command is yielded before it is executed.
        """
        self.open()
        yield from self.play_on(most)

    def play_on(self, most: int) -> Iterator[Play]:
        """Continue the fight from its current state, as ``play`` does."""
        for _ in range(most):
            if self.fights.decided(self.fight) and not self.fight.prompts and self.chance.random() < 0.3:
                break
            yield from self._step(self._speaker(), self._order)
        end = self.fights.end
        if end is not None and not self.fight.prompts:
            yield from self._step(NARRATOR, lambda offered: iter([end]))
        yield from self._step(NARRATOR, lambda offered: iter(["core.close"]))

    def _step(self, speaker: Speaker, order: Callable[[Offers], Iterator[str]]) -> Iterator[Play]:
        """Execute one command from the menu of the current speaker."""
        menu = menu_of(self.ruleset, self.fight, speaker)
        offered = self.bot.offered(menu)
        for name in order(offered):
            for command in self.bot.commands(self.fight, speaker, menu, offered.get(name, []), self.past):
                yield speaker, menu, command
                self.give(command, speaker)
                return
        raise AssertionError(f"{speaker} can do nothing with {sorted(offered)}")

    def _speaker(self) -> Speaker:
        """Return the next speaker: a combatant with an open prompt, the acting one or any; often the narrator."""
        fight = self.fight
        whose = fight.prompts[0].to if fight.prompts else self.fights.acting(fight)
        if self.chance.random() < 0.03:
            whose = self.chance.choice(fight.joined)
        if whose in self.fights.persons(fight) and self.chance.random() < 0.5:
            return Speaker("player", (str(whose),))
        return NARRATOR

    def _order(self, offered: Offers) -> Iterator[str]:
        """Yield the commands to try first: an answer, those the situation prefers, actions, the next turn."""
        ends = {"core.close", self.fights.end}
        rare = self.fights.rare | CORE_RARE | ends
        names = list(offered)
        self.chance.shuffle(names)
        usual = [name for name in names if name not in rare]
        if self.chance.random() < self.situation.narrates:
            yield from [name for name in names if name in rare - ends] if self.chance.random() < 0.2 else usual
        if self.fights.pressing and self.chance.random() < PRESSING:
            yield from (name for name in self.fights.pressing if name in names)
        yield from (name for name in names if name in self.fights.answers)
        if self.chance.random() < 0.15:
            yield from (name for name in usual if name in self.fights.free)
        yield from (name for name in self.situation.keen if name in names and self.chance.random() < 0.6)
        yield from (name for name in usual if name in self.fights.spends)
        yield from (name for name in self.fights.onward if name in names)
        yield from usual

    def give(self, command: Command, speaker: Speaker) -> None:
        """Execute a command that must be accepted."""
        self.recording.play(command, speaker=speaker)

    def events(self) -> list[Event]:
        """Return what was recorded, in its order."""
        return [self.recording.codec.decode(record)[1] for record in self.recording.records]

    def used(self) -> set[str]:
        """Return the commands, prompts and events used: ``s3.pin``, ``prompt oppose``, ``event s3.pinned``."""
        events = self.events()
        commands = {str({**event.command, **event.secret}["type"]) for event in events if isinstance(event, Commanded)}
        prompts = {f"prompt {event.visible_kind}" for event in events if isinstance(event, Prompted)}
        return commands | prompts | {f"event {event.type}" for event in events}
