"""A King's other gift: an attack more at once, or something worse (YY-KING-2 to YY-KING-9, YY-WALK)."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.commands import Answering, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import ByClass, Occasion, PromptKind, always_silent
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import Field as FormField
from domain.fields.field import among, listed, looked_up, record
from domain.fields.sets import AnyText, Without, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.decks import settle_decks
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade, called_shot_of, open_call
from domain.rulesets.yin_yang.chapters.exchanges.contributions import attack_part, strikes_with
from domain.rulesets.yin_yang.chapters.exchanges.policies import policy_of
from domain.rulesets.yin_yang.chapters.exchanges.stakes import winning_attack
from domain.rulesets.yin_yang.chapters.exchanges.targets import RefusalCheck, is_closed
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import Decided, victim_of
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet
from domain.rulesets.yin_yang.chapters.turns.movement import reaches
from domain.rulesets.yin_yang.chapters.vocabularies import asked_to
from domain.rulesets.yin_yang.parts import (
    AIM_SAID,
    CALLED_SHOT,
    PULLED_SAID,
    SAID,
    STAKE_SAID,
    STAKING,
    Condition,
    Following,
    Said,
)
from domain.rulesets.yin_yang.said import either
from domain.rulesets.yin_yang.state import Fight, FollowUp, Part
from domain.rulesets.yin_yang.words import WHY_LOST, WITH_RULES, TestAttribute
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, named, possessive
from domain.text.sentences import AS_WRITTEN, QUOTED, Spoken, SpokenOf
from domain.text.words import Words


class Adverse(StrictModel):
    """What a King does in place of a follow-up (YY-KING-9)."""

    adverse: Said
    condition: Condition = Field(default="", description="a condition that the adversary gets, in words")


NO_FOLLOW_UP: Final = {
    "out_of_action": "the adversary is out of the fight",
    "locked": "the adversary is locked in a Confrontation",
}
"""Why a follow-up finds nobody."""


class ExchangeEnded(Event, frozen=True, kw_only=True):
    """The last consequence of an exchange is done."""

    type: ClassVar[str] = "yin_yang.exchange_ended"
    words = "Exchange ended"
    says = ""  # its consequences are told
    example = {"exchange": "exchange-15"}
    exchange: str

    def evolve(self, fight: Fight) -> None:
        fight.exchange = None


class FollowUpEarned(Event, frozen=True, kw_only=True):
    """A King earned an attack more (YY-KING-2); it waits for its drawer."""

    type: ClassVar[str] = "yin_yang.follow_up_earned"
    words = "Follow-up earned"
    told = Told(
        brief="{combatant's} King earns another attack on {adversary}",
        unless=("yin_yang.fell_out",),
        target="adversary",
    )
    says = "{combatant's} King earns another attack on {adversary}, with {weapon}[ and {ability}]."
    example = {
        "combatant": "hei",
        "adversary": "rat",
        "weapon": "axe",
        "ability": "Tribal Warrior",
        "attributes": ["combat_value"],
        "pulled": True,
    }
    combatant: str
    adversary: str
    weapon: Annotated[str, SpokenOf(said.own_weapon)]
    ability: Annotated[str | None, AS_WRITTEN] = None
    attributes: tuple[TestAttribute, ...] = ("combat_value",)
    pulled: bool = False

    def evolve(self, fight: Fight) -> None:
        fight.follow_up = FollowUp(
            self.combatant, self.adversary, self.weapon, self.ability, self.attributes, self.pulled
        )


class FollowUpLost(Event, frozen=True, kw_only=True):
    """A follow-up comes to nothing (YY-KING-8), is declined or is taken (``reason``)."""

    type: ClassVar[str] = "yin_yang.follow_up_lost"
    words = "Follow-up lost"
    example = {"combatant": "hei", "reason": "declined"}
    combatant: str
    reason: Annotated[str, Spoken(NO_FOLLOW_UP)]

    def says(self) -> str:
        if self.reason == "declined":
            return "{combatant} does not attack once more."
        why = "{combatant:they is} out of the fight" if self.reason == "drawer_out" else "{reason}"
        return f"{{combatant}} cannot attack once more: {why}."

    def brief(self) -> str:
        """Tell what is declined; the other reasons have just been told."""
        return AS_SAID if self.reason == "declined" else ""

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.follow_up = None


class AdverseEffect(Event, frozen=True, kw_only=True):
    """A King has an adverse effect in place of another attack (YY-KING-9), in the narrator's words."""

    type: ClassVar[str] = "yin_yang.adverse_effect"
    words = "Adverse effect"
    told = Told(brief=AS_SAID)
    says = "{combatant's} King has an adverse effect on {victim}: {text}."
    example = {"combatant": "thug", "victim": "knight", "text": "slip past"}
    combatant: str
    victim: str
    text: Annotated[str, QUOTED]


