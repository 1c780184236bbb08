"""Tests of the ``yarrow`` command line."""
