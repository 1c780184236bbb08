"""Tests of read models: projectors, generations and source fingerprints."""
