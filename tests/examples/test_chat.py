"""The chat handler answers a message of a player with one message."""

import asyncio
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from domain.registry import rulesets
from examples.chat import handle
from tests.live import Service
from tests.program import ROOT, environment
from tests.waiting import PATIENCE
from yarrow_client import Yarrow


class Attack(NamedTuple):
    """A message of a player in a scene, after a command of the narrator and its faces, and the first line it causes."""

    scene: str
    speaker: str
    message: str
    told: str
    before: str = ""
    faces: list[list[int]] | None = None


ATTACKS = {
    "s3": Attack(
        "jailbreak",
        "player:devil",
        "Attack guard_1 straightsword",
        "Devil in the Wind closes in and attacks First guard with the straightsword.",
    ),
    "black_dice": Attack(
        "two_knives",
        "player:kestrel",
        "attack left knife",
        "Kestrel wants to attack Tough on the left with the throwing knife.",
        before="black_dice.begin_round",
        faces=[[6] * 7, [6], [1], [4], [3]],
    ),
    "yin_yang": Attack(
        "boxing_match",
        "player:vassili",
        "attack gabrielle boxing",
        "Vassili attacks Gabrielle with boxing fists (1 action).",
        before="yin_yang.start_turn",
    ),
    "century": Attack(
        "sheriffs_desk",
        "player:thurston",
        "attack steinbrenner avenger",
        "Thurston attacks Steinbrenner with the Avenger 9mm at short range and spends 3 Move Points.",
        before="century.begin_round",
        faces=[[4, 1], [2, 2]],
    ),
    "ticks": Attack(
        "shield_and_hatchet",
        "player:tor",
        "attack hanna bat",
        "Revealed on tick 8: Tor Maddox attacks Hanna Brandt with the baseball bat.",
    ),
}


async def opened(service: Service, scene: str, **fields: Any) -> None:
    """Open a scene as an encounter."""
    answer = await service.client.post("/v1/encounters", json={"scene": scene, "id": "fight", **fields})
    answer.raise_for_status()


def test_a_message_attacks_in_every_ruleset() -> None:
    assert ATTACKS.keys() == rulesets().keys()


@pytest.mark.parametrize("ruleset", ATTACKS)
async def test_an_attack_is_answered_with_one_message(ruleset: str, service: Service) -> None:
    attack = ATTACKS[ruleset]
    await opened(service, attack.scene, chance="either")
    if attack.before:
        body = {"command": {"type": attack.before}, "faces": attack.faces}
        answer = await service.client.post("/v1/encounters/fight/commands", json=body)
        assert answer.is_success, answer.text
    async with Yarrow(service.url, speaker=attack.speaker) as yarrow:
        said = (await handle(yarrow, "fight", attack.message)).splitlines()
        told = [entry.sentence async for entry in yarrow.encounter("fight").story(level=1)]
    assert said[0] == attack.told
    assert said == told[-len(said) :]


async def test_a_refusal_is_answered_with_its_detail(service: Service) -> None:
    await opened(service, "two_knives", chance="supplied")
    async with Yarrow(service.url) as yarrow:
        said = await handle(yarrow, "fight", "begin_round")
        assert said.startswith("The next throw needs faces: 7 dice of 6 sides")
        assert (await handle(yarrow, "yard", "attack fox")).startswith("There is no encounter yard.")


@pytest.mark.parametrize("message", ["dance", "attack nobody", "attack guard_1 trident"])
async def test_a_message_without_a_command_is_answered_with_what_can_be_done(message: str, service: Service) -> None:
    await opened(service, "jailbreak")
    async with Yarrow(service.url, speaker="player:devil") as yarrow:
        said = await handle(yarrow, "fight", message)
        assert said.startswith(f"You cannot “{message}” now. You can: ")
        assert "Attack, " in said
        assert await yarrow.encounter("fight").version() == 18


async def test_the_chat_answers_each_line(service: Service) -> None:
    await opened(service, "jailbreak")
    words = (sys.executable, "-m", "examples.chat", service.url, "fight", "player:devil")
    pipe = asyncio.subprocess.PIPE
    chat = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdin=pipe, stdout=pipe)
    async with asyncio.timeout(PATIENCE):
        said, _ = await chat.communicate(b"drop straightsword\n\nattack guard_1 bare\n attack guard_2 bare \r\n")
    assert said.decode().splitlines() == [
        "Devil in the Wind drops the straightsword.",
        "Devil in the Wind closes in and attacks First guard with bare hands.",
        "You cannot “attack guard_2 bare” now. First guard has to answer Devil in the Wind's attack.",
    ]


async def test_who_has_to_wait_is_told_for_whom(service: Service) -> None:
    await opened(service, "jailbreak")
    async with Yarrow(service.url, speaker="player:guard_1") as yarrow:
        said = await handle(yarrow, "fight", "attack devil fist")
    assert said == "You cannot “attack devil fist” now. It is up to Devil in the Wind."


def test_wrong_arguments_are_answered_with_the_usage() -> None:
    words = [sys.executable, str(ROOT / "examples" / "chat.py"), "http://127.0.0.1:8000"]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Answer lines such as ``attack ogre fist``: ``python chat.py ")


def test_the_chat_handler_is_short() -> None:
    source = (ROOT / "examples" / "chat.py").read_text(encoding="utf-8")
    handler = source[source.index("async def handle") : source.index("async def chat")]
    assert len(handler.splitlines()) <= 34
