"""What is legal now in Century, as forms: a table of what each command asks, filled from the state of the fight.

Each row of ``ASKED`` lists the fields that a form settles and those that it leaves open. Whether a filling is legal is
not said here a second time: the rules themselves are asked, up to the first die.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Final, get_args

from domain.core.commands import Command, type_of
from domain.forms.answers import answer_forms, any_value_answers, prompts_for, typed_answer_forms
from domain.forms.core import standing_forms
from domain.forms.enumerated import Filling, FormSpec, acting_forms, same
from domain.forms.model import RULES, Anything, Choice, Domain, Form, OpenField, Range, Record, Text
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.chapter import prompts_of
from domain.rulesets.century.chapters import CHAPTERS
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.conditions.care import Stabilize, UseStimpak
from domain.rulesets.century.chapters.items.hands import DiscardWeapon, DrawWeapon, ExchangeWeapon, PickUp
from domain.rulesets.century.chapters.items.jams import ClearJam
from domain.rulesets.century.chapters.items.loading import LoadWeapon
from domain.rulesets.century.chapters.items.worn_armour import WearArmor
from domain.rulesets.century.chapters.legality import in_place, is_its_turn
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import Hide, OtherAction
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound, Hold
from domain.rulesets.century.forms.answers import ANSWER_FIELDS, TYPED_ANSWERS, WHOLE, attack_terms, chosen_criticals
from domain.rulesets.century.forms.narrator import POINT, YES_NO, narrator_forms, roll_terms
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.words import HANDS, Aid, Band, Fire, Incline, Maneuver

PROMPTS: Final = prompts_of(CHAPTERS)
Fields = Mapping[str, Callable[[Fight, Person], Domain]]
Objection = Callable[[Fight, Command, Speaker], Refusal | None]
BANDS = Choice(get_args(Band))
INTO = Choice((*HANDS, "both"))


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Yield the IDs of all other combatants."""
    return (person.id for person in fight.people.values() if person.id != actor.id)


def everybody(fight: Fight, actor: Person) -> Iterable[str]:
    """Return the IDs of all combatants, the actor included."""
    return tuple(fight.people)


def held(fight: Fight, actor: Person) -> Iterable[str]:
    """Return the items in the actor's hands."""
    return dict.fromkeys(actor.held.values())


def carried(fight: Fight, actor: Person) -> Iterable[str]:
    """Return the weapons that a combatant carries and does not hold."""
    return [item for item in actor.weapons if item not in actor.held.values()]


