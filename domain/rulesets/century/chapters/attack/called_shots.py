"""What the narrator says of called shots (CE-CALLED) and of sprays (CE-AUTO-9), and who may take them back."""

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, TypeAdapter

from domain.core.commands import ASK, StrictModel, Text
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, always_silent, any_answer
from domain.decision.stages import NoData, reply, stage
from domain.fields.field import Field as FormField
from domain.fields.field import listed, record, span, text
from domain.fields.sets import Labelled
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.attack_terms import about, attack_over, take_back
from domain.rulesets.century.chapters.items.grasping import held_weapons
from domain.rulesets.century.parts import Base, Key
from domain.rulesets.century.said import called_terms_said, silent_unless
from domain.rulesets.century.state import CalledTerms, Fight
from domain.rulesets.century.state.changes import change_attack
from domain.rulesets.century.tables import BASES
from domain.rulesets.century.vocabularies import YES_NO, labelled
from domain.rulesets.century.words import CalledEffect
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, all_named, named, possessive
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Label

GO_AHEAD, WITHDRAW = "go_on", "withdraw"


class CallingTerms(StrictModel):
    """The narrator's terms of a called shot (CE-CALLED-2)."""

    base: Base
    effect: CalledEffect = "damage"
    item: Key | None = Field(default=None, description="the item that a hit makes the target drop")
    ignores_armor: bool = False
    ignores_cover: bool = False
    reason: Text = ""


class SprayVerdict(StrictModel):
    """Why several targets may not be sprayed (CE-AUTO-9)."""

    refused: Text


class CalledTermsGiven(Event, frozen=True, kw_only=True):
    """The base of a called shot, and what a hit does (CE-CALLED-2)."""

    type: ClassVar[str] = "century.called_terms_given"
    words = "Terms of a called shot"
    told = Told(brief=AS_SAID)
    says = "The called shot has {terms}."
    example = {"attack": "attack-95", "terms": {"base": 0}}
    attack: str
    terms: Annotated[CalledTerms, Spoken(called_terms_said)]

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, called_terms=self.terms)


class SprayJudged(Event, frozen=True, kw_only=True):
    """Whether the narrator lets several targets be sprayed (CE-AUTO-9)."""

    type: ClassVar[str] = "century.spray_judged"
    words = "Spray decided"
    told = Told(brief=AS_SAID)
    says = "The narrator {approved} {combatant} spray[: {reason}]."
    example = {"attack": "attack-33", "combatant": "jonny", "approved": False, "reason": "?"}
    attack: str
    combatant: str
    approved: Annotated[bool, Spoken({True: "lets", False: "does not let"})]
    reason: Annotated[str, QUOTED] = ""


@stage("century.terms.ask_called", NoData)
def ask_called_terms(decision: Decision[Fight], nothing: NoData) -> None:
    """The narrator sets the base of a called shot and says what a hit does (CE-CALLED-2)."""
    attack = decision.state.attack
    if attack is not None and attack.called is not None:
        decision.ask(Question("called_terms", NARRATOR_ID, about(attack)), called_terms_given, nothing)


@reply("century.terms.called_given", NoData)
def called_terms_given(decision: Decision[Fight], nothing: NoData, answer: CallingTerms | None) -> None:
    """The base replaces that of the range, all other parts stay (CE-CALLED-2, CE-RUL-79)."""
    attack = decision.state.attack
    if attack is not None and answer is not None:
        given = CalledTerms(
            answer.base, answer.effect, answer.item, answer.ignores_armor, answer.ignores_cover, answer.reason
        )
        decision.cause = decision.record(CalledTermsGiven(attack=attack.id, terms=given))


def check_called_terms(fight: Fight, prompt: Prompt, answer: CallingTerms) -> None:
    """Refuse an item that the target does not hold, and one without the effect ``drop_item`` (CE-CALLED-3)."""
    attack = fight.attack
    if attack is None or attack.target is None:
        return
    target = fight.people[attack.target]
    held = tuple(dict.fromkeys(target.held.values()))
    if answer.effect == "drop_item":
        none = f"{target.name} holds nothing that could be dropped."
        said = f"{target.name} holds {', '.join(held)}; name that." if held else none
        require(answer.item in held, "CE-CALLED-3", said, field="answer.item")
    else:
        said = "Only drop_item names an item; leave it out."
        require(answer.item is None, "CE-CALLED-3", said, field="answer.item")


@stage("century.terms.ask_confirmation", NoData)
def ask_confirmation(decision: Decision[Fight], nothing: NoData) -> None:
    """Having heard the base, the attacker may withdraw (CE-CALLED-4)."""
    attack = decision.state.attack
    if attack is not None and attack.called_terms is not None:
        shown = {**about(attack), "base": attack.called_terms.base}
        decision.ask(Question("called_confirm", attack.attacker, shown), confirmed, nothing)


@reply("century.terms.confirmed", NoData)
def confirmed(decision: Decision[Fight], nothing: NoData, answer: str | None) -> None:
    """Take back an attack that its attacker withdraws; nothing is paid."""
    attack = decision.state.attack
    if attack is not None and answer == WITHDRAW:
        take_back(decision, attack, "withdrawn by its attacker")


