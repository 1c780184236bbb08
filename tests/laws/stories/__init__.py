"""Laws of the story, over the fights of every ruleset."""
