"""Scope: what may be attempted with an ability (YY-SCOPE), and what succeeds without a card (YY-AUTO).

No target value and no number of cards depends on it (YY-SCOPE-2).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import ANY_KEY
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.decks.drawing import require_ability
from domain.rulesets.yin_yang.chapters.vocabularies import ABILITIES, VOICED, people
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.parts import SAID, AbilityName, Said
from domain.rulesets.yin_yang.state import Ability, Fight, Person, scope_key
from domain.rulesets.yin_yang.tables import DIFFICULTIES
from domain.rulesets.yin_yang.words import SCOPES, Difficulty, Scope
from domain.story.told import AS_SAID, Told
from domain.text.sentences import AS_WRITTEN, QUOTED, Spoken
from domain.text.words import Words


class ScopeRuled(Event, frozen=True, kw_only=True):
    """The narrator said whether a task is within an ability (YY-SCOPE-4)."""

    type: ClassVar[str] = "yin_yang.scope_ruled"
    words = "Ruling on an ability"
    told = Told(brief=AS_SAID)
    says = "The narrator rules that {combatant's} ability {ability} {within} {task}."
    example = {"combatant": "bill", "ability": "Blaster", "task": "three owls", "within": True}
    combatant: str
    ability: Annotated[str, AS_WRITTEN]
    task: Annotated[str, QUOTED]
    within: Annotated[bool, Spoken({True: "covers", False: "does not cover"})]

    def evolve(self, fight: Fight) -> None:
        """The latest ruling holds (YY-SCOPE-4)."""
        key = scope_key(self.combatant, self.ability, self.task)
        fight.scope_rulings = {**fight.scope_rulings, key: self.within}


def _rulings(view: View[Fight]) -> dict[str, dict[str, dict[str, bool]]]:
    """Return what has been ruled of tasks, by combatant, ability and task."""
    found: dict[str, dict[str, dict[str, bool]]] = {}
    for key, within in view.state.scope_rulings.items():
        combatant, ability, task = key.split("/", 2)
        named = ability.replace("~1", "/").replace("~0", "~")
        found.setdefault(combatant, {}).setdefault(named, {})[task] = within
    return found


RULINGS: Final = Vocabulary[Fight]("rulings on scope", _rulings)


def _abilities_for_task(view: View[Fight]) -> dict[str, Any]:
    """Return the abilities that may be used, by combatant and task (YY-SCOPE-4)."""
    found: dict[str, Any] = dict(view[ABILITIES])
    for combatant, ruled in view[RULINGS].items():
        abilities = found.get(combatant, ())
        known = {one.value for one in abilities}
        barred: dict[str, list[str]] = {}
        for ability, tasks in ruled.items():
            for task, within in tasks.items():
                if not within and ability in known:
                    barred.setdefault(task, []).append(ability)
        if barred:
            found[combatant] = {
                **{
                    task: tuple([one for one in abilities if one.value not in gone]) or {}
                    for task, gone in barred.items()
                },
                ANY_KEY: abilities,
            }
    return found


ABILITIES_FOR_TASK: Final = Vocabulary[Fight]("abilities for the task", _abilities_for_task)


def _scopes(view: View[Fight]) -> dict[str, Any]:
    """Return the scopes that a task may need, by combatant, ability and task (YY-SCOPE-3): any where it is ruled in."""
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    found: dict[str, Any] = {}
    for person in people(view, view[VOICED]):
        key = tuple([part for one in person.abilities.values() for part in (one.name, one.scope)])
        if key and key not in rows:
            rows[key] = {one.name: UP_TO[one.scope] for one in person.abilities.values()}
        row = rows.get(key, {})
        for ability, tasks in view[RULINGS].get(person.id, {}).items():
            within = [task for task, one in tasks.items() if one]
            if within and ability in row:
                row = {**row, ability: {**dict.fromkeys(within, SCOPES), ANY_KEY: row[ability]}}
        found[person.id] = row
    return {who: row for who, row in found.items() if row}


UP_TO: Final[Mapping[Scope, tuple[Scope, ...]]] = {scope: SCOPES[: place + 1] for place, scope in enumerate(SCOPES)}
NEEDED_SCOPES: Final = Vocabulary[Fight]("scopes of abilities", _scopes)


GIFTED: Final = Vocabulary[Fight]("those with abilities", lambda view: tuple(view[ABILITIES]))


class RuleScope(Narrating):
    """Say whether a task is within an ability (YY-SCOPE-4)."""

    form = {
        "combatant": among(GIFTED),
        "ability": looked_up(ABILITIES, "combatant"),
        "task": SAID,
    }
    says = ()
    example = {
        "combatant": "architect",
        "ability": "Information Architect",
        "task": "talk up a product",
        "within": False,
    }
    ruling = True
    words = Words("Rule on an ability", "Rule on “{task}” for {ability} of {combatant}: {within}", group="rulings")
    type: Literal["yin_yang.rule_scope"] = "yin_yang.rule_scope"
    combatant: CombatantId
    ability: AbilityName
    task: Said
    within: bool

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator says whether a task is within an ability; the latest ruling holds (YY-SCOPE-4)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require_ability(person, self.ability, "command.ability")
        record_scope(decision, person.id, self.ability, self.task, self.within)


def record_scope(decision: Decision[Fight], combatant: str, ability: str, task: str, within: bool) -> None:
    """Put a ruling on record; a challenge may win one too (YY-CHAL-6)."""
    decision.cause = decision.record(ScopeRuled(combatant=combatant, ability=ability, task=task, within=within))


def require_scope(
    fight: Fight,
    person: Person,
    ability: str | None,
    task: str,
    needs: Scope | None = None,
    field: str = "command.ability",
) -> None:
    """Refuse a task that is not within the ability (YY-SCOPE-4), or for which it is too narrow (YY-SCOPE-3).

    A ruling that the task is within the ability overrides ``needs``. Without an ability nothing is ruled; it is
    narrower than what ``needs`` names.
    """
    ruled = None if ability is None else fight.scope_rulings.get(scope_key(person.id, ability, task))
    barred = f"“{task}” is not within {ability} of {person.name}; try it with another ability, or with none."
    require(ruled is not False, "YY-SCOPE-4", barred, field=field)
    if needs is None or ruled:
        return
    wide = ability is not None and SCOPES.index(person.abilities[ability].scope) >= SCOPES.index(needs)
    detail = f"The task needs an ability of scope {needs} or wider; {person.name} tries it with {ability or 'none'}."
    require(wide, "YY-SCOPE-3", detail, field=field)


def is_automatic(options: Options, ability: Ability | None, difficulty: Difficulty | None) -> bool:
    """Whether a test succeeds without a card (YY-AUTO-1 to YY-AUTO-4, YY-RUL-17): the narrator has said how hard it is.

    Only ``unopposed.test`` asks: attacks, acts, matches, contests, tending and Damage Draws never are (YY-AUTO-9).
    """
    if not options.automatic_success or ability is None or difficulty is None:
        return False
    narrowest = DIFFICULTIES[difficulty].automatic_from
    return narrowest is not None and SCOPES.index(ability.scope) >= SCOPES.index(narrowest)


SCOPE: Chapter[Fight] = Chapter(commands=(RuleScope,), events=(ScopeRuled,))
