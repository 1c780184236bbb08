"""The rulesets whose tests are written once: what each brings to them."""

from tests.rules.examples import Examples
from tests.rules.s3.examples import S3_EXAMPLES

EXAMPLES: tuple[Examples, ...] = (S3_EXAMPLES,)
