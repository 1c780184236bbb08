"""Access: callers, tokens, revocations, rate limits, the spectator delay, and the admission of requests."""
