"""What combatants may do, as forms: a table of what each command asks, filled from the state of the fight.

Each row of ``ASKED`` lists the fields that a form settles and those that it leaves open.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.core.commands import Command, type_of
from domain.forms.enumerated import Filling, FormSpec, acting_forms, fixed, same
from domain.forms.model import RULES, Anything, Choice, Domain, Form, OpenField, Range, Record, Subset, Text
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.dice.fate import PledgeFate
from domain.rulesets.black_dice.chapters.dice.scripting import ChangeStory
from domain.rulesets.black_dice.chapters.healing.healers import SKILLS_FOR
from domain.rulesets.black_dice.chapters.healing.healing_places import place_in
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.healing.treatment import Treat
from domain.rulesets.black_dice.chapters.legality import in_place
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.perils.feats import Feat
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve, throws_of
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from domain.rulesets.black_dice.chapters.wounds.deathbed import ExtendLife, SaveFromDeath
from domain.rulesets.black_dice.forms.fields import (
    CHOICES,
    DICE,
    DIFFICULTY,
    LATER_CHOICES,
    RANKS,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import DRINKS, FEATS, HEALING
from domain.rulesets.black_dice.words import FISTS, MARTIAL_STRIKE

Objection = Callable[[Fight, Command, Speaker], Refusal | None]


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Everyone else who is alive."""
    return (person.id for person in fight.people.values() if person.alive and person.id != actor.id)


def targets(fight: Fight, actor: Person) -> Iterator[str]:
    """Everyone and everything that can be attacked."""
    yield from others(fight, actor)
    yield from (thing.id for thing in fight.things.values() if thing.whole)


def things(fight: Fight, actor: Person) -> Iterator[str]:
    """Every object that is whole."""
    return (thing.id for thing in fight.things.values() if thing.whole)


def weapons(fight: Fight, actor: Person) -> Iterator[str]:
    """Bare hands and all that is carried."""
    yield FISTS
    if actor.weapon(MARTIAL_STRIKE) is not None:
        yield MARTIAL_STRIKE
    yield from actor.weapons


def single_blows(fight: Fight, actor: Person) -> Iterator[Json]:
    """One attack: on anybody, with anything."""
    for target in targets(fight, actor):
        for weapon in weapons(fight, actor):
            yield [{"target": target, "weapon": weapon}]


def aims(fight: Fight, actor: Person) -> Iterator[Json]:
    """Every ranged weapon on everyone and everything else."""
    for key, weapon in actor.weapons.items():
        if not weapon.melee:
            for target in targets(fight, actor):
                yield {"weapon": key, "target": target}


def ways(fight: Fight, actor: Person) -> Iterator[Json]:
    """Every zone, and close to everyone else."""
    for zone in fight.zones:
        yield {"zone": zone, "close_to": None}
    for other in others(fight, actor):
        yield {"zone": None, "close_to": other}


def ways_out(fight: Fight, actor: Person) -> Iterator[Json]:
    """Out of the melee on the spot, or to a zone."""
    yield {"zone": None}
    for zone in fight.zones:
        yield {"zone": zone}


def unaware(fight: Fight, actor: Person) -> Iterator[str]:
    """Those who have not seen the actor (BD-RNG-7)."""
    return (other for other in others(fight, actor) if actor.id in fight.people[other].unaware_of)


def here(fight: Fight, actor: Person) -> Iterator[Person]:
    """Everyone alive in the zone of an able combatant, itself among them."""
    alive = fight.people.values() if actor.able else ()
    return (person for person in alive if person.alive and person.zone == actor.zone)


