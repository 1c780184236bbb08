"""The conditions of combatants and objects: wounds in the grey, injuries, cover, drink, pledges, and others.

``CONDITIONS`` is the one table of them, in the order in which they are drawn. A chapter that adds a condition adds a
row to it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.rulesets.black_dice.chapters.attacks.cover import PRONE
from domain.rulesets.black_dice.chapters.dice.pools import AWESOME_DICE, drink_dice
from domain.rulesets.black_dice.chapters.perils.breath import STRENUOUS
from domain.rulesets.black_dice.said import named
from domain.rulesets.black_dice.state import Cover, Fight, Person
from domain.rulesets.black_dice.table.saying import called, listed, named_all, signed, until_end_of_round
from domain.rulesets.black_dice.tables import COVER
from domain.rulesets.black_dice.words import CoverKind
from domain.table.look import Look
from domain.table.shapes import Condition, Tone

Named = tuple[str, Condition]
COVER_RULES: Final[Mapping[CoverKind, str]] = {
    "slight": "BD-COVER-1",
    "partial": "BD-COVER-2",
    "near_total": "BD-COVER-3",
    "total": "BD-COVER-7",
}
DRINK_RULES: Final = ("BD-DRINK-7", "BD-DRINK-8", "BD-DRINK-9", "BD-DRINK-10", "BD-DRINK-11", "BD-DRINK-12")
"""The rules of the steps of drunkenness from the first on; the last step is a state, no condition."""
PHYSICAL_STAT: Final = "dex"


def conditions(look: Look[Fight], person: Person) -> dict[str, Condition]:
    """Return the conditions of a combatant, by IDs that they keep."""
    return dict([one for found in CONDITIONS for one in found(look, person)])


def _dying(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the rounds that a dying combatant has left (BD-DYING-3)."""
    if person.condition == "dying":
        yield "dying", Condition(look.said("rounds_to_live", rounds=person.rounds_left), "bad", rule="BD-DYING-3")


