"""JSON bodies of requests that are neither commands nor bundles."""

from typing import TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError

from service.http.requests.parsing import command_headers, read_body
from service.problems import strict_json
from service.problems.sent_headers import headers_of
from service.problems.validation import from_validation_error

M = TypeVar("M", bound=BaseModel)


async def read_model(request: Request, model: type[M]) -> M:
    """Read the body of a request. Raises Problem ``malformed``, ``too_large``, ``invalid`` and others."""
    command_headers(headers_of(request.scope))
    body = await read_body(request.receive)
    strict_json.require(body)
    try:
        return model.model_validate_json(body, strict=True)
    except ValidationError as error:
        raise from_validation_error(error, strict_json.parse(body), model) from None
