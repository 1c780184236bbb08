"""What is remembered of stunts: no trick twice in a scene (S3-STUNT-17 to S3-STUNT-23, S3-RUL-28, S3-RUL-42)."""

from typing import Any

import pytest

from domain.core.commands import Command, Join, SentAnswer
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.pins import Pin
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.narrator.corrections import MemoryEntry, SetStuntMemory
from domain.rulesets.s3.chapters.narrator.scenery import SetScene
from domain.rulesets.s3.chapters.throws.stunts import StuntDeclared
from domain.rulesets.s3.chapters.turns.rounds import BeginScene
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.parts import Throwing
from domain.rulesets.s3.state import Memory
from domain.rulesets.s3.words import Limb
from tests.rules.s3.builders import attack, check, defend, stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

KNOWN = MemoryEntry(skills=("melee", "stealth"), weapons=("straightsword",), task="attack", label="stab from behind")
STAB = stunt("stealth", tactic="stab from behind")
MANTIS = {"name": "Mantis", "skills": ["melee", "stealth"]}


def remembered(*entries: MemoryEntry, combatant: str = "devil") -> tuple[Command, ...]:
    """A memory, by the Narrator's word."""
    return tuple(SetStuntMemory(combatant=combatant, add=entry) for entry in entries)


def ambush(*steps: Step, devil: Join | str = "devil", **options: Any) -> Specification:
    """The Devil in reach of a guard, on his turn."""
    return given(fight(devil, "guard", **options), *round_of("devil", "guard"), engage("devil", "guard"), *steps)


def tell(spec: Specification, command: Command, *, allowed: bool) -> None:
    """The stunt is declared, or refused since it was used."""
    spec.when(command)
    if allowed:
        spec.then(StuntDeclared)
    else:
        spec.refused("S3-STUNT-17")


# S3-STUNT-17, S3-STUNT-21: in one scene, by one combatant, tried or won


@pytest.mark.rule("S3-STUNT-18", "S3-CALL-17")
@pytest.mark.parametrize("first", [None, "eyes"])
@pytest.mark.parametrize("second", [None, "eyes"])
def test_the_memory_keeps_the_limb_that_a_weapon_aims_at_by_itself(first: Limb | None, second: Limb | None) -> None:
    devil = newcomer("devil", items=[{"kind": "flash_bomb", "quantity": 2}], hands={}, breath_max=6)

    def flash(called: Limb | None) -> Command:
        return attack("devil", "guard", "flash_bomb", called=called, stunt=stunt("acrobatics"))

    spec = given(fight(devil, "guard"), *round_of("devil", "guard")).when(
        flash(first), throws=["devil explosives 4c→0", "devil acrobatics 7c→0", "guard evasion 4c→2"]
    )
    spec.then(
        StuntDeclared(
            combatant="devil",
            primary="explosives",
            memory=Memory(("acrobatics", "explosives"), ("flash_bomb",), "attack/eyes", ""),
            price=1,
        )
    )
    spec.given(EndTurn(actor="devil"), EndTurn(actor="guard"), *round_of("devil", "guard"))
    tell(spec, flash(second), allowed=False)


def stabbed(devil: Join | str = "devil", **options: Any) -> Specification:
    """The Devil has used his stunt on the guard, and missed; his turn comes again."""
    spec = given(fight(devil, "guard", "jailor", **options), *round_of("devil", "guard"))
    spec.given(engage("devil", "guard", "jailor")).when(
        attack("devil", "guard", "straightsword", stunt=STAB),
        "guard: evasion",
        throws=["devil melee 9c→0", "devil stealth 10c→0", "equipment 1c→0", "guard evasion 4c→2"],
    )
    return spec.given(EndTurn(actor="devil"), EndTurn(actor="guard"), *round_of("devil", "guard"))


@pytest.mark.rule("S3-STUNT-17", "S3-STUNT-21", "S3-RUL-42")
@pytest.mark.parametrize("target", ["guard", "jailor"])
def test_a_stunt_is_not_repeated_in_its_scene_though_it_failed_and_whoever_suffers_it(target: str) -> None:
    spec = stabbed()
    tell(spec, attack("devil", target, "straightsword", stunt=STAB), allowed=False)
    assert spec.fight.people["devil"].breath == 5


