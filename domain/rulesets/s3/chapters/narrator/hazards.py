"""What the world does by the narrator's word: damage and poison (S3-NARR-4, S3-POIS-9)."""

from typing import Final, Literal, get_args

import msgspec
from pydantic import Field

from domain.core import commands as core
from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, listed, looked_up, several
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.model.suggestions import instead, unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.targets import find_able
from domain.rulesets.s3.chapters.vocabularies import ABLE, INTENT, PEOPLE
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.chapters.wounds.fire import ignite
from domain.rulesets.s3.chapters.wounds.poison import Portion, dose_strikes, give_dose, new_dose
from domain.rulesets.s3.parts import Coins, Key
from domain.rulesets.s3.state import Dose, Fight, Person
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import Intent, Limb, Route
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words
from domain.text.words import Label, Words


class Blaze(msgspec.Struct, frozen=True, gc=False):
    """A victim that an incendiary hazard may ignite, and the intent."""

    victim: str
    intent: Intent | None


class Hazard(core.Narrating):
    """Let the world deal damage, for example by an explosion, falling rubble or a crash (S3-NARR-4)."""

    form = {"targets": several(ABLE, 1, 50, distinct=True), "intent": INTENT}
    says = ("The narrator deals damage to {targets}: {coins}.",)
    example = {"targets": ["ogre", "bell"], "coins": 4, "intent": "subdue"}
    words = Words(
        "Deal damage",
        "Deal [{coins:coin|coins} of {coins?}]damage to {targets}[, {stun_coins:more coin|more coins} only for"
        " stunning][, {wound_coins:more coin|more coins} only for wounding][, setting on fire{incendiary?}][, reduced"
        " by armour{armour_counts?}][, called shot: {called}][, limb lost for{called?} {lasts:round|rounds}]"
        "[, {intent}]",
        group="rulings",
        fields={
            "coins": "Damage coins",
            "stun_coins": "Coins only for stunning",
            "wound_coins": "Coins only for wounding",
        },
    )
    told = Told(brief=AS_SAID, unless=("s3.damage_suffered",))
    type: Literal["s3.hazard"] = "s3.hazard"
    targets: tuple[CombatantId, ...] = Field(min_length=1, max_length=50)
    coins: Coins
    stun_coins: Coins = 0
    wound_coins: Coins = 0
    incendiary: bool = False
    armour_counts: bool = False
    called: Limb | None = None
    lasts: int | None = Field(default=None, ge=1, le=100, description="Without a number, until it is healed.")
    intent: Intent | None = Field(default=None, description="Decides the fate of those who are disabled by it.")

    def decide(self, decision: Decision[Fight]) -> None:
        """Deal with each victim in the order listed, and completely (S3-NARR-4, S3-DMG-13, S3-DMG-14)."""
        fight = decision.state
        require_distinct(self.targets, "command.targets")
        for target in self.targets:
            find_able(fight, target, "command.targets")
        decision.steps(*((suffer, _harm_of(fight, self, target)) for target in self.targets))


def _harm_of(fight: Fight, command: Hazard, victim: str) -> Harm:
    return Harm(
        victim,
        "damage",
        (("hazard", command.coins),),
        intent=command.intent,
        stun=command.stun_coins,
        wound=command.wound_coins,
        flat=fight.options.damage_throw == "flat",
        armour=command.armour_counts,
        fire=command.incendiary,
        aim=command.called,
        lasts=command.lasts,
        then=blazed.continuation(Blaze(victim, command.intent)) if command.incendiary else None,
    )


@reply("s3.hazard.blazed", Blaze)
def blazed(decision: Decision[Fight], blaze: Blaze, points: int) -> None:
    """Ignite a victim that is still able, if the hazard did damage (S3-FIRE-1, S3-DMG-11)."""
    victim = decision.state.people[blaze.victim]
    if points and victim.able:
        ignite(decision, victim, points, None, blaze.intent)


class Administer(core.Narrating):
    """Give combatants poison without an attack (S3-POIS-9)."""

    form = {
        "combatants": several(ABLE, 1, 50, distinct=True),
        "poison": listed(*[Labelled(key, poison.get("name", as_words(key))) for key, poison in POISONS.items()]),
        "route": listed(*[Labelled(route, Label(f"by_{route}")) for route in get_args(Route)]),
        "source": among(PEOPLE),
    }
    says = ()
    example = {"combatants": ["bell"], "poison": "viper_oil", "route": "blade", "source": "ogre"}
    words = Words(
        "Give poison",
        "Poison {combatants} with {poison}, {route}[, from {source}]",
        group="rulings",
        fields={"source": "Who gave it"},
    )
    type: Literal["s3.administer"] = "s3.administer"
    combatants: tuple[CombatantId, ...] = Field(min_length=1, max_length=50)
    poison: Key
    route: Route
    source: CombatantId | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Each of those named gets a dose by this route; a needle's strikes at once (S3-POIS-8, S3-POIS-9)."""
        fight = decision.state
        said = f"There is no poison “{self.poison}”; {instead(self.poison, POISONS)}"
        require(self.poison in POISONS, "S3-EQUIP-20", said, field="command.poison")
        require_distinct(self.combatants, "command.combatants")
        people = [find_able(fight, combatant, "command.combatants") for combatant in self.combatants]
        if self.source is not None:
            find_combatant(fight, self.source, "command.source")
        doses = []
        for person in people:
            dose = new_dose(decision, self.poison, self.route, self.source, None)
            give_dose(decision, person, dose)
            doses.append(Portion(person.id, dose.id))
        if self.route == "needle":
            decision.steps(*((dose_strikes, portion) for portion in doses))


def waiting_doses(person: Person) -> list[Dose]:
    """Return the doses of a combatant that wait for the narrator (S3-POIS-6)."""
    return [dose for dose in person.doses if dose.waits_for_narrator]


def _doses(view: View[Fight]) -> Node:
    """Return the doses that wait, by combatant."""
    swallowed = {person.id: waiting_doses(person) for person in view.state.able() if person.doses}
    return {
        one: tuple([Labelled(dose.id, as_words(dose.poison)) for dose in doses])
        for one, doses in swallowed.items()
        if doses
    }


DOSES: Final = Vocabulary("doses that wait", _doses)


class PoisonStrikes(core.Narrating):
    """Let poison that came in food or drink take effect (S3-POIS-6)."""

    form = {
        "combatant": among(Vocabulary[Fight]("poisoned", lambda view: tuple(view[DOSES]))),
        "dose": looked_up(DOSES, "combatant"),
    }
    says = ()
    example = {"combatant": "bell", "dose": "dose-40-1"}
    words = Words("Let poison strike", "Let {dose} strike {combatant}", group="rulings")
    type: Literal["s3.poison_strikes"] = "s3.poison_strikes"
    combatant: CombatantId
    dose: str = Field(max_length=64)

    def decide(self, decision: Decision[Fight]) -> None:
        """The dose is one in food or drink that waits for the narrator (S3-POIS-6)."""
        person = find_able(decision.state, self.combatant, "command.combatant")
        waiting = [dose.id for dose in waiting_doses(person)]
        none = f"No dose of {person.name} waits for the narrator."
        said = f"No dose “{self.dose}” of {person.name} waits for the narrator"
        require(self.dose in waiting, "S3-POIS-6", unknown(said, self.dose, waiting, none), field="command.dose")
        decision.next(dose_strikes, Portion(person.id, self.dose))


HAZARDS: Chapter[Fight] = Chapter(commands=(Hazard, Administer, PoisonStrikes), stages=(blazed,))
