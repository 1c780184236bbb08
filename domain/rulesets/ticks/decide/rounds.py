"""How combat begins, who takes part, and how rounds are opened (TK-COMBAT)."""

from domain.core.commands import Join
from domain.decision.core_handlers import join as join_plainly
from domain.decision.decision import Decision
from domain.model.encounter import Question
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.conditions import note_newcomer
from domain.rulesets.ticks.decide.count_down import Counting
from domain.rulesets.ticks.decide.count_up import count_up, may_still_declare
from domain.rulesets.ticks.decide.hands import own_thing
from domain.rulesets.ticks.decide.objections import not_in_hand, require_mode, the
from domain.rulesets.ticks.decide.one_strike import Strike
from domain.rulesets.ticks.decide.rulings import settle_change
from domain.rulesets.ticks.decide.starts import FIRST_TICK, declaration_tick
from domain.rulesets.ticks.decide.strikes import Striking, make_strikes
from domain.rulesets.ticks.events.rounds import CombatCalled, DrawnIn, RoundStarted
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.state import Fight, Person
from domain.text.phrases import sentence


def call_combat(decision: Decision[Fight], command: ask.CallCombat) -> None:
    """A violent act; everybody within earshot takes part (TK-COMBAT-1, TK-COMBAT-2)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    target = find_combatant(fight, command.against, "command.against")
    require(
        actor is not target,
        "TK-COMBAT-1",
        "Nobody begins combat against themselves; name another combatant.",
        field="command.against",
    )
    said = "Who else hears it is the narrator's to say; leave it out."
    require(not command.earshot or decision.speaker.is_narrator, "TK-COMBAT-2", said, field="command.earshot")
    require(not target.dead, "TK-DYING-7", f"{target.name} is dead; name somebody alive.", field="command.against")
    for place, name in enumerate(command.earshot):
        _require_alive(find_combatant(fight, name, f"command.earshot[{place}]"), f"command.earshot[{place}]")
    strike = _opening(fight, actor, target, command)
    decision.cause = decision.record(CombatCalled(combatant=actor.id, against=target.id, earshot=command.earshot))
    if strike is not None:
        decision.next(make_strikes, Striking("strikes", (strike,)))


def _opening(fight: Fight, actor: Person, target: Person, command: ask.CallCombat) -> Strike | None:
    """The act itself, where it is settled at once (TK-COMBAT-5, TK-RUL-50)."""
    if command.weapon is None:
        require(
            command.mode is None, "TK-COMBAT-5", "Name the weapon, too, or leave the mode out.", field="command.mode"
        )
        return None
    said = "The act is settled in round 1; leave the weapon out."
    require(fight.options.opening_attack == "free", "TK-COMBAT-5", said, field="command.weapon")
    weapon: Thing = own_thing(actor, command.weapon, "command.weapon")
    require(weapon.is_weapon, "TK-COMBAT-5", sentence(f"{the(weapon)} is no weapon; name one."), field="command.weapon")
    mode = command.mode or weapon.modes[0]
    require(weapon.ready, "TK-COMBAT-5", not_in_hand(actor, weapon), field="command.weapon")
    require_mode(weapon, mode, "command.mode")
    return Strike(actor.id, target.id, weapon.id, mode, "opening")


def draw_in(decision: Decision[Fight], command: ask.DrawIn) -> None:
    """Somebody takes part in a combat that is on (TK-COMBAT-3)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    said = f"{person.name} takes part already."
    require(person.since is None, "TK-COMBAT-3", said, field="command.combatant")
    _require_alive(person, "command.combatant")
    take_part(decision, person.id)


def _require_alive(person: Person, field: str) -> None:
    """The dead take no part (TK-COMBAT-3)."""
    require(not person.dead, "TK-COMBAT-3", f"{person.name} is dead, and takes no part in combat.", field=field)


def take_part(decision: Decision[Fight], name: str) -> None:
    """It declares in this round if its tick has not been closed; deferred attacks may meet it at once (TK-COMBAT-4).

    The reading is that of TK-RUL-51.
    """
    fight = decision.state
    person = fight.people[name]
    late = fight.in_round and not may_still_declare(fight, person)
    decision.cause = decision.record(DrawnIn(combatant=name, late=late))
    if fight.phase == "declaration" and not late and declaration_tick(person) == fight.tick and person.conscious:
        decision.ask_also(Question("declare", name))
    if fight.phase == "resolution":
        note_newcomer(decision, name)
        settle_change(decision)


def join(decision: Decision[Fight], command: Join) -> None:
    """A combatant that joins while combat is on takes part at once, unless it is dead (TK-COMBAT-3)."""
    join_plainly(decision, command)
    fight = decision.state
    newcomer = fight.people[fight.joined[-1]]
    if fight.in_combat and not newcomer.dead:
        take_part(decision, newcomer.id)


def start_round(decision: Decision[Fight], command: ask.StartRound) -> None:
    """The declarations of a round begin (TK-COMBAT-6)."""
    fight = decision.state
    if not any(person.conscious for person in fight.participants):
        refuse("TK-COMBAT-6", "Nobody who takes part is conscious; end the combat.")
    decision.cause = decision.record(RoundStarted(round=fight.round + 1))
    count_up.run(decision, Counting(FIRST_TICK))
