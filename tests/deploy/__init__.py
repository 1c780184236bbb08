"""Tests of the deployment files in ``deploy/``."""
