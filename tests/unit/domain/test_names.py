"""How sentences speak of people, and what they call things: what names know besides the names of the combatants."""

import dataclasses
from typing import Any

import pytest

from domain.core.commands import Join, Note, Open, Rewind
from domain.core.events import CombatantJoined, Commanded, PromptLapsed, Resumed, Rewound
from domain.model.event import Event
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.joining import with_pronoun
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.s3 import S3
from domain.text.phrases import (
    Names,
    fill,
    pronoun_key,
    recipient_key,
    their,
    them,
    themselves,
    they,
    they_do,
    thing_key,
    thing_named,
    with_own_things,
)
from events.projections.told_events import EventTeller
from tests.laws.fights import Fights
from tests.recording import Recording
from tests.rules.rulesets import every_ruleset

NAMES: Names = {
    "iris": "Iris",
    "guard": "Guard",
    "dog": "Dog",
    pronoun_key("iris"): "she",
    pronoun_key("dog"): "it",
    thing_key("iris", "i1"): "the Hammer of Thunder",
    thing_key("guard", "i1"): "the halberd",
}


@pytest.mark.parametrize(
    ("who", "forms"),
    [
        ("iris", ("she", "her", "her", "herself")),
        ("dog", ("it", "it", "its", "itself")),
        ("guard", ("they", "them", "their", "themselves")),
    ],
)
def test_somebody_is_spoken_of_by_the_pronoun_of_the_sheet(who: str, forms: tuple[str, ...]) -> None:
    assert tuple(said(NAMES, who) for said in (they, them, their, themselves)) == forms
    template = "{actor}: {actor:they}, {actor:them}, {actor:their}, {actor:themselves}"
    assert fill([template], {"actor": who}, NAMES, {}) == f"{NAMES[who]}: {', '.join(forms)}"


@pytest.mark.parametrize(
    ("verb", "plural"),
    [
        ("falls", "fall"),
        ("is down", "are down"),
        ("has", "have"),
        ("does", "do"),
        ("goes", "go"),
        ("lies", "lie"),
        ("parries", "parry"),
        ("misses", "miss"),
        ("catches fire", "catch fire"),
        ("rushes", "rush"),
        ("loses", "lose"),
        ("lets go", "let go"),
        ("moves, with luck", "move, with luck"),
    ],
)
def test_a_verb_agrees_with_the_pronoun(verb: str, plural: str) -> None:
    assert they_do(NAMES, "guard", verb) == f"they {plural}"
    assert they_do(NAMES, "iris", verb) == f"she {verb}"


def test_a_template_needs_the_field_whose_pronoun_it_says() -> None:
    assert fill(["{target:their}", "nothing"], {}, NAMES, {}) == "nothing"


def test_things_go_by_their_names_and_in_a_command_by_those_of_whom_it_names() -> None:
    assert thing_named(NAMES, "i1", "guard") == "the halberd"
    assert thing_named(NAMES, "long_bow", "guard") == "long bow"
    names = with_own_things(NAMES, {"type": "s3.attack", "actor": "iris", "target": "guard", "weapon": "i1"})
    assert thing_named(names, "i1") == "the Hammer of Thunder"
    assert thing_named(with_own_things(NAMES, {"actor": "dog"}), "i1") == "i1"


def joining(fights: Fights[Any], **sheet: str) -> Join:
    hero = next(iter(fights.situations.values())).heroes[0]
    return Join(template=hero, id="hero", sheet=sheet)


def opened(fights: Fights[Any], *joins: Join) -> Recording:
    return Recording("duel", fights.ruleset).play(Open(ruleset=fights.ruleset.key, combatants=joins))


@every_ruleset
def test_a_sheet_may_say_a_pronoun_and_one_that_does_not_is_recorded_as_ever(fights: Fights[Any]) -> None:
    said = opened(fights, joining(fights, pronoun="she")).last(CombatantJoined)
    unsaid = opened(fights, joining(fights)).last(CombatantJoined)
    assert said.sheet == {**unsaid.sheet, "pronoun": "she"}
    assert "pronoun" not in unsaid.sheet
    assert with_pronoun(unsaid, "she") == said
    secret = joining(fights, pronoun="she").model_copy(update={"secret": True})
    assert opened(fights, secret).last(CombatantJoined).pronoun == "she"


@every_ruleset
def test_no_other_word_is_a_pronoun(fights: Fights[Any]) -> None:
    refusal = opened(fights).attempt(joining(fights, pronoun="thou"), None, NARRATOR)
    assert refusal is not None
    assert refusal.field == "command.sheet.pronoun"


@every_ruleset
def test_the_state_keeps_pronouns_and_a_rewind_carries_them_if_there_are_any(fights: Fights[Any]) -> None:
    for sheet, kept in (({"pronoun": "he"}, {"hero": "he"}), ({}, {})):
        recording = opened(fights, joining(fights, **sheet))
        version = len(recording.records)
        assert recording.state.pronouns == kept
        assert recording.play(Note(text="?"), Rewind(to=version)).state.pronouns == kept
        carried = recording.last(Rewound)
        assert ("pronouns" in {**carried.state, **carried.hidden}) == bool(kept)


