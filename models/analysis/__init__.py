"""What a head does in general: its attention measured over many sentences.

`python -m models.analysis NAME --data FILE` writes a profile of every head; the profiles of the
shipped models lie in `profiles`. Nothing here needs torch until sentences are run.
"""
