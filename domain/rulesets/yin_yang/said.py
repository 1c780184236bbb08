"""How Yin-Yang says attributes, weapons, results, tracks and reasons."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from domain.chance.draws import Draw
from domain.rulesets.yin_yang.items import Armour, Weapon
from domain.rulesets.yin_yang.state import CalledShot, Match, Paid, Part
from domain.rulesets.yin_yang.words import ATTRIBUTES as ATTRIBUTE_ORDER
from domain.rulesets.yin_yang.words import BARE_HANDS, BOXING, MAIN, MARTIAL_ARTS, NARRATOR_DECK
from domain.text.phrases import (
    Names,
    RenderValue,
    all_named,
    as_words,
    card_name,
    cards_shown,
    counted,
    dice_shown,
    listed,
    named,
    possessive,
    quoted,
    render_value,
    side_named,
    their,
    thing_key,
)

if TYPE_CHECKING:
    from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
    from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
    from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned, ActionsSpent, CardsPlayed, HandDiscarded
    from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade
    from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
    from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
    from domain.rulesets.yin_yang.chapters.harm.damage import ArmourDestroyed, DamageDrawn
    from domain.rulesets.yin_yang.chapters.harm.harm import PointsLost
    from domain.rulesets.yin_yang.chapters.testing.opposed import Side
    from domain.rulesets.yin_yang.chapters.turns.gear import Wielded, Worn

ATTRIBUTES = {"combat_value": "combat value", "charisma": "Charisma"}
NATURAL = {BARE_HANDS: "bare hands", BOXING: "boxing fists", MARTIAL_ARTS: "martial arts"}
"""What everybody strikes with empty-handed, which is on no sheet."""
NOBODY = ""
"""The owner of what lies about; in the sentence of a command, of what somebody named in it has, too."""
TRACKS = {"vitality": "Vitality", "mental_balance": "Mental Balance", "stamina": "Stamina"}
BANDS = {
    "arm": "within arm's reach of each other",
    "room": "a room's length apart",
    "sight": "just within sight of each other",
}
GRADES = {
    "white_joker": "a success beyond measure",
    "king": "a great success",
    "queen": "a sure success",
    "over": "too high",
    "jack": "a failure",
    "coloured_joker": "the worst of failures",
}
FIGURES = {
    "white_joker": "a White Joker",
    "king": "a King",
    "queen": "a Queen",
    "jack": "a Jack",
    "coloured_joker": "a Coloured Joker",
    "joker": "a Joker",
}
"""The figures that two parties may both keep, by the grades of their tests; Jokers of different kinds are ``joker``."""
SOURCES = {
    "target_value": "for a target value above 10",
    "damage_score": "for a Damage Score above 10",
    "vitality": "for Vitality at 0",
    "mental_balance": "for Mental Balance at 0",
    "stamina": "for Stamina at 0",
    "difficulty": "for the difficulty",
    "cumbersome": "for cumbersome armour",
    "called_shot": "for the called shot",
    "charge": "for the charge",
    "partners": "for partners",
    "granted": "as granted",
    "narrator": "from the narrator",
}
"""Where bonus and penalty cards come from."""
REASONS = {
    "white_joker": "thanks to the White Joker",
    "coloured_joker": "because of the Coloured Joker",
    "confrontation": "because of the Confrontation",
    "out_of_action": "by dropping out of the fight",
    "end_of_turn": "at the end of the turn",
    "retaliation": "to the narrator's retaliation",
    "rest": "over time",
    "no care": "without care",
}
"""Why actions, cards and points come and go of themselves."""
AIMS = {
    "weapon": "the weapon",
    "limb": "a limb",
    "head": "the head",
    "gap": "a gap in the armour",
    "other": "a particular spot",
}
SAID_BEFORE = ("vetoed", "denied")
"""Why a call comes to nothing, where the sentence before has said that the narrator vetoes or denies it."""
VOIDED = {
    "the caller is out of action": "the caller is out of the fight",
    "the target is out of the fight": "the target is out of the fight",
}
"""Why a call comes to nothing, if it is not for the narrator's own words."""
CONTESTS = {
    "staredown": "a staredown",
    "twist": "a twist",
    "riddle": "a riddle",
    "arm_wrestling": "arm wrestling",
    "performance": "a performance",
    "other": "a contest of another kind",
}


def either(names: Names, combatants: Sequence[str]) -> str:
    """Combatants of whom one is chosen: ``Bishop, Da Hook or Wedge``."""
    *first, last = [named(names, combatant) for combatant in combatants]
    return f"{', '.join(first)} or {last}" if first else last


def weapon_key(owner: str, weapon: str) -> str:
    """Where names have the name of a weapon."""
    return thing_key(owner, weapon)


