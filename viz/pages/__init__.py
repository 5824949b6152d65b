"""The pages. `registry` lists them all, `computations` what the command line can draw."""
