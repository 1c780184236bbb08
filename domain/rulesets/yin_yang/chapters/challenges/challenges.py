"""Challenges: a player contests a call of the narrator, at the table and not with cards (YY-CHAL).

While a challenge is open all else waits (``legality``). What it may cost, the narrator keeps for later.
"""

from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.commands import CombatantId, Narrating, StrictModel, Text
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent, any_answer
from domain.decision.stages import reply
from domain.decision.typed_answers import give_answer
from domain.fields.field import among, listed, looked_up, record, span, text
from domain.fields.sets import Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.event import Event, Json
from domain.model.integers import MAX_INTEGER
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.drawing import require_ability
from domain.rulesets.yin_yang.chapters.decks.grants import GRANTED, GRANTED_SAID, grant
from domain.rulesets.yin_yang.chapters.harm.harm import lose
from domain.rulesets.yin_yang.chapters.out_of_action import require_alive
from domain.rulesets.yin_yang.chapters.testing.scope import GIFTED, record_scope
from domain.rulesets.yin_yang.chapters.vocabularies import ABILITIES, ALIVE
from domain.rulesets.yin_yang.parts import SAID, AbilityName, EndingChallenge, Granting, OpenToUnable, Said, Timely
from domain.rulesets.yin_yang.said import CONTESTS
from domain.rulesets.yin_yang.state import Challenge as OpenChallenge
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import TRACKS, ContestKind, Track
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, possessive
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Variant, Words


class ConcededAbility(StrictModel):
    """The concession that a task is within somebody's ability."""

    combatant: CombatantId
    ability: AbilityName
    task: Said


class Conceding(StrictModel):
    """What the narrator concedes (YY-CHAL-6): exactly one of the three."""

    allow_ability: ConcededAbility | None = None
    cards: Granting | None = None
    text: Said | None = None


class Loss(StrictModel):
    """Points of one track."""

    track: Track
    points: int = Field(ge=1, le=200)


class Accepting(StrictModel):
    """The contest by which a challenge is decided (YY-CHAL-3)."""

    contest: ContestKind
    terms: Text = ""


class Challenged(Event, frozen=True, kw_only=True):
    """A call of the narrator is contested (YY-CHAL-1)."""

    type: ClassVar[str] = "yin_yang.challenged"
    words = "Challenge"
    told = Told(brief=AS_SAID)
    says = "{combatant} challenges the narrator's decision: {text}."
    example = {"combatant": "ace", "text": "slip past", "about": 3}
    combatant: str
    text: Annotated[str, QUOTED]
    about: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.challenge = OpenChallenge(self.combatant, self.text, self.about)


