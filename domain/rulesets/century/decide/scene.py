"""What the narrator sets of scene and scores: light and weather, standing modifiers of attacks, ability scores."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.commands import SetCircumstance, SetScene, SetScore
from domain.rulesets.century.decide.condition_terms import require_round
from domain.rulesets.century.events.places import CircumstanceEnded, CircumstanceSet
from domain.rulesets.century.events.rolls import SceneSet, ScoreSet
from domain.rulesets.century.state import Circumstance, Fight


def set_scene(decision: Decision[Fight], command: SetScene) -> None:
    """Light and weather from now on; what is left out stays (CE-SHEET-32)."""
    scene = decision.state.scene
    given = (command.light, command.rain, command.wind, command.notes)
    if all(one is None for one in given):
        refuse(None, "Say what of the scene is set.", code="invalid", field="command.light")
    event = SceneSet(
        light=command.light or scene.light,
        rain=scene.rain if command.rain is None else command.rain,
        wind=scene.wind if command.wind is None else command.wind,
        notes=scene.notes if command.notes is None else command.notes,
    )
    decision.record(event)


def set_circumstance(decision: Decision[Fight], command: SetCircumstance) -> None:
    """A standing modifier of To-Hit Rolls; a newer one with its label and scope replaces it (CE-MOD-25)."""
    fight = decision.state
    if command.combatant is not None:
        find_combatant(fight, command.combatant, "command.combatant")
    whose = (command.on == "all") == (command.combatant is None)
    said = "A circumstance is on all attacks, or on those by or on a combatant; name one of both."
    require(whose, "CE-MOD-25", said, field="command.combatant")
    require_round(fight, command.until, "CE-MOD-25", "command.until")
    set_ = Circumstance(command.label, command.amount, command.on, command.combatant, command.until)
    if command.amount:
        decision.record(CircumstanceSet(circumstance=set_))
        return
    before = fight.circumstances.get(set_.key)
    if before is None:
        said = f"No circumstance {command.label!r} of that scope is there to end."
        refuse("CE-MOD-25", said, field="command.amount")
    decision.record(CircumstanceEnded(circumstance=before))


def set_score(decision: Decision[Fight], command: SetScore) -> None:
    """An ability score changes, and at once what follows from it, but for rolls whose target is fixed (CE-ABIL-7)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    said = f"{person.name} is no person or animal and has no ability scores."
    require(person.throws, "CE-SHEET-3", said, field="command.combatant")
    decision.record(ScoreSet(combatant=person.id, ability=command.ability, score=command.score, reason=command.reason))
