"""Who acts at all (YY-COND-1)."""

from domain.model.refusal import refuse
from domain.rulesets.yin_yang.state import Person


def require_able(person: Person, field: str = "command.actor") -> None:
    """Refuse whoever is out of action (YY-COND-1); ``field`` is where the command names it."""
    if not person.able:
        why = " and ".join(person.out)
        detail = f"{person.name} is out of action ({why}); only the narrator's free tests are open to it."
        if person.gone:
            detail = f"{person.name} is out of action ({why}) and takes no part any more."
        refuse("YY-COND-1", detail, field=field)
