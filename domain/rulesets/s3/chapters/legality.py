"""Who may give which command now: the checks that precede every command, in the order of S3-ORDER-12.

``STATES`` is the one table of the states of an actor that forbid commands (S3-LEGAL). Each command lists those that
forbid it in its ``barred_while``; states add up. A chapter that adds a state adds a row here, and what it depends on to
``_is_hampered``. An actor in none of these states does all that it has an action for (S3-LEGAL-1); holding another
combatant forbids nothing (S3-LEGAL-12, S3-LEGAL-13), and neither do fire, blindness, wounds and poison (S3-LEGAL-14).
A stun is served before the turn begins (S3-LEGAL-2, ``turns.serve_stun``).
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain.core.commands import Command, type_of
from domain.decision.decision import Decision
from domain.decision.prompts import answer_first
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.rulesets.s3.chapters.grapple.bonds import drag_on, holds_on, is_held
from domain.rulesets.s3.chapters.turns.actions import has_action, open_turn
from domain.rulesets.s3.parts import Acting, Close, Throwing
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import ARMS, LEGS, UNARMED, Hindrance


def _no_exception(fight: Fight, actor: Person, command: Acting) -> bool:
    """Return False: the state allows every use of a command that it does not forbid."""
    return False


def _past_the_choker(fight: Fight, actor: Person, command: Acting) -> bool:
    """Return whether a choked actor aims at anyone but the strangler."""
    return isinstance(command, Close) and command.target not in chokers_of(fight, actor)


def chokers_of(fight: Fight, actor: Person) -> list[str]:
    """Return the stranglers of a combatant, its only targets while it is choked (S3-LEGAL-5)."""
    return [hold.holder for hold in holds_on(fight, actor.id) if hold.kind == "choke"]


def _on_a_machine(fight: Fight, actor: Person) -> bool:
    vehicle = fight.vehicles.get(actor.vehicle or "")
    return vehicle is not None and vehicle.kind == "machine"


def _with_a_hand(fight: Fight, actor: Person, command: Acting) -> bool:
    """Return whether an actor without arms uses a weapon other than kicks, also in a stunt, or steers a machine."""
    if command.steers:
        return _on_a_machine(fight, actor)
    return any(weapon != UNARMED for weapon in command.armed_with())


class State(NamedTuple):
    """A state of the actor: its name, the rule that refuses what it forbids, when it holds, and the sentence.

    It forbids the commands that name it in ``barred_while``. Of the others, it forbids the uses that ``but`` finds.
    """

    name: Hindrance
    rule: str
    holds: Callable[[Fight, Person], bool]
    sentence: str
    but: Callable[[Fight, Person, Acting], bool] = _no_exception


STATES: tuple[State, ...] = (
    State(
        "pinned",
        "S3-PIN-3",
        lambda fight, actor: is_held(fight, actor.id, "pin"),  # S3-LEGAL-4
        "{name} is pinned and may only try to break free.",
    ),
    State(
        "dragged",
        "S3-LEGAL-6",
        lambda fight, actor: drag_on(fight, actor.id) is not None,
        "{name} is dragged along and may only try to break free.",
    ),
    State(
        "choked",
        "S3-LEGAL-5",
        lambda fight, actor: is_held(fight, actor.id, "choke"),  # S3-STRAN-5
        "{name} is in a chokehold: break free, or strike at the strangler.",
        _past_the_choker,
    ),
    State(
        "armless",
        "S3-LEGAL-9",
        lambda fight, actor: actor.limbs.keys() >= ARMS,  # S3-CALL-12
        "{name} has lost both arms: no weapon but unarmed, no holds, no steering of machines.",
        _with_a_hand,
    ),
    State(
        "legless",
        "S3-LEGAL-10",
        lambda fight, actor: actor.limbs.keys() >= LEGS,  # S3-CALL-12
        "{name} has lost both legs.",
    ),
    State(
        "prone",
        "S3-LEGAL-7",
        lambda fight, actor: actor.prone,
        "{name} lies on the ground and has to get up first.",
    ),
    State(
        "mounted",
        "S3-LEGAL-11",
        lambda fight, actor: actor.vehicle is not None,
        "{name} sits on a vehicle and can steer, switch vehicles or take the reins.",
    ),
)


def guard(decision: Decision[Fight], command: Command) -> None:
    """Refuse what the state of the encounter and of the actor forbids, before the command's own conditions.

    Modifiers and the narrator's word on parries are for the narrator alone, as its commands are (S3-NARR-1).
    """
    fight = decision.state
    if fight.prompts and not command.interrupts:
        waiting = fight.prompts[0]
        refuse("S3-TURN-28", answer_first(fight, decision.ruleset.prompts, waiting))
    if not decision.speaker.is_narrator:
        if isinstance(command, Throwing) and command.modifier is not None:
            refuse("S3-THROW-9", "Only the narrator gives modifiers.", field="command.modifier")
        if isinstance(command, Close) and command.parry:
            refuse("S3-ATK-3", "Only the narrator lets a ranged attack be parried.", field="command.parry")
    if isinstance(command, Acting):
        guard_actor(decision, command)


def guard_actor(decision: Decision[Fight], command: Acting) -> None:
    """Refuse the command if the turn is not the actor's, or if a state of the actor forbids it."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    if checks_freely(fight, command, decision.speaker):
        require(actor.able, "S3-LEGAL-15", f"{actor.why_unable}.")
        return
    turn = open_turn(fight)
    if turn.actor != actor.id:
        refuse("S3-TURN-27", f"It is the turn of {fight.name_of(turn.actor)}, not of {actor.name}.")
    for state in STATES if _is_hampered(fight, actor) else ():
        if state.holds(fight, actor):
            allowed = state.name not in command.barred_while and not state.but(fight, actor, command)
            require(allowed, state.rule, state.sentence.format(name=actor.name))


