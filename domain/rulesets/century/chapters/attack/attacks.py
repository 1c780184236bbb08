"""Attacks (CE-HIT), and their stages in order (CE-HIT-9)."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData, stage
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack import attack_terms, called_shots, hits, shots
from domain.rulesets.century.chapters.attack.defences import ask_defence
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled, checked_attack
from domain.rulesets.century.chapters.attack.two_weapons import has_attack_left
from domain.rulesets.century.chapters.attack.ways.kinds import (
    AT_A_POINT,
    BACKSTAB,
    DISARM,
    DISARM_UNARMED,
    PLAIN_ATTACK,
    SPRAY,
    UNARMED,
)
from domain.rulesets.century.chapters.conditions.conditions import lift
from domain.rulesets.century.chapters.round.move_points import spend
from domain.rulesets.century.parts import Attacking
from domain.rulesets.century.said import BANDS
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.state.changes import change_attack, change_turn
from domain.rulesets.century.words import Band
from domain.story.told import Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

DOMINANT: Final = "If you name no weapon, you use what your dominant hand holds."


class AttackLaunched(Event, frozen=True, kw_only=True):
    """An attack is paid for and continues (stage 3 of CE-HIT-9): it counts among those of the slot (CE-STAG-7)."""

    type: ClassVar[str] = "century.attack_launched"
    words = "Attack paid for"
    says = ""
    example = {"attack": "attack-98", "combatant": "eva"}
    attack: str
    combatant: str

    def evolve(self, fight: Fight) -> None:
        """It counts among the attacks of slot and round; the first of a pair announces the second (CE-DUAL-4)."""
        attack = fight.attack
        turn = fight.turn_of(self.combatant)
        fight.people[self.combatant].attacks += 1
        change_attack(fight, paid=True)
        if attack is not None and turn is not None:
            change_turn(fight, self.combatant, attacks=turn.attacks + 1)
            if attack.second:
                change_turn(fight, self.combatant, pair_done=True)
            elif attack.paired:
                change_turn(fight, self.combatant, paired=attack.hand)


class TargetFaced(Event, frozen=True, kw_only=True):
    """A volley turns to its next target (CE-AUTO-8): how far it is, and how many bullets are for it."""

    type: ClassVar[str] = "century.target_faced"
    words = "Next target"
    says = "{combatant} turns on {target} with {rounds:round}[, {band}]."
    example = {
        "attack": "attack-345",
        "combatant": "sam",
        "target": "mulan",
        "rounds": 6,
        "band": "short",
        "distance": 7,
    }
    attack: str
    combatant: str
    target: str
    rounds: int = 0
    band: Annotated[Band | None, Spoken(BANDS)] = None
    distance: int | None = None

    def line(self) -> str:
        return f"at {self.target}"

    told = Told(brief="{combatant} | turns on {target} with {rounds:round}[ {band}]", line=line)

    def evolve(self, fight: Fight) -> None:
        """Each target of a volley has its own defence, roll and damage (CE-AUTO-8)."""
        if fight.attack is not None:
            change_attack(
                fight,
                target=self.target,
                rounds=self.rounds,
                band=self.band,
                distance=self.distance,
                defence=None,
                shots=0,
                kept=0,
                hits=(),
                missed=False,
                done=fight.attack.done + 1,
            )


class AttackEnded(Event, frozen=True, kw_only=True):
    """An attack is over, with all that came of it at once."""

    type: ClassVar[str] = "century.attack_ended"
    words = "Attack over"
    says = ""
    example = {"attack": "attack-98", "combatant": "eva"}
    attack: str
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.attack = None


class Attack(Attacking):
    """Attack a target, a point or several targets (CE-HIT-9). If you name no weapon, you use what your dominant
    hand holds.

    One of `weapon` and `natural` is used. The fields from `modifiers` on are the narrator's to give (CE-MOD-24).
    """

    variants = {
        "plain": PLAIN_ATTACK,
        "unarmed": UNARMED,
        "disarm": DISARM,
        "disarm_unarmed": DISARM_UNARMED,
        "backstab": BACKSTAB,
        "at_a_point": AT_A_POINT,
        "spray": SPRAY,
    }
    says = ()
    example = {
        "actor": "eva",
        "target": "guido",
        "weapon": "avenger_9mm",
        "fire": "double_tap",
        "range": "short",
        "answers": [{"kind": "defence", "to": "guido", "answer": {"defence": "dodge"}}],
    }
    words = Words(
        "Attack",
        "Attack[ {target}][ with {weapon}][ in one hand{one_handed?}][, one of a pair{paired?}]"
        "[, aiming at “{called}”][: {fire}]"
        "[, {rounds:round|rounds}]",
        group="attack",
        prominence="main",
        costs="Move Points",
        variants={
            "plain": Variant("Attack", help=f"Attack a target. {DOMINANT}"),
            "unarmed": Variant(
                "Attack unarmed",
                "Attack {target} with {natural}[, aiming at “{called}”]",
                help="Attack a target without a weapon, as with a punch or a kick.",
            ),
            "disarm": Variant(
                "Disarm",
                "Knock {disarm_item} away from {target}[ with {weapon}][ in one hand{one_handed?}]"
                "[, one of a pair{paired?}]",
                help=f"Knock something out of the hand of a target, who is not hurt. {DOMINANT}",
                costs="5 Move Points",
            ),
            "disarm_unarmed": Variant(
                "Disarm with bare hands",
                "Knock {disarm_item} away from {target} with {natural}",
                help="Knock something out of the hand of a target, who is not hurt, without a weapon.",
                costs="5 Move Points",
            ),
            "backstab": Variant(
                "Backstab",
                "Backstab {target}[ (unaware{unaware?})][ with {weapon}][ in one hand{one_handed?}]"
                "[, one of a pair{paired?}][, aiming at “{called}”]",
                help="Attack from behind, hand to hand, a target who knows nothing of it and can neither dodge, block"
                f" nor parry. {DOMINANT}",
                costs="3 Move Points",
            ),
            "at_a_point": Variant(
                "Attack a point",
                "Attack a spot at {point}[ with {weapon}][ in one hand{one_handed?}][, one of a pair{paired?}]",
                help=f"Aim a weapon that harms all in an area at a point, not at a combatant. {DOMINANT}",
            ),
            "spray": Variant(
                "Spray several targets",
                "Spray with {weapon}[ in one hand{one_handed?}][, one of a pair{paired?}]: {spray}",
                help="Divide the rounds of full automatic fire among several targets, attacked one by one.",
            ),
        },
        fields={
            "disarm_item": "Item to knock away",
            "maneuver": "Manoeuvre",
            "one_handed": "With one hand",
            "paired": "One of a pair",
            "point": "Point",
            "spray": "Targets",
            "called": "Aim at",
            "rounds": "Rounds",
        },
    )
    type: Literal["century.attack"] = "century.attack"

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        turn = fight.turn_of(person.id)
        return turn is not None and has_attack_left(turn)

    def decide(self, decision: Decision[Fight]) -> None:
        """Stage 1: an attack is legal as a whole, or refused before anything is paid."""
        fight = decision.state
        attacker = find_combatant(fight, self.actor, "command.actor")
        called = checked_attack(fight, attacker, self, narrated=decision.speaker.is_narrator)
        secret = attacker.id in fight.secret_sheets
        event = (
            AttackCalled(attack=replace(called, item=None), item=called.item) if secret else AttackCalled(attack=called)
        )
        decision.cause = decision.record(event)
        asked = fight.options.attack_terms == "ask" and not decision.speaker.is_narrator
        decision.steps(*(((attack_terms.ask_terms, NoData()), *STAGES) if asked else STAGES))


# Stage 3 and what follows, target by target


@stage("century.attacks.pay", NoData)
def pay(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 3: Move Points are paid, hit or miss (CE-HIT-8); an attack that can no longer be made is taken back."""
    fight, made = decision.state, decision.state.attack
    if made is None:
        return
    off = attack_terms.why_off(fight, made)
    if off is not None:
        attack_terms.take_back(decision, made, off)
        return
    spend(decision, made.attacker, made.cost, "attack")
    decision.cause = decision.record(AttackLaunched(attack=made.id, combatant=made.attacker))
    face_target.run(decision, nothing)


