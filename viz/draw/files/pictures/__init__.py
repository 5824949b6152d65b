"""Pictures of words by words, painted with matplotlib; their values are in `viz.draw.picture`."""
