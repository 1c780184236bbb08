"""The shots of an attack (stages 5 to 7 of CE-HIT-9): To-Hit Rolls, ammunition, cover rolls, the forced miss."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.chance.draws import Draw
from domain.core.commands import ASK
from domain.core.events import Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, any_answer
from domain.decision.stages import NoData, reply, stage
from domain.fields.field import listed
from domain.fields.sets import Labelled
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.cover import cover_of, struck_by
from domain.rulesets.century.chapters.attack.defences import FATE_OF_DEFENCE
from domain.rulesets.century.chapters.attack.to_hit import to_hit_call
from domain.rulesets.century.chapters.conditions.conditions import penalise
from domain.rulesets.century.chapters.items.armament import armament_of
from domain.rulesets.century.chapters.items.hands import ItemDropped, ItemUsedUp, unused_name
from domain.rulesets.century.chapters.rolls.fate_points import may_spend, spend_fate
from domain.rulesets.century.chapters.rolls.opening import open_roll
from domain.rulesets.century.chapters.rolls.throwing import throw_percent
from domain.rulesets.century.chapters.throws import fallen
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.said import (
    SECOND_SHOT,
    die_shown,
    item_in,
    shot_by,
    shot_named,
    silent_unless,
    thrown_with,
)
from domain.rulesets.century.state import Attack, Fight, Hit, RollOutcome
from domain.rulesets.century.state.changes import change_attack, change_weapon
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, possessive
from domain.text.sentences import Spoken
from domain.text.words import Label

NOT_FIRED = frozenset({"jam", "break_weapon", "explode_weapon"})
"""Critical effects with which the shot has not left the weapon (CE-CRIT-16, CE-CRIT-18)."""
SHOT_OF_ATTACK: Final = "{combatant's} attack[ on {target}]"
OUTCOME: Final = ("century.roll_judged", "century.critical_chosen")
"""What a hit or a miss is told right after, before what a critical throw has brought."""


def aimed(roll: str, target: str | None) -> str:
    """Return what is shot at, and with what, as a part of a template; the second of a double tap is as the first."""
    return "" if roll.endswith(SECOND_SHOT) else f" {'{target}' if target else 'the spot'}{{armed}}"


class ShotHit(Event, frozen=True, kw_only=True):
    """A To-Hit Roll has hit (CE-HIT-1)."""

    type: ClassVar[str] = "century.shot_hit"
    words = "Hit"
    says = "{combatant's} attack[ on {target}] succeeds."
    example = {"combatant": "eva", "target": "sam", "hit": {"roll": "attack-57.1.1"}}
    combatant: str
    target: str | None
    hit: Hit

    def brief(self) -> str:
        return f"{shot_by(self.hit.roll)} | hits{aimed(self.hit.roll, self.target)}"

    @property
    def armed(self) -> Annotated[tuple[str, str], Spoken(thrown_with)]:
        """The To-Hit Roll, by what it was made with."""
        return self.hit.roll, self.combatant

    told = Told(brief=brief, moment="hit", follows=OUTCOME)

    def evolve(self, fight: Fight) -> None:
        if fight.attack is not None:
            change_attack(fight, hits=(*fight.attack.hits, self.hit), shots=fight.attack.shots + 1)


class ShotMissed(Event, frozen=True, kw_only=True):
    """A To-Hit Roll has missed, or was never thrown (CE-HIT-15).

    ``kept`` says that the shot has not left the weapon (CE-CRIT-16).
    """

    type: ClassVar[str] = "century.shot_missed"
    words = "Miss"
    example = {"combatant": "sam", "target": "eva", "roll": "attack-194.1.1", "kept": True}
    combatant: str
    target: str | None
    roll: str
    kept: bool = False

    def says(self) -> str:
        return "{combatant's} attack[ on {target}] comes to nothing." if self.kept else "{combatant} misses[ {target}]."

    def brief(self) -> str:
        if self.kept:
            second = self.roll.endswith(SECOND_SHOT)
            return f"{shot_by(self.roll) if second else SHOT_OF_ATTACK} | comes to nothing"
        return f"{shot_by(self.roll)} | misses{aimed(self.roll, self.target)}"

    @property
    def armed(self) -> Annotated[tuple[str, str], Spoken(thrown_with)]:
        """The To-Hit Roll, by what it was made with."""
        return self.roll, self.combatant

    told = Told(brief=brief, follows=OUTCOME)

    def evolve(self, fight: Fight) -> None:
        if fight.attack is not None:
            change_attack(fight, shots=fight.attack.shots + 1, kept=fight.attack.kept + self.kept)


class CoverRolled(Event, frozen=True, kw_only=True):
    """The d100 that says what a shot through cover strikes (CE-COVER-2): an object, or the target itself."""

    type: ClassVar[str] = "century.cover_rolled"
    words = "Cover roll"
    example = {
        "combatant": "steinbrenner",
        "target": "gunslinger",
        "roll": "attack-210.1.1",
        "die": {"faces": [93], "sides": 100},
    }
    combatant: str
    target: str
    roll: str
    die: Annotated[Draw, Spoken(die_shown)]
    struck: str | None = None

    def says(self) -> str:
        struck = "{struck} in front of {target}" if self.struck else "{target}, past the cover"
        return f"{{combatant}} throws {{die}} for cover and hits {struck}."

    def brief(self) -> str:
        """Tell what the shot strikes, unless that absorbs some of the damage."""
        return "{shot} | hits {struck} in front of {target}" if self.struck else ""

    @property
    def shot(self) -> Annotated[str, Spoken(shot_named)]:
        """The shot that strikes it."""
        return self.roll

    def throws(self) -> tuple[Throw, ...]:
        return fallen(self.die, self.combatant, "cover", result=self.die.dice[0])

    told = Told(brief=brief, unless=("century.damage_absorbed",), throws=throws)

    def evolve(self, fight: Fight) -> None:
        if fight.attack is not None:
            hits = [replace(one, struck=self.struck) if one.roll == self.roll else one for one in fight.attack.hits]
            change_attack(fight, hits=tuple(hits))


class MissForced(Event, frozen=True, kw_only=True):
    """Two Fate Points turn the hits of an attack into misses (CE-DODGE-9)."""

    type: ClassVar[str] = "century.miss_forced"
    words = "Miss forced"
    told = Told(brief=AS_SAID, target="combatant")
    says = "{attacker's} attack misses {combatant} after all."
    example = {"combatant": "eva", "attacker": "mulan"}
    combatant: str
    attacker: str

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, missed=True, hits=())


class RoundsFired(Event, frozen=True, kw_only=True):
    """Rounds have left a weapon (CE-LOAD-6); ``weapon`` is what it is called in hand, or on the ground by then."""

    type: ClassVar[str] = "century.rounds_fired"
    words = "Rounds fired"
    says = "{combatant} has fired {rounds:round} from {weapon}[; {loaded:round} left]."
    example = {"combatant": "eva", "weapon": "ko911", "rounds": 1, "loaded": 29}
    private: ClassVar[frozenset[str]] = frozenset({"loaded"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    weapon: Annotated[str, item_in("weapon")]
    rounds: int
    loaded: int | None = None

    def brief(self) -> str:
        """Tell what is left in the weapon, as far as the reader may know; *rounds left* could be those of the fight."""
        if self.loaded is None:
            return "{combatant} | has fired {rounds:round}"
        return "{combatant} | has {loaded:round} loaded"

    told = Told(brief=brief, last=True)

    def evolve(self, fight: Fight) -> None:
        """A weapon that has fallen out of the hand by its own shot lies on the ground (CE-SCAT-7)."""
        person = fight.people[self.combatant]
        if self.weapon in person.weapons:
            change_weapon(person, self.weapon, loaded=self.loaded)
        elif self.weapon in fight.ground:
            lying = fight.ground[self.weapon]
            emptier = replace(lying, weapon=replace(lying.weapon, loaded=self.loaded))
            fight.ground = {**fight.ground, self.weapon: emptier}


class Shot(msgspec.Struct, frozen=True, gc=False):
    """Which shot of the attack it is, from 1."""

    number: int = 1


def is_cut_short(fight: Fight, attack: Attack) -> bool:
    """Return whether no further shot is fired (CE-DTAP-5, CE-AUTO-10, CE-HIT-12).

    The attacker is down, or its weapon no longer works or is no longer in hand.
    """
    attacker = fight.people[attack.attacker]
    if not attacker.up or attack.weapon is None:
        return not attacker.up
    weapon = attacker.weapons.get(attack.weapon)
    return weapon is None or weapon.state != "working" or attack.weapon not in attacker.held.values()


@stage("century.shots.throw", NoData)
def throw_shots(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 5: a To-Hit Roll, in a volley one for each target (CE-AUTO-2), for a double tap two (CE-DTAP-1).

    Both of them fall before any damage (CE-HIT-13), and one defence is against both (CE-DTAP-3).
    """
    attack = decision.state.attack
    if attack is not None:
        if attack.fire == "double_tap":
            decision.next(throw_shot, Shot(2))
        throw_shot.run(decision, Shot(1))


