"""Mixed play on four service processes, on one Redis or on a cluster: rates, latencies, errors and memory."""
