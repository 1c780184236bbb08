"""The examples: a frontend of one file, read on the screen of a real Chromium, and a chat handler."""
