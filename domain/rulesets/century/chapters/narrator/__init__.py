"""What the narrator sets and judges beside the rules of combat."""
