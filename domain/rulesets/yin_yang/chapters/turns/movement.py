"""Places: moving, distances, sub-fights, how far weapons reach (YY-MOVE)."""

from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from domain.core.commands import Acting, CombatantId, Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import Fields, Many, among, looked_up, text
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.hands import call_heard, require_action, require_no_card, spend, turn_up
from domain.rulesets.yin_yang.chapters.turns.edge import may_call
from domain.rulesets.yin_yang.chapters.turns.turns import require_call
from domain.rulesets.yin_yang.chapters.vocabularies import ABLE, CALLERS, CARDS, PLACES, has_another, less, people
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.parts import KEY_PATTERN, LONGEST_KEY, PEOPLE, HandCard, Key
from domain.rulesets.yin_yang.said import BANDS
from domain.rulesets.yin_yang.state import Fight, Person, pair_key
from domain.rulesets.yin_yang.tables import REACHES
from domain.rulesets.yin_yang.words import IN_TURN, MAIN, START, Band
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

DISTANCES_FROM: Final = {
    "arm": "within arm's reach of",
    "room": "a room's length from",
    "sight": "just within sight of",
}


def _remember(fight: Fight) -> None:
    """The sub-fights that there are, the main one first."""
    named = (person.subfight for person in fight.people.values())
    fight.subfights = tuple(dict.fromkeys([MAIN, *fight.subfights, *named]))


class Moved(Event, frozen=True, kw_only=True):
    """Somebody moved in respect of another, or into a sub-fight (YY-MOVE-2, YY-MOVE-4)."""

    type: ClassVar[str] = "yin_yang.moved"
    words = "Move"
    example = {"combatant": "rat", "other": "hei", "band": "arm"}
    combatant: str
    other: str | None = None
    band: Annotated[Band | None, Spoken(DISTANCES_FROM)] = None
    subfight: Annotated[str | None, Spoken(said.subfight)] = None

    def says(self) -> str:
        if self.subfight is not None:
            return "{combatant} goes to {subfight}."
        return "{combatant} moves[, and is now {band} {other}]."

    def brief(self) -> str:
        if self.subfight is not None or self.other is None:
            return AS_SAID
        return f"{{combatant}} | {'comes' if self.band == 'arm' else 'moves to'} {{band}} {{other}}"

    told = Told(brief=brief, target="other", goes_to="[{subfight}]")

    def evolve(self, fight: Fight) -> None:
        """A move is a call too, even one that costs nothing (YY-ACT-6)."""
        call_heard(fight)
        person = fight.people[self.combatant]
        if self.subfight is not None:
            person.subfight = self.subfight
            _remember(fight)
        if self.other is not None and self.band is not None:
            fight.distances = {**fight.distances, pair_key(self.combatant, self.other): self.band}


class DistanceSet(Event, frozen=True, kw_only=True):
    """How far two are apart from now on."""

    type: ClassVar[str] = "yin_yang.distance_set"
    words = "Distance set"
    told = Told(brief="{first} and {second} | are {band}")
    says = "{first} and {second} are {band}."
    example = {"first": "hei", "second": "thug", "band": "arm"}
    first: str
    second: str
    band: Annotated[Band, Spoken(said.BANDS)]

    def evolve(self, fight: Fight) -> None:
        fight.distances = {**fight.distances, pair_key(self.first, self.second): self.band}


class FightSplit(Event, frozen=True, kw_only=True):
    """Who is in which sub-fight from now on (YY-MOVE-4)."""

    type: ClassVar[str] = "yin_yang.fight_split"
    words = "Fight split"
    told = Told(brief=AS_SAID)
    says = "The narrator puts {subfights}."
    example = {"subfights": {"hei": "main"}}
    subfights: Annotated[dict[str, str], Spoken(said.split)]

    def evolve(self, fight: Fight) -> None:
        for combatant, subfight in self.subfights.items():
            fight.people[combatant].subfight = subfight
        _remember(fight)


AWAY: dict[Band, Band] = {"arm": "room", "room": "sight"}
"""Where somebody is who goes away, by where it was (YY-MOVE-2)."""


def reaches(fight: Fight, attacker: str, target: str, weapon: Weapon) -> bool:
    """Whether a weapon reaches somebody from where its wielder is.

    Without distances, everybody in the sub-fight, and with a Long Ranged weapon anybody (YY-MOVE-1, YY-ATK-4); with
    them, as far as the reach goes (YY-MOVE-3, YY-RUL-54).
    """
    if fight.options.movement == "free":
        return fight.together(attacker, target) or weapon.reach == "long_ranged"
    return fight.band(attacker, target) in REACHES[weapon.reach]


def _movers(view: View[Fight]) -> list[Person]:
    """Return who may move: at the cost of an action where distances count."""
    fight = view.state
    costs = fight.options.movement == "action"
    return [one for one in people(view, view[CALLERS if costs else ABLE]) if may_call(fight, one)]


