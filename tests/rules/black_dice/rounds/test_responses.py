"""Responses: who is asked, how an attack may be met, what an answer gives up (BD-WHO-7, BD-WHO-8, BD-RNG-9)."""

from typing import Any

import pytest

from domain.model.event import Json
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.narrator.placing import CoverSheet, Distance, Place
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Aiming, Declare, Disengaging, Going
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet, ReplyTo, Respond, Responded
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.state import Reply
from tests.rules.black_dice.builders import meetings, replies, reply, scene, strikes, waits
from tests.rules.black_dice.specification import Step, fight, given, round_of

# Who has to reply


@pytest.mark.rule("BD-WHO-7", "BD-ROUND-1", "BD-ROUND-4")
def test_who_is_attacked_is_asked_once_about_all_its_attackers() -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    assert [(prompt.kind, prompt.to, prompt.about) for prompt in spec.fight.prompts] == [
        ("response", "c", {"attackers": ["a", "b"]})
    ]
    spec.when(Resolve()).refused(None)
    spec.answer(replies(reply("a", "attack_back", "sword"), reply("b", "dodge")))
    answered = {"a": Reply("attack_back", "sword"), "b": Reply("dodge")}
    spec.then(Responded(combatant="c", replies=answered), AgendaSet).follows(Responded, type(spec.events[1]))
    assert meetings(spec) == ["a sword, c sword", "b gun, c dodge"]


@pytest.mark.rule("BD-WHO-7")
def test_prompts_open_together_and_are_answered_in_any_order() -> None:
    spec = scene(strikes("a", "b sword", "c sword"), waits("b")).when(waits("c"))
    assert [prompt.to for prompt in spec.fight.prompts] == ["b", "c"]
    mine = Speaker("player", ("c",))
    spec.when(Respond(actor="c", replies=(ReplyTo(attacker="a", does="easy_target"),)), speaker=mine)
    spec.then(Responded).never(AgendaSet)
    spec.when(Respond(actor="b", replies=(ReplyTo(attacker="a", does="full_dodge"),))).then(Responded, AgendaSet)
    assert meetings(spec) == ["a sword, b full_dodge", "a sword, c easy_target"]


@pytest.mark.rule("BD-WHO-7", "BD-MOD-11", "BD-RNG-1")
def test_who_dodges_fully_by_declaration_is_not_asked() -> None:
    spec = scene(strikes("a", "b sword"), Declare(actor="b", full_dodge=True)).when(strikes("c", "b gun"))
    assert meetings(spec) == ["a sword, b full_dodge", "b full_dodge, c gun"]


@pytest.mark.rule("BD-WHO-7", "BD-WHO-3")
def test_where_one_answer_is_left_it_is_given_at_once() -> None:
    spec = scene(strikes("a", "b sword"), strikes("b", "c sword"), dex=0)
    spec.when(waits("c"), "c: easy_target b").then(
        Responded(combatant="b", replies={"a": Reply("easy_target")}), AgendaSet
    )
    assert not spec.fight.prompts


# Ways to meet an attack


@pytest.mark.rule("BD-WHO-7")
@pytest.mark.parametrize(
    ("does", "weapon", "rule"),
    [
        ("attack_back", "sword", None),
        ("attack_back", "gun", None),
        ("attack_back", "fists", None),
        ("easy_target", None, None),
        ("full_dodge", None, None),
        ("dodge", None, "BD-WHO-7"),
        ("hit_back", "sword", "BD-RNG-9"),
        ("easy_target", "sword", "BD-WHO-7"),
    ],
)
def test_a_melee_attack_is_answered_by_an_attack_by_standing_open_or_by_dodging_fully(
    does: Any, weapon: str | None, rule: str | None
) -> None:
    spec = scene(strikes("a", "b sword"), waits("b")).when(waits("c"))
    spec.answer(replies(reply("a", does, weapon)))
    assert (spec.refusal.rule if spec.refusal else None) == rule


