"""The sentences of Black Dice that a table hears most, word for word; that every event has one is a law."""

from typing import Any

import pytest

from domain.chance.draws import Draw
from domain.core.commands import CORE_COMMANDS
from domain.core.events import Answered, CombatantJoined, Commanded, Prompted, PromptLapsed
from domain.model.event import Event, Json
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, ModifiersSettled, PledgesSettled
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateGranted, FateSpent, PledgeUsed
from domain.rulesets.black_dice.chapters.dice.scripting import ScriptingDenied, ScriptingSpent
from domain.rulesets.black_dice.chapters.healing.healing_places import ZoneEquipped
from domain.rulesets.black_dice.chapters.healing.resting import Healed, TimePassed
from domain.rulesets.black_dice.chapters.healing.treatment import Treated
from domain.rulesets.black_dice.chapters.narrator.fouls import FoulFollowed
from domain.rulesets.black_dice.chapters.narrator.placing import DistanceSet
from domain.rulesets.black_dice.chapters.perils.avoiding import PerilAvoided
from domain.rulesets.black_dice.chapters.perils.drinking import DrinkTaken
from domain.rulesets.black_dice.chapters.perils.perils import PerilMet
from domain.rulesets.black_dice.chapters.rounds.declarations import Declared
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet, Responded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, StayedUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted, StructureLost
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying, DyingCounted
from domain.rulesets.black_dice.chapters.wounds.harm import DamageReduced, HealthLost
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from domain.rulesets.black_dice.state import Declaration, Exchange, Item, Part, Reply, Strike
from domain.text.phrases import pronoun_key

NAMES = {"vane": "Vane", "pryce": "Sergeant Pryce", "lark": "Doctor Lark", "quill": "Quill", "door": "wooden door"}


def tell(event: Event) -> str:
    return BLACK_DICE.sentences[type(event)](event, NAMES)


def exchange(nets: tuple[int, int], *hits: str, dodged_by: str | None = None, **more: Any) -> ExchangeDecided:
    """An exchange of Vane and the sergeant in which these have hit, or one has dodged."""
    winner = hits[0] if len(hits) == 1 else dodged_by
    return ExchangeDecided(
        exchange="exchange-9-1",
        combatants=("vane", "pryce"),
        nets=nets,
        margin=abs(nets[0] - nets[1]),
        winner=winner,
        hits=hits,
        **more,
    )


def asked(kind: str, to: str, **about: Any) -> Prompted:
    return Prompted(id="prompt-22-1", kind=kind, to=to, about=about)


def test_every_command_is_told_in_its_own_words() -> None:
    assert all(command.says is not None for command in BLACK_DICE.commands if command not in CORE_COMMANDS)


def test_a_throw_tells_where_all_its_dice_and_successes_come_from() -> None:
    white = (("dex", 4), ("swordplay", 5), ("initiative", 2), ("common", 1), ("wounds", -2))
    blow = DiceThrown(
        combatant="vane",
        label="swordplay",
        kind="action",
        white_terms=white,
        black_terms=(("outnumbered", 3), ("cover", 2), ("common", 1)),
        pool=2,
        successes=6,
        black_successes=2,
        raw=4,
        net=4,
        degree="good",
        white=Draw((1, 6)),
        black=Draw((6, 2, 3, 4, 5, 1)),
        more=(Draw((3,)),),
        divisor=2,
        traded=1,
        fate=2,
        pledged=(PledgeUsed("lark", 1), PledgeUsed("lark", 1)),
        weapon="cutlass",
        against="pryce",
    )
    assert tell(blow) == (
        "Vane rolls swordplay with the cutlass against Sergeant Pryce: 2 white dice (Dexterity 4, swordplay 5,"
        " initiative 2, common 1, wounds −2, halved) ⚀⚅; 6 black dice (outnumbered 3, cover 2, common 1) ⚅⚁⚂⚃⚄⚀,"
        " ⚂ more for the sixes, 1 traded, 2 from fate, 2 from Doctor Lark; 4 successes net."
    )


def test_a_throw_of_no_white_dice_may_be_foul() -> None:
    dodge = DiceThrown(
        combatant="vane",
        label="dodge",
        kind="action",
        white_terms=(),
        black_terms=(("difficulty", 3),),
        pool=0,
        successes=1,
        black_successes=2,
        raw=-1,
        net=0,
        degree="foul_failure",
        black=Draw((6, 1, 3)),
        foul=True,
        added=1,
    )
    said = (
        "Vane rolls dodge: no white dice; 3 black dice (difficulty 3) ⚅⚀⚂, 1 for dodging;"
        " no successes net, a foul failure."
    )
    assert tell(dodge) == said


