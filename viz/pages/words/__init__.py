"""Where do words live?"""
