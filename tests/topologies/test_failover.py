"""Tests that play continues when a primary dies, through sentinels, behind a proxy, and in a cluster whose slots move.

Under ``acknowledge=replicas`` nothing acknowledged is lost and nothing is recorded twice. The killed server is started
again and becomes a replica, without which a command cannot be acknowledged.
"""

import itertools
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic  # noqa: TID251 - what it measures is reported, not asserted

import httpx
import pytest
from pydantic import SecretStr
from redis.crc import key_slot

from events.store.keys import keys_of
from events.store.protocol import StreamId
from service.settings import Settings
from tests.chaos.test_kill import service
from tests.chaos.test_watchers import crowd
from tests.chaos.writers import COMBATANTS, TRY_AGAIN, Writer, check_kept, check_whole, records_of, writing
from tests.http.conftest import running
from tests.servers import free_ports
from tests.tiers import long, soak
from tests.topologies.nodes import NAME, ClusterNodes, Node, cluster, data_node, watched
from tests.topologies.proxy import proxied, proxied_elsewhere
from tests.waiting import PATIENCE, eventually, until

PARTITIONS = 64


@dataclass
class Play:
    """Clients that play on a service, and the log of the service, which is there at the end."""

    client: httpx.Client
    writers: list[Writer]
    log: str = ""

    def goes_on(self) -> None:
        """Return after each client was acknowledged again."""
        before = [len(writer.acknowledged) for writer in self.writers]

        def answered() -> bool:
            assert not any(writer.fault for writer in self.writers), [writer.fault for writer in self.writers]
            return all(len(writer.acknowledged) > least for writer, least in zip(self.writers, before, strict=True))

        until(answered, "play continues")

    def is_ready(self) -> bool:
        """Return whether the service says that it can record commands; otherwise it must say that the store is away."""
        answer = self.client.get("/readyz")
        assert answer.is_success or answer.json()["code"] == "store_away", answer.text
        return answer.is_success


@contextmanager
def playing(url: str, directory: Path, pairs: int, port: int | None = None) -> Iterator[Play]:
    """Run a service on a store, and two clients on each of a number of encounters; check everything at the end."""
    port = port or free_ports(1)[0]
    address = f"http://127.0.0.1:{port}"
    names = [f"fight-{number}" for number in range(pairs)]
    with (
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
        service(directory / "none", port, redis_url=url, acknowledge="replicas") as process,
    ):
        for name in names:
            body = {"ruleset": "s3", "id": name, "combatants": COMBATANTS}
            until(lambda: client.post("/v1/encounters", json=body).is_success, "it is open")  # noqa: B023 - called here
        with writing(address, names, "play") as writers:
            play = Play(client, writers)
            yield play
        check_kept(client, [batch for writer in writers for batch in writer.acknowledged])
        for name in names:
            check_whole(client, name)
        process.terminate()
        _, play.log = process.communicate(timeout=PATIENCE)


@pytest.mark.long
def test_a_primary_that_sentinels_watch_may_die(redis_program: Path, tmp_path: Path) -> None:
    with (
        watched(redis_program, tmp_path / "servers") as servers,
        playing(servers.url, tmp_path, pairs=2) as play,
    ):
        play.goes_on()
        for _ in range(2):
            victim = servers.primary
            victim.kill()
            killed = monotonic()
            servers.replaced(victim)
            victim.start()
            play.goes_on()
            print(f"Play went on after {monotonic() - killed:.1f} s.")


@pytest.mark.long
def test_a_planned_failover_is_no_error(redis_program: Path, tmp_path: Path) -> None:
    with (
        watched(redis_program, tmp_path / "servers") as servers,
        playing(servers.url, tmp_path, pairs=1) as play,
    ):
        play.goes_on()
        before = servers.primary
        servers.sentinels[0].do("SENTINEL FAILOVER", NAME)
        servers.replaced(before)
        play.goes_on()
    assert '"level": "error"' not in play.log


