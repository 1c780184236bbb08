"""Text that people read: phrases of timeline sentences, and messages of validation errors."""
