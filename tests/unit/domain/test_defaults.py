"""Tests of the defaults that a ruleset derives from its declarations: options, guard, sheets and legal alternatives."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from domain.chance.draws import Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import CORE_COMMANDS, Answer, Close, Command, Join, Note, Open, Rule, SetPolicy
from domain.core.events import CORE_EVENTS
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.decider import Decided, decide
from domain.ruleset.ruleset import Ruleset
from tests.laws.menus import assert_offered, menu_of
from tests.toy_rulesets.fair import FAIR, Bet, Fair, Feast, Guess
from yarrow_client.options.forms import Values

ANN, BOB = Speaker("player", ("ann",)), Speaker("player", ("bob",))
NAMES = ("ann", "bob", "stranger")


def given(state: Fair, command: Command, speaker: Speaker = NARRATOR) -> Decided[Fair] | Refusal:
    return decide(FAIR, state, command, speaker, Supplied([]), secrets=SeedMaterial("0" * 64))


def after(state: Fair, command: Command, speaker: Speaker = NARRATOR) -> Fair:
    decision = given(state, command, speaker)
    assert isinstance(decision, Decided), decision
    return decision.state


@pytest.fixture
def fair() -> Fair:
    guests = (Join(sheet={"name": "Ann"}), Join(sheet={"name": "Bob", "purse": 1}))
    return after(Fair(id="fair"), Open(ruleset="fair", combatants=guests))


def commands() -> Iterator[Command]:
    """Yield commands of every kind, many of them illegal for every speaker."""
    for actor, coins, on, twice in product(NAMES, (1, 2, 3, 9), NAMES, (False, True)):
        yield Bet(actor=actor, coins=coins, on=on, how="aloud", twice=twice)
        yield Bet(actor=actor, coins=coins, on=on, how="in_silence", twice=twice)
    yield Bet(actor="ann", coins=1, on="bob", how="aloud", word="Ha!")
    for one, other in product(NAMES, NAMES):
        yield Feast(guests=(one, other), dishes={"soup": 2})
        yield Feast(guests=(one,))
    yield from (Guess(actor=name) for name in NAMES)
    yield from (Note(text="It rains."), Rule(text="So be it."), Close(), Join(sheet={"name": "Cy"}), Join())
    yield from (SetPolicy(of=name, kind="number", answer=7) for name in NAMES)
    yield from (Answer(prompt="prompt-6-1", answer=answer) for answer in (1, 2, "many"))


def test_a_command_is_accepted_if_and_only_if_it_is_an_option(fair: Fair) -> None:
    accepted = []
    for state in (fair, after(fair, Guess(actor="bob"))):
        for speaker in (NARRATOR, ANN, BOB, SPECTATOR):
            menu = menu_of(FAIR, state, speaker)
            for command in commands():
                taken = isinstance(given(state, command, speaker), Decided)
                assert_offered(menu, command, accepted=taken)
                accepted.append((type(command), taken))
    assert {
        (kind, taken)
        for kind in (Bet, Feast, Guess, Answer, Note, Rule, Close, Join, SetPolicy)
        for taken in (True, False)
    } <= set(accepted)


def test_only_fillings_that_the_rules_accept_are_listed(fair: Fair) -> None:
    bob_broke = after(fair, Bet(actor="bob", coins=1, on="ann", how="aloud"))
    assert {bet["actor"] for bet in bets(bob_broke, NARRATOR)} == {"ann"}
    assert bets(bob_broke, BOB) == []
    assert [(bet["coins"], bet["on"], bet["how"]) for bet in bets(fair, ANN)] == [
        (1, "ann", "aloud"),
        (1, "ann", "in_silence"),
        (1, "bob", "aloud"),
        (1, "bob", "in_silence"),
        (2, "ann", "aloud"),
        (2, "ann", "in_silence"),
        (2, "bob", "aloud"),
        (2, "bob", "in_silence"),
        (3, "ann", "aloud"),
        (3, "bob", "aloud"),
    ]


def test_with_more_fillings_than_can_be_tried_the_fields_are_checked(fair: Fair) -> None:
    crowd = fair
    for number in range(25):
        crowd = after(crowd, Join(sheet={"name": f"Guest {number}"}))
    menu = menu_of(FAIR, crowd, ANN)
    [form] = [form for form in menu.forms if form.command == "fair.bet"]
    assert [field["name"] for field in form.fields if field["check"]] == [
        "actor",
        "coins",
        "on",
        "how",
        "twice",
        "word",
    ]
    actor, coins, on, *_ = form.fields
    assert [values.listed for field in (actor, on) if (values := menu.values(field, {}))] == [
        [("ann", "Ann")],
        list(menu.names.items()),
    ]
    assert (values := menu.values(coins, {})) is not None
    assert values.span == (1, 9)


def test_a_list_of_ids_is_some_of_those_who_are_here_as_many_as_the_command_takes(fair: Fair) -> None:
    menu = menu_of(FAIR, fair, NARRATOR)
    [feast] = [form for form in menu.forms if form.command == "fair.feast"]
    guests = feast.fields[0]
    assert (guests["name"], guests["in"], guests["many"], guests["required"]) == ("guests", "names", [1, 2], True)


def test_nothing_is_legal_for_who_watches_and_when_all_is_over(fair: Fair) -> None:
    for menu in (menu_of(FAIR, fair, SPECTATOR), menu_of(FAIR, after(fair, Close()), NARRATOR)):
        assert (menu.forms, menu.prompts) == ([], [])


def bets(state: Fair, speaker: Speaker) -> list[dict[str, Any]]:
    """Return every filling of the required fields of a bet, in the order in which they are listed."""
    menu = menu_of(FAIR, state, speaker)
    forms = [form for form in menu.forms if form.name == "fair.bet"]
    filled: list[dict[str, Any]] = [{} for _ in forms]
    for field in (field for form in forms for field in form.fields if menu.requires(field, {})):
        values = [(before, menu.values(field, before) or Values()) for before in filled]
        filled = [{**before, field["name"]: value} for before, some in values for value, _ in some.listed]
    return filled


def test_whoever_a_command_names_has_to_be_here(fair: Fair) -> None:
    for command, field in (
        (Bet(actor="ann", coins=1, on="stranger", how="aloud"), "command.on"),
        (Feast(guests=("bob", "stranger")), "command.guests[1]"),
    ):
        refused = given(fair, command)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.field) == ("invalid", field)
        assert refused.detail == "No one here is called “stranger”; there are ann, bob."


def test_beside_a_refusal_stands_what_the_forms_offer_in_its_place(fair: Fair) -> None:
    dear = Bet(actor="bob", coins=2, on="ann", how="aloud")
    for speaker, legal in ((BOB, ("fair.bet", "fair.guess")), (NARRATOR, ("fair.bet", "fair.feast", "fair.guess"))):
        refused = given(fair, dear, speaker)
        assert isinstance(refused, Refusal)
        assert (refused.rule, refused.legal) == ("FAIR-BET-1", legal)


def test_a_state_that_is_not_simple_must_say_what_a_sheet_is() -> None:
    words: dict[str, Any] = {"key": "bare", "title": "Bare", "version": "1", "state": Encounter, "rules": {}}
    with pytest.raises(TypeError, match="Encounter is not a SimpleState, so its ruleset must set sheet_model"):
        Ruleset(**words, decide={}, evolve={}, sentences={})


def test_what_every_encounter_knows_is_in_every_ruleset_once() -> None:
    assert FAIR.events[: len(CORE_EVENTS)] == CORE_EVENTS
    assert len(set(FAIR.events)) == len(FAIR.events)
    assert set(FAIR.decide) == set(CORE_COMMANDS)
    assert all(command in FAIR.decide or command.decide is not Command.decide for command in FAIR.commands)
    assert set(FAIR.evolve) == set(FAIR.sentences) == set(FAIR.events)
