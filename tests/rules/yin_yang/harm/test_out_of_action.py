"""Out of action: what one may not do any more, what one loses, what is carried out all the same (YY-COND, YY-NARR)."""

import pytest

from domain.core.commands import Command, Join
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenged, ChallengeLost, Retaliate, Retaliated
from domain.rulesets.yin_yang.chapters.challenges.confrontation import FlurryDrawn
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn, HandDealt
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned, ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpLost
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import CallVoided
from domain.rulesets.yin_yang.chapters.harm.harm import ConditionSet, FellOut, GuardsEnded, SideDefeated
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.narrator.rulings import DeclareDead
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant
from domain.rulesets.yin_yang.chapters.turns.gear import Wield
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import Move
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, Hold
from domain.rulesets.yin_yang.words import OutReason
from tests.rules.yin_yang.builders import adjust, attempted, attempts, condition, tracks
from tests.rules.yin_yang.specification import Step, attack, attempt, fight, given, in_turn, newcomer, person, plain

REASONS: tuple[OutReason, ...] = ("dying", "exhausted", "shock", "dead", "fled")
PLAYER = Speaker("player", ("bill",))


def guard(actor: str, ward: str) -> Guard:
    """Somebody watches over another."""
    return Guard(actor=actor, ward=ward)


def owing(combatant: str) -> tuple[Step, ...]:
    """A challenge of somebody is lost: the narrator may strike back (YY-CHAL-7)."""
    return Challenged(combatant=combatant, text="unfair"), ChallengeLost(combatant=combatant)


def retaliate(combatant: str, **loss: object) -> Retaliate:
    """The narrator strikes back: so many points of a track."""
    return Retaliate.model_validate({"combatant": combatant, "text": "ouch", "loss": loss})


# What is closed


CLOSED: tuple[Command, ...] = (
    attack("bill", "thug"),
    Act(actor="bill", goal="away", attributes=("speed",)),
    attempt("bill", "will"),
    Tend(actor="bill", patient="bishop", attributes=("will",)),
    guard("bill", "bishop"),
    Move(actor="bill", subfight="deck"),
    Wield(actor="bill"),
    Hold(actor="bill"),
    Contest(
        first=Contestant(combatant="bishop", attributes=("will",)),
        second=Contestant(combatant="bill", attributes=("will",)),
        stake="a stare",
    ),
)


@pytest.mark.rule("YY-COND-1")
@pytest.mark.parametrize("reason", REASONS)
def test_any_reason_is_out_of_action(reason: OutReason) -> None:
    spec = given(fight("bill", "thug", "bishop"), in_turn(), FellOut(combatant="bill", reason=reason))
    spec.when(attack("bill", "thug")).refused("YY-COND-1")
    spec.when(attempt("bill", "will")).refused("YY-COND-1")


@pytest.mark.rule("YY-COND-1")
@pytest.mark.parametrize("command", CLOSED, ids=lambda command: command.type)
def test_out_of_action_one_neither_calls_nor_does_anything_else(command: Command) -> None:
    spec = given(fight("bill", "thug", "bishop"), in_turn(), adjust("bill", "stamina", -3))
    spec.when(command).refused("YY-COND-1")


@pytest.mark.rule("YY-COND-1", "YY-COMB-2")
def test_out_of_action_one_is_no_partner() -> None:
    lift = Combine(
        actor="bishop",
        kind="act",
        goal="lift it",
        participants=(Participant(combatant="bishop"), Participant(combatant="bill")),
    )
    given(fight("bill", "bishop"), adjust("bill", "stamina", -3)).when(lift).refused("YY-COMB-2")


@pytest.mark.rule("YY-COND-1", "YY-ATK-7", "YY-ATK-17")
def test_out_of_action_one_is_not_asked_to_match() -> None:
    spec = given(fight("bill", "thug"), in_turn(), adjust("bill", "stamina", -3))
    spec.when(attack("thug", "bill"), throws=["narrator: 9C"])
    assert spec.fight.prompts == ()


