"""Facts of scenes, rounds, pairings and turns (S3-TURN)."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.s3 import said
from domain.rulesets.s3.state import Fight, HazardPlan, LinkPlan, Pairing, Round, Turn, ZonePlan
from domain.rulesets.s3.words import Action, Side
from domain.text.sentences import AS_WRITTEN, Spoken

CLOSING_IN: Final = ("attack", "trip", "disarm", "pin", "strangle")
"""Attack actions whose step takes the movement action (S3-RANGE-4)."""
TURN_LOST: Final = {
    "not_able": "{actor} can no longer fight and has no turn.",
    "forfeited": "{actor} loses the turn to the fast exchange.",
}
"""How the loss of a turn is told, by its reason; that of a stun is told as the turn ends."""
TURN_ENDS: Final = {"stunned": "The stun costs {actor} the rest of the turn."}
"""How the end of a turn is told, by its reason; the others are told by the command or the fact that ends it."""
STRUCK: Final = {
    "narrator": "gets no turn this round",
    "not_able": "can no longer fight and gets no turn this round",
}
SIDES: Final = {
    "players": "The players win the fight",
    "opposition": "The opposition wins the fight",
    None: "No one is left to fight",
}
FIRST: Final = {"pc_first": "{pc} acts", "npc_first": "{npc} acts"}


class SceneSet(Event, frozen=True, kw_only=True):
    """The ground was drawn (S3-NARR-2)."""

    type: ClassVar[str] = "s3.scene_set"
    zones: Annotated[tuple[ZonePlan, ...], Spoken(said.zones)]
    links: tuple[LinkPlan, ...] = ()
    hazards: tuple[HazardPlan, ...] = ()

    def says(self) -> str:
        ways = ["{links:way} between them"] if self.links else []
        dangers = ["{hazards:danger}"] if self.hazards else []
        features = f", with {' and '.join([*ways, *dangers])}" if ways or dangers else ""
        return f"The scene is set: {{zones}}{features}."

    def evolve(self, fight: Fight) -> None:
        fight.zones = {zone.key: zone for zone in self.zones}
        fight.links = {link.key: link for link in self.links}
        fight.hazards = {hazard.key: hazard for hazard in self.hazards}


class SceneBegun(Event, frozen=True, kw_only=True):
    """A new scene begins; stunts may be repeated (S3-TURN-26)."""

    type: ClassVar[str] = "s3.scene_begun"
    says = "Scene {scene} begins[: {name}]."
    scene: int
    name: Annotated[str, AS_WRITTEN] = ""

    def evolve(self, fight: Fight) -> None:
        fight.scene = self.scene
        fight.scene_name = self.name
        fight.memory = {}
        fight.distractions = tuple(d for d in fight.distractions if d.until_round is not None)


class RoundBegun(Event, frozen=True, kw_only=True):
    """A round begins with so many pairings, one for each PC named (S3-TURN-2)."""

    type: ClassVar[str] = "s3.round_begun"
    round: int
    pairings: int
    pcs: tuple[str, ...]

    def says(self) -> str:
        turns, as_many = ("a turn", "one") if self.pairings == 1 else ("turns", "as many")
        return f"Round {{round}} begins, with {turns} for {{pcs}}, and {as_many} for the opposition."

    def evolve(self, fight: Fight) -> None:
        fight.round_number = self.round
        fight.round = Round(self.pairings, self.pcs)


class RoundClosing(Event, frozen=True, kw_only=True):
    """Every pairing is played or struck; what falls at the round's end falls now (S3-ORDER-5)."""

    type: ClassVar[str] = "s3.round_closing"
    says = ""
    round: int

    def evolve(self, fight: Fight) -> None:
        if fight.round is not None:
            fight.round = replace(fight.round, closing=True)


class RoundEnded(Event, frozen=True, kw_only=True):
    """The round is over (S3-TURN-17)."""

    type: ClassVar[str] = "s3.round_ended"
    says = "Round {round} is over."
    round: int

    def evolve(self, fight: Fight) -> None:
        fight.round = None


