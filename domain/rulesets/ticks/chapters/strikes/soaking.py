"""From attack to wounds: what is taken off each, in order (TK-DMG)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.commands import ASK, Answering, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, silent_unless_sent
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import among, listed
from domain.fields.sets import AnyJson, Labelled
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.harm import wound
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.objections import require_luck
from domain.rulesets.ticks.chapters.strikes.blows import Blow
from domain.rulesets.ticks.parts import Points
from domain.rulesets.ticks.said import left_said, reductions_said
from domain.rulesets.ticks.said import luck as luck_spent
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Mode
from domain.story.told import Told
from domain.text.phrases import Names, counted, named, names_in
from domain.text.phrases import listed as enumerated
from domain.text.sentences import SpokenOf
from domain.text.words import Labels, Words


class Reduction(StrictModel):
    """What is spent on one attack (TK-DMG-4)."""

    defend: Points = 0
    luck: Points = 0


Soaking = Annotated[tuple[Reduction, ...], Field(max_length=200, description="one for each attack, in order")]


class Soaked(Event, frozen=True, kw_only=True):
    """What is taken off one attack, in order (TK-DMG-2), and what is left as wounds; ``hit`` by TK-DMG-3.

    ``stopped`` says that the armour had a rating against it (TK-OPT-5).
    """

    type: ClassVar[str] = "ticks.soaked"
    words = "Damage reduced"
    example = {
        "combatant": "hanna",
        "attacker": "sable",
        "gross": 2,
        "shield": 0,
        "defended": 0,
        "armour": 0,
        "luck": 2,
        "wounds": 0,
        "hit": True,
        "stopped": False,
    }
    combatant: str
    attacker: str
    gross: int
    shield: int
    defended: int
    armour: int
    luck: int
    wounds: int
    hit: bool
    stopped: Annotated[bool, SpokenOf(reductions_said)]

    def says(self) -> str:
        """What nothing is taken off is told by the wounds."""
        if self.wounds == self.gross:
            return ""
        through = left_said(self.wounds) if self.gross > 1 else "nothing gets"
        left = f"; {through} through" if self.hit else ", so it is not a hit"
        return f"{self._stopping}{left}."

    def brief(self) -> str:
        """Tell what is spent and what stops the attack; what gets through is told by the wounds."""
        if self.wounds == self.gross:
            return ""
        return self._stopping

    @property
    def _stopping(self) -> str:
        """What stops how much of the attack, as a template."""
        if self.gross > 1:
            return "{stopped} of {attacker's} {gross:point} of damage against {combatant}"
        stops = "the shield" if self.shield else "defence" if self.defended else "the armour" if self.armour else "luck"
        return f"{stops} stops {{attacker's}} only point of damage against {{combatant}}"

    told = Told(brief=brief, explains=True)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        turn = person.turn
        left, stopped = turn.defence - self.defended, self.hit and self.stopped
        person.turn = replace(person.turn, defence=left, hit=turn.hit or self.hit, stopped=turn.stopped or stopped)


class Incoming(msgspec.Struct, frozen=True):
    """An attack as its target sees it: what it does, what the shield and the armour take off, each for itself."""

    attacker: str
    mode: Mode
    gross: int
    shield: int
    armour: int

    @property
    def behind_shield(self) -> int:
        return max(0, self.gross - self.shield)

    def behind_armour(self, defended: int) -> int:
        """What is left for luck, after so many defence points (TK-DMG-2)."""
        return max(0, self.behind_shield - defended - self.armour)


class Soaks(msgspec.Struct, frozen=True):
    """The targets that are still to be asked, with the attacks on each, and the wounds of those who were."""

    attacks: dict[str, tuple[Incoming, ...]]
    wounds: dict[str, int]


class Reducing(msgspec.Struct, frozen=True):
    """What the first target spends on each attack that is left of those on it, and what came through before a pause."""

    soaks: Soaks
    spent: tuple[tuple[int, int], ...]
    wounds: int


def begin_soaking(decision: Decision[Fight], blows: tuple[Blow, ...]) -> None:
    """All attacks that do damage, by their targets, in the order of joining (TK-DMG-1, TK-TICK-8).

    The last act of a stage. A strike is one attack, however many manoeuvres are in it (TK-MAN-15, TK-RUL-44).
    """
    fight = decision.state
    attacks: dict[str, tuple[Incoming, ...]] = {}
    for name, target in fight.people.items():
        on_it = [_incoming(target, blow) for blow in blows if blow.strike.target == name and blow.gross > 0]
        if on_it:
            attacks[name] = tuple(on_it)
    if attacks:
        soak.run(decision, Soaks(attacks, {}))


def _incoming(target: Person, blow: Blow) -> Incoming:
    """The unconscious have no shield (TK-DMG-5); shields and defence points are against melee alone (TK-SHIELD-1).

    A shield serves the prone and the held as well, and takes no action (TK-SHIELD-2); its level is plain (TK-SHIELD-3).
    The reading is that of TK-RUL-24.
    """
    mode = blow.strike.mode
    shield = target.shield if target.conscious and mode == "melee" else None
    armour = target.armour.against(mode) if target.armour is not None else 0
    return Incoming(blow.strike.attacker, mode, blow.gross, 0 if shield is None else target.level(shield.skill), armour)


@stage("ticks.soaking.ask", Soaks, pausable=True)
def soak(decision: Decision[Fight], soaks: Soaks) -> None:
    """One prompt for each target, then all wounds together (TK-DMG-4, TK-TICK-8)."""
    if not soaks.attacks:
        _wound_all(decision, soaks.wounds)
        return
    name = next(iter(soaks.attacks))
    if not decision.state.people[name].conscious:
        _take_off(decision, soaks, None)
        return
    person = decision.state.people[name]
    attacks: list[Json] = [msgspec.to_builtins(one) for one in soaks.attacks[name]]
    about: dict[str, Json] = {"attacks": attacks, "defence": person.turn.defence, "luck": person.luck}
    decision.ask(Question("soak", name, about), soaked, soaks)


@reply("ticks.soaking.soaked", Soaks)
def soaked(decision: Decision[Fight], soaks: Soaks, answer: tuple[Reduction, ...] | None) -> None:
    """What is spent on each attack."""
    _take_off(decision, soaks, answer)


def _wound_all(decision: Decision[Fight], wounds: dict[str, int]) -> None:
    """All wounds of a stage fall together."""
    for place, name in enumerate(wounds):
        if decision.full:
            decision.next(soak, Soaks({}, dict([*wounds.items()][place:])))
            return
        wound(decision, name, wounds[name])


def _take_off(decision: Decision[Fight], soaks: Soaks, answer: tuple[Reduction, ...] | None) -> None:
    """What the first target spends, as the answer says it, else nothing."""
    attacks = next(iter(soaks.attacks.values()))
    spent = ((0, 0),) * len(attacks) if answer is None else tuple([(given.defend, given.luck) for given in answer])
    _reduce(decision, soaks, spent, 0)


@stage("ticks.soaking.take_off", Reducing, pausable=True)
def take_off_others(decision: Decision[Fight], reducing: Reducing) -> None:
    """Continue after a pause."""
    _reduce(decision, reducing.soaks, reducing.spent, reducing.wounds)


def _reduce(decision: Decision[Fight], soaks: Soaks, spent: tuple[tuple[int, int], ...], total: int) -> None:
    """Shield, defence points, armour, luck, each never below 0 (TK-DMG-2); hit is whom something reaches (TK-DMG-3).

    The readings are those of TK-RUL-21 and TK-RUL-41.
    """
    name, attacks = next(iter(soaks.attacks.items()))
    for place, (attack, (defend, luck)) in enumerate(zip(attacks, spent, strict=True)):
        if decision.full:
            left_over = Soaks({**soaks.attacks, name: attacks[place:]}, soaks.wounds)
            decision.next(take_off_others, Reducing(left_over, spent[place:], total))
            return
        reached = attack.behind_shield - defend
        armour = min(attack.armour, reached)
        left = reached - armour - luck
        if luck:
            decision.record(LuckSpent(combatant=name, points=luck, use="wound"))
        fact = Soaked(
            combatant=name,
            attacker=attack.attacker,
            gross=attack.gross,
            shield=min(attack.shield, attack.gross),
            defended=defend,
            armour=armour,
            luck=luck,
            wounds=left,
            hit=reached > 0,
            stopped=reached > 0 and attack.armour > 0,
        )
        decision.record(fact)
        total += left
    rest = {other: attacks for other, attacks in soaks.attacks.items() if other != name}
    decision.next(soak, Soaks(rest, {**soaks.wounds, name: total}))


# The prompt


def incoming(prompt: Prompt) -> tuple[Incoming, ...]:
    """The attacks that a prompt is about."""
    return tuple([msgspec.convert(one, Incoming) for one in prompt.about["attacks"]])


def check_soak(fight: Fight, prompt: Prompt, answer: tuple[Reduction, ...]) -> None:
    """Points are never wasted (TK-DMG-4), and shields and defence points are no use against shots (TK-DEF-2).

    Each attack is reduced afresh (TK-DMG-6), and defence points go to one or several as one likes (TK-DEF-3).
    """
    attacks, person = incoming(prompt), fight.people[prompt.to]
    if len(answer) != len(attacks):
        said = f"{counted(len(attacks), 'attack')} came at {person.name}; say of each what is taken off, in order."
        refuse("TK-DMG-4", said, code="invalid", field="answer")
    for place, (attack, given) in enumerate(zip(attacks, answer, strict=True)):
        where = f"answer[{place}]"
        at_range = attack.mode != "melee"
        said = "Defence points are no use against what is shot or thrown; spend none on it."
        require(not (given.defend and at_range), "TK-DEF-2", said, field=f"{where}.defend")
        said = f"Behind the shield this attack does {attack.behind_shield}; spend no more defence points on it."
        require(given.defend <= attack.behind_shield, "TK-DMG-4", said, field=f"{where}.defend")
        left = attack.behind_armour(given.defend)
        said = f"Behind the armour this attack does {left}; spend no more luck on it."
        require(given.luck <= left, "TK-DMG-4", said, field=f"{where}.luck")
    pool, luck = sum(one.defend for one in answer), sum(one.luck for one in answer)
    points = counted(person.turn.defence, "defence point")
    said = f"{person.name} has {points}, and this takes {pool}; spend no more than that."
    require(pool <= person.turn.defence, "TK-DMG-4", said, field="answer")
    require_luck(person, luck, "answer")


def only_soak(fight: Fight, prompt: Prompt) -> Json:
    """Without defence points or luck that would serve, nothing is asked (TK-POL-4), but of a secret sheet."""
    if prompt.to in fight.secret_sheets:
        return None
    person = fight.people[prompt.to]
    attacks = incoming(prompt) if person.turn.defence or person.luck else ()
    points = person.turn.defence and any(one.mode == "melee" and one.behind_shield for one in attacks)
    luck = person.luck and any(one.behind_armour(0) for one in attacks)
    return None if points or luck else [{} for _ in prompt.about["attacks"]]


def full(fight: Fight, prompt: Prompt) -> list[Json]:
    """On each attack in order as many defence points as wounds are left after the shield (TK-POL-2)."""
    points = fight.people[prompt.to].turn.defence
    spent: list[Json] = []
    for attack in incoming(prompt):
        use = min(points, attack.behind_shield) if attack.mode == "melee" else 0
        points -= use
        spent.append({"defend": use} if use else {})
    return spent


def standing_soak(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policies ``full`` and ``none`` (TK-POL-2)."""
    policy = fight.policy(owner, prompt.kind)
    if policy == "full":
        return full(fight, prompt)
    return [{} for _ in prompt.about["attacks"]] if policy == "none" else None if policy == ASK else policy


