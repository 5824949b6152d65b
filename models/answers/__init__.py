"""What a model answers: translations, next words, hidden words, and the trace of a run."""
