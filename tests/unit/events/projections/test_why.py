from domain.core.commands import Answer
from domain.rulesets.s3 import S3
from events.projections.told_events import EventTeller, ToldEvent
from events.projections.why import why
from tests.recording import Recording
from tests.unit.events.fights import shootout


class Reader:
    """Reads a recording's events with their sentences, and stores the ranges that were requested."""

    def __init__(self, recording: Recording) -> None:
        self.entries = list(EventTeller(S3).told_all(recording.codec, recording.records))
        self.asked: list[tuple[int, int]] = []

    async def __call__(self, first: int, last: int) -> list[ToldEvent]:
        self.asked.append((first, last))
        return self.entries[first - 1 : last]

    def version_of(self, kind: str) -> int:
        return max(entry.version for entry in self.entries if entry.type == kind)


async def test_the_causes_of_a_wound_go_back_to_the_command() -> None:
    read = Reader(shootout())
    causes = await why(read.version_of("s3.wounded"), read)
    assert [entry.type for entry in causes] == [
        "core.commanded",
        "s3.coins_thrown",
        "s3.contest_settled",
        "s3.attack_hit",
        "s3.coins_thrown",
        "s3.damage_suffered",
        "s3.coins_thrown",
        "s3.wounded",
    ]
    assert causes[0].sentence == "One-Eyed Ogre attacks Golden Bell member with the pistol."


async def test_an_answer_leads_back_to_the_command_that_asked() -> None:
    recording = shootout()
    recording.play(Answer(prompt=recording.state.prompts[0].id, answer={"skill": "evasion"}))
    read = Reader(recording)
    causes = await why(read.version_of("s3.contest_settled"), read)
    assert [entry.type for entry in causes[:3]] == ["core.commanded", "core.prompted", "core.commanded"]
    assert causes[0].sentence == "Golden Bell member attacks One-Eyed Ogre with bare hands."


async def test_only_the_batches_on_the_way_are_read() -> None:
    read = Reader(shootout())
    wound = read.version_of("s3.wounded")
    await why(wound, read)
    assert read.asked == [(wound, wound), (13, wound)]


async def test_a_command_has_no_cause() -> None:
    read = Reader(shootout())
    assert await why(1, read) == read.entries[:1]
