"""Is a tree in the attention?"""
