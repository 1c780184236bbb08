"""What is legal now in S3, as forms."""

from domain.forms import Form
from domain.rulesets.s3.state import Fight
from domain.speaker import Speaker


def legal_forms(fight: Fight, speaker: Speaker) -> list[Form]:
    """Every command that the speaker may give now."""
    return []
