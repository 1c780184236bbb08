"""Jams (CE-CRIT-16, CE-CRIT-17, CE-RUL-15): a jammed weapon is cleared by a whole round of its owner, or by several."""

from typing import Annotated, ClassVar, Final, Literal

from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.conditions import impose, lift
from domain.rulesets.century.chapters.items.grasping import held_weapons
from domain.rulesets.century.chapters.round.move_points import require_slot, spend
from domain.rulesets.century.chapters.round.slots import ActionEnded
from domain.rulesets.century.parts import Deed, Key, Timely
from domain.rulesets.century.said import thing_in
from domain.rulesets.century.state import Condition, Fight, Person
from domain.rulesets.century.state.changes import CLEARING, change_weapon
from domain.rulesets.century.vocabularies import ABLE, ACTING, labelled
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

STATES: Final = {"jammed": "jams", "broken": "breaks", "destroyed": "explodes"}


class WeaponFailed(Event, frozen=True, kw_only=True):
    """A weapon is jammed, broken or destroyed (CE-CRIT-16 to CE-CRIT-19); ``rounds`` that clearing the jam takes."""

    type: ClassVar[str] = "century.weapon_failed"
    words = "Weapon failed"
    example = {"combatant": "mulan", "weapon": "pistol_22", "state": "jammed", "rounds": 1}
    combatant: str
    weapon: Annotated[str, thing_in("weapon")]
    state: Annotated[str, Spoken(STATES)]
    rounds: int = 0

    def says(self) -> str:
        clearing = "; clearing it takes {rounds:round}" if self.rounds else ""
        return f"{{combatant's}} {{weapon}} {{state}}{clearing}."

    def brief(self) -> str:
        return "{combatant's} {weapon} | {state}" + (", and clearing it takes {rounds:round}" if self.rounds else "")

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        """What was loaded in a weapon that explodes is lost (CE-CRIT-19)."""
        person = fight.people[self.combatant]
        if self.state == "destroyed":
            change_weapon(person, self.weapon, state=self.state, jam_rounds=0, loaded=0)
        else:
            change_weapon(person, self.weapon, state=self.state, jam_rounds=self.rounds)


class JamCleared(Event, frozen=True, kw_only=True):
    """A round of clearing is over (CE-CRIT-17): the rounds that it still takes, none when the weapon works again."""

    type: ClassVar[str] = "century.jam_cleared"
    words = "Jam being cleared"
    told = Told(brief=AS_SAID, line="end")
    example = {"combatant": "eva", "weapon": "avenger_9mm", "rounds": 1}
    combatant: str
    weapon: Annotated[str, thing_in("weapon")]
    rounds: int = 0

    def says(self) -> str:
        how = "takes {rounds:more round} to clear" if self.rounds else "works again"
        return f"{{combatant's}} {{weapon}} {how}."

    def evolve(self, fight: Fight) -> None:
        state = "jammed" if self.rounds else "working"
        change_weapon(fight.people[self.combatant], self.weapon, state=state, jam_rounds=self.rounds)


def _jammed(view: View[Fight]) -> dict[str, tuple[Labelled, ...]]:
    fight = view.state
    owners = [fight.people[one] for one in view[ACTING if fight.in_combat else ABLE]]
    return {
        owner.id: found
        for owner in owners
        if not (fight.in_combat and owner.spent)
        and (found := labelled([weapon for weapon in held_weapons(owner) if weapon.state == "jammed"]))
    }


JAMMED: Final[Vocabulary[Fight]] = Vocabulary("jammed weapons", _jammed)
CLEARERS: Final[Vocabulary[Fight]] = Vocabulary("who can clear a jam", lambda view: tuple(view[JAMMED]))


class ClearJam(Deed, Timely):
    """Begin to clear a jammed weapon; in combat that takes all Move Points of a round (CE-CRIT-17)."""

    form = {"actor": among(CLEARERS), "weapon": looked_up(JAMMED, "actor")}
    says = ("{actor} begins to clear {weapon}.",)
    example = {"actor": "eva", "weapon": "avenger_9mm"}
    words = Words(
        "Clear a jam", "Clear the jam of {weapon}", group="gear", prominence="main", costs="all Move Points of a round"
    )
    told = Told(brief=AS_SAID)
    type: Literal["century.clear_jam"] = "century.clear_jam"
    weapon: Key

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.step in ("story", "actions")

    @classmethod
    def needs_slot(cls, fight: Fight) -> bool:
        """In combat clearing takes the whole of a round (CE-CRIT-17)."""
        return fight.in_combat

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return any(person.weapons[item].state == "jammed" for item in person.held.values())

    def decide(self, decision: Decision[Fight]) -> None:
        """It takes the whole untouched pool of the round, whatever the limit of a slot (CE-ACT-53), and ends it.

        Outside combat the weapon works at once.
        """
        fight = decision.state
        owner = find_combatant(fight, self.actor, "command.actor")
        weapon = owner.weapons.get(self.weapon)
        if weapon is None or not owner.holding(self.weapon):
            held = {one: owner.weapons.get(one) for one in owner.held.values()}
            said = f"{owner.name} does not hold “{self.weapon}”"
            said = unknown(said, self.weapon, held, f"{owner.name} holds no weapon.")
            refuse("CE-CRIT-17", said, field="command.weapon")
        said = f"{weapon.name} is {weapon.state}; there is no jam to clear."
        require(weapon.state == "jammed", "CE-CRIT-17", said, field="command.weapon")
        if not fight.in_combat:
            decision.record(JamCleared(combatant=owner.id, weapon=weapon.id))
            return
        require_slot(fight, owner)
        said = f"{owner.name} has spent {owner.spent} Move Points in this round; clearing a jam takes a whole round."
        require(not owner.spent, "CE-CRIT-17", said)
        spend(decision, owner.id, owner.pool, "clear jam")
        impose(decision, owner.id, Condition(CLEARING, weapon=weapon.id, lasts="round", until=fight.round))
        decision.record(ActionEnded(combatant=owner.id, how="finished"))


def clear_jams(decision: Decision[Fight]) -> None:
    """End a round of clearing: the owner is a round further, or has a weapon that works (CE-END-2).

    An owner that was interrupted is no longer clearing, and its weapon is as it was; so is one that broke meanwhile.
    """
    for person in list(decision.state.people.values()):
        clearing = person.conditions.get(CLEARING)
        if clearing is not None and clearing.weapon is not None:
            weapon = person.weapons[clearing.weapon]
            if weapon.state == "jammed":
                decision.record(JamCleared(combatant=person.id, weapon=weapon.id, rounds=max(0, weapon.jam_rounds - 1)))
            lift(decision, person.id, CLEARING, "end of the round")


def break_off(decision: Decision[Fight]) -> None:
    """Combat ends in mid-round: a round of clearing that is not over does not count (CE-CRIT-17)."""
    for person in list(decision.state.people.values()):
        lift(decision, person.id, CLEARING, "interrupted")


JAMS: Chapter[Fight] = Chapter(commands=(ClearJam,), events=(WeaponFailed, JamCleared))
