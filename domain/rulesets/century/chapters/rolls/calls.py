"""Calls for rolls by the narrator, and what is checked of the terms of a roll."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.fields.field import Lookup, among, several
from domain.fields.sets import Without
from domain.fields.vocabulary import View, Vocabulary
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.outcomes.consequences import consequences_of
from domain.rulesets.century.chapters.rolls.judging import close_unthrown
from domain.rulesets.century.chapters.rolls.modifiers import (
    GEARING,
    NO_GEARING,
    modifiers_of,
)
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled, require_free_to_roll, why_unable
from domain.rulesets.century.chapters.rolls.opening import open_roll
from domain.rulesets.century.chapters.rolls.roll_terms import (
    CHECKERS,
    CHECKERS_BY_HAZARD,
    EVERY_KEY,
    HAZARDS_FOR_SEVERAL,
    HAZARDS_TO_MEET,
    KEYS_BY_ROLLER,
    SKILL_ROLLERS,
    Terms,
    hazard_terms,
    phrase_of_terms,
    reaction_terms,
    skill_terms,
)
from domain.rulesets.century.chapters.rolls.sent_answers import require_asked
from domain.rulesets.century.parts import Calling, CallingOne, CandidateSheet, Key, RollKey, RollTerms, Timely
from domain.rulesets.century.state import Candidate, Fight, Person
from domain.rulesets.century.tables import HAZARDS, SUCCESS_LEVELS
from domain.rulesets.century.vocabularies import KEY, labelled_rolls
from domain.rulesets.century.words import Hazard, RollKind
from domain.text.words import Variant, Words


def _roll_ids(view: View[Fight]) -> Without:
    """Return the IDs that a new roll may have: not that of an open one, nor what it begins with."""
    parts = [roll.split(".") for roll in view.state.rolls]
    taken = [".".join(names[:length]) for names in parts for length in range(1, len(names) + 1)]
    return Without(KEY, tuple(dict.fromkeys(taken)))


ROLL_IDS: Final[Vocabulary[Fight]] = Vocabulary("IDs of new rolls", _roll_ids)
UNTHROWN: Final[Vocabulary[Fight]] = Vocabulary(
    "rolls before their throw",
    lambda view: labelled_rolls(view.state, [one.id for one in view.state.rolls.values() if one.number is None]),
)


# The narrator calls


class CallRoll(CallingOne):
    """Call a combatant for a Skill Roll or a Reaction Check (CE-SKILL-1, CE-REACT-1)."""

    variants = {
        "skill": {
            "roller": among(SKILL_ROLLERS),
            **skill_terms(Terms(Lookup(KEYS_BY_ROLLER, ("roller", "without")), GEARING, ("roller",))),
            "roll_id": among(ROLL_IDS, seldom=True),
        },
        "reaction": {
            "roller": among(CHECKERS),
            **reaction_terms(Terms(EVERY_KEY, GEARING, ("roller",))),
            "roll_id": among(ROLL_IDS, seldom=True),
        },
        "hazard": {
            "roller": among(CHECKERS),
            **hazard_terms(Terms(EVERY_KEY, GEARING, ("roller",)), Lookup(HAZARDS_TO_MEET, ("roller",))),
            "roll_id": among(ROLL_IDS, seldom=True),
        },
    }
    says = ()
    example = {
        "roller": "mulan",
        "candidates": [{"skill": "Climbing", "abilities": ["agl"], "base": 60}],
        "modifiers": [
            {"key": "custom", "item": "hook_and_line"},
            {"key": "light_low"},
            {"key": "custom", "label": "duress", "amount": -20},
        ],
        "on_failure": [{"effect": "lose_hp", "dice": "1d6"}],
    }
    words = Words(
        "Call for a roll",
        "Call {roller} for a roll",
        group="tests",
        variants={
            "skill": Variant(
                "Call for a Skill Roll",
                phrase_of_terms("Call {roller} for a Skill Roll"),
                help="Call a combatant for a Skill Roll, for something uncertain that they do.",
            ),
            "reaction": Variant(
                "Call for a Reaction Check",
                phrase_of_terms("Call {roller} for a Reaction Check"),
                help="Call a combatant for a Reaction Check, against something that befalls them.",
            ),
            "hazard": Variant(
                "Call for a roll against a hazard",
                phrase_of_terms("Call {roller} for a Reaction Check", against_hazard=True),
                help="Call a combatant for a Reaction Check against a hazard, which says which ability counts.",
            ),
        },
        fields={
            "roller": "Who rolls",
            "hidden": "Hidden roll",
            "roll_id": "ID of the roll",
            "with": "What else counts",
            "ladder": "What each degree reveals",
        },
    )
    type: Literal["century.call_roll"] = "century.call_roll"
    roll_id: Key | None = Field(default=None, description="an ID for the roll; one is made if it is left out")

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        roller = find_combatant(fight, self.roller, "command.roller")
        require_free_to_roll(fight, roller, "command.roller")
        roll = new_roll_id(fight, self.roll_id)
        call = roll_call(fight, self, roller, roll, "command")
        require_asked(fight, self.answers, (call,))
        open_roll(decision, call, ladder=self.ladder or ())


class Ladders(msgspec.Struct, frozen=True, gc=False):
    """One of several calls, and what is learnt from its roll."""

    call: RollCalled
    ladder: tuple[str, ...] = ()


class CallRolls(Calling):
    """Call several combatants for the same roll, one each (CE-DEG-8)."""

    variants = {
        "skill": {
            "rollers": several(SKILL_ROLLERS, 1, 20, distinct=True),
            **skill_terms(Terms(EVERY_KEY, NO_GEARING, mark="check")),
            "roll_id": among(ROLL_IDS, seldom=True),
        },
        "reaction": {
            "rollers": several(CHECKERS, 1, 20, distinct=True),
            **reaction_terms(Terms(EVERY_KEY, NO_GEARING)),
            "roll_id": among(ROLL_IDS, seldom=True),
        },
        "hazard": {
            **hazard_terms(Terms(EVERY_KEY, NO_GEARING), HAZARDS_FOR_SEVERAL),
            "rollers": several(Lookup(CHECKERS_BY_HAZARD, ("hazard",)), 1, 20, distinct=True),
            "roll_id": among(ROLL_IDS, seldom=True),
        },
    }
    says = ()
    example = {"rollers": ["sam", "mulan"], "kind": "reaction", "hazard": "surprise", "base": 40}
    words = Words(
        "Call several for a roll",
        "Call {rollers} for a roll",
        group="tests",
        variants={
            "skill": Variant("Call several for a Skill Roll", phrase_of_terms("Call {rollers} for a Skill Roll")),
            "reaction": Variant("Call several for a check", phrase_of_terms("Call {rollers} for a Reaction Check")),
            "hazard": Variant(
                "Call several against a hazard",
                phrase_of_terms("Call {rollers} for a Reaction Check", against_hazard=True),
            ),
        },
        fields={
            "rollers": "Who rolls",
            "hidden": "Hidden rolls",
            "roll_id": "ID of the rolls",
            "with": "What else counts",
            "ladder": "What each degree reveals",
        },
    )
    type: Literal["century.call_rolls"] = "century.call_rolls"
    rollers: tuple[CombatantId, ...] = Field(min_length=1, max_length=20)
    roll_id: Key | None = Field(
        default=None, description="an ID for the rolls, to which that of each combatant is added"
    )

    def decide(self, decision: Decision[Fight]) -> None:
        """The same roll for several, one each, in the order named (CE-DEG-8).

        All of them open at once, and none waits for the answers of another (CE-ROLL-20).
        """
        fight = decision.state
        require_distinct(self.rollers, "command.rollers")
        name = new_roll_id(fight, self.roll_id)
        calls = []
        for place, who in enumerate(self.rollers):
            field = f"command.rollers[{place}]"
            roller = find_combatant(fight, who, field)
            require_free_to_roll(fight, roller, field)
            calls.append(roll_call(fight, self, roller, f"{name}.{who}", "command"))
        require_asked(fight, self.answers, calls)
        decision.apart(*[(call_next, Ladders(call, self.ladder or ())) for call in calls])


@stage("century.calls.next", Ladders)
def call_next(decision: Decision[Fight], waiting: Ladders) -> None:
    """Open the next of several rolls."""
    open_roll(decision, waiting.call, ladder=waiting.ladder)


class WithdrawRoll(Narrating, Timely):
    """Take an open roll back before its throw (CE-ROLL-19). Fate Points that were declared for it return."""

    form = {"roll_id": among(UNTHROWN)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"roll_id": "lookout"}
    words = Words("Take a roll back", "Take the roll back: {roll_id}", group="tests", prominence="seldom")
    type: Literal["century.withdraw_roll"] = "century.withdraw_roll"
    roll_id: RollKey

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return any(roll.number is None for roll in fight.rolls.values())

    def decide(self, decision: Decision[Fight]) -> None:
        """An open roll ends without result; fate declared on it returns (CE-ROLL-19)."""
        roll = decision.state.rolls.get(self.roll_id)
        if roll is None:
            said = unknown(f"No roll “{self.roll_id}” is open", self.roll_id, decision.state.rolls, "No roll is open.")
            refuse("CE-ROLL-13", said, code="invalid", field="command.roll_id")
        require(roll.number is None, "CE-ROLL-19", "The die has been thrown; the roll can no longer be taken back.")
        close_unthrown(decision, roll, "withdrawn")


def new_roll_id(fight: Fight, wanted: str | None) -> str:
    """Return the ID of a new roll: the one that is wanted, which is refused while it is open, or one that is free."""
    if wanted is None:
        return next(name for name in _names(fight.lineage_version + 1) if name not in fight.rolls)
    taken = any(roll == wanted or roll.startswith(f"{wanted}.") for roll in fight.rolls)
    require(not taken, "CE-SHEET-37", f"The roll {wanted} is open.", field="command.roll_id")
    return wanted


def _names(version: int) -> Iterator[str]:
    """Names for a roll: by the version of its call, with a letter more where the narrator has given that name away."""
    name = f"roll-{version}"
    while True:
        yield name
        name += "a"


# What a call says


def roll_call(
    fight: Fight, terms: RollTerms, roller: Person, roll: str, field: str, *, own: bool = False, what: str = ""
) -> RollCalled:
    """Return the call as a fact; refuses terms that the rules forbid.

    ``own`` says that it is the roller's own doing; a Reaction Check is no action all the same (CE-REACT-6).
    """
    kind: RollKind = terms.kind
    _require_ladder(fight, terms, field)
    said = "A hazard is met by a Reaction Check."
    require(terms.hazard is None or kind == "reaction", "CE-REACT-4", said, field=f"{field}.hazard")
    said = "The scene always counts in Skill Rolls; `with` is for Reaction Checks."
    require(not terms.with_ or kind == "reaction", "CE-REACT-7", said, field=f"{field}.with")
    candidates = candidates_of(terms, field)
    unable = [why_unable(roller, kind, candidate) for candidate in candidates]
    if all(unable):
        refuse("CE-ROLL-17", f"{roller.name} {unable[0]}.", field=field)
    if terms.target is not None:
        find_combatant(fight, terms.target, f"{field}.target")
    scene = _of_scene(terms)
    modifiers = modifiers_of(fight, roller, terms.modifiers, terms.without, kind, field, with_scene=scene)
    return RollCalled(
        roll=roll,
        combatant=roller.id,
        kind=kind,
        what=what,
        candidates=tuple([one for one, why in zip(candidates, unable, strict=True) if why is None]),
        modifiers=modifiers,
        without=terms.without,
        with_scene=scene,
        hazard=terms.hazard,
        on_failure=consequences_of(fight, terms.on_failure, f"{field}.on_failure"),
        hidden=terms.hidden,
        target_of=terms.target,
        own_action=own and kind == "skill",
    )


def _of_scene(terms: RollTerms) -> tuple[str, ...]:
    """Return what of the scene counts in a Reaction Check: the light always does in surprise (CE-REACT-7)."""
    named = (*terms.with_, "light") if terms.hazard == "surprise" else terms.with_
    return tuple([name for name in dict.fromkeys(named) if name not in terms.without])


def _require_ladder(fight: Fight, terms: RollTerms, field: str) -> None:
    said = "Without degrees there is nothing to learn by them; leave the ladder out."
    require(terms.ladder is None or fight.options.degrees, "CE-DEG-1", said, field=f"{field}.ladder")
    texts = terms.ladder or ()
    if len(set(texts)) != len(texts):
        refuse(None, "Two steps of the ladder have the same text.", code="invalid", field=f"{field}.ladder")


def candidates_of(terms: RollTerms, field: str) -> tuple[Candidate, ...]:
    """Return the ways to make the roll: those named, else those of the hazard (CE-REACT-4, CE-REACT-5)."""
    if terms.candidates:
        alone = terms.base is None and terms.success_level is None
        said = "Each candidate has a base of its own; leave this one out."
        require(alone, "CE-ROLL-10", said, field=f"{field}.base")
        keys = tuple([one.key for one in terms.candidates])
        if len(set(keys)) != len(keys):
            refuse(None, "Two candidates have the same key.", code="invalid", field=f"{field}.candidates")
        return tuple([_candidate(one, f"{field}.candidates[{place}]") for place, one in enumerate(terms.candidates)])
    said = "A roll needs `candidates`, each with a base or a Success Level, or else a `hazard` with a base."
    require(terms.hazard is not None, "CE-SKILL-1", said, field=f"{field}.candidates")
    base = base_of(terms.base, terms.success_level, field)
    return _of_hazard(terms.hazard, base)


def _of_hazard(hazard: Hazard | None, base: int) -> tuple[Candidate, ...]:
    named = HAZARDS[hazard] if hazard is not None else ()
    return tuple([Candidate(ability, base, None, (ability,)) for ability in named])


def _candidate(sheet: CandidateSheet, field: str) -> Candidate:
    abilities = sheet.abilities
    require_distinct(abilities, f"{field}.abilities")
    return Candidate(sheet.key, base_of(sheet.base, sheet.success_level, field), sheet.skill, abilities)


def base_of(base: int | None, level: int | None, field: str) -> int:
    """Return the base as a number: it is given, or ten times a Success Level (CE-ROLL-10)."""
    said = "Give a base or a success level, one of both."
    require((base is None) != (level is None), "CE-ROLL-10", said, field=f"{field}.base")
    return SUCCESS_LEVELS[level] if level is not None else base or 0


CALLS: Chapter[Fight] = Chapter(commands=(CallRoll, CallRolls, WithdrawRoll), stages=(call_next,))
