"""The floor ``events``: envelope, codec, chain, upcasters and the store."""