@pytest.mark.long
def test_a_primary_behind_a_proxy_may_die(redis_program: Path, tmp_path: Path) -> None:
    primary, replica = (data_node(redis_program, tmp_path / name) for name in ("first", "second"))
    try:
        primary.start()
        replica.start()
        follow(replica, primary)
        with proxied_elsewhere(primary.url) as proxy, playing(proxy.url, tmp_path, pairs=2) as play:
            for _ in range(4):
                play.goes_on()
                primary.kill()
                replica.do("REPLICAOF", "NO", "ONE")
                proxy.target = replica.port
                primary.start()
                follow(primary, replica)
                primary, replica = replica, primary
            play.goes_on()
    finally:
        primary.kill()
        replica.kill()


def follow(replica: Node, primary: Node) -> None:
    """Make a server the replica of another, and wait until it follows."""
    replica.do("REPLICAOF", "127.0.0.1", primary.port)
    until(lambda: replica.info("master_link_status") == "up", "the replica follows")


async def test_a_primary_that_changes_behind_a_proxy_is_noticed_at_once(redis_program: Path, tmp_path: Path) -> None:
    first, second = (data_node(redis_program, tmp_path / name) for name in ("first", "second"))
    try:
        first.start()
        second.start()
        follow(second, first)
        async with proxied(first.url) as proxy:
            settings = Settings(redis_url=SecretStr(proxy.url), acknowledge="replicas", wait=PATIENCE)
            async with running(settings) as api:
                assert (await api.open()).is_success
                second.do("REPLICAOF", "NO", "ONE")
                first.do("REPLICAOF", "127.0.0.1", second.port)
                proxy.target = second.port
                until(lambda: first.info("master_link_status") == "up", "the former primary follows")
                answer = await api.command("core.note", text="It continues.")
                assert answer.is_success, answer.text
                assert await api.version() == answer.json()["version"]
                assert second.do("HGET", keys_of(StreamId("main", "duel"), PARTITIONS).head, "version") == (
                    str(answer.json()["version"]).encode()
                )
    finally:
        first.kill()
        second.kill()


async def test_what_was_read_but_never_acknowledged_may_be_lost_without_a_restart(
    redis_program: Path, tmp_path: Path
) -> None:
    first, second = (data_node(redis_program, tmp_path / name) for name in ("first", "second"))
    try:
        first.start()
        second.start()
        follow(second, first)
        async with proxied(first.url) as proxy:
            settings = Settings(redis_url=SecretStr(proxy.url), acknowledge="replicas", wait=0.5)
            async with running(settings) as api:

                async def acknowledged() -> bool:
                    return (await api.command("core.note", text="kept", headers={"Idempotency-Key": "kept"})).is_success

                assert (await api.open()).is_success
                await eventually(acknowledged, "a note is kept")
                kept = await api.version()
                second.do("REPLICAOF", "NO", "ONE")
                for text in ("lost", "read and lost"):
                    assert (await api.command("core.note", text=text)).json()["code"] == "durability_unknown"
                assert await api.version() > kept
                first.kill()
                proxy.target = second.port
                first.start()
                follow(first, second)

                async def goes_on() -> bool:
                    answer = await api.command("core.note", text="later", headers={"Idempotency-Key": "later"})
                    assert answer.is_success or answer.json()["code"] in TRY_AGAIN, answer.text
                    return answer.is_success

                await eventually(goes_on, "play continues")
                assert await api.version() == kept + 2
                second.do("HSET", keys_of(StreamId("main", "duel"), PARTITIONS).head, "version", kept)
                answer = await api.command("core.note", text="What was acknowledged is missed.")
                assert answer.json()["code"] in ("history_lost", "store_damaged")
    finally:
        first.kill()
        second.kill()


class Mover(threading.Thread):
    """Moves the slots of encounters back and forth between two primaries, until it is stopped."""

    def __init__(self, nodes: ClusterNodes, pair: list[Node], slots: set[int]) -> None:
        super().__init__(daemon=True)
        self.nodes, self.pair = nodes, pair
        self.owners = {slot: owner for slot, owner in nodes.owners().items() if slot in slots and owner in pair}
        self.moves = 0
        self.fault: BaseException | None = None
        self._halt = threading.Event()

    def run(self) -> None:
        try:
            while not self._halt.is_set():
                for slot, owner in self.owners.items():
                    if self._halt.is_set():
                        return
                    (target,) = (one for one in self.pair if one is not owner)
                    self.nodes.move(slot, owner, target, pause=0.02)
                    self.owners[slot] = target
                    self.moves += 1
        except BaseException as error:  # raised later in the test, because an exception in a thread cannot fail it
            self.fault = error

    def stop(self) -> None:
        self._halt.set()
        self.join(PATIENCE)
        if self.fault:
            raise self.fault


