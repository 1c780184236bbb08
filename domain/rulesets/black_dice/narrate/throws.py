"""Sentences about throws, fate and checks."""

from collections.abc import Mapping

from domain.event import Event
from domain.telling import Teller

THROWS_TOLD: Mapping[type[Event], Teller] = {}