class PairingOpened(Event, frozen=True, kw_only=True):
    """A PC and an NPC take their turns next to each other (S3-TURN-3); ``order`` is how that was settled."""

    type: ClassVar[str] = "s3.pairing_opened"
    pc: str
    npc: str | None
    order: str

    def says(self) -> str:
        if self.npc is None:
            return "{pc} has a turn and no one to face."
        return f"{{pc}} and {{npc}} face each other; {FIRST.get(self.order, 'initiative decides who acts')} first."

    def evolve(self, fight: Fight) -> None:
        fight.pairing = Pairing(self.pc, self.npc)


class InitiativeSettled(Event, frozen=True, kw_only=True):
    """Who acts first in the pairing (S3-TURN-7, S3-TURN-8)."""

    type: ClassVar[str] = "s3.initiative_settled"
    says = ""
    order: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, order=self.order)


class PairingStruck(Event, frozen=True, kw_only=True):
    """A pairing will not be played (S3-TURN-18, S3-TURN-19)."""

    type: ClassVar[str] = "s3.pairing_struck"
    says = "{pc} {reason}."
    pc: str
    reason: Annotated[str, Spoken(STRUCK)]

    def evolve(self, fight: Fight) -> None:
        if fight.round is not None:
            fight.round = replace(
                fight.round,
                waiting=tuple(pc for pc in fight.round.waiting if pc != self.pc),
                struck=(*fight.round.struck, self.pc),
            )


class PairingClosed(Event, frozen=True, kw_only=True):
    """Both turns of the pairing are over (S3-TURN-16)."""

    type: ClassVar[str] = "s3.pairing_closed"
    says = ""
    pc: str
    npc: str | None

    def evolve(self, fight: Fight) -> None:
        fight.pairing = None
        if fight.round is not None:
            fight.round = replace(
                fight.round,
                waiting=tuple(pc for pc in fight.round.waiting if pc != self.pc),
                done=(*fight.round.done, self.pc),
            )


class TurnBegun(Event, frozen=True, kw_only=True):
    """A combatant's turn begins (S3-TURN-10)."""

    type: ClassVar[str] = "s3.turn_begun"
    says = "It is {actor's} turn."
    actor: str

    def evolve(self, fight: Fight) -> None:
        finishable = tuple(
            hold.id
            for hold in fight.holds
            if hold.kind == "choke" and hold.holder == self.actor and fight.may_finish(hold)
        )
        spent = fight.pairing is not None and self.actor in fight.pairing.attack_spent
        fight.turn = Turn(self.actor, fight.lineage_version, attack=not spent, finishable=finishable)


class TurnLost(Event, frozen=True, kw_only=True):
    """A turn is lost: to a stun, a forfeit, or because its actor is not able (S3-STUN-4, S3-TURN-20, S3-FAST-7)."""

    type: ClassVar[str] = "s3.turn_lost"
    actor: str
    reason: str

    def says(self) -> str:
        return TURN_LOST.get(self.reason, "")

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None and fight.turn.actor == self.actor:
            fight.turn = replace(fight.turn, movement=False, attack=False, extra=None)


class ActionBought(Event, frozen=True, kw_only=True):
    """A stunned combatant gathered itself for a single action (S3-STUN-6)."""

    type: ClassVar[str] = "s3.action_bought"
    says = "{actor} may take a single action this turn."
    actor: str

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None:
            fight.turn = replace(fight.turn, bought=True)


class ActionTaken(Event, frozen=True, kw_only=True):
    """An action of the turn was used; ``extra`` names the talent of an extra attack (S3-TURN-10, S3-TAL-7)."""

    type: ClassVar[str] = "s3.action_taken"
    actor: str
    action: Annotated[Action, said.AS_WORDS]
    command: str
    extra: Annotated[str | None, Spoken(said.extra_attack)] = None

    def says(self) -> str:
        """Tell what the command does not: a further attack, the step that an attack includes, the cost of a check."""
        kind = self.command.rpartition(".")[2]
        if self.extra is not None:
            return "{actor} {extra}."
        if self.action == "movement" and kind in CLOSING_IN:
            return "{actor} uses the movement action to close in."
        return "This takes {actor's} {action} action." if kind == "check" else ""

    def evolve(self, fight: Fight) -> None:
        turn = fight.turn
        if turn is None:
            return
        if self.extra is not None:
            fight.turn = replace(turn, extra=None, extras_used=(*turn.extras_used, self.extra))
        elif turn.bought:
            fight.turn = replace(turn, movement=False, attack=False)
        elif self.action == "movement":
            fight.turn = replace(turn, movement=False)
        else:
            fight.turn = replace(turn, attack=False)


