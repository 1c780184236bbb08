"""Cases of noninterference, one module for each ruleset."""

from collections.abc import Mapping
from typing import Final

from tests.http.access.secrecy.noninterference import Case
from tests.http.access.secrecy.secret_sheets.black_dice import BLACK_DICE_CASES
from tests.http.access.secrecy.secret_sheets.century import CENTURY_CASES
from tests.http.access.secrecy.secret_sheets.s3 import S3_CASES
from tests.http.access.secrecy.secret_sheets.ticks import TICKS_CASES
from tests.http.access.secrecy.secret_sheets.yin_yang import YIN_YANG_CASES

CASES: Final[Mapping[str, Case]] = {
    f"{case.ruleset}-{case.name}": case
    for case in (*S3_CASES, *BLACK_DICE_CASES, *YIN_YANG_CASES, *CENTURY_CASES, *TICKS_CASES)
}