def _distant(view: View[Fight], *, toward: bool) -> dict[str, Any]:
    """Return those whom each may come closer to, or move further away from (YY-MOVE-2)."""
    fight, places = view.state, view[PLACES]
    if fight.options.movement == "free":
        return {}
    there: dict[str, tuple[str, ...]] = {}
    for person in fight.people.values():
        if "fled" not in person.out:
            there[person.subfight] = (*there.get(person.subfight, ()), person.id)
    last = places.near if toward else places.far
    found = {one.id: less(there.get(one.subfight, ()), last.get(one.id, ())) for one in _movers(view)}
    return {who: others for who, others in found.items() if has_another(others, who)}


CLOSER: Final = Vocabulary[Fight]("those to come closer to", partial(_distant, toward=True))
FURTHER: Final = Vocabulary[Fight]("those to move away from", partial(_distant, toward=False))


def _name_of(subfight: str) -> Label:
    return Label("main_fight") if subfight == MAIN else Label.filled("fight", name=as_words(subfight))


def _elsewhere(view: View[Fight]) -> dict[str, Any]:
    """Return the sub-fights that each may go to (YY-MOVE-4)."""
    subfights = view.state.subfights
    named = [Labelled(one, _name_of(one)) for one in subfights]
    others = {here: tuple([one for one in named if one.value != here]) for here in subfights}
    found = {one.id: others[one.subfight] for one in _movers(view)}
    return {who: elsewhere for who, elsewhere in found.items() if elsewhere}


ELSEWHERE: Final = Vocabulary[Fight]("other sub-fights", _elsewhere)


def _cards_for_moving(view: View[Fight]) -> dict[str, Any]:
    cards: dict[str, Any] = view[CARDS] if view.state.options.movement == "action" else {}
    return cards


CARD_FOR_MOVING: Final = looked_up(Vocabulary[Fight]("cards for moving", _cards_for_moving), "actor", required=True)


def _way(field: str, table: Vocabulary[Fight], **more: Any) -> Fields:
    """Return the fields of a way to move: where to, and without the other ways."""
    ways: Fields = dict.fromkeys(("toward", "away_from", "subfight"))
    actors = Vocabulary[Fight](f"who may move {field}", lambda view: tuple(view[table]))
    asked = looked_up(table, "actor", required=True, **more)
    return {"actor": among(actors), **ways, field: asked, "hand_card": CARD_FOR_MOVING}


