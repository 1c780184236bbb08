"""Phrases that make prose hard to read, the plain wording for each, and an example from this project's former texts.

The patterns are phrases, not single words: "behind" is also a place, "standing" a posture and "who" a pronoun.
"""

from typing import Final, NamedTuple


class Pattern(NamedTuple):
    """A regular expression matched against a text on one line, the wording to use instead, and an example match."""

    phrase: str
    instead: str
    example: str


IN_DOCSTRINGS: Final = (
    Pattern(
        r"^What \w",
        "open with what it returns or does: Return the ..., The ...",
        "What a follower takes of what a feed announces: what it says, by field.",
    ),
    Pattern(
        r"^Whether \w",
        "Return whether ..., or True if ...",
        "Whether an answer is the one wanted, or has the fields that are wanted.",
    ),
    Pattern(
        r"^(?:Who|Whom|Whose|Whoever|Whatever) \w",
        "name the caller, the player or the value",
        "Who has once caught up with the log and falls out of it is too slow.",
    ),
    Pattern(
        r"^So (?:many|much|long|often|far) \w",
        "Maximum ..., The number of ...",
        "So many take part in an encounter, and so many a player may speak for.",
    ),
)
"""Openings that name a docstring's subject instead of saying what it is or does."""

ANYWHERE: Final = (
    Pattern(
        r"\bbehind (?:an?|the|its|each|every|that|this|one|which) (?:\w+ )?(?:version|batch|event|position|"
        r"checkpoint|command|number|moment|record)s?\b",
        "after the version",
        "What a feed announces behind a position: stretches, up to entry ``to``;",
    ),
    Pattern(
        r"\bbehind ``?\w",
        "after ``position``",
        "At most ``limit`` IDs of encounters behind ``after``, in the order of the IDs.",
    ),
    Pattern(
        r"\b(?:events?|entries|records?|batch(?:es)?|lines?|versions?|commands?|snapshots?) (?:that (?:is|are|"
        r"were) )?behind\b",
        "the events after it",
        "The next batches behind version ``after``, about ``PIECE`` events;",
    ),
    Pattern(
        r"\b(?:everything|nothing|all|what|whatever) (?:is |was |comes |still stands )?behind (?:it|them|that|"
        r"this)\b",
        "everything after it",
        "A watch: somebody's position in what happens, and the wait for what comes behind it.",
    ),
    Pattern(
        r"\b(?:queues? behind|one behind the other|right behind)\b",
        "one after another, directly after",
        "The seeds as a store keeps them, one behind the other.",
    ),
    Pattern(
        r"\bwhoever (?:is|has|was|runs|made|keeps|owns)\b",
        "the caller that is, the operator",
        "Say as a problem that there is no socket at a path, to whoever is let in.",
    ),
    Pattern(
        r"\bwhoever (?!is\b|has\b|was\b|runs\b|made\b|keeps\b|owns\b)\w+",
        "the caller, a client that",
        "``known`` is a hash that the chain had, by the memory of whoever asks.",
    ),
    Pattern(
        r"(?:^|[.;:] )(?-i:Who) (?:is|has|asks|watches|gives?|gave|speaks?|sees|may|does|loses|knows|takes?|"
        r"shows?|wants?)\b[^?.]*\.",
        "A caller that ..., A player who ...",
        "Who watches with a delay lists by ID: the newest event is not in view yet.",
    ),
    Pattern(
        r"\bwhom (?:it|an?|the|one|he|they) \w+",
        "the combatant that it names",
        "the contest of two in a round, of whom one at least attacks the other",
    ),
    Pattern(
        r"\b(?:as|what|whom) (?:it|they|you|he|one) likes?\b",
        "any, any number",
        "The narrator can prove it, to whom it likes, with its bundle.",
    ),
    Pattern(
        r"\b(?:whose it is|(?:theirs|his|its|yours) to (?:give|say|make|ask|answer))\b",
        "who may give it, permitted",
        "Whoever says what is not theirs to say is answered 403 `not_yours`.",
    ),
    Pattern(
        r"\bnobody (?:can|may|could|has|had|is|was|will|would)\b",
        "no caller can, no one has",
        "Record the answers sent along that nobody has asked for; nobody will.",
    ),
    Pattern(
        r"\bnobody (?:else|here|any more|\w+s)\b",
        "no other caller, no one",
        "One is decoded in one go, during which nobody else gets an answer.",
    ),
    Pattern(
        r"\b(?:to|of|by|for|but|is|that|which|when|while|as|with|where) nobody\b",
        "to no caller, no one",
        "Revoke a token of the tenant by its ID, also one that nobody has used yet.",
    ),
    Pattern(
        r"\bsomebody (?:who|else|has|is|was|may|can|wants?|asks|takes|watches|joins)\b",
        "a caller that, another player",
        "Seconds for which somebody who asks waits until the projection has caught up.",
    ),
    Pattern(
        r"\b(?:to|of|by|for|from|when|whenever|while|if|where|as|with) somebody\b",
        "to a caller, of a combatant",
        "A choice to put to somebody: its kind, who chooses, what it is about;",
    ),
    Pattern(
        r"\b(?:go|goes|going|went|gone) on (?:from|with|where|behind|by itself|under|at|after|until|here|when|"
        r"in|elsewhere|as|over|beside|to)\b",
        "continue, resume",
        "The version to go on from, the last of a batch; without it the newest.",
    ),
    Pattern(
        r"\b(?:can|may|could|cannot|does not|did not|would|should|to|things|fight|it|that|they|links|"
        r"watch) (?:go|goes|going|went) on\b",
        "continue, resume",
        "What tells callers apart; it goes on learning which tokens are revoked.",
    ),
    Pattern(
        r"\bas (?:it|they|things) (?:stands?|stood)\b",
        "in its current state, unchanged",
        "A spectator with a ``delay`` sees everything as it stood so long ago.",
    ),
    Pattern(
        r"\bwhere (?:it|they|one|this|that|he|the \w+|an? \w+|each) (?:stands?|stood)\b",
        "its current version",
        "Where it stands is not told: an answer names the version of one alone.",
    ),
    Pattern(
        r"\bhow (?:\w+ ){1,4}(?:stands?|stood)\b",
        "the status of",
        "How the projections across encounters stand and go on, as it is told.",
    ),
    Pattern(
        r"\b(?:stands?|stood) (?:in|under|at|there|here|above|between|beside|behind|on)\b",
        "is in, is stored under",
        "`yarrow serve` has options for the first four, which stand above them.",
    ),
    Pattern(
        r"\b(?:is|are|was|were|be|been|being) told\b",
        "receives, is notified, is reported",
        "``meant`` has what was meant by the unknown fields that are told.",
    ),
    Pattern(
        r"\btells? (?:of|nothing|by|in|whether|how|where|what|which|when|it|so|no)\b",
        "reports, returns, shows",
        "Tell what one connection brings; whether nothing more will ever come.",
    ),
    Pattern(
        r"\btold (?:of|as|by|in|from|to|again|apart|with|at)\b",
        "reported, shown, distinguished",
        "Commands and events are unions told by `type`, states by `ruleset`.",
    ),
    Pattern(
        r"\b(?:hears? (?:of|nothing|what|it|from|that)|heard of)\b",
        "receives, learns",
        "Nobody hears it; it keeps half a request from being done.",
    ),
    Pattern(
        r"\b(?:says?|said|saying) (?:of|nothing|no more)\b",
        "describes, reports nothing about",
        "What says of a token what it will be, by the names of the parameters.",
    ),
    Pattern(
        r"\bwhat (?:was|is|has been|they|it) (?:said|says?)\b",
        "the message, its content",
        "The JSON of an answer; a problem is raised as what it says.",
    ),
    Pattern(
        r"\bmay know of\b",
        "may access",
        "Encounters as the caller may know of them;",
    ),
    Pattern(
        r"\b(?:builds?|built|reads?|writes?|written|begins?|began|makes?|made|takes?|taken|looked|checked|"
        r"decided|rebuilt) (?:\w+ ){0,3}anew\b",
        "again, rebuild",
        "`make typescript` writes its types anew when `openapi.yaml` has changed.",
    ),
    Pattern(
        r"\bagain and again\b",
        "repeatedly",
        "standing answers come again and again, and are never changed",
    ),
    Pattern(
        r"\bonce more\b",
        "again",
        "Writes batches that were read once more, with the salts that they have.",
    ),
    Pattern(
        r"\b(?:at most|at least|first|for|by|of|within|than|which|that|in) so (?:many|much|long)\b",
        "up to n, a number of",
        "The watches of all who have tokens, at most so many for each;",
    ),
    Pattern(
        r"\bso many (?:events|rounds|seconds|times|entries|bytes|different|fillings|places|of|back|at once)\b",
        "n seconds, that many entries",
        "So many fillings of a command are tried; with more its fields stay open.",
    ),
    Pattern(
        r"\ba (?!little |few |lot |bit |great |good )\w+ more\b",
        "one more",
        "The audit of a branch has a verdict more:",
    ),
    Pattern(
        r"\bfor ever\b",
        "permanently, always",
        "End what would go on for ever; everything else is waited for.",
    ),
    Pattern(
        r"\bfor good\b",
        "permanently",
        "Why a watcher is dropped for good: what is no longer there cannot be read on.",
    ),
    Pattern(
        r"\bto be had\b",
        "available",
        "The answer is not to be had in this form",
    ),
    Pattern(
        r"\bwhere there (?:is|are|was) none\b",
        "if there is no ..., otherwise",
        "None where there is none that is played by rules which are installed.",
    ),
    Pattern(
        r"\b(?:comes?|came) to (?:be|nothing|its|an end)\b",
        "becomes, fails, ends",
        "Seconds until the next try behind one that came to nothing; each time twice as many.",
    ),
    Pattern(
        r"\b(?:comes?|came|becomes?|became) of (?:it|them|that|this|each|an?|the|what)\b",
        "the result of",
        "Answer the request for a command on an encounter, whatever comes of it.",
    ),
    Pattern(
        r"\bcannot be meant\b",
        "is invalid",
        "A variable of the environment has a value that cannot be meant; the message names each of them.",
    ),
    Pattern(
        r"\ball the same\b",
        "still, anyway",
        "A redacted bundle leaves private lines out; the chain holds all the same.",
    ),
    Pattern(
        r"\b(?:hung up|in the midst of)\b",
        "disconnected, during",
        "The client has hung up in the midst of its request.",
    ),
    Pattern(
        r"\bturn(?:s|ed)? (?:\w+ )?away\b",
        "reject",
        "Seconds for which more is still taken in of what is turned away.",
    ),
    Pattern(
        r"\b(?:sent|send|sends|taken?|takes|brought|brings?|comes?|came|given) along\b",
        "sent with the command",
        "An answer that was sent along was not needed, or not legal when its turn came;",
    ),
    Pattern(
        r"\b(?:(?:is|are|was|were|be) let in|lets? in)\b",
        "is admitted, accepts",
        "The gate: what anybody may read, and who is let in to all the rest, counted.",
    ),
    Pattern(
        r"\b(?:brought|brings?|bring|bringing) in\b",
        "import",
        "Raises Problem as soon as it is known that it cannot be brought in.",
    ),
    Pattern(
        r"\bat hand\b",
        "available",
        "Give a command that is at hand whole, as a form of the options gives it.",
    ),
    Pattern(
        r"\bin vain\b",
        "without effect",
        "What an answer may wait for: the service's own Redis has no replicas, so that it would wait in vain.",
    ),
    Pattern(
        r"\bon (?:its|their) way\b",
        "in progress",
        "Let what is on its way arrive, take nothing more, and close the connection.",
    ),
    Pattern(
        r"\b(?:laid|lay|lays) (?:down|aside)\b",
        "stored",
        "Bringing a whole encounter into Redis: laid down piece by piece where nobody reads it, then settled at once.",
    ),
    Pattern(
        r"\b(?:held|hold|holds|holding) (?:[\w`.]+ ){0,5}against\b",
        "compare with",
        "A property test of each ruleset holds both against each other.",
    ),
    Pattern(
        r"\b(?:token|tokens|limits?|it|they|that|one) (?:that |which )?holds? (?:no longer|here|any more|"
        r"longer)\b|\b(?:no longer|token that) holds\b",
        "is valid",
        "What was sent is no token that holds here; the message is a sentence.",
    ),
    Pattern(
        r"\bpass(?:es|ed)? over\b",
        "skip, ignore",
        "See a batch that goes on where this one stands; what was seen already is passed over.",
    ),
    Pattern(
        r"\b(?:if (?:need be|you like)|if it likes)\b",
        "if necessary, optionally",
        "`core.close` is the narrator's, after `century.end_combat` if need be.",
    ),
    Pattern(
        r"\b(?:is|are|was|were) not there\b",
        "does not exist, is missing",
        "The rows of fields in partitions, None for those that are not there.",
    ),
    Pattern(
        r"\bwhat (?:is|was|were) (?:already |still |only )?there\b",
        "the existing content",
        "``parent`` is what is there under the parent's ID, at the version that the branch left.",
    ),
    Pattern(
        r"\bwhatever (?:else|still|is|was|comes|goes|happens)\b",
        "anything that, all other",
        "Watching one encounter: a version, behind which whatever is in view is sent.",
    ),
    Pattern(
        r"(?:^|[.;] )(?-i:What) (?!if\b)\w[^?.|]*\.",
        "name the thing and make it the subject",
        "What was thrown cannot be changed unseen by anybody who kept one hash.",
    ),
    Pattern(
        r"(?:^|[.;:] )(?-i:Of) (?:an?|what|those|one|each|any|all|the|many|several|which|whom|two|more)\b",
        "put the subject first",
        "Of several copies the last goes, so that a deck in its order stays in it.",
    ),
    Pattern(
        r"\b(?:nothing|nobody|none|anything|no one)(?: [\w`]+){0,4} but\b",
        "only",
        "Nobody but the narrator sees what a decision that waits carries with it.",
    ),
    Pattern(
        r"\bbut (?:for|through|by) (?:the|its|their|an?|what|those)\b",
        "except for, except through",
        "The headers that problems have, but for those that may be tried again.",
    ),
    Pattern(
        r"\b(?:goes?|went|gone|going) back in time\b",
        "was rolled back",
        "Somebody waits for news: what went back in time may never send any.",
    ),
    Pattern(
        r"\b(?:store|service|Redis|server|it) (?:is|was|are|were) away\b",
        "is unavailable",
        "``resumed`` that the store is there again after it was away.",
    ),
    Pattern(
        r"\b(?:on|by) (?:its|their|the|whose) word\b",
        "without verification",
        ", by the word of whoever keeps it.",
    ),
    Pattern(
        r"; gives (?:the|what|an?|its|none|whether|how|back)\b",
        "Returns the ...",
        "A bar on the terminal for long work; gives the function that moves it on.",
    ),
    Pattern(
        r"(?<!there )\b(?:is|are|was) no (?:token|request|handshake|number|bundle|ruleset|cursor|position|"
        r"version|page|JSON|name|ID|hash|key|command|event|branch|combatant|member|text|list|problem|time|"
        r"file)\b",
        "is not a ...",
        "This is no position of this service's feed: send the id of the last event received, or none.",
    ),
    Pattern(
        r"\b(?:keys?|it|they|which|that|events?|files?|folder|all) lies? (?:in|under|beside|before|behind|"
        r"within)\b",
        "is in",
        "The keys of one stream, and of the partition that it lies in.",
    ),
    Pattern(
        r"\bbears? (?:the|its|an?|no|their|other) (?:header|ID|name|hash|signature)",
        "has the ID",
        "The events from before stand as they were, and bear the ID that they were played under;",
    ),
    Pattern(
        r"\b(?:looks? again|looked again|last look)\b",
        "checks again, the last poll",
        "Learn what was revoked since the last look.",
    ),
    Pattern(
        r"\b(?:is|are|was|were) looked at\b",
        "is read, is checked",
        "None of those for which this one is looked at.",
    ),
    Pattern(
        r"\b(?:otherwise|else) than\b",
        "differently from, other than",
        "Where the rules, asked again, give something else than what is on record;",
    ),
    Pattern(
        r"\b(?:none|nothing) of (?:it|this|that|what|the kind)\b(?! \w+s\b)",
        "no part of it",
        "A field that is left out of `Ruleset` is made from the others, or means that there is nothing of it.",
    ),
    Pattern(
        r"\b(?:mend it|mend the|mends? what)\b",
        "correct",
        "Mend it or remove it.",
    ),
)
"""Phrases that are wrong in any text."""
