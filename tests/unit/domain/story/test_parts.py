from domain.story.facts import Said
from domain.story.parts import parts_of
from domain.story.shapes import Part
from domain.story.throws import Face, Throw

SAID = Said({"Ogre": "ogre", "Ogre 2": "ogre_2", "guard": "guard"}, {"pistol": "pistol"})


def test_names_things_and_numbers_are_pieces_and_the_longest_name_comes_first() -> None:
    parts = parts_of("Ogre 2 shoots Ogre's friend with the pistol: −2 to 11.", SAID)
    assert parts == (
        Part("Ogre 2", combatant="ogre_2"),
        Part(" shoots "),
        Part("Ogre", combatant="ogre"),
        Part("'s friend with the "),
        Part("pistol", thing="pistol"),
        Part(": "),
        Part("−2", number=-2),
        Part(" to "),
        Part("11", number=11),
        Part("."),
    )


def test_what_is_quoted_or_part_of_another_word_is_plain_text() -> None:
    parts = parts_of("A note: “Ogre has 3 lives.” Ogreish.", SAID)
    assert parts == (Part("A note: “Ogre has 3 lives.” Ogreish."),)


def test_a_name_that_begins_a_sentence_is_found_with_a_capital_letter() -> None:
    assert parts_of("Guard hits guard.", SAID)[0] == Part("Guard", combatant="guard")


def test_the_faces_of_each_throw_are_a_piece_of_their_own() -> None:
    throws = [Throw(kind="coins", faces=(Face("H"), Face("T"))), Throw(kind="dice", faces=(Face(6), Face(1)))]
    parts = parts_of("It lands ●○, then ⚅⚀, and ●○ again.", SAID, throws)
    assert [(part.text, part.throw) for part in parts if part.throw is not None] == [("●○", 0), ("⚅⚀", 1), ("●○", 0)]
