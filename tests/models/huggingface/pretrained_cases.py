"""The sentence of the tests of pretrained models."""

SENTENCE = "the big red dog is sleeping on the bed."
