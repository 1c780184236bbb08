"""Combined actions: several of one side try one thing together (YY-COMB)."""

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field as SchemaField

from domain.core.commands import CombatantId, StrictModel
from domain.decision.decision import Decision, PromptResult
from domain.decision.stages import reply
from domain.fields.field import (
    Field,
    Fields,
    Folded,
    Greatest,
    Lookup,
    Many,
    among,
    listed,
    looked_up,
    record,
    several,
    text,
)
from domain.fields.sets import ABSENT_KEY, ANY_KEY, AnyJson, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct, without_detail
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.combined.consent import Consent, hear, in_full
from domain.rulesets.yin_yang.chapters.combined.coordination import (
    agrees,
    cost_of_each,
    hindering,
    in_reach,
    needs_card,
    playing,
)
from domain.rulesets.yin_yang.chapters.decks.hands import require_action
from domain.rulesets.yin_yang.chapters.exchanges.calls import (
    OPPONENTS_OF_SEVERAL,
    CallMade,
    open_call,
    require_opponents,
)
from domain.rulesets.yin_yang.chapters.exchanges.contributions import (
    act_stake,
    attack_part,
    plain_part,
    strikes_with,
    value_of,
    with_stake,
)
from domain.rulesets.yin_yang.chapters.exchanges.targets import RefusalCheck, require_open, require_target
from domain.rulesets.yin_yang.chapters.out_of_action import has_voice
from domain.rulesets.yin_yang.chapters.testing.scope import ABILITIES_FOR_TASK, require_scope
from domain.rulesets.yin_yang.chapters.turns.edge import may_call
from domain.rulesets.yin_yang.chapters.turns.turns import require_call
from domain.rulesets.yin_yang.chapters.vocabularies import (
    ABILITIES_IN_COMBAT,
    ABLE,
    ARMED,
    PLACES,
    USUAL_ABILITY,
    USUAL_WEAPON,
    WEAPONS_AT_HAND,
    attacks_at_all,
    cards_to_play,
    default_of,
    has_another,
    less,
    people,
    reached_by,
    usual_weapon,
    whole_of,
)
from domain.rulesets.yin_yang.parts import (
    ADDED,
    ATTRIBUTES_OF_TEST,
    ATTRIBUTES_SO_FAR,
    BY_ABILITY,
    CARDS_SAID,
    PEOPLE,
    SAID,
    STAKE_SAID,
    STAKES_OF_ACT,
    STAKING,
    TEST_ATTRIBUTES,
    AbilityName,
    Attributes,
    Combatants,
    Combining,
    HandCard,
    Joining,
    Key,
    Situation,
    Staking,
)
from domain.rulesets.yin_yang.state import Fight, Part, Person
from domain.rulesets.yin_yang.words import BARE_HANDS, CallKind
from domain.story.told import Told
from domain.text.words import Variant, Words

TWO: Final = 2
"""As many take part at least (YY-COMB-1)."""


class Participant(StrictModel):
    """What one of several puts into a combined action."""

    combatant: CombatantId
    attributes: Attributes = ("combat_value",)
    ability: AbilityName | None = None
    weapon: Key | None = None


class CombinationMet(Event, frozen=True, kw_only=True):
    """Several have agreed to act together, and the narrator grants it (YY-COMB-1, YY-COMB-2)."""

    type: ClassVar[str] = "yin_yang.combination_met"
    words = "Combined action agreed"
    told = Told(brief="{combatants} | act together, led by {leader}", unless=("yin_yang.call_made",), source="leader")
    says = "{combatants} act together, led by {leader}."
    example = {"combatants": ["hei", "bill"], "leader": "hei"}
    combatants: tuple[str, ...]
    leader: str


