"""A prompt that has an answer which may still be changed says so, to everybody who sees the prompt."""

from typing import Any

import pytest

from tests.http.conftest import Api
from tests.http.secrecy.test_sealed_acts import on_a_tick

IRIS = {"Yarrow-As": "player:iris"}
SPEAKERS = ("narrator", "player:iris", "player:tor", "spectator")


def marks(prompts: list[dict[str, Any]]) -> dict[str, bool]:
    """Return who is asked, each with whether the answer is marked."""
    return {prompt["to"]: prompt.get("answered", False) for prompt in prompts}


@pytest.mark.parametrize("speaker", SPEAKERS)
async def test_state_and_options_mark_a_prompt_that_was_answered(api: Api, speaker: str) -> None:
    await on_a_tick(api)
    headers = {"Yarrow-As": speaker}
    assert marks((await api.get(headers=headers)).json()["prompts"]) == {"iris": False, "tor": False}
    before = await api.version()
    answered = await api.command("ticks.hold", actor="iris", headers=IRIS)
    assert marks(answered.json()["prompts"]) == {"iris": True, "tor": False}
    assert marks((await api.get(headers=headers)).json()["prompts"]) == {"iris": True, "tor": False}
    then = (await api.get(f"?at={before}", headers=headers)).json()
    assert marks(then["prompts"]) == {"iris": False, "tor": False}
    listed = marks((await api.get("/options", headers=headers)).json().get("prompts", []))
    own = {to: mark for to, mark in {"iris": True, "tor": False}.items() if speaker in ("narrator", f"player:{to}")}
    assert listed == own


async def test_an_answer_that_is_changed_leaves_the_mark_and_the_last_answer_removes_it(api: Api) -> None:
    await on_a_tick(api)
    answers: tuple[dict[str, Any], ...] = ({}, {"until": 3})
    for fields in answers:
        again = await api.command("ticks.hold", actor="iris", headers=IRIS, **fields)
        assert marks(again.json()["prompts"]) == {"iris": True, "tor": False}
    closed = (await api.command("ticks.hold", actor="tor", until=0)).json()
    assert not any(marks(closed.get("prompts", [])).values())


async def test_a_mark_is_shown_and_never_stored(api: Api) -> None:
    await on_a_tick(api)
    assert (await api.command("ticks.hold", actor="iris", headers=IRIS)).is_success
    held = await api.version()
    assert (await api.command("core.note", text="Hm.")).is_success
    rewound = await api.command("core.rewind", to=held)
    assert rewound.is_success, rewound.text
    assert '"answered":true' not in (await api.get("/events", params={"limit": 1000})).text
    assert marks((await api.get()).json()["prompts"]) == {"iris": True, "tor": False}
