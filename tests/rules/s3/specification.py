"""Given these facts and commands, when this command, then these events, or this refusal.

    given(fight("hu", "fox", "iron_claw"), *round_of("hu", "iron_claw"), engage("hu", "iron_claw"))
        .when(ask.Pin(actor="hu", target="iron_claw"), "iron_claw: hand_to_hand", throws=[…])
        .then(Pinned)

A given step is a command, which must be accepted (its draws are seeded), or an event, which is folded as it is. Answers
sent along are written ``who: answer``; ``who: skill`` and ``who: skill/item`` answer ``oppose``.
"""

from typing import Any, Self

from domain.chance import Seeded, Supplied
from domain.core_commands import Answer, Command, Join, Open, SentAnswer
from domain.deciding import Decision, decide
from domain.event import Event
from domain.refusal import Refusal
from domain.rulesets.s3 import S3
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import TEMPLATES
from domain.speaker import NARRATOR, Speaker
from domain.table import Secrets
from tests.rules.notation import Notation
from tests.rules.s3.throws import assert_throws, faces_of

TEMPLATE_OF = {entry["id"]: key for key, entry in TEMPLATES.items()}
SEED = Seeded(b"\x01" * 32)
SECRETS = Secrets("0" * 64)
CHOICES = {
    "heads": "call_flip",
    "tails": "call_flip",
    "spend": "act_stunned",
    "decline": "act_stunned",
    "drag": "drag_or_release",
    "release": "drag_or_release",
}
Step = Command | Event


def newcomer(name: str, **changes: Any) -> Join:
    """A combatant from the template whose ID begins the name: ``bell_a`` and ``guard_3`` are bells and guards."""
    stem = next(known for known in sorted(TEMPLATE_OF, key=len, reverse=True) if name.startswith(known.rstrip("_1")))
    return Join(template=TEMPLATE_OF[stem], id=name, sheet=changes)


def fight(*names: str | Join, **options: Any) -> Open:
    """The opening command of a fight between these combatants, with these options."""
    joins = tuple(name if isinstance(name, Join) else newcomer(name) for name in names)
    return Open(ruleset="s3", options=options, combatants=joins)


def riding(name: str, driver: str, *riders: str, kind: str = "autocycle") -> Join:
    """A vehicle with its driver and riders."""
    return Join(template=kind, id=name, sheet={"driver": driver, "riders": riders})


def round_of(pc: str, npc: str | None, order: ask.TurnOrder = "pc_first") -> tuple[Command, ...]:
    """A round opened, and in it a pairing."""
    return ask.BeginRound(), ask.BeginTurn(pc=pc, npc=npc, order=order)


def engage(one: str, *others: str) -> Command:
    """Combatants placed in reach of one another."""
    return ask.Place(combatant=one, engaged_with=others)


def short_answer(text: str) -> SentAnswer:
    """An answer to send along, from its short form."""
    who, _, answer = text.partition(": ")
    if answer in CHOICES:
        return SentAnswer(kind=CHOICES[answer], to=who, answer=answer)
    skill, _, item = answer.partition("/")
    return SentAnswer(kind="oppose", to=who, answer={"skill": skill, "item": item} if item else {"skill": skill})


S3_NOTATION = Notation(S3, newcomer, short_answer, faces_of, assert_throws)


class Specification:
    """A fight at some point, and what came of the last command."""

    def __init__(self) -> None:
        self.fight: Fight = Fight(id="test")
        self.events: list[Event] = []
        self.causes: list[int | None] = []
        self.refusal: Refusal | None = None

    def given(self, *steps: Step) -> Self:
        """Bring the fight to where the test begins."""
        for step in steps:
            if isinstance(step, Event):
                self.fight = self.fight.fork()
                S3.fold(self.fight, step)
            else:
                result = decide(S3, self.fight, step, NARRATOR, SEED, secrets=SECRETS)
                assert isinstance(result, Decision), f"{step!r} is refused: {result}"
                self.fight = result.state
        return self

    def when(
        self,
        command: Command,
        *answers: str | SentAnswer,
        throws: list[str] | None = None,
        speaker: Speaker = NARRATOR,
    ) -> Self:
        """Give the command with answers sent along and the coins of ``throws``; their record must match."""
        if answers:
            command = command.model_copy(update={"answers": S3_NOTATION.sent(*answers)})
        chance = Supplied(faces_of(throws or []))
        before = self.fight.version
        result = decide(S3, self.fight, command, speaker, chance, supplied=True, secrets=SECRETS, past=None)
        self.refusal, self.events, self.causes = None, [], []
        if isinstance(result, Refusal):
            assert not throws, f"refused before these coins could fall: {result}"
            self.refusal = result
            assert self.fight.version == before
            return self
        self.fight = result.state
        self.events = [recorded.event for recorded in result.events]
        self.causes = [recorded.cause for recorded in result.events]
        assert_throws(self.events, throws or [])
        return self

    def answer(self, answer: Any, *answers: str, throws: list[str] | None = None, speaker: Speaker = NARRATOR) -> Self:
        """Answer the first open prompt."""
        assert self.fight.prompts, "no prompt is open"
        return self.when(
            Answer(prompt=self.fight.prompts[0].id, answer=answer), *answers, throws=throws, speaker=speaker
        )

    def then(self, *expected: Event | type[Event]) -> Self:
        """The command is accepted, and these events, or events of these types, are among its events in this order."""
        assert self.refusal is None, self.refusal
        rest = iter(self.events)
        for wanted in expected:
            assert any(_matches(event, wanted) for event in rest), f"{wanted} is missing in {self.events}"
        return self

    def never(self, *unwanted: type[Event]) -> Self:
        """The command is accepted, and no event is of these types."""
        assert self.refusal is None, self.refusal
        assert not [event for event in self.events if isinstance(event, unwanted)], self.events
        return self

    def follows(self, event: type[Event], cause: type[Event]) -> Self:
        """The first event of one type names one of another type, in the same batch, as what it follows from."""
        place = next(place for place, found in enumerate(self.events) if isinstance(found, event))
        named = (self.causes[place] or 0) - (self.fight.version - len(self.events)) - 1
        assert isinstance(self.events[named], cause), f"{event} follows from {self.events[named]}"
        return self

    def refused(self, rule: str | None, code: str = "refused") -> Self:
        """The command is refused by this rule."""
        assert self.refusal is not None, f"accepted: {self.events}"
        assert (self.refusal.rule, self.refusal.code) == (rule, code), self.refusal
        return self

    def asks(self, kind: str, to: str) -> Self:
        """A prompt of this kind is open to this combatant."""
        assert self.refusal is None, self.refusal
        assert (kind, to) in [(prompt.kind, prompt.to) for prompt in self.fight.prompts], self.fight.prompts
        return self


def _matches(event: Event, wanted: Event | type[Event]) -> bool:
    return isinstance(event, wanted) if isinstance(wanted, type) else event == wanted


def given(*steps: Step) -> Specification:
    """Begin a specification."""
    return Specification().given(*steps)
