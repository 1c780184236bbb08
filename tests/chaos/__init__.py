"""Tests with faults: killed processes, lost history, hostile files, a Redis that is away."""
