"""Tests of records from when prompts listed their answers: they are read, audited and continued without these."""

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.core.commands import Answer
from domain.core.events import Branched, Prompted, Rewound
from domain.core.upcasters import CORE_UPCASTERS
from domain.model.event import as_stored
from domain.model.speaker import SPECTATOR, Speaker
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from events.audit.auditor import Auditor
from events.format import bundle
from events.format.bundle import Bundle
from events.format.codec import Codec, CodecError
from events.format.envelope import split
from service.encounters.visibility import view_record
from tests.laws.menus import menu_of
from tests.rules.s3.specification import given
from tests.unit.events.forging import verdicts, with_private

FIXTURES = Path(__file__).parents[1] / "fixtures"
CODEC = Codec.of(S3)
BELL = Speaker("player", ("bell",))
ASKED, REWOUND = 13, 26
"""The versions at which Bell, whose sheet is secret, is asked, and of the rewind to it."""
ASK = {"kind": "oppose", "to": "bell", "about": {"task": "attack"}}
FORMS = [{"skill": "evasion"}, "decline"]


def recorded(name: str) -> Bundle:
    """Return a bundle as the code of that time wrote it: a fight with a rewind to an open prompt, or a branch of it."""
    with (FIXTURES / f"{name}.ndjson").open("rb") as file:
        return bundle.read(file)


