"""The fields of a roll's terms (CE-SKILL-1, CE-REACT-1): of a Skill Roll, and of a Reaction Check."""

from typing import Final, NamedTuple

from domain.fields.field import Field as FormField
from domain.fields.field import Lookup, Many, Mark, among, listed, record, several, span, text
from domain.fields.sets import ANY_KEY, AnyText, Either, Node, Set
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.rulesets.century.chapters.outcomes.consequences import (
    LIMITS,
    PHRASE_OF_CONSEQUENCE,
    Limits,
    consequence_fields,
)
from domain.rulesets.century.chapters.rolls.modifiers import (
    STANDING,
    Gearing,
    keys_beside,
    modifier_fields,
    standing_names,
)
from domain.rulesets.century.chapters.rolls.open_rolls import why_unable
from domain.rulesets.century.state import Candidate, Fight, Person
from domain.rulesets.century.tables import CUSTOM, HAZARDS, MODIFIERS
from domain.rulesets.century.vocabularies import KEY, YES_NO, ids
from domain.rulesets.century.words import ABILITIES


def ladders_of(fight: Fight) -> Set:
    """Return the texts of ladders, which go with degrees (CE-DEG-1)."""
    return AnyText(500, 1) if fight.options.degrees else ()


LADDERS: Final[Vocabulary[Fight]] = Vocabulary("texts of ladders", lambda view: ladders_of(view.state))


class Terms(NamedTuple):
    """What the terms of a roll depend on: keys of modifiers, gear with its owner, ladders, limits of others."""

    keys: Set | Lookup
    gearing: Gearing
    owner: tuple[str, ...] = ()
    ladders: Set = LADDERS
    limits: Limits = LIMITS
    standing: Set = STANDING
    mark: Mark | None = None


KEYS_TO_CHOOSE: Final = ("main", "second", "third", "fourth", "fifth", "sixth", *ABILITIES)
"""What the ways to make a roll may be called; the narrator may call them otherwise."""
CANDIDATES: Final = record(
    {
        "key": among(Either((KEYS_TO_CHOOSE, KEY)), required=True, default="main", seldom=True),
        "skill": text(80, 1, required=False, default=None),
        "abilities": several(ABILITIES, 0, 3, distinct=True, required=False, default=[]),
        "success_level": span(0, 9, required=False, default=None, seldom=True),
        "base": span(0, 100, when={"success_level": (None,)}, required=True),
    },
    phrase="[base {base}][Success Level {success_level}][ for {skill}][ with {abilities}]",
    many=Many(1, 6),
    differ=("key",),
    required=True,
)


def phrase_of_terms(roll: str, *, against_hazard: bool = False) -> str:
    """Return the phrase of a roll with its terms, after what the ``roll`` is called."""
    terms = " against {hazard}[, base {base}][, Success Level {success_level}]" if against_hazard else ": {candidates}"
    return f"{roll}{terms}[, on {{target}}][, modifiers: {{modifiers}}][, hidden{{hidden?}}]"


def skill_terms(terms: Terms) -> dict[str, FormField | None]:
    """Return the fields of the terms of a Skill Roll."""
    return {
        "kind": listed("skill", required=False, default="skill", seldom=True),
        "candidates": CANDIDATES,
        "without": several(terms.standing, 0, 20, required=False, default=[], seldom=True),
        "modifiers": modifier_fields(
            terms.keys, terms.gearing, terms.owner, required=False, default=[], mark=terms.mark
        ),
        **_terms_of_all(terms),
        **dict.fromkeys(("with", "hazard", "base", "success_level")),
    }


def hazard_terms(terms: Terms, hazards: Set | Lookup) -> dict[str, FormField | None]:
    """Return the fields of the terms of a Reaction Check against a hazard, which says on what it is made."""
    return {
        "kind": listed("reaction", required=True),
        "hazard": FormField(source=hazards, required=True, default=None),
        "success_level": span(0, 9, required=False, default=None, seldom=True),
        "base": span(0, 100, when={"success_level": (None,)}, required=True),
        **_terms_of_checks(terms),
        "candidates": None,
    }


def reaction_terms(terms: Terms) -> dict[str, FormField | None]:
    """Return the fields of the terms of a Reaction Check with candidates, against a hazard or without one."""
    return {
        "kind": listed("reaction", required=True),
        "candidates": CANDIDATES.but(mark="check"),
        "hazard": listed(*HAZARDS, required=False, default=None, seldom=True),
        **_terms_of_checks(terms),
        **dict.fromkeys(("base", "success_level")),
    }