def treatments(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Every patient at hand, with the skills that heal its kind (BD-HEAL-1, BD-HEAL-2)."""
    for patient in here(fight, actor):
        for skill in SKILLS_FOR[patient.kind]:
            yield {"patient": patient.id, "skill": skill}


def places_here(fight: Fight, actor: Person) -> Domain:
    """The places of healing that a player may name where the healer is (BD-HEAL-17)."""
    return Choice(tuple([place_in(fight, actor.zone, kind) for kind in SKILLS_FOR]))


def rescues_of_the_dying(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Everyone dying at hand, with the skills that stop it (BD-DYING-4)."""
    for patient in here(fight, actor):
        if patient.condition == "dying":
            yield from ({"patient": patient.id, "skill": skill} for skill in SKILLS_FOR[patient.kind])


def beneficiaries(fight: Fight, actor: Person) -> Iterator[str]:
    """Those whom a combatant with fate may help (BD-FATE-9)."""
    return (person.id for person in fight.people.values() if actor.fate and person.zone == actor.zone)


def to_be_saved(fight: Fight, actor: Person) -> Iterator[str]:
    """Whom a scripting die may save from death (BD-SCRIPT-8)."""
    return (person.id for person in fight.people.values() if actor.scripting_dice and not person.able)


def described(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """A scripting die, or a pledge, needs words (BD-SCRIPT-2)."""
    yield {"description": "?"}


ACTS = ("feat", "drink", "stabilise", "check", "assist", "other")
POSTURE: Mapping[str, Callable[[Fight, Person], Domain]] = {"posture": same(Choice(("stand", "prone")))}
FREELY: Mapping[str, Callable[[Fight, Person], Domain]] = {"choices": same(CHOICES)}
DEEDS: Mapping[str, FormSpec] = {
    "attack": FormSpec({"attack": single_blows}, POSTURE),
    "full_dodge": FormSpec({"full_dodge": fixed(True)}, POSTURE),
    "disengage": FormSpec({"disengage": ways_out}, POSTURE),
    "move": FormSpec({"move": ways}, POSTURE),
    "aim": FormSpec({"aim": aims}, POSTURE),
    "ready": FormSpec(
        {},
        {"ready": lambda fight, actor: Subset(tuple(actor.weapons)), **POSTURE},
        lambda fight, actor, refusal: ({"ready": []},),
        frozenset({"ready"}),
    ),
    "act": FormSpec({"act": fixed(*ACTS)}, POSTURE),
    "wait": FormSpec({"wait": fixed(True)}, POSTURE),
}
"""The ways to declare, by the deed."""
HELP: Mapping[str, Callable[[Fight, Person], Domain]] = {
    "complementary": same(Anything()),
    "assistants": lambda fight, actor: Subset(tuple(others(fight, actor))),
    "free_assistants": same(Range(0, 20)),
}
SITUATION: Mapping[str, Callable[[Fight, Person], Domain]] = {
    "bonus": same(DICE),
    "penalty": same(DICE),
    "black": same(DICE),
    "reason": same(Text()),
}

ASKED: Mapping[type[Command], FormSpec] = {
    SurpriseAttack: FormSpec({"target": unaware, "weapon": weapons}, FREELY),
    StrikeObject: FormSpec({"object": things, "weapon": weapons}, FREELY),
    Feat: FormSpec(
        {"feat": fixed("lift", "break", "throw")},
        {"row": same(Range(0, len(FEATS) - 1)), **FREELY},
        lambda fight, actor, refusal: ({"row": 0},),
        frozenset({"row"}),
    ),
    Drink: FormSpec({"drink": fixed(*DRINKS)}, {"choices": same(Record(RANKS))}),
    Treat: FormSpec(treatments, {"place": places_here, "first": same(Choice(("normal", "bruise"))), **FREELY}),
    Stabilise: FormSpec(rescues_of_the_dying, FREELY),
    PledgeFate: FormSpec(
        {"beneficiary": beneficiaries},
        {"successes": same(Range(1, 3)), "description": same(Text())},
        lambda fight, actor, refusal: ({"successes": 1, "description": "?"},),
        frozenset({"successes", "description"}),
    ),
    ExtendLife: FormSpec({}, {"pips": same(Range(1, 60))}, lambda f, a, r: ({"pips": 1},), frozenset({"pips"})),
    SaveFromDeath: FormSpec(
        {"saved": to_be_saved}, {"description": same(Text())}, described, frozenset({"description"})
    ),
    ChangeStory: FormSpec({}, {"description": same(Text())}, described, frozenset({"description"})),
}
HEALERS: Final = OpenField(
    "skill", Choice(tuple(skill for skills in SKILLS_FOR.values() for skill in skills)), required=True
)
UNTOLD: Mapping[type[Command], tuple[OpenField, ...]] = {
    Treat: (HEALERS,),
    Stabilise: (HEALERS,),
}
"""The fields left open where only its player knows what body the patient has (BD-HEAL-2)."""
NARRATORS: Mapping[type[Command], Mapping[str, Callable[[Fight, Person], Domain]]] = {
    Treat: {"place": same(Choice(tuple(HEALING))), **SITUATION, **HELP},
    Stabilise: {"difficulty": same(DIFFICULTY), **HELP},
}
"""Fields of a combatant's command that only the narrator fills in."""


def person_forms(fight: Fight, person: Person, speaker: Speaker, objection: Objection) -> Iterator[Form]:
    """Yield what a combatant may do: declare on its turn, and anything else that the rules accept."""
    if fight.phase == "declare" and not fight.prompts and person is fight.next_to_declare():
        for asked in DEEDS.values():
            yield from acting_forms(fight, person, speaker, objection, Declare, asked)
        if person.attack_limit > 1:
            yield from several_blows(fight, person, speaker, objection)
    for kind, asked in ASKED.items():
        if in_place(fight, kind):
            more = NARRATORS.get(kind, {}) if speaker.is_narrator else {}
            whole = asked._replace(open={**asked.open, **more})
            if kind in UNTOLD:
                yield from untold_forms(fight, person, speaker, objection, kind, whole)
                whole = shown_forms(whole, speaker)
            yield from acting_forms(fight, person, speaker, objection, kind, whole)


def shown_forms(asked: FormSpec, speaker: Speaker) -> FormSpec:
    """What a command asks of patients whose sheets the speaker sees."""
    fillings = asked.settled

    def shown(fight: Fight, actor: Person) -> Iterator[Filling]:
        found = fillings(fight, actor) if callable(fillings) else ()
        return (filling for filling in found if fight.shows_sheet(filling["patient"], speaker))

    return asked._replace(settled=shown)


def untold_forms(
    fight: Fight, actor: Person, speaker: Speaker, objection: Objection, kind: type[Command], asked: FormSpec
) -> Iterator[Form]:
    """Forms for patients whose sheets the speaker does not see: what heals them is to be found out."""
    for patient in here(fight, actor):
        if not fight.shows_sheet(patient.id, speaker) and _has_a_way(fight, actor, patient, speaker, objection, kind):
            fields = [OpenField(name, domain(fight, actor)) for name, domain in asked.open.items()]
            settled: dict[str, Json] = {"actor": actor.id, "patient": patient.id}
            yield Form(type_of(kind), settled, (*UNTOLD[kind], *fields), (RULES,))


def _has_a_way(
    fight: Fight, actor: Person, patient: Person, speaker: Speaker, objection: Objection, kind: type[Command]
) -> bool:
    """Return whether a patient could be helped if it were a person, or if it were an automaton."""
    for being in SKILLS_FOR:
        supposed = fight.fork()
        supposed.people[patient.id].kind = being
        fillings = ASKED[kind].settled
        for filling in fillings(supposed, supposed.people[actor.id]) if callable(fillings) else ():
            command = kind.model_validate({"actor": actor.id, **filling})
            if filling["patient"] == patient.id and objection(supposed, command, speaker) is None:
                return True
    return False


def several_blows(fight: Fight, person: Person, speaker: Speaker, objection: Objection) -> Iterator[Form]:
    """Attacks on several opponents (BD-WHO-3), for the one who may declare now: the blows are an open field."""
    if objection(fight, Declare(actor=person.id, wait=True), speaker) is None:
        fields = (
            OpenField("attack", Anything(), required=True),
            OpenField("posture", Choice(("stand", "prone"))),
        )
        yield Form(type_of(Declare), {"actor": person.id}, fields, (RULES,))


def resolve_forms(fight: Fight, speaker: Speaker, objection: Objection) -> Iterator[Form]:
    """The next item of the agenda, with choices for those that the speaker speaks for (BD-ROUND-4)."""
    if not fight.prompts and objection(fight, Resolve(), speaker) is None:
        fields = tuple(
            [
                OpenField(name, LATER_CHOICES if plan is None else CHOICES)
                for name, plan in throws_of(fight, fight.agenda[0]).items()
                if speaker.speaks_for(name)
            ]
        )
        yield Form(type_of(Resolve), {}, (OpenField("choices", Record(fields)),) if fields else (), (RULES,))
