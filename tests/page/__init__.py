"""Tests of the page that the service serves, in a real Chromium: what is on the screen, by roles and names."""