def _grey(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the penalty of the deepest grey die that is entered (BD-GREY-2, BD-GREY-3)."""
    if person.wound_penalty:
        text = "grey_black" if look.state.options.wound_penalty == "black" else "grey_white"
        yield "grey", Condition(look.said(text, dice=person.wound_penalty), "bad", rule="BD-GREY-2")


def _owed(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the damage that is marked only after the last deed (BD-ROUND-7)."""
    points = sum([one.points for one in look.state.owed if one.combatant == person.id]) if look.state.owed else 0
    if points:
        label, until = look.said("owed_marks", points=points), look.said("until_deeds")
        yield "owed", Condition(label, "bad", until, "BD-ROUND-7")


def _injuries(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield each permanent injury with what it changes (BD-INJ-4)."""
    for injury in person.injuries:
        label = injury.description[:1].upper() + injury.description[1:] or look.said("undetermined")
        if injury.changes:
            changes = [f"{called(look, one)} {signed(amount)}" for one, amount in injury.changes.items()]
            label = look.said("injury_changes", injury=label, changes=listed(look, changes))
        yield injury.id, Condition(label, "bad", rule="BD-INJ-4")


def _treated(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield that a combatant is not treated again before it is hurt (BD-HEAL-11)."""
    if person.treated and look.state.options.heal_attempts == "once":
        yield "treated", Condition(look.said("was_treated"), rule="BD-HEAL-11")


def _prone(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield that a combatant lies on the ground, which is slight cover (BD-COVER-1)."""
    if person.prone:
        dice = COVER[PRONE.kind]
        label = look.said("lies_prone", ranged=dice["ranged"], melee=dice["melee"])
        yield "prone", Condition(label, rule="BD-COVER-1")


def _covered(look: Look[Fight], person: Person) -> Iterator[Named]:
    if person.cover is not None:
        yield "cover", cover(look, person.cover)


def cover(look: Look[Fight], taken: Cover) -> Condition:
    """Return cover with the black dice that it gives attackers, or some of them (BD-COVER-1 to BD-COVER-4)."""
    said: dict[str, str | int] = {} if taken.against is None else {"who": named_all(look, taken.against)}
    text = "in_total_cover" if taken.kind == "total" else "in_cover"
    if taken.kind != "total":
        dice = COVER[taken.kind]
        said |= {"cover": look.said(f"cover_{taken.kind}"), "ranged": dice["ranged"], "melee": dice["melee"]}
    label = look.said(text if taken.against is None else f"{text}_against", **said)
    return Condition(label, "good", rule=COVER_RULES[taken.kind])


def _drunk(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the step of drunkenness, and the drinks that weigh on the next one (BD-DRINK-1, BD-DRINK-5)."""
    step, penalties = person.drunk.step, person.drunk.penalties
    if step:
        rule = DRINK_RULES[step - 1] if step <= len(DRINK_RULES) else "BD-DRINK-13"
        label = look.said(f"drunk_{step}", dice=drink_dice(person, PHYSICAL_STAT))
        yield "drunk", Condition(label, "bad", rule=rule)
    if penalties:
        yield "drinks", Condition(look.said("has_drunk", dice=penalties), "bad", rule="BD-DRINK-1")


def _pledges(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the successes that each helper has promised to the next roll (BD-FATE-9)."""
    promised: dict[str, int] = {}
    for pledge in person.pledges:
        promised[pledge.helper] = promised.get(pledge.helper, 0) + pledge.successes
    for helper, successes in promised.items():
        label = look.said("pledged", successes=successes, helper=named(look.names, helper))
        yield f"pledge-{helper}", Condition(label, "good", look.said("until_next_roll"), "BD-FATE-9")


def _next_roll(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the dice that the narrator has given to the next action roll (BD-SKILL-12, BD-MOD-7)."""
    if not person.one_throw:
        return
    more = sum([one.bonus for one in person.one_throw])
    more += AWESOME_DICE if any(one.awesome for one in person.one_throw) else 0
    fewer, black = (sum([getattr(one, name) for one in person.one_throw]) for name in ("penalty", "black"))
    dice = (("more_white", more), ("fewer_white", fewer), ("more_black", black))
    label = look.said("next_roll", dice=listed(look, [look.said(text, dice=count) for text, count in dice if count]))
    reasons = listed(
        look, dict.fromkeys([look.said("quoted", text=one.reason) for one in person.one_throw if one.reason])
    )
    until = look.said("until_next_roll")
    helps = more > fewer + black
    yield "next_roll", Condition(label, "good" if helps else "bad", until, "BD-SKILL-12", reasons)


def _unaware(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield of whom a combatant is unaware, who may take it by surprise (BD-RNG-7)."""
    if person.unaware_of:
        label = look.said("unaware", who=named_all(look, person.unaware_of))
        yield "unaware", Condition(label, "bad", rule="BD-RNG-7")


def _breath(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield a strenuous round of a combatant that holds its breath, and its rounds without air (BD-DROWN-5, -6)."""
    breath = person.breath
    if breath is None:
        return
    strains = person.id in look.state.strenuous if breath.strenuous is None else breath.strenuous
    if strains and breath.points:
        label = look.said("strenuous_round", points=STRENUOUS)
        yield "strenuous", Condition(label, "bad", until_end_of_round(look), "BD-DROWN-5")
    if breath.airless:
        yield "airless", Condition(look.said("without_air", rounds=breath.airless), "bad", rule="BD-DROWN-6")


def _fouls(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield the foul failures of which the narrator may still make something (BD-FOUL-3)."""
    for foul in look.state.fouled:
        if foul.combatant == person.id:
            until = look.said("until_next_throw") if look.state.phase == "idle" else until_end_of_round(look)
            yield f"foul-{foul.throw}", Condition(look.said("foul_failure"), "warn", until, "BD-FOUL-3")


def _of_round(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield what holds for this round alone."""
    fight = look.state
    found: tuple[tuple[str, bool, str, Tone, str], ...] = (
        ("disengaged", person.id in fight.disengaged, "clear_of_melee", "good", "BD-WHO-10"),
        ("aim_broken", person.id in fight.aim_broken, "cannot_aim", "bad", "BD-MOD-6"),
        ("surprised", person.id in fight.surprised, "had_surprise", "plain", "BD-RNG-7"),
        ("assisted", person.id in fight.assisted, "has_assisted", "plain", "BD-COMP-4"),
    )
    for key, holds, text, tone, rule in found:
        if holds:
            yield key, Condition(look.said(text), tone, until_end_of_round(look), rule)


def _split(look: Look[Fight], person: Person) -> Iterator[Named]:
    """Yield by what the rolls of a combatant are divided in this round (BD-WHO-4, BD-RNG-4)."""
    fight = look.state
    attacks, dodges = fight.divisors.get(person.id, 1), fight.dodge_divisors.get(person.id, 1)
    if attacks > 1:
        label = look.said("split_attacks", by=attacks)
        yield "split_attacks", Condition(label, "bad", until_end_of_round(look), "BD-WHO-4")
    if dodges > 1:
        label = look.said("split_dodges", by=dodges)
        yield "split_dodges", Condition(label, "bad", until_end_of_round(look), "BD-RNG-4")


CONDITIONS: Final[tuple[Callable[[Look[Fight], Person], Iterator[Named]], ...]] = (
    _dying,
    _grey,
    _owed,
    _injuries,
    _treated,
    _prone,
    _covered,
    _drunk,
    _pledges,
    _next_roll,
    _unaware,
    _breath,
    _fouls,
    _of_round,
    _split,
)