def _is_hampered(fight: Fight, actor: Person) -> bool:
    """Return whether any of the ``STATES`` may hold, without asking each; most actors are in none."""
    return bool(fight.holds or fight.drags or actor.limbs or actor.prone or actor.vehicle)


def checks_freely(fight: Fight, command: Acting, speaker: Speaker) -> bool:
    """Return whether it is a check outside a turn: the narrator's, or a player's outside a round (S3-NARR-9)."""
    return command.is_free_check() and may_check_freely(fight, speaker)


def may_check_freely(fight: Fight, speaker: Speaker) -> bool:
    """Return whether a speaker may ask for checks that take no action."""
    return speaker.is_narrator or fight.round is None


def in_place(fight: Fight, kind: type[Command]) -> bool:
    """Return whether a command may be given now, as far as that depends on open prompts, the turn and vehicles."""
    if fight.prompts:
        return kind.interrupts
    if not issubclass(kind, Acting):
        return True
    return (fight.turn is not None or kind.may_be_free) and (bool(fight.vehicles) or not kind.needs_vehicle)


def acting(view: View[Fight]) -> Person | None:
    """Return the actor of the open turn, if the speaker speaks for it."""
    turn = view.state.turn
    return view.state.people[turn.actor] if turn is not None and turn.actor in view.whose else None


def free_actor(view: View[Fight], kind: type[Acting], *, extra: bool = False) -> Person | None:
    """Return the actor of the open turn, unless its states or the actions left forbid a command.

    With ``extra`` an extra attack is left too (S3-TAL-7).
    """
    fight, turn, actor = view.state, view.state.turn, acting(view)
    if actor is None or turn is None:
        return None
    left = {None: True, "movement": turn.movement, "attack": turn.attack or (extra and turn.extra is not None)}
    if not left[kind.takes]:
        return None
    states = states_of(fight, actor)
    unable_to_steer = kind.steers and "armless" in states and _on_a_machine(fight, actor)
    return actor if states.isdisjoint(kind.barred_while) and not unable_to_steer else None


def states_of(fight: Fight, actor: Person) -> set[Hindrance]:
    """Return the states that an actor is in."""
    return {state.name for state in STATES if state.holds(fight, actor)} if _is_hampered(fight, actor) else set()


def _anybody(fight: Fight, actor: Person) -> bool:
    return True


def actors(
    name: str, kind: Callable[[], type[Acting]], also: Callable[[Fight, Person], bool] = _anybody
) -> Vocabulary[Fight]:
    """Return the vocabulary of those who may give a command: the actor of the turn, if ``also`` is true of it."""

    def who(view: View[Fight]) -> tuple[str, ...]:
        actor = free_actor(view, kind())
        return (actor.id,) if actor is not None and also(view.state, actor) else ()

    return Vocabulary(name, who)


def legal_commands(
    fight: Fight, speaker: Speaker, command: Command, commands: Iterable[type[Command]]
) -> tuple[str, ...]:
    """Return the types of the commands that the state allows in place of a refused one (S3-LEGAL).

    The options tell whether there is a target, a weapon or a way for them.
    """
    if fight.prompts:
        return ("core.answer",) if any(speaker.speaks_for(prompt.to) for prompt in fight.prompts) else ()
    turn = fight.turn
    if turn is None:
        opens = "s3.begin_turn" if fight.round is not None else "s3.begin_round"
        return (opens,) if speaker.is_narrator and opens != command.type else ()
    actor = fight.people[turn.actor]
    if command.speaks_as() not in (None, actor.id) or not speaker.speaks_for(actor.id):
        return ()
    states = states_of(fight, actor)
    return tuple(
        type_of(kind)
        for kind in commands
        if issubclass(kind, Acting)
        and states.isdisjoint(kind.barred_while)
        and (kind.takes is None or has_action(fight, kind.takes))
        and (not kind.needs_vehicle or fight.vehicles)
    )
