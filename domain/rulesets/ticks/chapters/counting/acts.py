"""What may be answered on a tick of the resolution (TK-RES-6, TK-RES-7, TK-RES-10)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.events import Answered
from domain.decision.prompts import ALWAYS_ASKED, ByClass, Occasion, PromptKind, any_answer
from domain.fields.field import among
from domain.fields.sets import AnyText, Labelled
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step, moves, next_step, step_due
from domain.rulesets.ticks.chapters.counting.who_acts import deed_open, is_asked, strike_open
from domain.rulesets.ticks.chapters.declaring.combinations import require_fitting
from domain.rulesets.ticks.chapters.declaring.manoeuvres import is_tested
from domain.rulesets.ticks.chapters.declaring.plans import HOLD, plan_answer
from domain.rulesets.ticks.chapters.declaring.starts import attack_from
from domain.rulesets.ticks.chapters.deeds.hands import own_thing, require_known
from domain.rulesets.ticks.chapters.objections import not_in_hand, require_luck, require_mode, the
from domain.rulesets.ticks.chapters.strikes.strike import Strike
from domain.rulesets.ticks.chapters.strikes.strike import strike_of as declared_strike
from domain.rulesets.ticks.chapters.vocabularies import THING_NAME, by_actor
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import (
    DeedSheet,
    Doing,
    Holding,
    PlanSheet,
    StepSheet,
    StrikeSheet,
)
from domain.rulesets.ticks.said import item, luck, luck_said
from domain.rulesets.ticks.said import manoeuvres as manoeuvres_said
from domain.rulesets.ticks.said import square as square_said
from domain.rulesets.ticks.state import Declaration, Fight, Person, Square
from domain.rulesets.ticks.words import OUTERMOST, Action, Mode
from domain.text.phrases import Names, as_words, listed, sentence, they

NO_STRIKE: dict[Action, str] = {
    "defend": "TK-DEF-8",
    "evade": "TK-EVADE-4",
    "defer": "TK-DEFER-13",
    "other": "TK-OTHER-10",
}
"""The rule by which an action has no strike of one's own timing."""


def check_holding(fight: Fight, prompt: Prompt, answer: Holding) -> None:
    """One holds down to a tick below the open one (TK-RES-10)."""
    said = f"Tick {fight.tick} is open; hold down to a lower one, or to 0 for the rest of the round."
    require(answer.until < fight.tick, "TK-RES-10", said, field="answer.until")


def check_doing(fight: Fight, prompt: Prompt, answer: Doing) -> None:
    """The answer has at least one part, and each is allowed on this tick.

    A single step goes together with a strike and a deed (TK-TICK-10).
    """
    person = fight.people[prompt.to]
    parts = (answer.step, answer.stand or None, answer.strike, answer.deed)
    said = "Say at least one part: a step, a strike, a deed, or to stand up; or hold."
    require(any(part is not None for part in parts), "TK-RES-10", said, field="answer")
    if answer.step is not None:
        _check_step(fight, person, answer.step, answer)
    if answer.stand:
        said = f"{person.name} {_why_not_up(fight, person)}."
        stands = may_stand(fight, person) and step_due(fight, person) and answer.step is None
        require(stands, "TK-TRIP-6", said, field="answer.stand")
    if answer.strike is not None:
        strike = strike_with(fight, person, answer.strike, "answer.strike")
        _check_shot(person, strike, answer)
    if answer.deed is not None:
        _check_deed(fight, person, answer.deed)


def _check_step(fight: Fight, person: Person, step: StepSheet, doing: Doing) -> None:
    where = "answer.step"
    said = f"{person.name} has declared what allows no steps; leave the step out."
    require(moves(fight, person), "TK-MOVE-2", said, field=where)
    said = f"{person.name} has no step due on tick {fight.tick}; {_next_step(fight, person)}."
    require(step_due(fight, person), "TK-MOVE-1", said, field=where)
    said = f"{person.name} is {'prone' if person.prone else 'held'}, and cannot step; leave the step out."
    require(may_step(fight, person), "TK-MOVE-8", said, field=where)
    to = Square(step.to.x, step.to.y)
    said = f"{person.name} can step only to one of the eight squares around ({person.square.x}, {person.square.y})."
    require(person.square.distance(to) == 1, "TK-MOVE-3", said, field=f"{where}.to")


def _why_not_up(fight: Fight, person: Person) -> str:
    """Why somebody does not get up now, as its sentence goes on (TK-TRIP-6)."""
    if not person.prone:
        return "is not prone; leave that out"
    if fight.options.stand_up == "free":
        return "gets up when the round ends, without a step; leave that out"
    return "gets up in place of a step that is due, held by nobody, and not in the round of the fall"