@pytest.mark.rule("YY-COND-1")
def test_the_narrators_free_test_is_open_to_all_but_the_dead_and_the_fled() -> None:
    waking = attempt("bill", "will", free=True)
    for reason in REASONS:
        spec = given(fight("bill", "thug"), FellOut(combatant="bill", reason=reason))
        if reason in ("dead", "fled"):
            spec.when(waking).refused("YY-COND-1")
        else:
            spec.when(waking, throws=["bill: 2H"]).then(Attempted)


# What is lost


@pytest.mark.rule("YY-COND-1", "YY-EX-48")
def test_out_of_action_one_loses_hand_and_extra_actions_and_takes_no_hand() -> None:
    spec = given(
        fight("bill", "bishop", "thug"),
        in_turn(),
        ExtraActionsGained(combatant="bill", actions=2, reason="white_joker"),
    )
    spec.when(adjust("bill", "stamina", -3)).then(FellOut(combatant="bill", reason="exhausted"))
    spec.then(HandDiscarded(combatant="bill", hand=3, extra=2, reason="out_of_action")).follows(HandDiscarded, FellOut)
    assert person(spec, "bill").actions == 0
    spec.given(EndTurn()).when(in_turn())
    assert [event.combatant for event in spec.events if isinstance(event, HandDealt)] == ["bishop", "thug"]


@pytest.mark.rule("YY-COND-1")
def test_whoever_recovers_in_mid_turn_has_no_hand_until_the_next() -> None:
    spec = given(fight("bill", "thug"), in_turn(), adjust("bill", "stamina", -3), adjust("bill", "stamina", 2))
    assert (person(spec, "bill").able, person(spec, "bill").actions) == (True, 0)
    spec.when(attack("bill", "thug")).refused("YY-ACT-4")
    spec.when(EndTurn()).given(in_turn())
    assert person(spec, "bill").hand == 3


@pytest.mark.rule("YY-COND-1", "YY-EX-47")
def test_open_cards_of_whoever_goes_out_are_played_cards() -> None:
    spec = given(fight("bill", "bishop", hand="open")).when(in_turn(), throws=["bill: 9C KD 2H", "bishop: 4S JC 5C"])
    spec.when(adjust("bill", "stamina", -3))
    spec.then(
        HandDiscarded(combatant="bill", hand=3, extra=0, reason="out_of_action", deck="bill", cards=("9C", "KD", "2H"))
    )
    assert spec.fight.decks["bill"].out == ("9C", "KD", "2H")
    assert person(spec, "bill").cards == ()


@pytest.mark.rule("YY-COND-1", "YY-ATK-15")
def test_out_of_action_one_guards_nobody_but_stays_guarded() -> None:
    spec = given(fight("bill", "bishop", "thug"), guard("bishop", "bill"), guard("bill", "bishop"))
    spec.when(adjust("bill", "vitality", -5)).then(
        GuardsEnded(guards=("bill",), wards=("bishop",), reason="out_of_action")
    )
    spec.follows(GuardsEnded, FellOut)
    assert (person(spec, "bishop").guards, person(spec, "bill").guards) == ((), ("bishop",))
    spec.when(adjust("bill", "vitality", -1)).then(GuardsEnded(guards=("bishop",), wards=("bill",), reason="dead"))
    assert person(spec, "bill").guards == ()


@pytest.mark.rule("YY-ATK-15")
def test_the_guarding_of_many_ends_in_one_fact() -> None:
    watching = [guard(who, ward) for ward in ("bill", "irons") for who in ("bishop", "wedge")]
    spec = given(fight("bill", "irons", "bishop", "wedge", "thug"), *watching)
    spec.when(adjust("wedge", "vitality", -3))
    assert [event for event in spec.events if isinstance(event, GuardsEnded)] == [
        GuardsEnded(guards=("wedge",), wards=("bill", "irons"), reason="out_of_action")
    ]
    spec.given(guard("thug", "bill"), adjust("bill", "vitality", -5)).when(adjust("bill", "vitality", -1))
    assert [event for event in spec.events if isinstance(event, GuardsEnded)] == [
        GuardsEnded(guards=("bishop", "thug"), wards=("bill",), reason="dead")
    ]
    assert (person(spec, "bill").guards, person(spec, "irons").guards) == ((), ("bishop",))


