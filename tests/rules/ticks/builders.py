"""Builders of Ticks tests: declarations, ticks, called tests, duels, scenes, and what came of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from domain.core.commands import Answer, Command, Join, SetPolicy
from domain.core.events import Answered
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.count_down import TickCalled
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.counting.steps import Lapsed, Stepped
from domain.rulesets.ticks.chapters.declaring.count_up import JudgeCondition, ResolutionStarted
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, RoundStarted, StartRound
from domain.rulesets.ticks.chapters.deeds.harm import Wounded
from domain.rulesets.ticks.chapters.narrator.calls import CallContest, CallTest
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, SetSight
from domain.rulesets.ticks.chapters.narrator.trials import Commit, ContestDecided, Tested, Totalled
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, Struck
from domain.rulesets.ticks.parts import SquareSheet
from domain.rulesets.ticks.state import Fight, Person
from tests.rules.specification import SECRETS, SEED
from tests.rules.ticks.specification import (
    PLAIN,
    Specification,
    Step,
    combat,
    declare,
    fight,
    given,
    hold,
    newcomer,
    plan,
    standing,
)

Declared = Mapping[str, Any]
NOTHING: Declared = {"action": "other", "kind": "nothing"}
MOVE: Declared = {"action": "other", "kind": "move"}
EVADE: Declared = {"action": "evade"}


def attack(target: str, weapon: str, *manoeuvres: str, mode: str | None = None, **luck: int) -> Declared:
    """An attack; what it costs in luck by purpose."""
    fields = {"action": "attack", "target": target, "weapon": weapon, "manoeuvres": manoeuvres, "luck": luck}
    return fields if mode is None else {**fields, "mode": mode}


def defer(weapon: str, event: str, who: str = "anyone", **condition: Any) -> Declared:
    """A deferred attack."""
    return {"action": "defer", "weapon": weapon, "condition": {"event": event, "who": who, **condition}}


def going(*squares: tuple[int, int], **fields: Any) -> dict[str, Any]:
    """A plan that follows these squares."""
    return {"steps": "path", "path": squares, **fields}


def toward(target: str, **fields: Any) -> dict[str, Any]:
    """A plan that goes toward somebody and strikes as soon as it can."""
    return {"steps": "toward", "target": target, "strike": "first_chance", **fields}


def away(target: str, **fields: Any) -> dict[str, Any]:
    return {"steps": "away", "target": target, **fields}


STRIKING = {"strike": "first_chance"}
"""A plan that stays and strikes as soon as it can."""


class Play:
    """A fight, and all that has happened in its rounds: each event with the tick that was open."""

    def __init__(
        self,
        *names: str | Join,
        asks: Mapping[str, tuple[str, ...]] | None = None,
        call: CallCombat | None = None,
        **options: Any,
    ) -> None:
        joins = [newcomer(name) if isinstance(name, str) else name for name in names]
        called = [str(join.id) for join in joins]
        own = [SetPolicy(of=name, kind=kind, answer="ask") for name, kinds in (asks or {}).items() for kind in kinds]
        self.spec = given(fight(*joins, **options), *standing(*called), *own)
        self.log: list[tuple[int, Event]] = []
        self.tick = 0
        self.declared: dict[str, Declared] = {}
        self.plans: dict[str, Mapping[str, Any]] = {}
        alive = [str(join.id) for join in joins if not join.sheet.get("dead")]
        self.send(call or combat(*alive)[0])

    @property
    def fight(self) -> Fight:
        return self.spec.fight

    def __getitem__(self, name: str) -> Person:
        return self.fight.people[name]

    # Playing

    def send(self, *commands: Command) -> Self:
        """Give commands, which are accepted."""
        for command in commands:
            self.spec.when(command).then()
            for event in self.spec.events:
                if isinstance(event, RoundStarted | ResolutionStarted):
                    self.tick = 0
                if isinstance(event, TickCalled):
                    self.tick = event.tick
                self.log.append((self.tick, event))
        return self

    def refused(self, command: Command, rule: str, field: str | None = None) -> Self:
        """Give a command that this rule refuses, for this field if it is said."""
        refusal = self.spec.when(command).refused(rule).refusal
        assert refusal is not None
        assert field in (None, refusal.field), refusal
        return self

    def public(self, command: Command) -> str:
        """Give a command, which is accepted; what everybody sees of it and of what follows from it."""
        result = decide(TICKS, self.fight, command, NARRATOR, SEED, secrets=SECRETS)
        assert isinstance(result, Decided), result
        self.send(command)
        seen = []
        for one in result.events:
            fields: dict[str, Any] = msgspec.to_builtins(one.event)
            hidden = one.event.private if one.audience != "all" else frozenset()
            seen.append({key: value for key, value in fields.items() if key not in hidden})
        return msgspec.json.encode(seen).decode()

    def answer(self, name: str, kind: str, answer: Any) -> Self:
        """Answer the open prompt of this kind."""
        asked = next(one for one in self.fight.prompts if (one.to, one.kind) == (name, kind))
        return self.send(Answer(prompt=asked.id, answer=answer))

    def asked(self, kind: str) -> dict[str, Any]:
        """What the open prompt of this kind is about."""
        return next(one.about for one in self.fight.prompts if one.kind == kind)

    def round(self, plans: Mapping[str, Mapping[str, Any]] | None = None, **declared: Declared) -> Self:
        """Begin a round, in which these declare this and plan that; the count up stops where the narrator is asked."""
        self.declared, self.plans = declared, dict(plans or {})
        return self.send(StartRound()).declare_on()

    def into(self, phase: str, **declared: Declared) -> Self:
        """Go on from between two rounds into this phase, in which these declare this."""
        if phase == "calm":
            self.send(EndCombat())
        elif phase == "declaration":
            self.send(StartRound())
        elif phase == "resolution":
            self.round(**declared)
        assert self.fight.phase == phase
        return self

    def declare_on(self, tick: int = 99) -> Self:
        """Go on with the declarations, as long as it is before this tick of the count up."""
        while self.fight.phase == "declaration" and self.fight.tick < tick:
            if any(prompt.to == "narrator" for prompt in self.fight.prompts):
                break
            name = self.fight.prompts[0].to
            self.send(declare(name, **self.declared.get(name, NOTHING)))
            if name in self.plans:
                self.send(plan(name, **self.plans[name]))
        return self

    def until(self, tick: int) -> Self:
        """Go on to this tick of the count down; who is asked before holds until then."""
        while self.fight.phase == "resolution" and self.fight.tick > tick:
            prompts = self.fight.prompts
            assert {prompt.kind for prompt in prompts} == {"act"}, prompts
            self.send(hold(next(one.to for one in prompts if one.id not in self.fight.answers), tick))
        assert self.fight.phase == ("resolution" if tick else "between")
        assert self.fight.tick == tick
        return self

    def end(self) -> Self:
        """Go on to the end of the round; who is asked holds for the rest of it."""
        return self.until(0)

    # What has happened

    def ticks(self, kind: type[Event], name: str) -> list[int]:
        """The ticks on which somebody was the subject of such facts."""
        return [
            tick for tick, event in self.log if isinstance(event, kind) and getattr(event, "combatant", None) == name
        ]

    def steps(self, name: str) -> list[int]:
        """The ticks on which somebody stepped."""
        return self.ticks(Stepped, name)

    def strikes(self, name: str) -> list[tuple[int, int]]:
        """The ticks on which somebody struck, with the gross damage."""
        return [(t, event.gross) for t, event in self.log if isinstance(event, Struck) and event.combatant == name]

    def lapses(self, name: str) -> list[tuple[int, str]]:
        """What of somebody has lapsed, by tick."""
        return [(t, event.what) for t, event in self.log if isinstance(event, Lapsed) and event.combatant == name]

    def wounds(self, name: str) -> list[tuple[int, int]]:
        """The wounds that somebody has taken, by tick."""
        return [(t, event.wounds) for t, event in self.log if isinstance(event, Wounded) and event.combatant == name]

    def tests(self, name: str) -> list[tuple[int | None, int | None, bool]]:
        """The manoeuvres that somebody has tried: both totals, and whether it succeeded."""
        tested = [event for _, event in self.log if isinstance(event, ManoeuvreTested) and event.combatant == name]
        return [(event.total, event.against, event.success) for event in tested]

    def armour(self, name: str) -> tuple[int, int]:
        """What the armour of somebody takes off shots and off blows, worn as it is."""
        worn = self[name].armour
        assert worn is not None
        return worn.against("ranged"), worn.against("melee")

    def at(self, name: str) -> tuple[int, int]:
        """The square that somebody stands on."""
        square = self[name].square
        return square.x, square.y


Scene = tuple[Step, ...]
Options = Mapping[str, Any]


def calm(*people: str | Join, before: Scene = (), **options: Any) -> Scene:
    """These people, and no combat."""
    return (fight(*people, **options), *before)


def between(*people: str | Join, before: Scene = (), **options: Any) -> Scene:
    """These people in a combat whose first round has not begun."""
    return (*calm(*people, before=before, **options), combat(*_names(*people))[0])


def up(
    *people: str | Join,
    to: str,
    aside: tuple[str | Join, ...] = (),
    before: Scene = (),
    called: Scene = (),
    after: Scene = (),
    options: Options | None = None,
    **declared: Declared,
) -> Scene:
    """The first count up, on the tick on which one of them is asked to declare; ``called`` is done before the round."""
    *calling, start = _begun(people, aside, before, options)
    return (*_counted((*calling, *called, start), to, declared), *after)


def down(
    *people: str | Join,
    tick: int | None = None,
    asks: Mapping[str, str] | None = None,
    before: Scene = (),
    after: Scene = (),
    options: Options | None = None,
    **declared: Declared,
) -> Scene:
    """The first count down, on the first tick on which somebody is asked, or on this one."""
    own = tuple([SetPolicy(of=name, kind=kind, answer="ask") for name, kind in (asks or {}).items()])
    policies = (*standing(*_names(*people)), *own)
    scene = _counted(_begun(people, (), (*before, *policies), options), None, declared)
    return (*(scene if tick is None else _waited(scene, tick)), *after)


def _names(*people: str | Join) -> list[str]:
    return [str(one.id) if isinstance(one, Join) else one for one in people]


def _begun(
    people: tuple[str | Join, ...], aside: tuple[str | Join, ...], before: Scene, options: Options | None
) -> Scene:
    """The first round has begun."""
    return (fight(*people, *aside, **(options or {})), *before, *combat(*_names(*people)))


def _counted(scene: Scene, to: str | None, declared: Mapping[str, Declared]) -> Scene:
    """The count up has come to somebody, or to its end; conditions in words are simple enough."""
    spec, steps = given(*scene), list(scene)
    while spec.fight.phase == "declaration" and to not in {prompt.to for prompt in spec.fight.prompts}:
        name = next(prompt.to for prompt in spec.fight.prompts)
        judged = JudgeCondition(simple=True)
        steps.append(judged if name == "narrator" else declare(name, **declared.get(name, NOTHING)))
        spec.given(steps[-1])
    return tuple(steps)


def _waited(scene: Scene, tick: int) -> Scene:
    """The count down has come to this tick; who is asked before holds until then."""
    spec, steps = given(*scene), list(scene)
    while spec.fight.tick > tick:
        steps.append(hold(spec.fight.prompts[0].to, tick))
        spec.given(steps[-1])
    assert spec.fight.tick == tick
    return tuple(steps)


def blind(observer: str, target: str) -> SetSight:
    """The first no longer sees the second."""
    return SetSight(observer=observer, target=target, visible=False, both=False)


def dying(name: str, **changes: Any) -> Join:
    """Somebody whose wounds are more than can be borne."""
    return newcomer(name, wounds=20, **changes)


def calm_encounter(*joins: Join | str, **options: Any) -> Specification:
    """A calm encounter of these combatants."""
    return given(fight(*joins, **options))


def call(who: str, statistic: str, skill: str | None, difficulty: int | str, **terms: Any) -> CallTest:
    """A test of somebody."""
    fields = {"combatant": who, "statistic": statistic, "skill": skill, "difficulty": difficulty, **terms}
    return CallTest.model_validate(fields)


def verdict(spec: Specification, test: CallTest, luck: int = 0) -> tuple[int, bool]:
    """The total and the verdict of a called test, with so much luck committed."""
    spec.when(test).asks("commit", test.combatant)
    spec.when(Commit(actor=test.combatant, luck=luck)).then()
    fact = next(event for event in spec.events if isinstance(event, Tested))
    return fact.total, fact.success


def level_of(spec: Specification, test: CallTest, luck: int = 0) -> int:
    """The level that counts in a called test, with so much luck committed."""
    verdict(spec, test, luck)
    return next(event.level for event in spec.events if isinstance(event, Totalled))


def party(who: str, statistic: str, skill: str | None = None, **terms: Any) -> dict[str, Any]:
    """One side of a contest."""
    return {"combatant": who, "statistic": statistic, "skill": skill, **terms}


def contest(attacker: dict[str, Any], defender: dict[str, Any]) -> CallContest:
    """A contest of these two."""
    fields = {"parties": (attacker, defender), "defender": defender["combatant"]}
    return CallContest.model_validate(fields)


def outcome(spec: Specification, called: CallContest, **luck: int) -> tuple[str, dict[str, int]]:
    """Who wins a contest and with which totals; whoever is asked commits so much luck, by default none."""
    spec.when(called).then()
    while spec.fight.prompts:
        who = spec.fight.prompts[0].to
        spec.when(Commit(actor=who, luck=luck.get(who, 0))).then()
    decided = next(event for event in spec.events if isinstance(event, ContestDecided))
    assert decided.loser in {one.combatant for one in called.parties} - {decided.winner}
    return decided.winner, decided.totals


def plain(name: str, **sheet: Any) -> Join:
    """Somebody with nothing special, but for what the sheet says."""
    return Join(id=name, sheet={"name": name.title(), "statistics": PLAIN, **sheet})


def with_things(*things: dict[str, Any], name: str = "bell", **sheet: Any) -> Join:
    """Somebody plain with these things."""
    return plain(name, things=list(things), **sheet)


def joined(newcomer: Join, *before: Join, **options: Any) -> Person:
    """Somebody as it is after joining, those before it first."""
    there = gathered(*before, newcomer, **options)
    return there.people[there.joined[-1]]


def gathered(*newcomers: Join, **options: Any) -> Fight:
    """An encounter that these have joined, in this order."""
    return given(fight(*newcomers, **options)).fight


def refused(newcomer: Join, rule: str | None, field: str, *before: Step) -> str:
    """Whoever cannot join, by which rule and for which field first; the sentence that says why.

    ``before`` are those who have joined, or all that has happened since.
    """
    spec = given(fight(), *before).when(newcomer).refused(rule, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.sheet.{field}"
    return spec.refusal.detail


EAST = going(*[(x, 0) for x in range(1, 40)])
EVE = newcomer("eve", QUI=20, skills={"evade": 1}, at=(0, 99))
"""Who evades, so that every tick is open until she has answered."""


def beside_eve(plan_of_iris: dict[str, Any] | None, declared: Any = None, *, at: tuple[int, int] = (9, 0)) -> Play:
    """Iris, who has declared an attack on Tor, with a plan; tick 14 is open, and Eve has not answered on it."""
    play = Play("iris", newcomer("tor", at=at), EVE)
    plans = {"iris": plan_of_iris} if plan_of_iris is not None else {}
    return play.round(plans, iris=declared or attack("tor", "sword"), eve=EVADE).until(14)


def answers(play: Play, name: str) -> list[tuple[int, str]]:
    """Who has answered for somebody in the resolution: the plan (``policy``), or itself (``prompt``)."""
    asked = [(tick, event) for tick, event in play.log if isinstance(event, Answered) and event.kind == "act"]
    return [(tick, event.by) for tick, event in asked if event.to == name]


ASH = {"STR": 22, "DEX": 27, "QUI": 15, "WIL": 30, "RES": 29, "luck": 20}
BIRCH = {"STR": 13, "DEX": 11, "QUI": 9, "WIL": 28, "RES": 26, "luck": 20, "at": (1, 0)}
SKILLS_OF_ASH = {"melee": 3, "unarmed": 2, "handgun": 5, "thrown": 4, "evade": 1}
SKILLS_OF_BIRCH = {"melee": 2, "unarmed": 1, "handgun": 3, "evade": 4}
STAFF = {"key": "staff", "kind": "melee", "base": 3, "skill": "staff", "hands": 2}
"""A melee weapon that no quick draw is for."""
Things = Sequence[str | dict[str, Any]]


def things_of(things: Things) -> list[dict[str, Any]]:
    return [{"key": thing} if isinstance(thing, str) else thing for thing in things]


def carried(key: str, **fields: Any) -> dict[str, Any]:
    """A thing on the body."""
    return {"key": key, "place": "carried", **fields}


def ash(*things: str | dict[str, Any], skills: dict[str, int] | None = None, **changes: Any) -> Join:
    """Ash, with a sword or these things, and other levels of these skills."""
    fields: dict[str, Any] = {**ASH, **changes}
    return newcomer("ash", skills={**SKILLS_OF_ASH, **(skills or {})}, things=things_of(things or ("sword",)), **fields)


def birch(*things: str | dict[str, Any], skills: dict[str, int] | None = None, **changes: Any) -> Join:
    """Birch, with a knife or these things, and other levels of these skills."""
    fields: dict[str, Any] = {"things": things_of(things or ("knife",)), **BIRCH, **changes}
    return newcomer("birch", skills={**SKILLS_OF_BIRCH, **(skills or {})}, **fields)


def to_declare(*joins: Join, tick: int = 15, **options: Any) -> Play:
    """The first round, on the tick on which Ash declares."""
    return Play(*joins, **options).send(StartRound()).declare_on(tick)


def opposed(play: Play, statistic: str, skill: str, luck: int = 0) -> Play:
    """Birch opposes with this pair."""
    return play.answer("birch", "oppose", {"statistic": statistic, "skill": skill, "luck": luck})


def answered(play: Play, *successes: bool) -> Play:
    """Birch lets these manoeuvres succeed or fail, one after the other: without luck, or with just enough of it."""
    for success in successes:
        about, birch = play.asked("oppose"), play["birch"]
        first = about["pairs"][0]
        enough = -(-about["total"] // birch.statistics[first["statistic"]]) - birch.level(first["skill"])
        opposed(play, first["statistic"], first["skill"], 0 if success else enough)
    return play


def struck(
    one: Join, other: Join, declared: Declared, *successes: bool, plan: dict[str, Any] | None = None, **options: Any
) -> Play:
    """A round in which Ash strikes as soon as it can, and its manoeuvres succeed or fail as said."""
    asks = {"birch": ("oppose",)} if successes else {}
    play = Play(one, other, asks=asks, **options)
    return answered(play.round({"ash": {**STRIKING, **(plan or {})}}, ash=declared), *successes)


def on_birch(weapon: str, *manoeuvres: str, **fields: Any) -> Declared:
    """An attack of Ash on Birch, with the luck for further manoeuvres paid for unless it is said otherwise."""
    extra = max(0, len(manoeuvres) - 1)
    return attack("birch", weapon, *manoeuvres, **{"extra": extra, **fields})


HANDFUL: tuple[dict[str, Any], ...] = (
    {"key": "knife"},
    {"key": "hatchet", "place": "carried"},
    {"key": "pistol", "loaded": 2, "spare": 9, "place": "carried"},
)


def other(kind: str, **details: Any) -> dict[str, Any]:
    return {"action": "other", "kind": kind, **details}


def ash_at_12(**sheet: Any) -> Join:
    return newcomer("ash", **{"QUI": 12, "things": HANDFUL, **sheet})


def busy(declared: Declared, *others: Join, first: tuple[Any, ...] = (), plans: Any = None, **sheet: Any) -> Play:
    """Ash, of quickness 12, does this; Sable evades, so that every tick from 20 on is open."""
    play = Play(ash_at_12(**sheet), newcomer("birch", at=(0, 1)), *others, newcomer("sable", at=(0, 50))).send(*first)
    return play.round(plans, ash=declared, sable=EVADE)


def put(name: str, x: int, y: int = 0, at: int | None = None) -> PlaceCombatant:
    """Put somebody on a square."""
    return PlaceCombatant(combatant=name, to=SquareSheet(x=x, y=y), at=at)


def sight(observer: str, target: str, visible: bool, *, both: bool = False, at: int | None = None) -> SetSight:
    """Say whether somebody sees somebody, and nothing of the reverse."""
    return SetSight(observer=observer, target=target, visible=visible, both=both, at=at)


def area(name: str, *squares: tuple[int, int]) -> DefineArea:
    """Name some squares."""
    return DefineArea(name=name, squares=tuple([SquareSheet(x=x, y=y) for x, y in squares]))


WATCH = newcomer("sable", at=(0, 50))
"""Evades far away, so that every tick is open; nobody waits for her."""
DOOR = DefineArea(name="door", squares=(SquareSheet(x=6, y=0), SquareSheet(x=6, y=1)))


def walker(name: str = "ash", **sheet: Any) -> Join:
    """Somebody plain who walks."""
    return newcomer(name, **{"QUI": 12, "at": (5, 0), **sheet})


def waiting(
    deferrer: Join | str,
    declared: Declared,
    *others: Join,
    plans: dict[str, Any] | None = None,
    first: tuple[Command, ...] = (),
    doing: dict[str, Any] | None = None,
    asks: Mapping[str, tuple[str, ...]] | None = None,
    **options: Any,
) -> Play:
    """A round in which somebody defers; others do what is said, or nothing. ``first`` is said before it begins."""
    play = Play(deferrer, *others, WATCH, asks=asks, **options).send(*first)
    name = deferrer if isinstance(deferrer, str) else str(deferrer.id)
    return play.round(plans, **{name: declared, "sable": EVADE, **(doing or {})})


def pell_sees(target: str, visible: bool, at: int | None = None, observer: str = "pell") -> SetSight:
    return SetSight(observer=observer, target=target, visible=visible, both=False, at=at)


def met(play: Play) -> list[tuple[int, str, str]]:
    """On which ticks, in which stages and by whom conditions were met."""
    return [(tick, event.stage, event.by) for tick, event in play.log if isinstance(event, ConditionMet)]
