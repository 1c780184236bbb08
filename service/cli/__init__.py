"""The command line: the ``yarrow`` program and its commands."""
