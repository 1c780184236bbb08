import pytest

from domain.story.clauses import Clause, as_clause
from domain.story.composing import compose


def test_predicates_of_one_subject_are_joined_and_other_subjects_follow_after_a_semicolon() -> None:
    clauses = [
        Clause("Ogre", "shoots Bell with the pistol"),
        Clause("Ogre", "hits"),
        Clause("Bell", "takes", "2 points of damage"),
        Clause("Bell", "takes", "a light wound"),
    ]
    told = "Ogre shoots Bell with the pistol and hits; Bell takes 2 points of damage and a light wound."
    assert compose(clauses) == told


def test_a_predicate_with_a_comma_or_a_list_is_set_off_by_a_comma() -> None:
    assert compose([Clause("Ogre", "hits, 5 to 4"), Clause("Ogre", "falls")]) == "Ogre hits, 5 to 4, and falls."
    assert compose([Clause("Ogre", "steps to (1, 0)"), Clause("Ogre", "aims")]) == "Ogre steps to (1, 0) and aims."


def test_a_new_object_is_not_told_before_what_has_happened_in_between() -> None:
    spends = [Clause("Ogre", "spends", points) for points in ("1 pip on the roll", "5 pips to lessen the damage")]
    both_hit = Clause("", "Ogre and Bell both hit")
    assert compose([*spends, both_hit]) == (
        "Ogre spends 1 pip on the roll and 5 pips to lessen the damage; Ogre and Bell both hit."
    )
    assert compose([spends[0], both_hit, spends[1]]) == (
        "Ogre spends 1 pip on the roll; Ogre and Bell both hit; Ogre spends 5 pips to lessen the damage."
    )
    refused = Clause("Ogre", "does not get", "another roll")
    assert compose([refused, both_hit, refused]) == "Ogre does not get another roll; Ogre and Bell both hit."
    lost = [Clause("Ogre", "loses", points, adds=True) for points in ("2 points", "1 point")]
    assert compose([lost[0], both_hit, lost[1]]) == "Ogre loses 3 points; Ogre and Bell both hit."


def test_several_who_do_the_same_are_named_together_unless_it_is_with_something_of_their_own() -> None:
    assert compose([Clause("Ogre", "joins the fight"), Clause("Bell", "joins the fight")]) == (
        "Ogre and Bell join the fight."
    )
    own = [Clause("Ogre", "draws her sword"), Clause("Bell", "draws her sword")]
    assert compose(own) == "Ogre draws her sword; Bell draws her sword."


def test_a_clause_without_a_subject_stands_by_itself_and_the_first_letter_is_a_capital() -> None:
    clauses = [Clause("", "the shield stops 3 points"), Clause("bell", "falls")]
    assert compose(clauses) == "The shield stops 3 points; bell falls."


def test_a_quoted_end_gets_no_second_full_stop() -> None:
    assert compose([Clause("Ogre", "does this: “It falls.”")]) == "Ogre does this: “It falls.”"


def test_a_clause_continues_with_what_another_lends_to_it() -> None:
    hit = Clause("Ogre", "hits Bell").continued(Clause("Ogre", "with the pistol"))
    assert hit == Clause("Ogre", "hits Bell with the pistol")
    assert hit.continued(Clause("Ogre", ",", "40 against 72")) == Clause(
        "Ogre", "hits Bell with the pistol,", "40 against 72"
    )


def test_two_parentheses_in_succession_become_one() -> None:
    hit = Clause("Ogre", "hits Bell (a critical success)").continued(Clause("Ogre", "(double damage)"))
    assert hit == Clause("Ogre", "hits Bell (a critical success, double damage)")
    numbered = Clause("Ogre", "hits Bell,", "02 against 72 (a critical success)")
    assert numbered.continued(Clause("Ogre", "", "(double damage)")).object == (
        "02 against 72 (a critical success, double damage)"
    )


def test_a_number_of_several_is_that_of_each() -> None:
    assert compose([Clause("Ogre", "spends 1 action"), Clause("Bell", "spends 1 action")]) == (
        "Ogre and Bell each spend 1 action."
    )
    assert compose([Clause("Ogre", "falls (6 dice)"), Clause("Bell", "falls (6 dice)")]) == (
        "Ogre and Bell fall (6 dice)."
    )
    assert compose([Clause("Ogre", "is 2 steps away"), Clause("Bell", "is 2 steps away")]) == (
        "Ogre and Bell are 2 steps away."
    )


