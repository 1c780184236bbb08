"""Defences (CE-DODGE, CE-BLOCK, CE-PARRY): called before the To-Hit Roll, each a penalty on it (CE-HIT-5)."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, TypeAdapter

from domain.core.commands import ASK, Answering, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import Field as FormField
from domain.fields.field import listed, looked_up, record
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.to_hit import target_of_attack
from domain.rulesets.century.chapters.conditions.conditions import penalise
from domain.rulesets.century.chapters.items.armament import armament_of, in_one_hand
from domain.rulesets.century.chapters.items.strength import can_lift
from domain.rulesets.century.chapters.rolls.abilities import reaction_adjustment
from domain.rulesets.century.chapters.rolls.fate_points import may_spend, spend_fate
from domain.rulesets.century.chapters.round.move_points import spend
from domain.rulesets.century.parts import Key
from domain.rulesets.century.said import defence_in_brief, defence_said, means_said, silent_unless
from domain.rulesets.century.state import Attack, DefenceCalled, Fight, Person
from domain.rulesets.century.state.changes import change_attack
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.vocabularies import YES, labelled, natural_attacks
from domain.rulesets.century.words import Defence
from domain.story.told import Told
from domain.text.phrases import Names, counted, named, number, themselves
from domain.text.sentences import SpokenOf
from domain.text.words import Label, Words

TOO_FAST = 5
"""How much faster an attacker has to be for its target to be too slow (CE-DODGE-4)."""
FATE_OF_DEFENCE = 2
"""Fate Points for a defence although too slow (CE-DODGE-5, CE-RUL-71)."""
DODGE, BLOCK = 15, 30
"""What a dodge takes off before Agility, and what a block or parry takes off (CE-MOD-8, CE-MOD-9)."""
OF_FATE = frozenset({"CE-DODGE-4", "CE-DODGE-5"})
"""Rules that tell whether a defence takes Fate Points."""
ARMS = ("left_arm", "right_arm")
DEFENCES: tuple[Defence, ...] = ("dodge", "block", "parry")


class Defending(StrictModel):
    """A defence (CE-DODGE-2); `fate` where two Fate Points are needed (CE-DODGE-5)."""

    defence: Defence
    fate: bool = False
    with_: Key | None = Field(
        default=None, alias="with", description="an arm, a held item or a natural attack to defend with (CE-BLOCK-3)"
    )


class Defended(Event, frozen=True, kw_only=True):
    """The target defends itself (CE-DODGE-2): how, and what that takes off the attacker's target number."""

    type: ClassVar[str] = "century.defended"
    words = "Defence"
    told = Told(brief="{combatant} | {briefly} | ({less} to hit)", source="combatant", target="attacker")
    says = "{combatant} {defence} to hit."
    example = {"combatant": "eva", "attacker": "sam", "defence": {"defence": "dodge", "reduction": 27}}
    combatant: str
    attacker: str
    defence: Annotated[
        DefenceCalled,
        SpokenOf(lambda event, names: defence_said(event.defence, event.combatant, event.attacker, names)),
    ]

    @property
    def briefly(
        self,
    ) -> Annotated[
        DefenceCalled,
        SpokenOf(lambda event, names: defence_in_brief(event.defence, event.combatant, event.attacker, names)),
    ]:
        """The defence without what it takes off."""
        return self.defence

    @property
    def less(self) -> int:
        """What it takes off, as a negative number."""
        return -self.defence.reduction

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, defence=self.defence)


class Outpaced(Event, frozen=True, kw_only=True):
    """An attack was too fast for its target (CE-DODGE-7); later ones of the round it may dodge."""

    type: ClassVar[str] = "century.outpaced"
    words = "Too fast to dodge"
    says = "{attacker's} attack is too fast for {combatant}; later ones this round are not."
    example = {"combatant": "eva", "attacker": "sam"}
    combatant: str
    attacker: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.outpaced_by = tuple(dict.fromkeys([*person.outpaced_by, self.attacker]))


