"""Century, gunfights, chases and brawls by the metre and the Move Point, on one throw of a d100.

The rooms, in the order in which one meets them: ``words``, ``options``, ``items``, ``sheet``, ``commands``, ``events``,
``state``, ``tables`` (with the data files beside them), ``decide`` (one module a chapter), ``evolve``, ``prompts``,
``forms``, ``narrate``, ``tally``, ``view``, ``rules``.
"""