class Move(Acting):
    """Move toward or away from a combatant, or to another sub-fight (YY-MOVE-2, YY-MOVE-4). Where distances
    count, it costs an action.

    Exactly one of the three.
    """

    variants = {
        "toward": _way("toward", CLOSER, bars=("actor",)),
        "away_from": _way("away_from", FURTHER, bars=("actor",)),
        "subfight": _way("subfight", ELSEWHERE),
    }
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    during = PhaseRule(IN_TURN, "YY-ACT-5", "Moves need a running turn; start one first.", START)
    says = ()
    example = {"actor": "da_hook", "toward": "bishop"}
    words = Words(
        "Move",
        "Move[ toward {toward}][ away from {away_from}][ to {subfight}][, playing {hand_card}]",
        group="move",
        variants={
            "away_from": Variant("Move away"),
            "subfight": Variant("Go to another sub-fight"),
            "toward": Variant("Move toward somebody"),
        },
    )
    type: Literal["yin_yang.move"] = "yin_yang.move"
    toward: CombatantId | None = None
    away_from: CombatantId | None = None
    subfight: Key | None = None
    hand_card: HandCard = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Come close to somebody, go away from it, or go to another sub-fight (YY-MOVE-2, YY-MOVE-4).

        It costs an action where distances count, else nothing.
        """
        fight, person = decision.state, find_combatant(decision.state, self.actor, "command.actor")
        require_call(fight, person)
        moved = _moved(fight, person, self)
        if fight.options.movement == "action":
            require_action(fight, person, self.hand_card)
            paid = spend(decision, person.id, self.hand_card)
            turn_up(decision, person.id, paid.cards)
        else:
            require_no_card(fight, self.hand_card)
        decision.record(moved)


def _moved(fight: Fight, person: Person, command: Move) -> Moved:
    """The move that is asked for; refuses all but one, and one that changes nothing."""
    asked = {field: getattr(command, field) for field in ("toward", "away_from", "subfight")}
    given = {field: value for field, value in asked.items() if value is not None}
    if len(given) != 1:
        refuse(
            None,
            "Move toward somebody, away from somebody, or to another sub-fight: one of the three.",
            code="invalid",
            field="command",
        )
    [(field, value)] = given.items()
    if field == "subfight":
        return _into(fight, person, value)
    other = find_combatant(fight, value, f"command.{field}")
    require_distances(fight, person, other, f"command.{field}")
    gone = f"{other.name} has left the fight; name someone that is there."
    require("fled" not in other.out, "YY-COND-5", gone, field=f"command.{field}")
    band = fight.band(person.id, other.id)
    goal: Band | None = AWAY.get(band) if field == "away_from" else "arm" if band != "arm" else None
    if goal is None:
        said = "they cannot come closer" if field == "toward" else "they cannot go further away"
        refuse("YY-MOVE-2", f"{person.name} and {other.name} are {BANDS[band]}; {said}.", field=f"command.{field}")
    return Moved(combatant=person.id, other=other.id, band=goal)


def _into(fight: Fight, person: Person, subfight: str) -> Moved:
    """Going to another sub-fight, of those that the narrator has named (YY-MOVE-4)."""
    if subfight not in fight.subfights:
        said = f"There is no sub-fight “{subfight}”"
        said = unknown(said, subfight, fight.subfights, "There are no sub-fights.")
        detail = f"{said} The narrator can split the fight into others."
        refuse(None, detail, code="invalid", field="command.subfight")
    here = f"{person.name} is in the sub-fight {subfight} already."
    require(person.subfight != subfight, "YY-MOVE-4", here, field="command.subfight")
    return Moved(combatant=person.id, subfight=subfight)


def require_distances(fight: Fight, person: Person, other: Person, field: str) -> None:
    """Refuse a change of distance where there are none (YY-MOVE-1), of one to itself, and across sub-fights."""
    free = "Everybody reaches everybody in this fight; there are no distances."
    require(fight.options.movement == "action", "YY-MOVE-1", free, field=field)
    if person.id == other.id:
        refuse(None, f"{person.name} is the one who moves; name somebody else.", code="invalid", field=field)
    where = f"{other.name} is in the sub-fight {other.subfight} and {person.name} in {person.subfight}"
    apart = f"{where}; between sub-fights distances do not change."
    require(fight.together(person.id, other.id), "YY-MOVE-4", apart, field=field)


class SplitFight(Narrating):
    """Put combatants into sub-fights (YY-MOVE-4). Combatants who are not named stay where they are."""

    form = {"subfights": text(LONGEST_KEY, 1, KEY_PATTERN, keys=PEOPLE, many=Many(1, 200))}
    says = ()
    example = {"subfights": {"bishop": "roof", "wedge": "roof"}}
    words = Words("Split the fight", "Split the fight: {subfights}", group="scene")
    type: Literal["yin_yang.split_fight"] = "yin_yang.split_fight"
    subfights: dict[CombatantId, Key] = Field(
        min_length=1, max_length=200, description="the sub-fight of each from now on; that of the main fight is main"
    )

    def decide(self, decision: Decision[Fight]) -> None:
        """Say who is in which sub-fight; combatants that are not named stay (YY-MOVE-4)."""
        for combatant in self.subfights:
            find_combatant(decision.state, combatant, f"command.subfights.{combatant}")
        decision.record(FightSplit(subfights=self.subfights))


def _beside(view: View[Fight]) -> dict[str, Any]:
    """Return those whose distance from each may change: all in the same sub-fight (YY-MOVE-4)."""
    if view.state.options.movement == "free":
        return {}
    there: dict[str, tuple[str, ...]] = {}
    for person in view.state.people.values():
        there[person.subfight] = (*there.get(person.subfight, ()), person.id)
    return {one.id: there[one.subfight] for one in view.state.people.values() if len(there[one.subfight]) > 1}


BESIDE: Final = Vocabulary[Fight]("in the same sub-fight", _beside)


class SetDistance(Narrating):
    """Say how far apart two combatants are (YY-MOVE-2)."""

    form = {
        "first": among(Vocabulary[Fight]("those with distances", lambda view: tuple(view[BESIDE]))),
        "second": looked_up(BESIDE, "first", bars=("first",)),
    }
    says = ()
    example = {"first": "da_hook", "second": "bishop", "band": "arm"}
    words = Words("Set a distance", "{first} and {second}: {band}", group="scene")
    type: Literal["yin_yang.set_distance"] = "yin_yang.set_distance"
    first: CombatantId
    second: CombatantId
    band: Band

    def decide(self, decision: Decision[Fight]) -> None:
        """Say how far two are apart (YY-MOVE-2)."""
        fight = decision.state
        first, second = (
            find_combatant(fight, self.first, "command.first"),
            find_combatant(fight, self.second, "command.second"),
        )
        require_distances(fight, first, second, "command.second")
        decision.record(DistanceSet(first=first.id, second=second.id, band=self.band))


MOVEMENT: Chapter[Fight] = Chapter(
    commands=(Move, SplitFight, SetDistance),
    events=(Moved, DistanceSet, FightSplit),
    labels={
        "text.main_fight": "the main fight",
        "text.fight": "the fight “{name}”",
    },
)
