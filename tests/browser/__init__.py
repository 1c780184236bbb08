"""Tests in a real Chromium: pages that use the service, read as they are on the screen."""
