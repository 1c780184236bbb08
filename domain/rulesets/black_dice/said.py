"""How Black Dice says stats, skills, weapons, places, degrees and reasons, in events and in commands.

Functions of a value and the names say one field; those of an event and the names say a field by what others hold.
``Who``, ``Several``, ``Armed``, ``Quoted`` and ``InWords`` are the types of fields that many events have.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, TypeAlias

from domain.chance.draws import Draw
from domain.rulesets.black_dice.state import Cover, Declaration, Item, Reply, Strike
from domain.rulesets.black_dice.tables import FEATS as FEAT_ROWS
from domain.rulesets.black_dice.words import FISTS, HERE, MARTIAL_STRIKE, WORLD
from domain.story.composing import said_once
from domain.text.phrases import Names, RenderValue, as_words, at_place, counted, dice_shown, listed, number, owning
from domain.text.phrases import named as plainly_named
from domain.text.sentences import IN_WORDS, QUOTED, Spoken

ROLLS = {
    "dex": "Dexterity",
    "initiative": "initiative",
    "engineering_clockwork": "clockwork engineering",
    "ad_hoc_repair": "ad hoc repair",
    "persuade": "persuasion",
    "sneak": "sneaking",
    "throw": "throwing",
    "wits": "Wits",
    "strength": "Strength",
    "fortitude": "Fortitude",
    "resolve": "Resolve",
}
DEGREES = {
    "foul_failure": "a foul failure",
    "failure": "a failure",
    "partial": "a partial success",
    "success": "a success",
    "good": "a good success",
    "impressive": "an impressive success",
    "virtuoso": "a virtuoso success",
    "awesome": "an awesome success",
    "god_like": "a god-like success",
}
COVERS = {
    "slight": "slight cover",
    "partial": "partial cover",
    "near_total": "near-total cover",
    "total": "total cover",
}
SOURCES = {"degrees": "degrees of success", "asphyxia": "lack of air", "narrator": "the narrator"}
"""Where dice and points come from, if not from a stat or skill."""
DEEDS = {"attack": "attack", "move": "move", "aim": "aim", "ready": "change weapons", "act": "act"}
"""What somebody does, as ``wants to move``."""
ACTS = {
    "feat": "try a feat of strength",
    "drink": "have a drink",
    "stabilise": "tend the dying",
    "check": "roll as the narrator asks",
    "assist": "help someone",
    "other": "do something other than fight",
}
MEETS = {
    "attack_back": "strike back at {attackers} with {weapon}",
    "hit_back": "hit back at {attackers} with {weapon}",
    "dodge": "dodge {attackers}",
    "full_dodge": "dodge fully",
}
"""How somebody wants to meet attackers; whether it works is seen when the exchange is resolved."""
BECAUSE = {
    "held": "an opponent is too close",
    "too_far": "it is too far",
    "nobody_there": "no one is there any more",
    "disturbed": "the aim was disturbed",
    "weapon_not_ready": "the weapon is not in hand",
    "out_of_reach": "the target is out of reach",
    "total_cover": "the target is in total cover",
    "not_able": "the attacker is down",
    "target_dead": "the target is dead",
    "target_destroyed": "the target is destroyed already",
    "cannot_use_weapon": "the weapon is useless now",
}
"""Why a deed comes to nothing."""
PASSED = {
    "feat": "does not try a feat of strength after all",
    "drink": "does not drink after all",
    "stabilise": "does not tend anyone after all",
    "check": "lets the chance for a roll pass",
    "assist": "does nothing but help",
    "other": "is done",
}
"""How a declared act passes."""
POSTURES = {"stand": "stands up", "prone": "drops to the ground"}
FEATS = {"lift": "lift something", "break": "break something", "throw": "throw something"}
DRINKS = {"light": "light alcohol", "wine": "wine or liqueur", "spirits": "spirits"}
HEALED_IN = {
    "skyloft_hospital": "a Skyloft hospital",
    "medical_kit": "a medical kit",
    "neovictorian_hospital": "a Neovictorian hospital",
    "improvised_bandages": "improvised bandages",
    "workshop": "a workshop",
    "toolkit": "a toolkit",
    "improvised_tools": "improvised tools",
}
AIM_ENDED_BY = {
    "attacked": "attacking",
    "dodged": "dodging",
    "readied": "changing weapons",
    "moved": "moving",
    "disengaged": "breaking away",
    "damage": "the wound",
    "foul": "the mishap",
    "not_kept_up": "a pause",
}
MINUTES_OF_HOUR = 60
MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR
TEMPTATIONS = {"another_drink": "another drink", "laugh": "the urge to laugh"}
STEPS = dict(enumerate(("sober", "tipsy", "merry", "hammered", "bladdered", "legless", "plastered", "paralytic")))
TEMPTED = {
    "another_drink": ("turns down another drink", "cannot resist another drink"),
    "laugh": ("keeps a straight face", "bursts out laughing"),
}
"""What withstanding and giving in look like."""
FEATS_DONE = {"lift": ("lifts", "lift"), "break": ("breaks", "break"), "throw": ("throws", "throw")}
"""A feat that is done, and one that is tried."""
SCRIPTED = {"reroll": "another roll", "save_from_death": "a rescue from death", "story": "a change of the story"}
"""What scripting dice are spent on."""
FOUL_EFFECTS = {
    "loses_aim": "can no longer aim",
    "peril": "gets into danger",
    "other": "has bad luck",
}
"""What a foul failure leads to, where no other event tells it."""
SPENT = {
    "damage": "to lessen the damage",
    "injury": "against a permanent injury",
    "consciousness": "on staying conscious",
    "survival": "on staying alive",
    "life": "to stay alive",
}
"""What fate is spent on besides throws that tell themselves what came from fate."""
SPENT_ON_ROLLS = {
    "initiative": "on initiative",
    "weapon": "on the damage roll",
    "strength": "on the Strength roll",
}
"""What fate is spent on in throws, if not on the roll that a deed takes."""
OF_NOBODY = {
    "peril": "the peril for",
    "asphyxia": "the lack of air for",
    "armour": "the armour of",
    "structure": "the structure of",
}
"""What throws dice that nobody throws, before the name of the one whom they concern."""
TOLL_ROLLS = {
    "injury": "against a permanent injury",
    "consciousness": "for consciousness",
    "survival": "to stay alive",
    "dying": "for the rounds left to live",
    "drink": "against the drink",
    "another_drink": "against another drink",
    "laugh": "against the urge to laugh",
}
"""What the rules force a roll for."""
TOLLS = {
    "injury": ("is spared a permanent injury", "fails the roll against a permanent injury"),
    "consciousness": ("passes the roll for consciousness", "fails the roll for consciousness"),
    "survival": ("passes the roll to stay alive", "fails the roll to stay alive"),
}
"""What passing and failing mean where the rules force a roll on somebody."""
TOLLS_ALOUD = {
    ("injury", False): "faces a permanent injury",
    ("consciousness", True): "withstands {combatant:their} wounds",
    ("survival", True): "passes the roll to stay alive",
    ("survival", False): "fails the roll to stay alive (the narrator says what follows)",
}
"""What a table says aloud of such a roll, by whether it has passed; of all others it says what comes of them."""
HALVED = 2
DIVIDED = {1: "", 2: ", halved", 3: ", a third", 4: ", a quarter"}
"""How many of the white dice are thrown, by what divides them."""
PERILS = {
    "thumb_hammer": "a hammer on the thumb",
    "wood_fire": "a wood fire",
    "electric_battery": "an electric battery",
    "weak_poison": "a weak poison",
    "burning_car": "a burning car",
    "generator": "a generator",
    "moderate_poison": "a moderate poison",
    "chainsaw": "a chainsaw",
    "oil_refinery": "a burning oil refinery",
    "strong_poison": "a strong poison",
    "collapse": "a collapsing building",
}
NO_NAMES = ("thick balsa wood", "thick plywood or silk", "wood boards", "prison bars")
"""Things of feats that are said without an article."""


def named(names: Names, combatant: str) -> str:
    """The name of a combatant; of a thing whose name is a common noun, with its article: ``the wooden door``."""
    name = names.get(combatant, "")
    return f"the {name}" if name[:1].islower() else plainly_named(names, combatant)


def all_named(names: Names, combatants: Iterable[str]) -> str:
    """The names of several."""
    return listed(named(names, combatant) for combatant in combatants)


def because(reason: str) -> str:
    """Return the words of somebody at the table after a colon, or nothing if there are none."""
    return f": “{reason}”" if reason else ""


def using_a_scripting_die(how: str) -> str:
    """What somebody does who turns something with a scripting die, and how it happens."""
    return f"uses a scripting die{because(how)}"


def one(thing: str) -> str:
    """A thing with its article: ``an iron bar``."""
    if thing in NO_NAMES:
        return thing
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def weapon(key: str) -> str:
    """A weapon as an attack names it: ``bare fists``, ``the boarding axe``."""
    return {FISTS: "bare fists", MARTIAL_STRIKE: "a martial strike"}.get(key) or f"the {as_words(key)}"


def roll(label: str) -> str:
    """What is rolled: a stat or skill by its name; ``complementary/x`` and ``assistant/x`` by what comes behind."""
    head, slash, rest = label.partition("/")
    return roll(rest) if slash and head == "complementary" else ROLLS.get(label) or as_words(label)


def successes(count: int) -> str:
    """A number of successes."""
    return counted(count, "success", "successes")


def to_zone(value: Any, names: Names) -> str:
    """A zone as one goes there."""
    return "here" if value == HERE else f"to the {as_words(str(value))}"


def go(key: str, names: Names) -> str:
    """To go to a zone."""
    return "come here" if key == HERE else f"go {to_zone(key, names)}"


def at_zone(value: Any, names: Names) -> str:
    """A zone as one stands there."""
    return "here" if value == HERE else at_place(f"the {as_words(str(value))}")


def from_to(value: Any, names: Names) -> str:
    """Two zones that are so far from each other: ``from here to the deck``."""
    one, other = ["here" if zone == HERE else f"the {as_words(str(zone))}" for zone in value]
    return f"from {one} to {other}"


def in_feet(value: Any, names: Names) -> str:
    """A distance: ``0 feet``, ``1 foot``."""
    return f"{value} foot" if value == 1 else f"{value} feet"


def time_passes(minutes: int, names: Names) -> str:
    """How long it takes: ``1 hour passes``, ``1 day and 1 hour pass``."""
    days, rest = divmod(minutes, MINUTES_OF_DAY)
    units = [(days, "day"), (rest // MINUTES_OF_HOUR, "hour"), (rest % MINUTES_OF_HOUR, "minute")]
    told = [counted(count, unit) for count, unit in units if count] or ["no time"]
    passes = len(told) == 1 and (told[0].startswith("1 ") or not minutes)
    return f"{listed(told)} {'passes' if passes else 'pass'}"


def in_cover(taken: Cover, names: Names) -> str:
    """Cover, and against whom it stands."""
    whom = f" against {all_named(names, taken.against)}" if taken.against is not None else ""
    return f"{COVERS[taken.kind]}{whom}"


def healed_with(value: Any, names: Names) -> str:
    """What there is to treat wounds with."""
    return listed(HEALED_IN[str(key)] for key in value)


def itemised(sources: Iterable[tuple[str, int]], names: Names) -> str:
    """Where dice or points come from: ``Dexterity 4, swordplay 5, wounds −2``."""
    return ", ".join(f"{_source(source, names)} {number(count)}" for source, count in sources)


def _source(source: str, names: Names) -> str:
    head, _, rest = source.partition("/")
    return named(names, rest) if head == "assistant" else SOURCES.get(source) or roll(source)


def part(source: str) -> str:
    """Where dice come from, without the names of those who help."""
    return "assistant" if source.startswith("assistant/") else _source(source, {})


def changed(value: Mapping[str, int], names: Names) -> str:
    """What an injury changes: ``Strength −1 and Dexterity −2``."""
    return listed(f"{roll(name)} {'+' if change > 0 else '−'}{abs(change)}" for name, change in value.items())


def faces(draw: Draw, names: Names) -> str:
    """Dice as they lie."""
    return dice_shown(draw.dice)


def thing_of_feat(event: Any, names: Names) -> str:
    """What is lifted, broken or thrown in a feat of strength."""
    row = FEAT_ROWS[event.row]
    ball = f"a ball {counted(row.yards, 'yard')}"
    return {"lift": one(row.lift), "break": one(row.breaks), "throw": ball}[event.feat]


def lots(event: Any, names: Names) -> str:
    """What each one's lot shows."""
    thrown = zip(event.combatants, event.draws, strict=True)
    return listed(f"{named(names, who)} {faces(draw, names)}" for who, draw in thrown)


