"""Settings of the service, read once from environment variables at start-up."""

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import IPv4Address, IPv6Address, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError

from domain.text.validation import message_for
from events.format.signing import InvalidKey, Signer
from events.store.address import SCHEMES, Address
from events.store.connection import Connection, connect
from events.store.keys import TENANT_PATTERN
from events.store.protocol import Acknowledge
from events.store.redis_store import DEFAULT_PARTITIONS

PREFIX = "YARROW_"
FORMER_PROXIES: Final = "FORWARDED_ALLOW_IPS"
MIN_SECRET_BYTES: Final = 32
MIN_SIMILARITY: Final = 0.85
"""Similarity, of at most 1, from which a variable counts as a mistyped setting."""
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
"""The ports that browsers leave out of origins."""
IS_HOST: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:.]*:[0-9a-f:.]*")
IS_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""The last part of a host that browsers read as an IPv4 address."""


class BadSettings(ValueError):
    """Environment variables have invalid values; the message names each and says what is expected."""


def valid_redis_url(url: SecretStr) -> SecretStr:
    """Return the URL if a Redis client accepts it. The error does not repeat it, because it may hold a password."""
    if url.get_secret_value().partition("://")[0] not in SCHEMES:
        raise PydanticCustomError(
            "redis_url", "It must begin with redis://, rediss://, unix://, redis+sentinel:// or rediss+sentinel://"
        )
    try:
        address = Address.of(url.get_secret_value())
        for one in address.urls:
            Connection(connect(one))
    except (ValueError, TypeError):
        raise PydanticCustomError(
            "redis_url",
            "Its port, path or options are invalid; use a URL like redis://host:6379/0, unix:///path, or "
            "redis+sentinel://host:26379/name for sentinels",
        ) from None
    return url


def possible_acknowledge(acknowledge: Acknowledge, info: ValidationInfo) -> Acknowledge:
    """Reject ``replicas`` with the embedded Redis, which has none to wait for."""
    if acknowledge == "replicas" and "redis_url" in info.data and info.data["redis_url"] is None:
        raise PydanticCustomError(
            "replicas",
            "The embedded Redis has no replicas; set YARROW_REDIS_URL to a Redis with replicas, or choose fsync",
        )
    return acknowledge


def signing_secrets(secret: SecretStr) -> SecretStr:
    """Return the secrets if each is long enough. The error does not repeat them."""
    parts = secret.get_secret_value().split()
    if not parts or any(len(part.encode()) < MIN_SECRET_BYTES for part in parts):
        raise PydanticCustomError(
            "secret",
            f"Each secret must have {MIN_SECRET_BYTES} bytes or more, without blanks; openssl rand -hex 32 makes one",
        )
    return secret


def single_origins(origins: str) -> str:
    """Return the origins, separated by blanks, if a browser would send each of them like this."""
    for origin in origins.split():
        meant = _origin_meant(origin)
        if meant is None:
            raise PydanticCustomError(
                "origin",
                "“{origin}” is no single origin; name each as a browser sends it, like https://table.example or "
                "http://localhost:5173, separated by blanks",
                {"origin": origin[:100]},
            )
        if meant != origin:
            raise PydanticCustomError(
                "origin", "“{origin}” is no origin; a browser sends {meant}", {"origin": origin[:100], "meant": meant}
            )
    return origins


def proxy_addresses(proxies: str) -> str:
    """Return the addresses and networks, separated by blanks, if each is one."""
    for one in proxies.split():
        try:
            ip_network(one)
        except ValueError:
            raise PydanticCustomError(
                "proxy",
                "“{proxy}” is no address and no network; name proxies like 10.0.0.7 or 10.0.0.0/24, blanks between",
                {"proxy": one[:100]},
            ) from None
    return proxies


def _origin_meant(text: str) -> str | None:
    """Return the origin of the address that a text may be, as a browser sends it; None if it is none."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
        if not parts.scheme or not IS_HOST.fullmatch(host):
            return None
        shown = _host_shown(host)
    except ValueError:
        return None
    usual = port is None or port == DEFAULT_PORTS.get(parts.scheme)
    return f"{parts.scheme}://{shown}" if usual else f"{parts.scheme}://{shown}:{port}"


def _host_shown(host: str) -> str:
    """Return a host as a browser writes it. Raises ValueError for one that ends in a number and is no address."""
    if ":" in host:
        return f"[{IPv6Address(host)}]"
    return str(IPv4Address(host)) if IS_NUMBER.fullmatch(host.rpartition(".")[2]) else host


