"""Deciding in Yin-Yang: one handler for each command, one module for each chapter of the rules."""