def announced(value: Declaration, names: Names) -> str:
    """A declared deed as its doer would say it."""
    match value.deed:
        case "attack":
            return f"wants to attack {_blows(value.strikes, names)}"
        case "full_dodge":
            return "wants to dodge fully"
        case "disengage":
            return "breaks away"
        case "move" if value.zone is not None:
            return f"wants to {go(value.zone, names)}"
        case "move":
            return f"wants to close in on {named(names, value.close_to or '')}"
        case "aim":
            return f"wants to aim {weapon(value.weapon or '')} at {named(names, value.target or '')}"
        case "ready" if value.weapons:
            return f"wants to take {armed(value.weapons, names)} in hand"
        case "ready":
            return "wants to put all weapons away"
        case "act" if value.act == "check":
            return "waits for the narrator's call"
        case "act":
            return f"wants to {ACTS[value.act or 'other']}"
        case "wait":
            return "waits"


def _blows(strikes: Collection[Strike], names: Names) -> str:
    """Whom somebody attacks, and with what; a weapon that strikes all of them is named once."""
    weapons = {strike.weapon for strike in strikes}
    if len(weapons) == 1:
        return f"{all_named(names, [strike.target for strike in strikes])} with {weapon(weapons.pop())}"
    return listed(f"{named(names, strike.target)} with {weapon(strike.weapon)}" for strike in strikes)


