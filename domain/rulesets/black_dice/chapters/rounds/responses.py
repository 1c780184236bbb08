"""Responses: how those who are attacked meet it, and the agenda that follows (BD-WHO-6 to BD-WHO-8, BD-RNG).

One prompt for each target lists all its attackers whom the declarations have not settled already. The prompts open
together; once all are answered the agenda is fixed (BD-ROUND-4).
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, TypeAdapter

from domain.core.commands import Answering, CombatantId, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import Occasion, PromptKind, policy_answer, silent_unless_sent
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import Few, Lookup, among, listed, looked_up, record
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.cover import is_shielded
from domain.rulesets.black_dice.chapters.dice.pools import check_training
from domain.rulesets.black_dice.chapters.objections import own_weapon
from domain.rulesets.black_dice.chapters.rounds.opponents import (
    DEEDS_TO_RESOLVE,
    STRIKES_BACK,
    Attack,
    attacks_on,
    divisors_of,
    exchanges_of_round,
)
from domain.rulesets.black_dice.chapters.rounds.replies import (
    attackers_of,
    may_dodge_fully,
    open_attacks,
    plain_responses,
    replies_with,
    room,
    usable_weapons,
    ways,
)
from domain.rulesets.black_dice.chapters.vocabularies import listed_weapons
from domain.rulesets.black_dice.parts import Key
from domain.rulesets.black_dice.said import (
    DEEDS,
    Who,
    divided,
    in_turn,
    meeting,
    met,
    named,
)
from domain.rulesets.black_dice.state import Declaration, Exchange, Fight, Item, Person, Reply
from domain.rulesets.black_dice.words import Deed, ReplyKind
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, owning
from domain.text.phrases import listed as enumerated
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Variant, Words


class ReplyTo(StrictModel):
    """How a target meets one attacker (BD-WHO-7)."""

    attacker: CombatantId
    does: ReplyKind
    weapon: Key | None = None


class Replies(StrictModel):
    """An answer to `response`: one reply for each attacker; a full dodge meets them all."""

    replies: tuple[ReplyTo, ...] = Field(min_length=1, max_length=50)


class DeclarationsClosed(Event, frozen=True, kw_only=True):
    """All have declared; those who are attacked respond (BD-WHO-7)."""

    type: ClassVar[str] = "black_dice.declarations_closed"
    words = "Declarations closed"
    told = Told(line="responses", opens=("phase", "responses"))
    says = "Everyone has declared."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "respond"


class Responded(Event, frozen=True, kw_only=True):
    """How a target meets each of its attackers, by attacker (BD-WHO-7); ``gives_up`` a declared deed (BD-WHO-8)."""

    type: ClassVar[str] = "black_dice.responded"
    words = "Response"
    told = Told(brief=AS_SAID)
    says = "{combatant} {replies}[, and does not {gives_up} after all]."
    example = {
        "combatant": "tinker",
        "replies": {
            "tough": {"does": "attack_back", "weapon": "sledgehammer"},
            "brass_tom": {"does": "attack_back", "weapon": "sledgehammer"},
        },
        "gives_up": "ready",
    }
    combatant: Who
    replies: Annotated[dict[str, Reply], Spoken(met)]
    gives_up: Annotated[Deed, Spoken(DEEDS)] | None = None

    def evolve(self, fight: Fight) -> None:
        fight.replies = {**fight.replies, self.combatant: self.replies}
        if self.gives_up is not None:
            fight.declarations = {**fight.declarations, self.combatant: Declaration("wait")}


class AgendaSet(Event, frozen=True, kw_only=True):
    """Who fights whom, and what is to be resolved in which order (BD-ROUND-4).

    ``divisors`` divide the attacks of each, ``dodge_divisors`` its dodges of missiles (BD-WHO-4, BD-RNG-4).
    """

    type: ClassVar[str] = "black_dice.agenda_set"
    words = "Deeds in order"
    told = Told(opens=("phase", "deeds"))
    example = {
        "exchanges": [
            {
                "id": "exchange-94-1",
                "at": "brass_tom",
                "parts": [
                    {"combatant": "kestrel", "does": "attack", "weapon": "fists"},
                    {"combatant": "brass_tom", "does": "attack", "weapon": "iron_fists", "declared": True},
                ],
            }
        ],
        "agenda": [
            {"combatant": "brass_tom", "deed": "attack", "exchange": "exchange-94-1"},
            {"combatant": "pryce", "deed": "act"},
        ],
    }
    exchanges: tuple[Exchange, ...]
    agenda: Annotated[tuple[Item, ...], SpokenOf(in_turn)]
    divisors: Annotated[dict[str, int], SpokenOf(divided)] = {}
    dodge_divisors: dict[str, int] = {}

    def says(self) -> str:
        if not self.agenda:
            return "There is nothing to resolve in this round."
        dice = any(by > 1 for by in (*self.divisors.values(), *self.dodge_divisors.values()))
        return "Up next: {agenda}; {divisors}." if dice else "Up next: {agenda}."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "resolve"
        fight.exchanges = {exchange.id: exchange for exchange in self.exchanges}
        fight.agenda = self.agenda
        fight.divisors = self.divisors
        fight.dodge_divisors = self.dodge_divisors


@stage("black_dice.responses.ask", NoData)
def ask_responses(decision: Decision[Fight], nothing: NoData) -> None:
    """All have declared: those who are attacked say how they meet it, all at once (BD-WHO-7)."""
    decision.cause = decision.record(DeclarationsClosed())
    fight = decision.state
    questions = tuple(
        [
            Question("response", person, {"attackers": by})
            for person in fight.order
            if (by := attackers_of(fight, fight.people[person]))
        ]
    )
    if questions:
        decision.ask_all(questions, all_in, nothing)
    else:
        all_in.run(decision, nothing, ())


@reply("black_dice.responses.all_in", NoData)
def all_in(decision: Decision[Fight], nothing: NoData, given: tuple[PromptResult, ...]) -> None:
    """All responses are in: who fights whom, and in which order it is resolved (BD-ROUND-4, BD-WHO-5)."""
    fight = decision.state
    exchanges, agenda = exchanges_of_round(fight, decision.next_lineage_version)
    attacks, dodges = divisors_of(fight, exchanges, agenda)
    decision.record(AgendaSet(exchanges=exchanges, agenda=agenda, divisors=attacks, dodge_divisors=dodges))


def check_response(fight: Fight, prompt: Prompt, answer: Replies) -> None:
    """Refuse replies that do not meet each attacker once, in a way that is open to the target."""
    person = fight.people[prompt.to]
    if any(reply.does == "full_dodge" for reply in answer.replies):
        check_full_dodge(fight, person, answer)
    attacks = {attack.attacker.id: attack for attack in attacks_on(fight, person.id)}
    met = [reply.attacker for reply in answer.replies]
    wanted = prompt.about["attackers"]
    full = answer.replies[0].does == "full_dodge"
    if not set(met) <= set(wanted) or len(set(met)) != len(met) or (len(met) < len(wanted) and not full):
        detail = f"{person.name} has to meet each of these once: {', '.join(wanted)}."
        refuse("BD-WHO-7", detail, field="answer.replies")
    for number, one in enumerate(answer.replies):
        check_reply(fight, attacks[one.attacker], one, f"answer.replies[{number}]")
    striking = len([reply for reply in answer.replies if reply.does in STRIKES_BACK])
    left = room(fight, person)
    said = f"{person.name} may attack {person.attack_limit} in a round: {left} left, {striking} named."
    require(striking <= left, "BD-WHO-5", said, field="answer.replies")


def check_full_dodge(fight: Fight, person: Person, answer: Replies) -> None:
    """A full dodge meets all attackers, and goes with nothing else (BD-WHO-7, BD-WHO-8)."""
    stays = fight.declarations[person.id].deed != "disengage"
    said = f"{person.name} has disengaged, which cannot be given up for a full dodge."
    require(stays, "BD-WHO-8", said, field="answer.replies")
    said = f"{person.name} has declared an attack and cannot dodge fully."
    require(may_dodge_fully(fight, person), "BD-WHO-7", said, field="answer.replies")
    alone = all(reply.does == "full_dodge" for reply in answer.replies)
    require(alone, "BD-WHO-7", "A full dodge answers all attackers at once.", field="answer.replies")


BUSY: Final = frozenset({"full_dodge", *STRIKES_BACK})
"""The replies for which a deed is given up (BD-WHO-8)."""
WAYS: Mapping[ReplyKind, str] = {
    "attack_back": "strike back",
    "hit_back": "hit back",
    "dodge": "dodge",
    "full_dodge": "do nothing but dodge",
    "easy_target": "be an easy target",
}
"""What a target may do about an attack, in words."""
NOT_OPEN: Mapping[ReplyKind, tuple[str, str]] = {
    "attack_back": ("BD-RNG-1", "a missile is dodged"),
    "hit_back": ("BD-RNG-9", "only a shot from less than five feet away is hit back at"),
    "dodge": ("BD-WHO-7", "only missiles are dodged one by one"),
}
"""The rule by which a reply is not open to a target, and why."""


def check_reply(fight: Fight, attack: Attack, reply: ReplyTo, field: str) -> None:
    """Refuse a way that is not open, and a weapon against an attacker in total cover (BD-COVER-7)."""
    attacker, target = attack.attacker, attack.target
    open_ways = ways(fight, attack)
    if reply.does != "full_dodge" and reply.does not in open_ways:
        rule, why = NOT_OPEN[reply.does]
        said = f"{target.name} can {' or '.join([WAYS[way] for way in open_ways])}: {why}."
        refuse(rule, said, field=f"{field}.does")
    if reply.does not in STRIKES_BACK:
        said = "Only a reply that strikes back names a weapon."
        require(reply.weapon is None, "BD-WHO-7", said, field=f"{field}.weapon")
        return
    if reply.weapon is None:
        detail = f"{target.name} needs a weapon to strike back at {attacker.name}."
        refuse(None, detail, code="invalid", field=f"{field}.weapon")
    weapon = own_weapon(target, reply.weapon, f"{field}.weapon")
    check_training(fight, target, weapon.skill)
    hidden = is_shielded(attacker, target.id)
    said = f"{attacker.name} is wholly behind cover, and {target.name} cannot strike back there."
    require(not hidden, "BD-COVER-7", said, field=f"{field}.does")


def respond(decision: Decision[Fight], prompt: Prompt, answer: Replies) -> None:
    """Write down how a target meets its attackers, and the deed that it gives up for it (BD-WHO-8)."""
    deed = decision.state.declarations[prompt.to].deed
    does = {reply.does for reply in answer.replies}
    if "full_dodge" in does:
        replies = {attacker: Reply("full_dodge") for attacker in prompt.about["attackers"]}
    else:
        replies = {reply.attacker: Reply(reply.does, reply.weapon) for reply in answer.replies}
    busy = does & BUSY
    gives_up = deed if deed in DEEDS_TO_RESOLVE and busy else None
    decision.record(Responded(combatant=prompt.to, replies=replies, gives_up=gives_up))


def standing_response(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy of a target as replies (BD-SKILL-14)."""
    policy = policy_answer(fight, prompt, owner)
    if not isinstance(policy, str):
        return policy
    person = fight.people[prompt.to]
    weapons = usable_weapons(fight, person)
    return replies_with(fight, open_attacks(fight, person), policy, weapons[0] if weapons else None)


