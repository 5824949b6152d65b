"""Attention of any model, from a file."""
