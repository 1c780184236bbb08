"""What may be declared, as sets: a form for each action (TK-DECL-12), an attack also with manoeuvres."""

from collections.abc import Mapping
from typing import Final, get_args

from domain.fields.field import Fields, Lookup, among, listed, looked_up, record, several, text
from domain.fields.sets import ANY_KEY, AnyText, Labelled, Node, Without
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.rulesets.ticks.chapters.declaring.manoeuvre_fields import (
    AIMED,
    CHOSEN,
    MODE_OF_MANOEUVRES,
    PAID,
    TRIED,
    USABLE,
    by_arms,
    by_declarer,
)
from domain.rulesets.ticks.chapters.deeds.deeds import combat_skills
from domain.rulesets.ticks.chapters.deeds.hands import ITEMS
from domain.rulesets.ticks.chapters.vocabularies import (
    LUCK,
    SKILL_NAME,
    STATISTICS,
    TAKING_PART,
    TARGETS,
    modes_said,
    named,
    skills_said,
    weapons_at_hand,
)
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import Declaring
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Kind, Met, Mode, Who
from domain.text.phrases import as_words
from domain.text.words import Label

KINDS_SAID: Final = {kind: Labelled(kind, Label(kind, context="kind")) for kind in get_args(Kind)}
"""The kinds of Other as values."""


def _melee(fight: Fight, person: Person) -> Node:
    """What one can defend with (TK-DEF-1)."""
    return named(person, [thing for thing in weapons_at_hand(person) if thing.kind == "melee"])


def _may_aim(fight: Fight, thing: Thing) -> bool:
    """Whether a weapon can be aimed: one that shoots and is loaded, or that is thrown (TK-AIM-1)."""
    loaded = thing.kind != "ranged" or thing.loaded > 0 or not fight.options.track_ammunition
    return loaded and any(mode != "melee" for mode in thing.modes)


def _to_aim(fight: Fight, person: Person) -> tuple[Thing, ...]:
    return tuple([thing for thing in person.ready_weapons if _may_aim(fight, thing)])


def _aiming_modes(fight: Fight, person: Person) -> Node:
    return {thing.id: modes_said(_without_melee(thing.modes)) for thing in _to_aim(fight, person)}


def _without_melee(modes: tuple[Mode, ...]) -> tuple[Mode, ...]:
    return tuple([mode for mode in modes if mode != "melee"])


def _seen(view: View[Fight]) -> Node:
    """Of each of one's own combatants, the targets in sight (TK-AIM-1)."""
    blind: dict[str, list[str]] = {}
    for pair in view.state.blind:
        observer, _, target = pair.partition(">")
        blind.setdefault(observer, []).append(target)
    return {one: Without(TARGETS, tuple(blind[one])) if one in blind else TARGETS for one in view.whose}


def _aiming(view: View[Fight]) -> tuple[str, ...]:
    """Who is asked, and has a weapon to aim with and somebody else in sight (TK-AIM-1)."""
    able = [one for one in view.asked("declare") if one in view[TO_AIM]]
    blind = view.state.blind
    return tuple([one for one in able if any(one != on and f"{one}>{on}" not in blind for on in view[TARGETS])])


def _kinds(fight: Fight, person: Person) -> tuple[Labelled, ...]:
    """The kinds of Other for which somebody has what they need (TK-OTHER-1)."""
    others, own = len(fight.people) > 1, bool(person.things)
    possible: Mapping[Kind, bool] = {
        "draw": own,
        "stow": own,
        "pick_up": bool(fight.ground or fight.secret_sheets or any(one.things for one in fight.people.values())),
        "reload": fight.options.track_ammunition and any(one.kind == "ranged" for one in person.things.values()),
        "first_aid": others and fight.options.first_aid_statistic in person.statistics,
        "help": others,
    }
    return tuple([one for kind, one in KINDS_SAID.items() if possible.get(kind, True)])


def _deed_skills(view: View[Fight]) -> Node:
    """The skills that deeds test: any but those of combat (TK-OTHER-7)."""
    combat = tuple(sorted(combat_skills(view.state)))
    known = {one: skills_said(view.state.people[one].skills) for one in view.whose}
    return {one: Without(AnyText(40, 1, SKILL_NAME, skills), combat) for one, skills in known.items()}


WEAPONS = by_declarer("weapons in hand", lambda fight, person: named(person, weapons_at_hand(person)))
MELEE = by_declarer("melee weapons in hand", _melee)
MODES = by_arms("modes of weapons in hand", lambda arms: {thing.id: modes_said(modes) for thing, modes in arms.weapons})
USUAL_MODES = by_arms(
    "usual modes of weapons in hand", lambda arms: {thing.id: thing.modes[:1] for thing, _ in arms.weapons}
)
TO_AIM = by_declarer("weapons to aim", lambda fight, person: named(person, _to_aim(fight, person)))
AIMING_MODES = by_declarer("modes of weapons to aim", _aiming_modes)
ATTACKING = Vocabulary[Fight](
    "who has a target",
    lambda view: tuple(one for one in view.asked("declare") if any(one != on for on in view[TARGETS])),
)
SEEN = Vocabulary[Fight]("targets in sight", _seen)
AIMING = Vocabulary[Fight]("who may aim", _aiming)
KINDS = by_declarer("kinds of other actions", _kinds)
AREAS = Vocabulary[Fight]("areas", lambda view: tuple([Labelled(one, as_words(one)) for one in view.state.areas]))
DEED_SKILLS = Vocabulary[Fight]("skills of deeds", _deed_skills)
EVENTS = Vocabulary[Fight](
    "events to wait for",
    lambda view: {
        "melee": _events(view.state, "enters_reach"),
        ANY_KEY: _events(view.state),
    },
)


