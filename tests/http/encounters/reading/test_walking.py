"""A fight over HTTP from its opening to its story."""

from service.settings import Settings
from tests.http.conftest import Api, running, tagged_version
from yarrow_client.options.forms import Menu, Values


async def test_a_fight_is_opened_fought_and_read(api: Api) -> None:
    opened = await api.open()
    assert opened.status_code == 201
    assert opened.headers["location"] == "/v1/encounters/duel"
    assert opened.headers["etag"] == '"4"'
    await api.turn()
    struck = await api.command(
        "s3.attack",
        actor="ogre",
        target="bell",
        weapon="pistol",
        answers=[{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}],
    )
    assert struck.status_code == 200
    answer = struck.json()
    assert [event["version"] for event in answer["events"]] == list(range(answer["first"], answer["version"] + 1))
    assert {event["type"] for event in answer["events"]} >= {"core.commanded", "s3.coins_thrown"}
    state = await api.get()
    assert tagged_version(state) == answer["version"]
    assert not state.json()["turn"]["attack"]


async def test_a_restarted_service_goes_on_where_it_stood(settings: Settings) -> None:
    async with running(settings) as first:
        await first.open()
        await first.turn()
        before = (await first.get()).json()
    async with running(settings) as second:
        assert (await second.get()).json() == before
        assert (await second.command("s3.end_turn", actor="ogre")).is_success


async def test_a_prompt_waits_for_its_owner_across_a_restart(settings: Settings) -> None:
    async with running(settings) as first:
        await first.open()
        await first.turn()
        await first.command("s3.attack", actor="ogre", target="bell", weapon="unarmed")
        [prompt] = (await first.get()).json()["prompts"]
    async with running(settings) as second:
        answer = {"prompt": prompt["id"], "answer": {"skill": "evasion"}}
        refused = await second.command("core.answer", headers={"Yarrow-As": "player:ogre"}, **answer)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
        assert (await second.get()).json()["prompts"] == [prompt]
        assert (await second.command("core.answer", headers={"Yarrow-As": "player:bell"}, **answer)).is_success
        assert prompt["id"] not in {one["id"] for one in (await second.get()).json()["prompts"]}


async def test_the_options_of_a_combatant_are_its_commands_and_its_answers(api: Api) -> None:
    await api.open()
    await api.turn()
    assert actors(await api.menu(combatant="ogre")) == {"ogre"}
    await api.command("s3.attack", actor="ogre", target="bell", weapon="unarmed")
    state = (await api.get()).json()
    answering = await api.menu(combatant="bell")
    assert [(prompt["id"], prompt["to"]) for prompt in answering.prompts] == [(state["prompts"][0]["id"], "bell")]
    assert actors(answering) == set()
    waiting = await api.menu(combatant="ogre")
    assert (waiting.prompts, actors(waiting)) == ([], set())


def actors(menu: Menu) -> set[str]:
    """Return the combatants that a menu lists as actors."""
    fields = [field for form in menu.forms for field in form.fields if field["name"] == "actor"]
    return {actor for field in fields for actor, _ in (menu.values(field, {}) or Values()).listed}
