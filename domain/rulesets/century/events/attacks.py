"""Facts about attacks: what is attempted, terms, defences, cover, scatter, forced misses (CE-HIT-9)."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.said import (
    BANDS,
    attack_said,
    called_terms_said,
    defence_said,
    die_shown,
    metres_thrown,
    scatter_way,
    spot,
    terms_said,
)
from domain.rulesets.century.state import Attack, CalledTerms, DefenceCalled, Fight, Hit, Place, Terms
from domain.rulesets.century.state.changes import change_attack, change_turn
from domain.rulesets.century.words import Band
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

WITHDRAWN: Final = {
    "withdrawn by its attacker": "thinks better of the attack",
    "not approved": "does not attack after all",
    "no backstab": "does not attack after all, as it would be no backstab",
    "no longer able to attack": "can no longer attack",
    "the target is gone": "does not attack after all, as the target is gone",
}
"""Why attacks are taken back by the rules, as it is said."""


class AttackCalled(Event, frozen=True, kw_only=True):
    """An attack is made (stage 1 of CE-HIT-9); what of it the narrator still says comes after.

    ``item`` is the weapon out of a secret sheet, with what is loaded in it and carried for it.
    """

    type: ClassVar[str] = "century.attack_called"
    says = "{attack}."
    private: ClassVar[frozenset[str]] = frozenset({"item"})
    sheet_of: ClassVar[str | None] = "attacker"
    attack: Annotated[Attack, Spoken(attack_said)]
    item: Weapon | None = None

    @property
    def attacker(self) -> str:
        """Whose weapon it is."""
        return self.attack.attacker

    def evolve(self, fight: Fight) -> None:
        fight.attack = replace(self.attack, item=self.item or self.attack.item, version=fight.lineage_version)


class TermsGiven(Event, frozen=True, kw_only=True):
    """What the narrator gives an attack (CE-MOD-24)."""

    type: ClassVar[str] = "century.terms_given"
    says = "{terms}."
    attack: str
    terms: Annotated[Terms, Spoken(terms_said)]

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, terms=self.terms)


class CalledTermsGiven(Event, frozen=True, kw_only=True):
    """The base of a called shot, and what a hit does (CE-CALLED-2)."""

    type: ClassVar[str] = "century.called_terms_given"
    says = "The called shot has {terms}."
    attack: str
    terms: Annotated[CalledTerms, Spoken(called_terms_said)]

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, called_terms=self.terms)


class SprayJudged(Event, frozen=True, kw_only=True):
    """Whether the narrator lets several targets be sprayed (CE-AUTO-9)."""

    type: ClassVar[str] = "century.spray_judged"
    says = "The narrator {approved} {combatant} spray[: {reason}]."
    attack: str
    combatant: str
    approved: Annotated[bool, Spoken({True: "lets", False: "does not let"})]
    reason: Annotated[str, AS_WRITTEN] = ""


class AttackWithdrawn(Event, frozen=True, kw_only=True):
    """An attack is taken back before anything was paid: by its attacker, or by the narrator's no (CE-CALLED-4)."""

    type: ClassVar[str] = "century.attack_withdrawn"
    attack: str
    combatant: str
    reason: Annotated[str, AS_WRITTEN]

    def says(self) -> str:
        return f"{{combatant}} {WITHDRAWN.get(self.reason, 'does not attack after all[: {reason}]')}."

    def evolve(self, fight: Fight) -> None:
        fight.attack = None


class AttackLaunched(Event, frozen=True, kw_only=True):
    """An attack is paid for and goes on (stage 3 of CE-HIT-9): it counts among those of the slot (CE-STAG-7)."""

    type: ClassVar[str] = "century.attack_launched"
    says = ""
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
    says = "{combatant} turns on {target} with {rounds:round}[, {band}]."
    attack: str
    combatant: str
    target: str
    rounds: int = 0
    band: Annotated[Band | None, Spoken(BANDS)] = None
    distance: int | None = None

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


class Defended(Event, frozen=True, kw_only=True):
    """The target defends itself (CE-DODGE-2): how, and what that takes off the attacker's target number."""

    type: ClassVar[str] = "century.defended"
    says = "{combatant} {defence} to hit."
    combatant: str
    attacker: str
    defence: Annotated[
        DefenceCalled,
        SpokenOf(lambda event, names: defence_said(event.defence, event.combatant, event.attacker, names)),
    ]

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, defence=self.defence)


