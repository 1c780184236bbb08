"""Proving a bundle without any service: read it, and audit what it holds by the rules that are installed here."""

from collections.abc import Iterable

from events.audit.auditor import Auditor, BundleAudit, Known, Watch
from events.format import bundle
from events.format.bundle import Bundle
from events.format.codec import Codec
from service.cli.api_client import Unanswered


def read_bundle(lines: Iterable[bytes], name: str) -> Bundle:
    """The bundle of these lines; ``name`` is what it is called where it is none. Raises Unanswered."""
    try:
        return bundle.read(lines)
    except bundle.NoBundle as error:
        raise Unanswered(f"{name}: {error}.") from error


def prove(
    found: Bundle,
    *,
    head: bytes | None = None,
    known: Known | None = None,
    key: str | None = None,
    watch: Watch | None = None,
) -> BundleAudit:
    """The audit of a bundle; with ``head`` its chain has to end in that hash, whatever the file says itself.

    It has to have had the hash that is ``known``, and to be signed with ``key``, where they are given.
    Raises Unanswered where its ruleset is not installed.
    """
    from domain.registry import UnfitRuleset, rulesets  # noqa: PLC0415 - only who proves waits for the rules to load

    named = found.header.ruleset
    try:
        installed = rulesets()
    except UnfitRuleset as error:
        raise Unanswered(str(error)) from error
    if named not in installed:
        raise Unanswered(f"The bundle is of the ruleset {named!r}, which is not installed here; install its package.")
    auditor = Auditor(installed[named], Codec.of(installed[named]))
    return auditor.audit_bundle(found, head=head, known=known, key=key, watch=watch)