@pytest.mark.rule("YY-ATK-15")
def test_whoever_flees_is_guarded_no_more() -> None:
    spec = given(fight("bill", "bishop", "thug"), guard("bishop", "bill"), in_turn())
    escape = "bill: match counter attributes=speed stake=flee"
    spec.when(attack("thug", "bill"), escape, throws=["narrator: 9C", "bill: 2H"])
    spec.then(FellOut(combatant="bill", reason="fled"), GuardsEnded(guards=("bishop",), wards=("bill",), reason="fled"))


@pytest.mark.rule("YY-COND-1", "YY-KING-8")
def test_out_of_action_one_loses_a_pending_follow_up() -> None:
    spec = given(fight("bishop", "da_hook"), *owing("bishop"), in_turn())
    throws = ["bishop: KH", "bishop: 2H"]
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=throws).asks("follow_up", "bishop")
    spec.when(retaliate("bishop", track="stamina", points=4)).then(
        FellOut(combatant="bishop", reason="exhausted"), FollowUpLost(combatant="bishop", reason="drawer_out")
    )
    assert (spec.fight.follow_up, spec.fight.prompts, spec.fight.exchange) == (None, (), None)


# Between call and cards


@pytest.mark.rule("YY-COND-4", "YY-COND-3", "YY-EX-76")
def test_a_loss_between_call_and_draw_counts() -> None:
    spec = given(fight("architect", "bill"), *owing("architect"), in_turn())
    sneak = Act(actor="architect", goal="slip past", attributes=("speed",), against=("bill",))
    spec.when(sneak).asks("match", "bill")
    spec.when(retaliate("architect", track="stamina", points=2))
    spec.answer("let_pass", throws=["julian: 3H 9H"])
    assert (attempted(spec).kept, attempted(spec).penalty) == ("9H", (("stamina", 1),))


@pytest.mark.rule("YY-COND-3", "YY-COND-2")
def test_a_match_is_drawn_with_the_penalty_cards_of_tracks_at_0() -> None:
    spec = given(fight("bishop", "da_hook"), adjust("da_hook", "vitality", -4), adjust("da_hook", "stamina", -2))
    spec.given(in_turn())
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 9H", "narrator: 2C 3C 8C"])
    assert [test.penalty for test in spec.events if isinstance(test, Attempted)] == [
        (),
        (("vitality", 1), ("stamina", 1)),
    ]


@pytest.mark.rule("YY-COND-3", "YY-CONF-6", "YY-RUL-11")
def test_contests_and_tends_have_these_penalty_cards_and_flurries_have_none() -> None:
    spec = given(fight("bishop", newcomer("irons", colour="black"), "bill"))
    spec.given(adjust("bishop", "vitality", -6), adjust("irons", "stamina", -3), adjust("bill", "vitality", -5))
    spec.when(Tend(actor="bishop", patient="bill", attributes=("will",)), throws=["bishop: 2H 9H"])
    assert attempted(spec).penalty == (("vitality", 1),)
    stare = Contest(
        first=Contestant(combatant="bishop", attributes=("will",)),
        second=Contestant(combatant="irons", attributes=("will",)),
        stake="a stare",
    )
    cards = ["bishop: QH QD", "irons: QS QC", "bishop: 2H 3H 4H", "irons: 2H 3H 4H 5H"]
    spec.when(stare, throws=cards).then(FlurryDrawn)
    assert [test.penalty for test in attempts(spec)] == [(("vitality", 1),), (("stamina", 1),)]


# Targets