def attacks(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Yield each other one, with each weapon in hand and each natural attack."""
    arms: list[Filling] = [{"weapon": item} for item in held(fight, actor)]
    arms += [{"natural": name} for name in actor.natural]
    for target, with_what in product(others(fight, actor), arms):
        yield {"target": target, **with_what}


def dressings(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Yield each piece of armour that a combatant carries, and none."""
    yield {}
    yield from ({"armor": piece} for piece in actor.armour)


RANGES: tuple[Filling, ...] = ({}, {"range": "melee"}, {"range": "short"})
BACKSTABS: tuple[Filling, ...] = (
    {"maneuver": "backstab"},
    {"maneuver": "backstab", "from_behind": True, "unaware": True},
    {"maneuver": "backstab", "from_behind": True},
    {"maneuver": "backstab", "unaware": True},
)
WAYS_OUT: Mapping[str, tuple[Filling, ...]] = {
    "CE-RANGE-7": ({}, *BACKSTABS),
    "CE-RANGE-5": ({"base": 50},),
    "CE-SHEET-12": ({"fire": "burst"}, {"fire": "full_auto", "rounds": 5}, {"fire": "full_auto", "rounds": 1}),
    "CE-STAG-7": ({"paired": True}, {"paired": True, "fire": "burst"}),
    "CE-MP-5": BACKSTABS,
    "CE-STAG-10": BACKSTABS,
}
"""What may make an attack legal, by the rule that refuses it plainly: a weapon fires bursts alone, for example."""


def ways_to_attack(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Return what may make an attack legal; without positions a range has to be said besides."""
    return ({**way, **reach} for way, reach in product(WAYS_OUT.get(refusal.rule or "", ()), RANGES) if way or reach)


def items_of_others(fight: Fight, actor: Person) -> Choice:
    """Return what others have in hand, to be knocked out of it."""
    found = (item for person in fight.people.values() if person.id != actor.id for item in person.held.values())
    return Choice(tuple(dict.fromkeys(found)))


def ways_to_move(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Yield each way of its own, and those of the vehicle that it drives."""
    yield from ({"mode": mode} for mode in actor.modes)
    vehicle = fight.vehicle_driven_by(actor.id)
    if vehicle is not None:
        yield from ({"mode": mode, "vehicle": vehicle.id} for mode in vehicle.modes)


def some_way(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Yield moves of a metre, on a ladder too."""
    yield {"distance_m": 1}
    yield {"distance_m": 1, "aid": "ladder"}
    place = actor.place
    vehicle = fight.vehicle_driven_by(actor.id)
    for one in (place, vehicle.place if vehicle is not None else None):
        if one is not None:
            yield {"to": {"x": one.x, "y": one.y + 1, "elevation": one.elevation}}


def turning(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Yield a turn of the actor, and one of the vehicle that it drives."""
    yield {}
    vehicle = fight.vehicle_driven_by(actor.id)
    if vehicle is not None:
        yield {"vehicle": vehicle.id}


def into_a_hand(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Return a filling for each hand, which may have to be named."""
    return ({"hand": hand} for hand in INTO.values)


def exchanges(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Yield what is held for what is carried."""
    for item, other in product(held(fight, actor), carried(fight, actor)):
        yield {"item": item, "for_item": other}


ATTACKING: Fields = {
    "fire": same(Choice(get_args(Fire))),
    "rounds": same(Range(1, 1000)),
    "paired": same(YES_NO),
    "maneuver": same(Choice(get_args(Maneuver))),
    "disarm_item": items_of_others,
    "called": same(Text()),
    "one_handed": same(YES_NO),
    "range": same(BANDS),
}


def attacking(fight: Fight, actor: Person, speaker: Speaker) -> Fields:
    """Return what an attack may say.

    An item of a combatant whose sheet one does not see is named in one's own words.
    """
    unseen = any(name != actor.id and not fight.shows_sheet(name, speaker) for name in fight.secret_sheets)
    return {**ATTACKING, "disarm_item": same(Text())} if unseen else ATTACKING


ASKED: Mapping[type[Command], FormSpec] = {
    Attempt: FormSpec(
        {},
        {
            "what": same(Text()),
            "kind": same(Choice(("skill", "reaction"))),
            "skill": same(Text()),
            "target": lambda fight, actor: Choice(tuple(fight.people)),
        },
        lambda fight, actor, refusal: ({"what": "?"}, {"what": "?", "kind": "reaction"}),
        frozenset({"what"}),
    ),
    Attack: FormSpec(attacks, ATTACKING, ways_to_attack),
    Move: FormSpec(
        ways_to_move,
        {
            "distance_m": same(Range(1, 10_000)),
            "to": same(POINT),
            "incline": same(Choice(get_args(Incline))),
            "uneven": same(YES_NO),
            "wet": same(YES_NO),
            "stealthy": same(YES_NO),
            "aid": same(Choice(get_args(Aid))),
        },
        some_way,
    ),
    Turn: FormSpec(
        turning,
        {"degrees": same(Range(-360, 360))},
        lambda fight, actor, refusal: ({"degrees": 1},),
        frozenset({"degrees"}),
    ),
    Hide: FormSpec(),
    DrawWeapon: FormSpec({"item": carried}, {"hand": same(INTO)}, into_a_hand),
    DiscardWeapon: FormSpec({"item": held}),
    ExchangeWeapon: FormSpec(exchanges),
    PickUp: FormSpec({"item": lambda fight, actor: tuple(fight.ground)}, {"hand": same(INTO)}, into_a_hand),
    LoadWeapon: FormSpec(
        {"item": held},
        {"with": same(Choice(("reload", "loose_round")))},
        lambda fight, actor, refusal: ({"with": "loose_round"},),
    ),
    OtherAction: FormSpec(
        {},
        {"what": same(Text()), "roll": same(YES_NO)},
        lambda fight, actor, refusal: ({"what": "?"},),
        frozenset({"what"}),
    ),
    Stabilize: FormSpec({"patient": others}),
    UseStimpak: FormSpec({"patient": everybody}),
    WearArmor: FormSpec(dressings),
    ClearJam: FormSpec({"weapon": lambda fight, actor: tuple(actor.weapons)}),
    EndAction: FormSpec(),
    FinishRound: FormSpec(),
    Hold: FormSpec(),
}


def narrators_fields(fight: Fight, kind: type[Command]) -> tuple[OpenField, ...]:
    """Fields of a combatant's command that only the narrator fills in."""
    if kind is Attack:
        return attack_terms(fight, None)
    if kind is Move:
        return (OpenField("keeps_cover", YES_NO),)
    if kind is OtherAction:
        return (OpenField("mp", Range(1, 60)), OpenField("terms", Record(roll_terms(fight))))
    return ()


def legal_forms(fight: Fight, speaker: Speaker, objection: Objection) -> list[Form]:
    """Every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    mine = prompts_for(fight, speaker)
    found = [
        *answer_forms(PROMPTS, fight, mine, fight.people, ANSWER_FIELDS),
        *typed_answer_forms(fight, mine, fight.people, TYPED_ANSWERS),
        *any_value_answers(mine, WHOLE),
    ]
    if any(prompt.kind == "choose_critical" for prompt in mine):
        found.extend(chosen_criticals(fight))
    for person in fight.people.values():
        if speaker.speaks_for(person.id):
            found.extend(person_forms(fight, person, speaker, objection))
    found.extend(standing_forms(fight, speaker))
    if speaker.is_narrator:
        found.extend(narrator_forms(fight))
    return found


def person_forms(fight: Fight, person: Person, speaker: Speaker, objection: Objection) -> Iterator[Form]:
    """Yield what a combatant may do: whatever the rules accept."""
    for kind, asked in ASKED.items():
        if in_place(fight, kind) and is_its_turn(fight, person, kind):
            more = narrators_fields(fight, kind) if speaker.is_narrator else ()
            own = asked._replace(open=attacking(fight, person, speaker)) if kind is Attack else asked
            yield from acting_forms(fight, person, speaker, objection, kind, own, more=more)
    if in_place(fight, Attack) and fight.turn_of(person.id) is not None:
        yield from open_attacks(fight, person, speaker)


def open_attacks(fight: Fight, person: Person, speaker: Speaker) -> Iterator[Form]:
    """Attacks with what is open too, and need not be said: on a combatant, on a spot, on several."""
    more = narrators_fields(fight, Attack) if speaker.is_narrator else ()
    arms = [person.weapons[item] for item in held(fight, person)]
    weapon = OpenField("weapon", Choice(tuple([one.id for one in arms])))
    fields = [OpenField(name, domain(fight, person)) for name, domain in attacking(fight, person, speaker).items()]
    target = OpenField("target", Choice(tuple(others(fight, person))), required=True)
    natural = OpenField("natural", Choice(tuple(person.natural)))
    yield _attack(person, {}, target, weapon, natural, *fields, *more)
    at_large = [weapon, *(field for field in fields if field.name in ("one_handed", "paired", "range")), *more]
    if any(one.area for one in arms):
        yield _attack(person, {}, OpenField("point", POINT, required=True), *at_large)
    if any("full_auto" in one.fire for one in arms):
        spray = OpenField("spray", Anything(), required=True)
        yield _attack(person, {"fire": "full_auto"}, spray, *at_large)


def _attack(person: Person, settled: Filling, *fields: OpenField) -> Form:
    return Form(type_of(Attack), {"actor": person.id, **settled}, fields, (RULES,))
