"""Tests of the record format: codec, chain, upcasters, bundles, signatures, and recorded dice and cards."""