def met(value: Mapping[str, Reply], names: Names) -> str:
    """How somebody meets its attackers."""
    return meeting([(attacker, reply.does, reply.weapon) for attacker, reply in value.items()], names)


def meeting(replies: Iterable[tuple[str, str, str | None]], names: Names) -> str:
    """Replies to attackers, by attacker, kind and weapon; equal ones are said once, with all whom they meet."""
    met_by: dict[tuple[str, str | None], list[str]] = {}
    for attacker, does, held in replies:
        met_by.setdefault((does, held), []).append(attacker)
    wanted = [
        MEETS[does].format(attackers=all_named(names, attackers), weapon=weapon(held) if held else "what is at hand")
        for (does, held), attackers in met_by.items()
        if does in MEETS
    ]
    meets = [f"wants to {listed(said_once(wanted))}"] if wanted else []
    easy = [attackers for (does, _), attackers in met_by.items() if does not in MEETS]
    stays = [f"is an easy target for {all_named(names, attackers)}" for attackers in easy]
    return (", and " if len(wanted) > 1 else " and ").join([*meets, *stays])


def in_turn(event: Any, names: Names) -> str:
    """Who meets whom, in the order in which it will be resolved."""
    by_id = {exchange.id: exchange for exchange in event.exchanges}
    told = []
    for item in event.agenda:
        exchange = by_id.get(item.exchange or "")
        target = item.strike.target if item.strike is not None else None
        if exchange is not None:
            target = exchange.other(item.combatant).combatant
        does = f"to {DEEDS[item.deed]}" if target is None else f"against {named(names, target)}"
        told.append(f"{named(names, item.combatant)} {does}")
    return ", then ".join(told)


