"""Offline verification: read a bundle and audit it by the installed rules, without a service."""

from collections.abc import Iterable

from events.audit.auditor import Auditor, BundleAudit, KnownHash, ProgressCallback
from events.format import bundle
from events.format.bundle import Bundle
from events.format.codec import Codec
from service.cli.api_client import CommandFailed


def read_bundle(lines: Iterable[bytes], name: str) -> Bundle:
    """Return the bundle of these lines; ``name`` names it in errors. Raises CommandFailed if they are not a bundle."""
    try:
        return bundle.read(lines)
    except bundle.InvalidBundle as error:
        raise CommandFailed(f"{name}: {error}.") from error


def prove(
    found: Bundle,
    *,
    head: bytes | None = None,
    known: KnownHash | None = None,
    key: str | None = None,
    watch: ProgressCallback | None = None,
) -> BundleAudit:
    """Return the audit of a bundle.

    If given, ``head`` is the hash that its chain must end in, whatever the file itself says, ``known`` a version and
    hash that its chain must contain, and ``key`` the public key that it must be signed with. ``watch`` is called with
    each audited version. Raises CommandFailed if the bundle's ruleset is not installed.
    """
    from domain.registry import InvalidRuleset, rulesets  # noqa: PLC0415 - loading the rules takes long

    ruleset = found.header.ruleset
    try:
        installed = rulesets()
    except InvalidRuleset as error:
        raise CommandFailed(str(error)) from error
    if ruleset not in installed:
        raise CommandFailed(f"The bundle's ruleset {ruleset!r} is not installed. Install its package.")
    auditor = Auditor(installed[ruleset], Codec.of(installed[ruleset]))
    return auditor.audit_bundle(found, head=head, known=known, key=key, on_progress=watch)
