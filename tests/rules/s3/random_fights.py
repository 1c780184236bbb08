"""Random S3 fights, played by a bot through the options alone."""

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

from domain.choices import is_member, legal_forms
from domain.core_commands import Command, Join, Open
from domain.core_events import Commanded, Prompted
from domain.event import Event
from domain.forms import Form
from domain.ruleset import Ruleset
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import TEMPLATES
from domain.speaker import NARRATOR, Speaker
from tests.recording import Recording
from tests.rules.bots import Bot
from tests.rules.s3.arbitrary import Arbitrary
from tests.rules.s3.situations import SITUATIONS, options_of

FREE = frozenset({"s3.ready", "s3.stow", "s3.drop", "s3.release"})
NEXT = ("s3.end_turn", "s3.begin_turn", "s3.begin_round")
ENDS = frozenset({"core.close", "s3.end_combat"})
RARE = ENDS | {"core.rewind", "core.join", "s3.remove", "s3.begin_scene", "s3.set_scene"}
Forms = dict[str, list[Form]]
Play = tuple[Speaker, list[Form], Command]
"""Who spoke, the forms of all that was legal to that speaker, and the command that came of it."""


def watched(seen: dict[int, Fight]) -> Ruleset[Fight]:
    """S3, but the state behind every single event is kept."""

    def watching(fold: Callable[[Fight, Any], None]) -> Callable[[Fight, Event], None]:
        def watch(fight: Fight, event: Event) -> None:
            fold(fight, event)
            seen[fight.version] = fight.fork()

        return watch

    return dataclasses.replace(S3, evolve={kind: watching(fold) for kind, fold in S3.evolve.items()})


class RandomFight:
    """One encounter: its recording, and the state behind each event as it was when the fight was played."""

    def __init__(self, name: str, seed: int) -> None:
        self.situation = SITUATIONS[name]
        self.chance = random.Random(seed)
        self.arbitrary = Arbitrary(seed)
        self.bot = Bot(S3, seed, self.arbitrary.value)
        self.live: dict[int, Fight] = {}
        self.recording = Recording(f"{name}-{seed}", watched(self.live))

    @property
    def fight(self) -> Fight:
        """The fight as it stands now."""
        fight = self.recording.state
        assert isinstance(fight, Fight)
        return fight

    def past(self, version: int) -> Fight | None:
        """The state at the end of the batch that ended with this version."""
        state = self.recording.states.get(version)
        return state if isinstance(state, Fight) and version else None

    def open(self) -> None:
        """Heroes and foes by the situation, and what the narrator does before the first round."""
        heroes = self.chance.sample(self.situation.heroes, self.chance.randint(1, 3))
        foes = self.chance.sample(self.situation.foes, self.chance.randint(1, 3))
        joins = tuple(map(self._join, heroes + foes))
        options = options_of(self.situation, self.chance)
        self._give(Open(ruleset="s3", options=options, combatants=joins, entropy="three owls"), NARRATOR)
        for command in self.situation.staging(tuple(heroes + foes)):
            assert is_member(S3, self.fight, NARRATOR, legal_forms(S3, self.fight, NARRATOR), command), command
            self._give(command, NARRATOR)

    def _join(self, template: str) -> Join:
        changes = self.situation.every(self.chance, TEMPLATES[template])
        return Join(template=template, id=template, sheet=dict(changes))

    def play(self, most: int) -> Iterator[Play]:
        """Play until the fight is decided and all answers are given, or so many commands are; then close it.

        Every command is told before it is given.
        """
        self.open()
        for _ in range(most):
            if self.fight.decided and not self.fight.prompts and self.chance.random() < 0.3:
                break
            yield from self._step(self._speaker(), self._order)
        if not self.fight.prompts:
            yield from self._step(NARRATOR, lambda forms: iter(["s3.end_combat"]))
        yield from self._step(NARRATOR, lambda forms: iter(["core.close"]))

    def _step(self, speaker: Speaker, order: Callable[[Forms], Iterator[str]]) -> Iterator[Play]:
        """One command out of the forms of whoever speaks now."""
        forms = self.bot.forms(self.fight, speaker)
        for name in order(forms):
            for command in self.bot.members(self.fight, speaker, forms.get(name, []), self.past):
                yield speaker, [form for some in forms.values() for form in some], command
                self._give(command, speaker)
                return
        raise AssertionError(f"{speaker} can do nothing with {sorted(forms)}")

    def _speaker(self) -> Speaker:
        """Whoever has to answer, has the turn, or just wants to say something; often the narrator for them."""
        fight = self.fight
        whose = fight.prompts[0].to if fight.prompts else fight.turn.actor if fight.turn is not None else None
        if self.chance.random() < 0.03:
            whose = self.chance.choice(fight.joined)
        if whose in fight.people and self.chance.random() < 0.5:
            return Speaker("player", (str(whose),))
        return NARRATOR

    def _order(self, forms: Forms) -> Iterator[str]:
        """The commands to try first: an answer, what the situation is keen on, what costs an action, the next turn."""
        names = list(forms)
        self.chance.shuffle(names)
        usual = [name for name in names if name not in RARE]
        if self.chance.random() < self.situation.narrates:
            rare = [name for name in names if name in RARE - ENDS]
            yield from rare if self.chance.random() < 0.2 else usual
        if "core.answer" in names:
            yield "core.answer"
        if self.chance.random() < 0.15:
            yield from (name for name in usual if name in FREE)
        yield from (name for name in self.situation.keen if name in names and self.chance.random() < 0.6)
        yield from (name for name in usual if name != "s3.check" and forms[name][0].costs)
        yield from (name for name in NEXT if name in names)
        yield from usual

    def _give(self, command: Command, speaker: Speaker) -> None:
        self.recording.play(command, speaker=speaker)

    def used(self) -> set[str]:
        """The commands, prompts and events that came up: ``s3.pin``, ``prompt oppose``, ``event s3.pinned``."""
        decode = self.recording.codec.decode
        events = [decode(record)[1] for record in self.recording.records]
        commands = {str(event.command["type"]) for event in events if isinstance(event, Commanded)}
        prompts = {f"prompt {event.kind}" for event in events if isinstance(event, Prompted)}
        return commands | prompts | {f"event {event.type}" for event in events}
