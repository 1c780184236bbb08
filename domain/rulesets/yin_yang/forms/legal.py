"""What is legal now in Yin-Yang, as forms: a table of what each command asks, filled from the state of the fight.

Each row of ``ASKED`` lists the fields that a form settles and those that it leaves open. Whether a filling is legal is
not said here a second time: the rules themselves are asked, up to the first card.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from domain.core.commands import Command, type_of
from domain.forms.answers import answer_forms, typed_answer_forms
from domain.forms.core import standing_forms
from domain.forms.enumerated import Filling, FormSpec, acting_forms, fixed, same
from domain.forms.model import RULES, Anything, Choice, Domain, Form, OpenField, Range, Subset, Text
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.chapter import prompts_of
from domain.rulesets.yin_yang.chapters import CHAPTERS
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, may_combine
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act, Attack
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.legality import answerable, in_place
from domain.rulesets.yin_yang.chapters.out_of_action import has_voice
from domain.rulesets.yin_yang.chapters.testing.unopposed import Test
from domain.rulesets.yin_yang.chapters.turns.gear import Wear, Wield
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import Move
from domain.rulesets.yin_yang.chapters.turns.turns import Hold
from domain.rulesets.yin_yang.forms.answers import (
    ANSWER_FIELDS,
    ATTRIBUTES,
    CALLED_SHOT,
    PLAYERS_ANSWER_FIELDS,
    STAKES,
    TYPED_ANSWERS,
    RefusalCheck,
    abilities,
    hand,
    opponents,
    other_answers,
    others,
    weapons,
)
from domain.rulesets.yin_yang.forms.narrator import (
    CARDS,
    FIVE,
    TEST_ATTRIBUTES,
    YES_NO,
    narrator_forms,
)
from domain.rulesets.yin_yang.scores import at_hand
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import DIFFICULTIES
from domain.rulesets.yin_yang.words import SCOPES

Fields = Mapping[str, Callable[[Fight, Person], Domain]]

PROMPTS: Final = prompts_of(CHAPTERS)


def arms(fight: Fight, actor: Person) -> Iterator[str | None]:
    """What somebody may attack with: any weapon at hand, or what its sheet says of attacks."""
    yield None
    yield from weapons(fight, actor)


NOTHING = Choice(())
"""The domain of a field in which nothing can stand: it is not shown."""


def charges(fight: Fight, actor: Person) -> Choice:
    """A charge, where something at hand is used to it (YY-WPN-22)."""
    charging = any("used_to_charge" in weapon.edges for weapon, _ in at_hand(actor))
    return YES_NO if charging else NOTHING


def with_a_card(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """With open hands a card of the hand has to be named (YY-DECK-14)."""
    yield from ({"hand_card": card} for card in actor.cards[:1])


def acts(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """An act states what it wants and what it is made on; with open hands also the card."""
    plain: Filling = {"goal": "?", "attributes": ["speed"]}
    yield plain
    yield from ({**plain, **more} for more in with_a_card(fight, actor, refusal))


def tests(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A test names what it is made on; with open hands also the card, or the narrator lets it be free."""
    yield {"attributes": ["speed"]}
    yield from ({"attributes": ["speed"], **more} for more in with_a_card(fight, actor, refusal))
    yield {"attributes": ["speed"], "free": True}


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


STAKING: Fields = {"stake": same(STAKES), "goal": same(Text())}
PLAYED: Fields = {"hand_card": hand}
ADDED: Fields = {"bonus": same(FIVE), "penalty": same(FIVE)}
"""Cards that the narrator adds."""

