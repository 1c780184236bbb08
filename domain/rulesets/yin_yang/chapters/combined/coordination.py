"""What acting together costs each participant, and who has a word in it (YY-COMB-6, YY-PROM-3, YY-PROM-4)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Answering
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import Field, among, listed, looked_up, record, several, span
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.combined.consent import Consent, check_consent, in_full, is_over
from domain.rulesets.yin_yang.chapters.decks.hands import can_pay, costs_card, require_action
from domain.rulesets.yin_yang.chapters.decks.open_hands import best_card
from domain.rulesets.yin_yang.chapters.exchanges.policies import policy_of
from domain.rulesets.yin_yang.chapters.vocabularies import asked_to, cards_to_play, less, people
from domain.rulesets.yin_yang.parts import ADDED_SAID, Consenting, Joining
from domain.rulesets.yin_yang.state import Fight, Part, Person
from domain.text.phrases import Names, all_named, named, possessive
from domain.text.words import Label, Words

Join = Joining | str
"""Whether one joins, with the card that one plays, or ``yes`` or ``no``."""


def agrees(answer: Join | None) -> bool:
    """Whether somebody joins; whoever cannot answer any more does not."""
    return answer.joins if isinstance(answer, Joining) else answer == "yes"


def cost_of_each(fight: Fight, *, waived: bool = False) -> int:
    """Actions of each participant: one for the deed, the others to coordinate unless the narrator waives them."""
    return 1 if waived else 1 + fight.options.combined_dedication  # YY-RUL-25


def in_reach(fight: Fight, person: Person) -> int:
    """What somebody has to hold before the narrator has said whether coordination is waived: what there is of it."""
    return max(1, min(cost_of_each(fight), person.actions))


def needs_card(fight: Fight, who: str) -> bool:
    """Whether a participant has to name the card of an open hand that it plays."""
    person = fight.people[who]
    return costs_card(fight, person, count=in_reach(fight, person))


def playing(fight: Fight, part: Part, count: int) -> Part:
    """A part without the card that is not played after all, where extra actions pay for everything."""
    return part if costs_card(fight, fight.people[part.combatant], count=count) else replace(part, hand_card=None)


def check_join(fight: Fight, prompt: Prompt, answer: Join) -> None:
    """Refuse a card where none is played, and joining without one where one is (YY-DECK-14)."""
    card = answer.hand_card if isinstance(answer, Joining) else None
    if not agrees(answer):
        staying_out = "Those who stay out play no card; leave it out."
        require(card is None, "YY-DECK-14", staying_out, field="answer.hand_card")
    else:
        person = fight.people[prompt.to]
        require_action(fight, person, card, count=in_reach(fight, person), field="answer", spender=None)


def plain_joins(fight: Fight, prompt: Prompt) -> list[Json]:
    """Yes and no; whoever plays a card of an open hand has to name it."""
    return ["no"] if needs_card(fight, prompt.to) else ["yes", "no"]


def standing_join(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy as an answer (YY-PROM-11); from an open hand it plays the best card for its part."""
    policy = policy_of(fight, prompt, owner)
    if policy != "yes" or not needs_card(fight, prompt.to):
        return policy
    person, about = fight.people[prompt.to], prompt.about
    part = Part(person.id, tuple(about["attributes"]), about.get("ability"))
    return {"joins": True, "hand_card": best_card(fight, person, part, count=in_reach(fight, person))}


def is_settled(fight: Fight, prompt: Prompt) -> str | None:
    """Why nobody needs to say any more whether it joins: another does not, or somebody has fallen (YY-COMB-2)."""
    group = next((group for group in fight.waiting if prompt.id in group.questions), None)
    answers = {} if group is None else {**group.answers, **fight.answers}
    for name, question in {} if group is None else group.questions.items():
        said = answers.get(name)
        if said == "no" or (isinstance(said, dict) and not said["joins"]):
            return f"{fight.name_of(question.to)} does not join"
    return who_has_fallen(fight, prompt)