@pytest.mark.rule("YY-COND-5", "YY-EX-63")
@pytest.mark.parametrize("reason", REASONS)
def test_the_dead_and_the_fled_are_no_targets_the_others_are(reason: OutReason) -> None:
    spec = given(fight("bill", "bishop", "thug"), in_turn(), FellOut(combatant="bill", reason=reason))
    if reason in ("dead", "fled"):
        spec.when(attack("thug", "bill")).refused("YY-COND-5")
        spec.when(guard("bishop", "bill")).refused("YY-COND-5")
    else:
        spec.when(attack("thug", "bill"), throws=["narrator: 9C"]).then(Attempted)


# What has been earned


def duellist(**sheet: object) -> Join:
    """Somebody with a LightSaber, soak 3, Vitality 1, all alone."""
    saber = {"weapons": [{"id": "lightsaber"}], "wielded": [{"weapon": "lightsaber"}]}
    return plain("adept", deck="adept", vitality=1, default_attack={"weapon": "lightsaber"}, **saber, **sheet)


@pytest.mark.rule("YY-COND-8", "YY-WPN-28", "YY-RUL-72")
def test_a_misfire_is_carried_out_though_its_wielder_has_fallen() -> None:
    spec = given(fight(duellist(), newcomer("bishop")), in_turn())
    throws = ["adept: JD", "bishop: 4H", "bishop: 5H", "adept: 2D"]
    spec.when(attack("adept", "bishop"), "bishop: match", throws=throws)
    spec.then(
        FellOut(combatant="adept", reason="dying"),
        Misfired(combatant="adept", weapon="lightsaber", victim="adept"),
        FellOut(combatant="adept", reason="dead"),
    )


@pytest.mark.rule("YY-COND-8")
def test_extra_actions_and_follow_ups_of_somebody_out_of_action_are_lost() -> None:
    for kept in ("WHITE", "KD"):
        throws = [f"adept: {kept}", "adept: JD", "adept: 5D"]
        spec = given(fight(duellist(), newcomer("bishop"), dangerous_on="damage"), in_turn())
        spec.when(attack("adept", "bishop"), "bishop: let_pass", throws=throws).then(
            FellOut(combatant="adept", reason="dying")
        )
        spec.never(ExtraActionsGained)
        assert (person(spec, "adept").actions, spec.fight.prompts, spec.fight.follow_up) == (0, (), None)


# Sides


@pytest.mark.rule("YY-COND-9", "YY-EX-16")
def test_a_side_all_of_whose_members_are_out_is_defeated_once() -> None:
    spec = given(fight("bishop", "da_hook", "wedge"))
    spec.when(adjust("da_hook", "stamina", -3)).never(SideDefeated)
    spec.when(adjust("wedge", "vitality", -3)).then(FellOut, SideDefeated(side="opposition")).follows(
        SideDefeated, FellOut
    )
    spec.when(adjust("wedge", "vitality", -1)).then(FellOut(combatant="wedge", reason="dead")).never(SideDefeated)
    assert spec.fight.status == "open"
    spec.given(adjust("da_hook", "stamina", 1)).when(adjust("da_hook", "stamina", -1)).then(
        SideDefeated(side="opposition")
    )


@pytest.mark.rule("YY-COND-9")
def test_a_side_is_defeated_again_after_somebody_able_has_joined_it() -> None:
    spec = given(fight("bishop", "wedge"), adjust("wedge", "vitality", -3), newcomer("thug"))
    spec.when(adjust("thug", "stamina", -3)).then(SideDefeated(side="opposition"))


# The narrator's word


