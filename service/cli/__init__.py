"""The command line: ``yarrow`` and its commands."""
