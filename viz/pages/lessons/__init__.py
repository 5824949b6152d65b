"""Lessons: short guided tours."""
