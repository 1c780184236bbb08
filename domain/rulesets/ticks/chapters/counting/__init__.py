"""The count down: who acts on a tick, what may be done, and the stages of a tick."""
