"""Tests of the settings: an invalid value is reported with its variable before anything starts."""

import pytest

from service.settings import BadSettings, Settings, mistyped


def given(**values: str) -> Settings:
    return Settings.from_environment({f"YARROW_{name}": value for name, value in values.items()})


@pytest.mark.parametrize(
    "url",
    [
        "redis://:secret@localhost:port",
        "redis://:secret@[::1",
        "redis://:secret@localhost:6379/0?socket_timeout=soon",
        "redis://:secret@localhost:6379/0?no_such_option=1",
        "http://:secret@localhost",
    ],
)
def test_an_address_that_no_client_understands_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_REDIS_URL: .*redis://") as bad:
        given(REDIS_URL=url)
    assert "secret" not in str(bad.value)


@pytest.mark.parametrize(
    "url", ["redis://localhost", "rediss://user:word@host:6380/3", "unix:///run/redis.sock?db=2", "redis://[::1]:6379"]
)
def test_an_address_that_a_client_understands_is_taken_as_it_stands(url: str) -> None:
    address = given(REDIS_URL=url).redis_url
    assert address is not None
    assert address.get_secret_value() == url


@pytest.mark.parametrize("wait", ["0", "0.0004", "-1", "nan", "inf", "61"])
def test_a_wait_that_redis_would_take_for_ever_is_refused(wait: str) -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_WAIT: "):
        given(WAIT=wait)


def test_every_variable_that_is_wrong_is_named() -> None:
    with pytest.raises(BadSettings, match=r"YARROW_PORT: .* YARROW_TENANT: "):
        given(PORT="many", TENANT="Main")


def test_nobody_waits_for_replicas_of_a_redis_that_has_none() -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_ACKNOWLEDGE: .* YARROW_REDIS_URL .*, or choose fsync"):
        given(ACKNOWLEDGE="replicas")
    assert given(ACKNOWLEDGE="replicas", REDIS_URL="redis://localhost").acknowledge == "replicas"
    with pytest.raises(BadSettings) as bad:
        given(ACKNOWLEDGE="replicas", REDIS_URL="nowhere")
    assert "YARROW_ACKNOWLEDGE" not in str(bad.value)


def test_a_variable_that_is_almost_a_setting_is_named() -> None:
    noise = {"YARROW_URL": "", "YARROW_TOKEN": "", "YARROW_SERVICE_HOST": "", "YARROW_PORT_8000_TCP": "", "PATH": ""}
    assert mistyped({**noise, "YARROW_PORT": "1", "YARROW_DATADIR": "x", "YARROW_SECRETS": "y"}) == [
        "YARROW_DATADIR is not a setting and is ignored. Did you mean YARROW_DATA_DIR?",
        "YARROW_SECRETS is not a setting and is ignored. Did you mean YARROW_SECRET?",
    ]


def test_a_tenant_with_a_line_break_behind_it_is_refused() -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_TENANT: "):
        given(TENANT="main\n")