def divided(event: Any, names: Names) -> str:
    """By how much the rolls of attacks and dodges are divided: ``Vane's attacks and dodges are halved``."""
    rolls: dict[int, dict[str, list[str]]] = {}
    for what, divisors in (("attacks", event.divisors), ("dodges", event.dodge_divisors)):
        for who, by in divisors.items():
            if by > 1:
                rolls.setdefault(by, {}).setdefault(who, []).append(what)
    return "; ".join(
        f"{listed(f'{owning(named(names, who))} {listed(what)}' for who, what in whose.items())}"
        f" are {'halved' if by == HALVED else f'divided by {by}'}"
        for by, whose in rolls.items()
    )


def turn(item: Item, names: Names) -> str:
    """Whose turn it is, to do what."""
    target = f" {named(names, item.strike.target)}" if item.strike else ""
    return f"{owning(named(names, item.combatant))} turn to {DEEDS[item.deed]}{target}"


def blow(event: Any, names: Names) -> str:
    """Who hits or misses whom in an exchange."""
    striker, struck = striker_and_struck(event)
    return f"{named(names, striker)} {'hits' if event.hits else 'misses'} {named(names, struck)}"


def striker_and_struck(event: Any) -> tuple[str, str]:
    """Who hits or misses in an exchange, and whom; the first of the two is named first if both do, or neither."""
    one, other = event.combatants
    return (other, one) if _striker(event) == other else (one, other)


def nets_of_striker(event: Any, names: Names) -> str:
    """The net successes of an exchange, the striker's first: ``4 to 2``, or ``4 successes`` if only one rolled."""
    net, against = reversed(event.nets) if _striker(event) == event.combatants[1] else event.nets
    return successes(net) if len(event.fought) == 1 else f"{net} to {against}"