def standing_confirmation(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return ``go_on``, unless the attacker wants to be asked (CE-CALLED-4)."""
    policy = fight.policy(owner, prompt.kind)
    return None if policy == ASK else policy or GO_AHEAD


@stage("century.terms.ask_spray", NoData)
def ask_spray(decision: Decision[Fight], nothing: NoData) -> None:
    """By option the narrator approves of a spray, or takes it back (CE-AUTO-9, CE-RUL-85)."""
    attack = decision.state.attack
    if attack is not None and attack.spray and decision.state.options.narrator_approves_spray:
        shown = {**about(attack), "targets": [one.target for one in attack.spray]}
        decision.ask(Question("spray_approval", NARRATOR_ID, {**shown}), spray_judged, nothing)


@reply("century.terms.spray_judged", NoData)
def spray_judged(decision: Decision[Fight], nothing: NoData, answer: SprayVerdict | str | None) -> None:
    """Record the verdict; a spray that is not approved is taken back without costs."""
    attack = decision.state.attack
    if attack is None or answer is None:
        return
    reason = answer.refused if isinstance(answer, SprayVerdict) else ""
    approved = answer == "yes"
    decision.cause = decision.record(
        SprayJudged(attack=attack.id, combatant=attack.attacker, approved=approved, reason=reason)
    )
    if not approved:
        take_back(decision, attack, "not approved")


def called_fields(fight: Fight, prompt: Prompt) -> tuple[FormField, ...]:
    """Return the terms of a called shot; what it makes fall is something that the target holds (CE-CALLED-3)."""
    attack = fight.attack
    target = None if attack is None or attack.target is None else fight.people[attack.target]
    held = () if target is None else labelled(held_weapons(target))
    effects = tuple([effect for effect in get_args(CalledEffect) if held or effect != "drop_item"])
    return (
        record(
            {
                "base": span(0, 100, required=True),
                "effect": listed(*[Labelled(one, Label(f"called_{one}")) for one in effects], default="damage"),
                "item": listed(*held, when={"effect": ("drop_item",)}, required=True),
                "ignores_armor": listed(*YES_NO, default=False),
                "ignores_cover": listed(*YES_NO, default=False),
                "reason": text(500, default=""),
            },
            phrase=(
                "A base of {base}; {effect}[: {item}][, ignoring armour{ignores_armor?}]"
                "[, ignoring cover{ignores_cover?}][: “{reason}”]"
            ),
        ),
    )


def plain_bases(fight: Fight, prompt: Prompt) -> tuple[Json, ...]:
    """Return the bases of the ranges, the best first, with nothing but damage on a hit (CE-CALLED-2)."""
    return tuple([{"base": base} for base in sorted({*BASES.values()}, reverse=True)])


def asks_called_terms(event: Prompted, names: Names) -> str:
    """Whose called shot it is, and at what."""
    shown = event.visible_about
    return f"has to say how hard {possessive(names, shown['attacker'])} called shot at “{shown['called']}” is"


def tells_called_terms(event: Answered, names: Names) -> str | None:
    """How hard it is."""
    match event.given:
        case {"base": base}:
            return f"gives the called shot a base of {base}"
    return None


CALLED_TERMS: PromptKind[Fight] = PromptKind(
    "called_terms",
    TypeAdapter(CallingTerms),
    check_called_terms,
    plain_bases,
    moot=attack_over,
    narrator_only=True,
    question="how hard the called shot is",
    words="Terms of a called shot",
    asks=asks_called_terms,
    tells=tells_called_terms,
    silent=always_silent,
    fields=called_fields,
)


def asks_confirmation(event: Prompted, names: Names) -> str:
    """How hard the shot is."""
    return f"has to say whether to go ahead with the called shot, at a base of {event.visible_about['base']}"


CALLED_CONFIRM: PromptKind[Fight] = PromptKind(
    "called_confirm",
    TypeAdapter(Literal["go_on", "withdraw"]),
    any_answer,
    lambda fight, prompt: ("go_on", "withdraw"),
    policy=standing_confirmation,
    moot=attack_over,
    policy_type=TypeAdapter(Literal["go_on"]),
    question="whether to go ahead with the called shot",
    words="Go-ahead for a called shot",
    asks=asks_confirmation,
    tells={
        GO_AHEAD: "goes ahead with the called shot",
        WITHDRAW: "thinks better of the called shot",
    },
    silent=silent_unless(GO_AHEAD),
)


def asks_approval(event: Prompted, names: Names) -> str:
    """Who sprays whom."""
    shown = event.visible_about
    return f"has to say whether {named(names, shown['attacker'])} may spray {all_named(names, shown['targets'])}"


def tells_approval(event: Answered, names: Names) -> str:
    """Whether it is allowed."""
    return "allows the spray" if event.given == "yes" else "does not allow the spray"


SPRAY_APPROVAL: PromptKind[Fight] = PromptKind(
    "spray_approval",
    TypeAdapter(SprayVerdict | Literal["yes"]),
    any_answer,
    moot=attack_over,
    narrator_only=True,
    question="whether the spray is allowed",
    words="Approval of a spray",
    asks=asks_approval,
    tells=tells_approval,
    silent=always_silent,
    fields=lambda fight, prompt: (
        listed("yes"),
        record({"refused": text(500, required=True)}, phrase="Refuse it: “{refused}”"),
    ),
)


CALLED_SHOTS: Chapter[Fight] = Chapter(
    events=(CalledTermsGiven, SprayJudged),
    prompts=(CALLED_TERMS, CALLED_CONFIRM, SPRAY_APPROVAL),
    stages=(ask_called_terms, called_terms_given, ask_confirmation, confirmed, ask_spray, spray_judged),
    labels={
        "answer.ignores_armor": "Ignores armour",
        "answer.ignores_cover": "Ignores cover",
        "answer.refused": "Why it is refused",
        "answer.withdraw": "Take it back",
        "answer.yes": "Allow it",
        "text.called_damage": "a hit does damage",
        "text.called_drop_item": "a hit makes an item fall",
        "text.called_none": "the narrator says what a hit does",
    },
)
