"""First aid, recovery, and what else the days bring (TK-AID, TK-REC)."""

from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec.structs import replace
from pydantic import Field

from domain.core.commands import Acting, CombatantId, Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import among, listed, looked_up, several
from domain.fields.sets import Node
from domain.fields.vocabulary import Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.harm import check_death, check_waking
from domain.rulesets.ticks.chapters.narrator.trials import Tested, Trial, bring
from domain.rulesets.ticks.chapters.objections import require_luck, require_statistic
from domain.rulesets.ticks.chapters.vocabularies import CONSCIOUS, LIVING, LUCK, by_actor, everybody
from domain.rulesets.ticks.parts import (
    Combatants,
    Points,
)
from domain.rulesets.ticks.said import UNITS_OF_TIME, duration_said
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import AT_REST, CALM, COUNT, MEDICINE, MOST_DAYS, TO_PEACE, Care
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

CARES: Final = {None: "without care", "skilled": "in skilled care", "basic": "in basic care", "none": "without care"}


ONE_OF_A_UNIT: Final = frozenset(length for _, length in UNITS_OF_TIME)
"""How long one second lasts, one minute, and so on."""


class TimePassed(Event, frozen=True, kw_only=True):
    """The clock runs (TK-DYING-6); ``clock`` is its time in seconds."""

    type: ClassVar[str] = "ticks.time_passed"
    words = "Time passed"
    told = Told(line="end")
    example = {"seconds": 600, "clock": 1200}
    seconds: Annotated[int, Spoken(duration_said)]
    clock: Annotated[int, Spoken(duration_said)]

    def says(self) -> str:
        total = ", {clock} in all" if self.clock != self.seconds else ""
        return f"{{seconds}} {'goes' if self.seconds in ONE_OF_A_UNIT else 'go'} by{total}."

    def evolve(self, fight: Fight) -> None:
        fight.clock = self.clock


