"""Gear: what hands hold, what is worn, what lies about (YY-WPN-10, YY-WPN-31, YY-ARM-12)."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

from pydantic import Field as SchemaField

from domain.core.commands import Acting, Narrating, PhaseRule, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import Field, Lookup, Many, Total, among, listed, looked_up, record
from domain.fields.sets import ANY_KEY, AnyText, Node, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.options.derived import schema_fields
from domain.ruleset.chapter import Chapter
from domain.ruleset.joining import SheetError
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.out_of_action import require_alive
from domain.rulesets.yin_yang.chapters.vocabularies import ABLE, ALIVE, labelled, people
from domain.rulesets.yin_yang.gear_sheets import (
    armour_misfits,
    armour_of,
    grip_misfits,
    most_hands,
    weapon_misfits,
    weapon_of,
    worn_misfits,
)
from domain.rulesets.yin_yang.items import Armour, Grip, Weapon
from domain.rulesets.yin_yang.parts import KEY_PATTERN, LONGEST_KEY, ArmourSheet, Key, OpenToUnable, WeaponSheet
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import ARMOUR, HANDS, WEAPONS
from domain.rulesets.yin_yang.words import BARE_HANDS, BETWEEN, BOXING, END, MARTIAL_ARTS
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Variant, Words


class GripSheet(StrictModel):
    """A weapon, and the hands that hold it."""

    weapon: Key
    hands: int = SchemaField(default=1, ge=0, le=2)


class ItemPlaced(Event, frozen=True, kw_only=True):
    """A weapon or a piece of armour lies about."""

    type: ClassVar[str] = "yin_yang.item_placed"
    words = "Item placed"
    told = Told(brief=AS_SAID)
    says = "The narrator places [{weapon}][{armour}] within everyone's reach."
    example = {"armour": {"id": "coat_5", "name": "Fringer's leather jacket"}}
    weapon: Annotated[Weapon | None, Spoken(said.lying)] = None
    armour: Annotated[Armour | None, Spoken(said.lying)] = None

    def evolve(self, fight: Fight) -> None:
        if self.weapon is not None:
            fight.scene_weapons = {**fight.scene_weapons, self.weapon.id: self.weapon}
        if self.armour is not None:
            fight.scene_armour = {**fight.scene_armour, self.armour.id: self.armour}


class ItemTaken(Event, frozen=True, kw_only=True):
    """Something that lay about is somebody's gear now (YY-WPN-31, YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.item_taken"
    words = "Item taken"
    told = Told(brief="{combatant} | picks up | {item}")
    says = "{combatant} picks up {item}."
    example = {"combatant": "thug", "item": "old_gun"}
    combatant: str
    item: Annotated[str, Spoken(said.picked_up)]

    def evolve(self, fight: Fight) -> None:
        """What lay about is gear from now on (YY-WPN-31)."""
        person = fight.people[self.combatant]
        if self.item in fight.scene_weapons:
            person.weapons = {**person.weapons, self.item: fight.scene_weapons[self.item]}
            fight.scene_weapons = {key: weapon for key, weapon in fight.scene_weapons.items() if key != self.item}
        else:
            person.armour = {**person.armour, self.item: fight.scene_armour[self.item]}
            fight.scene_armour = {key: piece for key, piece in fight.scene_armour.items() if key != self.item}


class Wielded(Event, frozen=True, kw_only=True):
    """What somebody's hands hold from now on (YY-WPN-10); ``unchanged`` says that they held the same before."""

    type: ClassVar[str] = "yin_yang.wielded"
    words = "Weapons changed"
    example = {"combatant": "hei", "grips": []}
    combatant: str
    grips: Annotated[tuple[Grip, ...], SpokenOf(said.held)]
    unchanged: bool = False

    def says(self) -> str:
        if not self.grips:
            return f"{{combatant}} {'stays empty-handed' if self.unchanged else 'has empty hands'}."
        return "{combatant} still holds {grips}." if self.unchanged else "{combatant} holds {grips}."

    def short(self) -> str:
        """What is held after it was picked up: it, if it is the only thing."""
        if len(self.grips) != 1:
            return AS_SAID
        return f"{{combatant}} | holds it{' in both hands' if self.grips[0].hands > 1 else ''}"

    told = Told(brief=AS_SAID, short=short, unless=("yin_yang.item_taken",))

    def evolve(self, fight: Fight) -> None:
        """Scores are computed when a weapon is taken up or its grip changes (YY-WPN-5)."""
        person = fight.people[self.combatant]
        person.wielded = self.grips
        derive(person)


