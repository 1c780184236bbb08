"""Matches: who is asked to meet a call, in which order, and how (YY-ATK-6 to YY-ATK-9, YY-PROM-1)."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.commands import Answering, CombatantId, Narrating, StrictModel, Text
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import ByClass, Occasion, PromptKind, always_silent
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import Field as FormField
from domain.fields.field import Lookup, among, listed, looked_up, record
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.combined.consent import _change
from domain.rulesets.yin_yang.chapters.decks.hands import costs_card, require_action, spend
from domain.rulesets.yin_yang.chapters.decks.open_hands import best_card
from domain.rulesets.yin_yang.chapters.exchanges.calls import STAKES
from domain.rulesets.yin_yang.chapters.exchanges.contributions import (
    attack_part,
    no_damage,
    plain_part,
    require_for_combat,
    with_stake,
)
from domain.rulesets.yin_yang.chapters.exchanges.policies import policy_of
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import standing, void, what_ends
from domain.rulesets.yin_yang.chapters.exchanges.targets import RefusalCheck
from domain.rulesets.yin_yang.chapters.vocabularies import (
    ABILITIES,
    ABILITIES_IN_COMBAT,
    CARD_PLAYED,
    USUAL_ABILITY,
    USUAL_STRIKE,
    WEAPONS_TO_STRIKE_BACK,
    asked_to,
    attacks_at_all,
    default_of,
    people,
    usual_weapon,
)
from domain.rulesets.yin_yang.parts import (
    ADDED,
    ATTRIBUTES_OF_TEST,
    CARDS_SAID,
    GOAL,
    PULLED_SAID,
    STAKE_SAID,
    STAKES_OF_ACT,
    STAKING,
    Matching,
    MatchingAnswer,
    WhileMatching,
)
from domain.rulesets.yin_yang.said import the_weapon
from domain.rulesets.yin_yang.state import Exchange, Fight, Match, Paid, Part, Person
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted, possessive
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Label, Variant, Words


class Keeping(StrictModel):
    """The policy of matching only while more actions than these are left (YY-PROM-11)."""

    keep: int = Field(ge=0, le=20)


class CounterAllowed(Event, frozen=True, kw_only=True):
    """Somebody else may match the open exchange too (YY-ATK-6)."""

    type: ClassVar[str] = "yin_yang.counter_allowed"
    words = "Another may match"
    told = Told(brief=AS_SAID)
    says = "The narrator lets {combatant} match the call too."
    example = {"combatant": "hei"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        if fight.exchange is not None:
            _change(fight, replace(fight.exchange, admitted=(*fight.exchange.admitted, self.combatant)))


class LetPassed(Event, frozen=True, kw_only=True):
    """Somebody who was asked does not match."""

    type: ClassVar[str] = "yin_yang.let_passed"
    words = "Call let pass"
    told = Told(brief="{combatant} | lets the call pass", unless=("yin_yang.call_matched", "yin_yang.call_voided"))
    says = "{combatant} lets the call pass."
    example = {"combatant": "hei"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        """Each is asked once in an exchange (YY-ATK-6)."""
        if fight.exchange is not None:
            _change(fight, replace(fight.exchange, asked=(*fight.exchange.asked, self.combatant)))


class CallMatched(Event, frozen=True, kw_only=True):
    """Somebody matches the call (YY-ATK-8): with what, for what stake."""

    type: ClassVar[str] = "yin_yang.call_matched"
    words = "Match"
    example = {
        "exchange": "exchange-535",
        "match": {
            "mode": "counter",
            "part": {"combatant": "bill", "attributes": ["will"], "stake": None},
            "paid": {"combatant": "bill", "hand": 1},
        },
    }
    exchange: str
    match: Annotated[Match, Spoken(said.means_of_match)]

    @property
    def matcher(self) -> str:
        return self.match.part.combatant

    @property
    def goal(self) -> Annotated[str, QUOTED]:
        return self.match.part.goal

    @property
    def paid(self) -> Annotated[tuple[Paid, ...], Spoken(said.price)]:
        return (self.match.paid,)

    @property
    def _deed(self) -> str:
        does = "counters with " if self.match.mode == "counter" else "strikes back"
        return f"{does}{{match}}{STAKES[self.match.part.stake]}"

    def says(self) -> str:
        return f"{{matcher}} {self._deed}."

    def brief(self) -> str:
        return f"{{matcher}} | {self._deed}{{paid}}"

    told = Told(brief=brief, source="match.part.combatant")

    def evolve(self, fight: Fight) -> None:
        if fight.exchange is not None:
            asked = (*fight.exchange.asked, self.match.part.combatant)
            _change(fight, replace(fight.exchange, match=self.match, asked=asked))


Meeting = Matching | str
"""How somebody meets a call, or ``let_pass``."""


class Asked(msgspec.Struct, frozen=True):
    """Whose answer is awaited."""

    combatant: str


@stage("yin_yang.matching.ask", NoData)
def ask_next(decision: Decision[Fight], nothing: NoData) -> None:
    """Ask the next who may match, until one does or nobody is left; then the cards are drawn (YY-ATK-10)."""
    exchange = standing(decision)
    if exchange is None:
        return
    for who in in_line(decision.state, exchange):
        if why_not(decision.state, exchange, who) is None:
            decision.ask(Question("match", who, about_call(exchange)), answered, Asked(who))
            return


def in_line(fight: Fight, exchange: Exchange) -> tuple[str, ...]:
    """All who may match, in the order in which they are asked (YY-ATK-6), whoever has been asked left out.

    The reading is that of YY-RUL-31.
    """
    line = [*exchange.against] if exchange.target is None else [exchange.target, *fight.people[exchange.target].guards]
    return tuple([who for who in dict.fromkeys([*line, *exchange.admitted]) if who not in exchange.asked])


def why_not(fight: Fight, exchange: Exchange, who: str) -> RefusalCheck | None:
    """Why somebody is not asked (YY-ATK-7), as a clause; None if it is."""
    person, name = fight.people[who], fight.people[who].name
    if who in exchange.parties:
        return RefusalCheck("YY-ATK-7", f"{name} makes the call, and does not match it")
    if not person.able or person.cancelled or person.actions < 1:
        return RefusalCheck("YY-ATK-7", f"{name} is not able to match, or has no action left")
    if person.locked_with is not None and not person.extra:
        return RefusalCheck("YY-ATK-7", f"{name} is locked in a Confrontation, and matches with extra actions alone")
    if who == exchange.target:
        return None
    if exchange.target is not None and fight.people[exchange.target].locked_with == exchange.caller:
        return RefusalCheck("YY-CONF-15", f"nobody comes between {fight.name_of(exchange.target)} and the adversary")
    if not fight.together(who, exchange.target or exchange.caller):
        return RefusalCheck("YY-ATK-7", f"{name} is in another sub-fight")
    return None


def about_call(exchange: Exchange) -> dict[str, Any]:
    """What whoever is asked learns of the call: all but the card that is played (YY-DECK-14)."""
    part = exchange.part
    told = {
        "exchange": exchange.id,
        "caller": exchange.caller,
        "call": exchange.kind,
        "target": exchange.target,
        "weapon": part.weapon,
        "stake": part.stake,
        "goal": part.goal,
    }
    return {key: value for key, value in told.items() if value}


def is_closed(fight: Fight, prompt: Prompt) -> str | None:
    """Why nobody needs to answer any more (YY-ATK-14, YY-COND-6, YY-COND-7)."""
    exchange = fight.exchange
    if exchange is None or exchange.id != prompt.about["exchange"]:
        return "the call is void"
    objection = why_not(fight, exchange, prompt.to)
    return what_ends(fight, exchange) or (None if objection is None else objection.why)


@reply("yin_yang.matching.answered", Asked)
def answered(decision: Decision[Fight], asked: Asked, answer: Meeting | None) -> None:
    """One who lets it pass, or cannot match any more, makes way for the next; the first who matches is the only one."""
    exchange = standing(decision)
    if exchange is None:
        return
    if isinstance(answer, Matching):
        meet(decision, exchange, asked.combatant, answer)
        return
    if answer is not None:
        decision.cause = decision.record(LetPassed(combatant=asked.combatant))
    decision.next(ask_next, NoData())


def meet(decision: Decision[Fight], exchange: Exchange, who: str, answer: Matching) -> None:
    """Somebody spends an action against the call (YY-ATK-8, YY-ORD-1 step 5).

    One is enough where several have called together (YY-COMB-9).
    """
    part = matching_part(decision.state.people[who], answer)
    paid = spend(decision, who, answer.hand_card)
    decision.cause = decision.record(CallMatched(exchange=exchange.id, match=Match(answer.mode, part, paid)))


def matching_part(person: Person, answer: Matching) -> Part:
    """What a match puts into the exchange; refuses what its mode does not go with."""
    return _attacking(person, answer) if answer.mode == "attack" else _countering(person, answer)


def _attacking(person: Person, answer: Matching) -> Part:
    """An attack of one's own, with one's own weapon and stake; it has the combat value (YY-ATK-1, YY-ATK-2).

    That players use abilities for combat alone (YY-SKILL-6) is said where it is known who speaks (``legality``).
    """
    if answer.attributes is not None:
        said = "Attributes are named for a counter; an attack has the combat value."
        refuse("YY-ATK-2", said, field="answer.attributes")
    return attack_part(
        person,
        answer.weapon,
        answer.ability,
        stake=answer.stake,
        goal=answer.goal,
        pull_punches=answer.pull_punches,
        bonus=answer.bonus,
        penalty=answer.penalty,
        hand_card=answer.hand_card,
        any_ability=True,
        field="answer",
    )


def _countering(person: Person, answer: Matching) -> Part:
    """A counter only foils the action, or wins an escape or a goal (YY-ATK-12)."""
    said = "A counter strikes nobody; leave the weapon out, or strike back."
    armed = answer.weapon is not None or answer.pull_punches
    require(not armed, "YY-ATK-8", said, field="answer.weapon")
    said = "A counter names the attributes that it is made on."
    require(answer.attributes, "YY-ATK-8", said, field="answer.attributes")
    part = plain_part(person, answer.attributes or (), answer.ability, field="answer")
    part = replace(part, bonus=answer.bonus, penalty=answer.penalty, hand_card=answer.hand_card)
    no_damage(answer.stake, "answer")
    if answer.stake is None:
        said = "Words of a goal need a goal as the stake."
        require(not answer.goal, "YY-ATK-12", said, field="answer.goal")
        return replace(part, stake=None)
    return with_stake(part, answer.stake, answer.goal, field="answer")


def check_matching(fight: Fight, prompt: Prompt, answer: Matching) -> None:
    """Refuse a match that cannot be paid, or that the sheet does not allow."""
    person = fight.people[prompt.to]
    require_action(fight, person, answer.hand_card, field="answer", spender=None)
    matching_part(person, answer)


def require_combat_ability(person: Person, answer: Json, field: str) -> None:
    """Refuse a match, or the policy of one, that attacks with an ability that is not for combat (YY-SKILL-6).

    An answer may not have been read yet, and be none at all; that is said where it is read.
    """
    given = {} if answer == "always" else answer
    if isinstance(given, dict) and given.get("mode", "attack") == "attack":
        default = None if person.default_attack is None else person.default_attack.ability
        named = given.get("ability") or default
        require_for_combat(person, named if isinstance(named, str) else None, field)


def standing_match(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy as an answer (YY-PROM-11): always, never, or only while actions are to spare.

    It strikes back with the default attack, from an open hand with the best card for it (YY-PROM-15).
    """
    policy, person = policy_of(fight, prompt, owner), fight.people[prompt.to]
    kept = policy.get("keep") if isinstance(policy, dict) else None
    if policy == "never" or (isinstance(kept, int) and person.actions <= kept):
        return "let_pass"
    if policy == "always" or kept is not None:
        if not costs_card(fight, person):
            return {"mode": "attack"}
        card = best_card(fight, person, attack_part(person, None, None, any_ability=True))
        return {"mode": "attack", **({} if card is None else {"hand_card": card})}
    return policy