def _events(fight: Fight, *reach: Met) -> tuple[Labelled, ...]:
    """The events that a deferred attack may wait for; a reach has a weapon in melee alone (TK-DEFER-2)."""
    open_now = {"enters_reach": "enters_reach" in reach, "enters_area": bool(fight.areas)}
    met = [event for event in get_args(Met) if open_now.get(event, True)]
    return tuple([Labelled(event, Label(f"that_{event}")) for event in met])


USUAL_MODE = Lookup(USUAL_MODES, ("actor", "weapon"))
QUICKNESS = looked_up(LUCK, "actor")
CONDITION = record(
    {
        "event": looked_up(EVENTS, "mode", required=True),
        "area": among(AREAS, when={"event": ("enters_area",)}, required=True),
        "victims": several(EVERYBODY, 0, 200, when={"event": ("attacks",)}, seldom=True),
        "text": text(500, 1, when={"event": ("narrated",)}, required=True),
        "who": listed(*[Labelled(who, Label(f"of_{who}")) for who in get_args(Who)]),
        "listed": several(TAKING_PART, 1, 200, when={"who": ("listed",)}, required=True),
    },
    phrase="the first {who}[ ({listed})] who {event}[ “{area}”][ on {victims}][: “{text}”]",
    required=True,
)
LUCK_ON_QUICKNESS = record(
    {"quickness": QUICKNESS}, phrase="[{quickness:point|points} of luck for quickness]", seldom=True
)
A_TRICK = text(500, 1)
TARGET = among(TARGETS, bars=("actor",), required=True)
WEAPON = looked_up(WEAPONS, "actor", required=True)
MODE = looked_up(MODES, "actor", "weapon", default=USUAL_MODE, seldom=True)
FIRST_AID_OR_HELP = {"kind": ("first_aid", "help")}
A_SKILL = {"kind": ("skill",)}
DEED_TEXTS: Node = {"skill": AnyText(500, 1), "narrated": AnyText(500, 1)}
_PARTS: Final[Mapping[str, Fields]] = {
    "attack": {
        "actor": among(ATTACKING),
        "action": listed("attack", required=True),
        "target": TARGET,
        "weapon": WEAPON,
        "mode": MODE,
        "luck": LUCK_ON_QUICKNESS,
    },
    "trick_shot": {
        "action": listed("attack", required=True),
        "weapon": WEAPON,
        "mode": MODE,
        "manoeuvres": several(("trick_shot",), 1, 1, required=True, distinct=True),
        "trick": A_TRICK.but(required=True),
        "luck": LUCK_ON_QUICKNESS,
    },
    "manoeuvres": {
        "actor": among(ATTACKING),
        "action": listed("attack", required=True),
        "weapon": looked_up(USABLE, "actor", required=True),
        "mode": MODE.but(required=MODE_OF_MANOEUVRES),
        "manoeuvres": CHOSEN,
        "target": AIMED,
        "trick": TRIED,
        "luck": PAID,
    },
    "defend": {
        "action": listed("defend", required=True),
        "weapon": looked_up(MELEE, "actor", required=True),
        "luck": LUCK_ON_QUICKNESS,
    },
    "evade": {"action": listed("evade", required=True), "luck": LUCK_ON_QUICKNESS},
    "defer": {
        "action": listed("defer", required=True),
        "weapon": WEAPON,
        "mode": MODE,
        "condition": CONDITION,
        "luck": LUCK_ON_QUICKNESS,
    },
    "aim": {
        "actor": among(AIMING),
        "action": listed("aim", required=True),
        "target": looked_up(SEEN, "actor", bars=("actor",), required=True),
        "weapon": looked_up(TO_AIM, "actor", required=True),
        "mode": looked_up(AIMING_MODES, "actor", "weapon", seldom=True),
        "luck": LUCK_ON_QUICKNESS,
    },
    "other": {
        "action": listed("other", required=True),
        "kind": looked_up(KINDS, "actor", required=True),
        "item": looked_up(ITEMS, "kind", "actor", required=True),
        "whom": among(EVERYBODY, when=FIRST_AID_OR_HELP, bars=("actor",), required=True),
        "statistic": looked_up(STATISTICS, "actor", when=A_SKILL, required=True),
        "skill": looked_up(DEED_SKILLS, "actor", when=A_SKILL, required=True),
        "text": looked_up(DEED_TEXTS, "kind", required={"kind": ("narrated",)}),
        "luck": LUCK_ON_QUICKNESS,
    },
}
"""What each action names."""
VARIANTS: Final[Mapping[str, Fields]] = {
    action: {**parts, **dict.fromkeys(Declaring.model_fields.keys() - parts.keys())} for action, parts in _PARTS.items()
}
"""The forms of a declaration, each without what its action does not name."""
