"""Standing answers: what a policy answers, what it leaves open, when it does not answer (YY-PROM)."""

from typing import Any

import pytest

from domain.core.commands import Join, SentAnswer
from domain.core.events import Answered, AnswerUnused
from domain.model.event import Json
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge, ChallengeRefused
from domain.rulesets.yin_yang.chapters.challenges.confrontation import (
    ConfrontationBegun,
    ConfrontationDenied,
    ConfrontationSettled,
)
from domain.rulesets.yin_yang.chapters.combined.combining import CombinationFailed, Combine, Participant
from domain.rulesets.yin_yang.chapters.combined.consent import CalledShotPriced, ConsentDenied, ConsentGiven
from domain.rulesets.yin_yang.chapters.decks.hands import CardsPlayed
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act, CallMade
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import ExchangeEnded, FollowUpLost
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched, LetPassed
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.turns.gear import GripSheet, PlaceItem, Wield
from domain.rulesets.yin_yang.parts import WeaponSheet
from domain.rulesets.yin_yang.tables import WITHOUT_PEOPLE
from tests.rules.yin_yang.builders import policy
from tests.rules.yin_yang.specification import Specification, Step, attack, fight, given, in_turn, newcomer, plain

HOOK = newcomer("da_hook", deck="da_hook")
RED_WINS = ["bishop: 2H 3H 4C", "da_hook: 2H 3H 4H 5H"]
SHOT = {"aim": "limb", "text": "lame him"}


def turn(*steps: Step, people: tuple[str | Join, ...] = ("bishop", HOOK, "wedge"), **options: Any) -> Specification:
    """A turn of a fight in which these standing answers have been given."""
    return given(fight(*people, **options), *steps, in_turn())


def by_policy(spec: Specification) -> list[tuple[str, str, Json]]:
    """What policies have answered in the last batch: to what, for whom, and what."""
    assert spec.refusal is None, spec.refusal
    answers = [event for event in spec.events if isinstance(event, Answered) and event.by == "policy"]
    return [(answer.kind, answer.to, answer.answer or answer.secret) for answer in answers]


# What policies answer


@pytest.mark.rule("YY-PROM-11")
@pytest.mark.parametrize(("standing", "event"), [("always", CallMatched), ("never", LetPassed)])
def test_a_policy_matches_always_or_never(standing: str, event: Any) -> None:
    spec = turn(policy("da_hook", "match", standing)).when(
        attack("bishop", "da_hook"), throws=["bishop: 9H", *(["da_hook: 9C"] if standing == "always" else [])]
    )
    spec.then(Answered, event, ExchangeEnded)


