from domain.story.throws import Face, Throw, ThrowPart, merged

FALLEN = Throw(kind="percentile", who="eva", faces=(Face(40),), result=40, source="supplied", id="roll-7")


def test_what_several_events_say_of_a_throw_is_one_throw_with_all_its_parts() -> None:
    told = [
        Throw(kind="percentile", who="eva", purpose="To-Hit Roll: Sword", id="roll-7"),
        Throw(kind="percentile", parts=(ThrowPart("base", 60),), target=60, id="roll-7"),
        Throw(kind="dice", faces=(Face(3),)),
        FALLEN,
        Throw(kind="percentile", parts=(ThrowPart("Fate", 10),), target=70, won=True, id="roll-7"),
    ]
    whole = Throw(
        kind="percentile",
        who="eva",
        purpose="To-Hit Roll: Sword",
        parts=(ThrowPart("base", 60), ThrowPart("Fate", 10)),
        faces=(Face(40),),
        result=40,
        target=70,
        source="supplied",
        won=True,
        id="roll-7",
    )
    assert merged(told) == (whole, Throw(kind="dice", faces=(Face(3),)))


def test_a_throw_of_which_neither_faces_nor_outcome_are_told_is_left_out() -> None:
    assert merged([Throw(kind="percentile", target=60, id="roll-7")]) == ()
    assert merged([Throw(kind="coins")]) == (Throw(kind="coins"),)
