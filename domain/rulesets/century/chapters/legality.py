"""What has to be true before a command counts: open prompts, the step of the clock, who acts, what the narrator gives.

Prompts come first (CE-STAG-15), then the step (CE-SHEET-31), then who acts (CE-STAG-2), then what only the narrator
says (CE-MOD-24).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from domain.core.commands import CORE_COMMANDS, Acting, Command
from domain.decision.decision import Decision
from domain.decision.preconditions import allowed_in_phase, legal_alternatives, reject_narrator_fields, require_phase
from domain.decision.prompts import GO_ON, answer_first
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.round.move_points import require_slot
from domain.rulesets.century.parts import CallingOne, Deed, Step, Timely
from domain.rulesets.century.state import Fight, Person

NARRATORS_TO_GIVE: Final[Mapping[str, str]] = {
    "modifiers": "CE-MOD-24",
    "without": "CE-MOD-24",
    "from_behind": "CE-MOD-24",
    "unaware": "CE-BACK-5",
    "undodgeable": "CE-DODGE-12",
    "shielded": "CE-AREA-8",
    "base": "CE-MOD-24",
    "keeps_cover": "CE-COVER-14",
    "mp": "CE-ACT-51",
    "terms": "CE-ACT-51",
}
"""Fields of a combatant's command that only the narrator fills in, and the rule of each."""
OF_FATE: Final = frozenset({"fate_before", "fate_after", "initiative_before", "initiative_after", "fate_miss"})


def guard(decision: Decision[Fight], command: Command) -> None:
    """Refuse what prompts, the clock and the actor's state forbid, before the command's own conditions."""
    fight = decision.state
    _guard_prompts(decision, command)
    require_phase(command.during, fight.step)
    if isinstance(command, Acting):
        _guard_actor(fight, command, narrated=decision.speaker.is_narrator)
        if not decision.speaker.is_narrator:
            reject_narrator_fields(command.given_fields, NARRATORS_TO_GIVE)
    _guard_fate(fight, command)


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Return whether a command may be given now, as far as that depends on prompts and the clock."""
    if (fight.prompts and not _interrupts(fight, kind)) or not allowed_in_phase(kind, fight.step):
        return False
    return not issubclass(kind, Timely) or kind.is_timely(fight)


def legal_commands(
    fight: Fight, speaker: Speaker, command: Command, commands: Iterable[type[Command]]
) -> tuple[str, ...]:
    """Return the types of the commands that the state allows in place of a refused one, for whom it was given."""
    asked = any(speaker.speaks_for(prompt.to) for prompt in fight.prompts)
    kinds = (kind for kind in commands if kind.answers_to is None and in_place(fight, kind))
    return legal_alternatives(
        command, fight.people, speaker, kinds, lambda person, kind: _may(fight, speaker, person, kind), asked=asked
    )


def _may(fight: Fight, speaker: Speaker, person: Person, kind: type[Command]) -> bool:
    return (
        speaker.speaks_for(person.id)
        and person.up
        and is_its_turn(fight, person, kind)
        and (not issubclass(kind, Deed) or kind.has_use(fight, person))
    )


def is_its_turn(fight: Fight, person: Person, kind: type[Command]) -> bool:
    """Return whether a combatant has the slot that a command of this kind takes, if it takes one (CE-STAG-1)."""
    needs_slot = issubclass(kind, Deed) and kind.needs_slot(fight)
    return not needs_slot or fight.turn_of(person.id) is not None


def _guard_prompts(decision: Decision[Fight], command: Command) -> None:
    """While a prompt is open only its answer is legal, and the narrator's rulings (CE-STAG-15, CE-ROLL-13).

    So each step is settled, with all that it asks, before the next (CE-STAG-12).
    """
    fight = decision.state
    if fight.prompts and not _interrupts(fight, type(command)):
        rule = "CE-STAG-15" if fight.in_combat else "CE-ROLL-13"
        refuse(rule, answer_first(fight, decision.ruleset.prompts, fight.prompts[0]))


def _interrupts(fight: Fight, kind: type[Command]) -> bool:
    """Outside combat several may have rolls open at a time (CE-SHEET-37); a release is continued first (CE-TIE-13)."""
    if kind in CORE_COMMANDS:
        return True
    if any(prompt.kind == GO_ON.name for prompt in fight.prompts):
        return False
    return kind.interrupts or (issubclass(kind, Deed) and kind.beside_rolls and not fight.in_combat)


def _guard_actor(fight: Fight, command: Acting, *, narrated: bool) -> None:
    """Refuse deeds of the downed that are not for them (CE-STAG-2), and steps without a slot (CE-STAG-1)."""
    actor = find_combatant(fight, command.actor, "command.actor")
    if not isinstance(command, Deed):
        return
    if not actor.throws:
        refuse("CE-SHEET-1", f"{actor.name} is no person or animal and cannot act.", field="command.actor")
    may = actor.up or (actor.present and not actor.dead and command.may_be_given_when_down(narrated=narrated))
    if not may:
        refuse(command.rule_when_down, f"{actor.name} is {_state(actor)} and cannot act.", field="command.actor")
    if isinstance(command, Step):
        require_slot(fight, actor)


def _state(person: Person) -> str:
    if person.gone:
        return "not on the field any more"
    return next(
        (name for name in ("dead", "dying", "unconscious", "stunned") if name in person.conditions), "destroyed"
    )


def _guard_fate(fight: Fight, command: Command) -> None:
    """An answer that spends fate of a combatant who has none is refused before anything happens (CE-FATE-4)."""
    for place, sent in enumerate(command.answers):
        roller = fight.people.get(sent.to or (command.roller if isinstance(command, CallingOne) else ""))
        if sent.kind in OF_FATE and sent.answer and roller is not None:
            said = f"{roller.name} spends no Fate Points."
            require(roller.fp_user, "CE-FATE-4", said, field=f"command.answers[{place}].answer")
