"""How open prompts are answered in Yin-Yang, as forms: plain answers, their fields, and the commands that answer."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from domain.core.commands import Command, type_of
from domain.forms.answers import AnswerFields, TypedAnswers
from domain.forms.enumerated import Filling
from domain.forms.model import RULES, Choice, Form, OpenField, Record, Subset, Text
from domain.model.encounter import Prompt
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import AnswerChallenge
from domain.rulesets.yin_yang.chapters.combined.coordination import JoinCombined
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import Decline, Follow
from domain.rulesets.yin_yang.chapters.exchanges.matching import LetPass, MatchCall
from domain.rulesets.yin_yang.forms.narrator import CARDS, CONTESTS, TEST_ATTRIBUTES, YES_NO
from domain.rulesets.yin_yang.scores import NATURAL, can_use
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import CALLED_SHOTS

RefusalCheck = Callable[[Fight, Command, Speaker], Refusal | None]


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Everybody else."""
    return (person.id for person in fight.people.values() if person.id != actor.id)


def opponents(fight: Fight, actor: Person) -> Iterator[str]:
    """Everybody else in the same sub-fight (YY-ATK-6)."""
    return (who for who in others(fight, actor) if fight.together(who, actor.id))


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


CALLED_SHOT = Record(
    (OpenField("aim", Choice(tuple(CALLED_SHOTS)), required=True), OpenField("text", Text(), required=True))
)
STAKES = Choice(("damage", "flee", "goal"))
ATTRIBUTES = Subset(TEST_ATTRIBUTES, 1, 2)


def matching(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """How a call may be matched, with cards that the narrator adds."""
    return (*matching_alone(fight, person), *CARDS)


def matching_alone(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """How a player may match a call."""
    if person is None:
        return ()
    card = (OpenField("hand_card", hand(fight, person)),) if person.cards else ()
    return (
        OpenField("mode", Choice(("attack", "counter"))),
        OpenField("weapon", Choice(tuple(weapons(fight, person)))),
        OpenField("ability", abilities(fight, person)),
        OpenField("attributes", ATTRIBUTES),
        OpenField("pull_punches", YES_NO),
        OpenField("stake", STAKES),
        OpenField("goal", Text()),
        *card,
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
    card = () if person is None or not person.cards else (OpenField("hand_card", hand(fight, person)),)
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
PLAYERS_ANSWER_FIELDS: AnswerFields = {**ANSWER_FIELDS, "match": matching_alone}
"""What a player fills in: no cards are his to add (YY-NARR-7)."""
TYPED_ANSWERS: TypedAnswers = {
    "match": ((LetPass, lambda fight, person: ()),),
    "follow_up": ((Follow, following), (Decline, lambda fight, person: ())),
    "join_combined": ((JoinCombined, joining),),
}
"""The commands that are typed forms of answers, by the kind of prompt that they answer."""


def other_answers(fight: Fight, prompts: Iterable[Prompt], speaker: Speaker, objection: RefusalCheck) -> Iterator[Form]:
    """A match, and what is said to a challenge, as commands of their own."""
    for kind, whom in dict.fromkeys((prompt.kind, prompt.to) for prompt in prompts):
        if kind == "match":
            yield from matches(fight, fight.people[whom], speaker, objection)
        if kind == "answer_challenge":
            yield Form(type_of(AnswerChallenge), {}, (OpenField("accept", Record(ACCEPTING)),), (RULES,))


def matches(fight: Fight, person: Person, speaker: Speaker, objection: RefusalCheck) -> Iterator[Form]:
    """A match as a command, with what it needs besides its actor: a weapon at hand or a counter, an open card."""
    ways: list[Filling] = [{}, *({"weapon": weapon} for weapon in weapons(fight, person))]
    ways.append({"mode": "counter", "attributes": ["speed"]})
    cards: list[Filling] = [{}, *({"hand_card": card} for card in person.cards[:1])]
    fillings = ({**way, **card} for way, card in product(ways, cards))
    legal = (fill for fill in fillings if objection(fight, MatchCall(actor=person.id, **fill), speaker) is None)
    fill = next(legal, None)
    if fill is not None:
        fields = matching(fight, person) if speaker.is_narrator else matching_alone(fight, person)
        yield Form(type_of(MatchCall), {"actor": person.id}, fields, (RULES,), fill={**fill})
