"""Tests that deploy/compose.cluster.yaml runs a cluster that the service accepts, with processes that reach it."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from events.store.redis_store import RedisStore
from service.redis.requirements import require_fit
from tests.deploy.test_deployment import DEPLOY, environment_of
from tests.servers import free_ports
from tests.topologies.nodes import ClusterNodes, Node, running

CONFIGURATION = "/etc/redis/redis.conf"
SERVICES: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.cluster.yaml").read_text())["services"]
NODES = {name: service for name, service in SERVICES.items() if name.startswith("node-")}
PROCESSES = {name: service for name, service in SERVICES.items() if name.startswith("yarrow-")}
PORTS = [service["command"][service["command"].index("--port") + 1] for service in NODES.values()]
HOSTS = [f"127.0.0.1:{port}" for port in PORTS]


@pytest.fixture
def nodes(redis_program: Path, tmp_path: Path) -> Iterator[ClusterNodes]:
    """Yield a cluster of nodes that were started with the commands of the file, but on free ports."""
    found = ClusterNodes(redis_program, tmp_path)
    found.nodes = [
        Node(redis_program, tmp_path / name, *words_of(service), cluster_port=str(free_ports(1)[0]))
        for name, service in NODES.items()
    ]
    with running(found):
        yield found


def words_of(service: dict[str, Any]) -> list[str]:
    """Return the command of a node without its port and address, with the configuration in this checkout."""
    program, configuration, *words = service["command"]
    assert (program, configuration) == ("redis-server", CONFIGURATION)
    assert f"./redis.conf:{CONFIGURATION}:ro" in service["volumes"]
    options = dict(zip(words[::2], words[1::2], strict=True))
    assert options.pop("--port") in PORTS
    assert options.pop("--bind") == "127.0.0.1"
    return [str(DEPLOY / "redis.conf"), *(word for option in options.items() for word in option)]


@pytest.mark.long
async def test_the_nodes_make_a_cluster_that_the_service_accepts(
    nodes: ClusterNodes, caplog: pytest.LogCaptureFixture
) -> None:
    accepted = partial(require_fit, acknowledge="fsync")
    store = await RedisStore.open(nodes.url, acknowledge="replicas", wait=30, admit=accepted)
    await store.require_writable()
    await store.close()
    assert not caplog.messages


def test_the_processes_are_given_every_node_and_a_port_of_their_own() -> None:
    found = [environment_of(service) for service in PROCESSES.values()]
    for settings in found:
        assert settings.redis_url is not None
        assert settings.redis_url.get_secret_value() == f"redis://{','.join(HOSTS)}"
        assert (settings.acknowledge, settings.secrets, settings.host) == ("replicas", (), "127.0.0.1")
    assert len({settings.port for settings in found}) == len(PROCESSES) > 1


def test_every_node_has_a_port_and_files_of_its_own_and_is_part_of_the_cluster() -> None:
    assert len(set(PORTS)) == len(NODES) == 6
    files = [volume for service in NODES.values() for volume in service["volumes"] if volume.endswith(":/data")]
    assert len(set(files)) == len(NODES)
    create = SERVICES["create"]
    assert create["depends_on"] == {name: {"condition": "service_healthy"} for name in NODES}
    script = create["command"][-1]
    assert [word for word in script.split() if word in HOSTS] == HOSTS
    assert script.startswith(f'ports="{" ".join(PORTS)}"\n')
    assert f'= "{" ".join("0" for _ in PORTS)}" ]' in script, "no node has stored anything"
    assert "$" not in script.replace("$$", ""), "compose would replace it by a variable of its own"
    assert all(service["healthcheck"]["test"][3] == port for service, port in zip(NODES.values(), PORTS, strict=True))
