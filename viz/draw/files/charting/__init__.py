"""Charts on paper: `viz.draw.chart` drawn by matplotlib, for slides, papers and copiers."""
