"""What all streams show together: read models that follow the feeds, each with its checkpoint in the same key.

``projection`` says what a projection is, ``directory`` and ``totals`` are the two that there are; ``generations`` says
which generation of each is live, ``models`` keeps their rows, ``consumer`` moves them on.
"""
