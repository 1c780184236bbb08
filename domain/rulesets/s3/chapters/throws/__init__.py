"""What coins fall: skills and weapons, checks, opposition, flips and stunts."""