def test_a_second_throw_is_told_as_one_and_a_weapon_throws_for_itself() -> None:
    white = (("weapon", 5),)
    again = DiceThrown(
        combatant="vane",
        label="weapon",
        kind="effect",
        white_terms=white,
        black_terms=(),
        pool=5,
        successes=2,
        black_successes=0,
        raw=2,
        net=2,
        degree="success",
        white=Draw((1, 6, 3, 4, 5)),
        weapon="cutlass",
        against="pryce",
        again=17,
    )
    assert (
        tell(again)
        == "Vane rolls damage with the cutlass against Sergeant Pryce again: 5 white dice ⚀⚅⚂⚃⚄; 2 successes."
    )


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (exchange((4, 2), "vane"), "Vane hits Sergeant Pryce, 4 to 2."),
        (exchange((1, 3), "pryce"), "Sergeant Pryce hits Vane, 3 to 1."),
        (exchange((2, 2), "vane", tie=True), "Vane hits Sergeant Pryce, 2 to 2; the tie goes to Vane."),
        (
            ExchangeDecided(
                exchange="exchange-9-1", combatants=("vane", "pryce"), nets=(2, 0), margin=0, hits=("vane",)
            ),
            "Vane hits Sergeant Pryce, 2 to 0.",
        ),
        (exchange((1, 2), "vane", "pryce"), "Vane and Sergeant Pryce both hit, 1 to 2."),
        (exchange((0, 0)), "Vane and Sergeant Pryce do each other no harm, 0 to 0."),
        (exchange((3, 1), dodged_by="vane"), "Sergeant Pryce misses Vane, 1 to 3."),
        (
            exchange((1, 1), dodged_by="pryce", tie=True),
            "Vane misses Sergeant Pryce, 1 to 1; the tie goes to Sergeant Pryce.",
        ),
    ],
)
def test_an_exchange_tells_who_strikes_whom_and_by_how_much(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            DamageCounted(
                combatant="pryce",
                terms=(("degrees", 2), ("weapon", 2), ("strength", 1), ("armour", -2)),
                points=3,
                mark="normal",
                source="vane",
            ),
            "Vane does 3 points of damage to Sergeant Pryce (degrees of success 2, weapon 2, Strength 1, armour −2).",
        ),
        (
            DamageCounted(
                combatant="pryce", terms=(("degrees", 1),), points=1, mark="bruise", source="vane", marked_later=True
            ),
            "Vane does 1 point of damage to Sergeant Pryce (degrees of success 1).",
        ),
        (
            DamageCounted(combatant="pryce", terms=(), points=0, mark="normal", marked_later=True),
            "Sergeant Pryce takes no damage.",
        ),
        (DamageReduced(combatant="vane", by=3, points=1), "Fate spares Vane 3 points of damage; 1 point is left."),
        (DamageReduced(combatant="vane", by=1, points=2), "Fate spares Vane 1 point of damage; 2 points are left."),
        (
            HealthLost(combatant="pryce", points=3, mark="normal", normal=20, bruise=0, health=-6),
            "Sergeant Pryce takes 3 marks; their health is now −6.",
        ),
        (
            StructureLost(combatant="door", points=3, pips=1, dice=1),
            "The wooden door loses 3 pips of structure; 1 pip is left.",
        ),
        (BeganDying(combatant="vane", rounds=6), "Vane is dying and has 6 rounds left to live."),
        (DyingCounted(combatant="vane", rounds=1), "Vane has 1 round left to live."),
        (DyingCounted(combatant="vane", rounds=0), "Vane's time is up."),
        (
            Injured(
                combatant="vane", injury="injury-1", description="weak arm", changes={"strength": -1}, face=Draw((3,))
            ),
            "Vane is left with a permanent injury (⚂): weak arm (Strength −1).",
        ),
        (
            Injured(combatant="vane", injury="injury-1"),
            "Vane is left with a permanent injury: the narrator has yet to say which.",
        ),
    ],
)
def test_harm_tells_what_it_comes_from_and_what_is_left(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            PerilMet(victims=("vane", "lark"), intensity="major", dice=12, peril="lightning"),
            "Lightning threatens Vane and Doctor Lark: 12 damage dice.",
        ),
        (PerilMet(victims=("vane",), intensity="moderate", dice=6, peril="fall"), "Vane falls: 6 damage dice."),
        (PerilMet(victims=("vane",), intensity="deadly", dice=20), "A deadly peril threatens Vane: 20 damage dice."),
        (PerilAvoided(combatant="vane", avoided=True, dice=0), "Vane comes away unharmed."),
        (PerilAvoided(combatant="vane", avoided=False, dice=1), "Vane does not get clear and is hit by 1 die."),
    ],
)
def test_a_peril_tells_whom_it_meets_and_who_gets_away(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            asked("response", "pryce", attackers=["vane", "quill"]),
            "Sergeant Pryce has to say how to respond to Vane's and Quill's attacks.",
        ),
        (
            asked("reduce_damage", "vane", points=6, most=5),
            "Vane may lessen the 6 points of damage with fate, by at most 5.",
        ),
        (
            asked("ensure_success", "vane", combatant="vane", roll="survival", pips=1),
            "Vane may make sure of the roll to stay alive with fate.",
        ),
        (
            asked("ensure_success", "lark", combatant="vane", roll="consciousness", pips=2),
            "Doctor Lark may make sure of Vane's roll for consciousness with fate.",
        ),
        (asked("save_from_death", "vane", combatant="vane", denied=False), "Vane may save their own life."),
        (
            asked("save_from_death", "lark", combatant="vane", denied=False),
            "Doctor Lark may save Vane from death.",
        ),
        (asked("act", "vane", act="drink"), "Vane may now have a drink."),
        (
            asked("approve", "narrator", of="vane", use="reroll", description="a glint"),
            "The narrator has to say whether the story changes as asked, and Vane gets another roll: “a glint”.",
        ),
    ],
)
def test_a_prompt_tells_who_has_to_choose_and_about_what(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answered(kind="reduce_damage", to="vane", by="prompt", answer=3), ""),
        (Answered(kind="keep", to="vane", by="prompt", answer="second"), ""),
        (Answered(kind="choose", to="vane", by="policy", answer={}), ""),
        (Answered(kind="choose", to="vane", by="prompt", answer={}), "Vane puts nothing into the roll."),
        (
            Answered(kind="choose", to="vane", by="prompt", answer={"fate": 2}),
            "Vane puts 2 pips of fate into the roll.",
        ),
        (
            Answered(kind="reduce_damage", to="vane", by="policy", answer=0),
            "Vane takes the damage as it is, as always.",
        ),
        (
            Answered(kind="choose", to="vane", by="sent", answer={"fate": 2, "trade": 1}),
            "Vane puts 2 pips of fate into the roll and trades dice for 1 guaranteed success.",
        ),
        (
            Answered(kind="choose", to="vane", by="prompt", answer={"fate": 1, "fate_weapon": 2, "common": 1}),
            "Vane puts 1 pip of fate into the roll and 2 pips of fate into the damage roll and adds 1 common die.",
        ),
        (
            Answered(kind="response", to="vane", by="sent", answer="dodge"),
            "Vane wants to dodge every attacker.",
        ),
        (Answered(kind="keep", to="vane", by="sent", answer="better"), "Vane keeps the better roll."),
        (
            Answered(
                kind="approve",
                to="narrator",
                by="prompt",
                answer={"approve": False, "reason": "you have had your look"},
            ),
            "The narrator says no: “you have had your look”.",
        ),
    ],
)
def test_an_answer_tells_what_was_chosen_unless_its_effect_does(answer: Answered, said: str) -> None:
    assert tell(answer) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (FateSpent(combatant="vane", pips=2, use="swordplay"), ""),
        (FateSpent(combatant="vane", pips=2, use="weapon"), ""),
        (
            FateSpent(combatant="vane", pips=4, use="pledge", beneficiary="quill"),
            "Vane spends 4 pips of fate to help Quill.",
        ),
        (PledgesSettled(combatant="vane"), ""),
        (PledgesSettled(combatant="vane", lapsed=True), "The help promised to Vane lapses."),
        (ModifiersSettled(combatant="vane"), ""),
        (ModifiersSettled(combatant="vane", lapsed=True), "The narrator's dice for Vane lapse."),
        (PromptLapsed(prompt="prompt-22-1", reason="the act is carried out"), ""),
        (
            PromptLapsed(prompt="prompt-22-1", reason="saved"),
            "No answer is needed any more, because the life is saved.",
        ),
    ],
)
def test_what_a_throw_or_an_act_shows_itself_is_not_told_before(event: Event, said: str) -> None:
    assert tell(event) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            FateGranted(combatant="vane", pips=1, reason="three owls"),
            "The narrator gives Vane 1 pip of fate: “three owls”.",
        ),
        (FateGranted(combatant="vane", pips=-2), "The narrator takes 2 pips of fate from Vane."),
        (
            FoulFollowed(combatant="vane", throw=7, effect="falls_prone", text="a wet plank"),
            "It goes badly wrong for Vane: “a wet plank”.",
        ),
        (
            FoulFollowed(combatant="vane", throw=7, effect="loses_aim"),
            "It goes badly wrong, and Vane can no longer aim.",
        ),
        (
            ScriptingSpent(combatant="vane", use="reroll", description="The lantern swings"),
            "Vane spends a scripting die on another roll: “The lantern swings”.",
        ),
        (
            ScriptingSpent(combatant="vane", use="story", description="A ship is sighted"),
            "Vane spends a scripting die on a change of the story.",
        ),
        (
            CheckSettled(combatant="vane", label="perception", net=1, needed=3, passed=False, degree="partial"),
            "Vane's perception roll is not enough: 1 success, 3 needed.",
        ),
        (
            CheckSettled(
                combatant="vane", label="perception", net=2, needed=1, passed=True, degree="success", automatic=True
            ),
            "Vane needs no roll for perception: 2 successes, a success.",
        ),
        (Injured(combatant="vane", injury="injury-1", description="a limp"), "Vane has a permanent injury: “a limp”."),
        (
            asked("choose", "vane", throw=22, net=1, most=2),
            "Vane has 1 success and may still put fate into the roll.",
        ),
        (
            Declared(
                combatant="vane",
                declaration=Declaration("attack", (Strike("pryce", "cutlass"), Strike("quill", "cutlass"))),
            ),
            "Vane wants to attack Sergeant Pryce and Quill with the cutlass.",
        ),
        (Declared(combatant="vane", declaration=Declaration("disengage", zone="here")), "Vane breaks away."),
    ],
)
def test_each_fact_is_told_once_and_by_the_one_who_brings_it_about(event: Event, said: str) -> None:
    assert tell(event) == said


