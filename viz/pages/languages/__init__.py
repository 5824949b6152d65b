"""Can it translate between languages that it never saw together?"""