@pytest.mark.rule("BD-RNG-1", "BD-RNG-9")
@pytest.mark.parametrize(
    ("does", "weapon", "afar", "near"),
    [
        ("dodge", None, None, None),
        ("easy_target", None, None, None),
        ("full_dodge", None, None, None),
        ("hit_back", "sword", "BD-RNG-9", None),
        ("hit_back", "gun", "BD-RNG-9", None),
        ("attack_back", "sword", "BD-RNG-1", "BD-RNG-1"),
    ],
)
def test_a_missile_is_dodged_and_hit_back_at_from_close_by(
    does: Any, weapon: str | None, afar: str | None, near: str | None
) -> None:
    for close, rule in ((False, afar), (True, near)):
        spec = scene(strikes("a", "b gun"), waits("b"), close=close).when(waits("c"))
        spec.answer(replies(reply("a", does, weapon)))
        assert (spec.refusal.rule if spec.refusal else None) == rule


@pytest.mark.rule("BD-WHO-7")
@pytest.mark.parametrize(
    "answer",
    [
        replies(reply("a", "easy_target")),
        replies(reply("a", "easy_target"), reply("a", "easy_target")),
        replies(reply("a", "easy_target"), reply("b", "dodge"), reply("z", "dodge")),
        replies(reply("a", "easy_target"), reply("b", "full_dodge")),
        replies(reply("a", "full_dodge"), reply("z", "full_dodge")),
    ],
)
def test_each_attacker_is_met_once_and_a_full_dodge_meets_them_all(answer: Json) -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    spec.answer(answer).refused("BD-WHO-7")


@pytest.mark.rule("BD-WHO-7", "BD-WHO-8")
@pytest.mark.parametrize("named", [("a",), ("b", "a")])
def test_one_full_dodge_is_for_all_attackers(named: tuple[str, ...]) -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    spec.answer(replies(*[reply(name, "full_dodge") for name in named]))
    spec.then(Responded(combatant="c", replies={"a": Reply("full_dodge"), "b": Reply("full_dodge")}))
    assert meetings(spec) == ["a sword, c full_dodge", "b gun, c full_dodge"]


@pytest.mark.rule("BD-WHO-7")
def test_who_has_declared_an_attack_does_not_dodge_fully() -> None:
    spec = scene(strikes("a", "c sword"), waits("b")).when(strikes("c", "b sword"))
    spec.answer(replies(reply("a", "full_dodge")), to="c").refused("BD-WHO-7")


@pytest.mark.rule("BD-WHO-5", "BD-WHO-3", "BD-RUL-25")
def test_striking_back_counts_towards_the_limit() -> None:
    both = replies(reply("a", "attack_back", "sword"), reply("b", "attack_back", "sword"))
    spec = scene(strikes("a", "c sword"), strikes("b", "c sword"), dex=0).when(waits("c"))
    spec.answer(both).refused("BD-WHO-5")
    spec.answer(replies(reply("a", "attack_back", "sword"), reply("b", "easy_target"))).then(AgendaSet)
    assert spec.fight.divisors == {}
    spec = scene(strikes("a", "c sword"), strikes("b", "c sword"), dex=1).when(waits("c"))
    spec.answer(both).then(AgendaSet)
    assert spec.fight.divisors == {"c": 2}
    near = scene(strikes("a", "c gun"), strikes("b", "c sword"), dex=0, close=True).when(waits("c"))
    near.answer(replies(reply("a", "hit_back", "sword"), reply("b", "attack_back", "sword"))).refused("BD-WHO-5")


@pytest.mark.rule("BD-COVER-7")
def test_one_does_not_strike_back_at_total_cover() -> None:
    hidden = Place(combatant="a", cover=CoverSheet(kind="total", against=("b",)))
    spec = scene(hidden, strikes("a", "b sword"), waits("b")).when(waits("c"))
    spec.answer(replies(reply("a", "attack_back", "sword"))).refused("BD-COVER-7")
    near = scene(hidden, strikes("a", "b gun"), waits("b"), close=True).when(waits("c"))
    near.answer(replies(reply("a", "hit_back", "gun"))).refused("BD-COVER-7")
    near.answer(replies(reply("a", "dodge"))).then(AgendaSet)


@pytest.mark.rule("BD-WHO-7")
@pytest.mark.parametrize(
    ("answer", "field", "said"),
    [
        (reply("a", "attack_back"), ".weapon", "b needs a weapon to strike back at a."),
        (reply("a", "attack_back", "rifle"), ".weapon", "b has no “rifle”; there are sword, gun, fists."),
        (reply("a", "easy_target", "sword"), ".weapon", "Only a reply that strikes back names a weapon."),
        (
            reply("a", "dodge"),
            ".does",
            "b can strike back or be an easy target: only missiles are dodged one by one.",
        ),
    ],
)
def test_a_reply_that_does_not_fit_is_named_to_the_letter(answer: dict[str, Json], field: str, said: str) -> None:
    spec = scene(strikes("a", "b sword"), waits("b")).when(waits("c")).answer(replies(answer))
    assert spec.refusal is not None
    assert (spec.refusal.field, spec.refusal.detail) == (f"command.answer.replies[0]{field}", said)