def _admissible(view: View[Fight]) -> tuple[str, ...]:
    """Return whom the narrator may still admit to match the open exchange (YY-ATK-6)."""
    fight = view.state
    exchange = fight.exchange
    if exchange is None:
        return ()
    out = {*exchange.asked, *in_line(fight, exchange)}
    return tuple([who for who in fight.people if who not in out and why_not(fight, exchange, who) is None])


class AllowCounter(Narrating, WhileMatching):
    """Let another combatant match the open call too (YY-ATK-6)."""

    form = {"combatant": among(Vocabulary[Fight]("may still be admitted", _admissible))}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "bill"}
    words = Words("Let another combatant match", "Let {combatant} match the call", group="rulings")
    type: Literal["yin_yang.allow_counter"] = "yin_yang.allow_counter"
    combatant: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator admits somebody else to match the open exchange (YY-ATK-6)."""
        fight = decision.state
        exchange = waiting_exchange(fight, "YY-ATK-6")
        person = find_combatant(fight, self.combatant, "command.combatant")
        said = f"{person.name} has been asked already, or will be; each is asked once."
        again = person.id in exchange.asked or person.id in in_line(fight, exchange)
        require(not again, "YY-ATK-6", said, field="command.combatant")
        objection = why_not(fight, exchange, person.id)
        if objection is not None:
            refuse(objection.rule, f"Not to be admitted: {objection.why}.", field="command.combatant")
        decision.cause = decision.record(CounterAllowed(combatant=person.id))


class VetoAction(Narrating, WhileMatching):
    """Veto the call that waits for a match (YY-ATK-14). Its action is returned."""

    interrupts: ClassVar[bool] = True
    says = ("The narrator vetoes the call.",)
    example = {"reason": "the door is locked"}
    words = Words("Veto the call", "Veto the call[: “{reason}”]", group="rulings")
    told = Told(brief=AS_SAID)
    type: Literal["yin_yang.veto_action"] = "yin_yang.veto_action"
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator voids the call that waits for a match; what was paid is returned as it was paid (YY-ATK-14)."""
        void(decision, waiting_exchange(decision.state, "YY-ATK-14"), self.reason or "vetoed", returned=True)


