"""Tests that the synchronous face has every method of the asynchronous one, and does the same."""

import inspect
import threading
from collections.abc import Iterator

import pytest

import yarrow_client
from tests.waiting import PATIENCE
from yarrow_client import FacesWanted, HistoryDiffers, NotFound, Refused, Unreachable, Witness, fill, fill_answer, sync
from yarrow_client.rulesets import s3

PAIR = [{"template": "flying_fox"}, {"template": "guard"}]


@pytest.fixture
def yarrow(url: str) -> Iterator[sync.Yarrow]:
    with sync.Yarrow(url) as yarrow:
        yield yarrow


def methods(face: type) -> dict[str, list[str]]:
    """Return the parameters of each public method of a class."""
    found = inspect.getmembers(face, inspect.isfunction)
    return {name: [*inspect.signature(one).parameters] for name, one in found if not name.startswith("_")}


def test_both_faces_have_the_same_methods_with_the_same_parameters() -> None:
    assert methods(sync.Yarrow) == methods(yarrow_client.Yarrow)
    assert methods(sync.Encounter) == methods(yarrow_client.Encounter)
    assert not any(map(inspect.iscoroutinefunction, vars(sync.Yarrow).values()))
    assert not any(map(inspect.isasyncgenfunction, vars(sync.Encounter).values()))
    assert any(map(inspect.iscoroutinefunction, vars(yarrow_client.Yarrow).values()))


def test_a_fight_is_opened_played_read_and_watched(yarrow: sync.Yarrow) -> None:
    fight = yarrow.open("s3", combatants=PAIR)
    fight.give(s3.BeginRound())
    fight.command("s3.begin_turn", pc="fox", npc="guard", order="pc_first")
    fox, guard = fight.speaking("player:fox"), fight.speaking("player:guard")
    with pytest.raises(Refused):
        guard.command("s3.attack", actor="guard", target="fox", weapon="knife")
    with pytest.raises(FacesWanted):
        fox.command("s3.attack", actor="fox", target="guard", weapon="unarmed", faces=[])
    struck = fox.give(s3.Attack(actor="fox", target="guard", weapon="unarmed"))
    menu = guard.options()
    [evasion] = [one for one in menu.prompts[0]["answers"] if "fields" in one][:1]
    answer = fill_answer(menu, evasion, lambda field, values: values.listed[0][0] if field["required"] else None)
    guard.command("core.answer", prompt=struck.prompts[0].id, answer=answer)
    assert {entry.level for entry in fight.story(level=1)} == {1}
    assert [*fight.story(after=struck.version)]
    assert fight.table().combatants.keys() == {"fox", "guard"}
    assert [event.version for event in fight.events()] == [*range(1, fight.version() + 1)]
    assert fight.verify(Witness()).version == fight.version()
    again = yarrow.bring_in(fight.bundle, under=f"again-{fight.id[:8]}")
    assert yarrow.request("GET", f"encounters/{again.encounter}")["version"] == again.version
    fight.command("core.close")
    seen = [event for batch in fight.watch(after=0) for event in batch.events]
    assert seen == [*fight.events()]
    assert fight.id in [one.id for one in yarrow.encounters(status="closed")]
    with pytest.raises(NotFound):
        yarrow.encounter("nowhere").version()


def test_a_menu_is_a_loop_over_the_options(yarrow: sync.Yarrow) -> None:
    fight = yarrow.open("s3", combatants=PAIR)
    menu = fight.options()
    labels = [form.label for group in menu.groups for form in group.forms]
    assert len(labels) == len(menu.forms) > 10
    [form] = [form for form in menu.forms if form.command == "s3.begin_round"]
    assert fight.give(fill(menu, form, lambda _, values: None)).events[-1].type == "s3.round_begun"


def test_a_live_feed_in_a_thread_sees_what_happens(yarrow: sync.Yarrow, url: str) -> None:
    fight = yarrow.open("s3", combatants=PAIR)
    seen: list[int] = []

    def watch() -> None:
        with sync.Yarrow(url) as other:
            seen.extend(batch.version for batch in other.encounter(fight.id).watch(after=0))

    watching = threading.Thread(target=watch)
    watching.start()
    fight.command("core.note", text="Now.")
    closed = fight.command("core.close")
    watching.join(PATIENCE)
    assert seen[-1] == closed.version


def test_a_witness_sees_that_a_history_differs(yarrow: sync.Yarrow) -> None:
    fight = yarrow.open("s3", combatants=PAIR)
    with pytest.raises(HistoryDiffers):
        fight.verify(Witness(2, b"0" * 32))


def test_a_service_that_is_away_is_reported_with_the_key_of_the_request() -> None:
    with sync.Yarrow("http://127.0.0.1:9", patience=0) as nowhere, pytest.raises(Unreachable) as away:
        nowhere.encounter("duel").command("core.note", text="Lost.", key="note-1")
    assert away.value.key == "note-1"
