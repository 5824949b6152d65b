"""Shared by every other folder: language, colours, glossary, example sentences, memory limits."""