class CombinationFailed(Event, frozen=True, kw_only=True):
    """An attempt to act together ends before anything is spent: somebody does not join, or the narrator denies it."""

    type: ClassVar[str] = "yin_yang.combination_failed"
    words = "Combined action given up"
    example = {"combatants": ["hei", "bill"], "refused_by": "bill"}
    combatants: tuple[str, ...]
    refused_by: str

    def says(self) -> str:
        """The narrator refuses, one of them does, or their target is out of the fight."""
        if self.refused_by == NARRATOR_ID:
            return "{combatants} do not act together: the narrator does not allow it."
        why = "takes no part" if self.refused_by in self.combatants else "is out of the fight"
        return f"{{combatants}} do not act together: {{refused_by}} {why}."

    def brief(self) -> str:
        return self.says().replace("{combatants} ", "{combatants} | ").removesuffix(".")

    told = Told(brief=brief)


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combined action that is being agreed on: what each would put into it, in the order named."""

    kind: CallKind
    parts: tuple[Part, ...]
    target: str | None = None
    against: tuple[str, ...] = ()
    precision: bool = False

    @property
    def combatants(self) -> tuple[str, ...]:
        return tuple([part.combatant for part in self.parts])


def _joinable(view: View[Fight], *, attacking: bool, shown: bool) -> dict[str, Any]:
    """Return who may take part in what each may call (YY-COMB-2), if there is another, by who calls it.

    Without ``shown`` it is those whose sheets are secret.
    """
    fight = view.state
    callers = [person for person in people(view, view[ABLE]) if why_not_with(fight, person, person) is None]
    if fight.phase == "turn":
        callers = [person for person in callers if may_call(fight, person)]
    elif attacking:
        return {}
    groups: dict[tuple[str, str], tuple[str, ...]] = {}
    found: dict[str, Any] = {}
    for person in callers:
        place = person.side, person.subfight
        if place not in groups:
            groups[place] = tuple(
                [
                    other.id
                    for other in fight.people.values()
                    if why_not_with(fight, person, other) is None
                    and view.shows(other.id) == shown
                    and not (shown and attacking and not attacks_at_all(view, other))
                ]
            )
        group = groups[place]
        if (len(group) > 1 and person.id in group) if shown else group:
            found[person.id] = group
    return found


def _in_a_group(view: View[Fight], groups: Vocabulary[Fight]) -> list[Person]:
    """Return all who may take part in something."""
    return people(view, dict.fromkeys(who for group in view[groups].values() for who in group))


ATTACKING_TOGETHER: Final = Vocabulary[Fight]("attacking together", partial(_joinable, attacking=True, shown=True))
ACTING_TOGETHER: Final = Vocabulary[Fight]("acting together", partial(_joinable, attacking=False, shown=True))
UNSEEN_PARTNERS: Final = Vocabulary[Fight]("unseen partners", partial(_joinable, attacking=False, shown=False))


def _reached_together(view: View[Fight]) -> dict[str, Any]:
    """Return whom several may go at if this one leads them, by its weapon: nobody who is locked (YY-CONF-15)."""
    found: dict[str, Any] = {}
    for person in _in_a_group(view, ATTACKING_TOGETHER):
        reached: dict[str, Any] = {
            key: reached_by(view, person, weapon.reach, all_open=False)
            for key, weapon in view[ARMED][person.id].items()
        }
        usual, fists = usual_weapon(person, pulled=False), reached[BARE_HANDS]
        if usual is not None:
            reached[ABSENT_KEY] = reached[usual]
        found[person.id] = fists if all(names is fists or names == fists for names in reached.values()) else reached
    return found


REACHED_TOGETHER: Final = Vocabulary[Fight]("reached together", _reached_together)


def _targets_together(view: View[Fight]) -> dict[str, Any]:
    """Return whom an attack together may go at: all whom one who may take part reaches, by who calls it."""
    made: dict[int, tuple[str, ...]] = {}
    for group in view[ATTACKING_TOGETHER].values():
        if id(group) not in made:
            made[id(group)] = _reached_by_one_of(view, group)
    found = {actor: made[id(group)] for actor, group in view[ATTACKING_TOGETHER].items()}
    return {actor: targets for actor, targets in found.items() if has_another(targets, actor)}


def _reached_by_one_of(view: View[Fight], group: tuple[str, ...]) -> tuple[str, ...]:
    """Return whom one of a group reaches besides itself: not one of two, who are both needed."""
    reached = [(leader, view[REACHED_TOGETHER][leader]) for leader in group]
    nodes = [(leader, node) for leader, one in reached for node in (one.values() if isinstance(one, dict) else (one,))]
    wholes = {id(whole): frozenset(whole) for _, node in nodes for whole in (whole_of(node),)}
    missing = view[PLACES].everywhere
    for leader, node in nodes:
        whole, minus = wholes[id(whole_of(node))], node.minus if isinstance(node, Without) else ()
        missing = tuple([who for who in missing if who not in whole or who in minus or who == leader])
        if not missing:
            break
    needed = group if len(group) == TWO else ()
    return tuple([who for who in view[PLACES].everywhere if who not in missing and who not in needed])


TARGETS_TOGETHER: Final = Vocabulary[Fight]("targets together", _targets_together)


def _opponents_together(view: View[Fight]) -> dict[str, Any]:
    """Return whom an act together may go at: not one of two, who are both needed."""
    found = {
        actor: less(view[OPPONENTS_OF_SEVERAL].get(actor, ()), group if len(group) == TWO else ())
        for actor, group in view[ACTING_TOGETHER].items()
    }
    return {actor: names for actor, names in found.items() if names}


def _leaders(view: View[Fight]) -> list[Person]:
    """Return those of whom it matters who leads an attack together, since not all reach the same."""
    groups = {id(group): group for group in view[ATTACKING_TOGETHER].values()}.values()
    reached = view[REACHED_TOGETHER]
    apart = [
        group
        for group in groups
        if isinstance(reached[group[0]], dict) or any(reached[who] != reached[group[0]] for who in group)
    ]
    return people(view, dict.fromkeys(who for group in apart for who in group))


def _scores(view: View[Fight]) -> dict[str, Any]:
    """Return the scores of who may lead (YY-COMB-3); players attack with the combat value alone (YY-ATK-2)."""
    if not view.speaker.is_narrator:
        return {person.id: (person.combat_value,) for person in _leaders(view)}
    rows: dict[tuple[int, ...], dict[str, Any]] = {}
    found = {}
    for person in _leaders(view):
        scores = tuple([person.score(attribute) for attribute in TEST_ATTRIBUTES])
        if scores not in rows:
            rows[scores] = {attribute: (score,) for attribute, score in zip(TEST_ATTRIBUTES, scores, strict=True)}
            rows[scores][ABSENT_KEY] = rows[scores]["combat_value"]
        found[person.id] = rows[scores]
    return found


def _ratings(view: View[Fight]) -> dict[str, Any]:
    """Return the ratings of who may lead (YY-COMB-3), that of the usual ability too."""
    rows: dict[tuple[int | str, ...], dict[str, Any]] = {}
    found = {}
    for person in _leaders(view):
        usual = person.rating(default_of(person).ability)
        key = (usual, *(part for one in person.abilities.values() for part in (one.name, one.rating)))
        if key not in rows:
            rows[key] = {ABSENT_KEY: (usual,), **{one.name: (one.rating,) for one in person.abilities.values()}}
        found[person.id] = rows[key]
    return found


LEADER_REACHES: Final = Greatest(
    (
        Lookup(Vocabulary[Fight]("scores", _scores), ("combatant", "attributes")),
        Lookup(Vocabulary[Fight]("ratings", _ratings), ("combatant", "ability")),
    ),
    Lookup(REACHED_TOGETHER, ("combatant", "weapon")),
    "target",
)
"""Whoever has the best target value leads, of equal ones the first named, and has to reach the target (YY-COMB-3)."""


def _cards_together(view: View[Fight]) -> dict[str, Any]:
    fight = view.state
    callers = {**view[ACTING_TOGETHER], **view[UNSEEN_PARTNERS]}
    found = {one.id: cards_to_play(fight, one, count=in_reach(fight, one)) for one in people(view, callers)}
    return {who: cards for who, cards in found.items() if cards}


def _attributes_of_attacks(view: View[Fight]) -> Any:
    """Return the attributes of attacks together, by ability: the combat value, or what the narrator names."""
    return BY_ABILITY if view.speaker.is_narrator else {ANY_KEY: ("combat_value",)}


ATTRIBUTES_OF_ATTACK: Final = looked_up(
    Vocabulary[Fight]("attributes of attacks", _attributes_of_attacks),
    "ability",
    ATTRIBUTES_SO_FAR,
    many=Many(1, 2),
    bars=("attributes",),
    seldom=True,
)


def participants(groups: Vocabulary[Fight], parts: Fields, **more: Any) -> Field:
    """Return a field of who takes part: two or more different ones, and among them who calls it (YY-COMB-2)."""
    combatant = looked_up(groups, "actor", bars=("participants.combatant", "target"))
    whole = {"combatant": combatant, **parts}
    return record(whole, many=Many(2, 20), holds={"combatant": "actor"}, **more)


CARD_PLAYED_TOGETHER: Final = looked_up(
    Vocabulary[Fight]("cards to act together", _cards_together), "actor", required=True
)


class Combine(Combining, Staking, Situation):
    """Try something together with others of the same side (YY-COMB-1). The caller is one of the participants.

    `actor` is among `participants`.
    """

    variants = {
        "attack": {
            "actor": among(Vocabulary[Fight]("who may attack together", lambda view: tuple(view[TARGETS_TOGETHER]))),
            "kind": listed("attack", required=True),
            "target": looked_up(TARGETS_TOGETHER, "actor", required=True, bars=("actor",)),
            "participants": participants(
                ATTACKING_TOGETHER,
                {
                    "weapon": looked_up(
                        WEAPONS_AT_HAND, "combatant", required=True, default=Lookup(USUAL_WEAPON, ("combatant",))
                    ),
                    "ability": looked_up(
                        ABILITIES_IN_COMBAT, "combatant", required=True, default=Lookup(USUAL_ABILITY, ("combatant",))
                    ),
                    "attributes": ATTRIBUTES_OF_ATTACK,
                },
                greatest=LEADER_REACHES,
                phrase="{combatant}[ with {weapon}][ ({ability})]",
            ),
            "against": None,
            "precision": None,
            "hand_card": CARD_PLAYED_TOGETHER,
            **STAKING,
            **ADDED,
        },
        "act": {
            "actor": among(Vocabulary[Fight]("who may act together", lambda view: tuple(view[ACTING_TOGETHER]))),
            "kind": listed("act", required=True),
            "goal": SAID.but(required=True),
            "target": looked_up(
                Vocabulary[Fight]("opponents of acts together", _opponents_together), "actor", bars=("actor",)
            ),
            "participants": participants(
                ACTING_TOGETHER,
                {
                    "ability": looked_up(ABILITIES_FOR_TASK, "combatant", Folded("goal")),
                    "attributes": ATTRIBUTES_OF_TEST,
                },
                phrase="{combatant} with {attributes}[ ({ability})]",
            ),
            "against": several(
                Lookup(OPPONENTS_OF_SEVERAL, ("actor",)),
                most=200,
                when={"target": (None,)},
                bars=("participants.combatant", "against"),
                seldom=True,
            ),
            "hand_card": CARD_PLAYED_TOGETHER,
            "stake": listed(*STAKES_OF_ACT, seldom=True),
            "precision": listed(True, False, seldom=True),
            **ADDED,
        },
        "unseen": {
            "actor": among(Vocabulary[Fight]("who has unseen partners", lambda view: tuple(view[UNSEEN_PARTNERS]))),
            "kind": listed("attack", "act"),
            "target": among(PEOPLE),
            "participants": among(AnyJson("Participant"), required=True, mark="guess"),
            "against": several(PEOPLE, most=200),
            "goal": text(500),
            "stake": STAKING["stake"],
            "hand_card": CARD_PLAYED_TOGETHER,
            "bonus": None,
            "penalty": None,
        },
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    says = (
        "{participants} want to try {goal} together against {target}.",
        "{participants} want to try {goal} together.",
        "{participants} want to attack {target} together.",
    )
    example = {
        "actor": "bill",
        "kind": "act",
        "goal": "lift the gate",
        "participants": [
            {"combatant": "bill", "attributes": ["strength"], "ability": "Brawling"},
            {"combatant": "cryptos", "attributes": ["strength"], "ability": "Man-at-arms"},
        ],
    }
    words = Words(
        "Act together",
        group="turn",
        costs="actions of every participant",
        variants={
            "attack": Variant(
                "Attack together",
                f"Attack {{target}} together{STAKE_SAID}{CARDS_SAID}: {{participants}}",
                group="attack",
            ),
            "act": Variant(
                "Act together",
                f"Act together[ against {{target}}][, opposed by {{against}}][, a precision task{{precision?}}]"
                f"{CARDS_SAID}[, {{stake}}]: “{{goal}}”; {{participants}}",
            ),
            "unseen": Variant(
                "Act with unseen partners",
                "{kind} together with unseen partners[ against {target}][, opposed by {against}][, a precision"
                " task{precision?}][, playing {hand_card}][, {stake}][: “{goal}”]",
            ),
        },
        fields={"kind": "What to do"},
    )
    told = Told(
        brief=(
            "{participants} | want to try {goal} together against {target}",
            "{participants} | want to try {goal} together",
            "{participants} | want to attack {target} together",
        ),
        unless=("yin_yang.call_made", "yin_yang.combination_failed"),
    )
    type: Literal["yin_yang.combine"] = "yin_yang.combine"
    kind: Literal["attack", "act"]
    participants: tuple[Participant, ...] = SchemaField(min_length=2, max_length=20)
    target: CombatantId | None = None
    against: Combatants = ()
    precision: bool = False
    hand_card: HandCard = None

    @property
    def is_attack(self) -> bool:
        return self.kind == "attack"

    def decide(self, decision: Decision[Fight]) -> None:
        """Try something together (YY-COMB-1): all are able and may call, the partners agree, the narrator grants it."""
        fight = decision.state
        if fight.phase == "turn" or self.kind == "attack":
            require_call(fight, find_combatant(fight, self.actor, "command.actor"))
        require_participants(fight, self)
        attempt = attempt_of(fight, self, decision.speaker)
        leader = leading(fight, attempt)
        if self.target is not None:
            said = "Nobody takes part in an action that goes against them."
            require(self.target not in attempt.combatants, "YY-ATK-4", said, field="command.target")
            weapon = strikes_with(fight.people[leader.combatant], leader) if self.kind == "attack" else None
            known = all(fight.shows_sheet(who, decision.speaker) for who in attempt.combatants)
            said = f"They cannot go at {fight.name_of(self.target)} together."
            with without_detail(said, unless=known):
                require_target(fight, fight.people[leader.combatant], self.target, weapon)
            for who in attempt.combatants:
                require_open(fight.people[who], fight.people[self.target], "command.target")
        for who in attempt.combatants:
            require_opponents(fight, fight.people[who], self.target, self.against)
        asked = [who for who in attempt.combatants if who != self.actor and is_asked(decision, who)]
        decision.ask_all(tuple(questions_of(attempt, asked)), joined, attempt)


def questions_of(attempt: Attempt, asked: list[str]) -> Iterator[Question]:
    """Each who is asked learns what is tried, and what its own part would be."""
    for part in attempt.parts:
        if part.combatant in asked:
            about = {
                "combatants": list(attempt.combatants),
                "call": attempt.kind,
                "attributes": list(part.attributes),
                "ability": part.ability,
                "target": attempt.target,
                "goal": part.goal,
            }
            yield Question("join_combined", part.combatant, {key: value for key, value in about.items() if value})


def is_asked(decision: Decision[Fight], who: str) -> bool:
    """Partners of other players are asked (YY-PROM-3), and the mad; so is whoever has a card of a hand to name."""
    return not has_voice(decision.state, decision.speaker, who) or needs_card(decision.state, who)


def require_participants(fight: Fight, command: Combine) -> None:
    """Two or more of one side, all able, in one place, each with an action at least (YY-COMB-1, YY-COMB-2)."""
    names = tuple([participant.combatant for participant in command.participants])
    require_distinct(names, "command.participants")
    actor = find_combatant(fight, command.actor, "command.actor")
    said = f"{actor.name} calls this and so takes part; add the caller to the participants."
    require(actor.id in names, "YY-COMB-2", said, field="command.participants")
    for place, who in enumerate(names):
        field = f"command.participants[{place}]"
        objection = why_not_with(fight, actor, find_combatant(fight, who, field))
        if objection is not None:
            refuse(objection.rule, objection.why, field=field)
    require_action(fight, actor, command.hand_card, count=in_reach(fight, actor))


def why_not_with(fight: Fight, actor: Person, person: Person) -> RefusalCheck | None:
    """Why somebody takes no part in what another calls, as a sentence; None if it may. The caller takes part itself."""
    if not fight.friends(actor.id, person.id):
        return RefusalCheck("YY-COMB-1", f"{person.name} is not of {actor.name}'s side; only friends act together.")
    if not person.able:
        out = "has left the fight" if person.alive and person.gone else "is out of action"
        return RefusalCheck("YY-COMB-2", f"{person.name} {out} and joins in nothing.")
    if not fight.together(actor.id, person.id):
        return RefusalCheck("YY-COMB-2", f"{person.name} is in another sub-fight than {actor.name}.")
    if fight.phase == "turn" and person.cancelled:
        said = f"A Coloured Joker has ended this turn for {person.name}, who joins in nothing before the next one."
        return RefusalCheck("YY-JOKER-8", said)
    if fight.phase == "turn" and person.actions < 1:
        return RefusalCheck("YY-COMB-2", f"{person.name} has no action to spend on it in this turn.")
    return None


def attempt_of(fight: Fight, command: Combine, speaker: Speaker) -> Attempt:
    """What each of them would put into it; its goal is the task (YY-SCOPE-4).

    What somebody else may put into it whose sheet is secret is to be guessed.
    """
    if command.kind == "act" and not command.goal:
        refuse(None, "Say in words what they try.", code="invalid", field="command.goal")
    said = "Of attacks only called shots are precision tasks."
    require(command.kind == "act" or not command.precision, "YY-ARM-10", said, field="command.precision")
    parts = []
    for place, participant in enumerate(command.participants):
        field, person = f"command.participants[{place}]", fight.people[participant.combatant]
        said = f"{person.name} cannot take part with that."
        with without_detail(said, unless=fight.shows_sheet(person.id, speaker)):
            part = part_of(fight, person, participant, command, any_ability=speaker.is_narrator, field=field)
        if person.id == command.actor:
            part = replace(part, hand_card=command.hand_card)
        parts.append(replace(part, bonus=command.bonus, penalty=command.penalty))
    return Attempt(command.kind, tuple(parts), command.target, command.against, command.precision)


def part_of(
    fight: Fight,
    person: Person,
    participant: Participant,
    command: Combine,
    *,
    any_ability: bool,
    field: str,
) -> Part:
    """The part of one of them, as if it did it alone."""
    if command.kind == "attack":
        plain = participant.attributes == ("combat_value",) or any_ability
        said = "An attack has the combat value; another attribute is the narrator's to name."
        require(plain, "YY-ATK-2", said, field=f"{field}.attributes")
        said = "Say whom they attack."
        require(command.target, "YY-ATK-4", said, field="command.target")
        part = attack_part(
            person,
            participant.weapon,
            participant.ability,
            attributes=participant.attributes,
            any_ability=any_ability,
            field=field,
        )
        return with_stake(part, command.stake or "damage", command.goal)
    said = "An act strikes nobody; leave the weapon out."
    require(participant.weapon is None, "YY-ATK-8", said, field=f"{field}.weapon")
    require_scope(fight, person, participant.ability, command.goal, field=f"{field}.ability")
    part = plain_part(person, participant.attributes, participant.ability, field=field)
    return act_stake(part, command.stake, command.goal)


def leading(fight: Fight, attempt: Attempt) -> Part:
    """The leader's part: of whoever has the best target value, of equal ones the first named (YY-COMB-3)."""
    return max(attempt.parts, key=lambda part: value_of(fight.people[part.combatant], part))