def _terms_of_checks(terms: Terms) -> dict[str, FormField]:
    return {
        "with": several(("light", "rain", "wind"), 0, 3, required=False, default=[], seldom=True),
        "without": several(terms.standing, 0, 20, required=False, default=[], seldom=True),
        "modifiers": modifier_fields(terms.keys, terms.gearing, terms.owner, required=False, default=[], mark="check"),
        **_terms_of_all(terms),
    }


def _terms_of_all(terms: Terms) -> dict[str, FormField]:
    return {
        "ladder": several(terms.ladders, 2, 9, distinct=True, required=False, default=None, seldom=True),
        "on_failure": record(
            consequence_fields(terms.limits),
            phrase=PHRASE_OF_CONSEQUENCE,
            many=Many(0, 4),
            required=False,
            default=[],
            seldom=True,
        ),
        "hidden": listed(*YES_NO, required=False, default=False, seldom=True),
        "target": among(EVERYBODY, required=False, default=None, seldom=True),
    }


ON_CONSTITUTION: Final = tuple([hazard for hazard, abilities in HAZARDS.items() if abilities == ("con",)])
"""The hazards that the unconscious meet, too."""


def keys_of(fight: Fight, roller: Person) -> Node:
    """Return the keys of modifiers for a Skill Roll, by what is left out."""
    return keys_beside(fight.options, "skill", standing_names(fight, roller))


def is_free_to_roll(fight: Fight, person: Person) -> bool:
    """Return whether a combatant may be called for a roll at all (CE-SHEET-37)."""
    return person.throws and person.present and fight.roll_of(person.id) is None


def can_roll_skills(person: Person) -> bool:
    """Return whether nothing keeps a combatant from Skill Rolls (CE-ROLL-17)."""
    return why_unable(person, "skill", Candidate("main", 0)) is None


def is_conscious(person: Person) -> bool:
    """Return whether a combatant makes checks on more than Constitution."""
    return why_unable(person, "reaction", Candidate("main", 0)) is None


def hazards_for(person: Person) -> tuple[str, ...]:
    """Return the hazards that a combatant meets (CE-REACT-8)."""
    return tuple(HAZARDS) if is_conscious(person) else ON_CONSTITUTION


def _free(view: View[Fight]) -> tuple[Person, ...]:
    rolling = {roll.combatant for roll in view.state.rolls.values()}
    people = view.state.people.values()
    return tuple([one for one in people if one.throws and one.present and one.id not in rolling and not one.dead])


def _keys_by_roller(view: View[Fight]) -> Node:
    fight = view.state
    keys = {roller.id: keys_of(fight, roller) for roller in view[FREE] if can_roll_skills(roller)}
    usual = keys_beside(fight.options, "skill", standing_names(fight, Person("", "", "", "person")))
    return {**{one: node for one, node in keys.items() if node is not usual}, ANY_KEY: usual}


def _hazards_to_meet(view: View[Fight]) -> Node:
    unconscious = [roller for roller in view[FREE] if not is_conscious(roller)]
    return {**{roller.id: hazards_for(roller) for roller in unconscious}, ANY_KEY: tuple(HAZARDS)}


def _checkers_by_hazard(view: View[Fight]) -> Node:
    conscious = ids(roller for roller in view[FREE] if is_conscious(roller))
    return {**dict.fromkeys(ON_CONSTITUTION, view[CHECKERS]), ANY_KEY: conscious}


def _hazards_for_several(view: View[Fight]) -> tuple[str, ...]:
    if not view[FREE]:
        return ()
    return tuple(HAZARDS) if any(is_conscious(roller) for roller in view[FREE]) else ON_CONSTITUTION


ALL_KEYS: Final = (*MODIFIERS, CUSTOM)
EVERY_KEY: Final[Vocabulary[Fight]] = Vocabulary("modifiers of any roll", lambda view: ALL_KEYS)
FREE: Final[Vocabulary[Fight]] = Vocabulary("free to roll", _free)
SKILL_ROLLERS: Final[Vocabulary[Fight]] = Vocabulary(
    "who can make Skill Rolls", lambda view: ids(one for one in view[FREE] if can_roll_skills(one))
)
CHECKERS: Final[Vocabulary[Fight]] = Vocabulary("who can make Reaction Checks", lambda view: ids(view[FREE]))
CHECKERS_BY_HAZARD: Final[Vocabulary[Fight]] = Vocabulary("who can meet a hazard", _checkers_by_hazard)
HAZARDS_FOR_SEVERAL: Final[Vocabulary[Fight]] = Vocabulary("hazards for several", _hazards_for_several)
HAZARDS_TO_MEET: Final[Vocabulary[Fight]] = Vocabulary("hazards to meet", _hazards_to_meet)
KEYS_BY_ROLLER: Final[Vocabulary[Fight]] = Vocabulary("modifiers of Skill Rolls", _keys_by_roller)
