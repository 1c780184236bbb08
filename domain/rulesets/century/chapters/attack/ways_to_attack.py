"""The fields of attacks: with what, on whom, from how far, and what the narrator says of it (CE-HIT-9).

An attack is listed as what decides who may make it: plainly, with a disarm, from behind, at a point, over several.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from domain.fields.field import Field, Lookup, Many, among, listed, looked_up, record, several, span
from domain.fields.sets import ABSENT_KEY, ANY_KEY, AnyText, Node, Span, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.century.chapters.attack.attack_terms import is_target
from domain.rulesets.century.chapters.attack.maneuvers import to_knock_away
from domain.rulesets.century.chapters.attack.ranges import BANDS, Goal, bands_said, faces, is_from_behind
from domain.rulesets.century.chapters.attack.rounds_fired import LOADED_AT_MOST, fires_of, least_rounds
from domain.rulesets.century.chapters.attack.two_weapons import hand_key, has_attack_left, second_cost, why_no_pair
from domain.rulesets.century.chapters.items.armament import (
    Armament,
    armed_with,
    default_item,
    why_no_natural,
    why_no_weapon,
)
from domain.rulesets.century.chapters.items.hands import held_weapons
from domain.rulesets.century.chapters.movement.distances import distance_of
from domain.rulesets.century.chapters.rolls.modifiers import (
    GEARING,
    STANDING,
    keys_beside,
    modifier_fields,
    standing_names,
)
from domain.rulesets.century.chapters.round.move_points import affordable
from domain.rulesets.century.state import Attack, Fight, Person, Turn
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.vocabularies import ACTING, KEY, SOME, YES, YES_NO, labelled
from domain.rulesets.century.words import Band, Fire, Maneuver

CALLED: Final = AnyText(80, 1)
FAR: Final = (-100_000, 100_000)
GRIP: Final = ("actor", "paired", "natural", "weapon")
ARMS: Final = ("actor", "natural", "weapon")


class Way(NamedTuple):
    """One way to attack: with a weapon or a natural attack, alone or as one of a pair, with one hand or as held."""

    paired: bool
    natural: str
    weapon: str
    one_handed: bool
    arms: Armament


class Attacker(NamedTuple):
    """Who may attack now, what that may cost, whether it is the second attack of a pair, and all ways to attack."""

    person: Person
    budget: int
    second: bool
    ways: tuple[Way, ...]

    def cost(self, arms: Armament, maneuver: Maneuver = "none") -> int:
        """Return the cost without what a called shot and a double tap add."""
        return cost_of(self.person, arms, maneuver, second=self.second)

    def fires(self, options: Any, arms: Armament) -> tuple[Fire, ...]:
        """Return how an attack may be fired that the attacker can pay."""
        extra = COSTS["double_tap"]
        cost = self.cost(arms)
        return tuple(
            [
                fire
                for fire in fires_of(options, arms.weapon)
                if cost + (extra if fire == "double_tap" else 0) <= self.budget and (fire == "single" or not arms.area)
            ]
        )


def cost_of(attacker: Person, arms: Armament, maneuver: Maneuver, *, second: bool) -> int:
    """Return the cost of an attack: some rows replace the weapon's (CE-ACT-50, CE-RUL-78)."""
    if second:
        return second_cost(attacker)
    return COSTS[maneuver] if maneuver != "none" else arms.mp  # CE-ACT-22


def _attackers(view: View[Fight]) -> dict[str, Attacker]:
    fight = view.state
    found = {}
    for name in view[ACTING]:
        person, turn = fight.people[name], fight.turn_of(name)
        if turn is not None and has_attack_left(turn):
            second = bool(turn.attacks)
            ways = tuple(_ways(fight, person, turn, second=second))
            found[name] = Attacker(person, affordable(fight, person), second, ways)
    return found


