"""The types that every encounter is built from: state, events, speakers, combatants, cards and refusals."""
