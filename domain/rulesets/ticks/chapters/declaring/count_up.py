"""The count up of declarations under seal (TK-DECL)."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Answering, Narrating, PhaseRule
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision, PromptResult
from domain.decision.prompts import ALWAYS_ASKED, Occasion, PromptKind, any_answer, silent_unless_sent
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import answer_fields, give_answer, open_prompt
from domain.fields.field import listed
from domain.fields.sets import Labelled
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.count_down import (
    Counting,
    TickCalled,
    count_down,
)
from domain.rulesets.ticks.chapters.declaring.choices import VARIANTS
from domain.rulesets.ticks.chapters.declaring.declarations import (
    check_declare,
    condition_moot,
    declaration_of,
    out_of_it,
)
from domain.rulesets.ticks.chapters.declaring.starts import declaration_tick, start_of
from domain.rulesets.ticks.chapters.narrator.trials import DeclarationUpheld
from domain.rulesets.ticks.parts import SEALED, Declaring
from domain.rulesets.ticks.said import (
    declarations_in_short,
    declarations_said,
    own_declaration_said,
)
from domain.rulesets.ticks.state import Declaration, Fight, Person
from domain.rulesets.ticks.words import DECLARATION, TO_ROUND
from domain.story.told import Told
from domain.text.phrases import Names, possessive
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Label, Variant, Words


class ResolutionStarted(Event, frozen=True, kw_only=True):
    """The count down begins, at the highest start (TK-RES-1)."""

    type: ClassVar[str] = "ticks.resolution_started"
    words = "Count down started"
    told = Told(opens=("phase", "Count down"))
    example = {"highest": 14}
    highest: int

    def says(self) -> str:
        return f"Everyone has declared; {'the count starts at tick {highest}' if self.highest else 'nobody can act'}."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "resolution"


class DeclarationsRevealed(Event, frozen=True, kw_only=True):
    """The declarations of a tick are open to everybody, in the order of joining (TK-DECL-5)."""

    type: ClassVar[str] = "ticks.declarations_revealed"
    words = "Declarations revealed"
    example = {
        "tick": 14,
        "declarations": {
            "iris": {
                "action": "defer",
                "weapon": "iris.sword",
                "condition": {"event": "enters_sight", "who": "anyone"},
                "luck": {},
            },
            "pell": {
                "action": "defer",
                "weapon": "pell.rifle",
                "mode": "ranged",
                "condition": {"event": "draws", "who": "anyone"},
                "luck": {},
            },
            "tor": {
                "action": "defer",
                "weapon": "tor.baseball_bat",
                "condition": {"event": "fires", "who": "anyone"},
                "luck": {},
            },
        },
    }
    tick: int
    declarations: Annotated[dict[str, Declaration], Spoken(declarations_said)]

    def says(self) -> str:
        return "Revealed on tick {tick}: {declarations}." if self.declarations else ""

    @property
    def in_short(self) -> Annotated[dict[str, Declaration], Spoken(declarations_in_short)]:
        """The declarations without the names of those who are meant by anyone present."""
        return self.declarations

    def brief(self) -> str:
        return "revealed on tick {tick}: {in_short}" if self.declarations else ""

    told = Told(brief=brief, line="declarations")

    def evolve(self, fight: Fight) -> None:
        """Defence points are there from the first tick on (TK-DEF-1, TK-DEF-4), but of the unconscious (TK-DEF-6)."""
        for name, declaration in self.declarations.items():
            person = fight.people[name]
            defends = declaration.action == "defend" and person.conscious
            weapon = person.owned(declaration.weapon) if defends else None
            points = 0 if weapon is None else weapon.base + person.level(weapon.skill)
            person.turn = replace(person.turn, revealed=True, defence=points)


class DeclarationVoided(Event, frozen=True, kw_only=True):
    """A declaration counts for nothing, and its luck is kept: it is declared again (TK-DEFER-5, TK-DECL-15)."""

    type: ClassVar[str] = "ticks.declaration_voided"
    words = "Declaration voided"
    told = Told(brief="{combatant} | has to declare again at no cost, because the condition is not simple enough")
    says = "{combatant's} condition is not simple enough; the declaration is void and costs no luck."
    example = {"combatant": "hanna"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.luck += person.turn.declared.luck.total
            person.turn = replace(person.turn, declared=None, plan=None)


class Declared(Event, frozen=True, kw_only=True):
    """Somebody has declared, under seal (TK-DECL-5); ``silent`` says that it said nothing (TK-DECL-9)."""

    type: ClassVar[str] = "ticks.declared"
    words = "Declaration"
    example = {
        "combatant": "sable",
        "declaration": {
            "action": "defer",
            "weapon": "sable.pistol",
            "mode": "ranged",
            "condition": {"event": "narrated", "who": "newcomers", "listed": ["iris", "pell"], "text": "first"},
            "luck": {},
        },
    }
    private: ClassVar[frozenset[str]] = frozenset({"declaration"})
    combatant: str
    silent: bool = False
    declaration: Annotated[Declaration | None, SpokenOf(own_declaration_said)] = None

    def says(self) -> str:
        """A sealed declaration is told in full to those alone who may see it (TK-DECL-5), silence when revealed."""
        return "" if self.silent else "{combatant} declares in secret[ that {declaration}]."

    def evolve(self, fight: Fight) -> None:
        """Luck is spent with the declaration (TK-DECL-14), whether its strike comes about or not (TK-MAN-14)."""
        if self.declaration is not None:
            person = fight.people[self.combatant]
            person.luck -= self.declaration.luck.total
            person.turn = replace(person.turn, declared=self.declaration)


@stage("ticks.counting.up", Counting)
def count_up(decision: Decision[Fight], counting: Counting) -> None:
    """The next tick on which somebody declares; after the last the resolution (TK-DECL-1, TK-DECL-11)."""
    fight = decision.state
    due = [(declaration_tick(person), person.id) for person in _declaring(fight)]
    tick = min([one for one, _ in due if one >= counting.tick], default=None)
    if tick is None:
        highest = max([start_of(person) for person in fight.people.values() if person.conscious], default=0)
        decision.cause = decision.record(ResolutionStarted(highest=highest))
        count_down.run(decision, Counting(highest))
        return
    decision.cause = decision.record(TickCalled(tick=tick))
    questions = tuple([Question("declare", name) for one, name in due if one == tick])
    decision.ask_all(questions, tick_declared, Counting(tick))


def _declaring(fight: Fight) -> list[Person]:
    """Who has not declared in this round (TK-DECL-2); of latecomers the tick is over (TK-COMBAT-4)."""
    silent = [person for person in fight.people.values() if person.turn.declared is None]
    return [person for person in silent if person.since is not None and person.conscious]


@reply("ticks.counting.declared", Counting)
def tick_declared(decision: Decision[Fight], counting: Counting, given: tuple[PromptResult, ...]) -> None:
    """Who is silent does nothing (TK-DECL-9); then all are revealed together (TK-DECL-5, TK-RUL-10)."""
    for person in _declaring(decision.state):
        if declaration_tick(person) == counting.tick:
            decision.record(
                Declared(combatant=person.id, silent=True, declaration=Declaration("other")), audience=person.id
            )
    revealed = {
        person.id: person.turn.declared
        for person in decision.state.people.values()
        if person.turn.declared is not None and not person.turn.revealed
    }
    decision.cause = decision.record(DeclarationsRevealed(tick=counting.tick, declarations=revealed))
    decision.next(count_up, Counting(counting.tick + 1))


def declaration_taken(decision: Decision[Fight], prompt: Prompt, answer: Declaring) -> None:
    """It stands, under seal; the narrator is asked about tricks and conditions in words (TK-DECL-15).

    Others see that the narrator is asked something: what it is, and about whom, is as sealed as the declaration
    (TK-DECL-5).
    """
    person = decision.state.people[prompt.to]
    declaration = declaration_of(decision.state, person, answer)
    decision.cause = decision.record(
        Declared(combatant=person.id, silent=False, declaration=declaration), audience=person.id
    )
    if declaration.trick:
        about = {"combatant": person.id, "what": declaration.trick, "skill": None, "for": "trick"}
        decision.ask_also(Question("set_difficulty", NARRATOR_ID, about, veiled=True))
    condition = declaration.condition
    if condition is not None and condition.event == "narrated":
        about = {"combatant": person.id, "text": condition.text, "who": condition.who}
        decision.ask_also(Question("judge_condition", NARRATOR_ID, about, veiled=True))


def condition_judged(decision: Decision[Fight], prompt: Prompt, answer: bool) -> None:
    """Not simple enough, the declaration is void and made again on the same tick (TK-DEFER-5, TK-RUL-28)."""
    who = str(prompt.about["combatant"])
    if answer:
        decision.record(DeclarationUpheld(combatant=who), audience=NARRATOR_ID)
    else:
        decision.cause = decision.record(DeclarationVoided(combatant=who))
        decision.ask_also(Question("declare", who))


def may_still_declare(fight: Fight, person: Person) -> bool:
    """Whether the tick on which somebody declares has not been closed (TK-COMBAT-4)."""
    return fight.phase == "declaration" and declaration_tick(person) >= fight.tick


class Declare(Answering, Declaring):
    """Declare the one action of the round (TK-DECL-7).

    Answers `declare`, under seal until all of the tick have declared.
    """

    variants = VARIANTS
    secrets: ClassVar[frozenset[str]] = frozenset(Declaring.model_fields)
    during = PhaseRule(
        DECLARATION, "TK-DECL-2", "Combatants declare while the count goes up, at the beginning of a round.", TO_ROUND
    )
    answers_to = "declare"
    says = ()
    example = {
        "actor": "sable",
        "action": "attack",
        "target": "iris",
        "weapon": "pistol",
        "manoeuvres": ["run_and_gun", "marksman"],
        "luck": {"extra": 1},
    }
    words = Words(
        "Declare",
        group="turn",
        prominence="main",
        costs="the action of the round",
        variants={
            "attack": Variant(
                "Attack",
                "Attack {target} with {weapon}[ {mode}][, with {luck}]",
                group="attack",
                help="Strike, shoot or throw at an opponent when the tick of the attack comes.",
            ),
            "manoeuvres": Variant(
                "Attack with manoeuvres",
                "Attack[ {target}] with {weapon}[ {mode}]: {manoeuvres}[ (“{trick}”)][{luck}]",
                group="attack",
                help="Attack, and use manoeuvres, which the target may oppose.",
            ),
            "trick_shot": Variant(
                "Try a trick shot",
                "Try “{trick}” with {weapon}[ {mode}][, with {luck}]",
                group="attack",
                help="Try a feat with a weapon that wounds no one; the narrator says how hard it is.",
            ),
            "defend": Variant(
                "Defend",
                "Defend with {weapon}[, with {luck}]",
                group="defend",
                help="Keep defence points ready, which take off the damage of melee attacks.",
            ),
            "evade": Variant(
                "Evade",
                "Evade[, with {luck}]",
                group="defend",
                help="Step about without striking; small deeds stay possible.",
            ),
            "defer": Variant(
                "Defer an attack",
                "Wait with {weapon}[ {mode}] to attack {condition}[, with {luck}]",
                group="attack",
                help="Wait with a ready weapon, and attack the first who meets a condition.",
            ),
            "aim": Variant(
                "Aim",
                "Aim at {target} with {weapon}[, to attack {mode}][, with {luck}]",
                group="attack",
                help="Aim at an opponent in sight, and shoot later; a long wait does more damage.",
            ),
            "other": Variant(
                "Do something else",
                "{kind}[ {item}][ {whom}][ {statistic}][ with {skill}][: “{text}”][, with {luck}]",
                help="Draw, stow or pick something up, reload, help, give first aid, or do something in words.",
            ),
        },
        fields={"whom": "Whom"},
    )
    type: Literal["ticks.declare"] = "ticks.declare"

    def decide(self, decision: Decision[Fight]) -> None:
        """Once, on the tick of the quickness (TK-DECL-2, TK-DECL-7), by who takes part (TK-COMBAT-3, TK-COMBAT-4)."""
        fight = decision.state
        if open_prompt(fight, "declare", self.actor) is None:
            person = find_combatant(fight, self.actor, "command.actor")
            said = f"{person.name} takes no part in the combat; the narrator can draw them in."
            require(person.since is not None, "TK-COMBAT-3", said, field="command.actor")
            said = f"{person.name} came when their tick was over, and declares in the next round."
            require(not person.late, "TK-COMBAT-4", said, field="command.actor")
            tick = declaration_tick(person)
            if tick == fight.tick and person.turn.declared is not None:
                said = f"{person.name} has declared already, and a declaration holds for the whole round."
                refuse("TK-DECL-7", said, field="command.actor")
            said = f"{person.name} declares on tick {tick} of the count up, and tick {fight.tick} is open."
            refuse("TK-DECL-2", said, field="command.actor")
        give_answer(decision, "declare", self.actor, answer_fields(self, Declaring))


class JudgeCondition(Narrating):
    """Say whether a condition in words is simple enough (TK-DEFER-5).

    Answers `judge_condition`.
    """

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"simple"})
    public_type: ClassVar[str | None] = SEALED
    answers_to = "judge_condition"
    says = ()
    example = {"simple": True}
    words = Words(
        "Judge the condition",
        "Judge the condition: {simple}",
        group="rulings",
        prominence="main",
        fields={"simple": "Is it simple enough?"},
    )
    type: Literal["ticks.judge_condition"] = "ticks.judge_condition"
    simple: bool

    def decide(self, decision: Decision[Fight]) -> None:
        """Whether a condition in words is simple enough (TK-DEFER-5)."""
        give_answer(decision, "judge_condition", NARRATOR_ID, self.simple, field="command.simple")


def tells_declare(event: Answered, names: Names) -> str:
    """That it is decided; what was declared is told when it is revealed."""
    return DECIDED


def asks_condition(event: Prompted, names: Names) -> str:
    """Whose condition it is, and how it reads."""
    about = event.visible_about
    said = f": “{about['text']}”" if "text" in about else ""
    return f"has to say whether {possessive(names, about['combatant'])} condition is simple enough{said}"


DECIDED: Final = "has decided what to do this round"
DECLARE: PromptKind[Fight] = PromptKind(
    "declare",
    TypeAdapter(Declaring),
    check_declare,
    moot=out_of_it,
    on_answer=declaration_taken,
    sealed=True,
    policy_type=ALWAYS_ASKED,
    question="what to do this round",
    words="Declaration",
    asks="has to declare an action for the round",
    tells=tells_declare,
    sealed_as=DECIDED,
    silent=silent_unless_sent,
    deed=True,
)


SIMPLE: Final = (
    Labelled(True, Label("true", context="simple")),
    Labelled(False, Label("false", context="simple")),
)
"""The two answers to whether a condition is simple enough."""
JUDGE_CONDITION: PromptKind[Fight] = PromptKind(
    "judge_condition",
    TypeAdapter(bool),
    any_answer,
    moot=condition_moot,
    on_answer=condition_judged,
    sealed=True,
    policy_type=ALWAYS_ASKED,
    narrator_only=True,
    question="whether the condition is simple enough",
    words="Condition",
    asks=asks_condition,
    tells={True: "finds the condition simple enough", False: "finds the condition not simple enough"},
    sealed_as="judges in secret whether a condition is simple enough",
    fields=lambda fight, prompt: (listed(*SIMPLE),),
    occasion=Occasion("TK-DEFER-5", "when a condition in words is declared"),
)


COUNT_UP: Chapter[Fight] = Chapter(
    commands=(Declare, JudgeCondition),
    events=(ResolutionStarted, DeclarationsRevealed, DeclarationVoided, Declared),
    prompts=(DECLARE, JUDGE_CONDITION),
    stages=(count_up, tick_declared),
)
