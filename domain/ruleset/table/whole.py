"""The table of a fight at one version, as a speaker may see it: what all rulesets share, and what each draws itself."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from domain.core.events import CombatantJoined
from domain.model.encounter import NARRATOR_ID, Encounter, Entrant
from domain.model.speaker import Speaker
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table.awaiting import asked_together, awaited
from domain.table.look import Look
from domain.table.shapes import Combatant, Legend, Named, Table, TableScene, ToAct
from domain.text.languages import ENGLISH
from domain.text.phrases import Names, distinct_names

S = TypeVar("S", bound=Encounter)


def table(ruleset: Ruleset[S], state: S, speaker: Speaker, *, settled: bool, language: str = ENGLISH) -> Table:
    """Return the table of a state. ``settled`` says whether its version ends a batch."""
    wording, seen = ruleset.wording(language), ruleset.seen_by(state, speaker)
    names = ruleset.names_seen(state, seen)
    look = Look(seen, state, speaker, names, wording, settled=settled)
    draw = ruleset.drawing
    combatants = _with_metadata(look, _with_distinct_names({**_combatants(ruleset, look), **draw.others(look)}))
    return Table(
        version=state.version,
        status=state.status,
        settled=settled,
        clock=draw.clock(look),
        scene=_scene(ruleset, look),
        to_act=_to_act(ruleset, look),
        awaits=awaited(ruleset, look) if settled else {},
        asked=asked_together(state) if settled else {},
        over=draw.over(look, combatants),
        sides=_sides(look, combatants),
        order=tuple(combatants),
        combatants=combatants,
        pending=dict(draw.pending(look)),
        board=draw.board(look),
        bonds=dict(draw.bonds(look)),
        decks=dict(draw.decks(look)),
        legend=_legend(ruleset, look, combatants),
    )


def _combatants(ruleset: Ruleset[S], look: Look[S]) -> dict[str, Combatant]:
    """Return the cards of those who are there, in the order of joining."""
    draw = ruleset.drawing.card
    present = look.whole.present(ruleset.sheets)
    return {one: draw(look, one) if look.shows(one) else _secret(ruleset, look, one) for one in present}


def _secret(ruleset: Ruleset[S], look: Look[S], one: str) -> Combatant:
    """Return the card of a secret sheet: what has changed since its bearer joined, which play has shown."""
    entrant = look.whole.entrants.get(one, Entrant(look.names.get(one, one)))
    hidden = Combatant(name=entrant.name, kind="unknown", state="able", side=entrant.side or "", secret=True)
    if not entrant.sheet:
        return hidden
    draw = ruleset.drawing.card
    now = draw(_look_at(look, look.whole), one)
    then = draw(_look_at(look, _as_joined(ruleset, look.whole, one, entrant)), one)
    return replace(
        hidden,
        state=now.state if now.state != then.state else "able",
        why=now.why if now.why != then.why else "",
        place=now.place if now.place != then.place else None,
        conditions={key: one for key, one in now.conditions.items() if then.conditions.get(key) != one},
    )


def _look_at(look: Look[S], state: S) -> Look[S]:
    return Look(state, state, look.speaker, look.names, look.wording, settled=look.settled)


def _as_joined(ruleset: Ruleset[S], state: S, one: str, entrant: Entrant) -> S:
    """Return the state with one combatant as it joined, and no others."""
    past = replace(state, **{name: {} for name in ruleset.sheets})
    sheet = msgspec.json.decode(entrant.sheet)
    joined = CombatantJoined(combatant=one, name=entrant.name, side=entrant.side, sheet=sheet)
    ruleset.evolve[CombatantJoined](joined, past)
    return past


def _with_distinct_names(cards: Mapping[str, Combatant]) -> dict[str, Combatant]:
    names: Names = distinct_names({one: card.name for one, card in cards.items()})
    return {one: card if card.name == names[one] else replace(card, name=names[one]) for one, card in cards.items()}


def _with_metadata(look: Look[Any], cards: dict[str, Combatant]) -> dict[str, Combatant]:
    """Return the cards with the metadata that clients keep about combatants."""
    kept = look.state.combatant_metadata
    return {**cards, **{one: replace(cards[one], metadata=own) for one, own in kept.items() if one in cards}}


def _scene(ruleset: Ruleset[S], look: Look[S]) -> TableScene | None:
    drawn = ruleset.drawing.scene(look)
    metadata = look.state.metadata
    return replace(drawn or TableScene(), metadata=metadata) if metadata else drawn


def _to_act(ruleset: Ruleset[S], look: Look[S]) -> ToAct:
    """Return who may act: no one inside a batch. Actions left on secret sheets are omitted.

    In a fight without combatants in which no one has the turn, the narrator is to add some.
    """
    if look.whole.status != "open":
        return ToAct(now=False, who=(), has=look.said("no_acts"))
    found = ruleset.drawing.to_act(look)
    if not found.who and not look.whole.present(ruleset.sheets):
        return ToAct(now=look.settled, who=(NARRATOR_ID,), has=look.said("no_combatants"))
    left = {one: some for one, some in found.left.items() if look.shows(one)}
    now = found.now and look.settled
    return found if now == found.now and len(left) == len(found.left) else replace(found, now=now, left=left)


def _sides(look: Look[Any], cards: Mapping[str, Combatant]) -> tuple[Named, ...]:
    """Return the sides that ever took part, in the order of joining."""
    return tuple([Named(one, look.side(one)) for one in look.sides_of(cards)])


def _legend(ruleset: Ruleset[S], look: Look[S], cards: Mapping[str, Combatant]) -> dict[str, Legend]:
    """Return the kinds of meters that a table shows."""
    shown = dict.fromkeys(key for card in cards.values() for key in _meters_of(card))
    return {key: ruleset.drawing.legend(look, key) for key in shown}


def _meters_of(card: Combatant) -> Iterable[str]:
    yield from card.meters
    for item in card.items.values():
        yield from item.meters
