"""Tests that the demonstration plays the published fight with its published coins, continues it, and verifies it."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.registry import rulesets
from domain.ruleset.demo import Chapter, Step
from service.cli.api_client import Client
from service.cli.demo import Player
from tests.cli.conftest import Fight
from tests.program import yarrow

PUBLISHED = (
    "Doctor Hu throws for initiative: 5 coins ●●○●●, 4 heads.",
    "Iron Claw throws for initiative: 6 coins ●○○●○●, 3 heads.",
    "Doctor Hu wins the initiative against Iron Claw, 4 to 3.",
    "Doctor Hu throws for hand to hand: 9 coins ●●○●○●●○●, 6 heads.",
    "Iron Claw throws for hand to hand: 7 coins ●○●●○●●, 5 heads.",
    "Doctor Hu pins Iron Claw with bare hands; 6 heads to beat.",
    "Iron Claw throws for hand to hand: 7 coins ○○●●●○●, 4 heads.",
    "Iron Claw fails to break free of Doctor Hu, 4 to 6.",
    "Flying Fox throws for initiative: 7 coins ●●○●○○●, 4 heads.",
    "Iron Claw throws for initiative: 6 coins ○●○○●○, 2 heads.",
    "Flying Fox wins the initiative against Iron Claw, 4 to 2.",
    "Flying Fox throws for hand to hand: 8 coins ●●●○●●●●, 7 heads.",
    "Iron Claw throws for evasion: 2 coins (8 points − 6 for the pin) ○●, 1 head.",
    "Flying Fox throws for damage: 7 coins ●○●●○●●, 5 heads.",
    "Iron Claw takes 5 points of damage from Flying Fox.",
    "Iron Claw throws for fortitude: 6 coins ○○●○○●, 2 heads.",
    "Iron Claw takes a moderate wound from Flying Fox: 2 coins fewer.",
    "Iron Claw is down: the damage was too much.",
    "Doctor Hu no longer holds Iron Claw.",
    "Iron Claw is out of the fight and has no turn.",
)


def test_the_published_fight_comes_out_as_it_was_published_coin_for_coin(fight: Fight) -> None:
    told = iter(entry["sentence"] for entry in fight.said["story"])
    assert [sentence for sentence in PUBLISHED if sentence not in told] == []


def test_a_pinned_foe_who_attacks_is_refused_by_the_rule_and_nothing_is_recorded_of_it(fight: Fight) -> None:
    [refusal] = fight.said["refusals"]
    assert refusal["rule"] == "S3-PIN-3"
    assert set(refusal["legal"]) == {"s3.break_free", "s3.drop", "s3.end_turn"}
    assert not any("attacks Doctor Hu with the claws" in entry["sentence"] for entry in fight.said["story"])


def test_it_fights_on_with_seeded_coins_until_one_side_is_out_and_is_proven(fight: Fight) -> None:
    *_, last = [entry["sentence"] for entry in fight.said["story"] if entry["type"] == "s3.fight_decided"]
    assert last in ("The players win the fight.", "The opposition wins the fight.")
    audit = fight.said["audit"]
    assert [audit[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven"] * 3
    assert audit["supplied_throws"] == 11
    assert audit["seeded_throws"] > 0
    assert audit["version"] == max(entry["version"] for entry in fight.said["story"])


def test_without_a_service_it_brings_its_own_and_tells_the_story_in_paragraphs(tmp_path: Path) -> None:
    done = yarrow("demo", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = iter(done.stdout.splitlines())
    assert any(line.startswith("As published") for line in told)
    for sentence in PUBLISHED[:8]:
        assert any(line.endswith(f"  {sentence}") for line in told), sentence
    assert any(line.startswith("The second wave") for line in told)
    assert any(line.startswith("The proof") for line in told)
    for check in ("chain", "throws", "legality"):
        assert any(line.startswith(check) and "✓ proven" in line for line in told), check
    assert list(tmp_path.iterdir()) == []


def entries_of(url: str, ruleset: str, chapter: Chapter, *templates: str) -> list[dict[str, Any]]:
    """Play a chapter of two combatants, and return the entries of the story."""
    opening = {"ruleset": ruleset, "combatants": [{"template": template} for template in templates]}
    with Client(url) as client:
        items = Player(client, opening, (chapter,)).play()
        return [item for item in items if isinstance(item, dict)]


def events_of(url: str, ruleset: str, chapter: Chapter, *templates: str) -> list[str]:
    """Play a chapter of two combatants, and return the types of its events."""
    opening = {"ruleset": ruleset, "combatants": [{"template": template} for template in templates]}
    with Client(url) as client:
        player = Player(client, opening, (chapter,))
        for _ in player.play():
            pass
        return [event["type"] for event in client.get(f"encounters/{player.encounter}/events")["events"]]


@pytest.mark.parametrize(
    ("preferred", "given"),
    [
        (({"skill": "piloting"}, "decline", {"skill": "evasion"}, {"skill": "hand_to_hand"}), "evasion"),
        (({"skill": "hand_to_hand"}, {"skill": "evasion"}), "hand to hand"),
    ],
)
def test_the_first_legal_answer_that_is_preferred_is_given(
    preferred: tuple[Any, ...], given: str, service_url: str
) -> None:
    steps = (
        Step({"type": "s3.begin_round"}),
        Step({"type": "s3.begin_turn", "pc": "fox", "npc": "guard", "order": "pc_first"}),
        Step({"type": "s3.attack", "actor": "fox", "target": "guard", "weapon": "unarmed"}),
    )
    chapter = Chapter("", "", steps, until={"round_number": (1,)}, answers={"oppose": preferred})
    entries = entries_of(service_url, "s3", chapter, "flying_fox", "guard")
    first = next(entry for entry in entries if entry["type"] == "core.answered")
    assert first["sentence"] == f"Guard answers with {given}."


@pytest.mark.parametrize("preferred", [(), ("applaud", {"mode": "applaud"})])
def test_where_no_preferred_answer_is_legal_any_is_given_that_the_options_list(
    preferred: tuple[Any, ...], service_url: str
) -> None:
    steps = (
        Step({"type": "yin_yang.start_turn"}),
        Step({"type": "yin_yang.attack", "actor": "bishop", "target": "da_hook"}),
    )
    chapter = Chapter("", "", steps, until={"phase": ("turn",)}, answers={"match": preferred})
    types = events_of(service_url, "yin_yang", chapter, "bishop", "da_hook")
    assert "core.answered" in types
    assert "yin_yang.call_matched" not in types


@pytest.mark.parametrize("key", [key for key, ruleset in rulesets().items() if ruleset.demo is not None])
def test_every_ruleset_that_brings_a_demonstration_has_it_played_to_its_end_and_proven(
    key: str, service_url: str
) -> None:
    done = yarrow("demo", "--ruleset", key, "--url", service_url, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    assert said["story"][-1]["type"] == "core.encounter_closed"
    assert {said["audit"][check]["verdict"] for check in ("chain", "throws", "legality")} == {"proven"}
    demonstration = rulesets()[key].demo
    assert demonstration is not None
    steps = [step for chapter in demonstration.chapters for step in chapter.steps]
    assert [refusal["rule"] for refusal in said["refusals"]] == [step.refused_by for step in steps if step.refused_by]
    assert said["audit"]["supplied_throws"] == sum(len(step.faces or ()) for step in steps)


def test_a_ruleset_that_nobody_knows_is_told_with_those_that_there_are() -> None:
    done = yarrow("demo", "--ruleset", "chess")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"Error: There is no ruleset 'chess'. Choose one of {', '.join(rulesets())}.\n"


def test_where_its_own_service_cannot_start_it_says_why() -> None:
    done = yarrow("demo", variables={"YARROW_REDIS_URL": "redis://127.0.0.1:1"})
    assert done.returncode == 1
    assert done.stderr.startswith(
        "Error: The private service of the demonstration did not start. The store is unreachable"
    )
    assert "YARROW_REDIS_URL" in done.stderr
    assert done.stderr.count("\n") == 1
