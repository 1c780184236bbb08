"""The kinds of attack, each with a form of its own (CE-HIT-9): plain, disarms, from behind, at a point, sprays."""

from collections.abc import Mapping
from typing import Any, Final

from domain.fields.field import Field, Lookup, Many, listed, looked_up, record, several, span
from domain.fields.sets import ABSENT_KEY, ANY_KEY, AnyText, Node, Span, Without, key_of
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.rulesets.century.chapters.attack.maneuvers import to_knock_away
from domain.rulesets.century.chapters.attack.ranges import BANDS, bands_said, longest_range
from domain.rulesets.century.chapters.attack.rounds_fired import LOADED_AT_MOST, least_rounds
from domain.rulesets.century.chapters.attack.two_weapons import hand_key
from domain.rulesets.century.chapters.attack.ways.grips import ATTACKERS, GRIP, Attacker, Grip, Way
from domain.rulesets.century.chapters.attack.ways.reach import HOLDERS, IN_MELEE, TARGET_IDS, TARGETS, reaches_of
from domain.rulesets.century.chapters.rolls.modifiers import (
    GEARING,
    STANDING,
    keys_beside,
    modifier_fields,
    standing_names,
)
from domain.rulesets.century.state import Attack, Fight
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.vocabularies import AXES, KEY, POINT, YES, YES_NO, labelled, within

CALLED: Final = AnyText(80, 1)
Ways = tuple[Way, ...]