@pytest.mark.rule("YY-PROM-11")
@pytest.mark.parametrize(("keep", "matches"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_policy_matches_while_more_actions_are_left_than_it_keeps(keep: int, matches: bool) -> None:
    spec = turn(policy("da_hook", "match", {"keep": keep})).when(
        attack("bishop", "da_hook"), throws=["bishop: 9H", *(["da_hook: 9C"] if matches else [])]
    )
    spec.then(CallMatched if matches else LetPassed)


@pytest.mark.rule("YY-PROM-11")
def test_the_policy_strikes_back_with_the_default_attack_for_damage() -> None:
    spec = turn(policy("da_hook", "match", "always")).when(
        attack("bishop", "da_hook"), throws=["bishop: 9H", "da_hook: 9C"]
    )
    (matched,) = [event.match for event in spec.then().events if isinstance(event, CallMatched)]
    assert (matched.mode, matched.part.weapon, matched.part.ability, matched.part.stake) == (
        "attack",
        "large_knife",
        "Freelancer Mercenary",
        "damage",
    )


KING = ["bishop: KH", "bishop: 9H"]


@pytest.mark.rule("YY-PROM-11", "YY-PROM-15")
def test_a_policy_follows_up_at_the_same_adversary() -> None:
    passes = policy("da_hook", "match", "never")
    spec = turn(passes, policy("bishop", "follow_up", "always")).when(
        attack("bishop", "da_hook"), throws=[*KING, "bishop: 10H"]
    )
    (call,) = [event for event in spec.then().events if isinstance(event, CallMade) and event.follow_up]
    assert (call.target, call.part.weapon, call.part.stake) == ("da_hook", "large_magnum", "damage")


@pytest.mark.rule("YY-PROM-11")
def test_a_policy_never_follows_up() -> None:
    passes = policy("da_hook", "match", "never")
    spec = turn(passes, policy("bishop", "follow_up", "never")).when(attack("bishop", "da_hook"), throws=KING)
    spec.then(FollowUpLost(combatant="bishop", reason="declined"))


TOGETHER = Combine(
    actor="da_hook",
    kind="act",
    goal="lift the gate",
    participants=(
        Participant(combatant="da_hook", attributes=("strength",)),
        Participant(combatant="wedge", attributes=("strength",)),
    ),
)
ONLY_HOOK = Speaker("player", ("da_hook",))


@pytest.mark.rule("YY-PROM-11")
def test_a_policy_joins_or_stays_out() -> None:
    spec = turn(policy("wedge", "join_combined", "yes")).when(TOGETHER, speaker=ONLY_HOOK)
    spec.asks("consent", "narrator")
    spec = turn(policy("wedge", "join_combined", "no")).when(TOGETHER, speaker=ONLY_HOOK)
    spec.then(CombinationFailed)


@pytest.mark.rule("YY-PROM-11")
@pytest.mark.parametrize(("standing", "event"), [("allow", ConsentGiven), ("deny", ConsentDenied)])
def test_a_policy_of_the_narrator_consents_or_denies(standing: str, event: Any) -> None:
    act = Act(actor="bishop", goal="fly", attributes=("speed",))
    spec = turn(policy("narrator", "consent", standing), action_consent="ask")
    spec.when(act, throws=["bishop: 2H"] if standing == "allow" else None).then(event)


@pytest.mark.rule("YY-PROM-11")
def test_a_policy_of_the_narrator_prices_called_shots() -> None:
    passes = policy("da_hook", "match", "never")
    spec = turn(passes, policy("narrator", "called_shot_penalty", 2)).when(
        attack("bishop", "da_hook", called_shot=SHOT), throws=["bishop: 8H 9H 10H"]
    )
    spec.then(CalledShotPriced(combatant="bishop", penalty=2))


@pytest.mark.rule("YY-PROM-11", "YY-PROM-6")
@pytest.mark.parametrize(("standing", "event"), [("yes", ConfrontationBegun), ("no", ConfrontationDenied)])
def test_a_policy_of_the_narrator_grants_or_denies_confrontations(standing: str, event: Any) -> None:
    mook = newcomer("da_hook", deck="da_hook", mook=True)
    flurries = RED_WINS if standing == "yes" else []
    spec = turn(policy("narrator", "confront", standing), people=("bishop", mook)).when(
        attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: QH", "da_hook: QC", *flurries, "bishop: 6D"]
    )
    spec.then(event, ExchangeEnded)
    assert by_policy(spec) == [("confront", "narrator", standing)]


@pytest.mark.rule("YY-PROM-11", "YY-PROM-7")
@pytest.mark.parametrize("standing", ["white_joker", "success"])
def test_a_policy_of_the_narrator_settles_confrontations(standing: Any) -> None:
    spec = turn(policy("narrator", "confrontation_outcome", standing), confrontation_outcome="ask").when(
        attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: QH", "da_hook: QC", *RED_WINS, "bishop: 6D"]
    )
    spec.then(ConfrontationSettled(winner="bishop", outcome=standing))


@pytest.mark.rule("YY-PROM-11", "YY-PROM-10")
def test_a_policy_of_the_narrator_refuses_challenges() -> None:
    spec = turn(policy("narrator", "answer_challenge", "refuse"))
    spec.when(Challenge(actor="bishop", text="No")).then(ChallengeRefused)
    assert not spec.fight.prompts


@pytest.mark.rule("YY-PROM-11")
@pytest.mark.parametrize(
    ("of", "kind", "answer"),
    [
        ("bishop", "match", "sometimes"),
        ("bishop", "match", {"keep": -1}),
        ("bishop", "follow_up", "yes"),
        ("bishop", "join_combined", "always"),
        ("narrator", "consent", "perhaps"),
        ("narrator", "called_shot_penalty", 6),
        ("narrator", "confront", "always"),
        ("narrator", "confrontation_outcome", {"narrated": "through the door"}),
        ("narrator", "misfire_victim", "knight"),
        ("narrator", "king_effect", {"adverse": "loses a hand"}),
        ("narrator", "answer_challenge", {"contest": "riddle"}),
    ],
)
def test_other_words_are_no_standing_answers(of: str, kind: str, answer: Json) -> None:
    given(fight("bishop", HOOK)).when(policy(of, kind, answer)).refused(None, "invalid")


@pytest.mark.rule("YY-PROM-11")
def test_a_policy_is_set_by_whoever_speaks_for_its_owner() -> None:
    bishop = Speaker("player", ("bishop",))
    spec = given(fight("bishop", HOOK))
    spec.when(policy("bishop", "match", "always"), speaker=bishop).then()
    spec.when(policy("da_hook", "match", "always"), speaker=bishop).refused(None, "not_yours")
    spec.when(policy("narrator", "confront", "yes"), speaker=bishop).refused(None, "not_yours")


@pytest.mark.rule("YY-PROM-11")
@pytest.mark.parametrize(("kind", "answer"), WITHOUT_PEOPLE["narrator"].items())
def test_what_only_the_narrator_is_asked_nobody_else_has_a_standing_answer_to(kind: str, answer: Json) -> None:
    spec = given(fight("bishop")).given(policy("narrator", kind, answer))
    spec.when(policy("bishop", kind, answer), speaker=Speaker("player", ("bishop",))).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.kind"
    spec.when(policy("bishop", kind, None)).refused(None, "invalid")


# Without people


def unattended(*people: str | Join, **options: Any) -> Specification:
    """A turn in which nobody is asked anything."""
    spec = given(fight(*people, **options))
    for kind, answer in WITHOUT_PEOPLE["narrator"].items():
        spec.given(policy("narrator", kind, answer))
    for combatant in spec.fight.joined:
        for kind, answer in WITHOUT_PEOPLE["combatant"].items():
            spec.given(policy(combatant, kind, answer))
    return spec.given(in_turn())


@pytest.mark.rule("YY-PROM-12")
def test_without_people_everybody_matches_and_follows_up() -> None:
    spec = unattended("bishop", HOOK, king_effect="ask").when(
        attack("bishop", "da_hook"),
        throws=["bishop: KH", "da_hook: 2C", "bishop: 9H", "bishop: 10H", "da_hook: 9C"],
    )
    assert by_policy(spec) == [
        ("match", "da_hook", {"mode": "attack"}),
        ("king_effect", "narrator", "follow_up"),
        ("follow_up", "bishop", {"target": "da_hook"}),
        ("match", "da_hook", {"mode": "attack"}),
    ]


@pytest.mark.rule("YY-PROM-12")
def test_without_people_called_shots_cost_a_card_and_confrontations_are_fought_out() -> None:
    mook = newcomer("da_hook", deck="da_hook", mook=True)
    spec = unattended("bishop", mook, confrontation_outcome="ask").when(
        attack("bishop", "da_hook", called_shot=SHOT),
        throws=["bishop: QH KH", "da_hook: QC", *RED_WINS, "bishop: 6D"],
    )
    assert by_policy(spec) == [
        ("called_shot_penalty", "narrator", 1),
        ("match", "da_hook", {"mode": "attack"}),
        ("confront", "narrator", "yes"),
        ("confrontation_outcome", "narrator", "white_joker"),
    ]


@pytest.mark.rule("YY-PROM-12")
def test_without_people_acts_are_allowed_and_nobody_joins() -> None:
    spec = unattended("bishop", HOOK, "wedge", action_consent="ask")
    spec.when(Act(actor="bishop", goal="fly", attributes=("speed",)), throws=["bishop: 2H"])
    assert by_policy(spec) == [("consent", "narrator", "allow")]
    spec.when(TOGETHER, speaker=ONLY_HOOK).then(CombinationFailed)


@pytest.mark.rule("YY-PROM-12")
def test_without_people_misfires_strike_the_wielder() -> None:
    foe = newcomer("bishop", side="foes", deck="bishop")
    friend = newcomer("gabrielle")
    spec = unattended("knight", friend, foe, jack_confrontation=False).when(
        attack("knight", "bishop"), throws=["knight: JD", "bishop: JS", "knight: 9D"]
    )
    spec.then(Misfired(combatant="knight", weapon="lightsaber", victim="knight"))


# Answers that are sent along


@pytest.mark.rule("YY-PROM-13")
def test_answers_come_with_the_command_before_policies() -> None:
    spec = turn(policy("da_hook", "match", "never")).when(
        attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 9H", "da_hook: 9C"]
    )
    spec.then(CallMatched, ExchangeEnded)


@pytest.mark.rule("YY-PROM-13")
def test_an_answer_to_what_is_never_asked_is_recorded_as_unused() -> None:
    spec = turn().when(
        attack("bishop", "da_hook"), "da_hook: let_pass", "narrator: confront yes", throws=["bishop: 9H"]
    )
    spec.then(LetPassed, AnswerUnused(kind="confront", to="narrator", answer="yes"))


@pytest.mark.rule("YY-PROM-13")
def test_nobody_answers_for_others() -> None:
    bishop = Speaker("player", ("bishop",))
    spec = turn().when(attack("bishop", "da_hook"), "da_hook: let_pass", speaker=bishop)
    spec.refused(None, "not_yours")
    spec.when(attack("bishop", "da_hook"), "narrator: confront yes", speaker=bishop).refused(None, "not_yours")


@pytest.mark.rule("YY-PROM-13")
def test_an_answer_that_names_nobody_is_for_ones_own_alone() -> None:
    bishop, hook = Speaker("player", ("bishop",)), Speaker("player", ("bishop", "da_hook"))
    along = SentAnswer(kind="match", answer="let_pass")
    spec = turn().when(attack("bishop", "da_hook"), along, speaker=bishop).asks("match", "da_hook")
    spec.then(AnswerUnused(kind="match", to=None, answer=None, secret="let_pass")).never(LetPassed)
    turn().when(attack("bishop", "da_hook"), along, speaker=hook, throws=["bishop: JH"]).then(LetPassed)


# What a policy leaves open


@pytest.mark.rule("YY-PROM-15")
@pytest.mark.parametrize(
    ("cards", "played", "wins"),
    [("9C 5C", "5C", True), ("QC 7C", "QC", True), ("JC 8C", "8C", False), ("5D 5C", "5D", True)],
)
def test_from_an_open_hand_a_policy_plays_the_best_card_and_of_equals_the_first_dealt(
    cards: str, played: str, wins: bool
) -> None:
    spec = given(fight("bishop", HOOK, hand="open"), policy("da_hook", "match", "always"))
    spec.when(in_turn(), throws=["bishop: 9H 10H 2H", f"da_hook: {cards}"])
    spec.when(attack("bishop", "da_hook", hand_card="9H"), throws=["da_hook: 9S"] if wins else None)
    spec.then(CallMatched, CardsPlayed(combatant="da_hook", deck="da_hook", cards=(played,)), ExchangeEnded)


@pytest.mark.rule("YY-PROM-15")
def test_a_policy_walks_fire_to_the_first_other_target_in_the_order_of_joining() -> None:
    people = ("trooper", "schoolgirl", "gabrielle", "bishop")
    spec = turn(policy("trooper", "follow_up", "always"), people=people).when(
        attack("trooper", "schoolgirl"),
        "schoolgirl: let_pass",
        "gabrielle: let_pass",
        throws=["narrator: KC", "narrator: 6C", "narrator: 9C"],
    )
    spec.then(FellOut(combatant="schoolgirl", reason="dying"))
    (call,) = [event for event in spec.events if isinstance(event, CallMade) and event.follow_up]
    assert call.target == "gabrielle"


# When it does not answer


@pytest.mark.rule("YY-PROM-16")
def test_a_policy_that_would_be_refused_does_not_answer() -> None:
    armed = (
        PlaceItem(weapon=WeaponSheet(id="sword")),
        Wield(actor="da_hook", items=(GripSheet(weapon="sword"),)),
    )
    spec = turn(policy("da_hook", "match", "always"), *armed).when(attack("bishop", "da_hook"))
    spec.asks("match", "da_hook").answer("let_pass", throws=["bishop: 9H"]).then(ExchangeEnded)


@pytest.mark.rule("YY-PROM-16")
def test_a_policy_in_full_whose_weapon_is_not_wielded_does_not_answer() -> None:
    knife: Json = {"mode": "attack", "weapon": "large_knife"}
    spec = turn(policy("da_hook", "match", knife)).when(
        attack("bishop", "da_hook"), throws=["bishop: 9H", "da_hook: 9C"]
    )
    assert by_policy(spec) == [("match", "da_hook", knife)]
    spec = turn(policy("da_hook", "match", knife), Wield(actor="da_hook")).when(attack("bishop", "da_hook"))
    spec.asks("match", "da_hook").never(Answered)


@pytest.mark.rule("YY-PROM-16")
def test_it_answers_again_when_it_may() -> None:
    knife = Wield(actor="da_hook", items=(GripSheet(weapon="large_knife"),))
    spec = turn(policy("da_hook", "match", "always"), Wield(actor="da_hook"), knife)
    spec.when(attack("bishop", "da_hook"), throws=["bishop: 9H", "da_hook: 9C"]).then(CallMatched)


@pytest.mark.rule("YY-PROM-11", "YY-KING-7")
def test_a_row_of_kings_without_end_is_handed_to_people() -> None:
    club = {"id": "club", "name": "Club", "reach": "melee", "edges": ["mental"], "flaws": ["non_lethal"]}
    giant = plain("giant", strength=100, weapons=[club], wielded=[{"weapon": "club"}])
    spec = given(
        fight(giant, plain("anvil", side="others"), jokers=False, mental_stamina=False),
        in_turn(),
        policy("giant", "follow_up", "always"),
        policy("anvil", "match", "never"),
        attack("giant", "anvil", weapon="club"),
    )
    assert [prompt.kind for prompt in spec.fight.prompts] == ["follow_up"]
