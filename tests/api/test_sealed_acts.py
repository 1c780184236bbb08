"""What somebody does on a tick of Ticks, or that it waits: until the tick closes others cannot tell which."""

from typing import Any

import pytest

from tests.api.conftest import Api

MOVE: dict[str, Any] = {"action": "other", "kind": "move"}
OTHERS = ("spectator", "player:tor")
READ = ("/events", "/timeline")


async def on_a_tick(api: Api) -> None:
    """Iris and Tor, equally quick, are both asked what they do."""
    equals = [{"template": name, "id": name, "sheet": {"statistics": {"quickness": 10}}} for name in ("iris", "tor")]
    assert (await api.open(ruleset="ticks", combatants=equals)).is_success
    assert (await api.command("ticks.call_combat", actor="iris", against="tor")).is_success
    assert (await api.command("ticks.start_round")).is_success
    for name in ("iris", "tor"):
        assert (await api.command("ticks.declare", actor=name, **MOVE)).is_success


@pytest.mark.rule("TK-RES-7")
@pytest.mark.parametrize(
    ("command", "fields"),
    [("ticks.hold", {}), ("ticks.hold", {"until": 3}), ("ticks.act", {"step": {"to": {"x": 1, "y": 0}}})],
)
async def test_others_see_that_an_answer_is_given_and_not_whether_it_waits(
    api: Api, command: str, fields: dict[str, Any]
) -> None:
    await on_a_tick(api)
    given = await api.command(command, actor="iris", headers={"Yarrow-As": "player:iris"}, **fields)
    assert given.is_success
    assert given.json()["events"][0]["data"]["command"]["type"] == "core.answer"
    for speaker in OTHERS:
        for path in READ:
            text = (await api.get(path, headers={"Yarrow-As": speaker})).text
            assert not [word for word in ("ticks.hold", "ticks.act", "wants to wait", "(1, 0)") if word in text]
    whole = (await api.get("/timeline")).json()["entries"]
    assert any("Iris Vane wants to wait" in one["sentence"] for one in whole) == (command == "ticks.hold")
    closed = (await api.command("ticks.hold", actor="tor", until=0)).json()
    assert closed["events"], "the tick closes, and the fight goes on"
    audit = (await api.get("/audit")).json()
    assert {audit[claim]["verdict"] for claim in ("chain", "throws", "legality")} <= {"proven", "open"}, audit