@stage("century.defences.ask", NoData)
def ask_defence(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 4 of CE-HIT-9: the target may call a defence, knowing the attack and its target number (CE-DODGE-2).

    There is one at most against each attack (CE-DODGE-8), and for each target of a spray (CE-DODGE-21). Against an area
    only the target that was named is asked (CE-AREA-9). The reading is that of CE-RUL-73.
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or attack.target is None:
        return
    if next(legal_defences(fight, attack), None) is None:
        note_outpaced(decision, attack)
        return
    arms = armament_of(fight, attack)
    about: dict[str, Json] = {
        "attack": attack.id,
        "attacker": attack.attacker,
        "with": arms.name,
        "mode": arms.mode,
        "target": target_of_attack(fight, attack),
        "too_slow": is_too_slow(fight, attack),
    }
    decision.ask(Question("defence", attack.target, about), defence_called, nothing)


def defend(decision: Decision[Fight], prompt: Prompt, answer: Defending | str) -> None:
    """Pay for the defence with the answer; the next action suffers (CE-DODGE-3, CE-DODGE-13, CE-BLOCK-6).

    Places, hiding and the attacker's slot stay as they are (CE-DODGE-19).
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or not isinstance(answer, Defending):
        return
    target, defence = fight.people[prompt.to], answer.defence
    if answer.fate:
        spend_fate(decision, target.id, FATE_OF_DEFENCE, defence)
    spend(decision, target.id, cost_of(fight, defence), defence, reaction=True)
    called = DefenceCalled(defence, reduction_of(target, defence), answer.fate, answer.with_)
    decision.cause = decision.record(Defended(combatant=target.id, attacker=attack.attacker, defence=called))
    penalise(decision, target.id, "dodge_penalty" if defence == "dodge" else "block_penalty")


@reply("century.defences.called", NoData)
def defence_called(decision: Decision[Fight], nothing: NoData, answer: Defending | str | None) -> None:
    """Note a target that was too slow; the defence itself was recorded with the answer."""
    attack = decision.state.attack
    if attack is not None:
        note_outpaced(decision, attack)


def note_outpaced(decision: Decision[Fight], attack: Attack) -> None:
    """Once an attack has been too fast, later ones of the round may be dodged (CE-DODGE-6, CE-DODGE-7, CE-RUL-70)."""
    if attack.target is not None and is_too_slow(decision.state, attack):
        decision.record(Outpaced(combatant=attack.target, attacker=attack.attacker))


def is_too_slow(fight: Fight, attack: Attack) -> bool:
    """Return whether the target needs fate to defend itself against this attack (CE-DODGE-4, CE-DODGE-6).

    Against members of its own common slot it never does (CE-TIE-12).
    """
    if attack.target is None:
        return False
    target, attacker = fight.people[attack.target], fight.people[attack.attacker]
    if target.initiative is None or attacker.initiative is None or not target.throws:
        return False
    whole = fight.options.too_slow_scope == "defender"
    remembered = bool(target.outpaced_by) if whole else attacker.id in target.outpaced_by
    return target.initiative.score <= attacker.initiative.score - TOO_FAST and not remembered


def legal_defences(fight: Fight, attack: Attack) -> Iterator[Defence]:
    """Yield the defences that the target may call (CE-DODGE-16, CE-DODGE-18)."""
    slow = is_too_slow(fight, attack)
    if can_defend(fight, attack, slow=slow):
        yield from (defence for defence in DEFENCES if why_not(fight, attack, defence, fate=slow) is None)


def can_defend(fight: Fight, attack: Attack, *, slow: bool) -> bool:
    """Whether the target is up, sees it coming, and is fast enough or has the fate to be (CE-DODGE-16, CE-DODGE-17).

    It is the same for dodges, blocks and parries (CE-BLOCK-5). The helpless defend themselves with nothing (CE-HIT-11).
    """
    target = fight.people[attack.target or ""]
    if not (target.throws and target.up) or is_unaware(fight, attack):
        return False
    return not slow or may_spend(target, FATE_OF_DEFENCE)


def why_not(fight: Fight, attack: Attack, defence: Defence, *, fate: bool) -> tuple[str, str] | None:
    """Return the rule and the sentence that forbid a defence to a target that can defend itself, or None."""
    target = fight.people[attack.target or ""]
    if defence == "dodge" and attack.terms.undodgeable:
        return "CE-DODGE-12", "This attack cannot be dodged."
    slow = is_too_slow(fight, attack)
    if slow and not fate:
        return "CE-DODGE-4", f"{target.name} is too slow; it takes {FATE_OF_DEFENCE} Fate Points."
    if fate and not slow:
        return "CE-DODGE-5", "No Fate Points are needed here; leave fate out."
    if target.pool < cost_of(fight, defence):
        left = counted(target.pool, "Move Point")
        said = f"{target.name} has {left} left, and a {defence} costs {cost_of(fight, defence)}."
        return "CE-DODGE-3", said
    return None if defence == "dodge" else _why_no_block(fight, attack, target, defence)


def _why_no_block(fight: Fight, attack: Attack, target: Person, defence: Defence) -> tuple[str, str] | None:
    """Return why a block or a parry is illegal: not in melee, or with nothing (CE-BLOCK-4, CE-PARRY-3)."""
    arms = armament_of(fight, attack)
    if arms.mode != "melee" or arms.area:
        return "CE-BLOCK-4" if defence == "block" else "CE-PARRY-4", f"A {defence} does not help against {arms.name}."
    if defence == "parry" and not parrying(fight, target):
        return "CE-PARRY-3", f"{target.name} holds no melee weapon to parry with."
    if defence == "block" and not blocking(target):
        return "CE-BLOCK-3", f"{target.name} has nothing to block with."
    return None


def is_unaware(fight: Fight, attack: Attack) -> bool:
    """Whether the target does not see it coming (CE-BACK-5): then only a forced miss is left to it (CE-BACK-3)."""
    return attack.terms.unaware or "hidden" in fight.people[attack.attacker].conditions


def cost_of(fight: Fight, defence: Defence) -> int:
    """Move Points of a defence (CE-ACT-26, CE-ACT-28, CE-BLOCK-2, CE-RUL-75)."""
    return fight.options.block_mp if defence == "block" else COSTS[defence]


def reduction_of(target: Person, defence: Defence) -> int:
    """Return what it takes off the attacker's target number.

    A dodge never helps the attacker (CE-DODGE-1, CE-RUL-74).
    """
    return max(0, DODGE + reaction_adjustment(target, "agl")) if defence == "dodge" else BLOCK


def blocking(target: Person) -> tuple[str, ...]:
    """Return what a combatant can block with: arms, held items, an animal's natural attacks (CE-BLOCK-3)."""
    arms = ARMS[: target.hands] if target.kind == "person" else tuple(target.natural)
    return (*arms, *dict.fromkeys(target.held.values()))


def parrying(fight: Fight, target: Person) -> tuple[str, ...]:
    """Return the held melee weapons that a combatant can lift (CE-PARRY-3); broken ones are useless (CE-CRIT-18)."""
    held = [target.weapons[item] for item in dict.fromkeys(target.held.values())]
    return tuple(
        [
            one.id
            for one in held
            if one.mode == "melee"
            and one.state == "working"
            and can_lift(fight.options, target, one, one_handed=in_one_hand(target, one))
        ]
    )


def check_defence(fight: Fight, prompt: Prompt, answer: Defending | str) -> None:
    """Refuse a defence that is not legal here, or not with what is named for it."""
    attack = fight.attack
    if attack is None or not isinstance(answer, Defending):
        return
    objection = why_not(fight, attack, answer.defence, fate=answer.fate)
    if objection is not None:
        refuse(*objection, field="answer.fate" if objection[0] in OF_FATE else "answer.defence")
    if answer.with_ is not None:
        target = fight.people[prompt.to]
        dodge = answer.defence == "dodge"
        known = () if dodge else blocking(target) if answer.defence == "block" else parrying(fight, target)
        rule = "CE-PARRY-3" if answer.defence == "parry" else "CE-BLOCK-3"
        said = f"It is done with {', '.join(known)}." if known else "A dodge takes nothing; leave `with` out."
        require(answer.with_ in known, rule, said, field="answer.with")


def standing_defence(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the named defence wherever it is legal without fate, else none (CE-DODGE-22)."""
    policy, attack = fight.policy(owner, prompt.kind), fight.attack
    if policy in (None, ASK) or attack is None:
        return None
    legal = policy in DEFENCES and why_not(fight, attack, policy, fate=False) is None
    return {"defence": policy} if legal else "none"


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the target is no longer asked: it cannot defend itself, or the attack is over."""
    attack = fight.attack
    if attack is None or attack.target != prompt.to:
        return "the attack is over"
    return None if any(True for _ in legal_defences(fight, attack)) else "no defence is possible any more"


def tools(fight: Fight, target: Person) -> dict[str, Node]:
    """Return what each defence is done with (CE-BLOCK-3, CE-PARRY-3)."""
    return {
        defence: tuple([named for one in known for named in _named(target, one)])
        for defence, known in (("block", blocking(target)), ("parry", parrying(fight, target)))
    }


def _named(target: Person, tool: str) -> tuple[str | Labelled, ...]:
    """Return an arm as it is, a held item with its name, or a natural attack."""
    item = target.weapons.get(tool)
    if item is not None:
        return labelled([item])
    return (tool,) if tool in ARMS else natural_attacks((tool,))


DEFENDING: Final = "{defence}[ with {with}][, for 2 Fate Points{fate?}]"
"""The phrase of a defence."""


def answers(fight: Fight, prompt: Prompt) -> Iterator[FormField]:
    """Yield no defence, and those that are possible."""
    yield listed(Labelled("none", Label("no_defence")))
    attack = fight.attack
    if attack is None:
        return
    slow = is_too_slow(fight, attack)
    defences = tuple(legal_defences(fight, attack))
    if defences:
        yield record(
            {
                "defence": listed(*defences, required=True),
                "fate": listed(slow, required=slow, default=False),
                "with": looked_up(tools(fight, fight.people[prompt.to]), "defence", default=None),
            },
            phrase=DEFENDING,
        )


def plain_defences(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """Yield no defence, and each that is possible, with whatever is at hand (CE-DODGE-2, CE-BLOCK-3, CE-PARRY-3)."""
    yield "none"
    attack = fight.attack
    if attack is not None:
        fate: dict[str, Json] = {"fate": True} if is_too_slow(fight, attack) else {}
        for defence in legal_defences(fight, attack):
            yield {"defence": defence, **fate}


def _of_the_target(of: Callable[[Fight, Attack, Person], Any]) -> Callable[[View[Fight]], dict[str, Any]]:
    """Return the lookup of something of the target that is asked to defend itself."""

    def found(view: View[Fight]) -> dict[str, Any]:
        fight, attack = view.state, view.state.attack
        if attack is None or attack.target not in view.whose:
            return {}
        asked = any(prompt.kind == "defence" and prompt.to == attack.target for prompt in fight.prompts)
        value = of(fight, attack, fight.people[attack.target]) if asked else None
        return {attack.target: value} if value else {}

    return found


POSSIBLE: Final[Vocabulary[Fight]] = Vocabulary(
    "defences", _of_the_target(lambda fight, attack, target: tuple(legal_defences(fight, attack)))
)
FATED: Final[Vocabulary[Fight]] = Vocabulary(
    "defences with Fate", _of_the_target(lambda fight, attack, target: YES if is_too_slow(fight, attack) else None)
)
WITH: Final[Vocabulary[Fight]] = Vocabulary(
    "what defences are done with", _of_the_target(lambda fight, attack, target: tools(fight, target))
)


class Defend(Answering, Defending):
    """Dodge, block or parry an attack (CE-DODGE-2).

    Answers `defence`.
    """

    form = {
        "defence": looked_up(POSSIBLE, "actor"),
        "fate": looked_up(FATED, "actor", required=True),
        "with": looked_up(WITH, "actor", "defence"),
    }
    answers_to = "defence"
    says = ()
    example = {"actor": "mulan", "defence": "dodge"}
    words = Words(
        "Defend",
        DEFENDING,
        group="defend",
        prominence="main",
        costs="Move Points",
        fields={"fate": "Spend 2 Fate Points"},
    )
    type: Literal["century.defend"] = "century.defend"

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "defence", self.actor, answer_fields(self, Defending))


def asks_defence(event: Prompted, names: Names) -> str:
    """Against whom, and how likely it is to hit."""
    attacker, target = named(names, event.visible_about["attacker"]), number(event.visible_about["target"])
    return f"may defend {themselves(names, event.to)} against {attacker}, whose target number is {target}"


def tells_defence(event: Answered, names: Names) -> str | None:
    """How and with what the target defends itself, if at all."""
    match event.given:
        case "none" | "never":
            return f"does not defend {themselves(names, event.to)}"
        case {"defence": str(defence), **more}:
            return f"{DEFENDS[defence]}{means_said(event.to, str(more.get('with') or ''), names)}"
        case str(defence):
            return DEFENDS[defence]
    return None


DEFENDS: Final = {"dodge": "dodges", "block": "blocks", "parry": "parries"}
DEFENCE: PromptKind[Fight] = PromptKind(
    "defence",
    TypeAdapter(Defending | Literal["none"]),
    check_defence,
    plain_defences,
    policy=standing_defence,
    moot=is_over,
    on_answer=defend,
    policy_type=TypeAdapter(Literal["never", "dodge", "block", "parry"]),
    question="how to defend against the attack",
    words="Defence",
    asks=asks_defence,
    tells=tells_defence,
    silent=silent_unless("none"),
    fields=answers,
    occasion=Occasion("CE-ROLL-13", "of a target that can defend against the attack"),
)


DEFENCES_CHAPTER: Chapter[Fight] = Chapter(
    commands=(Defend,),
    events=(Defended, Outpaced),
    prompts=(DEFENCE,),
    stages=(ask_defence, defence_called),
    labels={
        "text.no_defence": "No defence",
        "defence": "Defence",
        "dodge": "Dodge",
        "block": "Block",
        "parry": "Parry",
        "left_arm": "Left arm",
        "right_arm": "Right arm",
    },
)
