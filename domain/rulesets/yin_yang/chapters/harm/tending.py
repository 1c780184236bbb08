"""Tending: somebody looks after the dying (YY-VIT-6)."""

from typing import Any, ClassVar, Final, Literal

from domain.core.commands import Acting, CombatantId
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.decks.decks import settle_decks
from domain.rulesets.yin_yang.chapters.decks.drawing import plan_test
from domain.rulesets.yin_yang.chapters.decks.hands import spend
from domain.rulesets.yin_yang.chapters.harm.resting import Stabilised
from domain.rulesets.yin_yang.chapters.testing.unopposed import draw_alone, require_alone
from domain.rulesets.yin_yang.chapters.vocabularies import ABILITIES, CARD_PLAYED, TESTERS, people
from domain.rulesets.yin_yang.parts import (
    ADDED,
    ATTRIBUTES_OF_TEST,
    CARDS_SAID,
    AbilityName,
    Attributes,
    HandCard,
    Situation,
)
from domain.rulesets.yin_yang.state import Fight, Person
from domain.story.told import Told
from domain.text.words import Words

TEND = "tend"


def _patients(view: View[Fight]) -> dict[str, Any]:
    """Return whom each may tend: the dying in the same sub-fight who are not stabilised (YY-VIT-6)."""
    ill: dict[str, tuple[str, ...]] = {}
    for person in view.state.people.values():
        if "dying" in person.out and not person.stabilised:
            ill[person.subfight] = (*ill.get(person.subfight, ()), person.id)
    return {one.id: ill[one.subfight] for one in people(view, view[TESTERS]) if one.subfight in ill} if ill else {}


PATIENTS: Final = Vocabulary[Fight]("patients", _patients)


class Tend(Acting, Situation):
    """Tend a dying combatant, who is stabilised if the test succeeds (YY-VIT-6)."""

    form = {
        "actor": among(Vocabulary[Fight]("who may tend", lambda view: tuple(view[PATIENTS]))),
        "patient": looked_up(PATIENTS, "actor"),
        "ability": looked_up(ABILITIES, "actor"),
        "attributes": ATTRIBUTES_OF_TEST,
        "hand_card": CARD_PLAYED,
        **ADDED,
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    says = ("{actor} wants to tend {patient}.",)
    example = {"actor": "bill", "patient": "irons", "attributes": ["intellect"]}
    words = Words(
        "Tend",
        f"Tend {{patient}} with {{attributes}}[ ({{ability}})]{CARDS_SAID}",
        group="care",
        costs="an action in a turn",
    )
    told = Told(brief=("{actor} | tends {patient}",), target="patient")
    type: Literal["yin_yang.tend"] = "yin_yang.tend"
    patient: CombatantId
    attributes: Attributes
    ability: AbilityName | None = None
    hand_card: HandCard = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Tend the dying by an unopposed test: success makes them stable, and no points return (YY-VIT-6, YY-RUL-8)."""
        fight = decision.state
        healer = find_combatant(fight, self.actor, "command.actor")
        patient = find_combatant(fight, self.patient, "command.patient")
        plan = plan_test(
            fight,
            healer.id,
            self.attributes,
            self.ability,
            label=TEND,
            bonus=self.bonus,
            penalty=self.penalty,
            hand_card=self.hand_card,
        )
        _require_patient(fight, healer, patient)
        require_alone(fight, healer, self.hand_card)
        spend(decision, healer.id, self.hand_card)
        if draw_alone(decision, plan).success:
            decision.record(Stabilised(combatant=patient.id, by=healer.id))
        settle_decks(decision)


def _require_patient(fight: Fight, healer: Person, patient: Person) -> None:
    """Only the dying who are not stabilised are tended, by a combatant in the same fight."""
    ill = "dying" in patient.out
    why = "stabilised already" if ill and patient.stabilised else "in another sub-fight" if ill else "not dying"
    fits = ill and not patient.stabilised and fight.together(healer.id, patient.id)
    require(fits, "YY-VIT-6", f"{patient.name} is {why} and cannot be tended.", field="command.patient")


TENDING: Chapter[Fight] = Chapter(commands=(Tend,))