class ExtraAttackOpened(Event, frozen=True, kw_only=True):
    """A talent allows one further attack in this turn (S3-TAL-1, S3-TAL-2)."""

    type: ClassVar[str] = "s3.extra_attack_opened"
    says = "{actor} may attack once more, thanks to {talent}."
    actor: str
    talent: Annotated[str, Spoken(said.talent)]

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None:
            fight.turn = replace(fight.turn, extra=self.talent)


class ReplyAttackSpent(Event, frozen=True, kw_only=True):
    """A fast exchange used up the attack action of the one who struck back (S3-FAST-6)."""

    type: ClassVar[str] = "s3.reply_attack_spent"
    says = "{combatant} has no attack left this round."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, attack_spent=(*fight.pairing.attack_spent, self.combatant))


class TurnForfeited(Event, frozen=True, kw_only=True):
    """The loser of a fast exchange, stunned by it, forfeits its turn of this pairing (S3-FAST-7)."""

    type: ClassVar[str] = "s3.turn_forfeited"
    says = "{combatant} will have no turn this round."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, forfeited=(*fight.pairing.forfeited, self.combatant))


class TurnEnding(Event, frozen=True, kw_only=True):
    """The turn ends; its effects fall now (S3-ORDER-3)."""

    type: ClassVar[str] = "s3.turn_ending"
    actor: str
    reason: str = "end_turn"

    def says(self) -> str:
        return TURN_ENDS.get(self.reason, "")

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None:
            fight.turn = replace(fight.turn, ending=True, movement=False, attack=False, extra=None)


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn is over."""

    type: ClassVar[str] = "s3.turn_ended"
    says = ""
    actor: str

    def evolve(self, fight: Fight) -> None:
        """The turn counts for the holds and doses that its actor suffers, if it began after they did."""
        turn, actor = fight.turn, self.actor
        began = turn.since if turn is not None else 0
        fight.turn = None
        if fight.pairing is not None:
            fight.pairing = replace(fight.pairing, finished=(*fight.pairing.finished, actor))
        if fight.round is not None and actor not in fight.round.had_turn:
            fight.round = replace(fight.round, had_turn=(*fight.round.had_turn, actor))
        person = fight.people[actor]
        if person.doses:
            person.doses = tuple(
                [
                    replace(dose, turns_had=dose.turns_had + 1) if began > dose.given_version else dose
                    for dose in person.doses
                ]
            )
        if fight.holds:
            fight.holds = tuple(
                [
                    replace(hold, victim_turns=hold.victim_turns + 1)
                    if hold.held == actor and began > hold.since
                    else hold
                    for hold in fight.holds
                ]
            )


class FightDecided(Event, frozen=True, kw_only=True):
    """One side has nobody able left (S3-TURN-25); the winner is the other, or nobody."""

    type: ClassVar[str] = "s3.fight_decided"
    says = "{winner}."
    winner: Annotated[Side | None, Spoken(SIDES)]

    def evolve(self, fight: Fight) -> None:
        fight.outcome = self.winner
        fight.decided = True


class FightReopened(Event, frozen=True, kw_only=True):
    """Somebody able stands on the empty side again (S3-TURN-29)."""

    type: ClassVar[str] = "s3.fight_reopened"
    says = "The fight is on again."

    def evolve(self, fight: Fight) -> None:
        fight.outcome = None
        fight.decided = False


class CombatEnded(Event, frozen=True, kw_only=True):
    """The narrator ended the combat; pairing and round are cleared (S3-TURN-25)."""

    type: ClassVar[str] = "s3.combat_ended"
    says = "The combat is over."

    def evolve(self, fight: Fight) -> None:
        fight.turn = None
        fight.pairing = None
        fight.round = None


TURN_EVENTS: tuple[type[Event], ...] = (
    SceneSet,
    SceneBegun,
    RoundBegun,
    RoundClosing,
    RoundEnded,
    PairingOpened,
    InitiativeSettled,
    PairingStruck,
    PairingClosed,
    TurnBegun,
    TurnLost,
    ActionBought,
    ActionTaken,
    ExtraAttackOpened,
    ReplyAttackSpent,
    TurnForfeited,
    TurnEnding,
    TurnEnded,
    FightDecided,
    FightReopened,
    CombatEnded,
)