FollowUpAnswer = Following | str
"""At whom the follow-up goes, or ``decline``."""


class Earned(msgspec.Struct, frozen=True):
    """A follow-up that a King has earned."""

    follow_up: FollowUp


@stage("yin_yang.follow_ups.king", Decided)
def king(decision: Decision[Fight], decided: Decided) -> None:
    """A King kept in a winning attack earns a follow-up; or the narrator chooses something worse (YY-KING-9).

    A White Joker earns none (YY-JOKER-4). The reading is that of YY-RUL-34.
    """
    if decided.grade_of(decided.winner) != "king":
        return
    exchange = decision.state.open_exchange
    part, adversary = winning_attack(exchange, decided), victim_of(exchange, decided.winner)
    if part is None or adversary is None:
        return
    follow_up = FollowUp(part.combatant, adversary, part.weapon or "", part.ability, part.attributes, part.pull_punches)
    if decision.state.options.king_effect == "ask":
        about = {"exchange": exchange.id, "combatant": part.combatant, "adversary": adversary}
        decision.ask(Question("king_effect", NARRATOR_ID, about), king_judged, Earned(follow_up))
    else:
        earn(decision, follow_up)


@reply("yin_yang.follow_ups.king_judged", Earned)
def king_judged(decision: Decision[Fight], earned: Earned, answer: Adverse | str) -> None:
    """The follow-up, or an adverse effect in its place, with a condition of words where the narrator names one."""
    who, victim = earned.follow_up.drawer, earned.follow_up.adversary
    if not isinstance(answer, Adverse):
        earn(decision, earned.follow_up)
        return
    decision.cause = decision.record(AdverseEffect(combatant=who, victim=victim, text=answer.adverse))
    if answer.condition:
        decision.record(ConditionSet(combatant=victim, condition=answer.condition, on=True, text=answer.adverse))


def earn(decision: Decision[Fight], follow_up: FollowUp) -> None:
    """The follow-up waits for its drawer; it is lost at once where it finds nobody to go at (YY-KING-8)."""
    earned = FollowUpEarned(
        combatant=follow_up.drawer,
        adversary=follow_up.adversary,
        weapon=follow_up.weapon,
        ability=follow_up.ability,
        attributes=follow_up.attributes,
        pulled=follow_up.pulled,
    )
    decision.cause = decision.record(earned)
    reason = what_loses(decision.state, follow_up)
    if reason is not None:
        decision.record(FollowUpLost(combatant=follow_up.drawer, reason=reason))


@stage("yin_yang.follow_ups.end", Decided)
def end(decision: Decision[Fight], decided: Decided) -> None:
    """The exchange is over; a follow-up that was earned comes at once, before anybody may call (YY-KING-3)."""
    decision.cause = decision.record(ExchangeEnded(exchange=decision.state.open_exchange.id))
    settle_decks(decision)
    waiting = decision.state.follow_up
    if waiting is not None:
        about = {
            "adversary": waiting.adversary,
            "weapon": waiting.weapon,
            "targets": targets_of(decision.state, waiting),
        }
        decision.ask(Question("follow_up", waiting.drawer, about), followed, NoData())