def waiting_exchange(fight: Fight, rule: str) -> Exchange:
    """The exchange that waits for a match; refuses where none does."""
    asked = any(prompt.kind == "match" for prompt in fight.prompts)
    said = "No call waits for a match now; this is for while somebody is asked to match one."
    require(asked and fight.exchange is not None, rule, said)
    return fight.open_exchange


ASKED_TO_MATCH: Final = Vocabulary[Fight]("asked to match", lambda view: asked_to(view, "match"))
MAY_STRIKE_BACK: Final = Vocabulary[Fight](
    "may strike back",
    lambda view: tuple([one.id for one in people(view, view[ASKED_TO_MATCH]) if attacks_at_all(view, one)]),
)


class MatchCall(MatchingAnswer):
    """Spend an action to match the call, with an attack or with a counter (YY-ATK-8).

    Answers `match`.
    """

    variants = {
        "attack": {
            "actor": among(MAY_STRIKE_BACK),
            "mode": listed("attack", required=True),
            "pull_punches": listed(True, False, seldom=True),
            "weapon": looked_up(
                WEAPONS_TO_STRIKE_BACK,
                "actor",
                "pull_punches",
                required=True,
                default=Lookup(USUAL_STRIKE, ("actor", "pull_punches")),
            ),
            "ability": looked_up(
                ABILITIES_IN_COMBAT, "actor", required=True, default=Lookup(USUAL_ABILITY, ("actor",)), seldom=True
            ),
            "attributes": None,
            "hand_card": CARD_PLAYED,
            **STAKING,
            **ADDED,
        },
        "counter": {
            "actor": among(ASKED_TO_MATCH),
            "mode": listed("counter", required=True),
            "pull_punches": None,
            "weapon": None,
            "ability": looked_up(ABILITIES, "actor"),
            "attributes": ATTRIBUTES_OF_TEST.but(required=True),
            "stake": listed(*STAKES_OF_ACT, seldom=True),
            "goal": GOAL,
            "hand_card": CARD_PLAYED,
            **ADDED,
        },
    }
    answers_to = "match"
    says = ()
    example = {"actor": "bishop", "mode": "counter", "attributes": ["speed"], "ability": "Corporate Bodyguard"}
    words = Words(
        "Match the call",
        group="defend",
        prominence="main",
        costs="an action",
        variants={
            "attack": Variant(
                "Strike back",
                f"Strike back[ with {{weapon}}][ ({{ability}})]{PULLED_SAID}{STAKE_SAID}{CARDS_SAID}",
            ),
            "counter": Variant(
                "Counter",
                f"Counter with {{attributes}}[ ({{ability}})]{STAKE_SAID}{CARDS_SAID}",
            ),
        },
    )
    type: Literal["yin_yang.match"] = "yin_yang.match"

    def decide(self, decision: Decision[Fight]) -> None:
        """Spend an action against the call (YY-ATK-8)."""
        give_answer(decision, "match", self.actor, answer_fields(self, Matching))