def test_what_the_same_several_do_together_and_each_is_one_clause() -> None:
    clauses = [Clause("Ogre and Bell", "fall"), Clause("Ogre", "loses 1 action"), Clause("Bell", "loses 1 action")]
    assert compose(clauses) == "Ogre and Bell fall and each lose 1 action."


def test_what_happens_again_is_told_again() -> None:
    harm, wound = Clause("Bell", "takes", "2 points of damage"), Clause("Bell", "takes", "a light wound")
    assert compose([harm, harm]) == "Bell takes 2 points of damage and another 2."
    assert compose([harm, wound, harm, wound]) == (
        "Bell takes 2 points of damage, a light wound, another 2 points of damage and another light wound."
    )


def test_what_neighbouring_predicates_begin_with_is_said_once() -> None:
    def told(*predicates: str) -> str:
        return compose([Clause("Bell", one) for one in predicates])

    assert told("fails with the trip, 22 to 28", "fails with the follow-up, 26 to 28", "falls") == (
        "Bell fails with the trip, 22 to 28, and with the follow-up, 26 to 28, and falls."
    )
    assert told("fails to hide from Ogre, 0 to 1", "fails to hide from Ash, 0 to 4") == (
        "Bell fails to hide from Ogre, 0 to 1, and from Ash, 0 to 4."
    )
    assert told("stays on the roof", "stays on the ladder") == "Bell stays on the roof and on the ladder."
    assert told("hits the wall", "hits the door") == "Bell hits the wall and hits the door."


def test_an_object_with_quoted_words_is_not_named_again_without_them() -> None:
    refused = [Clause("Bell", "does not get", one) for one in ("another roll (“too late”)", "another roll")]
    between = Clause("Bell", "hits Ogre (5 to 3)")
    assert compose([refused[0], between, refused[1]]) == (
        "Bell does not get another roll (“too late”) and hits Ogre (5 to 3)."
    )
    dice = [Clause("Bell", "spends", one) for one in ("a die on the roll (“a gust”)", "a die on the roll")]
    assert compose(dice) == "Bell spends a die on the roll (“a gust”) and another die on the roll."
    assert compose([refused[1], between, refused[0]]) == (
        "Bell does not get another roll (“too late”) and hits Ogre (5 to 3)."
    )
    assert compose(dice[::-1]) == "Bell spends a die on the roll and a die on the roll (“a gust”)."


def test_a_thing_that_has_just_been_named_is_called_it() -> None:
    def told(first: str, second: str) -> str:
        return compose([Clause("Bell", first), Clause("Bell", second)])

    assert told("readies the grenade", "attacks Ogre with the grenade") == (
        "Bell readies the grenade and attacks Ogre with it."
    )
    assert told("takes the claws in both hands", "attacks Ogre with the claws, aiming at the eyes") == (
        "Bell takes the claws in both hands and attacks Ogre with them, aiming at the eyes."
    )
    assert told("readies the cutlass", "hits Ogre with the cutlass, 3 to 1") == (
        "Bell readies the cutlass and hits Ogre with it, 3 to 1."
    )
    assert told("readies a weapon", "attacks Ogre with a weapon") == "Bell readies a weapon and attacks Ogre with it."
    assert told("readies the rifle", "attacks Ogre with the rifle's bayonet") == (
        "Bell readies the rifle and attacks Ogre with its bayonet."
    )


def test_a_thing_is_named_where_it_could_be_another() -> None:
    two = [Clause("Bell", "drops the pistol and the knife"), Clause("Bell", "attacks Ogre with the knife")]
    assert compose(two) == "Bell drops the pistol and the knife, and attacks Ogre with the knife."
    longer = [Clause("Bell", "readies the sword"), Clause("Bell", "attacks Ogre with the sword-pistol")]
    assert compose(longer) == "Bell readies the sword and attacks Ogre with the sword-pistol."
    others = [Clause("Bell", "readies the knife"), Clause("Ogre", "attacks Bell with the knife")]
    assert compose(others) == "Bell readies the knife; Ogre attacks Bell with the knife."


def test_numbers_of_the_same_things_are_added_up_where_their_clauses_say_so() -> None:
    pips = [
        Clause("Ogre", "helps Bell with", f"{number} of fate", adds=True) for number in ("1 pip", "2 pips", "4 pips")
    ]
    assert compose(pips) == "Ogre helps Bell with 7 pips of fate."
    kinds = [
        Clause("Ogre", "spends", one, adds=True) for one in ("1 pip of fate on the roll", "2 pips of fate to live")
    ]
    assert compose(kinds) == "Ogre spends 1 pip of fate on the roll and 2 pips of fate to live."