@reply("yin_yang.follow_ups.followed", NoData)
def followed(decision: Decision[Fight], nothing: NoData, answer: FollowUpAnswer | None) -> None:
    """The follow-up is an attack that costs nothing (YY-KING-3, YY-KING-4, YY-RUL-33), or it is let go.

    It is matched like any other (YY-KING-6), and with a King it earns one more (YY-KING-7).
    """
    follow_up = decision.state.follow_up
    if follow_up is None:
        return
    if not isinstance(answer, Following):
        reason = what_loses(decision.state, follow_up) or "declined"
        decision.cause = decision.record(FollowUpLost(combatant=follow_up.drawer, reason=reason))
        return
    part, shot = following_part(decision.state, follow_up, answer), called_shot_of(answer.called_shot)
    open_call(
        decision,
        CallMade(exchange="", kind="attack", part=part, target=answer.target, called_shot=shot, follow_up=True),
        {},
    )


def what_loses(fight: Fight, follow_up: FollowUp) -> str | None:
    """Why a follow-up is lost (YY-KING-8): its drawer is out of action, or it finds nobody; None if it is not.

    One that walks fire survives a fallen adversary (YY-WALK-2). The reading is that of YY-RUL-73.
    """
    if not fight.people[follow_up.drawer].able:
        return "drawer_out"
    if targets_of(fight, follow_up):
        return None
    return "locked" if fight.people[follow_up.adversary].able else "out_of_action"


def targets_of(fight: Fight, follow_up: FollowUp) -> list[str]:
    """Whom a follow-up may go at: the same adversary first, then others in the order of joining (YY-PROM-15).

    It is asked anew for every King (YY-WALK-3).
    """
    others = [who for who in fight.people if why_not_at(fight, follow_up, who) is None and who != follow_up.adversary]
    same = [follow_up.adversary] if why_not_at(fight, follow_up, follow_up.adversary) is None else []
    return [*same, *others]


def why_not_at(fight: Fight, follow_up: FollowUp, target: str) -> RefusalCheck | None:
    """Why a follow-up may not go at somebody, as a sentence; None if it may."""
    person, drawer = fight.people[target], fight.people[follow_up.drawer]
    adversary, weapon = fight.name_of(follow_up.adversary), strikes_with(drawer, _same(follow_up))
    if target == follow_up.adversary:
        if not reaches(fight, drawer.id, target, weapon):
            rule = "YY-MOVE-3" if fight.together(drawer.id, target) else "YY-ATK-4"
            return RefusalCheck(rule, f"Fists do not reach {person.name} from here; strike with the weapon.")
    else:
        if "multiple" not in weapon.edges:  # YY-WPN-15
            return RefusalCheck("YY-KING-5", f"The follow-up goes at {adversary}; only Multiple weapons walk fire.")
        if fight.friends(drawer.id, target):  # YY-RUL-62
            return RefusalCheck("YY-WALK-1", f"{person.name} is of {drawer.name}'s own side; walk fire at an opponent.")
        if not fight.together(drawer.id, target) or not reaches(fight, drawer.id, target, weapon):
            return RefusalCheck("YY-WALK-1", f"{person.name} is too far away to walk fire at; name an opponent nearby.")
    if not person.able:
        out = "has left the fight" if person.alive and person.gone else "is out of action"
        return RefusalCheck("YY-KING-8", f"{person.name} {out}; a follow-up needs an adversary who acts.")
    if is_closed(person, drawer.id):
        said = f"{person.name} is locked in a Confrontation with somebody else; attack another, or let it go."
        return RefusalCheck("YY-KING-8", said)
    return None


def _same(follow_up: FollowUp) -> Part:
    """The attack that earned the follow-up, as far as it goes on: weapon, ability, punches pulled or not."""
    return Part(
        follow_up.drawer,
        follow_up.attributes,
        follow_up.ability,
        follow_up.weapon,
        pull_punches=follow_up.pulled,
    )