def armour_key(owner: str, piece: str) -> str:
    """Where names have the name of a piece of armour, which may have the ID of a weapon of the same sheet."""
    return thing_key(owner, f"armour:{piece}")


def weapon_name(names: Names, key: str, owner: str = NOBODY) -> str | None:
    """The name of a weapon (YY-NARR-9): ``Large Magnum``, ``bare hands``; None for one of a sheet that is not shown.

    What somebody has picked up lay about.
    """
    return names.get(weapon_key(owner, key)) or names.get(weapon_key(NOBODY, key)) or NATURAL.get(key)


def armour_name(names: Names, key: str, owner: str = NOBODY) -> str | None:
    """The name of a piece of armour: ``Flak Jacket``; None for one of a sheet that is not shown."""
    return names.get(armour_key(owner, key)) or names.get(armour_key(NOBODY, key))


def the(name: str) -> str:
    """A thing with its article, for ``with``, ``holds`` and ``wears``: ``the Large Magnum``."""
    return name if name.startswith("the ") else f"the {name}"


def the_weapon(names: Names, key: str, owner: str = NOBODY) -> str:
    """A weapon as an attack names it: ``the Large Magnum``, ``bare hands``; ``a weapon`` if its sheet is not shown."""
    name = weapon_name(names, key, owner)
    return "a weapon" if name is None else name if key in NATURAL else the(name)


def weapon_of(names: Names, key: str, owner: str, *, own: bool = False) -> str:
    """Somebody's weapon: ``Bishop's Large Magnum``; ``own`` where the sentence is about its owner, ``their own``."""
    whom = f"{their(names, owner)} own" if own else possessive(names, owner)
    return f"{whom} {(weapon_name(names, key, owner) or 'weapon').removeprefix('the ')}"


def own_weapon(event: "FollowUpEarned", names: Names) -> str:
    """The weapon of the combatant whom an event is about: ``the Large Magnum``; pulled punches are ``bare hands``."""
    return the_weapon(names, BARE_HANDS if event.pulled else event.weapon, event.combatant)


def attribute(key: str, names: Names) -> str:
    """An attribute: ``Speed``, ``combat value``."""
    return ATTRIBUTES.get(key) or key.capitalize()


def attributes(keys: Iterable[str], names: Names) -> str:
    """What a test is made on: ``Speed and Strength``."""
    return listed(attribute(key, names) for key in keys)


def named_attributes(keys: Iterable[str], names: Names) -> str:
    """What a test is made on, with the attribute that replaces Charisma: ``Charisma (as Intellect)``."""
    return listed("Charisma (as Intellect)" if key == "charisma" else attribute(key, names) for key in keys)


def made_on(keys: Iterable[str], ability: str | None, names: Names) -> str:
    """What a test is made on, with its ability: ``combat value and Saber Adept``."""
    return attributes(keys, names) + (f" and {ability}" if ability else "")


def actions(event: "ActionsSpent | ActionsReturned | HandDiscarded | Paid", names: Names) -> str:
    """Actions, and how many of them are extra ones: ``2 actions``, ``1 action and 2 extra ones``."""
    if not event.extra:
        return counted(event.hand, "action")
    if not event.hand:
        return counted(event.extra, "extra action")
    return f"{counted(event.hand, 'action')} and {counted(event.extra, 'extra one')}"


def price(paid: Sequence[Paid], names: Names) -> str:
    """What a call or a match costs, with its space: `` (1 action)``, `` (2 actions each)``."""
    costs = [actions(one, names) for one in paid]
    if not any(one.hand or one.extra for one in paid):
        return ""
    if len(set(costs)) == 1:
        return f" ({costs[0]}{' each' if len(costs) > 1 else ''})"
    return f" ({listed(f'{cost} of {named(names, one.combatant)}' for cost, one in zip(costs, paid, strict=True))})"


def cards(keys: Iterable[str], names: Names) -> str:
    """Cards as symbols: ``K♥ 10♠``."""
    return cards_shown(keys)


def turned_up(keys: Iterable[str], names: Names) -> str:
    """Cards by their names: ``the 2 of hearts and the White Joker``."""
    return listed(f"the {card_name(key)}" for key in keys)


def words(key: str, names: Names) -> str:
    """A wire key as words; free text that looks like none is unchanged."""
    return as_words(key)


def deck(key: str, names: Names) -> str:
    """A deck: ``Bishop's deck``, ``the narrator's deck``; one that is no combatant's by its own name."""
    if key == NARRATOR_DECK:
        return "the narrator's deck"
    return f"{possessive(names, key)} deck" if key in names else f"the deck “{as_words(key)}”"


def from_deck(event: "CardsDrawn | CardsPlayed | HandDiscarded", names: Names) -> str:
    """The deck of cards, with its space, if it is another's: `` from the narrator's deck``."""
    return "" if event.deck in (None, event.combatant) else f" from {deck(event.deck, names)}"


