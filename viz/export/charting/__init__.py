"""Charts on paper: `viz.figures.chart` drawn by matplotlib, for slides, papers and copiers."""