def only_response(fight: Fight, prompt: Prompt) -> Json:
    """The one answer that is possible: to be an easy target for all (BD-WHO-7).

    Where a secret sheet leaves no more, its players are asked all the same, since the asking would tell.
    """
    if prompt.to in fight.secret_sheets:
        return None
    forms = list(plain_responses(fight, prompt))
    return forms[0] if len(forms) == 1 else None


# The replies that are open, as lookups


def _asked(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    """The attackers whom each has to meet, of those who are asked."""
    wanted = {prompt.to: tuple(prompt.about["attackers"]) for prompt in view.state.prompts if prompt.kind == "response"}
    return {who: wanted[who] for who in view.asked("response")}


def _open_ways(view: View[Fight]) -> Node:
    """How each attacker may be met: struck back at with an attack left, if it is not behind cover (BD-COVER-7)."""
    fight = view.state
    found: dict[str, Node] = {}
    for who, wanted in view[ATTACKERS].items():
        person = fight.people[who]
        strikes = room(fight, person) > 0 and bool(usable_weapons(fight, person))
        attacks = {attack.attacker.id: attack for attack in attacks_on(fight, who)}
        found[who] = {
            attacker: tuple(
                [
                    way
                    for way in ways(fight, attacks[attacker])
                    if way not in STRIKES_BACK or (strikes and not is_shielded(attacks[attacker].attacker, who))
                ]
            )
            for attacker in wanted
        }
    return found


def _of_the_asked(name: str, values: Callable[[Fight, Person, int], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup of what each has who is asked, by the number of its attackers; None leaves it out."""

    def of(view: View[Fight]) -> Node:
        people = view.state.people
        found = ((who, values(view.state, people[who], len(by))) for who, by in view[ATTACKERS].items())
        return {who: node for who, node in found if node is not None}

    return Vocabulary(name, of)


ATTACKERS: Final = Vocabulary[Fight]("attackers to meet", _asked)
WAYS_TO_MEET: Final = Vocabulary[Fight]("ways to meet each attacker", _open_ways)
NUMBER_TO_MEET: Final = _of_the_asked("number of attackers to meet", lambda fight, person, count: Span(count, count))
ATTACKS_LEFT: Final = _of_the_asked("attacks left", lambda fight, person, count: Span(0, max(0, room(fight, person))))
STRIKES_WITH: Final = _of_the_asked(
    "weapons to strike back with", lambda fight, person, count: listed_weapons(usable_weapons(fight, person))
)
DODGING_FULLY: Final = _of_the_asked(
    "number of attackers to dodge fully",
    lambda fight, person, count: Span(1, count) if may_dodge_fully(fight, person) else None,
)
STRIKING_BACK: Final = tuple(sorted(STRIKES_BACK))
AN_ATTACKER: Final = looked_up(ATTACKERS, "actor", bars=("replies.attacker",))


class Respond(Answering, Replies):
    """Say how you meet those who attack you (BD-WHO-7).

    Answers `response`.
    """

    variants = {
        "each": {
            "replies": record(
                {
                    "attacker": AN_ATTACKER,
                    "does": looked_up(
                        WAYS_TO_MEET,
                        "actor",
                        "attacker",
                        few=(Few("replies.does", STRIKING_BACK, Lookup(ATTACKS_LEFT, ("actor",))),),
                    ),
                    "weapon": looked_up(STRIKES_WITH, "actor", when={"does": STRIKING_BACK}, required=True),
                },
                phrase="to {attacker}: {does}[ with {weapon}]",
                many=Lookup(NUMBER_TO_MEET, ("actor",)),
            )
        },
        "full_dodge": {
            "actor": among(keys_of("who may dodge fully", DODGING_FULLY)),
            "replies": record(
                {"attacker": AN_ATTACKER, "does": listed("full_dodge")}, many=Lookup(DODGING_FULLY, ("actor",))
            ),
        },
    }
    answers_to = "response"
    says = ()
    example = {
        "actor": "pryce",
        "replies": [
            {"attacker": "vane", "does": "attack_back", "weapon": "truncheon"},
            {"attacker": "quill", "does": "dodge"},
        ],
    }
    words = Words(
        "Respond to attacks",
        "Respond {replies}",
        group="defend",
        prominence="main",
        variants={
            "full_dodge": Variant(
                "Dodge fully",
                "Dodge fully, all attackers",
                help="Do nothing but dodge, against all who attack you.",
                costs="the deed that you declared, if any",
            ),
            "each": Variant("Respond to each attacker"),
        },
    )
    type: Literal["black_dice.respond"] = "black_dice.respond"

    def decide(self, decision: Decision[Fight]) -> None:
        answer: Json = {"replies": [reply.model_dump(mode="json", exclude_none=True) for reply in self.replies]}
        give_answer(decision, "response", self.actor, answer)


def asks_response(event: Prompted, names: Names) -> str:
    """Whose attacks have to be met."""
    attackers = [owning(named(names, attacker)) for attacker in event.visible_about["attackers"]]
    attacks = "attack" if len(attackers) == 1 else "attacks"
    return f"has to say how to respond to {enumerated(attackers)} {attacks}"


def tells_response(event: Answered, names: Names) -> str | None:
    """How each attacker is met; a standing answer meets them all alike."""
    match event.given:
        case str(standing):
            return STANDING[standing]
        case {"replies": list(replies)}:
            sent: list[Any] = replies
            return meeting([(reply["attacker"], reply["does"], reply.get("weapon")) for reply in sent], names)
    return None


STANDING: Final = {
    "attack_back": "wants to strike back at every attacker",
    "dodge": "wants to dodge every attacker",
    "easy_target": "is an easy target for every attacker",
}
RESPONSE: PromptKind[Fight] = PromptKind(
    "response",
    TypeAdapter(Replies),
    check_response,
    plain_responses,
    only=only_response,
    policy=standing_response,
    on_answer=respond,
    policy_type=TypeAdapter(Replies | Literal["attack_back", "dodge", "easy_target"]),
    question="how to respond to an attack",
    words="Response to attacks",
    asks=asks_response,
    tells=tells_response,
    silent=silent_unless_sent,
    occasion=Occasion("BD-WHO-7", "when all have declared, of those who are attacked"),
    deed=True,
)


RESPONSES: Chapter[Fight] = Chapter(
    commands=(Respond,),
    events=(DeclarationsClosed, Responded, AgendaSet),
    prompts=(RESPONSE,),
    stages=(ask_responses, all_in),
    labels={"attacker": "Attacker", "does": "Reply", "replies": "Replies"},
)
