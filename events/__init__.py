"""Facts and their life: envelope, codec, chain, store, projections and bundles."""
