"""Rounds of Ticks, played in process: who declares what, who plans, who acts on which tick, and what has come of it.

    play = Play("iris", newcomer("tor", at=(4, 0)))
    play.round(iris=attack("tor", "sword")).until(14)
    play.send(act("iris", step=(1, 0), strike=True)).until(11)

Everybody named takes part in the combat. Who is given no declaration does nothing, and who is asked and neither plans
nor acts holds. ``asks`` names who answers which prompts itself; all else is by ``STANDING``.
"""

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from domain.core.commands import Answer, Command, Join, SetPolicy
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.harm import Wounded
from domain.rulesets.ticks.events.places import Stepped
from domain.rulesets.ticks.events.rounds import Lapsed, ResolutionStarted, RoundStarted, TickCalled
from domain.rulesets.ticks.events.strikes import ManoeuvreTested, Struck
from domain.rulesets.ticks.state import Fight, Person
from tests.rules.specification import SECRETS, SEED
from tests.rules.ticks.specification import combat, declare, fight, given, hold, newcomer, plan, standing

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
        call: ask.CallCombat | None = None,
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
        self.send(call or combat(*called)[0])

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
        return self.send(ask.StartRound()).declare_on()

    def into(self, phase: str, **declared: Declared) -> Self:
        """Go on from between two rounds into this phase, in which these declare this."""
        if phase == "calm":
            self.send(ask.EndCombat())
        elif phase == "declaration":
            self.send(ask.StartRound())
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
