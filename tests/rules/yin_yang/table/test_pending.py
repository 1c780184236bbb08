"""What is being settled: exchanges, follow-ups and challenges; and the answers at hand to the commonest prompts."""

from typing import Any

import pytest

from domain.model.speaker import SPECTATOR, Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn
from domain.rulesets.yin_yang.parts import CalledShotSheet
from tests.rules.yin_yang.builders import act, bout, drawn, open_bout
from tests.rules.yin_yang.specification import Specification, attack, newcomer, short_answer

BISHOP = {"who": "bishop", "does": "Attacks for damage", "with": "Large Magnum", "by": "Corporate Bodyguard"}


def exchange(spec: Specification) -> Any:
    """What the table has of the open exchange."""
    ((name, found),) = drawn(spec)["pending"].items()
    assert spec.fight.exchange is not None
    assert name == spec.fight.exchange.id
    return found


def parts(spec: Specification) -> list[dict[str, Any]]:
    """The parts of the open exchange."""
    found: list[dict[str, Any]] = exchange(spec)["parts"]
    return found


def choices(spec: Specification, *, of: str | None = None) -> dict[str, Any]:
    """The answers at hand to the open prompt, by their labels, for the narrator or for a player."""
    shown = drawn(spec, Speaker("player", (of,))) if of else drawn(spec)
    (prompt,) = shown["awaits"].values()
    return {choice["label"]: choice["answer"] for choice in prompt.get("choices", ())}


@pytest.mark.rule("YY-ATK-1", "YY-CALLED-2")
def test_a_called_shot_that_waits_for_a_match() -> None:
    shot = CalledShotSheet(aim="head", text="stun him")
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook", called_shot=shot, penalty=2, bonus=1))
    assert exchange(spec) == {
        "label": "Attack, aimed at: Head (“stun him”)",
        "at": "da_hook",
        "parts": [
            {
                **BISHOP,
                "pool": [
                    {"label": "From the narrator", "amount": 1, "of": "cards", "rule": "YY-BONUS-4"},
                    {"label": "Called shot", "amount": -2, "of": "cards", "rule": "YY-CALLED-2"},
                ],
            }
        ],
    }


@pytest.mark.rule("YY-ATK-12")
@pytest.mark.parametrize(
    ("stake", "does"),
    [({}, "Attacks for damage"), ({"stake": "flee"}, "Attacks to get away"), (None, "Attacks for “the door”")],
)
def test_attacks_say_what_they_are_for(stake: dict[str, str] | None, does: str) -> None:
    fields = {"stake": "goal", "goal": "the door"} if stake is None else stake
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook", **fields))
    assert parts(spec) == [{**BISHOP, "does": does}]


@pytest.mark.rule("YY-DMG-19")
def test_pulled_punches_are_bare_hands() -> None:
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook", pull_punches=True))
    assert parts(spec) == [{**BISHOP, "with": "Bare hands, punches pulled"}]


@pytest.mark.rule("YY-ATK-2")
def test_an_attack_on_another_attribute_says_so() -> None:
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook", attribute="intellect"))
    assert parts(spec) == [{**BISHOP, "by": "Intellect and Corporate Bodyguard"}]


@pytest.mark.rule("YY-WPN-22")
def test_a_charge_waits_for_the_narrator() -> None:
    lance = {"weapons": [{"id": "polearm"}], "wielded": [{"weapon": "polearm"}]}
    rider = newcomer("vinnie", side="red", **lance, default_attack={"weapon": "polearm"})
    spec = bout(rider, "da_hook").when(attack("vinnie", "da_hook", charge=True)).asks("consent", "narrator")
    charges = {"who": "vinnie", "does": "Attacks for damage", "with": "Polearm"}
    assert exchange(spec) == {"label": "Charge", "at": "da_hook", "parts": [charges]}


@pytest.mark.rule("YY-ATK-18", "YY-ATK-12")
def test_acts_say_what_is_tried_and_on_what() -> None:
    spec = bout("bishop", "da_hook").when(act("bishop", "grab the case", "speed", "strength", target="da_hook"))
    tries = {"who": "bishop", "does": "Tries “grab the case”", "by": "Speed and Strength"}
    assert exchange(spec) == {"label": "Act", "at": "da_hook", "parts": [tries]}
    spec = bout("bishop", "da_hook").when(act("bishop", "jump", against=("da_hook",), stake="flee"))
    tries = {"who": "bishop", "does": "Tries “jump”, to get away", "by": "Speed"}
    assert exchange(spec) == {"label": "Act", "parts": [tries]}


@pytest.mark.rule("YY-COMB-4")
def test_several_who_act_together_each_have_a_part() -> None:
    both = (Participant(combatant="bishop"), Participant(combatant="gabrielle"))
    sent = [short_answer("gabrielle: join"), short_answer("narrator: allow")]
    spec = bout("bishop", "gabrielle", "da_hook").when(
        Combine(actor="bishop", kind="attack", target="da_hook", participants=both, answers=tuple(sent))
    )
    gabrielle = {"who": "gabrielle", "does": "Attacks for damage", "with": "Bare hands", "by": "Self-Defence"}
    assert exchange(spec) == {"label": "Attack together", "at": "da_hook", "parts": [BISHOP, gabrielle]}


