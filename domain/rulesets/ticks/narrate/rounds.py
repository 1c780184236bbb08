"""How combat, rounds, the count and what is declared are told."""

from collections.abc import Mapping

import msgspec

from domain.core.events import EncounterClosed, EncounterOpened
from domain.model.event import Event
from domain.rulesets.ticks.events import rounds as fact
from domain.rulesets.ticks.narrate.words import declaration_said, luck, plan_said, square
from domain.rulesets.ticks.state import Square
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    counted,
    named,
    possessive,
    reason_suffix,
    sentence,
    they_do,
)

LOST = {
    "strike": "cannot strike",
    "step": "cannot step",
    "deed": "cannot do what {they_intend}",
    "stand": "cannot get up",
}


def encounter_opened(event: EncounterOpened, names: Names) -> str:
    """Nothing falls in it, whatever it was opened with (TK-TEST-6)."""
    return f"“{event.name}” begins; no dice are needed."


def encounter_closed(event: EncounterClosed, names: Names) -> str:
    return f"The encounter is over{reason_suffix(event.reason)}."


def combat_called(event: fact.CombatCalled, names: Names) -> str:
    others = [one for one in event.earshot if one not in (event.combatant, event.against)]
    heard = f", in earshot of {all_named(names, others)}" if others else ""
    return sentence(f"{named(names, event.combatant)} begins combat against {named(names, event.against)}{heard}.")


def drawn_in(event: fact.DrawnIn, names: Names) -> str:
    late = " and declares from the next round on" if event.late else ""
    return sentence(f"{named(names, event.combatant)} joins the combat{late}.")


def round_started(event: fact.RoundStarted, names: Names) -> str:
    return f"Round {event.round} begins."


def tick_called(event: fact.TickCalled, names: Names) -> str:
    return f"Tick {event.tick}."


def count_awaited(event: fact.CountAwaited, names: Names) -> str:
    if event.next > 0:
        return f"The count stops until the narrator continues it at tick {event.next}."
    return "The count stops until the narrator ends the round."


def declared(event: fact.Declared, names: Names) -> str:
    """A sealed declaration is told in full to those alone who may see it (TK-DECL-5)."""
    if event.silent:
        return sentence(f"{named(names, event.combatant)} declares nothing and does nothing this round.")
    sealed = f"{named(names, event.combatant)} declares in secret"
    if event.declaration is None:
        return sentence(f"{sealed}.")
    does = declaration_said(event.combatant, event.declaration, names)
    return sentence(f"{sealed} that {they_do(names, event.combatant, does)}.")


def declaration_voided(event: fact.DeclarationVoided, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} declaration is void and costs no luck.")


def declaration_upheld(event: fact.DeclarationUpheld, names: Names) -> str:
    """Which it is, and why it was judged, is the narrator's secret until it is revealed (TK-DECL-5)."""
    if not event.combatant:
        return "A sealed declaration stands as it is."
    hard = f", with a difficulty of {event.difficulty}" if event.difficulty is not None else ""
    return sentence(f"{possessive(names, event.combatant)} declaration stands{hard}.")


def difficulty_set(event: fact.DifficultySet, names: Names) -> str:
    who = named(names, event.combatant)
    if event.difficulty is None:
        return f"The narrator writes down in secret how hard it is for {who}."
    return f"The difficulty for {who} is {event.difficulty}."


def declarations_revealed(event: fact.DeclarationsRevealed, names: Names) -> str:
    each = [f"{named(names, who)} {declaration_said(who, what, names)}" for who, what in event.declarations.items()]
    return f"Revealed on tick {event.tick}: {'; '.join(each) or 'nothing'}."


def resolution_started(event: fact.ResolutionStarted, names: Names) -> str:
    return f"Everyone has declared; the count starts at tick {event.highest}."


def plan_made(event: fact.PlanMade, names: Names) -> str:
    """A plan is its owner's secret (TK-PLAN-1)."""
    who = named(names, event.combatant)
    if event.plan is None:
        return sentence(f"{who} makes a secret plan.")
    return sentence(f"{who} secretly plans to {plan_said(event.plan, names)}.")


def hurried(event: fact.Hurried, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} hurries for {luck(event.points)}.")


def held(event: fact.Held, names: Names) -> str:
    until = f"until tick {event.until}" if event.until > 0 else "for the rest of the round"
    return sentence(f"{named(names, event.combatant)} waits {until}.")


def lapsed(event: fact.Lapsed, names: Names) -> str:
    lost = LOST[event.what].format(they_intend=they_do(names, event.combatant, "intends"))
    return sentence(f"{named(names, event.combatant)} {lost}: {event.reason}.")


def round_ended(event: fact.RoundEnded, names: Names) -> str:
    return f"Round {event.round} is over."


def combat_ended(event: fact.CombatEnded, names: Names) -> str:
    return "The combat is over."


def time_passed(event: fact.TimePassed, names: Names) -> str:
    go = "goes" if event.seconds == 1 else "go"
    return sentence(f"{counted(event.seconds, 'second')} {go} by; the clock shows {event.clock}.")


def change_scheduled(event: fact.ChangeScheduled, names: Names) -> str:
    """What the narrator has in store is the narrator's secret (TK-POS-6, TK-SIGHT-2)."""
    if not event.change:
        return "The narrator has something in store."
    change = event.change
    match change.get("type"):
        case "ticks.place":
            to = square(msgspec.convert(change.get("to") or {}, Square))
            what = f"{named(names, change['combatant'])} is moved to {to}"
        case "ticks.set_sight":
            sees = "sees" if change.get("visible", True) else "no longer sees"
            what = f"{named(names, change['observer'])} {sees} {named(names, change['target'])}"
        case _:
            deferrer = possessive(names, str(change.get("deferrer", "")))
            what = f"{named(names, str(change.get('by', '')))} meets {deferrer} condition"
    return f"The narrator has something in store for tick {event.tick}: {what}."


ROUNDS_TOLD: Mapping[type[Event], RenderEvent] = {
    EncounterOpened: encounter_opened,
    EncounterClosed: encounter_closed,
    fact.CombatCalled: combat_called,
    fact.DrawnIn: drawn_in,
    fact.RoundStarted: round_started,
    fact.TickCalled: tick_called,
    fact.CountAwaited: count_awaited,
    fact.Declared: declared,
    fact.DeclarationVoided: declaration_voided,
    fact.DeclarationUpheld: declaration_upheld,
    fact.DifficultySet: difficulty_set,
    fact.DeclarationsRevealed: declarations_revealed,
    fact.ResolutionStarted: resolution_started,
    fact.PlanMade: plan_made,
    fact.Hurried: hurried,
    fact.Held: held,
    fact.Lapsed: lapsed,
    fact.RoundEnded: round_ended,
    fact.CombatEnded: combat_ended,
    fact.TimePassed: time_passed,
    fact.ChangeScheduled: change_scheduled,
}