@stage("century.shots.one", Shot)
def throw_shot(decision: Decision[Fight], shot: Shot) -> None:
    """One open roll with all its stages, unless the attack is cut short: what is not fired is not spent."""
    fight, attack = decision.state, decision.state.attack
    if attack is None:
        return
    roll = f"{attack.id}.{attack.done or 1}.{shot.number}"
    if is_cut_short(fight, attack):
        decision.record(ShotMissed(combatant=attack.attacker, target=attack.target, roll=roll, kept=True))
        return
    call = to_hit_call(fight, attack, roll, second_shot=shot.number > 1)
    open_roll(decision, call, then=shot_thrown.continuation(shot))


@reply("century.shots.thrown", Shot)
def shot_thrown(decision: Decision[Fight], shot: Shot, outcome: RollOutcome) -> None:
    """It hits or misses; a jam keeps the shot in the weapon (CE-CRIT-16), a thrown one may be dropped (CE-SCAT-7)."""
    attack = decision.state.attack
    if attack is None:
        return
    effect = outcome.effect.effect if outcome.effect is not None else "none"
    if outcome.success:
        hit = Hit(outcome.roll, doubled=effect == "double_damage")
        decision.cause = decision.record(ShotHit(combatant=attack.attacker, target=attack.target, hit=hit))
    else:
        thrown = armament_of(decision.state, attack).mode == "thrown"
        kept = outcome.void or effect in NOT_FIRED or (thrown and effect == "drop_weapon")
        decision.cause = decision.record(
            ShotMissed(combatant=attack.attacker, target=attack.target, roll=outcome.roll, kept=kept)
        )