@pytest.mark.rule("S3-STUNT-17", "S3-STUNT-21")
def test_another_scene_has_forgotten_it() -> None:
    spec = stabbed().given(EndTurn(actor="devil"), EndTurn(actor="guard"), BeginScene())
    spec.given(*round_of("devil", "guard"))
    tell(spec, attack("devil", "guard", "straightsword", stunt=STAB), allowed=True)


@pytest.mark.rule("S3-STUNT-17", "S3-RUL-28")
def test_what_one_has_used_is_new_for_another() -> None:
    twin = newcomer("devil_2", pc=False)
    spec = given(fight("devil", twin), *round_of("devil", "devil_2", "npc_first"), engage("devil", "devil_2"))
    spec.given(*remembered(KNOWN))
    tell(spec, attack("devil_2", "devil", "straightsword", stunt=STAB), allowed=True)


@pytest.mark.rule("S3-STUNT-17")
def test_the_same_skills_are_the_same_stunt_whichever_of_them_leads() -> None:
    spec = given(fight("devil"), check("devil", "melee", stunt=stunt("stealth", "bravado")))
    tell(spec, check("devil", "stealth", stunt=stunt("bravado", "melee")), allowed=False)


@pytest.mark.rule("S3-STUNT-21")
def test_it_is_remembered_as_soon_as_it_is_declared() -> None:
    spec = ambush().when(attack("devil", "guard", "straightsword", stunt=STAB)).asks("oppose", "guard")
    entry = Memory(("melee", "stealth"), ("straightsword",), "attack", "stab from behind")
    spec.then(StuntDeclared(combatant="devil", primary="melee", memory=entry, price=1))
    assert spec.fight.memory == {"devil": (entry,)}


@pytest.mark.rule("S3-STUNT-21")
def test_a_refused_stunt_is_not_remembered() -> None:
    spec = ambush(devil=newcomer("devil", breath=0)).when(attack("devil", "guard", "straightsword", stunt=STAB))
    assert (spec.refused("S3-STUNT-5").fight.memory, spec.fight.people["devil"].breath) == ({}, 0)


# S3-STUNT-18: the tactic


@pytest.mark.rule("S3-STUNT-18")
@pytest.mark.parametrize(
    ("tactic", "same"),
    [
        ("stab from behind", True),
        ("  Stab From BEHIND ", True),
        ("stab  from behind", False),
        ("stab from above", False),
        ("", False),
    ],
)
def test_labels_are_compared_without_case_and_outer_blanks(tactic: str, same: bool) -> None:
    spec = ambush(*remembered(KNOWN))
    tell(spec, attack("devil", "guard", "straightsword", stunt=stunt("stealth", tactic=tactic)), allowed=not same)


@pytest.mark.rule("S3-STUNT-18")
@pytest.mark.parametrize(("tactic", "same"), [("*", True), ("stab from behind", False), ("**", False), ("", False)])
def test_a_star_is_a_label_like_any_other(tactic: str, same: bool) -> None:
    spec = ambush(*remembered(MemoryEntry(**{**KNOWN.model_dump(), "label": "*"})))
    again = attack("devil", "guard", "straightsword", stunt=stunt("stealth", tactic=tactic))
    assert spec.offers(again) != same
    tell(spec, again, allowed=not same)


@pytest.mark.rule("S3-STUNT-18")
@pytest.mark.parametrize(
    ("task", "command"),
    [
        ("attack", attack("devil", "guard", "straightsword")),
        ("attack/eyes", attack("devil", "guard", "straightsword", called="eyes")),
        ("attack/left_leg", attack("devil", "guard", "straightsword", called="left_leg")),
        ("disarm", Disarm(actor="devil", target="guard", item="blackjack", weapon="straightsword")),
    ],
)
def test_the_tactic_is_the_task_with_the_called_limb_beside_the_label(task: str, command: Throwing) -> None:
    again = command.model_copy(update={"stunt": STAB})
    for known in ("attack", "attack/eyes", "attack/left_leg", "disarm"):
        spec = ambush(*remembered(KNOWN.model_copy(update={"task": known})))
        tell(spec, again, allowed=known != task)


