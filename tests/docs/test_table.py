"""Tests that the page about the table shows what a service answers."""

import json
import re
from typing import Any

from tests.http.conftest import Api, api, settings
from tests.program import ROOT

__all__ = ["api", "settings"]
PAGE = (ROOT / "docs" / "reference" / "table.md").read_text(encoding="utf-8")
ATTACK: dict[str, Any] = {"actor": "ogre", "target": "bell", "weapon": "unarmed"}


async def test_the_table_of_an_attack_is_as_it_is_shown(api: Api) -> None:
    [shown] = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    assert (await api.open("alley")).is_success
    await api.turn("alley")
    assert (await api.command("s3.attack", encounter="alley", **ATTACK)).is_success
    answer = await api.get("/table", encounter="alley", headers={"Yarrow-As": "player:bell"})
    table: dict[str, Any] = answer.json()
    expected = json.loads(shown)
    assert {name: table[name] for name in expected} == expected