def soak_forms(fight: Fight, prompt: Prompt) -> Iterator[list[Json]]:
    """Nothing, all defence points that serve, and luck on the first attack that it serves on."""
    nothing: list[Json] = [{} for _ in prompt.about["attacks"]]
    yield nothing
    spent = full(fight, prompt)
    if spent != nothing:
        yield spent
    person, attacks = fight.people[prompt.to], incoming(prompt)
    place = next((place for place, one in enumerate(attacks) if one.behind_armour(0)), None)
    if person.luck and place is not None:
        points = min(person.luck, attacks[place].behind_armour(0))
        yield [{"luck": points} if other == place else {} for other in range(len(attacks))]


def in_words(fight: Fight, prompt: Prompt, answer: list[Json], labels: Labels) -> str:
    """Return an answer as a menu shows it."""
    spent = []
    names = names_in(fight)
    for attack, given in zip(incoming(prompt), answer, strict=True):
        reduction, attacker = Reduction.model_validate(given), named(names, attack.attacker)
        for what, points in (("defend", reduction.defend), ("luck", reduction.luck)):
            if points:
                spent.append(labels.filled(what, "soak", points=points, attacker=attacker))
    return labels.filled("spend", "soak", spent=labels.enumerated(spent)) if spent else labels.of("nothing", "soak")


