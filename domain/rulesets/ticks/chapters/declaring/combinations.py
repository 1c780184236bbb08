"""Which manoeuvres go together, with which weapon, at what cost (TK-MAN-2 to TK-MAN-7, TK-MAN-12, TK-LCOMB-1, -2)."""

from domain.model.refusal import refuse, require
from domain.rulesets.ticks.chapters.declaring.manoeuvres import MANOEUVRES, REQUIRED, family_of
from domain.rulesets.ticks.chapters.declaring.starts import DELAYS
from domain.rulesets.ticks.chapters.deeds.hands import fits
from domain.rulesets.ticks.chapters.objections import the
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.said import manoeuvres as manoeuvres_said
from domain.rulesets.ticks.state import Person
from domain.rulesets.ticks.words import Draws, Manoeuvre, Mode
from domain.text.phrases import as_words, counted, sentence

DRAWN: dict[Manoeuvre, Draws] = {"quick_draw_melee": "melee", "quick_draw_ranged": "ranged"}
ATTACKS: dict[Mode, str] = {"melee": "an attack in melee", "ranged": "a shot", "thrown": "a throw"}


def require_composed(manoeuvres: tuple[Manoeuvre, ...], mode: Mode | None, field: str) -> None:
    """None twice, all in this mode if it is known, and all that go together (TK-MAN-3, TK-MAN-4, TK-MAN-7)."""
    require(len(set(manoeuvres)) == len(manoeuvres), "TK-MAN-3", "Name each manoeuvre once.", field=field)
    wrong = [one for one in manoeuvres if mode is not None and mode not in MANOEUVRES[one].modes]
    if wrong:
        said = f"{manoeuvres_said(wrong)} cannot be part of {ATTACKS[mode or 'melee']}; leave that out."
        refuse("TK-MAN-4", sentence(said), field=field)
    forces = family_of(manoeuvres, "force")
    if "trick_shot" in manoeuvres and (forces or family_of(manoeuvres, "control")):
        said = "A trick shot goes with quick draws and run-and-gun alone; leave the rest out."
        refuse("TK-MAN-7", said, field=field)
    if "disarm" in manoeuvres and forces:
        said = f"A disarm does no damage, and cannot go with {manoeuvres_said(forces)}; choose one or the other."
        refuse("TK-MAN-7", said, field=field)


def require_own_conditions(
    person: Person, manoeuvres: tuple[Manoeuvre, ...], weapon: Thing, luck: int, field: str
) -> None:
    """What double tap and the quick draws want of weapon, hands and start (TK-DTAP-4, TK-QD-8, -1, -3, -7, -6).

    ``luck`` is that on quickness.
    """
    if "double_tap" in manoeuvres:
        said = sentence(f"{the(weapon)} has no magazine for a double tap; leave that out.")
        require(weapon.magazine > 0, "TK-DTAP-4", said, field=field)
    for one, kind in DRAWN.items():
        if one not in manoeuvres:
            continue
        said = f"{person.name} has {the(weapon)} in hand already; leave the quick draw out."
        require(not weapon.ready, "TK-QD-8", said, field=field)
        rule = MANOEUVRES[one].lacking
        said = sentence(f"{the(weapon)} cannot be drawn so quickly; draw it as a deed, one round before the strike.")
        require(kind in weapon.quick_draw, rule, said, field=field)
        said = f"{person.name} has no hand free for {the(weapon)}; drop something first."
        require(fits(person, weapon), "TK-QD-7", said, field=field)
        late = 1 - (person.quickness + luck - DELAYS[one])
        said = f"{person.name} is too slow to draw {the(weapon)}; it takes {late} more luck on quickness."
        require(late <= 0, "TK-QD-6", said, field=field)


def lacking(person: Person, manoeuvres: tuple[Manoeuvre, ...], skill: str) -> tuple[tuple[Manoeuvre, int], ...]:
    """The levels that are missing for requirements, by manoeuvre, in the order of the table (TK-MAN-5, TK-LCOMB-1)."""
    if REQUIRED.keys().isdisjoint(manoeuvres):
        return ()
    level = person.level(skill)
    return tuple([(one, least - level) for one, least in REQUIRED.items() if one in manoeuvres and least > level])


def require_paid(
    person: Person, manoeuvres: tuple[Manoeuvre, ...], skill: str, paid: int, extra: int, field: str
) -> None:
    """The luck for requirements, then that for further manoeuvres; no less than it costs (TK-QD-1, TK-MAN-2)."""
    missing = lacking(person, manoeuvres, skill)
    for one, levels in missing:
        if paid < levels:
            cost = counted(sum(levels for _, levels in missing), "level")
            said = f"{person.name} lacks {cost} of {as_words(skill)}; pay as much luck for requirements."
            refuse(MANOEUVRES[one].lacking, said, field=f"{field}.luck.requirements")
        paid -= levels
    if extra < extra_cost(manoeuvres):
        price = extra_cost(manoeuvres)
        said = f"{person.name} pays luck for each manoeuvre beyond the first; send `luck.extra` {price}."
        refuse("TK-MAN-2", said, field=f"{field}.luck.extra")


def extra_cost(manoeuvres: tuple[Manoeuvre, ...]) -> int:
    """One point for each manoeuvre beyond the first (TK-LCOMB-2, TK-RUL-38)."""
    return len(manoeuvres) - 1 if manoeuvres else 0


def require_fitting(
    person: Person, manoeuvres: tuple[Manoeuvre, ...], weapon: Thing, mode: Mode, field: str, *, drawn: str
) -> None:
    """Another weapon than declared has to go with every manoeuvre (TK-MAN-12)."""
    declared = manoeuvres_said(manoeuvres)
    said = f"{person.name} has declared {declared}, which does not go with {the(weapon)} used so; strike otherwise."
    require(is_fitting(person, manoeuvres, weapon, mode, drawn), "TK-MAN-12", said, field=field)


def is_fitting(person: Person, manoeuvres: tuple[Manoeuvre, ...], weapon: Thing, mode: Mode, drawn: str) -> bool:
    """Whether a weapon goes with every manoeuvre that was declared; ``drawn`` is the declared one (TK-MAN-12)."""
    fitting = all(mode in MANOEUVRES[one].modes for one in manoeuvres)
    quick = any(one in DRAWN for one in manoeuvres) and weapon.id != drawn
    skilled = not lacking(person, manoeuvres, weapon.skill_in(mode))
    loaded = "double_tap" not in manoeuvres or weapon.magazine > 0
    return fitting and skilled and loaded and not quick