def _can_attack(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    if not way.fires:
        return False
    reach = reaches_of(view, attacker.person)[way.arms]
    return reach.reaches_another(attacker.person.id) or bool(reach.beyond and view.speaker.is_narrator)


def _can_disarm(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    fits = way.arms.mode == "melee" and not way.arms.area and attacker.can_pay(way.arms, "disarm")
    return fits and _holders(view, attacker) not in ((), (attacker.person.id,))


def _holders(view: View[Fight], attacker: Attacker) -> tuple[str, ...]:
    """Return those within reach who may hold something."""
    return reaches_of(view, attacker.person).among(view[HOLDERS])


def _can_backstab(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    return _is_for_the_back(attacker, way) and attacker.person.id in view[UNGUARDED]


def _is_for_the_back(attacker: Attacker, way: Way) -> bool:
    arms = way.arms
    fits = arms.weapon is not None and arms.mode == "melee" and not arms.area
    return fits and attacker.can_pay(arms, "backstab")


def _unguarded(view: View[Fight]) -> dict[str, Node]:
    """Return whom each may stab in the back, by whether the narrator says that it comes from behind (CE-BACK-1).

    A player's word is enough where the narrator's is still to come (CE-MOD-24).
    """
    narrated, asks = view.speaker.is_narrator, view.state.options.attack_terms == "ask"
    found: dict[str, Node] = {}
    for name, attacker in view[ATTACKERS].items():
        if not any(_is_for_the_back(attacker, way) for way in attacker.ways):
            continue
        reaches = reaches_of(view, attacker.person)
        if not narrated and asks:
            rows = {ANY_KEY: reaches[IN_MELEE].within}
        elif narrated or "hidden" in attacker.person.conditions:
            behind, untold = reaches.from_behind()
            rows = {ANY_KEY: behind, "true": (*behind, *untold) if behind else untold}
        else:
            continue
        there: dict[str, Node] = {key: names for key, names in rows.items() if names not in ((), (name,))}
        if not narrated:
            there.pop("true", None)
        if there:
            found[name] = there
    return found


def _can_aim_at_a_point(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    return bool(way.arms.area and way.fires)


def _can_spray(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    return "full_auto" in way.fires and _can_attack(view, attacker, way)


UNGUARDED: Final[Vocabulary[Fight]] = Vocabulary("whom one may stab in the back", _unguarded)
ATTACKING: Final = Grip("attack", _can_attack)
STRIKING: Final = Grip("attack unarmed", _can_attack, unarmed=True)
DISARMING: Final = Grip("disarm", _can_disarm)
WRESTING: Final = Grip("disarm unarmed", _can_disarm, unarmed=True)
STABBING: Final = Grip("stab in the back", _can_backstab)
AIMING: Final = Grip("aim at a point", _can_aim_at_a_point)
SPRAYING: Final = Grip("spray", _can_spray)


# What the fields may hold


def _fires(view: View[Fight], attacker: Attacker, way: Way) -> Node | None:
    return way.fires if way.fires != ("single",) else None


def _rounds(view: View[Fight], attacker: Attacker, way: Way) -> Node | None:
    weapon = way.arms.weapon
    if weapon is None or "full_auto" not in way.fires:
        return None
    return Span(least_rounds(view.state.options), min(LOADED_AT_MOST, weapon.loaded) if weapon.ammo else LOADED_AT_MOST)


def _targets(view: View[Fight], attacker: Attacker, way: Way) -> Node:
    """Return whom these arms reach; with a base of the narrator's also those beyond all ranges (CE-RANGE-5)."""
    reaches = reaches_of(view, attacker.person)
    reach = reaches[way.arms]
    facing_all = len(reach.within) + len(reach.beyond) >= reaches.others
    within: Node = reach.within
    if facing_all and len(reach.beyond) < len(reach.within):
        within = Without(TARGET_IDS, reach.beyond) if reach.beyond else TARGET_IDS
    if not (reach.beyond and view.speaker.is_narrator):
        return within
    return {ABSENT_KEY: within, ANY_KEY: TARGET_IDS if facing_all else (*reach.within, *reach.beyond)}


def _far_alone(view: View[Fight], attacker: Attacker, way: Way) -> Node | None:
    return YES if not reaches_of(view, attacker.person)[way.arms].within else None


def _called(view: View[Fight], attacker: Attacker, way: Way) -> Node | None:
    """Return how an attack is fired that may be a called shot (CE-CALLED-5)."""
    if not view.state.options.called_shots or way.arms.area:
        return None
    left = attacker.budget - way.cost - COSTS["called_shot"]
    extra = {"single": 0, "double_tap": COSTS["double_tap"]}
    rows: dict[str, Node] = {fire: CALLED for fire, more in extra.items() if fire in way.fires and more <= left}
    return rows or None


def _called_unarmed(view: View[Fight], attacker: Attacker, way: Way) -> Node | None:
    dear = way.cost + COSTS["called_shot"] > attacker.budget
    return None if dear or not view.state.options.called_shots else CALLED


def _called_in_the_back(view: View[Fight], attacker: Attacker, ways: Ways) -> Node | None:
    dear = COSTS["backstab"] + COSTS["called_shot"] > attacker.budget
    return None if dear or not view.state.options.called_shots else CALLED


def _bands(view: View[Fight], attacker: Attacker, way: Way) -> Node:
    return reaches_of(view, attacker.person)[way.arms].bands


def _unmeasured(view: View[Fight], attacker: Attacker, ways: Ways) -> Node | None:
    """Return those whose distance is not known, so that the range has to be said (CE-RANGE-7)."""
    if attacker.person.place is None:
        return YES
    unknown = reaches_of(view, attacker.person)[ways[0].arms].unknown
    return dict.fromkeys(unknown, YES) if unknown else None


def _ranges(grip: Grip, by: tuple[str, ...], bands: Vocabulary[Fight]) -> Field:
    unsaid = grip.lookup("targets at a distance that is not known", _unmeasured)
    return looked_up(bands, *by, "target", required=Lookup(unsaid, ("actor", "target")), seldom=True)


def _parts_unsaid(view: View[Fight], attacker: Attacker, way: Way) -> Node:
    """Return the targets of a spray that name a range of their own, by the range that the whole names.

    They are those whose distance is not known where it names none, and those that its range does not fit.
    """
    if attacker.person.place is None:
        return {ABSENT_KEY: YES}
    reach = reaches_of(view, attacker.person)[way.arms]
    fitting: dict[str, dict[str, Node]] = {said: {ANY_KEY: YES} for said in BANDS}
    for name, bands in reach.bands.items():
        for said in bands:
            fitting[said][name] = ()
    return {ABSENT_KEY: dict.fromkeys(reach.unknown, YES), **fitting}


def _keys(view: View[Fight], attacker: Attacker, ways: Ways) -> Node:
    """Return the keys of modifiers by grip: that of the hand that is used counts already (CE-MOD-21)."""
    rows: dict[str, Any] = {}
    for way in ways:
        pair = rows.setdefault(key_of(way.paired), {})
        pair.setdefault(way.weapon, {})[key_of(way.one_handed)] = _keys_of(view, attacker, way)
    return rows


def _keys_unarmed(view: View[Fight], attacker: Attacker, ways: Ways) -> Node:
    return _keys_of(view, attacker, ways[0])


def _keys_of(view: View[Fight], attacker: Attacker, way: Way) -> Node:
    person = attacker.person
    made = Attack("", person.id, hand=way.arms.hand, paired=way.paired)
    return keys_beside(
        view.state.options,
        "to_hit",
        standing_names(view.state, person),
        ranged=way.arms.mode != "melee",
        of_hand=hand_key(person, made) is not None,
    )


def _to_knock_away(view: View[Fight]) -> dict[str, Node]:
    """Return what each holds; of those whose sheet is secret anything may be guessed (CE-DISARM-1)."""
    return {
        one.id: labelled([one.weapons[item] for item in to_knock_away(view.state, one)]) if view.shows(one.id) else KEY
        for one in view[TARGETS]
        if one.id in view[HOLDERS]
    }


def _points(axis: str) -> Vocabulary[Fight]:
    """Return the lookup of the coordinates within range of each weapon; with a base of the narrator's all are."""

    def along(view: View[Fight], attacker: Attacker, way: Way) -> Node:
        start = None if view.speaker.is_narrator else attacker.person.place
        return within(start, axis, longest_range(way.arms))

    return AIMING.by_arms(f"points on {axis}", along)


def _is_hidden(attacker: Attacker) -> bool:
    return "hidden" in attacker.person.conditions


def _unaware(view: View[Fight], attacker: Attacker, ways: Ways) -> Node:
    return YES_NO if _is_hidden(attacker) else YES


def _seen(view: View[Fight], attacker: Attacker, ways: Ways) -> Node | None:
    return None if _is_hidden(attacker) else YES


def _from_behind(view: View[Fight], attacker: Attacker, ways: Ways) -> Node:
    return YES_NO if ANY_KEY in view[UNGUARDED][attacker.person.id] else YES


def _by_word_alone(view: View[Fight], attacker: Attacker, ways: Ways) -> Node | None:
    return None if ANY_KEY in view[UNGUARDED][attacker.person.id] else YES


def _nowhere(view: View[Fight], attacker: Attacker, ways: Ways) -> Node | None:
    return YES if attacker.person.place is None else None


def _in_melee(view: View[Fight], attacker: Attacker, ways: Ways) -> Node:
    return ("melee",)


# The forms


def narrators_terms(grip: Grip) -> dict[str, Field | None]:
    """Return what only the narrator says of an attack (CE-MOD-24)."""
    return _terms(Lookup(grip.lookup("modifiers", _keys), (*GRIP, "one_handed", "without")))


def _terms_unarmed(grip: Grip) -> dict[str, Field | None]:
    return _terms(Lookup(grip.lookup("modifiers", _keys_unarmed), ("actor", "without")))


def _terms(keys: Lookup) -> dict[str, Field | None]:
    return {
        "without": several(STANDING, 0, 20, narrators=True, seldom=True),
        "modifiers": modifier_fields(keys, GEARING, ("actor",), narrators=True),
        "from_behind": listed(*YES_NO, narrators=True, seldom=True),
        "unaware": listed(*YES_NO, narrators=True, seldom=True),
        "undodgeable": listed(*YES_NO, narrators=True, seldom=True),
        "shielded": None,
        "base": span(0, 100, narrators=True, seldom=True),
    }


def _base(grip: Grip) -> Field:
    """Return the field of the base, without which some weapons reach nobody (CE-RANGE-5)."""
    far_alone = Lookup(grip.by_arms("weapons that reach nobody", _far_alone), grip.arms)
    return span(0, 100, narrators=True, seldom=True, required=far_alone)


def _sheltered(grip: Grip) -> Field:
    """Return the field of those whom a weapon that harms all in an area does not reach (CE-AREA-8)."""
    by_weapon = grip.by_arms("whom to shelter", lambda view, attacker, way: EVERYBODY if way.arms.area else None)
    return several(Lookup(by_weapon, grip.arms), narrators=True, seldom=True)


def _but(terms: Mapping[str, Field | None], *without: str) -> dict[str, Field | None]:
    return {name: field for name, field in terms.items() if name not in without}


PLAIN_ATTACK: Final[Mapping[str, Field | None]] = {
    **ATTACKING.fields(),
    "fire": looked_up(ATTACKING.by_arms("kinds of fire", _fires), *ATTACKING.arms, required=True),
    "rounds": looked_up(
        ATTACKING.by_arms("rounds", _rounds), *ATTACKING.arms, when={"fire": ("full_auto",)}, required=True
    ),
    "base": _base(ATTACKING),
    "target": looked_up(
        ATTACKING.by_arms("targets", _targets), *ATTACKING.arms, "base", bars=("actor",), required=True
    ),
    "called": looked_up(ATTACKING.by_arms("called shots", _called), *ATTACKING.arms, "fire", seldom=True),
    "range": _ranges(ATTACKING, ATTACKING.arms, ATTACKING.by_arms("ranges", _bands)),
    **_but(narrators_terms(ATTACKING), "base"),
    "shielded": _sheltered(ATTACKING),
    **dict.fromkeys(("point", "spray", "maneuver", "disarm_item")),
}
UNARMED: Final[Mapping[str, Field | None]] = {
    **STRIKING.fields(),
    "target": looked_up(
        STRIKING.lookup("targets", lambda view, attacker, ways: _targets(view, attacker, ways[0])),
        "actor",
        bars=("actor",),
        required=True,
    ),
    "called": looked_up(STRIKING.by_arms("called shots", _called_unarmed), *STRIKING.arms, seldom=True),
    "range": _ranges(
        STRIKING, ("actor",), STRIKING.lookup("ranges", lambda view, attacker, ways: _bands(view, attacker, ways[0]))
    ),
    **_terms_unarmed(STRIKING),
    **dict.fromkeys(("point", "spray", "maneuver", "disarm_item", "fire", "rounds")),
}


def _disarm(grip: Grip, terms: Mapping[str, Field | None]) -> dict[str, Field | None]:
    """Return the fields of an attack on what somebody holds (CE-DISARM-1)."""
    return {
        **grip.fields(),
        "maneuver": listed("disarm", required=True),
        "target": looked_up(
            grip.lookup("targets", lambda view, attacker, ways: _holders(view, attacker)),
            "actor",
            bars=("actor",),
            required=True,
        ),
        "disarm_item": looked_up(KNOCKED_AWAY, "target", required=True, mark="guess"),
        "range": _ranges(grip, ("actor",), grip.lookup("ranges", _in_melee)),
        **terms,
        **dict.fromkeys(("point", "spray", "fire", "rounds", "called")),
    }


KNOCKED_AWAY: Final[Vocabulary[Fight]] = Vocabulary("what can be knocked away", _to_knock_away)
DISARM: Final = _disarm(DISARMING, narrators_terms(DISARMING))
DISARM_UNARMED: Final = _disarm(WRESTING, _terms_unarmed(WRESTING))
BACKSTAB: Final[Mapping[str, Field | None]] = {
    **STABBING.fields(),
    "maneuver": listed("backstab", required=True),
    "unaware": looked_up(
        STABBING.lookup("whether targets are unaware", _unaware),
        "actor",
        required=Lookup(STABBING.lookup("who is seen", _seen), ("actor",)),
        narrators=True,
    ),
    "from_behind": looked_up(
        STABBING.lookup("whether it comes from behind", _from_behind),
        "actor",
        required=Lookup(STABBING.lookup("who comes from behind by word alone", _by_word_alone), ("actor",)),
        narrators=True,
    ),
    "target": looked_up(
        STABBING.lookup("targets", lambda view, attacker, ways: view[UNGUARDED][attacker.person.id]),
        "actor",
        "from_behind",
        bars=("actor",),
        required=True,
    ),
    "called": looked_up(STABBING.lookup("called shots", _called_in_the_back), "actor", seldom=True),
    "range": _ranges(STABBING, ("actor",), STABBING.lookup("ranges", _in_melee)),
    **_but(narrators_terms(STABBING), "unaware", "from_behind"),
    **dict.fromkeys(("point", "spray", "fire", "rounds", "disarm_item")),
}
AT_A_POINT: Final[Mapping[str, Field | None]] = {
    **AIMING.fields(),
    "point": record(
        {axis: looked_up(_points(axis), *AIMING.arms) for axis in AXES}, phrase=POINT, required=True, mark="check"
    ),
    "range": looked_up(
        AIMING.by_arms("ranges", lambda view, attacker, way: bands_said(way.arms, None)),
        *AIMING.arms,
        required=Lookup(AIMING.lookup("who is nowhere in particular", _nowhere), ("actor",)),
        seldom=True,
    ),
    **narrators_terms(AIMING),
    "shielded": _sheltered(AIMING),
    **dict.fromkeys(("target", "spray", "fire", "rounds", "maneuver", "disarm_item", "called")),
}
SPRAY: Final[Mapping[str, Field | None]] = {
    **SPRAYING.fields(),
    "fire": listed("full_auto", required=True),
    "range": listed(*BANDS, seldom=True),
    "base": _base(SPRAYING),
    "spray": record(
        {
            "target": looked_up(
                SPRAYING.by_arms("targets", _targets), *SPRAYING.arms, "base", bars=("actor",), required=True
            ),
            "rounds": looked_up(SPRAYING.by_arms("rounds", _rounds), *SPRAYING.arms, shared=True, required=True),
            "range": looked_up(
                SPRAYING.by_arms("ranges of targets", _bands),
                *SPRAYING.arms,
                "target",
                required=Lookup(
                    SPRAYING.by_arms("targets with a range of their own", _parts_unsaid),
                    (*SPRAYING.arms, "range", "target"),
                ),
                seldom=True,
            ),
        },
        phrase="{rounds:round|rounds} at {target}",
        many=Many(1, 50),
        differ=("target",),
        required=True,
    ),
    **_but(narrators_terms(SPRAYING), "base"),
    **dict.fromkeys(("target", "point", "rounds", "maneuver", "disarm_item", "called")),
}