class Worn(Event, frozen=True, kw_only=True):
    """What armour somebody wears from now on (YY-ARM-12); ``unchanged`` says that it was the same before."""

    type: ClassVar[str] = "yin_yang.worn"
    words = "Armour changed"
    example = {"combatant": "hei", "armour": []}
    combatant: str
    armour: Annotated[tuple[str, ...], SpokenOf(said.armour_worn)]
    unchanged: bool = False

    def says(self) -> str:
        return "{combatant} still wears {armour}." if self.unchanged else "{combatant} wears {armour}."

    def short(self) -> str:
        """What is worn after it was picked up: it, if it is the only piece."""
        return "{combatant} | wears it" if len(self.armour) == 1 else AS_SAID

    told = Told(brief=AS_SAID, short=short, unless=("yin_yang.item_taken",))

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.worn = self.armour
        derive(person)


T = TypeVar("T")


def _is_known(fight: Fight, person: Person, before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Return whether nothing changes, if all may know what it was before: a secret sheet keeps that to itself."""
    return before == after and person.id not in fight.secret_sheets


def _free_hands(person: Person, *, but_grips: bool) -> int:
    """Return the hands that are free beside worn shields, or beside what is wielded (YY-WPN-10)."""
    if but_grips:
        return HANDS - sum(grip.hands for grip in person.wielded)
    return HANDS - sum(person.armour[key].hands for key in person.worn if not person.armour[key].destroyed)


def _weapons_to_wield(view: View[Fight]) -> dict[str, Any]:
    """Return the weapons that somebody could take, by how many hands hold others."""
    fight, found = view.state, {}
    for person in people(view, view[ABLE]):
        weapons = {**fight.scene_weapons, **person.weapons}
        whole: Any = labelled(weapons.values())
        without_hands = labelled([weapon for weapon in weapons.values() if not most_hands(weapon)])
        found[person.id] = {str(_free_hands(person, but_grips=False)): without_hands, ANY_KEY: whole}
    return found


def _hands_of_weapons(view: View[Fight]) -> dict[str, Any]:
    """Return with how many hands each weapon is held, by how many hold others: most of them with one."""
    fight, found = view.state, {}
    for person in people(view, view[ABLE]):
        free = _free_hands(person, but_grips=False)
        row: dict[str, Any] = {ANY_KEY: (1,)}
        for key, weapon in {**fight.scene_weapons, **person.weapons}.items():
            if not most_hands(weapon):
                row[key] = (0,)
            elif most_hands(weapon) == HANDS == free:
                row[key] = IN_ONE_OR_TWO
        found[person.id] = row if len(row) > 1 else (1,)
    return found


IN_ONE_OR_TWO: Final[Node] = {"0": (1, 2), ANY_KEY: (1,)}
HANDS_HELD: Final = Total("items", Lookup({"0": (0,), "2": (2,), ANY_KEY: (1,)}, ("hands",)))
"""How many hands the weapons named so far take: one each where nothing is said."""


def _first_weapons(view: View[Fight]) -> frozenset[str]:
    """Return those for whom there is a weapon to take into empty hands."""
    return frozenset([who for who, row in view[WEAPONS_TO_WIELD].items() if row.get("0", row[ANY_KEY])])


WEAPONS_TO_WIELD: Final = Vocabulary[Fight]("weapons to wield", _weapons_to_wield)
FIRST_WEAPONS: Final = Vocabulary[Fight]("who finds a weapon", _first_weapons)
EMPTY_HANDED: Final = Vocabulary[Fight](
    "empty-handed", lambda view: tuple([person.id for person in people(view, view[ABLE]) if not person.wielded])
)
HOLDING: Final = Vocabulary[Fight](
    "who holds something", lambda view: tuple([person.id for person in people(view, view[ABLE]) if person.wielded])
)
REARMING: Final = Vocabulary[Fight](
    "who may change weapons", lambda view: tuple([one for one in view[ABLE] if one in view[FIRST_WEAPONS]])
)
MOST_GRIPS: Final = 8


class Wield(Acting):
    """Choose the weapons to hold, among one's own and those that lie about (YY-WPN-10, YY-WPN-31)."""

    variants = {
        "change": {
            "actor": among(REARMING),
            "items": record(
                {
                    "weapon": looked_up(WEAPONS_TO_WIELD, "actor", HANDS_HELD, bars=("items.weapon",)),
                    "hands": looked_up(
                        Vocabulary[Fight]("hands of weapons", _hands_of_weapons),
                        "actor",
                        "weapon",
                        HANDS_HELD,
                        required=True,
                    ),
                },
                many=Many(1, MOST_GRIPS),
                required=True,
                phrase="{weapon} ({hands:hand|hands})",
            ),
        },
        "free_hands": {"actor": among(HOLDING), "items": None},
        "stay_empty_handed": {"actor": among(EMPTY_HANDED), "items": None},
    }
    says = ()
    example = {"actor": "gabrielle", "items": [{"weapon": "two_handed_sword", "hands": 2}]}
    words = Words(
        "Change weapons",
        group="gear",
        variants={
            "change": Variant("Change weapons", "Hold only {items}"),
            "free_hands": Variant("Free the hands", "Free the hands", help="Put away all that the hands hold."),
            "stay_empty_handed": Variant(
                "Stay empty-handed",
                "Stay empty-handed",
                help="Free hands that hold nothing: nothing changes.",
                prominence="seldom",
            ),
        },
        fields={"items": "Weapons to hold"},
    )
    type: Literal["yin_yang.wield"] = "yin_yang.wield"
    items: tuple[GripSheet, ...] = SchemaField(default=(), max_length=8)

    def decide(self, decision: Decision[Fight]) -> None:
        """Say what the hands hold from now on, of one's gear or of what lies about; it is free (YY-WPN-10, YY-WPN-31).

        The reading is that of YY-RUL-47.
        """
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        grips = tuple([Grip(item.weapon, item.hands) for item in self.items])
        weapons = {**fight.scene_weapons, **person.weapons}
        _refuse_first(grip_misfits(weapons, person.armour, person.worn, grips, "command.items"))
        _take(decision, person.id, (grip.weapon for grip in grips), person.weapons)
        decision.record(
            Wielded(combatant=person.id, grips=grips, unchanged=_is_known(fight, person, person.wielded, grips))
        )


def _armour_to_wear(view: View[Fight]) -> dict[str, Any]:
    """Return the armour that somebody could put on, by what is worn alone and how many hands are taken so far."""
    fight, found = view.state, {}
    for person in people(view, view[ALIVE]):
        pieces = {**fight.scene_armour, **person.armour}
        free = _free_hands(person, but_grips=True)
        stackable = {key: piece for key, piece in pieces.items() if "stackable" in piece.edges}
        some, more = _fitting(pieces, free), _fitting(stackable, free)
        found[person.id] = some if len(stackable) == len(pieces) else {"0": some, ANY_KEY: more}
    return {who: pieces for who, pieces in found.items() if pieces}


def _fitting(pieces: Mapping[str, Armour], free: int) -> Any:
    """Return the pieces that may be put on, by the hands that others take."""
    if not any(_hands(piece) for piece in pieces.values()):
        return labelled(pieces.values())
    return {
        str(taken): labelled([piece for piece in pieces.values() if _hands(piece) <= max(free - taken, 0)])
        for taken in range(max(free, 0) + 1)
    }


def _hands(piece: Armour) -> int:
    return 0 if piece.destroyed else piece.hands


def _numbers(view: View[Fight], number: Callable[[Armour], int]) -> dict[str, Any]:
    """Return a number of each piece of armour that somebody could put on, where it is not 0."""
    found = {}
    for person in people(view, view[ALIVE]):
        pieces = {**view.state.scene_armour, **person.armour}
        found[person.id] = {key: (number(piece),) for key, piece in pieces.items() if number(piece)}
    return {who: numbers for who, numbers in found.items() if numbers}


WORN_ALONE: Final = Vocabulary[Fight](
    "armour worn alone", partial(_numbers, number=lambda piece: int("stackable" not in piece.edges))
)
HANDS_OF_ARMOUR: Final = Vocabulary[Fight]("hands of armour", partial(_numbers, number=_hands))


def _first_armour(view: View[Fight]) -> frozenset[str]:
    """Return those for whom there is a piece to put on before any other."""
    pieces = view.state.scene_armour.values()
    return frozenset(
        [
            person.id
            for person in people(view, view[ALIVE])
            if _has_fitting((*pieces, *person.armour.values()), _free_hands(person, but_grips=True))
        ]
    )


def _has_fitting(pieces: Iterable[Armour], free: int) -> bool:
    return any(_hands(piece) <= max(free, 0) for piece in pieces)


UNARMOURED: Final = Vocabulary[Fight](
    "unarmoured", lambda view: tuple([person.id for person in people(view, view[ALIVE]) if not person.worn])
)
FIRST_ARMOUR: Final = Vocabulary[Fight]("who finds armour", _first_armour)
ARMOURED: Final = Vocabulary[Fight](
    "armoured", lambda view: tuple([person.id for person in people(view, view[ALIVE]) if person.worn])
)
DRESSING: Final = Vocabulary[Fight](
    "who may change armour", lambda view: tuple([one for one in view[ALIVE] if one in view[FIRST_ARMOUR]])
)
MOST_PIECES: Final = 16


class Wear(OpenToUnable):
    """Choose the armour to wear, among one's own and what lies about (YY-ARM-12). It is changed between turns."""

    variants = {
        "change": {
            "actor": among(DRESSING),
            "armour": Field(
                source=Lookup(
                    Vocabulary[Fight]("armour to wear", _armour_to_wear),
                    (
                        "actor",
                        Total("armour", Lookup(WORN_ALONE, ("actor", "armour"))),
                        Total("armour", Lookup(HANDS_OF_ARMOUR, ("actor", "armour"))),
                    ),
                ),
                many=Many(1, MOST_PIECES),
                required=True,
                bars=("armour",),
            ),
        },
        "take_off": {"actor": among(ARMOURED), "armour": None},
        "stay_unarmoured": {"actor": among(UNARMOURED), "armour": None},
    }
    during = PhaseRule(BETWEEN, "YY-ACT-5", "Armour is changed between turns; end this one first.", END)
    says = ()
    example = {"actor": "cryptos", "armour": ["chainmail", "shield"]}
    words = Words(
        "Change armour",
        group="gear",
        variants={
            "change": Variant("Change armour", "Wear only {armour}"),
            "take_off": Variant("Take all armour off", "Take all armour off", help="Take off all armour that is worn."),
            "stay_unarmoured": Variant(
                "Stay unarmoured",
                "Stay unarmoured",
                help="Take armour off where none is worn: nothing changes.",
                prominence="seldom",
            ),
        },
    )
    type: Literal["yin_yang.wear"] = "yin_yang.wear"
    armour: tuple[Key, ...] = SchemaField(default=(), max_length=16)

    def decide(self, decision: Decision[Fight]) -> None:
        """Say what is worn from now on, of one's gear or of what lies about (YY-ARM-2, YY-ARM-12)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        require_alive(person, "command.actor")
        armour = {**fight.scene_armour, **person.armour}
        _refuse_first(worn_misfits(armour, self.armour, "command.armour"))
        _refuse_first(grip_misfits(person.weapons, armour, self.armour, person.wielded, "command.armour"))
        _take(decision, person.id, self.armour, person.armour)
        decision.record(
            Worn(combatant=person.id, armour=self.armour, unchanged=_is_known(fight, person, person.worn, self.armour))
        )


def _new_items(view: View[Fight], *, barred: tuple[str, ...] = ()) -> Without:
    """Return the IDs of new things: nothing that lies about has one of them."""
    fight = view.state
    return Without(AnyText(LONGEST_KEY, 1, KEY_PATTERN), (*fight.scene_weapons, *fight.scene_armour, *barred))


NEW_WEAPONS: Final = Vocabulary[Fight](
    "IDs of new weapons", partial(_new_items, barred=(BARE_HANDS, BOXING, MARTIAL_ARTS))
)
NEW_ARMOUR: Final = Vocabulary[Fight]("IDs of new armour", _new_items)


WEAPON_SAID: Final = (
    "[, {reach}][, edges: {edges}][, flaws: {flaws}][, {hands:hand|hands}{hands?}][, {natural}]"
    "[, Damage Score adjustment: {damage_score_adjustment}{damage_score_adjustment?}]"
)
ARMOUR_SAID: Final = "[, edges: {edges}][, flaws: {flaws}][, {hands:hand|hands}{hands?}][, destroyed{destroyed?}]"


def _thing(
    sheet: type[StrictModel],
    new: Vocabulary[Fight],
    chart: Mapping[str, Mapping[str, Any]],
    *needed: str,
    about: str,
) -> tuple[Field, Field]:
    """Return the fields of a thing of the chart, whose kind is its ID if it is left out, and of one that is not.

    ``about`` is what their phrases say after the names.
    """
    plain = schema_fields(sheet)
    named = {**plain, "id": among(new)}
    kind = listed(
        *chart,
        required=True,
        default=Lookup({key: (key,) for key in chart}, ("id",)),
    )
    own = {**named, **{name: plain[name].but(required=True) for name in needed}, "kind": None}
    return (
        record({**named, "kind": kind}, required=True, phrase="{kind}[ called {name}]" + about),
        record(own, required=True, phrase="{name}" + about),
    )


A_WEAPON, OWN_WEAPON = _thing(WeaponSheet, NEW_WEAPONS, WEAPONS, "name", "reach", about=WEAPON_SAID)
AN_ARMOUR, OWN_ARMOUR = _thing(ArmourSheet, NEW_ARMOUR, ARMOUR, "name", about=ARMOUR_SAID)


class PlaceItem(Narrating):
    """Let a weapon or a piece of armour lie about, for anyone to take (YY-WPN-31, YY-ARM-12).

    Exactly one of both.
    """

    variants = {
        "weapon": {"weapon": A_WEAPON, "armour": None},
        "own_weapon": {"weapon": OWN_WEAPON, "armour": None},
        "armour": {"weapon": None, "armour": AN_ARMOUR},
        "own_armour": {"weapon": None, "armour": OWN_ARMOUR},
    }
    says = ()
    example = {"weapon": {"id": "old_sword", "kind": "two_handed_sword"}}
    words = Words(
        "Place an item",
        "Place[ {weapon}][ {armour}]",
        group="scene",
        variants={
            "armour": Variant("Place armour of the chart"),
            "own_armour": Variant("Place armour not in the chart"),
            "own_weapon": Variant("Place a weapon not in the chart"),
            "weapon": Variant("Place a weapon of the chart"),
        },
    )
    type: Literal["yin_yang.place_item"] = "yin_yang.place_item"
    weapon: WeaponSheet | None = None
    armour: ArmourSheet | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Let a weapon or a piece of armour lie about, under an id that nothing there has yet."""
        fight = decision.state
        if self.weapon is not None and self.armour is None:
            _refuse_first(weapon_misfits(self.weapon, "command.weapon"))
            weapon = weapon_of(self.weapon)
            _require_new(fight, weapon.id, "command.weapon.id")
            decision.record(ItemPlaced(weapon=weapon))
        elif self.armour is not None and self.weapon is None:
            _refuse_first(armour_misfits(self.armour, "command.armour"))
            piece = armour_of(self.armour)
            _require_new(fight, piece.id, "command.armour.id")
            decision.record(ItemPlaced(armour=piece))
        else:
            refuse(None, "Place a weapon or a piece of armour: one of both.", code="invalid", field="command.weapon")


def _require_new(fight: Fight, item: str, field: str) -> None:
    """What lies about is told apart by its id."""
    there = fight.scene_weapons.get(item) or fight.scene_armour.get(item)
    if there is not None:
        detail = f"{there.name} lies about already with this id; give what you place another id, and name its kind."
        refuse(None, detail, code="invalid", field=field)


def _take(decision: Decision[Fight], combatant: str, items: Iterable[str], own: Mapping[str, T]) -> None:
    """What lay about becomes gear (YY-WPN-31)."""
    for item in items:
        if item not in own:
            decision.record(ItemTaken(combatant=combatant, item=item))


def _refuse_first(misfits: Iterable[SheetError]) -> None:
    """Refuse by the first thing that does not fit."""
    for misfit in misfits:
        refuse(misfit.rule, misfit.message, code="refused" if misfit.rule else "invalid", field=misfit.field)


GEAR: Chapter[Fight] = Chapter(commands=(Wield, Wear, PlaceItem), events=(ItemPlaced, ItemTaken, Wielded, Worn))
