"""Parts: what one party puts into an exchange, weapon, ability and stake (YY-ATK-1 to YY-ATK-3, YY-ATK-12)."""

from msgspec.structs import replace

from domain.model.refusal import refuse, require
from domain.model.suggestions import meant_by
from domain.rulesets.yin_yang.chapters.decks.drawing import require_attributes
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.scores import NATURAL, at_hand, weapon_at_hand
from domain.rulesets.yin_yang.state import DefaultAttack, Part, Person
from domain.rulesets.yin_yang.words import BARE_HANDS, Stake, TestAttribute


def attack_part(
    person: Person,
    weapon: str | None,
    ability: str | None,
    *,
    attributes: tuple[TestAttribute, ...] = ("combat_value",),
    stake: Stake | None = None,
    goal: str = "",
    pull_punches: bool = False,
    bonus: int = 0,
    penalty: int = 0,
    hand_card: str | None = None,
    any_ability: bool = False,
    field: str = "command",
) -> Part:
    """An attack on the combat value, or an attacking match (YY-ATK-1), with the default attack for what is not named.

    Without that it is bare hands and no ability; a default weapon that is not at hand is bare hands too where the hands
    are empty or the punches pulled. Without a stake it goes for damage. Refuses a weapon that is not at hand (YY-ATK-3)
    and, but for the narrator's ``any_ability``, an ability that is not for combat (YY-SKILL-6).
    """
    default = person.default_attack or DefaultAttack(BARE_HANDS)
    named, weapon = weapon, weapon or default.weapon
    ability, stake = ability or default.ability, stake or "damage"
    if weapon_at_hand(person, weapon) is None:
        if named is not None or (person.wielded and not pull_punches):
            ready = ", ".join([each.name for each, _ in at_hand(person)])
            meant = person.weapons.get(weapon) or NATURAL.get(weapon)
            other = "" if meant is None else f"; not with {meant.name}"
            known = {each.id: each for each, _ in at_hand(person)}
            slip = None if meant is not None else meant_by(weapon, known)
            said = f"{person.name} strikes with what is wielded or natural: {ready}{other}."
            if slip is not None:
                said = f"{person.name} has no “{weapon}” at hand; did you mean {slip}?"
            refuse("YY-ATK-3", said, field=f"{field}.weapon")
        weapon = BARE_HANDS
    require_attributes(person, attributes, ability, field)
    if not any_ability:
        require_for_combat(person, ability, field)
    require_goal(stake, goal, field)
    return Part(person.id, attributes, ability, weapon, stake, goal, pull_punches, bonus, penalty, hand_card)


def require_for_combat(person: Person, ability: str | None, field: str) -> None:
    """Refuse to strike with an ability that is not for combat (YY-SKILL-6); one not on the sheet is no matter."""
    known = person.abilities.get(ability) if ability is not None else None
    if known is not None and not known.combat:
        said = f"{ability} of {person.name} is not for combat; attack with an ability that is, or with none."
        refuse("YY-SKILL-6", said, field=f"{field}.ability")


def plain_part(
    person: Person, attributes: tuple[TestAttribute, ...], ability: str | None, *, field: str = "command"
) -> Part:
    """An act, or a match that counters: on any attributes, with any ability, with no weapon (YY-ATK-2)."""
    require_attributes(person, attributes, ability, field)
    return Part(person.id, attributes, ability)


def require_goal(stake: Stake, goal: str, field: str) -> None:
    """Refuse the stake goal without words, and words of a goal with another stake (YY-ATK-12)."""
    if stake == "goal":
        require(goal, "YY-ATK-12", "Say in words what the goal is.", field=f"{field}.goal")
    elif goal:
        refuse("YY-ATK-12", "Words of a goal need a goal as the stake.", field=f"{field}.goal")


def with_stake(part: Part, stake: Stake, goal: str, *, field: str = "command") -> Part:
    """A part with what its winner gets (YY-ATK-12); a goal is stated in words, and with no other stake."""
    require_goal(stake, goal, field)
    return replace(part, stake=stake, goal=goal)


def act_stake(part: Part, stake: Stake | None, goal: str, *, field: str = "command") -> Part:
    """An act with its stake, goal or flee; its words say in any case what is tried (YY-ATK-18, YY-SCOPE-4)."""
    no_damage(stake, field)
    return replace(part, stake=stake or "goal", goal=goal)


def no_damage(stake: Stake | None, field: str) -> None:
    """Refuse a Damage Draw as the stake where nothing is struck."""
    said = "A Damage Draw is won by attacks alone; the stake here is a goal, or to get away."
    require(stake != "damage", "YY-ATK-12", said, field=f"{field}.stake")


def strikes_with(person: Person, part: Part) -> Weapon:
    """The weapon that counts: where punches are pulled, it is bare hands (YY-DMG-19)."""
    if part.weapon is None:
        refuse(None, f"{person.name} strikes with nothing.", code="invalid")
    if part.pull_punches:
        return NATURAL[BARE_HANDS]
    weapon = weapon_at_hand(person, part.weapon)
    assert weapon is not None, "whoever made the part has seen to it"
    return weapon


def value_of(person: Person, part: Part) -> int:
    """The whole target value of a part (YY-TEST-1, YY-ATK-1)."""
    return sum([person.score(attribute) for attribute in part.attributes]) + person.rating(part.ability)
