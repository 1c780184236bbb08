"""The narrator's commands in S3, as forms: their fields depend on each other by the predicate ``rules``."""

from collections.abc import Iterator

from domain.core.commands import Command
from domain.forms.core import narrator_rows
from domain.forms.enumerated import open_forms
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Subset, Text
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose, RestoreBreath, SetFate, SetLimbPenalty
from domain.rulesets.s3.chapters.narrator.corrections import Remove, SetStuntMemory
from domain.rulesets.s3.chapters.narrator.hazards import Administer, Hazard, PoisonStrikes
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract, SetScene
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, StrikeTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, BeginScene, EndCombat
from domain.rulesets.s3.forms.fields import COINS, INTENTS, YES_NO
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import LIMBS, SKILLS

ROUNDS = Range(0, 100_000)
FATES = Choice(("slain", "down", "unconscious", "critical"))
ROUTES = Choice(("blade", "gas", "needle", "ingested"))


def one_of(combatants: tuple[str, ...]) -> OpenField:
    """Return the field for the combatant of a ruling."""
    return OpenField("combatant", Choice(combatants), required=True)


def choosable(fields: tuple[OpenField, ...]) -> tuple[OpenField, ...]:
    """Return the fields without the optional ones that have nothing to choose from: without vehicles, no vehicle."""
    return tuple([field for field in fields if field.required or field.domain != Choice(())])


def may_open_round(fight: Fight) -> bool:
    """Return whether a round may open: none is open and a PC is able (S3-TURN-2)."""
    return fight.round is None and bool(fight.able("players"))


def rounds_force(fight: Fight) -> Choice:
    """Return the values of ``force``: a round without an able foe has to be forced (S3-TURN-25)."""
    if not may_open_round(fight):
        return Choice(())
    return YES_NO if fight.able("opposition") else Choice((True,))


def narrator_forms(fight: Fight) -> Iterator[Form]:
    """Yield the narrator's commands; their fields depend on each other by the predicate ``rules``."""
    combatants = Choice((*fight.people, *fight.vehicles))
    persons = Choice(tuple(fight.people))
    whom = one_of(tuple(fight.people))
    able = tuple(person.id for person in fight.able())
    drunk = [(person.id, dose.id) for person in fight.able() for dose in person.doses if dose.waits_for_narrator]
    disabled = tuple(person.id for person in fight.people.values() if person.disabled is not None)
    there = tuple(person.id for person in fight.people.values() if person.out is None)
    zone = Choice(tuple(fight.zones))
    poison = OpenField("poison", Choice(tuple(POISONS)), required=True)
    everybody = Subset(able, 1)
    # By custom the first PC goes first, with its antagonist: both head their lists (S3-TURN-6).
    current = fight.pairing.pc if fight.pairing is not None else None
    waiting = tuple(pc for pc in (fight.round.waiting if fight.round is not None else ()) if pc != current)
    foes = Choice(tuple(foe.id for foe in fight.able("opposition")))
    force = OpenField("force", rounds_force(fight), required=not fight.able("opposition") or not may_open_round(fight))
    rows: tuple[tuple[type[Command], tuple[OpenField, ...]], ...] = (
        *narrator_rows(fight),
        (
            SetScene,
            (
                OpenField("zones", Anything(), required=True),
                OpenField("links", Anything()),
                OpenField("hazards", Anything()),
            ),
        ),
        (BeginScene, (OpenField("name", Text()),)),
        (
            Place,
            (
                OpenField("combatant", combatants, required=True),
                OpenField("zone", zone),
                OpenField("engaged_with", Subset(tuple(fight.people))),
                OpenField("vehicle", Choice(tuple(fight.vehicles))),
                OpenField("seat", Choice(("driver", "rider"))),
                OpenField("relative", Anything()),
                OpenField("unseen_by", Subset(tuple(fight.people))),
            ),
        ),
        (BeginRound, (force,)),
        (
            BeginTurn,
            (
                OpenField("pc", Choice(waiting if fight.pairing is None else ()), required=True),
                OpenField("npc", foes, required=bool(foes.values)),
                OpenField("order", Choice(("thrown", "pc_first", "npc_first"))),
            ),
        ),
        (StrikeTurn, (OpenField("pc", Choice(waiting), required=True),)),
        (Distract, (OpenField("zone", zone, required=True), OpenField("until_round", ROUNDS))),
        (
            Hazard,
            (
                OpenField("targets", everybody, required=True),
                OpenField("coins", COINS, required=True),
                OpenField("stun_coins", COINS),
                OpenField("wound_coins", COINS),
                OpenField("incendiary", YES_NO),
                OpenField("armour_counts", YES_NO),
                OpenField("called", Choice(LIMBS)),
                OpenField("lasts", Range(1, 100)),
                OpenField("intent", INTENTS),
            ),
        ),
        (
            Impose,
            (
                one_of(able),
                OpenField("wound", COINS),
                OpenField("limb", Choice(LIMBS)),
                OpenField("stunned", YES_NO),
                OpenField("prone", YES_NO),
                OpenField("disabled", FATES),
            ),
        ),
        (
            Heal,
            (
                whom,
                OpenField("wounds", Anything()),
                OpenField("limbs", Anything()),
                *(OpenField(name, YES_NO) for name in ("stunned", "fire", "doses", "disabled")),
            ),
        ),
        (RestoreBreath, (whom, OpenField("points", Anything()))),
        (
            Administer,
            (
                OpenField("combatants", everybody, required=True),
                poison,
                OpenField("route", ROUTES, required=True),
                OpenField("source", persons),
            ),
        ),
        (
            PoisonStrikes,
            (
                one_of(tuple(dict.fromkeys(who for who, _ in drunk))),
                OpenField("dose", Choice(tuple(dict.fromkeys(dose for _, dose in drunk))), required=True),
            ),
        ),
        (
            SetLimbPenalty,
            (
                whom,
                OpenField("limb", Choice(LIMBS), required=True),
                OpenField("skill", Choice(SKILLS), required=True),
                OpenField("applies", YES_NO, required=True),
            ),
        ),
        (SetFate, (one_of(disabled), OpenField("fate", FATES, required=True))),
        (Remove, (one_of(there), OpenField("reason", Text()))),
        (SetStuntMemory, (whom, OpenField("add", Anything()), OpenField("remove", Anything()))),
        (EndCombat, ()),
    )
    yield from open_forms(fight, ((kind, choosable(fields)) for kind, fields in rows))