def test_who_means_what_in_a_round_is_told_from_the_declaration_to_the_agenda() -> None:
    strikes = (Strike("pryce", "cutlass"), Strike("quill", "revolver"))
    said = "Vane wants to attack Sergeant Pryce with the cutlass and Quill with the revolver."
    assert tell(Declared(combatant="vane", declaration=Declaration("attack", strikes))) == said
    replies = {"vane": Reply("attack_back", "truncheon"), "quill": Reply("dodge")}
    said = "Sergeant Pryce wants to strike back at Vane with the truncheon and dodge Quill, and"
    assert tell(Responded(combatant="pryce", replies=replies, gives_up="aim")) == f"{said} does not aim after all."
    replies["lark"] = Reply("easy_target")
    assert tell(Responded(combatant="pryce", replies=replies)) == f"{said} is an easy target for Doctor Lark."
    met = Exchange("exchange-9-1", "vane", (Part("vane", "attack", "cutlass", True), Part("pryce", "dodge")))
    agenda = AgendaSet(
        exchanges=(met,),
        agenda=(Item("vane", "attack", met.id), Item("quill", "aim")),
        divisors={"vane": 2},
        dodge_divisors={"pryce": 3},
    )
    assert tell(agenda) == (
        "Up next: Vane against Sergeant Pryce, then Quill to aim;"
        " Vane's attacks are halved; Sergeant Pryce's dodges are divided by 3."
    )


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply("full_dodge"), "Sergeant Pryce wants to dodge fully."),
        (Reply("easy_target"), "Sergeant Pryce is an easy target for Vane and Quill."),
        (
            Reply("attack_back", "truncheon"),
            "Sergeant Pryce wants to strike back at Vane and Quill with the truncheon.",
        ),
    ],
)
def test_the_same_reply_to_several_attackers_is_told_once(reply: Reply, said: str) -> None:
    assert tell(Responded(combatant="pryce", replies={"vane": reply, "quill": reply})) == said
    sent: list[Json] = [
        {"attacker": attacker, "does": reply.does, "weapon": reply.weapon} for attacker in ("vane", "quill")
    ]
    assert tell(Answered(kind="response", to="pryce", by="sent", answer={"replies": sent})) == said


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("peril", "The peril for Vane: 2 white dice ⚅⚃, ⚀ more for the sixes; 2 successes."),
        ("armour", "The armour of Vane: 2 white dice ⚅⚃, ⚀ more for the sixes; 2 successes."),
    ],
)
def test_dice_that_nobody_throws_are_told_by_what_throws_them(label: str, said: str) -> None:
    fallen = DiceThrown(
        combatant="world",
        label=label,
        kind="effect",
        white_terms=((label, 2),),
        black_terms=(),
        pool=2,
        successes=2,
        black_successes=0,
        raw=2,
        net=2,
        degree="success",
        white=Draw((6, 4)),
        more=(Draw((1,)),),
        against="vane",
    )
    assert tell(fallen) == said


