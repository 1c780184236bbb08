"""Treatment after the fight: what a healer heals, and the time that it takes (BD-HEAL-1 to BD-HEAL-12)."""

from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import Acting, CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, looked_up
from domain.fields.vocabulary import keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.checks import Trial, help_of, helped, record_help, settle
from domain.rulesets.black_dice.chapters.dice.pools import action_roll
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.healing.healers import (
    HEALED_BY,
    HEALING_SKILLS,
    HEALING_STAT,
    healing_choices,
    patients,
    require_healer,
    require_skill,
)
from domain.rulesets.black_dice.chapters.healing.healing_places import (
    PLACES_TO_HEAL,
    difficulty_at,
    place_in,
    require_place,
    require_place_there,
)
from domain.rulesets.black_dice.chapters.healing.resting import Healed, dying_besides, pass_minutes, require_none_dying
from domain.rulesets.black_dice.chapters.vocabularies import own
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.parts import (
    SITUATION,
    WITH_SITUATION,
    Choices,
    Helped,
    Key,
    Situation,
)
from domain.rulesets.black_dice.said import Who
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import HEALING
from domain.rulesets.black_dice.words import DECLARE, IDLE, Difficulty, HealingPlace, Mark
from domain.story.told import Told
from domain.text.words import Words

MINUTES_A_SUCCESS = 10


class Treated(Event, frozen=True, kw_only=True):
    """A treatment was made, with or without success; there is no other until the patient is hurt again (BD-HEAL-11)."""

    type: ClassVar[str] = "black_dice.treated"
    words = "Treatment"
    example = {"combatant": "brass_tom", "healer": "brass_tom", "minutes": 20}
    combatant: Who
    healer: Who
    minutes: int

    def says(self) -> str:
        whom = "{healer:their} own wounds" if self.healer == self.combatant else "{combatant}"
        return f"{{healer}} has treated {whom}."

    def brief(self) -> str:
        whom = "{healer:their} own wounds" if self.healer == self.combatant else "{combatant}"
        return f"{{healer}} | treats {whom}, healing nothing"

    told = Told(
        brief=brief,
        unless=("black_dice.healed",),
        source="healer",
        target="combatant",
    )

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].treated = True


class Treating(msgspec.Struct, frozen=True):
    """A treatment whose dice are falling."""

    patient: str
    healer: str
    skill: str
    first: Mark


def needs_treatment(fight: Fight, person: Person) -> bool:
    """Return whether a combatant may be treated now: alive, not treated since it was hurt, and no other is dying."""
    once = fight.options.heal_attempts == "once"
    return person.alive and not (once and person.treated) and not dying_besides(fight, person)


def _usual_difficulty(fight: Fight, healer: Person, skill: str) -> Difficulty:
    """Return how hard the place makes a treatment where the healer is, as all its patients are (BD-HEAL-4)."""
    return difficulty_at(fight.options, place_in(fight, healer.zone, HEALED_BY[skill]))


PATIENTS: Final = patients("whom to treat", lambda view: [*own(view)], needs_treatment)


