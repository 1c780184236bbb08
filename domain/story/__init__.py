"""The story of a fight: entries with levels, made from the events of one batch after the other.

The modules, in the order in which one meets them: ``throws`` (what fell), ``told`` (what classes declare), ``clauses``
(what an event adds to a line), ``shapes`` (of entries), ``facts`` (events with what they declare), ``parts`` (pieces of
a sentence), ``composing`` (clauses to sentences), ``lines`` (a batch to its entries).
"""
