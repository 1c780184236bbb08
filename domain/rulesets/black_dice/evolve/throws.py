"""Folds of throws: fate, pledges, one-throw modifiers, and fouls of which something may still come."""

from domain.core.evolve import Folds, no_change
from domain.rulesets.black_dice.events.throws import (
    Assisted,
    CheckSettled,
    ContestDecided,
    DiceThrown,
    FateGranted,
    FatePledged,
    FateSpent,
    FoulFollowed,
    ModifierGiven,
    ModifiersSettled,
    PledgesSettled,
    RerollKept,
    ScriptingDenied,
    ScriptingSpent,
    SuccessesAdded,
)
from domain.rulesets.black_dice.state import Fight, Foul, OneThrow, Pledge
from domain.rulesets.black_dice.tables import PIPS_OF_SCRIPTING


def thrown(fight: Fight, event: DiceThrown) -> None:
    """A foul failure may have consequences up to the end of the round, or up to the next decision's throw outside.

    A throw that is made again is not the next one: of the two the one that stands counts.
    """
    if event.again is None:
        if event.combatant in fight.rerolled:
            fight.rerolled = tuple([one for one in fight.rerolled if one != event.combatant])
        if fight.fouled and fight.phase == "idle":
            fight.fouled = tuple([foul for foul in fight.fouled if foul.throw > fight.batch])
    if event.foul:
        fight.fouled = (*fight.fouled, Foul(fight.lineage_version, event.combatant, event.weapon))


def added(fight: Fight, event: SuccessesAdded) -> None:
    """Fate may have saved a throw from being foul."""
    if not event.foul:
        fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != event.throw])


def reroll_kept(fight: Fight, event: RerollKept) -> None:
    """A throw that a scripting die has repeated is not repeated again (BD-SCRIPT-7); the dropped one was not foul."""
    fight.rerolled = (*fight.rerolled, event.combatant)
    fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != event.dropped])


def spent(fight: Fight, event: FateSpent) -> None:
    fight.people[event.combatant].fate -= event.pips


def scripted(fight: Fight, event: ScriptingSpent) -> None:
    fight.people[event.combatant].fate -= PIPS_OF_SCRIPTING


def granted(fight: Fight, event: FateGranted) -> None:
    fight.people[event.combatant].fate += event.pips


def pledged(fight: Fight, event: FatePledged) -> None:
    person = fight.people[event.beneficiary]
    person.pledges = (*person.pledges, Pledge(event.helper, event.successes, event.description))


def pledges_settled(fight: Fight, event: PledgesSettled) -> None:
    fight.people[event.combatant].pledges = ()


def modifier_given(fight: Fight, event: ModifierGiven) -> None:
    person = fight.people[event.combatant]
    given = OneThrow(event.reason, event.bonus, event.penalty, event.black, event.awesome)
    person.one_throw = (*person.one_throw, given)


def modifiers_settled(fight: Fight, event: ModifiersSettled) -> None:
    fight.people[event.combatant].one_throw = ()


def assisted(fight: Fight, event: Assisted) -> None:
    if fight.phase != "idle":
        fight.assisted = (*fight.assisted, event.combatant)


def foul_followed(fight: Fight, event: FoulFollowed) -> None:
    fight.fouled = tuple([foul for foul in fight.fouled if foul.throw != event.throw])


THROW_FOLDS: Folds = {
    DiceThrown: thrown,
    SuccessesAdded: added,
    RerollKept: reroll_kept,
    FateSpent: spent,
    ScriptingSpent: scripted,
    ScriptingDenied: no_change,
    FateGranted: granted,
    FatePledged: pledged,
    PledgesSettled: pledges_settled,
    ModifierGiven: modifier_given,
    ModifiersSettled: modifiers_settled,
    Assisted: assisted,
    CheckSettled: no_change,
    ContestDecided: no_change,
    FoulFollowed: foul_followed,
}