def test_what_a_roll_comes_to_is_told_by_its_degree_or_by_what_it_means() -> None:
    look = CheckSettled(combatant="vane", label="perception", net=2, needed=1, passed=True, degree="success")
    assert tell(look) == "Vane's perception roll is a success."
    stays = CheckSettled(combatant="vane", label="consciousness", net=1, needed=1, passed=True, degree="partial")
    assert tell(stays) == "Vane passes the roll for consciousness, with 1 success."


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            {"type": "black_dice.strike_object", "actor": "quill", "object": "door", "weapon": "rifle"},
            "Quill strikes at the wooden door with the rifle.",
        ),
        ({"type": "black_dice.resolve"}, ""),
        (
            {"type": "black_dice.place", "combatant": "door", "zone": "deck", "cover": {"kind": "none"}},
            "The narrator places the wooden door on the deck.",
        ),
        (
            {"type": "black_dice.place", "combatant": "vane", "prone": True},
            "The narrator decides where Vane stands.",
        ),
        ({"type": "black_dice.juggle", "actor": "vane"}, "Juggle is asked for."),
    ],
)
def test_a_command_is_told_by_the_fields_that_it_has(command: dict[str, Any], said: str) -> None:
    assert tell(Commanded(command=command, command_schema=1, ruleset="black_dice", ruleset_version="1")) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Treated(combatant="vane", healer="vane", minutes=10), "Vane has treated her own wounds."),
        (
            Healed(combatant="vane", normal=1, bruise=0, health=11, by="vane"),
            "Vane heals herself of 1 mark; her health is now 11.",
        ),
        (
            Healed(combatant="pryce", normal=1, bruise=0, health=11, by="vane"),
            "Vane heals Sergeant Pryce of 1 mark; Sergeant Pryce's health is now 11.",
        ),
        (FellUnconscious(combatant="vane", reason="wounds"), "Vane falls unconscious from her wounds."),
        (FellUnconscious(combatant="pryce", reason="drink"), "Sergeant Pryce falls unconscious from drink."),
        (StayedUnconscious(combatant="vane", over="wounds"), "Vane would wake, but she is still too drunk."),
        (
            StayedUnconscious(combatant="vane", over="drink"),
            "Vane is sober enough to wake, but her wounds keep her unconscious.",
        ),
        (
            HealthLost(combatant="pryce", points=1, mark="bruise", normal=0, bruise=1, health=3),
            "Sergeant Pryce takes 1 bruise; their health is now 3.",
        ),
    ],
)
def test_people_are_told_of_by_their_pronouns(event: Event, said: str) -> None:
    assert BLACK_DICE.sentences[type(event)](event, {**NAMES, pronoun_key("vane"): "she"}) == said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (TimePassed(minutes=60), "1 hour passes."),
        (TimePassed(minutes=25 * 60), "1 day and 1 hour pass."),
        (TimePassed(minutes=40), "40 minutes pass."),
        (PerilMet(victims=("vane",), intensity="minor", dice=1), "A minor peril threatens Vane: 1 damage die."),
        (
            PerilMet(victims=("vane", "lark"), intensity="minor", dice=6, peril="fall"),
            "Vane and Doctor Lark fall: 6 damage dice.",
        ),
        (
            DrinkTaken(combatant="vane", drink="light", penalties=1),
            "Vane drinks light alcohol and now has 1 black die from drink.",
        ),
        (DistanceSet(zones=("here", "deck"), feet=1), "It is 1 foot from here to the deck."),
        (
            ScriptingDenied(combatant="vane", use="reroll", reason="There is no wind."),
            "Vane does not get another roll.",
        ),
        (
            ZoneEquipped(zone="deck", places=("medical_kit", "toolkit")),
            "Wounds can now be treated on the deck with a medical kit and a toolkit.",
        ),
    ],
)
def test_a_number_of_one_is_one_and_a_sentence_ends_once(event: Event, said: str) -> None:
    assert tell(event) == said


def test_an_object_is_on_the_scene_and_a_combatant_joins_a_side() -> None:
    door = CombatantJoined(combatant="door", name="wooden door", side=None, sheet={})
    assert tell(door) == "The wooden door is on the scene."
    vane = CombatantJoined(combatant="vane", name="Vane", side="players", sheet={})
    assert tell(vane) == "Vane joins the players."
