"""Profiles of attention heads, measured over many sentences.

`python -m models.corpus NAME --data FILE` writes a profile of every head; `profiles` holds those
of the shipped models. Nothing here needs torch until sentences are run.
"""
