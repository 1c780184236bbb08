"""The deeds of a round: which are still to be done, and which one is being settled (BD-ROUND-4)."""

from collections.abc import Iterator
from typing import Final, Literal

from domain.model.encounter import Waiting
from domain.rulesets.black_dice.chapters.dice.scripting import Scripting, approve_answered, story_told
from domain.rulesets.black_dice.chapters.rounds.opponents import DEEDS_TO_RESOLVE
from domain.rulesets.black_dice.chapters.rounds.rounds import round_over
from domain.rulesets.black_dice.chapters.wounds.deathbed import rescue_approved
from domain.rulesets.black_dice.said import armed, named, to_zone, weapon
from domain.rulesets.black_dice.state import Declaration, Fight, Item, Strike
from domain.rulesets.black_dice.table.saying import listed, named_all
from domain.table.look import Look
from domain.table.shapes import Doing

BESIDES: Final = frozenset({story_told.name, rescue_approved.name})
"""The replies to a scripting die that is spent on no deed: of a change of the story, of a rescue (BD-SCRIPT-3)."""


def ends_round(fight: Fight) -> bool:
    """Return whether the prompts that are open belong to the end of the round (BD-ROUND-8)."""
    return any(frame.stage == round_over.name for group in fight.waiting for frame in group.agenda)


def under_way(fight: Fight) -> Item | None:
    """Return the item of the agenda of which something is asked, the last one that has left it."""
    if fight.phase != "resolve" or ends_round(fight) or all(_is_besides(group) for group in fight.waiting):
        return None
    deeds = [*_in_order(fight)]
    done = len(deeds) - len(fight.agenda)
    return deeds[done - 1] if done > 0 else None


def _is_besides(group: Waiting) -> bool:
    """Return whether a group of prompts is about a scripting die that may be spent at any moment."""
    if group.reply.stage != approve_answered.name:
        return False
    scripting: Scripting = approve_answered.thaw(group.reply)
    return scripting.then.stage in BESIDES


def _in_order(fight: Fight) -> Iterator[Item]:
    """Yield the items of the round that are still known, in their order; exchanges that came to nothing are not."""
    meetings = {(one.at, one.other(one.at).combatant): one.id for one in fight.exchanges.values()}
    for combatant in fight.order:
        declared = fight.declarations.get(combatant)
        for strike in declared.strikes if declared is not None else ():
            exchange = meetings.get((combatant, strike.target))
            if strike.target in fight.things:
                yield Item(combatant, "attack", strike=strike)
            elif exchange is not None:
                yield Item(combatant, "attack", exchange)
        if declared is not None and declared.deed in DEEDS_TO_RESOLVE:
            yield Item(combatant, declared.deed)


def items_left(look: Look[Fight]) -> tuple[Item, ...]:
    """Return the items of the agenda that are not settled."""
    current = under_way(look.state)
    return look.state.agenda if current is None else (current, *look.state.agenda)


def blows_left(look: Look[Fight]) -> frozenset[tuple[str, str]]:
    """Return the attacks of the round that are not settled, each by attacker and target."""
    exchanges = [one for one in look.state.exchanges.values() if not one.over]
    blows = [(one.combatant, one.strike.target) for one in look.once(items_left) if one.strike is not None]
    for exchange in exchanges:
        first, second = exchange.parts
        blows += [(first.combatant, second.combatant)] if first.declared and first.does == "attack" else []
        blows += [(second.combatant, first.combatant)] if second.declared and second.does == "attack" else []
    return frozenset(blows)


def deeds_left(look: Look[Fight]) -> frozenset[str]:
    """Return whose declared deeds, other than attacks, are not settled."""
    return frozenset([one.combatant for one in look.once(items_left) if one.deed in DEEDS_TO_RESOLVE])


def in_hand(look: Look[Fight]) -> tuple[str, str | None] | None:
    """Return whose deed is being settled, and whom it strikes; None if none is."""
    current = under_way(look.state)
    if current is None:
        return None
    if current.exchange is not None:
        return current.combatant, look.state.exchanges[current.exchange].other(current.combatant).combatant
    return current.combatant, None if current.strike is None else current.strike.target


def doing(look: Look[Fight], combatant: str) -> Doing | None:
    """Return what a combatant has declared and not yet done, openly (BD-INIT-7).

    A full dodge and waiting last for the round (BD-INIT-10).
    """
    declared = look.state.declarations.get(combatant)
    if declared is None:
        return None
    resolving = look.state.phase == "resolve"
    strikes = declared.strikes
    if resolving:
        left = look.once(blows_left)
        strikes = tuple([strike for strike in strikes if (combatant, strike.target) in left])
    if not _is_left(look, combatant, declared, strikes, resolving=resolving):
        return None
    targets = tuple([strike.target for strike in strikes])
    state: Literal["awaited", "revealed"] = "revealed"
    if resolving and look.once(in_hand) in [(combatant, one) for one in targets or (None,)]:
        state = "awaited"
    if strikes:
        return Doing(_attack(look, strikes), state, targets)
    at = tuple([one for one in (declared.target, declared.close_to) if one is not None])
    return Doing(deed_of(look, declared), state, at)


def _is_left(
    look: Look[Fight], combatant: str, declared: Declaration, strikes: tuple[Strike, ...], *, resolving: bool
) -> bool:
    """Return whether a deed is still to be done: breaking away is done at once."""
    match declared.deed:
        case "attack":
            return bool(strikes)
        case "disengage":
            return False
        case "full_dodge" | "wait":
            return True
        case _:
            return not resolving or combatant in look.once(deeds_left)


def _attack(look: Look[Fight], strikes: tuple[Strike, ...]) -> str:
    """Return whom a combatant attacks with what; a weapon that strikes all of them is named once."""
    weapons = {strike.weapon for strike in strikes}
    if len(weapons) == 1:
        targets = named_all(look, [strike.target for strike in strikes])
        blows = look.said("blow", target=targets, weapon=weapon(weapons.pop()))
    else:
        blows = listed(
            look,
            [
                look.said("blow", target=named(look.names, strike.target), weapon=weapon(strike.weapon))
                for strike in strikes
            ],
        )
    return look.said("attacking", blows=blows)


def deed_of(look: Look[Fight], declared: Declaration) -> str:
    """Return a deed that is no attack."""
    match declared.deed:
        case "full_dodge":
            return look.said("dodging_fully")
        case "move" if declared.zone is not None:
            return look.said("moving", where=to_zone(declared.zone, look.names))
        case "move":
            return look.said("closing_in", who=named(look.names, declared.close_to or ""))
        case "aim":
            who = named(look.names, declared.target or "")
            return look.said("aiming", weapon=weapon(declared.weapon or ""), who=who)
        case "ready" if declared.weapons:
            return look.said("readying", weapons=armed(declared.weapons, look.names))
        case "ready":
            return look.said("putting_away")
        case "act":
            return look.said(f"act_{declared.act or 'other'}")
        case _:
            return look.said("waiting")
