"""Where a fight of Ticks stands when a command is given: calm, between rounds, while the count goes up or down.

    up("iris", "bruno", to="iris")                                      # Bruno has declared nothing, Iris is asked
    down("iris", "bruno", tick=11, iris=attack("bruno", "sword"))       # all have declared, and tick 11 is open

All who are named take part in the combat, but for those ``aside``; ``before`` is what happens before it, ``after`` what
happens at last. Who is given no declaration does nothing. Everybody answers by the policies of ``STANDING``, but for
whoever ``asks`` to be asked.
"""

from collections.abc import Mapping
from typing import Any

from domain.core.commands import Join, SetPolicy
from domain.rulesets.ticks import commands as ask
from tests.rules.ticks.playing import NOTHING, Declared
from tests.rules.ticks.specification import Step, combat, declare, fight, given, hold, newcomer, standing

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
    after: Scene = (),
    options: Options | None = None,
    **declared: Declared,
) -> Scene:
    """The first count up, on the tick on which one of them is asked to declare."""
    return (*_counted(_begun(people, aside, before, options), to, declared), *after)


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
        judged = ask.JudgeCondition(simple=True)
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


def blind(observer: str, target: str) -> ask.SetSight:
    """The first no longer sees the second."""
    return ask.SetSight(observer=observer, target=target, visible=False, both=False)


def dying(name: str, **changes: Any) -> Join:
    """Somebody whose wounds are more than can be borne."""
    return newcomer(name, wounds=20, **changes)
