"""Text that people read: phrases of sentences, and messages of validation errors."""
