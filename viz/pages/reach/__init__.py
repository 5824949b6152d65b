"""Shared code of the pages that ask what a state keeps of an earlier word."""
