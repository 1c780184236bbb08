"""The application's services: what they are, and how they are started on one store and stopped."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio.to_thread

from domain.registry import rulesets
from events.format.signing import Signer
from events.store.protocol import Store
from events.store.redis_store import RedisStore
from service.auth.access import Access
from service.auth.exchange import Exchange
from service.auth.grants import Grants
from service.auth.revocations import Revocations
from service.auth.tickets import Tickets
from service.encounters.branches.comparison import EncounterComparison
from service.encounters.bundles.importing import BundleImport
from service.encounters.cache import EncounterCache
from service.encounters.command_handler import CommandHandler
from service.encounters.commands import EncounterCommands
from service.encounters.granting import Granting
from service.encounters.queries import EncounterQueries
from service.encounters.reading.encounter_tally import EncounterTallies
from service.encounters.reading.projection_queries import ProjectionQueries
from service.encounters.reading.story_queries import StoryQueries
from service.encounters.reading.story_teller import StoryTeller
from service.encounters.reading.table_queries import TableQueries
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer
from service.live.connection_quota import ConnectionQuota
from service.live.hub import Hub
from service.live.positions import Positions
from service.live.presence import Presence
from service.live.seats import SeatsReader
from service.live.timeouts import StreamTimeouts
from service.metrics import Metrics, RedirectionMetrics
from service.problems.store_problems import note_outage, store_problems
from service.read_models.cursors import Cursors
from service.read_models.encrypted_cursor import CursorCipher
from service.read_models.listing import Listings
from service.read_models.metrics import ProjectionMetrics
from service.read_models.projection_runner import ProjectionRunner
from service.read_models.tenant_tallies import TenantTallies
from service.redis.embedded import EmbeddedRedis
from service.redis.readiness import Readiness
from service.redis.requirements import require_fit
from service.redis.supervisor import supervised
from service.rulesets.runtime import compute_fingerprints, runtimes_of
from service.rulesets.scenes import Scenes
from service.settings import Settings
from service.work.places import Places


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one application, which routes call on behalf of callers."""

    store: Store
    primaries: int
    readiness: Readiness
    tenant: str
    access: Access
    tickets: Tickets
    grants: Grants
    exchange: Exchange
    granting: Granting
    seats: SeatsReader
    places: Places
    metrics: Metrics
    commands: EncounterCommands
    scenes: Scenes
    queries: EncounterQueries
    table: TableQueries
    projections: ProjectionQueries
    story: StoryQueries
    comparison: EncounterComparison
    imports: BundleImport
    projection_runner: ProjectionRunner
    listings: Listings
    tallies: TenantTallies
    hub: Hub
    timeouts: StreamTimeouts

    async def require_ready(self) -> None:
        """Raise Problem ``store_away`` unless a command could be recorded."""
        with store_problems():
            await self.readiness.require()


def services_of(app: Any) -> Services:
    """Return the services that the lifespan of an application (``Entry``) has started."""
    services: Services = app.services
    return services


@asynccontextmanager
async def running(settings: Settings, signer: Signer | None) -> AsyncIterator[Services]:
    """Start the services, and stop them in the opposite order at the end of the block."""
    async with AsyncExitStack() as stack:
        scenes = Scenes(rulesets(), settings.scenes)
        store = await connect(settings, stack)
        readiness = Readiness(store, note_outage)
        stack.push_async_callback(readiness.close)
        runtimes = runtimes_of(rulesets(), store, settings)
        await anyio.to_thread.run_sync(compute_fingerprints, runtimes)
        loader = StateLoader(store, runtimes)
        cache = EncounterCache(loader, settings.warm)
        places = Places()
        metrics = Metrics(lambda: len(cache), lambda: len(places))
        metrics.registry.register(RedirectionMetrics(store.servers.seen))
        viewer = EncounterViewer(loader, cache)
        handler = CommandHandler(store, loader, cache, metrics)
        stack.push_async_callback(handler.close)
        revocations = Revocations(store)
        await stack.enter_async_context(revocations.polling())
        access = Access(settings, revocations)
        grants = Grants(store.grants, access, revocations)
        runner = await stack.enter_async_context(ProjectionRunner.running(store, runtimes))
        metrics.registry.register(ProjectionMetrics(runner))
        projections = ProjectionQueries(store, viewer, EncounterTallies(loader), signer)
        cipher = CursorCipher(settings.secrets)
        cursors = Cursors(cipher)
        quota = ConnectionQuota(settings.streams, access.is_valid)
        access.on_poll(quota.drop_invalid)
        presence = Presence(store.presence, settings.heartbeat)
        await stack.enter_async_context(presence.recording())
        seats = SeatsReader(grants, presence, viewer)
        hub = Hub(
            store=store,
            loader=loader,
            cache=cache,
            viewer=viewer,
            runtimes=runtimes,
            positions=Positions(cipher),
            registry=metrics.registry,
            backlog=settings.watch_backlog,
            presence=presence,
            seats=seats,
            quota=quota,
        )
        stack.push_async_callback(hub.close)
        yield Services(
            store=store,
            primaries=len(await store.servers.clients()),
            readiness=readiness,
            tenant=settings.tenant,
            access=access,
            tickets=Tickets(store, access),
            grants=grants,
            exchange=Exchange(grants),
            granting=Granting(grants, viewer),
            seats=seats,
            places=places,
            metrics=metrics,
            commands=EncounterCommands(handler, cache, viewer, runtimes, scenes, metrics),
            scenes=scenes,
            queries=EncounterQueries(loader, viewer),
            table=TableQueries(loader, viewer),
            projections=projections,
            story=StoryQueries(viewer, StoryTeller(loader)),
            comparison=EncounterComparison(viewer, projections),
            imports=BundleImport(store, loader, viewer, runtimes, settings.largest_bundle),
            projection_runner=runner,
            listings=Listings(store, viewer, runtimes, runner, cursors),
            tallies=TenantTallies(runner, cursors),
            hub=hub,
            timeouts=StreamTimeouts(settings.heartbeat, settings.watch_patience),
        )


async def connect(settings: Settings, stack: AsyncExitStack) -> RedisStore:
    """Open the store on the configured Redis, or on an embedded one started here; ``stack`` closes and stops them."""
    if settings.redis_url is None:
        server = EmbeddedRedis(settings.data_dir)
        await anyio.to_thread.run_sync(server.start)
        stack.push_async_callback(anyio.to_thread.run_sync, server.stop)
        await stack.enter_async_context(supervised(server))
        url = server.url
    else:
        url = settings.redis_url.get_secret_value()
    store = await RedisStore.open(
        url,
        partitions=settings.partitions,
        acknowledge=settings.acknowledge,
        replicas=settings.replicas,
        wait=settings.wait,
        admit=lambda clients: require_fit(clients, settings.acknowledge),
    )
    stack.push_async_callback(store.close)
    return store