def _ways(fight: Fight, person: Person, turn: Turn, *, second: bool) -> list[Way]:
    arms: list[tuple[str, str, bool, Armament]] = [
        (ABSENT_KEY, weapon.id, one_handed, armed_with(person, weapon, one_handed=one_handed))
        for weapon in held_weapons(person)
        for one_handed in (False, True)
        if why_no_weapon(fight.options, person, weapon.id, one_handed=one_handed) is None
    ]
    arms += [
        (name, ABSENT_KEY, False, Armament(None, natural))
        for name, natural in person.natural.items()
        if why_no_natural(person, name) is None
    ]
    return [
        Way(paired, *one)
        for one in arms
        for paired in ((True,) if second else YES_NO[::-1])
        if not paired or why_no_pair(person, one[-1], turn, second=second) is None
    ]


ATTACKERS: Final[Vocabulary[Fight]] = Vocabulary("attackers with their ways to attack", _attackers)
TARGETS: Final[Vocabulary[Fight]] = Vocabulary(
    "who can be attacked",
    lambda view: tuple(
        [one for one in view.state.people.values() if is_target(one) and "hidden" not in one.conditions]
    ),
)


class Reach(NamedTuple):
    """Whom an attacker reaches with some arms: the words for the range of each, and who is beyond all ranges.

    ``unknown`` are those whose distance is not known, so that the range has to be said.
    """

    bands: Mapping[str, tuple[Band, ...]]
    beyond: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def within(self) -> tuple[str, ...]:
        return tuple(self.bands)


class Reaches:
    """Whom an attacker reaches; arms of the same ranges share the answer."""

    def __init__(self, fight: Fight, attacker: Person, targets: tuple[Person, ...]) -> None:
        self._attacker = attacker
        self._goals = [
            (one, None if attacker.place is None or one.place is None else distance_of(attacker.place, one.place))
            for one in targets
            if one is not attacker and faces(fight.options, attacker, Goal(one.place, None, ""))
        ]
        self._known: dict[Any, Reach] = {}

    def __getitem__(self, arms: Armament) -> Reach:
        """Return whom the attacker reaches with these arms."""
        key = "melee" if arms.mode == "melee" else arms.weapon and arms.weapon.range
        if key not in self._known:
            said = {one.id: bands_said(arms, metres) for one, metres in self._goals}
            beyond = () if arms.mode == "melee" else tuple([name for name, bands in said.items() if not bands])
            unknown = tuple([one.id for one, metres in self._goals if metres is None])
            self._known[key] = Reach({name: bands for name, bands in said.items() if bands}, beyond, unknown)
        return self._known[key]

    def from_behind(self) -> tuple[str, ...]:
        """Return those whom the places say to be attacked from behind (CE-RANGE-10)."""
        return tuple([one.id for one, _ in self._goals if is_from_behind(self._attacker, one)])

    def untold(self) -> tuple[str, ...]:
        """Return those of whom places and heading do not say where an attack on them comes from."""
        return tuple([one.id for one, _ in self._goals if is_from_behind(self._attacker, one) is None])


REACHES: Final[Vocabulary[Fight]] = Vocabulary(
    "reaches",
    lambda view: {
        name: Reaches(view.state, attacker.person, view[TARGETS]) for name, attacker in view[ATTACKERS].items()
    },
)
Fits = Callable[[View[Fight], Attacker, Way], bool]


