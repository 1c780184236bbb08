"""How combat begins, who takes part, and how rounds are opened (TK-COMBAT)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import Acting, CombatantId, Join, Narrating, PhaseRule
from domain.decision.core_handlers import join as join_plainly
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up, several
from domain.fields.sets import Node
from domain.fields.vocabulary import Vocabulary
from domain.model.encounter import Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.count_down import Counting
from domain.rulesets.ticks.chapters.declaring.count_up import count_up, may_still_declare
from domain.rulesets.ticks.chapters.declaring.starts import FIRST_TICK, declaration_tick
from domain.rulesets.ticks.chapters.deeds.hands import own_thing
from domain.rulesets.ticks.chapters.narrator.rulings import settle_change
from domain.rulesets.ticks.chapters.objections import not_in_hand, require_mode, the
from domain.rulesets.ticks.chapters.strikes.conditions import note_newcomer
from domain.rulesets.ticks.chapters.strikes.strike import Strike
from domain.rulesets.ticks.chapters.strikes.strikes import Striking, make_strikes
from domain.rulesets.ticks.chapters.vocabularies import (
    ABLE,
    LIVING,
    by_actor,
    everybody,
    modes_said,
    named,
    weapons_at_hand,
)
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import (
    Combatants,
    ThingName,
)
from domain.rulesets.ticks.said import (
    bystanders_said,
)
from domain.rulesets.ticks.state import Fight, Person, Turn
from domain.rulesets.ticks.words import BETWEEN, CALM, IN_ROUND, TO_BETWEEN, TO_PEACE, TO_ROUND, Mode
from domain.story.told import AS_SAID, Told
from domain.text.phrases import sentence
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Words


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins with its declarations (TK-COMBAT-6)."""

    type: ClassVar[str] = "ticks.round_started"
    words = "Round started"
    told = Told(level=1, opens=("round", "Round {round}"))
    says = "Round {round} begins."
    example = {"round": 10}
    round: int

    def evolve(self, fight: Fight) -> None:
        """Every combatant's record starts empty; what an opening attack has done is a part of round 1 (TK-COMBAT-5)."""
        fight.phase, fight.round, fight.tick, fight.awaited = "declaration", self.round, 0, None
        for person in fight.people.values():
            person.late = False
            kept = person.turn if fight.opening else Turn()
            person.turn = Turn(hit=kept.hit, stopped=kept.stopped, wounded=kept.wounded)
        fight.opening = False


class DrawnIn(Event, frozen=True, kw_only=True):
    """Somebody takes part from now on (TK-COMBAT-3); ``late`` declares for the first time in the next round."""

    type: ClassVar[str] = "ticks.drawn_in"
    words = "Drawn into combat"
    told = Told(brief=AS_SAID)
    says = "{combatant} enters the combat[{late}]."
    example = {"combatant": "sable", "late": True}
    combatant: str
    late: Annotated[bool, Spoken({True: ", to declare from the next round on"})] = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.since, person.late = fight.round, self.late


class CombatCalled(Event, frozen=True, kw_only=True):
    """A violent act begins combat (TK-COMBAT-1): whose, against whom, and who hears it."""

    type: ClassVar[str] = "ticks.combat_called"
    words = "Combat begun"
    told = Told(brief=AS_SAID, target="against")
    example = {"combatant": "lena", "against": "tor", "earshot": ["hanna", "sable", "pell", "bruno"]}
    combatant: str
    against: str
    earshot: Annotated[tuple[str, ...], SpokenOf(bystanders_said)] = ()

    def says(self) -> str:
        heard = ", in earshot of {earshot}" if {*self.earshot} - {self.combatant, self.against} else ""
        return f"{{combatant}} begins combat against {{against}}{heard}."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "between"
        fight.round = 0
        for name in dict.fromkeys((self.combatant, self.against, *self.earshot)):
            fight.people[name].since = 0


def _opening_weapons(fight: Fight, person: Person) -> Node | None:
    """With what an attack may be settled before round 1 (TK-COMBAT-5)."""
    return named(person, weapons_at_hand(person)) if fight.options.opening_attack == "free" else None


OPENING_WEAPONS = by_actor("weapons of an opening attack", _opening_weapons)
OPENING_MODES = by_actor(
    "modes of an opening attack",
    lambda fight, person: (
        {thing.id: modes_said(thing.modes) for thing in weapons_at_hand(person)}
        if fight.options.opening_attack == "free"
        else None
    ),
)
ATTACKERS = Vocabulary[Fight]("who has somebody to attack", lambda view: view[ABLE] if len(view[LIVING]) > 1 else ())
OUTSIDERS = everybody("outside the combat", lambda fight, person: person.since is None and not person.dead)


