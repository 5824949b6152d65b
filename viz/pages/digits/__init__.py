"""Drawn digits: a vision transformer beside a convolution."""