def _labelled(fight: Fight, prompt: Prompt, answer: list[Json]) -> Labelled:
    return Labelled(answer, lambda labels: in_words(fight, prompt, answer, labels))


class Soak(Answering):
    """Reduce the damage of attacks (TK-DMG-4).

    Answers `soak`.
    """

    form = {"attacks": among(AnyJson("Soaking"), mark="check")}
    answers_to = "soak"
    says = ()
    example = {"actor": "bruno", "attacks": [{"defend": 4, "luck": 1}, {"defend": 1}]}
    words = Words(
        "Reduce the damage", "Reduce the damage", group="defend", prominence="main", fields={"attacks": "Reductions"}
    )
    type: Literal["ticks.soak"] = "ticks.soak"
    attacks: Soaking

    def decide(self, decision: Decision[Fight]) -> None:
        """For each attack, in order (TK-DMG-4)."""
        given: list[Json] = [one.model_dump(mode="json", exclude_defaults=True) for one in self.attacks]
        give_answer(decision, "soak", self.actor, given, field="command.attacks")


def asks_soak(event: Prompted, names: Names) -> str:
    """What may be reduced, and by whom it was done."""
    attacks = event.visible_about.get("attacks", ())
    each = [f"{counted(one['gross'], 'point')} from {named(names, one['attacker'])}" for one in attacks]
    return f"may reduce the damage{f': {enumerated(each)}' if each else ''}"


