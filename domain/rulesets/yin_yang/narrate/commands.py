"""What is asked for, told by templates over the fields of the commands; the first that can be filled is told.

A command without templates is not told: the events of its batch say all there is to it.
"""

from collections.abc import Mapping

YIN_YANG_ASKED: Mapping[str, tuple[str, ...]] = {
    "yin_yang.start_turn": (),
    "yin_yang.end_turn": (),
    "yin_yang.attack": (),
    "yin_yang.act": (),
    "yin_yang.combine": (
        "{participants} want to try {goal} together against {target}.",
        "{participants} want to try {goal} together.",
        "{participants} want to attack {target} together.",
    ),
    "yin_yang.test": (),
    "yin_yang.tend": ("{actor} wants to tend {patient}.",),
    "yin_yang.contest": ("{first} is matched against {second} for {stake}.",),
    "yin_yang.hold": (),
    "yin_yang.wield": (),
    "yin_yang.wear": (),
    "yin_yang.guard": (),
    "yin_yang.move": (),
    "yin_yang.challenge": (),
    "yin_yang.give_cards": (),
    "yin_yang.give_edge": (),
    "yin_yang.hand_over": (),
    "yin_yang.adjust": ("The narrator changes the {track} of {combatant} by {points}.",),
    "yin_yang.set_attribute": (),
    "yin_yang.set_condition": (),
    "yin_yang.declare_dead": (),
    "yin_yang.pass_time": (),
    "yin_yang.split_fight": (),
    "yin_yang.set_distance": (),
    "yin_yang.allow_counter": (),
    "yin_yang.veto_action": ("The narrator vetoes the call.",),
    "yin_yang.rule_scope": (),
    "yin_yang.place_item": (),
    "yin_yang.generate_attributes": (),
    "yin_yang.judge_challenge": (),
    "yin_yang.retaliate": (),
    "yin_yang.match": (),
    "yin_yang.let_pass": (),
    "yin_yang.follow_up": (),
    "yin_yang.decline": (),
    "yin_yang.join_combined": (),
    "yin_yang.answer_challenge": (),
}