@reply("yin_yang.combining.joined", Attempt)
def joined(decision: Decision[Fight], attempt: Attempt, given: tuple[PromptResult, ...]) -> None:
    """All have answered: a refusal by one ends the attempt before anything is spent; then the narrator has his say."""
    refusing = next((each.to for each in given if each.answer is not None and not agrees(each.answer)), None)
    stopped = refusing or hindering(decision.state, attempt.combatants, attempt.target)
    if stopped is not None:
        decision.record(CombinationFailed(combatants=attempt.combatants, refused_by=stopped))
        return
    cards = {each.to: each.answer.hand_card for each in given if isinstance(each.answer, Joining)}
    parts = tuple([replace(part, hand_card=cards.get(part.combatant, part.hand_card)) for part in attempt.parts])
    about = {
        "about": "combine",
        "combatant": leading(decision.state, attempt).combatant,
        "combatants": list(attempt.combatants),
        "call": attempt.kind,
    }
    if attempt.target is not None:
        about["target"] = attempt.target
    if attempt.parts[0].goal:
        about["goal"] = attempt.parts[0].goal
    decision.ask(Question("consent", NARRATOR_ID, about), granted, replace(attempt, parts=parts))


@reply("yin_yang.combining.granted", Attempt)
def granted(decision: Decision[Fight], attempt: Attempt, answer: Consent | None) -> None:
    """The narrator grants their coordination, or nothing is spent (YY-COMB-1); then all pay, and the call is made.

    It is the leader's, and so is what follows from the cards (YY-COMB-8).
    """
    fight, consent = decision.state, in_full(answer or "deny")
    leader, stopped = leading(fight, attempt), hindering(fight, attempt.combatants, attempt.target)
    if stopped is None and not hear(decision, "combine", leader.combatant, consent):
        stopped = NARRATOR_ID
    if stopped is not None:
        decision.record(CombinationFailed(combatants=attempt.combatants, refused_by=stopped))
        return
    decision.cause = decision.record(CombinationMet(combatants=attempt.combatants, leader=leader.combatant))
    count = cost_of_each(fight, waived=consent.waive_dedication)
    parts = [playing(fight, part, count) for part in attempt.parts]
    first = next(part for part in parts if part.combatant == leader.combatant)
    first = replace(first, bonus=first.bonus + consent.bonus, penalty=first.penalty + consent.penalty)
    call = CallMade(
        exchange="",
        kind=attempt.kind,
        part=first,
        target=attempt.target,
        partners=tuple([part for part in parts if part.combatant != leader.combatant]),
        against=attempt.against,
        precision=attempt.precision,
        admitted=consent.may_counter,
    )
    open_call(decision, call, dict.fromkeys(attempt.combatants, count))


COMBINING: Chapter[Fight] = Chapter(
    commands=(Combine,), events=(CombinationMet, CombinationFailed), stages=(joined, granted)
)