def outcome(event: "Attempted", names: Names) -> str:
    """The cards of a test, and what the kept one comes to: ``the 6 of hearts, a success of 6``."""
    if event.kept is None:
        return "a success without a card" if event.success else "no card is left, a failure"
    comes_to = f"a success of {event.number}" if event.grade == "number" else GRADES[event.grade]
    return f"{_kept_of(event.cards, event.kept)}{' counts' if len(event.cards) > 1 else ''}, {comes_to}"


def the_card(key: str, names: Names) -> str:
    """A card by its name: ``the 6 of hearts``."""
    return f"the {card_name(key)}"


def kept_card(event: "DamageDrawn", names: Names) -> str:
    """The cards of a Damage Draw, and which of them counts: ``5♦ K♠, of which the King of spades``."""
    return _kept_of(event.cards, event.kept) if event.kept else "no card is left; that"


def _kept_of(cards: Sequence[str], kept: str) -> str:
    one = f"the {card_name(kept)}"
    return f"{cards_shown(cards)}, of which {one}" if len(cards) > 1 else one


def granted(count: int, names: Names) -> str:
    """Bonus cards, or below 0 penalty cards: ``2 bonus cards``."""
    return counted(abs(count), "bonus card" if count > 0 else "penalty card")


def four_sided(draw: Draw, names: Names) -> str:
    """Four-sided dice by their numbers: ``4, 1, 3``."""
    return dice_shown(draw.dice, 4)


def newcomer(key: str, names: Names) -> str:
    """Somebody who is about to join, and has no name yet: ``the newcomer “stranger”``."""
    return names.get(key) or f"the newcomer “{as_words(key)}”"


def thrown_attributes(scores: Iterable[int], names: Names) -> str:
    """The attributes that dice give, in their order: ``Strength 5, Endurance 2 and Speed 4``."""
    return listed(f"{attribute(key, names)} {score}" for key, score in zip(ATTRIBUTE_ORDER, scores, strict=False))


def party(one: "Side", names: Names) -> str:
    """A party of an opposed test, by its name."""
    return named(names, one.combatant)


def cards_added(event: "Attempted | DamageDrawn", names: Names) -> str:
    """Where cards come from: `` (bonus cards: 1 as granted; penalty cards: 2 for the called shot)``, or nothing."""
    kinds = {"bonus cards": terms(event.bonus), "penalty cards": terms(event.penalty)}
    said = "; ".join(f"{kind}: {why}" for kind, why in kinds.items() if why)
    return f" ({said})" if said else ""


def terms(sources: Iterable[tuple[str, int]]) -> str:
    """The number of cards for each reason: ``1 for Stamina at 0, 2 for the called shot``."""
    return ", ".join(f"{count} {SOURCES[source]}" for source, count in sources)


def because(reason: str, names: Names) -> str:
    """Why actions, cards or points come or go; the narrator's own words in quotation marks, after a colon."""
    if reason in REASONS:
        return f" {REASONS[reason]}"
    return f": {own_words(reason, names)}" if reason else ""


def own_words(reason: str, names: Names) -> str:
    """What the narrator gives as a reason, in quotation marks; a wire key in words."""
    words = render_value(reason, {})
    return words if words != reason else quoted(reason, names)


def why_lost(event: "PointsLost", names: Names) -> str:
    """Why points are lost: `` to Bishop's Large Magnum``, `` without care``."""
    if event.inflictor is None:
        return because(event.reason, names)
    return f" to {weapon_of(names, event.reason, event.inflictor, own=event.inflictor == event.combatant)}"


def weapon_that_harms(event: "DamageDrawn", names: Names) -> str:
    """The weapon of a Damage Draw: ``Bishop's Large Magnum``, ``their own Bracelet``."""
    return weapon_of(names, event.weapon, event.combatant, own=event.victim == event.combatant)


def own_armour(event: "ArmourDestroyed", names: Names) -> str:
    """A piece of the armour of the combatant whom an event is about: ``Flak Jacket``."""
    return armour_name(names, event.armour, event.combatant) or "armour"


def armed(part: Part, names: Names) -> str:
    """The weapon of an attack, with its space; pulled punches are bare hands, whatever is set aside (YY-DMG-19)."""
    if part.pull_punches:
        return f" with {NATURAL[BARE_HANDS]}, pulling {their(names, part.combatant)} punches"
    return f" with {the_weapon(names, part.weapon, part.combatant)}" if part.weapon else ""


def means_of_call(event: "CallMade", names: Names) -> str:
    """What a call is made with: `` with the Large Magnum`` in an attack, ``Speed and Dodging`` in an act."""
    part = event.part
    return armed(part, names) if event.kind == "attack" else made_on(part.attributes, part.ability, names)


