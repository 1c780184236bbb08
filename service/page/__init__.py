"""The page that the service serves at ``/``: a client of the API that shows, plays and replays fights in a browser."""