def _next_step(fight: Fight, person: Person) -> str:
    """The next tick on which a step is due, if one comes (TK-MOVE-1)."""
    following = next_step(person, fight.tick - 1)
    return f"the next is due on tick {following}" if following > 0 else "no other comes"


def _check_shot(person: Person, strike: Strike, doing: Doing) -> None:
    """A shot ends the steps, unless one runs and guns (TK-MOVE-6, TK-RG-2); a strike in melee does not (TK-MOVE-5).

    The reading is that of TK-RUL-15.
    """
    after = doing.step is not None and doing.step.when == "after"
    allowed = strike.mode == "melee" or "run_and_gun" in strike.manoeuvres
    require(
        allowed or not after,
        "TK-MOVE-6",
        f"{person.name} takes no more steps after a shot; step before it.",
        field="answer.step.when",
    )


def strike_with(fight: Fight, person: Person, sheet: StrikeSheet, field: str) -> Strike:
    """The strike as it is to be made on this tick; refuses what the declaration or the count forbids (TK-ATK-6)."""
    turn = person.turn
    declared = turn.declared
    if declared is None or declared.action in NO_STRIKE:
        said = f"{person.name} has declared no attack and no aim; leave the strike out."
        refuse(NO_STRIKE[turn.action or "other"], said, field=field)
    require(not turn.attack_used, "TK-ATK-2", f"{person.name} has struck already; one strike is all.", field=field)
    if declared.action == "aim":
        said = f"{person.name} does not see {fight.name_of(declared.target or '')}; fire when the target is seen again."
        require(strike_open(fight, person), "TK-AIM-3", said, field=field)
    said = f"{person.name} can strike from tick {attack_from(person)} on; hold down to it."
    require(strike_open(fight, person), "TK-ATK-2", said, field=field)
    return armed_with(person, declared, sheet, field)


def answered_strike(person: Person, declared: Declaration, doing: Doing) -> Strike | None:
    """The strike of an answer, as it stands when the tick closes; what is not at hand any more lapses (TK-TICK-9)."""
    sheet = doing.strike
    if sheet is None:
        return None
    strike = declared_strike(person, declared)
    weapon = person.thing(sheet.weapon) if sheet.weapon is not None else person.owned(strike.weapon)
    return replace(
        strike,
        weapon=weapon.id if weapon is not None else sheet.weapon or strike.weapon,
        mode=strike.mode if weapon is None else sheet.mode or usual_mode(weapon, declared, strike),
        luck={key: points for key, points in sheet.luck.items() if points},
        statistic=sheet.statistic,
        item=sheet.item,
        planned=person.turn.answered_by == "plan",
    )


def armed_with(person: Person, declared: Declaration, sheet: StrikeSheet, field: str) -> Strike:
    """The declared strike with the weapon, luck and choices of the sheet (TK-MAN-11, TK-MAN-12)."""
    weapon = _weapon(person, declared, sheet, field)
    strike = declared_strike(person, declared)
    mode = _mode(weapon, declared, sheet, strike, field)
    if (weapon.id, mode) != (strike.weapon, strike.mode):
        said = f"{person.name} fires the weapon that was aimed, and in no other way; leave both out."
        require(declared.action != "aim", "TK-AIM-7", said, field=f"{field}.weapon")
        require_fitting(person, declared.manoeuvres, weapon, mode, f"{field}.weapon", drawn=strike.weapon)
    check_choices(person, declared, sheet, field)
    return Strike(
        strike.attacker,
        strike.target,
        weapon.id,
        mode,
        strike.how,
        strike.manoeuvres,
        {key: points for key, points in sheet.luck.items() if points},
        sheet.statistic,
        sheet.item,
        strike.trick,
    )


def _weapon(person: Person, declared: Declaration, sheet: StrikeSheet, field: str) -> Thing:
    """The weapon of the declaration, or another one in hand (TK-ATK-6); that of a quick draw may yet be drawn.

    The reading is that of TK-RUL-18.
    """
    if sheet.weapon is None:
        return declared_weapon(person, declared, field)
    thing = own_thing(person, sheet.weapon, f"{field}.weapon")
    require(thing.is_weapon, "TK-ATK-6", sentence(f"{the(thing)} is no weapon; name one."), field=f"{field}.weapon")
    require(thing.ready, "TK-ATK-6", not_in_hand(person, thing), field=f"{field}.weapon")
    return thing