@contextmanager
def moving(nodes: ClusterNodes, pair: list[Node], slots: set[int]) -> Iterator[Mover]:
    """Move slots between two primaries within the context."""
    mover = Mover(nodes, pair, slots)
    mover.start()
    yield mover
    mover.stop()


def seen(client: httpx.Client) -> dict[str, float]:
    """Return how often nodes have sent commands elsewhere, by reply."""
    told = client.get("/metrics").text
    return {
        reply: float(count)
        for reply, count in re.findall(r'yarrow_store_redirections_total\{reply="(\w+)"\} (\S+)', told)
    }


@pytest.mark.long
def test_watchers_see_every_batch_once_and_in_order_while_slots_move(redis_program: Path, tmp_path: Path) -> None:
    [port] = free_ports(1)
    names = [f"fight-{number}" for number in range(4)]
    slots = {key_slot(keys_of(StreamId("main", name), PARTITIONS).feed.encode()) for name in names}
    with cluster(redis_program, tmp_path / "nodes") as nodes, crowd(port, 3) as watching:
        with playing(nodes.url, tmp_path, len(names), port) as play:
            watching.wait(lambda one: one.connected, "everybody watches")
            first = [len(records_of(play.client, name, after=0)) for name in names]
            for pair in itertools.combinations(nodes.primaries, 2):
                with moving(nodes, list(pair), slots) as mover:
                    until(lambda: mover.moves >= len(mover.owners), "slots have moved")
                    play.goes_on()
            for writer in play.writers:
                writer.stop()
            streams = {name: records_of(play.client, name, after=0) for name in names}
            watching.wait(
                lambda one: all(one.at(name) == len(stream) for name, stream in streams.items()),
                "all have seen the end",
            )
        for watcher in watching.watchers:
            for place, (name, stream) in enumerate(streams.items()):
                seen_records = [record for frame in watcher.seen[name] for record in frame.records]
                assert len(seen_records) >= len(stream) - first[place]
                assert seen_records == stream[-len(seen_records) :]


@pytest.mark.parametrize(("pairs", "rounds"), [long(8, 1), soak(8, 6)])
def test_slots_may_move_and_primaries_may_die(
    redis_program: Path, tmp_path: Path, pairs: int, rounds: int, record_property: Callable[[str, object], None]
) -> None:
    streams = (StreamId("main", f"fight-{number}") for number in range(pairs))
    slots = {key_slot(keys_of(stream, PARTITIONS).feed.encode()) for stream in streams}
    with cluster(redis_program, tmp_path / "nodes") as nodes, playing(nodes.url, tmp_path, pairs) as play:
        play.goes_on()
        moves = 0
        replaced, waited = list[float](), list[float]()
        for turn in range(rounds):
            primaries = nodes.primaries
            victim = primaries[turn % 3]
            with moving(nodes, [one for one in primaries if one is not victim], slots) as mover:
                before = mover.moves
                until(lambda: mover.moves > before + 2, "slots move")  # noqa: B023 - called here
                play.goes_on()
                victim.kill()
                killed = monotonic()
                until(lambda: len(nodes.primaries) == 3, "another node has taken over")
                replaced.append(monotonic() - killed)
                victim.start()
                play.goes_on()
                waited.append(monotonic() - killed)
            moves += mover.moves
            nodes.await_health()
            play.goes_on()
        found = seen(play.client)
        replies = ", ".join(f"{count:.0f} {reply}" for reply, count in found.items())
        record_property(
            "reported",
            f"After a primary was killed, another took over within {max(replaced):.1f} s, and play went on within "
            f"{max(waited):.1f} s. {moves} slots moved; the nodes replied {replies}.",
        )
        assert moves > 0
        assert all(found[reply] > 0 for reply in ("MOVED", "ASK", "TRYAGAIN")), found
