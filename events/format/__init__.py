"""How events are stored: envelope, codec, upcasters, hash chain, bundle and signature."""
