"""Seats over HTTP: tokens and invitations that callers make, presence, and handing seats over."""