class Recovered(Event, frozen=True, kw_only=True):
    """Days of recovery have gone by (TK-REC-1): how many wounds there are then, and the days of care begun."""

    type: ClassVar[str] = "ticks.recovered"
    words = "Recovery"
    told = Told(brief=AS_SAID)
    example = {"combatant": "bruno", "days": 1, "wounds": 0, "care": "basic", "care_days": 0}
    private: ClassVar[frozenset[str]] = frozenset({"wounds", "care_days"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    days: int
    wounds: int | None = None
    care: Annotated[Care | None, Spoken(CARES)] = None
    care_days: int | None = None

    def says(self) -> str:
        """Days of care that have not healed a wound yet count toward healing the next one."""
        begun = ", {care_days:day} towards healing the next" if self.care_days else ""
        after = " and is free of wounds" if self.wounds == 0 else f"[: {{wounds:wound}} left{begun}]"
        return f"{{combatant}} rests for {{days:day}} {{care}}{after}."

    def evolve(self, fight: Fight) -> None:
        """``stabilised`` has served its time when resilience bears the wounds again (TK-DYING-5)."""
        person = fight.people[self.combatant]
        person.wounds, person.care, person.care_days = self.wounds or 0, self.care or "none", self.care_days or 0
        if person.wounds <= person.statistics["resilience"]:
            person.stabilised = False


class Stabilised(Event, frozen=True, kw_only=True):
    """Somebody is no longer dying (TK-AID-5)."""

    type: ClassVar[str] = "ticks.stabilised"
    words = "Stabilised"
    told = Told(brief=AS_SAID, source="by", target="combatant")
    says = "{combatant} is saved from dying by {by}."
    example = {"combatant": "bruno", "by": "lena"}
    combatant: str
    by: str

    def evolve(self, fight: Fight) -> None:
        """Only wounds from now on are new ones (TK-DYING-5)."""
        person = fight.people[self.combatant]
        person.dying, person.stabilised = None, True
        person.turn = replace(person.turn, wounded=False)


REACH = 1
"""How near the patient has to be (TK-AID-2)."""
DIFFICULTY_PER_WOUND = 10
SKILLED = 3
"""The medicine of a carer who is skilled (TK-REC-2)."""
RIGHT_CARE_DAYS = 2
"""Days for a wound with appropriate care (TK-REC-1)."""


def why_no_aid(fight: Fight, helper: Person, patient: Person) -> str | None:
    """Why first aid cannot be given, as the end of a sentence, or None (TK-AID-2).

    Others nearby see how a combatant fares.
    """
    if patient is helper:
        return "nobody can treat themselves"
    if helper.square.distance(patient.square) > REACH:
        return f"{patient.name} is more than a step away"
    if patient.dead:
        return f"{patient.name} is dead"
    if patient.dying is None:
        return f"{patient.name} is not dying"
    return None


def _patients(fight: Fight, helper: Person) -> Node | None:
    """Whom somebody can give first aid where they stand (TK-AID-2)."""
    if fight.options.first_aid_statistic not in helper.statistics:
        return None
    dying = [one for one in fight.people.values() if one.dying is not None]
    return tuple(one.id for one in dying if why_no_aid(fight, helper, one) is None)


PATIENTS = by_actor("patients", _patients)
RECOVERING = everybody("who can recover", lambda fight, person: not person.dead and person.dying is None)
CARED_FOR = Vocabulary[Fight](
    "who can be cared for by another", lambda view: view[RECOVERING] if len(view[LIVING]) > 1 else ()
)


class FirstAid(Acting):
    """Keep a combatant from dying, between rounds or outside combat (TK-AID-3).

    `helpers` are the narrator's to name.
    """

    form = {
        "actor": among(keys_of("who may give first aid", PATIENTS)),
        "patient": looked_up(PATIENTS, "actor"),
        "luck": looked_up(LUCK, "actor"),
        "helpers": several(CONSCIOUS, distinct=True, narrators=True, bars=("actor",)),
    }
    during = PhaseRule(
        AT_REST, "TK-AID-3", "In a round first aid is a deed; declare it as the action Other.", ("ticks.declare",)
    )
    says = ("{actor} wants to give {patient} first aid.",)
    example = {"actor": "lena", "patient": "bruno", "luck": 1}
    words = Words(
        "Give first aid",
        "Give {patient} first aid[, with {luck:point|points} of luck][, helped by {helpers}]",
        group="care",
    )
    told = Told(brief=("{actor} | tries to give {patient} first aid",), target="patient")
    type: Literal["ticks.first_aid"] = "ticks.first_aid"
    patient: CombatantId
    luck: Points = 0
    helpers: Combatants = ()

    def decide(self, decision: Decision[Fight]) -> None:
        """Between rounds or in calm it is a command of its own (TK-AID-3)."""
        fight = decision.state
        helper = find_combatant(fight, self.actor, "command.actor")
        patient = find_combatant(fight, self.patient, "command.patient")
        reason = why_no_aid(fight, helper, patient)
        near = helper.square.distance(patient.square) <= REACH
        rule = "TK-DYING-7" if patient.dead and near else "TK-AID-2"
        require(reason is None, rule, f"{helper.name} cannot give first aid: {reason}.", field="command.patient")
        require_luck(helper, self.luck, "command.luck")
        require_able(fight, helper, "command.actor")
        if self.helpers and not decision.speaker.is_narrator:
            refuse("TK-HELP-5", "Helpers are the narrator's to name; leave them out.", field="command.helpers")
        require_helpers(fight, helper.id, self.helpers, "command.helpers")
        treat(decision, helper.id, patient.id, self.luck, self.helpers)


def require_able(fight: Fight, helper: Person, field: str) -> None:
    """The giver of first aid has the statistic that belongs to medicine (TK-OPT-9, TK-RUL-46)."""
    statistic = fight.options.first_aid_statistic
    require_statistic(helper, statistic, "TK-OPT-9", field)


def require_helpers(fight: Fight, tester: str, helpers: tuple[str, ...], field: str) -> None:
    """Each once, conscious, not the tester, and in a round with the action for it (TK-HELP-5, TK-HELP-7)."""
    require(len(set(helpers)) == len(helpers), "TK-HELP-5", "Name each helper once.", field=field)
    for place, name in enumerate(helpers):
        helper = find_combatant(fight, name, f"{field}[{place}]")
        require(
            name != tester,
            "TK-HELP-5",
            f"{helper.name} makes the test and cannot help with it; leave them out.",
            field=f"{field}[{place}]",
        )
        said = f"{helper.name} is not conscious, and cannot help; leave them out."
        require(helper.conscious, "TK-HELP-7", said, field=f"{field}[{place}]")
        said = f"{helper.name} has not declared to help {fight.name_of(tester)}; leave them out."
        declared = not fight.in_round or name in helpers_in_round(fight, tester)
        require(declared, "TK-HELP-7", said, field=f"{field}[{place}]")


def helpers_in_round(fight: Fight, tester: str) -> tuple[str, ...]:
    """All who have declared to help somebody (TK-OTHER-8, TK-AID-4)."""
    helping = []
    for person in fight.participants:
        declared = person.turn.declared
        helps = declared is not None and (declared.kind, declared.whom) == ("help", tester)
        if helps and person.conscious:
            helping.append(person.id)
    return tuple(helping)


def treat(decision: Decision[Fight], helper: str, patient: str, luck: int, helpers: tuple[str, ...]) -> None:
    """Medicine against ten times the wounds beyond resilience (TK-AID-1).

    Success stabilises (TK-AID-5), failure changes nothing (TK-AID-6).
    """
    treated = decision.state.people[patient]
    difficulty = DIFFICULTY_PER_WOUND * (treated.wounds - treated.statistics["resilience"])
    statistic = decision.state.options.first_aid_statistic
    reached = bring(decision, Trial(helper, statistic, MEDICINE, helpers=helpers), luck)
    success = reached >= difficulty
    decision.cause = decision.record(
        Tested(combatant=helper, what="first aid", total=reached, success=success, difficulty=difficulty)
    )
    if success:
        decision.record(Stabilised(combatant=patient, by=helper))


class PassTime(Narrating):
    """Let the clock run outside rounds (TK-DYING-6)."""

    during = PhaseRule(
        AT_REST, "TK-DYING-6", "In a round the clock stands still; it runs again when the round ends.", COUNT
    )
    says = ()
    example = {"seconds": 300}
    words = Words("Let time pass", "Let {seconds:second|seconds} pass", group="scene", prominence="main")
    told = Told(brief=("the narrator | lets {seconds} go by",))
    type: Literal["ticks.pass_time"] = "ticks.pass_time"
    seconds: Annotated[int, Field(ge=1, le=31_536_000)]

    def decide(self, decision: Decision[Fight]) -> None:
        """The clock runs, and combatants that have been dying too long die (TK-DYING-3, TK-DYING-6)."""
        decision.record(TimePassed(seconds=self.seconds, clock=decision.state.clock + self.seconds))
        for person in decision.state.people.values():
            check_death(decision, person)


class Recover(Narrating):
    """Let days of recovery pass for a combatant (TK-REC-1).

    The care is `care` itself, or what a `carer` is able to give.
    """

    form = {"combatant": among(RECOVERING)}
    variants = {
        "care": {"care": listed(*get_args(Care), required=True), "carer": None},
        "carer": {
            "combatant": among(CARED_FOR),
            "carer": among(LIVING, bars=("combatant",), required=True),
            "care": None,
        },
    }
    during = PhaseRule(CALM, "TK-REC-1", "No one recovers while combat is on; end it first.", TO_PEACE)
    says = ("{carer} looks after {combatant}.", "")
    example = {"combatant": "iris", "days": 3, "carer": "lena"}
    ruling = True
    words = Words(
        "Recover",
        "Let {combatant} recover for {days:day|days}: {care}[, {days_per_wound:day|days} for each wound]",
        group="care",
        variants={
            "carer": Variant(
                "Recover in the care of another",
                "Let {combatant} recover for {days:day|days} in the care of {carer}[, {days_per_wound:day|days} for"
                " each wound]",
            ),
            "care": Variant("Recover"),
        },
        fields={"days_per_wound": "Days for each wound"},
    )
    told = Told(brief=("{carer} | looks after | {combatant}",), source="carer", target="combatant")
    type: Literal["ticks.recover"] = "ticks.recover"
    combatant: CombatantId
    days: Annotated[int, Field(ge=1, le=1000)]
    care: Care | None = None
    carer: CombatantId | None = None
    days_per_wound: Annotated[int, Field(ge=3, le=MOST_DAYS)] | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Day by day (TK-REC-1), at the rate that the wounds and the care allow (TK-REC-4, TK-RUL-49)."""
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        dead = person.dead or person.dying is not None
        said = f"{person.name} is {'dead, and' if person.dead else 'dying, and without first aid'} cannot recover."
        require(not dead, "TK-REC-6", said, field="command.combatant")
        care = _care(fight, person, self)
        slow = self.days_per_wound or fight.options.slow_days_per_wound
        wounds, begun = person.wounds, person.care_days if person.care == care else 0
        for _ in range(self.days if wounds else 0):
            begun += 1
            beyond = wounds > person.statistics["resilience"]
            right = care == "skilled" or (care == "basic" and not beyond)
            if begun >= (RIGHT_CARE_DAYS if right else slow):
                wounds, begun = wounds - 1, 0
            if not wounds:
                break
        decision.record(Recovered(combatant=person.id, days=self.days, wounds=wounds, care=care, care_days=begun))
        check_waking(decision, person)


def _care(fight: Fight, person: Person, command: Recover) -> Care:
    """As it is said, or that of a carer who is alive and somebody else (TK-REC-2)."""
    said = "Say what care it is, or name a carer; one of the two."
    require((command.care is None) != (command.carer is None), "TK-REC-2", said, field="command.care")
    if command.carer is None:
        return command.care or "none"
    carer = find_combatant(fight, command.carer, "command.carer")
    fit = not carer.dead and carer is not person
    said = f"{carer.name} is {'dead' if carer.dead else 'the patient'}, and no carer; name someone else who is alive."
    require(fit, "TK-REC-2", said, field="command.carer")
    return "skilled" if carer.level(MEDICINE) >= SKILLED else "basic"


CARE: Chapter[Fight] = Chapter(commands=(FirstAid, PassTime, Recover), events=(TimePassed, Recovered, Stabilised))
