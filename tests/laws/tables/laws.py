"""The laws of tables, as functions that return what a table breaks."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

import jsonpatch
import msgspec

from domain.core.commands import Command
from domain.model.encounter import NARRATOR_ID, Encounter
from domain.model.event import Event
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table import table
from domain.table.differences import Operation
from tests.laws.menus import kinds_of, menu_of

ANYBODY: Final = "anybody"
TEXTS: Final = frozenset(
    {"label", "back", "has", "phase", "name", "role", "why", "note", "notes", "question", "sentence", "by", "until"}
    | {"source", "detail", "use", "does", "with", "title", "unit", "text", "light", "of", "seat"}
)
"""The keys of texts that a client shows as they are."""
WIRE: Final = frozenset({"metadata", "answer"})
"""The keys of values that clients send or keep as they are, and never show."""
_FOR_ALL: Final = re.compile(r"\.(round|turn|combat)_(called|begun|started|ended)$|\.time_passed$|^core\.rewound$")
"""The events that begin or end a round, a turn or the combat for all, and with it what lapses without a name."""
_IDENTIFIER: Final = re.compile(r"\b[a-z0-9]+_[a-z0-9_]+\b|\b[a-z]+-\d+-\d+\b|\b[a-z]+\.[a-z]+\b")


def table_of(ruleset: Ruleset[Any], state: Encounter, speaker: Speaker = NARRATOR, *, settled: bool = True) -> Any:
    """Return a table as its reader decodes it."""
    return msgspec.json.decode(msgspec.json.encode(table(ruleset, state, speaker, settled=settled)))


def broken(ruleset: Ruleset[Any], state: Encounter, shown: Mapping[str, Any]) -> Iterator[str]:
    """Yield each law that the narrator's table of a state at the end of a batch breaks."""
    yield from _whose_turn(ruleset, state, shown)
    yield from _what_is_awaited(state, shown)
    yield from _names(shown)
    yield from _texts(shown, frozenset(state.joined) - {card["name"] for card in shown["combatants"].values()})


def _whose_turn(ruleset: Ruleset[Any], state: Encounter, shown: Mapping[str, Any]) -> Iterator[str]:
    """Those listed as acting, and no others, have a command that takes a turn, or a prompt whose answer is the act."""
    to_act = shown["to_act"]
    named = {*to_act["who"], *to_act.get("optional", ())}
    if state.status != "open" and (named or to_act["now"]):
        yield f"in a closed fight {sorted(named)} are to act"
    if to_act["now"]:
        able = actors(ruleset, state) | answering(ruleset, state, to_act.get("prompts", {}))
        if ANYBODY in named and able:
            named = (named - {ANYBODY}) | able
        if named != able:
            yield f"to act are {sorted(named)}, but able to act are {sorted(able)}"
    elif able := actors(ruleset, state):
        yield f"nobody is to act now, but {sorted(able)} can"


def actors(ruleset: Ruleset[Any], state: Encounter) -> set[str]:
    """Return who may give a command that takes a turn, an action or a slot, and answers no prompt."""
    if state.status != "open":
        return set()
    found = set()
    for one in (*state.joined, NARRATOR_ID):
        speaker = NARRATOR if one == NARRATOR_ID else Speaker("player", (one,))
        for form in menu_of(ruleset, state, speaker).forms:
            kind = kinds_of(ruleset.commands)[form.command]
            own = (form.speaker == NARRATOR_ID) == speaker.is_narrator
            if own and form.prominence == "main" and not _answers(state, kind, one):
                found.add(one)
    return found


def _answers(state: Encounter, kind: type[Command], one: str) -> bool:
    """Return whether a command is the answer to an open prompt; some may be given without one, too."""
    return any((prompt.kind, prompt.to) == (kind.answers_to, one) for prompt in state.prompts)


def answering(ruleset: Ruleset[Any], state: Encounter, prompts: Mapping[str, str]) -> set[str]:
    """Return those of some whose prompts are open and may be answered now."""
    return {
        one
        for one, prompt in prompts.items()
        if (opened := state.prompt(prompt)) is not None
        and opened.to == one
        and ruleset.answerable(state, opened, NARRATOR)
    }


