"""Fire: catching it, burning, and putting it out (S3-FIRE)."""

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData, reply, stage
from domain.fields.field import among
from domain.model.event import Event
from domain.model.refusal import refuse
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.throws.checks import skill_effort, throw_check
from domain.rulesets.s3.chapters.throws.stunt_fields import plain_stunt
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.turns.actions import Whose, require_action, take_movement
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.parts import Throwing
from domain.rulesets.s3.state import Fight, Fire, Person
from domain.rulesets.s3.words import Intent
from domain.story.told import AS_SAID, Told
from domain.text.words import Words


class Ignited(Event, frozen=True, kw_only=True):
    """A combatant burns (S3-FIRE-1, S3-FIRE-11)."""

    type: ClassVar[str] = "s3.ignited"
    words = "On fire"
    told = Told(brief=AS_SAID, source="fire.source", target="combatant")
    says = "{combatant} is on fire ({fire.intensity:coin})[, lit by {fire.source}]."
    example = {
        "combatant": "bell_1",
        "fire": {"intensity": 3, "flame": 3, "source": "one_eyed_ogre", "intent": "subdue", "ticked_round": 1},
    }
    combatant: str
    fire: Fire

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fire = self.fire


class FireTicked(Event, frozen=True, kw_only=True):
    """A fire dealt its damage of the round (S3-FIRE-3); the flame is the last damage (S3-FIRE-4)."""

    type: ClassVar[str] = "s3.fire_ticked"
    words = "Burning"
    example = {"combatant": "bell_1", "flame": 2, "round": 1}
    combatant: str
    flame: int
    round: int

    def says(self) -> str:
        to_beat = "; {flame:head} to beat" if self.flame else ""
        return f"The fire on {{combatant}} burns on{to_beat}."

    def brief(self) -> str:
        return f"the fire on {{combatant}} burns on{', {flame:head} to beat' if self.flame else ''}"

    told = Told(brief=brief, unless=("s3.disabled",))

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.fire is not None:
            person.fire = replace(person.fire, flame=self.flame, ticked_round=self.round)


class FireSmothered(Event, frozen=True, kw_only=True):
    """A fire became smaller (S3-FIRE-8, S3-FIRE-9)."""

    type: ClassVar[str] = "s3.fire_smothered"
    words = "Fire smothered"
    told = Told(brief=AS_SAID)
    says = "{combatant} smothers some of the fire, down to {intensity:coin}."
    example = {"combatant": "bell_1", "intensity": 1, "flame": 0}
    combatant: str
    intensity: int
    flame: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.fire is not None:
            person.fire = replace(person.fire, intensity=self.intensity, flame=self.flame)


class FireOut(Event, frozen=True, kw_only=True):
    """A fire is out."""

    type: ClassVar[str] = "s3.fire_out"
    words = "Fire out"
    told = Told(brief=AS_SAID)
    says = "The fire on {combatant} is out."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fire = None


def ignite(decision: Decision[Fight], target: Person, points: int, source: str | None, intent: Intent | None) -> None:
    """Set a combatant on fire; a second fire does not make the first smaller (S3-FIRE-1, S3-FIRE-11)."""
    fire = Fire(points, points, source, intent)
    old = target.fire
    if old is not None:
        hotter = fire if points > old.intensity else old
        fire = Fire(max(points, old.intensity), max(points, old.flame), hotter.source, hotter.intent, old.ticked_round)
    decision.record(Ignited(combatant=target.id, fire=fire))


class Extinguish(Throwing):
    """Stop, drop and roll: Evasion against the flame (S3-FIRE-7)."""

    form = {
        "actor": among(actors("burning", lambda: Extinguish, lambda fight, actor: actor.fire is not None)),
        "stunt": plain_stunt("evasion", "extinguish"),
    }
    takes = "movement"
    says = ("{actor} rolls on the ground to put out the fire.",)
    example = {"actor": "bell"}
    words = Words(
        "Put out the fire",
        "Put out the fire[, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"))
    type: Literal["s3.extinguish"] = "s3.extinguish"

    def decide(self, decision: Decision[Fight]) -> None:
        """Evasion against the flame (S3-FIRE-7)."""
        fight = decision.state
        actor = fight.people[self.actor]
        fire = actor.fire
        if fire is None:
            refuse("S3-FIRE-7", f"{actor.name} is not on fire.")
        require_action(fight, "movement")
        effort = skill_effort(self, "evasion")
        check_stunt(fight, effort, "extinguish")

        declare_stunt(decision, effort, "extinguish")
        take_movement(decision, self)
        left = smothered(fight, fire, throw_check(decision, effort))
        if left is None:
            decision.record(FireOut(combatant=actor.id))
        elif left != fire:
            decision.record(FireSmothered(combatant=actor.id, intensity=left.intensity, flame=left.flame))


def smothered(fight: Fight, fire: Fire, successes: int) -> Fire | None:
    """Return the fire after these successes, or None if it is out (S3-FIRE-8, S3-FIRE-9, S3-FIRE-13)."""
    if fight.options.fire_smother == "intensity":
        left = fire.intensity - successes
        return replace(fire, intensity=left) if left > 0 else None
    left = fire.flame - successes
    if left <= 0:
        return None
    return replace(fire, intensity=left, flame=left) if successes else fire


@stage("s3.effect.burn", Whose, draws=True)
def burn(decision: Decision[Fight], whose: Whose) -> None:
    """Deal the damage of a fire once a round: as many coins as its intensity (S3-FIRE-3, S3-FIRE-10).

    It is damage like any other (S3-FIRE-5), also in a turn that is lost (S3-FIRE-12).
    """
    fight = decision.state
    person = fight.people[whose.combatant]
    fire = person.fire
    if fire is None or not person.able or fire.ticked_round == fight.round_number:
        return
    harm = Harm(
        person.id,
        "burn",
        (("intensity", fire.intensity),),
        source=fire.source,
        intent=fire.intent,
        flat=fight.options.fire_tick == "flat",
        fire=True,
        then=burned.continuation(whose),
    )
    suffer.run(decision, harm)


@reply("s3.effect.burned", Whose)
def burned(decision: Decision[Fight], whose: Whose, points: int) -> None:
    """Make the heads of the burn the new flame (S3-FIRE-4, S3-FIRE-13); the disabled no longer burn (S3-DIS-8)."""
    if decision.state.people[whose.combatant].fire is not None:
        decision.record(FireTicked(combatant=whose.combatant, flame=points, round=decision.state.round_number))


@stage("s3.effect.burns_of_idle", NoData)
def burns_of_idle(decision: Decision[Fight], _: NoData) -> None:
    """Burn those who had no turn at the end of the round, in the order of joining (S3-FIRE-10)."""
    round_ = decision.state.round
    had_turn = round_.had_turn if round_ is not None else ()
    idle = [p for p in decision.state.able() if p.fire is not None and p.id not in had_turn]
    decision.steps(*[(burn, Whose(person.id)) for person in idle])


FIRE: Chapter[Fight] = Chapter(
    commands=(Extinguish,), events=(Ignited, FireTicked, FireSmothered, FireOut), stages=(burn, burned, burns_of_idle)
)