def test_what_follows_a_clause_after_a_colon_has_its_subject_again() -> None:
    clauses = [Clause("Ogre", "cannot strike: Bell is out of reach"), Clause("Ogre", "steps to (1, 0)")]
    assert compose(clauses) == "Ogre cannot strike: Bell is out of reach; Ogre steps to (1, 0)."
    assert compose(clauses[::-1]) == "Ogre steps to (1, 0) and cannot strike: Bell is out of reach."
    quoted = [Clause("Ogre", "does this: “the lamp falls”"), Clause("Ogre", "steps to (1, 0)")]
    assert compose(quoted) == "Ogre does this: “the lamp falls”, and steps to (1, 0)."
    confessed = [Clause("Ogre", "confesses to Bell: “It was me”"), Clause("Ogre", "loses", "2 hit points, down to 9")]
    assert compose(confessed) == "Ogre confesses to Bell: “It was me”, and loses 2 hit points, down to 9."
    waited = [
        Clause("Ogre", "does what Bell is waiting for, but Bell may not act yet"),
        Clause("Ogre", "cannot strike"),
    ]
    assert compose(waited) == "Ogre does what Bell is waiting for, but Bell may not act yet; Ogre cannot strike."


def test_a_sentence_about_two_who_are_named_first_is_no_predicate_of_one_of_them() -> None:
    seen = as_clause(["Ogre", "Bell"], "Ogre and Bell see each other.")
    assert seen == Clause("", "Ogre and Bell see each other")
    assert as_clause(["Ogre"], "Ogre holds.") == Clause("Ogre", "holds")
    told = compose([Clause("Ogre", "holds until tick 2"), seen])
    assert told == "Ogre holds until tick 2; Ogre and Bell see each other."


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        (
            [("Pryce", "falls unconscious from his wounds"), ("Pryce", "is awake again")],
            "Pryce falls unconscious from his wounds, is awake again and falls unconscious again.",
        ),
        (
            [("Pryce", "falls unconscious from his wounds"), ("Bell", "waits")],
            "Pryce falls unconscious from his wounds; Bell waits; Pryce falls unconscious again.",
        ),
        ([("Pryce", "falls unconscious from his wounds")], "Pryce falls unconscious from his wounds."),
    ],
)
def test_what_happens_to_somebody_once_more_is_told_with_again(clauses: list[tuple[str, str]], told: str) -> None:
    falls = Clause("Pryce", "falls unconscious from his wounds")
    assert compose([*[Clause(*one) for one in clauses], falls]) == told


@pytest.mark.parametrize(
    ("predicates", "told"),
    [
        (
            ["fails to outrun Bell, 0 to 1", "fails to outrun Will, 0 to 0, by the coin"],
            "Ogre fails to outrun Bell, 0 to 1, and Will, 0 to 0, by the coin.",
        ),
        (
            ["fails to hide from Bell, 0 to 1", "fails to hide from Will, 0 to 4"],
            "Ogre fails to hide from Bell, 0 to 1, and from Will, 0 to 4.",
        ),
        (
            ["strikes back at Bell with a knife", "strikes back at Will with bare fists", "does not act after all"],
            "Ogre strikes back at Bell with a knife and at Will with bare fists, and does not act after all.",
        ),
        (["is no longer stunned", "is no longer ill"], "Ogre is no longer stunned and no longer ill."),
        (["is ahead of the cart 2", "is ahead of the cart"], "Ogre is ahead of the cart 2 and of the cart."),
        (["loses 2 hit points", "loses the knife"], "Ogre loses 2 hit points and loses the knife."),
    ],
)
def test_what_several_predicates_begin_with_is_said_once(predicates: list[str], told: str) -> None:
    assert compose([Clause("Ogre", one) for one in predicates]) == told


def test_a_name_that_has_a_thing_is_said_in_full() -> None:
    whole, named = "Guard with a whistle", ("Bell", "Guard with a whistle", "Guard")
    blow = [Clause("Bell", f"attacks {whole}, aiming at the eyes"), Clause("Bell", f"misses {whole}")]
    assert compose(blow, named) == f"Bell attacks {whole}, aiming at the eyes, and misses {whole}."
    readied = [Clause("Bell", "readies the knife"), Clause("Bell", f"attacks {whole} with the knife")]
    assert compose(readied, named) == f"Bell readies the knife and attacks {whole} with it."