def declared_weapon(person: Person, declared: Declaration, field: str) -> Thing:
    """The weapon of the declaration; refuses when it is lost (TK-ATK-6)."""
    weapon = person.owned(declared.weapon)
    if weapon is None:
        said = f"{person.name} no longer has the declared weapon; name one in hand, or unarmed for bare hands."
        refuse("TK-ATK-6", said, field=f"{field}.weapon")
    return weapon


def _mode(thing: Thing, declared: Declaration, sheet: StrikeSheet, strike: Strike, field: str) -> Mode:
    if sheet.mode is None:
        return usual_mode(thing, declared, strike)
    require_mode(thing, sheet.mode, f"{field}.mode")
    return sheet.mode


def usual_mode(thing: Thing, declared: Declaration, strike: Strike) -> Mode:
    """How a weapon is used where nothing is said: the declared one as declared (TK-ATK-7)."""
    return declared.mode if thing.id == strike.weapon else thing.modes[0]


def check_choices(person: Person, declared: Declaration, sheet: StrikeSheet | PlanSheet, field: str) -> None:
    """Luck names tested manoeuvres only; statistic and item go with a disarm (TK-MAN-11, TK-LUCK-7)."""
    untested = [one for one in sheet.luck if not (one in declared.manoeuvres and is_tested(one))]
    if untested:
        said = sentence(f"{manoeuvres_said(untested)} is not tested in this strike; spend no luck on that.")
        refuse("TK-MAN-11", said, field=f"{field}.luck")
    if "disarm" not in declared.manoeuvres and not (sheet.statistic is None and sheet.item is None):
        refuse("TK-MAN-11", "Only a disarm names a statistic and an item; leave them out.", field=field)
    if sheet.statistic not in (None, "strength", "dexterity"):
        said = "A disarm is made with strength or dexterity; name one of them."
        refuse("TK-DISARM-2", said, field=f"{field}.statistic")
    require_luck(person, sum(sheet.luck.values()), f"{field}.luck")


def _check_deed(fight: Fight, person: Person, deed: DeedSheet) -> None:
    """Small things while evading (TK-EVADE-3, TK-RUL-33), or what was declared under Other (TK-OTHER-2)."""
    where = "answer.deed"
    if person.turn.action == "evade":
        said = "Say what is done: to draw, stow or pick up something, or whatever a text tells."
        require(deed.kind is not None, "TK-EVADE-3", said, field=f"{where}.kind")
        wanted = deed.item is not None if deed.kind != "narrated" else bool(deed.text) and deed.item is None
        said = "A deed that is told has a text, every other one names an item."
        require(wanted, "TK-EVADE-3", said, field=where)
        said = "A small deed while evading takes no luck; leave it out."
        require(not deed.luck, "TK-EVADE-3", said, field=f"{where}.luck")
        if deed.item is not None:
            require_known(fight, person, deed.kind or "narrated", deed.item, f"{where}.item")
        return
    said = f"{person.name} has no deed left to do in this round; leave it out."
    require(deed_open(person), "TK-OTHER-2", said, field=where)
    said = "The deed was declared with its details; leave them out here."
    require(deed.kind is None and deed.item is None and not deed.text, "TK-OTHER-2", said, field=where)
    declared = person.turn.declared
    aid = declared is not None and declared.kind == "first_aid"
    said = "Luck goes with the deed of first aid alone; leave it out."
    require(aid or not deed.luck, "TK-OTHER-2", said, field=f"{where}.luck")
    require_luck(person, deed.luck, f"{where}.luck")


def _tested(fight: Fight, person: Person) -> tuple[str, ...]:
    """The manoeuvres of the declaration on whose tests luck can be spent (TK-MAN-11)."""
    declared = person.turn.declared
    return () if declared is None else tuple(one for one in declared.manoeuvres if is_tested(one))


def _disarms(fight: Fight, person: Person) -> bool:
    return person.turn.has("disarm")


TESTED = by_actor("tested manoeuvres", _tested)
DISARMING = by_actor(
    "statistics of a disarm", lambda fight, person: ("strength", "dexterity") if _disarms(fight, person) else None
)
AT_STAKE = by_actor(
    "weapons at stake", lambda fight, person: AnyText(80, 1, THING_NAME) if _disarms(fight, person) else None
)