def means_of_match(match: Match, names: Names) -> str:
    """What a call is matched with: ``Speed and Dodging`` in a counter, `` with the Bracelet`` in an attack."""
    part = match.part
    return made_on(part.attributes, part.ability, names) if match.mode == "counter" else armed(part, names)


def called_shot(shot: CalledShot, names: Names) -> str:
    """Where a called shot is aimed, and what it is to achieve: ``a limb to achieve “drops the gun”``."""
    return f"{AIMS[shot.aim]} to achieve “{shot.text}”"


def why_voided(reason: str, names: Names) -> str:
    """Why a call comes to nothing, the narrator's own words in quotation marks; the caller may have got away."""
    return VOIDED.get(reason) or quoted(reason, names)


def weapon_that_misfires(event: "Misfired", names: Names) -> str:
    """A weapon with its wielder: ``Bishop's Large Magnum``."""
    return weapon_of(names, event.weapon, event.combatant)


def side(key: str, names: Names) -> str:
    """A side, whether its name is one or many: ``the heroes``, ``the red side``; a combatant's by the name."""
    return names.get(key) or side_named(key)


def side_with(verb: str, verb_of_many: str) -> RenderValue:
    """How a side is said with its verb: ``the heroes are``, ``the red side is``."""

    def say(key: str, names: Names) -> str:
        word = side(key, names)
        return f"{word} {verb_of_many if word.endswith('s') and key not in names else verb}"

    return say


def subfight(key: str, names: Names) -> str:
    """A sub-fight as one goes there: ``the main fight``, ``the fight “roof”``."""
    return "the main fight" if key == MAIN else f"the fight “{as_words(key)}”"


def split(subfights: Mapping[str, str], names: Names) -> str:
    """Where everyone is after a fight splits: ``Bishop and Hook in the main fight, and Wedge in the fight “roof”``."""
    there: dict[str, list[str]] = {}
    for combatant, key in subfights.items():
        there.setdefault(key, []).append(combatant)
    return ", and ".join(f"{all_named(names, those)} in {subfight(key, names)}" for key, those in there.items())


def lying(thing: Weapon | Armour, names: Names) -> str:
    """A thing that lies about: ``the Raven``."""
    return the(thing.name)


def picked_up(key: str, names: Names) -> str:
    """A thing that lay about, and is on no sheet: ``the Raven``."""
    name = names.get(weapon_key(NOBODY, key)) or names.get(armour_key(NOBODY, key))
    return "something" if name is None else the(name)


def held(event: "Wielded", names: Names) -> str:
    """What hands hold: ``the Raven in both hands``, ``the Raven and another weapon``."""
    return _with_others(
        [
            f"{the_weapon(names, grip.weapon, event.combatant)}{' in both hands' if grip.hands > 1 else ''}"
            for grip in event.grips
        ],
        "a weapon",
        "another weapon",
    )


def armour_worn(event: "Worn", names: Names) -> str:
    """The armour that a combatant wears: ``the Flak Jacket``, ``no armour``."""
    if not event.armour:
        return "no armour"
    known = [armour_name(names, piece, event.combatant) for piece in event.armour]
    return _with_others(["armour" if one is None else the(one) for one in known], "armour", "other armour")


def _with_others(things: Iterable[str], unknown: str, other: str) -> str:
    """A list of things, in which ``unknown`` ones after the first thing are ``other`` ones."""
    found: list[str] = []
    for thing in things:
        found.append(other if found and thing == unknown else thing)
    return listed(dict.fromkeys(found))


def participants(value: Any, names: Names) -> str:
    """Those who act together."""
    return all_named(names, [str(one["combatant"]) for one in value])


def contestant(value: Any, names: Names) -> str:
    """One side of a contest: who, and on what."""
    return f"{named(names, str(value['combatant']))} with {made_on(value['attributes'], value.get('ability'), names)}"


def points_off_or_to(value: Any, names: Names) -> str:
    """What the narrator does to a track: ``takes 2 points off``, ``adds 1 point to``."""
    points = int(value)
    return f"takes {counted(-points, 'point')} off" if points < 0 else f"adds {counted(points, 'point')} to"


SAID: Mapping[str, RenderValue] = {
    "participants": participants,
    "track": lambda value, names: TRACKS[str(value)],
    "first": lambda value, names: contestant(value, names) if isinstance(value, Mapping) else named(names, str(value)),
    "second": lambda value, names: contestant(value, names) if isinstance(value, Mapping) else named(names, str(value)),
    "goal": quoted,
    "stake": quoted,
    "points": points_off_or_to,
}
"""How the values of commands' fields are said, by the names of the fields."""


LIMITS: Final = {
    "attribute_points": "points in attributes",
    "highest_attribute": "for the highest attribute",
    "ability_points": "points in abilities",
    "highest_rating": "for the highest rating",
}
"""What a limit of the campaign counts, after its number."""