class LetPass(Answering):
    """Let the call pass without a match, so that it is drawn for alone (YY-ATK-10).

    Answers `match`.
    """

    form = {"actor": among(ASKED_TO_MATCH)}
    answers_to = "match"
    says = ()
    example = {"actor": "bishop"}
    words = Words("Let it pass", group="defend", prominence="main")
    type: Literal["yin_yang.let_pass"] = "yin_yang.let_pass"

    def decide(self, decision: Decision[Fight]) -> None:
        """Let the call pass (YY-ATK-8)."""
        give_answer(decision, "match", self.actor, "let_pass")


CALLS: Final = {"attack": "attack", "act": "attempt"}
STANDING: Final = {
    "let_pass": "chooses to let it pass",
    "always": "matches every call",
    "never": "lets every call pass",
}
"""How answers of one word are told."""


def asks_match(event: Prompted, names: Names) -> str:
    """Whose call it is."""
    about = event.about
    return f"may match {possessive(names, about['caller'])} {CALLS[about['call']]} or let it pass"


def tells_match(event: Answered, names: Names) -> str | None:
    """How a call is matched."""
    match event.given:
        case {"keep": int(spare)}:
            return f"matches calls but keeps {counted(spare, 'action')} back"
        case {"mode": "counter"}:
            return "chooses to counter"
        case dict(answer):
            armed = f" with {the_weapon(names, str(answer['weapon']), event.to)}" if answer.get("weapon") else ""
            return f"chooses to strike back{armed}"
        case str(word):
            return STANDING.get(word)
    return None


