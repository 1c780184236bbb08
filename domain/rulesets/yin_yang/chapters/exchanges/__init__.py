"""An exchange, from the call to its follow-up."""