class Settings(BaseModel):
    """The settings of the service; each field is the environment variable ``YARROW_<FIELD>``.

    Values that contain passwords print as asterisks.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    redis_url: Annotated[SecretStr, AfterValidator(valid_redis_url)] | None = Field(
        None, description="URL of the Redis, sentinels or cluster to use; without it the service runs an embedded one"
    )
    data_dir: Path = Field(Path("yarrow-data"), description="directory of the embedded Redis")
    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    acknowledge: Annotated[Acknowledge, AfterValidator(possible_acknowledge)] = Field(
        "fsync", description="durability that the response to a command waits for: memory, fsync or replicas"
    )
    replicas: int = Field(1, ge=1, le=16, description="number of replicas to wait for, if acknowledge is replicas")
    wait: float = Field(1.0, ge=0.001, le=60, description="seconds to wait for the durability that acknowledge names")
    partitions: int = Field(
        DEFAULT_PARTITIONS, ge=1, le=4096, description="partitions of a new store; cannot be changed later"
    )
    tenant: Annotated[str, StringConstraints(pattern=f"^{TENANT_PATTERN}$")] = Field(
        "main", description="tenant of the encounters"
    )
    secret: Annotated[SecretStr, AfterValidator(signing_secrets)] | None = Field(
        None,
        description="signs access tokens, 32 bytes or more; of several, separated by blanks, the first signs",
    )
    origins: Annotated[str, AfterValidator(single_origins)] | None = Field(
        None, description="origins of web pages that may use the API, separated by blanks; without it only its own"
    )
    metrics: Literal["token", "open"] = Field(
        "token", description="access to `/metrics` if a secret is set: token (a narrator's of all encounters) or open"
    )
    connections: int = Field(
        10_000, ge=1, le=1_000_000, description="connections open at once, if the limit of open files permits as many"
    )
    connections_per_address: int = Field(
        500, ge=1, le=1_000_000, description="connections of one address, or one IPv6 network, that is not a proxy's"
    )
    head_timeout: float = Field(30.0, ge=1, le=600, description="seconds for the path and headers of a request")
    body_timeout: float = Field(
        30.0, ge=1, le=600, description="seconds for the body of a request, with one more for each 16 KiB"
    )
    proxies: Annotated[str, AfterValidator(proxy_addresses)] = Field(
        "127.0.0.1 ::1",
        description="addresses and networks of proxies, which name the client in X-Forwarded-For, separated by blanks",
    )
    rate: float = Field(
        200, gt=0, description="requests per second of each token, or of each address without one, if a secret is set"
    )
    burst: int = Field(1000, ge=1, description="requests in a burst")
    streams: int = Field(100, ge=1, description="simultaneous live connections of each token, if a secret is set")
    heartbeat: float = Field(15.0, ge=0.05, le=300, description="seconds between heartbeats on a live feed")
    watch_backlog: int = Field(256, ge=1, description="batches that a watcher may lag behind")
    watch_patience: float = Field(10.0, ge=0.05, le=300, description="seconds for which a watcher may read nothing")
    signing_key: Path | None = Field(None, description="file of the Ed25519 key, PEM, that signs bundles")
    scenes: Path | None = Field(None, description="folder of further scenes, in TOML or JSON")
    largest_bundle: int = Field(64, ge=1, le=4096, description="maximum size of an imported bundle, in MiB")
    warm: int = Field(1000, ge=1, description="encounters cached in memory")
    snapshot_every: int = Field(100, ge=10, description="events between two snapshots of an encounter")
    checkpoint_every: int = Field(1000, ge=10, description="events between two checkpoints of an encounter")

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """The secrets of access tokens; empty if the service does not require tokens."""
        return () if self.secret is None else tuple(self.secret.get_secret_value().encode().split())

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """The origins of web pages that may use the API."""
        return () if self.origins is None else tuple(self.origins.split())

    @property
    def proxy_networks(self) -> tuple[str, ...]:
        """The addresses and networks of proxies."""
        return tuple(self.proxies.split())

    def signer(self) -> Signer | None:
        """Return the signer of bundles, or None without a signing key. Raises BadSettings if the key is invalid."""
        if self.signing_key is None:
            return None
        try:
            return Signer.from_pem(self.signing_key.read_bytes())
        except OSError as error:
            fault = f"{self.signing_key} cannot be read ({error.strerror})"
        except InvalidKey as error:
            fault = f"{self.signing_key}: {error}"
        raise BadSettings(f"{PREFIX}SIGNING_KEY: {fault}; openssl genpkey -algorithm ed25519 makes one.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Read the settings from ``YARROW_*`` variables; an empty one counts as unset. Raises BadSettings.

        ``FORWARDED_ALLOW_IPS``, the variable of earlier versions, names the proxies if ``YARROW_PROXIES`` does not.
        """
        variables = os.environ if environment is None else environment
        if former := variables.get(FORMER_PROXIES, "").replace(",", " "):
            variables = {PREFIX + "PROXIES": former.replace("*", "0.0.0.0/0 ::/0"), **variables}
        values: dict[str, Any] = {
            name: value for name in cls.model_fields if (value := variables.get(PREFIX + name.upper(), ""))
        }
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            faults = (f"{PREFIX}{str(fault['loc'][0]).upper()}: {message_for(fault)}" for fault in error.errors())
            raise BadSettings(" ".join(faults)) from None


def trusting_everybody(proxies: str) -> str | None:
    """Return a warning if the networks of proxies contain every address; else None."""
    if not any(ip_network(one).prefixlen == 0 for one in proxies.split()):
        return None
    return (
        f"Every client counts as a proxy ({PREFIX}PROXIES, or {FORMER_PROXIES}=*): it can choose the address that is "
        "limited, and has no limit of connections. Name the addresses of your proxies."
    )


def mistyped(environment: Mapping[str, str]) -> list[str]:
    """Return a warning for each variable whose name resembles a setting's."""
    settings = [PREFIX + name.upper() for name in Settings.model_fields]
    matches = {name: get_close_matches(name, settings, n=1, cutoff=MIN_SIMILARITY) for name in sorted(environment)}
    return [
        f"{name} is not a setting and is ignored. Did you mean {found[0]}?"
        for name, found in matches.items()
        if name.startswith(PREFIX) and found and name not in settings
    ]
