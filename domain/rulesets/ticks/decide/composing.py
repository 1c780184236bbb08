"""Which manoeuvres go together, with which weapon, at what cost (TK-MAN-2 to TK-MAN-7, TK-MAN-12, TK-LCOMB-1, -2)."""

from domain.refusal import require
from domain.rulesets.ticks.decide.hands import fits
from domain.rulesets.ticks.decide.manoeuvres import MANOEUVRES, family_of
from domain.rulesets.ticks.decide.starts import DELAYS
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.state import Person
from domain.rulesets.ticks.words import Draws, Manoeuvre, Mode

DRAWN: dict[Manoeuvre, Draws] = {"quick_draw_melee": "melee", "quick_draw_ranged": "ranged"}


def require_composed(manoeuvres: tuple[Manoeuvre, ...], mode: Mode | None, field: str) -> None:
    """None twice, all in this mode if it is known, and all that go together (TK-MAN-3, TK-MAN-4, TK-MAN-7)."""
    require(len(set(manoeuvres)) == len(manoeuvres), "TK-MAN-3", "Name each manoeuvre once.", field=field)
    wrong = [one for one in manoeuvres if mode is not None and mode not in MANOEUVRES[one].modes]
    require(not wrong, "TK-MAN-4", f"{', '.join(wrong)} does not go with a {mode} attack.", field=field)
    controls, forces = family_of(manoeuvres, "control"), family_of(manoeuvres, "force")
    said = "A trick shot goes with quick draws and run and gun alone."
    require(not (family_of(manoeuvres, "trick") and (controls or forces)), "TK-MAN-7", said, field=field)
    said = "A disarm does not go with more force."
    require(not ("disarm" in manoeuvres and forces), "TK-MAN-7", said, field=field)


def require_own_conditions(
    person: Person, manoeuvres: tuple[Manoeuvre, ...], weapon: Thing, start: int, field: str
) -> None:
    """What double tap and the quick draws want of weapon, hands and start (TK-DTAP-4, TK-QD-8, -1, -3, -7, -6)."""
    if "double_tap" in manoeuvres:
        require(weapon.magazine > 0, "TK-DTAP-4", f"{weapon.name} has no magazine for a double tap.", field=field)
    for one, kind in DRAWN.items():
        if one not in manoeuvres:
            continue
        require(not weapon.ready, "TK-QD-8", f"{weapon.name} is in hand already.", field=field)
        rule = MANOEUVRES[one].lacking
        require(kind in weapon.quick_draw, rule, f"{weapon.name} cannot be drawn so quickly.", field=field)
        require(fits(person, weapon), "TK-QD-7", f"{person.name} has no free hand; drop something first.", field=field)
        said = f"It would be drawn on tick {start - DELAYS[one]}; luck on quickness could help."
        require(start - DELAYS[one] >= 1, "TK-QD-6", said, field=field)


def lacking(person: Person, manoeuvres: tuple[Manoeuvre, ...], skill: str) -> tuple[tuple[Manoeuvre, int], ...]:
    """The levels that are missing for requirements, by manoeuvre, in the order of the table (TK-LCOMB-1)."""
    level = person.level(skill)
    rows = [(one, row.required) for one, row in MANOEUVRES.items() if one in manoeuvres]
    return tuple([(one, required - level) for one, required in rows if required > level])


def require_paid(
    person: Person, manoeuvres: tuple[Manoeuvre, ...], skill: str, paid: int, extra: int, field: str
) -> None:
    """The luck for requirements, then that for further manoeuvres; no less than it costs (TK-QD-1, TK-MAN-2)."""
    missing = lacking(person, manoeuvres, skill)
    cost = sum(levels for _, levels in missing)
    said = f"{person.name} lacks {cost} in {skill} for it; luck.requirements of {cost} makes up for that."
    for one, levels in missing:
        require(paid >= levels, MANOEUVRES[one].lacking, said, field=f"{field}.luck.requirements")
        paid -= levels
    said = f"Further manoeuvres cost {extra_cost(manoeuvres)} luck, in luck.extra."
    require(extra >= extra_cost(manoeuvres), "TK-MAN-2", said, field=f"{field}.luck.extra")


def extra_cost(manoeuvres: tuple[Manoeuvre, ...]) -> int:
    """One point for each manoeuvre beyond the first (TK-LCOMB-2)."""
    return max(0, len(manoeuvres) - 1)


def require_fitting(
    person: Person, manoeuvres: tuple[Manoeuvre, ...], weapon: Thing, mode: Mode, field: str, *, drawn: str
) -> None:
    """Another weapon than declared has to go with every manoeuvre (TK-MAN-12)."""
    said = f"{weapon.name} does not go with every manoeuvre that was declared."
    fitting = all(mode in MANOEUVRES[one].modes for one in manoeuvres)
    quick = any(one in DRAWN for one in manoeuvres) and weapon.id != drawn
    skilled = not lacking(person, manoeuvres, weapon.skill_in(mode))
    loaded = "double_tap" not in manoeuvres or weapon.magazine > 0
    require(fitting and skilled and loaded and not quick, "TK-MAN-12", said, field=field)
