"""The classics: well-known pictures of attention on our own models."""
