"""Options of a player do not depend on anything that is hidden from it: secret sheets, hands, sealed declarations."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import pytest

from tests.http.access.secrecy.secret_sheets.s3 import FIGHTERS
from tests.http.conftest import Api

Command = dict[str, Any]
TURN: Final[tuple[Command, ...]] = (
    {"type": "s3.begin_round"},
    {"type": "s3.begin_turn", "pc": "ogre", "npc": "lurker", "order": "pc_first"},
    {"type": "s3.move", "actor": "ogre", "engage": "lurker"},
    {"type": "s3.attack", "actor": "ogre", "target": "lurker", "weapon": "unarmed"},
)
EQUALS: Final = tuple(
    {"template": name, "id": name, "sheet": {"statistics": {"quickness": 10}}} for name in ("iris", "tor")
)
DECLARATIONS: Final[Mapping[str, Command]] = {
    "evades": {"action": "evade"},
    "attacks": {"action": "attack", "target": "tor", "weapon": "sword"},
    "attacks_by_luck": {"action": "attack", "target": "tor", "weapon": "sword", "luck": {"quickness": 2}},
    "moves": {"action": "other", "kind": "move"},
}
HANDS: Final[Mapping[str, tuple[list[str], ...]]] = {
    "low": (["3C", "9D", "KS"], ["2H", "JC", "10S"]),
    "high": (["AC", "KD", "QS"], ["2H", "JC", "10S"]),
    "two_of_a_rank": (["5C", "5D", "QS"], ["2H", "JC", "10S"]),
}


class World(NamedTuple):
    """An encounter that differs from others of its kind in hidden things alone, and its commands with their faces."""

    opening: Command
    commands: tuple[tuple[Command, Any], ...]


class Case(NamedTuple):
    """Worlds that speakers cannot tell apart, except for those of whom something differs."""

    worlds: tuple[World, ...]
    others: tuple[str, ...]
    owner: str


def s3_worlds() -> tuple[World, ...]:
    return tuple(
        World(
            {
                "ruleset": "s3",
                "combatants": [{"template": "one_eyed_ogre"}, {**fighter, "id": "lurker", "secret": True}],
            },
            tuple((command, None) for command in TURN),
        )
        for fighter in FIGHTERS.values()
    )


def ticks_worlds() -> tuple[World, ...]:
    begun = ({"type": "ticks.call_combat", "actor": "iris", "against": "tor"}, {"type": "ticks.start_round"})
    return tuple(
        World(
            {"ruleset": "ticks", "combatants": list(EQUALS)},
            tuple((one, None) for one in (*begun, {"type": "ticks.declare", "actor": "iris", **declaration})),
        )
        for declaration in DECLARATIONS.values()
    )


def yin_yang_worlds() -> tuple[World, ...]:
    opening = {
        "ruleset": "yin_yang",
        "chance": "either",
        "options": {"hand": "open"},
        "combatants": [{"template": "bill"}, {"template": "bishop"}],
    }
    attack = {"type": "yin_yang.attack", "actor": "bishop", "target": "bill", "hand_card": "2H"}
    return tuple(
        World(opening, (({"type": "yin_yang.start_turn"}, list(hands)), (attack, None))) for hands in HANDS.values()
    )


CASES: Final = {
    "secret sheets": Case(s3_worlds(), ("player:ogre", "spectator"), "player:lurker"),
    "sealed declarations": Case(ticks_worlds(), ("player:tor", "spectator"), "player:iris"),
    "hands": Case(yin_yang_worlds(), ("player:bishop", "spectator"), "player:bill"),
}


async def offered(api: Api, world: World, encounter: str, speakers: tuple[str, ...]) -> dict[str, list[str]]:
    """Play the commands of a world, and return what each speaker is offered at the opening and after each of them."""
    answer = await api.client.post("/v1/encounters", json={"id": encounter, **world.opening})
    assert answer.is_success, answer.text
    seen: dict[str, list[str]] = {speaker: [] for speaker in speakers}
    for command, faces in (({}, None), *world.commands):
        if command:
            body = {"command": command, **({} if faces is None else {"faces": faces})}
            given = await api.client.post(f"/v1/encounters/{encounter}/commands", json=body)
            assert given.is_success, given.text
        for speaker in speakers:
            options = await api.get("/options", encounter=encounter, headers={"Yarrow-As": speaker})
            assert options.is_success, options.text
            seen[speaker].append(options.text)
    return seen


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_options_do_not_differ_by_what_is_hidden_from_the_speaker(api: Api, case: Case) -> None:
    speakers = (*case.others, case.owner)
    first, *more = [await offered(api, world, f"world-{place}", speakers) for place, world in enumerate(case.worlds)]
    assert more
    for other in more:
        for speaker in case.others:
            assert other[speaker] == first[speaker], speaker
    assert any(other[case.owner] != first[case.owner] for other in more), "its owner sees what differs"
