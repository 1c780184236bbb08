"""Laws that hold of every fight of every ruleset, over fights that bots play."""
