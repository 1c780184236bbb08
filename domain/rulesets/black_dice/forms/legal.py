"""What is legal now in Black Dice, as forms.

What a combatant may do is in ``acting``, what the narrator may in ``narrator``, and how prompts are answered in
``answers``. Whether a filling is legal is not decided here: the rules themselves are asked, up to the first die.
"""

from typing import Final

from domain.forms.answers import answer_forms, prompts_for, typed_answer_forms
from domain.forms.core import standing_forms
from domain.forms.model import Form
from domain.model.speaker import Speaker
from domain.ruleset.chapter import prompts_of
from domain.rulesets.black_dice.chapters import CHAPTERS
from domain.rulesets.black_dice.forms.acting import Objection, person_forms, resolve_forms
from domain.rulesets.black_dice.forms.answers import ANSWER_FIELDS, TYPED_ANSWERS
from domain.rulesets.black_dice.forms.narrator import narrator_forms
from domain.rulesets.black_dice.state import Fight

PROMPTS: Final = prompts_of(CHAPTERS)


def legal_forms(fight: Fight, speaker: Speaker, objection: Objection) -> list[Form]:
    """Every command that the speaker may give now, as forms."""
    if fight.status == "closed" or speaker.role == "spectator":
        return []
    mine = prompts_for(fight, speaker)
    found = [
        *answer_forms(PROMPTS, fight, mine, fight.people, ANSWER_FIELDS),
        *typed_answer_forms(fight, mine, fight.people, TYPED_ANSWERS),
    ]
    for person in fight.people.values():
        if speaker.speaks_for(person.id):
            found.extend(person_forms(fight, person, speaker, objection))
    found.extend(resolve_forms(fight, speaker, objection))
    found.extend(standing_forms(fight, speaker))
    if speaker.is_narrator:
        found.extend(narrator_forms(fight))
    return found
