"""Training, evaluation and the cards of our networks."""
