"""Settings: what an operator chooses, read from the environment once, at the start."""

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

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

from domain.text.validation import said
from events.format.signing import BadKey, Signer
from events.store.connection import Connection, connect
from events.store.keys import TENANT_PATTERN
from events.store.protocol import Acknowledge
from events.store.redis_store import DEFAULT_PARTITIONS

PREFIX = "YARROW_"
LEAST_SECRET: Final = 32
LIKENESS: Final = 0.85
"""How much a name has in common with a setting's that was probably meant, of 1."""
SCHEMES: Final = ("redis://", "rediss://", "unix://")


class BadSettings(ValueError):
    """A variable of the environment has a value that cannot be meant; the message names each of them."""


def redis_address(url: SecretStr) -> SecretStr:
    """A URL that a Redis client understands; what is wrong with it is not repeated, because it may hold a password."""
    if not url.get_secret_value().startswith(SCHEMES):
        raise PydanticCustomError("redis_url", "It begins with redis://, rediss:// or unix://")
    try:
        Connection(connect(url.get_secret_value()))
    except (ValueError, TypeError):
        raise PydanticCustomError(
            "redis_url", "No Redis client understands its port or its options: it is like redis://host:6379/0"
        ) from None
    return url


def reachable(acknowledge: Acknowledge, info: ValidationInfo) -> Acknowledge:
    """What an answer may wait for: the service's own Redis has no replicas, so that it would wait in vain."""
    if acknowledge == "replicas" and "redis_url" in info.data and info.data["redis_url"] is None:
        raise PydanticCustomError(
            "replicas",
            "The service's own Redis has no replicas: name one that has, as YARROW_REDIS_URL, or choose fsync",
        )
    return acknowledge


def signing_secrets(secret: SecretStr) -> SecretStr:
    """Secrets that are long enough; they are not repeated where one is not."""
    parts = secret.get_secret_value().split()
    if not parts or any(len(part.encode()) < LEAST_SECRET for part in parts):
        raise PydanticCustomError(
            "secret", f"Each secret has {LEAST_SECRET} bytes or more, and no blanks; openssl rand -hex 32 makes one"
        )
    return secret


class Settings(BaseModel):
    """What the service is started with; each field is the variable ``YARROW_<FIELD>`` of the environment.

    Values that hold passwords print as asterisks.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    redis_url: Annotated[SecretStr, AfterValidator(redis_address)] | None = Field(
        None, description="the Redis to use; without it the service runs its own"
    )
    data_dir: Path = Field(Path("yarrow-data"), description="where the service's own Redis keeps its files")
    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8000, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    acknowledge: Annotated[Acknowledge, AfterValidator(reachable)] = Field(
        "fsync", description="what a command's answer waits for: memory, fsync, replicas"
    )
    replicas: int = Field(1, ge=1, le=16, description="how many replicas have it, where acknowledge is replicas")
    wait: float = Field(1.0, ge=0.001, le=60, description="seconds to wait for what acknowledge names")
    partitions: int = Field(
        DEFAULT_PARTITIONS, ge=1, le=4096, description="partitions of a new store; never changes afterwards"
    )
    tenant: Annotated[str, StringConstraints(pattern=f"^{TENANT_PATTERN}$")] = Field(
        "main", description="whose encounters these are"
    )
    secret: Annotated[SecretStr, AfterValidator(signing_secrets)] | None = Field(
        None, description="signs the access tokens, 32 bytes or more; of several with blanks between, the first signs"
    )
    metrics: Literal["token", "open"] = Field(
        "token", description="who may read `/metrics` where a secret is set: token (a narrator's, for all) or open"
    )
    rate: float = Field(
        200, gt=0, description="requests a second for each token, or address without one, where a secret is set"
    )
    burst: int = Field(1000, ge=1, description="how many of them may come at once")
    streams: int = Field(
        100, ge=1, description="live connections that each token may have open at once, where a secret is set"
    )
    heartbeat: float = Field(15.0, ge=0.05, le=300, description="seconds between two signs of life on a live feed")
    watch_backlog: int = Field(256, ge=1, description="batches that a live watcher may fall behind")
    watch_patience: float = Field(10.0, ge=0.05, le=300, description="seconds that a live watcher may take nothing")
    signing_key: Path | None = Field(None, description="file of the Ed25519 key, PEM, to sign bundles with")
    largest_bundle: int = Field(64, ge=1, le=4096, description="MiB of the largest bundle that is taken in")
    warm: int = Field(1000, ge=1, description="encounters kept in memory")
    snapshot_every: int = Field(100, ge=10, description="events between two snapshots of an encounter")
    checkpoint_every: int = Field(1000, ge=10, description="events between two checkpoints of an encounter")

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """The secrets for tokens; none where no tokens are asked for."""
        return () if self.secret is None else tuple(self.secret.get_secret_value().encode().split())

    def signer(self) -> Signer | None:
        """What bundles are signed with, if anything. Raises BadSettings for what is no key."""
        if self.signing_key is None:
            return None
        try:
            return Signer.from_pem(self.signing_key.read_bytes())
        except OSError as error:
            fault = f"{self.signing_key} cannot be read ({error.strerror})"
        except BadKey as error:
            fault = f"{self.signing_key}: {error}"
        raise BadSettings(f"{PREFIX}SIGNING_KEY: {fault}; openssl genpkey -algorithm ed25519 makes one.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Read the variables ``YARROW_*`` that are settings; an empty one counts as not set. Raises BadSettings."""
        given = os.environ if environment is None else environment
        values: dict[str, Any] = {
            name: value for name in cls.model_fields if (value := given.get(PREFIX + name.upper(), ""))
        }
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            faults = (f"{PREFIX}{str(fault['loc'][0]).upper()}: {said(fault)}" for fault in error.errors())
            raise BadSettings(" ".join(faults)) from None


def mistyped(environment: Mapping[str, str]) -> list[str]:
    """A sentence for each variable that is almost a setting, and so was probably meant to be one."""
    settings = [PREFIX + name.upper() for name in Settings.model_fields]
    near = {name: get_close_matches(name, settings, n=1, cutoff=LIKENESS) for name in sorted(environment)}
    return [
        f"{name} is no setting, and is passed over; {found[0]} is one."
        for name, found in near.items()
        if name.startswith(PREFIX) and found and name not in settings
    ]
