"""A picture as a value, and every way to draw it."""
