"""What somebody has declared for the round, and has not done yet (TK-DECL)."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.rulesets.ticks.chapters.declaring.starts import attack_from, declaration_tick, start_of
from domain.rulesets.ticks.state import Condition, Declaration, Fight, Person
from domain.rulesets.ticks.table.words import any_of, manoeuvres, person, task, thing
from domain.rulesets.ticks.words import UNARMED, Action
from domain.table.look import Look
from domain.table.shapes import Doing
from domain.text.phrases import as_words


def doing(look: Look[Fight], one: Person) -> Doing | None:
    """Return the declaration of a combatant, whose content others do not see before it is revealed (TK-DECL-5)."""
    declared = one.turn.declared
    if declared is None:
        return _undeclared(look, one)
    if not one.conscious or _is_done(one, declared):
        return None
    return Doing(
        label=_label(look, declared),
        state="revealed" if one.turn.revealed else "sealed",
        at=tuple([who for who in (declared.target, declared.whom) if who is not None]),
        when=max(1, FROM.get(declared.action, start_of)(one)),
    )


FROM: Final[Mapping[Action, Callable[[Person], int]]] = {"attack": attack_from}
"""From which tick on it is done; other actions begin at one's start (TK-RES-2, TK-RES-3)."""


def _undeclared(look: Look[Fight], one: Person) -> Doing | None:
    """Return that somebody has declared under seal, or is to declare, now or on a later tick (TK-DECL-2)."""
    fight = look.state
    if fight.phase != "declaration" or one.since is None or one.late or not one.conscious:
        return None
    if look.whole.people[one.id].turn.declared is not None:
        return Doing(look.label("has_declared", "text"), "sealed")
    tick = declaration_tick(one)
    if tick < fight.tick:
        return None
    return Doing(look.said("declares_on", tick=tick), "awaited" if tick == fight.tick else "later", when=tick)


def _is_done(one: Person, declared: Declaration) -> bool:
    """Return whether nothing is left of a declaration: one strike, one deed (TK-ATK-2, TK-OTHER-2)."""
    if declared.action == "other":
        return declared.kind == "nothing" or one.turn.deed_done
    return one.turn.attack_used


def _label(look: Look[Fight], declared: Declaration) -> str:
    """Return what is done, with the manoeuvres; a trick shot is told by what it tries (TK-TRICK-1)."""
    said = ACTIONS[declared.action](look, declared)
    others = [one for one in declared.manoeuvres if one != "trick_shot"]
    return look.said("with_manoeuvres", doing=said, manoeuvres=manoeuvres(look, others)) if others else said


def _attack(look: Look[Fight], declared: Declaration) -> str:
    weapon = _weapon(look, declared)
    if declared.target is None:
        return look.said("does_trick", trick=declared.trick, weapon=weapon)
    return look.said(f"does_{declared.mode}", target=person(look, declared.target), weapon=weapon)


def _defend(look: Look[Fight], declared: Declaration) -> str:
    return look.said("does_defend", weapon=_weapon(look, declared))


def _evade(look: Look[Fight], declared: Declaration) -> str:
    return look.label("does_evade", "text")


def _aim(look: Look[Fight], declared: Declaration) -> str:
    return look.said("does_aim", target=person(look, declared.target), weapon=_weapon(look, declared))


def _defer(look: Look[Fight], declared: Declaration) -> str:
    waits = _event(look, declared.condition) if declared.condition is not None else ""
    return look.said("does_defer", weapon=_weapon(look, declared), event=waits)


def _event(look: Look[Fight], condition: Condition) -> str:
    """Return what a deferred attack waits for: *any enemy present comes within reach* (TK-DEFER-2, TK-DEFER-3)."""
    on = "_on" if condition.event == "attacks" and condition.victims is not None else ""
    return look.said(
        f"event_{condition.event}{on}",
        who=_who(look, condition),
        area=as_words(condition.area),
        victims=any_of(look, condition.victims or ()),
        text=condition.text,
    )


def _who(look: Look[Fight], condition: Condition) -> str:
    if condition.who == "listed":
        return any_of(look, condition.listed)
    return look.label(f"who_{condition.who}", "text")


def _other(look: Look[Fight], declared: Declaration) -> str:
    """Return what is done under Other (TK-OTHER-1)."""
    return look.said(
        f"does_{declared.kind}" if declared.kind != "skill" or not declared.text else "does_skill_for",
        item=thing(look, declared.item or UNARMED),
        whom=person(look, declared.whom),
        task=task(look, declared.statistic or "", declared.skill),
        text=declared.text,
    )


def _weapon(look: Look[Fight], declared: Declaration) -> str:
    return thing(look, declared.weapon or UNARMED)


ACTIONS: Final[Mapping[Action, Callable[[Look[Fight], Declaration], str]]] = {
    "attack": _attack,
    "defend": _defend,
    "evade": _evade,
    "defer": _defer,
    "aim": _aim,
    "other": _other,
}