def following_part(fight: Fight, follow_up: FollowUp, answer: Following) -> Part:
    """The same weapon and ability, with a stake of its own (YY-KING-4)."""
    return attack_part(
        fight.people[follow_up.drawer],
        follow_up.weapon,
        follow_up.ability,
        attributes=follow_up.attributes,
        stake=answer.stake,
        goal=answer.goal,
        pull_punches=answer.pull_punches,
        any_ability=True,
        field="answer",
    )


def check_following(fight: Fight, prompt: Prompt, answer: Following) -> None:
    """Refuse a target that is none, and words of a goal without that stake."""
    follow_up = fight.follow_up
    if follow_up is None:
        return
    find_combatant(fight, answer.target, "answer.target")
    objection = why_not_at(fight, replace(follow_up, pulled=follow_up.pulled or answer.pull_punches), answer.target)
    if objection is not None:
        refuse(objection.rule, objection.why, field="answer.target")
    following_part(fight, follow_up, answer)


def check_king_effect(fight: Fight, prompt: Prompt, answer: Adverse | str) -> None:
    """An adverse effect is told in words; conditions that have rules are no such thing (YY-NARR-3)."""
    ruled = isinstance(answer, Adverse) and answer.condition in WITH_RULES
    said = f"The conditions {' and '.join(WITH_RULES)} have rules of their own; name one that is narrated."
    require(not ruled, "YY-NARR-3", said, field="answer.condition")