@every_ruleset
def test_the_pronoun_of_a_secret_sheet_is_read_by_those_who_may_read_the_sheet(fights: Fights[Any]) -> None:
    secret = joining(fights, pronoun="he").model_copy(update={"secret": True})
    recording = opened(fights, secret)
    ruleset: Ruleset[Any] = fights.ruleset
    for speaker, seen in ((NARRATOR, True), (Speaker("player", ("hero",)), True), (SPECTATOR, False)):
        assert (pronoun_key("hero") in ruleset.names(recording.state, speaker)) is seen
        assert ruleset.seen_by(recording.state, speaker).pronouns == ({"hero": "he"} if seen else {})
    version = len(recording.records)
    carried = recording.play(Note(text="?"), Rewind(to=version)).last(Rewound)
    assert ("pronouns" in carried.state, "pronouns" in carried.hidden) == (False, True)


def test_a_timeline_learns_pronouns_and_things_from_the_events_that_bring_them() -> None:
    def bring(event: CombatantJoined) -> dict[str, str]:
        return {thing_key(event.combatant, "i1"): "the halberd"}

    def tell(event: Event, names: Names) -> str:
        return f"{they(names, 'ogre')} and {thing_named(names, 'i1', 'ogre')}."

    ruleset = dataclasses.replace(
        S3, new_things={CombatantJoined: bring}, sentences={**S3.sentences, CombatantJoined: tell}
    )
    joins = (Join(template="one_eyed_ogre", id="ogre", sheet={"pronoun": "he"}),)
    records = Recording("duel").play(Open(ruleset="s3", combatants=joins)).records
    entries = [*EventTeller(ruleset).told_all(Recording("duel").codec, records)]
    assert [entry.sentence for entry in entries if entry.type == "core.combatant_joined"] == ["He and the halberd."]


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("players", "Hanna joins the players."),
        ("red", "Hanna joins the red side."),
        ("hanna", "Hanna joins the fight."),
        ("iris", "Hanna joins the side of Iris."),
        (None, "Hanna joins the fight."),
    ],
)
def test_a_side_that_is_a_combatants_is_told_by_its_name(side: str | None, told: str) -> None:
    joined = CombatantJoined(combatant="hanna", name="Hanna", side=side)
    assert S3.sentences[CombatantJoined](joined, {**NAMES, "hanna": "Hanna"}) == told


def test_the_command_that_answers_and_the_end_of_the_wait_are_not_told() -> None:
    names = {**NAMES, recipient_key("prompt-7-1"): "iris", recipient_key("prompt-7-2"): "narrator"}
    answer = Commanded(
        command={"type": "core.answer", "prompt": "prompt-7-1", "answer": 0},
        command_schema=1,
        ruleset="s3",
        ruleset_version="1",
    )
    for event, told in (
        (answer, ""),
        (
            PromptLapsed(prompt="prompt-7-2", reason="the day is over"),
            "The narrator need not answer any more, because the day is over.",
        ),
        (
            PromptLapsed(prompt="prompt-7-1", reason=f"{NAMES['iris']} has left the fight"),
            f"{NAMES['iris']} has left the fight and need not answer any more.",
        ),
        (Resumed(prompts=("prompt-7-1", "prompt-7-2")), ""),
    ):
        assert S3.sentences[type(event)](event, names) == told


@pytest.mark.parametrize(
    ("reason", "quoted"),
    [
        ("he had meant to talk first", "“he had meant to talk first”."),
        ("he had meant to talk first.", "“he had meant to talk first.”"),
    ],
)
def test_a_reason_is_quoted_and_ends_with_one_full_stop(reason: str, quoted: str) -> None:
    event = Rewound(to=10, epoch=2, commitment="", state={}, reason=reason)
    said = f"The fight goes back to the time before the first round: {quoted}"
    assert S3.sentences[Rewound](event, {}) == said


@every_ruleset
def test_namesakes_are_told_apart_in_the_order_in_which_they_joined(fights: Fights[Any]) -> None:
    template = next(key for key, joins in fights.ruleset.templates.items() if "driver" not in joins)
    joins = tuple([Join(template=template, id=one) for one in ("first", "second", "third")])
    recording = Recording("namesakes", fights.ruleset).play(Open(ruleset=fights.ruleset.key, combatants=joins))
    names = fights.ruleset.names(recording.state, NARRATOR)
    name = recording.state.name_of("first")
    told: dict[str, str] = {}
    for event in recording.codec.decode_events(recording.records):
        told |= fights.ruleset.names_in(event, told)
    for known in (names, told):
        assert [known[one] for one in ("first", "second", "third")] == [name, f"{name} 2", f"{name} 3"]
