"""Feats of strength: lifting, breaking, throwing (BD-FEAT)."""

import msgspec

from domain.decision.decision import Table
from domain.model.people import somebody
from domain.rulesets.black_dice.commands import Feat
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.legality import require_acting
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


def feat(table: Table[Fight], command: Feat) -> None:
    """Try a feat: what one's own row holds is done without a roll (BD-FEAT-9), for more there is Might (BD-FEAT-10)."""
    fight = table.state
    person = somebody(fight, command.actor, "command.actor")
    require_acting(person)
    trying = Trying(person.id, command.feat, command.row)
    if command.row <= feat_row_of(person.stats["strength"]):
        settle(table, trying, person.stats["strength"])
        return
    plan = action_roll(fight, person, "might", "strength", "might", choices=command.choices)
    throw(table, (plan,), tried.later(trying))


@stages.reply("black_dice.feat.tried", Trying)
def tried(table: Table[Fight], trying: Trying, casts: tuple[Cast, ...]) -> None:
    """For this feat each net success counts as two points of Strength (BD-FEAT-10)."""
    strength = table.state.people[trying.combatant].stats["strength"]
    settle(table, trying, strength + STRENGTH_OF_SUCCESS * casts[0].net)


def settle(table: Table[Fight], trying: Trying, strength: int) -> None:
    """It is done if so much Strength reaches the row; a ball that falls short flies as far as it does (BD-FEAT-11)."""
    reached = feat_row_of(strength)
    yards = FEATS[min(trying.row, reached)].yards if trying.feat == "throw" else None
    table.record(FeatDone(trying.combatant, trying.feat, trying.row, strength, reached >= trying.row, yards))