@stage("century.shots.ammunition", NoData)
def let_ammunition_go(decision: Decision[Fight], nothing: NoData) -> None:
    """Rounds are spent, hit or miss, but for those that a jam has kept (CE-LOAD-6); a thrown weapon is gone."""
    fight, attack = decision.state, decision.state.attack
    if attack is None or attack.weapon is None:
        return
    attacker = fight.people[attack.attacker]
    name, weapon = _weapon_now(fight, attack)
    if weapon is None:
        return
    if weapon.mode == "thrown":
        if attacker.holding(name) and attack.kept < attack.shots:
            _throw_away(decision, attack, weapon.is_explosive)
        return
    fired = fired_rounds(attack)
    if fired and weapon.ammo:
        decision.record(
            RoundsFired(combatant=attacker.id, weapon=name, rounds=fired, loaded=max(0, weapon.loaded - fired))
        )


def _weapon_now(fight: Fight, attack: Attack) -> tuple[str, Weapon | None]:
    """The weapon as it is, and what it is called: in hand, or on the ground where it has just fallen (CE-SCAT-7)."""
    name = attack.weapon or ""
    carried = fight.people[attack.attacker].weapons.get(name)
    if carried is not None:
        return name, carried
    lying = [key for key, one in fight.ground.items() if (one.owner, one.weapon.id) == (attack.attacker, name)]
    return (lying[-1], fight.ground[lying[-1]].weapon) if lying else (name, None)


def fired_rounds(attack: Attack) -> int:
    """Return the rounds that have left the weapon at the present target.

    Those of a volley are one shot (CE-CRIT-16).
    """
    if attack.fire == "double_tap":
        return attack.shots - attack.kept
    return 0 if attack.kept else attack.rounds


def _throw_away(decision: Decision[Fight], attack: Attack, explosive: bool) -> None:
    """An explosive is used up, another thing lies on the ground at the target (CE-LOAD-5)."""
    item = attack.weapon or ""
    if explosive:
        decision.record(ItemUsedUp(combatant=attack.attacker, item=item))
        return
    place = decision.state.people[attack.target].place if attack.target is not None else attack.point
    lying = unused_name(item, decision.state.ground, decision.next_lineage_version)
    decision.record(ItemDropped(combatant=attack.attacker, item=item, lying=lying, reason="thrown", place=place))