ASKED: Mapping[type[Command], FormSpec] = {
    Attack: FormSpec(
        {"target": others, "weapon": arms},
        {
            "ability": abilities,
            "pull_punches": same(YES_NO),
            **STAKING,
            "charge": charges,
            "called_shot": same(CALLED_SHOT),
            **PLAYED,
        },
        with_a_card,
    ),
    Act: FormSpec(
        {},
        {
            "goal": same(Text()),
            "attributes": same(ATTRIBUTES),
            "target": lambda fight, actor: Choice(tuple(others(fight, actor))),
            "against": lambda fight, actor: Subset(tuple(opponents(fight, actor))),
            "ability": abilities,
            "stake": same(Choice(("goal", "flee"))),
            "precision": same(YES_NO),
            **PLAYED,
        },
        acts,
        frozenset({"goal", "attributes"}),
    ),
    Test: FormSpec(
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
    Tend: FormSpec(
        {"patient": others},
        {"attributes": same(ATTRIBUTES), "ability": abilities, **PLAYED},
        tests,
        frozenset({"attributes"}),
    ),
    Hold: FormSpec(),
    Wield: FormSpec({"items": grips}),
    Wear: FormSpec({}, {"armour": armour}),
    Guard: FormSpec({"ward": others, "on": fixed(True, False)}),
    Challenge: FormSpec(
        {},
        {"text": same(Text()), "about": lambda fight, actor: Range(1, max(1, fight.version))},
        lambda fight, actor, refusal: ({"text": "?"},),
        frozenset({"text"}),
    ),
}
MOVES: tuple[FormSpec, ...] = (
    FormSpec({"toward": others}, PLAYED, with_a_card),
    FormSpec({"away_from": others}, PLAYED, with_a_card),
    FormSpec({"subfight": lambda fight, actor: fight.subfights}, PLAYED, with_a_card),
)
"""The ways to move."""
NARRATORS: Mapping[type[Command], Fields] = {
    Attack: {"attribute": same(Choice(TEST_ATTRIBUTES)), **ADDED},
    Act: ADDED,
    Test: {
        "difficulty": same(Choice(tuple(DIFFICULTIES))),
        "needs_scope": same(Choice(SCOPES)),
        "free": same(YES_NO),
        **ADDED,
    },
    Tend: ADDED,
}
"""Fields of a combatant's command that only the narrator fills in."""


def legal_forms(fight: Fight, speaker: Speaker, objection: RefusalCheck) -> list[Form]:
    """Every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    mine = [prompt for prompt in answerable(fight) if has_voice(fight, speaker, prompt.to)]
    fields = ANSWER_FIELDS if speaker.is_narrator else PLAYERS_ANSWER_FIELDS
    found = [
        *answer_forms(PROMPTS, fight, mine, fight.people, fields),
        *typed_answer_forms(fight, mine, fight.people, TYPED_ANSWERS),
        *other_answers(fight, mine, speaker, objection),
    ]
    for person in fight.people.values():
        if has_voice(fight, speaker, person.id):
            found.extend(person_forms(fight, person, speaker, objection))
    found.extend(standing_forms(fight, speaker))
    if speaker.is_narrator:
        found.extend(narrator_forms(fight))
    return found


def person_forms(fight: Fight, person: Person, speaker: Speaker, objection: RefusalCheck) -> Iterator[Form]:
    """What somebody may do: whatever the rules accept."""
    for kind, asked in ASKED.items():
        if in_place(fight, kind):
            more = NARRATORS.get(kind, {}) if speaker.is_narrator else {}
            fields = {name: domain for name, domain in asked.open.items() if domain(fight, person) != NOTHING}
            whole = asked._replace(open={**fields, **more})
            yield from acting_forms(fight, person, speaker, objection, kind, whole)
    if in_place(fight, Move):
        for way in MOVES:
            yield from acting_forms(fight, person, speaker, objection, Move, way)
    if in_place(fight, Combine) and may_combine(fight, person):
        yield from combining(fight, person, speaker)
    if in_place(fight, Wield):
        items = OpenField("items", Anything(), required=True)
        yield Form(type_of(Wield), {"actor": person.id}, (items,), (RULES,))


def combining(fight: Fight, person: Person, speaker: Speaker) -> Iterator[Form]:
    """Acting together: who takes part, and with what, is open."""
    everybody = tuple(others(fight, person))
    fields = (
        OpenField("kind", Choice(("attack", "act")), required=True),
        OpenField("participants", Anything(), required=True),
        OpenField("target", Choice(everybody)),
        OpenField("against", Subset(tuple(opponents(fight, person)))),
        OpenField("stake", STAKES),
        OpenField("goal", Text()),
        OpenField("precision", YES_NO),
        OpenField("hand_card", hand(fight, person)),
        *(CARDS if speaker.is_narrator else ()),
    )
    yield Form(type_of(Combine), {"actor": person.id}, fields, (RULES,))
