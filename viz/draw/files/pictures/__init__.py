"""Pictures on paper: the values of `viz.draw.picture` drawn by matplotlib."""