@stage("century.shots.cover", NoData, draws=True)
def roll_cover(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 6: one d100 for each hit on a covered target says what is struck (CE-COVER-2, CE-COVER-12).

    A miss strikes no cover (CE-COVER-15).
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or attack.target is None or armament_of(fight, attack).area:
        return
    ignored = attack.called_terms is not None and attack.called_terms.ignores_cover
    covers = cover_of(fight, attack.target, attack.attacker)
    if fight.options.cover_mode == "penalty" or ignored or not covers:
        return
    for hit in attack.hits:
        die = throw_percent(decision, attack.attacker, "cover")
        struck = struck_by(covers, die.dice[0])
        decision.cause = decision.record(
            CoverRolled(combatant=attack.attacker, target=attack.target, roll=hit.roll, die=die, struck=struck)
        )


@stage("century.shots.forced_miss", NoData)
def ask_forced_miss(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 7: a target with two Fate Points may make the attack miss for certain (CE-DODGE-9)."""
    attack = decision.state.attack
    if attack is not None and attack.target is not None and why_no_miss(decision.state, attack) is None:
        about: dict[str, Json] = {"attack": attack.id, "attacker": attack.attacker, "hits": len(attack.hits)}
        decision.ask(Question("fate_miss", attack.target, about), miss_forced, nothing)


def why_no_miss(fight: Fight, attack: Attack) -> str | None:
    """Return why the target cannot force a miss, or None (CE-DODGE-10, CE-DODGE-12, CE-DODGE-16, CE-DODGE-17)."""
    if not attack.hits or attack.target is None:
        return "nothing has hit"
    target = fight.people[attack.target]
    if attack.terms.undodgeable or not target.up:
        return "it cannot be escaped"
    return None if may_spend(target, FATE_OF_DEFENCE) else "not enough fate"


def force_miss(decision: Decision[Fight], prompt: Prompt, answer: bool) -> None:
    """It is paid with the answer (CE-SHEET-8), and counts as a dodge for the next action (CE-DODGE-15).

    Critical successes miss too (CE-DODGE-11).
    """
    attack = decision.state.attack
    if attack is None or not answer:
        return
    spend_fate(decision, prompt.to, FATE_OF_DEFENCE, "forced_miss")
    decision.cause = decision.record(MissForced(combatant=prompt.to, attacker=attack.attacker))
    penalise(decision, prompt.to, "dodge_penalty")


@reply("century.shots.miss_forced", NoData)
def miss_forced(decision: Decision[Fight], nothing: NoData, answer: bool | None) -> None:
    """The forced miss is on record, or there is none: what has hit is what the attack still has."""


def standing_miss(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the answer by the policies ``always`` and ``never`` (CE-DODGE-22)."""
    policy = fight.policy(owner, prompt.kind)
    return None if policy in (None, ASK) else policy in ("always", True)


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the target is no longer asked: it can force no miss, or the attack is over."""
    attack = fight.attack
    if attack is None or attack.target != prompt.to:
        return "the attack is over"
    return why_no_miss(fight, attack)


def asks_miss(event: Prompted, names: Names) -> str:
    """Whose attack it is."""
    return f"may escape {possessive(names, event.visible_about['attacker'])} attack with Fate"


ESCAPE: Final = Labelled(True, Label("escape_with_fate"))
TAKE_IT: Final = Labelled(False, Label("let_it_hit"))

FATE_MISS: PromptKind[Fight] = PromptKind(
    "fate_miss",
    TypeAdapter(bool),
    any_answer,
    policy=standing_miss,
    moot=is_over,
    on_answer=force_miss,
    policy_type=TypeAdapter(Literal["never", "always"]),
    question="whether to escape the attack with Fate",
    words="Forced miss",
    asks=asks_miss,
    tells={
        True: "escapes with Fate",
        False: "takes the hit",
        "never": "takes every hit",
        "always": "escapes with Fate from every hit",
    },
    silent=silent_unless(False),
    fields=lambda fight, prompt: (listed(ESCAPE, TAKE_IT),),
)


SHOTS: Chapter[Fight] = Chapter(
    events=(ShotHit, ShotMissed, CoverRolled, MissForced, RoundsFired),
    prompts=(FATE_MISS,),
    stages=(throw_shots, throw_shot, shot_thrown, let_ammunition_go, roll_cover, ask_forced_miss, miss_forced),
    labels={
        "text.escape_with_fate": "Escape it with Fate",
        "text.let_it_hit": "Let it hit",
    },
)
