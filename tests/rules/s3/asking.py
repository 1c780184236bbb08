"""Commands of S3 in short, for tests."""

from collections.abc import Iterable
from typing import Any

from domain.core.commands import SentAnswer
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events.throws import CoinsThrown


def player(*combatants: str) -> Speaker:
    """The player of these combatants."""
    return Speaker("player", combatants)


def stunt(*secondaries: str, tactic: str = "", **weapons: str) -> ask.Stunt:
    """A stunt with these secondary skills, and the weapons named for them."""
    return ask.Stunt.model_validate({"with": secondaries, "tactic": tactic, "weapons": weapons})


def defend(
    who: str, skill: str, *secondaries: str, item: str | None = None, tactic: str = "", **weapons: str
) -> SentAnswer:
    """An answer to ``oppose`` to send along; a stunt with these secondary skills, if there are any."""
    answer: dict[str, Any] = {"skill": skill, **({"item": item} if item is not None else {})}
    if secondaries:
        answer["stunt"] = {"with": secondaries, "tactic": tactic, "weapons": weapons}
    return SentAnswer(kind="oppose", to=who, answer=answer)


def attack(actor: str, target: str, weapon: str = "unarmed", **fields: Any) -> ask.Attack:
    return ask.Attack(actor=actor, target=target, weapon=weapon, **fields)


def check(
    actor: str, skill: str, *, against: str | None = None, modifier: int | None = None, **fields: Any
) -> ask.Check:
    """A check; ``against`` is written ``bell awareness``."""
    if against is not None:
        opponent, _, opposing = against.partition(" ")
        fields["against"] = {"combatant": opponent, "skill": opposing}
    if modifier is not None:
        fields["modifier"] = {"coins": modifier, "reason": "as the table sees it"}
    return ask.Check.model_validate({"actor": actor, "skill": skill, **fields})


def flee(actor: str, *pursuers: str, **fields: Any) -> ask.Flee:
    """Run from these pursuers; from whoever is engaged where nobody is named."""
    return ask.Flee.model_validate({"actor": actor, **({"from": pursuers} if pursuers else {}), **fields})


def hide(actor: str, mode: str = "sneak", *observers: str, **fields: Any) -> ask.Hide:
    """Hide from these observers; from every foe in the zone where nobody is named."""
    return ask.Hide.model_validate(
        {"actor": actor, "mode": mode, **({"from": observers} if observers else {}), **fields}
    )


def hazard(coins: int, *targets: str, **fields: Any) -> ask.Hazard:
    """The world deals so many damage coins to each of these."""
    return ask.Hazard(targets=targets, coins=coins, **fields)


def link(key: str, origin: str, to: str, kind: str = "walk", **fields: Any) -> ask.Link:
    return ask.Link.model_validate({"key": key, "from": origin, "to": to, "kind": kind, **fields})


def scene(
    *zones: str, links: tuple[ask.Link, ...] = (), sees: dict[str, tuple[str, ...]] | None = None
) -> ask.SetScene:
    """Zones, all seen from each other but where ``sees`` says otherwise, and links."""
    sights = sees or {}
    return ask.SetScene(zones=tuple(ask.Zone(key=zone, sees=sights.get(zone)) for zone in zones), links=links)


def terms_of(events: Iterable[Event], label: str) -> list[tuple[str, int]]:
    """What the coins of the first throw of that label are made of."""
    return next(list(event.terms) for event in events if isinstance(event, CoinsThrown) and event.label == label)
