"""Loading (CE-LOAD): one step for one reload of the weapon's unit."""

from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from pydantic import Field

from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.items.grasping import held_weapons
from domain.rulesets.century.chapters.objections import Objection, refuse_for
from domain.rulesets.century.chapters.round.move_points import affordable, require_step, spend, those_acting
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.parts import Key, Step
from domain.rulesets.century.said import item_in
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.state.changes import change_weapon
from domain.rulesets.century.vocabularies import labelled
from domain.story.told import Told
from domain.text.words import Words

ONE_BY_ONE = frozenset({"arrow", "rocket"})
"""Units that are one round each, of which a weapon holds one (CE-LOAD-2)."""


class WeaponLoaded(Event, frozen=True, kw_only=True):
    """A weapon is loaded (CE-LOAD-2): what is in it now, and what is left to load."""

    type: ClassVar[str] = "century.weapon_loaded"
    words = "Weapon loaded"
    example = {"combatant": "soldier", "weapon": "magnum_357", "loaded": 6, "reloads": 1, "loose_rounds": 6}
    private: ClassVar[frozenset[str]] = frozenset({"loaded", "reloads", "loose_rounds"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    weapon: Annotated[str, item_in("weapon")]
    loaded: int | None = None
    reloads: int | None = None
    loose_rounds: int = 0

    def says(self) -> str:
        loose = " and {loose_rounds:single bullet}" if self.loose_rounds else ""
        left = f"{{reloads:reload}}{loose} left"
        return f"{{combatant}} loads {{weapon}}[, which now has {{loaded:round}} in it; {left}]."

    def brief(self) -> str:
        loose = " and {loose_rounds:single bullet}" if self.loose_rounds else ""
        left = f"{{reloads:reload}}{loose} left"
        return f"{{combatant}} | loads {{weapon}}[ (now {{loaded:round}} in it, {left})]"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        change_weapon(
            fight.people[self.combatant],
            self.weapon,
            loaded=self.loaded,
            reloads=self.reloads,
            loose_rounds=self.loose_rounds,
        )


class Filled(NamedTuple):
    """What is in a weapon after loading, and what is left to load."""

    loaded: int
    reloads: int
    loose_rounds: int


def _loading(view: View[Fight]) -> dict[str, dict[str, tuple[str, ...]]]:
    table = {
        actor.id: {
            weapon.id: ways
            for weapon in held_weapons(actor)
            if weapon.reload_mp <= affordable(view.state, actor)
            and (ways := tuple([one for one in LOADS if why_not_loaded(weapon, loose=one == "loose_round") is None]))
        }
        for actor in those_acting(view)
    }
    return {one: weapons for one, weapons in table.items() if weapons}


def _loaded(view: View[Fight]) -> dict[str, tuple[Labelled, ...]]:
    people = view.state.people
    return {one: labelled([people[one].weapons[item] for item in of]) for one, of in view[AMMUNITION].items()}


LOADS: Final = ("reload", "loose_round")
AMMUNITION: Final[Vocabulary[Fight]] = Vocabulary("ammunition", _loading)
LOADERS: Final[Vocabulary[Fight]] = Vocabulary("who can load", lambda view: tuple(view[AMMUNITION]))
LOADED: Final[Vocabulary[Fight]] = Vocabulary("weapons to load", _loaded)


class LoadWeapon(Step):
    """Load a weapon in the hand with a reload or a single bullet (CE-LOAD-1)."""

    form = {
        "actor": among(LOADERS),
        "item": looked_up(LOADED, "actor"),
        "with": looked_up(AMMUNITION, "actor", "item", required=True),
    }
    says = ()
    example = {"actor": "sam", "item": "magnum_357", "with": "loose_round"}
    words = Words("Load a weapon", "Load {item}: {with}", group="gear", prominence="main", costs="Move Points")
    type: Literal["century.load_weapon"] = "century.load_weapon"
    item: Key
    with_: Literal["reload", "loose_round"] = Field(default="reload", alias="with")

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        held = [person.weapons[item] for item in person.held.values()]
        return any(weapon.reloads or weapon.loose_rounds for weapon in held)

    def decide(self, decision: Decision[Fight]) -> None:
        """A reload, or a single bullet, goes into a weapon in hand (CE-LOAD-1)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        weapon = actor.weapons.get(self.item)
        if weapon is None:
            said = f"{actor.name} has no weapon “{self.item}”"
            said = unknown(said, self.item, actor.weapons, f"{actor.name} has no weapons.")
            refuse("CE-LOAD-1", said, code="invalid", field="command.item")
        require(actor.holding(weapon.id), "CE-LOAD-1", f"{weapon.name} is not in hand.", field="command.item")
        filled = filled_by(weapon, loose=self.with_ == "loose_round")
        require_step(fight, actor, weapon.reload_mp)  # CE-ACT-30
        spend(decision, actor.id, weapon.reload_mp, "load_weapon")
        decision.record(WeaponLoaded(combatant=actor.id, weapon=weapon.id, **filled._asdict()))


def filled_by(weapon: Weapon, *, loose: bool) -> Filled:
    """Return what one step of loading makes of a weapon, by its kind of ammunition (CE-LOAD-2, CE-LOAD-3, CE-DATA-73).

    Refuses what cannot be loaded. The reading is that of CE-RUL-94.
    """
    refuse_for(why_not_loaded(weapon, loose=loose))
    if loose:
        return Filled(weapon.loaded + 1, weapon.reloads, weapon.loose_rounds - 1)
    full = _capacity(weapon)
    if weapon.reload_unit == "shells":
        shells = min(full - weapon.loaded, weapon.reloads)
        return Filled(weapon.loaded + shells, weapon.reloads - shells, weapon.loose_rounds)
    return Filled(full, weapon.reloads - 1, weapon.loose_rounds)


def _capacity(weapon: Weapon) -> int:
    return 1 if weapon.reload_unit in ONE_BY_ONE else weapon.ammo


def why_not_loaded(weapon: Weapon, *, loose: bool) -> Objection | None:
    """Return why a weapon takes no reload, or no single bullet, which is for revolvers (CE-LOAD-3); None if it does."""
    if not weapon.ammo or weapon.reload_unit == "none":
        return Objection("CE-LOAD-2", f"{weapon.name} is not loaded.", "command.item")
    if weapon.loaded >= _capacity(weapon):
        return Objection("CE-LOAD-4", f"{weapon.name} is full.", "command.item")
    if not loose:
        said = f"There is no reload left for {weapon.name}."
        return None if weapon.reloads else Objection("CE-LOAD-2", said, "command.with")
    if weapon.weapon_class != "revolver":
        return Objection("CE-LOAD-3", f"{weapon.name} is no revolver; it takes a reload.", "command.with")
    said = f"There is no single bullet left for {weapon.name}."
    return None if weapon.loose_rounds else Objection("CE-LOAD-3", said, "command.with")


LOADING: Chapter[Fight] = Chapter(
    commands=(LoadWeapon,),
    events=(WeaponLoaded,),
    labels={"reload": "Reload", "loose_round": "Single bullet"},
)
