"""What is legal now in S3, as forms."""
