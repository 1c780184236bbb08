"""What is legal now in Yin-Yang, as forms: a table of what each command asks, filled from the state of the fight.

Each row of ``ASKED`` lists the fields that a form settles and those that it leaves open. Whether a filling is legal is
not said here a second time: the rules themselves are asked, up to the first card.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from domain.acting_forms import AnswerFields, Asked, Filling, acting_forms, answer_forms, fixed, same
from domain.core_commands import Command, type_of
from domain.core_forms import standing_forms
from domain.encounter import Prompt
from domain.event import Json
from domain.forms import RULES, Anything, Choice, Domain, Form, OpenField, Range, Record, Subset, Text
from domain.refusal import Refusal
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.legality import answerable, has_voice, in_place
from domain.rulesets.yin_yang.narrator_forms import (
    CARDS,
    CONTESTS,
    FIVE,
    TEST_ATTRIBUTES,
    YES_NO,
    narrator_forms,
)
from domain.rulesets.yin_yang.prompts import YIN_YANG_PROMPTS
from domain.rulesets.yin_yang.scores import NATURAL, can_use
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import CALLED_SHOTS, DIFFICULTIES
from domain.rulesets.yin_yang.words import SCOPES
from domain.speaker import Speaker

Objection = Callable[[Fight, Command, Speaker], Refusal | None]
Fields = Mapping[str, Callable[[Fight, Person], Domain]]


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Everybody else."""
    return (person.id for person in fight.people.values() if person.id != actor.id)


def weapons(fight: Fight, actor: Person) -> Iterator[str]:
    """Everything that somebody holds or that is always at hand."""
    yield from (grip.weapon for grip in actor.wielded)
    yield from (weapon.id for weapon in (*actor.weapons.values(), *NATURAL.values()) if is_natural(actor, weapon.id))


def is_natural(actor: Person, weapon: str) -> bool:
    """Whether a weapon needs no hand."""
    found = actor.weapons.get(weapon) or NATURAL[weapon]
    return found.natural and can_use(actor, found)


def abilities(fight: Fight, actor: Person) -> Choice:
    """Every ability, or none."""
    return Choice((None, *actor.abilities))


def hand(fight: Fight, actor: Person) -> Choice:
    """The cards in an open hand; only whoever speaks for it is shown them."""
    return Choice(actor.cards)


