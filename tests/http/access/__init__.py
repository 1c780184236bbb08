"""Tests of a service that asks for tokens: who may see and do what."""