def standing_follow_up(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy as an answer (YY-PROM-11): always goes at the first who may be gone at (YY-PROM-15)."""
    policy = policy_of(fight, prompt, owner)
    if policy == "always":
        return {"target": prompt.about["targets"][0]}
    return "decline" if policy == "never" else policy


def is_lost(fight: Fight, prompt: Prompt) -> str | None:
    """Why nobody follows up any more (YY-KING-8)."""
    if fight.follow_up is None:
        return "the follow-up is lost"
    reason = what_loses(fight, fight.follow_up)
    return None if reason is None else WHY_LOST[reason]


ASKED_TO_FOLLOW: Final = Vocabulary[Fight]("asked to follow up", lambda view: asked_to(view, "follow_up"))


def _followed(view: View[Fight]) -> dict[str, Any]:
    """Return whom the follow-up may go at, by whether punches are pulled."""
    follow_up = view.state.follow_up
    if follow_up is None:
        return {}
    pulls = (True,) if follow_up.pulled else (False, True)
    found = {pull: tuple(targets_of(view.state, replace(follow_up, pulled=pull))) for pull in pulls}
    if follow_up.pulled:
        found[False] = found[True]
    return {key_of(pull): targets for pull, targets in found.items() if targets}


FOLLOWED: Final = Vocabulary[Fight]("targets of the follow-up", _followed)


class Follow(Answering, Following):
    """Make the follow-up attack that a King has earned, which costs no action (YY-KING-3).

    Answers `follow_up`.
    """

    form = {
        "actor": among(ASKED_TO_FOLLOW),
        "pull_punches": among(
            Vocabulary[Fight](
                "pulling punches again",
                lambda view: tuple([pull for pull in (True, False) if key_of(pull) in view[FOLLOWED]]),
            ),
            required=True,
            seldom=True,
        ),
        "target": looked_up(FOLLOWED, "pull_punches"),
        **STAKING,
        "called_shot": CALLED_SHOT,
    }
    answers_to = "follow_up"
    says = ()
    example = {"actor": "bishop", "target": "da_hook"}
    words = Words(
        "Attack once more",
        f"Attack {{target}} once more[ with bare hands{{pull_punches?}}]{PULLED_SAID}{AIM_SAID}{STAKE_SAID}",
        group="attack",
        prominence="main",
    )
    type: Literal["yin_yang.follow_up"] = "yin_yang.follow_up"

    def decide(self, decision: Decision[Fight]) -> None:
        """Strike once more with a King (YY-KING-3)."""
        give_answer(decision, "follow_up", self.actor, answer_fields(self, Following))


class Decline(Answering):
    """Give up the follow-up attack that a King has earned (YY-KING-3).

    Answers `follow_up`.
    """

    form = {"actor": among(ASKED_TO_FOLLOW)}
    answers_to = "follow_up"
    says = ()
    example = {"actor": "bishop"}
    words = Words("Do not attack once more", group="attack", prominence="main")
    type: Literal["yin_yang.decline"] = "yin_yang.decline"

    def decide(self, decision: Decision[Fight]) -> None:
        """Let a King's follow-up go (YY-KING-3)."""
        give_answer(decision, "follow_up", self.actor, "decline")


def asks_follow_up(event: Prompted, names: Names) -> str:
    """Who may be attacked."""
    return f"may attack {either(names, event.about['targets'])} once more"


def tells_follow_up(event: Answered, names: Names) -> str | None:
    """At whom there is another attack."""
    answer = event.given
    if isinstance(answer, dict):
        return f"chooses to attack {named(names, str(answer['target']))} once more"
    return STANDING.get(str(answer))


def asks_king(event: Prompted, names: Names) -> str:
    """Whose King it is, and whom it strikes."""
    king = f"{possessive(names, event.about['combatant'])} King"
    return f"has to say what {king} does to {named(names, event.about['adversary'])}"


def tells_king(event: Answered, names: Names) -> str:
    """What the King does."""
    answer = event.given
    said = f"says what the King does: “{answer['adverse']}”" if isinstance(answer, dict) else ""
    return said or "lets the King bring another attack"


STANDING: Final = {
    "always": "attacks once more with every King",
    "never": "never attacks once more with a King",
    "decline": "chooses not to attack once more",
}
"""How answers of one word are told."""


def follow_up_fields(fight: Fight, prompt: Prompt) -> Iterator[FormField]:
    """Yield the plain answers: to let the follow-up go, or at whom it goes (YY-PROM-15)."""
    yield among(("decline",))
    if fight.follow_up is not None:
        targets = tuple(targets_of(fight, fight.follow_up))
        yield record({"target": among(targets, required=True)}, phrase="Attack {target} once more")


FOLLOW_UP: PromptKind[Fight] = PromptKind(
    "follow_up",
    TypeAdapter(Following | Literal["decline"]),
    ByClass[Fight]({Following: check_following}),
    policy=standing_follow_up,
    moot=is_lost,
    policy_type=TypeAdapter(Literal["always", "never", "decline"]),
    policy_synonyms={"decline": "never"},
    question="whether to attack once more",
    words="Follow-up attack",
    asks=asks_follow_up,
    tells=tells_follow_up,
    silent=always_silent,
    fields=follow_up_fields,
    occasion=Occasion("YY-PROM-2", "when a King wins an attack"),
    deed=True,
)


KING_EFFECT: PromptKind[Fight] = PromptKind(
    "king_effect",
    TypeAdapter(Adverse | Literal["follow_up"]),
    check_king_effect,
    policy_type=TypeAdapter(Literal["follow_up"]),
    narrator_only=True,
    question="what the King does",
    words="Effect of a King",
    asks=asks_king,
    tells=tells_king,
    silent=always_silent,
    fields=lambda fight, prompt: (
        listed("follow_up"),
        record(
            {
                "adverse": SAID.but(required=True),
                "condition": among(Without(AnyText(80), WITH_RULES), required=False, default=""),
            },
            phrase="Adverse effect: {adverse}[, with the condition {condition}]",
        ),
    ),
)


FOLLOW_UPS: Chapter[Fight] = Chapter(
    commands=(Follow, Decline),
    events=(ExchangeEnded, FollowUpEarned, FollowUpLost, AdverseEffect),
    prompts=(FOLLOW_UP, KING_EFFECT),
    stages=(king, king_judged, end, followed),
)