def _what_is_awaited(state: Encounter, shown: Mapping[str, Any]) -> Iterator[str]:
    awaits = shown["awaits"]
    if [*awaits] != [prompt.id for prompt in state.prompts]:
        yield f"awaits {[*awaits]}, but open are {[prompt.id for prompt in state.prompts]}"
    ready = [prompt for prompt in awaits.values() if not prompt.get("later")]
    if state.status == "open" and not shown.get("over") and not ready and not shown["to_act"]["now"]:
        yield "nobody is to act, and nothing is awaited"
    for name, prompt in awaits.items():
        labels = [choice["label"] for choice in prompt.get("choices", ())]
        if len({*labels}) < len(labels):
            yield f"{name} ({prompt['kind']}) has two choices of one label: {labels}"


def _names(shown: Mapping[str, Any]) -> Iterator[str]:
    names = [card["name"] for card in shown["combatants"].values()]
    if len({*names}) < len(names):
        yield f"two cards have one name: {names}"
    if sorted(shown["order"]) != sorted(shown["combatants"]):
        yield "the order does not list every combatant once"


def _texts(shown: Any, ids: frozenset[str], path: str = "") -> Iterator[str]:
    """Yield texts that contain an identifier, or are the ID of a combatant."""
    if isinstance(shown, dict):
        for key, value in shown.items():
            if key in TEXTS and isinstance(value, str) and (_IDENTIFIER.search(value) or value in ids):
                yield f"{path}/{key} has an identifier: {value}"
            elif key not in WIRE:
                yield from _texts(value, ids, f"{path}/{key}")
    elif isinstance(shown, list):
        for place, value in enumerate(shown):
            yield from _texts(value, ids, f"{path}/{place}")


def unexplained(before: Mapping[str, Any], after: Mapping[str, Any], events: Iterable[Event]) -> Iterator[str]:
    """Yield the cards that a batch changes without an event that names them, or that begins or ends a time for all.

    What a card has between its bearer and another, as the target of a deed or cover behind somebody, may follow from an
    event that names the other; a condition may end as it says itself, such as at the next call.
    """
    events = list(events)
    if any(_FOR_ALL.search(event.type) for event in events):
        return
    said = msgspec.json.decode(msgspec.json.encode(events))
    cards = {**before["combatants"], **after["combatants"]}
    named = [one for one in cards if _names_somewhere(said, one)]
    others = {*named, *[cards[one]["name"] for one in named]}
    for one, card in after["combatants"].items():
        if one in before["combatants"] and one not in named:
            changed = [*_changes(before["combatants"][one], card, others)]
            if changed:
                types = [event.type for event in events]
                yield f"{changed} of the card of {one} change in a batch that does not name it: {types}"


def _changes(before: Mapping[str, Any], after: Mapping[str, Any], others: Collection[str]) -> Iterator[str]:
    """Yield what changes on a card, except what names one of the ``others`` and conditions that end as they say."""
    old, new = _entries(before), _entries(after)
    for key in sorted(old.keys() | new.keys()):
        was, becomes = old.get(key), new.get(key)
        ends = becomes is None and isinstance(was, dict) and "until" in was
        if was != becomes and not ends and not _mentions([was, becomes], others):
            yield key


def _entries(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a card, each condition as one of them."""
    conditions = {f"conditions/{key}": one for key, one in card.get("conditions", {}).items()}
    return {**{key: part for key, part in card.items() if key != "conditions"}, **conditions}


def _mentions(value: Any, words: Collection[str]) -> bool:
    """Return whether a text in a value has one of some words in it."""
    if isinstance(value, str):
        return any(word in value for word in words)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(_mentions(part, words) for part in parts)


def _names_somewhere(said: Any, one: str) -> bool:
    """Return whether an ID is in a value, also as a part of a key of several IDs."""
    if isinstance(said, str):
        return one in re.split(r"[/:.]", said)
    if isinstance(said, dict):
        return any(_names_somewhere(key, one) or _names_somewhere(value, one) for key, value in said.items())
    return isinstance(said, list) and any(_names_somewhere(value, one) for value in said)


def patched(before: Any, operations: Iterable[Operation]) -> Any:
    """Return a value after operations of RFC 6902, as another library applies them."""
    return jsonpatch.apply_patch(before, msgspec.json.decode(msgspec.json.encode([*operations])))