def with_a_card(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """With open hands a card of the hand has to be named (YY-DECK-14)."""
    yield from ({"hand_card": card} for card in actor.cards[:1])


def acts(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """An act states what it wants and what it is made on; with open hands also the card."""
    plain: Filling = {"goal": "?", "attributes": ["speed"]}
    yield plain
    yield from ({**plain, **more} for more in with_a_card(fight, actor, refusal))


def tests(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A test names what it is made on."""
    yield {"attributes": ["speed"]}
    yield from ({"attributes": ["speed"], **more} for more in with_a_card(fight, actor, refusal))


def gear(fight: Fight, actor: Person) -> Iterable[str]:
    """The weapons that somebody could take in hand: its own, and those that lie about."""
    return (*actor.weapons, *fight.scene_weapons)


def armour(fight: Fight, actor: Person) -> Domain:
    """The armour that somebody could put on."""
    return Subset((*actor.armour, *fight.scene_armour))


def grips(fight: Fight, actor: Person) -> Iterator[Json]:
    """Nothing, one weapon in one hand or in both, and what is held already."""
    yield []
    for weapon in gear(fight, actor):
        for hands in (1, 2):
            yield [{"weapon": weapon, "hands": hands}]


CALLED_SHOT = Record(
    (OpenField("aim", Choice(tuple(CALLED_SHOTS)), required=True), OpenField("text", Text(), required=True))
)
STAKES = Choice(("damage", "flee", "goal"))
ATTRIBUTES = Subset(TEST_ATTRIBUTES, 1, 2)
STAKING: Fields = {"stake": same(STAKES), "goal": same(Text())}
PLAYED: Fields = {"hand_card": hand}
ADDED: Fields = {"bonus": same(FIVE), "penalty": same(FIVE)}
"""Cards that the narrator adds."""

ASKED: Mapping[type[Command], Asked] = {
    ask.Attack: Asked(
        {"target": others, "weapon": weapons},
        {
            "ability": abilities,
            "pull_punches": same(YES_NO),
            **STAKING,
            "charge": same(YES_NO),
            "called_shot": same(CALLED_SHOT),
            **PLAYED,
        },
        with_a_card,
    ),
    ask.Act: Asked(
        {},
        {
            "goal": same(Text()),
            "attributes": same(ATTRIBUTES),
            "target": lambda fight, actor: Choice(tuple(others(fight, actor))),
            "against": lambda fight, actor: Subset(tuple(others(fight, actor))),
            "ability": abilities,
            "stake": same(Choice(("goal", "flee"))),
            "precision": same(YES_NO),
            **PLAYED,
        },
        acts,
        frozenset({"goal", "attributes"}),
    ),
    ask.Test: Asked(
        {},
        {
            "attributes": same(ATTRIBUTES),
            "ability": abilities,
            "task": same(Text()),
            "precision": same(YES_NO),
            "draw_anyway": same(YES_NO),
            **PLAYED,
        },
        tests,
        frozenset({"attributes"}),
    ),
    ask.Tend: Asked(
        {"patient": others},
        {"attributes": same(ATTRIBUTES), "ability": abilities, **PLAYED},
        tests,
        frozenset({"attributes"}),
    ),
    ask.Hold: Asked(),
    ask.Wield: Asked({"items": grips}),
    ask.Wear: Asked({}, {"armour": armour}),
    ask.Guard: Asked({"ward": others, "on": fixed(True, False)}),
    ask.Challenge: Asked(
        {},
        {"text": same(Text()), "about": lambda fight, actor: Range(1, max(1, fight.version))},
        lambda fight, actor, refusal: ({"text": "?"},),
        frozenset({"text"}),
    ),
}
MOVES: tuple[Asked, ...] = (
    Asked({"toward": others}, PLAYED, with_a_card),
    Asked({"away_from": others}, PLAYED, with_a_card),
    Asked({"subfight": lambda fight, actor: fight.subfights}, PLAYED, with_a_card),
)
"""The ways to move."""
NARRATORS: Mapping[type[Command], Fields] = {
    ask.Attack: {"attribute": same(Choice(TEST_ATTRIBUTES)), **ADDED},
    ask.Act: ADDED,
    ask.Test: {
        "difficulty": same(Choice(tuple(DIFFICULTIES))),
        "needs_scope": same(Choice(SCOPES)),
        "free": same(YES_NO),
        **ADDED,
    },
    ask.Tend: ADDED,
}
"""Fields of a combatant's command that only the narrator fills in."""


def matching(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """How a call may be matched."""
    if person is None:
        return ()
    return (
        OpenField("mode", Choice(("attack", "counter"))),
        OpenField("weapon", Choice(tuple(weapons(fight, person)))),
        OpenField("ability", abilities(fight, person)),
        OpenField("attributes", ATTRIBUTES),
        OpenField("pull_punches", YES_NO),
        OpenField("stake", STAKES),
        OpenField("goal", Text()),
        *CARDS,
        OpenField("hand_card", hand(fight, person)),
    )


def following(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """What a King's follow-up may be."""
    everybody = () if person is None else tuple(others(fight, person))
    return (
        OpenField("target", Choice(everybody), required=True),
        OpenField("pull_punches", YES_NO),
        OpenField("stake", STAKES),
        OpenField("goal", Text()),
        OpenField("called_shot", CALLED_SHOT),
    )


def joining(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Whether one joins, and with which card."""
    card = () if person is None else (OpenField("hand_card", hand(fight, person)),)
    return (OpenField("joins", YES_NO, required=True), *card)


ACCEPTING = (OpenField("contest", Choice(CONTESTS), required=True), OpenField("terms", Text()))
ANSWER_FIELDS: AnswerFields = {
    "match": matching,
    "follow_up": following,
    "join_combined": joining,
    "consent": lambda fight, person: (
        OpenField("allow", YES_NO, required=True),
        OpenField("may_counter", Subset(tuple(fight.people))),
        *CARDS,
        OpenField("waive_dedication", YES_NO),
    ),
    "confrontation_outcome": lambda fight, person: (OpenField("narrated", Text(), required=True),),
    "king_effect": lambda fight, person: (
        OpenField("adverse", Text(), required=True),
        OpenField("condition", Text()),
    ),
    "answer_challenge": lambda fight, person: ACCEPTING,
}
TYPED_ANSWERS: Mapping[str, tuple[tuple[type[Command], Callable[[Fight, Person | None], tuple[OpenField, ...]]], ...]]
TYPED_ANSWERS = {
    "match": ((ask.MatchCall, matching), (ask.LetPass, lambda fight, person: ())),
    "follow_up": ((ask.Follow, following), (ask.Decline, lambda fight, person: ())),
    "join_combined": ((ask.JoinCombined, joining),),
}
"""The commands that are typed forms of answers, by the kind of prompt that they answer."""


def legal_forms(fight: Fight, speaker: Speaker, objection: Objection) -> list[Form]:
    """Every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    mine = [prompt for prompt in answerable(fight) if has_voice(fight, speaker, prompt.to)]
    asked = replace(fight, prompts=tuple([as_it_stands(fight, prompt) for prompt in mine]))
    found = [*answer_forms(asked, asked.people, speaker, ANSWER_FIELDS), *typed_answers(asked, speaker)]
    for person in fight.people.values():
        if has_voice(fight, speaker, person.id):
            found.extend(person_forms(fight, person, speaker, objection))
    found.extend(standing_forms(fight, speaker))
    if speaker.is_narrator:
        found.extend(narrator_forms(fight))
    return found


def as_it_stands(fight: Fight, prompt: Prompt) -> Prompt:
    """A prompt with the answers that are legal by now: somebody may have fallen, or joined, since it was opened."""
    return replace(prompt, forms=tuple(YIN_YANG_PROMPTS[prompt.kind].forms(fight, prompt)))


def person_forms(fight: Fight, person: Person, speaker: Speaker, objection: Objection) -> Iterator[Form]:
    """What somebody may do: whatever the rules accept."""
    for kind, asked in ASKED.items():
        if in_place(fight, kind):
            more = NARRATORS.get(kind, {}) if speaker.is_narrator else {}
            yield from acting_forms(
                fight, person, speaker, objection, kind, asked._replace(open={**asked.open, **more})
            )
    if in_place(fight, ask.Move):
        for way in MOVES:
            yield from acting_forms(fight, person, speaker, objection, ask.Move, way)
    if in_place(fight, ask.Combine):
        yield from combining(fight, person, speaker)
    if in_place(fight, ask.Wield):
        items = OpenField("items", Anything(), required=True)
        yield Form(type_of(ask.Wield), {"actor": person.id}, (items,), (RULES,))


def combining(fight: Fight, person: Person, speaker: Speaker) -> Iterator[Form]:
    """Acting together: who takes part, and with what, is open."""
    everybody = tuple(others(fight, person))
    fields = (
        OpenField("kind", Choice(("attack", "act")), required=True),
        OpenField("participants", Anything(), required=True),
        OpenField("target", Choice(everybody)),
        OpenField("against", Subset(everybody)),
        OpenField("stake", STAKES),
        OpenField("goal", Text()),
        OpenField("precision", YES_NO),
        OpenField("hand_card", hand(fight, person)),
        *(CARDS if speaker.is_narrator else ()),
    )
    yield Form(type_of(ask.Combine), {"actor": person.id}, fields, (RULES,))


def typed_answers(fight: Fight, speaker: Speaker) -> Iterator[Form]:
    """The answers to open prompts as commands of their own."""
    asked = dict.fromkeys((prompt.kind, prompt.to) for prompt in fight.prompts if speaker.speaks_for(prompt.to))
    for kind, whom in asked:
        for command, fields in TYPED_ANSWERS.get(kind, ()):
            yield Form(type_of(command), {"actor": whom}, fields(fight, fight.people.get(whom)), (RULES,))
        if kind == "answer_challenge":
            yield Form(type_of(ask.AnswerChallenge), {}, (OpenField("accept", Record(ACCEPTING)),), (RULES,))
