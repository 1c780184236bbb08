"""One throw under a target number: who calls for it, what it is made of, and its stages."""