@pytest.mark.rule("S3-STUNT-18")
@pytest.mark.parametrize("outcome", ["ground", "zone:yard", "hazard:window"])
def test_the_outcome_of_a_trip_belongs_to_its_tactic(outcome: str) -> None:
    yard = SetScene.model_validate(
        {
            "zones": [{"key": "here"}, {"key": "yard"}],
            "links": [{"key": "door", "from": "here", "to": "yard", "kind": "walk"}],
            "hazards": [{"key": "window", "zone": "here", "coins": 2}],
        }
    )
    throw = Trip(actor="devil", target="guard", outcome=outcome, stunt=STAB)
    for known in ("ground", "zone:yard", "hazard:window"):
        entry = MemoryEntry(skills=("hand_to_hand", "stealth"), task=f"trip/{known}", label="stab from behind")
        tell(ambush(yard, *remembered(entry)), throw, allowed=known != outcome)


@pytest.mark.rule("S3-STUNT-18", "S3-STUNT-15")
def test_an_answer_is_known_as_a_defence_whatever_it_opposes() -> None:
    known = MemoryEntry(skills=("awareness", "evasion"), task="defend", label="duck")
    spec = given(fight("ogre", "jailor"), *round_of("ogre", "jailor"), engage("ogre", "jailor"))
    spec.given(*remembered(known, combatant="jailor"))
    duck = defend("jailor", "evasion", "awareness", tactic="duck")
    spec.when(attack("ogre", "jailor"), duck).refused("S3-STUNT-17")
    spec.when(attack("ogre", "jailor", "pistol"), duck).refused("S3-STUNT-17")
    spec.when(Pin(actor="ogre", target="jailor"), duck).refused("S3-STUNT-17")
    spec.when(check("ogre", "athletics", against="jailor evasion"), duck).refused("S3-STUNT-17")


@pytest.mark.rule("S3-STUNT-18", "S3-FAST-9")
def test_both_sides_of_a_fast_exchange_know_it_as_fast() -> None:
    known = MemoryEntry(skills=("bravado", "melee"), weapons=("saber",), task="fast")
    spec = given(
        fight("clarity", "asura", fast_melee="always"),
        *round_of("clarity", "asura"),
        engage("clarity", "asura"),
        *remembered(known, combatant="clarity"),
        *remembered(known.model_copy(update={"weapons": ("hatchets",)}), combatant="asura"),
    )
    tell(spec, attack("clarity", "asura", "saber", stunt=stunt("bravado")), allowed=False)
    reply = {"skill": "melee", "item": "hatchets", "stunt": {"with": ["bravado"]}}
    spec.when(
        attack("clarity", "asura", "saber").model_copy(
            update={"answers": (SentAnswer(kind="fast_reply", to="asura", answer=reply),)}
        )
    ).refused("S3-STUNT-17")


# S3-STUNT-19: the weapons


@pytest.mark.rule("S3-STUNT-19")
@pytest.mark.parametrize(
    ("known", "command"),
    [
        (("unarmed",), attack("devil", "guard", stunt=STAB)),
        (("straightsword",), attack("devil", "guard", "heirloom", stunt=stunt("stealth"))),
        (
            ("sword_pistol", "straightsword"),
            attack(
                "devil", "guard", "straightsword", stunt=stunt("sharpshooting", sharpshooting="sword_pistol/barrel")
            ),
        ),
        (("sword_pistol",), attack("devil", "guard", stunt=stunt("melee", melee="sword_pistol/blade"))),
        (("unarmed",), Pin(actor="devil", target="guard", stunt=stunt("stealth"))),
    ],
)
def test_the_kinds_of_all_weapons_used_are_remembered_or_bare_hands(known: tuple[str, ...], command: Any) -> None:
    heirloom = {"id": "heirloom", "kind": "straightsword"}
    devil = newcomer("devil", items=[{"kind": "straightsword"}, heirloom, {"kind": "sword_pistol"}], hands={})
    spec = ambush(devil=devil).when(command).then(StuntDeclared)
    (declared,) = [event for event in spec.events if isinstance(event, StuntDeclared)]
    assert declared.memory.weapons == tuple(sorted(known))


@pytest.mark.rule("S3-STUNT-19")
def test_an_item_of_the_same_kind_is_the_same_weapon() -> None:
    heirloom = newcomer("devil", items=[{"id": "heirloom", "kind": "straightsword"}], hands={"main": "heirloom"})
    tell(ambush(*remembered(KNOWN), devil=heirloom), attack("devil", "guard", "heirloom", stunt=STAB), allowed=False)


