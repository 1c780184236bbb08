"""What is asked for, told by templates over the fields of the commands; the first that can be filled is told.

A command without templates is not told: its events say all there is to it.
"""

from collections.abc import Mapping

BLACK_DICE_ASKED: Mapping[str, tuple[str, ...]] = {
    "black_dice.begin_round": (),
    "black_dice.declare": (),
    "black_dice.resolve": (),
    "black_dice.end_round": (),
    "black_dice.surprise_attack": (),
    "black_dice.strike_object": ("{actor} strikes at {object} with {weapon}.",),
    "black_dice.check": (
        "The narrator asks {combatant} to roll {skill}.",
        "The narrator asks {combatant} to roll {stat} and {with_stat}, to stay alive.",
        "The narrator asks {combatant} to roll {stat} alone.",
    ),
    "black_dice.contest": ("{active} is matched against {passive}.",),
    "black_dice.feat": ("{actor} tries to {feat}: a feat of strength.",),
    "black_dice.drink": (),
    "black_dice.temptation": ("{combatant} faces {temptation}.",),
    "black_dice.treat": (),
    "black_dice.stabilise": ("{actor} fights for the life of {patient} with {skill}.",),
    "black_dice.peril": (
        "The narrator sends {peril} at {victims}.",
        "The narrator lets {victims} fall {fall}.",
        "The narrator sends a {intensity} peril at {victims}.",
    ),
    "black_dice.breath": (),
    "black_dice.place": ("The narrator places {combatant}.",),
    "black_dice.distance": (),
    "black_dice.equip_zone": (),
    "black_dice.awareness": (),
    "black_dice.award": (),
    "black_dice.modify": (),
    "black_dice.grant_fate": (),
    "black_dice.injure": (),
    "black_dice.foul_effect": (),
    "black_dice.pass_time": (),
    "black_dice.pledge": (),
    "black_dice.extend_life": (),
    "black_dice.save_from_death": ("{actor} wants to spend a scripting die on the life of {saved}: {description}.",),
    "black_dice.change_story": ("{actor} wants to change the story: {description}.",),
    "black_dice.respond": (),
    "black_dice.choose": (),
    "black_dice.reroll": (),
    "black_dice.keep": (),
    "black_dice.reduce_damage": (),
    "black_dice.avoid_injury": (),
    "black_dice.ensure_success": (),
    "black_dice.approve": (),
}