class Treat(Acting, Situation, Helped):
    """Treat a patient after the fight (BD-HEAL-1). Each success heals, and takes ten minutes (BD-HEAL-3).

    The extra dice and the help are the narrator's to give. The narrator may name any place for the patient's kind; a
    player names the one that holds there, or none.
    """

    form = {
        "actor": among(keys_of("who may treat", PATIENTS)),
        "patient": looked_up(PATIENTS, "actor"),
        "skill": HEALING_SKILLS,
        "place": PLACES_TO_HEAL,
        **SITUATION,
        **helped("actor"),
        "choices": healing_choices("trades in treatments", _usual_difficulty),
    }
    during = PhaseRule(IDLE, "BD-HEAL-1", "There is no treatment in a round; the dying may be stabilised.", DECLARE)
    says = ()
    example = {"actor": "lark", "patient": "pryce", "skill": "medicine", "place": "medical_kit", "first": "bruise"}
    words = Words(
        "Treat a patient",
        "Treat {patient} with {skill}" + WITH_SITUATION + "[. {first} first]",
        group="care",
        fields={"first": "What heals first"},
    )
    told = Told(
        brief=("{actor} | treats {patient} with {skill}",), unless=("black_dice.check_settled",), target="patient"
    )
    type: Literal["black_dice.treat"] = "black_dice.treat"
    patient: CombatantId
    skill: Key
    place: HealingPlace | None = Field(
        default=None, description="what there is to treat with; by default that of the zone, or else improvised"
    )
    first: Mark = Field(default="normal", description="the marks that heal first (BD-HEAL-5)")
    choices: Choices | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Roll Wits + Medicine, or what repairs automata (BD-HEAL-2), as hard as the place makes it (BD-HEAL-6)."""
        fight = decision.state
        healer = find_combatant(fight, self.actor, "command.actor")
        patient = find_combatant(fight, self.patient, "command.patient")
        require_healer(healer, patient, "BD-HEAL-4")
        require(patient.alive, "BD-DYING-8", f"{patient.name} is dead and past healing.", field="command.patient")
        shown = fight.shows_sheet(patient.id, decision.speaker)
        require_skill(patient, self.skill, "BD-HEAL-2", shown=shown)
        place = self.place or place_in(fight, patient.zone, patient.kind)
        require_place(patient, place, shown=shown)
        if not decision.speaker.is_narrator:
            require_place_there(fight, patient, place)
        once = fight.options.heal_attempts == "once"
        require(
            not (once and patient.treated),
            "BD-HEAL-11",
            f"{patient.name} has been treated and not been hurt since.",
            field="command.patient",
        )
        require_none_dying(fight, but=patient)
        helping, crowd = help_of(fight, healer, self.skill, self)
        plan = action_roll(
            fight,
            healer,
            self.skill,
            HEALING_STAT,
            self.skill,
            helped=helping,
            difficulty=difficulty_at(fight.options, place),
            bonuses=(("narrator", self.bonus),),
            penalties=(("narrator", -self.penalty),),
            black=(("crowd", crowd), ("narrator", self.black)),
            choices=self.choices,
        )
        if HEALING[place].difficulty == "very_easy":
            plan = replace(plan, least=fight.options.automatic_successes)
        record_help(decision, healer, self)
        treating = Treating(patient.id, healer.id, self.skill, self.first)
        throw(decision, (plan,), treated.continuation(treating))


@reply("black_dice.healing.treated", Treating)
def treated(decision: Decision[Fight], treating: Treating, casts: tuple[Cast, ...]) -> None:
    """Each success heals a pip (BD-HEAL-1) and takes ten minutes (BD-HEAL-3); a foul failure heals nothing."""
    fight, cast = decision.state, casts[0]
    patient = fight.people[treating.patient]
    settle(decision, Trial(treating.healer, treating.skill), cast.net, foul=cast.foul, foul_fails=True)
    successes = 0 if cast.foul else cast.net
    normal, bruise, used = healed_by(fight.options, patient, successes, treating.first)
    if used:
        health = patient.health + normal + bruise
        decision.record(Healed(combatant=patient.id, normal=normal, bruise=bruise, health=health, by=treating.healer))
    minutes = MINUTES_A_SUCCESS * max(1, used)
    decision.record(Treated(combatant=patient.id, healer=treating.healer, minutes=minutes))
    pass_minutes(decision, minutes)


def healed_by(options: Options, patient: Person, successes: int, first: Mark) -> tuple[int, int, int]:
    """Return normal marks and bruises that successes heal, and the successes that it takes (BD-HEAL-5, BD-BRUISE-4).

    What is left of the first kind goes to the other; never more is healed than is marked.
    """
    factor = options.bruise_heal_factor
    for_all_bruises = -(-patient.bruise // factor)
    if first == "normal":
        on_normal = min(successes, patient.normal)
        on_bruise = min(successes - on_normal, for_all_bruises)
    else:
        on_bruise = min(successes, for_all_bruises)
        on_normal = min(successes - on_bruise, patient.normal)
    return on_normal, min(patient.bruise, factor * on_bruise), on_normal + on_bruise


TREATMENT: Chapter[Fight] = Chapter(
    commands=(Treat,),
    events=(Treated,),
    stages=(treated,),
    labels={"place": "Place of healing", "first.bruise": "Bruises", "first.normal": "Normal marks"},
)