def tells_soak(event: Answered, names: Names) -> str | None:
    """What is spent on each attack; of several it is said on which."""
    match event.given:
        case str(standing):
            return {"full": "spends as much as possible against damage", "none": "spends nothing against damage"}[
                standing
            ]
        case [*attacks]:
            return f"spends {_spent(attacks)}"
    return None


ORDINALS: Final = ("first", "second", "third")


def _spent(attacks: list[Any]) -> str:
    each = [_reduction(one) for one in attacks]
    if {*each} == {"nothing"} or len(each) == 1:
        return f"{each[0]} against {'the damage' if len(each) == 1 else 'any of the damage'}"
    named = (
        *[f"the {ordinal} attack" for ordinal in ORDINALS],
        *[f"attack {place}" for place in range(4, len(each) + 1)],
    )
    return enumerated(f"{spent} against {one}" for one, spent in zip(named, each, strict=False) if spent != "nothing")


def _reduction(given: Mapping[str, Any]) -> str:
    parts = [counted(given["defend"], "defence point")] if given.get("defend") else []
    parts += [luck_spent(given["luck"])] if given.get("luck") else []
    return enumerated(parts) if parts else "nothing"


SOAK: PromptKind[Fight] = PromptKind(
    "soak",
    TypeAdapter(Soaking),
    check_soak,
    only=only_soak,
    policy=standing_soak,
    policy_type=TypeAdapter(Literal["full", "none"]),
    sheet_fields=frozenset({"attacks", "defence", "luck"}),
    question="how to reduce the damage",
    words="Reducing damage",
    asks=asks_soak,
    aloud=("question",),
    tells=tells_soak,
    silent=silent_unless_sent,
    fields=lambda fight, prompt: (
        listed(*[_labelled(fight, prompt, one) for one in soak_forms(fight, prompt)]),
        among(AnyJson("Soaking"), mark="check"),
    ),
    occasion=Occasion("TK-DMG-4", "of the target of an attack that does damage"),
)


SOAKING: Chapter[Fight] = Chapter(
    commands=(Soak,),
    events=(Soaked,),
    prompts=(SOAK,),
    stages=(soak, soaked, take_off_others),
    labels={
        "answer.full": "As much as possible",
        "answer.none": "Nothing",
        "soak.defend": "{points:defence point|defence points} against {attacker}",
        "soak.luck": "{points:point of luck|points of luck} against {attacker}",
        "soak.nothing": "Take nothing off",
        "soak.spend": "Spend {spent}",
    },
)