@pytest.mark.rule("YY-ATK-8", "YY-ATK-12")
@pytest.mark.parametrize(
    ("match", "does"),
    [
        ("match", {"does": "Strikes back for damage", "with": "Wrist Blade", "by": "Freelancer Mercenary"}),
        ("match stake=flee", {"does": "Strikes back to get away", "with": "Wrist Blade", "by": "Freelancer Mercenary"}),
        (
            "match stake=goal goal=the+door",
            {"does": "Strikes back for “the door”", "with": "Wrist Blade", "by": "Freelancer Mercenary"},
        ),
        ("match counter attributes=speed", {"does": "Counters", "by": "Speed"}),
        ("match counter attributes=speed stake=flee", {"does": "Counters, to get away", "by": "Speed"}),
        (
            "match counter attributes=will,speed stake=goal goal=the+door",
            {"does": "Counters, for “the door”", "by": "Will and Speed"},
        ),
    ],
)
def test_a_match_is_a_part_of_the_exchange_while_the_narrator_is_asked(match: str, does: dict[str, str]) -> None:
    spec = bout("bishop", newcomer("wedge", side="black", mook=True), mook_confrontation="ask")
    spec.when(attack("bishop", "wedge"), f"wedge: {match}", throws=["bishop: QH", "narrator: QC"])
    spec.asks("confront", "narrator")
    assert parts(spec) == [BISHOP, {"who": "wedge", **does}]
    assert choices(spec) == {"Grants a Confrontation": "yes", "Grants no Confrontation": "no"}


@pytest.mark.rule("YY-KING-3", "YY-KING-4")
def test_a_follow_up_waits_for_its_drawer_and_is_an_exchange_then() -> None:
    spec = bout("bishop", "da_hook")
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=["bishop: KH", "bishop: 5D"])
    waits = {"label": "Follow-up attack", "at": "da_hook", "parts": [{**BISHOP, "does": "May attack once more"}]}
    assert drawn(spec)["pending"] == {"follow_up": waits}
    assert choices(spec, of="bishop") == {
        "Chooses not to attack once more": "decline",
        "Chooses to attack Da Hook once more": {"target": "da_hook"},
    }
    spec.answer({"target": "da_hook"})
    assert exchange(spec) == {**waits, "parts": [BISHOP]}


@pytest.mark.rule("YY-CHAL-1", "YY-CHAL-3")
def test_a_challenge_and_the_contest_that_decides_it() -> None:
    spec = bout("architect", "bishop").when(Challenge(actor="architect", text="That was fair"))
    challenger = {"who": "architect", "does": "Challenges the narrator's decision"}
    assert drawn(spec)["pending"] == {"challenge": {"label": "Challenge: “That was fair”", "parts": [challenger]}}
    spec.answer({"contest": "performance", "terms": "sell it"})
    taken_up = {"who": "narrator", "does": "Takes it up: Performance", "by": "sell it"}
    assert drawn(spec)["pending"]["challenge"]["parts"] == [challenger, taken_up]


def test_nothing_is_pending_when_all_is_settled() -> None:
    assert "pending" not in drawn(bout("bishop", "da_hook").given(EndTurn()))


@pytest.mark.rule("YY-PROM-1", "YY-ATK-3")
def test_a_call_is_matched_at_hand_with_the_default_attack() -> None:
    spec = bout("bishop", "wedge").when(attack("bishop", "wedge"))
    strikes_back = {"mode": "attack"}
    both = {"Chooses to let it pass": "let_pass", "Chooses to strike back": strikes_back}
    assert choices(spec, of="wedge") == choices(spec) == both
    assert "choices" not in next(iter(drawn(spec, SPECTATOR)["awaits"].values()))
    spec.answer(strikes_back, throws=["bishop: 2H", "narrator: QC", "narrator: 4S"])
    assert spec.refusal is None


@pytest.mark.rule("YY-SKILL-6", "YY-ATK-3")
def test_striking_back_is_not_at_hand_where_it_needs_more_words() -> None:
    passes = {"Chooses to let it pass": "let_pass"}
    idle = newcomer("irons", side="black", default_attack={"weapon": "bare_hands", "ability": "Captain"})
    spec = bout("bishop", idle).when(attack("bishop", "irons"))
    assert choices(spec, of="irons") == passes
    armed = {"weapons": [{"id": "mace"}, {"id": "axe"}], "wielded": [{"weapon": "mace"}]}
    spec = bout("bishop", newcomer("wedge", side="black", **armed, default_attack={"weapon": "axe"}))
    assert choices(spec.when(attack("bishop", "wedge")), of="wedge") == passes


@pytest.mark.rule("YY-DECK-14", "YY-ATK-3", "YY-ATK-10")
def test_from_an_open_hand_striking_back_takes_a_card() -> None:
    spec = open_bout("bishop", "wedge", dealt=["bishop: 9C KD 2H", "narrator: 4S JC"])
    spec.when(attack("bishop", "wedge", hand_card="2H"))
    [prompt] = drawn(spec, Speaker("player", ("wedge",)))["awaits"].values()
    assert prompt["choices"] == [
        {"answer": "let_pass", "label": "Chooses to let it pass", "detail": "keeps your cards"},
        {"answer": {"mode": "attack"}, "label": "Chooses to strike back", "detail": "Wrist Blade", "takes": "card"},
    ]
    spec.answer({**prompt["choices"][1]["answer"], "hand_card": "JC"}, throws=["bishop: 3H"])
    assert spec.refusal is None


def test_the_weapon_of_a_secret_sheet_is_a_weapon_for_others() -> None:
    hook = newcomer("da_hook", side="black").model_copy(update={"secret": True})
    spec = bout("bishop", hook).when(attack("da_hook", "bishop", weapon="large_knife"))
    [seen] = drawn(spec, SPECTATOR)["pending"].values()
    assert [part["with"] for part in seen["parts"]] == ["a weapon"]
    assert [part["with"] for part in parts(spec)] == ["Large Knife"]