def who_has_fallen(fight: Fight, prompt: Prompt) -> str | None:
    """Why nothing comes of acting together (YY-COMB-2): somebody that the prompt is about has fallen; None if not."""
    who = hindering(fight, prompt.about["combatants"], prompt.about.get("target"))
    if who is None:
        return None
    return f"{fight.name_of(who)} is out of {'action' if who in prompt.about['combatants'] else 'the fight'}"


def hindering(fight: Fight, combatants: Iterable[str], target: str | None) -> str | None:
    """Who keeps several from acting together: one of them out of action, or a target dead or fled; None if nobody."""
    fallen = next((who for who in combatants if not fight.people[who].able), None)
    if fallen is None and target is not None and fight.people[target].gone:
        return target
    return fallen


def check_any_consent(fight: Fight, prompt: Prompt, answer: Consent) -> None:
    """Besides its common conditions: what is not waived has to be there to be spent (YY-COMB-6)."""
    check_consent(fight, prompt, answer)
    consent = in_full(answer)
    if prompt.about["about"] == "combine" and consent.allow:
        needed = cost_of_each(fight, waived=consent.waive_dedication)
        poor = lacking(fight, prompt.about["combatants"], needed)
        who = fight.name_of(poor or "")
        said = f"{who} does not have the {needed} actions that it takes; waive those for coordinating, or deny it."
        require(poor is None, "YY-COMB-6", said, field="answer.waive_dedication")


def lacking(fight: Fight, combatants: list[str], needed: int) -> str | None:
    """Who of them has not the actions that it takes in a turn; None if all have."""
    poor = (who for who in combatants if fight.phase == "turn" and fight.people[who].actions < needed)
    return next(poor, None)


