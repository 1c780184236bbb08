"""The table: one view of a fight for every ruleset, which shows its status.

The modules, in the order in which one meets them: ``shapes`` (what a table consists of), ``look`` (what the hooks of a
ruleset read), ``drawing`` (the hooks), ``defaults`` (those of a ruleset that has none), ``differences`` (between two
tables). ``domain.ruleset.table`` puts a table together.
"""
