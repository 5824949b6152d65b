"""Two sentences, one verdict: InferSent."""
