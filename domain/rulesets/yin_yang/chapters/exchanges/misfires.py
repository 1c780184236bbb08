"""Misfires: a dangerous weapon turns against its own side (YY-WPN-26 to YY-WPN-28)."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

import msgspec
from pydantic import TypeAdapter

from domain.core.commands import CombatantId
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, always_silent
from domain.decision.stages import reply
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.harm.damage import Blow, strike
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.said import weapon_name
from domain.rulesets.yin_yang.state import Fight, Part
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, possessive
from domain.text.sentences import SpokenOf


class Misfired(Event, frozen=True, kw_only=True):
    """A dangerous weapon turns against its own side (YY-WPN-26, YY-WPN-27)."""

    type: ClassVar[str] = "yin_yang.misfired"
    words = "Misfire"
    told = Told(brief=AS_SAID)
    example = {"combatant": "knight", "weapon": "old_gun", "victim": "knight"}
    combatant: str
    weapon: Annotated[str, SpokenOf(said.weapon_that_misfires)]
    victim: str

    def says(self) -> str:
        whom = "its own wielder" if self.victim == self.combatant else "{victim}"
        return f"{{weapon}} misfires and strikes {whom}."


class Misfire(msgspec.Struct, frozen=True):
    """A Damage Draw with a dangerous weapon that goes at the wielder or a friend."""

    wielder: str
    weapon: Weapon


def is_dangerous(fight: Fight, part: Part) -> bool:
    """Whether a party strikes with a dangerous weapon; pulled punches set it aside (YY-DMG-19)."""
    weapon = fight.people[part.combatant].weapons.get(part.weapon or "")
    return weapon is not None and "dangerous" in weapon.flaws and not part.pull_punches


def misfire_due(fight: Fight, jack: bool, damage_jack: bool) -> bool:
    """Whether a dangerous weapon misfires: ``jack`` was kept in its test, ``damage_jack`` in its Damage Draw.

    Which of them counts is an option (YY-WPN-26). The reading is that of YY-RUL-49.
    """
    return {"attack": jack, "damage": damage_jack, "both": jack or damage_jack}[fight.options.dangerous_on]


def misfire(decision: Decision[Fight], wielder: str, weapon: Weapon) -> None:
    """Strike the wielder or a friend: the narrator says whom, where there is a choice and he is asked (YY-WPN-27)."""
    due = Misfire(wielder, weapon)
    if decision.state.options.misfire_victim == "self" or len(victims_of(decision.state, wielder)) == 1:
        _strike(decision, due, wielder)
    else:
        about = {"wielder": wielder, "weapon": weapon.id}
        decision.ask(Question("misfire_victim", NARRATOR_ID, about), victim_chosen, due)


@reply("yin_yang.misfires.victim_chosen", Misfire, draws=True)
def victim_chosen(decision: Decision[Fight], due: Misfire, victim: str) -> None:
    """The narrator has said whom it strikes."""
    _strike(decision, due, victim)


def _strike(decision: Decision[Fight], due: Misfire, victim: str) -> None:
    """An ordinary Damage Draw; a Jack in it starts no second misfire (YY-WPN-28)."""
    scores = decision.state.people[due.wielder].derived.weapons[due.weapon.id]
    decision.cause = decision.record(Misfired(combatant=due.wielder, weapon=due.weapon.id, victim=victim))
    strike(decision, Blow(due.wielder, victim, due.weapon, scores, misfire=True))


# The prompt


def victims_of(fight: Fight, wielder: str) -> tuple[str, ...]:
    """Whom a misfire can strike: the wielder, or an able friend in the same sub-fight."""
    near = [
        person.id
        for person in fight.people.values()
        if person.id != wielder
        and person.able
        and fight.friends(person.id, wielder)
        and fight.together(person.id, wielder)
    ]
    return (wielder, *near)


def check_victim(fight: Fight, prompt: Prompt, victim: str) -> None:
    """Only the wielder and its able friends nearby can be struck (YY-PROM-8)."""
    able = victims_of(fight, prompt.about["wielder"])
    names = " or ".join([fight.name_of(who) for who in able])
    detail = f"A misfire strikes the wielder or an able friend nearby: {names}, and not {fight.name_of(victim)}."
    require(victim in able, "YY-WPN-27", detail, field="answer")


def possible_victims(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """Every legal answer."""
    return victims_of(fight, prompt.about["wielder"])


def standing_victim(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The standing answer ``self`` is the wielder (YY-PROM-11)."""
    return prompt.about["wielder"] if fight.policy(owner, prompt.kind) == "self" else None


def asks_victim(event: Prompted, names: Names) -> str:
    """Whose weapon misfires."""
    about = event.about
    misfiring = (weapon_name(names, about["weapon"], about["wielder"]) or "weapon").removeprefix("the ")
    return f"has to say whom {possessive(names, about['wielder'])} misfiring {misfiring} strikes"


def tells_victim(event: Answered, names: Names) -> str:
    """That somebody is named; the misfire tells who."""
    return "lets every misfire strike the wielder" if event.given == "self" else "says whom the misfire strikes"


MISFIRE_VICTIM: PromptKind[Fight] = PromptKind(
    "misfire_victim",
    TypeAdapter(CombatantId),
    check_victim,
    possible_victims,
    policy=standing_victim,
    policy_type=TypeAdapter(Literal["self"]),
    narrator_only=True,
    question="whom the misfire strikes",
    words="Victim of a misfire",
    asks=asks_victim,
    tells=tells_victim,
    silent=always_silent,
)


MISFIRES: Chapter[Fight] = Chapter(events=(Misfired,), prompts=(MISFIRE_VICTIM,), stages=(victim_chosen,))
