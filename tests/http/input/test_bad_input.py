"""Invalid input is refused with a clear problem and its code, and leaves the encounter unchanged."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from time import process_time  # noqa: TID251 - the work of one process, two hundred times that of another body
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.problems import strict_json
from service.problems.problem import CODES, MEDIA_TYPE, Problem
from service.problems.strict_json import MAX_BODY_BYTES, MAX_DEPTH
from tests.http.conftest import Api

EVADE = [{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}]
SHOT = {"type": "s3.attack", "actor": "ogre", "target": "bell", "weapon": "pistol", "answers": EVADE}
FALLS = ["HHHHHTT", "HHHHT", "HHTTTTT", "HHHT"]
TIE = ["HHTTTTT", "HHTTT"]
NEEDED = {
    "ogre": {"what": "Sharpshooting", "count": 7, "of": "coins"},
    "bell": {"what": "Evasion", "count": 5, "of": "coins"},
}
MISS = ["TTTTTTT", "HHHHH"]
STUNT = {**SHOT, "stunt": {"with": ["bravado"], "tactic": "a roar"}}
ROUND = {"type": "s3.begin_round"}
TURN = {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"}
END = {"type": "s3.end_turn", "actor": "ogre"}
JSON = {"Content-Type": "application/json"}

Json = dict[str, Any]


class Case(NamedTuple):
    """A command that is refused after the commands before it, and the expected problem."""

    name: str
    body: Json
    code: str
    field: str | None = None
    rule: str | None = None
    before: tuple[Json, ...] = (ROUND, TURN)
    headers: dict[str, str] = {}
    chance: str = "either"


def asked(command: Json, **body: Any) -> Json:
    return {"command": command, **body}


def player(*names: str) -> dict[str, str]:
    return {"Yarrow-As": f"player:{','.join(names)}"}


CASES = (
    Case("a target that nobody is", asked({**SHOT, "target": "nobody"}), "invalid", "command.target"),
    Case("an actor that nobody is", asked({**SHOT, "actor": "nobody"}), "invalid", "command.actor"),
    Case("a skill that the game has not", asked({"type": "s3.check", "actor": "ogre", "skill": "juggling"}), "invalid",
         "command.skill"),
    Case("a weapon that is not carried", asked({**SHOT, "weapon": "spoon"}), "refused", "command.weapon", "S3-ATK-9"),
    Case("a command that is none", asked({"type": "s3.dance"}), "invalid", "command.type"),
    Case("a command without a type", asked({"actor": "ogre"}), "invalid", "command.type"),
    Case("opening again", asked({"type": "core.open", "ruleset": "s3"}), "invalid", "command.type"),
    Case("a missing field", asked({"type": "s3.attack", "actor": "ogre"}), "invalid", "command.target"),
    Case("an unknown field", asked({**SHOT, "loudly": True}), "invalid", "command.loudly"),
    Case("an unknown field beside the command", asked(SHOT, seed="00"), "invalid", "seed"),
    Case("an unknown field of an answer", asked({**SHOT, "answers": [{**EVADE[0], "by": 1}]}), "invalid",
         "command.answers[0].by"),
    Case("an answer to a prompt that is no kind", asked({**SHOT, "answers": [{"kind": "dance", "answer": 1}]}),
         "invalid", "command.answers[0]"),
    Case("an answer that does not fit its prompt", asked({**SHOT, "answers": [{**EVADE[0], "answer": {"skill": 1}}]}),
         "invalid", "command.answers[0].answer.skill"),
    Case("an answer that the rules do not allow",
         asked({**SHOT, "answers": [{**EVADE[0], "answer": {"skill": "evasion", "item": "unarmed"}}]}),
         "refused", "command.answers[0].answer.item", "S3-ATK-4"),
    Case("breath that is not there", asked({**SHOT, "stunt": {"with": ["bravado", "melee", "evasion", "athletics"]}}),
         "refused", None, "S3-STUNT-5"),
    Case("a stunt of what is never part of one", asked({**SHOT, "stunt": {"with": ["fortitude"]}}), "invalid",
         "command.stunt.with[0]"),
    Case("a stunt that was used", asked(STUNT), "refused", None, "S3-STUNT-17",
         (ROUND, TURN, {**STUNT, "faces": ["TTTTTTT", "TTTTTTT", "HHHHH"]}, END, {**END, "actor": "bell"}, ROUND,
          TURN)),
    Case("a command out of turn", asked({**SHOT, "actor": "bell", "target": "ogre", "weapon": "unarmed"}), "refused",
         None, "S3-TURN-27"),
    Case("a command before any turn", asked(SHOT), "refused", None, "S3-TURN-27", ()),
    Case("a second attack in a turn", asked(SHOT), "refused", None, "S3-TURN-11",
         (ROUND, TURN, {**SHOT, "faces": MISS})),
    Case("a command by the disabled", asked({"type": "s3.check", "actor": "ogre", "skill": "bravado"}), "refused",
         None, "S3-LEGAL-15", (ROUND, TURN, {"type": "s3.impose", "combatant": "ogre", "disabled": "unconscious"})),
    Case("a command by the pinned", asked({**SHOT, "actor": "bell", "target": "ogre", "weapon": "unarmed"}), "refused",
         None, "S3-PIN-3",
         (ROUND, TURN, {"type": "s3.place", "combatant": "ogre", "engaged_with": ["bell"]},
          {"type": "s3.pin", "actor": "ogre", "target": "bell",
           "answers": [{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}],
           "faces": ["HHHHHHH", "TTTTT"]}, END)),
    Case("a command by the stunned", asked(SHOT), "refused", None, "S3-TURN-28",
         (ROUND, {"type": "s3.impose", "combatant": "ogre", "stunned": True}, TURN)),
    Case("a command while somebody has to answer", asked(SHOT), "refused", None, "S3-TURN-28",
         (ROUND, TURN, {**SHOT, "faces": TIE})),
    Case("an answer to no prompt", asked({"type": "core.answer", "prompt": "prompt-1-1", "answer": "heads"}),
         "refused", "command.prompt"),
    Case("somebody else's combatant", asked(SHOT), "not_yours", "command.actor", headers=player("bell")),
    Case("somebody else's answer", asked(SHOT), "not_yours", "command.answers[0]", headers=player("ogre")),
    Case("a narrator's command", asked(ROUND), "not_yours", "command.type", before=(), headers=player("ogre")),
    Case("a spectator's command", asked({"type": "core.note"}), "not_yours", headers={"Yarrow-As": "spectator"}),
    Case("too few faces", asked(SHOT, faces=FALLS[:1]), "faces_missing", "faces[1]"),
    Case("no faces", asked(SHOT), "faces_missing", "faces[0]", chance="supplied"),
    Case("too many faces", asked(SHOT, faces=[*FALLS, "H"]), "faces_left_over", "faces[4]"),
    Case("faces where nothing is thrown", asked(END, faces=["H"]), "faces_left_over", "faces[0]"),
    Case("too many coins", asked(SHOT, faces=["HHHHHHHH"]), "faces_wrong", "faces[0]"),
    Case("coins that are dice", asked(SHOT, faces=["1234561"]), "faces_wrong", "faces[0]"),
    Case("dice where coins are thrown", asked(SHOT, faces=[[1, 2, 3, 4, 5, 6, 1]]), "faces_wrong", "faces[0]"),
    Case("a die that is a text", asked(SHOT, faces=[[1, "6"]]), "invalid", "faces[0][1]"),
    Case("a die of too many sides", asked(SHOT, faces=[[1, 257]]), "invalid", "faces[0][1]"),
    Case("a die under nought", asked(SHOT, faces=[[1, -1]]), "invalid", "faces[0][1]"),
    Case("more dice than any throw has", asked(SHOT, faces=[[1] * 201]), "invalid", "faces[0]"),
    Case("faces that are numbers", asked(SHOT, faces=[7]), "invalid", "faces[0]"),
    Case("faces that are one text", asked(SHOT, faces="HHT"), "invalid", "faces"),
    Case("more faces than any command has", asked(SHOT, faces=["H"] * 501), "invalid", "faces"),
    Case("faces where the seed throws", asked(SHOT, faces=FALLS), "faces_refused", "faces", chance="seeded"),
    Case("faces of a player where the narrator's are taken", asked({**SHOT, "answers": []}, faces=FALLS),
         "faces_refused", "faces", headers=player("ogre")),
    Case("a number that is absurd", asked({"type": "core.rewind", "to": 10**40}), "invalid", "command.to"),
    Case("a number just out of range", asked({"type": "core.rewind", "to": 2**53}), "invalid", "command.to"),
    Case("a number beyond the field", asked({"type": "s3.impose", "combatant": "ogre", "wound": 10**6}), "invalid",
         "command.wound"),
    Case("a number that is not whole", asked({"type": "s3.impose", "combatant": "ogre", "wound": 1.5}), "invalid",
         "command.wound"),
    Case("a name with control characters", asked({"type": "core.join", "sheet": {"name": "A\u0000b", "fortitude": 4}}),
         "invalid", "command.sheet.name"),
    Case("an id with control characters", asked({"type": "core.join", "id": "be\nll", "template": "archer"}), "invalid",
         "command.id"),
    Case("a text with control characters", asked({"type": "core.note", "text": "Be\u001bll"}), "invalid",
         "command.text"),
    Case("a name that is taken", asked({"type": "core.join", "template": "one_eyed_ogre"}), "invalid", "command.id"),
    Case("a template that is none", asked({"type": "core.join", "template": "dragon"}), "invalid", "command.template"),
    Case("a version that is too low", asked({"type": "core.note"}), "version_conflict", headers={"If-Match": '"3"'}),
    Case("a version that is too high", asked({"type": "core.note"}), "version_conflict",
         headers={"If-Match": '"999999999"'}),
    Case("a version that is none", asked({"type": "core.note"}), "malformed", "If-Match", headers={"If-Match": "new"}),
    Case("a version beyond all numbers", asked({"type": "core.note"}), "malformed", "If-Match",
         headers={"If-Match": f'"{"9" * 400}"'}),
    Case("several versions at once", asked({"type": "core.note"}), "malformed", "If-Match",
         headers={"If-Match": '"3", "4"'}),
    Case("a speaker that is none", asked({"type": "core.note"}), "malformed", "Yarrow-As",
         headers={"Yarrow-As": "referee"}),
    Case("a speaker of nobody", asked({"type": "core.note"}), "malformed", "Yarrow-As", headers=player()),
    Case("a key with spaces", asked({"type": "core.note"}), "malformed", "Idempotency-Key",
         headers={"Idempotency-Key": "the first"}),
    Case("a key without end", asked({"type": "core.note"}), "malformed", "Idempotency-Key",
         headers={"Idempotency-Key": "k" * 201}),
    Case("a rewind to the middle of a batch", asked({"type": "core.rewind", "to": 3}), "not_batch_end", "command.to"),
    Case("a rewind to what never was", asked({"type": "core.rewind", "to": 999}), "not_batch_end", "command.to"),
    Case("a command after the end", asked({"type": "core.note"}), "closed", before=({"type": "core.close"},)),
    Case("a second end", asked({"type": "core.close"}), "closed", before=({"type": "core.close"},)),
)  # fmt: skip


async def prepare(api: Api, case: Case) -> None:
    assert (await api.open(chance=case.chance)).is_success
    for step in case.before:
        command = {name: value for name, value in step.items() if name != "faces"}
        body = asked(command, faces=step["faces"]) if "faces" in step else asked(command)
        given = await api.client.post("/v1/encounters/duel/commands", json=body)
        assert given.is_success, given.text


@asynccontextmanager
async def unchanged(api: Api) -> AsyncIterator[None]:
    """Assert that the block leaves the state and the stream unchanged."""
    before = (await api.get()).content, (await api.get("/events")).content
    yield
    assert ((await api.get()).content, (await api.get("/events")).content) == before


def check(answer: Any, code: str, field: str | None = None, rule: str | None = None) -> Json:
    """Assert that the response is exactly this problem."""
    problem: Json = answer.json()
    assert (problem["code"], problem.get("field"), problem.get("rule")) == (code, field, rule or problem.get("rule"))
    assert answer.status_code == problem["status"] == CODES[code].status
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert problem["type"] == f"urn:yarrow:problem:{code}"
    assert problem["title"] == CODES[code].title
    assert problem["detail"].endswith((".", ".)", "?"))
    return problem


# A combatant that is out of turn or out of action has no options at all.
NOTHING_IS_LEGAL = {"a command out of turn", "a command by the disabled"}


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
async def test_it_is_refused_and_nothing_changes(api: Api, case: Case) -> None:
    await prepare(api, case)
    async with unchanged(api):
        answer = await api.client.post("/v1/encounters/duel/commands", json=case.body, headers=case.headers)
        problem = check(answer, case.code, case.field, case.rule)
    if case.code == "version_conflict":
        assert problem["version"] == await api.version()
    if case.code == "refused":
        assert bool(problem.get("legal")) == (case.name not in NOTHING_IS_LEGAL)
    if case.code in ("faces_missing", "faces_wrong"):
        whose = "bell" if case.field == "faces[1]" else "ogre"
        assert problem["needed"] == {"combatant": whose, **NEEDED[whose]}
    if case.code == "not_yours":
        assert "Yarrow-As: narrator" in problem["detail"]
    if case.code == "not_batch_end":
        assert (await api.command("core.rewind", to=problem["nearest"])).is_success


async def test_a_key_belongs_to_one_request(api: Api) -> None:
    assert (await api.open(chance="either")).is_success
    key = {"Idempotency-Key": "the-first"}
    first = await api.command("core.note", text="once", headers=key)
    again = await api.command("core.note", text="once", headers=key)
    assert (again.status_code, again.content) == (200, first.content)
    async with unchanged(api):
        check(await api.command("core.note", text="twice", headers=key), "idempotency_mismatch")
    own = await api.command("core.note", text="once", headers={**key, **player("ogre")})
    assert own.json()["first"] == first.json()["version"] + 1


async def test_who_only_watches_is_not_told_which_keys_others_have_used(api: Api) -> None:
    assert (await api.open()).is_success
    key = {"Idempotency-Key": "the-first"}
    assert (await api.command("core.note", text="once", headers=key)).is_success
    async with unchanged(api):
        for known in (key, {"Idempotency-Key": "another"}, {}):
            answer = await api.command("core.note", text="once", headers={**known, "Yarrow-As": "spectator"})
            check(answer, "not_yours")


async def test_a_key_opens_one_encounter(api: Api) -> None:
    async def opened(name: str) -> Any:
        body = {"ruleset": "s3", "name": name}
        return await api.client.post("/v1/encounters", json=body, headers={"Idempotency-Key": "the-first"})

    first, again = await opened("Duel"), await opened("Duel")
    assert (again.status_code, again.content) == (201, first.content)
    check(await opened("Other duel"), "idempotency_mismatch")
    assert len((await api.client.get("/v1/encounters")).json()["encounters"]) == 1


class Raw(NamedTuple):
    """A raw body that is not a valid request, and the expected problem."""

    name: str
    content: bytes
    code: str
    headers: dict[str, str] = JSON


DEEP = MAX_DEPTH - 1
RAW = (
    Raw("nothing", b"", "malformed"),
    Raw("no JSON", b"attack the bell", "malformed"),
    Raw("half of it", b'{"command": {"type": "core.no', "malformed"),
    Raw("no UTF-8", b'{"command": {"type": "core.note", "text": "\xff"}}', "malformed"),
    Raw("half a character", b'{"command": {"type": "core.note", "text": "\\ud800"}}', "malformed"),
    Raw("half a name", b'{"command": {"type": "core.note", "\\udea8": 1.5}}', "malformed"),
    Raw("half a name, twice", b'{"command": {"type": "core.note", "\\uD83D": "a", "\\uD83D": "b"}}', "malformed"),
    Raw("a name twice", b'{"command": {"type": "core.note"}, "command": {"type": "s3.begin_round"}}', "malformed"),
    Raw("a name twice, deep inside", b'{"command": {"type": "core.note", "text": "a", "text": "b"}}', "malformed"),
    Raw("brackets nested too deep", b"[" * 5_000 + b"]" * 5_000, "malformed"),
    Raw("objects nested too deep", b'{"a":' * 40 + b"1" + b"}" * 40, "malformed"),
    Raw("an answer nested too deep",
        b'{"command": {"type": "core.answer", "prompt": "p", "answer": %s}}' % (b"[" * DEEP + b"]" * DEEP),
        "malformed"),
    Raw("not a number", b'{"command": {"type": "core.rewind", "to": NaN}}', "malformed"),
    Raw("a number of 5,000 digits", b'{"command": {"type": "core.rewind", "to": %s}}' % (b"9" * 5000), "invalid"),
    Raw("a number with a tail", b'{"command": {"type": "core.rewind", "to": 1e400}}', "invalid"),
    Raw("a list", b"[]", "invalid"),
    Raw("nothing in JSON", b"null", "invalid"),
    Raw("too much", b'{"command": {"type": "core.note", "text": "%s"}}' % (b"a" * MAX_BODY_BYTES), "too_large"),
    Raw("no type of content", b'{"command": {"type": "core.note"}}', "unsupported_media_type", {}),
    Raw("a form", b"command=note", "unsupported_media_type", {"Content-Type": "application/x-www-form-urlencoded"}),
)  # fmt: skip


@pytest.mark.parametrize("raw", RAW, ids=[raw.name for raw in RAW])
@pytest.mark.parametrize("path", ["/v1/encounters/duel/commands", "/v1/encounters"])
async def test_a_body_that_cannot_be_read_is_refused(api: Api, path: str, raw: Raw) -> None:
    await api.open()
    async with unchanged(api):
        answer = await api.client.post(path, content=raw.content, headers=raw.headers)
        problem = answer.json()
        check(answer, raw.code, problem.get("field"))
    assert [one["id"] for one in (await api.client.get("/v1/encounters")).json()["encounters"]] == ["duel"]


ENDLESS_TEXT = b"[" * (MAX_DEPTH + 1) + b'"' + b'\\"' * (MAX_BODY_BYTES // 2 - MAX_DEPTH)
LAST_NAME_TWICE = b"{%s}" % b",".join(b'"n%d":1' % number for number in [*range(9_000), 8_999])


@pytest.mark.parametrize("body", [ENDLESS_TEXT, LAST_NAME_TWICE], ids=["a text without end", "the last name twice"])
def test_no_body_is_much_more_work_than_another_of_its_size(body: bytes) -> None:
    """When the work grew with the square of the size, both bodies blocked the service for seconds to minutes."""
    harmless = b'{"text":"%s"}' % (b"[" * (len(body) - 20))
    [plain, hostile] = [process_time_of(body) for body in (harmless, body)]
    assert hostile < 200 * plain


def process_time_of(body: bytes) -> float:
    begun = process_time()
    with suppress(Problem):
        strict_json.parse(body)
    return process_time() - begun


WRITTEN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**54), 2**54) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
SPELLINGS: tuple[dict[str, Any], ...] = (
    {},
    {"separators": (",", ":")},
    {"separators": (",", ":"), "ensure_ascii": False},
)


@given(WRITTEN, st.sampled_from(SPELLINGS), st.lists(st.tuples(st.integers(0, 60), st.binary(max_size=2)), max_size=2))
@example({"a": 1}, SPELLINGS[1], [(6, b',"a":2')])
@example({"a": 1}, SPELLINGS[1], [(5, b"-0")])
@example(MAX_DEPTH * [1], SPELLINGS[1], [(0, b"[" * MAX_DEPTH)])
@example(2**53, SPELLINGS[1], [])
@example("\ud800", SPELLINGS[1], [])
def test_a_body_is_required_to_be_what_can_be_parsed(
    value: Any, spelling: dict[str, Any], faults: list[tuple[int, bytes]]
) -> None:
    body = json.dumps(value, **spelling).encode(errors="surrogatepass")
    for place, fault in faults:
        body = body[:place] + fault + body[place:]
    assert problem_of(strict_json.require, body) == problem_of(strict_json.parse, body)


def problem_of(reads: Callable[[bytes], object], body: bytes) -> str | None:
    try:
        reads(body)
    except Problem as problem:
        return problem.details.detail
    return None


@given(st.text(st.sampled_from("a\\u\ud83d\ude00\U0001f600"), max_size=8))
def test_characters_are_escaped_whole(name: str) -> None:
    """Half a character could not be shown in the problem with what it names."""
    body = json.dumps({name: 1}).encode()
    try:
        name.encode("utf-16", "surrogatepass").decode("utf-16")
        is_whole = True
    except UnicodeDecodeError:
        is_whole = False
    assert (problem_of(strict_json.parse, body) is None) == is_whole


async def test_brackets_in_a_text_are_no_depth(api: Api) -> None:
    await api.open()
    noted = await api.command("core.note", text='[{\\"' * 60)
    assert noted.is_success


async def test_a_body_of_just_the_size_is_read(api: Api) -> None:
    await api.open()
    start, end = b'{"command": {"type": "core.note", "text": "Hm."', b"}}"
    body = start + b" " * (MAX_BODY_BYTES - len(start) - len(end)) + end
    assert (await api.client.post("/v1/encounters/duel/commands", content=body, headers=JSON)).is_success
    check(await api.client.post("/v1/encounters/duel/commands", content=body + b" ", headers=JSON), "too_large")


async def test_a_body_that_comes_in_pieces_is_read_and_limited(api: Api) -> None:
    await api.open()

    async def pieces(spaces: int) -> AsyncIterator[bytes]:
        yield b'{"command": '
        for _ in range(spaces):
            yield b" " * 1024
        yield b'{"type": "core.note", "text": "Hm."}}'

    path = "/v1/encounters/duel/commands"
    assert (await api.client.post(path, content=pieces(10), headers=JSON)).is_success
    check(await api.client.post(path, content=pieces(300), headers=JSON), "too_large")


ATTACK = {"type": "s3.attack", "actor": "ogre", "target": "bell"}


@pytest.mark.parametrize(
    ("command", "errors"),
    [
        ({"type": "s3.atack"}, {"command.type": "There is no command “s3.atack” in S3; did you mean s3.attack?"}),
        ({"type": "attack"}, {"command.type": "There is no command “attack” in S3; did you mean s3.attack?"}),
        ({**ATTACK, "weapn": "pistol"}, {
            "command.weapn": "Unknown field; did you mean weapon?",
            "command.weapon": "This field is required; “weapn” was given instead.",
        }),
        ({**ATTACK, "weapon": 3, "loudly": 1}, {
            "command.weapon": "Must be a string.",
            "command.loudly": "Unknown field; remove it. The fields are actor, stunt, modifier, target, approach,"
            " parry, weapon, called and 2 more.",
        }),
        ({**ATTACK, "weapon": "pistol", "stunt": {"with": ["bravado"], "tactc": ""}}, {
            "command.stunt.tactc": "Unknown field; did you mean tactic?",
        }),
        ({"type": "s3.check", "actor": "ogre", "skill": "evasoin", "against": "bell"}, {
            "command.skill": "Unknown value “evasoin”; did you mean evasion?",
            "command.against": "Must be an object (required: combatant, skill).",
        }),
        ({"type": "core.rewind", "to": "soon"}, {"command.to": "Must be a whole number."}),
        ({"type": "core.note", "about": "bell"}, {"command.about": "Must be a list."}),
        ({"type": "core.rewind", "to": "3"}, {"command.to": "Must be a whole number."}),
        ({"type": "core.rewind", "to": True}, {"command.to": "Must be a whole number."}),
        ({"type": "core.join", "template": "archer", "secret": 1}, {"command.secret": "Must be true or false."}),
        ({"type": "core.join", "template": "archer", "secret": ""}, {"command.secret": "Must be true or false."}),
    ],
)  # fmt: skip
async def test_a_fault_says_what_to_change(api: Api, command: Json, errors: dict[str, str]) -> None:
    await api.open()
    await api.turn()
    problem = (await api.client.post("/v1/encounters/duel/commands", json=asked(command))).json()
    assert problem["code"] == "invalid"
    assert {error["field"]: error["detail"] for error in problem["errors"]} == errors


FAULTS: Json = {"name": "Ann", "fortitude": "4", "skils": {"evasion": 4}, "techniques": "none"}
FAULTS_TOLD = {
    "sheet.fortitude": "Must be a whole number.",
    "sheet.skils": "Unknown field; did you mean skills?",
    "sheet.techniques": "Must be a list of objects (required: name, skills).",
}
SCHEMAS = "GET /v1/rulesets/s3 has the schemas of sheets and options."


async def test_each_fault_of_a_sheet_is_told_and_where_sheets_are_described(api: Api) -> None:
    await api.open()
    joining = {"type": "core.join", "sheet": FAULTS}
    opening = {"ruleset": "s3", "combatants": [{"template": "archer"}, {"sheet": FAULTS}]}
    for path, body, place in (
        ("/v1/encounters/duel/commands", asked(joining), "command."),
        ("/v1/encounters", opening, "combatants[1]."),
    ):
        problem = check(await api.client.post(path, json=body), "invalid", f"{place}sheet.fortitude")
        assert {error["field"]: error["detail"] for error in problem["errors"]} == {
            f"{place}{field}": detail for field, detail in FAULTS_TOLD.items()
        }
        assert problem["detail"].endswith(SCHEMAS)
    assert {"sheet", "options"} <= (await api.client.get("/v1/rulesets/s3")).json().keys()


async def test_each_fault_between_the_fields_of_a_sheet_is_told(api: Api) -> None:
    await api.open("duel", "iris", ruleset="ticks")
    sheet = {"name": "Ann", "statistics": {"strength": 4, "dexterity": 5}, "stabilised": True}
    problem = check(await api.command("core.join", sheet=sheet), "invalid", "command.sheet.statistics.quickness")
    lacking = ("quickness", "willpower", "resilience")
    assert [error["field"] for error in problem["errors"]][:3] == [f"command.sheet.statistics.{one}" for one in lacking]
    assert problem["rule"] == "TK-SHEET-1"


async def test_each_fault_of_options_is_told(api: Api) -> None:
    options = {"fast_meele": "always", "fall_coins": 99}
    answer = await api.client.post("/v1/encounters", json={"ruleset": "s3", "options": options})
    problem = check(answer, "invalid", answer.json()["errors"][0]["field"])
    assert {error["field"] for error in problem["errors"]} == {"options.fast_meele", "options.fall_coins"}
    assert f"(1 more in errors.) {SCHEMAS}" in problem["detail"]


class Opening(NamedTuple):
    """A body that does not open an encounter, and the expected problem."""

    name: str
    body: Json
    code: str
    field: str | None


OPENINGS = (
    Opening("a ruleset that is none", {"ruleset": "chess"}, "invalid", "ruleset"),
    Opening("no ruleset", {}, "invalid", "ruleset"),
    Opening("an option that is none", {"ruleset": "s3", "options": {"gravity": "off"}}, "invalid", "options.gravity"),
    Opening("a value that an option has not", {"ruleset": "s3", "options": {"fall_coins": 99}}, "invalid",
            "options.fall_coins"),
    Opening("an unknown field", {"ruleset": "s3", "seed": "00"}, "invalid", "seed"),
    Opening("a kind of chance that is none", {"ruleset": "s3", "chance": "fate"}, "invalid", "chance"),
    Opening("an id that is none", {"ruleset": "s3", "id": "The Duel"}, "invalid", "id"),
    Opening("an id with a line end", {"ruleset": "s3", "id": "duel\n"}, "invalid", "id"),
    Opening("a name with control characters", {"ruleset": "s3", "name": "a\u0007b"}, "invalid", "name"),
    Opening("a template that is none", {"ruleset": "s3", "combatants": [{"template": "dragon"}]}, "invalid",
            "combatants[0].template"),
    Opening("a combatant twice", {"ruleset": "s3", "combatants": [{"template": "archer"}, {"template": "archer"}]},
            "invalid", "combatants[1].id"),
    Opening("a word for an option that is true or false", {"ruleset": "century", "options": {"degrees": "yes"}},
            "invalid", "options.degrees"),
    Opening("a text for a number", {"ruleset": "s3", "combatants": [{"sheet": {"name": "A", "fortitude": "4"}}]},
            "invalid", "combatants[0].sheet.fortitude"),
    Opening("true for a number", {"ruleset": "s3", "combatants": [{"sheet": {"name": "A", "fortitude": True}}]},
            "invalid", "combatants[0].sheet.fortitude"),
    Opening("a sheet with faults", {"ruleset": "s3", "combatants": [{"sheet": {"name": "A", "fortitude": 99}}]},
            "invalid", "combatants[0].sheet.fortitude"),
)  # fmt: skip


@pytest.mark.parametrize("opening", OPENINGS, ids=[opening.name for opening in OPENINGS])
async def test_it_opens_nothing(api: Api, opening: Opening) -> None:
    check(await api.client.post("/v1/encounters", json=opening.body), opening.code, opening.field)
    assert (await api.client.get("/v1/encounters")).json() == {"encounters": [], "next": None, "current": True}


async def test_a_player_opens_nothing(api: Api) -> None:
    answer = await api.client.post("/v1/encounters", json={"ruleset": "s3"}, headers=player("ogre"))
    check(answer, "not_yours")


async def test_an_id_is_opened_once(api: Api) -> None:
    await api.open()
    async with unchanged(api):
        assert check(await api.open(), "encounter_exists")["version"] == 4


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/encounters/nowhere", 404, "not_found"),
        ("GET", "/v1/encounters/No%20Where", 404, "not_found"),
        ("POST", "/v1/encounters/nowhere/commands", 404, "not_found"),
        ("POST", "/v1/encounters/a/b/commands", 404, "not_found"),
        ("GET", "/v1/encounters/nowhere/events", 404, "not_found"),
        ("GET", "/v1/encounters/nowhere/options", 404, "not_found"),
        ("GET", "/v1/encounters/duel?at=0", 422, "invalid"),
        ("GET", "/v1/encounters/duel?at=five", 422, "invalid"),
        ("GET", "/v1/encounters/duel?at=99", 404, "not_found"),
        ("GET", f"/v1/encounters/duel?at={2**53 - 1}", 404, "not_found"),
        ("GET", f"/v1/encounters/duel?at={2**53}", 422, "invalid"),
        ("GET", "/v1/encounters/duel/options?combatant=nobody", 404, "not_found"),
        ("GET", "/v1/encounters/duel/options?command=s3.dance", 404, "not_found"),
        ("GET", "/v1/encounters/duel/options?command=", 404, "not_found"),
        ("GET", "/v1/encounters/duel/options?combatant=" + "o" * 65, 422, "invalid"),
        ("GET", "/v1/encounters/duel/options?command=" + "o" * 65, 422, "invalid"),
        ("GET", "/v1/encounters/duel/options?command=core.note&command=core.note", 422, "invalid"),
        ("GET", "/v1/encounters/duel/options?combatant=ogre&combatant=bell", 422, "invalid"),
        ("GET", "/v1/encounters/duel/options?declarations=maybe", 422, "invalid"),
        ("GET", "/v1/encounters/duel/events?after=-1", 422, "invalid"),
        ("GET", "/v1/encounters/duel/events?limit=5000", 422, "invalid"),
        ("GET", "/v1/encounters?status=lost", 422, "invalid"),
        ("GET", "/v1/encounters/duel/commands", 405, "method_not_allowed"),
        ("DELETE", "/v1/encounters/duel", 405, "method_not_allowed"),
        ("GET", "/v2", 404, "not_found"),
        ("GET", "/v1/rulesets/chess", 404, "not_found"),
        ("GET", "/v1/rulesets/s3/rules/S3-NONE-1", 404, "not_found"),
        ("GET", "/v1/rulesets/s3/forms/0123456789abcdef", 404, "not_found"),
    ],
)
async def test_what_is_not_there_is_a_problem_too(api: Api, method: str, path: str, status: int, code: str) -> None:
    await api.open()
    content = json.dumps({"command": {"type": "core.note"}}) if method == "POST" else None
    answer = await api.client.request(method, path, content=content, headers=JSON)
    problem = check(answer, code, answer.json().get("field"))
    assert problem["status"] == status


async def test_events_are_not_to_be_had_as_anything(api: Api) -> None:
    await api.open()
    for accept in ("application/json", "application/x-ndjson", "application/*;q=0.5, text/html", "*/*", ""):
        assert (await api.get("/events", headers={"Accept": accept})).is_success
    check(await api.get("/events", headers={"Accept": "application/xml, text/html"}), "not_acceptable")


async def test_a_method_that_is_not_allowed_says_which_are(api: Api) -> None:
    assert (await api.client.get("/v1/encounters/duel/commands")).headers["allow"] == "POST"
    assert (await api.client.put("/v1/encounters")).headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    ("path", "field", "said"),
    [
        ("/duel?version=3", "version", "at."),
        ("/duel?at=3&att=4", "att", "at. Did you mean at?"),
        ("/duel/events?from=3", "from", "after, limit."),
        ("/duel/audit?at=3", "at", "There is no such parameter; the only parameter is known."),
        ("/duel/bundle?at=3", "at", "There is no such parameter; this path has none."),
        ("?state=open", "state", "combatant, branch_of."),
    ],
)
async def test_a_parameter_that_nothing_reads_is_refused(api: Api, path: str, field: str, said: str) -> None:
    await api.open()
    problem = check(await api.client.get(f"/v1/encounters{path}"), "invalid", field)
    assert problem["detail"].endswith(said)
    assert problem["errors"] == [{"field": field, "detail": problem["detail"].removeprefix(f"{field}: ")}]


async def test_what_watches_the_service_may_add_what_it_likes(api: Api) -> None:
    for path in ("/healthz", "/livez", "/startupz", "/readyz", "/metrics"):
        assert (await api.client.get(path, params={"probe": "1"})).is_success


@pytest.mark.parametrize(
    "path",
    [
        *("/v1/encounters", "/v1/encounters/duel", "/v1/encounters/duel/events", "/v1/encounters/duel/bundle"),
        *("/v1/rulesets/s3", "/healthz", "/openapi.json", "/v1/encounters/nowhere", "/v2"),
    ],
)
async def test_head_is_answered_like_get_without_the_body(api: Api, path: str) -> None:
    await api.open()
    head, got = await api.client.head(path), await api.client.get(path)
    assert (head.status_code, head.headers, head.content) == (got.status_code, got.headers, b"")
    assert got.content


async def test_there_is_no_head_of_what_cannot_be_read(api: Api) -> None:
    await api.open()
    answer = await api.client.head("/v1/encounters/duel/commands")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/encounters", {"ruleset": "s3", "id": "brawl\n"}),
        ("/v1/encounters", {"ruleset": "s3\n"}),
        ("/v1/encounters", {"ruleset": "s3", "combatants": [{"template": "guard", "id": "guard\n"}]}),
        ("/v1/encounters/duel/branches", {"id": "branch\n"}),
        ("/v1/encounters/duel/branches", {"name": "branch\n"}),
        ("/v1/encounters/duel/commands", {"command": {"type": "core.join", "template": "guard", "id": "guard\n"}}),
        ("/v1/encounters/duel/commands", {"command": {"type": "core.note\n", "text": "hm"}}),
        ("/v1/encounters/duel%0A/commands", {"command": {"type": "core.note", "text": "hm"}}),
        ("/v1/bundles?as=brawl%0A", None),
        ("/v1/encounters/duel%0A", None),
        ("/v1/encounters/duel%0A/live", None),
        ("/v1/encounters/duel/compare?with=duel%0A", None),
        ("/v1/encounters/duel/audit?known=4:" + "0" * 64 + "%0A", None),
        ("/v1/encounters/duel/options?combatant=ogre%0A", None),
        ("/v1/encounters/duel/options?command=core.note%0A", None),
    ],
)
async def test_a_line_break_belongs_to_no_id(api: Api, path: str, body: Json | None) -> None:
    """In some regular expression libraries, ``$`` also matches before a line break at the end of the text."""
    assert (await api.open()).is_success
    if path.startswith("/v1/bundles"):
        answer = await api.client.post(path, content=b"{}\n", headers={"Content-Type": "application/x-ndjson"})
    else:
        answer = await (api.client.get(path) if body is None else api.client.post(path, json=body))
    assert answer.json()["code"] in ("invalid", "not_found"), answer.text
    assert await api.version() == 4
