"""The pages. `registry` lists all, `computations` those that the command line can draw."""