class Outpaced(Event, frozen=True, kw_only=True):
    """An attack was too fast for its target (CE-DODGE-7); later ones of the round it may dodge."""

    type: ClassVar[str] = "century.outpaced"
    says = "{attacker} is too fast this time for {combatant} to dodge."
    combatant: str
    attacker: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.outpaced_by = tuple(dict.fromkeys([*person.outpaced_by, self.attacker]))


class ShotHit(Event, frozen=True, kw_only=True):
    """A To-Hit Roll has hit (CE-HIT-1)."""

    type: ClassVar[str] = "century.shot_hit"
    says = "{combatant's} attack[ on {target}] succeeds."
    combatant: str
    target: str | None
    hit: Hit

    def evolve(self, fight: Fight) -> None:
        if fight.attack is not None:
            change_attack(fight, hits=(*fight.attack.hits, self.hit), shots=fight.attack.shots + 1)


class ShotMissed(Event, frozen=True, kw_only=True):
    """A To-Hit Roll has missed, or was never thrown (CE-HIT-15).

    ``kept`` says that the shot has not left the weapon (CE-CRIT-16).
    """

    type: ClassVar[str] = "century.shot_missed"
    combatant: str
    target: str | None
    roll: str
    kept: bool = False

    def says(self) -> str:
        return "{combatant's} attack[ on {target}] comes to nothing." if self.kept else "{combatant} misses[ {target}]."

    def evolve(self, fight: Fight) -> None:
        if fight.attack is not None:
            change_attack(fight, shots=fight.attack.shots + 1, kept=fight.attack.kept + self.kept)


class CoverRolled(Event, frozen=True, kw_only=True):
    """The d100 that says what a shot through cover strikes (CE-COVER-2): an object, or the target itself."""

    type: ClassVar[str] = "century.cover_rolled"
    combatant: str
    target: str
    roll: str
    die: Annotated[Draw, Spoken(die_shown)]
    struck: str | None = None

    def says(self) -> str:
        struck = "{struck} in front of {target}" if self.struck else "{target}, past the cover"
        return f"{{combatant}} throws {{die}} for cover and hits {struck}."

    def evolve(self, fight: Fight) -> None:
        if fight.attack is not None:
            hits = [replace(one, struck=self.struck) if one.roll == self.roll else one for one in fight.attack.hits]
            change_attack(fight, hits=tuple(hits))


class MissForced(Event, frozen=True, kw_only=True):
    """Two Fate Points turn the hits of an attack into misses (CE-DODGE-9)."""

    type: ClassVar[str] = "century.miss_forced"
    says = "{attacker's} attack misses {combatant} after all."
    combatant: str
    attacker: str

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, missed=True, hits=())


class Scattered(Event, frozen=True, kw_only=True):
    """A missile deviates (CE-SCAT-1): direction, metres, and the point of impact where that is known."""

    type: ClassVar[str] = "century.scattered"
    says = "{combatant's} missile goes {metres} astray, {direction}[, and lands at {impact}]."
    combatant: str
    direction: Annotated[Draw, Spoken(scatter_way)]
    metres: Annotated[Draw, Spoken(metres_thrown)]
    impact: Annotated[Place | None, Spoken(spot)] = None


class BlastOpened(Event, frozen=True, kw_only=True):
    """An area effect opens (CE-AREA-4): around which point, who is inside, who is shielded."""

    type: ClassVar[str] = "century.blast_opened"
    says = "{combatant's} blast goes off[ at {centre}] and catches {inside}[; {shielded} shielded]."
    combatant: str
    inside: tuple[str, ...]
    centre: Annotated[Place | None, Spoken(spot)] = None
    shielded: tuple[str, ...] = ()


class AttackEnded(Event, frozen=True, kw_only=True):
    """An attack is over, with all that came of it at once."""

    type: ClassVar[str] = "century.attack_ended"
    says = ""
    attack: str
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.attack = None


ATTACK_EVENTS: tuple[type[Event], ...] = (
    AttackCalled,
    TermsGiven,
    CalledTermsGiven,
    SprayJudged,
    AttackWithdrawn,
    AttackLaunched,
    TargetFaced,
    Defended,
    Outpaced,
    ShotHit,
    ShotMissed,
    CoverRolled,
    MissForced,
    Scattered,
    BlastOpened,
    AttackEnded,
)
