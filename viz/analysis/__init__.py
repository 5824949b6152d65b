"""A trace in, numbers or words out: views of heads, measures, aligners, captions, projections."""
