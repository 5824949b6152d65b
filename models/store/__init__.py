"""Checkpoints, tokenizers, devices, and libraries that load on first use."""