def state_at(found: Bundle, version: int) -> Fight:
    state = Fight(id=found.header.encounter)
    S3.fold_all(state, CODEC.decode_events(found.records[:version]))
    return state


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("core.prompted", {"id": "p", **ASK, "forms": FORMS, "sealed": True}, {"id": "p", **ASK, "sealed": True}),
        (
            "core.prompted",
            {"id": "p", **ASK, "secret": FORMS, "hidden": {"by": 1}},
            {"id": "p", **ASK, "hidden": {"by": 1}},
        ),
        (
            "core.prompted",
            {"id": "p", **ASK, "waiting": {"questions": {"p": {**ASK, "secret": True}}, "agenda": []}},
            {"id": "p", **ASK, "waiting": {"questions": {"p": ASK}, "agenda": []}},
        ),
        (
            "core.rewound",
            {"to": 3, "state": {"joined": ["bell"], "prompts": [{"id": "p", **ASK, "forms": FORMS, "version": 3}]}},
            {"to": 3, "state": {"joined": ["bell"], "prompts": [{"id": "p", **ASK, "version": 3}]}},
        ),
        (
            "core.branched",
            {
                "at": 3,
                "state": {},
                "hidden": {
                    "prompts": [{"id": "p", **ASK, "forms": FORMS, "secret": True}],
                    "waiting": [{"questions": {"p": {**ASK, "secret": True}}, "single": True}],
                    "answers": {"p": {"forms": 1}},
                },
            },
            {
                "at": 3,
                "state": {},
                "hidden": {
                    "prompts": [{"id": "p", **ASK}],
                    "waiting": [{"questions": {"p": ASK}, "single": True}],
                    "answers": {"p": {"forms": 1}},
                },
            },
        ),
    ],
)
def test_the_answers_that_a_prompt_listed_are_left_out(kind: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    before = msgspec.json.encode(old)
    assert CORE_UPCASTERS[kind, 1](old) == new
    assert msgspec.json.encode(old) == before, "the upcaster has changed what it was given"


def test_a_prompt_that_listed_its_answers_is_read_with_and_without_its_private_part() -> None:
    record = recorded("listed_answers").records[ASKED - 1]
    assert b'"secret":[{"skill":"evasion"}]' in record
    _, event = CODEC.decode(record)
    assert isinstance(event, Prompted)
    assert event.waiting is not None
    assert (event.kind, event.to, list(event.waiting.questions)) == ("oppose", "bell", [event.id])
    _, seen = CODEC.decode(split(record)[0])
    assert isinstance(seen, Prompted)
    assert (seen.id, seen.about, seen.waiting) == (event.id, event.about, None)


@pytest.mark.parametrize("name", ["listed_answers", "listed_answers_branch"])
@pytest.mark.parametrize("speaker", [None, BELL, SPECTATOR])
def test_a_bundle_with_listed_answers_is_proven(name: str, speaker: Speaker | None) -> None:
    found = recorded(name)
    auditor = Auditor(S3, CODEC)
    if speaker is None:
        assert verdicts(auditor.audit_bundle(found)) == ("proven", "proven", "proven")
    else:
        seen = [view_record(record, speaker) for record in found.records]
        audit = auditor.audit(found.header.encounter, seen)
        assert audit.chain.verdict == "proven"
        assert (audit.throws.fault, audit.legality.fault) == (None, None)


@pytest.mark.parametrize(("name", "carrying"), [("listed_answers", REWOUND), ("listed_answers_branch", 2)])
def test_a_carried_state_with_listed_answers_is_that_of_today(name: str, carrying: int) -> None:
    found = recorded(name)
    record = found.records[carrying - 1]
    assert b'"forms":[{"skill":"evasion"}]' in record
    _, event = CODEC.decode(record)
    assert isinstance(event, Rewound | Branched)
    [asked] = state_at(recorded("listed_answers"), ASKED).prompts
    [carried] = state_at(found, carrying).prompts
    assert replace(carried, version=ASKED) == asked
    assert as_stored(asked).keys() == {"id", "kind", "to", "about", "version"}


def test_what_an_old_rewind_carries_in_private_is_compared_though_the_same_would_be_public_now() -> None:
    found = recorded("listed_answers")
    private = split(found.records[REWOUND - 1])[1]
    assert private is not None
    hidden = msgspec.json.decode(private)["data"]["hidden"]
    assert hidden["prompts"][0]["secret"]
    hidden["prompts"][0]["about"]["skills"] = ["evasion", "melee"]
    records = with_private([*found.records], REWOUND, hidden=hidden)
    ruleset = dataclasses.replace(S3, version=found.header.ruleset_version)
    fault = Auditor(ruleset, CODEC).audit("duel", records).legality.fault
    assert fault is not None
    assert (fault.version, fault.reason[:26]) == (REWOUND, "in core.rewound, state is ")


@pytest.mark.parametrize("name", ["listed_answers", "listed_answers_branch"])
def test_play_continues_from_an_old_prompt_with_the_answers_that_are_legal_now(name: str) -> None:
    asked = given()
    asked.fight = state_at(recorded(name), ASKED if name == "listed_answers" else 2)
    [entry] = menu_of(S3, asked.fight, BELL).prompts
    [answer] = entry["answers"]
    assert [field["name"] for field in answer["fields"]][:2] == ["skill", "item"]
    assert asked.may_answer({"skill": "evasion"}, BELL)
    assert not asked.may_answer({"skill": "melee", "item": "saber"}, BELL)
    asked.given(Answer(prompt=entry["id"], answer={"skill": "evasion"}))
    assert entry["id"] not in [prompt.id for prompt in asked.fight.prompts]


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b'{"to":3,"epoch":1,"commitment":"","state":[]}',
        b'{"to":3,"epoch":1,"commitment":"","state":{"prompts":5}}',
        b'{"to":3,"epoch":1,"commitment":"","state":{"prompts":[5]}}',
        b'{"to":3,"epoch":1,"commitment":"","state":{"waiting":[{}]}}',
        b'{"to":3,"epoch":1,"commitment":"","state":{"waiting":[[]]}}',
    ],
)
def test_an_old_record_of_another_shape_is_unreadable_and_breaks_nothing(data: bytes) -> None:
    line = recorded("listed_answers").records[REWOUND - 1].partition(b"\n")[0]
    before, _, after = line.partition(b',"data":')
    sealed = after[after.rindex(b',"sealed":') :]
    with pytest.raises(CodecError, match=r"not a valid core\.rewound"):
        CODEC.decode(before + b',"data":' + data + sealed)
