"""Fate: pips that are given and spent, and pledges for others (BD-FATE). Scripting dice are in ``scripting``.

What pips buy is decided elsewhere: successes in ``choosing`` and ``throws``, less damage in ``harm``, a life in
``dying``, consciousness in ``waking``. Who has fate may spend it, with a player or without (BD-FATE-13).
"""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.events.throws import FateGranted, FatePledged, FateSpent, PledgeUsed
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import MOST_FATE

PIPS_FOR_ANOTHER = 2


def spend(decision: Decision[Fight], person: Person, pips: int, use: str, *, beneficiary: str | None = None) -> None:
    """Take pips at once (BD-FATE-1); whoever calls has seen to it that they are there."""
    if pips:
        decision.record(FateSpent(combatant=person.id, pips=pips, use=use, beneficiary=beneficiary))


def use_pledges(decision: Decision[Fight], person: Person, own: int) -> tuple[PledgeUsed, ...]:
    """The pledges that count on somebody's throw, paid by their helpers now (BD-FATE-9, BD-FATE-11).

    Own successes count first, then pledges in order up to the limit; what is beyond it is not charged.
    """
    fight = decision.state
    room = MOST_FATE - own
    used = []
    for pledge in person.pledges:
        helper = fight.people[pledge.helper]
        affordable = helper.fate // PIPS_FOR_ANOTHER if helper.alive else 0
        wanted = min(pledge.successes, affordable)
        count = wanted if fight.options.fate_cap == "per_spender" else min(wanted, room)
        if count:
            spend(decision, helper, PIPS_FOR_ANOTHER * count, "pledge", beneficiary=person.id)
            used.append(PledgeUsed(helper.id, count))
            room -= count
    return tuple(used)


def pledge(decision: Decision[Fight], command: ask.PledgeFate) -> None:
    """Promise successes to somebody's next roll (BD-FATE-9): two pips each, paid when that throw is made."""
    fight = decision.state
    helper = find_combatant(fight, command.actor, "command.actor")
    other = find_combatant(fight, command.beneficiary, "command.beneficiary")
    whom, what = "command.beneficiary", "command.successes"
    require(helper.id != other.id, "BD-FATE-9", f"{helper.name} has to pledge successes to somebody else.", field=whom)
    require(helper.alive, "BD-FATE-12", f"{helper.name} is dead and spends nothing.")
    require(other.alive, "BD-FATE-9", f"{other.name} is dead and rolls no more.", field=whom)
    require(helper.zone == other.zone, "BD-FATE-9", f"{helper.name} is not where {other.name} is.", field=whom)
    promised = {one.id: _promised(helper, one) for one in fight.people.values()}
    for_other = promised[other.id] + command.successes
    require(
        for_other <= MOST_FATE,
        "BD-FATE-9",
        f"At most {MOST_FATE} successes can be promised to {other.name}'s next roll, not {for_other}.",
        field=what,
    )
    price = PIPS_FOR_ANOTHER * (sum(promised.values()) + command.successes)
    enough = helper.fate >= price
    said = f"{helper.name} has {helper.fate} pips of fate; what is promised costs {price}."
    require(enough, "BD-FATE-1", said, field=what)
    decision.record(
        FatePledged(
            helper=helper.id, beneficiary=other.id, successes=command.successes, description=command.description
        )
    )


def _promised(helper: Person, other: Person) -> int:
    """The successes that a helper has promised to somebody so far."""
    return sum([pledge.successes for pledge in other.pledges if pledge.helper == helper.id])


def grant_fate(decision: Decision[Fight], command: ask.GrantFate) -> None:
    """The narrator gives pips, or takes them; a purse holds 0 to 60 (BD-FATE-1)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    left = person.fate + command.pips
    said = f"{person.name} would have {left} pips of fate; a purse holds 0 to 60."
    require(0 <= left <= 60, "BD-FATE-1", said, field="command.pips")
    decision.record(FateGranted(combatant=person.id, pips=command.pips, reason=command.reason))
