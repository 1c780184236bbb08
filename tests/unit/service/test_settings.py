"""Tests of the settings: an invalid value is reported with its variable before anything starts."""

import pytest

from service.settings import BadSettings, Settings, mistyped, trusting_everybody


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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONNECTIONS", "0"),
        ("CONNECTIONS", "many"),
        ("CONNECTIONS_PER_ADDRESS", "-1"),
        ("HEAD_TIMEOUT", "0"),
        ("BODY_TIMEOUT", "inf"),
        ("PROXIES", "10.0.0.7 proxy.example"),
        ("PROXIES", "10.0.0.0/33"),
    ],
)
def test_a_limit_of_connections_that_cannot_be_meant_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=f"^YARROW_{name}: "):
        given(**{name: value})


def test_proxies_may_be_named_by_the_variable_of_earlier_versions() -> None:
    former = {"FORWARDED_ALLOW_IPS": "10.0.0.7,10.1.0.0/16"}
    assert Settings.from_environment(former).proxy_networks == ("10.0.0.7", "10.1.0.0/16")
    assert Settings.from_environment({**former, "YARROW_PROXIES": "::1"}).proxy_networks == ("::1",)
    assert Settings.from_environment({"FORWARDED_ALLOW_IPS": "*"}).proxy_networks == ("0.0.0.0/0", "::/0")


def test_a_variable_that_is_almost_a_setting_is_named() -> None:
    noise = {"YARROW_URL": "", "YARROW_TOKEN": "", "YARROW_SERVICE_HOST": "", "YARROW_PORT_8000_TCP": "", "PATH": ""}
    assert mistyped({**noise, "YARROW_PORT": "1", "YARROW_DATADIR": "x", "YARROW_SECRETS": "y"}) == [
        "YARROW_DATADIR is not a setting and is ignored. Did you mean YARROW_DATA_DIR?",
        "YARROW_SECRETS is not a setting and is ignored. Did you mean YARROW_SECRET?",
    ]


def test_a_tenant_with_a_line_break_behind_it_is_refused() -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_TENANT: "):
        given(TENANT="main\n")


@pytest.mark.parametrize(
    "origins",
    [
        "https://table.example",
        "http://localhost:5173 https://table.example",
        "http://[::1]:8080",
        "http://127.0.0.1:3000",
        "https://xn--bcher-kva.example",
        "tauri://localhost",
        "chrome-extension://abcdefghij",
    ],
)
def test_origins_are_taken_as_browsers_send_them(origins: str) -> None:
    assert given(ORIGINS=origins).allowed_origins == tuple(origins.split())


@pytest.mark.parametrize(
    ("origins", "meant"),
    [
        ("https://table.example/", "https://table.example"),
        ("https://table.example/play?x=1", "https://table.example"),
        ("HTTPS://Table.Example", "https://table.example"),
        ("https://table.example:443", "https://table.example"),
        ("http://localhost:80", "http://localhost"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://anna@table.example", "https://table.example"),
        ("https://a.example https://b.example/", "https://b.example"),
        ("http://[0:0::1]:8080", "http://[::1]:8080"),
    ],
)
def test_an_address_that_is_no_origin_is_refused_with_the_origin_of_its_pages(origins: str, meant: str) -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_ORIGINS: .* is no origin; a browser sends (\S+)\.$") as bad:
        given(ORIGINS=origins)
    assert str(bad.value).endswith(f"sends {meant}.")


@pytest.mark.parametrize(
    "origins",
    [
        *("*", "null", "table.example", "localhost:5173", "https://*.example", "https://", "file:///", "data:,x"),
        *("https://a,https://b", "https://table.example:port", "https://table.example:99999", "https://[::1"),
        *("https://a..example", "http://127.1", "http://256.0.0.1", "http://0x7f.1"),
    ],
)
def test_what_names_no_single_origin_is_refused(origins: str) -> None:
    with pytest.raises(BadSettings, match=r"^YARROW_ORIGINS: .* is no single origin; .* separated by blanks\.$"):
        given(ORIGINS=origins)


@pytest.mark.parametrize("variable", [{"FORWARDED_ALLOW_IPS": "*"}, {"YARROW_PROXIES": "10.0.0.1 ::/0"}])
def test_whoever_trusts_every_client_as_a_proxy_is_warned(variable: dict[str, str]) -> None:
    warning = trusting_everybody(Settings.from_environment(variable).proxies)
    assert warning is not None
    assert "Name the addresses of your proxies." in warning
    assert trusting_everybody(given(PROXIES="10.0.0.0/8 ::1").proxies) is None