@stage("century.attacks.face", NoData)
def face_target(decision: Decision[Fight], nothing: NoData) -> None:
    """The target, or the next one of a spray, unless weapon or attacker failed at the one before (CE-AUTO-10)."""
    made = decision.state.attack
    if made is None:
        return
    if made.spray:
        if made.done == len(made.spray) or (made.done and shots.is_cut_short(decision.state, made)):
            decision.next(end, nothing)
            return
        part = made.spray[made.done]
        faced = TargetFaced(
            attack=made.id,
            combatant=made.attacker,
            target=part.target,
            rounds=part.rounds,
            band=part.band,
            distance=part.distance,
        )
        decision.cause = decision.record(faced)
    decision.steps(*AT_EACH_TARGET, (face_target if made.spray else end, nothing))


@stage("century.attacks.end", NoData)
def end(decision: Decision[Fight], nothing: NoData) -> None:
    """End the attack; an attacker that was hidden is no longer (CE-ACT-49)."""
    made = decision.state.attack
    if made is not None:
        decision.cause = decision.record(AttackEnded(attack=made.id, combatant=made.attacker))
        lift(decision, made.attacker, "hidden", "attacked")


STAGES = tuple(
    [
        (one, NoData())
        for one in (called_shots.ask_called_terms, called_shots.ask_confirmation, called_shots.ask_spray, pay)
    ]
)
"""Stages 2 and 3 of CE-HIT-9; those of the narrator's terms come before them by option."""
AT_EACH_TARGET = tuple(
    [
        (one, NoData())
        for one in (
            ask_defence,
            shots.throw_shots,
            shots.let_ammunition_go,
            shots.roll_cover,
            shots.ask_forced_miss,
            *hits.STAGES,
        )
    ]
)
"""Stages 4 to 13 of CE-HIT-9, for the target or for each of a spray; the defender has the last word (CE-HIT-16)."""


ATTACKS: Chapter[Fight] = Chapter(
    commands=(Attack,),
    events=(AttackLaunched, TargetFaced, AttackEnded),
    stages=(pay, face_target, end),
    labels={
        "backstab": "Backstab",
        "disarm": "Disarm",
        "melee": "Hand to hand",
        "short": "Short range",
        "medium": "Medium range",
        "long": "Long range",
        "spray.rounds": "Rounds",
    },
)
