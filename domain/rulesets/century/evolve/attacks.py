"""Folds of attacks: what is on its way, terms, defences, hits."""

from typing import Any

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.century.events.attacks import (
    AttackCalled,
    AttackEnded,
    AttackLaunched,
    AttackWithdrawn,
    BlastOpened,
    CalledTermsGiven,
    CoverRolled,
    Defended,
    MissForced,
    Outpaced,
    Scattered,
    ShotHit,
    ShotMissed,
    SprayJudged,
    TargetFaced,
    TermsGiven,
)
from domain.rulesets.century.evolve.rounds import change_turn
from domain.rulesets.century.state import Fight


def _change(fight: Fight, **fields: Any) -> None:
    if fight.attack is not None:
        fight.attack = replace(fight.attack, **fields)


def called(fight: Fight, event: AttackCalled) -> None:
    fight.attack = replace(event.attack, item=event.item or event.attack.item, version=fight.lineage_version)


def terms_given(fight: Fight, event: TermsGiven) -> None:
    _change(fight, terms=event.terms)


def called_terms_given(fight: Fight, event: CalledTermsGiven) -> None:
    _change(fight, called_terms=event.terms)


def over(fight: Fight, event: AttackWithdrawn | AttackEnded) -> None:
    fight.attack = None


def launched(fight: Fight, event: AttackLaunched) -> None:
    """It counts among the attacks of the slot and the round; the first of a pair announces the second (CE-DUAL-4)."""
    attack = fight.attack
    turn = fight.turn_of(event.combatant)
    fight.people[event.combatant].attacks += 1
    _change(fight, paid=True)
    if attack is not None and turn is not None:
        change_turn(fight, event.combatant, attacks=turn.attacks + 1)
        if attack.second:
            change_turn(fight, event.combatant, pair_done=True)
        elif attack.paired:
            change_turn(fight, event.combatant, paired=attack.hand)


def faced(fight: Fight, event: TargetFaced) -> None:
    """Each target of a volley has its own defence, roll and damage (CE-AUTO-8)."""
    if fight.attack is not None:
        _change(
            fight,
            target=event.target,
            rounds=event.rounds,
            band=event.band,
            distance=event.distance,
            defence=None,
            shots=0,
            kept=0,
            hits=(),
            missed=False,
            done=fight.attack.done + 1,
        )


def defended(fight: Fight, event: Defended) -> None:
    _change(fight, defence=event.defence)


def outpaced(fight: Fight, event: Outpaced) -> None:
    person = fight.people[event.combatant]
    person.outpaced_by = tuple(dict.fromkeys([*person.outpaced_by, event.attacker]))


def hit(fight: Fight, event: ShotHit) -> None:
    if fight.attack is not None:
        _change(fight, hits=(*fight.attack.hits, event.hit), shots=fight.attack.shots + 1)


def missed(fight: Fight, event: ShotMissed) -> None:
    if fight.attack is not None:
        _change(fight, shots=fight.attack.shots + 1, kept=fight.attack.kept + event.kept)


def cover_rolled(fight: Fight, event: CoverRolled) -> None:
    if fight.attack is not None:
        hits = [replace(one, struck=event.struck) if one.roll == event.roll else one for one in fight.attack.hits]
        _change(fight, hits=tuple(hits))


def miss_forced(fight: Fight, event: MissForced) -> None:
    _change(fight, missed=True, hits=())


ATTACK_FOLDS: Folds = {
    AttackCalled: called,
    TermsGiven: terms_given,
    CalledTermsGiven: called_terms_given,
    SprayJudged: no_change,
    AttackWithdrawn: over,
    AttackLaunched: launched,
    TargetFaced: faced,
    Defended: defended,
    Outpaced: outpaced,
    ShotHit: hit,
    ShotMissed: missed,
    CoverRolled: cover_rolled,
    MissForced: miss_forced,
    Scattered: no_change,
    BlastOpened: no_change,
    AttackEnded: over,
}
