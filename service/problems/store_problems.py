"""Store errors reported to clients as problems."""

from events.store.protocol import StoreError
from service.problems.problem import from_store_error


class store_problems:  # noqa: N801  # it is used as a function is
    """Context manager that raises a StoreError as a Problem.

    ``command_id`` is the idempotency key that the problem names for a retry of a command.
    """

    def __init__(self, command_id: str | None = None) -> None:
        self._command_id = command_id

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StoreError):
            raise from_store_error(error, command_id=self._command_id) from error
