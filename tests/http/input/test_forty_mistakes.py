"""Mistakes that newcomers make, in all systems: each answer says what to do next, in words that a person can use."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import httpx
import pytest

from domain.registry import rulesets
from service.problems.problem import CODES, MEDIA_TYPE
from tests.http.conftest import Api

Json = dict[str, Any]
JSON: Final = {"Content-Type": "application/json"}
COMMANDS: Final = "/v1/encounters/{id}/commands"
MACHINE: Final = re.compile(
    r"\\[dsAZwu]|\^\[|\]\{|\{\d+,|\(\?:|\$\)"  # a part of a regex
    r"|\b(None|True|False|dict|str|int|tuple|NoneType|Traceback|pydantic|Error)\b"
    r"|'[a-z_]+'"  # a text as Python writes it
)
"""What no sentence for people has."""


class Scene(NamedTuple):
    """An opening, and the commands after it, each with the faces that fall."""

    opening: Json
    commands: tuple[Json, ...] = ()


def of(system: str, *templates: str, **more: Any) -> Json:
    return {"ruleset": system, "combatants": [{"template": one} for one in templates], **more}


def give(kind: str, /, **fields: Any) -> Json:
    return {"command": {"type": kind, **fields}}


S3: Final = of("s3", "one_eyed_ogre", "golden_bell_member", chance="either")
ROUND: Final = {"command": {"type": "s3.begin_round"}}
TURN: Final = {"command": {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"}}
SHOT: Final = {"type": "s3.attack", "actor": "ogre", "target": "bell", "weapon": "pistol"}
EVADE: Final = [{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}]
ORDER: Final = {"command": {"type": "century.begin_round"}, "faces": [[4, 5], [3, 4]]}
SCENES: Final[Mapping[str, Scene]] = {
    "s3": Scene(S3, (ROUND, TURN)),
    "s3 quiet": Scene(S3),
    "s3 empty": Scene(of("s3")),
    "s3 zones": Scene(
        S3,
        (
            ROUND,
            TURN,
            give(
                "s3.set_scene",
                zones=[{"key": "here"}, {"key": "deck", "name": "Deck"}, {"key": "hold"}],
                links=[{"key": "rope", "from": "here", "to": "deck", "kind": "climb", "storeys": 1}],
                hazards=[{"key": "embers", "zone": "here", "coins": 2}],
            ),
        ),
    ),
    "s3 asked": Scene(S3, (ROUND, TURN, {"command": {**SHOT, "answers": EVADE}, "faces": ["HHTTTTT", "HHTTT"]})),
    "s3 in melee": Scene(
        S3,
        (
            ROUND,
            TURN,
            give("core.set_policy", of="bell", kind="oppose", answer="ask"),
            {"command": {**SHOT, "weapon": "unarmed"}},
        ),
    ),
    "s3 settled": Scene(S3, (ROUND, TURN, {"command": {**SHOT, "answers": EVADE}, "faces": ["TTTTTTT", "HHHHH"]})),
    "s3 fallen": Scene(S3, (ROUND, TURN, {"command": {"type": "s3.impose", "combatant": "bell", "disabled": "slain"}})),
    "s3 unconscious": Scene(
        S3, (ROUND, TURN, {"command": {"type": "s3.impose", "combatant": "ogre", "disabled": "unconscious"}})
    ),
    "s3 over": Scene(S3, ({"command": {"type": "core.close"}},)),
    "s3 supplied": Scene({**S3, "chance": "supplied"}, (ROUND, TURN)),
    "black_dice": Scene(of("black_dice", "vane", "tough")),
    "black_dice round": Scene(
        of("black_dice", "vane", "tough", chance="either"),
        ({"command": {"type": "black_dice.begin_round"}, "faces": [[6, 6, 6, 6, 6, 6], [1]]},),  # Vane comes first
    ),
    "yin_yang": Scene(of("yin_yang", "bishop", "da_hook"), ({"command": {"type": "yin_yang.start_turn"}},)),
    "yin_yang between": Scene(of("yin_yang", "bishop", "da_hook")),
    "century": Scene(of("century", "jonny", "street_thug", chance="supplied"), (ORDER,)),
    "ticks": Scene(of("ticks", "iris", "bruno")),
}


class Mistake(NamedTuple):
    """A request in a scene, the code and the field of its problem, and parts of the sentence that say what to do."""

    name: str
    scene: str
    sent: Json | bytes | None
    code: str
    field: str | None
    says: tuple[str, ...]
    method: str = "POST"
    path: str = COMMANDS
    headers: Mapping[str, str] = {}


def player(*names: str) -> dict[str, str]:
    return {"Yarrow-As": f"player:{','.join(names)}"}


MISTAKES: Final = (
    # Paths, methods, bodies
    Mistake("a path without its version", "s3", None, "not_found", None, ("did you mean /v1/encounters?",), "GET",
            "/encounters"),
    Mistake("a path with a slip", "s3", None, "not_found", None, ("did you mean /v1/encounters/fight/options?",), "GET",
            "/v1/encounter/fight/options"),
    Mistake("the wrong method", "s3", None, "method_not_allowed", None, ("send POST",), "GET"),
    Mistake("an encounter that is not there", "ticks", give("core.note", text="Hm."), "not_found", None,
            ("GET /v1/encounters lists",), path="/v1/encounters/figth/commands"),
    Mistake("no type of content", "century", b'{"command": {"type": "core.note"}}', "unsupported_media_type", None,
            ("Content-Type: application/json",), headers={"Content-Type": ""}),
    Mistake("a body that is no JSON", "ticks", b"iris attacks bruno", "malformed", None,
            ("names and texts in double",)),
    Mistake("single quotes", "yin_yang", b"{'command': {'type': 'core.note'}}", "malformed", None,
            ("double quotes, not in single",)),
    Mistake("a comma too many", "s3", b'{"command": {"type": "core.note", "text": "Hm.",}}', "malformed", None,
            ("remove the comma before",)),
    Mistake("an empty body", "s3", b"", "malformed", None, ("it is empty; send an object",)),
    Mistake("half a body", "s3", b'{"command": {"type": "core.note"', "malformed", None, ("send all of it",)),
    Mistake("a list as the body", "black_dice", b"[]", "invalid", "body",
            ("Must be an object (required: command; optional: faces).",)),
    # Which command
    Mistake("fields beside the command", "black_dice", {"type": "black_dice.begin_round"}, "invalid", "command",
            ('{"command": {"type": …}}',)),
    Mistake("a command without a type", "century", {"command": {"actor": "jonny"}}, "invalid", "command.type",
            ("GET …/options lists the commands",)),
    Mistake("a type with a slip", "black_dice", give("black_dice.declar", actor="vane"), "invalid", "command.type",
            ("did you mean black_dice.declare?",)),
    Mistake("a type that is none", "century", give("century.sing"), "invalid", "command.type",
            ("no command “century.sing” in Century", "GET …/options lists the commands")),
    Mistake("a command of another system", "ticks", give("s3.attack", actor="iris", target="bruno"), "invalid",
            "command.type", ("s3.attack is a command of S3; this encounter is played with Ticks",)),
    Mistake("a command of another system with one like it here", "yin_yang",
            give("s3.attack", actor="bishop", target="da_hook"), "invalid", "command.type",
            ("this encounter is played with Yin-Yang. Did you mean yin_yang.attack?",)),
    Mistake("a label in place of the type", "s3", give("Attack", actor="ogre", target="bell"), "invalid",
            "command.type", ("did you mean s3.attack?",)),
    Mistake("a longer label in place of the type", "century", give("End the action", actor="jonny"), "invalid",
            "command.type", ("did you mean century.end_action?",)),
    # Fields
    Mistake("a field that is missing", "s3", give("s3.attack", actor="ogre", weapon="pistol"), "invalid",
            "command.target", ("This field is required: it is bell.",)),
    Mistake("a weapon that is missing", "s3", give("s3.attack", actor="ogre", target="bell"), "invalid",
            "command.weapon", ("This field is required: one of pistol, unarmed, hook_swords, hand_cannon.",)),
    Mistake("a part of an attack that is missing", "black_dice round",
            give("black_dice.declare", actor="vane", attack=[{"target": "tough"}]), "invalid",
            "command.attack[0].weapon", ("This field is required: one of cutlass, revolver, fists.",)),
    Mistake("a statistic that is missing", "ticks", give("ticks.call_test", combatant="iris", difficulty=9), "invalid",
            "command.statistic", ("This field is required: one of strength, dexterity, ",)),
    Mistake("a number that is missing", "ticks", give("ticks.wound", combatant="iris"), "invalid", "command.wounds",
            ("This field is required: a whole number from 1 to ",)),
    Mistake("a list that is missing", "s3", give("s3.hazard", coins=3), "invalid", "command.targets",
            ("This field is required: a list of any of ogre, bell.",)),
    Mistake("a text that is missing", "century", give("century.other_action", actor="jonny"), "invalid",
            "command.what", ("This field is required: a text of up to 500 characters.",)),
    Mistake("a choice among many", "s3", give("s3.check", actor="ogre"), "invalid", "command.skill",
            ("one of 18 values that GET …/options lists.",)),
    Mistake("a choice where there is none", "s3", give("s3.climb", actor="ogre"), "refused", "command.link",
            ("“Climb” is not possible now: nothing fits `link`. Legal now: Attack, ",)),
    Mistake("a list of words that is missing", "yin_yang", give("yin_yang.test", actor="bishop"), "invalid",
            "command.attributes", ("This field is required: a list of any of strength, ",)),
    Mistake("a place that is missing", "ticks", give("ticks.place", combatant="iris"), "invalid", "command.to",
            ("This field is required: an object (",)),
    Mistake("an ID in a field of another name", "black_dice", give("black_dice.check", actor="vane", stat="wits"),
            "invalid", "command.combatant", ("“actor” was given instead",)),
    Mistake("a choice that is missing", "yin_yang", give("yin_yang.combine", actor="bishop", participants=[]),
            "invalid", "command.kind", ("This field is required: one of ",)),
    Mistake("an unknown field", "yin_yang", give("yin_yang.attack", actor="bishop", targt="da_hook"), "invalid",
            "command.target", ("“targt” was given instead",)),
    Mistake("a number as a text", "s3", give("s3.impose", combatant="ogre", wound="1"), "invalid", "command.wound",
            ("Must be a whole number.",)),
    Mistake("an ID with a capital letter", "s3", give("s3.attack", actor="Ogre", target="bell", weapon="pistol"),
            "invalid", "command.actor", ("did you mean ogre?",)),
    Mistake("a name in place of the ID", "s3", give("s3.attack", actor="ogre", target="Golden Bell", weapon="pistol"),
            "invalid", "command.target", ("did you mean bell?",)),
    Mistake("an ID with a slip", "ticks", give("ticks.grant_luck", combatant="brunno", points=1), "invalid",
            "command.combatant", ("No one here is called “brunno”; did you mean bruno?",)),
    Mistake("an ID that nobody has", "yin_yang", give("yin_yang.attack", actor="bishop", target="ghost"), "invalid",
            "command.target", ("No one here is called “ghost”; there are bishop, da_hook.",)),
    Mistake("a weapon with a slip", "s3", give("s3.attack", actor="ogre", target="bell", weapon="pistole"), "refused",
            "command.weapon", ("did you mean pistol?",)),
    Mistake("a weapon that is not carried", "s3", give("s3.attack", actor="ogre", target="bell", weapon="spoon"),
            "refused", "command.weapon", ("there are unarmed, pistol",)),
    Mistake("a weapon that is not in hand", "century",
            give("century.attack", actor="jonny", target="street_thug", range="short", weapon="knife"), "refused",
            "command.weapon", ("does not hold", "Legal now: ")),
    Mistake("a zone with a slip", "s3 zones", give("s3.move", actor="ogre", zone="dek"), "refused", "command.zone",
            ("There is no zone “dek”; did you mean deck?",)),
    Mistake("a zone without a way", "s3 zones", give("s3.move", actor="ogre", zone="hold"), "refused", "command.zone",
            ("No way leads from here to hold; from here ways lead to deck.",)),
    Mistake("a way that is climbed", "s3 zones", give("s3.move", actor="ogre", zone="deck"), "refused", "command.zone",
            ("only rope (climb).",)),
    Mistake("a link with a slip", "s3 zones", give("s3.climb", actor="ogre", link="rop"), "refused", "command.link",
            ("did you mean rope?",)),
    Mistake("a hazard with a slip", "s3 zones", give("s3.trip", actor="ogre", target="bell", outcome="hazard:ember"),
            "refused", "command.outcome", ("did you mean embers?",)),
    Mistake("an outcome of no known form", "s3 zones", give("s3.trip", actor="ogre", target="bell", outcome="water"),
            "invalid", "command.outcome", ("“water” does not fit; one of ground, zone:deck, hazard:embers.",)),
    Mistake("an item in hand with a slip", "s3", give("s3.disarm", actor="ogre", target="bell", item="pistoll"),
            "refused", "command.item", ("did you mean pistol?",)),
    Mistake("a wound that is none", "s3", give("s3.heal", combatant="ogre", wounds=["wound-3"]), "refused",
            "command.wounds", ("There is no wound of One-Eyed Ogre.",)),
    Mistake("a part of a template's ID", "s3", give("core.join", template="ogre", id="other"), "invalid",
            "command.template", ("did you mean one_eyed_ogre?",)),
    Mistake("no template and no sheet", "ticks", give("core.join", id="other"), "invalid", "command.template",
            ("Name a `template`, one of iris, ",)),
    Mistake("a kind of item with a slip", "s3",
            give("core.join", template="one_eyed_ogre", id="other", sheet={"items": [{"kind": "pistl"}], "hands": {}}),
            "invalid", "command.sheet.items[0].kind", ("did you mean pistol?",)),
    Mistake("a weapon of the chart with a slip", "century",
            give("core.join", template="jonny", id="other", sheet={"weapons": [{"id": "pistol22"}]}), "invalid",
            "command.sheet.weapons[0].name", ("The chart has no “pistol22”; did you mean pistol_22?",)),
    Mistake("a stat with a slip", "black_dice", give("black_dice.injure", combatant="vane", description="Burnt",
            changes={"strenth": -1}), "invalid", "command.changes.strenth", ("did you mean strength?",)),
    Mistake("a weapon of a hand with a slip", "yin_yang",
            give("yin_yang.attack", actor="bishop", target="da_hook", weapon="large_magnm"), "refused",
            "command.weapon", ("did you mean large_magnum?",)),
    Mistake("a weapon to wield with a slip", "yin_yang",
            give("yin_yang.wield", actor="bishop", items=[{"weapon": "large_magnm"}]), "invalid",
            "command.items[0].weapon", ("did you mean large_magnum?",)),
    Mistake("a weapon to draw with a slip", "century", give("century.draw_weapon", actor="jonny", item="knif"),
            "refused", "command.item", ("did you mean knife?",)),
    Mistake("a weapon in hand with a slip", "century",
            give("century.attack", actor="jonny", target="street_thug", range="short", weapon="pistol22"), "refused",
            "command.weapon", ("did you mean pistol_22?",)),
    Mistake("a thing with a slip", "ticks", give("ticks.drop", actor="iris", item="iris.swrd"), "invalid",
            "command.item", ("did you mean iris.sword?",)),
    Mistake("a field of another command", "century",
            give("century.use_stimpak", actor="jonny", patient="jonny", item="x"), "invalid", "command.item",
            ("remove it. The fields are actor, ",)),
    # The rules
    Mistake("oneself as the target", "s3", give("s3.attack", actor="ogre", target="ogre", weapon="pistol"), "refused",
            "command.target", ("cannot be the target", "Legal now: Attack")),
    Mistake("a turn that is another's", "s3", give("s3.end_turn", actor="bell"), "refused", None,
            ("It is the turn of One-Eyed Ogre", "nothing for Golden Bell member")),
    Mistake("a second attack", "s3 settled", {"command": SHOT}, "refused", None,
            ("no attack action left", "Legal now: Move, ")),
    Mistake("a command while a prompt is open", "s3 asked", give("s3.end_turn", actor="ogre"), "refused", None,
            ("First One-Eyed Ogre has to decide", "Legal now: Answer")),
    Mistake("a slot that is another's", "century", give("century.end_action", actor="street_thug"), "refused",
            "command.actor", ("Jonny acts", "nothing for Street thug")),
    Mistake("a command outside its phase", "black_dice", give("black_dice.resolve"), "refused", None,
            ("Legal now: ", "Begin the round")),
    Mistake("a call before the turn", "yin_yang between", give("yin_yang.attack", actor="bishop", target="da_hook"),
            "refused", None, ("start one first. Legal now: Start the turn, ",)),
    Mistake("a player's call before the turn", "yin_yang between",
            give("yin_yang.attack", actor="bishop", target="da_hook"), "refused", None,
            ("start one first. Legal now: ",), headers=player("bishop")),
    Mistake("a second turn", "yin_yang", give("yin_yang.start_turn"), "refused", None,
            ("end it first. Legal now: End the turn, ",)),
    Mistake("a player's turn before the round", "s3 quiet", {"command": SHOT}, "refused", None,
            ("nothing for One-Eyed Ogre until the narrator gives “Begin a round”",), headers=player("ogre")),
    Mistake("a deed before the round", "black_dice", give("black_dice.declare", actor="vane", wait=True), "refused",
            None, ("Legal now: Begin the round, ",)),
    Mistake("a round within a round", "black_dice round", give("black_dice.begin_round"), "refused", None,
            ("it has to end first", "Legal now: Declare",)),
    Mistake("a command before combat", "ticks", give("ticks.count"), "refused", None, ("Legal now: ",)),
    Mistake("the deed of somebody unconscious", "s3 unconscious", give("s3.check", actor="ogre", skill="bravado"),
            "refused", None, ("nothing for One-Eyed Ogre",)),
    Mistake("a target that is dead", "s3 fallen", {"command": SHOT}, "refused", "command.target",
            ("Legal now: ",)),
    # Prompts
    Mistake("an answer to a prompt that is gone", "s3", give("core.answer", prompt="prompt-1-1", answer="heads"),
            "refused", "command.prompt", ("nothing awaits an answer of yours. Legal now: Attack, ",)),
    Mistake("an answer with a slip", "s3 asked", give("core.answer", prompt="prompt-16-1", answer="hevy"), "invalid",
            "command.answer", ("The answers are: ",)),
    Mistake("a skill that is not asked for", "s3 in melee",
            give("core.answer", prompt="prompt-17-1", answer={"skill": "bravado"}), "refused", "command.answer.skill",
            ("The answers are: ", "vasion")),
    Mistake("the kind of a prompt in place of its ID", "s3 in melee",
            give("core.answer", prompt="oppose", answer={"skill": "evasion"}), "invalid", "command.prompt",
            ("those that you may answer: prompt-17-1.",)),
    Mistake("an answer to no prompt", "s3 in melee", give("core.answer", answer={"skill": "evasion"}), "invalid",
            "command.prompt", ("This field is required: it is prompt-17-1.",)),
    Mistake("the kind of another prompt", "s3", give("s3.attack", actor="ogre", target="bell", weapon="pistol",
            answers=[{"kind": "opose", "answer": {"skill": "evasion"}}]), "invalid", "command.answers[0]",
            ("did you mean oppose?",)),
    Mistake("an answer of another shape", "s3", give("s3.attack", actor="ogre", target="bell", weapon="pistol",
            answers=[{"kind": "oppose", "answer": "evasion"}]), "invalid", "command.answers[0].answer",
            ("Must be an object (required: skill; optional: item, stunt).",)),
    Mistake("a text in place of the command", "ticks", {"command": "ticks.count"}, "invalid", "command",
            ("Must be an object (required: type).",)),
    Mistake("an ID in place of a joining combatant", "ticks", {"ruleset": "ticks", "combatants": ["iris"]}, "invalid",
            "combatants[0]", ("Must be an object (optional: type, answers, id, template, sheet, secret, metadata).",),
            path="/v1/encounters"),
    Mistake("an empty note", "yin_yang", give("core.note"), "invalid", "command.text", ("write one of them",)),
    Mistake("a branch as a command", "ticks", give("core.branch"), "invalid", "command.type",
            ("core.branch is sent as POST /v1/encounters/{id}/branches.",)),
    # Faces
    Mistake("faces that are missing", "s3 supplied", {"command": {**SHOT, "answers": EVADE}}, "faces_missing",
            "faces[0]", ("7 coins for Sharpshooting of One-Eyed Ogre",)),
    Mistake("a throw too many", "s3 supplied", {"command": {"type": "s3.end_turn", "actor": "ogre"}, "faces": ["H"]},
            "faces_left_over", "faces[0]", ("send it without faces",)),
    Mistake("letters that no coin has", "s3 supplied", {"command": {**SHOT, "answers": EVADE}, "faces": ["KKKKKZZ"]},
            "faces_wrong", "faces[0]", ("each H or T",)),
    Mistake("small letters", "s3 supplied", {"command": {**SHOT, "answers": EVADE}, "faces": ["hhhhhtt"]},
            "faces_wrong", "faces[0]", ("write capital letters",)),
    Mistake("faces where the seed throws", "black_dice", {**give("black_dice.begin_round"), "faces": [[6, 1]]},
            "faces_refused", "faces", ("without faces",)),
    Mistake("faces where nothing is thrown", "ticks", {**give("core.note", text="Hm."), "faces": [[6, 1]]},
            "faces_refused", "faces", ("Nothing is thrown in Ticks",)),
    # Speakers
    Mistake("a speaker that is none", "yin_yang", give("core.note", text="Hm."), "malformed", "Yarrow-As",
            ("use narrator, spectator or player:<id>",), headers={"Yarrow-As": "bishop"}),
    Mistake("a speaker with a capital letter", "yin_yang", give("core.note", text="Hm."), "malformed", "Yarrow-As",
            ("did you mean player:bishop?",), headers={"Yarrow-As": "player:Bishop"}),
    Mistake("two combatants with a semicolon", "yin_yang", give("core.note", text="Hm."), "malformed", "Yarrow-As",
            ("did you mean player:bishop,da_hook?",), headers={"Yarrow-As": "player:bishop;da_hook"}),
    Mistake("a narrator with a capital letter", "yin_yang", give("core.note", text="Hm."), "malformed", "Yarrow-As",
            ("did you mean narrator?",), headers={"Yarrow-As": "Narrator"}),
    Mistake("a type that is no text", "s3", {"command": {"type": 3}}, "invalid", "command.type",
            ("Must be a string.",)),
    Mistake("a narrator's command from a player", "yin_yang", give("yin_yang.end_turn"), "not_yours", "command.type",
            ("Only the narrator may give “End the turn”", "Yarrow-As: narrator"), headers=player("bishop")),
    Mistake("another's combatant", "century", give("century.end_action", actor="jonny"), "not_yours", "command.actor",
            ("Yarrow-As: player:<combatant>",), headers=player("street_thug")),
    Mistake("a spectator's command", "ticks", give("core.note", text="Hm."), "not_yours", None,
            ("Yarrow-As: player:<combatant>",), headers={"Yarrow-As": "spectator"}),
    # Versions and keys
    Mistake("a version that has passed", "s3", give("core.note", text="Hm."), "version_conflict", None,
            ("Read the new events",), headers={"If-Match": '"3"'}),
    Mistake("a version without quotes", "s3", give("core.note", text="Hm."), "malformed", "If-Match",
            ('as If-Match: "12"',), headers={"If-Match": "3"}),
    Mistake("a key with a space", "s3", give("core.note", text="Hm."), "malformed", "Idempotency-Key",
            ("such as a UUID",), headers={"Idempotency-Key": "my key"}),
    Mistake("a key that was used", "black_dice", give("core.note", text="Hm."), "idempotency_mismatch", None,
            ("choose a new one for a new request",), headers={"Idempotency-Key": "opening"}),
    Mistake("an encounter that is closed", "s3 over", give("core.note", text="Hm."), "closed", None,
            ("open a new one",)),
    # Opening and joining
    Mistake("a ruleset that is none", "s3", {"ruleset": "S3 "}, "invalid", "ruleset", ("did you mean s3?",),
            path="/v1/encounters"),
    Mistake("a ruleset that is not installed", "s3", {"ruleset": "chess"}, "invalid", "ruleset",
            ("there are s3, black_dice",), path="/v1/encounters"),
    Mistake("an option with a slip", "s3", of("s3", options={"fast_meele": "always"}), "invalid", "options.fast_meele",
            ("did you mean fast_melee?",), path="/v1/encounters"),
    Mistake("an option of another type", "century", of("century", options={"degrees": "yes"}), "invalid",
            "options.degrees", ("Must be true or false.",), path="/v1/encounters"),
    Mistake("an ID of an encounter with a space", "ticks", of("ticks", id="My Fight"), "invalid", "id",
            ("did you mean my_fight?",), path="/v1/encounters"),
    Mistake("an ID that is taken", "ticks", of("ticks", id="fight"), "encounter_exists", None, ("choose another id",),
            path="/v1/encounters"),
    Mistake("a template with a slip", "yin_yang", give("core.join", template="bishopp"), "invalid",
            "command.template", ("did you mean bishop?",)),
    Mistake("the name of a template", "ticks", give("core.join", template="Iris Vane"), "invalid", "command.template",
            ("did you mean iris?",)),
    Mistake("answers to an opening", "s3", {**S3, "id": "other", "answers": EVADE}, "invalid", "answers",
            ("Opening an encounter asks nothing",), path="/v1/encounters"),
    Mistake("answers of a combatant that joins", "s3",
            {**S3, "id": "other", "combatants": [{"template": "golden_bell_member", "answers": EVADE}]}, "invalid",
            "combatants[0].answers", ("Opening an encounter asks nothing",), path="/v1/encounters"),
    Mistake("a command beside the opening", "s3", {**S3, "id": "other", "command": {}}, "invalid", "command",
            ("remove it. The fields are ruleset, name, ",), path="/v1/encounters"),
    Mistake("an ID for everybody", "ticks", give("core.join", template="bruno", id="all"), "invalid", "command.id",
            ("The ID “all” is reserved",)),
    Mistake("an ID for the narrator", "s3",
            {"ruleset": "s3", "combatants": [{"template": "doctor_hu", "id": "narrator"}]}, "invalid",
            "combatants[0].id", ("The ID “narrator” is reserved",), path="/v1/encounters"),
    Mistake("a combatant twice", "black_dice", give("core.join", template="tough"), "invalid", "command.id",
            ("send another `id`",)),
    Mistake("a sheet that lacks something", "s3", give("core.join", sheet={"name": "Ann"}), "invalid",
            "command.sheet.fortitude", ("fortitude: This field is required",)),
    Mistake("an ID in place of a sheet", "s3", give("core.join", sheet="bell"), "invalid", "command.sheet",
            ("Must be an object. GET /v1/rulesets/{key} has the schemas of sheets",)),
    Mistake("a sheet with too much", "black_dice", give("core.join", sheet={"name": "Ann", "hp": 3}), "invalid",
            "command.sheet.hp", ("hp: Unknown field",)),
    # Reading
    Mistake("a version that is still to come", "century", None, "not_found", "at", ("has versions 1 to ",), "GET",
            "/v1/encounters/{id}?at=999"),
    Mistake("a parameter with a slip", "century", None, "invalid", "comand", ("Did you mean command?",), "GET",
            "/v1/encounters/{id}/options?comand=century.move"),
    Mistake("the options of nobody", "s3", None, "not_found", "combatant", ("did you mean ogre?",), "GET",
            "/v1/encounters/{id}/options?combatant=Ogre"),
    Mistake("the options of a group that is none", "yin_yang", None, "invalid", "group", ("there are attack",), "GET",
            "/v1/encounters/{id}/options?group=dancing"),
    Mistake("the options of a group with a slip", "s3", None, "invalid", "group", ("did you mean attack?",), "GET",
            "/v1/encounters/{id}/options?group=atack"),
    Mistake("a rule that is none", "s3", None, "not_found", None, ("GET /v1/rulesets/s3/rules lists them",), "GET",
            "/v1/rulesets/s3/rules/S3-NONE-1"),
    Mistake("the reference of no ruleset", "s3", None, "not_found", None, ("did you mean yin_yang?",), "GET",
            "/v1/rulesets/yin-yang"),
    # Before their time: what a command lacks does not hide why it cannot be given
    Mistake("a target that is missing before the round", "s3 quiet", give("s3.attack", actor="ogre"), "refused", None,
            ("No turn is open", "as the narrator: Begin a round")),
    Mistake("everything missing before the round", "s3 quiet", give("s3.attack"), "refused", None,
            ("No turn is open", "Legal now: Begin a round")),
    Mistake("a target that is missing in another's turn", "s3", give("s3.attack", actor="bell"), "refused", None,
            ("It is the turn of One-Eyed Ogre", "nothing for Golden Bell member; One-Eyed Ogre has the turn.")),
    Mistake("a weapon that is missing in a second attack", "s3 settled", give("s3.attack", actor="ogre", target="bell"),
            "refused", None, ("has no attack action left in this turn", "Legal now: Move, ")),
    Mistake("a target that is missing where no one is left", "s3 fallen", give("s3.attack", actor="ogre"), "refused",
            "command.target", ("“Attack” is not possible now: nothing fits `target`. Legal now: Move, ",)),
    Mistake("a weapon that is missing while a prompt is open", "s3 asked", give("s3.attack", actor="ogre"), "refused",
            None, ("First One-Eyed Ogre has to decide whether to call heads or tails for the coin that breaks the tie ",
            "with Golden Bell member. Legal now: Answer.")),
    Mistake("a deed that is missing before the round", "black_dice", give("black_dice.declare"), "refused", None,
            ("Deeds are declared once initiative has been rolled. Legal now: Begin the round, ",)),
    Mistake("a deed that is missing in another's turn", "black_dice round", give("black_dice.declare", actor="tough"),
            "refused", "command.actor", ("it is the turn of Vane", "Vane has to declare.")),
    Mistake("an answer with a slip that no one asked for", "black_dice round",
            give("black_dice.respond", actor="tough", reply="dodge"), "refused", None,
            ("Street Tough is not asked how to respond to an attack now", "Vane has to declare.")),
    Mistake("a target that is missing before the turn", "yin_yang between", give("yin_yang.attack", actor="bishop"),
            "refused", None, ("start one first. Legal now: Start the turn, ",)),
    Mistake("a range that is missing in another's slot", "century", give("century.attack", actor="street_thug"),
            "refused", "command.actor", ("Jonny acts. Legal now: nothing for Street thug; Jonny has the slot.",)),
    Mistake("an action that is missing before combat", "ticks", give("ticks.declare", actor="iris"), "refused", None,
            ("at the beginning of a round. Legal now: Begin combat, ",)),
    Mistake("a narrator's command of a player that lacks something", "century",
            give("century.set_condition", combatant="jonny"), "not_yours", "command.type",
            ("Only the narrator may give “Set a condition”",), headers=player("jonny")),
    Mistake("an actor under another name", "s3 quiet", give("s3.trip", combatant="bell"), "refused", None,
            ("command.combatant: Unknown field; ",)),
    # Where no command is taken
    Mistake("an answer in a closed encounter", "s3 over", give("core.answer"), "closed", None, ("open a new one",)),
    Mistake("a command that is none in a closed encounter", "s3 over", give("zork"), "closed", None,
            ("open a new one",)),
    Mistake("an answer of a player of nobody", "s3", give("core.answer"), "not_yours", None,
            ("No one called “ghost” has joined yet.",), headers=player("ghost")),
    Mistake("a command that is none of a player of nobody", "s3", give("zork"), "not_yours", None,
            ("No one called “ghost” has joined yet.",), headers=player("ghost")),
    Mistake("a round of nobody", "s3 empty", give("s3.begin_round"), "refused", None,
            ("No PC is able", "Legal now: Add a combatant")),
    # Commands that there are not
    Mistake("a synonym of a command", "s3 quiet", give("start_round"), "invalid", "command.type",
            ("did you mean s3.begin_round? Legal now: Begin a round.",)),
    Mistake("a synonym of a command of the turn", "s3", give("s3.strike", actor="ogre"), "invalid", "command.type",
            ("did you mean s3.attack? Legal now: Attack, ",)),
    Mistake("a command like no other", "s3", give("s3.guard", actor="ogre"), "invalid", "command.type",
            ("GET …/options lists the commands. Legal now: Attack, ",)),
    Mistake("a command of a player like no other", "s3", give("guard", actor="bell"), "invalid", "command.type",
            ("lists the commands. Legal now: nothing; One-Eyed Ogre has the turn.",), headers=player("bell")),
    Mistake("a deed in place of its declaration", "black_dice round", give("black_dice.attack", actor="vane"),
            "invalid", "command.type", ("did you mean black_dice.declare? Legal now: Declare.",)),
    Mistake("a command that another system has not either", "ticks", give("s3.fly", actor="iris"), "invalid",
            "command.type", ("s3.fly would be a command of S3; this encounter is played with Ticks.",
            "Legal now: Begin combat, ")),
    Mistake("a command that ends what one meant to begin", "ticks", give("ticks.start_combat"), "invalid",
            "command.type", ("did you mean ticks.call_combat?",)),
    Mistake("a field of a command that has none", "yin_yang", give("yin_yang.end_turn", actor="bishop"), "invalid",
            "command.actor", ("Unknown field; remove it. There are no fields here.",)),
    # Rewinds
    Mistake("a rewind without a version", "s3", give("core.rewind"), "invalid", "command.to",
            ("the version at the end of a batch before version 10; GET …/events lists them",)),
    Mistake("a rewind to the newest version", "s3", give("core.rewind", to=10), "not_batch_end", "command.to",
            ("the end of an earlier batch, and version 10 is not one; the nearest is 6.",)),
    Mistake("a rewind beyond the newest version", "s3", give("core.rewind", to=99), "not_batch_end", "command.to",
            ("the nearest is 6.",)),
    Mistake("a rewind of nothing", "s3 quiet", give("core.rewind", to=4), "invalid", "command.to",
            ("There is nothing to rewind",)),
    # Answers to nothing
    Mistake("an answer where nothing is asked", "s3", give("core.answer", prompt="oppose", answer="heads"), "refused",
            "command.prompt", ("nothing awaits an answer of yours. Legal now: nothing; One-Eyed Ogre has the turn.",),
            headers=player("bell")),
    Mistake("an answer of the one whose turn it is", "s3", give("core.answer", prompt="oppose", answer="heads"),
            "refused", "command.prompt", ("nothing awaits an answer of yours. Legal now: Attack, ",),
            headers=player("ogre")),
    Mistake("an answer while another is asked", "s3 asked", give("core.answer", answer="heads"), "refused",
            "command.prompt", ("Legal now: nothing; One-Eyed Ogre has to decide whether to call heads or tails ",),
            headers=player("bell")),
    Mistake("an answer without a prompt where nothing is asked", "century", give("core.answer", answer="heads"),
            "refused", "command.prompt", ("Nothing awaits an answer of yours. Legal now: ",)),
    Mistake("a prompt that never was", "s3 in melee", give("core.answer", prompt="prompt-3-1", answer="heads"),
            "invalid", "command.prompt", ("No prompt “prompt-3-1” is open now",)),
    Mistake("the label of a word of an answer", "s3 in melee",
            give("core.answer", prompt="prompt-17-1", answer={"skill": "Hand to hand"}), "invalid",
            "command.answer.skill",
            ("to the question which skill to oppose the attempt with: ", "did you mean hand_to_hand?")),
    Mistake("a skill that is no defence", "s3 in melee",
            give("core.answer", prompt="prompt-17-1", answer={"skill": "bravado"}), "refused", "command.answer.skill",
            ("may oppose this with evasion or hand to hand or melee, not with bravado",)),
    # Lists
    Mistake("an object in place of a list", "black_dice round",
            give("black_dice.declare", actor="vane", attack={"target": "tough", "weapon": "cutlass"}), "invalid",
            "command.attack", ("Must be a list of objects (required: target, weapon).",)),
    Mistake("answers by their kinds", "s3", {"command": {**SHOT, "answers": {"oppose": "evasion"}}}, "invalid",
            "command.answers", ("Must be a list of objects (required: kind, answer; optional: to).",)),
    Mistake("faces as one text", "s3 supplied", {"command": {**SHOT, "answers": EVADE}, "faces": "HHHTTTT"}, "invalid",
            "faces", ('Must be a list with the faces of each throw, as ["HHT"],',)),
    Mistake("faces that are numbers", "century", {**give("century.end_action", actor="jonny"), "faces": [47]},
            "invalid", "faces[0]", ('"HHT", [6, 1] or ["KH"].',)),
    # Who speaks, who joins
    Mistake("a player of nobody", "s3", give("core.note", text="Hm."), "not_yours", None,
            ("No one called “ghost” has joined yet. Those who have joined are: ogre (One-Eyed Ogre), bell",
             "Yarrow-As: player:<combatant>"), headers=player("ghost")),
    Mistake("a player with a slip", "ticks", give("core.note", text="Hm."), "not_yours", None,
            ("did you mean bruno? Those who have joined are: iris",), headers=player("brunno")),
    Mistake("a ticket for nobody", "s3", {"role": "player", "combatants": ["ghost"], "encounters": ["fight"]},
            "invalid", "combatants", ("No one called “ghost” has joined yet.",), path="/v1/tickets"),
    Mistake("a ticket of nobody", "s3", {"encounters": ["fight"]}, "invalid", "combatants",
            ("No one called “ogree” has joined; did you mean ogre?",), path="/v1/tickets", headers=player("ogree")),
    Mistake("a reserved ID in capital letters", "s3", give("core.join", template="golden_bell_member", id="All"),
            "invalid", "command.id", ("The ID “all” is reserved",)),
    Mistake("a command as an opening", "s3", {**S3, "id": "other", "type": "core.join"}, "invalid", "type",
            ("must be core.open.",), path="/v1/encounters"),
    # Paths
    Mistake("the path of an earlier version", "s3", None, "not_found", None,
            ("did you mean /v1/encounters/fight/story?",), "GET", "/v1/encounters/{id}/timeline"),
    Mistake("a path below an encounter", "century", None, "not_found", None,
            ("below /v1/encounters/fight there are audit, branches,", " story, table and tally."), "GET",
            "/v1/encounters/{id}/log"),
    Mistake("a path below an event", "century", None, "not_found", None,
            ("below /v1/encounters/fight/events there is {version}/why.",), "GET", "/v1/encounters/{id}/events/3"),
    Mistake("the exchange of a token", "s3", {}, "not_found", None,
            ("There is nothing at /v1/tokens/exchange; below /v1/tokens there are revoke and {token}.",),
            path="/v1/tokens/exchange"),
    Mistake("a path below the version", "ticks", None, "not_found", None, ("below /v1 there are bundles, encounters,",),
            "GET", "/v1/templates"),
    Mistake("an encounter to be deleted", "yin_yang", None, "method_not_allowed", None, ("core.close ends it",),
            "DELETE", "/v1/encounters/{id}"),
    Mistake("a comparison with nothing", "black_dice", None, "invalid", "with",
            ("This parameter is required: ID of the encounter to compare with.",), "GET",
            "/v1/encounters/{id}/compare"),
    Mistake("a rule in small letters", "s3", None, "not_found", None, ("did you mean S3-PIN-3?",), "GET",
            "/v1/rulesets/s3/rules/s3-pin-3"),
)  # fmt: skip


async def staged(api: Api, scene: Scene) -> None:
    opened = await api.client.post(
        "/v1/encounters", json={"id": "fight", **scene.opening}, headers={"Idempotency-Key": "opening"}
    )
    assert opened.is_success, opened.text
    for body in scene.commands:
        given = await api.client.post(COMMANDS.format(id="fight"), json=body)
        assert given.is_success, given.text


async def made(api: Api, mistake: Mistake) -> httpx.Response:
    content = mistake.sent if isinstance(mistake.sent, bytes) else json.dumps(mistake.sent).encode()
    headers = {**JSON, **mistake.headers}
    path = mistake.path.format(id="fight")
    return await api.client.request(
        mistake.method, path, content=None if mistake.sent is None else content, headers=headers
    )


@pytest.mark.parametrize("mistake", MISTAKES, ids=[one.name for one in MISTAKES])
async def test_a_newcomer_is_told_what_to_do_next(api: Api, mistake: Mistake) -> None:
    await staged(api, SCENES[mistake.scene])
    before = (await api.get("/events", encounter="fight")).content
    answer = await made(api, mistake)
    problem = answer.json()
    assert (problem["code"], problem.get("field")) == (mistake.code, mistake.field), problem
    assert (answer.status_code, answer.headers["content-type"]) == (CODES[mistake.code].status, MEDIA_TYPE)
    detail = problem["detail"]
    for part in mistake.says:
        assert part in detail
    assert not MACHINE.search(detail), detail
    assert (await api.get("/events", encounter="fight")).content == before
    if "rule_url" in problem:
        assert (await api.client.get(problem["rule_url"])).json()["id"] == problem["rule"]
    ruleset = rulesets()[SCENES[mistake.scene].opening["ruleset"]]
    assert problem.get("legal_labels", []) == [ruleset.labels.of(one) for one in problem.get("legal", [])]
