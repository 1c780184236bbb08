"""Tests of every way in which a Redis is reached: behind a proxy, through sentinels, as a cluster."""
