"""Shared code of the pages with points in a space."""
