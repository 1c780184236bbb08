"""Backstab and disarm (CE-BACK, CE-DISARM): attacks of another kind, at costs of their own."""

from domain.model.refusal import require
from domain.rulesets.century.chapters.attack.defences import is_unaware
from domain.rulesets.century.chapters.attack.to_hit import comes_from_behind
from domain.rulesets.century.chapters.items.armament import Armament
from domain.rulesets.century.state import Attack, Fight, Person


def require_maneuver(fight: Fight, attack: Attack, arms: Armament, *, terms_come: bool) -> None:
    """Refuse a maneuver that this attack cannot be; ``terms_come`` says that the narrator's word is still to come.

    In all else a disarm is an attack like others (CE-DISARM-3).
    """
    if attack.maneuver == "backstab":
        said = "A backstab takes a melee weapon."
        require(arms.weapon is not None and arms.mode == "melee", "CE-BACK-1", said, field="command.weapon")
        if not terms_come:
            said = "A backstab comes from behind, at a target that is not aware of it."
            require(is_backstab(fight, attack), "CE-BACK-1", said, field="command.maneuver")
    if attack.maneuver == "disarm":
        said = "A disarm is a melee attack; at a distance call a shot at the item."
        require(arms.mode == "melee", "CE-DISARM-5", said, field="command.weapon")
        _require_held(fight, fight.people[attack.target or ""], attack.disarm_item)
    else:
        said = "Only a disarm names an item; leave disarm_item out."
        require(attack.disarm_item is None, "CE-DISARM-1", said, field="command.disarm_item")


def _require_held(fight: Fight, target: Person, item: str | None) -> None:
    """What is to be knocked away is in the target's hand; of a secret sheet no refusal says what else there is."""
    field = "command.disarm_item"
    held = tuple(dict.fromkeys(target.held.values()))
    if target.id in fight.secret_sheets:
        said = f"{target.name} holds nothing of that name; name something held in disarm_item."
        require(item in held, "CE-DISARM-1", said, field=field)
    said = "Natural weapons and what is worn cannot be knocked away."
    require(item is None or item not in (*target.natural, target.worn), "CE-DISARM-5", said, field=field)
    none = f"{target.name} holds nothing that could be knocked away."
    said = f"{target.name} holds {', '.join(held)}; name that in `disarm_item`." if held else none
    require(item in held, "CE-DISARM-1", said, field=field)


def to_knock_away(fight: Fight, target: Person) -> tuple[str, ...]:
    """Return what may be knocked out of a combatant's hands (CE-DISARM-1, CE-DISARM-5)."""
    held = tuple(dict.fromkeys(target.held.values()))
    if target.id in fight.secret_sheets:
        return held
    return tuple([item for item in held if item not in (*target.natural, target.worn)])


def is_backstab(fight: Fight, attack: Attack) -> bool:
    """Return whether it comes from behind at an unaware target (CE-BACK-1)."""
    if attack.target is None:
        return False
    behind = comes_from_behind(attack, fight.people[attack.attacker], fight.people[attack.target])
    return behind and is_unaware(fight, attack)