class CallCombat(Acting):
    """Begin combat by a violent act (TK-COMBAT-1).

    `weapon` and `mode` settle the act at once, with the option `opening_attack` as `free` (TK-COMBAT-5).
    """

    form = {
        "actor": among(ATTACKERS),
        "against": among(LIVING, bars=("actor",)),
        "weapon": looked_up(OPENING_WEAPONS, "actor", seldom=True),
        "mode": looked_up(OPENING_MODES, "actor", "weapon", seldom=True),
        "earshot": several(LIVING, narrators=True),
    }
    during = PhaseRule(CALM, "TK-COMBAT-1", "Combat is on already; it ends between rounds.", TO_PEACE)
    says = ()
    example = {"actor": "iris", "against": "sable", "earshot": ["bruno", "tor"]}
    words = Words(
        "Begin combat",
        "Begin combat against {against}[ with {weapon}][ {mode}][, in earshot of {earshot}]",
        group="attack",
        prominence="main",
    )
    type: Literal["ticks.call_combat"] = "ticks.call_combat"
    against: CombatantId
    earshot: Combatants = Field(default=(), description="who else hears it, as the narrator judges (TK-COMBAT-2)")
    weapon: ThingName | None = None
    mode: Mode | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """A violent act; everybody within earshot takes part (TK-COMBAT-1, TK-COMBAT-2)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        target = find_combatant(fight, self.against, "command.against")
        require(
            actor is not target,
            "TK-COMBAT-1",
            "No one begins combat against themselves; name another combatant.",
            field="command.against",
        )
        said = "Who else hears it is the narrator's to say; leave it out."
        require(not self.earshot or decision.speaker.is_narrator, "TK-COMBAT-2", said, field="command.earshot")
        require(not target.dead, "TK-DYING-7", f"{target.name} is dead; name someone alive.", field="command.against")
        for place, name in enumerate(self.earshot):
            _require_alive(find_combatant(fight, name, f"command.earshot[{place}]"), f"command.earshot[{place}]")
        strike = _opening(fight, actor, target, self)
        decision.cause = decision.record(CombatCalled(combatant=actor.id, against=target.id, earshot=self.earshot))
        if strike is not None:
            decision.next(make_strikes, Striking("strikes", (strike,)))


def _opening(fight: Fight, actor: Person, target: Person, command: CallCombat) -> Strike | None:
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


class DrawIn(Narrating):
    """Let another combatant take part in a combat that is on (TK-COMBAT-3)."""

    form = {"combatant": among(OUTSIDERS)}
    interrupts: ClassVar[bool] = True
    during = PhaseRule(
        BETWEEN | IN_ROUND, "TK-COMBAT-3", "No combat is on; somebody's violent act begins one.", TO_ROUND
    )
    says = ()
    example = {"combatant": "pell"}
    words = Words("Draw into the combat", "Draw {combatant} into the combat", group="rulings")
    type: Literal["ticks.draw_in"] = "ticks.draw_in"
    combatant: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """Somebody takes part in a combat that is on (TK-COMBAT-3)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
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


class StartRound(Narrating):
    """Begin a round with its declarations (TK-COMBAT-6)."""

    during = PhaseRule(
        BETWEEN, "TK-COMBAT-6", "A round begins once combat is on and no other round is running.", TO_BETWEEN
    )
    says = ()
    words = Words("Start the round", group="turn", prominence="main")
    type: Literal["ticks.start_round"] = "ticks.start_round"

    @classmethod
    def offered(cls, fight: Fight, speaker: Speaker) -> bool:
        return any(person.conscious for person in fight.participants)

    def decide(self, decision: Decision[Fight]) -> None:
        """The declarations of a round begin (TK-COMBAT-6)."""
        fight = decision.state
        if not self.offered(fight, decision.speaker):
            refuse("TK-COMBAT-6", "No one who takes part is conscious; end the combat.")
        decision.cause = decision.record(RoundStarted(round=fight.round + 1))
        count_up.run(decision, Counting(FIRST_TICK))


ROUNDS: Chapter[Fight] = Chapter(
    commands=(CallCombat, DrawIn, StartRound), events=(RoundStarted, DrawnIn, CombatCalled)
)