class Grip:
    """The vocabularies of those ways to attack that fit a kind of attack: who, and with what in which hand."""

    def __init__(self, name: str, fits: Fits) -> None:
        self._name = name
        self.table: Vocabulary[Fight] = Vocabulary(f"ways to {name}", lambda view: self._fitting(view, fits))

    @staticmethod
    def _fitting(view: View[Fight], fits: Fits) -> dict[str, tuple[Attacker, tuple[Way, ...]]]:
        found = {
            name: (attacker, tuple([way for way in attacker.ways if fits(view, attacker, way)]))
            for name, attacker in view[ATTACKERS].items()
        }
        return {name: pair for name, pair in found.items() if pair[1]}

    def lookup(
        self, name: str, of: Callable[[View[Fight], Attacker, tuple[Way, ...]], Node | None]
    ) -> Vocabulary[Fight]:
        """Return the lookup by actor of what follows from its ways."""

        def found(view: View[Fight]) -> dict[str, Node]:
            nodes = {one: of(view, attacker, ways) for one, (attacker, ways) in view[self.table].items()}
            return {one: node for one, node in nodes.items() if node is not None}

        return Vocabulary(f"{name} to {self._name}", found)

    def by_arms(self, name: str, of: Callable[[View[Fight], Attacker, Armament], Node | None]) -> Vocabulary[Fight]:
        """Return the lookup of something by actor, natural attack and weapon."""

        def found(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node:
            natural: dict[str, Node] = {}
            weapons: dict[str, Node] = {}
            for way in ways:
                node = of(view, attacker, way.arms)
                if node is not None and way.natural:
                    natural[way.natural] = {ABSENT_KEY: node}
                elif node is not None:
                    weapons[way.weapon] = node
            return {**natural, ABSENT_KEY: weapons}

        return self.lookup(name, found)

    def fields(self, *, natural: bool = True) -> dict[str, Field | None]:
        """Return the fields that say who attacks, and with what."""
        name = self._name
        by_pair = ("actor", "paired")
        of_natural: dict[str, Field | None] = {
            "natural": looked_up(
                self.lookup("natural attacks", lambda view, attacker, ways: _by_pair(ways, _naturals)),
                *by_pair,
                default=Lookup(self.lookup("the usual natural attack", _usual_natural), by_pair),
                required=Lookup(
                    self.lookup(
                        "who has natural attacks alone",
                        lambda view, attacker, ways: _by_pair(ways, lambda some: _natural_unsaid(attacker, some)),
                    ),
                    by_pair,
                ),
            )
        }
        return {
            "actor": among(Vocabulary[Fight](f"who can {name}", lambda view: tuple(view[self.table]))),
            "paired": looked_up(
                self.lookup("pairs of weapons", lambda view, attacker, ways: _if_any(ways, paired=True)),
                "actor",
                required=True,
                seldom=True,
            ),
            **(of_natural if natural else {"natural": None}),
            "weapon": looked_up(
                self.lookup("weapons", lambda view, attacker, ways: _by_pair(ways, _weapons)),
                *GRIP[:3],
                default=Lookup(self.lookup("the usual weapon", _usual_weapon), GRIP[:3]),
                required=True,
            ),
            "one_handed": looked_up(
                self.lookup("weapons for one hand", lambda view, attacker, ways: _by_grip(ways, _hands)),
                *GRIP,
                required=True,
                seldom=True,
            ),
        }


def _by_pair(ways: tuple[Way, ...], of: Callable[[list[Way]], Node | None]) -> Node:
    rows = {key_of(paired): of([way for way in ways if way.paired == paired]) for paired in YES_NO}
    return {key: node for key, node in rows.items() if node is not None}


def _by_grip(ways: tuple[Way, ...], of: Callable[[list[Way]], Node | None]) -> Node:
    def by_weapon(some: list[Way]) -> Node:
        weapons = dict.fromkeys([way.weapon for way in some if way.weapon])
        rows = {weapon: of([way for way in some if way.weapon == weapon]) for weapon in weapons}
        return {ABSENT_KEY: {weapon: node for weapon, node in rows.items() if node is not None}}

    return _by_pair(ways, by_weapon)


def _if_any(ways: tuple[Way, ...], *, paired: bool) -> Node | None:
    values = tuple(dict.fromkeys([way.paired for way in ways]))
    return values if paired in values else None


def _naturals(ways: list[Way]) -> Node | None:
    return tuple([way.natural for way in ways if way.natural]) or None


def _weapons(ways: list[Way]) -> Node | None:
    weapons = {way.weapon: weapon for way in ways if (weapon := way.arms.weapon) is not None}
    return {ABSENT_KEY: labelled(weapons.values())} if weapons else None


def _usual_natural(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    """Return the first natural attack of whoever holds nothing (CE-HIT-14)."""
    usual = _first_natural(attacker)
    return (usual,) if usual and any(way.natural == usual for way in ways) else None


def _first_natural(attacker: Attacker) -> str:
    return "" if attacker.person.held else next(iter(attacker.person.natural), "")


def _natural_unsaid(attacker: Attacker, ways: list[Way]) -> Node | None:
    """Return whether a natural attack must be named: there is no weapon, and the usual one is none of these."""
    names = [way.natural for way in ways if way.natural]
    armed = any(way.weapon for way in ways)
    return YES if names and not armed and _first_natural(attacker) not in names else None


def _usual_weapon(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    """Return what the dominant hand holds, else the other."""
    usual = default_item(attacker.person)

    def of(some: list[Way]) -> Node | None:
        return {ABSENT_KEY: (usual,)} if usual and any(way.weapon == usual for way in some) else None

    return _by_pair(ways, of)


def _hands(ways: list[Way]) -> Node | None:
    values = tuple(dict.fromkeys([way.one_handed for way in ways]))
    return values if True in values else None


# The kinds of attack


def _can_attack(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    reach = view[REACHES][attacker.person.id][way.arms]
    return bool(attacker.fires(view.state.options, way.arms)) and bool(
        reach.bands or (reach.beyond and view.speaker.is_narrator)
    )


def _can_disarm(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    arms = way.arms
    fits = arms.mode == "melee" and not arms.area and not attacker.second
    return fits and attacker.cost(arms, "disarm") <= attacker.budget and bool(_holders(view, attacker))


def _holders(view: View[Fight], attacker: Attacker) -> tuple[str, ...]:
    """Return those within reach who hold something; of those whose sheet is secret anybody may (CE-DISARM-1)."""
    within = view[REACHES][attacker.person.id][attacker_in_melee()].within
    people = view.state.people
    return tuple([one for one in within if not view.shows(one) or to_knock_away(view.state, people[one])])


def attacker_in_melee() -> Armament:
    """Return arms that reach as far as all do in melee (CE-RANGE-8)."""
    return Armament(None, None)


def _can_backstab(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    arms = way.arms
    fits = arms.weapon is not None and arms.mode == "melee" and not arms.area and not attacker.second
    return fits and attacker.cost(arms, "backstab") <= attacker.budget and bool(_unguarded(view, attacker))


def _unguarded(view: View[Fight], attacker: Attacker) -> dict[str, tuple[str, ...]]:
    """Return whom an attacker may stab in the back, by whether the narrator says that it comes from behind (CE-BACK-1).

    A player's word is enough where the narrator's is still to come (CE-MOD-24).
    """
    fight = view.state
    reaches = view[REACHES][attacker.person.id]
    within = reaches[attacker_in_melee()].within
    if not view.speaker.is_narrator and fight.options.attack_terms == "ask":
        return {ANY_KEY: within} if within else {}
    if not view.speaker.is_narrator and "hidden" not in attacker.person.conditions:
        return {}
    behind = tuple([one for one in reaches.from_behind() if one in within])
    untold = tuple([one for one in reaches.untold() if one in within]) if view.speaker.is_narrator else ()
    rows = {ANY_KEY: behind, "true": (*behind, *untold)}
    return {key: names for key, names in rows.items() if names}


def _can_aim_at_a_point(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    return bool(way.arms.area) and bool(attacker.fires(view.state.options, way.arms))


def _can_spray(view: View[Fight], attacker: Attacker, way: Way) -> bool:
    arms = way.arms
    return "full_auto" in attacker.fires(view.state.options, arms) and _can_attack(view, attacker, way)


ATTACKING: Final = Grip("attack", _can_attack)
DISARMING: Final = Grip("disarm", _can_disarm)
STABBING: Final = Grip("stab in the back", _can_backstab)
AIMING: Final = Grip("aim at a point", _can_aim_at_a_point)
SPRAYING: Final = Grip("spray", _can_spray)


def _fires(view: View[Fight], attacker: Attacker, arms: Armament) -> Node | None:
    fires = attacker.fires(view.state.options, arms)
    return fires if fires != ("single",) else None


def _rounds(view: View[Fight], attacker: Attacker, arms: Armament) -> Node | None:
    weapon = arms.weapon
    if weapon is None or "full_auto" not in attacker.fires(view.state.options, arms):
        return None
    return Span(least_rounds(view.state.options), min(LOADED_AT_MOST, weapon.loaded) if weapon.ammo else LOADED_AT_MOST)


def _targets(view: View[Fight], attacker: Attacker, arms: Armament) -> Node | None:
    """Return whom these arms reach; with a base of the narrator's also those beyond all ranges (CE-RANGE-5)."""
    reach: Reach = view[REACHES][attacker.person.id][arms]
    if not (reach.beyond and view.speaker.is_narrator):
        return reach.within
    return {ABSENT_KEY: reach.within, ANY_KEY: (*reach.within, *reach.beyond)}


def _far_alone(view: View[Fight], attacker: Attacker, arms: Armament) -> Node | None:
    return YES if not view[REACHES][attacker.person.id][arms].bands else None


def _called(view: View[Fight], attacker: Attacker, arms: Armament) -> Node | None:
    """Return how an attack is fired that may be a called shot (CE-CALLED-5)."""
    if not view.state.options.called_shots or arms.area:
        return None
    left = attacker.budget - attacker.cost(arms) - COSTS["called_shot"]
    extra = {"single": 0, "double_tap": COSTS["double_tap"]}
    fires = attacker.fires(view.state.options, arms)
    return {fire: CALLED for fire, more in extra.items() if fire in fires and more <= left} or None


def _called_in_the_back(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    dear = COSTS["backstab"] + COSTS["called_shot"] > attacker.budget
    return None if dear or not view.state.options.called_shots else CALLED


def _bands(view: View[Fight], attacker: Attacker, arms: Armament) -> Node:
    return dict(_rows_of(view, attacker, arms))


def _rows_of(view: View[Fight], attacker: Attacker, arms: Armament) -> Mapping[str, tuple[Band, ...]]:
    reach = view[REACHES][attacker.person.id][arms]
    return {ANY_KEY: bands_said(arms, None)} if attacker.person.place is None else reach.bands


def _bands_in_melee(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node:
    return ("melee",)


def _unmeasured(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    """Return those whose distance is not known, so that the range has to be said (CE-RANGE-7)."""
    if attacker.person.place is None:
        return YES
    unknown = view[REACHES][attacker.person.id][ways[0].arms].unknown
    return dict.fromkeys(unknown, YES) if unknown else None


def _ranges(grip: Grip, by: tuple[str, ...], bands: Vocabulary[Fight]) -> Field:
    unsaid = grip.lookup("targets at a distance that is not known", _unmeasured)
    return looked_up(bands, *by, "target", required=Lookup(unsaid, ("actor", "target")), seldom=True)


def _said_ranges(view: View[Fight], attacker: Attacker, arms: Armament) -> Node:
    """Return the ranges that a spray may name for targets that name none: all, as each may name its own."""
    return BANDS


def _parts_unsaid(view: View[Fight], attacker: Attacker, arms: Armament) -> Node:
    """Return the targets of a spray that name a range of their own, by the range that the whole names."""
    reach = view[REACHES][attacker.person.id][arms]
    known = {name: bands for name, bands in reach.bands.items() if name not in reach.unknown}
    rows: dict[str, Node] = {ABSENT_KEY: dict.fromkeys(reach.unknown, YES)}
    for said in BANDS:
        unfit = [name for name, bands in known.items() if said not in bands]
        if arms.mode == "melee" and said != "melee":
            unfit += reach.unknown
        rows[said] = dict.fromkeys(unfit, YES)
    return rows


def _keys(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node:
    """Return the keys of modifiers by grip: that of the hand that is used counts already (CE-MOD-21)."""
    fight, person = view.state, attacker.person
    standing = standing_names(fight, person)

    def of(way: Way) -> Node:
        made = Attack("", person.id, hand=way.arms.hand, paired=way.paired)
        of_hand = hand_key(person, made) is not None
        return keys_beside(fight.options, "to_hit", standing, ranged=way.arms.mode != "melee", of_hand=of_hand)

    rows: dict[str, Any] = {}
    for way in ways:
        pair = rows.setdefault(key_of(way.paired), {})
        grips = pair.setdefault(way.natural, {}).setdefault(way.weapon, {})
        grips[key_of(way.one_handed)] = of(way)
    return rows


def narrators_terms(grip: Grip) -> dict[str, Field]:
    """Return what only the narrator says of an attack (CE-MOD-24), but for what decides whom it reaches."""
    keys = Lookup(grip.lookup("modifiers", _keys), (*GRIP, "one_handed", "without"))
    return {
        "without": several(STANDING, 0, 20, narrators=True, seldom=True),
        "modifiers": modifier_fields(keys, GEARING, ("actor",), narrators=True),
        "from_behind": listed(*YES_NO, narrators=True, seldom=True),
        "unaware": listed(*YES_NO, narrators=True, seldom=True),
        "undodgeable": listed(*YES_NO, narrators=True, seldom=True),
        "shielded": SOME.but(narrators=True, seldom=True),
        "base": span(0, 100, narrators=True, seldom=True),
    }


POINT: Final = {name: span(*FAR) for name in ("x", "y", "elevation")}
_PLAIN: Final = narrators_terms(ATTACKING)
_SPRAYED: Final = narrators_terms(SPRAYING)
_STABBED: Final = narrators_terms(STABBING)
PLAIN_ATTACK: Final[Mapping[str, Field | None]] = {
    **ATTACKING.fields(),
    "fire": looked_up(
        ATTACKING.by_arms("kinds of fire", _fires),
        *ARMS,
        required=True,
    ),
    "rounds": looked_up(ATTACKING.by_arms("rounds", _rounds), *ARMS, when={"fire": ("full_auto",)}, required=True),
    "base": _PLAIN["base"].but(required=Lookup(ATTACKING.by_arms("weapons that reach nobody", _far_alone), ARMS)),
    "target": looked_up(ATTACKING.by_arms("targets", _targets), *ARMS, "base", bars=("actor",), required=True),
    "called": looked_up(ATTACKING.by_arms("called shots", _called), *ARMS, "fire", seldom=True),
    "range": _ranges(ATTACKING, ARMS, ATTACKING.by_arms("ranges", _bands)),
    **{name: field for name, field in _PLAIN.items() if name != "base"},
    **dict.fromkeys(("point", "spray", "maneuver", "disarm_item")),
}
DISARM: Final[Mapping[str, Field | None]] = {
    **DISARMING.fields(),
    "maneuver": listed("disarm", required=True),
    "target": looked_up(
        DISARMING.lookup("targets", lambda view, attacker, ways: _holders(view, attacker)),
        "actor",
        bars=("actor",),
        required=True,
    ),
    "disarm_item": looked_up(
        Vocabulary[Fight](
            "what can be knocked away",
            lambda view: {
                one.id: labelled([one.weapons[item] for item in to_knock_away(view.state, one)])
                if view.shows(one.id)
                else KEY
                for one in (view[TARGETS] if view[DISARMING.table] else ())
            },
        ),
        "target",
        required=True,
        mark="guess",
    ),
    "range": _ranges(DISARMING, ("actor",), DISARMING.lookup("ranges", _bands_in_melee)),
    **narrators_terms(DISARMING),
    **dict.fromkeys(("point", "spray", "fire", "rounds", "called")),
}
BACKSTAB: Final[Mapping[str, Field | None]] = {
    **STABBING.fields(natural=False),
    "maneuver": listed("backstab", required=True),
    "unaware": _STABBED["unaware"].but(
        required=Lookup(
            STABBING.lookup(
                "who is seen",
                lambda view, attacker, ways: YES if "hidden" not in attacker.person.conditions else None,
            ),
            ("actor",),
        ),
        source=Lookup(
            STABBING.lookup(
                "whether targets are unaware",
                lambda view, attacker, ways: YES_NO if "hidden" in attacker.person.conditions else YES,
            ),
            ("actor",),
        ),
    ),
    "from_behind": _STABBED["from_behind"].but(
        source=Lookup(
            STABBING.lookup(
                "whether it comes from behind",
                lambda view, attacker, ways: YES_NO if ANY_KEY in _unguarded(view, attacker) else YES,
            ),
            ("actor",),
        ),
        required=Lookup(
            STABBING.lookup(
                "who comes from behind by word alone",
                lambda view, attacker, ways: None if ANY_KEY in _unguarded(view, attacker) else YES,
            ),
            ("actor",),
        ),
    ),
    "target": looked_up(
        STABBING.lookup("targets", lambda view, attacker, ways: {**_unguarded(view, attacker)}),
        "actor",
        "from_behind",
        bars=("actor",),
        required=True,
    ),
    "called": looked_up(STABBING.lookup("called shots", _called_in_the_back), "actor", seldom=True),
    "range": _ranges(STABBING, ("actor",), STABBING.lookup("ranges", _bands_in_melee)),
    **{name: field for name, field in _STABBED.items() if name not in ("unaware", "from_behind")},
    **dict.fromkeys(("point", "spray", "fire", "rounds", "disarm_item")),
}
AT_A_POINT: Final[Mapping[str, Field | None]] = {
    **AIMING.fields(natural=False),
    "point": record(POINT, required=True, mark="check"),
    "range": looked_up(
        AIMING.by_arms("ranges", lambda view, attacker, arms: bands_said(arms, None)),
        *ARMS,
        required=Lookup(
            AIMING.lookup(
                "who is nowhere in particular",
                lambda view, attacker, ways: YES if attacker.person.place is None else None,
            ),
            ("actor",),
        ),
        seldom=True,
    ),
    **narrators_terms(AIMING),
    **dict.fromkeys(("target", "spray", "fire", "rounds", "maneuver", "disarm_item", "called")),
}
SPRAY: Final[Mapping[str, Field | None]] = {
    **SPRAYING.fields(natural=False),
    "fire": listed("full_auto", required=True),
    "range": looked_up(SPRAYING.by_arms("ranges", _said_ranges), *ARMS, seldom=True),
    "base": _SPRAYED["base"].but(required=Lookup(SPRAYING.by_arms("weapons that reach nobody", _far_alone), ARMS)),
    "spray": record(
        {
            "target": looked_up(SPRAYING.by_arms("targets", _targets), *ARMS, "base", bars=("actor",), required=True),
            "rounds": looked_up(SPRAYING.by_arms("rounds", _rounds), *ARMS, shared=True, required=True),
            "range": looked_up(
                SPRAYING.by_arms("ranges of targets", _bands),
                *ARMS,
                "target",
                required=Lookup(
                    SPRAYING.by_arms("targets with a range of their own", _parts_unsaid), (*ARMS, "range", "target")
                ),
                seldom=True,
            ),
        },
        many=Many(1, 50),
        differ=("target",),
        required=True,
    ),
    **{name: field for name, field in _SPRAYED.items() if name != "base"},
    **dict.fromkeys(("target", "point", "rounds", "maneuver", "disarm_item", "called")),
}