class ChallengeRefused(Event, frozen=True, kw_only=True):
    """The narrator does not take up a challenge (YY-CHAL-4)."""

    type: ClassVar[str] = "yin_yang.challenge_refused"
    words = "Challenge refused"
    told = Told(brief=AS_SAID)
    says = "{combatant's} challenge is refused; the decision stands."
    example = {"combatant": "hei"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.challenge = None


class ChallengeAccepted(Event, frozen=True, kw_only=True):
    """A challenge is decided at the table (YY-CHAL-5): how, on what terms."""

    type: ClassVar[str] = "yin_yang.challenge_accepted"
    words = "Challenge accepted"
    told = Told(brief=AS_SAID)
    says = "The narrator takes up {combatant's} challenge: {contest}[, {terms}]."
    example = {"combatant": "thug", "contest": "other", "terms": "three owls"}
    combatant: str
    contest: Annotated[ContestKind, Spoken(said.CONTESTS)]
    terms: Annotated[str, QUOTED] = ""

    def evolve(self, fight: Fight) -> None:
        if fight.challenge is not None:
            fight.challenge = replace(fight.challenge, contest=self.contest, terms=self.terms)


class ChallengeWon(Event, frozen=True, kw_only=True):
    """The narrator is impressed and changes the call (YY-CHAL-6); ``text`` where the concession is in words."""

    type: ClassVar[str] = "yin_yang.challenge_won"
    words = "Challenge won"
    told = Told(brief=AS_SAID)
    says = "{combatant} impresses the narrator, who gives way[: {text}]."
    example = {"combatant": "rat_2", "text": "slip past"}
    combatant: str
    text: Annotated[str, QUOTED] = ""

    def evolve(self, fight: Fight) -> None:
        fight.challenge = None


class ChallengeLost(Event, frozen=True, kw_only=True):
    """The call stands, and the narrator has a retaliation more (YY-CHAL-7)."""

    type: ClassVar[str] = "yin_yang.challenge_lost"
    words = "Challenge lost"
    told = Told(brief=AS_SAID)
    says = "{combatant} does not impress the narrator, whose decision stands and who may pay {combatant:them} back."
    example = {"combatant": "hei"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.challenge = None
        fight.people[self.combatant].retaliations_owed += 1


class Retaliated(Event, frozen=True, kw_only=True):
    """The narrator has used up an owed retaliation, or waived it (YY-CHAL-8, YY-CHAL-9)."""

    type: ClassVar[str] = "yin_yang.retaliated"
    words = "Retaliation"
    example = {"combatant": "bill", "text": "first blood", "track": "vitality", "points": 1}
    combatant: str
    text: Annotated[str, QUOTED] = ""
    track: Annotated[Track | None, Spoken(said.TRACKS)] = None
    points: int = 0
    waived: bool = False

    def says(self) -> str:
        if self.waived:
            return "The narrator does not pay {combatant} back after all[: {text}]."
        return "The narrator pays {combatant} back[, which costs {points:point} of {track}][: {text}]."

    def brief(self) -> str:
        """Tell it without the points, whose loss is told next."""
        return AS_SAID if self.waived else "the narrator | pays {combatant} back[: {text}]"

    told = Told(brief=brief, target="combatant")

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].retaliations_owed -= 1


RETALIATION = "retaliation"


class Contested(msgspec.Struct, frozen=True):
    """Who contests a call of the narrator."""

    challenger: str


class Challenge(OpenToUnable, Timely):
    """Challenge a call of the narrator (YY-CHAL-1)."""

    form = {
        "actor": among(ALIVE),
        "about": among(Vocabulary[Fight]("past events", lambda view: Span(1, view.state.version)), seldom=True),
        "text": SAID,
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"actor": "architect", "about": 12, "text": "An architect can talk up anything."}
    words = Words(
        "Challenge the narrator",
        "Challenge the narrator[ about an earlier moment{about?}]: “{text}”",
        group="talk",
        prominence="seldom",
        fields={"about": "Earlier moment", "text": "In words"},
    )
    type: Literal["yin_yang.challenge"] = "yin_yang.challenge"
    about: int | None = Field(default=None, ge=1, le=MAX_INTEGER, description="version of the event that it is about")
    text: Said

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.options.challenges and fight.challenge is None

    def decide(self, decision: Decision[Fight]) -> None:
        """Contest a call of the narrator (YY-CHAL-1, YY-RUL-59), one at a time and not by the dead (YY-CHAL-2)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        off = "The narrator's calls are not challenged in this fight."
        require(fight.options.challenges, "YY-CHAL-1", off)
        require(person.alive, "YY-CHAL-2", f"{person.name} is dead and cannot challenge a call.", field="command.actor")
        if fight.challenge is not None:
            other = fight.name_of(fight.challenge.challenger)
            refuse("YY-CHAL-2", f"The challenge of {other} has to be settled first.")
        past = fight.version - 1
        if self.about is not None and self.about > past:
            detail = f"There is no event {self.about} yet; the latest before this challenge is {past}."
            refuse(None, detail, code="invalid", field="command.about")
        decision.cause = decision.record(Challenged(combatant=person.id, text=self.text, about=self.about))
        about: dict[str, Any] = {"combatant": person.id, "text": self.text}
        if self.about is not None:
            about = {**about, "about": self.about}
        decision.ask(Question("answer_challenge", NARRATOR_ID, about), answered, Contested(person.id))


@reply("yin_yang.challenges.answered", Contested)
def answered(decision: Decision[Fight], contested: Contested, answer: Accepting | str) -> None:
    """The narrator refuses, and nothing comes of it (YY-CHAL-4), or accepts with a contest (YY-CHAL-3)."""
    if isinstance(answer, Accepting):
        decision.record(ChallengeAccepted(combatant=contested.challenger, contest=answer.contest, terms=answer.terms))
    else:
        decision.record(ChallengeRefused(combatant=contested.challenger))


class JudgeChallenge(EndingChallenge):
    """Judge the challenge (YY-CHAL-6, YY-CHAL-7). A player who impresses the narrator gets a concession."""

    variants = {
        "unimpressed": {"impressed": listed(False), "concession": None},
        "ability": {
            "impressed": listed(True),
            "concession": record(
                {
                    "allow_ability": record(
                        {
                            "combatant": among(GIFTED),
                            "ability": looked_up(ABILITIES, "combatant"),
                            "task": SAID,
                        },
                        required=True,
                        phrase="that {ability} of {combatant} is enough for “{task}”",
                    )
                },
                required=True,
                phrase="{allow_ability}",
            ),
        },
        "cards": {
            "impressed": listed(True),
            "concession": record(
                {"cards": record(GRANTED, required=True, phrase=GRANTED_SAID)}, required=True, phrase="{cards}"
            ),
        },
        "words": {
            "impressed": listed(True),
            "concession": record({"text": SAID.but(required=True)}, required=True, phrase="“{text}”"),
        },
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {
        "impressed": True,
        "concession": {
            "allow_ability": {"combatant": "architect", "ability": "Information Architect", "task": "talk up a product"}
        },
    }
    words = Words(
        "Judge the challenge",
        group="rulings",
        prominence="main",
        variants={
            "unimpressed": Variant("Concede nothing", "Concede nothing"),
            "ability": Variant("Concede a task of an ability", "Concede {concession}"),
            "cards": Variant("Concede cards", "Concede to {concession}"),
            "words": Variant("Concede something in words", "Concede: {concession}"),
        },
    )
    type: Literal["yin_yang.judge_challenge"] = "yin_yang.judge_challenge"
    impressed: bool
    concession: Conceding | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Concede something if impressed (YY-CHAL-6); else the call stands, at a price (YY-CHAL-7)."""
        held = decision.state.challenge
        if held is None or held.contest is None:
            refuse("YY-CHAL-6", "No challenge is being held; one is judged once it has been accepted.")
        given = self.concession
        if not self.impressed:
            said = "The narrator is not impressed, so that the call stands; leave the concession out."
            require(given is None, "YY-CHAL-7", said, field="command.concession")
            decision.cause = decision.record(ChallengeLost(combatant=held.challenger))
            return
        if given is None:
            said = "An impressed narrator concedes something: an ability that is allowed, cards, or words."
            refuse("YY-CHAL-6", said, field="command.concession")
        if len(given.model_dump(exclude_none=True)) != 1:
            said = "Concede one thing: an ability, cards, or something in words."
            refuse(None, said, code="invalid", field="command.concession")
        decision.cause = decision.record(ChallengeWon(combatant=held.challenger, text=given.text or ""))
        concede(decision, given)


def concede(decision: Decision[Fight], given: Conceding) -> None:
    """Change the call: a task is within an ability, or cards are granted, in an open exchange too (YY-CHAL-6)."""
    if given.allow_ability is not None:
        allowed, field = given.allow_ability, "command.concession.allow_ability"
        person = find_combatant(decision.state, allowed.combatant, f"{field}.combatant")
        require_ability(person, allowed.ability, f"{field}.ability")
        record_scope(decision, person.id, allowed.ability, allowed.task, within=True)
    elif given.cards is not None:
        find_combatant(decision.state, given.cards.combatant, "command.concession.cards.combatant")
        grant(decision, given.cards, "command.concession.cards")


def _owing(view: View[Fight], *, alive: bool) -> tuple[str, ...]:
    """Return those for whom a retaliation is owed."""
    owing = (one for one in view.state.people.values() if one.retaliations_owed)
    return tuple([one.id for one in owing if one.alive or not alive])


OWING: Final = Vocabulary[Fight]("owed a retaliation", partial(_owing, alive=False))
OWING_ALIVE: Final = Vocabulary[Fight]("alive and owed a retaliation", partial(_owing, alive=True))
LOSS: Final = record(
    {"track": listed(*TRACKS), "points": span(1, 200)}, required=True, phrase="{points:point|points} of {track}"
)


class Retaliate(Narrating, Timely):
    """Use up a retaliation that is owed, or waive it (YY-CHAL-8, YY-CHAL-9)."""

    variants = {
        "words": {
            "combatant": among(OWING),
            "text": SAID.but(required=True),
            "loss": None,
            "waive": None,
        },
        "loss": {"combatant": among(OWING_ALIVE), "loss": LOSS, "waive": None},
        "waived": {"combatant": among(OWING), "loss": None, "waive": listed(True, required=True)},
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "architect", "text": "slips into the mud", "loss": {"track": "stamina", "points": 1}}
    words = Words(
        "Retaliate",
        group="rulings",
        prominence="seldom",
        variants={
            "words": Variant("Retaliate in words", "Retaliate against {combatant}: “{text}”"),
            "loss": Variant("Retaliate with a loss", "Retaliate against {combatant} with a loss of {loss}[: “{text}”]"),
            "waived": Variant("Waive a retaliation", "Waive the retaliation against {combatant}[: “{text}”]"),
        },
        fields={"text": "In words"},
    )
    type: Literal["yin_yang.retaliate"] = "yin_yang.retaliate"
    combatant: CombatantId
    text: Text = ""
    loss: Loss | None = None
    waive: bool = False

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return any(person.retaliations_owed for person in fight.people.values())

    def decide(self, decision: Decision[Fight]) -> None:
        """Use up an owed retaliation: words, or points of one track (YY-CHAL-8); or waive it (YY-CHAL-9)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        said = f"{person.name} has lost no challenge for which the narrator could still retaliate."
        require(person.retaliations_owed, "YY-CHAL-8", said, field="command.combatant")
        loss = self.loss
        if self.waive:
            said = "What is waived costs nothing; leave the loss out."
            require(loss is None, "YY-CHAL-9", said, field="command.loss")
            decision.record(Retaliated(combatant=person.id, text=self.text, waived=True))
            return
        said = "Say in words what happens, or what it costs."
        require(self.text or loss is not None, "YY-CHAL-8", said, field="command.text")
        if loss is None:
            decision.record(Retaliated(combatant=person.id, text=self.text))
            return
        require_alive(person, "command.combatant")
        decision.cause = decision.record(
            Retaliated(combatant=person.id, text=self.text, track=loss.track, points=loss.points)
        )
        lose(decision, person.id, {loss.track: loss.points}, RETALIATION)


ACCEPTED: Final = record(
    {"contest": listed(*get_args(ContestKind), required=True), "terms": text(500)},
    phrase="Accept with a contest: {contest}[, terms: “{terms}”]",
)


class AnswerChallenge(Narrating):
    """Accept the challenge with a contest, or refuse it (YY-CHAL-3).

    Answers `answer_challenge`.
    """

    variants = {"accept": {"accept": ACCEPTED.but(required=True)}, "refuse": {"accept": None}}
    interrupts: ClassVar[bool] = True
    answers_to = "answer_challenge"
    says = ()
    example = {"accept": {"contest": "performance", "terms": "sell it as in an infomercial"}}
    words = Words(
        "Answer the challenge",
        group="rulings",
        prominence="main",
        variants={"accept": Variant("Accept the challenge", "{accept}"), "refuse": Variant("Refuse the challenge")},
        fields={"accept": "Contest"},
    )
    type: Literal["yin_yang.answer_challenge"] = "yin_yang.answer_challenge"
    accept: Accepting | None = Field(
        default=None, description="the contest that decides; without one the challenge is refused"
    )

    def decide(self, decision: Decision[Fight]) -> None:
        """Refuse a challenge, or accept it with a contest (YY-CHAL-3)."""
        accepted = self.accept
        answer: Json = "refuse" if accepted is None else accepted.model_dump(mode="json", exclude_defaults=True)
        give_answer(decision, "answer_challenge", NARRATOR_ID, answer, field="command.accept")


def asks_challenge(event: Prompted, names: Names) -> str:
    """Whose challenge it is."""
    text = f": “{event.about['text']}”" if "text" in event.about else ""
    return f"has to answer {possessive(names, event.about['combatant'])} challenge{text}"


def tells_challenge(event: Answered, names: Names) -> str:
    """By what contest the challenge is taken up."""
    answer = event.given
    if isinstance(answer, dict):
        return f"takes up the challenge: {CONTESTS[str(answer['contest'])]}"
    return "does not take up the challenge"


ANSWER_CHALLENGE: PromptKind[Fight] = PromptKind(
    "answer_challenge",
    TypeAdapter(Accepting | Literal["refuse"]),
    any_answer,
    policy_type=TypeAdapter(Literal["refuse"]),
    narrator_only=True,
    question="whether to take up the challenge",
    words="Challenge",
    asks=asks_challenge,
    tells=tells_challenge,
    silent=always_silent,
    fields=lambda fight, prompt: (among(("refuse",)), ACCEPTED),
    occasion=Occasion("YY-PROM-10", "when a call of the narrator is challenged"),
)


CHALLENGES: Chapter[Fight] = Chapter(
    commands=(Challenge, JudgeChallenge, Retaliate, AnswerChallenge),
    events=(Challenged, ChallengeRefused, ChallengeAccepted, ChallengeWon, ChallengeLost, Retaliated),
    prompts=(ANSWER_CHALLENGE,),
    stages=(answered,),
)
