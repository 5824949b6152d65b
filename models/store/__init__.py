"""Where models come from and where they run: checkpoints, tokenizers, devices."""
