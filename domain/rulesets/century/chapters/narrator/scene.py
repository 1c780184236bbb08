"""What the narrator sets of scene and scores: light and weather, standing modifiers of attacks, ability scores."""

from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up, text
from domain.fields.field import listed as values_of
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Node, Span, Without
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.condition_terms import require_round
from domain.rulesets.century.parts import Label, Round
from domain.rulesets.century.said import ABILITIES, LIGHTS, circumstance_over, circumstance_said
from domain.rulesets.century.state import Circumstance, Fight, Scene
from domain.rulesets.century.vocabularies import ROUNDS_TO_COME, THROWING, YES_NO
from domain.rulesets.century.words import Ability, CircumstanceOn, Light
from domain.story.told import AS_SAID, Told
from domain.text.phrases import listed
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Words


class CircumstanceSet(Event, frozen=True, kw_only=True):
    """A standing modifier of To-Hit Rolls (CE-MOD-25)."""

    type: ClassVar[str] = "century.circumstance_set"
    words = "Modifier of attacks"
    told = Told(brief=AS_SAID)
    says = "{circumstance}."
    example = {"circumstance": {"label": "smoke", "amount": -10, "on": "all"}}
    circumstance: Annotated[Circumstance, Spoken(circumstance_said)]

    def evolve(self, fight: Fight) -> None:
        fight.circumstances = {**fight.circumstances, self.circumstance.key: self.circumstance}


class CircumstanceEnded(Event, frozen=True, kw_only=True):
    """A standing modifier has ended."""

    type: ClassVar[str] = "century.circumstance_ended"
    words = "Modifier of attacks ended"
    told = Told(brief=AS_SAID, line="end")
    says = "{circumstance}."
    example = {"circumstance": {"label": "three owls", "amount": -20, "on": "all", "until": 3}}
    circumstance: Annotated[Circumstance, Spoken(circumstance_over)]

    def evolve(self, fight: Fight) -> None:
        over = self.circumstance.key
        fight.circumstances = {key: one for key, one in fight.circumstances.items() if key != over}


