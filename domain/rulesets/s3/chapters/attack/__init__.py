"""Attacks: the target and the step to it, the blow that lands, disarming and fast melee."""
