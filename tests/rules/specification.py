"""Specifications: given these facts and commands, when this command is sent, then these events or this refusal follow.

    given(fight("vane", "pryce"), round_of("vane", "pryce"))
        .when(Declare(actor="vane", …), "pryce: dodge", throws=["vane pistol W6[1,6,2,3,4,5]=2"])
        .then(Declared)

A given step is a command, which must be accepted and whose draws are seeded, or an event, which is folded unchanged.
Each ruleset has its own ``given``, with its notation and the settings with which its tests open fights.
"""

from typing import Any, Generic, Self, TypeVar

from domain.chance.draws import Seeded, Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Answer, Command, SentAnswer
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.decider import Decided, decide, refusal_for
from domain.ruleset.telling import Happened
from domain.story.facts import Place
from domain.story.lines import entries_of
from domain.story.shapes import Entry
from domain.story.told import Level
from domain.text.phrases import Names
from tests.laws.menus import bare, marked, menu_of, wire_of
from tests.rules.notation import Notation
from yarrow_client.options.forms import Menu

S = TypeVar("S", bound=Encounter)
SEED = Seeded(b"\x01" * 32)
SECRETS = SeedMaterial("0" * 64)
Step = Command | Event


class Specification(Generic[S]):
    """A fight at some point, and the result of the last command."""

    def __init__(self, notation: Notation[S]) -> None:
        self.notation = notation
        self.fight: S = notation.ruleset.state(id="test")
        self.events: list[Event] = []
        self.causes: list[int | None] = []
        self.refusal: Refusal | None = None
        self.said: tuple[Command, Speaker] | None = None
        self.before: S = self.fight

    def given(self, *steps: Step) -> Self:
        """Bring the fight to the point where the test begins."""
        ruleset = self.notation.ruleset
        for step in steps:
            if isinstance(step, Event):
                self.fight = self.fight.fork()
                ruleset.fold(self.fight, step)
            else:
                result = decide(ruleset, self.fight, step, NARRATOR, SEED, secrets=SECRETS)
                assert isinstance(result, Decided), f"{step!r} is refused: {result}"
                self.fight = result.state
        return self

    def when(
        self,
        command: Command,
        *answers: str | SentAnswer,
        throws: list[str] | None = None,
        speaker: Speaker = NARRATOR,
    ) -> Self:
        """Send the command with answers and the faces of ``throws``, whose record must match."""
        if answers:
            command = command.model_copy(update={"answers": self.notation.sent(*answers)})
        chance = Supplied(self.notation.faces_of(throws or []))
        before = self.fight.version
        self.before = self.fight
        result = decide(self.notation.ruleset, self.fight, command, speaker, chance, supplied=True, secrets=SECRETS)
        self.refusal, self.events, self.causes, self.said = None, [], [], (command, speaker)
        if isinstance(result, Refusal):
            assert not throws, f"refused before these faces could fall: {result}"
            self.refusal = result
            assert self.fight.version == before
            return self
        self.fight = result.state
        self.events = [recorded.event for recorded in result.events]
        self.causes = [recorded.cause for recorded in result.events]
        self.notation.assert_throws(self.events, throws or [])
        return self

    def answer(
        self,
        answer: Any,
        *answers: str,
        to: str | None = None,
        throws: list[str] | None = None,
        speaker: Speaker = NARRATOR,
    ) -> Self:
        """Answer the first open prompt, or the first one that is addressed to ``to``."""
        asked = [prompt.id for prompt in self.fight.prompts if to in (None, prompt.to)]
        assert asked, "no prompt is open"
        return self.when(Answer(prompt=asked[0], answer=answer), *answers, throws=throws, speaker=speaker)

    def then(self, *expected: Event | type[Event]) -> Self:
        """Assert that the command is accepted, and that its events include these events or types in order."""
        assert self.refusal is None, self.refusal
        rest = iter(self.events)
        for wanted in expected:
            assert any(_matches(event, wanted) for event in rest), f"{wanted} is missing in {self.events}"
        return self

    def never(self, *unwanted: type[Event]) -> Self:
        """Assert that the command is accepted and that none of its events has one of these types."""
        assert self.refusal is None, self.refusal
        assert not [event for event in self.events if isinstance(event, unwanted)], self.events
        return self

    def follows(self, event: type[Event], cause: type[Event]) -> Self:
        """Assert that the first event of one type names the first of another type, in the same batch, as its cause."""
        place = next(place for place, found in enumerate(self.events) if isinstance(found, event))
        named = (self.causes[place] or 0) - (self.fight.version - len(self.events)) - 1
        assert isinstance(self.events[named], cause), f"{event} follows from {self.events[named]}"
        return self

    def refused(self, rule: str | None, code: str = "refused") -> Self:
        """Assert that this rule refuses the command and that the command is not an option either."""
        assert self.refusal is not None, f"accepted: {self.events}"
        assert (self.refusal.rule, self.refusal.code) == (rule, code), self.refusal
        assert not self._is_option(), f"refused, and an option all the same: {self.said}"
        return self

    def _is_option(self) -> bool:
        """Return whether a form of its speaker contains the last command; before an encounter is open, none does.

        Fields that can only be guessed or checked do not count, and neither do answers sent along.
        """
        if self.said is None or not self.fight.version:
            return False
        command, speaker = self.said
        if command.answers and refusal_for(self.notation.ruleset, self.fight, bare(command), speaker) is None:
            return False
        menu, wire = menu_of(self.notation.ruleset, self.fight, speaker), wire_of(command)
        return menu.admits(wire) and not marked(menu, wire)

    def lines(self) -> list[str]:
        """Return what a table says of the last command, line by line, as the narrator reads it."""
        return [entry.sentence for entry in self.entries()]

    def entries(self, deepest: Level = 1) -> list[Entry]:
        """Return the entries of the last command up to a level, as the narrator reads them."""
        assert self.refusal is None, self.refusal
        ruleset = self.notation.ruleset
        names: Names = ruleset.names(self.before, NARRATOR)
        batch, facts = ruleset.tellings.batch(deepest), []
        for number, event in enumerate(self.events, 1):
            names = {**names, **ruleset.names_in(event, names)}
            facts.append(batch.fact(Happened(Place(number, 1, None, "", event.type), event), names))
        return [*entries_of(batch.finish(facts), None, deepest)]

    def asks(self, kind: str, to: str) -> Self:
        """Assert that a prompt of this kind is open to this combatant."""
        assert self.refusal is None, self.refusal
        assert (kind, to) in [(prompt.kind, prompt.to) for prompt in self.fight.prompts], self.fight.prompts
        return self

    def menu(self, speaker: Speaker = NARRATOR) -> Menu:
        """Return what the speaker may do now."""
        return menu_of(self.notation.ruleset, self.fight, speaker)

    def listed_answers(self, to: str | None = None) -> list[Any]:
        """Return the plain answers to the first open prompt, or the first one to ``to``, that the options list."""
        menu = self.menu()
        entry = next(entry for entry in menu.prompts if to in (None, entry["to"]))
        shapes = [menu.values(field, {}) for field in entry.get("answers", ())]
        return [value for values in shapes if values is not None for value, _ in values.listed]

    def may_answer(self, answer: Any, speaker: Speaker = NARRATOR) -> bool:
        """Return whether an answer to the first open prompt is among the options of the speaker."""
        return self.offers(Answer(prompt=self.fight.prompts[0].id, answer=answer), speaker)

    def offers(self, command: Command, speaker: Speaker = NARRATOR) -> bool:
        """Return whether the command is among the options of the speaker."""
        return self.menu(speaker).admits(wire_of(command))


def _matches(event: Event, wanted: Event | type[Event]) -> bool:
    return isinstance(event, wanted) if isinstance(wanted, type) else event == wanted