class ScoreSet(Event, frozen=True, kw_only=True):
    """An ability score has changed (CE-ABIL-7)."""

    type: ClassVar[str] = "century.score_set"
    words = "Ability score changed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "sam", "ability": "con", "score": 3, "reason": "three owls"}
    private: ClassVar[frozenset[str]] = frozenset({"ability", "score", "reason"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    ability: Annotated[Ability | None, Spoken(ABILITIES)] = None
    score: int | None = None
    reason: Annotated[str, QUOTED] = ""

    def says(self) -> str:
        if self.ability is None or self.score is None:
            return "One of {combatant's} abilities changes."
        return "{combatant's} {ability} is now {score}[: {reason}]."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.ability is not None and self.score is not None:
            person.scores = {**person.scores, self.ability: self.score}


class SceneSet(Event, frozen=True, kw_only=True):
    """Light and weather as they are now (CE-SHEET-32)."""

    type: ClassVar[str] = "century.scene_set"
    words = "Light and weather"
    told = Told(brief=AS_SAID)
    example = {"light": "day", "rain": False, "wind": True, "notes": "three owls"}
    light: Annotated[Light, Spoken(LIGHTS)]
    rain: bool
    wind: bool
    notes: Annotated[str, QUOTED] = ""

    def says(self) -> str:
        weather = [word for word, on in (("rain", self.rain), ("wind", self.wind)) if on]
        notes = ["{notes}"] if self.notes else []
        return f"The scene now: {listed(['{light}', *weather, *notes])}."

    def evolve(self, fight: Fight) -> None:
        fight.scene = Scene(self.light, self.rain, self.wind, self.notes)


def _amounts(view: View[Fight]) -> dict[str, Node]:
    """Return the amounts of circumstances; 0 ends one that is there."""
    table: dict[str, Any] = {ANY_KEY: CHANGES}
    for one in view.state.circumstances.values():
        scopes = table.setdefault(one.label, {ANY_KEY: CHANGES})
        scopes.setdefault(one.on, {ANY_KEY: CHANGES})[one.combatant or ABSENT_KEY] = Span(-MOST_AMOUNT, MOST_AMOUNT)
    return table


MOST_AMOUNT: Final = 200
CHANGES: Final = Without(Span(-MOST_AMOUNT, MOST_AMOUNT), (0,))
AMOUNTS: Final[Vocabulary[Fight]] = Vocabulary("amounts of circumstances", _amounts)


class SetScene(Narrating):
    """Set light and weather (CE-SHEET-32). What is left out stays as it is."""

    form = {
        "light": values_of(*get_args(Light)),
        "rain": values_of(*YES_NO),
        "wind": values_of(*YES_NO),
        "notes": text(500, required=dict.fromkeys(("light", "rain", "wind"), (None,))),
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"light": "low", "rain": True}
    words = Words(
        "Set light and weather",
        "Set light and weather[. {light}][. {rain}][. {wind}][. Notes: “{notes}”]",
        group="scene",
        fields={"notes": "Notes"},
    )
    type: Literal["century.set_scene"] = "century.set_scene"
    light: Light | None = None
    rain: bool | None = None
    wind: bool | None = None
    notes: Text | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Light and weather from now on; what is left out stays (CE-SHEET-32)."""
        scene = decision.state.scene
        given = (self.light, self.rain, self.wind, self.notes)
        if all(one is None for one in given):
            refuse(None, "Say what of the scene is set.", code="invalid", field="command.light")
        event = SceneSet(
            light=self.light or scene.light,
            rain=scene.rain if self.rain is None else self.rain,
            wind=scene.wind if self.wind is None else self.wind,
            notes=scene.notes if self.notes is None else self.notes,
        )
        decision.record(event)


class SetCircumstance(Narrating):
    """Set a lasting modifier of To-Hit Rolls (CE-MOD-25); an amount of 0 ends it."""

    form = {
        "on": values_of(*get_args(CircumstanceOn)),
        "combatant": among(EVERYBODY, when={"on": ("attacks_by", "attacks_on")}, required=True),
        "label": text(80, 1),
        "amount": looked_up(AMOUNTS, "label", "on", "combatant"),
        "until": among(ROUNDS_TO_COME, seldom=True),
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"label": "smoke", "amount": -10, "on": "all", "until": 2}
    ruling = True
    words = Words(
        "Set a modifier of attacks",
        "Set the modifier “{label}” to {amount}: {on}[ {combatant}][, until the end of round {until}]",
        group="scene",
        fields={"on": "Which attacks", "until": "Until the end of round"},
    )
    type: Literal["century.set_circumstance"] = "century.set_circumstance"
    label: Label
    amount: int = Field(ge=-MOST_AMOUNT, le=MOST_AMOUNT)
    on: CircumstanceOn = "all"
    combatant: CombatantId | None = Field(
        default=None, description="the combatant whose attacks, or attacks on whom, are meant"
    )
    until: Round | None = Field(default=None, description="it lasts until the end of this round")

    def decide(self, decision: Decision[Fight]) -> None:
        """A standing modifier of To-Hit Rolls; a newer one with its label and scope replaces it (CE-MOD-25)."""
        fight = decision.state
        if self.combatant is not None:
            find_combatant(fight, self.combatant, "command.combatant")
        whose = (self.on == "all") == (self.combatant is None)
        said = "A circumstance is on all attacks, or on those by or on a combatant; name one of both."
        require(whose, "CE-MOD-25", said, field="command.combatant")
        require_round(fight, self.until, "CE-MOD-25", "command.until")
        set_ = Circumstance(self.label, self.amount, self.on, self.combatant, self.until)
        if self.amount:
            decision.record(CircumstanceSet(circumstance=set_))
            return
        before = fight.circumstances.get(set_.key)
        if before is None:
            labels = [
                one.label
                for one in fight.circumstances.values()
                if (one.on, one.combatant) == (self.on, self.combatant)
            ]
            said = f"No circumstance “{self.label}” of that scope is there to end"
            said = unknown(said, self.label, labels, "No circumstance of that scope is there to end.")
            refuse("CE-MOD-25", said, field="command.amount")
        decision.record(CircumstanceEnded(circumstance=before))


class SetScore(Narrating):
    """Change an ability score during play (CE-ABIL-7)."""

    form = {"combatant": among(THROWING)}
    interrupts: ClassVar[bool] = True
    rewrites: ClassVar[str | None] = "combatant"
    says = ()
    example = {"combatant": "thurston", "ability": "agl", "score": 9, "reason": "a sprained ankle"}
    ruling = True
    words = Words(
        "Change an ability score",
        "Set {ability} of {combatant} to {score}[: “{reason}”]",
        group="rulings",
        fields={"score": "Score"},
    )
    type: Literal["century.set_score"] = "century.set_score"
    combatant: CombatantId
    ability: Literal["str", "agl", "con", "iq", "app", "prs"]
    score: int = Field(ge=1, le=30)
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """An ability score changes, and at once all that follows from it but targets that are fixed (CE-ABIL-7)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        said = f"{person.name} is no person or animal and has no ability scores."
        require(person.throws, "CE-SHEET-3", said, field="command.combatant")
        decision.record(ScoreSet(combatant=person.id, ability=self.ability, score=self.score, reason=self.reason))


SCENE: Chapter[Fight] = Chapter(
    commands=(SetScene, SetCircumstance, SetScore),
    events=(CircumstanceSet, CircumstanceEnded, ScoreSet, SceneSet),
    labels={
        "light.day": "Daylight",
        "light.low": "Low light",
        "light.dark": "Total darkness",
        "moonlight": "Moonlight",
        "twilight": "Twilight",
        "rain.true": "Rain",
        "rain.false": "No rain",
        "wind.true": "Wind",
        "wind.false": "No wind",
        "all": "All attacks",
        "attacks_by": "Attacks by",
        "attacks_on": "Attacks on",
    },
)
