"""Who calls: tokens, revocations, rate limits, spectator delay, and the middleware that admits a request."""
