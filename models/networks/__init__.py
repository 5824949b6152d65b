"""The mathematics of the networks, to be read beside the papers."""