def match_fields(fight: Fight, prompt: Prompt) -> Iterator[FormField]:
    """Yield the plain answers: to let the call pass, or to strike back with the default attack (YY-ATK-3).

    A combatant that plays a card of an open hand names it, and matches by the command.
    """
    yield among(("let_pass",))
    person = fight.people[prompt.to]
    if strikes_back_plainly(person) and not costs_card(fight, person):
        strike_back = Labelled("attack", Label("strike_back"))
        yield record({"mode": listed(strike_back, required=True)}, phrase="{mode}")


def strikes_back_plainly(person: Person) -> bool:
    """Whether somebody has a default attack, with an ability for combat (YY-ATK-3, YY-SKILL-6)."""
    known = person.abilities.get(default_of(person).ability or "")
    fit = known is None or known.combat
    return fit and usual_weapon(person, pulled=False) is not None


MATCH: PromptKind[Fight] = PromptKind(
    "match",
    TypeAdapter(Matching | Literal["let_pass"]),
    ByClass[Fight]({Matching: check_matching}),
    policy=standing_match,
    moot=is_closed,
    sealed=True,
    policy_type=TypeAdapter(Matching | Keeping | Literal["always", "never", "let_pass"]),
    policy_synonyms={"let_pass": "never"},
    question="whether to strike back, counter or let it pass",
    words="Call to match",
    asks=asks_match,
    tells=tells_match,
    silent=always_silent,
    fields=match_fields,
    occasion=Occasion(
        "YY-PROM-1", "of the target of a call, then of its guards and of those whom the narrator lets counter"
    ),
)


MATCHING: Chapter[Fight] = Chapter(
    commands=(AllowCounter, VetoAction, MatchCall, LetPass),
    events=(CounterAllowed, LetPassed, CallMatched),
    prompts=(MATCH,),
    stages=(ask_next, answered),
)
