"""Feats of strength: lifting, breaking, throwing (BD-FEAT)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.rulesets.black_dice.commands import Feat
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.objections import require_acting
from domain.rulesets.black_dice.decide.pools import action_roll
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.events.perils import FeatDone
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import FEATS, feat_row_of

STRENGTH_OF_SUCCESS = 2


class Trying(msgspec.Struct, frozen=True):
    """A feat that needs a roll: whose, of what kind, and the row of the table that is wanted."""

    combatant: str
    feat: str
    row: int


def feat(decision: Decision[Fight], command: Feat) -> None:
    """Try a feat: what one's own row holds is done without a roll (BD-FEAT-9), for more there is Might (BD-FEAT-10)."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    require_acting(person)
    trying = Trying(person.id, command.feat, command.row)
    if command.row <= feat_row_of(person.stats["strength"]):
        settle(decision, trying, person.stats["strength"])
        return
    plan = action_roll(fight, person, "might", "strength", "might", choices=command.choices)
    throw(decision, (plan,), tried.continuation(trying))


@stages.reply("black_dice.feat.tried", Trying)
def tried(decision: Decision[Fight], trying: Trying, casts: tuple[Cast, ...]) -> None:
    """For this feat each net success counts as two points of Strength (BD-FEAT-10)."""
    strength = decision.state.people[trying.combatant].stats["strength"]
    settle(decision, trying, strength + STRENGTH_OF_SUCCESS * casts[0].net)


def settle(decision: Decision[Fight], trying: Trying, strength: int) -> None:
    """It is done if so much Strength reaches the row; a ball that falls short flies as far as it does (BD-FEAT-11)."""
    reached = feat_row_of(strength)
    yards = FEATS[min(trying.row, reached)].yards if trying.feat == "throw" else None
    decision.record(
        FeatDone(
            combatant=trying.combatant,
            feat=trying.feat,
            row=trying.row,
            strength=strength,
            done=reached >= trying.row,
            yards=yards,
        )
    )