@pytest.mark.rule("BD-SKILL-6", "BD-WHO-7")
def test_who_may_not_try_a_skill_does_not_strike_back_with_it() -> None:
    spec = scene(strikes("a", "b fists"), waits("b"), untrained="common_only").when(waits("c"))
    spec.answer(replies(reply("a", "attack_back", "sword"))).refused("BD-SKILL-6")
    spec.answer(replies(reply("a", "attack_back", "fists"))).then(AgendaSet)


# What an answer gives up


@pytest.mark.rule("BD-WHO-8")
@pytest.mark.parametrize(
    "deed",
    [
        Declare(actor="b", move=Going(close_to="c")),
        Declare(actor="b", aim=Aiming(weapon="gun", target="c")),
        Declare(actor="b", ready=("sword",)),
        Declare(actor="b", act="other"),
    ],
)
@pytest.mark.parametrize(
    ("blow", "answer", "gives_up"),
    [
        ("sword", reply("a", "attack_back", "sword"), True),
        ("sword", reply("a", "full_dodge"), True),
        ("sword", reply("a", "easy_target"), False),
        ("gun", reply("a", "dodge"), False),
    ],
)
def test_fighting_back_and_dodging_fully_give_up_a_deed_that_is_no_attack(
    deed: Declare, blow: str, answer: dict[str, Json], gives_up: bool
) -> None:
    spec = scene(strikes("a", f"b {blow}"), deed).when(waits("c"))
    declared = spec.fight.declarations["b"].deed
    spec.answer(replies(answer))
    responded = next(event for event in spec.events if isinstance(event, Responded))
    assert responded.gives_up == (declared if gives_up else None)
    assert [item.deed for item in spec.fight.agenda] == ["attack", *([] if gives_up else [declared])]


@pytest.mark.rule("BD-WHO-8")
def test_hitting_back_gives_a_deed_up_and_waiting_is_nothing_to_give_up() -> None:
    spec = scene(strikes("a", "b gun"), Declare(actor="b", ready=("sword",)), close=True).when(waits("c"))
    spec.answer(replies(reply("a", "hit_back", "gun"))).then(
        Responded(combatant="b", replies={"a": Reply("hit_back", "gun")}, gives_up="ready")
    )
    spec = scene(strikes("a", "b gun"), waits("b"), close=True).when(waits("c"))
    spec.answer(replies(reply("a", "hit_back", "gun"))).then(
        Responded(combatant="b", replies={"a": Reply("hit_back", "gun")})
    )


@pytest.mark.rule("BD-WHO-8", "BD-WHO-10")
def test_who_has_disengaged_dodges_missiles_but_not_fully_and_attacks_nobody() -> None:
    deck = Distance(zones=("here", "deck"), feet=15)
    leave = Declare(actor="vane", disengage=Disengaging(zone="deck"))
    setting: tuple[Step, ...] = (fight("vane", "t1", "quill"), deck, Place(combatant="vane", close_to=("t1",)))
    spec = given(*setting, *round_of("vane", "quill", "t1"), leave, strikes("quill", "vane rifle"))
    spec.when(waits("t1")).asks("response", "vane")
    spec.answer(replies(reply("quill", "full_dodge"))).refused("BD-WHO-8")
    spec.answer(replies(reply("quill", "dodge"))).then(AgendaSet)
    throws = ["vane dodge W7[1,6,2,3,4,5,2]=2", "quill rifle W9[1,2,3,4,5,2,3,4,5]=1"]
    spec.when(Resolve(), throws=throws).then(ExchangeDecided).never(HealthLost)
    caught = given(*setting, *round_of("vane", "quill", "t1"), leave, strikes("quill", "vane rifle"))
    caught.given(Place(combatant="quill", zone="deck", close_to=("vane",))).when(waits("t1"))
    caught.answer(replies(reply("quill", "hit_back", "cutlass"))).refused("BD-WHO-5")