def is_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Why the narrator needs to consent to nothing any more."""
    if prompt.about["about"] != "combine":
        return is_over(fight, prompt)
    return who_has_fallen(fight, prompt)


ASKED_TO_JOIN: Final = Vocabulary[Fight]("asked to join", lambda view: asked_to(view, "join_combined"))


JOIN: Final = Labelled(True, Label("join_in"))
STAY_OUT: Final = Labelled(False, Label("stay_out"))


def _joining(view: View[Fight]) -> dict[str, Any]:
    """Return whether those who are asked may join: they may always stay out."""
    return {
        person.id: (JOIN, STAY_OUT) if can_pay(view.state, person, count=in_reach(view.state, person)) else (STAY_OUT,)
        for person in people(view, view[ASKED_TO_JOIN])
    }


def _cards_to_join(view: View[Fight]) -> dict[str, Any]:
    """Return the cards that they play if they join."""
    fight = view.state
    asked = people(view, view[ASKED_TO_JOIN])
    found = {person.id: cards_to_play(fight, person, count=in_reach(fight, person)) for person in asked}
    return {who: {"true": cards} for who, cards in found.items() if cards}


class JoinCombined(Answering, Joining):
    """Say whether to join a combined action (YY-COMB-2).

    Answers `join_combined`.
    """

    form = {
        "actor": among(ASKED_TO_JOIN),
        "joins": looked_up(Vocabulary[Fight]("joining", _joining), "actor"),
        "hand_card": looked_up(
            Vocabulary[Fight]("cards to join with", _cards_to_join), "actor", "joins", required=True
        ),
    }
    answers_to = "join_combined"
    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    says = ()
    example = {"actor": "cryptos", "joins": True}
    words = Words("Join in", "{joins}[, playing {hand_card}]", group="turn", prominence="main")
    type: Literal["yin_yang.join_combined"] = "yin_yang.join_combined"

    def decide(self, decision: Decision[Fight]) -> None:
        """Join a combined action, or do not (YY-COMB-2)."""
        give_answer(decision, "join_combined", self.actor, answer_fields(self, Joining))


def _trying(about: Mapping[str, Any], names: Names) -> str:
    """What several would do together: `` in attacking Wedge``, `` in trying “lift the gate” against Wedge``."""
    target = named(names, about["target"]) if "target" in about else ""
    if about.get("call") == "attack":
        return f" in attacking {target}"
    against = f" against {target}" if target else ""
    return f" in trying “{about['goal']}”{against}" if "goal" in about else against


def asks_join(event: Prompted, names: Names) -> str:
    """Who else combines."""
    about = event.about
    others = [who for who in about["combatants"] if who != event.to]
    return f"has to say whether to join {all_named(names, others)}{_trying(about, names)}"


def tells_join(event: Answered, names: Names) -> str:
    """Whether somebody joins in."""
    answer = event.given
    joins = answer["joins"] if isinstance(answer, dict) else answer == "yes"
    return "agrees to join in" if joins else "does not join in"


def asks_consent(event: Prompted, names: Names) -> str:
    """What the narrator is asked to consent to."""
    about = event.about
    if about["about"] == "combine":
        return f"has to say whether {all_named(names, about['combatants'])} may act together{_trying(about, names)}"
    if about["about"] == "charge":
        return f"has to say whether {named(names, about['combatant'])} may charge"
    goal = f": “{about['goal']}”" if "goal" in about else ""
    return f"has to say whether {possessive(names, about['combatant'])} attempt is allowed{goal}"


def tells_consent(event: Answered, names: Names) -> str:
    """Whether what is tried is allowed."""
    answer = event.given
    allowed = answer["allow"] if isinstance(answer, dict) else answer == "allow"
    return f"{'allows' if allowed else 'forbids'} what is tried"


JOIN_COMBINED: PromptKind[Fight] = PromptKind(
    "join_combined",
    TypeAdapter(Joining | Literal["yes", "no"]),
    check_join,
    policy=standing_join,
    moot=is_settled,
    sealed=True,
    sheet_fields=frozenset({"ability"}),
    policy_type=TypeAdapter(Literal["yes", "no"]),
    question="whether to join in",
    words="Combined action",
    asks=asks_join,
    tells=tells_join,
    sealed_as="decides in secret whether to join in",
    fields=lambda fight, prompt: (among(tuple(plain_joins(fight, prompt))),),
    occasion=Occasion("YY-PROM-3", "when others combine, of each partner"),
)


def consent_fields(fight: Fight, prompt: Prompt) -> Iterator[Field]:
    """Yield the word or the whole of a consent (YY-PROM-4); a combined action may lack what it takes (YY-COMB-6)."""
    about = prompt.about
    combined = about["about"] == "combine"
    waivers = [
        waived
        for waived in ((True, False) if combined else (False,))
        if not combined or lacking(fight, about["combatants"], cost_of_each(fight, waived=waived)) is None
    ]
    allowed = {"allow": (True,)}
    others = less(tuple(fight.people), about.get("combatants", [about["combatant"]]))
    yield listed(*(("allow",) if False in waivers else ()), "deny")
    yield record(
        {
            "allow": listed(*((True,) if waivers else ()), False, required=True),
            "may_counter": several(others, most=200, when=allowed, required=False, default=[]),
            "bonus": span(0, 5, when=allowed, required=False, default=0),
            "penalty": span(0, 5, when=allowed, required=False, default=0),
            "waive_dedication": listed(*waivers, when=allowed, required=True, default=False),
        },
        phrase="{allow}[, {may_counter} may counter]"
        f"{ADDED_SAID}[, coordination costs nothing{{waive_dedication?}}]",
    )


CONSENT: PromptKind[Fight] = PromptKind(
    "consent",
    TypeAdapter(Consenting | Literal["allow", "deny"]),
    check_any_consent,
    moot=is_moot,
    narrator_only=True,
    question="whether to allow what is tried",
    words="Consent",
    asks=asks_consent,
    tells=tells_consent,
    silent=always_silent,
    fields=consent_fields,
)


COORDINATION: Chapter[Fight] = Chapter(
    commands=(JoinCombined,),
    prompts=(JOIN_COMBINED, CONSENT),
    labels={
        "text.join_in": "Join in",
        "text.stay_out": "Do not join in",
    },
)