def squares_around(square: Square) -> list[tuple[int, int]]:
    """The neighbours of a square, as far as places can be named (TK-MOVE-3, TK-POS-1)."""
    columns = range(max(square.x - 1, -OUTERMOST), min(square.x + 1, OUTERMOST) + 1)
    rows = range(max(square.y - 1, -OUTERMOST), min(square.y + 1, OUTERMOST) + 1)
    return [(x, y) for x in columns for y in rows if x != square.x or y != square.y]


def standing_act(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """A plan answers when the tick opens (TK-PLAN-1)."""
    return plan_answer(fight, fight.people[prompt.to])


def not_asked(fight: Fight, prompt: Prompt) -> str | None:
    """Who has nothing to say any more is not asked (TK-RES-7); an answer stays (TK-TICK-11), but for who drops out."""
    person = fight.people[prompt.to]
    stays = prompt.id in fight.answers and person.conscious
    return None if stays or is_asked(fight, person) else "nothing can be done any more"


def act_forms(fight: Fight, prompt: Prompt) -> Iterator[Json | Labelled]:
    """To strike and to do the deed as declared, where that is open, and to wait; commands say everything else."""
    person = fight.people[prompt.to]
    if strike_open(fight, person):
        yield Labelled({"strike": {}}, lambda labels: labels.of("ticks.act/strike"))
    if deed_open(person):
        yield Labelled({"deed": {}}, lambda labels: labels.of("ticks.act/deed"))
    yield HOLD


def silent_act(event: Answered) -> bool:
    """The answer of a plan is not told; the plan was."""
    return event.by == "policy"


def tells_act(event: Answered, names: Names) -> str | None:
    """What somebody wants to do on a tick."""
    match event.given:
        case "hold" | {"until": _}:
            return "wants to hold"
        case dict(answer):
            return f"wants to {listed(_doing(event.to, answer, names))}"
    return None


def _doing(who: str, answer: Mapping[str, Any], names: Names) -> Iterable[str]:
    """The parts of what is done on a tick."""
    step = answer.get("step")
    if step is not None:
        when = " at the end" if step.get("when") == "after" else ""
        yield f"step to {square_said(msgspec.convert(step['to'], Square))}{when}"
    if answer.get("stand"):
        yield "stand up"
    if answer.get("strike") is not None:
        yield _striking(answer["strike"], names)
    if answer.get("deed") is not None:
        yield _deed(who, answer["deed"], names)


def _striking(strike: Mapping[str, Any], names: Names) -> str:
    """A strike with the choices that go with it."""
    mode, weapon = strike.get("mode"), item(strike["weapon"], names) if strike.get("weapon") else ""
    if mode == "thrown":
        made = f"throw {weapon}" if weapon else "attack by throwing"
    else:
        made = f"{'shoot' if mode == 'ranged' else 'strike'}{f' with {weapon}' if weapon else ''}"
        made += " in melee" if mode == "melee" else ""
    statistic = f", with {as_words(strike['statistic'])}" if strike.get("statistic") else ""
    after = f", aiming for {item(strike['item'], names)}" if strike.get("item") else ""
    paid = f", with {luck_said(strike['luck'])}" if any(strike.get("luck", {}).values()) else ""
    return f"{made}{statistic}{after}{paid}"


def _deed(who: str, deed: Mapping[str, Any], names: Names) -> str:
    kind = deed.get("kind")
    what = f"do what {they(names, who)} declared" if kind is None else DEEDS.get(kind, as_words(kind))
    thing = f" {item(deed['item'], names)}" if deed.get("item") else ""
    text = f": “{deed['text']}”" if deed.get("text") else ""
    paid = f", with {luck(deed['luck'])}" if deed.get("luck") else ""
    return f"{what}{thing}{text}{paid}"


DEEDS: Final = {"narrated": "do this"}
"""How a small deed is said where its key does not say it."""
ACT: PromptKind[Fight] = PromptKind(
    "act",
    TypeAdapter(Literal["hold"] | Holding | Doing),
    ByClass[Fight]({Holding: check_holding, Doing: check_doing}),
    choices=act_forms,
    policy=standing_act,
    check_policy_answer=any_answer,
    moot=not_asked,
    sealed=True,
    replaceable=True,
    policy_type=ALWAYS_ASKED,
    question="what to do on this tick",
    words="Tick",
    asks="may act on this tick",
    tells=tells_act,
    sealed_as="decides in secret what to do on this tick",
    silent=silent_act,
    fields=lambda fight, prompt: (among((HOLD,)),),
    occasion=Occasion("TK-RES-6", "on ticks with a step, a strike or a deed to be done"),
    deed=True,
)


CHECKING_ACTS: Chapter[Fight] = Chapter(prompts=(ACT,))
