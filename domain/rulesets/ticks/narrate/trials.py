"""How tests and contests outside strikes are told, and luck that is given."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.ticks.events import trials as fact
from domain.rulesets.ticks.said import luck, product
from domain.text.phrases import Names, RenderEvent, all_named, as_words, named, sentence


def against(shown: int | None, hidden: int | None) -> str:
    """The difficulty; one that is hidden is told to the narrator alone (TK-DIFF-8)."""
    if shown is not None:
        return f"against {shown}"
    return "against a hidden difficulty" if hidden is None else f"against a hidden difficulty of {hidden}"


def test_called(event: fact.TestCalled, names: Names) -> str:
    skill = f" and {as_words(event.skill)}" if event.skill is not None else ""
    text = f": “{event.text}”" if event.text else ""
    hint = f" (between {event.hint[0]} and {event.hint[1]})" if event.hint is not None else ""
    more = ", with an extra level for role-play" if event.role_play else ""
    more += f", helped by {all_named(names, event.helpers)}" if event.helpers else ""
    test = f"{as_words(event.statistic)}{skill} {against(event.difficulty, event.hidden)}{hint}{more}"
    return sentence(f"{named(names, event.combatant)} tests {test}{text}.")


def contest_called(event: fact.ContestCalled, names: Names) -> str:
    text = f" over “{event.text}”" if event.text else ""
    tie = f"a tie goes to {named(names, event.defender)}"
    return sentence(f"{all_named(names, event.combatants)} compete{text}; {tie}.")


def totalled(event: fact.Totalled, names: Names) -> str:
    who = named(names, event.combatant)
    if event.skill is None:
        return sentence(f"{who}: {as_words(event.statistic)} is {event.total}.")
    worth = product(event.statistic, event.skill, event.level, event.total - event.help)
    helped = f", and {event.help} from the help of {all_named(names, event.helpers)}," if event.helpers else ""
    return sentence(f"{who}: {worth}{helped} makes {event.total}.")


def tested(event: fact.Tested, names: Names) -> str:
    comes = "succeeds" if event.success else "fails"
    reached = f"{event.total} {against(event.difficulty, event.hidden)}"
    return sentence(f"{named(names, event.combatant)} {comes} at “{as_words(event.what)}”: {reached}.")


def contest_decided(event: fact.ContestDecided, names: Names) -> str:
    winner, loser = named(names, event.winner), named(names, event.loser)
    if event.loser not in event.totals:
        return sentence(f"{winner} wins against {loser}, who cannot compete.")
    won, lost = event.totals[event.winner], event.totals[event.loser]
    return sentence(f"{winner} wins {'the tie ' if won == lost else ''}against {loser}: {won} to {lost}.")


def awarded(event: fact.Awarded, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is rewarded for good role-play.")


def award_used(event: fact.AwardUsed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} uses the reward for good role-play.")


def luck_granted(event: fact.LuckGranted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is given {luck(event.points)}.")


TRIALS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.TestCalled: test_called,
    fact.ContestCalled: contest_called,
    fact.Totalled: totalled,
    fact.Tested: tested,
    fact.ContestDecided: contest_decided,
    fact.Awarded: awarded,
    fact.AwardUsed: award_used,
    fact.LuckGranted: luck_granted,
}
