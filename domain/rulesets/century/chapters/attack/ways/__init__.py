"""The ways to attack, as forms list them: whom one reaches, with what in which hand, in which kind of attack."""
