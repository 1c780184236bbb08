"""A ruleset without throws accepts no faces, for any setting of ``chance``."""

import pytest

from tests.http.conftest import Api

OPENING = {"ruleset": "ticks", "combatants": [{"template": "iris"}, {"template": "bruno"}]}
CALL = {"type": "ticks.call_combat", "actor": "iris", "against": "bruno"}


@pytest.mark.rule("TK-TEST-6")
@pytest.mark.parametrize("chance", ["seeded", "supplied", "either"])
async def test_faces_are_refused_by_the_rule_that_there_are_none(api: Api, chance: str) -> None:
    opened = (await api.client.post("/v1/encounters", json={**OPENING, "chance": chance})).json()
    commands = f"/v1/encounters/{opened['encounter']}/commands"
    answer = await api.client.post(commands, json={"command": CALL, "faces": [[6, 6]]})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["rule"], problem["field"]) == (
        422,
        "faces_refused",
        "TK-TEST-6",
        "faces",
    )
    assert problem["detail"] == "Nothing is thrown in Ticks; send the command without faces."
    assert (await api.client.post(commands, json={"command": CALL})).status_code == 200
