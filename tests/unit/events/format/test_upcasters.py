from dataclasses import replace
from typing import Any, ClassVar

import pytest

from domain.core.commands import Note, Rewind
from domain.core.events import Rewound
from domain.model.event import Event, Recorded
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from events.format.codec import Codec
from events.format.upcasters import SchemaTooNew, Upcasters
from tests.recording import Recording
from tests.rules.s3.specification import fight
from tests.unit.events.samples import TIME


class PushedFirst(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "game.pushed"
    private: ClassVar[frozenset[str]] = frozenset({"plan"})
    who: str
    plan: str = ""


class Pushed(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "game.pushed"
    schema: ClassVar[int] = 3
    private: ClassVar[frozenset[str]] = frozenset({"plans"})
    pusher: str
    force: int
    plans: tuple[str, ...] = ()


def rename_who(data: dict[str, Any]) -> dict[str, Any]:
    data["pusher"] = data.pop("who")
    data["force"] = 1
    return data


def list_plans(data: dict[str, Any]) -> dict[str, Any]:
    if "plan" in data:
        data["plans"] = [data.pop("plan")]
    return data


STEPS = {("game.pushed", 1): rename_who, ("game.pushed", 2): list_plans}


def recorded_first(audience: str) -> bytes:
    [record] = Codec([PushedFirst]).encode_batch(
        "duel", 1, TIME, "narrator", [Recorded(PushedFirst(who="ogre", plan="off the bridge"), None, audience)]
    )
    return record


@pytest.mark.parametrize("audience", ["all", "narrator"])
def test_an_old_event_is_lifted_through_every_schema(audience: str) -> None:
    codec = Codec([Pushed], Upcasters("event", STEPS))
    envelope, event = codec.decode(recorded_first(audience))
    assert event == Pushed(pusher="ogre", force=1, plans=("off the bridge",))
    assert envelope.schema == 1
    assert list(codec.decode_events([recorded_first(audience)])) == [event]


def test_the_codec_of_a_ruleset_lifts_by_the_steps_that_the_ruleset_brings() -> None:
    ruleset = replace(S3, chapters=(*S3.chapters, Chapter(events=(Pushed,))), event_upcasters=STEPS)
    assert Codec.of(ruleset).decode(recorded_first("all"))[1] == Pushed(
        pusher="ogre", force=1, plans=("off the bridge",)
    )
    with pytest.raises(ValueError, match=r"No upcaster lifts the event game\.pushed from schema 1"):
        Codec.of(replace(ruleset, event_upcasters={}))


class Renamed(Fight):
    """A later schema of the state: ``people`` is renamed to ``fighters``, and prompts in ``answers`` have new IDs."""

    schema: ClassVar[int] = 2


def rename_people(state: dict[str, Any]) -> dict[str, Any]:
    state["fighters"] = state.pop("people")
    if "answers" in state:
        state["answers"] = {f"old-{prompt}": answer for prompt, answer in state["answers"].items()}
    return state


def test_the_state_that_a_rewind_carries_is_lifted_by_its_own_schema() -> None:
    ruleset = replace(S3, state=Renamed, state_upcasters={("s3", 1): rename_people})
    carried = Rewound(
        to=3,
        epoch=2,
        commitment="ab" * 32,
        state={"people": {"ogre": {}}},
        reason="",
        hidden={"answers": {"prompt-2-1": "heads"}},
    )
    [record] = Codec.of(S3).encode_batch("duel", 1, TIME, "narrator", [Recorded(carried, None, "narrator")])
    _, event = Codec.of(ruleset).decode(record)
    assert isinstance(event, Rewound)
    assert (event.state, event.hidden) == ({"fighters": {"ogre": {}}}, {"answers": {"old-prompt-2-1": "heads"}})
    assert event.state_schema == 2
    _, redacted = Codec.of(ruleset).decode(record.partition(b"\n")[0])
    assert isinstance(redacted, Rewound)
    assert (redacted.state, redacted.hidden) == ({"fighters": {"ogre": {}}}, {})
    with pytest.raises(ValueError, match="No upcaster lifts the state s3 from schema 1"):
        Codec.of(replace(ruleset, state_upcasters={}))


def test_a_rewind_records_the_schema_of_the_state_that_it_carries() -> None:
    recording = Recording(ruleset=replace(S3, state=Renamed, state_upcasters={("s3", 1): rename_people}))
    recording.play(fight("ogre", "bell"))
    opened = recording.state.version
    assert recording.play(Note(text="rain"), Rewind(to=opened)).last(Rewound).state_schema == Renamed.schema


def test_a_redacted_old_event_is_lifted_without_its_private_part() -> None:
    codec = Codec([Pushed], Upcasters("event", STEPS))
    assert codec.decode(recorded_first("narrator").split(b"\n")[0])[1] == Pushed(pusher="ogre", force=1)


def test_an_event_of_a_newer_yarrow_says_so() -> None:
    [record] = Codec([Pushed], Upcasters("event", STEPS)).encode_batch(
        "duel", 1, TIME, "narrator", [Recorded(Pushed(pusher="ogre", force=2), None)]
    )
    with pytest.raises(
        SchemaTooNew, match=r"event game\.pushed has schema 3, but this version of Yarrow knows only schemas up to 1"
    ):
        Codec([PushedFirst]).decode(record)


def test_a_schema_that_nothing_lifts_is_refused_at_start_up() -> None:
    with pytest.raises(ValueError, match=r"No upcaster lifts the event game\.pushed from schema 2"):
        Codec([Pushed], Upcasters("event", {("game.pushed", 1): rename_who}))


def test_an_upcaster_that_nothing_needs_is_refused_at_start_up() -> None:
    with pytest.raises(ValueError, match=r"game\.pushed from schema 1 is never used"):
        Codec([PushedFirst], Upcasters("event", {("game.pushed", 1): rename_who}))


def test_commands_and_states_have_registries_of_the_same_kind() -> None:
    states = Upcasters("state", {("game", 1): lambda data: {**data, "round": 1}})
    assert states.lift("game", 1, {"turn": 2}, to=2) == {"turn": 2, "round": 1}
    assert states.lift("game", 2, {"turn": 2}, to=2) == {"turn": 2}
    with pytest.raises(SchemaTooNew, match="The state game has schema 3"):
        states.lift("game", 3, {}, to=2)
