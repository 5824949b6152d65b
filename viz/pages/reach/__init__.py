"""Shared code of the pages that ask how much a state depends on an earlier word."""