@pytest.mark.rule("YY-NARR-3")
def test_narrated_conditions_have_no_numbers() -> None:
    spec = given(fight("bill", "thug"))
    spec.when(condition("bill", "held", text="by the hair")).then(
        ConditionSet(combatant="bill", condition="held", on=True, text="by the hair")
    )
    assert person(spec, "bill").conditions == {"held": "by the hair"}
    before = person(spec, "bill").derived
    spec.when(condition("bill", "blinded", on=False)).refused("YY-NARR-3")
    spec.given(condition("bill", "blinded"), condition("bill", "severed_hand"))
    spec.when(attempt("bill", "will"), throws=["bill: 2H"])
    assert (attempted(spec).bonus, attempted(spec).penalty, person(spec, "bill").derived) == ((), (), before)
    spec.given(condition("bill", "blinded", on=False), condition("bill", "severed_hand", on=False))
    spec.when(condition("bill", "held", on=False)).then(ConditionSet(combatant="bill", condition="held", on=False))
    assert person(spec, "bill").conditions == {}
    spec.when(condition("bill", "held"), speaker=PLAYER).refused(None, "not_yours")


@pytest.mark.rule("YY-NARR-3", "YY-VIT-6")
def test_only_the_dying_are_set_stable_or_lose_it_again() -> None:
    spec = given(fight("bill", "thug")).when(condition("bill", "stabilised")).refused("YY-VIT-6")
    spec.given(adjust("bill", "vitality", -5))
    spec.when(condition("bill", "stabilised", on=False)).refused("YY-VIT-6")
    spec.when(condition("bill", "stabilised")).then(ConditionSet(combatant="bill", condition="stabilised", on=True))
    spec.when(condition("bill", "stabilised")).refused("YY-VIT-6")
    spec.when(condition("bill", "stabilised", on=False))
    assert not person(spec, "bill").stabilised


@pytest.mark.rule("YY-NARR-4", "YY-EX-16", "YY-RUL-6", "YY-RUL-57")
def test_only_the_dying_are_declared_dead() -> None:
    spec = given(fight("bill", "thug"))
    over = DeclareDead(combatant="bill", reason="too late")
    spec.when(over).refused("YY-NARR-4")
    spec.given(adjust("bill", "stamina", -3)).when(over).refused("YY-NARR-4")
    spec.given(adjust("bill", "vitality", -5)).when(over).then(
        FellOut(combatant="bill", reason="dead", text="too late")
    )
    assert tracks(spec, "bill")[0] == -1
    spec.when(over).refused("YY-NARR-4")
    spec.given(adjust("thug", "vitality", -5), condition("thug", "stabilised"))
    spec.when(DeclareDead(combatant="thug")).then(FellOut(combatant="thug", reason="dead"))


@pytest.mark.rule("YY-COND-6")
def test_a_caller_who_is_struck_down_before_the_cards_draws_none() -> None:
    spec = given(fight("architect", "bill"), *owing("architect"), in_turn())
    spec.given(Act(actor="architect", goal="slip past", attributes=("speed",), against=("bill",)))
    spec.when(retaliate("architect", track="stamina", points=3)).then(FellOut, CallVoided).never(CardsDrawn)
    assert (person(spec, "architect").hand, person(spec, "bill").hand) == (0, 3)


@pytest.mark.rule("YY-COND-6", "YY-COMB-6")
def test_with_a_caller_who_falls_the_actions_of_its_partners_are_lost_too() -> None:
    pair = tuple(Participant(combatant=name, attributes=("speed",)) for name in ("architect", "bishop"))
    spec = given(fight("architect", newcomer("bishop", speed=2), "thug"), *owing("architect"), in_turn())
    lift = Combine(actor="bishop", kind="act", participants=pair, goal="lift the gate", against=("thug",))
    spec.given(lift).answer("allow").asks("match", "thug")
    spec.when(retaliate("architect", track="stamina", points=3)).then(FellOut, CallVoided)
    spec.never(CardsDrawn, ActionsReturned)
    assert [person(spec, name).hand for name in ("architect", "bishop", "thug")] == [0, 0, 2]


# The dead


@pytest.mark.rule("YY-COND-10")
def test_words_against_the_dead_are_still_allowed() -> None:
    spec = given(fight("bill", "thug"), ChallengeLost(combatant="bill"), FellOut(combatant="bill", reason="dead"))
    spec.when(Retaliate(combatant="bill", text="nobody mourns")).then(
        Retaliated(combatant="bill", text="nobody mourns")
    )