# S3-STUNT-20, S3-STUNT-22: what is new

AGAIN = attack("devil", "guard", "straightsword", stunt=stunt("stealth", tactic="Stab from behind "))
OTHER_WEAPON = attack("devil", "guard", "sword_pistol/blade", stunt=STAB)
OTHER_LABEL = attack("devil", "guard", "straightsword", stunt=stunt("stealth", tactic="leap from the rafters"))
OTHER_TASK = Disarm(actor="devil", target="guard", item="blackjack", weapon="straightsword", stunt=STAB)
ALL_NEW = Strangle(actor="devil", target="guard", weapon="grappling_hook", stunt=stunt("stealth", tactic="from behind"))
MORE_SKILLS = attack("devil", "guard", "straightsword", stunt=stunt("stealth", "acrobatics", tactic="stab from behind"))
OTHER_SKILL = attack("devil", "guard", "straightsword", stunt=stunt("bravado", tactic="stab from behind"))


@pytest.mark.rule("S3-STUNT-20", "S3-STUNT-17", "S3-RUL-28")
@pytest.mark.parametrize(
    ("command", "triple", "both"),
    [
        (AGAIN, False, False),
        (OTHER_WEAPON, True, False),
        (OTHER_LABEL, True, False),
        (OTHER_TASK, True, False),
        (ALL_NEW, True, True),
    ],
)
def test_one_difference_makes_a_stunt_new_or_weapons_and_tactic_must_both_be(
    command: Throwing, triple: bool, both: bool
) -> None:
    devil = newcomer("devil", hands={})
    for option, allowed in (("triple", triple), ("both", both)):
        tell(ambush(*remembered(KNOWN), devil=devil, stunt_repeat=option), command, allowed=allowed)


@pytest.mark.rule("S3-STUNT-20")
def test_every_stunt_of_the_scene_counts_not_the_last_alone() -> None:
    later = KNOWN.model_copy(update={"label": "later"})
    tell(ambush(*remembered(KNOWN, later)), AGAIN, allowed=False)


@pytest.mark.rule("S3-STUNT-22", "S3-STUNT-17")
@pytest.mark.parametrize("option", ["triple", "both"])
@pytest.mark.parametrize("command", [MORE_SKILLS, OTHER_SKILL])
def test_more_or_other_skills_make_another_stunt(command: Throwing, option: str) -> None:
    tell(ambush(*remembered(KNOWN), stunt_repeat=option), command, allowed=True)


@pytest.mark.rule("S3-STUNT-22")
def test_fewer_skills_make_another_stunt_and_their_order_none() -> None:
    three = KNOWN.model_copy(update={"skills": ("acrobatics", "melee", "stealth")})
    tell(ambush(*remembered(three)), AGAIN, allowed=True)
    turned = stunt("acrobatics", "stealth", tactic="stab from behind")
    tell(ambush(*remembered(three)), attack("devil", "guard", "straightsword", stunt=turned), allowed=False)


# S3-STUNT-23: techniques


@pytest.mark.rule("S3-STUNT-23", "S3-RUL-28")
@pytest.mark.parametrize("repeat", [False, True])
def test_a_technique_is_remembered_like_any_stunt_unless_it_may_be_repeated(repeat: bool) -> None:
    spec = stabbed(newcomer("devil", techniques=[MANTIS]), technique_repeat=repeat)
    assert spec.fight.people["devil"].breath == 6
    tell(spec, attack("devil", "guard", "straightsword", stunt=STAB), allowed=repeat)


@pytest.mark.rule("S3-STUNT-23")
@pytest.mark.parametrize(
    ("techniques", "secondaries", "kept"),
    [
        ([MANTIS], ["stealth"], False),
        ([MANTIS], ["stealth", "acrobatics"], True),
        ([MANTIS], ["acrobatics"], True),
        ([], ["stealth"], True),
    ],
)
def test_only_the_two_skills_of_a_technique_go_unremembered_where_it_may_be_repeated(
    techniques: list[dict[str, Any]], secondaries: list[str], kept: bool
) -> None:
    spec = ambush(devil=newcomer("devil", techniques=techniques), technique_repeat=True)
    spec.when(attack("devil", "guard", "straightsword", stunt=stunt(*secondaries))).then(StuntDeclared)
    assert bool(spec.fight.memory.get("devil")) == kept
