"""Damage lands (CE-ARMOR-7): the cover object, worn armour, natural or vehicle resistance, hit points."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.downed import Destroyed, HpLost, after_loss
from domain.rulesets.century.chapters.conditions.health_categories import note_health
from domain.rulesets.century.said import absorbed_said
from domain.rulesets.century.state import Fight, Person, Wound
from domain.story.told import Told
from domain.text.sentences import Spoken


class DamageAbsorbed(Event, frozen=True, kw_only=True):
    """Something absorbs damage (CE-ARMOR-1, CE-COVER-6, CE-DMG-8): an object, as ``cover`` says, armour or hide.

    ``by`` is the object's ID, `armour` or `hide`; ``left`` are the HP that the object or armour has left; ``rest`` is
    what goes on.
    """

    type: ClassVar[str] = "century.damage_absorbed"
    words = "Damage absorbed"
    example = {"combatant": "hunter_gunner", "by": "armour", "points": 3, "rest": 0, "left": 7}
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "whose"
    combatant: str
    by: str
    points: int
    rest: int
    left: int | None = None
    cover: bool = False

    def says(self) -> str:
        rest = {0: "nothing gets through", 1: "{rest:point} gets through"}.get(self.rest, "{rest:point} get through")
        if not self.is_objects and self.by == "hide":
            return f"{{combatant}} shrugs off {{points:point}}; {rest}."
        what = "{by} in front of {combatant}" if self.is_objects else "{combatant's} armour"
        return f"{what} absorbs {{points:point}}[ and has {{left:hit point}} left]; {rest}."

    @property
    def is_objects(self) -> bool:
        """Whether an object absorbs it; the first records do not say ``cover``, and tell by the ID alone."""
        return self.cover or self.by not in ("armour", "hide")

    @property
    def whose(self) -> str:
        """Whose HP ``left`` are, or the HP of whose armour."""
        return self.by if self.is_objects else self.combatant

    def brief(self) -> str:
        """Tell what is absorbed, and what is left of what absorbs it; the loss of hit points tells the rest."""
        if not self.is_objects and self.by == "hide":
            return "{combatant} | shrugs off | {of_damage}"
        what = "{by} | in front of {combatant} absorbs" if self.is_objects else "{combatant's} armour | absorbs"
        if not self.is_objects:
            return f"{what} | {{of_damage}}[ (the armour has {{left}} left)]"
        return f"{what} | {{of_damage}}{'[ ({left:hit point} left)]' if self.left else ''}"

    @property
    def of_damage(self) -> Annotated[tuple[int, int], Spoken(absorbed_said)]:
        """What is absorbed, and what is not."""
        return self.points, self.rest

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        """What has HP of its own loses what it absorbs (CE-ARMOR-2, CE-COVER-6)."""
        if self.left is None:
            return
        person = fight.people[self.combatant]
        if self.is_objects:
            fight.people[self.by].hp = self.left
        elif person.worn is not None:
            worn = replace(person.armour[person.worn], hp=self.left)
            person.armour = {**person.armour, person.worn: worn}


def land(decision: Decision[Fight], wound: Wound) -> None:
    """Let damage land: what absorbs it, the HP it costs, and who falls by it. No dice, no questions.

    What an object does not absorb hits the combatant behind it (CE-COVER-7); one held as a shield takes all of it
    (CE-COVER-13).
    """
    rest = wound.total
    if wound.cover is not None:
        struck = decision.state.people[wound.cover]
        if struck.kind != "object":
            hurt(decision, struck.id, rest, wound)
            return
        rest = _through_object(decision, wound.combatant, struck, rest)
        if not rest:
            return
    hurt(decision, wound.combatant, rest, wound)


def hurt(decision: Decision[Fight], combatant: str, points: int, wound: Wound) -> None:
    """Armour, natural or vehicle resistance, then hit points (CE-ARMOR-1, CE-DMG-8).

    Harm for which armour does not count passes the hide too; a called shot passes worn armour alone (CE-ARMOR-8).
    """
    rest = _through_armour(decision, combatant, points) if wound.armor else points
    if wound.armor or wound.attack is not None:
        rest = _through_hide(decision, combatant, rest)
    lose(decision, combatant, rest, wound.source)


def lose(decision: Decision[Fight], combatant: str, points: int, source: str) -> None:
    """HP are lost, without a lower bound (CE-DMG-3); a loss of 0 is recorded and changes nothing (CE-DMG-2)."""
    person = decision.state.people[combatant]
    before = person.hp
    decision.cause = decision.record(HpLost(combatant=combatant, points=points, hp=before - points, source=source))
    if points:
        note_health(decision, combatant, before)
        after_loss(decision, combatant)


def _through_object(decision: Decision[Fight], covered: str, thing: Person, points: int) -> int:
    """An object absorbs as armour does (CE-COVER-6, CE-RUL-98).

    At 0 HP it is destroyed (CE-COVER-8), for all behind it (CE-COVER-9).
    """
    if thing.destroyed:
        return points
    absorbed = min(points, thing.damage_capacity, max(0, thing.hp))
    left = thing.hp - absorbed
    decision.cause = decision.record(
        DamageAbsorbed(combatant=covered, by=thing.id, points=absorbed, rest=points - absorbed, left=left, cover=True)
    )
    if left <= 0:
        decision.record(Destroyed(combatant=thing.id))
    return points - absorbed


def _through_armour(decision: Decision[Fight], combatant: str, points: int) -> int:
    """Worn armour absorbs up to its Damage Resistance and its HP, which fall by that (CE-ARMOR-1, CE-ARMOR-2).

    At 0 HP it absorbs nothing (CE-ARMOR-3); the rest gets through (CE-ARMOR-4). Each hit meets all of it (CE-ARMOR-5).
    The reading is that of CE-RUL-88.
    """
    person = decision.state.people[combatant]
    worn = person.armour.get(person.worn or "")  # of several pieces this one (CE-ARMOR-6)
    absorbed = 0 if worn is None else min(points, worn.dr, worn.hp)
    if worn is not None and absorbed:
        left = worn.hp - absorbed
        decision.cause = decision.record(
            DamageAbsorbed(combatant=combatant, by="armour", points=absorbed, rest=points - absorbed, left=left)
        )
    return points - absorbed


def _through_hide(decision: Decision[Fight], combatant: str, points: int) -> int:
    """Return the points that get past the hide of animals and vehicles, which never wears out (CE-DMG-8)."""
    absorbed = min(points, decision.state.people[combatant].dr)
    if absorbed:
        decision.cause = decision.record(
            DamageAbsorbed(combatant=combatant, by="hide", points=absorbed, rest=points - absorbed)
        )
    return points - absorbed


WOUNDS: Chapter[Fight] = Chapter(events=(DamageAbsorbed,))