def _striker(event: Any) -> str | None:
    """Who alone hits, or misses; None if both hit, or neither. A winner without a hit has dodged the other's attack."""
    if event.winner and not event.hits:
        struck = tuple([one for one in event.combatants if one != event.winner])
    else:
        struck = event.fought if len(event.fought) == 1 else event.hits
    return struck[0] if len(struck) == 1 else None


def thrown(event: Any, names: Names) -> str:
    """What is rolled: damage with a weapon, a stat or a skill; of the dice that nobody throws, what does harm."""
    if event.combatant == WORLD:
        return OF_NOBODY.get(event.label) or roll(event.label)
    if event.label == "weapon" and event.weapon:
        return f"damage with {weapon(event.weapon)}"
    return TOLL_ROLLS[event.label] if event.kind == "toll" and event.label in TOLL_ROLLS else roll(event.label)


def sources(event: Any, names: Names) -> str:
    """Where the white dice of a throw come from, and what they are divided by, unless the label says it all."""
    if len(event.white_terms) < 2 and event.divisor == 1:
        return ""
    by = DIVIDED.get(event.divisor, f", divided by {event.divisor}")
    said = f"{itemised(event.white_terms, names)}{by}".removeprefix(", ")
    return f" ({said})"


def black_dice(terms: Collection[tuple[str, int]], names: Names) -> str:
    """How many black dice there are, and why."""
    count = sum(dice for _, dice in terms)
    return f"{counted(count, 'black die', 'black dice')} ({itemised(terms, names)})"


def waves(draws: Iterable[Draw], names: Names) -> str:
    """What sixes have brought."""
    return "".join([f", {faces(draw, names)} more for the sixes" for draw in draws])


def pledges(used: Iterable[Any], names: Names) -> str:
    """Successes that helpers have pledged, added up for each helper."""
    by: dict[str, int] = {}
    for pledge in used:
        by[pledge.helper] = by.get(pledge.helper, 0) + pledge.successes
    return "".join([f", {count} from {named(names, helper)}" for helper, count in by.items()])


def if_any(text: str) -> RenderValue:
    """Return the function that says a number in a text, or nothing for 0."""
    return lambda value, names: text.format(value) if value else ""


def granted(count: int, names: Names) -> str:
    """How much fate the narrator gives, or takes."""
    return f"{counted(abs(count), 'pip')} of fate"


def fouled(event: Any, names: Names) -> str:
    """Whether a throw is foul; one that has net successes all the same is no failure yet (BD-FOUL-2)."""
    if not event.foul:
        return ""
    return ", but foul" if event.net else ", a foul failure"


def rolled(value: Any, names: Names) -> str:
    """What is rolled: a stat or a skill."""
    return roll(str(value))


def contender(value: Any, names: Names) -> str:
    """One side of a contest: who, and with what."""
    return f"{named(names, str(value['combatant']))} ({roll(str(value.get('skill') or value['stat']))})"


def with_weapon(value: Any, names: Names) -> str:
    """A weapon as an attack names it."""
    return weapon(str(value))


def armed(value: Any, names: Names) -> str:
    """Several weapons; none is ``nothing``."""
    return listed(weapon(str(key)) for key in value) if value else "nothing"


def several(value: Any, names: Names) -> str:
    """Several combatants."""
    return all_named(names, map(str, value))


def by_name(value: Any, names: Names) -> str:
    """A combatant or a thing."""
    return named(names, str(value))


Who: TypeAlias = Annotated[str, Spoken(by_name)]
"""A combatant or thing, by name."""
Several: TypeAlias = Annotated[tuple[str, ...], Spoken(several)]
"""Combatants or things, by their names."""
Armed: TypeAlias = Annotated[str, Spoken(with_weapon)]
"""A weapon, as an attack names it."""
Quoted: TypeAlias = Annotated[str, QUOTED]
"""Free text, in quotation marks."""
InWords: TypeAlias = Annotated[str, IN_WORDS]
"""A key, as words."""

SAID: Mapping[str, RenderValue] = {
    "weapon": with_weapon,
    "combatant": by_name,
    "object": by_name,
    "zone": to_zone,
    "zone:at": at_zone,
    "stat": rolled,
    "with_stat": rolled,
    "skill": rolled,
    "active": contender,
    "passive": contender,
    "feat": lambda value, names: FEATS[str(value)],
    "temptation": lambda value, names: TEMPTATIONS[str(value)],
}
"""How the values of commands' fields are said, by the names of the fields."""
