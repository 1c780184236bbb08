"""The narrator's commands in S3, as forms: their fields depend on each other by the predicate ``rules``."""

from collections.abc import Iterator

from domain.core.commands import Command
from domain.forms.core import narrator_rows
from domain.forms.enumerated import open_forms
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Subset, Text
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.forms.fields import COINS, INTENTS, YES_NO
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import LIMBS, SKILLS

ROUNDS = Range(0, 100_000)
FATES = Choice(("slain", "down", "unconscious", "critical"))
ROUTES = Choice(("blade", "gas", "needle", "ingested"))


def one_of(combatants: tuple[str, ...]) -> OpenField:
    """The field that says whom a ruling is about."""
    return OpenField("combatant", Choice(combatants), required=True)


def choosable(fields: tuple[OpenField, ...]) -> tuple[OpenField, ...]:
    """Return the fields without the optional ones that have nothing to choose from: without vehicles, no vehicle."""
    return tuple([field for field in fields if field.required or field.domain != Choice(())])


def may_open_round(fight: Fight) -> bool:
    """A round opens where none is open and somebody able takes a turn (S3-TURN-2)."""
    return fight.round is None and bool(fight.able("players"))


def rounds_force(fight: Fight) -> Choice:
    """Without an able foe a round has to be forced (S3-TURN-25)."""
    if not may_open_round(fight):
        return Choice(())
    return YES_NO if fight.able("opposition") else Choice((True,))


def narrator_forms(fight: Fight) -> Iterator[Form]:
    """The narrator's commands; their fields depend on each other by the predicate ``rules``."""
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
            ask.SetScene,
            (
                OpenField("zones", Anything(), required=True),
                OpenField("links", Anything()),
                OpenField("hazards", Anything()),
            ),
        ),
        (ask.BeginScene, (OpenField("name", Text()),)),
        (
            ask.Place,
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
        (ask.BeginRound, (force,)),
        (
            ask.BeginTurn,
            (
                OpenField("pc", Choice(waiting if fight.pairing is None else ()), required=True),
                OpenField("npc", foes, required=bool(foes.values)),
                OpenField("order", Choice(("thrown", "pc_first", "npc_first"))),
            ),
        ),
        (ask.StrikeTurn, (OpenField("pc", Choice(waiting), required=True),)),
        (ask.Distract, (OpenField("zone", zone, required=True), OpenField("until_round", ROUNDS))),
        (
            ask.Hazard,
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
            ask.Impose,
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
            ask.Heal,
            (
                whom,
                OpenField("wounds", Anything()),
                OpenField("limbs", Anything()),
                *(OpenField(name, YES_NO) for name in ("stunned", "fire", "doses", "disabled")),
            ),
        ),
        (ask.RestoreBreath, (whom, OpenField("points", Anything()))),
        (
            ask.Administer,
            (
                OpenField("combatants", everybody, required=True),
                poison,
                OpenField("route", ROUTES, required=True),
                OpenField("source", persons),
            ),
        ),
        (
            ask.PoisonStrikes,
            (
                one_of(tuple(dict.fromkeys(who for who, _ in drunk))),
                OpenField("dose", Choice(tuple(dict.fromkeys(dose for _, dose in drunk))), required=True),
            ),
        ),
        (
            ask.SetLimbPenalty,
            (
                whom,
                OpenField("limb", Choice(LIMBS), required=True),
                OpenField("skill", Choice(SKILLS), required=True),
                OpenField("applies", YES_NO, required=True),
            ),
        ),
        (ask.SetFate, (one_of(disabled), OpenField("fate", FATES, required=True))),
        (ask.Remove, (one_of(there), OpenField("reason", Text()))),
        (ask.SetStuntMemory, (whom, OpenField("add", Anything()), OpenField("remove", Anything()))),
        (ask.EndCombat, ()),
    )
    yield from open_forms(fight, ((kind, choosable(fields)) for kind, fields in rows))
