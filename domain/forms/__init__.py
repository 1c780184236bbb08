"""Forms: the legal commands and answers of a speaker, as descriptions that a client can fill in."""
